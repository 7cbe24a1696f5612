//! Tables that are built on first use.

use crate::moves::Metric;
use std::convert::Infallible;
use std::sync::{Mutex, OnceLock, PoisonError};

/// A table for half turns and one for quarter turns, each built on first use.
///
/// Face turns have the same length in all metrics except QTM, so that one table serves all others.
///
/// # Examples
///
/// ```
/// use cubegod::Metric;
/// use cubegod::solve::ByMetric;
/// use cubegod::solve::pocket::PocketTable;
///
/// let tables = ByMetric::new();
/// let table = tables.get_or_init(Metric::Stm, || PocketTable::build(Metric::Stm));
/// assert!(!table.counts_quarter_turns());
/// assert!(tables.get(Metric::Htm).is_some() && tables.get(Metric::Qtm).is_none());
/// ```
#[derive(Debug)]
pub struct ByMetric<T> {
    half_turns: TryOnceLock<T>,
    quarter_turns: TryOnceLock<T>,
}

impl<T> Default for ByMetric<T> {
    fn default() -> ByMetric<T> {
        ByMetric { half_turns: TryOnceLock::default(), quarter_turns: TryOnceLock::default() }
    }
}

impl<T> ByMetric<T> {
    /// Returns no tables.
    pub fn new() -> ByMetric<T> {
        ByMetric::default()
    }

    /// Returns the table for a metric, if it was built.
    pub fn get(&self, metric: Metric) -> Option<&T> {
        self.entry(metric).0.get()
    }

    /// Returns the table for a metric; builds it if there is none. Other threads wait for it.
    pub fn get_or_init(&self, metric: Metric, build: impl FnOnce() -> T) -> &T {
        let Ok(table) = self.get_or_try_init(metric, || Ok::<T, Infallible>(build()));
        table
    }

    /// Returns the table for a metric; builds it if there is none. Other threads wait for it, and try again if it fails.
    ///
    /// # Errors
    ///
    /// Fails if `build` does.
    pub fn get_or_try_init<E>(&self, metric: Metric, build: impl FnOnce() -> Result<T, E>) -> Result<&T, E> {
        self.entry(metric).get_or_try_init(build)
    }

    /// Sets the table for a metric.
    pub fn set(&mut self, metric: Metric, table: T) {
        let table = TryOnceLock::from(table);
        match metric {
            Metric::Qtm => self.quarter_turns = table,
            Metric::Htm | Metric::Stm | Metric::Etm => self.half_turns = table,
        }
    }

    fn entry(&self, metric: Metric) -> &TryOnceLock<T> {
        match metric {
            Metric::Qtm => &self.quarter_turns,
            Metric::Htm | Metric::Stm | Metric::Etm => &self.half_turns,
        }
    }
}

/// A [`OnceLock`] whose initialization can fail. The second field is locked during it.
#[derive(Debug)]
pub(crate) struct TryOnceLock<T>(OnceLock<T>, Mutex<()>);

impl<T> Default for TryOnceLock<T> {
    fn default() -> TryOnceLock<T> {
        TryOnceLock(OnceLock::new(), Mutex::new(()))
    }
}

impl<T> From<T> for TryOnceLock<T> {
    fn from(value: T) -> TryOnceLock<T> {
        TryOnceLock(OnceLock::from(value), Mutex::new(()))
    }
}

impl<T> TryOnceLock<T> {
    pub(crate) fn get_or_try_init<E>(&self, init: impl FnOnce() -> Result<T, E>) -> Result<&T, E> {
        let TryOnceLock(value, initializing) = self;
        if let Some(value) = value.get() {
            return Ok(value);
        }
        let _guard = initializing.lock().unwrap_or_else(PoisonError::into_inner);
        match value.get() {
            Some(value) => Ok(value),
            None => {
                let new = init()?;
                Ok(value.get_or_init(|| new))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    #[test]
    fn all_metrics_but_the_quarter_turn_metric_share_a_table() {
        let mut tables = ByMetric::new();
        assert_eq!(tables.get(Metric::Htm), None);
        assert_eq!(tables.get_or_init(Metric::Stm, || 1), &1);
        assert_eq!(tables.get_or_init(Metric::Htm, || 2), &1);
        assert_eq!(tables.get(Metric::Qtm), None);
        tables.set(Metric::Qtm, 3);
        assert_eq!(
            Metric::ALL.map(|metric| tables.get(metric).copied()),
            [Some(1), Some(3), Some(1), Some(1)]
        );
    }

    #[test]
    fn a_failed_initialization_is_repeated_and_a_successful_one_is_not() {
        let once = TryOnceLock::default();
        assert_eq!(once.get_or_try_init(|| Err("failed")), Err("failed"));
        let attempts = thread::scope(|scope| {
            let attempts = [1, 2, 3, 4].map(|value| {
                let once = &once;
                scope.spawn(move || *once.get_or_try_init(|| Ok::<i32, &str>(value)).unwrap())
            });
            attempts.map(|attempt| attempt.join().unwrap())
        });
        assert!(attempts.iter().all(|value| *value == attempts[0]), "{attempts:?}");
    }
}
