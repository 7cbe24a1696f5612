//! A place in the tree of turns.

use super::position::Position;
use crate::cube::Cube3;
use crate::moves::FaceTurn;
use std::cmp::Reverse;

/// A position on the way, and how it came about.
#[derive(Copy, Clone, Debug)]
pub(super) struct Node {
    /// What is turned next.
    pub(super) position: Position,
    /// What undoes it.
    pub(super) inverse: Position,
    /// The numbers of all turns that were taken, the last one lowest, in base 18: 26 of them fit.
    path: u128,
    /// Which of them turned the inverse, a bit each.
    of_inverse: u32,
    taken: u8,
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
    /// Which share of the work it is in.
    pub(super) share: u32,
}

const NO_FACE: u8 = 6;
const BASE: u128 = FaceTurn::COUNT as u128;

impl Node {
    /// The beginning of a search.
    pub(super) fn root(cube: &Cube3, moves: u8, bound: u8, inverse_bound: u8) -> Node {
        Node {
            position: Position::from(cube),
            inverse: Position::from(&cube.inverse()),
            path: 0,
            of_inverse: 0,
            taken: 0,
            left: moves,
            bound,
            inverse_bound,
            last: NO_FACE,
            inverse_last: NO_FACE,
            swapped: false,
            share: 0,
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
        Node {
            position,
            inverse,
            path: self.path * BASE + turn as u128,
            of_inverse: self.of_inverse << 1 | u32::from(self.swapped),
            taken: self.taken + 1,
            left: self.left - cost,
            bound,
            inverse_bound,
            last: (turn / 3) as u8,
            ..*self
        }
    }

    /// Whether this, or something below it, comes before a node in the order in which one of several solutions is chosen. That is
    /// about the order in which they are found: by shares, and in a share the last turns first.
    pub(super) fn may_be_before(&self, node: &Node) -> bool {
        let common = self.taken.min(node.taken);
        let beginning = |node: &Node| node.path / BASE.pow(u32::from(node.taken - common));
        (self.share, Reverse(beginning(self))) <= (node.share, Reverse(beginning(node)))
    }

    /// The turns that solve the cube at the root, once the position is solved.
    pub(super) fn solution(&self) -> Vec<FaceTurn> {
        let (mut first, mut last) = (Vec::new(), Vec::new());
        let mut path = self.path;
        for turn in 0..self.taken {
            let index = (path % BASE) as usize;
            match self.of_inverse >> turn & 1 {
                0 => first.push(FaceTurn::ALL[index]),
                _ => last.push(FaceTurn::ALL[index].inverse()),
            }
            path /= BASE;
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scramble::generator;
    use rand::RngExt;

    /// A node after turns that solve the solved cube, as far as its path is concerned.
    fn after(turns: &[(usize, bool)]) -> Node {
        turns.iter().fold(Node::root(&Cube3::SOLVED, 26, 0, 0), |node, &(turn, swapped)| {
            Node { swapped, ..node }.after(turn, [node.position, node.inverse], 1, [0, 0])
        })
    }

    #[test]
    fn the_longest_path_is_told_as_it_was_taken() {
        let mut random = generator(1);
        for length in 0..=26 {
            let turns: Vec<_> =
                (0..length).map(|_| (random.random_range(0..18), random.random_bool(0.5))).collect();
            let of = |side: bool| turns.iter().filter(move |&&(_, swapped)| swapped == side);
            let first = of(false).map(|&(turn, _)| FaceTurn::ALL[turn]);
            let last = of(true).rev().map(|&(turn, _)| FaceTurn::ALL[turn].inverse());
            assert_eq!(after(&turns).solution(), first.chain(last).collect::<Vec<_>>());
        }
    }

    #[test]
    fn what_is_below_a_node_stands_where_it_stands() {
        let node = |share, turns: &[usize]| Node {
            share,
            ..after(&turns.iter().map(|&turn| (turn, false)).collect::<Vec<_>>())
        };
        let solved = node(3, &[5, 7, 2]);
        for (is_before, other) in [
            (true, node(2, &[0])),
            (true, node(3, &[])),
            (true, node(3, &[5])),
            (true, node(3, &[5, 7])),
            (true, node(3, &[6])),
            (true, node(3, &[5, 8, 0, 0])),
            (true, node(3, &[5, 7, 2])),
            (false, node(3, &[4, 17])),
            (false, node(3, &[5, 6])),
            (false, node(3, &[5, 7, 1])),
            (false, node(4, &[17])),
        ] {
            assert_eq!(other.may_be_before(&solved), is_before, "{other:?}");
        }
    }
}
