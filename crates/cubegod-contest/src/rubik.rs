//! Compatibility with the Python packages `rubik-cube` and `ctf-rubik-cube`: quarter turns by name, the orientation of a
//! solved cube, and their rules for shortening sequences.
//!
//! # Examples
//!
//! ```
//! use cubegod_contest::rubik::{self, QuarterTurn};
//!
//! let mut turns: Vec<QuarterTurn> =
//!     "Z U L D Zi R R R".split(' ').map(|name| QuarterTurn::from_name(name).unwrap()).collect();
//! rubik::shorten(&mut turns);
//! let names: Vec<&str> = turns.iter().map(|turn| turn.name()).collect();
//! assert_eq!(names, ["L", "D"]);
//! ```

mod final_rotation;
mod quarter_turn;
mod shorten;

pub use final_rotation::final_rotation;
pub use quarter_turn::QuarterTurn;
pub use shorten::{Element, Token, shorten, without_rotations, without_triples, without_undone};

use cubegod::cube::Cube3;
use cubegod::geometry::{Face, Symmetry};
use cubegod::moves::Alg;
use cubegod_teach::methods::layers::LayersSolver;
use std::sync::LazyLock;

/// Solves a cube in quarter turns, front layer first, and leaves it in the orientation in which their solver does.
pub fn solve(solver: &LayersSolver, cube: &Cube3) -> Vec<QuarterTurn> {
    let solution = solver.solve_beginning_with(cube, Face::F);
    let turns = solution.turns.iter().flat_map(|&turn| QuarterTurn::of_move(turn.into()));
    turns.chain(rotation(final_rotation(cube)).iter().copied()).collect()
}

/// Returns the quarter turns that make up a rotation of the whole cube.
fn rotation(rotation: Symmetry) -> &'static [QuarterTurn] {
    // Cached: finding them takes microseconds, as long as a good part of a solution.
    static ALL: LazyLock<Vec<(Symmetry, Vec<QuarterTurn>)>> = LazyLock::new(|| {
        let turns = |rotation| Alg::of_rotation(rotation).unwrap_or_default();
        let named = |rotation| turns(rotation).iter().flat_map(QuarterTurn::of_move).collect();
        Symmetry::ROTATIONS.into_iter().map(|rotation| (rotation, named(rotation))).collect()
    });
    let found = ALL.iter().find(|(known, _)| *known == rotation);
    found.map_or(&[], |(_, turns)| turns)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubegod::Size;
    use cubegod::scramble::generator;
    use cubegod::stickers::Stickers;

    #[test]
    fn a_solution_solves_the_cube_and_ends_in_the_right_orientation() {
        let solver = LayersSolver::new();
        let mut random = generator(3);
        for _ in 0..200 {
            let cube = Cube3::random(&mut random);
            let mut stickers = cube.stickers();
            for turn in solve(&solver, &cube) {
                stickers.turn(turn.to_move()).unwrap();
            }
            assert_eq!(stickers, Stickers::solved(Size::THREE).transformed_by(final_rotation(&cube)));
        }
    }
}
