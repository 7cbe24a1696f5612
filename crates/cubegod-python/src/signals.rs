//! Ctrl-C: the interpreter hears of it only when it is asked.

use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread::{self, ThreadId};
use std::time::{Duration, Instant};

/// How often the interpreter is asked.
const PAUSE: Duration = Duration::from_millis(20);

/// Asks the interpreter from time to time, on the thread that called us: others are told nothing.
#[derive(Debug)]
pub(crate) struct Signals {
    caller: ThreadId,
    asked: Mutex<Instant>,
    is_over: AtomicBool,
    raised: Mutex<Option<PyErr>>,
}

impl Signals {
    pub(crate) fn new() -> Signals {
        Signals {
            caller: thread::current().id(),
            asked: Mutex::new(Instant::now()),
            is_over: AtomicBool::new(false),
            raised: Mutex::new(None),
        }
    }

    /// Whether to stop.
    pub(crate) fn is_over(&self) -> bool {
        if self.is_over.load(Ordering::Relaxed) {
            return true;
        }
        if thread::current().id() != self.caller {
            return false;
        }
        let mut asked = self.asked.lock().unwrap_or_else(PoisonError::into_inner);
        if asked.elapsed() < PAUSE {
            return false;
        }
        let heard = Python::attach(|py| py.check_signals());
        *asked = Instant::now();
        if let Err(error) = heard {
            *self.raised.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            self.is_over.store(true, Ordering::Relaxed);
        }
        self.is_over.load(Ordering::Relaxed)
    }

    /// What was raised meanwhile.
    pub(crate) fn finish(self) -> PyResult<()> {
        self.raised.into_inner().unwrap_or_else(PoisonError::into_inner).map_or(Ok(()), Err)
    }
}

/// Does some work on so many threads, while this one listens for signals; the work has to look at the flag it is given.
/// Called without the interpreter.
pub(crate) fn on_threads(count: usize, work: impl Fn(&AtomicBool) + Sync) -> PyResult<()> {
    let signals = Signals::new();
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        let (done, is_done) = mpsc::channel::<()>();
        let mut started = 0;
        for _ in 0..count {
            let (done, work, stop) = (done.clone(), &work, &stop);
            let thread = thread::Builder::new().spawn_scoped(scope, move || {
                // Dropped however the work ends.
                let _done = done;
                work(stop);
            });
            started += usize::from(thread.is_ok());
        }
        drop(done);
        if started == 0 {
            // Where the system has no more threads to give, this one does it.
            work(&stop);
        }
        while let Err(mpsc::RecvTimeoutError::Timeout) = is_done.recv_timeout(PAUSE) {
            if signals.is_over() {
                stop.store(true, Ordering::Relaxed);
            }
        }
    });
    signals.finish()
}

/// Waits for something that can't be stopped; goes away from it when somebody presses Ctrl-C. Called without the interpreter.
pub(crate) fn wait_for<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> PyResult<T> {
    let signals = Signals::new();
    let (done, is_done) = mpsc::channel();
    thread::spawn(move || {
        // Nobody may be waiting any more.
        let _ = done.send(work());
    });
    loop {
        match is_done.recv_timeout(PAUSE) {
            Ok(result) => return Ok(result),
            Err(mpsc::RecvTimeoutError::Disconnected) => {
                return Err(pyo3::exceptions::PyRuntimeError::new_err(
                    "please report this: the work broke off",
                ));
            }
            Err(mpsc::RecvTimeoutError::Timeout) => {
                if signals.is_over() {
                    signals.finish()?;
                    return Err(pyo3::exceptions::PyKeyboardInterrupt::new_err(()));
                }
            }
        }
    }
}
