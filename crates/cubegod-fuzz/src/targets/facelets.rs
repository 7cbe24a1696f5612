//! The layouts `facelets` and `net-string`.

use crate::{check_round_trip, text};
use cubegod::formats::{Format, facelets, net_string};

pub(crate) fn run(data: &[u8]) {
    let Some(text) = text(data) else { return };
    check_round_trip(Format::Facelets, text);
    check_round_trip(Format::NetString, text);
    // Both layouts have the same characters; a net string is one line.
    let (all, one_line) = (facelets::labels(text), net_string::labels(text));
    if let (Ok(all), Ok(one_line)) = (&all, &one_line) {
        let sorted = |mut characters: Vec<char>| {
            characters.sort_unstable();
            characters
        };
        assert_eq!(sorted(all.facelets().to_vec()), sorted(one_line.facelets().to_vec()));
    }
    assert!(all.is_ok() || one_line.is_err());
}
