//! The compiled part of `cubegod.rubik`: a 3x3 with any characters as stickers, turned by quarter turns.

use crate::edge_error::EdgeError;
use crate::error::exception;
use crate::known::Known;
use crate::signals::wait_for;
use crate::tables::{self, Choice};
use cubegod::alphabet::Alphabet;
use cubegod::formats::Format;
use cubegod::{Cancellation, Cancelled, Cube3, Reading, Size, Stickers};
use cubegod_contest::rubik::{self, QuarterTurn, Token};
use cubegod_service::{ReadCube, RequestError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyList, PyString};
use std::sync::LazyLock;

/// The facelet of each place of a net string.
static FACELET_OF_PLACE: LazyLock<[u8; 54]> = LazyLock::new(|| {
    let text: String = (0..54u8).map(|place| char::from(b'A' + place)).collect();
    let facelets =
        Format::NetString.read(&text).map(|stickers| stickers.facelets().to_vec()).unwrap_or_default();
    let mut places = [0; 54];
    for (facelet, character) in facelets.into_iter().enumerate() {
        places[character as usize - 'A' as usize] = facelet as u8;
    }
    places
});

/// A 3x3 in any characters.
#[pyclass(module = "cubegod._cubegod")]
#[derive(Clone, Debug)]
pub(crate) struct RubikState {
    /// The characters of the initial state by facelet.
    colors: [char; 54],
    /// For each facelet, the initial facelet of its sticker.
    order: [u8; 54],
}

#[pymethods]
impl RubikState {
    /// Creates a cube from 54 characters in the order of a net string.
    #[new]
    fn new(colors: &str) -> PyResult<RubikState> {
        let mut by_facelet = ['?'; 54];
        let count = colors.chars().count();
        if count != 54 {
            return Err(EdgeError::NetString { count }.into());
        }
        for (place, color) in colors.chars().enumerate() {
            by_facelet[FACELET_OF_PLACE[place] as usize] = color;
        }
        Ok(RubikState { colors: by_facelet, order: std::array::from_fn(|i| i as u8) })
    }

    /// Returns the characters in the order of a net string.
    fn colors(&self) -> String {
        FACELET_OF_PLACE.iter().map(|&facelet| self.color(facelet)).collect()
    }

    /// Returns for each place of the net string the initial place of its sticker.
    fn order<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let mut place_of_facelet = [0; 54];
        for (place, &facelet) in FACELET_OF_PLACE.iter().enumerate() {
            place_of_facelet[facelet as usize] = place as u8;
        }
        let order = FACELET_OF_PLACE.map(|facelet| place_of_facelet[self.order[facelet as usize] as usize]);
        PyBytes::new(py, &order)
    }

    fn is_solved(&self) -> bool {
        self.now().is_uniform()
    }

    /// Applies moves; none of them if a word is not a move.
    #[pyo3(signature = (moves, inverse=false))]
    fn sequence(&mut self, py: Python<'_>, moves: &str, inverse: bool) -> PyResult<()> {
        let mut turns = read_turns(py, moves.split_whitespace())?;
        if inverse {
            turns.reverse();
            turns.iter_mut().for_each(|turn| *turn = turn.inverse());
        }
        self.apply(&turns);
        Ok(())
    }

    /// Solves the cube and returns the moves.
    fn solve<'py>(this: &Bound<'py, RubikState>, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        // Other threads may read the cube while it is solved.
        let now = this.borrow().now();
        let turns = py.detach(|| {
            let cube = recognized(&now)?;
            Ok(rubik::solve(tables::solvers(Choice::Auto).layers(), &cube))
        });
        let turns = turns.map_err(|error: RequestError| exception(error))?;
        this.borrow_mut().apply(&turns);
        names(py, &turns)
    }

    fn copy(&self) -> RubikState {
        self.clone()
    }

    fn __getstate__(&self) -> (String, Vec<u8>) {
        (self.colors.iter().collect(), self.order.to_vec())
    }

    fn __setstate__(&mut self, state: (String, Vec<u8>)) -> PyResult<()> {
        let colors: Vec<char> = state.0.chars().collect();
        let is_order =
            |order: &[u8; 54]| order.iter().fold(0u64, |seen, &i| seen | 1 << i.min(63)) == (1 << 54) - 1;
        let order = state.1.try_into().ok().filter(is_order);
        let (Ok(colors), Some(order)) = (colors.try_into(), order) else {
            return Err(EdgeError::Unpickled { is_solution: false, reason: None }.into());
        };
        *self = RubikState { colors, order };
        Ok(())
    }

    fn __getnewargs__(&self) -> (String,) {
        ("?".repeat(54),)
    }
}

