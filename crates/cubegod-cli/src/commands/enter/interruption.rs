//! Ctrl-C while a read is blocked: prints the command that continues, then ends the process.

use super::print;
use crate::signals::on_signal;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// The text to print on a signal; `None` when the entry is over.
pub(super) struct Interruption {
    text: Arc<Mutex<Option<String>>>,
}

impl Interruption {
    /// Handles signals from now on. With `is_typed` the cursor is in the line of a question.
    pub(super) fn watch(is_typed: bool) -> Interruption {
        let text = Arc::new(Mutex::new(None));
        let shared = Arc::clone(&text);
        // Without a handler the process ends as it would anyway.
        let _ = on_signal(move |signal| {
            let text = lock(&shared);
            if let Some(text) = text.as_ref() {
                if is_typed {
                    print("");
                }
                print(text);
                std::process::exit(signal.exit_code().into());
            }
        });
        Interruption { text }
    }

    /// Sets the text to print.
    pub(super) fn set(&self, text: String) {
        *lock(&self.text) = Some(text);
    }

    /// Prints nothing from now on.
    pub(super) fn clear(&self) {
        *lock(&self.text) = None;
    }
}

/// A panic leaves the text consistent, so poisoning is ignored.
fn lock(text: &Mutex<Option<String>>) -> MutexGuard<'_, Option<String>> {
    text.lock().unwrap_or_else(PoisonError::into_inner)
}
