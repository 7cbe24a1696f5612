//! Cancelling long work from outside.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A token that cancels all work that holds a clone of it.
///
/// The library has no clock: a time limit is a condition that the caller supplies, so that it works where
/// [`std::time::Instant`] does not exist.
///
/// # Examples
///
/// ```
/// use cubegod::Cancellation;
/// use std::time::{Duration, Instant};
///
/// let token = Cancellation::new();
/// let clone = token.clone();
/// assert!(!clone.is_cancelled());
/// token.cancel();
/// assert!(clone.is_cancelled());
///
/// let start = Instant::now();
/// let deadline = Cancellation::when(move || start.elapsed() > Duration::from_secs(2));
/// assert!(!deadline.is_cancelled());
/// ```
#[derive(Clone)]
pub struct Cancellation(Option<Arc<State>>);

/// The error for work that was cancelled before there was a result.
#[derive(Copy, Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("cancelled")]
pub struct Cancelled;

#[derive(Default)]
struct State {
    is_cancelled: AtomicBool,
    condition: Option<Box<dyn Fn() -> bool + Send + Sync>>,
}

impl Cancellation {
    /// Returns a token that is cancelled by [`Cancellation::cancel`] only.
    pub fn new() -> Cancellation {
        Cancellation(Some(Arc::default()))
    }

    /// Returns the token of work that is never cancelled; [`Cancellation::cancel`] has no effect on it.
    pub fn never() -> &'static Cancellation {
        static NEVER: Cancellation = Cancellation(None);
        &NEVER
    }

    /// Returns a token that is also cancelled as soon as the condition holds. Searches check it every few microseconds.
    pub fn when(condition: impl Fn() -> bool + Send + Sync + 'static) -> Cancellation {
        Cancellation(Some(Arc::new(State {
            is_cancelled: AtomicBool::new(false),
            condition: Some(Box::new(condition)),
        })))
    }

    /// Cancels this token and all its clones permanently.
    pub fn cancel(&self) {
        if let Some(state) = &self.0 {
            state.is_cancelled.store(true, Ordering::Relaxed);
        }
    }

    /// Whether the token is cancelled.
    pub fn is_cancelled(&self) -> bool {
        let Some(state) = &self.0 else { return false };
        if state.is_cancelled.load(Ordering::Relaxed) {
            return true;
        }
        let holds = state.condition.as_ref().is_some_and(|condition| condition());
        if holds {
            self.cancel();
        }
        holds
    }

    /// Checks that the token is not cancelled.
    ///
    /// # Errors
    ///
    /// Fails if it is.
    pub fn check(&self) -> Result<(), Cancelled> {
        if self.is_cancelled() { Err(Cancelled) } else { Ok(()) }
    }
}

/// Returns the result of work that is never cancelled.
pub(crate) fn uncancelled<T>(work: impl FnOnce(&'static Cancellation) -> Result<T, Cancelled>) -> T {
    match work(Cancellation::never()) {
        Ok(result) => result,
        Err(Cancelled) => unreachable!("the token is never cancelled"),
    }
}

/// A token that is cancelled by [`Cancellation::cancel`] only.
impl Default for Cancellation {
    fn default() -> Cancellation {
        Cancellation::new()
    }
}

impl fmt::Debug for Cancellation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let state = self.0.as_ref();
        f.debug_struct("Cancellation")
            .field("is_cancelled", &state.map(|state| &state.is_cancelled))
            .field("has_condition", &state.is_some_and(|state| state.condition.is_some()))
            .finish()
    }
}

/// Returns a token that is cancelled at a check of this number, from 1, and the number of checks so far.
#[cfg(test)]
pub(crate) fn cancelled_at(check: usize) -> (Cancellation, Arc<std::sync::atomic::AtomicUsize>) {
    let checks = Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let counter = Arc::clone(&checks);
    (Cancellation::when(move || counter.fetch_add(1, Ordering::Relaxed) + 1 >= check), checks)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_that_held_once_stays_cancelled() {
        let holds = Arc::new(AtomicBool::new(true));
        let token = Cancellation::when({
            let holds = Arc::clone(&holds);
            move || holds.load(Ordering::Relaxed)
        });
        assert!(token.is_cancelled());
        holds.store(false, Ordering::Relaxed);
        assert!(token.clone().is_cancelled());
    }

    #[test]
    fn the_token_of_work_that_is_never_cancelled_stays_so() {
        Cancellation::never().cancel();
        assert_eq!(Cancellation::never().check(), Ok(()));
    }
}
