//! Positions in the order in which they are reached: all of one depth before the next.

use super::seen::Seen;
use super::state::{Path, Position};
use crate::moves::{FaceSet, FaceTurn};

/// Gives every position within this many turns of the faces to `take`, once, by its path, until that wants no more.
pub(super) fn each<P: Position>(
    faces: FaceSet,
    most_turns: usize,
    mut seen: Seen,
    take: &mut dyn FnMut(Path) -> bool,
) {
    let turns: Vec<FaceTurn> = FaceTurn::ALL.into_iter().filter(|turn| faces.contains(turn.face())).collect();
    seen.insert(P::START, Path::EMPTY);
    if !take(Path::EMPTY) {
        return;
    }
    let mut paths = vec![Path::EMPTY];
    for length in 1..=most_turns {
        let mut next = Vec::new();
        for path in paths {
            let position: P = path.end();
            let last = path.last();
            for &turn in turns.iter().filter(|turn| last.is_none_or(|last| turn.may_follow(last))) {
                let longer = path.then(turn);
                if !seen.insert(position.turned(turn), longer) {
                    continue;
                }
                if !take(longer) {
                    return;
                }
                if length < most_turns {
                    next.push(longer);
                }
            }
        }
        paths = next;
    }
}
