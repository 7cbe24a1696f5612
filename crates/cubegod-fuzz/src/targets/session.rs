//! The resident engine: one line per request, independent of the chunks of the input.
//!
//! The first byte selects the options, the second is the chunk size.

use crate::MAX_BYTES;
use crate::requests::SOLVERS;
use cubegod::{Alg, ReadOptions, Size};
use cubegod_net::engine::{Engine, EngineOptions, Session};
use cubegod_service::solve;
use std::sync::Arc;

pub(crate) fn run(data: &[u8]) {
    let &[first, chunk_size, ref bytes @ ..] = data else { return };
    if bytes.len() > MAX_BYTES {
        return;
    }
    let options = EngineOptions {
        // The first solution of a 3x3 is enough.
        solve: solve::Options { exact: first & 1 == 0, nodes: Some(1), ..solve::Options::default() },
        reading: ReadOptions::new().size((first & 2 != 0).then_some(Size::TWO)),
        length_limit: if first & 4 != 0 { 64 } else { 64 * 1024 },
    };
    let length_limit = options.length_limit;
    let engine = Arc::new(Engine::new(&SOLVERS, options));

    let whole = replies(&engine, bytes, bytes.len().max(1));
    assert_eq!(whole.len(), requests(bytes, length_limit), "{whole:?}");
    for reply in &whole {
        let line = reply.strip_suffix('\n').expect("a reply ends with a line feed");
        assert!(!line.contains(char::is_control), "{line:?}");
        match line.strip_prefix("ERROR ") {
            Some(error) => assert!(error.contains(": ")),
            None => assert!(line.parse::<Alg>().is_ok_and(|alg| alg.len() <= 31), "{line:?}"),
        }
    }
    assert_eq!(replies(&engine, bytes, usize::from(chunk_size).max(1)), whole);
}

/// Returns all replies to bytes that arrive in chunks of this size.
fn replies(engine: &Arc<Engine>, bytes: &[u8], chunk_size: usize) -> Vec<String> {
    let mut session = Session::new(Arc::clone(engine));
    let mut replies = Vec::new();
    for chunk in bytes.chunks(chunk_size) {
        session.feed(chunk, &mut |line| replies.push(line.to_owned()));
    }
    session.finish(&mut |line| replies.push(line.to_owned()));
    replies
}

/// Counts the requests: blocks, finished or not, and lines outside of blocks that are not blank.
fn requests(bytes: &[u8], limit: usize) -> usize {
    let mut lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
    // The text after the last line feed is a line only if it is not empty.
    lines.pop_if(|last| last.is_empty());
    let (mut count, mut in_block) = (0, false);
    for (number, line) in lines.into_iter().enumerate() {
        let is_too_long = line.len() > limit;
        let line = if number == 0 { line.strip_prefix("\u{feff}".as_bytes()).unwrap_or(line) } else { line };
        let word = if is_too_long { None } else { std::str::from_utf8(line).ok().map(str::trim) };
        match word {
            Some("BEGIN") if in_block => count += 1,
            Some("BEGIN") => in_block = true,
            Some("END") if in_block => {
                count += 1;
                in_block = false;
            }
            Some("") => {}
            _ => count += usize::from(!in_block),
        }
    }
    count + usize::from(in_block)
}
