//! With one thread, everything is done by the calling thread: the library runs where no thread can be started.

use cubegod::data::{self, Expression, Order, Orientation, Readings};
use cubegod::formats::Format;
use cubegod::parallel::{ParallelOptions, ordered};
use cubegod::scramble::generator;
use cubegod::solve::BuildOptions;
use cubegod::solve::optimal::{OptimalOptions, OptimalSolver, OptimalTable, TableSpec};
use cubegod::solve::pocket::PocketTable;
use cubegod::solve::proof::Proof;
use cubegod::solve::two_phase::{SmallTables, Tables, TwoPhaseOptions, TwoPhaseSolver};
use cubegod::{Cancellation, Cube, Cube3, Metric, Search, Size, SolveOptions, Solver};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Returns the number of threads of this process.
fn threads() -> usize {
    std::fs::read_dir("/proc/self/task").map_or(1, Iterator::count)
}

/// There is one test in this file, because others would run on threads of their own meanwhile.
#[test]
fn one_thread_is_the_calling_thread() {
    let before = threads();
    let calls = AtomicUsize::new(0);
    let check = || {
        calls.fetch_add(1, Ordering::Relaxed);
        assert_eq!(threads(), before, "no thread was started");
    };
    let on_progress = |_| check();
    let build = BuildOptions::new().threads(1).progress(&on_progress);

    let pocket = PocketTable::build_with(Metric::Htm, &build).unwrap();
    let tables = Tables::Small(SmallTables::build_with(&build).unwrap());
    let spec = TableSpec::smallest(Metric::Htm).unwrap();
    let table = OptimalTable::build_with(spec, &build).unwrap();
    assert!(calls.swap(0, Ordering::Relaxed) > 1);

    let cube = Cube3::random(&mut generator(1));
    let go_on = || {
        check();
        ControlFlow::Continue(())
    };
    let options = TwoPhaseOptions::new().threads(1).max_nodes(10_000);
    TwoPhaseSolver::new(&tables).solve(&cube, &options, &|_| go_on()).unwrap();
    assert!(calls.swap(0, Ordering::Relaxed) > 1);
    let options = OptimalOptions::new().threads(1).max_nodes(10_000_000);
    OptimalSolver::new(&table).solve(&cube, &options, &|_| go_on());
    assert!(calls.swap(0, Ordering::Relaxed) > 1);
    Proof::new(&tables).shorter(&cube, 13, Metric::Htm, 1, &|_| go_on());
    assert!(calls.swap(0, Ordering::Relaxed) > 1);

    let items = ordered(0..100, ParallelOptions::new(1), &Cancellation::new(), |_| check(), |()| go_on());
    assert!(items.unwrap() && calls.swap(0, Ordering::Relaxed) == 200);

    let solver =
        Solver::new().with_pocket_table(pocket).with_two_phase_tables(tables).with_optimal_table(table);
    let cubes: Vec<Cube> = ["R U F", "R2 U F'"].iter().map(|text| text.parse().unwrap()).collect();
    for search in [Search::Fast, Search::Optimal] {
        let token = Cancellation::when(move || {
            assert_eq!(threads(), before);
            false
        });
        let options = SolveOptions::new().search(search).cancellation(token);
        assert!(solver.solve_many(&cubes, &options).iter().all(Result::is_ok));
    }
    assert!(solver.solve(&Cube::solved(Size::TWO).unwrap()).is_ok());

    let data = data::read(&"abcdef".repeat(4), Some(Size::TWO), Format::Facelets).unwrap();
    let readings = Readings::new(Size::TWO, &[Orientation::AS_IT_IS], &[Order::Facelets]);
    let expression = Expression::new("aaaa").unwrap();
    let search = cubegod::search::TextSearch::new(&data, &expression, &readings).threads(1);
    let summary = search.run(&mut |_| go_on()).unwrap();
    assert!(!summary.is_stopped && calls.into_inner() > 10);
}
