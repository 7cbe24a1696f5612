//! A node of the search tree.

use super::position::Position;
use crate::cube::Cube3;
use crate::moves::FaceTurn;
use std::cmp::Reverse;

/// A position, its inverse, and the turns that led there.
#[derive(Copy, Clone, Debug)]
pub(super) struct Node {
    /// The position that is turned next.
    pub(super) position: Position,
    /// Its inverse.
    pub(super) inverse: Position,
    /// The indexes of all turns so far, the last one lowest, in base 18: 26 of them fit.
    path: u128,
    /// The turns that were applied to the inverse, one bit each.
    on_inverse: u32,
    /// The number of turns so far.
    taken: u8,
    /// The number of moves left.
    pub(super) left: u8,
    /// Lower bounds of both, at most `left`.
    pub(super) bound: u8,
    pub(super) inverse_bound: u8,
    /// The faces turned last, on the position and on its inverse; [`NO_FACE`] if there is none.
    last: u8,
    inverse_last: u8,
    /// Whether the two have swapped roles.
    swapped: bool,
    /// The index of its task.
    pub(super) task: u32,
}

const NO_FACE: u8 = 6;
const BASE: u128 = FaceTurn::COUNT as u128;

impl Node {
    /// Returns the root of a search.
    pub(super) fn root(cube: &Cube3, moves: u8, bound: u8, inverse_bound: u8) -> Node {
        Node {
            position: Position::from(cube),
            inverse: Position::from(&cube.inverse()),
            path: 0,
            on_inverse: 0,
            taken: 0,
            left: moves,
            bound,
            inverse_bound,
            last: NO_FACE,
            inverse_last: NO_FACE,
            swapped: false,
            task: 0,
        }
    }

    /// Returns the sum of both bounds: nodes with less come first.
    pub(super) fn priority(&self) -> u8 {
        self.bound + self.inverse_bound
    }

    /// Returns the position as a cube.
    pub(super) fn cube(&self) -> Cube3 {
        self.position.cube()
    }

    /// Clears the last faces, so that any face may be next.
    pub(super) fn without_last_faces(self) -> Node {
        Node { last: NO_FACE, inverse_last: NO_FACE, ..self }
    }

    /// Swaps the roles of the position and its inverse.
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

    /// Returns whether a half turn may be next: it does not change the bound of the inverse.
    #[inline(always)]
    pub(super) fn allows_half_turns(&self, half_turn: u8) -> bool {
        self.inverse_bound + half_turn <= self.left
    }

    /// Chooses the position or its inverse to turn next: the one with fewer turns to try.
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

    /// Returns the faces that a turn of this cost may turn next, one bit each.
    #[inline(always)]
    pub(super) fn faces(&self, cost: u8) -> u8 {
        let faces = FOLLOWERS[usize::from(self.swapped)][usize::from(self.last)];
        if self.left > cost {
            return faces;
        }
        // The only remaining turn is between the last turns of both.
        faces & FOLLOWERS[usize::from(!self.swapped)][usize::from(self.inverse_last)]
    }

    /// Returns the child after a turn, given its positions and their bounds.
    #[inline(always)]
    pub(super) fn child(&self, turn: usize, positions: [Position; 2], cost: u8, bounds: [u8; 2]) -> Node {
        let ([position, inverse], [bound, inverse_bound]) = (positions, bounds);
        Node {
            position,
            inverse,
            path: self.path * BASE + turn as u128,
            on_inverse: self.on_inverse << 1 | u32::from(self.swapped),
            taken: self.taken + 1,
            left: self.left - cost,
            bound,
            inverse_bound,
            last: (turn / 3) as u8,
            ..*self
        }
    }

    /// Returns whether this node, or one below it, may precede another in the order that selects one of several solutions. It is
    /// close to the search order: by tasks, and in a task the last turns first.
    pub(super) fn may_precede(&self, node: &Node) -> bool {
        let common = self.taken.min(node.taken);
        let prefix = |node: &Node| node.path / BASE.pow(u32::from(node.taken - common));
        (self.task, Reverse(prefix(self))) <= (node.task, Reverse(prefix(node)))
    }

    /// Returns the turns that solve the cube at the root, if the position is solved.
    pub(super) fn solution(&self) -> Vec<FaceTurn> {
        let (mut first, mut last) = (Vec::new(), Vec::new());
        let mut path = self.path;
        for turn in 0..self.taken {
            let index = (path % BASE) as usize;
            match self.on_inverse >> turn & 1 {
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

/// The faces that may follow a face, one bit each: in a solution, and in a solution read backwards.
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

    /// Returns a node with this path and an arbitrary position.
    fn after(turns: &[(usize, bool)]) -> Node {
        turns.iter().fold(Node::root(&Cube3::SOLVED, 26, 0, 0), |node, &(turn, swapped)| {
            Node { swapped, ..node }.child(turn, [node.position, node.inverse], 1, [0, 0])
        })
    }

    #[test]
    fn a_path_of_any_length_gives_back_its_turns() {
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
    fn nodes_below_a_node_have_its_position_in_the_order() {
        let node = |task, turns: &[usize]| Node {
            task,
            ..after(&turns.iter().map(|&turn| (turn, false)).collect::<Vec<_>>())
        };
        let solved = node(3, &[5, 7, 2]);
        for (precedes, other) in [
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
            assert_eq!(other.may_precede(&solved), precedes, "{other:?}");
        }
    }
}
