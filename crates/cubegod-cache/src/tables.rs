//! The list of all tables that can be cached, and how each is built and checked.

use crate::cache::{BuildLock, CACHE_ADVICE, Cache, OpenError, TableFault, TableId, TableMemory};
use cubegod::Metric;
use cubegod::solve::optimal::{TableBuilder, TableSpec};
use cubegod::solve::pocket::PocketTable;
use cubegod::solve::two_phase::LargeTables;

/// A callback for the fraction of a build that is done, from 0.0 to 1.0.
pub type BuildProgress<'a> = &'a (dyn Fn(f64) + Sync);

/// A table that can be cached.
#[derive(Debug)]
pub struct Table {
    /// The name and version that its file must have.
    pub id: TableId,
    /// What it is used for.
    pub purpose: &'static str,
    /// The number of bytes, exactly or about.
    pub size: u64,
    /// How its contents are built.
    pub build_method: BuildMethod,
    /// Checks whether contents have the right structure.
    pub is_valid: fn(&[u8]) -> bool,
    /// Whether it is built when no table is named.
    pub is_default: bool,
}

/// How the contents of a table are built.
#[derive(Copy, Clone, Debug)]
pub enum BuildMethod {
    /// As a whole, in memory.
    Whole(fn(BuildProgress<'_>) -> Vec<u8>),
    /// A table of the optimal solver: in parts, each of which is written at once.
    Optimal(TableSpec),
}

/// The table of the 2x2 in half turns.
pub const POCKET_HALF_TURNS: Table = Table {
    id: TableId { name: "pocket-half-turns", version: 1 },
    purpose: "shortest solutions of the 2x2",
    size: 3_674_160,
    build_method: BuildMethod::Whole(|_| PocketTable::half_turns().entries().to_vec()),
    is_valid: |contents| contents.len() == 3_674_160,
    is_default: true,
};

/// The table of the 2x2 in quarter turns.
pub const POCKET_QUARTER_TURNS: Table = Table {
    id: TableId { name: "pocket-quarter-turns", version: 1 },
    purpose: "shortest solutions of the 2x2 in quarter turns",
    build_method: BuildMethod::Whole(|_| PocketTable::quarter_turns().entries().to_vec()),
    ..POCKET_HALF_TURNS
};

/// The large tables of the two-phase solver.
pub const TWO_PHASE_LARGE: Table = Table {
    id: TableId { name: "two-phase-large", version: 2 },
    purpose: "short solutions of the 3x3, many a second",
    size: 118_000_000,
    build_method: BuildMethod::Whole(|progress| LargeTables::build(threads(), progress).to_bytes()),
    is_valid: |contents| LargeTables::from_bytes(contents).is_some(),
    is_default: true,
};

/// The tables of the optimal solver, the smallest first, for HTM and then for QTM.
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
    let Some(spec) = TableSpec::new(metric, doublings) else { panic!("no such table") };
    Table {
        id: TableId { name, version: 2 },
        purpose: match metric {
            Metric::Qtm => "proven shortest solutions of the 3x3 in quarter turns",
            _ => "proven shortest solutions of the 3x3",
        },
        size: spec.bytes() as u64,
        build_method: BuildMethod::Optimal(spec),
        // The solver checks the length.
        is_valid: |contents| !contents.is_empty(),
        is_default: false,
    }
}

/// All tables. A new one is defined above and added here.
pub static TABLES: [Table; 13] = {
    let [a, b, c, d, e, f, g, h, i, j] = OPTIMAL;
    [POCKET_HALF_TURNS, POCKET_QUARTER_TURNS, TWO_PHASE_LARGE, a, b, c, d, e, f, g, h, i, j]
};

/// Returns the tables of the optimal solver for a metric, the smallest first.
pub fn optimal_tables(metric: Metric) -> impl DoubleEndedIterator<Item = (&'static Table, TableSpec)> {
    TABLES.iter().filter_map(move |table| match table.build_method {
        BuildMethod::Optimal(spec) if spec.metric() == metric => Some((table, spec)),
        _ => None,
    })
}

/// The number of classes of corners per part of a table.
const CLASSES_PER_PART: usize = 48;

/// Returns the number of processors that this process may use.
pub fn threads() -> usize {
    std::thread::available_parallelism().map_or(1, std::num::NonZero::get)
}

impl Table {
    /// Returns the name of the table, which is that of its file too.
    pub fn name(&self) -> &'static str {
        self.id.name
    }

