//! Cancelling a search from outside.

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A token that cancels every search that holds a clone of it.
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
#[derive(Clone, Default)]
pub struct Cancellation(Arc<State>);

#[derive(Default)]
struct State {
    is_cancelled: AtomicBool,
    condition: Option<Box<dyn Fn() -> bool + Send + Sync>>,
}

impl Cancellation {
    /// Returns a token that is cancelled by [`Cancellation::cancel`] only.
    pub fn new() -> Cancellation {
        Cancellation::default()
    }

    /// Returns a token that is also cancelled as soon as the condition holds. Searches check it every few microseconds.
    pub fn when(condition: impl Fn() -> bool + Send + Sync + 'static) -> Cancellation {
        Cancellation(Arc::new(State {
            is_cancelled: AtomicBool::new(false),
            condition: Some(Box::new(condition)),
        }))
    }

    /// Cancels this token and all its clones permanently.
    pub fn cancel(&self) {
        self.0.is_cancelled.store(true, Ordering::Relaxed);
    }

    /// Whether the token is cancelled.
    pub fn is_cancelled(&self) -> bool {
        if self.0.is_cancelled.load(Ordering::Relaxed) {
            return true;
        }
        let holds = self.0.condition.as_ref().is_some_and(|condition| condition());
        if holds {
            self.cancel();
        }
        holds
    }
}

impl fmt::Debug for Cancellation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cancellation")
            .field("is_cancelled", &self.0.is_cancelled)
            .field("has_condition", &self.0.condition.is_some())
            .finish()
    }
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
}
