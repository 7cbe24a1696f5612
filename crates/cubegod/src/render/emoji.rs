//! The unfolded cube as emoji, for chats and issues.

use super::{Cell, layout};
use crate::color::Color;
use crate::stickers::Stickers;

/// A blank that is as wide as an emoji square.
const IDEOGRAPHIC_SPACE: char = '\u{3000}';

/// Writes the unfolded cube with one coloured square per sticker: U above F, D below it, the sides in a row from L to B.
/// Unknown stickers are black; labels and marks are omitted. Every line ends with a line feed.
///
/// # Examples
///
/// ```
/// use cubegod::render::{Cell, emoji};
/// use cubegod::{Size, Stickers};
///
/// let net = emoji::net(&Stickers::<Cell>::from(&Stickers::solved(Size::TWO)));
/// assert_eq!(net.lines().nth(2), Some("🟧🟧\u{3000}🟩🟩\u{3000}🟥🟥\u{3000}🟦🟦"));
/// ```
pub fn net(cells: &Stickers<Cell>) -> String {
    let layers = cells.size().layers();
    let mut text = String::new();
    for faces in &layout::CROSS {
        for row in 0..layers {
            for (column, face) in layout::without_trailing_blanks(faces).iter().enumerate() {
                if column > 0 {
                    text.push(IDEOGRAPHIC_SPACE);
                }
                match face {
                    Some(face) => text.extend(cells.row(*face, row).iter().map(|cell| square(cell.color))),
                    None => text.extend(std::iter::repeat_n(IDEOGRAPHIC_SPACE, layers)),
                }
            }
            text.push('\n');
        }
    }
    text
}

const fn square(color: Option<Color>) -> char {
    match color {
        Some(Color::White) => '⬜',
        Some(Color::Red) => '🟥',
        Some(Color::Green) => '🟩',
        Some(Color::Yellow) => '🟨',
        Some(Color::Orange) => '🟧',
        Some(Color::Blue) => '🟦',
        None => '⬛',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::examples;

    #[test]
    fn a_turned_pocket_cube_in_squares() {
        insta::assert_snapshot!(net(&examples::turned_pocket_cube()));
    }

    #[test]
    fn every_size_has_its_lines_without_blanks_at_the_end() {
        for layers in 2..=32 {
            let net = net(&examples::solved(layers));
            assert_eq!(net.lines().count(), 3 * layers);
            assert!(net.lines().all(|line| line.trim_end() == line));
        }
    }
}
