//! The library's errors as exceptions.
//!
//! The classes are written in Python (`cubegod/_errors.py`), where they can carry attributes and be pickled.

use cubegod::alphabet::Alphabet;
use cubegod::formats::{LayoutError, facelets};
use cubegod::geometry::Facelet;
use cubegod::moves::NoSuchLayer;
use cubegod::render::RenderError;
use cubegod::solve::SolveError;
use cubegod::view::{Completions, UnsupportedSize, View};
use cubegod::{AlgError, Color, IllegalCube, ReadError, Reading, Size, Stickers};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

/// As many of the cubes that fit are told.
const MOST_TOLD: usize = 8;

/// Why there is no answer, on its way to Python.
#[derive(Debug)]
pub(crate) struct Problem {
    class: &'static str,
    kind: &'static str,
    message: String,
    line: Option<usize>,
    column: Option<usize>,
    details: Option<Box<Details>>,
    /// Which of many cubes it was.
    index: Option<usize>,
}

/// What only some problems have.
#[derive(Debug)]
enum Details {
    Illegal { flaws: Vec<FlawFields>, repair: RepairFields },
    Ambiguous { count: u128, completions: Vec<String> },
}

/// Kind, message, stickers, Kociemba's number.
pub(crate) type FlawFields = (&'static str, String, Vec<String>, Option<u8>);

/// Stickers with what they are and should be, pieces, the number of repairs as small, the repaired cube.
pub(crate) type RepairFields = (Vec<(String, char, char)>, Vec<String>, u128, String);

impl Problem {
    fn new(class: &'static str, kind: &'static str, message: impl ToString) -> Problem {
        let message = message.to_string();
        Problem { class, kind, message, line: None, column: None, details: None, index: None }
    }

    /// No cube in any layout, or none in the one asked for.
    pub(crate) fn unreadable(message: impl ToString) -> Problem {
        Problem::new("CubeError", "unreadable", message)
    }

    /// A cube that a layout can't express.
    pub(crate) fn unwritable(error: &LayoutError) -> Problem {
        let kind = match error {
            LayoutError::DigitSize { .. } | LayoutError::PieceSize { .. } => "wrong-size",
            _ => "unwritable",
        };
        Problem::new("CubeError", kind, error)
    }

    /// Something that is there for some cubes only.
    pub(crate) fn unsupported(message: impl ToString) -> Problem {
        Problem::new("CubeError", "unsupported", message)
    }

    /// A table that can't be built or kept.
    pub(crate) fn io(message: String) -> PyErr {
        pyo3::exceptions::PyOSError::new_err(message)
    }

    /// Stickers that no real cube shows.
    pub(crate) fn illegal(reading: &Reading, view: &View, illegal: &IllegalCube) -> Problem {
        let message = illegal.describe(&|color| reading.alphabet.name(color));
        let details = Details::Illegal { flaws: flaws(reading, illegal), repair: repair(view) };
        Problem {
            details: Some(Box::new(details)),
            ..Problem::new("IllegalCubeError", "illegal-cube", message)
        }
    }

    /// Stickers that several real cubes show.
    pub(crate) fn ambiguous(reading: &Reading, view: &View, completions: &Completions) -> Problem {
        let (count, size) = (completions.count(), view.size());
        let question = view.next_question(completions);
        let look = question.map(|question| question.describe(size, &|color| reading.alphabet.name(color)));
        let look = look.map(|look| format!("; look at sticker {look}")).unwrap_or_default();
        let message = format!("{count} real cubes fit: a View lists them all{look}");
        let first = completions.iter().take(MOST_TOLD);
        let completions = first.map(|stickers| letters(&stickers)).collect();
        let details = Details::Ambiguous { count, completions };
        Problem {
            details: Some(Box::new(details)),
            ..Problem::new("AmbiguousCubeError", "ambiguous", message)
        }
    }

    /// With the number of the cube before it.
    pub(crate) fn at(self, index: usize) -> Problem {
        Problem { message: format!("cube {index}: {}", self.message), index: Some(index), ..self }
    }

    fn exception(self, py: Python<'_>) -> PyResult<PyErr> {
        let fields = PyDict::new(py);
        fields.set_item("kind", self.kind)?;
        fields.set_item("line", self.line)?;
        fields.set_item("column", self.column)?;
        fields.set_item("index", self.index)?;
        match self.details.map(|details| *details) {
            None => {}
            Some(Details::Illegal { flaws, repair }) => {
                fields.set_item("flaws", flaws_in_python(py, flaws)?)?;
                fields.set_item("repair", repair_in_python(py, repair)?)?;
            }
            Some(Details::Ambiguous { count, completions }) => {
                fields.set_item("count", count)?;
                fields.set_item("completions", completions)?;
            }
        }
        let class = py.import("cubegod._errors")?.getattr(self.class)?;
        Ok(PyErr::from_value(class.call((self.message,), Some(&fields))?))
    }
}

impl From<Problem> for PyErr {
    fn from(problem: Problem) -> PyErr {
        Python::attach(|py| problem.exception(py).unwrap_or_else(|error| error))
    }
}

/// The flaws in the writer's own characters.
pub(crate) fn flaws(reading: &Reading, illegal: &IllegalCube) -> Vec<FlawFields> {
    let size = illegal.size;
    let flaws = illegal.flaws.iter().map(|flaw| {
        let message = flaw.describe(size, &|color| reading.alphabet.name(color));
        let stickers = flaw.stickers(size).into_iter().map(|sticker| name(size, sticker)).collect();
        (flaw.kind(), message, stickers, flaw.kociemba_number())
    });
    flaws.collect()
}

/// The smallest repair, in face letters.
pub(crate) fn repair(view: &View) -> RepairFields {
    let repair = view.repair();
    let letter = |color: Color| color.home().letter();
    let changes = repair.changes.iter();
    let changes = changes
        .map(|change| (name(view.size(), change.sticker), letter(change.from), letter(change.to)))
        .collect();
    let pieces = repair.pieces.iter().map(ToString::to_string).collect();
    (changes, pieces, repair.alternatives, letters(&repair.repaired))
}

/// A tuple of `cubegod.Flaw`.
pub(crate) fn flaws_in_python(py: Python<'_>, flaws: Vec<FlawFields>) -> PyResult<Bound<'_, PyAny>> {
    let class = py.import("cubegod._errors")?.getattr("Flaw")?;
    let flaws: Vec<_> = flaws
        .into_iter()
        .map(|(kind, message, stickers, number)| {
            class.call1((kind, message, pyo3::types::PyTuple::new(py, stickers)?, number))
        })
        .collect::<PyResult<_>>()?;
    Ok(pyo3::types::PyTuple::new(py, flaws)?.into_any())
}

/// A `cubegod.Repair`.
pub(crate) fn repair_in_python(py: Python<'_>, repair: RepairFields) -> PyResult<Bound<'_, PyAny>> {
    let (changes, pieces, alternatives, cube) = repair;
    let class = py.import("cubegod._errors")?.getattr("Repair")?;
    let changes = pyo3::types::PyTuple::new(py, changes)?;
    class.call1((changes, pyo3::types::PyTuple::new(py, pieces)?, alternatives, cube))
}

/// `U3`.
pub(crate) fn name(size: Size, sticker: usize) -> String {
    Facelet::of_index(size, sticker).to_string()
}

/// The facelets in face letters.
pub(crate) fn letters(stickers: &Stickers<Color>) -> String {
    facelets::write(&Alphabet::FACES.write(&stickers.map(|&color| Some(color))))
}

impl From<ReadError> for Problem {
    fn from(error: ReadError) -> Problem {
        match error {
            ReadError::Layout(LayoutError::Moves(error)) => error.into(),
            ReadError::Layout(error) => error.into(),
            ReadError::Alphabet(error) => Problem::unreadable(error),
            ReadError::Size { .. } => Problem::new("CubeError", "wrong-size", error),
        }
    }
}

impl From<LayoutError> for Problem {
    fn from(error: LayoutError) -> Problem {
        let (class, kind) = match error {
            LayoutError::Moves(_) | LayoutError::NoLayer(_) => ("MovesError", "bad-moves"),
            _ => ("CubeError", "unreadable"),
        };
        Problem { line: error.line(), column: error.column(), ..Problem::new(class, kind, error) }
    }
}

impl From<AlgError> for Problem {
    fn from(error: AlgError) -> Problem {
        let (line, column) = (Some(error.line()), Some(error.column()));
        Problem { line, column, ..Problem::new("MovesError", "bad-moves", error) }
    }
}

impl From<NoSuchLayer> for Problem {
    fn from(error: NoSuchLayer) -> Problem {
        Problem::new("MovesError", "bad-moves", error)
    }
}

impl From<UnsupportedSize> for Problem {
    fn from(error: UnsupportedSize) -> Problem {
        Problem::new("CubeError", "wrong-size", error)
    }
}

/// Stickers that some solver does not take: they were checked before.
impl From<IllegalCube> for Problem {
    fn from(illegal: IllegalCube) -> Problem {
        Problem::new("CubeError", "illegal-cube", illegal)
    }
}

impl From<SolveError> for Problem {
    fn from(refusal: SolveError) -> Problem {
        let kind = match refusal {
            SolveError::OtherSize { .. } => "wrong-size",
            SolveError::Unsolvable { .. }
            | SolveError::NothingFound { .. }
            | SolveError::TooLong { .. }
            | SolveError::Cancelled => "unsolvable",
            SolveError::UnsupportedSize(_)
            | SolveError::OptimalMetric { .. }
            | SolveError::OptimalFaces { .. } => "unsupported",
            SolveError::Mistake => "internal",
            SolveError::NoOrientation => "unreadable",
            SolveError::NoMoves => "unwritable",
        };
        Problem::new("CubeError", kind, refusal)
    }
}

impl From<RenderError> for Problem {
    fn from(error: RenderError) -> Problem {
        Problem::new("CubeError", "unwritable", error)
    }
}

/// An argument that makes no sense; says what would.
pub(crate) fn usage(message: impl ToString) -> PyErr {
    PyValueError::new_err(message.to_string())
}
