//! Which tables can be kept, and how each is built and recognized.

use crate::cache::{ADVICE, Absence, Cache, Flaw, Kept, Label};
use cubegod::solve::pocket::PocketTable;
use cubegod::solve::two_phase::LargeTables;

/// Told from 0.0 to 1.0 how far a build is.
pub type Progress<'a> = &'a (dyn Fn(f64) + Sync);

/// A table that can be kept.
#[derive(Debug)]
pub struct Table {
    /// What its file has to say it is.
    pub label: Label,
    /// What it is for.
    pub purpose: &'static str,
    /// How many bytes it has; about as many where that depends.
    pub size: u64,
    /// Makes its contents.
    pub build: fn(Progress<'_>) -> Vec<u8>,
    /// Whether contents have its shape.
    pub fits: fn(&[u8]) -> bool,
}

/// Of the 2x2 in half turns.
pub const POCKET_HALF_TURNS: Table = Table {
    label: Label { name: "pocket-half-turns", version: 1 },
    purpose: "shortest solutions of the 2x2",
    size: 3_674_160,
    build: |_| PocketTable::half_turns().entries().to_vec(),
    fits: |contents| contents.len() == 3_674_160,
};

/// Of the 2x2 in quarter turns.
pub const POCKET_QUARTER_TURNS: Table = Table {
    label: Label { name: "pocket-quarter-turns", version: 1 },
    purpose: "shortest solutions of the 2x2 in quarter turns",
    build: |_| PocketTable::quarter_turns().entries().to_vec(),
    ..POCKET_HALF_TURNS
};

/// The large ones of the 3x3.
pub const TWO_PHASE_LARGE: Table = Table {
    label: Label { name: "two-phase-large", version: 2 },
    purpose: "short solutions of the 3x3, many a second",
    size: 118_000_000,
    build: |progress| LargeTables::build(threads(), progress).to_bytes(),
    fits: |contents| LargeTables::from_bytes(contents).is_some(),
};

/// All of them. A new one is described above and added here.
pub static TABLES: [Table; 3] = [POCKET_HALF_TURNS, POCKET_QUARTER_TURNS, TWO_PHASE_LARGE];

/// As many as there are processors for this process.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

impl Table {
    /// Its name, which is that of its file too.
    pub fn name(&self) -> &'static str {
        self.label.name
    }

    /// What `make` gets from the kept table, or why there is nothing to be got.
    pub fn open<T>(&self, cache: &Cache, make: impl FnOnce(Kept) -> Option<T>) -> Result<T, Absence> {
        let misfit = || Absence::Flawed(Flaw::Damaged("it has not the shape of this table".into()));
        make(cache.open(self.label)?).ok_or_else(misfit)
    }

    /// What is wrong with the kept table, for people; nothing if there is none.
    pub fn complaint(&self, absence: &Absence) -> Option<String> {
        let name = self.name();
        match absence {
            Absence::NotBuilt => None,
            Absence::Flawed(flaw) => Some(format!("the table {name} is {flaw}")),
            Absence::Unreadable(why) => Some(format!("the table {name} can't be read: {why}")),
        }
    }

    /// That another process is at it, for people.
    pub fn is_being_built(&self) -> String {
        format!("another process is building the table {}; waiting for it", self.name())
    }

    /// That it is not kept, for people.
    pub fn not_kept(&self, why: &str) -> String {
        format!("the table {} is not kept for the next time: {why}; {ADVICE}", self.name())
    }
}

/// Why there is no cache.
pub const NO_FOLDER: &str = "there is no home folder to keep tables in";

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_table_has_a_name_of_its_own() {
        let names: HashSet<&str> = TABLES.iter().map(Table::name).collect();
        assert_eq!(names.len(), TABLES.len());
    }

    #[test]
    fn pocket_tables_have_the_size_that_is_told_and_fit() {
        for table in [&POCKET_HALF_TURNS, &POCKET_QUARTER_TURNS] {
            let contents = (table.build)(&|_| ());
            assert_eq!(contents.len() as u64, table.size);
            assert!((table.fits)(&contents) && !(table.fits)(&contents[1..]));
        }
    }
}
