//! Prints random-state scrambles, reproducible from a seed.

use cubegod::scramble::generator;
use cubegod::{Cube, Scramble, Size, Solver};
use std::error::Error;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let solver = Solver::new();
    let mut random = generator(2026);
    for size in [Size::TWO, Size::THREE] {
        for number in 1..=5 {
            let Scramble { alg, cube } = Scramble::random(size, &mut random, &solver)?;
            println!("{size} {number}: {alg}");
            assert_eq!(Cube::solved(size)?.apply(&alg)?, cube);
        }
    }
    let again = || Scramble::from_seed(Size::THREE, 7, &solver);
    assert_eq!(again()?, again()?);
    Ok(())
}
