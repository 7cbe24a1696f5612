//! Sequences of moves.

use crate::arguments::{axis, check_move_count, metric, moves, named, position};
use crate::edge_error::Items;
use crate::error::exception;
use cubegod::Size;
use pyo3::prelude::*;
use pyo3::types::{PySlice, PyTuple};
use std::hash::{DefaultHasher, Hash, Hasher};

/// A sequence of moves: WCA notation, `Ri`, `R3`, commutators `[A, B]`, conjugates `[A: B]`, repeats `(A)3`; or other
/// sequences and moves in order.
///
/// >>> from cubegod import Alg
/// >>> alg = Alg("[R, U] F2")
/// >>> alg, ~alg, len(alg), alg.length("qtm")
/// (Alg("R U R' U' F2"), Alg("F2 U R U' R'"), 5, 6)
/// >>> alg + "x2", Alg("R U") * 2, alg[:2], list(alg[:2])
/// (Alg("R U R' U' F2 x2"), Alg("R U R U"), Alg("R U"), ['R', 'U'])
/// >>> Alg("R U Q")
/// Traceback (most recent call last):
/// ...
/// cubegod.MovesError: unknown move `Q` at column 5; expected a face (U R F D L B), a slice (M E S), a rotation (x y z)
/// or a bracket
#[pyclass(frozen, module = "cubegod", name = "Alg")]
#[derive(Debug)]
pub(crate) struct Alg {
    pub(crate) alg: cubegod::Alg,
}

impl From<cubegod::Alg> for Alg {
    fn from(alg: cubegod::Alg) -> Alg {
        Alg { alg }
    }
}

#[pymethods]
impl Alg {
    #[new]
    #[pyo3(signature = (moves=None, /))]
    fn new(moves: Option<&Bound<'_, PyAny>>) -> PyResult<Alg> {
        let alg = moves.map_or_else(|| Ok(cubegod::Alg::default()), self::moves)?;
        Ok(Alg { alg })
    }

    /// Returns the length in a metric: `htm`, `qtm`, `stm` or `etm`. (`len` counts the moves as they are written.)
    #[pyo3(signature = (metric="htm"))]
    fn length(&self, metric: &str) -> PyResult<usize> {
        Ok(self.alg.length(self::metric(metric)?))
    }

    /// Returns the sequence that undoes this one; also `~alg`.
    fn inverse(&self) -> Alg {
        self.alg.inverse().into()
    }

    /// Returns an equivalent sequence with fewer moves, without rotations where they can be dropped.
    ///
    /// >>> from cubegod import Alg
    /// >>> Alg("z U L D z' R R R").simplify()
    /// Alg("L D")
    #[pyo3(signature = (puzzle="3x3"))]
    fn simplify(&self, puzzle: &str) -> PyResult<Alg> {
        Ok(self.alg.simplified(named::<Size>(puzzle)?).into())
    }

    /// Returns the mirror image that swaps the two faces of an axis: `x`, `y` or `z`, or a face such as `R`.
    #[pyo3(signature = (axis="x"))]
    fn mirror(&self, axis: &str) -> PyResult<Alg> {
        Ok(self.alg.mirrored(self::axis(axis)?).into())
    }

    /// Returns the order: the number of repetitions that restore the cube.
    ///
    /// >>> from cubegod import Alg
    /// >>> Alg("R U2 D' B D'").order()
    /// 1260
    #[pyo3(signature = (puzzle="3x3"))]
    fn order(&self, puzzle: &str) -> PyResult<u64> {
        self.alg.order(named::<Size>(puzzle)?).map_err(exception)
    }

    fn __invert__(&self) -> Alg {
        self.inverse()
    }

    fn __add__(&self, other: &Bound<'_, PyAny>) -> PyResult<Alg> {
        let other = moves(other)?;
        check_move_count(self.alg.len() + other.len())?;
        Ok(self.alg.compose(&other).into())
    }

    fn __radd__(&self, other: &Bound<'_, PyAny>) -> PyResult<Alg> {
        let other = moves(other)?;
        check_move_count(self.alg.len() + other.len())?;
        Ok(other.compose(&self.alg).into())
    }

    /// A negative number repeats the inverse.
    fn __mul__(&self, times: i32) -> PyResult<Alg> {
        let part = if times < 0 { self.alg.inverse() } else { self.alg.clone() };
        let count = times.unsigned_abs() as usize;
        check_move_count(part.len().saturating_mul(count))?;
        Ok(std::iter::repeat_n(&part, count).flatten().collect::<cubegod::Alg>().into())
    }

    fn __rmul__(&self, times: i32) -> PyResult<Alg> {
        self.__mul__(times)
    }

    fn __len__(&self) -> usize {
        self.alg.len()
    }

    fn __bool__(&self) -> bool {
        !self.alg.is_empty()
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        PyTuple::new(py, self.alg.iter().map(|one| one.to_string()))?.call_method0("__iter__")
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let moves = self.alg.moves();
        let Ok(slice) = index.cast::<PySlice>() else {
            let place = position(index, moves.len() as u128, Items::Moves)?;
            return Ok(moves[place as usize].to_string().into_pyobject(py)?.into_any());
        };
        let range = slice.indices(moves.len() as isize)?;
        let place = |number: usize| (range.start + number as isize * range.step) as usize;
        let chosen: cubegod::Alg = (0..range.slicelength).map(|number| moves[place(number)]).collect();
        Ok(Alg { alg: chosen }.into_pyobject(py)?.into_any())
    }

    // An argument of another type makes these methods return `NotImplemented`.

    fn __eq__(&self, other: PyRef<'_, Alg>) -> bool {
        other.alg == self.alg
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        self.alg.hash(&mut hasher);
        hasher.finish()
    }

    fn __str__(&self) -> String {
        self.alg.to_string()
    }

    fn __repr__(&self) -> String {
        format!("Alg(\"{}\")", self.alg)
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __getnewargs__(&self) -> (String,) {
        (self.alg.to_string(),)
    }
}
