//! The tables of the solvers: loaded from the cache, or built and cached.

mod build;
mod optimal;
mod two_phase;

pub(crate) use build::{Shutdown, TableBuild};
use optimal::{Builder, optimal, optimal_from_environment};
pub(crate) use two_phase::TwoPhase;

use crate::cli::TablesChoice;
use crate::output::print_message;
use cubegod_service::{OptimalTableStore, Solvers};
use std::sync::Arc;

/// Returns all solvers for commands other than solving: tables of the 3x3 are loaded from the cache, but not built.
pub(crate) fn solvers(quiet: bool) -> Solvers {
    solvers_of(Arc::new(TwoPhase::from_environment(quiet)), optimal_from_environment(quiet), quiet)
}

/// Returns all solvers, with these two-phase tables, and optimal tables as chosen.
pub(crate) fn solvers_with(two_phase: Arc<TwoPhase>, choice: TablesChoice, quiet: bool) -> Solvers {
    solvers_of(two_phase, optimal(choice, quiet), quiet)
}

fn solvers_of(two_phase: Arc<TwoPhase>, optimal: OptimalTableStore<Builder>, quiet: bool) -> Solvers {
    let note = move |text: &str| {
        if !quiet {
            print_message(&format!("note: {text}"));
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
