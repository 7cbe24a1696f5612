//! `solve_many`: lists of cubes, or arrays without an object for each cube.

use crate::arguments::{argument, thread_count};
use crate::arrays::{Rows, for_rows, no_room};
use crate::edge_error::{EdgeError, Expected};
use crate::error::{exception, exception_at};
use crate::known::{Description, Known};
use crate::signals::wait_for;
use crate::solution::Solution;
use crate::solving::{GivenOptions, SharedSession, session, solve_one};
use cubegod::formats::bytes;
use cubegod::moves::FaceTurn;
use cubegod::parallel::available_threads;
use cubegod::parallel::{ChunkSize, ParallelOptions, ordered};
use cubegod::solve::pocket::PocketSolution;
use cubegod::{Alg, Cancellation, ReadOptions};
use cubegod_service::solve::Solved;
use cubegod_service::{OptionId, ReadCube, RequestError};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString};
use std::io;
use std::ops::{ControlFlow, Range};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The value of an array for no move.
const NO_MOVE: u8 = 255;

/// The value of an array for the length without a solution.
const NO_SOLUTION: i16 = -1;

/// The most cubes of one chunk of work.
const MAX_CHUNK: usize = 1024;

/// The intended duration of one chunk of work.
const CHUNK_TIME: Duration = Duration::from_millis(2);

#[pyfunction]
#[pyo3(signature = (cubes, threads, strict, any, options))]
pub(crate) fn solve_many<'py>(
    py: Python<'py>,
    cubes: &Bound<'py, PyAny>,
    threads: &Bound<'py, PyAny>,
    strict: bool,
    any: &Bound<'py, PyAny>,
    options: GivenOptions<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let (session, read) = session(py, options)?;
    let threads = thread_count(threads, available_threads())?;
    let any = argument(any, "any", Expected::Flag)?;
    let batch = Batch { session, threads, strict, any, read };
    match cubes.hasattr("__array_interface__")? {
        true => batch.solve_array(py, cubes),
        false => Ok(batch.solve_list(py, cubes)?.into_any()),
    }
}

/// Solves each cube that fits a cube.
#[pyfunction]
#[pyo3(signature = (cube, threads, any, options))]
pub(crate) fn solve_each<'py>(
    py: Python<'py>,
    cube: &Bound<'py, PyAny>,
    threads: &Bound<'py, PyAny>,
    any: &Bound<'py, PyAny>,
    options: GivenOptions<'py>,
) -> PyResult<Bound<'py, PyList>> {
    if argument(any, "any", Expected::Flag)? {
        let (first, second) = (OptionId::Each.into(), OptionId::Any.into());
        return Err(exception(RequestError::Conflict { first, second }));
    }
    let (session, read) = session(py, options)?;
    let threads = thread_count(threads, available_threads())?;
    let cubes = Description::new(cube, &read)?.each().map_err(exception)?;
    let batch = Batch { session, threads, strict: true, any: false, read };
    batch.solve_items(py, cubes.into_iter().map(Item::Known).collect())
}

/// How the cubes of a call are solved.
struct Batch {
    session: SharedSession,
    threads: usize,
    /// Whether the first error ends the work.
    strict: bool,
    /// Whether any of several cubes that fit is solved.
    any: bool,
    /// How text and rows are read.
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
            return Err(EdgeError::OneString.into());
        }
        let mut items = Vec::new();
        for cube in cubes.try_iter()? {
            py.check_signals()?;
            let cube = cube?;
            items.try_reserve(1).map_err(|_| no_room(items.len()))?;
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
                            let cube = ReadCube::read(text, &read);
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
            py.check_signals()?;
            let error = match (answer, &items[number]) {
                (Ok((known, solved)), _) => {
                    list.append(Solution::new(known, Arc::clone(&session), solved))?;
                    continue;
                }
                (Err(Some(error)), _) => exception_at(error, number),
                (Err(None), Item::Bad(error)) => error.clone_ref(py),
                // Only items that are not cubes have no error of the service.
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
        let Batch { session, threads, strict, any, read } = self;
        let cubes = Rows::copied(cubes)?;
        let count = cubes.count;
        let mut answers = RowAnswers { lengths: for_rows(count, 1)?, ..RowAnswers::default() };
        let answers = py.detach(|| {
            wait_for(move |token| -> io::Result<RowAnswers> {
                let work = |number: usize| {
                    let row = cubes.row(number);
                    if let Some(solution) = solve_plain_row(&session, row, &read) {
                        return Ok(solution?.iter().map(|turn| turn.index() as u8).collect());
                    }
                    let known = Known::one(ReadCube::from_bytes(row, &read)?, any)?;
                    let solved = solve_one(&session, &known, 1, token)?;
                    Ok(turns(solved.solution()))
                };
                solve_all(count, threads, token, work, |answer| answers.push(answer, strict))?;
                Ok(answers)
            })
        })??;
        let longest = match answers.end {
            Some(End::Error(error)) => return Err(exception_at(error, answers.lengths.len())),
            Some(End::NoRoom) => return Err(no_room(count)),
            None => answers.lengths.iter().map(|&length| length.max(0) as usize).max().unwrap_or(0),
        };
        let mut moves = for_rows(count, longest)?;
        let mut turns = answers.turns.as_slice();
        for &length in &answers.lengths {
            let (row, rest) = turns.split_at(length.max(0) as usize);
            moves.extend_from_slice(row);
            moves.resize(moves.len() + longest - row.len(), NO_MOVE);
            turns = rest;
        }
        let moves = PyArray1::from_vec(py, moves).reshape([count, longest])?;
        Ok((moves, PyArray1::from_vec(py, answers.lengths)).into_pyobject(py)?.into_any())
    }
}

/// Solutions of rows, one after the other.
#[derive(Default)]
struct RowAnswers {
    turns: Vec<u8>,
    /// Has room for all rows.
    lengths: Vec<i16>,
    end: Option<End>,
}

/// The reason that the work ended early.
enum End {
    Error(RequestError),
    NoRoom,
}

impl RowAnswers {
    /// Adds the answer for the next row; breaks if the work ends with it.
    fn push(&mut self, answer: Result<Vec<u8>, RequestError>, strict: bool) -> ControlFlow<()> {
        match answer {
            Ok(turns) if self.turns.try_reserve(turns.len()).is_err() => self.end = Some(End::NoRoom),
            Ok(turns) => {
                self.lengths.push(turns.len() as i16);
                self.turns.extend(turns);
            }
            Err(error) if strict => self.end = Some(End::Error(error)),
            Err(_) => self.lengths.push(NO_SOLUTION),
        }
        if self.end.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Solves a row of a pocket cube that the service does not read as text.
fn solve_plain_row(
    session: &SharedSession,
    row: &[u8],
    read: &ReadOptions,
) -> Option<Result<PocketSolution, RequestError>> {
    let row: &[u8; 24] = row.try_into().ok()?;
    session.solve_plain_pocket(&row.map(bytes::letter), read)
}

/// The numbers of turns.
fn turns(solution: &Alg) -> Vec<u8> {
    let turn = |one| FaceTurn::try_from(one).map_or(NO_MOVE, |turn| turn.index() as u8);
    solution.iter().map(turn).collect()
}
