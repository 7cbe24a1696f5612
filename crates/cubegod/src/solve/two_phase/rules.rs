//! The turns that may follow each turn, so that no two paths are equivalent.

use super::moves::PHASE2;
use super::symmetry::{Group, SYMMETRIES};
use crate::moves::{FaceSet, FaceTurn};

/// Iterates over a set of turns.
#[inline]
pub(super) fn turns_in(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let turn = (set != 0).then(|| set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(turn)
    })
}

/// The turns allowed along one axis.
#[derive(Clone, Debug)]
pub(super) struct Rules {
    /// By the last face (6 at the root) and the symmetry: the turns that may follow, in the frame of the representative.
    pub(super) followers: [[u32; SYMMETRIES]; 7],
    /// By the last face (6 at the root): the turns that may follow in phase 2.
    pub(super) phase2: [u32; 7],
    /// By the last face: the turns that may be the first of phase 2. They include half turns of the opposite face, which phase 1
    /// does not apply before its last turn.
    pub(super) entering: [u32; 7],
    /// All allowed turns.
    allowed: u32,
}

impl Rules {
    /// Creates the rules for a set of faces.
    pub(super) fn new(group: &Group, faces: FaceSet) -> Rules {
        let is_allowed = |turn: &FaceTurn| faces.contains(turn.face());
        let turns = || FaceTurn::ALL.into_iter().filter(is_allowed);
        let may_follow = |turn: FaceTurn, last: usize| last == 6 || turn.may_follow(FaceTurn::ALL[last * 3]);
        let followers = std::array::from_fn(|last| {
            std::array::from_fn(|symmetry| {
                let followers = turns().filter(|&turn| may_follow(turn, last));
                followers.fold(0, |set, turn| set | 1 << group.turn[symmetry][turn.index()])
            })
        });
        let set =
            |turns: &mut dyn Iterator<Item = FaceTurn>| turns.fold(0, |set, turn| set | 1 << turn.index());
        let in_phase2 = || turns().filter(|turn| PHASE2.contains(turn));
        Rules {
            followers,
            phase2: std::array::from_fn(|last| set(&mut in_phase2().filter(|&turn| may_follow(turn, last)))),
            entering: std::array::from_fn(|last| {
                set(&mut in_phase2().filter(|turn| turn.face() as usize != last))
            }),
            allowed: set(&mut turns()),
        }
    }

    #[inline]
    pub(super) fn allow(&self, turn: FaceTurn) -> bool {
        self.allowed >> turn.index() & 1 == 1
    }
}

/// Whether two turns, already in normalized order, may follow a third one.
pub(super) fn may_continue(before: FaceTurn, first: FaceTurn, second: FaceTurn) -> bool {
    let axis = |turn: FaceTurn| turn.face().axis();
    first.may_follow(before) && !(axis(first) == axis(before) && axis(second) == axis(first))
}
