//! The engine between a reader and a writer, such as standard input and output.

use super::{Engine, Session};
use std::io::{self, ErrorKind, Read, Write};
use std::sync::Arc;

/// Answers requests until the input ends or the output is closed; both are success.
///
/// Every answer is flushed before the next request is processed.
///
/// # Errors
///
/// Fails if the input cannot be read, or if the output cannot be written for another reason than a closed pipe.
pub fn serve_stream(engine: &Arc<Engine>, mut input: impl Read, mut output: impl Write) -> io::Result<()> {
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
        match &written {
            Ok(()) if count == 0 => return Ok(()),
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(()),
            Err(_) => return written,
        }
    }
}
