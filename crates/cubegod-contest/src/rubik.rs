//! The ways of the Python packages `rubik-cube` and `ctf-rubik-cube`, for those who come from there: quarter turns by their
//! names, how a solved cube is held in the end, and how their sequences are shortened.
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

mod ending;
mod quarter_turn;
mod shorten;

pub use ending::ending;
pub use quarter_turn::QuarterTurn;
pub use shorten::{shorten, without_rotations, without_triples, without_undone};

use cubegod::cube::Cube3;
use cubegod::geometry::{Face, Symmetry};
use cubegod::moves::Alg;
use cubegod_teach::methods::layers::LayersSolver;
use std::sync::LazyLock;

/// A solution of a cube in quarter turns, front layer first, that ends with the cube held as their solver leaves it.
pub fn solve(solver: &LayersSolver, cube: &Cube3) -> Vec<QuarterTurn> {
    let solution = solver.solve_beginning_with(cube, Face::F);
    let turns = solution.turns().iter().flat_map(|&turn| QuarterTurn::of_move(turn.into()));
    turns.chain(rotation(ending(cube)).iter().copied()).collect()
}

/// The quarter turns that a rotation of the whole cube is made of.
fn rotation(rotation: Symmetry) -> &'static [QuarterTurn] {
    // Finding them takes some microseconds, much of what a whole solution takes.
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
    fn a_solution_solves_and_ends_as_it_should_be_held() {
        let solver = LayersSolver::new();
        let mut random = generator(3);
        for _ in 0..200 {
            let cube = Cube3::random(&mut random);
            let mut stickers = cube.stickers();
            for turn in solve(&solver, &cube) {
                stickers.turn(turn.to_move()).unwrap();
            }
            assert_eq!(stickers, Stickers::solved(Size::THREE).transformed_by(ending(&cube)));
        }
    }
}
