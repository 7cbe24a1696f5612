//! Random states, uniformly distributed and reproducible from a seed.

use crate::any_cube::Cube;
use crate::cube::{Corner, Corners, Cube2, Cube3, Edge, Edges};
use crate::geometry::{Face, Size};
use crate::moves::{Alg, EndConstraints, FaceTurn, Metric};
use crate::solve::pocket::PocketTable;
use crate::solve::{BuildOptions, SolveError};
use crate::solver::Solver;
use crate::view::UnsupportedSize;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Returns the random number generator of seeded scrambles, which is the same on every machine.
pub fn generator(seed: u64) -> ChaCha8Rng {
    ChaCha8Rng::seed_from_u64(seed)
}

/// A random state that is far enough from solved for a competition, and moves that produce it.
///
/// # Examples
///
/// ```
/// use cubegod::{Cube, Scramble, Size, Solver};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let scramble = Scramble::from_seed(Size::THREE, 7, &Solver::new())?;
/// assert_eq!(Cube::solved(Size::THREE)?.apply(&scramble.alg)?, scramble.cube);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Scramble {
    /// The state, with white up and green in front before the moves.
    pub cube: Cube,
    /// Moves that produce it from a solved cube.
    pub alg: Alg,
}

impl Scramble {
    /// Draws a state of a size: every one that needs at least four moves (2x2) or two (3x3) with the same probability.
    /// The moves of a 2x2 turn only U, R and F, as in competitions, so its corner DBL is solved.
    ///
    /// # Errors
    ///
    /// [`SolveError::UnsupportedSize`] for other sizes than 2x2 and 3x3.
    pub fn random(size: Size, random: &mut impl Rng, solver: &Solver) -> Result<Scramble, SolveError> {
        match size {
            Size::TWO => {
                let table = solver.pocket_table(Metric::Htm, &BuildOptions::new())?;
                let cube = Cube2::random_scramble(random, table).held_at_home(Corner::DBL);
                let faces = [Face::U, Face::R, Face::F].into_iter().collect();
                let alg = table.moves_making_with(&cube, faces, EndConstraints::default());
                Ok(Scramble {
                    cube: cube.into(),
                    alg: alg.expect("U, R and F make every cube with DBL at home"),
                })
            }
            Size::THREE => {
                let cube = Cube::from(Cube3::random_scramble(random));
                Ok(Scramble { cube, alg: solver.solve(&cube)?.alg().inverse() })
            }
            size => Err(UnsupportedSize::new(size).into()),
        }
    }

    /// Draws a state from a seed; the result is the same on every machine.
    ///
    /// # Errors
    ///
    /// [`SolveError::UnsupportedSize`] for other sizes than 2x2 and 3x3.
    pub fn from_seed(size: Size, seed: u64, solver: &Solver) -> Result<Scramble, SolveError> {
        Scramble::random(size, &mut generator(seed), solver)
    }
}

fn random_corners(random: &mut impl Rng) -> Corners {
    let mut pieces = Corner::ALL;
    pieces.shuffle(random);
    let mut twists = [0; 8];
    twists[..7].fill_with(|| random.random_range(0..3));
    // The last twist is determined: the sum is 0 modulo 3.
    twists[7] = (3 - twists.iter().sum::<u8>() % 3) % 3;
    Corners::new(pieces, twists).expect("a shuffle is a permutation")
}

fn random_edges(random: &mut impl Rng, odd: bool) -> Edges {
    let mut pieces = Edge::ALL;
    pieces.shuffle(random);
    let mut flips = [0; 12];
    flips[..11].fill_with(|| random.random_range(0..2));
    flips[11] = flips.iter().sum::<u8>() % 2;
    let edges = Edges::new(pieces, flips).expect("a shuffle is a permutation");
    if edges.is_odd() == odd {
        return edges;
    }
    // Half of the permutations have the right parity; swapping two pieces is a bijection from the other half onto them.
    pieces.swap(0, 1);
    Edges::new(pieces, flips).expect("a swap keeps a permutation")
}

impl Cube2 {
    /// Draws a state uniformly from all 88,179,840.
    pub fn random(random: &mut impl Rng) -> Cube2 {
        Cube2::new(random_corners(random)).expect("the twists cancel out")
    }

