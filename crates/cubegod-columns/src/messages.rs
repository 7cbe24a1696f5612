//! The texts of errors of whole batches.

mod chinese;
mod english;

use crate::error::BatchError;
use cubegod_service::{MessageStyle, OptionId};
use cubegod_teach::Language;

/// Writes an error in the spelling and the language of an edge.
pub(crate) fn message(error: &BatchError, style: MessageStyle) -> String {
    if let BatchError::Options(error) = error {
        return error.message(style);
    }
    match style.language {
        Language::English => english::message(error, style),
        Language::Chinese => chinese::message(error, style),
    }
}

/// Returns an option as the edge writes it, or its name.
fn name(option: OptionId, style: MessageStyle) -> String {
    style.spelling.option(option).unwrap_or_else(|| option.name().into())
}

/// The most columns that a message lists.
const MAX_LISTED: usize = 20;

#[cfg(test)]
mod tests;
