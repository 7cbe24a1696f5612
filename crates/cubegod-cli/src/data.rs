//! Reads characters on stickers from arguments.

use crate::cli::DataArguments;
use crate::error::{RequestError, Stop, message_style};
use crate::input::{is_standard_input, read_argument};
use cubegod::Size;
use cubegod::formats::strip_bom;
use cubegod_service::InputError;
pub(crate) use cubegod_service::data::{Data, DataText, FaceNames, MatchFields, describe};

/// Returns the data of the arguments, if there is any; `others` are arguments that may be standard input too.
pub(crate) fn data_text<'a>(
    arguments: &DataArguments,
    others: impl IntoIterator<Item = &'a String>,
) -> Result<Option<DataText>, Stop> {
    let Some(argument) = &arguments.data else { return Ok(None) };
    if is_standard_input(argument) && others.into_iter().any(|other| is_standard_input(other)) {
        return Err(RequestError::from(InputError::StandardInputTwice).into());
    }
    let mut text = match read_argument(argument) {
        Ok(text) => text,
        // Data may begin with `@`: characters for a whole cube that are not a file name are data.
        Err(_) if Size::from_sticker_count(argument.chars().count()).is_some() => argument.clone(),
        Err(error) => return Err(Stop::Io(error.message(message_style()))),
    };
    if text != *argument {
        // The final line end and a byte order mark of a file are not data.
        let end = text.strip_suffix('\n').map_or(text.len(), |text| text.trim_end_matches('\r').len());
        text.truncate(end);
        text = strip_bom(&text[..]).to_owned();
    }
    Ok(Some(DataText::new(text, arguments.data_from)))
}
