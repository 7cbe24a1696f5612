//! The tables that prove optimal solutions of the 3x3: the largest cached one that fits into memory.

use crate::error::RequestError;
use crate::solvers::OptimalTables;
use cubegod::Metric;
use cubegod::solve::optimal::{OptimalTable, TableSpec};
use cubegod_cache::{Cache, NO_CACHE_FOLDER, Table, available_memory, optimal_tables, threads};
use std::sync::{Arc, Mutex, PoisonError};

/// The memory that is left to other programs.
const RESERVE: u64 = 512 << 20;

/// The recommended table, in sizes above the smallest: a proof takes a second or two, and building it a minute or two.
const RECOMMENDED: usize = 2;

/// Builds tables and reports on them, as an edge does it.
pub trait TableBuilder: Send + Sync {
    /// Reports progress.
    fn note(&self, text: &str);

    /// Reports a problem that does not prevent a response.
    fn warn(&self, text: &str);

    /// Returns the command that builds a table.
    fn build_command(&self, table: &Table) -> String;

    /// Builds and caches a table, or waits for another process that builds it.
    ///
    /// # Errors
    ///
    /// Returns the reason if the table cannot be cached.
    fn build(&self, table: &'static Table, cache: Cache) -> Result<(), String>;
}

/// Tables for half turns and quarter turns, opened or built on first use.
#[derive(Debug)]
pub struct OptimalTableStore<B> {
    builder: B,
    is_small: bool,
    half_turns: Mutex<Option<Arc<OptimalTable>>>,
    quarter_turns: Mutex<Option<Arc<OptimalTable>>>,
}

impl<B: TableBuilder> OptimalTableStore<B> {
    /// Returns a store of the best cached tables; if `is_small`, of the smallest tables, built in memory.
    pub fn new(builder: B, is_small: bool) -> OptimalTableStore<B> {
        OptimalTableStore { builder, is_small, half_turns: Mutex::new(None), quarter_turns: Mutex::new(None) }
    }

    fn find(&self, smallest: TableSpec) -> OptimalTable {
        if self.is_small {
            return in_memory(smallest);
        }
        if let Some(cache) = Cache::for_user() {
            self.largest(&cache, smallest.metric()).unwrap_or_else(|| self.build(cache, smallest))
        } else {
            self.builder.warn(NO_CACHE_FOLDER);
            in_memory(smallest)
        }
    }

    /// Returns the largest cached table that is valid and fits into memory.
    fn largest(&self, cache: &Cache, metric: Metric) -> Option<OptimalTable> {
        // Any size fits if the system does not say how much memory is free.
        let memory = available_memory().unwrap_or(u64::MAX);
        for (table, spec) in optimal_tables(metric).rev().filter(|(table, _)| cache.contains(table.id)) {
            let name = table.name();
            if table.size.saturating_add(RESERVE) > memory {
                self.builder.note(&format!(
                    "the table {name} ({}) does not fit into the {} of memory that are free",
                    gigabytes(table.size),
                    gigabytes(memory)
                ));
                continue;
            }
            if let Some(opened) = self.open(cache, table, spec) {
                return Some(opened);
            }
        }
        None
    }

    /// Opens a cached table if it is valid.
    fn open(&self, cache: &Cache, table: &Table, spec: TableSpec) -> Option<OptimalTable> {
        let name = table.name();
        // First, because opening a large table takes seconds.
        self.builder.note(&format!("opening the table {name} ({}) for proofs", gigabytes(table.size)));
        let warning = match cache.open(table.id) {
            Ok(pages) => match OptimalTable::new(spec, pages) {
                Some(opened) => return Some(opened),
                None => Some(format!("the table {name} has the wrong length")),
            },
            Err(error) => table.open_error_message(&error),
        };
        if let Some(warning) = warning {
            let how = self.builder.build_command(table);
            self.builder.warn(&format!("{warning}; {how} builds it again"));
        }
        None
    }

    /// Builds and caches the smallest table; keeps it in memory only if it cannot be cached. Larger ones are built on request.
    fn build(&self, cache: Cache, smallest: TableSpec) -> OptimalTable {
        let mut tables = optimal_tables(smallest.metric());
        let Some((table, spec)) = tables.next() else { return in_memory(smallest) };
        let mut text =
            format!("building the table {} ({}), only this once", table.name(), gigabytes(table.size));
        if let Some((recommended, _)) = tables.nth(RECOMMENDED - 1) {
            let how = self.builder.build_command(recommended);
            text += &format!("; {how} makes proofs several times as fast");
        }
        self.builder.note(&text);
        match self.builder.build(table, cache.clone()) {
            Ok(()) => self.open(&cache, table, spec).unwrap_or_else(|| in_memory(spec)),
            Err(why) => {
                self.builder.warn(&table.not_cached_message(&why));
                in_memory(spec)
            }
        }
    }
}

impl<B: TableBuilder> OptimalTables for OptimalTableStore<B> {
    fn get(&self, smallest: TableSpec) -> Result<Arc<OptimalTable>, RequestError> {
        let place = match smallest.metric() {
            Metric::Qtm => &self.quarter_turns,
            _ => &self.half_turns,
        };
        // Other threads wait until the table is there.
        let mut table = place.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(Arc::clone(table.get_or_insert_with(|| Arc::new(self.find(smallest)))))
    }
}

fn in_memory(spec: TableSpec) -> OptimalTable {
    OptimalTable::build(spec, threads(), &|_| ())
}

/// `3.8 GB`
fn gigabytes(bytes: u64) -> String {
    format!("{:.1} GB", bytes as f64 / 1e9)
}
