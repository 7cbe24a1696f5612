//! Terminal escape sequences in the output of a server: nothing of them is left, and stripping twice changes nothing more.

use crate::MAX_BYTES;
use cubegod_net::fuzzing::strip_escapes;

pub(crate) fn run(data: &[u8]) {
    if data.len() > MAX_BYTES {
        return;
    }
    let text = strip_escapes(data);
    assert!(!text.contains('\u{1b}'), "{text:?}");
    assert_eq!(strip_escapes(text.as_bytes()), text);
}
