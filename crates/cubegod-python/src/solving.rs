//! One cube a call.

use crate::arguments::{argument, known};
use crate::engine::{Engine, Means, Options};
use crate::signals::Signals;
use crate::solution::Solution;
use pyo3::prelude::*;
use pyo3::types::PyDict;

#[pyfunction]
#[pyo3(signature = (cube, threads, options))]
pub(crate) fn solve(
    py: Python<'_>,
    cube: &Bound<'_, PyAny>,
    threads: &Bound<'_, PyAny>,
    options: &Bound<'_, PyDict>,
) -> PyResult<Solution> {
    let threads = argument(threads, "threads", "a whole number from 1 on")?;
    let engine = Engine::new(&Options::new(options)?)?;
    answer(py, &engine, cube, threads)
}

/// A solution that is proven to be a shortest one.
///
/// >>> import cubegod
/// >>> cubegod.optimal("DBFRDULUUFFBLDDBLRBU????").length
/// 9
/// >>> str(cubegod.optimal("R U F2 D"))
/// "D' F2 U' R'"
///
/// For the 2x2 it is looked up. For the 3x3 it is searched for: at once up to some 14 moves, and in minutes with large tables
/// (:func:`build_tables`) for most cubes, which need 17 or 18. Ctrl-C stops it.
#[pyfunction]
#[pyo3(signature = (cube, *, target=None, metric="htm", exact=false, faces=None))]
pub(crate) fn optimal(
    py: Python<'_>,
    cube: &Bound<'_, PyAny>,
    target: Option<&Bound<'_, PyAny>>,
    metric: &str,
    exact: bool,
    faces: Option<&str>,
) -> PyResult<Solution> {
    answer(py, &Engine::for_shortest(target, metric, exact, faces)?, cube, 1)
}

fn answer(py: Python<'_>, engine: &Engine, cube: &Bound<'_, PyAny>, threads: usize) -> PyResult<Solution> {
    let known = known(cube)?;
    let threads = crate::batch::thread_count(Some(threads))?;
    let solved = py.detach(|| {
        let signals = Signals::new();
        let solved = engine.solve(&known, &Means { threads, is_over: &|| signals.is_over() });
        signals.finish()?;
        solved
    })?;
    Ok(Solution::new(known, engine.metric, solved))
}
