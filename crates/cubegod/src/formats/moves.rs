//! `moves`: a scramble, applied to a solved cube with white up and green in front.

use super::LayoutError;
use crate::color::Color;
use crate::geometry::Size;
use crate::moves::Alg;
use crate::stickers::Stickers;

/// Reads moves and applies them to a solved cube of this size, in face letters.
///
/// # Errors
///
/// Fails if the text is not a sequence of moves, or a move turns a layer that a cube of this size does not have.
pub fn read(text: &str, size: Size) -> Result<Stickers<char>, LayoutError> {
    let alg: Alg = text.parse()?;
    let mut stickers = Stickers::solved(size);
    stickers.apply(&alg)?;
    Ok(stickers.map(|color: &Color| color.home().letter()))
}
