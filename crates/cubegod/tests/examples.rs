//! Runs every example; each one checks its results.

use std::collections::BTreeSet;
use std::path::Path;

macro_rules! examples {
    ($($name:ident $path:literal)*) => {
        $(
            #[path = $path]
            mod $name;
        )*

        #[test]
        fn every_example_runs() {
            $($name::main().expect($path);)*
        }

        const NAMES: &[&str] = &[$(stringify!($name)),*];
    };
}

examples! {
    batch "../examples/batch.rs"
    data_on_stickers "../examples/data_on_stickers.rs"
    draw "../examples/draw.rs"
    hidden_face "../examples/hidden_face.rs"
    notation "../examples/notation.rs"
    prove "../examples/prove.rs"
    scramble "../examples/scramble.rs"
    solve "../examples/solve.rs"
    time_limit "../examples/time_limit.rs"
}

#[test]
fn no_example_is_left_out() {
    let files = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples").read_dir().unwrap();
    let names: BTreeSet<String> =
        files.map(|file| file.unwrap().path().file_stem().unwrap().to_str().unwrap().to_owned()).collect();
    assert!(names.iter().eq(NAMES), "{names:?}");
}
