//! Every kind of pocket question: some faces only, an exact orientation, all shortest solutions.

use super::coordinates::{Hold, Pattern, TURNS};
use super::solution::PocketSolution;
use super::table::PocketTable;
use crate::cube::{Corner, Cube2};
use crate::geometry::Symmetry;
use crate::moves::{Ends, FaceSet, FaceTurn};
use std::ops::ControlFlow;

/// What counts as a solution.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Goal {
    /// Whether the solved cube must be white up, green front, and not just every face of one colour.
    pub exact: bool,
    /// The faces that may be turned.
    pub faces: FaceSet,
}

impl Default for Goal {
    fn default() -> Goal {
        Goal { exact: false, faces: FaceSet::ALL }
    }
}

/// Answers questions about pocket cubes for one goal.
#[derive(Clone, Debug)]
pub struct PocketSolver<'table> {
    table: &'table PocketTable,
    goal: Goal,
    way: Way,
}

/// How solutions are looked for.
#[derive(Clone, Debug)]
enum Way {
    /// Any orientation, all faces: the piece DBL stays where it is, wherever that is.
    PieceStays,
    /// Only faces around one corner, so that the opposite corner stays: a table for them alone.
    CornerStays(Box<CornerStays>),
    /// Faces on both sides of the cube: every turn is made near or far, and the hold changes.
    HoldsChange,
}

#[derive(Clone, Debug)]
struct CornerStays {
    corner: Corner,
    /// Brings the corner that stays to DBL.
    rotation: Symmetry,
    table: PocketTable,
}

/// A pattern to be solved with its corner DBL at rest, and what each of the nine turns is in the hand.
struct Start<'a> {
    table: &'a PocketTable,
    pattern: Pattern,
    turns: [FaceTurn; TURNS],
}

