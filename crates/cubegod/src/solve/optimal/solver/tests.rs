//! Shortest solutions, whichever way they are searched.

use super::*;
use crate::moves::Alg;
use crate::scramble::generator;
use crate::solve::optimal::node::Node;
use crate::solve::optimal::position::Portable;
use crate::solve::optimal::search::{Gate, Search};
use rand::RngExt;
use std::cell::RefCell;
use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{LazyLock, Mutex};
use std::time::{Duration, Instant};

/// The smallest tables there are.
static HALF_TURNS: LazyLock<OptimalTable> = LazyLock::new(|| table(Count::HalfTurns));
static QUARTER_TURNS: LazyLock<OptimalTable> = LazyLock::new(|| table(Count::QuarterTurns));

fn table(count: Count) -> OptimalTable {
    OptimalTable::build(Card::smallest(count), 2, &|_| ())
}

fn solve_with(table: &OptimalTable, cube: &Cube3, wish: &OptimalOptions) -> OptimalSolution {
    let outcome = OptimalSolver::new(table).solve(cube, wish, &|_| ControlFlow::Continue(()));
    for solution in &outcome.solutions {
        assert!(cube.apply(solution).expect("turns of faces").is_solved(), "{solution}");
    }
    outcome
}

fn solve(cube: &Cube3, wish: &OptimalOptions) -> OptimalSolution {
    solve_with(&HALF_TURNS, cube, wish)
}

fn length(table: &OptimalTable, cube: &Cube3) -> usize {
    let outcome = solve_with(table, cube, &OptimalOptions::default());
    let turns = |alg: &Alg| -> Vec<FaceTurn> {
        alg.iter().map(|one| FaceTurn::try_from(one).expect("turns of faces")).collect()
    };
    assert_eq!(outcome.at_least, table.card().count.length(&turns(&outcome.solutions[0])));
    outcome.at_least
}

/// A cube after so many random turns.
fn scrambled(random: &mut impl rand::Rng, turns: usize) -> Cube3 {
    (0..turns).fold(Cube3::SOLVED, |cube, _| cube.apply_turn(FaceTurn::ALL[random.random_range(0..18)]))
}

/// The length of the shortest way to every cube that is at most so many turns from solved.
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

/// The length of a shortest solution, from both ends, without any table; for cubes at most nine turns from solved.
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
fn every_way_of_searching_looks_at_the_same_positions() {
    let mut random = generator(5);
    for _ in 0..3 {
        let cube = Cube3::random(&mut random);
        let ways = [
            (0, Way::best(), 1),
            (1, Way::best(), 1),
            (16, Way::best(), 1),
            (16, Way::Portable, 1),
            (7, Way::best(), 2),
            (3, Way::Portable, 3),
        ];
        let efforts = ways.map(|(wait, way, threads)| {
            let solver = OptimalSolver { wait, way, ..OptimalSolver::new(&HALF_TURNS) };
            let wish = OptimalOptions { at_most: 12, all: true, threads, ..OptimalOptions::default() };
            solver.solve(&cube, &wish, &|_| ControlFlow::Continue(()))
        });
        let nodes = |outcome: &OptimalSolution| -> Vec<_> {
            outcome.depths.iter().map(|depth| (depth.moves, depth.effort.nodes, depth.effort.looks)).collect()
        };
        // Threads may share the work in another way, which is the same work.
        for outcome in &efforts {
            assert_eq!(nodes(outcome), nodes(&efforts[0]));
        }
        assert_eq!(efforts[0].at_least, 13);
    }
}

