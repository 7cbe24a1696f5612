//! A Tokio runtime for synchronous callers.

use std::io;

/// Runs a future to completion on a new runtime.
///
/// Returns without waiting for tasks that still run: a read of standard input cannot be cancelled.
///
/// # Errors
///
/// Fails if the runtime cannot be started.
pub fn block_on<F: Future>(future: F) -> io::Result<F::Output> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let output = runtime.block_on(future);
    runtime.shutdown_background();
    Ok(output)
}
