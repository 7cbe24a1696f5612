use super::*;
use crate::cancellation::cancelled_at;
use crate::cube::Cube2;
use crate::geometry::Size;
use crate::moves::Alg;
use crate::scramble::generator;
use std::sync::{LazyLock, Mutex, PoisonError};

static SOLVER: LazyLock<Solver> = LazyLock::new(Solver::new);

fn read_alg(text: &str) -> Alg {
    text.parse().unwrap()
}

fn made_by(size: Size, text: &str) -> Cube {
    Cube::solved(size).unwrap().apply(&read_alg(text)).unwrap()
}

#[test]
fn a_solver_can_be_shared_by_threads() {
    fn is_shared<T: Send + Sync>() {}
    is_shared::<Solver>();
    is_shared::<SolveOptions>();
    is_shared::<Solution>();
}

#[test]
fn solutions_of_every_size_are_reproducible() {
    let mut random = generator(1);
    for size in [Size::TWO, Size::THREE] {
        for _ in 0..20 {
            let cube = Cube::random(size, &mut random).unwrap();
            let solution = SOLVER.solve(&cube).unwrap();
            assert!(cube.apply(solution.alg()).unwrap().is_solved());
            assert!(solution.len() <= 20 && solution.len() == solution.alg().len());
            assert_eq!(solution.is_optimal(), size == Size::TWO);
            assert_eq!(Solver::solve(&SOLVER, &cube), Ok(solution));
        }
    }
}

#[test]
fn a_solved_cube_needs_no_moves_in_any_orientation() {
    for size in [Size::TWO, Size::THREE] {
        let solution = SOLVER.solve(&made_by(size, "x y")).unwrap();
        assert!(solution.alg().is_empty() && solution.is_optimal());
    }
}

#[test]
fn a_3x3_is_solved_in_its_orientation() {
    let cube = Cube::random(Size::THREE, &mut generator(2)).unwrap().apply(&read_alg("x2 y")).unwrap();
    let solution = SOLVER.solve(&cube).unwrap();
    assert!(cube.apply(solution.alg()).unwrap().is_solved());
    let exact = SolveOptions::new().exact(true);
    assert_eq!(
        SOLVER.solve_with(&cube, &exact),
        Err(SolveError::Unsolvable { faces: crate::moves::FaceSet::ALL, exact: true })
    );
}

#[test]
fn an_exact_solution_ends_in_one_orientation() {
    let cube = made_by(Size::TWO, "R U F x");
    let options = SolveOptions::new().exact(true);
    let end = cube.apply(SOLVER.solve_with(&cube, &options).unwrap().alg()).unwrap();
    assert_eq!(end, Cube::from(Cube2::SOLVED));
    let target = made_by(Size::TWO, "y");
    let options = options.target(target);
    assert_eq!(cube.apply(SOLVER.solve_with(&cube, &options).unwrap().alg()), Ok(target));
}

#[test]
fn a_target_is_reached_instead_of_the_solved_cube() {
    for size in [Size::TWO, Size::THREE] {
        let (cube, target) = (made_by(size, "R U F' D2"), made_by(size, "L B2"));
        let options = SolveOptions::new().target(target).exact(true);
        let solution = SOLVER.solve_with(&cube, &options).unwrap();
        assert_eq!(cube.apply(solution.alg()), Ok(target));
    }
    let options = SolveOptions::new().target(made_by(Size::TWO, "R"));
    assert_eq!(
        SOLVER.solve_with(&made_by(Size::THREE, "R"), &options),
        Err(SolveError::OtherSize { cube: Size::THREE, target: Size::TWO })
    );
}

#[test]
fn only_allowed_faces_are_turned() {
    let faces = "RU".parse().unwrap();
    let options = SolveOptions::new().faces(faces);
    for size in [Size::TWO, Size::THREE] {
        let solution = SOLVER.solve_with(&made_by(size, "R U R' U R U2 R'"), &options).unwrap();
        assert!(solution.alg().iter().all(|one| faces.contains(one.seen_from())));
    }
    // Two turns of other faces move a corner that R and U cannot reach.
    let far = made_by(Size::TWO, "L D");
    let unsolvable = SolveError::Unsolvable { faces, exact: true };
    assert_eq!(SOLVER.solve_with(&far, &options.clone().exact(true)), Err(unsolvable));
    let far = made_by(Size::THREE, "L D");
    assert_eq!(SOLVER.solve_with(&far, &options.max_nodes(1000)), Err(SolveError::NothingFound { faces }));
}

#[test]
fn lengths_are_measured_in_the_metric() {
    for size in [Size::TWO, Size::THREE] {
        let options = SolveOptions::new().metric(Metric::Qtm);
        let solution = SOLVER.solve_with(&made_by(size, "R2"), &options).unwrap();
        assert_eq!((solution.len(), solution.metric()), (2, Metric::Qtm));
    }
}

