//! NumPy arrays of stickers.
//!
//! NumPy copies the contents of an array into `bytes`, which are immutable, and only the copy is read here: other threads may
//! write to the array meanwhile. Too many rows raise `MemoryError`, where an ordinary allocation would end the process.

use crate::arguments::type_name;
use crate::edge_error::EdgeError;
use numpy::{PyArray1, PyArray2, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PySlice};

/// The approximate number of bytes that are copied between two checks for signals.
const PART: usize = 1 << 20;

/// Imports NumPy, so that Ctrl-C during the import is an exception. The bindings import it too, and panic if that fails.
pub(crate) fn import_numpy(py: Python<'_>) -> PyResult<()> {
    static NUMPY: PyOnceLock<Py<PyModule>> = PyOnceLock::new();
    NUMPY.get_or_try_init(py, || py.import("numpy").map(Bound::unbind)).map(|_| ())
}

/// The rows of an array, one after the other.
pub(crate) struct Rows {
    cells: Vec<u8>,
    pub(crate) count: usize,
    width: usize,
}

impl Rows {
    /// Copies the rows of an array with any strides.
    pub(crate) fn copied(array: &Bound<'_, PyAny>) -> PyResult<Rows> {
        import_numpy(array.py())?;
        let rows = array.cast::<PyArray2<u8>>().map_err(|_| wrong_rows(array))?;
        let (py, count, width) = (array.py(), rows.shape()[0], rows.shape()[1]);
        if width != 54 && width != 24 {
            return Err(EdgeError::RowWidth { width }.into());
        }
        let mut cells = for_rows(count, width)?;
        let rows_at_once = PART / width;
        for start in (0..count).step_by(rows_at_once) {
            py.check_signals()?;
            let end = count.min(start + rows_at_once);
            let part = array.get_item(PySlice::new(py, start as isize, end as isize, 1))?;
            append(&part, (end - start) * width, &mut cells)?;
        }
        Ok(Rows { cells, count, width })
    }

    /// Returns a row.
    pub(crate) fn row(&self, number: usize) -> &[u8] {
        &self.cells[number * self.width..][..self.width]
    }
}

/// Copies the one row of an array.
pub(crate) fn one_row(array: &Bound<'_, PyAny>) -> PyResult<Vec<u8>> {
    import_numpy(array.py())?;
    let row = array.cast::<PyArray1<u8>>().map_err(|_| wrong_row(array))?;
    let count = row.shape()[0];
    if count != 54 && count != 24 {
        return Err(EdgeError::StickerCount { count }.into());
    }
    let mut cells = for_rows(1, count)?;
    append(array, count, &mut cells)?;
    Ok(cells)
}

/// Appends the contents of an array that had this number of bytes.
fn append(array: &Bound<'_, PyAny>, count: usize, cells: &mut Vec<u8>) -> PyResult<()> {
    let bytes = array.call_method0(pyo3::intern!(array.py(), "tobytes"))?;
    let bytes = bytes.cast::<PyBytes>()?.as_bytes();
    if bytes.len() != count {
        return Err(EdgeError::ChangedArray.into());
    }
    cells.extend_from_slice(bytes);
    Ok(())
}

/// Returns an empty vector with room for the rows of an array.
pub(crate) fn for_rows<T>(count: usize, width: usize) -> PyResult<Vec<T>> {
    let mut cells = Vec::new();
    match count.checked_mul(width).map(|cell_count| cells.try_reserve_exact(cell_count)) {
        Some(Ok(())) => Ok(cells),
        _ => Err(no_room(count)),
    }
}

/// Returns the exception for more rows than fit into memory.
pub(crate) fn no_room(count: usize) -> PyErr {
    EdgeError::TooManyCubes { count }.into()
}

fn wrong_rows(array: &Bound<'_, PyAny>) -> PyErr {
    let [data_type, shape] = type_and_shape(array);
    EdgeError::NotRows { data_type, shape }.into()
}

fn wrong_row(array: &Bound<'_, PyAny>) -> PyErr {
    match array.hasattr("__array_interface__") {
        Ok(true) => {
            let [data_type, shape] = type_and_shape(array);
            EdgeError::NotOneRow { data_type, shape }.into()
        }
        _ => EdgeError::NotAnArray { found: type_name(array) }.into(),
    }
}

fn type_and_shape(array: &Bound<'_, PyAny>) -> [String; 2] {
    ["dtype", "shape"]
        .map(|name| array.getattr(name).map_or_else(|_| "?".into(), |value: Bound<'_, _>| value.to_string()))
}
