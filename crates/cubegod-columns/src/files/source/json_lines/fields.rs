//! The fields of an object, each value as it is written.

use crate::error::InputFault;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

/// Visits every field of an object in order, with its value as it is written. Returns the reason that the text is not an object, or the error
/// of the visitor.
pub(in crate::files::source) fn for_each_field<'t>(
    text: &'t str,
    visit: impl FnMut(String, &'t str) -> Result<(), InputFault>,
) -> Result<(), InputFault> {
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let result = deserializer.deserialize_map(Visit(visit)).map_err(|error| in_this_line(&error))?;
    result?;
    deserializer.end().map_err(|error| in_this_line(&error))
}

/// Returns what is wrong and in which column. The caller adds the line of the file.
fn in_this_line(error: &serde_json::Error) -> InputFault {
    InputFault::NotAnObject { reason: reason(error), column: error.column() }
}

/// Returns what is wrong, without the place.
fn reason(error: &serde_json::Error) -> String {
    let text = error.to_string();
    text.split_once(" at line ").map_or(text.as_str(), |(what, _)| what).to_owned()
}

/// Returns a value as text: a string itself, anything else as it is written; none for null.
pub(in crate::files::source) fn text_of(value: &str) -> Result<Option<String>, InputFault> {
    match value.as_bytes().first() {
        Some(b'n') => Ok(None),
        Some(b'"') => serde_json::from_str(value)
            .map(Some)
            .map_err(|error| InputFault::JsonText { reason: reason(&error) }),
        _ => Ok(Some(value.to_owned())),
    }
}

/// Keeps the first error of the function, and reads the object to its end.
struct Visit<F>(F);

impl<'t, F: FnMut(String, &'t str) -> Result<(), InputFault>> Visitor<'t> for Visit<F> {
    type Value = Result<(), InputFault>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'t>>(mut self, mut map: A) -> Result<Result<(), InputFault>, A::Error> {
        let mut result = Ok(());
        while let Some(name) = map.next_key::<String>()? {
            let value: &RawValue = map.next_value()?;
            if result.is_ok() {
                result = (self.0)(name, value.get());
            }
        }
        Ok(result)
    }
}
