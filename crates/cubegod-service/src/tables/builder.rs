//! Building tables: what a store asks of an edge.

use super::{NotCached, TableMessage};
use cubegod_cache::{BuildObserver, Cache, FileError, NoObserver, Table, available_memory};

/// How an edge builds tables and reports on them.
pub trait TableBuilder: Send + Sync + 'static {
    /// Returns the cache, if there is one.
    fn cache(&self) -> Option<Cache> {
        Cache::for_user()
    }

    /// Returns the number of bytes of memory that tables may take; none where the system does not report it.
    fn available_memory(&self) -> Option<u64> {
        available_memory()
    }

    /// Shows a message.
    fn show(&self, message: &TableMessage);

    /// Returns the command that builds the table of this name.
    fn build_command(&self, table: &'static str) -> String;

    /// Builds a table, and waits until it is built. Returns whether it was built here.
    ///
    /// # Errors
    ///
    /// The table cannot be cached.
    fn run(&self, build: TableBuild) -> Result<bool, NotCached> {
        build.run(&NoObserver).map_err(NotCached::File)
    }

    /// Starts to build a table in the background.
    fn start(&self, build: TableBuild) {
        std::thread::spawn(move || build.run(&NoObserver));
    }
}

/// A table to be built.
pub struct TableBuild {
    /// The name of the table.
    pub table: &'static str,
    /// Whether it is written to the cache.
    pub is_cached: bool,
    work: Box<Work>,
}

/// Builds a table, and returns whether it was built here.
type Work = dyn FnOnce(&dyn BuildObserver) -> Result<bool, FileError> + Send;

impl TableBuild {
    /// Returns the build of a cached table, which does nothing if the table is cached already.
    pub fn new(table: &'static Table, cache: Cache) -> TableBuild {
        TableBuild::with(table.name(), true, move |observer| table.build(&cache, observer))
    }

    /// Returns the build that does this work, which returns whether it built the table.
    pub fn with(
        table: &'static str,
        is_cached: bool,
        work: impl FnOnce(&dyn BuildObserver) -> Result<bool, FileError> + Send + 'static,
    ) -> TableBuild {
        TableBuild { table, is_cached, work: Box::new(work) }
    }

    /// Builds the table. Returns whether it was built here.
    ///
    /// # Errors
    ///
    /// The table cannot be cached.
    pub fn run(self, observer: &dyn BuildObserver) -> Result<bool, FileError> {
        (self.work)(observer)
    }
}
