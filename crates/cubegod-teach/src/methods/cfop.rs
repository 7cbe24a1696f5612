//! CFOP: the 3x3 as speedcubers solve it, by cross, pairs and two algorithms for the last layer.
//!
//! The cross is optimal. Each corner of the first layer is solved together with the edge above it. Then one of 57
//! algorithms orients the last layer (OLL), and one of 21 permutes it (PLL); a search found all of them. Every step is one
//! that a person can follow. A beam search over crosses and pairs makes the
//! solution short.

mod case;
mod cases;
mod cross;
#[cfg(test)]
mod generate;
mod last;
mod pairs;
mod search;
mod solution;
#[cfg(test)]
mod tests;

pub use super::hold::{Hold, Piece};
pub use case::{Case, OrientCase, PermuteCase, Shape};
pub use solution::{Stage, Step};

use super::hold::{CORNERS, CROSS, Frame, MIDDLE};
use super::solution::Solution;
use cubegod::cube::Cube3;
use cubegod::geometry::{Axis, Face, Symmetry};
use cubegod::moves::{Alg, FaceTurn, Move, Turns};
use last::LastLayerAlgorithm;
use search::{CfopTables, ChosenPair, SearchResult};

/// A solution by CFOP.
pub type CfopSolution = Solution<Step>;

/// The CFOP solver with its tables.
///
/// # Examples
///
/// ```
/// use cubegod_teach::methods::cfop::CfopSolver;
/// use cubegod::{Alg, Cube3};
///
/// let cube = Cube3::SOLVED.apply(&"R U F2 D' L B'".parse::<Alg>().unwrap()).unwrap();
/// let solution = CfopSolver::new().solve(&cube);
/// assert!(cube.apply(&solution.alg()).unwrap().is_solved());
/// ```
#[derive(Debug)]
pub struct CfopSolver {
    tables: CfopTables,
    /// For each face, the rotation that brings it to the bottom.
    frames: [Frame; 6],
    /// For each face, the four orientations with that face at the bottom.
    sides: [[Side; 4]; 6],
}

/// An orientation of the cube.
#[derive(Debug)]
struct Side {
    hold: Hold,
    /// The rotation from the given orientation.
    entry: Alg,
    /// The name of each turn in the given orientation.
    given: [FaceTurn; FaceTurn::COUNT],
}

impl Side {
    fn new(rotation: Symmetry) -> Side {
        let back = rotation.inverse();
        let given = |turn: FaceTurn| FaceTurn::new(back.face(turn.face()), turn.turns());
        Side {
            hold: Hold::of(rotation),
            entry: Alg::of_rotation(rotation).unwrap_or_default(),
            given: FaceTurn::ALL.map(given),
        }
    }
}

impl CfopSolver {
    /// Builds the tables, in less than a tenth of a second.
    pub fn new() -> CfopSolver {
        let frames = Face::ALL.map(Frame::new);
        let sides = Face::ALL.map(|first| {
            let side = |side| frames[first.index()].rotation.compose(Symmetry::rotation(Axis::Y, side));
            [0, 1, 2, 3].map(|number| Side::new(side(number)))
        });
        CfopSolver { tables: CfopTables::new(), frames, sides }
    }

    /// Solves a cube, beginning with the layer of the face U, which is white in the standard colours.
    ///
    /// # Panics
    ///
    /// Panics if the solution does not solve the cube, which would be a bug.
    pub fn solve(&self, cube: &Cube3) -> CfopSolution {
        self.solve_beginning_with(cube, Face::U)
    }

    /// Solves a cube, beginning with the layer of this face's centre.
    ///
    /// # Panics
    ///
    /// Panics if the solution does not solve the cube, which would be a bug.
    pub fn solve_beginning_with(&self, cube: &Cube3, first: Face) -> CfopSolution {
        let frame = &self.frames[first.index()];
        let held = cube.conjugated_with(&frame.names);
        let found = self.tables.solve(&held);
        let mut collector =
            StepCollector { frame, sides: &self.sides[first.index()], side: None, steps: Vec::new() };
        collector.collect(&held, &found);
        let solution = Solution::new(collector.steps);
        let end = solution.turns.iter().fold(*cube, |cube, &turn| cube.apply_turn(turn));
        assert!(end.is_solved(), "the steps solve {cube:?}");
        solution
    }
}

impl Default for CfopSolver {
    fn default() -> CfopSolver {
        CfopSolver::new()
    }
}

/// Collects steps, with pieces and turns named in the given orientation.
struct StepCollector<'a> {
    frame: &'a Frame,
    sides: &'a [Side; 4],
    /// The current orientation; none for the given one.
    side: Option<usize>,
    steps: Vec<Step>,
}

