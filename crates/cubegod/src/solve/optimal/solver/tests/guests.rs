//! Nodes of other cubes that a thread has room for change nothing about any of them.

use super::*;
use crate::solve::optimal::round::Harvest;

/// What comes of a cube that is searched where another one leaves room, and then to its end, all on this thread; how many of its rounds
/// were begun in that way.
fn solve_beside(cube: &Cube3, guest: &Cube3, wish: &OptimalOptions) -> (OptimalSolution, usize) {
    let seats = WorkerPermits::new(0);
    let plain = OptimalSolver::new(&HALF_TURNS);
    let mut course = Course::new(&HALF_TURNS, guest, wish, plain.way);
    let (alone, mut rounds) = (solve(cube, wish), 0);
    while let Some(round) = course.next(&HALF_TURNS) {
        let shown = seats.show(&round);
        let before = round.effort().nodes;
        let outcome = plain.with_worker_permits(&seats).solve(cube, wish, &|_| ControlFlow::Continue(()));
        assert_eq!(outcome.depths, alone.depths);
        rounds += usize::from(round.effort().nodes > before);
        drop(shown);
        Hand::new(None, WAIT).work_on(&round, plain.table.ground(), plain.way, &|_| Word::GoOn);
        course.take(round.harvest());
    }
    (course.outcome(), rounds)
}

#[test]
fn nodes_of_two_cubes_are_under_way_at_once_and_nothing_is_left_out_or_done_twice() {
    let mut random = generator(13);
    let cube = Cube3::random(&mut random);
    let others = (0..8).map(|_| scrambled(&mut random, 18)).collect::<Vec<_>>();
    for all in [true, false] {
        let wish = OptimalOptions { at_most: 14, all, ..OptimalOptions::default() };
        let (mut rounds, mut solutions) = (0, 0);
        for other in &others {
            let (guest, rounds_here) = solve_beside(&cube, other, &wish);
            let alone = solve(other, &wish);
            // Where one is enough, it is the same one, whoever finds it; but what was looked at until then is not.
            assert_eq!(guest.solutions, alone.solutions);
            if all || alone.solutions.is_empty() {
                assert_eq!(guest.depths, alone.depths);
            }
            rounds += rounds_here;
            solutions += guest.solutions.len();
        }
        assert!(rounds > 3 && solutions > 3, "{rounds}, {solutions}");
    }
}

/// All of a depth of a cube in one share.
fn round(cube: &Cube3, moves: u8) -> Arc<Round> {
    let (bound, inverse_bound) = bounds_of(&HALF_TURNS.ground(), cube);
    let shares = Arc::new([Node::root(cube, moves, bound, inverse_bound)]);
    Arc::new(Round::new(HALF_TURNS.address(), Gate::OPEN, shares, true, (0.0, 1.0), Harvest::default()))
}

/// One who has ended a round of a cube, and has guests of this round from its last nodes.
fn hand_with_guests<'a>(seats: &'a WorkerPermits, cube: &Cube3, guest: &Arc<Round>) -> Hand<'a> {
    let mut hand = Hand::new(Some(seats), WAIT);
    let _shown = seats.show(guest);
    work(&mut hand, &round(cube, 12), Word::GoOn);
    assert_eq!(guest.helpers(), 1, "the last nodes left room");
    hand
}

/// Works on a round until it is over, or as long as it is told.
fn work(hand: &mut Hand<'_>, round: &Arc<Round>, word: Word) {
    hand.work_on(round, HALF_TURNS.ground(), Way::best(), &|_| word);
}

/// Two cubes.
fn pair(seed: u64) -> [Cube3; 2] {
    let mut random = generator(seed);
    [Cube3::random(&mut random), Cube3::random(&mut random)]
}

#[test]
fn guests_stay_from_one_round_to_the_next_and_no_longer() {
    let ([cube, other], seats) = (pair(15), WorkerPermits::new(0));
    let guest = round(&other, 13);
    let mut hand = hand_with_guests(&seats, &cube, &guest);
    // So few that nobody is asked meanwhile, which would be a reason to give them back as well.
    hand.work_on(&round(&cube, 11), HALF_TURNS.ground(), Way::best(), &|_| panic!("more than expected"));
    assert_eq!(guest.helpers(), 0, "whoever has enough to do does not keep guests");
    assert!(guest.effort().nodes > 0 && guest.has_work(), "it was begun, and not ended");
}

#[test]
fn a_round_is_not_over_while_others_have_nodes_of_it() {
    let ([cube, other], seats) = (pair(17), WorkerPermits::new(0));
    let (alone, guest) = (round(&other, 13), round(&other, 13));
    work(&mut Hand::new(None, WAIT), &alone, Word::GoOn);
    let hand = RefCell::new(Some(hand_with_guests(&seats, &cube, &guest)));
    let last = Cell::new(Effort::default());
    Hand::new(None, WAIT).work_on(&guest, HALF_TURNS.ground(), Way::best(), &|round| {
        // Once nothing else is left, the others give back what they have.
        if last.replace(round.effort()) == round.effort() {
            hand.take();
        }
        Word::GoOn
    });
    assert!(hand.take().is_none());
    assert_eq!(guest.effort(), alone.effort());
}

#[test]
fn nobody_has_to_wait_for_guests_of_a_round_that_was_stopped() {
    let ([cube, other], seats) = (pair(16), WorkerPermits::new(0));
    let (guest, alone, beside) = (round(&other, 13), round(&cube, 12), round(&cube, 12));
    work(&mut Hand::new(None, WAIT), &alone, Word::GoOn);
    let mut hand = hand_with_guests(&seats, &cube, &guest);
    work(&mut Hand::new(None, WAIT), &guest, Word::Stop);
    assert!(guest.harvest().was_stopped && !guest.has_work());
    // Those who have some of it leave it alone, and are done with their own as ever.
    work(&mut hand, &beside, Word::GoOn);
    assert_eq!(beside.effort(), alone.effort());
}

#[test]
fn cubes_that_are_solved_at_once_on_several_threads_are_solved_as_alone() {
    let mut random = generator(14);
    // Tables of two kinds, which may not be mixed up.
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
