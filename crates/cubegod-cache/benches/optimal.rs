//! The optimal solver with a cached table, on positions whose lengths another solver has proven, and on random ones.
//!
//! `cubegod tables build optimal-4g` first, then `cargo bench -p cubegod-cache --bench optimal [-- NAME [CUBES [TICKS]]]`.

#![allow(clippy::unwrap_used, reason = "a benchmark that can't run should say so and end")]

use cubegod::scramble::generator;
use cubegod::solve::optimal::{OptimalOptions, OptimalSolution, OptimalSolver, OptimalTable};
use cubegod::solve::two_phase::{LargeTables, Progress, Tables, TwoPhaseOptions, TwoPhaseSolver};
use cubegod::{Color, Cube3, FaceTurn, Metric, Size, Stickers};
use cubegod_cache::{BuildMethod, Cache, TABLES};
use rand::RngExt;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// Proven by another optimal solver: sixteen to eighteen moves.
const POSITIONS: [&str; 10] = [
    "DRDDURBDFDBBLRUFLRURLLFDLBRUDUUDFBUBFFLBLBDRFRFRLBUUFL",
    "RRBLURUFDFFDDRBRLUFDRRFBFLUDBFUDUUURBFLLLDBFLLBDUBDBRL",
    "BBLRUFBFRFDDRRDDULRUUBFBFBRLUFFDLBUULDURLLRLUFDDLBFBRD",
    "DLFUUDFFUBRRDRUFBDLLRRFLBDDLFRUDDUUBLBUFLBBRDUBFFBRRLL",
    "FURRULBFFRUDBRUFULRDDDFLLDLDRDBDRFRUUFUFLLUDBBFRBBLBBL",
    "LBUFUBBFUFDRDRBFBUDULLFRBUDULRDDULLFDRRULDDFLBRBLBRRFF",
    "LFBUUDRBUFRRDRLBDUULLBFLRLDDULBDFDFFBRBBLDFRFDUUFBURRL",
    "LRRLURUUBUUBFRBDFBRLLDFURLBDFRUDRURDFDFFLBLBFUBDLBDLDF",
    "FLBUURFFFDFRBRDULURDLBFURUBFRLLDUBDRLFDLLRDDUDFURBBBBL",
    "UDLRUUBRRFBUFRUFBDLFULFLBRLDDDDDRFBRBUDBLUUFRBLRFBDFLL",
];

/// The work before a first solution, and for it, as the command line does it.
const AT_ONCE: u64 = 50_000;
const TICKS: usize = 16_000;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    // `cargo test --benches` only checks that it builds and starts.
    if arguments.iter().any(|argument| argument == "--test") {
        return;
    }
    let name = arguments.first().map_or("optimal-4g", String::as_str);
    let count = arguments.get(1).map_or(100, |cubes| cubes.parse().unwrap());
    let table = TABLES.iter().find(|table| table.name() == name).expect("a table of the optimal solver");
    let BuildMethod::Optimal(spec) = table.build_method else { return };
    let start = (Instant::now(), cpu());
    let pages = Cache::for_user().unwrap().open(table.id);
    let Ok(pages) = pages else {
        println!("{name} is not cached; `cubegod tables build {name}` builds it");
        return;
    };
    let table = OptimalTable::new(spec, pages).unwrap();
    println!(
        "{name}: opened and checked in {:.2} s, {:.2} s of CPU time",
        start.0.elapsed().as_secs_f64(),
        cpu() - start.1
    );
    let positions: Vec<Cube3> = POSITIONS.iter().map(|facelets| cube(facelets)).collect();
    for threads in [1, 2] {
        whole_depth(&table, &positions, 17, threads);
    }
    let ticks = arguments.get(2).map_or(TICKS, |ticks| ticks.parse().unwrap());
    let tables = Tables::Large(LargeTables::build(2, &|_| ()));
    let shortest = |name: &str, cubes: &[Cube3]| shortest(name, &table, &tables, cubes, ticks);
    shortest("given", &positions);
    let mut random = generator(2026);
    let random_cubes: Vec<Cube3> = (0..count).map(|_| Cube3::random(&mut random)).collect();
    shortest("random", &random_cubes);
    for turns in [10, 12, 14] {
        let mut turned =
            |cube: Cube3| cube.apply_turn(FaceTurn::ALL[random.random_range(0..FaceTurn::COUNT)]);
        let near: Vec<Cube3> =
            std::iter::repeat_with(|| (0..turns).fold(Cube3::SOLVED, |cube, _| turned(cube)))
                .take(1000)
                .collect();
        shortest(&format!("{turns}-turn"), &near);
    }
}

