//! `solve_many`: lists of cubes, or arrays without an object for each cube.

use crate::arguments::{argument, expected, given_read_options, thread_count};
use crate::error::{exception, exception_at, usage};
use crate::known::{Description, Known, read_row};
use crate::signals::wait_for;
use crate::solution::Solution;
use crate::solving::{SharedSession, session, solve_one};
use cubegod::formats::{Format, bytes};
use cubegod::moves::FaceTurn;
use cubegod::parallel::{ChunkSize, ParallelOptions, ordered};
use cubegod::solve::pocket::PocketSolution;
use cubegod::{Alg, Cancellation, ReadOptions};
use cubegod_service::RequestError;
use cubegod_service::solve::Solved;
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use std::io;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The byte of an array where there is no move.
const NO_MOVE: u8 = 255;

/// The length of an array where there is no solution.
const NO_SOLUTION: i16 = -1;

/// The most cubes that are handed to a thread at once.
const MAX_CHUNK: usize = 1024;

/// About how long a thread works on what is handed to it.
const CHUNK_TIME: Duration = Duration::from_millis(2);

#[pyfunction]
#[pyo3(signature = (cubes, threads, strict, any, options))]
pub(crate) fn solve_many<'py>(
    py: Python<'py>,
    cubes: &Bound<'py, PyAny>,
    threads: &Bound<'py, PyAny>,
    strict: bool,
    any: &Bound<'py, PyAny>,
    options: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let session = session(options)?;
    let threads = thread_count(threads, cubegod_cache::threads())?;
    let any = argument(any, "any", expected::FLAG)?;
    let read = given_read_options(options)?;
    let batch = Batch { session, threads, strict, any, read };
    match cubes.hasattr("__array_interface__")? {
        true => batch.solve_array(py, cubes),
        false => Ok(batch.solve_list(py, cubes)?.into_any()),
    }
}

/// Solves each cube that fits a cube.
#[pyfunction]
#[pyo3(signature = (cube, threads, options))]
pub(crate) fn solve_each<'py>(
    py: Python<'py>,
    cube: &Bound<'py, PyAny>,
    threads: &Bound<'py, PyAny>,
    options: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyList>> {
    let session = session(options)?;
    let threads = thread_count(threads, cubegod_cache::threads())?;
    let read = given_read_options(options)?;
    let cubes = Description::new(cube, &read)?.each().map_err(exception)?;
    let batch = Batch { session, threads, strict: true, any: false, read };
    batch.solve_items(py, cubes.into_iter().map(Item::Known).collect())
}

/// How many cubes are solved.
struct Batch {
    session: SharedSession,
    threads: usize,
    /// Whether the first error ends the work.
    strict: bool,
    /// Whether any of several cubes that fit is solved.
    any: bool,
    /// How text is read.
    read: ReadOptions,
}

/// Works on every number below `count`, and passes the results to `sink` in order until it breaks. Called without the
/// interpreter.
fn solve_all<R: Send>(
    count: usize,
    threads: usize,
    token: &Cancellation,
    work: impl Fn(usize) -> R + Sync,
    mut sink: impl FnMut(R) -> ControlFlow<()>,
) -> io::Result<()> {
    // Short enough that all threads end together.
    let size = ChunkSize::new((count / (threads * 16)).clamp(1, MAX_CHUNK), CHUNK_TIME);
    let mut next = 0;
    let chunks = std::iter::from_fn(|| {
        let start = next;
        next = (start + size.get()).min(count);
        (start < count).then_some(start..next)
    });
    let work = |chunk: Range<usize>| {
        let (start, length) = (Instant::now(), chunk.len());
        let results: Vec<R> = chunk.take_while(|_| !token.is_cancelled()).map(&work).collect();
        size.record(length, start.elapsed());
        results
    };
    let sink = |results: Vec<R>| results.into_iter().try_for_each(&mut sink);
    ordered(chunks, ParallelOptions::new(threads), token, work, sink).map(|_| ())
}

/// A cube of a list.
enum Item {
    Text(String),
    Known(Arc<Known>),
    /// Not a cube.
    Bad(PyErr),
}

/// The solution of one cube of a list; no error where the item is not a cube.
type Answer = Result<(Arc<Known>, Box<Solved>), Option<RequestError>>;

impl Batch {
    fn solve_list<'py>(self, py: Python<'py>, cubes: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyList>> {
        if cubes.is_instance_of::<PyString>() {
            return Err(usage("one string is one cube; expected a list of cubes (`solve` takes one)"));
        }
        let mut items = Vec::new();
        for cube in cubes.try_iter()? {
            let cube = cube?;
            items.push(match cube.cast::<PyString>() {
                Ok(text) => Item::Text(text.to_cow()?.into_owned()),
                Err(_) => {
                    let known = Description::new(&cube, &self.read)
                        .and_then(|cube| cube.one(self.any).map_err(exception));
                    known.map_or_else(Item::Bad, Item::Known)
                }
            });
        }
        self.solve_items(py, items)
    }

