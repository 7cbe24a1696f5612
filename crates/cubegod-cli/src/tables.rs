//! The tables of the solvers: from the cache, or built and kept there.

use crate::cache::Cache;
use cubegod::Metric;
use cubegod::solve::pocket::PocketTable;
use cubegod::solve::two_phase::{SmallTables, Tables, TwoPhaseSolver};
use cubegod_net::engine::Solver3;
use std::sync::LazyLock;

/// The pocket table for a metric; other metrics than the quarter-turn metric count as half turns, as a pocket cube has no
/// slices.
pub(crate) fn pocket(metric: Metric, note: &mut dyn FnMut(&str)) -> PocketTable {
    let quarter_turns = metric == Metric::Qtm;
    let name = if quarter_turns { "pocket-quarter-turns" } else { "pocket-half-turns" };
    let cache = Cache::of_user();
    if let Some(table) =
        cache.load(name).and_then(|entries| PocketTable::from_entries(quarter_turns, entries))
    {
        return table;
    }
    let table = if quarter_turns { PocketTable::quarter_turns() } else { PocketTable::half_turns() };
    if let Err(reason) = cache.store(name, table.entries()) {
        note(&format!("the table is not kept for the next time: {reason}"));
    }
    table
}

/// The tables for the 3x3.
pub(crate) fn two_phase() -> Tables {
    Tables::Small(SmallTables::build())
}

/// What the resident engine answers 3x3 cubes with; its tables are built when the first one comes.
pub(crate) fn solver3() -> Solver3 {
    let tables = LazyLock::new(two_phase);
    Box::new(move |cube| TwoPhaseSolver::new(&tables).solve_within(cube, 21))
}
