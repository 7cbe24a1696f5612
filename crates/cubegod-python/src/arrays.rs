//! Cubes as rows of an array: a byte a sticker, faces in the order U R F D L B.
//!
//! 0 to 5 are the faces U R F D L B whose colour it is and 255 is unknown; or the rows are letters and `?`, as text has them.

use crate::arguments::Known;
use crate::error::Problem;
use cubegod::formats::{Format, bytes};
use cubegod::{Cube2, Cube3, Face, ReadOptions, Size};

/// A cube from a row.
pub(crate) enum Row {
    Two(Cube2),
    /// With the face whose centre is white.
    Three(Cube3, Face),
}

impl Row {
    /// The cube that a row shows, where a glance is enough.
    pub(crate) fn at_a_glance(row: &[u8]) -> Option<Row> {
        if row.len() == Size::TWO.sticker_count() {
            let letters: [u8; 24] = std::array::from_fn(|i| bytes::letter(row[i]));
            return Cube2::from_facelets(&letters).map(Row::Two);
        }
        let cube = Cube3::from_facelets(row)?;
        let white = |face: &Face| bytes::letter(row[face.index() * 9 + 4]) == b'U';
        // Other letters than those of the faces take a second look.
        Face::ALL.into_iter().find(white).map(|face| Row::Three(cube, face))
    }
}

/// The cube that a row shows, or everything that is wrong with it.
pub(crate) fn known(row: &[u8]) -> Result<Known, Problem> {
    let text = bytes::letters(row).map_err(|column| {
        let value = row[column];
        Problem::unreadable(format!(
            "{value} in column {column} is no colour; expected 0 to 5, 255 for unknown, or the code of a letter"
        ))
    })?;
    Known::read(&text, &ReadOptions { format: Some(Format::Facelets), size: None })
}
