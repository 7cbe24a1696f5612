//! Cubes.

use crate::arguments::{self, named, read_options};
use crate::arrays;
use crate::edge_error::{EdgeError, Noun};
use crate::error::{exception, style};
use crate::known::{self, Known, known};
use crate::pickle::{PickledFields, Reduced, pickled_fields, restorer};
use crate::picture::{Picture, net_svg};
use crate::random;
use crate::tables::{self, Choice};
use cubegod::formats::Format;
use cubegod::render::Cell;
use cubegod::render::ansi::{self, AnsiOptions};
use cubegod::{Cancellation, Color, Stickers};
use cubegod_service::convert::{self, LetterChoice};
use cubegod_service::face_letters;
use numpy::PyArray1;
use pyo3::prelude::*;
use pyo3::types::PyString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// A reachable 2x2 or 3x3 cube with all its stickers: from the moves that make it, from text in any layout and any six
/// characters, or from a view that only one legal cube fits. Immutable.
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
/// cubegod.IllegalCubeError: not a legal cube: 5 stickers are U; expected 4; 3 stickers are B; expected 4; no corner is
/// D-R-U: stickers D4 R4 B3 (place DRB), opposite colours; the corner D-R-B is missing
#[pyclass(frozen, module = "cubegod", name = "Cube")]
#[derive(Debug)]
pub(crate) struct Cube {
    pub(crate) known: Arc<Known>,
}

impl From<Known> for Cube {
    fn from(known: Known) -> Cube {
        Cube { known: Arc::new(known) }
    }
}

impl From<Arc<Known>> for Cube {
    fn from(known: Arc<Known>) -> Cube {
        Cube { known }
    }
}

impl Cube {
    fn stickers(&self) -> &Stickers<Option<Color>> {
        &self.known.cube.reading.stickers
    }

    /// Returns the same cube in another state.
    fn with(&self, state: cubegod::Cube) -> Cube {
        let reading = &self.known.cube.reading;
        Known::written_as(state, reading.alphabet, reading.format).into()
    }
}

#[pymethods]
impl Cube {
    #[new]
    #[pyo3(signature = (cube, /, *, format=None, puzzle=None))]
    fn new(cube: &Bound<'_, PyAny>, format: Option<&str>, puzzle: Option<&str>) -> PyResult<Cube> {
        let Ok(text) = cube.cast::<PyString>() else { return Ok(known(cube)?.into()) };
        Cube::read(cube.py(), &text.to_cow()?, format, puzzle)
    }

    /// Reads a cube from text; its layout and size are detected unless they are given.
    #[staticmethod]
    #[pyo3(signature = (text, *, format=None, puzzle=None))]
    fn read(py: Python<'_>, text: &str, format: Option<&str>, puzzle: Option<&str>) -> PyResult<Cube> {
        let cube = known::read(py, text, read_options(format, puzzle)?)?;
        Ok(Known::only(cube).map_err(exception)?.into())
    }

    /// Returns the solved cube: white up, green in front.
    #[staticmethod]
    #[pyo3(signature = (puzzle="3x3"))]
    fn solved(puzzle: &str) -> PyResult<Cube> {
        let cube = cubegod::Cube::solved(named(puzzle)?).map_err(exception)?;
        Ok(Known::new(cube).into())
    }

    /// Returns a random cube, every state equally likely; the same seed gives the same cube on every machine.
    #[staticmethod]
    #[pyo3(signature = (puzzle="3x3", *, seed=None))]
    fn random(puzzle: &str, seed: Option<&Bound<'_, PyAny>>) -> PyResult<Cube> {
        let mut random = random::generator(random::seed(seed)?);
        let cube = cubegod::Cube::random(random::random_size(puzzle)?, &mut random).map_err(exception)?;
        Ok(Known::new(cube).into())
    }

    /// Returns the cube of a row of an array for `solve_many`.
    #[staticmethod]
    fn from_array(stickers: &Bound<'_, PyAny>) -> PyResult<Cube> {
        Ok(Known::from_row(&arrays::one_row(stickers)?).map_err(exception)?.into())
    }

