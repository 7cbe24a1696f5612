//! Solutions.

use crate::alg::Alg;
use crate::arguments::{metric, parse_moves};
use crate::cube::Cube;
use crate::edge_error::EdgeError;
use crate::error::{style, to_json};
use crate::known::Known;
use crate::pickle::{Reduced, restorer};
use crate::solving::SharedSession;
use cubegod::Metric;
use cubegod_service::solve::Solved;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use serde::Deserialize;
use std::borrow::Cow;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A solution and its properties; its text is its moves. Two solutions are equal if they have the same moves for the same cube, by
/// the same method and in the same metric; the time does not matter.
///
/// >>> import cubegod
/// >>> solution = cubegod.solve("DBFRDULUUFFBLDDBLRBU????")
/// >>> print(solution, solution.length, solution.method, solution.optimal)
/// L' U B U2 L2 B2 U B' L' 9 pocket True
#[pyclass(frozen, module = "cubegod", name = "Solution")]
pub(crate) struct Solution {
    known: Arc<Known>,
    alg: cubegod::Alg,
    metric: Metric,
    length: usize,
    method: Cow<'static, str>,
    optimal: bool,
    seconds: f64,
    source: Source,
}

/// The source of everything that few callers read.
enum Source {
    /// A search. In a box, as it is large and moved several times.
    Search { session: SharedSession, solved: Box<Solved> },
    /// A pickled solution.
    Pickle(Box<Fields>),
}

/// The fields of a pickled solution.
pub(crate) struct Fields {
    json: String,
    parsed: ParsedFields,
    alg: cubegod::Alg,
    metric: Metric,
    others: Vec<cubegod::Alg>,
    stages: Option<Vec<(String, cubegod::Alg)>>,
}

#[derive(Deserialize)]
struct ParsedFields {
    solution: String,
    #[serde(default)]
    solutions: Vec<String>,
    length: usize,
    metric: String,
    method: String,
    optimal: bool,
    seconds: f64,
    stages: Option<Vec<ParsedStage>>,
}

#[derive(Deserialize)]
struct ParsedStage {
    stage: String,
    solution: String,
}

impl Fields {
    /// Parses the JSON of [`Solution::as_dict`].
    pub(crate) fn parse(py: Python<'_>, json: String) -> PyResult<Fields> {
        let parsed: ParsedFields = serde_json::from_str(&json)
            .map_err(|error| EdgeError::Unpickled { is_solution: true, reason: Some(error.to_string()) })?;
        let stages = parsed.stages.as_ref().map(|stages| {
            let stage = |one: &ParsedStage| Ok((one.stage.clone(), parse_moves(py, &one.solution)?));
            stages.iter().map(stage).collect::<PyResult<_>>()
        });
        let others = parsed.solutions.iter().skip(1).map(|text| parse_moves(py, text));
        Ok(Fields {
            alg: parse_moves(py, &parsed.solution)?,
            metric: metric(&parsed.metric)?,
            others: others.collect::<PyResult<_>>()?,
            stages: stages.transpose()?,
            parsed,
            json,
        })
    }
}

impl Solution {
    pub(crate) fn new(known: Arc<Known>, session: SharedSession, solved: Box<Solved>) -> Solution {
        Solution {
            known,
            alg: solved.solution().clone(),
            metric: session.options().metric,
            length: solved.length,
            method: solved.method().into(),
            optimal: solved.optimal,
            seconds: solved.seconds,
            source: Source::Search { session, solved },
        }
    }

    /// Returns a pickled solution of a cube.
    pub(crate) fn restored(known: Arc<Known>, fields: Fields) -> Solution {
        Solution {
            known,
            alg: fields.alg.clone(),
            metric: fields.metric,
            length: fields.parsed.length,
            method: fields.parsed.method.clone().into(),
            optimal: fields.parsed.optimal,
            seconds: fields.parsed.seconds,
            source: Source::Pickle(Box::new(fields)),
        }
    }

