//! A scramble: the moves that make the cube from a solved one, white up, green front.

use super::LayoutError;
use crate::color::Color;
use crate::geometry::Size;
use crate::moves::Alg;
use crate::stickers::Stickers;

/// Reads moves and makes them on a solved cube of this size; in face letters.
pub fn read(text: &str, size: Size) -> Result<Stickers<char>, LayoutError> {
    let alg: Alg = text.parse()?;
    let mut stickers = Stickers::solved(size);
    stickers.apply(&alg)?;
    Ok(stickers.map(|color: &Color| color.home().letter()))
}
