//! Positions in breadth-first order.

use super::position::{Path, Position};
use super::position_set::PositionSet;
use crate::moves::{FaceSet, FaceTurn};
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// The memory of a visit, all of which is allocated before it.
pub(super) struct Memory {
    seen: PositionSet,
    /// The paths to positions from which turns lead further.
    queue: VecDeque<Path>,
}

impl Memory {
    /// Allocates memory for this many positions of at most `max_turns` turns, `inner` of them with fewer turns; `None` if there is not
    /// enough.
    pub(super) fn new(positions: u64, inner: u64, max_turns: usize) -> Option<Memory> {
        let mut queue = VecDeque::new();
        queue.try_reserve_exact(usize::try_from(inner).ok()?).ok()?;
        Some(Memory { seen: PositionSet::new(positions, max_turns)?, queue })
    }
}

/// Calls `visit` with a path to every position within this many turns of the faces, once each, until it breaks.
pub(super) fn visit_all<P: Position>(
    faces: FaceSet,
    max_turns: usize,
    Memory { seen, queue }: &mut Memory,
    visit: &mut dyn FnMut(Path) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let turns: Vec<FaceTurn> = FaceTurn::ALL.into_iter().filter(|turn| faces.contains(turn.face())).collect();
    let mut next = Some(Path::EMPTY).filter(|_| max_turns > 0);
    seen.insert(P::START, Path::EMPTY);
    visit(Path::EMPTY)?;
    while let Some(path) = next {
        let position: P = path.end();
        let last = path.last();
        for &turn in turns.iter().filter(|turn| last.is_none_or(|last| turn.may_follow(last))) {
            let longer = path.push(turn);
            if !seen.insert(position.apply(turn), longer) {
                continue;
            }
            visit(longer)?;
            if longer.len() < max_turns {
                queue.push_back(longer);
            }
        }
        next = queue.pop_front();
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::{Cube2, Cube3};
    use crate::data::{Expression, Order, Orientation, Readings};
    use crate::geometry::Size;
    use crate::search::TextSearch;
    use crate::stickers::Stickers;

    #[test]
    fn the_memory_never_grows() {
        let expression = Expression::new("x").unwrap();
        for size in [Size::TWO, Size::THREE] {
            let data = Stickers::from_fn(size, |_| 'x');
            let readings = Readings::new(size, &[Orientation::AS_IT_IS], &[Order::Facelets]);
            for (faces, depth) in [("URFDLB", 4), ("URF", 6), ("UD", 5), ("RU", 12), ("F", 3), ("R", 0)] {
                let search =
                    TextSearch::new(&data, &expression, &readings).faces(faces.parse().unwrap()).depth(depth);
                let mut memory = search.allocate().unwrap();
                let capacity = memory.queue.capacity();
                let visit = &mut |_| ControlFlow::Continue(());
                let _ = match size {
                    Size::TWO => visit_all::<Cube2>(search.faces, depth, &mut memory, visit),
                    _ => visit_all::<Cube3>(search.faces, depth, &mut memory, visit),
                };
                assert_eq!(memory.queue.capacity(), capacity, "{size} {faces}");
            }
        }
    }

    #[test]
    fn memory_that_does_not_exist_is_an_error() {
        assert!(Memory::new(1, u64::MAX / 16, 2).is_none());
    }
}
