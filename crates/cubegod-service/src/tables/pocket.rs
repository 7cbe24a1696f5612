//! Cached tables of the 2x2.

use super::{NotCached, Remedy, TableBuilder, TableMessage};
use cubegod::Metric;
use cubegod::solve::pocket::PocketTable;
use cubegod_cache::{
    Cache, LockError, OpenError, POCKET_HALF_TURNS, POCKET_QUARTER_TURNS, Table, TableMemory,
};
use std::ops::ControlFlow;

/// Returns the cached table of the 2x2 for a metric; built and cached if it is not.
pub fn pocket_table(metric: Metric, builder: &impl TableBuilder) -> PocketTable {
    let table = file(metric);
    let not_cached = |error| builder.show(&TableMessage::NotCached { table: table.name(), error });
    let Some(cache) = builder.cache() else {
        not_cached(NotCached::NoFolder);
        return PocketTable::build(metric);
    };
    match open(metric, &cache) {
        Ok(cached) => return cached,
        Err(OpenError::NotBuilt) => {}
        Err(error) => {
            builder.show(&TableMessage::Unusable { table: table.name(), error, remedy: Remedy::Rebuilt });
        }
    }
    let built = PocketTable::build(metric);
    let written = match cache.try_lock(table.id) {
        Ok(lock) => lock.write(built.entries(), &|| ControlFlow::Continue(())),
        // Another process is writing the same table.
        Err(LockError::Busy) => Ok(()),
        Err(LockError::Unwritable(error)) => Err(error),
    };
    if let Err(error) = written {
        not_cached(NotCached::File(error));
    }
    built
}

/// Returns the cached table of the 2x2 for a metric; built in memory if there is none.
pub fn pocket_table_without_writing(metric: Metric) -> PocketTable {
    let cached = Cache::for_user().and_then(|cache| open(metric, &cache).ok());
    cached.unwrap_or_else(|| PocketTable::build(metric))
}

fn file(metric: Metric) -> &'static Table {
    if metric == Metric::Qtm { &POCKET_QUARTER_TURNS } else { &POCKET_HALF_TURNS }
}

fn open(metric: Metric, cache: &Cache) -> Result<PocketTable, OpenError> {
    let from_memory =
        |cached: TableMemory| PocketTable::from_entries(metric == Metric::Qtm, cached.contents().to_vec());
    file(metric).open(cache, from_memory)
}