/// The turns of a step, in the orientation of that step.
struct Turned<'a> {
    side: usize,
    adjust: Option<Turns>,
    algorithm: &'a [FaceTurn],
    finish: Option<Turns>,
}

impl StepCollector<'_> {
    fn collect(&mut self, cube: &Cube3, found: &SearchResult<'_>) {
        self.cross(cube, &found.cross);
        let mut free = found.free;
        for chosen in &found.pairs {
            self.pair(chosen, free);
            free = chosen.free;
        }
        if let Some(algorithm) = found.last_layer.orient {
            self.last_layer(Stage::Orient, algorithm);
        }
        if let Some(algorithm) = found.last_layer.permute {
            self.last_layer(Stage::Permute, algorithm);
        }
    }

    /// Splits the cross into steps, each ending where one more edge is solved for good.
    fn cross(&mut self, cube: &Cube3, turns: &[FaceTurn]) {
        // For each edge, the number of turns after which it is solved for good.
        let mut settled = [0; 4];
        let mut now = *cube;
        for count in 0..=turns.len() {
            let edges = now.edges().codes();
            for (number, edge) in CROSS.iter().enumerate() {
                if usize::from(edges[edge.index()]) != edge.index() {
                    settled[number] = count + 1;
                }
            }
            turns.get(count).into_iter().for_each(|&turn| now = now.apply_turn(turn));
        }
        let mut begin = 0;
        for end in 1..=turns.len() {
            let edges = CROSS.into_iter().zip(settled).filter(|&(_, settled)| settled == end);
            let pieces: Vec<Piece> =
                edges.map(|(edge, _)| self.frame.given_name(Piece::Edge(edge))).collect();
            if pieces.is_empty() {
                continue;
            }
            let turned = Turned { side: 0, adjust: None, algorithm: &turns[begin..end], finish: None };
            self.step(Stage::Cross, pieces, None, turned);
            begin = end;
        }
    }

    /// Adds the step of a pair; `free` are the slots whose pairs were unsolved before.
    fn pair(&mut self, chosen: &ChosenPair<'_>, free: u8) {
        let newly_solved = free & !chosen.free;
        let slots = std::iter::once(chosen.slot)
            .chain((0..4).filter(|&slot| slot != chosen.slot && newly_solved >> slot & 1 == 1));
        let pieces = slots.flat_map(|slot| [Piece::Corner(CORNERS[slot]), Piece::Edge(MIDDLE[slot])]);
        let pieces = pieces.map(|piece| self.frame.given_name(piece)).collect();
        let (adjust, algorithm) = match chosen.algorithm.turns.split_first() {
            Some((first, rest)) if first.face() == Face::U => (Some(first.turns()), rest),
            _ => (None, &chosen.algorithm.turns[..]),
        };
        let turned = Turned { side: chosen.slot, adjust, algorithm, finish: None };
        self.step(Stage::Pairs, pieces, None, turned);
    }

    fn last_layer(&mut self, stage: Stage, algorithm: &LastLayerAlgorithm) {
        // The top layer is turned from any side.
        let is_turned_only = algorithm.turns.is_empty();
        let side = self.side.filter(|_| is_turned_only).unwrap_or(usize::from(algorithm.side));
        let (adjust, finish) =
            if is_turned_only { (algorithm.finish, None) } else { (None, algorithm.finish) };
        let turned = Turned { side, adjust, algorithm: &algorithm.turns, finish };
        self.step(stage, Vec::new(), algorithm.case, turned);
    }

    fn step(&mut self, stage: Stage, pieces: Vec<Piece>, case: Option<Case>, turned: Turned<'_>) {
        let Turned { side, adjust, algorithm, finish } = turned;
        let Side { hold, entry, given } = &self.sides[side];
        let top = |turns: Option<Turns>| turns.map(|turns| FaceTurn::new(Face::U, turns));
        let turns = || top(adjust).into_iter().chain(algorithm.iter().copied()).chain(top(finish));
        let mut moves = Vec::with_capacity(algorithm.len() + 4);
        match self.side {
            None => moves.extend(entry),
            Some(before) => {
                let quarters = (side + 4 - before) as i64;
                moves.extend(Turns::from_quarters(quarters).map(|turns| Move::rotation(Axis::Y, turns)));
            }
        }
        moves.extend(turns().map(Move::from));
        self.side = Some(side);
        self.steps.push(Step {
            stage,
            pieces,
            hold: *hold,
            alg: Alg::new(moves),
            adjust,
            algorithm: algorithm.iter().copied().collect(),
            case,
            finish,
            turns: turns().map(|turn| given[turn.index()]).collect(),
        });
    }
}
