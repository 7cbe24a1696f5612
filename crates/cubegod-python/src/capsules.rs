//! Arrow's C data interface in capsules of Python: the only unsafe code of the package.

#![allow(unsafe_code, reason = "a capsule holds the address of a structure of another library")]

use crate::edge_error::EdgeError;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi_and_data_type, to_ffi};
use arrow_array::{Array, ArrayRef, make_array};
use arrow_buffer::{BooleanBuffer, Buffer, NullBuffer};
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use std::ffi::CStr;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";

/// A column that another library exports.
pub(crate) struct ExportedColumn<'py> {
    pub(crate) data_type: DataType,
    array: Bound<'py, PyCapsule>,
}

fn arrow_error(error: &ArrowError) -> PyErr {
    EdgeError::Arrow { reason: error.to_string() }.into()
}

impl<'py> ExportedColumn<'py> {
    /// Exports an object with `__arrow_c_array__`.
    pub(crate) fn new(column: &Bound<'py, PyAny>) -> PyResult<ExportedColumn<'py>> {
        let capsules = column.call_method0("__arrow_c_array__")?;
        let (schema, array): (Bound<'py, PyCapsule>, Bound<'py, PyCapsule>) = capsules.extract()?;
        let pointer = schema.pointer_checked(Some(SCHEMA))?.cast::<FFI_ArrowSchema>();
        // SAFETY: by the protocol, a capsule of this name holds the address of such a structure, which lives as long as the
        // capsule; it is held by `schema`.
        let data_type =
            DataType::try_from(unsafe { pointer.as_ref() }).map_err(|error| arrow_error(&error))?;
        Ok(ExportedColumn { data_type, array })
    }

    /// Moves the array out of its capsule.
    pub(crate) fn import(self) -> PyResult<ImportedColumn> {
        let pointer = self.array.pointer_checked(Some(ARRAY))?.cast::<FFI_ArrowArray>();
        // SAFETY: by the protocol, a capsule of this name holds the address of such a structure, and its importer leaves
        // a released structure, which `from_raw` does.
        let array = unsafe { FFI_ArrowArray::from_raw(pointer.as_ptr()) };
        if array.is_released() {
            return Err(EdgeError::ImportedColumn.into());
        }
        Ok(ImportedColumn { data_type: self.data_type, array })
    }
}

/// An array of another library that belongs to this one and is not validated yet.
pub(crate) struct ImportedColumn {
    data_type: DataType,
    array: FFI_ArrowArray,
}

impl ImportedColumn {
    /// Copies the array and validates the copy, as other languages guarantee less than Rust: the values may be invalid, and
    /// another thread may change them meanwhile. Takes seconds for gigabytes.
    pub(crate) fn validated(self) -> PyResult<ArrayRef> {
        // SAFETY: the array came with this type, by the protocol.
        let data = unsafe { from_ffi_and_data_type(self.array, self.data_type) }
            .map_err(|error| arrow_error(&error))?;
        let bytes = data.get_buffer_memory_size();
        if Vec::<u8>::new().try_reserve_exact(bytes).is_err() {
            return Err(EdgeError::NoMemory { bytes }.into());
        }
        let data = copied(&data).map_err(|error| arrow_error(&error))?;
        data.validate_full().map_err(|error| arrow_error(&error))?;
        Ok(make_array(data))
    }
}

/// Copies all buffers of an array, byte by byte, because their contents are not validated yet.
fn copied(data: &ArrayData) -> Result<ArrayData, ArrowError> {
    let copy = |buffer: &Buffer| Buffer::from(buffer.as_slice());
    let nulls = data
        .nulls()
        .map(|nulls| NullBuffer::new(BooleanBuffer::new(copy(nulls.buffer()), nulls.offset(), nulls.len())));
    let children = data.child_data().iter().map(copied).collect::<Result<_, _>>()?;
    let builder = data.clone().into_builder();
    builder.buffers(data.buffers().iter().map(copy).collect()).nulls(nulls).child_data(children).build()
}

/// Returns the two capsules of `__arrow_c_array__`.
pub(crate) fn export<'py>(py: Python<'py>, array: &dyn Array) -> PyResult<Bound<'py, PyTuple>> {
    let (array, schema) = to_ffi(&array.to_data()).map_err(|error| arrow_error(&error))?;
    let schema = PyCapsule::new_with_value(py, schema, SCHEMA)?;
    let array = PyCapsule::new_with_value(py, array, ARRAY)?;
    (schema, array).into_pyobject(py)
}
