//! `solve` and `optimal`: one cube a call.

use crate::arguments::{
    argument, expected, faces, given_read_options, method, metric, named, option, seconds, thread_count,
};
use crate::error::exception;
use crate::known::{Description, Known, known};
use crate::signals::{Signals, wait_for};
use crate::solution::Solution;
use crate::tables::{self, Choice};
use cubegod::{Cancellation, Size};
use cubegod_cache::threads;
use cubegod_service::RequestError;
use cubegod_service::solve::{Method, Options, Session, SolveContext, Solved};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::Arc;

/// Options of a call, and the solvers that they choose.
pub(crate) type SharedSession = Arc<Session<'static>>;

/// Returns the session for the options of `solve` and `solve_many`.
pub(crate) fn session(given: &Bound<'_, PyDict>) -> PyResult<SharedSession> {
    let text = |name: &str, expected: &str| option::<String>(given, name, expected);
    let choice: Choice = named(&text("tables", expected::TABLES)?)?;
    let target: Option<Bound<'_, PyAny>> = option(given, "target", "a cube or None")?;
    let letters: Option<String> = option(given, "faces", "letters of faces such as \"URF\", or None")?;
    let options = Options {
        method: method(&text("method", expected::METHOD)?)?,
        metric: metric(&text("metric", expected::METRIC)?)?,
        target: target.map(|target| known(&target)).transpose()?.map(|known| known.state),
        exact: option(given, "exact", expected::FLAG)?,
        faces: faces(letters.as_deref())?,
        max_length: option(given, "max_length", expected::COUNT)?,
        budget: seconds(option(given, "budget", expected::BUDGET)?)?,
        nodes: option(given, "nodes", expected::COUNT)?,
        solutions: option(given, "solutions", expected::COUNT)?,
        ..Options::default()
    };
    options.check().map_err(exception)?;
    tables::prepare(given.py(), choice)?;
    Ok(Arc::new(Session::new(tables::solvers(choice), options)))
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

/// The number of threads without an option: proofs use all cores, everything else takes a moment on one.
fn usual_threads(method: Method) -> usize {
    if method == Method::Optimal { threads() } else { 1 }
}

#[pyfunction]
#[pyo3(signature = (cube, threads, any, options))]
pub(crate) fn solve(
    py: Python<'_>,
    cube: &Bound<'_, PyAny>,
    threads: &Bound<'_, PyAny>,
    any: &Bound<'_, PyAny>,
    options: &Bound<'_, PyDict>,
) -> PyResult<Solution> {
    let session = session(options)?;
    let threads = thread_count(threads, usual_threads(session.options().method))?;
    let any = argument(any, "any", expected::FLAG)?;
    let read = given_read_options(options)?;
    let known = Description::new(cube, &read)?.one(any).map_err(exception)?;
    let solved = py.detach(|| solve_interruptibly(&session, &known, threads))?;
    Ok(Solution::new(known, session, Box::new(solved)))
}

/// Solves one cube; Ctrl-C stops it. Called without the interpreter.
fn solve_interruptibly(session: &SharedSession, known: &Arc<Known>, threads: usize) -> PyResult<Solved> {
    let is_large = known.state.size() != Size::TWO;
    let solved = if is_large && session.options().method == Method::Optimal {
        // Opening or building a table of this method takes seconds and cannot be cancelled.
        let (session, known) = (Arc::clone(session), Arc::clone(known));
        wait_for(move |token| solve_one(&session, &known, threads, token))?
    } else {
        let signals = Arc::new(Signals::new());
        let checked = Arc::clone(&signals);
        let cancellation = Cancellation::when(move || checked.is_raised());
        let solved = solve_one(session, known, threads, &cancellation);
        signals.finish()?;
        solved
    };
    solved.map_err(exception)
}
