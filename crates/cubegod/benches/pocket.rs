//! Benchmarks of the 2x2 solver, and of the reference method of seeds 000 and 001.
//!
//! `cargo bench -p cubegod --bench pocket`

mod seed_method;

use cubegod::scramble::generator;
use cubegod::solve::pocket::{PocketSolution, PocketTable};
use cubegod::{Cube2, Face};
use divan::Bencher;
use divan::counter::ItemsCount;
use seed_method::SeedSolver;
use std::sync::LazyLock;

fn main() {
    divan::main();
}

const CUBES: usize = 10_000;

static TABLE: LazyLock<PocketTable> = LazyLock::new(PocketTable::half_turns);

fn cubes() -> Vec<Cube2> {
    let mut random = generator(1);
    (0..CUBES).map(|_| Cube2::random(&mut random)).collect()
}

/// Returns cubes as 24 letters, one face hidden.
fn five_faces() -> Vec<[u8; 24]> {
    let views = cubes().into_iter().enumerate().map(|(number, cube)| {
        let stickers = cube.stickers();
        let letter = |i: usize| stickers.facelets()[i].home().letter() as u8;
        let hidden = Face::ALL[number % 6].index();
        std::array::from_fn(|i| if i / 4 == hidden { b'?' } else { letter(i) })
    });
    views.collect()
}

#[divan::bench(sample_count = 20)]
fn build_table_half_turns() -> PocketTable {
    PocketTable::half_turns()
}

#[divan::bench(sample_count = 20)]
fn build_table_quarter_turns() -> PocketTable {
    PocketTable::quarter_turns()
}

#[divan::bench]
fn solve_many(bencher: Bencher) {
    let cubes = cubes();
    let mut solutions = vec![PocketSolution::EMPTY; CUBES];
    bencher.counter(ItemsCount::new(CUBES)).bench_local(|| TABLE.solve_many(&cubes, &mut solutions));
}

#[divan::bench]
fn solve_one_by_one(bencher: Bencher) {
    let cubes = cubes();
    bencher
        .counter(ItemsCount::new(CUBES))
        .bench(|| cubes.iter().map(|cube| TABLE.solve(divan::black_box(cube)).len()).sum::<usize>());
}

#[divan::bench]
fn solve_exact_orientation(bencher: Bencher) {
    let cubes = cubes();
    bencher
        .counter(ItemsCount::new(CUBES))
        .bench(|| cubes.iter().map(|cube| TABLE.solve_exact(divan::black_box(cube)).len()).sum::<usize>());
}

#[divan::bench]
fn five_faces_to_text(bencher: Bencher) {
    let views = five_faces();
    let mut text = Vec::with_capacity(CUBES * 32);
    let mut cubes = Vec::with_capacity(CUBES);
    let mut solutions = vec![PocketSolution::EMPTY; CUBES];
    bencher.counter(ItemsCount::new(CUBES)).bench_local(|| {
        cubes.clear();
        cubes.extend(views.iter().filter_map(|view| Cube2::from_facelets(view)));
        TABLE.solve_many(&cubes, &mut solutions[..cubes.len()]);
        text.clear();
        for solution in &solutions[..cubes.len()] {
            solution.write_text(&mut text);
            text.push(b'\n');
        }
        text.len()
    });
}

#[divan::bench]
fn five_faces_to_text_exact_orientation(bencher: Bencher) {
    let views = five_faces();
    let mut text = Vec::with_capacity(CUBES * 32);
    bencher.counter(ItemsCount::new(CUBES)).bench_local(|| {
        text.clear();
        for cube in views.iter().filter_map(|view| Cube2::from_facelets(view)) {
            TABLE.solve_exact(&cube).write_text(&mut text);
            text.push(b'\n');
        }
        text.len()
    });
}

/// Solves only twenty cubes, because the method is slow.
#[divan::bench(sample_count = 3, sample_size = 1)]
fn seed_method(bencher: Bencher) {
    let solver = SeedSolver::new();
    let cubes = &cubes()[..20];
    bencher
        .counter(ItemsCount::new(cubes.len()))
        .bench(|| cubes.iter().map(|cube| solver.solve(divan::black_box(cube)).len()).sum::<usize>());
}
