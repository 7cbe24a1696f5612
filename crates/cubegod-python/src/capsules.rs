//! Arrow's C data interface in capsules of Python: the only unsafe code of the package.

#![allow(unsafe_code, reason = "a capsule holds the address of something that another library made")]

use crate::error::usage;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi_and_data_type, to_ffi};
use arrow_array::{Array, ArrayRef, make_array};
use arrow_schema::{ArrowError, DataType};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyTuple};
use std::ffi::CStr;

const SCHEMA: &CStr = c"arrow_schema";
const ARRAY: &CStr = c"arrow_array";

/// A column of another library, not imported yet.
pub(crate) struct Given<'py> {
    pub(crate) data_type: DataType,
    array: Bound<'py, PyCapsule>,
}

fn refusal(error: &ArrowError) -> PyErr {
    usage(format!("Arrow cannot read the column: {error}"))
}

impl<'py> Given<'py> {
    /// Exports an object with `__arrow_c_array__`.
    pub(crate) fn new(column: &Bound<'py, PyAny>) -> PyResult<Given<'py>> {
        let capsules = column.call_method0("__arrow_c_array__")?;
        let (schema, array): (Bound<'py, PyCapsule>, Bound<'py, PyCapsule>) = capsules.extract()?;
        let pointer = schema.pointer_checked(Some(SCHEMA))?.cast::<FFI_ArrowSchema>();
        // SAFETY: by the protocol, a capsule of this name holds the address of such a structure, which lives as long as the
        // capsule; it is held by `schema`.
        let data_type = DataType::try_from(unsafe { pointer.as_ref() }).map_err(|error| refusal(&error))?;
        Ok(Given { data_type, array })
    }

    /// Imports it without a copy. All of it is validated, as other languages guarantee less than Rust.
    pub(crate) fn take(self) -> PyResult<ArrayRef> {
        let pointer = self.array.pointer_checked(Some(ARRAY))?.cast::<FFI_ArrowArray>();
        // SAFETY: by the protocol, a capsule of this name holds the address of such a structure, and its importer leaves
        // a released one behind, which `from_raw` does.
        let array = unsafe { FFI_ArrowArray::from_raw(pointer.as_ptr()) };
        if array.is_released() {
            return Err(usage("this column was imported before; export it again"));
        }
        // SAFETY: the array came with this type, by the protocol.
        let data =
            unsafe { from_ffi_and_data_type(array, self.data_type) }.map_err(|error| refusal(&error))?;
        data.validate_full().map_err(|error| refusal(&error))?;
        Ok(make_array(data))
    }
}

/// Returns the two capsules of `__arrow_c_array__`.
pub(crate) fn give<'py>(py: Python<'py>, array: &dyn Array) -> PyResult<Bound<'py, PyTuple>> {
    let (array, schema) = to_ffi(&array.to_data()).map_err(|error| refusal(&error))?;
    let schema = PyCapsule::new_with_value(py, schema, SCHEMA)?;
    let array = PyCapsule::new_with_value(py, array, ARRAY)?;
    (schema, array).into_pyobject(py)
}
