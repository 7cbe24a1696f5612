//! The resident engine: one line for every request, however its bytes come in.
//!
//! The first byte sets the options, the second how many bytes come at once.
#![no_main]

use cubegod::solve::pocket::PocketTable;
use cubegod::{Alg, ReadOptions, Size};
use cubegod_fuzz::MOST_BYTES;
use cubegod_net::engine::{Engine, EngineOptions, Session};
use libfuzzer_sys::fuzz_target;
use std::sync::{Arc, LazyLock};

static TABLE: LazyLock<Arc<PocketTable>> = LazyLock::new(|| Arc::new(PocketTable::half_turns()));

fuzz_target!(|data: &[u8]| {
    let &[first, piece, ref bytes @ ..] = data else { return };
    if bytes.len() > MOST_BYTES {
        return;
    }
    let options = EngineOptions {
        any_orientation: first & 1 != 0,
        pocket_by_table: true,
        reading: ReadOptions { format: None, size: (first & 2 != 0).then_some(Size::TWO) },
        length_limit: if first & 4 != 0 { 64 } else { 64 * 1024 },
    };
    let engine = Arc::new(Engine::with_table(Arc::clone(&TABLE)).with_options(options));

    let whole = replies(&engine, bytes, bytes.len().max(1));
    assert_eq!(whole.len(), requests(bytes, options.length_limit), "{whole:?}");
    for reply in &whole {
        let line = reply.strip_suffix('\n').expect("a reply ends with a line feed");
        assert!(!line.contains(char::is_control), "{line:?}");
        match line.strip_prefix("ERROR ") {
            Some(refusal) => assert!(refusal.contains(": ")),
            None => assert!(line.parse::<Alg>().is_ok_and(|alg| alg.len() <= 14), "{line:?}"),
        }
    }
    assert_eq!(replies(&engine, bytes, usize::from(piece).max(1)), whole);
});

/// All replies to bytes that come so many at once.
fn replies(engine: &Arc<Engine>, bytes: &[u8], piece: usize) -> Vec<String> {
    let mut session = Session::new(Arc::clone(engine));
    let mut replies = Vec::new();
    for part in bytes.chunks(piece) {
        session.feed(part, &mut |line| replies.push(line.to_owned()));
    }
    session.finish(&mut |line| replies.push(line.to_owned()));
    replies
}

/// How many requests there are: blocks, whether they end or not, and lines outside of them that are not blank.
fn requests(bytes: &[u8], limit: usize) -> usize {
    let mut lines: Vec<&[u8]> = bytes.split(|&byte| byte == b'\n').collect();
    // What follows the last line feed is a line only if there is something.
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
