//! The contest's data sets, line by line as they come.
//!
//! `cargo bench -p cubegod-contest --bench judge`

use cubegod::formats::net;
use cubegod::scramble::generator;
use cubegod::{Cube3, Face};
use cubegod_contest::judge::{Judge, face_name};
use divan::Bencher;
use divan::counter::{BytesCount, ItemsCount};

fn main() {
    divan::main();
}

const SETS: usize = 1000;

/// Data sets of random cubes with ten operations each.
fn text() -> String {
    let mut random = generator(1);
    let sets = (0..SETS).map(|number| {
        let stickers = Cube3::random(&mut random).stickers().map(|color| color.letter());
        let operations = (0..10).map(|step| {
            let face = face_name(Face::ALL[(number + step * step) % 6]);
            format!("{face} {}\n", if (number ^ step).is_multiple_of(3) { "left" } else { "right" })
        });
        format!("START\n{}\n{}END\n", net::write(&stickers), operations.collect::<String>())
    });
    sets.collect::<String>() + "ENDOFINPUT\n"
}

#[divan::bench]
fn data_sets_of_ten_operations(bencher: Bencher) {
    let text = text();
    bencher.counter(ItemsCount::new(SETS)).counter(BytesCount::new(text.len())).bench(|| {
        let mut judge = Judge::new();
        let lines = divan::black_box(text.as_bytes()).split(|&byte| byte == b'\n');
        lines.filter_map(|line| judge.take(line)).filter(|ruling| ruling.verdict == Ok(false)).count()
    });
}
