//! Splitting a stream into records: the records do not depend on the chunks of the stream.
//!
//! The first byte selects the rule, the second is the chunk size.

use crate::{MAX_BYTES, assert_short_line};
use cubegod::formats::Format;
use cubegod::formats::records::{Records, Splitting, TextRecord};
use std::io::BufReader;

pub(crate) fn run(data: &[u8]) {
    let &[first, chunk_size, ref stream @ ..] = data else { return };
    if stream.len() > MAX_BYTES {
        return;
    }
    let splitting = Splitting::of(Format::ALL.get(usize::from(first % 16)).copied());
    let whole = records(stream, MAX_BYTES, splitting);
    assert_eq!(records(stream, usize::from(chunk_size).max(1), splitting), whole);
    let line_count = stream.split(|&byte| byte == b'\n').count();
    for (record, next) in whole.iter().zip(whole.iter().skip(1).map(Some).chain([None])) {
        assert!((1..=line_count).contains(&record.line), "{record:?}");
        assert!(next.is_none_or(|next| next.line > record.line), "{record:?} before {next:?}");
        if let Err(error) = &record.text {
            assert_short_line(&error.to_string());
        }
    }
}

/// Returns all records of a stream that arrives in chunks of this size.
fn records(stream: &[u8], chunk_size: usize, splitting: Splitting) -> Vec<TextRecord> {
    let mut records = Records::new(BufReader::with_capacity(chunk_size, stream), splitting);
    let mut all = Vec::new();
    while let Some(record) = records.next().expect("bytes in memory can always be read") {
        all.push(record);
    }
    all
}
