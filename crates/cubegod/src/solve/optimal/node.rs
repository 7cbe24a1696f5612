//! A place in the tree of turns.

use super::position::Position;
use crate::cube::Cube3;
use crate::moves::FaceTurn;

/// A position on the way, and how it came about.
#[derive(Copy, Clone, Debug)]
pub(super) struct Node {
    /// What is turned next.
    pub(super) position: Position,
    /// What undoes it.
    pub(super) inverse: Position,
    /// Six bits a turn, the last one lowest: its number, and whether it was the inverse that was turned.
    path: u128,
    /// Moves that are left.
    pub(super) left: u8,
    /// Lower bounds of the two, no more than what is left.
    pub(super) bound: u8,
    pub(super) inverse_bound: u8,
    /// The faces turned last, of the position and of its inverse; [`NO_FACE`] if none was.
    last: u8,
    inverse_last: u8,
    /// Whether the two have changed their roles.
    swapped: bool,
}

const NO_FACE: u8 = 6;
const PATH_BITS: u32 = 6;
const OF_INVERSE: u128 = 1 << 5;
/// Stands before the first turn, so that a path knows where it ends.
const PATH_END: u128 = 1;

impl Node {
    /// The beginning of a search.
    pub(super) fn root(cube: &Cube3, moves: u8, bound: u8, inverse_bound: u8) -> Node {
        Node {
            position: Position::from(cube),
            inverse: Position::from(&cube.inverse()),
            path: PATH_END,
            left: moves,
            bound,
            inverse_bound,
            last: NO_FACE,
            inverse_last: NO_FACE,
            swapped: false,
        }
    }

    /// The sum of both bounds: the less, the more promising.
    pub(super) fn promise(&self) -> u8 {
        self.bound + self.inverse_bound
    }

    /// The position as a cube.
    pub(super) fn cube(&self) -> Cube3 {
        self.position.cube()
    }

    /// The same as if nothing had been turned yet, so that any face may be next.
    pub(super) fn free(self) -> Node {
        Node { last: NO_FACE, inverse_last: NO_FACE, ..self }
    }

    /// What becomes of the inverse becomes of the position, and the other way round.
    fn other_side(self) -> Node {
        Node {
            position: self.inverse,
            inverse: self.position,
            bound: self.inverse_bound,
            inverse_bound: self.bound,
            last: self.inverse_last,
            inverse_last: self.last,
            swapped: !self.swapped,
            ..self
        }
    }

    /// Whether a half turn may be next: it leaves the inverse where it is.
    #[inline(always)]
    pub(super) fn allows_half_turns(&self, half_turn: u8) -> bool {
        self.inverse_bound + half_turn <= self.left
    }

    /// The same with the side up that has fewer turns to try.
    #[inline(always)]
    pub(super) fn best_side(self, half_turn: u8) -> Node {
        let turns = |node: &Node, inverse_bound: u8, swapped: bool, last: u8| {
            let faces = FOLLOWERS[usize::from(swapped)][usize::from(last)].count_ones();
            faces * if inverse_bound + half_turn <= node.left { 3 } else { 2 }
        };
        let here = turns(&self, self.inverse_bound, self.swapped, self.last);
        let there = turns(&self, self.bound, !self.swapped, self.inverse_last);
        if there < here { self.other_side() } else { self }
    }

    /// Faces that may be turned next, a bit each, by a turn that counts so much.
    #[inline(always)]
    pub(super) fn faces(&self, cost: u8) -> u8 {
        let faces = FOLLOWERS[usize::from(self.swapped)][usize::from(self.last)];
        if self.left > cost {
            return faces;
        }
        // The only turn that is left stands between the last ones of both.
        faces & FOLLOWERS[usize::from(!self.swapped)][usize::from(self.inverse_last)]
    }

    /// What a turn makes of it: these positions, and bounds that hold for them.
    #[inline(always)]
    pub(super) fn after(&self, turn: usize, positions: [Position; 2], cost: u8, bounds: [u8; 2]) -> Node {
        let ([position, inverse], [bound, inverse_bound]) = (positions, bounds);
        let side = if self.swapped { OF_INVERSE } else { 0 };
        let path = self.path << PATH_BITS | side | turn as u128;
        let (left, last) = (self.left - cost, (turn / 3) as u8);
        Node { position, inverse, path, left, bound, inverse_bound, last, ..*self }
    }

    /// The turns that solve the cube at the root, once the position is solved.
    pub(super) fn solution(&self) -> Vec<FaceTurn> {
        let (mut first, mut last) = (Vec::new(), Vec::new());
        let mut path = self.path;
        while path != PATH_END {
            let turn = FaceTurn::from_index((path & (OF_INVERSE - 1)) as usize).expect("only turns are kept");
            if path & OF_INVERSE == 0 {
                first.push(turn)
            } else {
                last.push(turn.inverse())
            }
            path >>= PATH_BITS;
        }
        first.reverse();
        first.extend(last);
        first
    }
}

/// Faces that may follow a face, a bit each: in a solution, and in a solution read backwards.
static FOLLOWERS: [[u8; 7]; 2] = {
    let mut followers = [[0b11_1111; 7]; 2];
    let mut last = 0;
    while last < 6 {
        let mut face = 0;
        while face < 6 {
            let (turn, before) = (FaceTurn::ALL[3 * face], FaceTurn::ALL[3 * last]);
            if !turn.may_follow(before) {
                followers[0][last] &= !(1 << face);
            }
            if !before.may_follow(turn) {
                followers[1][last] &= !(1 << face);
            }
            face += 1;
        }
        last += 1;
    }
    followers
};