impl<'table> PocketSolver<'table> {
    /// For one goal. Faces around one corner, such as `UR`, get a table of their own, which takes as long as the first.
    pub fn new(table: &'table PocketTable, goal: Goal) -> PocketSolver<'table> {
        let way = match Corner::fixed_by(goal.faces) {
            Some(corner) => Way::CornerStays(Box::new(CornerStays::new(corner, goal.faces, table))),
            None if goal == Goal::default() => Way::PieceStays,
            None => Way::HoldsChange,
        };
        PocketSolver { table, goal, way }
    }

    /// The fewest turns; none if these faces can't solve it.
    pub fn distance(&self, cube: &Cube2) -> Option<u8> {
        if self.goal == Goal::default() {
            return Some(self.table.distance(cube));
        }
        self.solve(cube).map(|solution| solution.iter().map(|turn| self.table.price(turn.turns())).sum())
    }

    /// A shortest solution; none if these faces can't solve it.
    pub fn solve(&self, cube: &Cube2) -> Option<PocketSolution> {
        let solution = match &self.way {
            Way::PieceStays => Some(self.table.solve(cube)),
            Way::HoldsChange if self.goal.faces == FaceSet::ALL => Some(self.table.solve_exact(cube)),
            _ => {
                let mut first = None;
                self.each_shortest(cube, |solution| {
                    first = Some(*solution);
                    ControlFlow::Break(())
                });
                first
            }
        };
        debug_assert!(solution.is_none_or(|solution| self.is_reached(cube, &solution)));
        solution
    }

    /// Whether a sequence solves a cube as the goal asks.
    pub fn is_reached(&self, cube: &Cube2, solution: &[FaceTurn]) -> bool {
        let end = solution.iter().fold(*cube, |cube, &turn| cube.apply_turn(turn));
        let allowed = solution.iter().all(|turn| self.goal.faces.contains(turn.face()));
        allowed && if self.goal.exact { end == Cube2::SOLVED } else { end.is_solved() }
    }

    /// How many shortest solutions there are, as [`PocketSolver::each_shortest`] lists them.
    pub fn count_shortest(&self, cube: &Cube2) -> u64 {
        let mut count = 0;
        self.each_shortest(cube, |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// Visits every shortest solution once, until the visitor breaks off.
    ///
    /// Sequences that differ only in the order of turns of opposite faces count as one. When any orientation will do and
    /// all faces may be turned, every turn could also be made with the opposite face; only the sequences that leave the
    /// piece DBL where it is are listed, as the others differ from them in nothing but how the cube is held.
    pub fn each_shortest(&self, cube: &Cube2, mut visit: impl FnMut(&PocketSolution) -> ControlFlow<()>) {
        match &self.way {
            Way::PieceStays => {
                let (pattern, hold) = self.table.holds.split(cube);
                let turns = std::array::from_fn(|turn| hold.near(turn));
                let _ = Start { table: self.table, pattern, turns }.each_shortest(&mut visit);
            }
            Way::CornerStays(corner) => {
                if let Some(start) = corner.start(cube, self.goal.exact) {
                    let _ = start.each_shortest(&mut visit);
                }
            }
            Way::HoldsChange => self.each_with_holds(cube, &mut visit),
        }
    }

    /// Returns a shortest solution with such ends that leaves the cube white up, green front. `None` if the faces cannot
    /// solve the cube that way: an axis is missing, or a corner that none of them turns is not at home.
    ///
    /// With faces on both sides of the cube there always is one: `R L'` is a rotation of the whole cube, so `U` can be
    /// written as `R L' B R' L`.
    pub(super) fn solve_with_ends(
        table: &'table PocketTable,
        cube: &Cube2,
        faces: FaceSet,
        ends: Ends,
    ) -> Option<PocketSolution> {
        if !faces.covers_all_axes() || Corner::fixed_by(faces).is_some_and(|corner| !cube.is_home(corner)) {
            return None;
        }
        // No table of its own for faces around one corner: that would take longer than this search.
        let solver = PocketSolver { table, goal: Goal { exact: true, faces }, way: Way::HoldsChange };
        solver.search_with_ends(cube, ends)
    }

    fn search_with_ends(&self, cube: &Cube2, ends: Ends) -> Option<PocketSolution> {
        let (pattern, hold) = self.table.holds.split(cube);
        let mut found = None;
        let mut visit = |solution: &PocketSolution| {
            if !ends.allow(solution) {
                return ControlFlow::Continue(());
            }
            found = Some(*solution);
            ControlFlow::Break(())
        };
        let mut length = self.table.distance_of(pattern);
        while self
            .descend(pattern, hold, length, &mut PocketSolution::EMPTY.clone(), &mut visit)
            .is_continue()
        {
            length += 1;
        }
        found
    }

    fn each_with_holds(&self, cube: &Cube2, visit: &mut dyn FnMut(&PocketSolution) -> ControlFlow<()>) {
        let (pattern, hold) = self.table.holds.split(cube);
        let mut found = false;
        let mut length = self.table.distance_of(pattern);
        // Two opposite faces alone reach only sixteen cubes, each in two turns; every larger set that comes here
        // reaches all.
        let longest =
            if self.goal.faces.len() > 2 { u8::MAX } else { 2 * self.table.price(crate::moves::Turns::Half) };
        while !found && length <= longest {
            let mut visit = |solution: &PocketSolution| {
                found = true;
                visit(solution)
            };
            let _ = self.descend(pattern, hold, length, &mut PocketSolution::EMPTY.clone(), &mut visit);
            length += 1;
        }
    }

    fn descend(
        &self,
        pattern: Pattern,
        hold: Hold,
        remaining: u8,
        path: &mut PocketSolution,
        visit: &mut dyn FnMut(&PocketSolution) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if remaining == 0 {
            // The table left only solved patterns here.
            return if !self.goal.exact || hold == Hold::HOME {
                visit(path)
            } else {
                ControlFlow::Continue(())
            };
        }
        for turn in 0..TURNS {
            let price = self.table.turn_price(turn);
            let turned = self.table.moves.turned(pattern, turn);
            if price > remaining || self.table.distance_of(turned) > remaining - price {
                continue;
            }
            for (real, hold) in [(hold.near(turn), hold), (hold.far(turn), hold.after_far(turn))] {
                if self.goal.faces.contains(real.face())
                    && path.last().is_none_or(|last| real.may_follow(*last))
                {
                    path.push(real);
                    self.descend(turned, hold, remaining - price, path, visit)?;
                    path.pop();
                }
            }
        }
        ControlFlow::Continue(())
    }
}

impl CornerStays {
    fn new(corner: Corner, faces: FaceSet, table: &PocketTable) -> CornerStays {
        let is_home = |rotation: &Symmetry| {
            corner.faces().iter().zip(Corner::DBL.faces()).all(|(&face, home)| rotation.face(face) == home)
        };
        let rotation =
            *Symmetry::ROTATIONS.iter().find(|r| is_home(r)).expect("a rotation brings any corner to DBL");
        let faces: FaceSet = faces.iter().map(|face| rotation.face(face)).collect();
        CornerStays { corner, rotation, table: PocketTable::build(table.counts_quarter_turns(), faces) }
    }

    /// None when the corner that stays is not where the exact goal has it.
    fn start(&self, cube: &Cube2, exact: bool) -> Option<Start<'_>> {
        if exact && !cube.is_home(self.corner) {
            return None;
        }
        // Call the piece at the resting corner DBL, and the others by what they are to it.
        let turned = cube.rotated(self.rotation);
        let renamed = Symmetry::ROTATIONS
            .iter()
            .map(|&rotation| Cube2::solved_held(rotation).compose(&turned))
            .find(|cube| cube.is_home(Corner::DBL))?;
        let back = self.rotation.inverse();
        let turns = std::array::from_fn(|turn| {
            let turn = FaceTurn::ALL[turn];
            FaceTurn::new(back.face(turn.face()), turn.turns())
        });
        Some(Start { table: &self.table, pattern: self.table.holds.split(&renamed).0, turns })
    }
}

impl Start<'_> {
    fn each_shortest(&self, visit: &mut dyn FnMut(&PocketSolution) -> ControlFlow<()>) -> ControlFlow<()> {
        match self.table.known_distance(self.pattern) {
            Some(distance) => self.descend(self.pattern, distance, &mut PocketSolution::EMPTY.clone(), visit),
            None => ControlFlow::Continue(()),
        }
    }

    fn descend(
        &self,
        pattern: Pattern,
        remaining: u8,
        path: &mut PocketSolution,
        visit: &mut dyn FnMut(&PocketSolution) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if remaining == 0 {
            return visit(path);
        }
        for turn in self.table.turns() {
            let price = self.table.turn_price(turn);
            let turned = self.table.moves.turned(pattern, turn);
            let closer = price <= remaining && self.table.known_distance(turned) == Some(remaining - price);
            // In quarter turns, R R is found as R2.
            if closer && path.last().is_none_or(|last| last.face() != self.turns[turn].face()) {
                path.push(self.turns[turn]);
                self.descend(turned, remaining - price, path, visit)?;
                path.pop();
            }
        }
        ControlFlow::Continue(())
    }
}
