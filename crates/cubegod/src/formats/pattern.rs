//! `pattern`: the name of a well-known pattern, such as `superflip`.

use super::LayoutError;
use crate::color::Color;
use crate::geometry::{Face, Size, Symmetry};
use crate::patterns::Pattern;
use crate::stickers::Stickers;

/// Reads a name as the face letters of its pattern, held white up, green front. The size selects between patterns that share
/// a name.
///
/// # Errors
///
/// Fails if no pattern has this name; the error suggests a similar one.
pub fn read(text: &str, size: Option<Size>) -> Result<Stickers<char>, LayoutError> {
    let pattern = Pattern::named_of_size(text, size)?;
    Ok(pattern.stickers().map(|color| color.home().letter()))
}

/// Writes the name of a pattern in face letters, in any orientation. A conjugate of a pattern is another cube and has no name.
///
/// # Errors
///
/// Fails if the cube is not a named pattern.
pub fn write(stickers: &Stickers<char>) -> Result<String, LayoutError> {
    let letter = |contents: char| Face::from_letter(contents).map(Color::of_face);
    let colors = stickers.map(|&contents| letter(contents));
    let held = Symmetry::ROTATIONS.map(|rotation| colors.transformed_by(rotation));
    let is_shown = |pattern: &&Pattern| {
        pattern.size == stickers.size() && held.contains(&pattern.stickers().map(|&color| Some(color)))
    };
    let pattern = Pattern::ALL.iter().find(is_shown).ok_or(LayoutError::NoPattern)?;
    Ok(pattern.name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::Format;

    #[test]
    fn every_pattern_is_written_by_its_name_in_any_orientation() {
        for pattern in Pattern::ALL {
            let stickers = read(pattern.name, None).unwrap();
            assert_eq!(write(&stickers).as_deref(), Ok(pattern.name));
            assert_eq!(write(&stickers.transformed_by(Symmetry::ROTATIONS[17])).as_deref(), Ok(pattern.name));
            // Through facelets and back.
            let facelets = Format::Facelets.write(&stickers).unwrap();
            assert_eq!(Format::Facelets.read(&facelets), Ok(stickers));
        }
    }

    #[test]
    fn a_cube_that_is_not_a_pattern_is_an_error() {
        let error = "this cube is none of the patterns that have names; try the layout `facelets`";
        for (format, text) in [
            (Format::Moves, "R U"),
            (Format::Moves, ""),
            // A conjugate of the cube in a cube.
            (Format::Moves, "B R B U' L U B2 R2 U' R' F D' F' R2 U"),
            (Format::Facelets, &"?".repeat(54)),
            (Format::Facelets, &"U".repeat(96)),
        ] {
            assert_eq!(write(&format.read(text).unwrap()).unwrap_err().to_string(), error, "{text}");
        }
    }
}
