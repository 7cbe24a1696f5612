//! Which tables can be kept, and how each is built and recognized.

use crate::cache::{ADVICE, Absence, Cache, Claim, Flaw, Kept, Label};
use cubegod::Metric;
use cubegod::solve::optimal::{TableBuilder, TableSpec};
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
    /// How its contents are made.
    pub recipe: Recipe,
    /// Whether contents have its shape.
    pub fits: fn(&[u8]) -> bool,
    /// Whether it is for everybody, and built when no table is named.
    pub is_usual: bool,
}

/// How the contents of a table are made.
#[derive(Copy, Clone, Debug)]
pub enum Recipe {
    /// In one go, in memory.
    Whole(fn(Progress<'_>) -> Vec<u8>),
    /// Of the optimal solver: in parts, each of which is kept at once.
    Optimal(TableSpec),
}

/// Of the 2x2 in half turns.
pub const POCKET_HALF_TURNS: Table = Table {
    label: Label { name: "pocket-half-turns", version: 1 },
    purpose: "shortest solutions of the 2x2",
    size: 3_674_160,
    recipe: Recipe::Whole(|_| PocketTable::half_turns().entries().to_vec()),
    fits: |contents| contents.len() == 3_674_160,
    is_usual: true,
};

/// Of the 2x2 in quarter turns.
pub const POCKET_QUARTER_TURNS: Table = Table {
    label: Label { name: "pocket-quarter-turns", version: 1 },
    purpose: "shortest solutions of the 2x2 in quarter turns",
    recipe: Recipe::Whole(|_| PocketTable::quarter_turns().entries().to_vec()),
    ..POCKET_HALF_TURNS
};

/// The large ones of the 3x3.
pub const TWO_PHASE_LARGE: Table = Table {
    label: Label { name: "two-phase-large", version: 2 },
    purpose: "short solutions of the 3x3, many a second",
    size: 118_000_000,
    recipe: Recipe::Whole(|progress| LargeTables::build(threads(), progress).to_bytes()),
    fits: |contents| LargeTables::from_bytes(contents).is_some(),
    is_usual: true,
};

/// Those of the optimal solver, the smallest first, for half turns and then for quarter turns.
const OPTIMAL: [Table; 10] = [
    optimal("optimal-256m", Metric::Htm, 3),
    optimal("optimal-1g", Metric::Htm, 5),
    optimal("optimal-4g", Metric::Htm, 7),
    optimal("optimal-8g", Metric::Htm, 8),
    optimal("optimal-16g", Metric::Htm, 9),
    optimal("optimal-quarter-256m", Metric::Qtm, 3),
    optimal("optimal-quarter-1g", Metric::Qtm, 5),
    optimal("optimal-quarter-4g", Metric::Qtm, 7),
    optimal("optimal-quarter-8g", Metric::Qtm, 8),
    optimal("optimal-quarter-16g", Metric::Qtm, 9),
];

const fn optimal(name: &'static str, metric: Metric, doublings: u32) -> Table {
    let Some(spec) = TableSpec::new(metric, doublings) else { panic!("there are no larger ones") };
    Table {
        label: Label { name, version: 2 },
        purpose: match metric {
            Metric::Qtm => "proven shortest solutions of the 3x3 in quarter turns",
            _ => "proven shortest solutions of the 3x3",
        },
        size: spec.bytes() as u64,
        recipe: Recipe::Optimal(spec),
        // Whoever uses one looks at its length.
        fits: |contents| !contents.is_empty(),
        is_usual: false,
    }
}

/// All of them. A new one is described above and added here.
pub static TABLES: [Table; 13] = {
    let [a, b, c, d, e, f, g, h, i, j] = OPTIMAL;
    [POCKET_HALF_TURNS, POCKET_QUARTER_TURNS, TWO_PHASE_LARGE, a, b, c, d, e, f, g, h, i, j]
};

/// Those of the optimal solver for a way of counting, the smallest first.
pub fn optimal_tables(metric: Metric) -> impl DoubleEndedIterator<Item = (&'static Table, TableSpec)> {
    TABLES.iter().filter_map(move |table| match table.recipe {
        Recipe::Optimal(spec) if spec.metric() == metric => Some((table, spec)),
        _ => None,
    })
}

/// Classes of corners whose part of a table is made and kept together.
const CLASSES_AT_ONCE: usize = 48;

/// As many as there are processors for this process.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

impl Table {
    /// Its name, which is that of its file too.
    pub fn name(&self) -> &'static str {
        self.label.name
    }

    /// Makes its contents and keeps them, those that are made in one go by `keep`; why not, if they can't be kept.
    pub fn build(
        &self,
        claim: &Claim,
        progress: Progress<'_>,
        keep: impl FnOnce(&[u8]) -> Result<(), String>,
    ) -> Result<(), String> {
        match self.recipe {
            Recipe::Whole(make) => {
                claim.check_room(self.size)?;
                keep(&make(progress))
            }
            Recipe::Optimal(spec) => build_in_parts(spec, claim, progress),
        }
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

fn build_in_parts(spec: TableSpec, claim: &Claim, progress: Progress<'_>) -> Result<(), String> {
    let mut parts = claim.parts(spec.bytes(), CLASSES_AT_ONCE * spec.block_bytes())?;
    if parts.done() < parts.count() {
        // Finding the positions takes about as long as writing them down.
        let builder = TableBuilder::new(spec, threads(), &|part| progress(part / 2.0));
        while parts.done() < parts.count() {
            let first = parts.done() * CLASSES_AT_ONCE;
            let classes = first..TableSpec::BLOCKS.min(first + CLASSES_AT_ONCE);
            let (done, count) = (parts.done() as f64, parts.count() as f64);
            parts.add(
                &builder.blocks(classes, threads(), &|part| progress(0.5 + (done + part) / count / 2.0)),
            )?;
        }
    }
    parts.finish()
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
            let Recipe::Whole(build) = table.recipe else { panic!("it is made in one go") };
            let contents = build(&|_| ());
            assert_eq!(contents.len() as u64, table.size);
            assert!((table.fits)(&contents) && !(table.fits)(&contents[1..]));
        }
    }
}
