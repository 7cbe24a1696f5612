//! Tests of optimal lengths and solutions with all backends, thread counts and options.

use super::*;
use crate::moves::{Alg, Metric, Turns};
use crate::scramble::generator;
use crate::solve::optimal::node::Node;
use crate::solve::optimal::position::ScalarOps;
use crate::solve::optimal::search::{PassFilter, Search};
use rand::RngExt;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

// The smallest tables.
static HTM: LazyLock<OptimalTable> = LazyLock::new(|| table(Metric::Htm));
static QTM: LazyLock<OptimalTable> = LazyLock::new(|| table(Metric::Qtm));

fn table(metric: Metric) -> OptimalTable {
    OptimalTable::build(TableSpec::smallest(metric).expect("a table"), 2, &|_| ())
}

fn solve_with(table: &OptimalTable, cube: &Cube3, options: &OptimalOptions) -> OptimalSolution {
    let result = OptimalSolver::new(table).solve(cube, options, &|_| ControlFlow::Continue(()));
    for solution in &result.solutions {
        assert!(cube.apply(solution).expect("turns of faces").is_solved(), "{solution}");
    }
    result
}

fn solve(cube: &Cube3, options: &OptimalOptions) -> OptimalSolution {
    solve_with(&HTM, cube, options)
}

fn length(table: &OptimalTable, cube: &Cube3) -> usize {
    let result = solve_with(table, cube, &OptimalOptions::default());
    let turns = |alg: &Alg| -> Vec<FaceTurn> {
        alg.iter().map(|one| FaceTurn::try_from(one).expect("turns of faces")).collect()
    };
    assert_eq!(result.lower_bound, table.spec().metric().length(&turns(&result.solutions[0])));
    result.lower_bound
}

/// Returns a cube after random turns.
fn scrambled(random: &mut impl rand::Rng, turns: usize) -> Cube3 {
    (0..turns).fold(Cube3::SOLVED, |cube, _| cube.apply_turn(FaceTurn::ALL[random.random_range(0..18)]))
}

/// Returns the distance of every cube within this many turns of the solved one.
fn near(turns: usize) -> HashMap<Cube3, usize> {
    let mut lengths = HashMap::from([(Cube3::SOLVED, 0)]);
    let mut last = vec![Cube3::SOLVED];
    for length in 1..=turns {
        let mut next = Vec::new();
        for cube in last {
            for turn in FaceTurn::ALL {
                let turned = cube.apply_turn(turn);
                if lengths.try_insert_new(turned, length) {
                    next.push(turned);
                }
            }
        }
        last = next;
    }
    lengths
}

trait InsertNew {
    fn try_insert_new(&mut self, cube: Cube3, length: usize) -> bool;
}

impl InsertNew for HashMap<Cube3, usize> {
    fn try_insert_new(&mut self, cube: Cube3, length: usize) -> bool {
        let before = self.len();
        self.entry(cube).or_insert(length);
        self.len() > before
    }
}

/// Returns the length of an optimal solution by a search from both ends without tables, for cubes within nine turns.
fn length_by_plain_search(near: &HashMap<Cube3, usize>, cube: &Cube3) -> Option<usize> {
    let deepest = near.values().max().copied().unwrap_or(0);
    fn down(
        near: &HashMap<Cube3, usize>,
        cube: &Cube3,
        last: Option<FaceTurn>,
        left: usize,
    ) -> Option<usize> {
        if left == 0 {
            return near.get(cube).copied();
        }
        let turns = FaceTurn::ALL.into_iter().filter(|turn| last.is_none_or(|last| turn.may_follow(last)));
        turns.filter_map(|turn| down(near, &cube.apply_turn(turn), Some(turn), left - 1)).min()
    }
    let found = (0..=9 - deepest).find_map(|left| Some(left + down(near, cube, None, left)?));
    near.get(cube).copied().or(found)
}

