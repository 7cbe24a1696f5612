//! A runtime for callers without one.

use std::io;

/// Runs a future to its end on a runtime of its own.
///
/// Work that it leaves behind (a read of standard input cannot be cancelled) does not delay the caller.
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