/// That it is the same one, on any number of threads and however long nodes wait; how many there are.
fn assert_one_solution(table: &OptimalTable, cube: &Cube3) -> usize {
    let all = solve_with(table, cube, &OptimalOptions { all: true, ..OptimalOptions::default() });
    let seats = WorkerPermits::new(3);
    let plain = OptimalSolver::new(table);
    let solvers = [
        (plain, 1),
        (plain, 2),
        (plain, 5),
        (plain.with_worker_permits(&seats), 1),
        (OptimalSolver { wait: 0, ..plain }, 1),
        (OptimalSolver { wait: 16, way: Way::Portable, ..plain }, 3),
    ];
    let solutions = solvers.map(|(solver, threads)| {
        let wish = OptimalOptions { threads, ..OptimalOptions::default() };
        solver.solve(cube, &wish, &|_| ControlFlow::Continue(())).solutions
    });
    assert!(solutions.iter().all(|found| found.len() == 1 && *found == solutions[0]), "{solutions:?}");
    assert!(all.solutions.contains(&solutions[0][0]), "{}", solutions[0][0]);
    all.solutions.len()
}

#[test]
fn one_solution_of_several_is_the_same_however_it_is_searched() {
    let mut random = generator(11);
    let mut with_several = 0;
    for _ in 0..20 {
        // Half turns can often be taken in other orders.
        let mut cube = scrambled(&mut random, 6);
        for _ in 0..7 {
            cube = cube.apply_turn(FaceTurn::ALL[3 * random.random_range(0..6) + 1]);
        }
        with_several += usize::from(assert_one_solution(&HALF_TURNS, &cube) > 1);
    }
    assert!(with_several >= 5, "{with_several}");
    for symmetric in ["R2 L2 U2 D2", "R2 U2 R2 U2 R2 U2", "F2 B2 U D' R2 L2 U D'"] {
        let cube = Cube3::SOLVED.apply(&symmetric.parse().expect("moves")).expect("turns of faces");
        for table in [&*HALF_TURNS, &*QUARTER_TURNS] {
            assert!(assert_one_solution(table, &cube) > 1, "{symmetric}");
        }
    }
}

/// How long something is waited for that another thread does; on a busy machine, little says how long it takes.
const PATIENCE: Duration = Duration::from_secs(60);

/// Told when the thread ends that has it.
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
fn who_helps_goes_when_the_seat_is_needed_and_leaves_nothing_undone() {
    let cube = Cube3::random(&mut generator(6));
    let wish = OptimalOptions { at_most: 14, all: true, ..OptimalOptions::default() };
    let alone = solve(&cube, &wish);
    let (seats, leader, start) = (WorkerPermits::new(2), std::thread::current().id(), Instant::now());
    let _mine = seats.sit();
    let (other, newcomer) = (Mutex::new(Some(seats.sit())), Mutex::new(None));
    let (helps, has_gone) = (Mutex::new(Vec::new()), Arc::new(AtomicBool::new(false)));
    let outcome =
        OptimalSolver::new(&HALF_TURNS).with_worker_permits(&seats).solve(&cube, &wish, &|standing| {
            let me = std::thread::current().id();
            if me != leader {
                helps.lock().unwrap().push((me, standing.part));
                AT_END.set(Some(AtEnd(Arc::clone(&has_gone))));
                newcomer.lock().unwrap().get_or_insert_with(|| seats.sit());
            } else if standing.depth == 14 && other.lock().unwrap().take().is_none() {
                // From the second time on there is room for one who helps, and nothing else goes on until they have gone.
                while !has_gone.load(Ordering::Relaxed) && start.elapsed() < PATIENCE {
                    std::thread::yield_now();
                }
            }
            ControlFlow::Continue(())
        });
    let helps = helps.into_inner().unwrap();
    assert!(!helps.is_empty() && helps.iter().all(|help| *help == helps[0]), "no share more: {helps:?}");
    assert_eq!(outcome.depths, alone.depths);
    assert!(seats.try_acquire().is_none());
    drop(newcomer);
    assert!(seats.try_acquire().is_some());
}

