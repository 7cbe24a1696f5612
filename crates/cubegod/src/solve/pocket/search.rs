//! Solver of the 2x2 with restricted faces, an exact orientation, or all optimal solutions.

use super::coordinates::{Orientation, Pattern, TURNS};
use super::solution::PocketSolution;
use super::table::PocketTable;
use crate::cancellation::{Cancellation, Cancelled, uncancelled};
use crate::cube::{Corner, Cube2};
use crate::geometry::{Face, Symmetry};
use crate::moves::{EndConstraints, FaceSet, FaceTurn};
use crate::solve::BuildOptions;
use std::ops::ControlFlow;

/// The goal of a solution; by default any orientation with all faces.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Goal {
    /// Whether the solved cube must be white up, green front; if not, any orientation is allowed.
    pub exact: bool,
    /// The faces that may be turned.
    pub faces: FaceSet,
}

impl Default for Goal {
    fn default() -> Goal {
        Goal { exact: false, faces: FaceSet::ALL }
    }
}

impl Goal {
    /// Returns the default goal.
    pub fn new() -> Goal {
        Goal::default()
    }

    /// Requires white up and green in front, or allows any orientation.
    #[must_use]
    pub fn exact(self, exact: bool) -> Goal {
        Goal { exact, ..self }
    }

    /// Allows only turns of these faces.
    #[must_use]
    pub fn faces(self, faces: FaceSet) -> Goal {
        Goal { faces, ..self }
    }
}

/// Solves 2x2 cubes for one goal.
///
/// # Examples
///
/// ```
/// use cubegod::Cube2;
/// use cubegod::solve::pocket::{Goal, PocketSolver, PocketTable};
///
/// let table = PocketTable::half_turns();
/// let solver = PocketSolver::new(&table, Goal::new().exact(true));
/// let cube = Cube2::SOLVED.apply(&"R U F2".parse()?)?;
/// assert_eq!(solver.distance(&cube), Some(3));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PocketSolver<'table> {
    table: &'table PocketTable,
    goal: Goal,
    strategy: Strategy<'table>,
}

/// The search algorithm.
#[derive(Clone, Debug)]
enum Strategy<'table> {
    /// Any orientation, all faces: the piece DBL is fixed.
    FixedPiece,
    /// Faces around one corner, so that the opposite corner is fixed: uses a table for as many faces.
    FixedCorner(FixedCorner<'table>),
    /// Faces on both sides of the cube: every turn has two variants, one of which changes the orientation.
    BothSides,
}

#[derive(Clone, Debug)]
struct FixedCorner<'table> {
    corner: Corner,
    /// The rotation that brings the fixed corner to DBL and the faces to the first of U, R and F.
    rotation: Symmetry,
    table: &'table PocketTable,
}

/// What a search does with each solution, and what cancels it.
struct Visitor<'a> {
    visit: &'a mut dyn FnMut(&PocketSolution) -> ControlFlow<()>,
    cancellation: &'a Cancellation,
}

