//! The tables that prove shortest solutions of the 3x3: the largest that is kept and fits into memory.

use crate::error::RequestError;
use crate::solvers::OptimalTables;
use cubegod::Metric;
use cubegod::solve::optimal::{OptimalTable, TableSpec};
use cubegod_cache::{Cache, NO_CACHE_FOLDER, Table, available_memory, optimal_tables, threads};
use std::sync::{Arc, Mutex, PoisonError};

/// So much memory is left to others.
const RESERVE: u64 = 512 << 20;

/// Proofs with the table that is this many sizes above the smallest take a second or two, and making it a minute or two.
const RECOMMENDED: usize = 2;

/// How an edge builds tables and reports on them.
pub trait TableBuilder: Send + Sync {
    /// Says what is worth knowing.
    fn tell(&self, text: &str);

    /// Says what went wrong, though there will be an answer.
    fn complain(&self, text: &str);

    /// What a person does to build a table.
    fn how_to_build(&self, table: &Table) -> String;

    /// Builds and keeps a table, or waits for another process that is at it; why not, if it can't be kept.
    fn build(&self, table: &'static Table, cache: Cache) -> Result<(), String>;
}

/// Tables for half turns and for quarter turns, opened or built when they are first needed.
#[derive(Debug)]
pub struct OptimalTableStore<B> {
    builder: B,
    is_small: bool,
    half_turns: Mutex<Option<Arc<OptimalTable>>>,
    quarter_turns: Mutex<Option<Arc<OptimalTable>>>,
}

impl<B: TableBuilder> OptimalTableStore<B> {
    /// The best ones that are kept; if `is_small`, the smallest ones, built in memory.
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
            self.builder.complain(NO_CACHE_FOLDER);
            in_memory(smallest)
        }
    }

    /// The largest one that is kept, sound, and fits into memory.
    fn largest(&self, cache: &Cache, metric: Metric) -> Option<OptimalTable> {
        // Any size fits if the system does not say how much memory is free.
        let memory = available_memory().unwrap_or(u64::MAX);
        for (table, spec) in optimal_tables(metric).rev().filter(|(table, _)| cache.contains(table.id)) {
            let name = table.name();
            if table.size.saturating_add(RESERVE) > memory {
                self.builder.tell(&format!(
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

    /// One that is kept, if it is sound.
    fn open(&self, cache: &Cache, table: &Table, spec: TableSpec) -> Option<OptimalTable> {
        let name = table.name();
        // Before it is opened, which takes seconds for large ones.
        self.builder.tell(&format!("opening the table {name} ({}) for proofs", gigabytes(table.size)));
        let complaint = match cache.open(table.id) {
            Ok(pages) => match OptimalTable::new(spec, pages) {
                Some(opened) => return Some(opened),
                None => Some(format!("the table {name} has the wrong length")),
            },
            Err(absence) => table.open_error_message(&absence),
        };
        if let Some(complaint) = complaint {
            let how = self.builder.how_to_build(table);
            self.builder.complain(&format!("{complaint}; {how} builds it again"));
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
            let how = self.builder.how_to_build(recommended);
            text += &format!("; {how} makes proofs several times as fast");
        }
        self.builder.tell(&text);
        match self.builder.build(table, cache.clone()) {
            Ok(()) => self.open(&cache, table, spec).unwrap_or_else(|| in_memory(spec)),
            Err(why) => {
                self.builder.complain(&table.not_cached_message(&why));
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
