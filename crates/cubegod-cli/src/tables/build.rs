//! Builds a table on a separate thread, with a clean shutdown meanwhile.

use crate::message::CommandMessage;
use crate::output::print_note;
use crate::progress::DelayedBar;
use crate::signals::on_signal;
use cubegod_cache::{BuildLock, BuildObserver, FileError, Table};
use cubegod_service::{NotCached, TableBuild, TableMessage};
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// How often the end of a build is checked.
const POLL: Duration = Duration::from_millis(30);

/// Ends the process without leaving a partly written file.
#[derive(Debug, Default)]
pub(crate) struct Shutdown {
    has_begun: AtomicBool,
    /// Locked while a temporary file exists.
    writing: Mutex<()>,
}

impl Shutdown {
    /// Stops all writing, and returns when it has stopped.
    pub(crate) fn begin(&self) {
        self.has_begun.store(true, Ordering::SeqCst);
        // The writer checks before each piece, so this takes a few milliseconds at most.
        drop(self.writing.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn write(&self, lock: &BuildLock, contents: &[u8]) -> Result<(), FileError> {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let progress = || match self.has_begun.load(Ordering::SeqCst) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        lock.write(contents, &progress)
    }

    /// Handles signals from now on: the process ends cleanly. Without this it just ends, and the next process that writes the
    /// table removes the temporary file. Call it when nothing is left to do but to wait: it cannot be undone.
    pub(crate) fn watch_for_interrupts(self: &Arc<Shutdown>) {
        let shutdown = Arc::clone(self);
        // Without a handler, signals end the process as usual.
        let _ = on_signal(move |signal| {
            shutdown.begin();
            if io::stderr().is_terminal() {
                // The progress bar is the last line there.
                let _ = writeln!(io::stderr());
            }
            std::process::exit(signal.exit_code().into());
        });
    }
}

/// What the building thread shares with the thread that waits for it.
#[derive(Debug)]
struct BuildContext {
    /// The bits of a number from 0.0 to 1.0.
    progress: AtomicU64,
    shutdown: Arc<Shutdown>,
    quiet: bool,
}

impl BuildObserver for BuildContext {
    fn wait(&self, table: &Table) {
        if !self.quiet {
            print_note(&TableMessage::Waiting { table: table.name() });
        }
    }

    fn progress(&self, fraction: f64) {
        self.progress.store(fraction.to_bits(), Ordering::Relaxed);
    }

    fn write(&self, lock: &BuildLock, contents: &[u8]) -> Result<(), FileError> {
        self.shutdown.write(lock, contents)
    }
}

/// A thread that builds a table.
#[derive(Debug)]
pub(crate) struct BuildThread {
    table: &'static str,
    context: Arc<BuildContext>,
    thread: JoinHandle<Result<bool, FileError>>,
}

impl BuildThread {
    /// Starts to build a table; without notes if `quiet`.
    pub(crate) fn start(build: TableBuild, shutdown: &Arc<Shutdown>, quiet: bool) -> BuildThread {
        let shutdown = Arc::clone(shutdown);
        let context = Arc::new(BuildContext { progress: AtomicU64::new(0), shutdown, quiet });
        let shared = Arc::clone(&context);
        BuildThread { table: build.table, context, thread: std::thread::spawn(move || build.run(&*shared)) }
    }

    /// Returns the name of the table.
    pub(crate) fn table(&self) -> &'static str {
        self.table
    }

    /// Whether the build has ended.
    pub(crate) fn is_finished(&self) -> bool {
        self.thread.is_finished()
    }

    /// Waits for the end, with a progress bar unless it is hidden. Returns whether the table was built here.
    pub(crate) fn wait(self, is_hidden: bool) -> Result<bool, NotCached> {
        let bar = DelayedBar::new(!is_hidden, Some(1000));
        while !self.is_finished() {
            let progress = f64::from_bits(self.context.progress.load(Ordering::Relaxed));
            let message = CommandMessage::BuildingTable { table: self.table };
            bar.show(|_| ((progress * 1000.0) as u64, message));
            std::thread::sleep(POLL);
        }
        bar.clear();
        self.thread.join().map_err(|_| NotCached::Panicked)?.map_err(NotCached::File)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubegod_cache::{Cache, TableId};

    const TEST_TABLE: TableId = TableId { name: "some", version: 1 };

    /// Shuts down when `wait_until` holds, and returns the files that exist afterwards.
    fn files_after_shutdown(wait_until: impl Fn(&Cache) -> bool) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path());
        let lock = cache.try_lock(TEST_TABLE).unwrap();
        let shutdown = Arc::new(Shutdown::default());
        let build = TableBuild::with("some", true, move |observer| {
            observer.progress(0.5);
            observer.write(&lock, &vec![7; 64 << 20]).map(|()| true)
        });
        let build = BuildThread::start(build, &shutdown, true);
        while !wait_until(&cache) && !build.is_finished() {
            std::hint::spin_loop();
        }
        shutdown.begin();
        let names = std::fs::read_dir(folder.path()).unwrap();
        let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let names: Vec<String> = names.filter(|name| name != "some.lock").collect();
        assert_eq!(build.wait(true).is_ok(), cache.open(TEST_TABLE).is_ok());
        names
    }

    #[test]
    fn a_shutdown_at_any_moment_leaves_a_complete_table_or_none() {
        let is_written = |cache: &Cache| std::fs::read_dir(cache.folder()).unwrap().count() > 1;
        for names in [files_after_shutdown(|_| true), files_after_shutdown(is_written)] {
            assert!(names.is_empty() || names == ["some.table"], "{names:?}");
        }
    }

    #[test]
    fn a_build_that_panics_is_reported() {
        let build = TableBuild::with("some", true, |_| std::panic::resume_unwind(Box::new(())));
        let thread = BuildThread::start(build, &Arc::new(Shutdown::default()), true);
        assert_eq!(thread.wait(true), Err(NotCached::Panicked));
    }
}
