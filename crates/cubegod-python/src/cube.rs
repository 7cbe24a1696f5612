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

/// A real 2x2 or 3x3 cube, of which every sticker is known: from the moves that make it, from text in any layout and any six
/// characters, or from a view that only one real cube fits. It never changes.
///
/// >>> from cubegod import Cube
/// >>> cube = Cube("R U F")
/// >>> cube.puzzle, cube.facelets[:9], cube.is_solved
/// ('3x3x3', 'UUUUUULLD', False)
/// >>> cube @ "F' U' R'" == Cube.solved()
/// True
/// >>> print(Cube("DBFRDULUUFFBLDDBLRBU????"))
///      Y B
///      G R
/// O R  W G  Y W  R G
/// B W  G B  O W  O R
///      O Y
///      Y B
/// >>> Cube("UUUURRRRFFFFDDDDLLLLBBUB")
/// Traceback (most recent call last):
/// ...
/// cubegod.IllegalCubeError: not a real cube: 5 stickers are U; expected 4; 3 stickers are B; expected 4; no corner is
/// D-R-U: stickers D4 R4 B3 (place DRB), opposite colours; the corner D-R-B is missing
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

    /// From text, in a layout and of a size that need not be found out.
    #[staticmethod]
    #[pyo3(signature = (text, *, format=None, puzzle=None))]
    fn read(text: &str, format: Option<&str>, puzzle: Option<&str>) -> PyResult<Cube> {
        Ok(Known::read(text, &read_options(format, puzzle)?)?.into())
    }

    /// White up, green in front.
    #[staticmethod]
    #[pyo3(signature = (puzzle="3x3"))]
    fn solved(puzzle: &str) -> PyResult<Cube> {
        Ok(Known::plain(Stickers::solved(arguments::solvable_size(puzzle)?)).into())
    }

    /// Every state equally likely; the same seed gives the same cube everywhere.
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

    /// From a row of stickers as `solve_many` takes them.
    #[staticmethod]
    fn from_array(stickers: PyReadonlyArray1<'_, u8>) -> PyResult<Cube> {
        let row: Vec<u8> = stickers.as_array().iter().copied().collect();
        Ok(crate::arrays::known(&row)?.into())
    }

    /// The stickers as numbers: 0 to 5 for the faces U R F D L B whose colour they have, in the order of the facelets.
    fn to_array<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<u8>> {
        let row: Vec<u8> = self.stickers().facelets().iter().map(|color| color.index() as u8).collect();
        PyArray1::from_vec(py, row)
    }

    /// 2 or 3.
    #[getter]
    fn size(&self) -> usize {
        self.stickers().size().layers()
    }

    /// `2x2x2` or `3x3x3`.
    #[getter]
    fn puzzle(&self) -> String {
        self.stickers().size().to_string()
    }

    /// All stickers in one string, faces in the order U R F D L B, each row by row.
    #[getter]
    fn facelets(&self) -> String {
        letters(self.stickers())
    }

    /// Whether every face has one colour.
    #[getter]
    fn is_solved(&self) -> bool {
        self.stickers().is_uniform()
    }

    /// The layout it was read from.
    #[getter]
    fn format(&self) -> &'static str {
        self.known.format.name()
    }

    /// What its writer should know, where the text could have been meant otherwise.
    #[getter]
    fn note(&self) -> Option<&str> {
        self.known.note.as_deref()
    }

    /// The cube after these moves; also `cube @ moves`.
    fn apply(&self, moves: &Bound<'_, PyAny>) -> PyResult<Cube> {
        let mut stickers = self.stickers().clone();
        stickers.apply(&arguments::moves(moves)?).map_err(Problem::from)?;
        Ok(self.with(stickers))
    }

    fn __matmul__(&self, moves: &Bound<'_, PyAny>) -> PyResult<Cube> {
        self.apply(moves)
    }

    /// The cube that its solutions make from a solved one.
    fn inverse(&self) -> PyResult<Cube> {
        let stickers = self.stickers();
        let inverse = match stickers.size() {
            Size::TWO => Cube2::try_from(stickers).map_err(Problem::from)?.inverse().stickers(),
            _ => {
                let inverse = Cube3::try_from(stickers).map_err(Problem::from)?.inverse().stickers();
                // Its pieces are named by the centres, which stay where they are.
                let centre = |face: usize| stickers.facelets()[face * 9 + 4];
                inverse.map(|color| centre(color.home().index()))
            }
        };
        Ok(self.with(inverse))
    }

    /// The cube in a layout: `facelets`, `net-string`, `net`, `blocks`, `engine`, `digits`, `reid`, `kpattern`, `moves` or `pattern`;
    /// in face letters (`faces`), in the letters of colours (`colors`) or in those it was written with (`own`).
    ///
    /// >>> from cubegod import Cube
    /// >>> Cube("R U F").to("reid")
    /// 'LF UB UL UF RD BR DB DL RF FD UR BL DRF UBL ULF LDF UFR RDB DLB BUR'
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
