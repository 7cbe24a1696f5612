//! Arguments as values of the library.

use crate::alg::Alg;
use crate::edge_error::{EdgeError, Expected, Items, Noun};
use crate::error::exception;
use crate::signals::wait_for;
use cubegod::formats::Format;
use cubegod::moves::{FaceSet, MAX_MOVES};
use cubegod::{Axis, Cancellation, Face, Metric, ReadOptions, Size};
use cubegod_service::solve::{Method, check_threads};
use cubegod_service::{RequestError, TablesChoice};
use cubegod_teach::Language;
use pyo3::exceptions::PyOverflowError;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

/// Returns the exception for an argument of a wrong type.
pub(crate) fn wrong_type(expected: Expected, given: &Bound<'_, PyAny>) -> PyErr {
    EdgeError::WrongType { expected, found: type_name(given) }.into()
}

/// Returns the name of the type of a value.
pub(crate) fn type_name(given: &Bound<'_, PyAny>) -> String {
    given.get_type().name().map_or_else(|_| "something else".into(), |name| name.to_string())
}

/// Returns the moves of an `Alg`, of text or of an iterable of these.
pub(crate) fn moves(given: &Bound<'_, PyAny>) -> PyResult<cubegod::Alg> {
    if let Ok(alg) = given.cast::<Alg>() {
        return Ok(alg.get().alg.clone());
    }
    if let Ok(text) = given.cast::<PyString>() {
        return parse_moves(given.py(), &text.to_cow()?);
    }
    let parts = given.try_iter().map_err(|_| wrong_type(Expected::Moves, given))?;
    let mut all = cubegod::Alg::default();
    for part in parts {
        given.py().check_signals()?;
        let part = part?;
        let is_plain = part.cast::<Alg>().is_ok() || part.cast::<PyString>().is_ok();
        if !is_plain {
            return Err(wrong_type(Expected::EachMove, &part));
        }
        all.extend(moves(&part)?);
        check_move_count(all.len())?;
    }
    Ok(all)
}

/// Parses moves.
pub(crate) fn parse_moves(py: Python<'_>, text: &str) -> PyResult<cubegod::Alg> {
    let parse = |text: &str, token: &Cancellation| {
        cubegod::Alg::read_with(text, token)?.map_err(|error| RequestError::moves(error, text, 0))
    };
    parse_interruptibly(py, text, parse)?.map_err(exception)
}

/// Text with more bytes than this is parsed on another thread, so that Ctrl-C does not wait for it.
const LONG_TEXT: usize = 1 << 20;

/// Parses text with a function that does not check for signals.
pub(crate) fn parse_interruptibly<T: Send + 'static>(
    py: Python<'_>,
    text: &str,
    parse: impl FnOnce(&str, &Cancellation) -> T + Send + 'static,
) -> PyResult<T> {
    if text.len() <= LONG_TEXT {
        return Ok(parse(text, Cancellation::never()));
    }
    let text = text.to_owned();
    py.detach(|| wait_for(move |token| parse(&text, token)))
}

/// Fails for more moves than can be parsed again.
pub(crate) fn check_move_count(count: usize) -> PyResult<()> {
    if count > MAX_MOVES { Err(EdgeError::TooManyMoves { count }.into()) } else { Ok(()) }
}

/// Parses a name, such as that of a metric.
pub(crate) fn named<T: Name>(name: &str) -> PyResult<T> {
    name.parse().map_err(|error: T::Err| unknown_name(T::NOUN, name, T::expected(), &error))
}

fn unknown_name(noun: Noun, name: &str, expected: String, error: &impl Display) -> PyErr {
    let name = name.chars().take(MAX_SHOWN).collect();
    EdgeError::UnknownName { noun, name, expected, library_text: Some(error.to_string()) }.into()
}

/// A value that is given by its name.
pub(crate) trait Name: FromStr<Err: Display> {
    const NOUN: Noun;

    /// Returns the names that there are.
    fn expected() -> String;
}

macro_rules! names {
    ($($named:ty: $noun:ident = $expected:expr,)*) => {
        $(impl Name for $named {
            const NOUN: Noun = Noun::$noun;

            fn expected() -> String {
                $expected
            }
        })*
    };
}

names! {
    Format: Layout = Format::ALL.map(Format::name).join(" "),
    Size: Size = "2x2 3x3".into(),
    Metric: Metric = Metric::ALL.map(Metric::name).join(" "),
    Method: Method = Method::ALL.map(Method::name).join(" "),
    Language: Language = Language::ALL.map(Language::code).join(" "),
    TablesChoice: Tables = TablesChoice::ALL.map(TablesChoice::name).join(" "),
    FaceSet: Faces = "U R F D L B".into(),
}

