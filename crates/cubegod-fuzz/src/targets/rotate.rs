//! Calls of `Rotate(direction, step)`: writing and reading returns the same calls.

use crate::{assert_short_line, text};
use cubegod::moves::rotate;

pub(crate) fn run(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let calls = match rotate::read(text) {
        Ok(calls) => calls,
        Err(error) => {
            assert!(error.caret(text).ends_with('^'));
            return assert_short_line(&error.to_string());
        }
    };
    let written: String = calls.iter().map(ToString::to_string).collect();
    assert_eq!(rotate::read(&written).as_ref(), Ok(&calls), "{written}");
}
