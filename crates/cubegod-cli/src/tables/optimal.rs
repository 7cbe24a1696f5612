//! The tables of the optimal solver: the largest that is kept and fits into memory.

use super::building::{Building, CleanEnd};
use crate::cli::TablesChoice;
use crate::output::say;
use cubegod::solve::optimal::{Card, Count, OptimalTable};
use cubegod_answers::{OptimalTables, Problem};
use cubegod_cache::{Cache, NO_FOLDER, NotNow, OPTIMAL, Recipe, Table, available_memory, threads};
use std::sync::{Arc, Mutex, PoisonError};

/// So much memory is left to others.
const RESERVE: u64 = 512 << 20;

/// Tables for half turns and for quarter turns, opened or built when they are first needed.
#[derive(Debug)]
pub(crate) struct Optimal {
    choice: TablesChoice,
    quiet: bool,
    half_turns: Mutex<Option<Arc<OptimalTable>>>,
    quarter_turns: Mutex<Option<Arc<OptimalTable>>>,
}

impl Optimal {
    /// As chosen; without notes if `quiet`.
    pub(crate) fn new(choice: TablesChoice, quiet: bool) -> Optimal {
        Optimal { choice, quiet, half_turns: Mutex::new(None), quarter_turns: Mutex::new(None) }
    }

    /// As `CUBEGOD_TABLES` says.
    pub(crate) fn as_kept(quiet: bool) -> Optimal {
        let is_small = std::env::var_os("CUBEGOD_TABLES").is_some_and(|choice| choice == "small");
        Optimal::new(if is_small { TablesChoice::Small } else { TablesChoice::Auto }, quiet)
    }

    fn note(&self, text: &str) {
        if !self.quiet {
            say(&format!("note: {text}"));
        }
    }

    fn find(&self, count: Count) -> OptimalTable {
        if self.choice == TablesChoice::Small {
            return in_memory(Card::smallest(count));
        }
        let Some(cache) = Cache::of_user() else {
            self.note(NO_FOLDER);
            return in_memory(Card::smallest(count));
        };
        self.largest(&cache, count).unwrap_or_else(|| self.build(&cache, count))
    }

    /// The largest one that is kept, sound, and fits into memory.
    fn largest(&self, cache: &Cache, count: Count) -> Option<OptimalTable> {
        let memory = available_memory().unwrap_or(u64::MAX);
        for (table, card) in tables(count).rev() {
            if !cache.has(table.label) {
                continue;
            }
            let name = table.name();
            if table.size.saturating_add(RESERVE) > memory {
                self.note(&format!(
                    "the table {name} ({}) does not fit into the {} of memory that are free",
                    gigabytes(table.size),
                    gigabytes(memory)
                ));
                continue;
            }
            match cache.open_in_large_pages(table.label) {
                Ok(pages) => {
                    if let Some(opened) = OptimalTable::new(card, pages) {
                        self.note(&format!("proofs use the table {name} ({})", gigabytes(table.size)));
                        return Some(opened);
                    }
                    self.note(&format!("the table {name} has not the shape of this table"));
                }
                Err(absence) => {
                    if let Some(complaint) = table.complaint(&absence) {
                        self.note(&format!("{complaint}; `cubegod tables build {name}` builds it again"));
                    }
                }
            }
        }
        None
    }

    /// The smallest one, built and kept; in memory alone where it can't be kept.
    fn build(&self, cache: &Cache, count: Count) -> OptimalTable {
        let Some((table, card)) = tables(count).next() else { return in_memory(Card::smallest(count)) };
        let larger = tables(count).nth(2).map_or("", |(table, _)| table.name());
        self.note(&format!(
            "building the table {} ({}), only this once; `cubegod tables build {larger}` makes proofs several times as fast",
            table.name(),
            gigabytes(table.size)
        ));
        match build_and_keep(table, cache, self.quiet) {
            Ok(()) => self.largest(cache, count).unwrap_or_else(|| in_memory(card)),
            Err(why) => {
                self.note(&table.not_kept(&why));
                in_memory(card)
            }
        }
    }
}

fn build_and_keep(table: &'static Table, cache: &Cache, quiet: bool) -> Result<(), String> {
    let claim = cache.claim_in_turn(table.label).map_err(|not_now| match not_now {
        NotNow::Busy => "another process is building it".to_owned(),
        NotNow::Unwritable(why) => why,
    })?;
    // Somebody else may have been at it until a moment ago.
    if cache.open(table.label).is_ok() {
        return Ok(());
    }
    let building = Building::start(table.name(), &Arc::new(CleanEnd::default()), move |site| {
        let progress = |part| site.set_progress(part);
        table.build(&claim, &progress, |contents| site.keep(&claim, contents))
    });
    building.wait(quiet)
}

/// All for a way of counting, the smallest first.
fn tables(count: Count) -> impl DoubleEndedIterator<Item = (&'static Table, Card)> {
    static TABLES: [Table; OPTIMAL.len()] = OPTIMAL;
    TABLES.iter().filter_map(move |table| match table.recipe {
        Recipe::Optimal(card) if card.count == count => Some((table, card)),
        _ => None,
    })
}

fn in_memory(card: Card) -> OptimalTable {
    OptimalTable::build(card, threads(), &|_| ())
}

impl OptimalTables for Optimal {
    fn get(&self, count: Count) -> Result<Arc<OptimalTable>, Problem> {
        let place = match count {
            Count::HalfTurns => &self.half_turns,
            Count::QuarterTurns => &self.quarter_turns,
        };
        // Whoever else needs it waits for it.
        let mut table = place.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(Arc::clone(table.get_or_insert_with(|| Arc::new(self.find(count)))))
    }
}

/// `3.8 GB`
fn gigabytes(bytes: u64) -> String {
    format!("{:.1} GB", bytes as f64 / 1e9)
}