#[test]
fn cubes_that_are_solved_at_once_on_several_threads_are_solved_as_alone() {
    let mut random = generator(14);
    let near = (0..24).map(|index| {
        (
            if index % 2 == 0 { &*HALF_TURNS } else { &*QUARTER_TURNS },
            scrambled(&mut random, 11),
            index % 4 < 2,
        )
    });
    let cubes: Vec<_> = near.collect();
    let far: Vec<_> =
        (0..6).map(|index| (&*HALF_TURNS, Cube3::random(&mut random), index % 2 == 0)).collect();
    let (seats, next) = (WorkerPermits::new(3), Mutex::new(cubes.iter().chain(&far)));
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                loop {
                    let Some(&(table, cube, all)) = next.lock().unwrap().next() else { return };
                    let _seat = seats.sit();
                    let wish = OptimalOptions { at_most: 13, all, ..OptimalOptions::default() };
                    let solver = OptimalSolver::new(table).with_worker_permits(&seats);
                    let outcome = solver.solve(&cube, &wish, &|_| ControlFlow::Continue(()));
                    let alone = solve_with(table, &cube, &wish);
                    assert_eq!(outcome.solutions, alone.solutions);
                    assert_eq!(outcome.at_least, alone.at_least);
                    if all || alone.solutions.is_empty() {
                        assert_eq!(outcome.depths, alone.depths);
                    }
                }
            });
        }
    });
}

#[test]
fn every_cube_within_four_turns_is_solved_in_the_fewest() {
    let near = near(4);
    let mut counts = [0; 5];
    for (cube, &turns) in &near {
        assert_eq!(length(&HALF_TURNS, cube), turns);
        counts[turns] += 1;
    }
    assert_eq!(counts, [1, 18, 243, 3240, 43_239]);
}

#[test]
fn every_cube_within_four_quarter_turns_is_solved_in_the_fewest() {
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
        assert_eq!(length(&QUARTER_TURNS, cube), turns);
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
        assert_eq!(length(&HALF_TURNS, &cube), plain);
    }
}

#[test]
fn all_shortest_solutions_are_those_of_a_plain_search() {
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
    // Cubes with many symmetries have many solutions, and opposite faces two orders.
    for text in
        ["U2 D2", "R2 L2 U2 D2", "U D R L", "R L F B", "U2 D2 R2 L2 F2", "R U F", "F B U2 D2", "R2 U2 R2 U2"]
    {
        let alg: Alg = text.parse().expect("moves");
        let cube = Cube3::SOLVED.apply(&alg).expect("turns of faces");
        let outcome = solve(&cube, &OptimalOptions { all: true, threads: 2, ..OptimalOptions::default() });
        let mut expected = Vec::new();
        all(&cube, outcome.at_least, &mut Vec::new(), &mut expected);
        expected.sort_unstable();
        assert!(
            outcome.at_least == 0
                || (0..outcome.at_least).all(|length| {
                    let mut shorter = Vec::new();
                    all(&cube, length, &mut Vec::new(), &mut shorter);
                    shorter.is_empty()
                })
        );
        let expected: Vec<Alg> = expected.into_iter().map(|turns| turns.into_iter().collect()).collect();
        assert_eq!(outcome.solutions, expected, "{text}");
    }
}

#[test]
fn a_known_solution_is_taken_where_nothing_is_shorter() {
    let mut random = generator(7);
    for turns in 1..9 {
        let cube = scrambled(&mut random, turns);
        let plain = solve(&cube, &OptimalOptions::default());
        let known: Vec<FaceTurn> =
            plain.solutions[0].iter().map(|one| FaceTurn::try_from(one).expect("turns of faces")).collect();
        let wish = OptimalOptions { known: Some(known), ..OptimalOptions::default() };
        let outcome = solve(&cube, &wish);
        assert_eq!((outcome.at_least, &outcome.solutions), (plain.at_least, &plain.solutions));
        assert!(outcome.depths.iter().all(|depth| depth.moves < outcome.at_least));
    }
}

