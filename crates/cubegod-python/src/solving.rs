//! `solve` and `optimal`: one cube a call.

use crate::arguments::{self, argument, given_read_options, named, seconds, thread_count};
use crate::edge_error::Expected;
use crate::error::exception;
use crate::known::{Description, Known, known};
use crate::signals::{Signals, wait_for};
use crate::solution::Solution;
use crate::tables::{self, Choice};
use cubegod::{Cancellation, ReadOptions, Size};
use cubegod_service::RequestError;
use cubegod_service::solve::{Method, Options, Session, SolveContext, Solved};
use pyo3::prelude::*;
use std::sync::Arc;

/// The options of a call, and the solvers that they choose.
pub(crate) type SharedSession = Arc<Session<'static>>;

/// The options of `solve` and `solve_many`, in the order of `_options` in `cubegod/__init__.py`.
pub(crate) type GivenOptions<'py> = (
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
    Bound<'py, PyAny>,
);

/// Returns how cubes are solved, and how their text is read.
pub(crate) fn solve_options(given: &GivenOptions<'_>) -> PyResult<(Options, ReadOptions)> {
    let (method, max_length, budget, nodes, format, puzzle, target, faces, metric, exact, solutions, _) =
        given;
    let faces: Option<String> = argument(faces, "faces", Expected::Faces)?;
    let options = Options {
        method: named(&argument::<String>(method, "method", Expected::Method)?)?,
        metric: named(&argument::<String>(metric, "metric", Expected::Metric)?)?,
        exact: argument(exact, "exact", Expected::Flag)?,
        faces: arguments::faces(faces.as_deref())?,
        max_length: argument(max_length, "max_length", Expected::Count)?,
        budget: seconds(argument(budget, "budget", Expected::Budget)?)?,
        nodes: argument(nodes, "nodes", Expected::Count)?,
        solutions: argument(solutions, "solutions", Expected::Count)?,
        ..Options::default()
    };
    options.check().map_err(exception)?;
    let target = if target.is_none() { None } else { Some(known(target)?.state) };
    Ok((Options { target, ..options }, given_read_options(format, puzzle)?))
}

/// Returns the session for these options, and how the text of cubes is read.
pub(crate) fn session(py: Python<'_>, given: GivenOptions<'_>) -> PyResult<(SharedSession, ReadOptions)> {
    let choice: Choice = named(&argument::<String>(&given.11, "tables", Expected::Tables)?)?;
    let (options, read) = solve_options(&given)?;
    tables::prepare(py, choice)?;
    Ok((Arc::new(Session::new(tables::solvers(choice), options)), read))
}

/// Solves one cube. Called without the interpreter.
pub(crate) fn solve_one(
    session: &Session<'_>,
    known: &Known,
    threads: usize,
    cancellation: &Cancellation,
) -> Result<Solved, RequestError> {
    let context = SolveContext { threads, cancellation, keep_partial: false, ..SolveContext::default() };
    session.solve(&known.cube, &known.state, &context)
}

#[pyfunction]
#[pyo3(signature = (cube, threads, any, options))]
pub(crate) fn solve(
    py: Python<'_>,
    cube: &Bound<'_, PyAny>,
    threads: &Bound<'_, PyAny>,
    any: &Bound<'_, PyAny>,
    options: GivenOptions<'_>,
) -> PyResult<Solution> {
    let (session, read) = session(py, options)?;
    let threads = thread_count(threads, session.options().default_threads())?;
    let any = argument(any, "any", Expected::Flag)?;
    let known = Description::new(cube, &read)?.one(any).map_err(exception)?;
    let solved = py.detach(|| solve_interruptibly(&session, &known, threads))?;
    Ok(Solution::new(known, session, Box::new(solved)))
}

/// Solves one cube; Ctrl-C stops it. Called without the interpreter.
fn solve_interruptibly(session: &SharedSession, known: &Arc<Known>, threads: usize) -> PyResult<Solved> {
    let solved = match (known.state.size(), session.options().method) {
        // Takes microseconds, less than the token of a search.
        (Size::TWO, _) | (_, Method::Layers | Method::Cfop | Method::ThreeStep) => {
            solve_one(session, known, threads, Cancellation::never())
        }
        (_, Method::Fast) => {
            let signals = Arc::new(Signals::new());
            let checked = Arc::clone(&signals);
            let cancellation = Cancellation::when(move || checked.is_raised());
            let solved = solve_one(session, known, threads, &cancellation);
            signals.finish()?;
            solved
        }
        (_, Method::Optimal) => {
            // Opening or building a table of this method takes seconds and cannot be cancelled.
            let (session, known) = (Arc::clone(session), Arc::clone(known));
            wait_for(move |token| solve_one(&session, &known, threads, token))?
        }
    };
    solved.map_err(exception)
}
