//! The tables of the solvers: which there are, and how they are taken from the cache or built and kept there.

mod building;
mod optimal;
mod two_phase;

pub(crate) use building::{Building, CleanEnd};
use optimal::{Builder, optimal, optimal_as_kept};
pub(crate) use two_phase::TwoPhase;

use crate::cli::TablesChoice;
use crate::output::say;
pub(crate) use cubegod_service::pocket_table as pocket;
use cubegod_service::{OptimalTableStore, Solvers};
use std::sync::Arc;

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
