//! Positions in breadth-first order.

use super::position::{Path, Position};
use super::position_set::PositionSet;
use crate::moves::{FaceSet, FaceTurn};
use std::ops::ControlFlow;

/// Calls `visit` with a path to every position within this many turns of the faces, once each, until it breaks.
pub(super) fn visit_all<P: Position>(
    faces: FaceSet,
    max_turns: usize,
    mut seen: PositionSet,
    visit: &mut dyn FnMut(Path) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let turns: Vec<FaceTurn> = FaceTurn::ALL.into_iter().filter(|turn| faces.contains(turn.face())).collect();
    seen.insert(P::START, Path::EMPTY);
    visit(Path::EMPTY)?;
    let mut paths = vec![Path::EMPTY];
    for length in 1..=max_turns {
        let mut next = Vec::new();
        for path in paths {
            let position: P = path.end();
            let last = path.last();
            for &turn in turns.iter().filter(|turn| last.is_none_or(|last| turn.may_follow(last))) {
                let longer = path.push(turn);
                if !seen.insert(position.apply(turn), longer) {
                    continue;
                }
                visit(longer)?;
                if length < max_turns {
                    next.push(longer);
                }
            }
        }
        paths = next;
    }
    ControlFlow::Continue(())
}
