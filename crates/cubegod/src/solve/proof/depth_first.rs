//! The depth-first search below one position.

use super::bound::{Axes, bound, corners_distance};
use crate::cube::Cube3;
use crate::moves::{FaceTurn, Metric, Turns};
use crate::solve::pocket::PocketTable;
use crate::solve::two_phase::{Phase1, Phase1State};
use std::ops::ControlFlow;

/// A node of the search tree.
#[derive(Copy, Clone, Debug)]
pub(super) struct Position {
    pub(super) cube: Cube3,
    /// The states of phase 1 along the three axes.
    pub(super) phase1_states: [Phase1State; 3],
    /// The number of moves left.
    pub(super) left: u8,
    /// The last turn; `None` if any turn may follow.
    pub(super) last: Option<FaceTurn>,
}

/// A turn to try, and the distances after it.
#[derive(Copy, Clone, Debug)]
struct Step {
    turn: FaceTurn,
    phase1_states: [Phase1State; 3],
    left: u8,
}

/// The reason why a search ended early.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum StopReason {
    /// The turns solve the cube.
    Solved,
    /// The task is no longer needed, or the search was cancelled.
    Stopped,
}

/// A callback that takes the number of positions visited since its last call, and can end the search.
pub(super) type ReportFn<'a> = dyn Fn(u64) -> ControlFlow<()> + 'a;

/// The number of positions between two reports: about a millisecond.
const REPORT_INTERVAL: u64 = 1 << 14;

/// A depth-first search.
pub(super) struct Search<'a, P> {
    phase1: &'a P,
    axes: &'a Axes,
    corners: &'a PocketTable,
    metric: Metric,
    report: &'a ReportFn<'a>,
    /// Positions visited since the last report.
    unreported: u64,
    /// The turns to the current position.
    pub(super) turns: Vec<FaceTurn>,
    /// Unused buffers for the steps of a level.
    buffers: Vec<Vec<Step>>,
}

impl<'a, P: Phase1> Search<'a, P> {
    /// Creates a search; `corners` is the pocket table for `metric`.
    pub(super) fn new(
        phase1: &'a P,
        axes: &'a Axes,
        corners: &'a PocketTable,
        metric: Metric,
        report: &'a ReportFn<'a>,
    ) -> Search<'a, P> {
        Search {
            phase1,
            axes,
            corners,
            metric,
            report,
            unreported: 0,
            turns: Vec::new(),
            buffers: Vec::new(),
        }
    }

    /// Tries all sequences of exactly as many moves as are left, until one solves the cube.
    pub(super) fn search(&mut self, here: &Position) -> ControlFlow<StopReason> {
        if here.left == 0 {
            return match here.cube.is_solved() {
                true => ControlFlow::Break(StopReason::Solved),
                false => ControlFlow::Continue(()),
            };
        }
        let mut steps = self.buffers.pop().unwrap_or_default();
        self.find_steps(here, &mut steps)?;
        for &Step { turn, phase1_states, left } in &steps {
            let cube = here.cube.apply_turn(turn);
            if corners_distance(self.corners, &cube) <= left
                && self.axes.may_be_solved_backwards(self.phase1, &cube, left)
            {
                self.turns.push(turn);
                self.search(&Position { cube, phase1_states, left, last: Some(turn) })?;
                self.turns.pop();
            }
        }
        self.buffers.push(steps);
        ControlFlow::Continue(())
    }

    /// Finds the turns after which the bounds allow a solution.
    ///
    /// It handles one axis at a time, so that the table entries of all turns are prefetched before the first is read.
    #[inline]
    fn find_steps(&mut self, here: &Position, steps: &mut Vec<Step>) -> ControlFlow<StopReason> {
        steps.clear();
        steps.extend(turns_from(here, self.metric).map(|(turn, left)| Step {
            turn,
            left,
            phase1_states: here.phase1_states,
        }));
        self.unreported += steps.len() as u64;
        if self.unreported >= REPORT_INTERVAL
            && (self.report)(std::mem::take(&mut self.unreported)).is_break()
        {
            return ControlFlow::Break(StopReason::Stopped);
        }
        for axis in 0..3 {
            for Step { turn, phase1_states, .. } in steps.iter_mut() {
                phase1_states[axis] =
                    self.phase1.apply(here.phase1_states[axis], self.axes.turn(axis, *turn));
            }
            steps.retain_mut(|Step { phase1_states, left, .. }| {
                phase1_states[axis] = self.phase1.with_distance(phase1_states[axis]);
                phase1_states[axis].distance() <= *left
            });
        }
        steps.retain(|Step { phase1_states, left, .. }| {
            bound(phase1_states.map(Phase1State::distance)) <= *left
        });
        ControlFlow::Continue(())
    }
}

/// Returns the turns to try from a position, with the number of moves left after each.
#[inline]
pub(super) fn turns_from(here: &Position, metric: Metric) -> impl Iterator<Item = (FaceTurn, u8)> {
    let Position { left, last, .. } = *here;
    let may_follow = move |turn: &FaceTurn| last.is_none_or(|last| turn.may_follow(last));
    FaceTurn::ALL.into_iter().filter(may_follow).filter_map(move |turn| {
        let cost = match (metric, turn.turns()) {
            (Metric::Qtm, Turns::Half) => 2,
            _ => 1,
        };
        Some((turn, left.checked_sub(cost)?))
    })
}

impl<P> Drop for Search<'_, P> {
    /// Reports the rest of the positions.
    fn drop(&mut self) {
        // The search has ended, so the reply does not matter.
        let _ = (self.report)(self.unreported);
    }
}
