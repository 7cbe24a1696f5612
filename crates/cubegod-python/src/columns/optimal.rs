//! The tables that prove shortest solutions of the 3x3: the largest that is kept and fits into memory.

use crate::tables::{self, Choice};
use cubegod::solve::optimal::{Card, Count, OptimalTable};
use cubegod_answers::{OptimalTables, Problem};
use cubegod_cache::{Cache, OPTIMAL, Recipe, Table, available_memory, threads};
use std::sync::{Arc, Mutex, PoisonError};

/// So much memory is left to others.
const RESERVE: u64 = 512 << 20;

/// Tables for half turns and for quarter turns, opened or built when they are first needed.
pub(super) struct KeptOptimal {
    choice: Choice,
    half_turns: Mutex<Option<Arc<OptimalTable>>>,
    quarter_turns: Mutex<Option<Arc<OptimalTable>>>,
}

impl KeptOptimal {
    pub(super) fn new(choice: Choice) -> KeptOptimal {
        KeptOptimal { choice, half_turns: Mutex::new(None), quarter_turns: Mutex::new(None) }
    }

    fn find(&self, count: Count) -> OptimalTable {
        if self.choice == Choice::Small {
            return in_memory(Card::smallest(count));
        }
        largest(count)
            .or_else(|| {
                // The smallest one, built and kept, which others on this machine then wait for and find.
                let (table, _) = all(count).next()?;
                tables::build(table).ok()?;
                largest(count)
            })
            // Where nothing can be kept.
            .unwrap_or_else(|| in_memory(Card::smallest(count)))
    }
}

/// The largest one that is kept, sound, and fits into memory.
fn largest(count: Count) -> Option<OptimalTable> {
    let cache = Cache::of_user()?;
    let memory = available_memory().unwrap_or(u64::MAX);
    let fits = |table: &Table| table.size.saturating_add(RESERVE) <= memory;
    all(count).rev().filter(|(table, _)| cache.has(table.label) && fits(table)).find_map(|(table, card)| {
        match cache.open_in_large_pages(table.label) {
            Ok(pages) => OptimalTable::new(card, pages),
            Err(absence) => {
                if let Some(complaint) = table.complaint(&absence) {
                    // Where warnings are errors, another table will do.
                    let _ = tables::warn(&complaint);
                }
                None
            }
        }
    })
}

/// All for a way of counting, the smallest first.
fn all(count: Count) -> impl DoubleEndedIterator<Item = (&'static Table, Card)> {
    static TABLES: [Table; OPTIMAL.len()] = OPTIMAL;
    TABLES.iter().filter_map(move |table| match table.recipe {
        Recipe::Optimal(card) if card.count == count => Some((table, card)),
        _ => None,
    })
}

fn in_memory(card: Card) -> OptimalTable {
    OptimalTable::build(card, threads(), &|_| ())
}

impl OptimalTables for KeptOptimal {
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
