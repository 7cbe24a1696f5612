use super::super::solver::OptimalSolver;
use super::super::solver::tests::{HALF_TURNS, scrambled};
use super::*;
use crate::scramble::generator;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

fn go_on(_: Standing) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

fn side_by_side(threads: usize) -> SideBySide {
    SideBySide::new(Arc::clone(&HALF_TURNS), threads)
}

/// Cubes with different amounts of work: some are done at once, some take thousands of times as long.
fn cubes(count: usize) -> Vec<Cube3> {
    let mut random = generator(31);
    (0..count).map(|number| scrambled(&mut random, number % 15)).collect()
}

/// What is brought by so many callers, in the order of the cubes.
fn solved_by(callers: usize, of: &SideBySide, cubes: &[Cube3], wish: &OptimalWish) -> Vec<OptimalOutcome> {
    let next = AtomicUsize::new(0);
    let mut outcomes: Vec<(usize, OptimalOutcome)> = thread::scope(|scope| {
        let work = || {
            let numbers = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
            let mine = numbers.map_while(|number| Some((number, cubes.get(number)?)));
            mine.map(|(number, cube)| (number, of.solve(cube, wish, &go_on))).collect::<Vec<_>>()
        };
        let callers: Vec<_> = (0..callers).map(|_| scope.spawn(work)).collect();
        callers.into_iter().flat_map(|caller| caller.join().expect("no panic")).collect()
    });
    outcomes.sort_unstable_by_key(|(number, _)| *number);
    outcomes.into_iter().map(|(_, outcome)| outcome).collect()
}

#[test]
fn neither_answers_nor_what_is_looked_at_depend_on_who_else_is_there() {
    let cubes = cubes(45);
    for wish in [OptimalWish::default(), OptimalWish { all: true, at_most: 13, ..OptimalWish::default() }] {
        let alone = cubes.iter().map(|cube| OptimalSolver::new(&HALF_TURNS).solve(cube, &wish, &go_on));
        let alone: Vec<_> = alone.map(told).collect();
        let nodes = |depths: &[super::super::Depth]| depths.iter().map(|depth| depth.effort.nodes).max();
        assert!(
            alone.iter().any(|(.., depths)| nodes(depths) > Some(100_000)),
            "some take thousands of steps"
        );
        for (callers, threads) in [(1, 1), (2, 1), (5, 1), (4, 2), (2, 4)] {
            let of = side_by_side(threads);
            let together: Vec<_> = solved_by(callers, &of, &cubes, &wish).into_iter().map(told).collect();
            assert_eq!(together, alone, "{callers} callers on {threads} threads");
            let company = of.company();
            assert_eq!((company.working, company.waiting.len()), (0, 0));
        }
    }
}

fn told(outcome: OptimalOutcome) -> (Vec<crate::Alg>, usize, bool, Vec<super::super::Depth>) {
    let OptimalOutcome { solutions, at_least, was_stopped, depths } = outcome;
    (solutions, at_least, was_stopped, depths)
}

#[test]
fn a_guest_goes_on_while_its_host_waits_for_memory() {
    let of = side_by_side(1);
    let cubes: Vec<Cube3> = (0..2).map(|seed| Cube3::random(&mut generator(seed))).collect();
    let lane = |cube: &Cube3| {
        let wish = OptimalWish { at_least: 14, ..OptimalWish::default() };
        match Lane::new(Course::new(&of.table, cube, &wish, of.way), &of) {
            Ok(lane) => lane,
            Err(outcome) => panic!("nothing to do: {outcome:?}"),
        }
    };
    let (mut host, mut guest) = (lane(&cubes[0]), lane(&cubes[1]));
    // At the end of a round there is less and less to do between asking and reading.
    while !host.hand.is_over() {
        let mut hands = [&mut host.hand, &mut guest.hand];
        of.way.run(Steps { ground: of.table.ground(), hands: &mut hands });
    }
    guest.hand.is_over();
    let begun = lane(&cubes[1]).hand.round().effort().nodes;
    assert!(host.hand.round().effort().nodes > begun);
    assert!(guest.hand.round().effort().nodes > begun);
}

#[test]
fn who_wants_no_answer_any_longer_gets_what_is_known_and_holds_nobody_up() {
    let far: Vec<Cube3> = (0..3).map(|seed| Cube3::random(&mut generator(seed))).collect();
    let of = side_by_side(1);
    // One works, one is its guest, one waits; each has enough at its time.
    thread::scope(|scope| {
        let callers: Vec<_> = (0..3)
            .map(|number| {
                let (of, cube) = (&of, &far[number]);
                scope.spawn(move || {
                    let asked = AtomicUsize::new(0);
                    of.solve(cube, &OptimalWish::default(), &|standing| {
                        assert!((0.0..=1.0).contains(&standing.part));
                        let is_over = asked.fetch_add(1, Ordering::Relaxed) > 10 * number;
                        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                    })
                })
            })
            .collect();
        for caller in callers {
            let outcome = caller.join().expect("no panic");
            assert!(outcome.was_stopped && outcome.solutions.is_empty());
            assert!((1..=20).contains(&outcome.at_least));
        }
    });
    assert_eq!(of.company().working, 0);
}

#[test]
fn others_get_their_answers_where_somebody_fails() {
    let of = side_by_side(1);
    let cubes = cubes(40);
    let far = Cube3::random(&mut generator(3));
    thread::scope(|scope| {
        for failing in [1, 4] {
            let (of, far) = (&of, &far);
            scope.spawn(move || {
                let asked = AtomicUsize::new(0);
                let failed = catch_unwind(AssertUnwindSafe(|| {
                    of.solve(far, &OptimalWish::default(), &|_| {
                        assert!(asked.fetch_add(1, Ordering::Relaxed) < failing, "on purpose");
                        ControlFlow::Continue(())
                    })
                }));
                assert!(failed.is_err());
            });
        }
        let outcomes = solved_by(3, &of, &cubes, &OptimalWish::default());
        assert!(outcomes.iter().all(|outcome| outcome.solutions.len() == 1));
    });
    assert_eq!(of.company().working, 0);
}
