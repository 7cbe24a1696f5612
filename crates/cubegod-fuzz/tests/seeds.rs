//! Every target holds its laws for the inputs in `fuzz/seeds`, and has a binary for libFuzzer.

use cubegod_fuzz::{TARGETS, Target};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The most bytes of all seeds.
const MAX_BYTES: u64 = 1 << 20;

fn fuzz() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz")
}

/// The paths in a folder, in order.
fn paths(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut paths: Vec<PathBuf> =
        entries.map(|entry| entry.expect("the folder is readable").path()).collect();
    paths.sort();
    paths
}

fn names(folder: &str) -> BTreeSet<String> {
    let name = |path: PathBuf| path.file_stem().expect("it has a name").to_string_lossy().into_owned();
    paths(&fuzz().join(folder)).into_iter().map(name).collect()
}

fn replay(targets: impl Iterator<Item = &'static Target>) {
    for target in targets {
        let seeds = paths(&fuzz().join("seeds").join(target.name));
        assert!(!seeds.is_empty(), "{} has no seeds", target.name);
        for seed in seeds {
            let data = fs::read(&seed).expect("it is readable");
            let result = std::panic::catch_unwind(|| target.run(&data));
            assert!(result.is_ok(), "{}", seed.display());
        }
    }
}

#[test]
fn every_reader_holds_its_laws_for_its_seeds() {
    replay(
        TARGETS.iter().filter(|target| !target.name.ends_with("_request") && !target.name.ends_with("_file")),
    );
}

#[test]
fn every_request_holds_its_laws_for_its_seeds() {
    replay(TARGETS.iter().filter(|target| target.name.ends_with("_request")));
}

/// All of them use one folder.
#[test]
fn every_file_holds_its_laws_for_its_seeds() {
    replay(TARGETS.iter().filter(|target| target.name.ends_with("_file")));
}

#[test]
fn targets_have_binaries_and_seeds_and_nothing_else_does() {
    let expected: BTreeSet<String> = TARGETS.iter().map(|target| target.name.to_owned()).collect();
    assert_eq!((names("fuzz_targets"), names("seeds")), (expected.clone(), expected.clone()));
    let manifest = fs::read_to_string(fuzz().join("Cargo.toml")).expect("it is readable");
    let binaries = manifest.split("[[bin]]\nname = \"").skip(1).filter_map(|rest| rest.split('"').next());
    assert_eq!(binaries.map(str::to_owned).collect::<BTreeSet<_>>(), expected);
    for name in &expected {
        let source =
            fs::read_to_string(fuzz().join("fuzz_targets").join(format!("{name}.rs"))).expect("it is there");
        assert!(source.contains(&format!("cubegod_fuzz::run(\"{name}\", data)")), "{name}");
    }
}

#[test]
fn the_seeds_are_small() {
    let folders = paths(&fuzz().join("seeds"));
    let files = folders.iter().flat_map(|folder| paths(folder));
    let bytes: u64 = files.map(|path| fs::metadata(path).expect("it is readable").len()).sum();
    assert!(bytes < MAX_BYTES, "{bytes} bytes");
}
