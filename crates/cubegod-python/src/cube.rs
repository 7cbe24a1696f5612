//! Real cubes.

use crate::arguments::{self, Known, known, named, read_options};
use crate::error::{Problem, letters};
use crate::picture::{Picture, net_svg};
use crate::tables;
use cubegod::alphabet::Alphabet;
use cubegod::formats::Format;
use cubegod::moves::Ends;
use cubegod::render::Cell;
use cubegod::render::ansi::{self, AnsiOptions};
use cubegod::{Color, Cube2, Cube3, Size, Stickers};
use numpy::{PyArray1, PyReadonlyArray1};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A real 2x2 or 3x3 cube, of which every sticker is known.
#[pyclass(frozen, module = "cubegod", name = "Cube")]
#[derive(Debug)]
pub(crate) struct Cube {
    pub(crate) known: Known,
}

impl From<Known> for Cube {
    fn from(known: Known) -> Cube {
        Cube { known }
    }
}

impl Cube {
    fn stickers(&self) -> &Stickers<Color> {
        &self.known.stickers
    }

    fn option_stickers(&self) -> Stickers<Option<Color>> {
        self.stickers().map(|&color| Some(color))
    }

    /// The same cube in another state.
    fn with(&self, stickers: Stickers<Color>) -> Cube {
        Cube { known: Known { stickers, note: None, ..self.known.clone() } }
    }
}

#[pymethods]
impl Cube {
    #[new]
    #[pyo3(signature = (cube, /, *, format=None, puzzle=None))]
    fn new(cube: &Bound<'_, PyAny>, format: Option<&str>, puzzle: Option<&str>) -> PyResult<Cube> {
        let Ok(text) = cube.extract::<String>() else { return Ok(known(cube)?.into()) };
        Ok(Known::read(&text, &read_options(format, puzzle)?)?.into())
    }

    #[staticmethod]
    #[pyo3(signature = (text, *, format=None, puzzle=None))]
    fn read(text: &str, format: Option<&str>, puzzle: Option<&str>) -> PyResult<Cube> {
        Ok(Known::read(text, &read_options(format, puzzle)?)?.into())
    }

    #[staticmethod]
    #[pyo3(signature = (puzzle="3x3"))]
    fn solved(puzzle: &str) -> PyResult<Cube> {
        Ok(Known::plain(Stickers::solved(arguments::solvable_size(puzzle)?)).into())
    }

    #[staticmethod]
    #[pyo3(signature = (puzzle="3x3", *, seed=None))]
    fn random(puzzle: &str, seed: Option<u64>) -> PyResult<Cube> {
        let size = arguments::solvable_size(puzzle)?;
        let mut random = crate::random::generator(seed);
        let stickers = match size {
            Size::TWO => Cube2::random(&mut random).stickers(),
            _ => Cube3::random(&mut random).stickers(),
        };
        Ok(Known::plain(stickers).into())
    }

    #[staticmethod]
    fn from_array(stickers: PyReadonlyArray1<'_, u8>) -> PyResult<Cube> {
        let row: Vec<u8> = stickers.as_array().iter().copied().collect();
        Ok(crate::arrays::known(&row)?.into())
    }

    fn to_array<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let row: Vec<u8> = self.stickers().cells().iter().map(|color| color.index() as u8).collect();
        PyArray1::from_vec(py, row)
    }

    #[getter]
    fn size(&self) -> usize {
        self.stickers().size().layers()
    }

    #[getter]
    fn puzzle(&self) -> String {
        self.stickers().size().to_string()
    }

    #[getter]
    fn facelets(&self) -> String {
        letters(self.stickers())
    }

    #[getter]
    fn is_solved(&self) -> bool {
        self.stickers().is_uniform()
    }

    #[getter]
    fn format(&self) -> &'static str {
        self.known.format.name()
    }

    #[getter]
    fn note(&self) -> Option<&str> {
        self.known.note.as_deref()
    }

    fn apply(&self, moves: &Bound<'_, PyAny>) -> PyResult<Cube> {
        let mut stickers = self.stickers().clone();
        stickers.apply(&arguments::moves(moves)?).map_err(Problem::from)?;
        Ok(self.with(stickers))
    }

    fn __matmul__(&self, moves: &Bound<'_, PyAny>) -> PyResult<Cube> {
        self.apply(moves)
    }

    fn inverse(&self) -> PyResult<Cube> {
        let stickers = self.stickers();
        let inverse = match stickers.size() {
            Size::TWO => Cube2::try_from(stickers).map_err(Problem::from)?.inverse().stickers(),
            _ => {
                let inverse = Cube3::try_from(stickers).map_err(Problem::from)?.inverse().stickers();
                // Its pieces are named by the centres, which stay where they are.
                let centre = |face: usize| stickers.cells()[face * 9 + 4];
                inverse.map(|color| centre(color.home().index()))
            }
        };
        Ok(self.with(inverse))
    }

    #[pyo3(signature = (format, *, letters=None))]
    fn to(&self, py: Python<'_>, format: &str, letters: Option<&str>) -> PyResult<String> {
        let format: Format = named(format)?;
        if format == Format::Moves {
            let moves = py.detach(|| tables::moves_making(self.stickers(), Ends::default()))?;
            return Ok(moves.to_string());
        }
        let alphabet = match letters {
            None => usual_alphabet(format),
            Some("faces") => Alphabet::FACES,
            Some("colors") => Alphabet::COLORS,
            Some("own") => self.known.alphabet,
            Some(other) => {
                let message = format!("unknown letters `{other}`; expected faces, colors or own");
                return Err(crate::error::usage(message));
            }
        };
        let written = format.write(&alphabet.write(&self.option_stickers()));
        Ok(written.map_err(|error| Problem::unwritable(&error))?)
    }

    fn __str__(&self) -> String {
        let net = ansi::net(&Stickers::<Cell>::from(self.stickers()), &AnsiOptions::default());
        net.trim_end_matches('\n').to_owned()
    }

    fn __repr__(&self) -> String {
        format!("Cube(\"{}\")", self.facelets())
    }

    fn _repr_svg_(&self) -> String {
        net_svg(&Picture::of(self.option_stickers()))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Cube>().is_ok_and(|other| other.get().stickers() == self.stickers())
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.stickers().hash(&mut hasher);
        hasher.finish()
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    /// As facelets, which are read without weighing other layouts.
    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyTuple>, Bound<'py, PyDict>)> {
        let options = PyDict::new(py);
        options.set_item("format", "facelets")?;
        Ok((PyTuple::new(py, [self.facelets()])?, options))
    }
}

/// The characters that are usual in a layout.
pub(crate) fn usual_alphabet(format: Format) -> Alphabet {
    match format {
        Format::Net | Format::NetString | Format::Digits => Alphabet::COLORS,
        _ => Alphabet::FACES,
    }
}
