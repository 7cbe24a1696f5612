//! The tables of the solvers: loaded from the cache, or built and cached.

mod build;

pub(crate) use build::{BuildThread, Shutdown};

use crate::output::print_note;
use cubegod_service::{
    NotCached, Solvers, TableBuild, TableBuilder, TableMessage, TablesChoice, TwoPhaseTableStore,
};
use std::sync::{Arc, Mutex, PoisonError};

/// The tables for the two-phase search.
pub(crate) type TwoPhase = TwoPhaseTableStore<Builder>;

/// Returns the tables of a command that solves; without notes if `quiet`.
pub(crate) fn two_phase(choice: TablesChoice, quiet: bool) -> Arc<TwoPhase> {
    Arc::new(TwoPhaseTableStore::new(Builder::new(quiet), choice))
}

/// Returns the tables of other commands, which do not build large ones.
pub(crate) fn two_phase_if_cached(quiet: bool) -> Arc<TwoPhase> {
    let choice = match TablesChoice::Auto.or_environment() {
        TablesChoice::Small => TablesChoice::Small,
        TablesChoice::Auto | TablesChoice::Large => TablesChoice::Auto,
    };
    Arc::new(TwoPhaseTableStore::new(Builder::new(quiet), choice).without_building())
}

/// Returns all solvers for commands other than solving: tables of the 3x3 are loaded from the cache, but not built.
pub(crate) fn solvers(quiet: bool) -> Solvers {
    Solvers::with_cached_tables(two_phase_if_cached(quiet))
}

/// Builds tables with notes and a progress bar.
pub(crate) struct Builder {
    quiet: bool,
    shutdown: Arc<Shutdown>,
    /// A build whose table is cached when it is done.
    background: Mutex<Option<BuildThread>>,
}

impl Builder {
    fn new(quiet: bool) -> Builder {
        Builder { quiet, shutdown: Arc::default(), background: Mutex::new(None) }
    }

    /// Waits for a background build when all is answered, so that the table is cached.
    pub(crate) fn finish(&self) {
        if let Some(build) = self.take_background() {
            self.shutdown.watch_for_interrupts();
            self.wait(build);
        }
    }

    /// Ends without waiting; nothing is written from now on.
    pub(crate) fn abort_build(&self) {
        match self.take_background() {
            Some(build) if build.is_finished() => self.wait(build),
            _ => self.shutdown.begin(),
        }
    }

    fn take_background(&self) -> Option<BuildThread> {
        self.background.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn wait(&self, build: BuildThread) {
        let table = build.table();
        if let Err(error) = build.wait(self.quiet) {
            self.show(&TableMessage::NotCached { table, error });
        }
    }
}

impl TableBuilder for Builder {
    fn show(&self, message: &TableMessage) {
        if !self.quiet {
            print_note(message);
        }
    }

    fn build_command(&self, table: &'static str) -> String {
        format!("`cubegod tables build {table}`")
    }

    fn run(&self, build: TableBuild) -> Result<bool, NotCached> {
        BuildThread::start(build, &self.shutdown, self.quiet).wait(self.quiet)
    }

    fn start(&self, build: TableBuild) {
        let is_cached = build.is_cached;
        let thread = BuildThread::start(build, &self.shutdown, self.quiet);
        if is_cached {
            *self.background.lock().unwrap_or_else(PoisonError::into_inner) = Some(thread);
        }
    }
}

/// Leaves no partly written file, however the command ends.
impl Drop for Builder {
    fn drop(&mut self) {
        self.abort_build();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_of_the_3x3_can_be_shared_by_threads() {
        fn is_shared<T: Send + Sync>() {}
        is_shared::<TwoPhase>();
    }
}
