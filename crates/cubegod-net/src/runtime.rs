//! A runtime for callers that have none, and the usual reason to stop.

use std::io;
use std::time::Duration;
use tokio_util::sync::CancellationToken;

/// Runs a future to its end on a runtime of its own.
///
/// What it leaves behind (a read of standard input cannot be called off) does not keep the caller waiting.
pub fn block_on<F: Future>(future: F) -> io::Result<F::Output> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let output = runtime.block_on(future);
    runtime.shutdown_background();
    Ok(output)
}

/// What the system asks a process to do.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Signal {
    /// Somebody pressed Ctrl-C.
    Interrupt,
    /// Somebody wants it to end.
    Terminate,
    /// Its terminal is gone.
    Hangup,
    /// Somebody pressed Ctrl-\\.
    Quit,
}

impl Signal {
    /// The exit code of a process that it ended, as shells tell it: 128 and the signal's number.
    pub const fn exit_code(self) -> u8 {
        match self {
            Signal::Interrupt => 128 + 2,
            Signal::Terminate => 128 + 15,
            Signal::Hangup => 128 + 1,
            Signal::Quit => 128 + 3,
        }
    }
}

/// How long signals count as the first one: `timeout` sends one to the process and one to its group.
const SAME_SIGNAL: Duration = Duration::from_millis(200);

/// A token that is cancelled at the first interrupt (Ctrl-C) or request to terminate; for use inside a runtime.
///
/// The second ends the process at once: a clean stop may take as long as a round does.
pub fn stop_on_signal() -> CancellationToken {
    let stop = CancellationToken::new();
    let signalled = stop.clone();
    // Where signals cannot be heard, the process just ends as it would anyway.
    if let Ok(signals) = Signals::new(Heard::Requests) {
        tokio::spawn(tell_then_exit(signals, move |_| signalled.cancel()));
    }
    stop
}

/// Tells of the first interrupt (Ctrl-C) or request to terminate, from a thread of its own; for callers without a runtime.
/// Signals are heard from when this returns.
///
/// The second ends the process at once.
pub fn on_signal(tell: impl FnOnce(Signal) + Send + 'static) -> io::Result<()> {
    hear(Heard::Requests, tell)
}

/// The same for whoever has to leave a terminal as it was: hears when it is gone and Ctrl-\\ as well, which otherwise end the
/// process at once.
pub fn on_any_signal(tell: impl FnOnce(Signal) + Send + 'static) -> io::Result<()> {
    hear(Heard::All, tell)
}

/// Which signals are heard.
#[derive(Copy, Clone, PartialEq)]
enum Heard {
    /// Interrupts and requests to terminate. A server may go on without its terminal.
    Requests,
    /// All that end a process.
    All,
}

fn hear(heard: Heard, tell: impl FnOnce(Signal) + Send + 'static) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let signals = {
        let _inside = runtime.enter();
        Signals::new(heard)?
    };
    std::thread::Builder::new().spawn(move || runtime.block_on(tell_then_exit(signals, tell)))?;
    Ok(())
}

async fn tell_then_exit(mut signals: Signals, tell: impl FnOnce(Signal)) {
    tell(signals.next().await);
    tokio::time::sleep(SAME_SIGNAL).await;
    // Those that came meanwhile are not heard any more.
    if let Ok(mut signals) = Signals::new(Heard::Requests) {
        std::process::exit(signals.next().await.exit_code().into());
    }
}

/// The signals that ask to stop.
#[cfg(unix)]
struct Signals {
    interrupt: tokio::signal::unix::Signal,
    terminate: tokio::signal::unix::Signal,
    /// Hangup and quit.
    others: Option<[tokio::signal::unix::Signal; 2]>,
}

#[cfg(unix)]
impl Signals {
    fn new(heard: Heard) -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        let others = match heard {
            Heard::Requests => None,
            Heard::All => Some([signal(SignalKind::hangup())?, signal(SignalKind::quit())?]),
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

/// Hangup or quit; waits for ever where these are not heard.
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

/// Ctrl-C, the only one there is.
#[cfg(windows)]
struct Signals(tokio::signal::windows::CtrlC);

#[cfg(windows)]
impl Signals {
    fn new(_heard: Heard) -> io::Result<Signals> {
        Ok(Signals(tokio::signal::windows::ctrl_c()?))
    }

    async fn next(&mut self) -> Signal {
        self.0.recv().await;
        Signal::Interrupt
    }
}
