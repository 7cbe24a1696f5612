//! Six searches side by side: three axes, the cube and its inverse; the shallowest always first.

use super::probe::probe;
use super::search::{Lookup, Search, Start, Watch};
use super::{LargeTables, SmallTables};
use crate::color::Color;
use crate::cube::Cube3;
use crate::geometry::{Axis, Symmetry};
use crate::moves::{Alg, FaceTurn};
use crate::stickers::Stickers;
use std::ops::ControlFlow;

/// A solution, and what is known about it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Outcome {
    /// The turns.
    pub solution: Alg,
    /// Whether no shorter one exists; otherwise that is not known.
    pub is_shortest: bool,
}

/// Either kind of tables.
#[derive(Clone, Debug)]
pub enum Tables {
    /// Made in a tenth of a second.
    Small(SmallTables),
    /// Made in some seconds, several times faster.
    Large(LargeTables),
}

/// Solves 3x3 cubes in few moves.
#[derive(Copy, Clone, Debug)]
pub struct TwoPhaseSolver<'tables> {
    tables: &'tables Tables,
}

/// The longest solution looked for at first: any cube is solved in 20, and the first find is rarely over 22.
const LONGEST: usize = 30;

/// Phase 1 never needs more than 12 turns; longer ones are tried only to use the time that is given.
const LONGEST_PHASE1: usize = 20;

/// One way to look at the cube: along an axis, and maybe inverted.
struct Look {
    rotation: Symmetry,
    inverted: bool,
    start: Start,
}

impl Look {
    /// The turns for the cube itself from those the search found.
    fn solution(&self, turns: &[FaceTurn]) -> Vec<FaceTurn> {
        let back = self.rotation.inverse();
        let named = turns.iter().map(|&turn| FaceTurn::new(back.face(turn.face()), turn.turns()));
        if self.inverted { named.rev().map(FaceTurn::inverse).collect() } else { named.collect() }
    }
}

/// The best solution so far, and whether anybody wants a better one.
struct Best<'a> {
    look: Option<&'a Look>,
    solution: Option<Vec<FaceTurn>>,
    content_with: Option<usize>,
    go_on: &'a mut dyn FnMut(Option<&[FaceTurn]>) -> ControlFlow<()>,
}

impl Watch for Best<'_> {
    fn limit(&self) -> usize {
        self.solution.as_ref().map_or(LONGEST, |best| best.len().saturating_sub(1))
    }

    fn found(&mut self, turns: &[FaceTurn]) -> ControlFlow<()> {
        let Some(look) = self.look else { return ControlFlow::Continue(()) };
        let solution = self.solution.insert(look.solution(turns));
        if self.content_with.is_some_and(|length| solution.len() <= length) {
            return ControlFlow::Break(());
        }
        (self.go_on)(Some(solution))
    }

    fn tick(&mut self) -> ControlFlow<()> {
        (self.go_on)(self.solution.as_deref())
    }
}

impl<'tables> TwoPhaseSolver<'tables> {
    /// With these tables.
    pub fn new(tables: &'tables Tables) -> TwoPhaseSolver<'tables> {
        TwoPhaseSolver { tables }
    }

    /// The best solution found until `go_on` breaks off, or until one of at most `content_with` moves is found. `go_on` is
    /// asked every few microseconds and told of the best solution so far; it should not break off before there is one.
    /// The solution was applied to the cube and solves it.
    pub fn solve(
        &self,
        cube: &Cube3,
        content_with: Option<usize>,
        go_on: &mut dyn FnMut(Option<&[FaceTurn]>) -> ControlFlow<()>,
    ) -> Option<Outcome> {
        let (turns, is_shortest) = match self.tables {
            Tables::Small(tables) => solve(tables, cube, content_with, go_on),
            Tables::Large(tables) => solve(tables, cube, content_with, go_on),
        }?;
        let end = turns.iter().fold(*cube, |cube, &turn| cube.turned(turn));
        assert!(end.is_solved(), "a solution that does not solve is a mistake of this program");
        Some(Outcome { solution: turns.into_iter().collect(), is_shortest })
    }

    /// The first solution of at most this many moves; none if the search, which is not endless but long, finds none.
    pub fn solve_within(&self, cube: &Cube3, moves: usize) -> Option<Alg> {
        let outcome = self.solve(cube, Some(moves), &mut |_| ControlFlow::Continue(()))?;
        (outcome.solution.len() <= moves).then_some(outcome.solution)
    }
}

impl TwoPhaseSolver<'_> {
    /// Moves that make these stickers from a solved cube, white up, green front: at most so many turns, and the rotation in
    /// which the cube is held. None if the stickers are no real cube of the usual colour scheme.
    pub fn moves_making(&self, stickers: &Stickers<Color>, most: usize) -> Option<Alg> {
        let held = stickers.orientation()?;
        let cube = Cube3::try_from(stickers).ok()?.under(held.inverse());
        Some(self.solve_within(&cube, most)?.inverse().then(&Alg::of_rotation(held)?))
    }
}

fn solve(
    tables: &impl Lookup,
    cube: &Cube3,
    content_with: Option<usize>,
    go_on: &mut dyn FnMut(Option<&[FaceTurn]>) -> ControlFlow<()>,
) -> Option<(Vec<FaceTurn>, bool)> {
    let looks = looks(tables, cube);
    // The cube itself along each axis comes before its inverse.
    let starts = [looks[0].start, looks[2].start, looks[4].start];
    if let Some(shortest) = probe(tables, cube, starts) {
        return Some((shortest, true));
    }
    short_solution(tables, &looks, content_with, go_on).map(|solution| (solution, false))
}

fn short_solution(
    tables: &impl Lookup,
    looks: &[Look],
    content_with: Option<usize>,
    go_on: &mut dyn FnMut(Option<&[FaceTurn]>) -> ControlFlow<()>,
) -> Option<Vec<FaceTurn>> {
    let mut best = Best { look: None, solution: None, content_with, go_on };
    for length in 0..=LONGEST_PHASE1 {
        for look in looks.iter().filter(|look| length >= look.start.distance as usize) {
            // Every solution of this many turns in phase 1 would be as long as the best one.
            if length > best.limit() {
                return best.solution;
            }
            best.look = Some(look);
            if Search::new(tables, &mut best).run(&look.start, length).is_break() {
                return best.solution;
            }
        }
    }
    best.solution
}

fn looks(tables: &impl Lookup, cube: &Cube3) -> Vec<Look> {
    let both = [(*cube, false), (cube.inverse(), true)];
    let seen = axis_rotations()
        .into_iter()
        .flat_map(|rotation| both.map(|(cube, inverted)| (rotation, cube, inverted)));
    seen.map(|(rotation, cube, inverted)| Look {
        rotation,
        inverted,
        start: Start::new(tables, &cube.under(rotation)),
    })
    .collect()
}

/// Three rotations that bring each of the axes to U-D: about the diagonal from URF to DBL.
pub(super) fn axis_rotations() -> [Symmetry; 3] {
    let once = Symmetry::rotation(Axis::Y, 1).then(Symmetry::rotation(Axis::X, 1));
    [Symmetry::IDENTITY, once, once.then(once)]
}
