//! The last layer: one algorithm orients it, one more permutes it.

use super::case::{Case, OrientCase, PATTERNS, PermuteCase, TopOrientation, TopPermutation};
use super::cases::{ORIENT, PERMUTE};
use crate::methods::turns::{known, renamed};
use cubegod::cube::{Conjugation, Corners, Cube3, Edges};
use cubegod::geometry::{Axis, Face, Symmetry};
use cubegod::moves::{FaceTurn, Turns};

/// The permutations of four corners or four edges: 4!.
const ARRANGEMENTS: usize = 24;

/// The states of the last layer, and as many that parity forbids.
const LAYERS: usize = ARRANGEMENTS * ARRANGEMENTS * PATTERNS;

/// An algorithm of the last layer, executed from one side.
#[derive(Clone, Debug)]
pub(super) struct LastLayerAlgorithm {
    /// The case; none if the layer is only turned.
    pub(super) case: Option<Case>,
    /// The quarter rotations of the whole cube like U before it.
    pub(super) side: u8,
    /// The turns as executed from that side; empty if the layer is only turned.
    pub(super) turns: Vec<FaceTurn>,
    /// The turn of the layer after it.
    pub(super) finish: Option<Turns>,
    /// The effect on a solved cube.
    effect: Cube3,
    /// The first and the last turn, named as seen from the first side.
    ends: Option<(FaceTurn, FaceTurn)>,
}

/// The solution of a last layer: at most one OLL and one PLL algorithm.
#[derive(Copy, Clone, Debug)]
pub(super) struct LastLayerSolution<'a> {
    pub(super) orient: Option<&'a LastLayerAlgorithm>,
    pub(super) permute: Option<&'a LastLayerAlgorithm>,
}

/// The solutions of all last layers.
#[derive(Debug)]
pub(super) struct LastTable {
    /// By the number of the orientation.
    orient: Vec<Vec<LastLayerAlgorithm>>,
    /// By the number of the permutation.
    permute: Vec<Option<LastLayerAlgorithm>>,
    /// The number of turns of both algorithms, by the number of the inverse.
    lengths: Vec<u8>,
}

impl LastLayerAlgorithm {
    pub(super) fn length(&self) -> usize {
        self.turns.len() + usize::from(self.finish.is_some())
    }
}

impl LastTable {
    pub(super) fn new() -> LastTable {
        let mut table = LastTable {
            orient: vec![Vec::new(); PATTERNS],
            permute: vec![None; ARRANGEMENTS * ARRANGEMENTS],
            lengths: vec![0; LAYERS],
        };
        for (text, case) in std::iter::zip(ORIENT, OrientCase::ALL) {
            for algorithm in from_all_sides(text, Case::Orient(case)) {
                let same = &mut table.orient[TopOrientation::of(&algorithm.effect.inverse()).number()];
                if same.iter().all(|other| other.effect != algorithm.effect) {
                    same.push(algorithm);
                }
            }
        }
        let top = LastLayerAlgorithm {
            case: None,
            side: 0,
            turns: Vec::new(),
            finish: None,
            effect: Cube3::SOLVED,
            ends: None,
        };
        let algorithms = std::iter::zip(PERMUTE, PermuteCase::ALL);
        let algorithms = algorithms.flat_map(|(text, case)| from_all_sides(text, Case::Permute(case)));
        for algorithm in std::iter::once(top).chain(algorithms) {
            for quarters in 0..4 {
                let finish = Turns::from_quarters(quarters);
                let turn = finish.map(|turns| FaceTurn::new(Face::U, turns));
                let effect = turn.map_or(algorithm.effect, |turn| algorithm.effect.apply_turn(turn));
                let algorithm = LastLayerAlgorithm { finish, effect, ..algorithm.clone() };
                let entry = &mut table.permute[TopPermutation::of(&effect.inverse()).number()];
                if entry.as_ref().is_none_or(|other| algorithm.length() < other.length()) {
                    *entry = Some(algorithm);
                }
            }
        }
        table.measure();
        table
    }

