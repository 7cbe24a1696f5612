//! Pickling of cubes, views and solutions: the functions that restore them.
//!
//! A pickled cube keeps its stickers, its characters and its layout. A note about the text that it was read from is dropped.

use crate::arguments::named;
use crate::cube::Cube;
use crate::edge_error::EdgeError;
use crate::error::exception;
use crate::known::Known;
use crate::solution::{Fields, Solution};
use crate::view::View;
use cubegod::alphabet::Alphabet;
use cubegod::formats::facelets;
use cubegod::{Color, Reading, Size, Stickers};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::Arc;

/// The function that restores a value, and its arguments, as `__reduce__` returns them.
pub(crate) type Reduced<'py, A> = (Bound<'py, PyAny>, A);

/// Facelets in face letters, the characters of the six colours, and the layout.
pub(crate) type PickledFields = (String, String, &'static str);

/// Returns the function of the compiled module with this name.
pub(crate) fn restorer<'py>(py: Python<'py>, name: &Bound<'py, PyString>) -> PyResult<Bound<'py, PyAny>> {
    py.import(pyo3::intern!(py, "cubegod._cubegod"))?.getattr(name)
}

/// Returns what [`read`] reads.
pub(crate) fn pickled_fields(cube: &cubegod_service::ReadCube) -> PickledFields {
    let Reading { stickers, format, alphabet, .. } = &cube.reading;
    let characters = Color::ALL.iter().map(|&color| alphabet.character(Some(color))).collect();
    (cubegod_service::face_letters(stickers), characters, format.name())
}

fn read(letters: &str, characters: &str, format: &str) -> PyResult<cubegod_service::ReadCube> {
    let damaged = || PyErr::from(EdgeError::Unpickled { is_solution: false, reason: None });
    let characters: Vec<char> = characters.chars().collect();
    if characters.len() != 6 {
        return Err(damaged());
    }
    // The centres of a solved cube show which character has which colour.
    let solved = Stickers::from_fn(Size::THREE, |facelet| characters[facelet / 9]);
    let (_, alphabet) = Alphabet::infer(&solved).map_err(|_| damaged())?;
    let (stickers, _) =
        Alphabet::infer(&facelets::read(letters).map_err(|_| damaged())?).map_err(|_| damaged())?;
    let reading = Reading { stickers, format: named(format)?, alphabet, note: None };
    Ok(cubegod_service::ReadCube { reading, note: None })
}

/// Restores a pickled cube.
#[pyfunction]
pub(crate) fn restore_cube(facelets: &str, characters: &str, format: &str) -> PyResult<Cube> {
    Ok(Known::only(read(facelets, characters, format)?).map_err(exception)?.into())
}

/// Restores a pickled view.
#[pyfunction]
pub(crate) fn restore_view(facelets: &str, characters: &str, format: &str) -> PyResult<View> {
    View::of(read(facelets, characters, format)?)
}

/// Restores a pickled solution from its cube and the JSON of its fields.
#[pyfunction]
pub(crate) fn restore_solution(py: Python<'_>, cube: &Bound<'_, Cube>, fields: String) -> PyResult<Solution> {
    Ok(Solution::restored(Arc::clone(&cube.get().known), Fields::parse(py, fields)?))
}
