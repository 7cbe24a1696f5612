//! The tables that prove optimal solutions of the 3x3: the largest cached one that fits into memory.

use super::{
    NotCached, OptimalTables, Remedy, TableBuild, TableBuilder, TableMessage, TablesChoice,
    build_optimal_table,
};
use crate::error::RequestError;
use cubegod::Metric;
use cubegod::solve::ByMetric;
use cubegod::solve::optimal::{OptimalTable, TableSpec};
use cubegod_cache::{Cache, Damage, OpenError, Table, TableFault, optimal_tables};
use std::sync::Arc;

/// The memory that is left to other programs: as much as the table takes, and at most this.
const RESERVE: u64 = 512 << 20;

/// The recommended table, in sizes above the smallest: a proof takes a second or two, and building it a minute or two.
const RECOMMENDED: usize = 2;

/// Tables for half turns and quarter turns, opened or built on first use.
#[derive(Debug)]
pub struct OptimalTableStore<B> {
    builder: Arc<B>,
    choice: TablesChoice,
    tables: ByMetric<Arc<OptimalTable>>,
}

impl<B: TableBuilder> OptimalTableStore<B> {
    /// Returns a store of the best cached tables; or of the smallest tables, built in memory, if small ones are chosen.
    pub fn new(builder: Arc<B>, choice: TablesChoice) -> OptimalTableStore<B> {
        OptimalTableStore { builder, choice, tables: ByMetric::new() }
    }

    fn find(&self, smallest: TableSpec) -> OptimalTable {
        if self.choice == TablesChoice::Small {
            return build_optimal_table(smallest);
        }
        let cache = self.builder.cache();
        let largest = cache.as_ref().and_then(|cache| self.largest(cache, smallest.metric()));
        largest.unwrap_or_else(|| self.build(cache, smallest))
    }

    /// Returns the largest cached table that is valid and fits into memory.
    fn largest(&self, cache: &Cache, metric: Metric) -> Option<OptimalTable> {
        let mut cached = optimal_tables(metric).rev().filter(|(table, _)| cache.contains(table.id));
        cached.find_map(|(table, spec)| {
            // A message about the smallest follows when it is to be built.
            let fits = self.fits(table, !is_smallest(spec));
            fits.then(|| self.open(cache, table, spec)).flatten()
        })
    }

    /// Returns whether a table fits into memory.
    fn fits(&self, table: &'static Table, is_shown: bool) -> bool {
        // Any size fits if the system does not say how much memory is free.
        let available = self.builder.available_memory().unwrap_or(u64::MAX);
        let fits = table.size.saturating_add(RESERVE.min(table.size)) <= available;
        if !fits && is_shown {
            let (table, bytes) = (table.name(), table.size);
            self.builder.show(&TableMessage::TooLarge { table, bytes, available });
        }
        fits
    }

    /// Opens a cached table if it is valid.
    fn open(&self, cache: &Cache, table: &'static Table, spec: TableSpec) -> Option<OptimalTable> {
        let name = table.name();
        // First, because opening a large table takes seconds.
        self.builder.show(&TableMessage::Opening { table: name, bytes: table.size });
        let wrong_length = OpenError::Faulty(TableFault::Damaged(Damage::Structure));
        match cache.open(table.id).and_then(|pages| OptimalTable::new(spec, pages).ok_or(wrong_length)) {
            Ok(opened) => return Some(opened),
            Err(OpenError::NotBuilt) => {}
            Err(error) => {
                let remedy = match is_smallest(spec) {
                    // It is built when no other can be used.
                    true => Remedy::Rebuilt,
                    false => Remedy::Command(self.builder.build_command(name)),
                };
                self.builder.show(&TableMessage::Unusable { table: name, error, remedy });
            }
        }
        None
    }

    /// Builds and caches the smallest table of the cache; keeps it in memory only if it cannot be cached. Larger ones are built on
    /// request. If it does not fit into memory, builds the smallest table there is.
    fn build(&self, cache: Option<Cache>, smallest: TableSpec) -> OptimalTable {
        let mut tables = optimal_tables(smallest.metric());
        let Some((table, spec)) = tables.next().filter(|(table, _)| self.fits(table, true)) else {
            return build_optimal_table(smallest);
        };
        let name = table.name();
        let recommended = tables.nth(RECOMMENDED - 1);
        let faster = recommended.map(|(table, _)| self.builder.build_command(table.name()));
        self.builder.show(&TableMessage::Building { table: name, bytes: table.size, faster });
        let built = match &cache {
            None => Err(NotCached::NoFolder),
            Some(cache) => self.builder.run(TableBuild::new(table, cache.clone())),
        };
        if let Err(error) = built {
            self.builder.show(&TableMessage::NotCached { table: name, error });
            return build_optimal_table(spec);
        }
        cache.and_then(|cache| self.open(&cache, table, spec)).unwrap_or_else(|| build_optimal_table(spec))
    }
}

/// Whether this is the smallest table that can be cached.
fn is_smallest(spec: TableSpec) -> bool {
    optimal_tables(spec.metric()).next().is_some_and(|(_, other)| other == spec)
}

impl<B: TableBuilder> OptimalTables for OptimalTableStore<B> {
    fn get(&self, smallest: TableSpec) -> Result<Arc<OptimalTable>, RequestError> {
        // Other threads wait until the table is there.
        let find = || Arc::new(self.find(smallest));
        Ok(Arc::clone(self.tables.get_or_init(smallest.metric(), find)))
    }
}
