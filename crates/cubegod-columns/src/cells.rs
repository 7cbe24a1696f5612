//! The cells of a column of cubes, whatever type it has.

use crate::error::BatchError;
use arrow_array::cast::AsArray;
use arrow_array::{
    Array, BinaryArray, BinaryViewArray, FixedSizeBinaryArray, LargeBinaryArray, LargeStringArray,
    StringArray, StringViewArray,
};
use arrow_schema::DataType;

/// What stands in a row.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Cell<'a> {
    /// Nothing.
    Null,
    Text(&'a str),
    Bytes(&'a [u8]),
}

/// A column of cubes.
pub(crate) struct Cells<'a> {
    values: Values<'a>,
    /// Where each row's value stands, if values are kept apart from rows; none for a row without a value.
    places: Option<Vec<Option<usize>>>,
}

enum Values<'a> {
    /// Every row is null.
    Null,
    Text(&'a StringArray),
    LargeText(&'a LargeStringArray),
    TextView(&'a StringViewArray),
    Bytes(&'a BinaryArray),
    LargeBytes(&'a LargeBinaryArray),
    BytesView(&'a BinaryViewArray),
    FixedBytes(&'a FixedSizeBinaryArray),
}

/// Whether cubes can be read from a column of this type.
pub(crate) fn is_readable(data_type: &DataType) -> bool {
    match data_type {
        DataType::Dictionary(_, values) => {
            !matches!(**values, DataType::Dictionary(..)) && is_readable(values)
        }
        DataType::FixedSizeBinary(width) => matches!(width, 24 | 54),
        DataType::Null
        | DataType::Utf8
        | DataType::LargeUtf8
        | DataType::Utf8View
        | DataType::Binary
        | DataType::LargeBinary
        | DataType::BinaryView => true,
        _ => false,
    }
}

impl<'a> Cells<'a> {
    /// The cells of a column; refuses types that hold no cubes.
    pub(crate) fn new(column: &'a dyn Array, name: &str) -> Result<Cells<'a>, BatchError> {
        let refusal = || BatchError::Type { column: name.to_owned(), found: column.data_type().clone() };
        if !is_readable(column.data_type()) {
            return Err(refusal());
        }
        let Some(dictionary) = column.as_any_dictionary_opt() else {
            let values = Values::of(column).ok_or_else(refusal)?;
            return Ok(Cells { values, places: None });
        };
        let values = dictionary.values().as_ref();
        let keys = dictionary.keys();
        // An empty dictionary has keys of nothing.
        let places = match values.is_empty() {
            true => vec![None; keys.len()],
            false => dictionary
                .normalized_keys()
                .into_iter()
                .enumerate()
                .map(|(row, place)| keys.is_valid(row).then_some(place))
                .collect(),
        };
        Ok(Cells { values: Values::of(values).ok_or_else(refusal)?, places: Some(places) })
    }

    /// What stands in a row of the column.
    pub(crate) fn get(&self, row: usize) -> Cell<'a> {
        match &self.places {
            None => self.values.get(row),
            Some(places) => places[row].map_or(Cell::Null, |place| self.values.get(place)),
        }
    }
}

impl<'a> Values<'a> {
    fn of(column: &'a dyn Array) -> Option<Values<'a>> {
        Some(match column.data_type() {
            DataType::Null => Values::Null,
            DataType::Utf8 => Values::Text(column.as_string_opt()?),
            DataType::LargeUtf8 => Values::LargeText(column.as_string_opt()?),
            DataType::Utf8View => Values::TextView(column.as_string_view_opt()?),
            DataType::Binary => Values::Bytes(column.as_binary_opt()?),
            DataType::LargeBinary => Values::LargeBytes(column.as_binary_opt()?),
            DataType::BinaryView => Values::BytesView(column.as_binary_view_opt()?),
            DataType::FixedSizeBinary(_) => Values::FixedBytes(column.as_fixed_size_binary_opt()?),
            _ => return None,
        })
    }

    fn get(&self, row: usize) -> Cell<'a> {
        match self {
            Values::Null => Cell::Null,
            Values::Text(array) if array.is_valid(row) => Cell::Text(array.value(row)),
            Values::LargeText(array) if array.is_valid(row) => Cell::Text(array.value(row)),
            Values::TextView(array) if array.is_valid(row) => Cell::Text(array.value(row)),
            Values::Bytes(array) if array.is_valid(row) => Cell::Bytes(array.value(row)),
            Values::LargeBytes(array) if array.is_valid(row) => Cell::Bytes(array.value(row)),
            Values::BytesView(array) if array.is_valid(row) => Cell::Bytes(array.value(row)),
            Values::FixedBytes(array) if array.is_valid(row) => Cell::Bytes(array.value(row)),
            _ => Cell::Null,
        }
    }
}
