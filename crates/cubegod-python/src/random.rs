//! Random cubes, and the moves that make them.

use crate::alg::Alg;
use crate::arguments::{axis, named, parse_moves, solvable_size};
use crate::error::exception;
use crate::tables::{self, Choice};
use cubegod::formats::Format;
use cubegod::moves::Ends;
use cubegod::{Cancellation, Cube};
use cubegod_service::scramble::{Options, Scrambles};
use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;
use pyo3::types::PyList;
use rand::Rng;

/// Returns the generator of a seed, or of a random one.
pub(crate) fn generator(seed: Option<u64>) -> impl Rng + Send {
    cubegod::scramble::generator(seed.unwrap_or_else(rand::random))
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
    n: usize,
    puzzle: &str,
    seed: Option<u64>,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let size = solvable_size(puzzle)?;
    let mut cells = Vec::new();
    let room = n.checked_mul(size.sticker_count()).map(|bytes| cells.try_reserve_exact(bytes));
    if !matches!(room, Some(Ok(()))) {
        return Err(PyMemoryError::new_err(format!("there is no room for {n} cubes; make fewer at a time")));
    }
    let cells = py.detach(|| {
        let mut random = generator(seed);
        for _ in 0..n {
            let stickers = Cube::random(size, &mut random).map_err(exception)?.stickers();
            cells.extend(stickers.facelets().iter().map(|color| color.index() as u8));
        }
        Ok::<_, PyErr>(cells)
    })?;
    PyArray1::from_vec(py, cells).reshape([n, size.sticker_count()])
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
    n: Option<usize>,
    seed: Option<u64>,
    not_first: Option<&str>,
    not_last: Option<&str>,
    faces: Option<&str>,
) -> PyResult<Bound<'py, PyAny>> {
    let size = solvable_size(puzzle)?;
    let ends =
        Ends { not_first: not_first.map(axis).transpose()?, not_last: not_last.map(axis).transpose()? };
    let faces = faces.map(named).transpose()?;
    let options = Options { puzzle: size, seed, to: Format::Moves, ends, faces };
    options.check().map_err(exception)?;
    let mut scrambles = Scrambles::new(options, tables::solvers(Choice::Auto));
    let mut next = || {
        let text =
            py.detach(|| scrambles.draw(Cancellation::never())?.text(Format::Moves)).map_err(exception)?;
        parse_moves(&text).map(Alg::from)
    };
    let Some(n) = n else { return Ok(next()?.into_pyobject(py)?.into_any()) };
    let mut all = Vec::new();
    for _ in 0..n {
        all.push(next()?);
        py.check_signals()?;
    }
    Ok(PyList::new(py, all)?.into_any())
}