    /// Fills in the length of the solution of every last layer.
    fn measure(&mut self) {
        for permutation in (0..ARRANGEMENTS * ARRANGEMENTS).filter(|&number| self.permute[number].is_some()) {
            let (corners, edges) = TopPermutation::from_number(permutation).codes();
            for pattern in 0..PATTERNS {
                let (twists, flips) = TopOrientation::from_number(pattern).codes();
                let mut codes = (Corners::SOLVED.codes(), Edges::SOLVED.codes());
                for place in 0..4 {
                    codes.0[place] = corners[place] | twists[place] << 3;
                    codes.1[place] = edges[place] | flips[place] << 4;
                }
                let cube = Cube3::new(Corners::from_codes(codes.0), Edges::from_codes(codes.1));
                let cube = cube.expect("parity, twists and flips are right");
                let inverse = cube.inverse();
                let number = number(&inverse.corners().codes(), &inverse.edges().codes());
                self.lengths[number] = self.solution(&cube, None).1 as u8;
            }
        }
    }

    /// Returns the number of turns that solve the cube with this inverse, of which only the last layer is unsolved.
    #[inline]
    pub(super) fn length(&self, corners: &[u8; 8], edges: &[u8; 12]) -> u8 {
        self.lengths[number(corners, edges)]
    }

    /// Returns the shortest solution of a cube of which only the last layer is unsolved, after a turn, and its length.
    pub(super) fn solution(&self, cube: &Cube3, last: Option<FaceTurn>) -> (LastLayerSolution<'_>, usize) {
        let pattern = TopOrientation::of(cube).number();
        if pattern == 0 {
            return self.with(None, cube, last);
        }
        let solutions = self.orient[pattern].iter().map(|orient| self.with(Some(orient), cube, last));
        solutions.min_by_key(|(_, length)| *length).expect("there is an algorithm for every pattern")
    }

    /// Returns the solution that begins with this OLL algorithm.
    fn with<'a>(
        &'a self,
        orient: Option<&'a LastLayerAlgorithm>,
        cube: &Cube3,
        last: Option<FaceTurn>,
    ) -> (LastLayerSolution<'a>, usize) {
        let oriented = orient.map_or(*cube, |algorithm| cube.compose(&algorithm.effect));
        let permute = self.permute[TopPermutation::of(&oriented).number()].as_ref();
        let permute = permute.filter(|algorithm| algorithm.length() > 0);
        let mut length = 0;
        let mut before = last;
        for algorithm in [orient, permute].into_iter().flatten() {
            let first = algorithm.ends.map(|(first, _)| first);
            length += algorithm.length() - saved(before, first);
            before = algorithm.ends.map(|(_, last)| last);
        }
        (LastLayerSolution { orient, permute }, length)
    }
}

/// Returns the number of turns saved where two adjacent turns merge.
pub(super) fn saved(before: Option<FaceTurn>, next: Option<FaceTurn>) -> usize {
    match (before, next) {
        (Some(before), Some(next)) if before.inverse() == next => 2,
        (Some(before), Some(next)) if before.face() == next.face() => 1,
        _ => 0,
    }
}

fn from_all_sides(text: &str, case: Case) -> impl Iterator<Item = LastLayerAlgorithm> {
    let turns = known(text);
    let effect = turns.iter().fold(Cube3::SOLVED, |cube, &turn| cube.apply_turn(turn));
    (0..4).map(move |side| {
        let back = Symmetry::rotation(Axis::Y, side).inverse();
        let seen = renamed(&turns, back);
        LastLayerAlgorithm {
            case: Some(case),
            side,
            turns: turns.clone(),
            finish: None,
            effect: effect.conjugated_with(&Conjugation::new(back)),
            ends: seen.first().copied().zip(seen.last().copied()),
        }
    })
}

/// Returns the number of a last layer, from the inverse of the cube.
#[inline]
fn number(corners: &[u8; 8], edges: &[u8; 12]) -> usize {
    let twists = corners[..3].iter().fold(0, |number, code| number * 3 + usize::from(code >> 3));
    let pattern = edges[..3].iter().fold(twists, |number, code| number * 2 + usize::from(code >> 4));
    TopPermutation::number_of(corners, edges) * PATTERNS + pattern
}