#[test]
fn every_setup_visits_the_same_nodes() {
    let mut random = generator(5);
    for _ in 0..3 {
        let cube = Cube3::random(&mut random);
        let setups = [
            (0, Backend::best(), 1),
            (1, Backend::best(), 1),
            (16, Backend::best(), 1),
            (16, Backend::Scalar, 1),
            (7, Backend::best(), 2),
            (3, Backend::Scalar, 3),
        ];
        let results = setups.map(|(prefetch_distance, backend, threads)| {
            let solver = OptimalSolver { prefetch_distance, backend, ..OptimalSolver::new(&HTM) };
            let options = OptimalOptions::new().max_length(12).all(true).threads(threads);
            solver.solve(&cube, &options, &|_| ControlFlow::Continue(()))
        });
        let nodes = |result: &OptimalSolution| -> Vec<_> {
            result.depths.iter().map(|depth| (depth.moves, depth.stats.nodes, depth.stats.lookups)).collect()
        };
        // Threads split the work differently, but visit the same nodes.
        for result in &results {
            assert_eq!(nodes(result), nodes(&results[0]));
        }
        assert_eq!(results[0].lower_bound, 13);
    }
}

/// Asserts that the solution does not depend on threads, backend or prefetch distance; returns the number of optimal solutions.
fn assert_one_solution(table: &OptimalTable, cube: &Cube3) -> usize {
    let all = solve_with(table, cube, &OptimalOptions::new().all(true));
    let permits = WorkerPermits::new(3);
    let plain = OptimalSolver::new(table);
    let solvers = [
        (plain, 1),
        (plain, 2),
        (plain, 5),
        (plain.with_worker_permits(&permits), 1),
        (OptimalSolver { prefetch_distance: 0, ..plain }, 1),
        (OptimalSolver { prefetch_distance: 16, backend: Backend::Scalar, ..plain }, 3),
    ];
    let solutions = solvers.map(|(solver, threads)| {
        let options = OptimalOptions::new().threads(threads);
        solver.solve(cube, &options, &|_| ControlFlow::Continue(())).solutions
    });
    assert!(solutions.iter().all(|found| found.len() == 1 && *found == solutions[0]), "{solutions:?}");
    assert!(all.solutions.contains(&solutions[0][0]), "{}", solutions[0][0]);
    all.solutions.len()
}

#[test]
fn the_selected_solution_does_not_depend_on_the_setup() {
    let mut random = generator(11);
    let mut with_several = 0;
    for _ in 0..20 {
        // Half turns can often be made in other orders.
        let mut cube = scrambled(&mut random, 6);
        for _ in 0..7 {
            cube = cube.apply_turn(FaceTurn::ALL[3 * random.random_range(0..6) + 1]);
        }
        with_several += usize::from(assert_one_solution(&HTM, &cube) > 1);
    }
    assert!(with_several >= 5, "{with_several}");
    for symmetric in ["R2 L2 U2 D2", "R2 U2 R2 U2 R2 U2", "F2 B2 U D' R2 L2 U D'"] {
        let cube = Cube3::SOLVED.apply(&symmetric.parse().expect("moves")).expect("turns of faces");
        for table in [&*HTM, &*QTM] {
            assert!(assert_one_solution(table, &cube) > 1, "{symmetric}");
        }
    }
}

/// The time limit for another thread, which may be slow on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(60);

/// Sets a flag when its thread ends.
struct AtEnd(Arc<AtomicBool>);

