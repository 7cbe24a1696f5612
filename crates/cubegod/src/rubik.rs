//! The ways of the Python packages `rubik-cube` and `ctf-rubik-cube`, for those who come from there: quarter turns by their
//! names, how a solved cube is held in the end, and how their sequences are shortened.
//!
//! ```
//! use cubegod::rubik::{self, QuarterTurn};
//!
//! let mut turns: Vec<QuarterTurn> =
//!     "Z U L D Zi R R R".split(' ').map(|name| QuarterTurn::from_name(name).unwrap()).collect();
//! rubik::shorten(&mut turns);
//! let names: Vec<&str> = turns.iter().map(|turn| turn.name()).collect();
//! assert_eq!(names, ["L", "D"]);
//! ```

mod ending;
mod quarter_turn;
mod shorten;

pub use ending::ending;
pub use quarter_turn::QuarterTurn;
pub use shorten::{shorten, without_rotations, without_triples, without_undone};

use crate::cube::Cube3;
use crate::geometry::Face;
use crate::moves::Alg;
use crate::solve::layers::LayersSolver;

/// A solution of a cube in quarter turns, front layer first, that ends with the cube held as their solver leaves it.
pub fn solve(solver: &LayersSolver, cube: &Cube3) -> Vec<QuarterTurn> {
    let turns = solver.solve_beginning_with(cube, Face::F).alg();
    let rotation = Alg::of_rotation(ending(cube)).unwrap_or_default();
    turns.iter().chain(&rotation).flat_map(QuarterTurn::of_move).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Size;
    use crate::scramble::generator;
    use crate::stickers::Stickers;

    #[test]
    fn a_solution_solves_and_ends_as_it_should_be_held() {
        let solver = LayersSolver::new();
        let mut random = generator(3);
        for _ in 0..200 {
            let cube = Cube3::random(&mut random);
            let mut stickers = cube.stickers();
            for turn in solve(&solver, &cube) {
                stickers.turn(turn.to_move()).unwrap();
            }
            assert_eq!(stickers, Stickers::solved(Size::THREE).under(ending(&cube)));
        }
    }
}