#[test]
fn exceeding_the_maximum_length_is_an_error_with_the_best_solution() {
    let options = SolveOptions::new().max_length(2);
    let two = SOLVER.solve_with(&made_by(Size::TWO, "R U F"), &options).unwrap_err();
    assert_eq!(two.to_string(), "no solution within 2 moves (proven)");
    let SolveError::TooLong { best: Some(best), .. } = two else { panic!("{two}") };
    assert_eq!(best, read_alg("F' U' R'"));
    let none = SOLVER.solve_with(&made_by(Size::THREE, "R"), &SolveOptions::new().max_length(0));
    assert_eq!(none, Err(SolveError::TooLong { max_length: 0, is_proven: true, best: None }));
    let far = Cube::random(Size::THREE, &mut generator(3)).unwrap();
    let three = SOLVER.solve_with(&far, &options.max_length(10).max_nodes(10_000)).unwrap_err();
    assert_eq!(three.to_string(), "no solution within 10 moves was found");
    let SolveError::TooLong { best: Some(best), is_proven: false, .. } = three else { panic!("{three}") };
    assert!(far.apply(&best).unwrap().is_solved());
}

#[test]
fn more_nodes_never_give_longer_solutions() {
    let cube = Cube::random(Size::THREE, &mut generator(4)).unwrap();
    let lengths = [1, 10_000, 1_000_000]
        .map(|nodes| SOLVER.solve_with(&cube, &SolveOptions::new().max_nodes(nodes)).unwrap().len());
    assert!(lengths.is_sorted_by(|few, more| few >= more) && lengths[0] > lengths[2], "{lengths:?}");
}

#[test]
fn the_node_limit_of_the_optimal_search_includes_its_fast_search() {
    let cube = Cube::random(Size::THREE, &mut generator(4)).unwrap();
    let few = SolveOptions::new().max_nodes(1);
    let fast = SOLVER.solve_with(&cube, &few).unwrap();
    let optimal = SOLVER.solve_with(&cube, &few.max_nodes(2).search(Search::Optimal)).unwrap();
    assert_eq!((optimal.alg(), optimal.is_optimal()), (fast.alg(), false));
}

#[test]
fn several_solutions_are_different_and_all_of_them_solve() {
    let mut random = generator(9);
    for size in [Size::TWO, Size::THREE] {
        // Far cubes have several optimal solutions.
        let is_far = |cube: &Cube| SOLVER.solve(cube).unwrap().len() >= 10;
        let cube = std::iter::repeat_with(|| Cube::random(size, &mut random).unwrap()).find(is_far).unwrap();
        let solution = SOLVER.solve_with(&cube, &SolveOptions::new().solutions(3)).unwrap();
        assert_eq!(solution.others().len(), 2, "{size}");
        assert!(solution.others().iter().all(|other| cube.apply(other).unwrap().is_solved()));
        assert!(solution.others().iter().all(|other| other != solution.alg()));
    }
}

#[test]
fn a_cancelled_search_returns_its_best_solution() {
    let cube = Cube::random(Size::THREE, &mut generator(5)).unwrap();
    let cancelled = Cancellation::new();
    cancelled.cancel();
    let options = SolveOptions::new().cancellation(cancelled);
    assert_eq!(SOLVER.solve_with(&cube, &options), Err(SolveError::Cancelled));
    assert_eq!(SOLVER.solve_many(&[cube; 3], &options), vec![Err(SolveError::Cancelled); 3]);
    let token = Cancellation::new();
    let options = SolveOptions::new().cancellation(token.clone()).max_nodes(u64::MAX);
    let options = options.on_improvement(move |_| token.cancel());
    assert!(SOLVER.solve_with(&cube, &options).is_ok());
}

#[test]
fn a_cancellation_stops_the_building_of_tables() {
    let [two, three] = [Size::TWO, Size::THREE].map(|size| Cube::random(size, &mut generator(5)).unwrap());
    let options = |search, check| {
        let (token, _) = cancelled_at(check);
        SolveOptions::new().search(search).cancellation(token)
    };
    let solver = Solver::new();
    for cube in [&two, &three] {
        // The first check is before the tables are built.
        assert_eq!(solver.solve_with(cube, &options(Search::Fast, 2)), Err(SolveError::Cancelled));
    }
    assert!(solver.pocket.get(Metric::Htm).is_none());
    assert!(solver.two_phase.get_or_try_init(|| Err("not built")).is_err());
    // The optimal search has a short solution before it builds its table.
    assert!(solver.solve(&three).is_ok());
    let solution = solver.solve_with(&three, &options(Search::Optimal, 10_000)).unwrap();
    assert!(!solution.is_optimal() && solver.optimal.get(Metric::Htm).is_none());
}

