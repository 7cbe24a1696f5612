//! The layout `pattern`.
#![no_main]

use cubegod::formats::Format;
use cubegod_fuzz::{reads_what_it_writes, text};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Some(text) = text(data) {
        reads_what_it_writes(Format::Pattern, text);
    }
});
