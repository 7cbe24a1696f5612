//! Cubes that are known in every sticker, and how they were written.

use crate::cube::Cube;
use crate::error::exception;
use crate::view::View;
use cubegod::alphabet::Alphabet;
use cubegod::formats::{Format, bytes};
use cubegod::{Color, ReadOptions, Reading, Stickers};
use cubegod_service::{RequestError, whole_cube};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::Arc;

/// A cube that is known in every sticker, and how it was written.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) stickers: Stickers<Color>,
    /// What was read; some of its stickers may be hidden.
    pub(crate) cube: cubegod_service::Cube,
}

impl Known {
    /// Returns a cube that was not read from text.
    pub(crate) fn new(stickers: Stickers<Color>) -> Known {
        Known::written_as(stickers, Alphabet::FACES, Format::Facelets)
    }

    /// Returns a cube that is written like another one.
    pub(crate) fn written_as(stickers: Stickers<Color>, alphabet: Alphabet, format: Format) -> Known {
        let known = stickers.map(|&color| Some(color));
        let reading = Reading { stickers: known, format, alphabet, note: None };
        Known { stickers, cube: cubegod_service::Cube { reading, note: None } }
    }

    /// Returns the only cube that fits a text.
    pub(crate) fn read(text: &str, options: &ReadOptions) -> Result<Known, RequestError> {
        Known::only(cubegod_service::Cube::read(text, options)?)
    }

    /// Returns the only cube that fits what was read.
    pub(crate) fn only(cube: cubegod_service::Cube) -> Result<Known, RequestError> {
        Ok(Known { stickers: whole_cube(&cube)?, cube })
    }

    /// Returns the cube of a row of an array: a byte for each sticker, faces in the order U R F D L B. 0 to 5 are the faces
    /// whose colour it is, 255 is unknown; letters will do as well.
    pub(crate) fn from_row(row: &[u8]) -> Result<Known, RequestError> {
        let text = bytes::letters(row).map_err(|column| {
            let value = row[column];
            cubegod_service::CubeError::unreadable(format!(
                "{value} in column {column} is no colour; expected 0 to 5, 255 for unknown, or the code of a letter"
            ))
        })?;
        Known::read(&text, &ReadOptions { format: Some(Format::Facelets), size: None })
    }
}

/// Returns the cube of an argument: a cube, a view that one cube fits, or text in any layout.
pub(crate) fn known(given: &Bound<'_, PyAny>) -> PyResult<Arc<Known>> {
    if let Ok(cube) = given.cast::<Cube>() {
        return Ok(Arc::clone(&cube.get().known));
    }
    if let Ok(view) = given.cast::<View>() {
        return Ok(Arc::new(view.get().known().map_err(exception)?));
    }
    let text = given.cast::<PyString>().map_err(|_| crate::arguments::wrong_type("a cube", given))?;
    Ok(Arc::new(Known::read(&text.to_cow()?, &ReadOptions::default()).map_err(exception)?))
}
