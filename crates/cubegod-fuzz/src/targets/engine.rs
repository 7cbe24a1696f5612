//! The layout `engine`.

use cubegod::formats::Format;
use crate::{check_round_trip, text};

pub(crate) fn run(data: &[u8]) {
    if let Some(text) = text(data) {
        check_round_trip(Format::Engine, text);
    }
}
