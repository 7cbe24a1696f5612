//! Building the tables of the optimal solver, with notes and a progress bar.

use super::build::{Shutdown, TableBuild};
use crate::cli::TablesChoice;
use crate::output::print_message;
use cubegod_cache::{Cache, Table};
use cubegod_service::{OptimalTableStore, TableBuilder};
use std::sync::Arc;

/// Builds tables with a progress bar.
#[derive(Debug)]
pub(crate) struct Builder {
    quiet: bool,
}

/// Returns the tables that were chosen; without notes if `quiet`.
pub(crate) fn optimal(choice: TablesChoice, quiet: bool) -> OptimalTableStore<Builder> {
    OptimalTableStore::new(Builder { quiet }, choice == TablesChoice::Small)
}

/// Returns the tables that `CUBEGOD_TABLES` chooses.
pub(crate) fn optimal_from_environment(quiet: bool) -> OptimalTableStore<Builder> {
    let is_small = std::env::var_os("CUBEGOD_TABLES").is_some_and(|choice| choice == "small");
    OptimalTableStore::new(Builder { quiet }, is_small)
}

impl TableBuilder for Builder {
    fn note(&self, text: &str) {
        if !self.quiet {
            print_message(&format!("note: {text}"));
        }
    }

    fn warn(&self, text: &str) {
        self.note(text);
    }

    fn build_command(&self, table: &Table) -> String {
        format!("`cubegod tables build {}`", table.name())
    }

    fn build(&self, table: &'static Table, cache: Cache) -> Result<(), String> {
        let lock = cache.lock(table.id).map_err(|error| error.to_string())?;
        // Another process may have built it meanwhile.
        if cache.open(table.id).is_ok() {
            return Ok(());
        }
        let build = TableBuild::start(table.name(), &Arc::new(Shutdown::default()), move |context| {
            let progress = |part| context.set_progress(part);
            table.build(&lock, &progress, |contents| context.write(&lock, contents))
        });
        build.wait(self.quiet)
    }
}
