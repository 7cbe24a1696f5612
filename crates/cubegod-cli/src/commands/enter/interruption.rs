//! Ctrl-C while a line is waited for, which can't be called off: what was entered is told before it ends.

use super::tell;
use crate::signals::on_signal;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// What is said when somebody asks to stop; none when there is no need any more.
pub(super) struct Interruption {
    parting: Arc<Mutex<Option<String>>>,
}

impl Interruption {
    /// Where somebody types, the question that was not answered stands on its line.
    pub(super) fn watch(is_typed: bool) -> Interruption {
        let parting = Arc::new(Mutex::new(None));
        let heard = Arc::clone(&parting);
        // Where signals cannot be heard, the process just ends as it would anyway.
        let _ = on_signal(move |signal| {
            let parting = locked(&heard);
            if let Some(text) = parting.as_ref() {
                if is_typed {
                    tell("");
                }
                tell(text);
                std::process::exit(signal.exit_code().into());
            }
        });
        Interruption { parting }
    }

    /// From now on this would be said.
    pub(super) fn keep(&self, parting: String) {
        *locked(&self.parting) = Some(parting);
    }

    /// Everything is said and done.
    pub(super) fn forget(&self) {
        *locked(&self.parting) = None;
    }
}

/// No text is left half changed, whoever panicked.
fn locked(parting: &Mutex<Option<String>>) -> MutexGuard<'_, Option<String>> {
    parting.lock().unwrap_or_else(PoisonError::into_inner)
}