impl Drop for AtEnd {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

thread_local! {
    static AT_END: RefCell<Option<AtEnd>> = const { RefCell::new(None) };
}

#[test]
fn an_extra_worker_yields_its_permit_and_no_work_is_lost() {
    let cube = Cube3::random(&mut generator(6));
    let options = OptimalOptions::new().max_length(14).all(true);
    let alone = solve(&cube, &options);
    let (permits, leader, start) = (WorkerPermits::new(2), std::thread::current().id(), Instant::now());
    let _own = permits.acquire();
    let (other, new_cube) = (Mutex::new(Some(permits.acquire())), Mutex::new(None));
    let (reports, has_ended) = (Mutex::new(Vec::new()), Arc::new(AtomicBool::new(false)));
    let result = OptimalSolver::new(&HTM).with_worker_permits(&permits).solve(&cube, &options, &|progress| {
        let this = std::thread::current().id();
        if this != leader {
            reports.lock().unwrap().push((this, progress.fraction));
            AT_END.set(Some(AtEnd(Arc::clone(&has_ended))));
            new_cube.lock().unwrap().get_or_insert_with(|| permits.acquire());
        } else if progress.depth == 14 && other.lock().unwrap().take().is_none() {
            // From the second report on a permit is free for an extra worker; this thread waits until it has ended.
            while !has_ended.load(Ordering::Relaxed) && start.elapsed() < TIMEOUT {
                std::thread::yield_now();
            }
        }
        ControlFlow::Continue(())
    });
    let reports = reports.into_inner().unwrap();
    assert!(
        !reports.is_empty() && reports.iter().all(|report| *report == reports[0]),
        "one task and no other: {reports:?}"
    );
    assert_eq!(result.depths, alone.depths);
    assert!(permits.try_acquire().is_none());
    drop(new_cube);
    assert!(permits.try_acquire().is_some());
}

#[test]
fn cubes_solved_concurrently_have_the_same_results_as_alone() {
    let mut random = generator(14);
    let near = (0..24)
        .map(|index| (if index % 2 == 0 { &*HTM } else { &*QTM }, scrambled(&mut random, 11), index % 4 < 2));
    let cubes: Vec<_> = near.collect();
    let far: Vec<_> = (0..6).map(|index| (&*HTM, Cube3::random(&mut random), index % 2 == 0)).collect();
    let (permits, next) = (WorkerPermits::new(3), Mutex::new(cubes.iter().chain(&far)));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let Some(&(table, cube, all)) = next.lock().unwrap().next() else { return };
                    let _permit = permits.acquire();
                    let options = OptimalOptions::new().max_length(13).all(all);
                    let solver = OptimalSolver::new(table).with_worker_permits(&permits);
                    let result = solver.solve(&cube, &options, &|_| ControlFlow::Continue(()));
                    let alone = solve_with(table, &cube, &options);
                    assert_eq!(result.solutions, alone.solutions);
                    assert_eq!(result.lower_bound, alone.lower_bound);
                    if all || alone.solutions.is_empty() {
                        assert_eq!(result.depths, alone.depths);
                    }
                }
            });
        }
    });
}

#[test]
fn every_cube_within_four_turns_is_solved_optimally() {
    let near = near(4);
    let mut counts = [0; 5];
    for (cube, &turns) in &near {
        assert_eq!(length(&HTM, cube), turns);
        counts[turns] += 1;
    }
    assert_eq!(counts, [1, 18, 243, 3240, 43_239]);
}

#[test]
fn every_cube_within_four_quarter_turns_is_solved_optimally() {
    let mut cubes = HashMap::from([(Cube3::SOLVED, 0)]);
    let mut last = vec![Cube3::SOLVED];
    for length in 1..=4 {
        let mut next = Vec::new();
        for cube in last {
            for turn in FaceTurn::ALL.into_iter().filter(|turn| turn.turns() != Turns::Half) {
                let turned = cube.apply_turn(turn);
                if cubes.try_insert_new(turned, length) {
                    next.push(turned);
                }
            }
        }
        last = next;
    }
    let mut counts = [0; 5];
    for (cube, &turns) in &cubes {
        assert_eq!(length(&QTM, cube), turns);
        counts[turns] += 1;
    }
    assert_eq!(counts, [1, 12, 114, 1068, 10_011]);
}

#[test]
fn a_plain_search_without_tables_finds_the_same_lengths() {
    let near = near(4);
    let mut random = generator(6);
    for turns in [5, 6, 7, 7, 8, 8, 8, 9] {
        let cube = scrambled(&mut random, turns);
        let plain = length_by_plain_search(&near, &cube).expect("it is at most nine turns away");
        assert_eq!(length(&HTM, &cube), plain);
    }
}

