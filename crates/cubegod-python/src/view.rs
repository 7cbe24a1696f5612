//! Partly known cubes.

use crate::arguments::{position, read_options, wrong_type};
use crate::cube::Cube;
use crate::edge_error::{EdgeError, Expected, Items};
use crate::error::{exception, language, style, to_json};
use crate::known::{self, Known};
use crate::pickle::{PickledFields, Reduced, pickled_fields, restorer};
use crate::picture::{Picture, net_svg};
use cubegod::geometry::Facelet;
use cubegod::render::Cell;
use cubegod::render::ansi::{self, AnsiOptions};
use cubegod::view::Completions;
use cubegod::{Color, Stickers};
use cubegod_service::{Diagnosis, face_letters};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySlice, PyString, PyTuple};
use serde::Serialize;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::atomic::{AtomicU64, Ordering};

/// A 2x2 or 3x3 with unknown stickers (`?`), and all legal cubes that fit: their exact number, and each of them.
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
    pub(crate) cube: cubegod_service::ReadCube,
    view: cubegod::View,
    completions: Completions,
}

impl View {
    /// Returns the view of what was read.
    pub(crate) fn of(cube: cubegod_service::ReadCube) -> PyResult<View> {
        let view = cubegod::View::new(cube.reading.stickers.clone()).map_err(exception)?;
        let completions = view.completions();
        Ok(View { cube, view, completions })
    }

    /// Returns the cube of a completion.
    fn cube(&self, stickers: &Stickers<Color>) -> PyResult<Cube> {
        let state = cubegod::Cube::try_from(stickers).map_err(exception)?;
        Ok(Known::written_as(state, self.cube.reading.alphabet, self.cube.reading.format).into())
    }

    /// Returns a part of the diagnosis, made by this function of Python; none if a cube fits.
    fn diagnosis<'py, F: Serialize>(
        &self,
        py: Python<'py>,
        fields: impl FnOnce(&Diagnosis) -> F + Send,
        function: &str,
    ) -> PyResult<Option<Bound<'py, PyAny>>> {
        let text = py.detach(|| {
            let illegal = self.view.complete().err()?;
            Some(to_json(&fields(&Diagnosis::new(&self.cube.reading, &self.view, illegal))))
        });
        let Some(text) = text.transpose()? else { return Ok(None) };
        py.import("cubegod._errors")?.getattr(function)?.call1((text,)).map(Some)
    }
}

#[pymethods]
impl View {
    #[new]
    #[pyo3(signature = (cube, /, *, format=None, puzzle=None))]
    fn new(cube: &Bound<'_, PyAny>, format: Option<&str>, puzzle: Option<&str>) -> PyResult<View> {
        let cube = if let Ok(cube) = cube.cast::<Cube>() {
            cube.get().known.cube.clone()
        } else {
            let text = cube.cast::<PyString>().map_err(|_| wrong_type(Expected::CubeObject, cube))?;
            let options = read_options(format, puzzle)?;
            known::read(text.py(), &text.to_cow()?, options)?
        };
        View::of(cube)
    }

    /// The size, `2x2x2` or `3x3x3`.
    #[getter]
    fn puzzle(&self) -> String {
        self.view.size().to_string()
    }

    /// The number of layers, 2 or 3.
    #[getter]
    fn size(&self) -> usize {
        self.view.size().layers()
    }

    /// All stickers in one string, `?` where one is unknown.
    #[getter]
    fn facelets(&self) -> String {
        face_letters(self.view.stickers())
    }

    /// A note about the text, if it has another meaning too; `format` chooses.
    #[getter]
    fn note(&self) -> Option<String> {
        self.cube.note.as_ref().map(|note| note.statement(style().language))
    }

    /// The number of unknown stickers.
    #[getter]
    fn unknown(&self) -> usize {
        self.view.unknown_count()
    }

    /// The exact number of legal cubes that fit.
    #[getter]
    fn count(&self) -> u128 {
        self.completions.count()
    }

    /// Whether a legal cube fits.
    #[getter]
    fn is_legal(&self) -> bool {
        self.completions.count() > 0
    }

    /// The facelets, with every sticker that is the same in all cubes that fit.
    #[getter]
    fn certain(&self) -> String {
        face_letters(&self.completions.certain())
    }

    /// The unknown sticker whose colour distinguishes the cubes best; None if at most one cube fits.
    #[getter]
    fn next_sticker<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Some(question) = self.view.next_question(&self.completions) else { return Ok(None) };
        let answers = PyDict::new(py);
        for (color, count) in &question.answers {
            answers.set_item(color.home().letter(), *count)?;
        }
        let class = py.import("cubegod._errors")?.getattr("Question")?;
        let sticker = Facelet::of_index(self.view.size(), question.sticker).to_string();
        class.call1((sticker, answers)).map(Some)
    }

    /// All flaws; empty if a legal cube fits.
    #[getter]
    fn flaws<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let flaws = self.diagnosis(py, |diagnosis| diagnosis.flaw_fields(language()), "_flaws")?;
        Ok(flaws.unwrap_or_else(|| PyTuple::empty(py).into_any()))
    }

    /// The smallest repair after which a legal cube fits; None if one fits already.
    #[getter]
    fn repair<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.diagnosis(py, Diagnosis::repair_fields, "_repair")
    }

    /// Returns the only cube that fits; raises an exception if there is none, or several.
    fn only(&self) -> PyResult<Cube> {
        Ok(Known::only(self.cube.clone()).map_err(exception)?.into())
    }

    fn __iter__(slf: Py<Self>, py: Python<'_>) -> PyResult<Py<CubeIterator>> {
        Py::new(py, CubeIterator { view: slf, next: AtomicU64::new(0) })
    }

    fn __getitem__(&self, number: &Bound<'_, PyAny>) -> PyResult<Cube> {
        if number.is_instance_of::<PySlice>() {
            return Err(EdgeError::SliceOfView.into());
        }
        let (count, items) = (self.count(), Items::Cubes);
        let found = self.completions.get(position(number, count, items)?);
        self.cube(&found.ok_or(EdgeError::OutOfRange { index: String::new(), count, items })?)
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

    fn __eq__(&self, other: PyRef<'_, View>) -> bool {
        other.view == self.view
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.view.stickers().hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, PickledFields>> {
        Ok((restorer(py, pyo3::intern!(py, "restore_view"))?, pickled_fields(&self.cube)))
    }
}

impl View {
    pub(crate) fn picture(&self) -> Picture {
        Picture::of(self.view.stickers())
    }
}

/// Iterates over all cubes that fit a view.
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

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Cube>> {
        // `list(view)` runs no Python code, which would check for signals.
        py.check_signals()?;
        let view = self.view.get();
        let number = self.next.fetch_add(1, Ordering::Relaxed);
        view.completions.get(number.into()).map(|stickers| view.cube(&stickers)).transpose()
    }
}
