//! Random cubes, and the moves that make them.

use crate::alg::Alg;
use crate::arguments::{argument, axis, named, parse_moves};
use crate::arrays;
use crate::edge_error::Expected;
use crate::error::exception;
use crate::signals::Signals;
use crate::tables::{self, Choice};
use cubegod::formats::Format;
use cubegod::moves::EndConstraints;
use cubegod::{Cancellation, Cube, Size};
use cubegod_service::RequestError;
use cubegod_service::scramble::{Options, Scrambles};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyList;
use rand::Rng;

/// Returns the seed of an argument.
pub(crate) fn seed(given: Option<&Bound<'_, PyAny>>) -> PyResult<Option<u64>> {
    given.map(|given| argument(given, "seed", Expected::Seed)).transpose()
}

/// Returns the generator of a seed, or of a random one.
pub(crate) fn generator(seed: Option<u64>) -> impl Rng + Send {
    cubegod::scramble::generator(seed.unwrap_or_else(rand::random))
}

/// Returns a size of random cubes.
pub(crate) fn random_size(puzzle: &str) -> PyResult<Size> {
    match named(puzzle)? {
        size @ (Size::TWO | Size::THREE) => Ok(size),
        size => Err(exception(RequestError::NoScramble { size })),
    }
}

/// Returns random cubes, every state equally likely, as an array for `solve_many` with a row for each cube.
///
/// >>> import cubegod
/// >>> cubegod.random_cubes(1000, seed=1).shape
/// (1000, 54)
#[pyfunction]
#[pyo3(signature = (n, puzzle="3x3", *, seed=None))]
pub(crate) fn random_cubes<'py>(
    py: Python<'py>,
    n: &Bound<'py, PyAny>,
    puzzle: &str,
    seed: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    arrays::import_numpy(py)?;
    let n: usize = argument(n, "n", Expected::Size)?;
    let (size, mut random) = (random_size(puzzle)?, generator(self::seed(seed)?));
    let width = size.sticker_count();
    let mut cells = arrays::for_rows(n, width)?;
    let signals = Signals::new();
    py.detach(|| {
        for _ in 0..n {
            if signals.is_raised() {
                break;
            }
            let stickers = Cube::random(size, &mut random).map_err(exception)?.stickers();
            cells.extend(stickers.facelets().iter().map(|color| color.index() as u8));
        }
        Ok::<_, PyErr>(())
    })?;
    signals.finish()?;
    PyArray1::from_vec(py, cells).reshape([n, width])
}

/// Returns moves that make a random cube, as competitions use them; with `n`, a list of that many. A 2x2 is turned by U, R and F
/// only, or by other `faces`; the moves neither begin on the axis `not_first` nor end on `not_last`.
///
/// >>> import cubegod
/// >>> cubegod.scramble("2x2", n=2, seed=1)
/// [Alg("U' F' R' F U' R2 F U R2 U'"), Alg("R U' F' U2 R U' F2 U2 R U'")]
#[pyfunction]
#[pyo3(signature = (puzzle="3x3", n=None, *, seed=None, not_first=None, not_last=None, faces=None))]
pub(crate) fn scramble<'py>(
    py: Python<'py>,
    puzzle: &str,
    n: Option<&Bound<'py, PyAny>>,
    seed: Option<&Bound<'py, PyAny>>,
    not_first: Option<&str>,
    not_last: Option<&str>,
    faces: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let n: Option<usize> = n.map(|n| argument(n, "n", Expected::Size)).transpose()?;
    let (puzzle, seed) = (named(puzzle)?, self::seed(seed)?);
    let ends = EndConstraints::new()
        .not_first(not_first.map(axis).transpose()?)
        .not_last(not_last.map(axis).transpose()?);
    let faces = faces.map(named).transpose()?;
    let options = Options { puzzle, seed, to: Format::Moves, ends, faces };
    options.check().map_err(exception)?;
    let mut scrambles = Scrambles::new(options, tables::solvers(Choice::Auto));
    let mut next = || {
        let text = py.detach(|| scrambles.draw(Cancellation::never())?.text()).map_err(exception)?;
        parse_moves(py, &text).map(Alg::from)
    };
    let Some(n) = n else { return Ok(next()?.into_pyobject(py)?.into_any()) };
    let all = PyList::empty(py);
    for _ in 0..n {
        all.append(next()?)?;
        py.check_signals()?;
    }
    Ok(all.into_any())
}
