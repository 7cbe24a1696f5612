//! The cubes of a column, whatever its type.

use crate::error::BatchError;
use arrow_array::cast::AsArray;
use arrow_array::{
    Array, BinaryArray, BinaryViewArray, FixedSizeBinaryArray, LargeBinaryArray, LargeStringArray,
    StringArray, StringViewArray,
};
use arrow_schema::DataType;

use crate::parallel::{CubeRows, CubeValue};

/// A column of cubes.
#[derive(Debug)]
pub(crate) struct CubeColumn {
    values: Values,
    /// For dictionaries, the index of each row's value; none for a row without a value.
    indices: Option<Vec<Option<usize>>>,
    rows: usize,
}

#[derive(Debug)]
enum Values {
    /// Every row is null.
    Null,
    Text(StringArray),
    LargeText(LargeStringArray),
    TextView(StringViewArray),
    Bytes(BinaryArray),
    LargeBytes(LargeBinaryArray),
    BytesView(BinaryViewArray),
    FixedBytes(FixedSizeBinaryArray),
}

/// Returns whether cubes can be read from a column of this type.
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

impl CubeColumn {
    /// Returns the cubes of a column, or an error for a type that holds no cubes.
    pub(crate) fn new(column: &dyn Array, name: &str) -> Result<CubeColumn, BatchError> {
        let wrong_type =
            || BatchError::ColumnType { column: name.to_owned(), found: column.data_type().to_string() };
        if !is_readable(column.data_type()) {
            return Err(wrong_type());
        }
        let rows = column.len();
        let Some(dictionary) = column.as_any_dictionary_opt() else {
            let values = Values::of(column).ok_or_else(wrong_type)?;
            return Ok(CubeColumn { values, indices: None, rows });
        };
        let values = dictionary.values().as_ref();
        let keys = dictionary.keys();
        // The keys of an empty dictionary refer to nothing.
        let indices = match values.is_empty() {
            true => vec![None; keys.len()],
            false => dictionary
                .normalized_keys()
                .into_iter()
                .enumerate()
                .map(|(row, index)| keys.is_valid(row).then_some(index))
                .collect(),
        };
        Ok(CubeColumn { values: Values::of(values).ok_or_else(wrong_type)?, indices: Some(indices), rows })
    }
}

impl CubeRows for CubeColumn {
    fn len(&self) -> usize {
        self.rows
    }

    fn cube(&self, row: usize) -> CubeValue<'_> {
        match &self.indices {
            None => self.values.get(row),
            Some(indices) => indices[row].map_or(CubeValue::Null, |index| self.values.get(index)),
        }
    }
}

impl Values {
    /// Clones the array, which shares its data.
    fn of(column: &dyn Array) -> Option<Values> {
        Some(match column.data_type() {
            DataType::Null => Values::Null,
            DataType::Utf8 => Values::Text(column.as_string_opt()?.clone()),
            DataType::LargeUtf8 => Values::LargeText(column.as_string_opt()?.clone()),
            DataType::Utf8View => Values::TextView(column.as_string_view_opt()?.clone()),
            DataType::Binary => Values::Bytes(column.as_binary_opt()?.clone()),
            DataType::LargeBinary => Values::LargeBytes(column.as_binary_opt()?.clone()),
            DataType::BinaryView => Values::BytesView(column.as_binary_view_opt()?.clone()),
            DataType::FixedSizeBinary(_) => Values::FixedBytes(column.as_fixed_size_binary_opt()?.clone()),
            _ => return None,
        })
    }

    fn get(&self, row: usize) -> CubeValue<'_> {
        match self {
            Values::Null => CubeValue::Null,
            Values::Text(array) if array.is_valid(row) => CubeValue::Text(array.value(row)),
            Values::LargeText(array) if array.is_valid(row) => CubeValue::Text(array.value(row)),
            Values::TextView(array) if array.is_valid(row) => CubeValue::Text(array.value(row)),
            Values::Bytes(array) if array.is_valid(row) => CubeValue::Bytes(array.value(row)),
            Values::LargeBytes(array) if array.is_valid(row) => CubeValue::Bytes(array.value(row)),
            Values::BytesView(array) if array.is_valid(row) => CubeValue::Bytes(array.value(row)),
            Values::FixedBytes(array) if array.is_valid(row) => CubeValue::Bytes(array.value(row)),
            _ => CubeValue::Null,
        }
    }
}
