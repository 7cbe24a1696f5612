//! The layout `net`, in letters and in terminal colours.

use crate::{check_round_trip, text};
use cubegod::formats::{Format, net};

pub(crate) fn run(data: &[u8]) {
    let Some(text) = text(data) else { return };
    check_round_trip(Format::Net, text);
    if let Ok(stickers) = Format::Net.read(text) {
        let compact = net::write_compact(&stickers);
        assert_eq!(Format::Net.read(&compact), Ok(stickers), "written: {compact:?}");
    }
    let _ = net::labels(text);
}
