//! Optimal solutions that end in one exact orientation, white up, green front.
//!
//! Every turn of a pattern has two variants: a turn of the named face, or of the opposite one, which also changes the
//! orientation. So one optimal path of the pattern stands for up to 2¹¹ sequences of turns, which end in many of the 24
//! orientations, nearly always including the right one. The search follows paths of the pattern with the *set* of reachable
//! orientations, and tries longer paths only if no optimal one ends in the right orientation.

use super::coordinates::{Orientation, Pattern, TURNS};
use super::search::PocketSolver;
use super::solution::PocketSolution;
use super::table::PocketTable;
use crate::cube::Cube2;
use crate::moves::{Alg, EndConstraints, FaceSet};

/// A set of orientations, as bits.
type OrientationSet = u32;

/// The orientations after a turn of the opposite face from any orientation of a set. Eight orientations are mapped per lookup,
/// in three lookups.
#[derive(Clone, Debug)]
pub(super) struct OppositeTurnImages(Vec<[[OrientationSet; 256]; 3]>);

impl OppositeTurnImages {
    pub(super) fn new() -> OppositeTurnImages {
        let image = |turn: usize, set: OrientationSet| {
            Orientation::all()
                .filter(|orientation| set >> orientation.index() & 1 == 1)
                .fold(0, |image, orientation| image | 1 << orientation.after_opposite_turn(turn).index())
        };
        let slices = |turn: usize| {
            std::array::from_fn(|slice| std::array::from_fn(|bits| image(turn, (bits as u32) << (8 * slice))))
        };
        OppositeTurnImages((0..TURNS).map(slices).collect())
    }

    #[inline]
    fn image(&self, turn: usize, set: OrientationSet) -> OrientationSet {
        let [low, middle, high] = &self.0[turn];
        low[(set & 255) as usize] | middle[(set >> 8 & 255) as usize] | high[(set >> 16 & 255) as usize]
    }
}

/// The current path.
struct Path {
    /// The turns of the pattern.
    turns: [u8; 16],
    /// The reachable orientations before each turn, and after the last.
    orientations: [OrientationSet; 17],
    length: usize,
}

impl PocketTable {
    /// Returns the distance to the solved cube in exactly this orientation.
    pub fn distance_exact(&self, cube: &Cube2) -> u8 {
        self.solve_exact(cube).iter().map(|turn| self.cost(turn.turns())).sum()
    }

    /// Returns an optimal solution to the solved cube in exactly this orientation, with all 18 turns.
    pub fn solve_exact(&self, cube: &Cube2) -> PocketSolution {
        let (pattern, orientation) = self.orientations.split(cube);
        let mut path = Path { turns: [0; 16], orientations: [0; 17], length: 0 };
        path.orientations[0] = 1 << orientation.index();
        let mut remaining = self.distance_of(pattern);
        while !self.search_exact(pattern, remaining, &mut path) {
            // A quarter turn is an odd permutation of the corners: in the quarter-turn metric lengths differ by two.
            remaining += if self.counts_quarter_turns() { 2 } else { 1 };
        }
        path.solution(orientation)
    }

    /// Returns a shortest sequence with these ends that produces the cube from a solved one, white up, green front.
    pub fn moves_making(&self, cube: &Cube2, ends: EndConstraints) -> Alg {
        self.moves_making_with(cube, FaceSet::ALL, ends).expect("six faces make every cube")
    }

    /// Like [`PocketTable::moves_making`], but turns only these faces. Returns `None` if they cannot produce the cube: an
    /// axis is missing, or a corner that none of them turns is not solved.
    pub fn moves_making_with(&self, cube: &Cube2, faces: FaceSet, ends: EndConstraints) -> Option<Alg> {
        let solution = if faces == FaceSet::ALL && ends == EndConstraints::default() {
            self.solve_exact(cube)
        } else {
            PocketSolver::solve_with_ends(self, cube, faces, ends.inverse())?
        };
        Some(solution.to_alg().inverse())
    }

    /// Whether some path of this cost solves the pattern and can end in [`Orientation::HOME`]; stores it in `path`.
    fn search_exact(&self, pattern: Pattern, remaining: u8, path: &mut Path) -> bool {
        let orientations = path.orientations[path.length];
        if remaining == 0 {
            return pattern == Pattern::SOLVED && orientations >> Orientation::HOME.index() & 1 == 1;
        }
        for turn in 0..TURNS {
            let cost = self.turn_cost(turn);
            if cost > remaining {
                continue;
            }
            let turned = self.moves.apply(pattern, turn);
            if self.distance_of(turned) > remaining - cost {
                continue;
            }
            path.turns[path.length] = turn as u8;
            path.length += 1;
            path.orientations[path.length] =
                orientations | self.opposite_turn_images.image(turn, orientations);
            if self.search_exact(turned, remaining - cost, path) {
                return true;
            }
            path.length -= 1;
        }
        false
    }
}

impl Path {
    /// Returns the turns, chosen backwards from [`Orientation::HOME`].
    fn solution(&self, start: Orientation) -> PocketSolution {
        let mut orientation = Orientation::HOME;
        let mut is_opposite = [false; 16];
        for step in (0..self.length).rev() {
            let before = self.orientations[step];
            if before >> orientation.index() & 1 == 0 {
                is_opposite[step] = true;
                let turn = self.turns[step] as usize;
                orientation = Orientation::all()
                    .find(|from| {
                        before >> from.index() & 1 == 1 && from.after_opposite_turn(turn) == orientation
                    })
                    .expect("an orientation in the set has a predecessor in the set before");
            }
        }
        debug_assert_eq!(orientation, start);
        let mut solution = PocketSolution::EMPTY;
        for (&turn, &opposite) in self.turns[..self.length].iter().zip(&is_opposite) {
            let turn = turn as usize;
            solution.push(if opposite {
                orientation.opposite_turn(turn)
            } else {
                orientation.direct_turn(turn)
            });
            orientation = if opposite { orientation.after_opposite_turn(turn) } else { orientation };
        }
        solution
    }
}
