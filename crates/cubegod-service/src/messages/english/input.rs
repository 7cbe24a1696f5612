//! Errors of input.

use crate::error::{InputError, InputSource};
use crate::option::Spelling;

pub(super) fn message(error: &InputError, spelling: Spelling) -> String {
    match error {
        InputError::Unreadable { source, reason, .. } => {
            let advice = match source {
                InputSource::File(name) if name.is_empty() => " (a file name must follow `@`)",
                _ => "",
            };
            format!("cannot read {source}: {reason}{advice}")
        }
        InputError::Utf16 => "this looks like UTF-16; expected text in UTF-8".into(),
        InputError::Gbk => "this looks like GBK; expected text in UTF-8".into(),
        InputError::Binary => "this is a binary file; expected text in UTF-8".into(),
        InputError::NotUtf8 { source, position } => {
            format!("byte {position} of {source} is not UTF-8; expected text")
        }
        InputError::TooLong { source, max } => format!(
            "{source} is longer than {} MiB; expected one cube or one sequence, which are much shorter",
            max >> 20
        ),
        InputError::Record(error) => error.to_string(),
        InputError::NotTextLines { lines } => {
            format!("{lines} lines in a row are not text; the rest is not read")
        }
        InputError::NoMoves => "there is nothing to read; expected moves such as `R U R' U'`".into(),
        InputError::StandardInputTwice => "standard input (`-`) can be read only once".into(),
        InputError::NoTerminal { setting } => {
            format!("{} needs a terminal; leave it out to get text", spelling.write_setting(setting))
        }
    }
}
