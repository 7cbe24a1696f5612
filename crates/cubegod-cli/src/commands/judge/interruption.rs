//! Ctrl-C, also while the next line is waited for: a read can't be called off.

use crate::error::Stop;
use crate::output::say;
use crate::signals::{Signal, on_signal};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Tells whether somebody asked to stop, and ends the process where nobody else could.
pub(super) struct Interruption {
    state: Arc<Mutex<State>>,
}

struct State {
    signal: Option<Signal>,
    /// Every answer is written, and the next line is waited for.
    is_waiting: bool,
    /// The data sets that were answered.
    sets: u64,
    quiet: bool,
}

impl State {
    fn say_stopped(&self) {
        if !self.quiet {
            let sets = if self.sets == 1 { "data set" } else { "data sets" };
            say(&format!("stopped after {} {sets}", self.sets));
        }
    }
}

impl Interruption {
    pub(super) fn watch(quiet: bool) -> Interruption {
        let state = Arc::new(Mutex::new(State { signal: None, is_waiting: false, sets: 0, quiet }));
        let heard = Arc::clone(&state);
        // Where signals cannot be heard, the process just ends as it would anyway.
        let _ = on_signal(move |signal| {
            let mut state = locked(&heard);
            state.signal = Some(signal);
            if state.is_waiting {
                state.say_stopped();
                std::process::exit(signal.exit_code().into());
            }
        });
        Interruption { state }
    }

    /// Waits for something once every answer is written; an interrupt ends it.
    pub(super) fn while_waiting<T>(&self, sets: u64, wait: impl FnOnce() -> T) -> Result<T, Stop> {
        {
            let mut state = locked(&self.state);
            state.sets = sets;
            if let Some(signal) = state.signal {
                state.say_stopped();
                return Err(Stop::Interrupted(signal));
            }
            state.is_waiting = true;
        }
        let result = wait();
        locked(&self.state).is_waiting = false;
        Ok(result)
    }
}

/// No state is left half changed, whoever panicked.
fn locked(state: &Mutex<State>) -> MutexGuard<'_, State> {
    state.lock().unwrap_or_else(PoisonError::into_inner)
}
