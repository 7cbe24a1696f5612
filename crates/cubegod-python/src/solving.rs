//! One cube a call.

use crate::arguments::known;
use crate::engine::{Engine, Means, Options};
use crate::error::Problem;
use crate::signals::Signals;
use crate::solution::Solution;
use pyo3::prelude::*;
use pyo3::types::PyDict;

#[pyfunction]
#[pyo3(signature = (cube, threads, options))]
pub(crate) fn solve(
    py: Python<'_>,
    cube: &Bound<'_, PyAny>,
    threads: usize,
    options: &Bound<'_, PyDict>,
) -> PyResult<Solution> {
    let engine = Engine::new(&options.extract::<Options<'_>>()?)?;
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
/// For the 2x2 it is looked up. For the 3x3 it comes at once within eight moves; beyond that the search for something shorter goes
/// on and on, without a proof so far: stop it with Ctrl-C, and use `solve` with a budget. When a search ends without a proof, that is
/// an exception of the kind `unproven`.
#[pyfunction]
#[pyo3(signature = (cube, *, target=None, metric="htm", exact=false, faces=None, threads=1))]
pub(crate) fn optimal(
    py: Python<'_>,
    cube: &Bound<'_, PyAny>,
    target: Option<&Bound<'_, PyAny>>,
    metric: &str,
    exact: bool,
    faces: Option<&str>,
    threads: usize,
) -> PyResult<Solution> {
    let engine = Engine::for_shortest(target, metric, exact, faces)?;
    let solution = answer(py, &engine, cube, threads)?;
    if solution.is_proven() { Ok(solution) } else { Err(Problem::unproven(solution.moves()).into()) }
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