impl RubikState {
    fn color(&self, facelet: u8) -> char {
        self.colors[self.order[facelet as usize] as usize]
    }

    fn now(&self) -> Stickers<char> {
        Stickers::from_fn(Size::THREE, |facelet| self.color(facelet as u8))
    }

    fn apply(&mut self, turns: &[QuarterTurn]) {
        turns.iter().for_each(|turn| turn.turn(&mut self.order));
    }
}

/// Recognizes a cube in any characters, which the centres map to colours; else returns all flaws.
fn recognized(stickers: &Stickers<char>) -> Result<Cube3, RequestError> {
    let centres: Vec<char> = (0..6).map(|face| stickers.facelets()[face * 9 + 4]).collect();
    let face =
        |color: &char| centres.iter().position(|centre| centre == color).map_or(u8::MAX, |face| face as u8);
    let faces: Vec<u8> = stickers.facelets().iter().map(face).collect();
    if let Some(cube) = Cube3::from_facelets(&faces).filter(|_| !faces.contains(&u8::MAX)) {
        return Ok(cube);
    }
    let (colors, alphabet) =
        Alphabet::infer(stickers).map_err(|error| RequestError::reading(error.into(), "", 0))?;
    let reading = Reading { stickers: colors, format: Format::NetString, alphabet, note: None };
    let known = Known::only(ReadCube { reading, note: None })?;
    Ok(Cube3::try_from(&known.state.stickers())?)
}

fn read_turns<'a>(py: Python<'_>, names: impl Iterator<Item = &'a str>) -> PyResult<Vec<QuarterTurn>> {
    let turn = |(number, name): (usize, &str)| {
        py.check_signals()?;
        QuarterTurn::from_name(name).ok_or_else(|| {
            let expected = QuarterTurn::ALL.map(QuarterTurn::name).join(" ");
            let name = name.chars().take(20).collect();
            EdgeError::UnknownTurn { name, number: number + 1, expected }.into()
        })
    };
    names.enumerate().map(turn).collect()
}

/// Returns the names of turns; equal names share one string.
fn names<'py>(py: Python<'py>, turns: &[QuarterTurn]) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, turns.iter().map(|&turn| name(py, turn)))
}

fn name<'py>(py: Python<'py>, turn: QuarterTurn) -> &'py Bound<'py, PyString> {
    static NAMES: PyOnceLock<[Py<PyString>; 24]> = PyOnceLock::new();
    let names =
        NAMES.get_or_init(py, || QuarterTurn::ALL.map(|turn| PyString::intern(py, turn.name()).unbind()));
    names[turn.index()].bind(py)
}

/// A rule is applied to more words than this on another thread, so that Ctrl-C does not wait for it.
const MANY_WORDS: usize = 1000;

/// Applies a rule to a sequence; words that are not moves stay where they are.
fn changed<'py>(
    py: Python<'py>,
    moves: &[Bound<'py, PyString>],
    change: fn(&mut Vec<Token>, &Cancellation) -> Result<(), Cancelled>,
) -> PyResult<Bound<'py, PyList>> {
    let mut tokens = Vec::with_capacity(moves.len());
    for (index, word) in moves.iter().enumerate() {
        tokens.push(QuarterTurn::from_name(&word.to_cow()?).map_or(Token::Unknown(index), Token::Turn));
    }
    let change = move |token: &Cancellation| {
        change(&mut tokens, token)?;
        Ok::<_, RequestError>(tokens)
    };
    let tokens = match moves.len() > MANY_WORDS {
        false => change(Cancellation::never()),
        true => py.detach(|| wait_for(change))?,
    };
    let tokens = tokens.map_err(exception)?;
    PyList::new(
        py,
        tokens.into_iter().map(|token| match token {
            Token::Turn(turn) => name(py, turn),
            Token::Unknown(index) => &moves[index],
        }),
    )
}

#[pyfunction]
pub(crate) fn without_rotations<'py>(
    py: Python<'py>,
    moves: Vec<Bound<'py, PyString>>,
) -> PyResult<Bound<'py, PyList>> {
    changed(py, &moves, rubik::without_rotations)
}

#[pyfunction]
pub(crate) fn without_triples<'py>(
    py: Python<'py>,
    moves: Vec<Bound<'py, PyString>>,
) -> PyResult<Bound<'py, PyList>> {
    changed(py, &moves, rubik::without_triples)
}

#[pyfunction]
pub(crate) fn without_undone<'py>(
    py: Python<'py>,
    moves: Vec<Bound<'py, PyString>>,
) -> PyResult<Bound<'py, PyList>> {
    changed(py, &moves, rubik::without_undone)
}
