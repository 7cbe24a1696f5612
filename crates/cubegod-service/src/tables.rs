//! The tables of the solvers: which ones are used, and where they come from.
//!
//! With the feature `files`, tables are cached: [`TwoPhaseTableStore`] and [`OptimalTableStore`] open and build them, and an edge
//! shows their messages and the progress of builds ([`TableBuilder`]). Without it, tables are built in memory.

#[cfg(feature = "files")]
mod builder;
mod choice;
#[cfg(feature = "files")]
mod message;
#[cfg(feature = "files")]
mod optimal_store;
#[cfg(feature = "files")]
mod pocket;
#[cfg(all(test, feature = "files"))]
mod tests;
#[cfg(feature = "files")]
mod two_phase_store;

#[cfg(feature = "files")]
pub use builder::{TableBuild, TableBuilder};
pub use choice::TablesChoice;
#[cfg(feature = "files")]
pub use message::{NotCached, Remedy, TableMessage};
#[cfg(feature = "files")]
pub use optimal_store::OptimalTableStore;
#[cfg(feature = "files")]
pub use pocket::{pocket_table, pocket_table_without_writing};
#[cfg(feature = "files")]
pub use two_phase_store::TwoPhaseTableStore;

use crate::error::RequestError;
use cubegod::parallel::available_threads;
use cubegod::solve::ByMetric;
use cubegod::solve::optimal::{OptimalTable, TableSpec};
use cubegod::solve::two_phase::{SmallTables, Tables};
use std::sync::{Arc, OnceLock};

/// A source of tables for the two-phase search.
pub trait TwoPhaseTables: Send + Sync {
    /// Returns the best tables available now. Called for each cube, because better ones may arrive.
    fn get(&self) -> &Tables<'static>;
}

/// Small tables, built for the first cube.
#[derive(Default)]
pub(crate) struct SmallTwoPhaseTables(OnceLock<Tables<'static>>);

impl TwoPhaseTables for SmallTwoPhaseTables {
    fn get(&self) -> &Tables<'static> {
        self.0.get_or_init(|| Tables::Small(SmallTables::build()))
    }
}

/// A source of tables for optimal solutions of the 3x3.
pub trait OptimalTables: Send + Sync {
    /// Returns the best table that there is now for the metric of `smallest`, which is the smallest one.
    ///
    /// # Errors
    ///
    /// There is no table.
    fn get(&self, smallest: TableSpec) -> Result<Arc<OptimalTable>, RequestError>;
}

/// The smallest tables, each built in memory for the first cube that needs it.
#[derive(Default)]
pub(crate) struct SmallestOptimalTables(ByMetric<Arc<OptimalTable>>);

impl OptimalTables for SmallestOptimalTables {
    fn get(&self, smallest: TableSpec) -> Result<Arc<OptimalTable>, RequestError> {
        let build = || Arc::new(build_optimal_table(smallest));
        Ok(Arc::clone(self.0.get_or_init(smallest.metric(), build)))
    }
}

fn build_optimal_table(spec: TableSpec) -> OptimalTable {
    OptimalTable::build(spec, available_threads(), &|_| ())
}

/// Returns the name of a table of proofs in the cache.
#[cfg(feature = "files")]
pub(crate) fn cached_name(spec: TableSpec) -> Option<&'static str> {
    let mut tables = cubegod_cache::optimal_tables(spec.metric());
    tables.find(|&(_, other)| other == spec).map(|(table, _)| table.name())
}

/// There is no cache.
#[cfg(not(feature = "files"))]
pub(crate) fn cached_name(_: TableSpec) -> Option<&'static str> {
    None
}
