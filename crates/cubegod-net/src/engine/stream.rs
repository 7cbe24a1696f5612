//! The engine between a reader and a writer, such as standard input and output.

use super::{Engine, Session};
use std::io::{self, ErrorKind, Read, Write};
use std::sync::Arc;

/// The number of requests of a stream.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct StreamSummary {
    /// All requests.
    pub requests: u64,
    /// The requests that were answered with an error.
    pub errors: u64,
}

/// Answers requests until the input ends or the output is closed; both are success.
///
/// Every answer is flushed before the next request is processed.
///
/// # Errors
///
/// Fails if the input cannot be read, or if the output cannot be written for another reason than a closed pipe.
pub fn serve_stream(
    engine: &Arc<Engine>,
    mut input: impl Read,
    mut output: impl Write,
) -> io::Result<StreamSummary> {
    let mut session = Session::new(Arc::clone(engine));
    let mut buffer = [0; 16 * 1024];
    let mut written = Ok(());
    loop {
        let count = match input.read(&mut buffer) {
            Ok(count) => count,
            Err(error) if error.kind() == ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        let mut reply = |line: &str| {
            if written.is_ok() {
                written = output.write_all(line.as_bytes()).and_then(|()| output.flush());
            }
        };
        match count {
            0 => session.finish(&mut reply),
            _ => session.feed(&buffer[..count], &mut reply),
        }
        let is_closed = match std::mem::replace(&mut written, Ok(())) {
            Ok(()) => count == 0,
            Err(error) if error.kind() == ErrorKind::BrokenPipe => true,
            Err(error) => return Err(error),
        };
        if is_closed {
            let replies = session.replies();
            return Ok(StreamSummary { requests: replies.all, errors: replies.errors });
        }
    }
}
