//! Errors of reading a text as a cube in a layout, and of writing a cube in one.

use super::Format;
use super::text::{TextPosition, counted};
use crate::geometry::{Face, Facelet, Size};
use crate::moves::{AlgError, NoSuchLayer};
use crate::patterns::UnknownPattern;

/// The error for a text that does not fit a layout, or a cube that a layout can't express.
///
/// Lines and columns count from 1, in characters. Quoted input is shortened, with non-printing characters escaped.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[allow(missing_docs)] // Each message explains its fields.
pub enum LayoutError {
    #[error("there is nothing to read; expected a cube, for example as `{}`: {}", Format::Facelets, Format::Facelets.description())]
    Empty,
    #[error("`{found}` at {at} is no sticker; expected a printable character, or `?` for an unknown one")]
    Unprintable { at: TextPosition, found: String },
    #[error("{}", sticker_count(*found))]
    StickerCount { found: usize },
    #[error(
        "{found} lines found; a net string is one line (a net drawn over several lines is the layout `{}`)",
        Format::Net
    )]
    SeveralLines { found: usize },

    #[error("the net has {} with stickers; expected 6 for a 2x2, 9 for a 3x3, 3N for others", counted_or_no(*found, "line"))]
    NetLines { found: usize },
    #[error("line {line} of the net has {}; expected {expected} ({faces})", counted_or_no(*found, "sticker"))]
    NetLine { line: usize, found: usize, expected: usize, faces: &'static str },
    #[error(
        "the widest line of the net has {found} coloured columns; expected a multiple of {across}, as the net has {lines} lines"
    )]
    NetColumns { found: usize, lines: usize, across: usize },
    #[error("line {line} of the net has {}; expected a multiple of {sticker_width}, the width of a sticker", counted_or_no(*found, "coloured column"))]
    NetPart { line: usize, found: usize, sticker_width: usize },
    #[error("the colour changes inside a sticker at {at}; expected stickers of one colour, {} wide", counted(*sticker_width, "column"))]
    NetTwoColors { at: TextPosition, sticker_width: usize },

    #[error("`{found}` in line {line} is not a face; expected one of U R F D L B")]
    UnknownFace { line: usize, found: String },
    #[error("face {face} occurs twice, in line {first} and in line {line}; expected each face once")]
    DoubledFace { face: Face, first: usize, line: usize },
    #[error("face {face} in line {line} has {}; expected 4 on a 2x2, 9 on a 3x3, N² on others", counted_or_no(*found, "sticker"))]
    FaceStickerCount { face: Face, line: usize, found: usize },
    #[error("face {face} in line {line} is {} but face {first_face} in line {first} is {}; expected faces of one size", short(*size), short(*fixed))]
    FaceSizes { face: Face, line: usize, size: Size, first_face: Face, first: usize, fixed: Size },
    #[error(
        "face {face} in line {line} carries `{found}`; expected printable characters, or `?` for unknown stickers"
    )]
    FaceUnprintable { face: Face, line: usize, found: String },

    #[error("no face blocks found; expected `Face U:` above a box of rows `| a b |`")]
    NoBlocks,
    #[error("line {line} reads `{found}`; expected the upper border `+-----+` of face {face}")]
    BlockBorder { face: Face, line: usize, found: String },
    #[error(
        "line {line} reads `{found}`; expected a row `| a b |` or the lower border `+-----+` of face {face}"
    )]
    BlockRow { face: Face, line: usize, found: String },
    #[error("line {line} has {}; expected {}", counted_or_no(*found, "sticker"), row_length(*face, *found, *columns))]
    BlockRowLength { face: Face, line: usize, found: usize, columns: usize },
    #[error("face {face} in line {line} has {} of {}; expected as many rows as columns", counted_or_no(*rows, "row"), counted_or_no(*columns, "sticker"))]
    BlockRows { face: Face, line: usize, rows: usize, columns: usize },
    #[error("face {face} in line {line} is cut off; expected rows `| a b |` between two borders `+-----+`")]
    UnclosedBlock { face: Face, line: usize },

    #[error("line {line} reads `{found}`; expected `BEGIN` before the faces")]
    NoBegin { line: usize, found: String },
    #[error("the request ends in line {line} without `END`; expected it on a line of its own")]
    NoEnd { line: usize },
    #[error("line {line} reads `{found}` after `END`; expected one position at a time")]
    AfterEnd { line: usize, found: String },
    #[error("`END` in line {line} follows `BEGIN` without a face; expected lines such as `U a b c d`")]
    NoFaces { line: usize },

    #[error(
        "`{found}` at {at} is no colour; expected 0 orange, 1 blue, 2 red, 3 green, 4 yellow, 5 white or `?`"
    )]
    Digit { at: TextPosition, found: String },
    #[error("{} found; expected 24 for a 2x2: front, right, back, left, up, down with 4 each", counted_or_no(*found, "digit"))]
    DigitCount { found: usize },
    #[error("a {} cannot be written as digits, which describe the 2x2; try the layout `{}`", short(*size), Format::Facelets)]
    DigitSize { size: Size },
    #[error(
        "sticker {facelet} carries `{found}`, which has no digit; expected a colour: W R G Y O B, or `?`"
    )]
    NoColor { facelet: Facelet, found: String },

    #[error("{} found; expected 20 for a 3x3 (12 edges, then 8 corners) or the 8 corners of a 2x2", counted_or_no(*found, "piece"))]
    PieceCount { found: usize },
    #[error(
        "`{found}` at {at} is no piece for the place {place}; expected {}, or `?` for unknown stickers",
        piece_examples(place)
    )]
    UnknownPiece { at: TextPosition, found: String, place: &'static str },
    #[error("a {} cannot be written by its pieces, which are known for the 2x2 and the 3x3; try the layout `{}`", short(*size), Format::Facelets)]
    PieceSize { size: Size },
    #[error(
        "the place {place} carries `{found}`, which is no piece; expected the face letters U R F D L B of one piece"
    )]
    NoPiece { place: &'static str, found: String },
    #[error(
        "the centre of {face} carries `{found}`; Reid's notation leaves centres out, so expected `{face}`"
    )]
    CenterAway { face: Face, found: String },

    #[error(r#"{at} is not a cubing.js pattern: {message}; expected {{"EDGES":{{"pieces":[…],"orientation":[…]}},"CORNERS":{{…}},"CENTERS":{{…}}}}"#)]
    Json { at: TextPosition, message: String },
    #[error(
        "the pattern has no {missing}; expected EDGES, CORNERS and CENTERS for a 3x3x3, CORNERS alone for a 2x2x2"
    )]
    NoOrbit { missing: &'static str },
    #[error("the object holds `patternData` and a pattern of its own; expected one of them")]
    TwoPatterns,
    #[error(
        "the puzzle is called `{found}` but the pattern is that of a {size}; expected both to be the same"
    )]
    PuzzleName { found: String, size: Size },
    #[error("`{list}` of {orbit} has {}; expected {expected}", counted_or_no(*found, "number"))]
    OrbitLength { orbit: &'static str, list: &'static str, found: usize, expected: usize },
    #[error("number {} in `{list}` of {orbit} is {found}; expected 0 to {max}", place + 1)]
    OrbitValue { orbit: &'static str, list: &'static str, place: usize, found: i64, max: usize },
    #[error("the orientation of number {} in {orbit} is left open; expected `orientationMod` 0 or none, as stickers have an orientation", place + 1)]
    UnknownOrientation { orbit: &'static str, place: usize },
    #[error(
        "the place {place} carries `{found}`; expected every sticker known, as a pattern names whole pieces"
    )]
    UnknownStickers { place: &'static str, found: String },
    #[error("the centre of {face} carries `{found}`; expected one of U R F D L B")]
    NoCenter { face: Face, found: String },

    #[error("{0}")]
    Moves(#[from] AlgError),
    #[error("{0}")]
    NoLayer(#[from] NoSuchLayer),
    #[error("a cube cannot be written as the moves that made it; solve it and invert the solution")]
    MovesUnknown,

    #[error("{0}")]
    UnknownPattern(#[from] UnknownPattern),
    #[error("this cube is none of the patterns that have names; try the layout `{}`", Format::Facelets)]
    NoPattern,
}

impl LayoutError {
    /// Returns the line of the error in the text, if it has one.
    pub fn line(&self) -> Option<usize> {
        use LayoutError::*;
        match self {
            NetLine { line, .. }
            | NetPart { line, .. }
            | UnknownFace { line, .. }
            | DoubledFace { line, .. }
            | FaceStickerCount { line, .. }
            | FaceSizes { line, .. }
            | FaceUnprintable { line, .. }
            | BlockBorder { line, .. }
            | BlockRow { line, .. }
            | BlockRowLength { line, .. }
            | BlockRows { line, .. }
            | UnclosedBlock { line, .. }
            | NoBegin { line, .. }
            | NoEnd { line }
            | AfterEnd { line, .. }
            | NoFaces { line } => Some(*line),
            Moves(error) => Some(error.line()),
            _ => self.position().map(|at| at.line),
        }
    }

    /// Adds `lines` to the line numbers, for a text that follows as many other lines.
    pub fn below(mut self, lines: usize) -> LayoutError {
        use LayoutError::*;
        match &mut self {
            Unprintable { at, .. }
            | NetTwoColors { at, .. }
            | Digit { at, .. }
            | UnknownPiece { at, .. }
            | Json { at, .. } => at.line += lines,
            DoubledFace { first, line, .. } | FaceSizes { first, line, .. } => {
                *first += lines;
                *line += lines;
            }
            NetLine { line, .. }
            | NetPart { line, .. }
            | UnknownFace { line, .. }
            | FaceStickerCount { line, .. }
            | FaceUnprintable { line, .. }
            | BlockBorder { line, .. }
            | BlockRow { line, .. }
            | BlockRowLength { line, .. }
            | BlockRows { line, .. }
            | UnclosedBlock { line, .. }
            | NoBegin { line, .. }
            | NoEnd { line }
            | AfterEnd { line, .. }
            | NoFaces { line } => *line += lines,
            Moves(error) => *error = error.clone().below(lines),
            _ => {}
        }
        self
    }

    /// Returns the column of the error in the text, if it has one.
    pub fn column(&self) -> Option<usize> {
        match self {
            LayoutError::Moves(error) => Some(error.column()),
            _ => self.position().map(|at| at.column),
        }
    }

    /// Returns the line and column of an error about a single character or word.
    fn position(&self) -> Option<TextPosition> {
        use LayoutError::*;
        match self {
            Unprintable { at, .. }
            | NetTwoColors { at, .. }
            | Digit { at, .. }
            | UnknownPiece { at, .. }
            | Json { at, .. } => Some(*at),
            _ => None,
        }
    }
}

/// Formats a size as `2x2`.
fn short(size: Size) -> String {
    format!("{0}x{0}", size.layers())
}

/// Formats a number of things that may be missing.
fn counted_or_no(count: usize, noun: &str) -> String {
    if count == 0 { format!("no {noun}s") } else { counted(count, noun) }
}

/// Describes a sticker count that no cube has by the nearest sizes, with the difference if it is small.
fn sticker_count(found: usize) -> String {
    let sizes = || (2..=Size::MAX.layers()).filter_map(|layers| Size::new(layers).ok());
    let has = |size: Size| format!("a {} has {}", short(size), size.sticker_count());
    let below = sizes().rfind(|size| size.sticker_count() < found);
    let above = sizes().find(|size| size.sticker_count() > found);
    let expected = match (below, above) {
        (Some(below), Some(above)) => {
            let note = |difference: usize, one: &str, few: &str| match difference {
                1 => format!(" (one {one})"),
                2..=3 => format!(" ({difference} {few})"),
                _ => String::new(),
            };
            let extra = note(found - below.sticker_count(), "too many", "too many");
            let missing = note(above.sticker_count() - found, "is missing", "are missing");
            format!("{}{extra} and {}{missing}", has(below), has(above))
        }
        (None, Some(_)) if found == 0 => format!("{} and {}", has(Size::TWO), has(Size::THREE)),
        (None, Some(smallest)) => {
            format!("the smallest cube, a {}, has {}", short(smallest), smallest.sticker_count())
        }
        (_, None) => {
            format!(
                "the largest cube that is read, a {}, has {}",
                short(Size::MAX),
                Size::MAX.sticker_count()
            )
        }
    };
    format!("{} found; {expected}", counted_or_no(found, "sticker"))
}

fn row_length(face: Face, found: usize, columns: usize) -> String {
    if found == columns {
        format!("at most {} in a row of face {face}", Size::MAX.layers())
    } else {
        format!("{columns}, as in the first row of face {face}")
    }
}

/// Names the piece that belongs to a place, in two orientations.
fn piece_examples(place: &str) -> String {
    let kind = if place.len() == 2 { "an edge" } else { "a corner, counter-clockwise," };
    let (first, rest) = place.split_at(1);
    format!("{kind} such as {place} or {rest}{first}")
}
