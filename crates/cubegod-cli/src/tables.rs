//! The tables of the solvers: which there are, and how they are taken from the cache or built and kept there.

mod building;
mod optimal;
mod two_phase;

pub(crate) use building::{Building, CleanEnd};
use optimal::{Builder, optimal, optimal_as_kept};
pub(crate) use two_phase::TwoPhase;

use crate::cli::TablesChoice;
use crate::output::say;
use cubegod::solve::two_phase::{Event, TwoPhaseOptions, TwoPhaseSolver};
use cubegod_net::engine::Solver3;
pub(crate) use cubegod_service::pocket_table as pocket;
use cubegod_service::{OptimalTableStore, Solvers};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The most turns of an answer of the engine: few, and found in a few milliseconds.
const MOST_MOVES: usize = 21;

/// The longest that the engine looks for a solution that short.
const LATEST_ANSWER: Duration = Duration::from_millis(200);

/// What the resident engine answers 3x3 cubes with; nothing is loaded or built before the first one comes.
pub(crate) fn solver3(tables: Arc<TwoPhase>) -> Solver3 {
    Box::new(move |cube| {
        let start = Instant::now();
        let wish = TwoPhaseOptions { stop_at_length: MOST_MOVES, ..TwoPhaseOptions::default() };
        let outcome = TwoPhaseSolver::new(tables.get()).solve(cube, &wish, &|event| {
            // Somebody waits: whatever there is by then will do.
            let has_any = matches!(event, Event::Found(_) | Event::Tick { has_any: true });
            let is_late = has_any && start.elapsed() > LATEST_ANSWER;
            if is_late { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        outcome.map(|outcome| outcome.solution)
    })
}

/// All solvers for commands that do more than solving: tables of the 3x3 are taken from the cache, but not built for it.
pub(crate) fn solvers(quiet: bool) -> Solvers {
    solvers_of(Arc::new(TwoPhase::as_kept(quiet)), optimal_as_kept(quiet), quiet)
}

/// All solvers, with these tables for short solutions of the 3x3, and tables as chosen for the shortest.
pub(crate) fn solvers_with(two_phase: Arc<TwoPhase>, choice: TablesChoice, quiet: bool) -> Solvers {
    solvers_of(two_phase, optimal(choice, quiet), quiet)
}

fn solvers_of(two_phase: Arc<TwoPhase>, optimal: OptimalTableStore<Builder>, quiet: bool) -> Solvers {
    let note = move |text: &str| {
        if !quiet {
            say(&format!("note: {text}"));
        }
    };
    Solvers::new(two_phase, note).with_optimal_tables(Arc::new(optimal))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_of_the_3x3_can_be_shared_by_threads() {
        fn is_shared<T: Send + Sync>() {}
        is_shared::<TwoPhase>();
    }
}