    fn other_algs(&self) -> &[cubegod::Alg] {
        match &self.source {
            Source::Search { solved, .. } => solved.solutions().and_then(|all| all.get(1..)).unwrap_or(&[]),
            Source::Pickle(fields) => &fields.others,
        }
    }

    /// Returns the JSON that every edge gives to programs.
    fn json(&self) -> PyResult<Cow<'_, str>> {
        match &self.source {
            Source::Search { session, solved } => {
                let Known { state, cube, guess_of } = &*self.known;
                let response = solved.to_response(cube, state, *guess_of, session.options(), style());
                to_json(&response).map(Cow::Owned)
            }
            Source::Pickle(fields) => Ok(Cow::Borrowed(&fields.json)),
        }
    }
}

#[pymethods]
impl Solution {
    /// The moves.
    #[getter]
    fn alg(&self) -> Alg {
        self.alg.clone().into()
    }

    /// Other solutions, with the option `solutions`; none is shorter.
    #[getter]
    fn others(&self) -> Vec<Alg> {
        self.other_algs().iter().cloned().map(Alg::from).collect()
    }

    /// The cube that it solves.
    #[getter]
    fn cube(&self) -> Cube {
        Arc::clone(&self.known).into()
    }

    /// The number of moves in its metric.
    #[getter]
    fn length(&self) -> usize {
        self.length
    }

    /// What counts as a move.
    #[getter]
    fn metric(&self) -> &'static str {
        self.metric.name()
    }

    /// The solver that found it: `pocket`, `two-phase`, `optimal`, `layers`, `cfop` or `three-step`.
    #[getter]
    fn method(&self) -> &str {
        &self.method
    }

    /// Whether it is proven that no solution is shorter.
    #[getter]
    fn optimal(&self) -> bool {
        self.optimal
    }

    /// The duration of the search in seconds, without tables.
    #[getter]
    fn seconds(&self) -> f64 {
        self.seconds
    }

    /// The stages of the methods `layers`, `cfop` and `three-step`.
    #[getter]
    fn stages<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyTuple>>> {
        let class = py.import("cubegod._errors")?.getattr("Stage")?;
        let stage = |name: &str, alg: &cubegod::Alg| {
            class.call1((name, Alg::from(alg.clone()), alg.length(self.metric)))
        };
        let stages: Vec<_> = match &self.source {
            Source::Search { solved, .. } => match solved.stages() {
                Some(stages) => stages.iter().map(|(name, alg)| stage(name, alg)).collect::<PyResult<_>>()?,
                None => return Ok(None),
            },
            Source::Pickle(fields) => match &fields.stages {
                Some(stages) => stages.iter().map(|(name, alg)| stage(name, alg)).collect::<PyResult<_>>()?,
                None => return Ok(None),
            },
        };
        PyTuple::new(py, stages).map(Some)
    }

    /// Returns the fields that the command line prints with `--json`.
    fn as_dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.json()?,))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        PyTuple::new(py, self.alg.iter().map(|one| one.to_string()))?.call_method0("__iter__")
    }

    fn __len__(&self) -> usize {
        self.alg.len()
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __str__(&self) -> String {
        self.alg.to_string()
    }

    fn __repr__(&self) -> String {
        let optimal = if self.optimal { ", optimal" } else { "" };
        format!("<Solution \"{}\": {} {}{optimal}>", self.alg, self.length, self.metric)
    }

    fn __eq__(&self, other: PyRef<'_, Solution>) -> bool {
        self.alg == other.alg
            && self.known.cube.reading.stickers == other.known.cube.reading.stickers
            && (self.metric, &self.method, self.optimal) == (other.metric, &other.method, other.optimal)
            && self.other_algs() == other.other_algs()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (&self.alg, &self.known.cube.reading.stickers).hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, (Cube, String)>> {
        let restore = restorer(py, pyo3::intern!(py, "restore_solution"))?;
        Ok((restore, (self.cube(), self.json()?.into_owned())))
    }
}