#[test]
fn all_optimal_solutions_are_those_of_a_plain_search() {
    fn all(cube: &Cube3, left: usize, turns: &mut Vec<FaceTurn>, found: &mut Vec<Vec<FaceTurn>>) {
        if left == 0 {
            if cube.is_solved() {
                found.push(turns.clone());
            }
            return;
        }
        for turn in FaceTurn::ALL {
            if turns.last().is_none_or(|&last| turn.may_follow(last)) {
                turns.push(turn);
                all(&cube.apply_turn(turn), left - 1, turns, found);
                turns.pop();
            }
        }
    }
    // Cubes with many symmetries have many solutions, and opposite faces can be turned in two orders.
    for text in
        ["U2 D2", "R2 L2 U2 D2", "U D R L", "R L F B", "U2 D2 R2 L2 F2", "R U F", "F B U2 D2", "R2 U2 R2 U2"]
    {
        let alg: Alg = text.parse().expect("moves");
        let cube = Cube3::SOLVED.apply(&alg).expect("turns of faces");
        let result = solve(&cube, &OptimalOptions::new().all(true).threads(2));
        let mut expected = Vec::new();
        all(&cube, result.lower_bound, &mut Vec::new(), &mut expected);
        expected.sort_unstable();
        assert!(
            result.lower_bound == 0
                || (0..result.lower_bound).all(|length| {
                    let mut shorter = Vec::new();
                    all(&cube, length, &mut Vec::new(), &mut shorter);
                    shorter.is_empty()
                })
        );
        let expected: Vec<Alg> = expected.into_iter().map(|turns| turns.into_iter().collect()).collect();
        assert_eq!(result.solutions, expected, "{text}");
    }
}

#[test]
fn a_known_solution_is_the_result_if_none_is_shorter() {
    let mut random = generator(7);
    for turns in 1..9 {
        let cube = scrambled(&mut random, turns);
        let plain = solve(&cube, &OptimalOptions::default());
        let known: Vec<FaceTurn> =
            plain.solutions[0].iter().map(|one| FaceTurn::try_from(one).expect("turns of faces")).collect();
        let options = OptimalOptions::new().known(known);
        let result = solve(&cube, &options);
        assert_eq!((result.lower_bound, &result.solutions), (plain.lower_bound, &plain.solutions));
        assert!(result.depths.iter().all(|depth| depth.moves < result.lower_bound));
    }
}

