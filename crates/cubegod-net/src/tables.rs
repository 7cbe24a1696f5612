//! Tables for optimal solutions in servers: opened or built in the background, so that no request waits for gigabytes.

use crate::priority::{LOWEST, lower_priority};
use cubegod::Metric;
use cubegod::solve::optimal::{OptimalTable, TableSpec};
use cubegod_service::{OptimalTables, RequestError, Solvers};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread;

/// Makes solvers open and build their tables for optimal solutions on a thread of its own, with the lowest priority. Until a
/// table is there, requests that need it fail with [`RequestError::TableNotReady`].
pub fn with_background_tables(solvers: Solvers) -> Solvers {
    solvers.replace_optimal_tables(|tables| Arc::new(BackgroundTables::new(tables)))
}

/// Tables that another source opens or builds in the background.
struct BackgroundTables {
    source: Arc<dyn OptimalTables>,
    half_turns: Arc<Place>,
    quarter_turns: Arc<Place>,
}

/// The table for one metric.
#[derive(Debug, Default)]
struct Place {
    table: OnceLock<Arc<OptimalTable>>,
    is_started: AtomicBool,
}

impl BackgroundTables {
    fn new(source: Arc<dyn OptimalTables>) -> BackgroundTables {
        BackgroundTables { source, half_turns: Arc::default(), quarter_turns: Arc::default() }
    }
}

impl OptimalTables for BackgroundTables {
    fn get(&self, smallest: TableSpec) -> Result<Arc<OptimalTable>, RequestError> {
        let place = match smallest.metric() {
            Metric::Qtm => &self.quarter_turns,
            _ => &self.half_turns,
        };
        if let Some(table) = place.table.get() {
            return Ok(Arc::clone(table));
        }
        if !place.is_started.swap(true, Ordering::Relaxed) {
            let (source, background) = (Arc::clone(&self.source), Arc::clone(place));
            let work = move || background.fill(&*source, smallest);
            if thread::Builder::new().name("cubegod-tables".into()).spawn(work).is_err() {
                place.is_started.store(false, Ordering::Relaxed);
            }
        }
        Err(RequestError::TableNotReady)
    }
}

impl Place {
    fn fill(&self, source: &dyn OptimalTables, smallest: TableSpec) {
        /// Lets the next request try again, even after a panic.
        struct Retry<'a>(&'a AtomicBool);
        impl Drop for Retry<'_> {
            fn drop(&mut self) {
                self.0.store(false, Ordering::Relaxed);
            }
        }
        let _retry = Retry(&self.is_started);
        // Threads that build the table inherit it.
        lower_priority(LOWEST);
        if let Ok(table) = source.get(smallest) {
            // Only this thread sets it.
            let _ = self.table.set(table);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;
    use std::sync::atomic::AtomicUsize;
    use std::sync::mpsc::{Receiver, channel};

    /// A source that fails or panics first, and gives a table when it is told to.
    struct Slow {
        calls: Arc<AtomicUsize>,
        go: Mutex<Receiver<()>>,
    }

    impl OptimalTables for Slow {
        fn get(&self, smallest: TableSpec) -> Result<Arc<OptimalTable>, RequestError> {
            assert_eq!(thread::current().name(), Some("cubegod-tables"));
            self.go.lock().unwrap().recv().unwrap();
            match self.calls.fetch_add(1, Ordering::Relaxed) {
                0 => Err(RequestError::io("a test")),
                _ => {
                    let pages = vec![0_u8; smallest.bytes()];
                    OptimalTable::new(smallest, pages).map(Arc::new).ok_or_else(|| RequestError::io("a test"))
                }
            }
        }
    }

    #[test]
    fn a_table_is_made_once_in_the_background_and_again_after_a_failure() {
        let (sender, receiver) = channel();
        let calls = Arc::<AtomicUsize>::default();
        let source = Slow { calls: Arc::clone(&calls), go: Mutex::new(receiver) };
        let tables = BackgroundTables::new(Arc::new(source));
        let smallest = TableSpec::smallest(Metric::Htm).unwrap();
        for call in 0..2 {
            for _ in 0..10 {
                assert!(matches!(tables.get(smallest), Err(RequestError::TableNotReady)));
            }
            sender.send(()).unwrap();
            while calls.load(Ordering::Relaxed) == call
                || tables.half_turns.is_started.load(Ordering::Relaxed)
            {
                thread::yield_now();
            }
        }
        assert!(tables.get(smallest).is_ok());
        assert_eq!(calls.load(Ordering::Relaxed), 2);
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_table_is_made_with_the_lowest_priority_on_all_threads() {
        let own = || rustix::process::getpriority_process(Some(rustix::thread::gettid())).unwrap();
        // Tests may run at any priority.
        let expected = (own() + LOWEST).min(19);
        let priorities = thread::spawn(move || {
            lower_priority(LOWEST);
            [own(), thread::spawn(own).join().unwrap()]
        });
        assert_eq!(priorities.join().unwrap(), [expected, expected]);
    }
}