/// Every solution of so many moves, so that nothing of the depth is left out.
fn whole_depth(table: &OptimalTable, cubes: &[Cube3], moves: usize, threads: usize) {
    let (mut nodes, mut lookups, mut all_nodes) = (0, 0, 0);
    let start = (Instant::now(), cpu());
    for cube in cubes {
        let options = OptimalOptions::new().max_length(moves).all(true).threads(threads);
        let outcome = solve(table, cube, &options);
        let last = outcome.depths.iter().find(|depth| depth.moves == moves);
        nodes += last.map_or(0, |depth| depth.stats.nodes);
        lookups += last.map_or(0, |depth| depth.stats.lookups);
        all_nodes += outcome.depths.iter().map(|depth| depth.stats.nodes).sum::<u64>();
    }
    let (wall, cpu) = (start.0.elapsed().as_secs_f64(), cpu() - start.1);
    let whole = cubes.iter().filter(|cube| table.bound(cube) <= moves).count();
    println!(
        "all of up to {moves} moves, {threads} threads: {:.1} M nodes in all, {:.2} s of CPU time, {:.2} s, {:.1} M nodes a second of CPU time; {:.1} M nodes and {:.1} M reads at {moves} for each of {whole}",
        all_nodes as f64 / 1e6,
        cpu,
        wall,
        all_nodes as f64 / cpu / 1e6,
        nodes as f64 / whole as f64 / 1e6,
        lookups as f64 / whole as f64 / 1e6,
    );
}

/// Shortest solutions, with a quick solution first.
fn shortest(name: &str, table: &OptimalTable, tables: &Tables<'_>, cubes: &[Cube3], ticks: usize) {
    let mut times = Vec::new();
    let (mut moves, mut nodes, mut first, mut firsts, mut first_moves) = (0, 0, 0.0, 0.0_f64, 0);
    for cube in cubes {
        let start = cpu();
        let looked_at =
            |outcome: &OptimalSolution| outcome.depths.iter().map(|depth| depth.stats.nodes).sum::<u64>();
        let mut outcome = solve(table, cube, &OptimalOptions::new().last_depth_nodes(AT_ONCE));
        nodes += looked_at(&outcome);
        if outcome.was_stopped {
            let (lower_bound, start) = (outcome.lower_bound, cpu());
            // Quick solutions have half turns in mind.
            let stop_at_length = if table.spec().metric() == Metric::Htm { lower_bound } else { 0 };
            let known = quick(tables, cube, stop_at_length, ticks);
            (first, firsts, first_moves) = (first + cpu() - start, firsts + 1.0, first_moves + known.len());
            outcome = solve(table, cube, &OptimalOptions::new().lower_bound(lower_bound).known(known));
            nodes += looked_at(&outcome);
        }
        times.push(cpu() - start);
        moves += outcome.lower_bound;
    }
    let count = cubes.len() as f64;
    let mean = times.iter().sum::<f64>() / count;
    times.sort_by(f64::total_cmp);
    println!(
        "{count} {name} cubes, one thread: {:.2} ms of CPU time on average, {:.2} ms in the middle, {:.2} ms at most; {:.2} moves and {:.3} M nodes; {firsts} had a quick solution first, in {:.0} ms and with {:.2} moves",
        mean * 1e3,
        times[cubes.len() / 2] * 1e3,
        times[cubes.len() - 1] * 1e3,
        moves as f64 / count,
        nodes as f64 / count / 1e6,
        first * 1e3 / firsts.max(1.0),
        first_moves as f64 / firsts.max(1.0),
    );
}

fn quick(tables: &Tables<'_>, cube: &Cube3, stop_at_length: usize, most: usize) -> Vec<FaceTurn> {
    let ticks = AtomicUsize::new(0);
    let outcome = TwoPhaseSolver::new(tables).solve(
        cube,
        &TwoPhaseOptions::new().stop_at_length(stop_at_length),
        &|progress| {
            let is_over = matches!(progress, Progress::Searching { has_solution: true, .. })
                && ticks.fetch_add(1, Ordering::Relaxed) >= most;
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    outcome.unwrap().solution.iter().map(|one| FaceTurn::try_from(one).unwrap()).collect()
}

fn solve(table: &OptimalTable, cube: &Cube3, options: &OptimalOptions) -> OptimalSolution {
    OptimalSolver::new(table).solve(cube, options, &|_| ControlFlow::Continue(()))
}

fn cube(facelets: &str) -> Cube3 {
    let colors = facelets.chars().map(|letter| Color::ALL["URFDLB".find(letter).unwrap()]);
    Cube3::try_from(&Stickers::new(Size::THREE, colors.collect()).unwrap()).unwrap()
}

/// Seconds of CPU time that this process has had.
fn cpu() -> f64 {
    #[cfg(target_os = "linux")]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
        time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
    }
    #[cfg(not(target_os = "linux"))]
    {
        f64::NAN
    }
}