    /// Draws a state uniformly from those that need at least four turns, as the WCA regulations require.
    pub fn random_scramble(random: &mut impl Rng, table: &PocketTable) -> Cube2 {
        loop {
            let cube = Cube2::random(random);
            if table.distance(&cube) >= 4 {
                return cube;
            }
        }
    }
}

impl Cube3 {
    /// Draws a state uniformly from all 43,252,003,274,489,856,000.
    pub fn random(random: &mut impl Rng) -> Cube3 {
        let corners = random_corners(random);
        let edges = random_edges(random, corners.is_odd());
        Cube3::new(corners, edges).expect("twists and flips cancel out and the parities agree")
    }

    /// Draws a state uniformly from those that need at least two turns, as the WCA regulations require.
    pub fn random_scramble(random: &mut impl Rng) -> Cube3 {
        loop {
            let cube = Cube3::random(random);
            if !cube.is_within_one_turn() {
                return cube;
            }
        }
    }

    /// Whether the cube needs at most one turn.
    fn is_within_one_turn(&self) -> bool {
        self.is_solved() || FaceTurn::ALL.iter().any(|&turn| self.apply_turn(turn).is_solved())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn the_same_seed_gives_the_same_cubes() {
        let draw = |seed| {
            let mut random = generator(seed);
            (Cube2::random(&mut random), Cube3::random(&mut random))
        };
        assert_eq!(draw(7), draw(7));
        assert_ne!(draw(7), draw(8));
    }

    #[test]
    fn the_moves_of_a_scramble_make_its_cube() {
        let solver = Solver::new();
        for size in [Size::TWO, Size::THREE] {
            let scramble = Scramble::from_seed(size, 5, &solver).unwrap();
            assert_eq!(Cube::solved(size).unwrap().apply(&scramble.alg), Ok(scramble.cube));
            assert_eq!(Scramble::from_seed(size, 5, &solver), Ok(scramble));
        }
        let four = Size::new(4).unwrap();
        assert!(matches!(Scramble::from_seed(four, 5, &solver), Err(SolveError::UnsupportedSize(_))));
    }

    #[test]
    fn cubes_within_one_turn_are_detected() {
        let turned = |cube: Cube3| FaceTurn::ALL.map(|turn| cube.apply_turn(turn));
        assert!(Cube3::SOLVED.is_within_one_turn());
        let near: HashSet<Cube3> = turned(Cube3::SOLVED).into_iter().chain([Cube3::SOLVED]).collect();
        assert!(near.iter().all(Cube3::is_within_one_turn));
        let at_two: HashSet<Cube3> =
            near.iter().flat_map(|&cube| turned(cube)).filter(|cube| !near.contains(cube)).collect();
        assert_eq!((near.len(), at_two.len()), (19, 243));
        assert!(!at_two.iter().any(Cube3::is_within_one_turn));
    }

    /// A chi-squared test of pieces and orientations for each place. A fair generator fails the bound for one seed in a million,
    /// and this seed is fixed.
    #[test]
    fn every_piece_is_equally_likely_everywhere() {
        const DRAWS: usize = 48_000;
        let mut random = generator(1);
        let mut corner_counts = [[0usize; 24]; 8];
        let mut edge_counts = [[0usize; 32]; 12];
        for _ in 0..DRAWS {
            let cube = Cube3::random(&mut random);
            cube.corners()
                .codes()
                .iter()
                .enumerate()
                .for_each(|(place, &code)| corner_counts[place][code as usize] += 1);
            cube.edges()
                .codes()
                .iter()
                .enumerate()
                .for_each(|(place, &code)| edge_counts[place][code as usize] += 1);
        }
        let expected = DRAWS as f64 / 24.0;
        let deviation = |count: &usize| (*count as f64 - expected).powi(2) / expected;
        for counts in corner_counts.iter().map(|c| &c[..]).chain(edge_counts.iter().map(|c| &c[..])) {
            let possible = counts.iter().filter(|&&count| count > 0);
            assert_eq!(possible.clone().count(), 24);
            let chi_squared: f64 = possible.map(deviation).sum();
            assert!(chi_squared < 70.0, "{chi_squared}");
        }
    }
}
