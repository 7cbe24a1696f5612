//! A beam search for a short solution, one action at a time.

use super::action::Action;
use super::first_two::{CrossChoices, SlotChoices};
use super::last::{self, LastChoices};
use super::solution::Stage;
use crate::methods::hold::{CORNERS, CROSS, MIDDLE, Piece};
use cubegod::cube::{Cube3, Edge};
use cubegod::moves::FaceTurn;

/// The width of the beam: more candidates take longer and gain little.
const WIDTH: usize = 6;

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
    /// The index of its last action in the list of nodes, from 1; 0 for none.
    node: u32,
}

/// An action with the index of the action before it.
struct PathNode<'a> {
    chosen: ChosenAction<'a>,
    parent: u32,
}

/// The state of the beam search.
struct Search<'a> {
    nodes: Vec<PathNode<'a>>,
    /// The next candidates, the cheapest first.
    next: Vec<(Candidate, Option<ChosenAction<'a>>)>,
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
        let mut search = Search { nodes: Vec::with_capacity(256), next: Vec::with_capacity(WIDTH + 1) };
        let mut candidates = vec![Candidate { cube, cost: 0, last: None, node: 0 }];
        for stage in Stage::ALL {
            while candidates.iter().any(|candidate| !stage.is_done(&candidate.cube)) {
                for &candidate in &candidates {
                    self.extend(stage, candidate, &mut search);
                }
                search.take_next(&mut candidates);
            }
        }
        let mut chosen = Vec::new();
        let mut number = candidates.first()?.node;
        while number > 0 {
            let node = &search.nodes[number as usize - 1];
            chosen.push(node.chosen);
            number = node.parent;
        }
        chosen.reverse();
        Some(chosen)
    }

    /// Returns the actions that solve an edge of the cross.
    #[cfg(test)]
    pub(super) fn cross_edge(&self, number: usize, home: usize, state: u8) -> &[Action] {
        self.cross.of(number, home, state)
    }

    /// Extends a candidate by every action of a stage.
    fn extend<'a>(&'a self, stage: Stage, candidate: Candidate, search: &mut Search<'a>) {
        let inverse = candidate.cube.inverse();
        let (corners, edges) = (inverse.corners().codes(), inverse.edges().codes());
        if stage.is_done(&candidate.cube) {
            return search.offer(candidate, None);
        }
        let mut offer = |piece: Option<Piece>, actions: &'a [Action]| {
            for action in actions {
                search.offer(candidate.after(action), Some(ChosenAction { stage, piece, action }));
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
    fn after(&self, action: &Action) -> Candidate {
        // Adjacent turns of one face merge, or cancel.
        let saved = match self.last {
            Some(last) if last.inverse() == action.first => 2,
            Some(last) if last.face() == action.first.face() => 1,
            _ => 0,
        };
        // The turns beyond a merged one are not merged again.
        let is_whole = saved == 0 || action.length > 1;
        Candidate {
            cube: self.cube.compose(&action.effect),
            cost: self.cost + u16::from(action.length) - saved,
            last: is_whole.then_some(action.last),
            node: self.node,
        }
    }
}

impl<'a> Search<'a> {
    fn offer(&mut self, candidate: Candidate, chosen: Option<ChosenAction<'a>>) {
        if self.next.len() == WIDTH && self.next[WIDTH - 1].0.cost <= candidate.cost {
            return;
        }
        if let Some(same) = self.next.iter().position(|(other, _)| other.cube == candidate.cube) {
            if self.next[same].0.cost <= candidate.cost {
                return;
            }
            self.next.remove(same);
        }
        let at = self.next.partition_point(|(other, _)| other.cost <= candidate.cost);
        self.next.insert(at, (candidate, chosen));
        self.next.truncate(WIDTH);
    }

    fn take_next(&mut self, candidates: &mut Vec<Candidate>) {
        candidates.clear();
        for (mut candidate, chosen) in self.next.drain(..) {
            if let Some(chosen) = chosen {
                self.nodes.push(PathNode { chosen, parent: candidate.node });
                candidate.node = self.nodes.len() as u32;
            }
            candidates.push(candidate);
        }
    }
}
