//! Many cubes a call: lists of text, or arrays without a copy for each cube.

use crate::arguments::{Known, argument, expected, known};
use crate::arrays::{self, Row};
use crate::engine::{Engine, Means, Options};
use crate::error::usage;
use crate::signals::on_threads;
use crate::solution::Solution;
use crate::tables;
use cubegod::ReadOptions;
use cubegod::moves::FaceTurn;
use numpy::{PyArray1, PyArrayMethods, PyReadonlyArray2};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

/// On how many threads cubes may be solved.
const MOST_THREADS: usize = 1024;

/// What stands where there is no move.
const NO_MOVE: u8 = 255;

/// The length where there is no solution.
const NO_SOLUTION: i16 = -1;

/// As many as asked for, or one for each processor.
pub(crate) fn thread_count(threads: Option<usize>) -> PyResult<usize> {
    match threads {
        None => Ok(tables::all_threads()),
        Some(count @ 1..=MOST_THREADS) => Ok(count),
        Some(count) => Err(usage(format!("{count} threads; expected a number from 1 to {MOST_THREADS}"))),
    }
}

#[pyfunction]
#[pyo3(signature = (cubes, threads, strict, options))]
pub(crate) fn solve_many<'py>(
    py: Python<'py>,
    cubes: &Bound<'py, PyAny>,
    threads: &Bound<'py, PyAny>,
    strict: bool,
    options: &Bound<'py, PyDict>,
) -> PyResult<Bound<'py, PyAny>> {
    let engine = Engine::new(&Options::new(options)?)?;
    let threads = thread_count(argument(threads, "threads", expected::THREADS)?)?;
    if cubes.hasattr("__array_interface__")? {
        return solve_array(py, cubes, &engine, threads, strict);
    }
    solve_list(py, cubes, &engine, threads, strict)
}

/// Gives out the numbers up to `count` in runs, to whoever comes, until there are no more.
struct Runs {
    next: AtomicUsize,
    count: usize,
    length: usize,
}

impl Runs {
    fn new(count: usize, threads: usize) -> Runs {
        // Long enough that handing them out costs nothing, short enough that all threads end together.
        Runs { next: AtomicUsize::new(0), count, length: (count / (threads * 16)).clamp(1, 1024) }
    }

    fn next(&self, stop: &AtomicBool) -> Option<std::ops::Range<usize>> {
        let start = self.next.fetch_add(self.length, Ordering::Relaxed);
        let is_over = start >= self.count || stop.load(Ordering::Relaxed);
        (!is_over).then(|| start..(start + self.length).min(self.count))
    }
}

/// Answers of one run, and where it began.
struct Answers<T> {
    start: usize,
    answers: Vec<T>,
}

/// Answers every number up to `count` on so many threads, in order. Called without the interpreter.
fn answer_all<T: Send>(
    count: usize,
    threads: usize,
    answer: impl Fn(usize, &Means<'_>) -> T + Sync,
) -> PyResult<Vec<T>> {
    let runs = Runs::new(count, threads);
    let done: Mutex<Vec<Answers<T>>> = Mutex::default();
    on_threads(threads.min(count.max(1)), |stop| {
        while let Some(run) = runs.next(stop) {
            let start = run.start;
            let is_over = || stop.load(Ordering::Relaxed);
            let means = Means { threads: 1, is_over: &is_over };
            let answers = run.take_while(|_| !is_over()).map(|number| answer(number, &means)).collect();
            done.lock().unwrap_or_else(PoisonError::into_inner).push(Answers { start, answers });
        }
    })?;
    let mut done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
    done.sort_unstable_by_key(|answers| answers.start);
    Ok(done.into_iter().flat_map(|answers| answers.answers).collect())
}

/// One of a list, taken over from Python.
enum Given {
    Text(String),
    Known(Known),
    /// Something that is no cube, which others need not suffer from.
    Bad(PyErr),
}

fn solve_list<'py>(
    py: Python<'py>,
    cubes: &Bound<'py, PyAny>,
    engine: &Engine,
    threads: usize,
    strict: bool,
) -> PyResult<Bound<'py, PyAny>> {
    if cubes.is_instance_of::<PyString>() {
        return Err(usage("one string is one cube; expected a list of cubes (`solve` takes one)"));
    }
    let mut given = Vec::new();
    for cube in cubes.try_iter()? {
        let cube = cube?;
        given.push(match cube.cast::<PyString>() {
            Ok(text) => Given::Text(text.to_cow()?.into_owned()),
            Err(_) => known(&cube).map_or_else(Given::Bad, Given::Known),
        });
    }
    let first_failed = AtomicUsize::new(usize::MAX);
    let answers = py.detach(|| {
        answer_all(given.len(), threads, |number, means| {
            // The first failure is told, and what comes after it is of no use.
            if strict && number > first_failed.load(Ordering::Relaxed) {
                return None;
            }
            let known = match &given[number] {
                Given::Text(text) => {
                    Known::read(text, &ReadOptions::default()).map_err(|problem| problem.at(number).into())
                }
                Given::Known(known) => Ok(known.clone()),
                Given::Bad(error) => Err(Python::attach(|py| error.clone_ref(py))),
            };
            let answer = known.and_then(|known| {
                let solved = engine.solve(&known, means)?;
                Ok(Solution::new(known, engine.metric, solved))
            });
            if answer.is_err() {
                first_failed.fetch_min(number, Ordering::Relaxed);
            }
            Some(answer)
        })
    })?;
    let list = PyList::empty(py);
    for (number, answer) in answers.into_iter().enumerate() {
        match answer {
            None => {}
            Some(Ok(solution)) => list.append(solution)?,
            Some(Err(error)) => {
                error.value(py).setattr("index", number)?;
                if strict {
                    return Err(error);
                }
                list.append(error.into_value(py))?;
            }
        }
    }
    Ok(list.into_any())
}

