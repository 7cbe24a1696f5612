//! Options for building tables.

use super::workers::run_workers;
use crate::cancellation::{Cancellation, Cancelled};
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Options for building tables; the default is one thread, no reports and no cancellation.
///
/// # Examples
///
/// ```
/// use cubegod::Cancellation;
/// use cubegod::solve::BuildOptions;
/// use cubegod::solve::two_phase::SmallTables;
///
/// let token = Cancellation::new();
/// let cancel_halfway = |fraction| {
///     if fraction > 0.5 {
///         token.cancel();
///     }
/// };
/// let options = BuildOptions::new().cancellation(&token).progress(&cancel_halfway);
/// assert!(SmallTables::build_with(&options).is_err());
/// ```
#[derive(Copy, Clone)]
#[non_exhaustive]
pub struct BuildOptions<'a> {
    /// The number of threads; 0 means 1, and 1 means the calling thread. Small tables always take one.
    pub threads: usize,
    /// The token that cancels the build.
    pub cancellation: &'a Cancellation,
    /// A callback for the completed fraction, from 0.0 to 1.0. Every thread calls it, some milliseconds apart.
    pub progress: &'a (dyn Fn(f64) + Sync + 'a),
}

impl Default for BuildOptions<'_> {
    fn default() -> Self {
        BuildOptions { threads: 1, cancellation: Cancellation::never(), progress: &|_| () }
    }
}

impl<'a> BuildOptions<'a> {
    /// Returns the default options.
    pub fn new() -> BuildOptions<'a> {
        BuildOptions::default()
    }

    /// Sets the number of threads; 0 means 1.
    #[must_use]
    pub fn threads(self, threads: usize) -> BuildOptions<'a> {
        BuildOptions { threads, ..self }
    }

    /// Stops the build when the token is cancelled.
    #[must_use]
    pub fn cancellation(self, cancellation: &'a Cancellation) -> BuildOptions<'a> {
        BuildOptions { cancellation, ..self }
    }

    /// Sets a callback for the completed fraction, from 0.0 to 1.0.
    #[must_use]
    pub fn progress(self, progress: &'a (dyn Fn(f64) + Sync + 'a)) -> BuildOptions<'a> {
        BuildOptions { progress, ..self }
    }

    /// Does a part of the work, whose progress is reported as a part of the whole.
    pub(super) fn part<T>(&self, start: f64, end: f64, work: impl FnOnce(&BuildOptions<'_>) -> T) -> T {
        work(&self.progress(&|fraction| (self.progress)(start + (end - start) * fraction)))
    }

    /// Reports a completed fraction.
    ///
    /// # Errors
    ///
    /// Fails if the build was cancelled.
    pub(super) fn report(&self, fraction: f64) -> Result<(), Cancelled> {
        (self.progress)(fraction);
        self.cancellation.check()
    }

    /// Computes a value for each index below `count`. Each thread has its own scratch memory.
    ///
    /// # Errors
    ///
    /// Fails if the build is cancelled.
    pub(super) fn in_parallel<S, T: Send>(
        &self,
        count: usize,
        scratch: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, usize) -> T + Sync,
    ) -> Result<Vec<T>, Cancelled> {
        let next = AtomicUsize::new(0);
        let results = run_workers(self.threads, || {
            let mut scratch = scratch();
            let mut results = Vec::new();
            loop {
                let index = next.fetch_add(1, Ordering::Relaxed);
                if index >= count {
                    return Ok(results);
                }
                results.push((index, work(&mut scratch, index)));
                self.report((index + 1) as f64 / count as f64)?;
            }
        });
        let mut all = Vec::with_capacity(count);
        for results in results {
            all.extend(results?);
        }
        all.sort_unstable_by_key(|(index, _)| *index);
        Ok(all.into_iter().map(|(_, result)| result).collect())
    }
}

impl fmt::Debug for BuildOptions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BuildOptions")
            .field("threads", &self.threads)
            .field("cancellation", self.cancellation)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cancellation::cancelled_at;
    use crate::moves::Metric;
    use crate::solve::optimal::{OptimalTable, TableSpec};
    use crate::solve::pocket::PocketTable;
    use crate::solve::two_phase::{LargeTables, SmallTables};
    use std::sync::Mutex;

    type Build = fn(&BuildOptions<'_>) -> Result<(), Cancelled>;

    const BUILDS: [Build; 4] = [
        |options| SmallTables::build_with(options).map(drop),
        |options| PocketTable::build_with(Metric::Qtm, options).map(drop),
        |options| LargeTables::build_with(options).map(drop),
        |options| OptimalTable::build_with(TableSpec::smallest(Metric::Htm).unwrap(), options).map(drop),
    ];

    #[test]
    fn every_build_ends_at_the_check_that_is_cancelled() {
        for build in BUILDS {
            for check in [1, 2, 7] {
                let (token, _) = cancelled_at(check);
                let reports = AtomicUsize::new(0);
                let count = |_| {
                    reports.fetch_add(1, Ordering::Relaxed);
                };
                let options = BuildOptions::new().cancellation(&token).progress(&count);
                assert!(build(&options).is_err());
                assert!(reports.into_inner() <= check);
            }
        }
    }

    #[test]
    fn progress_rises_to_one() {
        for build in &BUILDS[..2] {
            let fractions = Mutex::new(Vec::new());
            let report = |fraction| fractions.lock().unwrap().push(fraction);
            build(&BuildOptions::new().progress(&report)).unwrap();
            let fractions = fractions.into_inner().unwrap();
            assert!(fractions.is_sorted() && fractions.len() > 5, "{fractions:?}");
            assert_eq!(fractions.last(), Some(&1.0));
        }
    }

    #[test]
    fn results_are_in_order_for_any_number_of_threads() {
        for threads in [0, 1, 3] {
            let squares = BuildOptions::new().threads(threads).in_parallel(1000, || (), |(), n| n * n);
            assert_eq!(squares, Ok((0..1000).map(|n| n * n).collect()));
        }
    }
}
