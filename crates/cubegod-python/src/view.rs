//! Partly known cubes.

use crate::arguments::{Known, read_options, wrong_type};
use crate::cube::Cube;
use crate::error::{Problem, flaws, flaws_in_python, name, repair, repair_in_python};
use crate::picture::{Picture, net_svg};
use cubegod::alphabet::Alphabet;
use cubegod::formats::facelets;
use cubegod::render::Cell;
use cubegod::render::ansi::{self, AnsiOptions};
use cubegod::view::Completions;
use cubegod::{Color, Reading, Stickers, read};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A 2x2 or 3x3 of which some stickers may be unknown (`?`), and all real cubes that fit: counted exactly, listed when asked for.
///
/// >>> from cubegod import View
/// >>> view = View("UUUU????FFFF????????????")
/// >>> view.count, view.certain
/// (24, 'UUUUR???FFFF?????L??????')
/// >>> view.next_sticker
/// Question(sticker='R4', answers={'R': 4, 'D': 8, 'L': 4, 'B': 8})
/// >>> [cube.facelets for cube in view][:2]
/// ['UUUURRRRFFFFDDDDLLLLBBBB', 'UUUURRRBFFFFDDLRLLBLBBDD']
/// >>> View("?" * 54).count
/// 1038048078587756544000
/// >>> View("UUUURRRRFFFFDDDDLLLLBBBU").repair.stickers
/// (('B4', 'U', 'B'),)
#[pyclass(frozen, module = "cubegod", name = "View")]
#[derive(Debug)]
pub(crate) struct View {
    reading: Reading,
    view: cubegod::View,
    completions: Arc<Completions>,
}

impl View {
    /// The only cube that fits.
    pub(crate) fn known(&self) -> Result<Known, Problem> {
        Known::of(self.reading.clone())
    }

    fn cube(&self, stickers: Stickers<Color>) -> Cube {
        let (alphabet, format) = (self.reading.alphabet, self.reading.format);
        Known { stickers, alphabet, format, note: None }.into()
    }
}

#[pymethods]
impl View {
    #[new]
    #[pyo3(signature = (cube, /, *, format=None, puzzle=None))]
    fn new(cube: &Bound<'_, PyAny>, format: Option<&str>, puzzle: Option<&str>) -> PyResult<View> {
        let reading = if let Ok(cube) = cube.cast::<Cube>() {
            let Known { stickers, alphabet, format, .. } = &cube.get().known;
            let stickers = stickers.map(|&color| Some(color));
            Reading { stickers, format: *format, alphabet: *alphabet, note: None }
        } else {
            let text = cube.cast::<PyString>().map_err(|_| wrong_type("a Cube", cube))?;
            read(&text.to_cow()?, &read_options(format, puzzle)?).map_err(Problem::from)?
        };
        let view = cubegod::View::new(reading.stickers.clone()).map_err(Problem::from)?;
        let completions = Arc::new(view.completions());
        Ok(View { reading, view, completions })
    }

    /// `2x2x2` or `3x3x3`.
    #[getter]
    fn puzzle(&self) -> String {
        self.view.size().to_string()
    }

    /// 2 or 3.
    #[getter]
    fn size(&self) -> usize {
        self.view.size().layers()
    }

    /// All stickers in one string, `?` where one is unknown.
    #[getter]
    fn facelets(&self) -> String {
        letters(self.view.stickers())
    }

    /// What its writer should know, where the text could have been meant otherwise.
    #[getter]
    fn note(&self) -> Option<String> {
        self.reading.note.as_ref().map(ToString::to_string)
    }

    /// How many stickers are unknown.
    #[getter]
    fn unknown(&self) -> usize {
        self.view.unknown_count()
    }

    /// How many real cubes fit, exactly.
    #[getter]
    fn count(&self) -> u128 {
        self.completions.count()
    }

    /// Whether any does.
    #[getter]
    fn is_real(&self) -> bool {
        self.completions.count() > 0
    }

    /// The facelets with everything that is the same in all of them.
    #[getter]
    fn certain(&self) -> String {
        letters(&self.completions.certain())
    }

    /// The unknown sticker that would tell most of them apart; None when there is nothing to ask.
    #[getter]
    fn next_sticker<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(question) = self.view.next_question(&self.completions) else { return Ok(None) };
        let answers = PyDict::new(py);
        for (color, count) in &question.answers {
            answers.set_item(color.home().letter(), *count)?;
        }
        let class = py.import("cubegod._errors")?.getattr("Question")?;
        class.call1((name(self.view.size(), question.sticker), answers)).map(Some)
    }

    /// Everything that is wrong with it; empty where a real cube fits.
    #[getter]
    fn flaws<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let flaws = match self.view.complete() {
            Ok(_) => Vec::new(),
            Err(illegal) => flaws(&self.reading, &illegal),
        };
        flaws_in_python(py, flaws)
    }

    /// The fewest changes after which a real cube fits; None where one does.
    #[getter]
    fn repair<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        if self.is_real() {
            return Ok(None);
        }
        repair_in_python(py, py.detach(|| repair(&self.view))).map(Some)
    }

    /// The cube, where just one fits; an exception says why there is none, or several.
    fn only(&self) -> PyResult<Cube> {
        Ok(self.known()?.into())
    }

    fn __iter__(slf: Py<Self>, py: Python<'_>) -> PyResult<Py<CubeIterator>> {
        Py::new(py, CubeIterator { view: slf, next: AtomicU64::new(0) })
    }

    fn __getitem__(&self, number: u128) -> PyResult<Cube> {
        let found = self.completions.get(number).ok_or_else(|| {
            PyIndexError::new_err(format!("{} real cubes fit; expected a smaller number", self.count()))
        })?;
        Ok(self.cube(found))
    }

    fn __str__(&self) -> String {
        let net = ansi::net(&Stickers::<Cell>::from(self.view.stickers()), &AnsiOptions::default());
        net.trim_end_matches('\n').to_owned()
    }

    fn __repr__(&self) -> String {
        format!("View(\"{}\")", self.facelets())
    }

    fn _repr_svg_(&self) -> String {
        net_svg(&self.picture())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<View>().is_ok_and(|other| other.get().view == self.view)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.view.stickers().hash(&mut hasher);
        hasher.finish()
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let options = PyDict::new(py);
        options.set_item("format", "facelets")?;
        Ok((PyTuple::new(py, [self.facelets()])?, options))
    }
}

impl View {
    pub(crate) fn picture(&self) -> Picture {
        Picture::of(self.view.stickers().clone())
    }
}

fn letters(stickers: &Stickers<Option<Color>>) -> String {
    facelets::write(&Alphabet::FACES.write(stickers))
}

/// All cubes that fit a view, one after the other.
#[pyclass(frozen, module = "cubegod")]
#[derive(Debug)]
pub(crate) struct CubeIterator {
    view: Py<View>,
    next: AtomicU64,
}

#[pymethods]
impl CubeIterator {
    fn __iter__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __next__(&self) -> Option<Cube> {
        let view = self.view.get();
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        view.completions.get(number.into()).map(|stickers| view.cube(stickers))
    }
}
