//! The unfolded cube.

use super::canvas::Canvas;
use super::path::{Path, Point};
use super::{SvgOptions, document};
use crate::geometry::Face;
use crate::render::palette::Rgb;
use crate::render::{Cell, layout};
use crate::stickers::Stickers;

/// The colour of the body.
const BODY: Rgb = [0x1f, 0x22, 0x29];

// The unit of all lengths is a twentieth of the distance between the middles of adjacent stickers.
const PITCH: f64 = 20.0;
const STICKER_HALF: f64 = 8.9;
/// The body's border around the stickers of a face.
const BORDER: f64 = 1.4;
/// The gap between two faces, and around the drawing.
const GAP: f64 = 2.6;
const BODY_CORNER: f64 = 4.4;

/// Draws the unfolded cube: U above F, D below it, the sides in a row from L to B.
///
/// # Examples
///
/// ```
/// use cubegod::render::{Cell, svg};
/// use cubegod::{Size, Stickers};
///
/// let mut cells = Stickers::<Cell>::from(&Stickers::solved(Size::THREE));
/// cells.facelets_mut()[0] = Cell::UNKNOWN.labelled('?');
/// let drawing = svg::net(&cells, &svg::SvgOptions::default());
/// assert!(drawing.contains("<title>3x3x3 cube</title>"));
/// ```
pub fn net(cells: &Stickers<Cell>, options: &SvgOptions) -> String {
    let layers = cells.size().layers();
    let face_half = layers as f64 * PITCH / 2.0 + BORDER;
    let step = 2.0 * face_half + GAP;
    let middle = |index: usize| GAP + face_half + index as f64 * step;

    let mut canvas = Canvas::new(options);
    for (row, faces) in layout::CROSS.iter().enumerate() {
        for (column, face) in faces.iter().enumerate() {
            if let Some(face) = *face {
                draw_face(&mut canvas, cells, face, [middle(column), middle(row)], face_half);
            }
        }
    }
    document(cells, options, [GAP + 4.0 * step, GAP + 3.0 * step], &canvas.finish())
}

fn draw_face(canvas: &mut Canvas<'_>, cells: &Stickers<Cell>, face: Face, [x, y]: Point, half: f64) {
    let mut body = Path::new(|[right, down]: Point| [x + right, y + down]);
    body.rounded_square(half, BODY_CORNER);
    canvas.fill(BODY, 1.0, &body.finish());

    let layers = cells.size().layers();
    let offset = |index: usize| (index as f64 - (layers as f64 - 1.0) / 2.0) * PITCH;
    for (index, &cell) in cells.face(face).iter().enumerate() {
        let (left, top) = (x + offset(index % layers), y + offset(index / layers));
        canvas.sticker(cell, 1.0, |[right, down]| [left + STICKER_HALF * right, top + STICKER_HALF * down]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::examples;

    #[test]
    fn a_solved_pocket_cube() {
        insta::assert_snapshot!(examples::one_shape_per_line(&net(
            &examples::solved(2),
            &SvgOptions::default()
        )));
    }

    #[test]
    fn a_turned_pocket_cube_with_letters_and_marks() {
        let cells = examples::turned_pocket_cube().map(|cell| cell.lettered());
        insta::assert_snapshot!(examples::one_shape_per_line(&net(&cells, &SvgOptions::default())));
    }

    #[test]
    fn a_solved_cube() {
        insta::assert_snapshot!(examples::one_shape_per_line(&net(
            &examples::solved(3),
            &SvgOptions::default()
        )));
    }
}
