//! Solutions.

use crate::alg::Alg;
use crate::cube::Cube;
use crate::error::style;
use crate::known::Known;
use crate::solving::SharedSession;
use cubegod::Metric;
use cubegod_service::solve::{Response, Solved};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use std::sync::Arc;

/// A solution, and what is known about it; its text is its moves.
///
/// >>> import cubegod
/// >>> solution = cubegod.solve("DBFRDULUUFFBLDDBLRBU????")
/// >>> print(solution, solution.length, solution.method, solution.optimal)
/// L' U B U2 L2 B2 U B' L' 9 pocket True
#[pyclass(frozen, module = "cubegod", name = "Solution")]
pub(crate) struct Solution {
    known: Arc<Known>,
    session: SharedSession,
    /// In a box, as it is large and moved several times.
    solved: Box<Solved>,
}

impl Solution {
    pub(crate) fn new(known: Arc<Known>, session: SharedSession, solved: Box<Solved>) -> Solution {
        Solution { known, session, solved }
    }

    fn metric_value(&self) -> Metric {
        self.session.options().metric
    }

    /// The response as every edge gives it to programs.
    fn response(&self) -> Response {
        let Known { state, cube, guess_of } = &*self.known;
        self.solved.to_response(cube, state, *guess_of, self.session.options(), style())
    }
}

#[pymethods]
impl Solution {
    /// The moves.
    #[getter]
    fn alg(&self) -> Alg {
        self.solved.solution().clone().into()
    }

    /// Other solutions, with the option `solutions`; none is shorter.
    #[getter]
    fn others(&self) -> Vec<Alg> {
        self.solved.solutions().unwrap_or_default().iter().skip(1).cloned().map(Alg::from).collect()
    }

    /// The cube that it solves.
    #[getter]
    fn cube(&self) -> Cube {
        Arc::clone(&self.known).into()
    }

    /// The number of moves in its metric.
    #[getter]
    fn length(&self) -> usize {
        self.solved.length
    }

    /// What counts as a move.
    #[getter]
    fn metric(&self) -> &'static str {
        self.metric_value().name()
    }

    /// The solver that found it: `pocket`, `two-phase`, `optimal`, `layers`, `cfop` or `three-step`.
    #[getter]
    fn method(&self) -> &'static str {
        self.solved.method()
    }

    /// Whether it is proven that no solution is shorter.
    #[getter]
    fn optimal(&self) -> bool {
        self.solved.optimal
    }

    /// The time of the search in seconds, tables not counted.
    #[getter]
    fn seconds(&self) -> f64 {
        self.solved.seconds
    }

    /// The stages of the methods `layers`, `cfop` and `three-step`.
    #[getter]
    fn stages<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let Some(stages) = self.solved.stages() else { return Ok(None) };
        let class = py.import("cubegod._errors")?.getattr("Stage")?;
        let stage = |(name, alg): &(&'static str, cubegod::Alg)| {
            class.call1((*name, Alg::from(alg.clone()), alg.length(self.metric_value())))
        };
        PyTuple::new(py, stages.iter().map(stage).collect::<PyResult<Vec<_>>>()?).map(Some)
    }

    /// Returns the fields that the command line prints with `--json`.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = serde_json::to_string(&self.response());
        let text = text.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        py.import("json")?.call_method1("loads", (text,))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let moves = self.solved.solution().iter().map(|one| one.to_string());
        PyTuple::new(py, moves)?.call_method0("__iter__")
    }

    fn __len__(&self) -> usize {
        self.solved.solution().len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __str__(&self) -> String {
        self.solved.solution().to_string()
    }

    fn __repr__(&self) -> String {
        let optimal = if self.solved.optimal { ", optimal" } else { "" };
        format!(
            "<Solution \"{}\": {} {}{optimal}>",
            self.solved.solution(),
            self.length(),
            self.metric_value()
        )
    }
}
