//! What Python gives, as the library's values.

use crate::alg::Alg;
use crate::cube::Cube;
use crate::error::{Problem, usage};
use crate::view::View;
use cubegod::alphabet::Alphabet;
use cubegod::formats::Format;
use cubegod::moves::{FaceSet, MAX_MOVES};
use cubegod::{Axis, Color, Face, Metric, ReadOptions, Reading, Size, Stickers, read};
use pyo3::exceptions::{PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

/// A cube of which all is known, and how it was written.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    pub(crate) stickers: Stickers<Color>,
    pub(crate) alphabet: Alphabet,
    pub(crate) format: Format,
    pub(crate) note: Option<String>,
}

impl Known {
    /// From somebody who wrote nothing down.
    pub(crate) fn plain(stickers: Stickers<Color>) -> Known {
        Known { stickers, alphabet: Alphabet::FACES, format: Format::Facelets, note: None }
    }

    /// The one real cube that fits a text.
    pub(crate) fn read(text: &str, options: &ReadOptions) -> Result<Known, Problem> {
        Known::of(read(text, options)?)
    }

    /// The one real cube that fits.
    pub(crate) fn of(reading: Reading) -> Result<Known, Problem> {
        let view = cubegod::View::new(reading.stickers.clone())?;
        let stickers = match view.recognize() {
            Some(stickers) => stickers,
            None => {
                let completions =
                    view.complete().map_err(|illegal| Problem::illegal(&reading, &view, &illegal))?;
                let only = completions.get(0).filter(|_| completions.count() == 1);
                only.ok_or_else(|| Problem::ambiguous(&reading, &view, &completions))?
            }
        };
        let note = reading.note.map(|note| note.to_string());
        Ok(Known { stickers, alphabet: reading.alphabet, format: reading.format, note })
    }
}

/// A cube, a view of which one cube is left, or text in any layout.
pub(crate) fn known(given: &Bound<'_, PyAny>) -> PyResult<Known> {
    if let Ok(cube) = given.cast::<Cube>() {
        return Ok(cube.get().known.clone());
    }
    if let Ok(view) = given.cast::<View>() {
        return Ok(view.get().known()?);
    }
    let text = given.cast::<PyString>().map_err(|_| wrong_type("a cube", given))?;
    Ok(Known::read(&text.to_cow()?, &ReadOptions::default())?)
}

/// That something is of no type that will do.
pub(crate) fn wrong_type(what: &str, given: &Bound<'_, PyAny>) -> PyErr {
    let found = given.get_type().name().map_or_else(|_| "something else".into(), |name| name.to_string());
    PyTypeError::new_err(format!("expected {what} or a string, not {found}"))
}

/// Moves as an `Alg`, as text or one by one.
pub(crate) fn moves(given: &Bound<'_, PyAny>) -> PyResult<cubegod::Alg> {
    if let Ok(alg) = given.cast::<Alg>() {
        return Ok(alg.get().alg.clone());
    }
    if let Ok(text) = given.cast::<PyString>() {
        return Ok(text.to_cow()?.parse().map_err(Problem::from)?);
    }
    let parts = given.try_iter().map_err(|_| wrong_type("an Alg, an iterable of moves", given))?;
    let mut all = cubegod::Alg::default();
    for part in parts {
        let part = part?;
        let is_plain = part.cast::<Alg>().is_ok() || part.cast::<PyString>().is_ok();
        if !is_plain {
            return Err(wrong_type("each of the moves to be an Alg", &part));
        }
        all.extend(moves(&part)?);
        refuse_too_many_moves(all.len())?;
    }
    Ok(all)
}

/// More moves than can be read again.
pub(crate) fn refuse_too_many_moves(count: usize) -> PyResult<()> {
    match count > MAX_MOVES {
        true => Err(usage(format!("{count} moves; expected {MAX_MOVES} at most"))),
        false => Ok(()),
    }
}

/// A name such as a metric's, read as the library reads it.
pub(crate) fn named<T: FromStr<Err: Display>>(name: &str) -> PyResult<T> {
    name.parse().map_err(usage)
}

/// What is known before a cube is read.
pub(crate) fn read_options(format: Option<&str>, puzzle: Option<&str>) -> PyResult<ReadOptions> {
    let format: Option<Format> = format.map(named).transpose()?;
    let size: Option<Size> = puzzle.map(named).transpose()?;
    Ok(ReadOptions { format, size })
}

