//! Ctrl-C, also while a read is blocked, which cannot be cancelled.

use crate::error::Stop;
use crate::output::print_message;
use crate::signals::{Signal, on_signal};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Watches for signals, and ends the process if the main thread is blocked.
pub(super) struct Interruption {
    state: Arc<Mutex<State>>,
}

struct State {
    signal: Option<Signal>,
    /// Every answer is written, and the main thread waits for input.
    is_waiting: bool,
    /// The number of data sets answered.
    sets: u64,
    quiet: bool,
}

impl State {
    fn print_stopped(&self) {
        if !self.quiet {
            let sets = if self.sets == 1 { "data set" } else { "data sets" };
            print_message(&format!("stopped after {} {sets}", self.sets));
        }
    }
}

impl Interruption {
    pub(super) fn watch(quiet: bool) -> Interruption {
        let state = Arc::new(Mutex::new(State { signal: None, is_waiting: false, sets: 0, quiet }));
        let shared = Arc::clone(&state);
        // Without a handler the process ends as it would anyway.
        let _ = on_signal(move |signal| {
            let mut state = lock(&shared);
            state.signal = Some(signal);
            if state.is_waiting {
                state.print_stopped();
                std::process::exit(signal.exit_code().into());
            }
        });
        Interruption { state }
    }

    /// Waits for input after every answer is written; a signal ends the process meanwhile.
    pub(super) fn while_waiting<T>(&self, sets: u64, wait: impl FnOnce() -> T) -> Result<T, Stop> {
        {
            let mut state = lock(&self.state);
            state.sets = sets;
            if let Some(signal) = state.signal {
                state.print_stopped();
                return Err(Stop::Interrupted(signal));
            }
            state.is_waiting = true;
        }
        let result = wait();
        lock(&self.state).is_waiting = false;
        Ok(result)
    }
}

/// A panic leaves the state consistent, so poisoning is ignored.
fn lock(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
