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

/// The exit code of a process that was interrupted, as shells tell it: 128 and the signal's number.
const INTERRUPTED: i32 = 128 + 2;

/// How long signals count as the first one: `timeout` sends one to the process and one to its group.
const SAME_SIGNAL: Duration = Duration::from_millis(200);

/// A token that is cancelled at the first interrupt (Ctrl-C) or request to terminate; for use inside a runtime.
///
/// The second ends the process at once: a clean stop may take as long as a round does.
pub fn stop_on_signal() -> CancellationToken {
    let stop = CancellationToken::new();
    let signalled = stop.clone();
    tokio::spawn(async move {
        // Where signals cannot be heard, the process just ends as it would anyway.
        if asked_to_stop().await.is_ok() {
            signalled.cancel();
            tokio::time::sleep(SAME_SIGNAL).await;
            if asked_to_stop().await.is_ok() {
                std::process::exit(INTERRUPTED);
            }
        }
    });
    stop
}

#[cfg(unix)]
async fn asked_to_stop() -> io::Result<()> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut terminate = signal(SignalKind::terminate())?;
    tokio::select! {
        interrupted = tokio::signal::ctrl_c() => interrupted,
        _ = terminate.recv() => Ok(()),
    }
}

#[cfg(not(unix))]
async fn asked_to_stop() -> io::Result<()> {
    tokio::signal::ctrl_c().await
}
