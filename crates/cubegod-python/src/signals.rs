//! Ctrl-C: the interpreter notices it only when it is checked, and only on the thread that called.

use cubegod::Cancellation;
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

/// The time between two checks.
const PAUSE: Duration = Duration::from_millis(20);

/// Checks for signals while the calling thread works, without the cost of another thread.
#[derive(Debug)]
pub(crate) struct Signals {
    caller: ThreadId,
    checked: Mutex<Instant>,
    is_raised: AtomicBool,
    raised: Mutex<Option<PyErr>>,
}

impl Signals {
    pub(crate) fn new() -> Signals {
        Signals {
            caller: thread::current().id(),
            checked: Mutex::new(Instant::now()),
            is_raised: AtomicBool::new(false),
            raised: Mutex::new(None),
        }
    }

    /// Whether a signal handler raised an exception. Called without the interpreter.
    pub(crate) fn is_raised(&self) -> bool {
        if self.is_raised.load(Ordering::Relaxed) {
            return true;
        }
        if thread::current().id() != self.caller {
            return false;
        }
        let mut checked = self.checked.lock().unwrap_or_else(PoisonError::into_inner);
        if checked.elapsed() < PAUSE {
            return false;
        }
        let result = Python::attach(|py| py.check_signals());
        *checked = Instant::now();
        if let Err(error) = result {
            *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            self.is_raised.store(true, Ordering::Relaxed);
        }
        self.is_raised.load(Ordering::Relaxed)
    }

    /// Returns the exception, if there is one.
    pub(crate) fn finish(&self) -> PyResult<()> {
        self.raised.lock().unwrap_or_else(PoisonError::into_inner).take().map_or(Ok(()), Err)
    }
}

/// Works on another thread while this one checks for signals. A signal that raises an exception cancels the token and returns
/// at once, even if the work cannot be cancelled. Called without the interpreter.
pub(crate) fn wait_for<T: Send + 'static>(
    work: impl FnOnce(&Cancellation) -> T + Send + 'static,
) -> PyResult<T> {
    let cancellation = Cancellation::new();
    let token = cancellation.clone();
    let (sender, receiver) = mpsc::channel();
    let spawned = thread::Builder::new().spawn(move || {
        // The receiver is gone after a signal.
        let _ = sender.send(work(&token));
    });
    spawned.map_err(|error| PyRuntimeError::new_err(format!("cannot start a thread: {error}")))?;
    loop {
        match receiver.recv_timeout(PAUSE) {
            Ok(result) => return Ok(result),
            Err(mpsc::RecvTimeoutError::Disconnected) => {
                return Err(PyRuntimeError::new_err("please report this: the work panicked"));
            }
            Err(mpsc::RecvTimeoutError::Timeout) => {
                if let Err(error) = Python::attach(|py| py.check_signals()) {
                    cancellation.cancel();
                    return Err(error);
                }
            }
        }
    }
}
