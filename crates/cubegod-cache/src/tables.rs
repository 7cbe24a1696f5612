//! The list of all tables that can be cached, and how each is built and checked.

use crate::cache::{BuildLock, Cache, Damage, LockError, OpenError, TableFault, TableId, TableMemory};
use crate::file_error::FileError;
use cubegod::Metric;
use cubegod::parallel::available_threads;
use cubegod::solve::optimal::{TableBuilder, TableSpec};
use cubegod::solve::pocket::PocketTable;
use cubegod::solve::two_phase::LargeTables;
use std::fmt;
use std::ops::ControlFlow;
use std::path::PathBuf;

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
    build_method: BuildMethod::Whole(|progress| LargeTables::build(available_threads(), progress).to_bytes()),
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

impl Table {
    /// Returns the name of the table, which is that of its file too.
    pub fn name(&self) -> &'static str {
        self.id.name
    }

    /// Builds the table and caches it unless that was done already, and waits for another process that builds it. Returns
    /// whether it was built here.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    pub fn build(&self, cache: &Cache, observer: &dyn BuildObserver) -> Result<bool, FileError> {
        // A lock is a file: do not create one if there is nothing to build, as the folder may be read-only.
        if self.check(cache).is_ok() {
            return Ok(false);
        }
        let lock = match cache.try_lock(self.id) {
            Ok(lock) => lock,
            Err(LockError::Unwritable(error)) => return Err(error),
            Err(LockError::Busy) => {
                observer.wait(self);
                cache.lock(self.id)?
            }
        };
        // Another process may have built it meanwhile.
        if self.check(cache).is_ok() {
            return Ok(false);
        }
        match self.build_method {
            BuildMethod::Whole(build) => {
                lock.check_space(self.size)?;
                observer.write(&lock, &build(&|fraction| observer.progress(fraction)))?;
            }
            BuildMethod::Optimal(spec) => {
                build_in_parts(spec, &lock, &|fraction| observer.progress(fraction))?
            }
        }
        Ok(true)
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

    /// Reads and checks the whole file, and reports what is known about it.
    pub fn report(&self, cache: &Cache) -> TableReport {
        let checked = self.check(cache);
        TableReport {
            name: self.name(),
            purpose: self.purpose,
            bytes: *checked.as_ref().unwrap_or(&self.size),
            error: checked.err(),
            path: cache.path(self.name()),
        }
    }
}

/// Follows the build of a table.
pub trait BuildObserver: Sync {
    /// Called before the build waits for another process that builds the same table.
    fn wait(&self, _table: &Table) {}

    /// Called with the fraction that is done, from 0.0 to 1.0.
    fn progress(&self, _fraction: f64) {}

    /// Writes the file of a table that is built as a whole; can be implemented so that it is cancelled.
    ///
    /// # Errors
    ///
    /// Fails if the file cannot be written.
    fn write(&self, lock: &BuildLock, contents: &[u8]) -> Result<(), FileError> {
        lock.write(contents, &|| ControlFlow::Continue(()))
    }
}

/// Shows nothing and cancels nothing.
#[derive(Copy, Clone, Debug)]
pub struct NoObserver;

impl BuildObserver for NoObserver {}

/// What is known about a table and its file.
#[derive(Clone, Debug)]
pub struct TableReport {
    /// The name of the table.
    pub name: &'static str,
    /// What it is used for.
    pub purpose: &'static str,
    /// The size in bytes; an estimate if the table is not ready.
    pub bytes: u64,
    /// The error for a table that is not ready.
    pub error: Option<OpenError>,
    /// The path of its file, whether or not it exists.
    pub path: PathBuf,
}

/// Whether a table can be used.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum TableState {
    /// It is cached.
    Ready,
    /// There is no file.
    NotBuilt,
    /// The file was written by another version of this program.
    OtherVersion,
    /// The file is damaged.
    Damaged,
    /// The file cannot be read.
    Unreadable,
}

impl TableReport {
    /// Returns whether the table can be used.
    pub fn state(&self) -> TableState {
        match &self.error {
            None => TableState::Ready,
            Some(OpenError::NotBuilt) => TableState::NotBuilt,
            Some(OpenError::Faulty(TableFault::OtherVersion)) => TableState::OtherVersion,
            Some(OpenError::Faulty(TableFault::Damaged(_))) => TableState::Damaged,
            Some(OpenError::Unreadable(_) | OpenError::NoMemory { .. }) => TableState::Unreadable,
        }
    }
}

impl TableState {
    /// Returns the name for programs, in kebab case.
    pub const fn name(self) -> &'static str {
        match self {
            TableState::Ready => "ready",
            TableState::NotBuilt => "not-built",
            TableState::OtherVersion => "other-version",
            TableState::Damaged => "damaged",
            TableState::Unreadable => "unreadable",
        }
    }
}

/// English.
impl fmt::Display for TableState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TableState::NotBuilt => "not built",
            TableState::OtherVersion => "of another version",
            other => other.name(),
        })
    }
}

fn wrong_structure() -> OpenError {
    OpenError::Faulty(TableFault::Damaged(Damage::Structure))
}

fn build_in_parts(spec: TableSpec, lock: &BuildLock, progress: BuildProgress<'_>) -> Result<(), FileError> {
    let mut parts = lock.parts(spec.bytes(), CLASSES_PER_PART * spec.block_bytes())?;
    if parts.done() < parts.count() {
        // Listing the positions takes about as long as building the parts.
        let builder = TableBuilder::new(spec, available_threads(), &|fraction| progress(fraction / 2.0));
        while parts.done() < parts.count() {
            let first = parts.done() * CLASSES_PER_PART;
            let classes = first..TableSpec::BLOCKS.min(first + CLASSES_PER_PART);
            let (done, count) = (parts.done() as f64, parts.count() as f64);
            parts.add(&builder.blocks(classes, available_threads(), &|fraction| {
                progress(0.5 + (done + fraction) / count / 2.0)
            }))?;
        }
    }
    parts.finish()
}

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