/// With the number of its cube.
fn at(error: PyErr, number: usize) -> PyErr {
    Python::attach(|py| {
        // What has no such attribute is no complaint about a cube.
        let _ = error.value(py).setattr("index", number);
    });
    error
}

/// The turns of an answer, as many bytes.
type Turns = Result<Vec<u8>, PyErr>;

fn solve_array<'py>(
    py: Python<'py>,
    cubes: &Bound<'py, PyAny>,
    engine: &Engine,
    threads: usize,
    strict: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let array: PyReadonlyArray2<'_, u8> = cubes.extract().map_err(|_| {
        let told = |name| cubes.getattr(name).map_or_else(|_| "?".into(), |value: Bound<'_, _>| value.to_string());
        let (dtype, shape) = (told("dtype"), told("shape"));
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
    // One that does not lie in memory row by row is copied once.
    let copy: Vec<u8>;
    let cells: &[u8] = match view.as_slice() {
        Some(cells) => cells,
        None => {
            copy = view.iter().copied().collect();
            &copy
        }
    };
    let first_failed = AtomicUsize::new(usize::MAX);
    let answers: Vec<Turns> = py.detach(|| {
        answer_all(count, threads, |number, means| {
            if strict && number > first_failed.load(Ordering::Relaxed) {
                return Ok(Vec::new());
            }
            let row = &cells[number * width..][..width];
            let turns = solve_row(engine, row, number, means).map_err(|error| at(error, number));
            if turns.is_err() {
                first_failed.fetch_min(number, Ordering::Relaxed);
            }
            turns
        })
    })?;
    let longest = answers.iter().flatten().map(Vec::len).max().unwrap_or(0);
    let mut moves = vec![NO_MOVE; count * longest];
    let mut lengths = vec![NO_SOLUTION; count];
    for (number, turns) in answers.into_iter().enumerate() {
        match turns {
            Ok(turns) => {
                moves[number * longest..][..turns.len()].copy_from_slice(&turns);
                lengths[number] = turns.len() as i16;
            }
            Err(error) if strict => return Err(error),
            Err(_) => {}
        }
    }
    let moves = PyArray1::from_vec(py, moves).reshape([count, longest])?;
    Ok((moves, PyArray1::from_vec(py, lengths)).into_pyobject(py)?.into_any())
}

fn solve_row(engine: &Engine, row: &[u8], number: usize, means: &Means<'_>) -> Turns {
    let solved = match Row::at_a_glance(row).filter(|_| engine.is_plain()) {
        Some(Row::Two(cube)) => {
            let solution = engine.solution2(&cube).map_err(|problem| problem.at(number))?;
            return Ok(solution.iter().map(|turn| turn.index() as u8).collect());
        }
        Some(Row::Three(cube, white)) => engine.solve3(&cube, white, means)?,
        None => {
            let known = arrays::known(row).map_err(|problem| problem.at(number))?;
            engine.solve(&known, means)?
        }
    };
    let turn = |one: cubegod::Move| FaceTurn::try_from(one).map_or(NO_MOVE, |turn| turn.index() as u8);
    Ok(solved.solution.iter().map(turn).collect())
}