/// The most characters of a value that a message shows.
const MAX_SHOWN: usize = 60;

/// Returns how a cube is read, by the names of its layout and size.
pub(crate) fn read_options(format: Option<&str>, puzzle: Option<&str>) -> PyResult<ReadOptions> {
    let format: Option<Format> = format.map(named).transpose()?;
    let size: Option<Size> = puzzle.map(named).transpose()?;
    Ok(ReadOptions::new().format(format).size(size))
}

/// Returns how the text of cubes is read, by the options `format` and `puzzle`.
pub(crate) fn given_read_options(
    format: &Bound<'_, PyAny>,
    puzzle: &Bound<'_, PyAny>,
) -> PyResult<ReadOptions> {
    let format: Option<String> = argument(format, "format", Expected::Layout)?;
    let puzzle: Option<String> = argument(puzzle, "puzzle", Expected::Puzzle)?;
    read_options(format.as_deref(), puzzle.as_deref())
}

/// Returns a metric by its name.
pub(crate) fn metric(name: &str) -> PyResult<Metric> {
    named(name)
}

/// Returns a number of threads; `default` without one.
pub(crate) fn thread_count(given: &Bound<'_, PyAny>, default: usize) -> PyResult<usize> {
    let count = argument::<Option<usize>>(given, "threads", Expected::Count)?.unwrap_or(default);
    check_threads(count).map_err(exception)
}

/// Returns the faces that may be turned; all without letters.
pub(crate) fn faces(letters: Option<&str>) -> PyResult<FaceSet> {
    letters.map_or(Ok(FaceSet::ALL), named)
}

/// Returns an axis by its letter, or by a face at either end.
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
    let expected = "x, y or z, or a face such as R";
    axis.ok_or_else(|| EdgeError::unknown_name(Noun::Axis, name, expected).into())
}

/// Returns the position of an index in a sequence of `count` items; a negative index counts from the end.
pub(crate) fn position(given: &Bound<'_, PyAny>, count: u128, items: Items) -> PyResult<u128> {
    let place = match given.extract::<i128>() {
        Ok(index) if index < 0 => count.checked_sub(index.unsigned_abs()),
        Ok(index) => Some(index.unsigned_abs()),
        // Larger than any count.
        Err(error) if error.is_instance_of::<PyOverflowError>(given.py()) => None,
        Err(_) => return Err(EdgeError::IndexType { found: type_name(given) }.into()),
    };
    place
        .filter(|&place| place < count)
        .ok_or_else(|| EdgeError::OutOfRange { index: shown(given), count, items }.into())
}

/// Converts an argument; the exception names the argument and what is expected.
pub(crate) fn argument<'py, T: FromPyObjectOwned<'py>>(
    given: &Bound<'py, PyAny>,
    name: &'static str,
    expected: Expected,
) -> PyResult<T> {
    given.extract().map_err(Into::into).map_err(|error: PyErr| {
        // A number below 0 or above the largest one has the right type.
        let is_out_of_range = error.is_instance_of::<PyOverflowError>(given.py());
        EdgeError::Argument { name, found: shown(given), expected, is_out_of_range }.into()
    })
}

/// Returns the beginning of a value as Python shows it.
fn shown(given: &Bound<'_, PyAny>) -> String {
    let text = given.repr().map_or_else(|_| "something else".into(), |text| text.to_string());
    match text.char_indices().nth(MAX_SHOWN) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}

/// Parses a time as the command line does, `2s`, `100ms` or a number of seconds, to seconds.
#[pyfunction]
#[pyo3(signature = (text))]
pub(crate) fn read_seconds(text: &str) -> PyResult<f64> {
    let time = cubegod_service::duration(text);
    time.map(|time| time.as_secs_f64())
        .map_err(|error| unknown_name(Noun::Time, text, "10ms 1.5s 2m".into(), &error))
}

/// Returns a time budget in seconds.
pub(crate) fn seconds(given: Option<f64>) -> PyResult<Option<Duration>> {
    let duration = |seconds: f64| {
        let known = Duration::try_from_secs_f64(seconds);
        known.map_err(|_| EdgeError::Budget { seconds }.into())
    };
    // The limit of 30 years avoids an overflow.
    given.map(|seconds| duration(if seconds > 1e9 { 1e9 } else { seconds })).transpose()
}
