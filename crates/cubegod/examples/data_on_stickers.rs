//! Puts a text on the stickers of a scrambled cube, solves the cube and reads the text.

use cubegod::data::Order;
use cubegod::{Cube, Size, Solver};
use std::error::Error;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let secret = "flag{hidden_in_a_pocket}";
    let mut stickers = Order::Facelets.put_on(Size::TWO, secret).ok_or("a 2x2 has 24 stickers")?;
    let scramble = "R U' F2 R' U".parse()?;
    stickers.apply(&scramble)?;
    let scrambled = Order::Facelets.read_out(&stickers);
    println!("scrambled: {scrambled}");
    assert_ne!(scrambled, secret);

    // The colours are enough to solve the cube, and every character moves with its sticker.
    let cube = Cube::solved(Size::TWO)?.apply(&scramble)?;
    let solution = Solver::new().solve(&cube)?;
    stickers.apply(solution.alg())?;
    println!("after {solution}: {}", Order::Facelets.read_out(&stickers));
    assert_eq!(Order::Facelets.read_out(&stickers), secret);
    Ok(())
}
