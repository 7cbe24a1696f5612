//! A build on a thread of its own, and how the process may end meanwhile.

use crate::error::INTERRUPTED;
use crate::signals::stop_on_signal;
use cubegod_cache::BuildLock;
use cubegod_net::block_on;
use indicatif::{ProgressBar, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// How often the progress of a build is looked at.
const GLANCE: Duration = Duration::from_millis(30);

/// An end of the process that leaves nothing half-written behind.
#[derive(Debug, Default)]
pub(crate) struct CleanEnd {
    is_near: AtomicBool,
    /// Held while there is a temporary file.
    writing: Mutex<()>,
}

impl CleanEnd {
    /// Returns when nothing is being written, and nothing will be any more.
    pub(crate) fn begin(&self) {
        self.is_near.store(true, Ordering::SeqCst);
        // The writer asks before each piece: this takes some milliseconds at most.
        drop(self.writing.lock().unwrap_or_else(PoisonError::into_inner));
    }

    fn keep(&self, lock: &BuildLock, contents: &[u8]) -> Result<(), String> {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let go_on = || match self.is_near.load(Ordering::SeqCst) {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        };
        lock.write(contents, &go_on)
    }

    /// From now on an interrupt (Ctrl-C) ends the process cleanly; before, it just ends it, and the next who writes the
    /// table removes what was left. For when there is nothing left to do but to wait: it can't be taken back.
    pub(crate) fn watch_for_interrupts(self: &Arc<CleanEnd>) {
        let end = Arc::clone(self);
        std::thread::spawn(move || {
            // Where signals can't be heard, they end the process as they always do.
            if block_on(async { stop_on_signal().cancelled().await }).is_ok() {
                end.begin();
                if io::stderr().is_terminal() {
                    // The progress bar is the last line there.
                    let _ = writeln!(io::stderr());
                }
                std::process::exit(INTERRUPTED.into());
            }
        });
    }
}

/// What the thread that builds has to do with the others.
#[derive(Debug)]
pub(crate) struct Site {
    /// The bits of a number from 0.0 to 1.0.
    progress: AtomicU64,
    end: Arc<CleanEnd>,
}

impl Site {
    pub(crate) fn set_progress(&self, progress: f64) {
        self.progress.store(progress.to_bits(), Ordering::Relaxed);
    }

    /// Keeps what was built; why not, if it can't.
    pub(crate) fn keep(&self, lock: &BuildLock, contents: &[u8]) -> Result<(), String> {
        self.end.keep(lock, contents)
    }
}

/// A build on its way.
#[derive(Debug)]
pub(crate) struct Building {
    name: &'static str,
    site: Arc<Site>,
    /// Why it is not kept, if it can't be.
    thread: JoinHandle<Result<(), String>>,
}

impl Building {
    /// Begins to build the table of this name.
    pub(crate) fn start(
        name: &'static str,
        end: &Arc<CleanEnd>,
        work: impl FnOnce(&Site) -> Result<(), String> + Send + 'static,
    ) -> Building {
        let site = Arc::new(Site { progress: AtomicU64::new(0), end: Arc::clone(end) });
        let shared = Arc::clone(&site);
        Building { name, site, thread: std::thread::spawn(move || work(&shared)) }
    }

    /// Whether there is nothing to wait for any more.
    pub(crate) fn is_over(&self) -> bool {
        self.thread.is_finished()
    }

    /// Waits until it is over, with a progress bar unless that should be hidden; why the table is not kept, if it can't be.
    pub(crate) fn wait(self, is_hidden: bool) -> Result<(), String> {
        // indicatif draws on terminals only; in a pipe it is silent.
        let bar = if is_hidden { ProgressBar::hidden() } else { ProgressBar::new(1000) };
        let style = ProgressStyle::with_template("building {msg}, only this once {bar:20} {percent:>3} %");
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        bar.set_message(self.name);
        while !self.is_over() {
            let progress = f64::from_bits(self.site.progress.load(Ordering::Relaxed));
            bar.set_position((progress * 1000.0) as u64);
            bar.tick();
            std::thread::sleep(GLANCE);
        }
        bar.finish_and_clear();
        let mistake = |_| Err("please report this: the build broke off".to_owned());
        self.thread.join().unwrap_or_else(mistake)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubegod_cache::{Cache, TableId};

    const TEST_TABLE: TableId = TableId { name: "some", version: 1 };

    /// Ends the process, as it were, when the build has come so far; the files that are there afterwards.
    fn files_at_the_end(wait_until: impl Fn(&Cache) -> bool) -> Vec<String> {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path());
        let lock = cache.try_lock(TEST_TABLE).unwrap();
        let end = Arc::new(CleanEnd::default());
        let building = Building::start("some", &end, move |site| {
            site.set_progress(0.5);
            site.keep(&lock, &vec![7; 64 << 20])
        });
        while !wait_until(&cache) && !building.is_over() {
            std::hint::spin_loop();
        }
        end.begin();
        let names = std::fs::read_dir(folder.path()).unwrap();
        let names = names.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        let names: Vec<String> = names.filter(|name| name != "some.lock").collect();
        assert_eq!(building.wait(true).is_ok(), cache.open(TEST_TABLE).is_ok());
        names
    }

    #[test]
    fn an_end_at_any_moment_leaves_a_whole_table_or_none() {
        let is_written = |cache: &Cache| std::fs::read_dir(cache.folder()).unwrap().count() > 1;
        for names in [files_at_the_end(|_| true), files_at_the_end(is_written)] {
            assert!(names.is_empty() || names == ["some.table"], "{names:?}");
        }
    }

    #[test]
    fn a_build_that_breaks_off_is_told() {
        let end = Arc::new(CleanEnd::default());
        let building = Building::start("some", &end, |_| std::panic::resume_unwind(Box::new(())));
        assert!(building.wait(true).unwrap_err().contains("please report this"));
    }
}