    /// Builds the table and writes its file; `write` writes contents that are built as a whole.
    ///
    /// # Errors
    ///
    /// Returns a message if the file cannot be written.
    pub fn build(
        &self,
        lock: &BuildLock,
        progress: BuildProgress<'_>,
        write: impl FnOnce(&[u8]) -> Result<(), String>,
    ) -> Result<(), String> {
        match self.build_method {
            BuildMethod::Whole(build) => {
                lock.check_space(self.size)?;
                write(&build(progress))
            }
            BuildMethod::Optimal(spec) => build_in_parts(spec, lock, progress),
        }
    }

    /// Reads the table file into memory and converts it with `convert`.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be read, or if `convert` returns none because the contents have the wrong structure.
    pub fn open<T>(
        &self,
        cache: &Cache,
        convert: impl FnOnce(TableMemory) -> Option<T>,
    ) -> Result<T, OpenError> {
        convert(cache.open(self.id)?).ok_or_else(wrong_structure)
    }

    /// Checks the whole table file, and returns the length of the table in bytes. Large tables are not kept in memory.
    ///
    /// # Errors
    ///
    /// Fails if the table cannot be used.
    pub fn check(&self, cache: &Cache) -> Result<u64, OpenError> {
        match self.build_method {
            BuildMethod::Whole(_) => self.open(cache, |table| {
                let contents = table.contents();
                (self.is_valid)(contents).then_some(contents.len() as u64)
            }),
            BuildMethod::Optimal(spec) => match cache.check(self.id)? {
                length if length == spec.bytes() as u64 => Ok(length),
                _ => Err(wrong_structure()),
            },
        }
    }

    /// Returns a message for a table file that cannot be opened; none if there is no file.
    pub fn open_error_message(&self, error: &OpenError) -> Option<String> {
        let name = self.name();
        match error {
            OpenError::NotBuilt => None,
            OpenError::Faulty(fault) => Some(format!("the table {name} is {fault}")),
            OpenError::Unreadable(why) => Some(format!("cannot read the table {name}: {why}")),
        }
    }

    /// Returns a message that another process is building the table.
    pub fn busy_message(&self) -> String {
        format!("another process is building the table {}; waiting for it", self.name())
    }

    /// Returns a message that the table could not be cached.
    pub fn not_cached_message(&self, why: &str) -> String {
        format!("could not cache table {}: {why}; {CACHE_ADVICE}", self.name())
    }
}

fn wrong_structure() -> OpenError {
    TableFault::Damaged("its contents have the wrong structure".into()).into()
}

fn build_in_parts(spec: TableSpec, lock: &BuildLock, progress: BuildProgress<'_>) -> Result<(), String> {
    let mut parts = lock.parts(spec.bytes(), CLASSES_PER_PART * spec.block_bytes())?;
    if parts.done() < parts.count() {
        // Listing the positions takes about as long as building the parts.
        let builder = TableBuilder::new(spec, threads(), &|fraction| progress(fraction / 2.0));
        while parts.done() < parts.count() {
            let first = parts.done() * CLASSES_PER_PART;
            let classes = first..TableSpec::BLOCKS.min(first + CLASSES_PER_PART);
            let (done, count) = (parts.done() as f64, parts.count() as f64);
            parts
                .add(&builder.blocks(classes, threads(), &|fraction| {
                    progress(0.5 + (done + fraction) / count / 2.0)
                }))?;
        }
    }
    parts.finish()
}

/// The message where there is no cache.
pub const NO_CACHE_FOLDER: &str = "there is no home folder to cache tables in";

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_table_has_a_unique_name() {
        let names: HashSet<&str> = TABLES.iter().map(Table::name).collect();
        assert_eq!(names.len(), TABLES.len());
    }

    #[test]
    fn pocket_tables_have_the_declared_size_and_are_valid() {
        for table in [&POCKET_HALF_TURNS, &POCKET_QUARTER_TURNS] {
            let BuildMethod::Whole(build) = table.build_method else { panic!("it is built as a whole") };
            let contents = build(&|_| ());
            assert_eq!(contents.len() as u64, table.size);
            assert!((table.is_valid)(&contents) && !(table.is_valid)(&contents[1..]));
        }
    }
}
