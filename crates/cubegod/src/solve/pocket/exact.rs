//! Shortest solutions that end in one exact orientation, white up, green front.
//!
//! Every turn of a pattern can be made in two ways: with the named face, or with the opposite one, which leaves the cube
//! held otherwise. So along one shortest path of the pattern up to 2¹¹ sequences of real turns lie, and they end in many
//! of the 24 holds; nearly always the right one is among them. The search goes along paths of the pattern with the *set*
//! of holds that can be reached so far, and allows longer paths only when no shortest one ends right.

use super::coordinates::{Hold, Pattern, TURNS};
use super::search::PocketSolver;
use super::solution::PocketSolution;
use super::table::PocketTable;
use crate::cube::Cube2;
use crate::moves::{Alg, Ends, FaceSet};

/// A set of holds: bit `hold`.
type HoldSet = u32;

/// The set of holds after turning the opposite face from any hold of a set: eight holds at a time, so that it takes three
/// look-ups.
#[derive(Clone, Debug)]
pub(super) struct FarHolds(Vec<[[HoldSet; 256]; 3]>);

impl FarHolds {
    pub(super) fn new() -> FarHolds {
        let image = |turn: usize, set: HoldSet| {
            Hold::all()
                .filter(|hold| set >> hold.index() & 1 == 1)
                .fold(0, |image, hold| image | 1 << hold.after_far(turn).index())
        };
        let slices = |turn: usize| {
            std::array::from_fn(|slice| std::array::from_fn(|bits| image(turn, (bits as u32) << (8 * slice))))
        };
        FarHolds((0..TURNS).map(slices).collect())
    }

    #[inline]
    fn image(&self, turn: usize, set: HoldSet) -> HoldSet {
        let [low, middle, high] = &self.0[turn];
        low[(set & 255) as usize] | middle[(set >> 8 & 255) as usize] | high[(set >> 16 & 255) as usize]
    }
}

/// The path that is being tried.
struct Path {
    /// The turns of the pattern.
    turns: [u8; 16],
    /// The holds that can be had before each turn, and after the last.
    holds: [HoldSet; 17],
    length: usize,
}

impl PocketTable {
    /// The fewest turns to the solved cube in exactly this orientation.
    pub fn distance_exact(&self, cube: &Cube2) -> u8 {
        self.solve_exact(cube).iter().map(|turn| self.price(turn.turns())).sum()
    }

    /// A shortest solution to the solved cube in exactly this orientation; all 18 turns are used.
    pub fn solve_exact(&self, cube: &Cube2) -> PocketSolution {
        let (pattern, hold) = self.holds.split(cube);
        let mut path = Path { turns: [0; 16], holds: [0; 17], length: 0 };
        path.holds[0] = 1 << hold.index();
        let mut remaining = self.distance_of(pattern);
        while !self.ends_right(pattern, remaining, &mut path) {
            // A quarter turn is an odd permutation of the corners: in that metric lengths differ by two.
            remaining += if self.counts_quarter_turns() { 2 } else { 1 };
        }
        path.solution(hold)
    }

    /// Returns a sequence that makes this cube from a solved one, white up, green front: a shortest one with such ends.
    pub fn moves_making(&self, cube: &Cube2, ends: Ends) -> Alg {
        self.moves_making_with(cube, FaceSet::ALL, ends).expect("six faces make every cube")
    }

    /// Like [`PocketTable::moves_making`], but turns only these faces. Returns `None` if they cannot make the cube: an axis is
    /// missing, or a corner that none of them turns is not at home.
    pub fn moves_making_with(&self, cube: &Cube2, faces: FaceSet, ends: Ends) -> Option<Alg> {
        let solution = if faces == FaceSet::ALL && ends == Ends::default() {
            self.solve_exact(cube)
        } else {
            PocketSolver::solve_with_ends(self, cube, faces, ends.inverse())?
        };
        Some(solution.to_alg().inverse())
    }

    /// Whether some path of this price solves the pattern and can end in the home hold; leaves it in `path`.
    fn ends_right(&self, pattern: Pattern, remaining: u8, path: &mut Path) -> bool {
        let holds = path.holds[path.length];
        if remaining == 0 {
            return pattern == Pattern::SOLVED && holds >> Hold::HOME.index() & 1 == 1;
        }
        for turn in 0..TURNS {
            let price = self.turn_price(turn);
            if price > remaining {
                continue;
            }
            let turned = self.moves.turned(pattern, turn);
            if self.distance_of(turned) > remaining - price {
                continue;
            }
            path.turns[path.length] = turn as u8;
            path.length += 1;
            path.holds[path.length] = holds | self.far_holds.image(turn, holds);
            if self.ends_right(turned, remaining - price, path) {
                return true;
            }
            path.length -= 1;
        }
        false
    }
}

impl Path {
    /// The real turns, chosen so that the last hold is home: found backwards, written forwards.
    fn solution(&self, start: Hold) -> PocketSolution {
        let mut hold = Hold::HOME;
        let mut is_far = [false; 16];
        for step in (0..self.length).rev() {
            let before = self.holds[step];
            if before >> hold.index() & 1 == 0 {
                is_far[step] = true;
                let turn = self.turns[step] as usize;
                hold = Hold::all()
                    .find(|from| before >> from.index() & 1 == 1 && from.after_far(turn) == hold)
                    .expect("a hold in the set came from one in the set before");
            }
        }
        debug_assert_eq!(hold, start);
        let mut solution = PocketSolution::EMPTY;
        for (&turn, &far) in self.turns[..self.length].iter().zip(&is_far) {
            let turn = turn as usize;
            solution.push(if far { hold.far(turn) } else { hold.near(turn) });
            hold = if far { hold.after_far(turn) } else { hold };
        }
        solution
    }
}