#[test]
fn limits_hold_and_a_cancelled_search_is_marked() {
    let cube = Cube3::random(&mut generator(8));
    let result = solve(&cube, &OptimalOptions::new().max_length(12));
    assert!(result.solutions.is_empty() && !result.was_stopped);
    assert_eq!(result.lower_bound, 13);
    let solver = OptimalSolver::new(&HTM);
    let until = |depth: usize| {
        move |progress: Progress| {
            assert!((0.0..=1.0).contains(&progress.fraction));
            if progress.depth >= depth { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    };
    let result = solver.solve(&cube, &OptimalOptions::default(), &until(13));
    assert!(result.was_stopped && result.solutions.is_empty());
    assert_eq!(result.lower_bound, 13);
}

#[test]
fn a_search_stops_after_the_maximum_number_of_nodes() {
    let cube = Cube3::random(&mut generator(8));
    let nodes = |result: &OptimalSolution| result.depths.iter().map(|depth| depth.stats.nodes).sum::<u64>();
    for max_nodes in [0, 1, 10_000, 1_000_000] {
        let options = OptimalOptions::new().max_nodes(max_nodes);
        let result = solve(&cube, &options);
        assert!(result.was_stopped && result.solutions.is_empty());
        assert!((max_nodes..=max_nodes + 20_000).contains(&nodes(&result)), "{}", nodes(&result));
        let again = solve(&cube, &options);
        assert_eq!((result.lower_bound, result.depths), (again.lower_bound, again.depths));
    }
    let near = scrambled(&mut generator(7), 8);
    let whole = solve(&near, &OptimalOptions::default());
    let options = OptimalOptions::new().max_nodes(nodes(&whole) + 1);
    assert_eq!(solve(&near, &options).solutions, whole.solutions);
}

#[test]
fn a_resumed_search_equals_an_uninterrupted_one() {
    let mut random = generator(11);
    for (table, turns) in [(&*HTM, 14), (&*QTM, 12)] {
        for all in [false, true] {
            // A cube whose bound is not its length.
            let cube = std::iter::repeat_with(|| scrambled(&mut random, turns))
                .find(|cube| table.bound(cube) + 2 <= length(table, cube))
                .expect("the iterator is endless");
            let options = OptimalOptions::new().all(all);
            let whole = solve_with(table, &cube, &options);
            let (mut depths, mut lower_bound, mut parts) = (Vec::new(), 0, 0);
            let solutions = loop {
                // Every depth has too many nodes, and is the last one.
                let part =
                    solve_with(table, &cube, &options.clone().lower_bound(lower_bound).last_depth_nodes(0));
                assert!(part.depths.len() <= 1 && part.was_stopped == part.solutions.is_empty());
                (lower_bound, parts) = (part.lower_bound, parts + 1);
                depths.extend(part.depths);
                if !part.was_stopped {
                    break part.solutions;
                }
            };
            assert_eq!((solutions, lower_bound, depths), (whole.solutions, whole.lower_bound, whole.depths));
            assert!(parts > 1, "{cube:?}");
        }
    }
}

#[test]
fn reaching_the_length_limit_is_not_a_stop() {
    let cube = Cube3::random(&mut generator(8));
    for last_depth_nodes in [0, u64::MAX] {
        let lower_bound = solve(&cube, &OptimalOptions::new().max_length(10)).lower_bound;
        let options = OptimalOptions::new()
            .lower_bound(lower_bound)
            .max_length(lower_bound)
            .last_depth_nodes(last_depth_nodes);
        let result = solve(&cube, &options);
        assert_eq!((result.lower_bound, result.was_stopped), (lower_bound + 1, false));
    }
}

#[test]
fn a_known_solution_shorter_than_the_given_bound_is_the_result() {
    let cube = scrambled(&mut generator(7), 5);
    let known = solve(&cube, &OptimalOptions::default()).solutions.remove(0);
    let turns: Vec<FaceTurn> =
        known.iter().map(|one| FaceTurn::try_from(one).expect("turns of faces")).collect();
    let result = solve(&cube, &OptimalOptions::new().lower_bound(9).known(turns));
    assert_eq!(result.solutions, [known]);
}

#[test]
fn a_solved_cube_needs_no_moves() {
    let more = OptimalOptions::new().lower_bound(5);
    for options in [OptimalOptions::default(), OptimalOptions::new().all(true).max_length(0), more] {
        let result = solve(&Cube3::SOLVED, &options);
        assert_eq!((result.lower_bound, result.solutions), (0, vec![Alg::default()]));
    }
}

/// Returns the superflip: all edges flipped. It takes 20 turns and has all symmetries.
fn superflip() -> Cube3 {
    let moves: Alg = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2".parse().expect("moves");
    Cube3::SOLVED.apply(&moves).expect("turns of faces")
}

/// Returns all solutions of a cube in exactly this many moves that a filter accepts.
fn solutions_with_filter(
    table: &OptimalTable,
    cube: &Cube3,
    moves: u8,
    filter: PassFilter,
) -> Vec<Vec<FaceTurn>> {
    let context = table.context();
    let mut search = Search::new(filter, PREFETCH_DISTANCE);
    let (bound, inverse_bound) = bounds_of(&context, cube);
    search.nodes.push(Node::root(cube, moves, bound, inverse_bound));
    let mut solutions = Vec::new();
    while !search.is_done() {
        search.step(ScalarOps, &context, &mut |node| solutions.push(node.solution()));
    }
    solutions.sort_unstable();
    solutions
}

#[test]
fn two_complementary_filters_accept_every_solution_once() {
    let mut random = generator(12);
    for (table, moves) in [(&*HTM, 8), (&*QTM, 9)] {
        for _ in 0..6 {
            let turns: Vec<FaceTurn> =
                (0..moves).map(|_| FaceTurn::ALL[random.random_range(0..18)]).collect();
            let cube = turns.iter().fold(Cube3::SOLVED, |cube, &turn| cube.apply_turn(turn));
            let metric = table.spec().metric();
            let moves = metric.length(&turns).min(9 + usize::from(metric == Metric::Qtm)) as u8;
            let all = solutions_with_filter(table, &cube, moves, PassFilter::ALL);
            for (left, last) in [(5, 6), (4, 7), (6, 9)] {
                let near = PassFilter { left, priorities: 0..=last };
                let far = PassFilter { left, priorities: last + 1..=u8::MAX };
                let mut both = solutions_with_filter(table, &cube, moves, near);
                both.extend(solutions_with_filter(table, &cube, moves, far));
                both.sort_unstable();
                assert_eq!(both, all, "{left} {last}");
            }
        }
    }
}

#[test]
fn symmetries_do_not_change_lengths_in_quarter_turns() {
    for moves in
        ["R2 L2 U2 D2", "R L F2 B2 U D", "U D R2 L2 U' D'", "R L' F2 R' L", "M2 E2", "R2 U2 R2 U2 R2 U2"]
    {
        let cube = Cube3::SOLVED.apply(&moves.parse::<Alg>().expect("moves")).expect("a cube");
        let all = solve_with(&QTM, &cube, &OptimalOptions::new().all(true));
        assert_eq!(length(&QTM, &cube), all.lower_bound, "{moves}");
    }
}

#[test]
fn the_superflip_takes_at_least_thirteen_turns() {
    let options = OptimalOptions::new().max_length(12).threads(2);
    let result = solve(&superflip(), &options);
    assert_eq!((result.lower_bound, result.solutions.len()), (13, 0));
    // Without its symmetries the same search visits many times as many nodes.
    let shorter = OptimalOptions::new().max_length(11).threads(2);
    let all = solve(&superflip(), &shorter.clone().all(true));
    let one = solve(&superflip(), &shorter);
    let nodes = |result: &OptimalSolution| result.depths.iter().map(|depth| depth.stats.nodes).sum::<u64>();
    assert_eq!(all.lower_bound, one.lower_bound);
    assert!(nodes(&all) > 4 * nodes(&one), "{} and {}", nodes(&all), nodes(&one));
}

/// Lengths in HTM proven by another optimal solver.
const PROVEN: [(usize, &str); 10] = [
    (16, "DRDDURBDFDBBLRUFLRURLLFDLBRUDUUDFBUBFFLBLBDRFRFRLBUUFL"),
    (16, "RRBLURUFDFFDDRBRLUFDRRFBFLUDBFUDUUURBFLLLDBFLLBDUBDBRL"),
    (17, "BBLRUFBFRFDDRRDDULRUUBFBFBRLUFFDLBUULDURLLRLUFDDLBFBRD"),
    (17, "DLFUUDFFUBRRDRUFBDLLRRFLBDDLFRUDDUUBLBUFLBBRDUBFFBRRLL"),
    (17, "FURRULBFFRUDBRUFULRDDDFLLDLDRDBDRFRUUFUFLLUDBBFRBBLBBL"),
    (17, "LBUFUBBFUFDRDRBFBUDULLFRBUDULRDDULLFDRRULDDFLBRBLBRRFF"),
    (17, "LFBUUDRBUFRRDRLBDUULLBFLRLDDULBDFDFFBRBBLDFRFDUUFBURRL"),
    (17, "LRRLURUUBUUBFRBDFBRLLDFURLBDFRUDRURDFDFFLBLBFUBDLBDLDF"),
    (18, "FLBUURFFFDFRBRDULURDLBFURUBFRLLDUBDRLFDLLRDDUDFURBBBBL"),
    (18, "UDLRUUBRRFBUFRUFBDLFULFLBRLDDDDDRFBRBUDBLUUFRBLRFBDFLL"),
];

fn cube(facelets: &str) -> Cube3 {
    let colors = facelets.chars().map(|letter| crate::Color::ALL["URFDLB".find(letter).expect("a face")]);
    let stickers = crate::Stickers::new(crate::Size::THREE, colors.collect()).expect("54 stickers");
    Cube3::try_from(&stickers).expect("a legal cube")
}

#[test]
#[ignore = "builds a table of a gigabyte and searches for minutes; part of `make heavy`"]
fn lengths_match_those_of_another_optimal_solver() {
    let spec = TableSpec::new(Metric::Htm, 5).expect("a table");
    let table = OptimalTable::build(spec, 2, &|_| ());
    for (length, facelets) in PROVEN {
        let options = OptimalOptions::new().threads(2);
        assert_eq!(solve_with(&table, &cube(facelets), &options).lower_bound, length);
    }
}
