//! `pattern`: the name of a well-known pattern, such as `superflip`.

use super::LayoutError;
use crate::color::Color;
use crate::geometry::{Face, Size, Symmetry};
use crate::patterns::Pattern;
use crate::stickers::Stickers;

/// The name of the solved cube.
const SOLVED: &str = "solved";

/// Whether a text is a name that [`read`] knows.
pub(super) fn is_name(text: &str) -> bool {
    is_solved(text) || Pattern::find(text).is_some()
}

fn is_solved(text: &str) -> bool {
    text.trim().eq_ignore_ascii_case(SOLVED)
}

/// Reads a name as the face letters of its pattern, held white up, green front; `solved` is the solved cube. The size selects
/// between patterns that share a name.
///
/// # Errors
///
/// Fails if no pattern has this name; the error suggests a similar one.
pub fn read(text: &str, size: Option<Size>) -> Result<Stickers<char>, LayoutError> {
    if is_solved(text) {
        let solved = Stickers::solved(size.unwrap_or(Size::THREE));
        return Ok(solved.map(|color| color.home().letter()));
    }
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
    if held.contains(&Stickers::solved(stickers.size()).map(|&color| Some(color))) {
        return Ok(SOLVED.to_owned());
    }
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
    fn the_solved_cube_has_a_name_in_every_size() {
        for size in [Size::TWO, Size::THREE, Size::MAX] {
            let solved = read(" Solved", Some(size)).unwrap();
            assert_eq!(solved, Stickers::solved(size).map(|color| color.home().letter()));
            assert_eq!(write(&solved.transformed_by(Symmetry::ROTATIONS[5])).as_deref(), Ok("solved"));
        }
        assert_eq!(read("solved", None).unwrap().size(), Size::THREE);
    }

    #[test]
    fn a_cube_that_is_not_a_pattern_is_an_error() {
        let error = "this cube is none of the patterns that have names; try the layout `facelets`";
        for (format, text) in [
            (Format::Moves, "R U"),
            // A conjugate of the cube in a cube.
            (Format::Moves, "B R B U' L U B2 R2 U' R' F D' F' R2 U"),
            (Format::Facelets, &"?".repeat(54)),
            (Format::Facelets, &"U".repeat(96)),
        ] {
            assert_eq!(write(&format.read(text).unwrap()).unwrap_err().to_string(), error, "{text}");
        }
    }
}
