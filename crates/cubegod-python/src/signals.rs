//! Ctrl-C. The interpreter runs signal handlers only when the main thread checks for signals, so every function that may take
//! longer than a moment checks:
//!
//! - A loop that holds the interpreter's lock calls `py.check_signals()` for every item.
//! - A loop on the calling thread without the lock calls [`Signals::is_raised`].
//! - Work that cannot check runs in [`wait_for`].

use crate::edge_error::EdgeError;
use cubegod::Cancellation;
use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

/// The time between two checks.
const PAUSE: Duration = Duration::from_millis(20);

/// The number of calls of [`Signals::is_raised`] between two readings of the clock. A search calls it every microsecond; the clock takes
/// a tenth of that.
const CALLS_PER_CHECK: u32 = 64;

/// Checks for signals while the calling thread works, without the cost of another thread.
#[derive(Debug)]
pub(crate) struct Signals {
    caller: ThreadId,
    calls: AtomicU32,
    checked: Mutex<Instant>,
    is_raised: AtomicBool,
    raised: Mutex<Option<PyErr>>,
}

impl Signals {
    pub(crate) fn new() -> Signals {
        Signals {
            caller: thread::current().id(),
            calls: AtomicU32::new(0),
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
        // Not one atomic step, which would take longer: a lost call does not matter.
        let calls = self.calls.load(Ordering::Relaxed);
        self.calls.store(calls.wrapping_add(1), Ordering::Relaxed);
        if !calls.is_multiple_of(CALLS_PER_CHECK) || thread::current().id() != self.caller {
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

/// The time that cancelled work has to end before its thread is left behind.
const GRACE: Duration = Duration::from_millis(500);

/// Works on another thread while this one checks for signals. A signal that raises an exception cancels the token, and the thread
/// ends; only work that ignores its token for longer than [`GRACE`] goes on, such as opening a table. Called without the
/// interpreter.
pub(crate) fn wait_for<T: Send + 'static>(
    work: impl FnOnce(&Cancellation) -> T + Send + 'static,
) -> PyResult<T> {
    let cancellation = Cancellation::new();
    let token = cancellation.clone();
    let (sender, receiver) = mpsc::channel();
    let spawned = thread::Builder::new().spawn(move || {
        // After a signal there may be no receiver.
        let _ = sender.send(work(&token));
    });
    let thread = spawned.map_err(|error| EdgeError::NoThread { reason: error.to_string() })?;
    let is_ended = |result: &Result<T, RecvTimeoutError>| !matches!(result, Err(RecvTimeoutError::Timeout));
    loop {
        let result = receiver.recv_timeout(PAUSE);
        if is_ended(&result) {
            let _ = thread.join();
            return result.map_err(|_| EdgeError::Panic.into());
        }
        if let Err(error) = Python::attach(|py| py.check_signals()) {
            cancellation.cancel();
            if is_ended(&receiver.recv_timeout(GRACE)) {
                let _ = thread.join();
            }
            return Err(error);
        }
    }
}
