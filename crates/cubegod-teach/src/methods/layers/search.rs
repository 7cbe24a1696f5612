//! A beam search for a short solution, one action at a time.

use super::action::Action;
use super::first_two::{CrossChoices, SlotChoices};
use super::last::{self, LastChoices};
use super::solution::Stage;
use crate::methods::beam::{self, Beam, Path};
use crate::methods::hold::{CORNERS, CROSS, MIDDLE, Piece};
use cubegod::cube::{Cube3, Edge};
use cubegod::moves::FaceTurn;

/// The actions of all stages.
#[derive(Debug)]
pub(super) struct LayersTables {
    cross: CrossChoices,
    corners: SlotChoices,
    middle: SlotChoices,
    last: LastChoices,
}

/// An action of the solution.
#[derive(Copy, Clone, Debug)]
pub(super) struct ChosenAction<'a> {
    pub(super) stage: Stage,
    pub(super) piece: Option<Piece>,
    pub(super) action: &'a Action,
}

/// A partial solution.
#[derive(Copy, Clone)]
struct Candidate {
    cube: Cube3,
    cost: u16,
    last: Option<FaceTurn>,
}

impl beam::Candidate for Candidate {
    fn cube(&self) -> &Cube3 {
        &self.cube
    }
}

impl LayersTables {
    pub(super) fn new() -> LayersTables {
        LayersTables {
            cross: CrossChoices::new(),
            corners: SlotChoices::corners(),
            middle: SlotChoices::middle(),
            last: LastChoices::new(),
        }
    }

    /// Returns the actions that solve a cube with its first layer at the bottom; none only if the tables were incomplete.
    pub(super) fn solve(&self, cube: Cube3) -> Option<Vec<ChosenAction<'_>>> {
        let mut beam = Beam::new();
        let mut candidates = vec![(Candidate { cube, cost: 0, last: None }, Path::default())];
        for stage in Stage::ALL {
            while candidates.iter().any(|(candidate, _)| !stage.is_done(&candidate.cube)) {
                for (candidate, path) in &candidates {
                    self.extend(stage, candidate, *path, &mut beam);
                }
                beam.take_next(&mut candidates);
            }
        }
        let (_, path) = candidates.first()?;
        Some(beam.choices(*path))
    }

    /// Returns the actions that solve an edge of the cross.
    #[cfg(test)]
    pub(super) fn cross_edge(&self, number: usize, home: usize, state: u8) -> &[Action] {
        self.cross.of(number, home, state)
    }

    /// Extends a candidate by every action of a stage.
    fn extend<'a>(
        &'a self,
        stage: Stage,
        candidate: &Candidate,
        path: Path,
        beam: &mut Beam<Candidate, ChosenAction<'a>>,
    ) {
        if stage.is_done(&candidate.cube) {
            return beam.offer(candidate.cost, path, None, || *candidate);
        }
        let inverse = candidate.cube.inverse();
        let (corners, edges) = (inverse.corners().codes(), inverse.edges().codes());
        let mut offer = |piece: Option<Piece>, actions: &'a [Action]| {
            for action in actions {
                let saved = candidate.saved(action);
                let cost = candidate.cost + u16::from(action.length) - saved;
                beam.offer(cost, path, Some(ChosenAction { stage, piece, action }), || Candidate {
                    cube: candidate.cube.compose(&action.effect),
                    cost,
                    // The turns beyond a merged one are not merged again.
                    last: (saved == 0 || action.length > 1).then_some(action.last),
                });
            }
        };
        let last = &self.last;
        match stage {
            Stage::Cross => {
                let is_home = |edge: Edge| edges[edge.index()] as usize == edge.index();
                let home =
                    (0..4).filter(|&number| is_home(CROSS[number])).fold(0, |set, number| set | 1 << number);
                for (number, edge) in CROSS.into_iter().enumerate().filter(|&(_, edge)| !is_home(edge)) {
                    offer(Some(Piece::Edge(edge)), self.cross.of(number, home, edges[edge.index()]));
                }
            }
            Stage::Corners => {
                for (number, corner) in CORNERS.into_iter().enumerate() {
                    let state = corners[corner.index()];
                    if state as usize != corner.index() {
                        offer(Some(Piece::Corner(corner)), self.corners.of(number, state));
                    }
                }
            }
            Stage::MiddleEdges => {
                for (number, edge) in MIDDLE.into_iter().enumerate() {
                    let state = edges[edge.index()];
                    if state as usize != edge.index() {
                        offer(Some(Piece::Edge(edge)), self.middle.of(number, state));
                    }
                }
            }
            Stage::LastCross => offer(None, last.cross.of(last::seen_flips(&candidate.cube))),
            Stage::LastEdges => offer(None, last.edges.of(last::seen_edges(&inverse))),
            Stage::LastCornersPlaced => offer(None, last.corners.of(last::seen_corners(&inverse))),
            Stage::LastCornersTurned => offer(None, last.twists.of(last::seen_twists(&inverse))),
        }
    }
}

impl Candidate {
    /// Returns the number of turns saved where adjacent turns of one face merge, or cancel.
    fn saved(&self, action: &Action) -> u16 {
        match self.last {
            Some(last) if last.inverse() == action.first => 2,
            Some(last) if last.face() == action.first.face() => 1,
            _ => 0,
        }
    }
}