#[test]
fn limits_are_kept_and_stops_are_told() {
    let cube = Cube3::random(&mut generator(8));
    let outcome = solve(&cube, &OptimalOptions { at_most: 12, ..OptimalOptions::default() });
    assert!(outcome.solutions.is_empty() && !outcome.was_stopped);
    assert_eq!(outcome.at_least, 13);
    let solver = OptimalSolver::new(&HALF_TURNS);
    let until = |depth: usize| {
        move |standing: Standing| {
            assert!((0.0..=1.0).contains(&standing.part));
            if standing.depth >= depth { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    };
    let outcome = solver.solve(&cube, &OptimalOptions::default(), &until(13));
    assert!(outcome.was_stopped && outcome.solutions.is_empty());
    assert_eq!(outcome.at_least, 13);
}

#[test]
fn a_search_in_parts_is_the_search_in_one() {
    let mut random = generator(11);
    for (table, turns) in [(&*HALF_TURNS, 14), (&*QUARTER_TURNS, 12)] {
        for all in [false, true] {
            // One whose bound does not say everything.
            let cube = std::iter::repeat_with(|| scrambled(&mut random, turns))
                .find(|cube| table.bound(cube) + 2 <= length(table, cube))
                .expect("there is no end of them");
            let wish = OptimalOptions { all, ..OptimalOptions::default() };
            let whole = solve_with(table, &cube, &wish);
            let (mut depths, mut at_least, mut parts) = (Vec::new(), 0, 0);
            let solutions = loop {
                // Every depth is one too many.
                let part =
                    solve_with(table, &cube, &OptimalOptions { at_least, no_depth_after: 0, ..wish.clone() });
                assert!(part.depths.len() <= 1 && part.was_stopped == part.solutions.is_empty());
                (at_least, parts) = (part.at_least, parts + 1);
                depths.extend(part.depths);
                if !part.was_stopped {
                    break part.solutions;
                }
            };
            assert_eq!((solutions, at_least, depths), (whole.solutions, whole.at_least, whole.depths));
            assert!(parts > 1, "{cube:?}");
        }
    }
}

#[test]
fn a_search_that_may_go_no_further_is_not_one_that_was_stopped() {
    let cube = Cube3::random(&mut generator(8));
    for no_depth_after in [0, u64::MAX] {
        let at_least = solve(&cube, &OptimalOptions { at_most: 10, ..OptimalOptions::default() }).at_least;
        let wish =
            OptimalOptions { at_least, at_most: at_least, no_depth_after, ..OptimalOptions::default() };
        let outcome = solve(&cube, &wish);
        assert_eq!((outcome.at_least, outcome.was_stopped), (at_least + 1, false));
    }
}

#[test]
fn a_known_solution_is_the_end_even_if_it_should_not_be_there() {
    let cube = scrambled(&mut generator(7), 5);
    let known = solve(&cube, &OptimalOptions::default()).solutions.remove(0);
    let turns = known.iter().map(|one| FaceTurn::try_from(one).expect("turns of faces")).collect();
    let outcome =
        solve(&cube, &OptimalOptions { at_least: 9, known: Some(turns), ..OptimalOptions::default() });
    assert_eq!(outcome.solutions, [known]);
}

#[test]
fn a_solved_cube_needs_nothing() {
    let more = OptimalOptions { at_least: 5, ..OptimalOptions::default() };
    for wish in [
        OptimalOptions::default(),
        OptimalOptions { all: true, at_most: 0, ..OptimalOptions::default() },
        more,
    ] {
        let outcome = solve(&Cube3::SOLVED, &wish);
        assert_eq!((outcome.at_least, outcome.solutions), (0, vec![Alg::default()]));
    }
}

/// All edges are flipped and nothing else; it takes 20 turns, and each symmetry leaves it as it is.
fn superflip() -> Cube3 {
    let moves: Alg = "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2".parse().expect("moves");
    Cube3::SOLVED.apply(&moves).expect("turns of faces")
}

/// All solutions of a cube in exactly so many moves that a gate lets through.
fn solutions_through(table: &OptimalTable, cube: &Cube3, moves: u8, gate: Gate) -> Vec<Vec<FaceTurn>> {
    let ground = table.ground();
    let mut search = Search::new(gate, WAIT);
    let (bound, inverse_bound) = bounds_of(&ground, cube);
    search.nodes.push(Node::root(cube, moves, bound, inverse_bound));
    let mut solutions = Vec::new();
    while !search.is_done() {
        search.step(Portable, &ground, &mut |node| solutions.push(node.solution()));
    }
    solutions.sort_unstable();
    solutions
}

#[test]
fn two_gates_let_every_solution_through_once() {
    let mut random = generator(12);
    for (table, moves) in [(&*HALF_TURNS, 8), (&*QUARTER_TURNS, 9)] {
        for _ in 0..6 {
            let turns: Vec<FaceTurn> =
                (0..moves).map(|_| FaceTurn::ALL[random.random_range(0..18)]).collect();
            let cube = turns.iter().fold(Cube3::SOLVED, |cube, &turn| cube.apply_turn(turn));
            let moves = table
                .card()
                .count
                .length(&turns)
                .min(9 + usize::from(table.card().count == Count::QuarterTurns))
                as u8;
            let all = solutions_through(table, &cube, moves, Gate::OPEN);
            for (left, much) in [(5, 6), (4, 7), (6, 9)] {
                let near = Gate { left, promises: 0..=much };
                let far = Gate { left, promises: much + 1..=u8::MAX };
                let mut both = solutions_through(table, &cube, moves, near);
                both.extend(solutions_through(table, &cube, moves, far));
                both.sort_unstable();
                assert_eq!(both, all, "{left} {much}");
            }
        }
    }
}

#[test]
fn symmetric_cubes_are_as_far_in_quarter_turns_as_without_their_symmetries() {
    for moves in
        ["R2 L2 U2 D2", "R L F2 B2 U D", "U D R2 L2 U' D'", "R L' F2 R' L", "M2 E2", "R2 U2 R2 U2 R2 U2"]
    {
        let cube = Cube3::SOLVED.apply(&moves.parse::<Alg>().expect("moves")).expect("a cube");
        let all =
            solve_with(&QUARTER_TURNS, &cube, &OptimalOptions { all: true, ..OptimalOptions::default() });
        assert_eq!(length(&QUARTER_TURNS, &cube), all.at_least, "{moves}");
    }
}

#[test]
fn the_superflip_takes_at_least_thirteen_turns() {
    let wish = OptimalOptions { at_most: 12, threads: 2, ..OptimalOptions::default() };
    let outcome = solve(&superflip(), &wish);
    assert_eq!((outcome.at_least, outcome.solutions.len()), (13, 0));
    // Without its symmetries the same is found with many times the work.
    let shorter = OptimalOptions { at_most: 11, threads: 2, ..OptimalOptions::default() };
    let all = solve(&superflip(), &OptimalOptions { all: true, ..shorter.clone() });
    let one = solve(&superflip(), &shorter);
    let nodes =
        |outcome: &OptimalSolution| outcome.depths.iter().map(|depth| depth.effort.nodes).sum::<u64>();
    assert_eq!(all.at_least, one.at_least);
    assert!(nodes(&all) > 4 * nodes(&one), "{} and {}", nodes(&all), nodes(&one));
}

/// Lengths that another optimal solver has proven, in half turns.
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
    Cube3::try_from(&stickers).expect("a real cube")
}

#[test]
#[ignore = "makes a table of a gigabyte and searches for minutes; part of `make heavy`"]
fn lengths_are_those_that_others_have_proven() {
    let card = Card::new(Count::HalfTurns, 5).expect("a table");
    let table = OptimalTable::build(card, 2, &|_| ());
    for (length, facelets) in PROVEN {
        let wish = OptimalOptions { threads: 2, ..OptimalOptions::default() };
        assert_eq!(solve_with(&table, &cube(facelets), &wish).at_least, length);
    }
}
