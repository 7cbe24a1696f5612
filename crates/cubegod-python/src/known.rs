//! Cubes that are known in every sticker, and how they were written.

use crate::arguments::{parse_interruptibly, wrong_type};
use crate::cube::Cube;
use crate::edge_error::Expected;
use crate::error::exception;
use crate::view::View;
use cubegod::alphabet::Alphabet;
use cubegod::formats::Format;
use cubegod::{Cancellation, Color, ReadOptions, Reading, Stickers};
use cubegod_service::solve::MAX_EACH;
use cubegod_service::{ACCEPTING, RequestError, Selected, Selection};
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::sync::Arc;

/// A cube that is known in every sticker, and how it was written.
#[derive(Debug)]
pub(crate) struct Known {
    pub(crate) state: cubegod::Cube,
    /// How it was written, with all its stickers.
    pub(crate) cube: cubegod_service::ReadCube,
    /// The number of cubes that fit what was read, if there are several.
    pub(crate) guess_of: Option<u128>,
}

impl Known {
    /// Returns a cube that was not read from text.
    pub(crate) fn new(state: cubegod::Cube) -> Known {
        Known::written_as(state, Alphabet::FACES, Format::Facelets)
    }

    /// Returns a cube that is written like another one.
    pub(crate) fn written_as(state: cubegod::Cube, alphabet: Alphabet, format: Format) -> Known {
        let reading = Reading { stickers: known_stickers(&state), format, alphabet, note: None };
        Known { state, cube: cubegod_service::ReadCube { reading, note: None }, guess_of: None }
    }

    /// Returns a cube that fits what was read.
    fn completed(mut cube: cubegod_service::ReadCube, state: cubegod::Cube, guess_of: Option<u128>) -> Known {
        if cube.reading.stickers.facelets().contains(&None) {
            cube.reading.stickers = known_stickers(&state);
        }
        Known { state, cube, guess_of }
    }

    /// Returns the only cube that fits what was read.
    pub(crate) fn only(cube: cubegod_service::ReadCube) -> Result<Known, RequestError> {
        let state = cube.only()?;
        Ok(Known::completed(cube, state, None))
    }

    /// Returns one cube that fits what was read: the only one, or any if that is accepted.
    pub(crate) fn one(cube: cubegod_service::ReadCube, accepts_any: bool) -> Result<Known, RequestError> {
        let selection = if accepts_any { Selection::Any } else { Selection::Only };
        let (state, guess_of) = match cube.select(selection, ACCEPTING, Cancellation::never())? {
            Selected::Only(state) => (state, None),
            Selected::Any { cube: state, of } => (state, Some(of)),
            Selected::Each(several) => return Err(several.error(&cube, &[])),
        };
        Ok(Known::completed(cube, state, guess_of))
    }

    /// Returns each cube that fits what was read.
    pub(crate) fn each(cube: &cubegod_service::ReadCube) -> Result<Vec<Known>, RequestError> {
        let selected = cube.select(Selection::Each { max: MAX_EACH }, ACCEPTING, Cancellation::never())?;
        Ok(selected.cubes().map(|state| Known::completed(cube.clone(), state, None)).collect())
    }

    /// Returns the only cube that a row of an array fits.
    pub(crate) fn from_row(row: &[u8]) -> Result<Known, RequestError> {
        Known::only(cubegod_service::ReadCube::from_bytes(row, &ReadOptions::default())?)
    }
}

/// Reads a cube from text.
pub(crate) fn read(py: Python<'_>, text: &str, options: ReadOptions) -> PyResult<cubegod_service::ReadCube> {
    let read =
        move |text: &str, token: &Cancellation| cubegod_service::ReadCube::read_with(text, &options, token);
    parse_interruptibly(py, text, read)?.map_err(exception)
}

fn known_stickers(state: &cubegod::Cube) -> Stickers<Option<Color>> {
    state.stickers().map(|&color| Some(color))
}

/// An argument for a cube: a known cube, or a description that any number of cubes may fit.
pub(crate) enum Description {
    Known(Arc<Known>),
    Read(cubegod_service::ReadCube),
}

impl Description {
    /// Converts an argument: a cube, a view, or text, which is read with these options.
    pub(crate) fn new(given: &Bound<'_, PyAny>, options: &ReadOptions) -> PyResult<Description> {
        if let Ok(cube) = given.cast::<Cube>() {
            return Ok(Description::Known(Arc::clone(&cube.get().known)));
        }
        if let Ok(view) = given.cast::<View>() {
            return Ok(Description::Read(view.get().cube.clone()));
        }
        let text = given.cast::<PyString>().map_err(|_| wrong_type(Expected::Cube, given))?;
        read(given.py(), &text.to_cow()?, *options).map(Description::Read)
    }

    /// Returns one cube that fits: the only one, or any if that is accepted.
    pub(crate) fn one(self, accepts_any: bool) -> Result<Arc<Known>, RequestError> {
        match self {
            Description::Known(known) => Ok(known),
            Description::Read(cube) => Known::one(cube, accepts_any).map(Arc::new),
        }
    }

    /// Returns each cube that fits.
    pub(crate) fn each(self) -> Result<Vec<Arc<Known>>, RequestError> {
        match self {
            Description::Known(known) => Ok(vec![known]),
            Description::Read(cube) => Ok(Known::each(&cube)?.into_iter().map(Arc::new).collect()),
        }
    }
}

/// Returns the only cube that fits an argument.
pub(crate) fn known(given: &Bound<'_, PyAny>) -> PyResult<Arc<Known>> {
    match Description::new(given, &ReadOptions::default())? {
        Description::Known(known) => Ok(known),
        Description::Read(cube) => Known::only(cube).map(Arc::new).map_err(exception),
    }
}