    /// Returns the stickers as numbers in the order of the facelets: 0 to 5 for the colours of the faces U R F D L B.
    fn to_array<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        arrays::import_numpy(py)?;
        let colors = self.known.state.stickers();
        let row: Vec<u8> = colors.facelets().iter().map(|color| color.index() as u8).collect();
        Ok(PyArray1::from_vec(py, row))
    }

    /// The number of layers, 2 or 3.
    #[getter]
    fn size(&self) -> usize {
        self.known.state.size().layers()
    }

    /// The size, `2x2x2` or `3x3x3`.
    #[getter]
    fn puzzle(&self) -> String {
        self.known.state.size().to_string()
    }

    /// All stickers in one string, faces in the order U R F D L B, each row by row.
    #[getter]
    fn facelets(&self) -> String {
        face_letters(self.stickers())
    }

    /// Whether every face has one colour.
    #[getter]
    fn is_solved(&self) -> bool {
        self.stickers().is_uniform()
    }

    /// The layout it was read from.
    #[getter]
    fn format(&self) -> &'static str {
        self.known.cube.reading.format.name()
    }

    /// A note about the text, if it has another meaning too; `format` chooses.
    #[getter]
    fn note(&self) -> Option<String> {
        self.known.cube.note.as_ref().map(|note| note.statement(style().language))
    }

    /// Returns the cube after these moves; also `cube @ moves`.
    fn apply(&self, moves: &Bound<'_, PyAny>) -> PyResult<Cube> {
        let state = self.known.state.apply(&arguments::moves(moves)?).map_err(exception)?;
        Ok(self.with(state))
    }

    fn __matmul__(&self, moves: &Bound<'_, PyAny>) -> PyResult<Cube> {
        self.apply(moves)
    }

    /// Returns the cube that its solutions make from a solved one.
    fn inverse(&self) -> Cube {
        self.with(self.known.state.inverse())
    }

    /// Writes the cube in a layout: `facelets`, `net-string`, `net`, `blocks`, `engine`, `digits`, `reid`, `kpattern`, `moves` or `pattern`;
    /// with the letters of faces (`faces`), of colours (`colors`) or with those of the text it was read from (`own`).
    ///
    /// >>> from cubegod import Cube
    /// >>> Cube("R U F").to("reid")
    /// 'LF UB UL UF RD BR DB DL RF FD UR BL DRF UBL ULF LDF UFR RDB DLB BUR'
    #[pyo3(signature = (format, *, letters=None))]
    fn to(&self, py: Python<'_>, format: &str, letters: Option<&str>) -> PyResult<String> {
        let format: Format = named(format)?;
        let letters = match letters {
            None => None,
            Some("faces") => Some(LetterChoice::Faces),
            Some("colors") => Some(LetterChoice::Colors),
            Some("own") => Some(LetterChoice::Own),
            Some(name) => {
                let expected = "faces, colors or own";
                return Err(EdgeError::unknown_name(Noun::Letters, name, expected).into());
            }
        };
        convert::check_letters(format, letters).map_err(exception)?;
        let solvers = tables::solvers(Choice::Auto);
        py.detach(|| convert::text(&self.known.cube, format, letters, solvers, Cancellation::never()))
            .map_err(exception)
    }

    fn __str__(&self) -> String {
        let net = ansi::net(&Stickers::<Cell>::from(self.stickers()), &AnsiOptions::default());
        net.trim_end_matches('\n').to_owned()
    }

    fn __repr__(&self) -> String {
        format!("Cube(\"{}\")", self.facelets())
    }

    fn _repr_svg_(&self) -> String {
        net_svg(&Picture::of(self.stickers()))
    }

    fn __eq__(&self, other: PyRef<'_, Cube>) -> bool {
        other.stickers() == self.stickers()
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

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py, PickledFields>> {
        Ok((restorer(py, pyo3::intern!(py, "restore_cube"))?, pickled_fields(&self.known.cube)))
    }
}