#[test]
fn reported_improvements_get_shorter_up_to_the_solution() {
    let lengths = Arc::new(Mutex::new(Vec::new()));
    let seen = Arc::clone(&lengths);
    let options = SolveOptions::new()
        .max_nodes(100_000)
        .on_improvement(move |alg| seen.lock().unwrap_or_else(PoisonError::into_inner).push(alg.len()));
    let cube = Cube::random(Size::THREE, &mut generator(6)).unwrap();
    let solution = SOLVER.solve_with(&cube, &options).unwrap();
    let lengths = lengths.lock().unwrap_or_else(PoisonError::into_inner);
    assert!(lengths.is_sorted_by(|longer, shorter| longer > shorter), "{lengths:?}");
    assert_eq!(lengths.last(), Some(&solution.len()));
}

#[test]
fn a_batch_is_solved_in_order_on_several_threads() {
    let mut random = generator(7);
    let cubes: Vec<Cube> = (0..40)
        .map(|number| {
            Cube::random(if number % 2 == 0 { Size::TWO } else { Size::THREE }, &mut random).unwrap()
        })
        .collect();
    let one_by_one: Vec<_> = cubes.iter().map(|cube| SOLVER.solve(cube)).collect();
    assert_eq!(SOLVER.solve_many(&cubes, &SolveOptions::new()), one_by_one);
    assert_eq!(SOLVER.solve_many(&cubes, &SolveOptions::new().threads(3)), one_by_one);
    assert!(SOLVER.solve_many(&[], &SolveOptions::new().threads(3)).is_empty());
}

#[test]
fn optimal_solutions_are_proven_shortest() {
    let near = made_by(Size::THREE, "R U F L2 D B'");
    let options = SolveOptions::new().search(Search::Optimal);
    let solver = Solver::new();
    let solution = solver.solve_with(&near, &options).unwrap();
    assert!(solution.is_optimal() && solution.len() == 6);
    assert!(solver.optimal.get(Metric::Htm).is_none(), "a cube this near needs no table");
    for (options, error) in [
        (options.clone().metric(Metric::Stm), SolveError::OptimalMetric { metric: Metric::Stm }),
        (options.faces("RUF".parse().unwrap()), SolveError::OptimalFaces { faces: "RUF".parse().unwrap() }),
    ] {
        assert_eq!(solver.solve_with(&near, &options), Err(error));
    }
}

#[test]
fn the_optimal_search_of_a_farther_cube_uses_the_table() {
    // At most ten moves: too far for the fast search to prove optimality.
    let cube = made_by(Size::THREE, "R U F L2 D B' R2 U' L F2");
    let options = SolveOptions::new().search(Search::Optimal);
    let solution = SOLVER.solve_with(&cube, &options).unwrap();
    assert!(solution.is_optimal() && solution.len() <= 10);
    let all = SOLVER.solve_with(&cube, &options.clone().solutions(100)).unwrap();
    assert!(all.others().iter().all(|other| other.len() == solution.len()));
    let below = options.max_length(solution.len() - 1);
    let error = SOLVER.solve_with(&cube, &below).unwrap_err();
    assert!(matches!(error, SolveError::TooLong { is_proven: true, .. }), "{error}");
    // Without enough nodes the result is the short solution without a proof.
    let far = Cube::random(Size::THREE, &mut generator(8)).unwrap();
    let options = SolveOptions::new().search(Search::Optimal).max_nodes(1000);
    let solution = SOLVER.solve_with(&far, &options).unwrap();
    assert!(!solution.is_optimal() && solution.lower_bound() > 10);
}

#[test]
fn existing_tables_are_used() {
    let two_phase = Arc::new(Tables::Small(SmallTables::build()));
    let spec = TableSpec::smallest(Metric::Qtm).unwrap();
    let optimal = Arc::new(OptimalTable::build(spec, 1, &|_| ()));
    let pocket = Arc::new(PocketTable::quarter_turns());
    let solver = Solver::new()
        .with_two_phase_tables(Arc::clone(&two_phase))
        .with_optimal_table(Arc::clone(&optimal))
        .with_pocket_table(Arc::clone(&pocket));
    let options = BuildOptions::new();
    assert!(std::ptr::eq(solver.two_phase_tables(&options).unwrap(), &*two_phase));
    assert!(std::ptr::eq(solver.optimal_table(spec, &options).unwrap(), &*optimal));
    assert!(std::ptr::eq(solver.pocket_table(Metric::Qtm, &options).unwrap(), &*pocket));
    assert!(solver.optimal.get(Metric::Htm).is_none() && solver.pocket.get(Metric::Htm).is_none());
    // Nine quarter turns, an odd number: optimal solutions have an odd length too.
    let cube = made_by(Size::THREE, "R U F L D B' R U' L");
    let options = SolveOptions::new().search(Search::Optimal).metric(Metric::Qtm);
    let solution = solver.solve_with(&cube, &options).unwrap();
    assert!(solution.is_optimal() && solution.len() <= 9 && solution.len() % 2 == 1);
}