/// A size of which cubes are solved.
pub(crate) fn solvable_size(puzzle: &str) -> PyResult<Size> {
    match named(puzzle)? {
        size @ (Size::TWO | Size::THREE) => Ok(size),
        size => Err(usage(format!("random cubes are 2x2x2 or 3x3x3, not {size}; say \"2x2\" or \"3x3\""))),
    }
}

/// A way to count moves.
pub(crate) fn metric(name: &str) -> PyResult<Metric> {
    named(name)
}

/// The faces that may be turned; all without any.
pub(crate) fn faces(letters: Option<&str>) -> PyResult<FaceSet> {
    letters.map_or(Ok(FaceSet::ALL), named)
}

/// An axis by its letter, or by a face at either end.
pub(crate) fn axis(name: &str) -> PyResult<Axis> {
    let mut letters = name.chars();
    let letter =
        letters.next().filter(|_| letters.next().is_none()).map(|letter| letter.to_ascii_uppercase());
    let axis = match letter {
        Some('X') => Some(Axis::X),
        Some('Y') => Some(Axis::Y),
        Some('Z') => Some(Axis::Z),
        letter => letter.and_then(Face::from_letter).map(Face::axis),
    };
    axis.ok_or_else(|| usage(format!("unknown axis `{name}`; expected x, y or z, or a face such as R")))
}

/// What is expected of options that several functions have.
pub(crate) mod expected {
    pub(crate) const METHOD: &str = "the name of a method, such as \"fast\"";
    pub(crate) const MAX_LENGTH: &str = "a whole number from 1 on, or None";
    pub(crate) const BUDGET: &str = "a number of seconds from 0 on, or None";
    pub(crate) const METRIC: &str = "\"htm\", \"qtm\", \"stm\" or \"etm\"";
    pub(crate) const EXACT: &str = "True or False";
    pub(crate) const TABLES: &str = "\"auto\", \"small\" or \"large\"";
    pub(crate) const THREADS: &str = "a whole number from 1 on, or None";
}

/// The most moves that a solution should have.
pub(crate) fn max_length(options: &Bound<'_, PyDict>) -> PyResult<Option<usize>> {
    let most: Option<usize> = option(options, "max_length", expected::MAX_LENGTH)?;
    match most {
        Some(0) => Err(usage(format!("max_length=0; expected {}", expected::MAX_LENGTH))),
        most => Ok(most),
    }
}

/// One of several options, by its name.
pub(crate) fn option<'py, T: FromPyObjectOwned<'py>>(
    options: &Bound<'py, PyDict>,
    name: &str,
    expected: &str,
) -> PyResult<T> {
    argument(&options.as_any().get_item(name)?, name, expected)
}

/// What was given for an argument; says which argument it is and what is expected, where it is something else.
pub(crate) fn argument<'py, T: FromPyObjectOwned<'py>>(
    given: &Bound<'py, PyAny>,
    name: &str,
    expected: &str,
) -> PyResult<T> {
    given.extract().map_err(Into::into).map_err(|error: PyErr| {
        let found =
            given.repr().map_or_else(|_| "something else".into(), |text| shortened(&text.to_string()));
        let message = format!("{name}={found}; expected {expected}");
        // A number below 0, or of more digits than there is room for, is of the right type.
        match error.is_instance_of::<PyOverflowError>(given.py()) {
            true => usage(message),
            false => PyTypeError::new_err(message),
        }
    })
}

/// The beginning of a text that may be long.
fn shortened(text: &str) -> String {
    const MOST: usize = 60;
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.into(),
    }
}

/// A time as the command line reads it, `2s`, `100ms` or a number of seconds, in seconds.
#[pyfunction]
#[pyo3(signature = (text))]
pub(crate) fn read_seconds(text: &str) -> PyResult<f64> {
    cubegod_service::duration(text).map(|time| time.as_secs_f64()).map_err(usage)
}

/// A time in seconds.
pub(crate) fn seconds(given: Option<f64>) -> PyResult<Option<Duration>> {
    let duration = |seconds: f64| {
        let known = Duration::try_from_secs_f64(seconds);
        known.map_err(|_| usage(format!("a budget of {seconds} seconds; expected a number from 0 on")))
    };
    // More than anybody waits, and little enough to be added to any moment.
    given.map(|seconds| duration(if seconds > 1e9 { 1e9 } else { seconds })).transpose()
}
