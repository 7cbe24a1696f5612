//! Everything that some turns lead to from one position.

use super::bound::{Axes, bound, corners_distance};
use crate::cube::Cube3;
use crate::moves::{FaceTurn, Turns};
use crate::solve::optimal::Count;
use crate::solve::pocket::PocketTable;
use crate::solve::two_phase::{Phase1, Sight};
use std::ops::ControlFlow;

/// A cube on the way.
#[derive(Copy, Clone, Debug)]
pub(super) struct Position {
    pub(super) cube: Cube3,
    /// Along the three axes.
    pub(super) sights: [Sight; 3],
    /// So many moves are left.
    pub(super) left: u8,
    /// The turn that led here; none where any may follow.
    pub(super) last: Option<FaceTurn>,
}

/// A turn that may be made, and what is known of the cube after it.
#[derive(Copy, Clone, Debug)]
struct Step {
    turn: FaceTurn,
    sights: [Sight; 3],
    left: u8,
}

/// Why a search ended early.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum End {
    /// The turns solve the cube.
    Solved,
    /// Nobody wants more of it.
    Stopped,
}

/// Told now and then how many more positions were looked at; breaks off a search that nobody wants.
pub(super) type Watch<'a> = dyn Fn(u64) -> ControlFlow<()> + 'a;

/// So many positions are looked at before that is told: about a millisecond.
const PORTION: u64 = 1 << 14;

/// A search from positions.
pub(super) struct Search<'a, P> {
    phase1: &'a P,
    axes: &'a Axes,
    corners: &'a PocketTable,
    count: Count,
    watch: &'a Watch<'a>,
    /// Positions that were looked at since that was told.
    untold: u64,
    /// The turns to where the search is.
    pub(super) turns: Vec<FaceTurn>,
    /// Room for the steps of each level.
    rooms: Vec<Vec<Step>>,
}

impl<'a, P: Phase1> Search<'a, P> {
    /// `corners` counts moves as `count` says.
    pub(super) fn new(
        phase1: &'a P,
        axes: &'a Axes,
        corners: &'a PocketTable,
        count: Count,
        watch: &'a Watch<'a>,
    ) -> Search<'a, P> {
        Search { phase1, axes, corners, count, watch, untold: 0, turns: Vec::new(), rooms: Vec::new() }
    }

    /// Tries everything from a position with as many moves as are left; breaks off where that solves the cube.
    pub(super) fn search(&mut self, here: &Position) -> ControlFlow<End> {
        if here.left == 0 {
            return match here.cube.is_solved() {
                true => ControlFlow::Break(End::Solved),
                false => ControlFlow::Continue(()),
            };
        }
        let mut steps = self.rooms.pop().unwrap_or_default();
        self.find_steps(here, &mut steps)?;
        for &Step { turn, sights, left } in &steps {
            let cube = here.cube.apply_turn(turn);
            if corners_distance(self.corners, &cube) <= left
                && self.axes.may_be_solved_backwards(self.phase1, &cube, left)
            {
                self.turns.push(turn);
                self.search(&Position { cube, sights, left, last: Some(turn) })?;
                self.turns.pop();
            }
        }
        self.rooms.push(steps);
        ControlFlow::Continue(())
    }

    /// The turns from a position after which home may be near enough.
    ///
    /// One axis after the other, so that the memory of all turns is asked for before any of it is read.
    #[inline]
    fn find_steps(&mut self, here: &Position, steps: &mut Vec<Step>) -> ControlFlow<End> {
        steps.clear();
        steps.extend(turns_from(here, self.count).map(|(turn, left)| Step {
            turn,
            left,
            sights: here.sights,
        }));
        self.untold += steps.len() as u64;
        if self.untold >= PORTION && (self.watch)(std::mem::take(&mut self.untold)).is_break() {
            return ControlFlow::Break(End::Stopped);
        }
        for axis in 0..3 {
            for Step { turn, sights, .. } in steps.iter_mut() {
                sights[axis] = self.phase1.turned(here.sights[axis], self.axes.turn(axis, *turn));
            }
            steps.retain_mut(|Step { sights, left, .. }| {
                sights[axis] = self.phase1.measured(sights[axis]);
                sights[axis].distance() <= *left
            });
        }
        steps.retain(|Step { sights, left, .. }| bound(sights.map(Sight::distance)) <= *left);
        ControlFlow::Continue(())
    }
}

/// The turns that may be tried from a position, and how many moves are left after each.
#[inline]
pub(super) fn turns_from(here: &Position, count: Count) -> impl Iterator<Item = (FaceTurn, u8)> {
    let Position { left, last, .. } = *here;
    let may_follow = move |turn: &FaceTurn| last.is_none_or(|last| turn.may_follow(last));
    FaceTurn::ALL.into_iter().filter(may_follow).filter_map(move |turn| {
        let cost = match (count, turn.turns()) {
            (Count::QuarterTurns, Turns::Half) => 2,
            _ => 1,
        };
        Some((turn, left.checked_sub(cost)?))
    })
}

impl<P> Drop for Search<'_, P> {
    /// What was not told yet is told at the end.
    fn drop(&mut self) {
        // It is over anyway.
        let _ = (self.watch)(self.untold);
    }
}
