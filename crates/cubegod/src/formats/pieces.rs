//! Corners and edges by name, in Reid's order, which cubing.js uses too.
//!
//! A piece is named by its faces, and the piece in a place is written in the order of that place's name. The name gives the
//! position of the cubie: it is the sum of the faces' normals.

use crate::geometry::{Face, Size, StickerPosition, Vector};
use crate::text::UNKNOWN;

/// The places of the edges.
pub(super) const EDGES: [&str; 12] = ["UF", "UR", "UB", "UL", "DF", "DR", "DB", "DL", "FR", "FL", "BR", "BL"];

/// The places of the corners, with the faces in counter-clockwise order.
pub(super) const CORNERS: [&str; 8] = ["UFR", "URB", "UBL", "ULF", "DRF", "DFL", "DLB", "DBR"];

/// Returns the indices of the stickers at the place with this name, in the order of the name.
pub(super) fn sticker_indices(name: &str, size: Size) -> impl Iterator<Item = usize> {
    let faces = name.chars().filter_map(Face::from_letter);
    let cubie = faces.clone().fold(Vector::new(0, 0, 0), |sum, face| sum.plus(face.normal()));
    let edge = size.layers() as i8 - 1;
    faces.map(move |face| StickerPosition { cubie: cubie.times(edge), normal: face.normal() }.index(size))
}

/// Returns the letters of a piece in an orientation: its name rotated left by `orientation`.
pub(super) fn oriented(name: &str, orientation: usize) -> impl Iterator<Item = char> {
    name.chars().cycle().skip(orientation).take(name.len())
}

/// Returns the pieces among `names` and their orientations that show these stickers; unknown stickers match anything.
pub(super) fn fitting<'a>(
    names: &'a [&'a str],
    stickers: &'a [char],
) -> impl Iterator<Item = (usize, usize)> + 'a {
    names.iter().enumerate().flat_map(move |(piece, name)| {
        (0..name.len()).map(move |orientation| (piece, orientation)).filter(move |&(_, orientation)| {
            name.len() == stickers.len()
                && oriented(name, orientation)
                    .zip(stickers)
                    .all(|(letter, &sticker)| sticker == UNKNOWN || sticker == letter)
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::centre;
    use std::collections::HashSet;

    #[test]
    fn the_places_cover_every_sticker_once_on_the_named_faces() {
        for size in [Size::TWO, Size::THREE] {
            let mut seen = HashSet::new();
            let edges: &[&str] = if size == Size::THREE { &EDGES } else { &[] };
            for name in edges.iter().chain(&CORNERS) {
                for (letter, index) in name.chars().zip(sticker_indices(name, size)) {
                    assert_eq!(Face::ALL[index / size.face_stickers()].letter(), letter);
                    assert!(seen.insert(index));
                }
            }
            if size == Size::THREE {
                assert!(Face::ALL.iter().all(|&face| seen.insert(centre(face))));
            }
            assert_eq!(seen.len(), size.sticker_count());
        }
    }
}
