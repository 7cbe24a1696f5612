//! The layout `digits`.

use crate::{check_round_trip, text};
use cubegod::formats::Format;

pub(crate) fn run(data: &[u8]) {
    if let Some(text) = text(data) {
        check_round_trip(Format::Digits, text);
    }
}
