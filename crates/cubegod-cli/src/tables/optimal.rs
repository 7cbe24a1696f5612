//! How the tables of the optimal solver are built and told of on a command line.

use super::building::{Building, CleanEnd};
use crate::cli::TablesChoice;
use crate::output::say;
use cubegod_cache::{Cache, Table};
use cubegod_service::{OptimalTableStore, TableBuilder};
use std::sync::Arc;

/// Builds tables with a progress bar.
#[derive(Debug)]
pub(crate) struct Builder {
    quiet: bool,
}

/// As chosen; without notes if `quiet`.
pub(crate) fn optimal(choice: TablesChoice, quiet: bool) -> OptimalTableStore<Builder> {
    OptimalTableStore::new(Builder { quiet }, choice == TablesChoice::Small)
}

/// As `CUBEGOD_TABLES` says.
pub(crate) fn optimal_as_kept(quiet: bool) -> OptimalTableStore<Builder> {
    let is_small = std::env::var_os("CUBEGOD_TABLES").is_some_and(|choice| choice == "small");
    OptimalTableStore::new(Builder { quiet }, is_small)
}

impl TableBuilder for Builder {
    fn tell(&self, text: &str) {
        if !self.quiet {
            say(&format!("note: {text}"));
        }
    }

    fn complain(&self, text: &str) {
        self.tell(text);
    }

    fn how_to_build(&self, table: &Table) -> String {
        format!("`cubegod tables build {}`", table.name())
    }

    fn build(&self, table: &'static Table, cache: Cache) -> Result<(), String> {
        let lock = cache.lock(table.id).map_err(|error| error.to_string())?;
        // Somebody else may have been at it until a moment ago.
        if cache.open(table.id).is_ok() {
            return Ok(());
        }
        let building = Building::start(table.name(), &Arc::new(CleanEnd::default()), move |site| {
            let progress = |part| site.set_progress(part);
            table.build(&lock, &progress, |contents| site.keep(&lock, contents))
        });
        building.wait(self.quiet)
    }
}