    fn solve_items(self, py: Python<'_>, items: Vec<Item>) -> PyResult<Bound<'_, PyList>> {
        let Batch { session, threads, strict, any, read } = self;
        let items = Arc::new(items);
        let answers = py.detach(|| {
            let (items, session) = (Arc::clone(&items), Arc::clone(&session));
            wait_for(move |token| -> io::Result<Vec<Answer>> {
                let mut answers = Vec::with_capacity(items.len());
                let work = |number: usize| {
                    let known = match &items[number] {
                        Item::Text(text) => {
                            let cube = cubegod_service::Cube::read(text, &read);
                            let known = cube.and_then(|cube| Known::one(cube, any));
                            known.map(Arc::new).map_err(Some)?
                        }
                        Item::Known(known) => Arc::clone(known),
                        Item::Bad(_) => return Err(None),
                    };
                    let solved = solve_one(&session, &known, 1, token).map_err(Some)?;
                    Ok((known, Box::new(solved)))
                };
                solve_all(items.len(), threads, token, work, |answer: Answer| {
                    let is_last = strict && answer.is_err();
                    answers.push(answer);
                    if is_last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                })?;
                Ok(answers)
            })
        })??;
        let list = PyList::empty(py);
        for (number, answer) in answers.into_iter().enumerate() {
            let error = match (answer, &items[number]) {
                (Ok((known, solved)), _) => {
                    list.append(Solution::new(known, Arc::clone(&session), solved))?;
                    continue;
                }
                (Err(Some(error)), _) => exception_at(error, number),
                (Err(None), Item::Bad(error)) => error.clone_ref(py),
                // Only what is not a cube has no error of the service.
                (Err(None), _) => continue,
            };
            error.value(py).setattr("index", number)?;
            if strict {
                return Err(error);
            }
            list.append(error.into_value(py))?;
        }
        Ok(list)
    }

    fn solve_array<'py>(self, py: Python<'py>, cubes: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let Batch { session, threads, strict, any, .. } = self;
        let array: PyReadonlyArray2<'_, u8> = cubes.extract().map_err(|_| {
        let shown = |name| cubes.getattr(name).map_or_else(|_| "?".into(), |value: Bound<'_, _>| value.to_string());
        let (dtype, shape) = (shown("dtype"), shown("shape"));
        usage(format!(
            "an array of the type {dtype} and the shape {shape}; expected uint8 and a row for each cube, N×54 or N×24 \
             (`.astype(numpy.uint8)` makes the type, `[None, :]` an array of one row)"
        ))
    })?;
        let view = array.as_array();
        let (count, width) = view.dim();
        if width != 54 && width != 24 {
            return Err(usage(format!("an array with rows of {width}; expected 54 stickers or 24")));
        }
        // A copy: threads may outlive the call after Ctrl-C, and rows may lie anywhere in memory.
        let cells: Vec<u8> = view.as_slice().map_or_else(|| view.iter().copied().collect(), <[u8]>::to_vec);
        drop(array);
        let rows = py.detach(|| {
            wait_for(move |token| -> io::Result<Rows> {
                let mut rows = Rows::default();
                let work = |number: usize| {
                    let row = &cells[number * width..][..width];
                    if let Some(solution) = solve_plain_row(&session, row) {
                        return Ok(solution?.iter().map(|turn| turn.index() as u8).collect());
                    }
                    let known = Known::one(read_row(row)?, any)?;
                    let solved = solve_one(&session, &known, 1, token)?;
                    Ok(turns(solved.solution()))
                };
                solve_all(count, threads, token, work, |turns: Result<Vec<u8>, RequestError>| {
                    match turns {
                        Ok(turns) => {
                            rows.lengths.push(turns.len() as i16);
                            rows.turns.extend(turns);
                        }
                        Err(error) if strict => {
                            rows.error = Some(error);
                            return ControlFlow::Break(());
                        }
                        Err(_) => rows.lengths.push(NO_SOLUTION),
                    }
                    ControlFlow::Continue(())
                })?;
                Ok(rows)
            })
        })??;
        if let Some(error) = rows.error {
            return Err(exception_at(error, rows.lengths.len()));
        }
        let longest = rows.lengths.iter().map(|&length| length.max(0) as usize).max().unwrap_or(0);
        let mut moves = vec![NO_MOVE; count * longest];
        let mut turns = rows.turns.as_slice();
        for (number, &length) in rows.lengths.iter().enumerate() {
            let (row, rest) = turns.split_at(length.max(0) as usize);
            moves[number * longest..][..row.len()].copy_from_slice(row);
            turns = rest;
        }
        let moves = PyArray1::from_vec(py, moves).reshape([count, longest])?;
        Ok((moves, PyArray1::from_vec(py, rows.lengths)).into_pyobject(py)?.into_any())
    }
}

/// Solutions of rows, one behind the other.
#[derive(Default)]
struct Rows {
    turns: Vec<u8>,
    lengths: Vec<i16>,
    /// The first error, if it ended the work.
    error: Option<RequestError>,
}

/// Solves a row of a pocket cube that the service need not read as text.
fn solve_plain_row(session: &SharedSession, row: &[u8]) -> Option<Result<PocketSolution, RequestError>> {
    let row: &[u8; 24] = row.try_into().ok()?;
    let options = ReadOptions { format: Some(Format::Facelets), size: None };
    session.solve_plain_pocket(&row.map(bytes::letter), &options)
}

/// The numbers of turns.
fn turns(solution: &Alg) -> Vec<u8> {
    let turn = |one| FaceTurn::try_from(one).map_or(NO_MOVE, |turn| turn.index() as u8);
    solution.iter().map(turn).collect()
}
