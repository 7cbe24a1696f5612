//! The layout `blocks`.
#![no_main]

use cubegod::formats::Format;
use cubegod_fuzz::{check_round_trip, text};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    if let Some(text) = text(data) {
        check_round_trip(Format::Blocks, text);
    }
});