impl Visitor<'_> {
    /// Breaks if the search is cancelled. Near its end, a search is too short to check.
    fn check(&self, remaining: u8) -> ControlFlow<()> {
        if remaining > 3 && self.cancellation.is_cancelled() {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

/// A pattern to be solved with its piece DBL fixed, and the turn of the cube for each turn of the pattern.
struct PatternSearch<'a> {
    table: &'a PocketTable,
    pattern: Pattern,
    turns: [FaceTurn; TURNS],
}

impl<'table> PocketSolver<'table> {
    /// Creates a solver for one goal. One face, or two adjacent ones such as `UR`, need a table of their own, which is built by
    /// the first solver that needs it and kept with the given one.
    pub fn new(table: &'table PocketTable, goal: Goal) -> PocketSolver<'table> {
        uncancelled(|token| PocketSolver::new_with(table, goal, &BuildOptions::new().cancellation(token)))
    }

    /// Like [`PocketSolver::new`], unless the build of a table is cancelled.
    ///
    /// # Errors
    ///
    /// Fails if the token of the options is cancelled first.
    pub fn new_with(
        table: &'table PocketTable,
        goal: Goal,
        options: &BuildOptions<'_>,
    ) -> Result<PocketSolver<'table>, Cancelled> {
        let strategy = match Corner::fixed_by(goal.faces) {
            Some(corner) => Strategy::FixedCorner(FixedCorner::new(corner, goal.faces, table, options)?),
            None if goal == Goal::default() => Strategy::FixedPiece,
            None => Strategy::BothSides,
        };
        Ok(PocketSolver { table, goal, strategy })
    }

    /// Returns the distance, or `None` if these faces do not solve the cube.
    pub fn distance(&self, cube: &Cube2) -> Option<u8> {
        if self.goal == Goal::default() {
            return Some(self.table.distance(cube));
        }
        self.solve(cube).map(|solution| solution.iter().map(|turn| self.table.cost(turn.turns())).sum())
    }

    /// Returns an optimal solution, or `None` if these faces do not solve the cube.
    pub fn solve(&self, cube: &Cube2) -> Option<PocketSolution> {
        uncancelled(|token| self.solve_with(cube, token))
    }

    /// Like [`PocketSolver::solve`], unless the search is cancelled.
    ///
    /// # Errors
    ///
    /// Fails if the token is cancelled first.
    pub fn solve_with(
        &self,
        cube: &Cube2,
        cancellation: &Cancellation,
    ) -> Result<Option<PocketSolution>, Cancelled> {
        let solution = match &self.strategy {
            Strategy::FixedPiece => Some(self.table.solve(cube)),
            Strategy::BothSides if self.goal.faces == FaceSet::ALL => Some(self.table.solve_exact(cube)),
            _ => {
                let mut first = None;
                self.each_shortest_with(cube, cancellation, |solution| {
                    first = Some(*solution);
                    ControlFlow::Break(())
                })?;
                first
            }
        };
        debug_assert!(solution.is_none_or(|solution| self.is_reached(cube, &solution)));
        Ok(solution)
    }

    /// Whether a sequence reaches the goal.
    pub fn is_reached(&self, cube: &Cube2, solution: &[FaceTurn]) -> bool {
        let end = solution.iter().fold(*cube, |cube, &turn| cube.apply_turn(turn));
        let allowed = solution.iter().all(|turn| self.goal.faces.contains(turn.face()));
        allowed && if self.goal.exact { end == Cube2::SOLVED } else { end.is_solved() }
    }

    /// Returns the number of shortest solutions that [`PocketSolver::each_shortest`] visits.
    pub fn count_shortest(&self, cube: &Cube2) -> u64 {
        let mut count = 0;
        self.each_shortest(cube, |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// Visits every shortest solution once, until the visitor breaks.
    ///
    /// Sequences that differ only in the order of turns of opposite faces count as one. With any orientation and all faces, every
    /// turn could be replaced by one of the opposite face; only the sequences that keep the piece DBL fixed are visited, because
    /// the others differ from them only in the orientation.
    pub fn each_shortest(&self, cube: &Cube2, mut visit: impl FnMut(&PocketSolution) -> ControlFlow<()>) {
        uncancelled(|token| self.each_shortest_with(cube, token, &mut visit));
    }

    /// Like [`PocketSolver::each_shortest`], unless the search is cancelled.
    ///
    /// # Errors
    ///
    /// Fails if the token is cancelled first.
    pub fn each_shortest_with(
        &self,
        cube: &Cube2,
        cancellation: &Cancellation,
        mut visit: impl FnMut(&PocketSolution) -> ControlFlow<()>,
    ) -> Result<(), Cancelled> {
        let mut was_stopped = false;
        let mut visit = |solution: &PocketSolution| {
            let flow = visit(solution);
            was_stopped = flow.is_break();
            flow
        };
        let visitor = &mut Visitor { visit: &mut visit, cancellation };
        let flow = match &self.strategy {
            Strategy::FixedPiece => {
                let (pattern, orientation) = self.table.orientations.split(cube);
                let turns = std::array::from_fn(|turn| orientation.direct_turn(turn));
                PatternSearch { table: self.table, pattern, turns }.each_shortest(visitor)
            }
            Strategy::FixedCorner(corner) => match corner.start(cube, self.goal.exact) {
                Some(start) => start.each_shortest(visitor),
                None => ControlFlow::Continue(()),
            },
            Strategy::BothSides => self.each_with_orientations(cube, visitor),
        };
        // The visitor may have stopped the search itself.
        if flow.is_break() && !was_stopped { Err(Cancelled) } else { Ok(()) }
    }

    /// Returns an optimal solution with these ends that leaves the cube white up, green front. `None` if the faces cannot
    /// solve the cube that way: an axis is missing, or a corner that none of them turns is not solved.
    ///
    /// With faces on both sides of the cube there always is one: `R L'` is a rotation of the whole cube, so `U` can be
    /// written as `R L' B R' L`.
    pub(super) fn solve_with_ends(
        table: &'table PocketTable,
        cube: &Cube2,
        faces: FaceSet,
        ends: EndConstraints,
    ) -> Option<PocketSolution> {
        if !faces.covers_all_axes() || Corner::fixed_by(faces).is_some_and(|corner| !cube.is_home(corner)) {
            return None;
        }
        let solver =
            PocketSolver { table, goal: Goal::new().exact(true).faces(faces), strategy: Strategy::BothSides };
        solver.search_with_ends(cube, ends)
    }

    fn search_with_ends(&self, cube: &Cube2, ends: EndConstraints) -> Option<PocketSolution> {
        let (pattern, orientation) = self.table.orientations.split(cube);
        let mut found = None;
        let mut visit = |solution: &PocketSolution| {
            if !ends.allow(solution) {
                return ControlFlow::Continue(());
            }
            found = Some(*solution);
            ControlFlow::Break(())
        };
        let mut length = self.table.distance_of(pattern);
        let visitor = &mut Visitor { visit: &mut visit, cancellation: Cancellation::never() };
        while self
            .descend(pattern, orientation, length, &mut PocketSolution::EMPTY.clone(), visitor)
            .is_continue()
        {
            length += 1;
        }
        found
    }

    fn each_with_orientations(&self, cube: &Cube2, visitor: &mut Visitor<'_>) -> ControlFlow<()> {
        let (pattern, orientation) = self.table.orientations.split(cube);
        let mut found = false;
        let mut length = self.table.distance_of(pattern);
        // Two opposite faces reach only sixteen cubes, each in two turns; any larger set without a fixed corner reaches all.
        let longest =
            if self.goal.faces.len() > 2 { u8::MAX } else { 2 * self.table.cost(crate::moves::Turns::Half) };
        while !found && length <= longest {
            let mut visit = |solution: &PocketSolution| {
                found = true;
                (visitor.visit)(solution)
            };
            let visitor = &mut Visitor { visit: &mut visit, cancellation: visitor.cancellation };
            self.descend(pattern, orientation, length, &mut PocketSolution::EMPTY.clone(), visitor)?;
            length += 1;
        }
        ControlFlow::Continue(())
    }

    fn descend(
        &self,
        pattern: Pattern,
        orientation: Orientation,
        remaining: u8,
        path: &mut PocketSolution,
        visitor: &mut Visitor<'_>,
    ) -> ControlFlow<()> {
        if remaining == 0 {
            // Only solved patterns have distance 0.
            return if !self.goal.exact || orientation == Orientation::HOME {
                (visitor.visit)(path)
            } else {
                ControlFlow::Continue(())
            };
        }
        visitor.check(remaining)?;
        for turn in 0..TURNS {
            let cost = self.table.turn_cost(turn);
            let turned = self.table.moves.apply(pattern, turn);
            if cost > remaining || self.table.distance_of(turned) > remaining - cost {
                continue;
            }
            for (real, orientation) in [
                (orientation.direct_turn(turn), orientation),
                (orientation.opposite_turn(turn), orientation.after_opposite_turn(turn)),
            ] {
                if self.goal.faces.contains(real.face())
                    && path.last().is_none_or(|last| real.may_follow(*last))
                {
                    path.push(real);
                    self.descend(turned, orientation, remaining - cost, path, visitor)?;
                    path.pop();
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl<'table> FixedCorner<'table> {
    fn new(
        corner: Corner,
        faces: FaceSet,
        table: &'table PocketTable,
        options: &BuildOptions<'_>,
    ) -> Result<FixedCorner<'table>, Cancelled> {
        // So that equivalent faces share a table.
        let first_faces = &[Face::U, Face::R, Face::F][..faces.len()];
        let is_standard = |rotation: &Symmetry| {
            let mut images = faces.iter().map(|face| rotation.face(face));
            images.all(|face| first_faces.contains(&face))
                && corner.faces().iter().all(|&face| Corner::DBL.faces().contains(&rotation.face(face)))
        };
        let rotation =
            Symmetry::ROTATIONS.into_iter().find(is_standard).expect("a rotation brings any corner to DBL");
        Ok(FixedCorner { corner, rotation, table: table.with_first_faces(first_faces, options)? })
    }

    /// Returns the search for a cube; `None` if the goal is exact and the fixed corner is not solved.
    fn start(&self, cube: &Cube2, exact: bool) -> Option<PatternSearch<'_>> {
        if exact && !cube.is_home(self.corner) {
            return None;
        }
        // Name the piece at the fixed corner DBL, and the others relative to it.
        let turned = cube.rotated(self.rotation);
        let relative = Symmetry::ROTATIONS
            .iter()
            .map(|&rotation| Cube2::solved_held(rotation).compose(&turned))
            .find(|cube| cube.is_home(Corner::DBL))?;
        let inverse = self.rotation.inverse();
        let turns = std::array::from_fn(|turn| {
            let turn = FaceTurn::ALL[turn];
            FaceTurn::new(inverse.face(turn.face()), turn.turns())
        });
        Some(PatternSearch { table: self.table, pattern: self.table.orientations.split(&relative).0, turns })
    }
}

impl PatternSearch<'_> {
    fn each_shortest(&self, visitor: &mut Visitor<'_>) -> ControlFlow<()> {
        match self.table.reachable_distance(self.pattern) {
            Some(distance) => {
                self.descend(self.pattern, distance, &mut PocketSolution::EMPTY.clone(), visitor)
            }
            None => ControlFlow::Continue(()),
        }
    }

    fn descend(
        &self,
        pattern: Pattern,
        remaining: u8,
        path: &mut PocketSolution,
        visitor: &mut Visitor<'_>,
    ) -> ControlFlow<()> {
        if remaining == 0 {
            return (visitor.visit)(path);
        }
        visitor.check(remaining)?;
        for turn in self.table.turns() {
            let cost = self.table.turn_cost(turn);
            let turned = self.table.moves.apply(pattern, turn);
            let closer = cost <= remaining && self.table.reachable_distance(turned) == Some(remaining - cost);
            // In the quarter-turn metric, R R is found as R2.
            if closer && path.last().is_none_or(|last| last.face() != self.turns[turn].face()) {
                path.push(self.turns[turn]);
                self.descend(turned, remaining - cost, path, visitor)?;
                path.pop();
            }
        }
        ControlFlow::Continue(())
    }
}
