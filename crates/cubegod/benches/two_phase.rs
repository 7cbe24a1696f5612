//! Benchmarks of the two-phase solver with small and large tables.
//!
//! `cargo bench -p cubegod --bench two_phase`

use cubegod::Cube3;
use cubegod::scramble::generator;
use cubegod::solve::two_phase::{LargeTables, SmallTables, Tables, TwoPhaseSolver};
use divan::Bencher;
use divan::counter::ItemsCount;
use std::sync::LazyLock;

fn main() {
    divan::main();
}

const CUBES: usize = 200;

static SMALL: LazyLock<Tables> = LazyLock::new(|| Tables::Small(SmallTables::build()));
static LARGE: LazyLock<Tables> = LazyLock::new(|| Tables::Large(LargeTables::build(2, &|_| ())));

fn solve_within(bencher: Bencher, tables: &Tables, moves: usize) {
    let mut random = generator(1);
    let cubes: Vec<Cube3> = (0..CUBES).map(|_| Cube3::random(&mut random)).collect();
    let solver = TwoPhaseSolver::new(tables);
    bencher
        .counter(ItemsCount::new(CUBES))
        .bench(|| cubes.iter().filter(|cube| solver.solve_within(cube, moves).is_some()).count());
}

#[divan::bench(sample_count = 10)]
fn build_small() -> SmallTables {
    SmallTables::build()
}

#[divan::bench(sample_count = 2, sample_size = 1)]
fn build_large_on_two_threads() -> LargeTables<'static> {
    LargeTables::build(2, &|_| ())
}

#[divan::bench(sample_count = 5, sample_size = 1, args = [22, 21, 20])]
fn small(bencher: Bencher, moves: usize) {
    solve_within(bencher, &SMALL, moves);
}

#[divan::bench(sample_count = 5, sample_size = 1, args = [22, 21, 20])]
fn large(bencher: Bencher, moves: usize) {
    solve_within(bencher, &LARGE, moves);
}
