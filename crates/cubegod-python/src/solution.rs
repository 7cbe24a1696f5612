//! Answers.

use crate::alg::Alg;
use crate::arguments::Known;
use crate::cube::Cube;
use crate::engine::Solved;
use crate::error::letters;
use cubegod::Metric;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple};

/// A solution, and what is known about it; its text is its moves.
///
/// >>> import cubegod
/// >>> solution = cubegod.solve("DBFRDULUUFFBLDDBLRBU????")
/// >>> print(solution, solution.length, solution.method, solution.optimal)
/// L' U B U2 L2 B2 U B' L' 9 pocket True
#[pyclass(frozen, module = "cubegod", name = "Solution")]
pub(crate) struct Solution {
    known: Known,
    metric: Metric,
    solved: Solved,
}

impl Solution {
    pub(crate) fn new(known: Known, metric: Metric, solved: Solved) -> Solution {
        Solution { known, metric, solved }
    }
}

#[pymethods]
impl Solution {
    /// Its moves.
    #[getter]
    fn alg(&self) -> Alg {
        self.solved.solution.clone().into()
    }

    /// The others that were asked for, none shorter.
    #[getter]
    fn others(&self) -> Vec<Alg> {
        self.solved.others.iter().cloned().map(Alg::from).collect()
    }

    /// What it solves.
    #[getter]
    fn cube(&self) -> Cube {
        self.known.clone().into()
    }

    /// How many moves count in its metric.
    #[getter]
    fn length(&self) -> usize {
        self.solved.solution.length(self.metric)
    }

    /// What counts as a move.
    #[getter]
    fn metric(&self) -> &'static str {
        self.metric.name()
    }

    /// How it was found: `pocket`, `two-phase`, `layers` or `cfop`.
    #[getter]
    fn method(&self) -> &'static str {
        self.solved.method
    }

    /// Whether no shorter one exists; otherwise that is not known.
    #[getter]
    fn optimal(&self) -> bool {
        self.solved.optimal
    }

    /// How long it took to find, tables not counted.
    #[getter]
    fn seconds(&self) -> f64 {
        self.solved.seconds
    }

    /// Its stages as people make them, for the methods `layers` and `cfop`.
    #[getter]
    fn stages<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let Some(stages) = self.solved.stages_with_names() else { return Ok(None) };
        let class = py.import("cubegod._errors")?.getattr("Stage")?;
        let stages: Vec<_> = stages
            .into_iter()
            .map(|(name, alg)| {
                let length = alg.length(self.metric);
                class.call1((name, Alg::from(alg), length))
            })
            .collect::<PyResult<_>>()?;
        PyTuple::new(py, stages).map(Some)
    }

    /// What the command line writes with `--json`.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let fields = PyDict::new(py);
        fields.set_item("puzzle", self.known.stickers.size().to_string())?;
        fields.set_item("cube", letters(&self.known.stickers))?;
        fields.set_item("solution", self.solved.solution.to_string())?;
        if !self.solved.others.is_empty() {
            let all = std::iter::once(&self.solved.solution).chain(&self.solved.others);
            fields.set_item("solutions", all.map(ToString::to_string).collect::<Vec<_>>())?;
        }
        fields.set_item("length", self.length())?;
        if let Some(stages) = self.solved.stages_with_names() {
            let list = PyList::empty(py);
            for (name, alg) in stages {
                let stage = PyDict::new(py);
                stage.set_item("stage", name)?;
                stage.set_item("solution", alg.to_string())?;
                stage.set_item("length", alg.length(self.metric))?;
                list.append(stage)?;
            }
            fields.set_item("stages", list)?;
        }
        fields.set_item("metric", self.metric())?;
        fields.set_item("method", self.method())?;
        fields.set_item("optimal", self.optimal())?;
        fields.set_item("seconds", self.seconds())?;
        if let Some(note) = &self.known.note {
            fields.set_item("note", note)?;
        }
        Ok(fields)
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let moves = self.solved.solution.iter().map(|one| one.to_string());
        PyTuple::new(py, moves)?.call_method0("__iter__")
    }

    fn __len__(&self) -> usize {
        self.solved.solution.len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __str__(&self) -> String {
        self.solved.solution.to_string()
    }

    fn __repr__(&self) -> String {
        let optimal = if self.solved.optimal { ", optimal" } else { "" };
        format!("<Solution \"{}\": {} {}{optimal}>", self.solved.solution, self.length(), self.metric)
    }
}
