//! Ctrl-C and other signals that end the process.

use crate::error::Stop;
use cubegod::Cancellation;
use cubegod_net::CancellationToken;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// A signal that asks the process to end.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Signal {
    /// Ctrl-C.
    Interrupt,
    /// A request to terminate.
    Terminate,
    /// The terminal is closed.
    #[cfg_attr(not(unix), allow(dead_code, reason = "there is no such signal"))]
    Hangup,
    /// Ctrl-\\.
    #[cfg_attr(not(unix), allow(dead_code, reason = "there is no such signal"))]
    Quit,
}

impl Signal {
    /// Returns the exit code of a process ended by the signal, as shells report it: 128 plus the signal's number.
    pub(crate) const fn exit_code(self) -> u8 {
        match self {
            Signal::Interrupt => 128 + 2,
            Signal::Terminate => 128 + 15,
            Signal::Hangup => 128 + 1,
            Signal::Quit => 128 + 3,
        }
    }
}

/// Signals within this time count as one: `timeout` sends one to the process and one to its group.
const SAME_SIGNAL: Duration = Duration::from_millis(200);

/// Returns a token that is cancelled at the first interrupt or request to terminate. Must be called in a runtime.
///
/// The second signal ends the process at once, as a clean stop may take a while.
pub(crate) fn stop_on_signal() -> CancellationToken {
    let stop = CancellationToken::new();
    let cancelled = stop.clone();
    // Without a handler the process ends as it would anyway.
    if let Ok(signals) = Signals::new(Handled::Requests) {
        tokio::spawn(call_then_exit(signals, move |_| cancelled.cancel()));
    }
    stop
}

/// Calls a function at the first interrupt or request to terminate, on a thread of its own. The handler is installed when
/// this returns. The second signal ends the process at once.
pub(crate) fn on_signal(call: impl FnOnce(Signal) + Send + 'static) -> io::Result<()> {
    handle(Handled::Requests, call)
}

/// Like [`on_signal`], and handles a closed terminal and Ctrl-\\ too, for programs that have to restore the terminal.
pub(crate) fn on_any_signal(call: impl FnOnce(Signal) + Send + 'static) -> io::Result<()> {
    handle(Handled::All, call)
}

/// What the first signal does: it cancels the work, and ends the process if the work does not end or cannot be cancelled.
pub(crate) struct Interruption(Arc<Shared>);

#[derive(Default)]
struct Shared {
    cancellation: Cancellation,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    signal: Option<Signal>,
    exit: Option<Exit>,
}

/// How the process ends if the work does not.
struct Exit {
    grace: Duration,
    report: Box<dyn FnOnce() + Send>,
}

impl Interruption {
    /// Handles signals from now on.
    pub(crate) fn watch() -> Interruption {
        let interruption = Interruption(Arc::default());
        let shared = Arc::clone(&interruption.0);
        // Without a handler the process ends as it would anyway.
        let _ = on_signal(move |signal| {
            let grace = {
                let mut state = shared.state();
                state.signal = Some(signal);
                state.exit.as_ref().map(|exit| exit.grace)
            };
            shared.cancellation.cancel();
            let Some(grace) = grace else { return };
            // On another thread, so that a second signal is handled meanwhile.
            std::thread::spawn(move || {
                std::thread::sleep(grace);
                // The state stays locked, so that the main thread does not write meanwhile.
                let mut state = shared.state();
                if let Some(exit) = state.exit.take() {
                    (exit.report)();
                    std::process::exit(signal.exit_code().into());
                }
            });
        });
        interruption
    }

    /// Returns the token that the first signal cancels.
    pub(crate) fn cancellation(&self) -> &Cancellation {
        &self.0.cancellation
    }

    /// Returns the first signal, if there was one.
    pub(crate) fn signal(&self) -> Option<Signal> {
        self.0.state().signal
    }

    /// Works. If the work does not end within `grace` of a signal, `report` is called and the process ends.
    ///
    /// # Errors
    ///
    /// There was a signal before; `report` is called then.
    pub(crate) fn exit_after<T>(
        &self,
        grace: Duration,
        report: impl FnOnce() + Send + 'static,
        work: impl FnOnce() -> T,
    ) -> Result<T, Stop> {
        {
            let mut state = self.0.state();
            if let Some(signal) = state.signal {
                report();
                return Err(Stop::Interrupted(signal));
            }
            state.exit = Some(Exit { grace, report: Box::new(report) });
        }
        let result = work();
        self.0.state().exit = None;
        Ok(result)
    }

    /// Waits for something that cannot be cancelled, such as input. A signal ends the process meanwhile, after a report.
    ///
    /// # Errors
    ///
    /// There was a signal before; `report` is called then.
    pub(crate) fn while_waiting<T>(
        &self,
        report: impl FnOnce() + Send + 'static,
        wait: impl FnOnce() -> T,
    ) -> Result<T, Stop> {
        self.exit_after(Duration::ZERO, report, wait)
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Which signals are handled.
#[derive(Copy, Clone, PartialEq)]
enum Handled {
    /// Interrupts and requests to terminate. A server may continue without its terminal.
    Requests,
    /// All signals that end a process.
    All,
}

fn handle(handled: Handled, call: impl FnOnce(Signal) + Send + 'static) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let signals = {
        let _context = runtime.enter();
        Signals::new(handled)?
    };
    std::thread::Builder::new().spawn(move || runtime.block_on(call_then_exit(signals, call)))?;
    Ok(())
}

async fn call_then_exit(mut signals: Signals, call: impl FnOnce(Signal)) {
    call(signals.next().await);
    tokio::time::sleep(SAME_SIGNAL).await;
    // A new handler does not receive earlier signals.
    if let Ok(mut signals) = Signals::new(Handled::Requests) {
        std::process::exit(signals.next().await.exit_code().into());
    }
}

/// A stream of signals.
#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
    /// Hangup and quit.
    others: Option<[tokio::signal::unix::Signal; 2]>,
}

#[cfg(unix)]
impl Signals {
    fn new(handled: Handled) -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        let others = match handled {
            Handled::Requests => None,
            Handled::All => Some([signal(SignalKind::hangup())?, signal(SignalKind::quit())?]),
        };
        Ok(Signals {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
            others,
        })
    }

    async fn next(&mut self) -> Signal {
        tokio::select! {
            _ = self.interrupt.recv() => Signal::Interrupt,
            _ = self.terminate.recv() => Signal::Terminate,
            other = first_of(&mut self.others) => other,
        }
    }
}

/// Waits for hangup or quit; forever if these are not handled.
#[cfg(unix)]
async fn first_of(others: &mut Option<[tokio::signal::unix::Signal; 2]>) -> Signal {
    match others {
        None => std::future::pending().await,
        Some([hangup, quit]) => tokio::select! {
            _ = hangup.recv() => Signal::Hangup,
            _ = quit.recv() => Signal::Quit,
        },
    }
}

/// Ctrl-C, the only signal of Windows.
#[cfg(windows)]
struct Signals(tokio::signal::windows::CtrlC);

#[cfg(windows)]
impl Signals {
    fn new(_: Handled) -> io::Result<Signals> {
        Ok(Signals(tokio::signal::windows::ctrl_c()?))
    }

    async fn next(&mut self) -> Signal {
        self.0.recv().await;
        Signal::Interrupt
    }
}
