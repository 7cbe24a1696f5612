//! `kpattern`: the JSON of a cubing.js KPattern for the 3x3x3 and the 2x2x2.
//!
//! `{"EDGES":{"pieces":[…],"orientation":[…]},"CORNERS":{…},"CENTERS":{…}}`, alone or as `patternData` of an object;
//! entry i is the piece in place i. Fixtures generated with cubing.js 0.63 test the orders and orientations.
//!
//! A pattern may contain one piece twice (cubing.js does so for indistinguishable pieces): it is read, and the legality
//! check reports it.

use super::LayoutError;
use super::pieces::{self, CORNERS, EDGES};
use crate::cube::centre;
use crate::geometry::{Face, Size};
use crate::stickers::Stickers;
use crate::text::{self, TextPosition, UNKNOWN};
use serde::Deserialize;
use serde::de::IgnoredAny;

/// The centres in the order of cubing.js.
const CENTERS: [Face; 6] = [Face::U, Face::L, Face::F, Face::R, Face::B, Face::D];

/// The number of orientations of a centre, which all look the same.
const CENTER_ORIENTATIONS: usize = 4;

/// The top-level object: the pattern itself, or an object that wraps it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Document {
    #[serde(rename = "patternData")]
    wrapped: Option<Pattern>,
    #[serde(rename = "kpuzzle")]
    _puzzle: Option<IgnoredAny>,
    #[serde(rename = "experimentalPuzzleName")]
    puzzle_name: Option<String>,
    #[serde(rename = "EDGES")]
    edges: Option<Orbit>,
    #[serde(rename = "CORNERS")]
    corners: Option<Orbit>,
    #[serde(rename = "CENTERS")]
    centers: Option<Orbit>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Pattern {
    #[serde(rename = "EDGES")]
    edges: Option<Orbit>,
    #[serde(rename = "CORNERS")]
    corners: Option<Orbit>,
    #[serde(rename = "CENTERS")]
    centers: Option<Orbit>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Orbit {
    pieces: Vec<i64>,
    orientation: Vec<i64>,
    /// The modulus of each known orientation: 0 if it is fully known, 1 if it is unknown.
    #[serde(rename = "orientationMod")]
    modulus: Option<Vec<i64>>,
}

/// Reads a pattern as face letters; without CENTERS the centres are solved.
///
/// # Errors
///
/// Fails if the text is not the JSON of a 2x2 or 3x3 pattern.
pub fn read(text: &str) -> Result<Stickers<char>, LayoutError> {
    let document: Document = serde_json::from_str(text).map_err(|error| json_error(text, &error))?;
    let is_bare = document.edges.is_some() || document.corners.is_some() || document.centers.is_some();
    let pattern = match document.wrapped {
        Some(_) if is_bare => return Err(LayoutError::TwoPatterns),
        Some(pattern) => pattern,
        None => Pattern { edges: document.edges, corners: document.corners, centers: document.centers },
    };
    let Some(corners) = pattern.corners else { return Err(LayoutError::NoOrbit { missing: "CORNERS" }) };
    let size = if pattern.edges.is_some() { Size::THREE } else { Size::TWO };
    if size == Size::TWO && pattern.centers.is_some() {
        return Err(LayoutError::NoOrbit { missing: "EDGES" });
    }
    if let Some(name) = document.puzzle_name.filter(|name| *name != size.to_string()) {
        return Err(LayoutError::PuzzleName { found: text::quote(&name), size });
    }

    let mut stickers = Stickers::from_fn(size, |_| UNKNOWN);
    place(&mut stickers, "CORNERS", &CORNERS, &corners)?;
    if let Some(edges) = &pattern.edges {
        place(&mut stickers, "EDGES", &EDGES, edges)?;
        let homes = [0, 1, 2, 3, 4, 5];
        let centers = match &pattern.centers {
            Some(centers) => indices(centers, "CENTERS", homes.len(), CENTER_ORIENTATIONS)?,
            None => homes.map(|piece| (piece, 0)).into(),
        };
        for (face, (piece, _)) in CENTERS.into_iter().zip(centers) {
            stickers.facelets_mut()[centre(face)] = CENTERS[piece].letter();
        }
    }
    Ok(stickers)
}

/// Writes the pattern of a 2x2 or 3x3 whose stickers are face letters, all known, in the form of cubing.js.
///
/// # Errors
///
/// Fails for another size, an unknown sticker or stickers that are not pieces.
pub fn write(stickers: &Stickers<char>) -> Result<String, LayoutError> {
    let size = stickers.size();
    if size > Size::THREE {
        return Err(LayoutError::PieceSize { size });
    }
    let corners = format!(r#""CORNERS":{{{}}}"#, orbit(stickers, &CORNERS)?);
    if size == Size::TWO {
        return Ok(format!("{{{corners}}}"));
    }
    let edges = format!(r#""EDGES":{{{}}}"#, orbit(stickers, &EDGES)?);
    let mut centers = Vec::new();
    for face in CENTERS {
        let contents = stickers.facelets()[centre(face)];
        match CENTERS.iter().position(|center| center.letter() == contents) {
            Some(piece) => centers.push(piece),
            None => {
                let found = text::quote(contents.encode_utf8(&mut [0; 4]));
                return Err(LayoutError::NoCenter { face, found });
            }
        }
    }
    let centers = list(centers);
    Ok(format!(
        r#"{{{edges},{corners},"CENTERS":{{"pieces":{centers},"orientation":[0,0,0,0,0,0],"orientationMod":[1,1,1,1,1,1]}}}}"#
    ))
}

/// Whether a text is a JSON object.
pub(super) fn is_marked(text: &str) -> bool {
    let inside = text.trim_start().strip_prefix('{').map(str::trim_start);
    inside.is_some_and(|inside| inside.starts_with(['"', '}']))
}

/// Writes the stickers of the pieces of one kind.
fn place(
    stickers: &mut Stickers<char>,
    name: &'static str,
    names: &[&str],
    orbit: &Orbit,
) -> Result<(), LayoutError> {
    let size = stickers.size();
    let orientations = names[0].len();
    if let Some(modulus) = &orbit.modulus
        && let Some(place) = modulus.iter().position(|&value| value != 0 && value != orientations as i64)
    {
        return Err(LayoutError::UnknownOrientation { orbit: name, place });
    }
    for (place, (piece, orientation)) in names.iter().zip(indices(orbit, name, names.len(), orientations)?) {
        for (index, letter) in
            pieces::sticker_indices(place, size).zip(pieces::oriented(names[piece], orientation))
        {
            stickers.facelets_mut()[index] = letter;
        }
    }
    Ok(())
}

/// Returns the piece and orientation in each place, after a range check.
fn indices(
    orbit: &Orbit,
    name: &'static str,
    places: usize,
    orientations: usize,
) -> Result<Vec<(usize, usize)>, LayoutError> {
    let checked = |list: &'static str, values: &[i64], below: usize| {
        if values.len() != places {
            return Err(LayoutError::OrbitLength {
                orbit: name,
                list,
                found: values.len(),
                expected: places,
            });
        }
        let one = |(place, &value): (usize, &i64)| match usize::try_from(value) {
            Ok(value) if value < below => Ok(value),
            _ => Err(LayoutError::OrbitValue { orbit: name, list, place, found: value, max: below - 1 }),
        };
        values.iter().enumerate().map(one).collect::<Result<Vec<_>, _>>()
    };
    let pieces = checked("pieces", &orbit.pieces, places)?;
    let orientation = checked("orientation", &orbit.orientation, orientations)?;
    if let Some(modulus) = &orbit.modulus {
        checked("orientationMod", modulus, orientations + 1)?;
    }
    Ok(pieces.into_iter().zip(orientation).collect())
}

/// Formats the lists of pieces and orientations of one kind as JSON.
fn orbit(stickers: &Stickers<char>, names: &[&'static str]) -> Result<String, LayoutError> {
    let mut found = Vec::new();
    for &place in names {
        let letters: Vec<char> = pieces::sticker_indices(place, stickers.size())
            .map(|index| text::written(stickers.facelets()[index]))
            .collect();
        if letters.contains(&UNKNOWN) {
            return Err(LayoutError::UnknownStickers { place, found: letters.iter().collect() });
        }
        match pieces::fitting(names, &letters).next() {
            Some(piece) => found.push(piece),
            None => return Err(LayoutError::NoPiece { place, found: letters.iter().collect() }),
        }
    }
    let (pieces, orientation): (Vec<_>, Vec<_>) = found.into_iter().unzip();
    Ok(format!(r#""pieces":{},"orientation":{}"#, list(pieces), list(orientation)))
}

fn list(numbers: Vec<usize>) -> String {
    let numbers: Vec<String> = numbers.iter().map(usize::to_string).collect();
    format!("[{}]", numbers.join(","))
}

/// Converts a parser error, with the column in characters.
fn json_error(text: &str, error: &serde_json::Error) -> LayoutError {
    let line = error.line().max(1);
    // The parser counts bytes; an offset inside a character is the column of that character.
    let before = text.split('\n').nth(line - 1).unwrap_or_default();
    let column = before.char_indices().take_while(|(offset, _)| *offset < error.column()).count().max(1);
    let message = error.to_string();
    let message = message.rsplit_once(" at line ").map_or(message.as_str(), |(message, _)| message);
    LayoutError::Json { at: TextPosition::new(line, column), message: text::shorten(message, 120) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::facelets;

    const POCKET: &str = r#"{"CORNERS":{"pieces":[0,1,2,3,4,5,6,7],"orientation":[0,0,0,0,0,0,0,0]}}"#;

    fn message(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    fn write_error(cube: &str) -> String {
        write(&facelets::read(cube).unwrap()).unwrap_err().to_string()
    }

    #[test]
    fn a_pattern_is_read_alone_and_wrapped() {
        let solved = facelets::read("UUUURRRRFFFFDDDDLLLLBBBB");
        for text in [
            POCKET.to_owned(),
            format!(r#"{{"patternData":{POCKET}}}"#),
            format!(r#"{{"kpuzzle":{{"name":"2x2x2"}},"patternData":{POCKET}}}"#),
            format!(r#"{{"experimentalPuzzleName":"2x2x2","patternData":{POCKET}}}"#),
        ] {
            assert_eq!(read(&text), solved, "{text}");
        }
        assert_eq!(write(&solved.unwrap()).as_deref(), Ok(POCKET));
    }

    #[test]
    fn without_centers_the_centres_are_solved() {
        let text = r#"{"EDGES":{"pieces":[0,1,2,3,4,5,6,7,8,9,10,11],"orientation":[0,0,0,0,0,0,0,0,0,0,0,0]},
                      "CORNERS":{"pieces":[0,1,2,3,4,5,6,7],"orientation":[0,0,0,0,0,0,0,0]}}"#;
        assert!(read(text).unwrap().is_uniform());
    }

    #[test]
    fn a_pattern_with_one_piece_twice_is_read() {
        let text = POCKET.replace("[0,1,2", "[1,1,2");
        assert_eq!(write(&read(&text).unwrap()), Ok(text));
    }

    #[test]
    fn invalid_patterns_are_errors_with_the_reason() {
        assert_eq!(
            message("{\"CORNERS\":\n {\"pieces\":[0,]}}"),
            "line 2, column 15 is not a cubing.js pattern: trailing comma; expected {\"EDGES\":{\"pieces\":[…],\"orientation\":[…]},\"CORNERS\":{…},\"CENTERS\":{…}}"
        );
        assert!(
            message(&POCKET.replace("pieces", "piéces"))
                .starts_with("line 1, column 20 is not a cubing.js pattern: unknown field `piéces`")
        );
        assert!(message(&"{\"kpuzzle\":".repeat(100_000)).contains("is not a cubing.js pattern"));
        assert!(message(&"[".repeat(100_000)).contains("is not a cubing.js pattern"));
        assert_eq!(
            message("{}"),
            "the pattern has no CORNERS; expected EDGES, CORNERS and CENTERS for a 3x3x3, CORNERS alone for a 2x2x2"
        );
        assert_eq!(
            message(&POCKET.replace("{\"C", "{\"CENTERS\":{\"pieces\":[],\"orientation\":[]},\"C")),
            "the pattern has no EDGES; expected EDGES, CORNERS and CENTERS for a 3x3x3, CORNERS alone for a 2x2x2"
        );
        assert_eq!(
            message(&POCKET.replacen('{', &format!("{{\"patternData\":{POCKET},"), 1)),
            "the object holds `patternData` and a pattern of its own; expected one of them"
        );
        assert_eq!(
            message(&format!(r#"{{"experimentalPuzzleName":"3x3x3","patternData":{POCKET}}}"#)),
            "the puzzle is called `3x3x3` but the pattern is that of a 2x2x2; expected both to be the same"
        );
        assert_eq!(message(&POCKET.replace("[0,1,", "[0,")), "`pieces` of CORNERS has 7 numbers; expected 8");
        assert_eq!(
            message(&POCKET.replace("[0,1,", "[0,8,")),
            "number 2 in `pieces` of CORNERS is 8; expected 0 to 7"
        );
        assert_eq!(
            message(&POCKET.replace("[0,0,0", "[0,0,-1")),
            "number 3 in `orientation` of CORNERS is -1; expected 0 to 2"
        );
        assert_eq!(
            message(&POCKET.replace("0]}", r#"0],"orientationMod":[0,0,0,1,0,0,0,0]}"#)),
            "the orientation of number 4 in CORNERS is left open; expected `orientationMod` 0 or none, as stickers have an orientation"
        );
        assert_eq!(
            message(&POCKET.replace("0]}", r#"0],"orientationMod":[0]}"#)),
            "`orientationMod` of CORNERS has 1 number; expected 8"
        );
    }

    #[test]
    fn stickers_of_no_piece_are_errors_with_their_place() {
        assert_eq!(
            write_error("UUUURRRRFFFFDDDDLLLLBBFB"),
            "the place DBR carries `DFR`, which is no piece; expected the face letters U R F D L B of one piece"
        );
        assert_eq!(
            write_error("UUUURRRRFFFFDDDDLLLLBBB?"),
            "the place DLB carries `DL?`; expected every sticker known, as a pattern names whole pieces"
        );
        assert_eq!(
            write_error("UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBXBBBB"),
            "the centre of B carries `X`; expected one of U R F D L B"
        );
        assert_eq!(
            write_error(&"U".repeat(96)),
            "a 4x4 cannot be written by its pieces, which are known for the 2x2 and the 3x3; try the layout `facelets`"
        );
    }
}
