//! Benchmarks the three-step method: solves per second, and their length.
//!
//! `cargo bench -p cubegod-teach --bench three_step`

use cubegod::Cube2;
use cubegod::moves::Metric;
use cubegod::scramble::generator;
use cubegod_teach::methods::three_step::{Stage, ThreeStepSolver};
use divan::Bencher;
use divan::counter::ItemsCount;

const CUBES: usize = 10_000;

fn main() {
    let (solver, cubes) = (ThreeStepSolver::new(), cubes());
    let mut total = 0;
    let mut by_stage = [0; Stage::ALL.len()];
    for solution in cubes.iter().map(|cube| solver.solve(cube)) {
        total += solution.turns.len();
        for (sum, (_, moves)) in std::iter::zip(&mut by_stage, solution.stages()) {
            *sum += moves.length(Metric::Htm);
        }
    }
    let mean = |moves: usize| moves as f64 / CUBES as f64;
    println!("{:.1} moves on average over {CUBES} cubes", mean(total));
    for stage in Stage::ALL {
        println!("  {stage:<12} {:4.1}", mean(by_stage[stage.index()]));
    }
    divan::main();
}

fn cubes() -> Vec<Cube2> {
    let mut random = generator(1);
    (0..CUBES).map(|_| Cube2::random(&mut random)).collect()
}

#[divan::bench(sample_count = 20)]
fn build() -> ThreeStepSolver {
    ThreeStepSolver::new()
}

#[divan::bench(sample_count = 20, sample_size = 1)]
fn solve(bencher: Bencher) {
    let (solver, cubes) = (ThreeStepSolver::new(), cubes());
    bencher
        .counter(ItemsCount::new(CUBES))
        .bench(|| cubes.iter().map(|cube| solver.solve(cube).turns.len()).sum::<usize>());
}
