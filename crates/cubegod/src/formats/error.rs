//! Errors of reading a text as a cube in a layout, and of writing a cube in one.

use super::Format;
use crate::geometry::{Face, Facelet, Size};
use crate::moves::{AlgError, NoSuchLayer};
use crate::patterns::UnknownPattern;
use crate::text::{TextPosition, counted};

/// The error for a text that does not fit a layout, or a cube that a layout can't express.
///
/// Lines and columns count from 1, in characters. Quoted input is shortened, with non-printing characters escaped.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum LayoutError {
    /// A text without stickers.
    #[error("there is nothing to read; expected a cube, for example as `{}`: {}", Format::Facelets, Format::Facelets.description())]
    Empty,
    /// A control character where a sticker is expected.
    #[error("`{found}` at {at} is no sticker; expected a printable character, or `?` for an unknown one")]
    Unprintable {
        /// The position of the character.
        at: TextPosition,
        /// The character, escaped.
        found: String,
    },
    /// A number of stickers that no cube has.
    #[error("{}", sticker_count(*found))]
    StickerCount {
        /// The number of stickers.
        found: usize,
    },
    /// A net string over several lines.
    #[error(
        "{found} lines found; a net string is one line (a net drawn over several lines is the layout `{}`)",
        Format::Net
    )]
    SeveralLines {
        /// The number of lines.
        found: usize,
    },

    /// A number of lines that no net has.
    #[error("the net has {} with stickers; expected {}", counted_or_no(*found, "line"), net_lines(*size))]
    NetLines {
        /// The number of lines with stickers.
        found: usize,
        /// The size of a net with lines of these lengths, if they are those of a net.
        size: Option<Size>,
    },
    /// A wrong number of stickers in a line of a net.
    #[error("line {line} of the net has {}; expected {expected} ({faces})", counted_or_no(*found, "sticker"))]
    NetLine {
        /// The line, from 1.
        line: usize,
        /// The number of stickers in the line.
        found: usize,
        /// The number of stickers expected.
        expected: usize,
        /// The faces in this line.
        faces: &'static str,
    },
    /// A wrong width of a coloured net.
    #[error(
        "the widest line of the net has {found} coloured columns; expected a multiple of {across}, as the net has {lines} lines"
    )]
    NetColumns {
        /// The number of coloured columns in the widest line.
        found: usize,
        /// The number of lines of the net.
        lines: usize,
        /// The number of stickers in its widest line.
        across: usize,
    },
    /// A line of a coloured net that ends within a sticker.
    #[error("line {line} of the net has {}; expected a multiple of {sticker_width}, the width of a sticker", counted_or_no(*found, "coloured column"))]
    NetPart {
        /// The line, from 1.
        line: usize,
        /// The number of coloured columns in the line.
        found: usize,
        /// The width of a sticker in columns.
        sticker_width: usize,
    },
    /// A change of colour within a sticker.
    #[error("the colour changes inside a sticker at {at}; expected stickers of one colour, {} wide", counted(*sticker_width, "column"))]
    NetTwoColors {
        /// The position of the second colour.
        at: TextPosition,
        /// The width of a sticker in columns.
        sticker_width: usize,
    },

    /// A name that is not a face.
    #[error("`{found}` in line {line} is not a face; expected one of U R F D L B")]
    UnknownFace {
        /// The line, from 1.
        line: usize,
        /// The name, shortened.
        found: String,
    },
    /// A face that occurs twice.
    #[error("face {face} occurs twice, in line {first} and in line {line}; expected each face once")]
    DoubledFace {
        /// The face.
        face: Face,
        /// The line of the first occurrence.
        first: usize,
        /// The line of the second occurrence.
        line: usize,
    },
    /// A number of stickers that no face has.
    #[error("face {face} in line {line} has {}; expected 4 on a 2x2, 9 on a 3x3, N² on others", counted_or_no(*found, "sticker"))]
    FaceStickerCount {
        /// The face.
        face: Face,
        /// The line where the face begins.
        line: usize,
        /// The number of stickers.
        found: usize,
    },
    /// Faces of different sizes.
    #[error("face {face} in line {line} is {} but face {first_face} in line {first} is {}; expected faces of one size", short(*size), short(*fixed))]
    FaceSizes {
        /// The second face.
        face: Face,
        /// The line where it begins.
        line: usize,
        /// Its size.
        size: Size,
        /// The first face.
        first_face: Face,
        /// The line where the first face begins.
        first: usize,
        /// The size of the first face.
        fixed: Size,
    },
    /// A control character where a sticker is expected.
    #[error(
        "face {face} in line {line} carries `{found}`; expected printable characters, or `?` for unknown stickers"
    )]
    FaceUnprintable {
        /// The face.
        face: Face,
        /// The line where the face begins.
        line: usize,
        /// The character, escaped.
        found: String,
    },

    /// A text without blocks.
    #[error("no face blocks found; expected `Face U:` above a box of rows `| a b |`")]
    NoBlocks,
    /// A line in place of the upper border of a block.
    #[error("line {line} reads `{found}`; expected the upper border `+-----+` of face {face}")]
    BlockBorder {
        /// The face.
        face: Face,
        /// The line, from 1.
        line: usize,
        /// The line found, shortened.
        found: String,
    },
    /// A line in place of a row or the lower border of a block.
    #[error(
        "line {line} reads `{found}`; expected a row `| a b |` or the lower border `+-----+` of face {face}"
    )]
    BlockRow {
        /// The face.
        face: Face,
        /// The line, from 1.
        line: usize,
        /// The line found, shortened.
        found: String,
    },
    /// A row of another length than the first row of its block, or too long.
    #[error("line {line} has {}; expected {}", counted_or_no(*found, "sticker"), row_length(*face, *found, *columns))]
    BlockRowLength {
        /// The face.
        face: Face,
        /// The line, from 1.
        line: usize,
        /// The number of stickers in the row.
        found: usize,
        /// The number of stickers in the first row.
        columns: usize,
    },
    /// A block that is not square.
    #[error("face {face} in line {line} has {} of {}; expected as many rows as columns", counted_or_no(*rows, "row"), counted_or_no(*columns, "sticker"))]
    BlockRows {
        /// The face.
        face: Face,
        /// The line of the heading, from 1.
        line: usize,
        /// The number of rows.
        rows: usize,
        /// The number of stickers in each row.
        columns: usize,
    },
    /// A block without its end.
    #[error("face {face} in line {line} is cut off; expected rows `| a b |` between two borders `+-----+`")]
    UnclosedBlock {
        /// The face.
        face: Face,
        /// The line of the heading, from 1.
        line: usize,
    },

    /// An engine request without `BEGIN`.
    #[error("line {line} reads `{found}`; expected `BEGIN` before the faces")]
    NoBegin {
        /// The line, from 1.
        line: usize,
        /// The first line, shortened.
        found: String,
    },
    /// An engine request without `END`.
    #[error("the request ends in line {line} without `END`; expected it on a line of its own")]
    NoEnd {
        /// The last line, from 1.
        line: usize,
    },
    /// Text after the `END` of an engine request.
    #[error("line {line} reads `{found}` after `END`; expected one position at a time")]
    AfterEnd {
        /// The line, from 1.
        line: usize,
        /// The line after `END`, shortened.
        found: String,
    },
    /// An engine request without faces.
    #[error("`END` in line {line} follows `BEGIN` without a face; expected lines such as `U a b c d`")]
    NoFaces {
        /// The line of `END`, from 1.
        line: usize,
    },

    /// A character that is not a digit of a colour.
    #[error(
        "`{found}` at {at} is no colour; expected 0 orange, 1 blue, 2 red, 3 green, 4 yellow, 5 white or `?`"
    )]
    Digit {
        /// The position of the character.
        at: TextPosition,
        /// The character, escaped.
        found: String,
    },
    /// A wrong number of digits.
    #[error("{} found; expected 24 for a 2x2: front, right, back, left, up, down with 4 each", counted_or_no(*found, "digit"))]
    DigitCount {
        /// The number of digits.
        found: usize,
    },
    /// A cube to be written as digits that is not a 2x2.
    #[error("a {} cannot be written as digits, which describe the 2x2; try the layout `{}`", short(*size), Format::Facelets)]
    DigitSize {
        /// The size of the cube.
        size: Size,
    },
    /// A sticker to be written as a digit that has no colour letter.
    #[error(
        "sticker {facelet} carries `{found}`, which has no digit; expected a colour: W R G Y O B, or `?`"
    )]
    NoColor {
        /// The sticker.
        facelet: Facelet,
        /// The character on it.
        found: String,
    },

    /// A wrong number of pieces in Reid's notation.
    #[error("{} found; expected 20 for a 3x3 (12 edges, then 8 corners) or the 8 corners of a 2x2", counted_or_no(*found, "piece"))]
    PieceCount {
        /// The number of pieces.
        found: usize,
    },
    /// A word that is not a piece in Reid's notation.
    #[error(
        "`{found}` at {at} is no piece for the place {place}; expected {}, or `?` for unknown stickers",
        piece_examples(place)
    )]
    UnknownPiece {
        /// The position of the word.
        at: TextPosition,
        /// The word, shortened.
        found: String,
        /// The place whose piece is expected.
        place: &'static str,
    },
    /// A cube to be written by its pieces that is neither a 2x2 nor a 3x3.
    #[error("a {} cannot be written by its pieces, which are known for the 2x2 and the 3x3; try the layout `{}`", short(*size), Format::Facelets)]
    PieceSize {
        /// The size of the cube.
        size: Size,
    },
    /// Stickers to be written as a piece that no piece has.
    #[error(
        "the place {place} carries `{found}`, which is no piece; expected the face letters U R F D L B of one piece"
    )]
    NoPiece {
        /// The place.
        place: &'static str,
        /// The characters on it.
        found: String,
    },
    /// A moved centre, which Reid's notation cannot express.
    #[error(
        "the centre of {face} carries `{found}`; Reid's notation leaves centres out, so expected `{face}`"
    )]
    MovedCenter {
        /// The face.
        face: Face,
        /// The character on its centre.
        found: String,
    },

    /// A text that is not JSON, or not that of a pattern.
    #[error(r#"{at} is not a cubing.js pattern: {message}; expected {{"EDGES":{{"pieces":[…],"orientation":[…]}},"CORNERS":{{…}},"CENTERS":{{…}}}}"#)]
    Json {
        /// The position of the error.
        at: TextPosition,
        /// The reason given by the parser.
        message: String,
    },
    /// A pattern without an orbit.
    #[error(
        "the pattern has no {missing}; expected EDGES, CORNERS and CENTERS for a 3x3x3, CORNERS alone for a 2x2x2"
    )]
    NoOrbit {
        /// The name of the orbit.
        missing: &'static str,
    },
    /// An object with two patterns.
    #[error("the object holds `patternData` and a pattern of its own; expected one of them")]
    TwoPatterns,
    /// A puzzle name that contradicts the pattern.
    #[error(
        "the puzzle is called `{found}` but the pattern is that of a {size}; expected both to be the same"
    )]
    PuzzleName {
        /// The name, shortened.
        found: String,
        /// The size of the pattern.
        size: Size,
    },
    /// A list of the wrong length.
    #[error("`{list}` of {orbit} has {}; expected {expected}", counted_or_no(*found, "number"))]
    OrbitLength {
        /// The name of the orbit.
        orbit: &'static str,
        /// The name of the list.
        list: &'static str,
        /// The length found.
        found: usize,
        /// The length expected.
        expected: usize,
    },
    /// A number out of range in a list.
    #[error("number {} in `{list}` of {orbit} is {found}; expected 0 to {max}", place + 1)]
    OrbitValue {
        /// The name of the orbit.
        orbit: &'static str,
        /// The name of the list.
        list: &'static str,
        /// The index of the number, from 0.
        place: usize,
        /// The number.
        found: i64,
        /// The largest valid number.
        max: usize,
    },
    /// An unknown orientation, which stickers cannot express.
    #[error("the orientation of number {} in {orbit} is left open; expected `orientationMod` 0 or none, as stickers have an orientation", place + 1)]
    UnknownOrientation {
        /// The name of the orbit.
        orbit: &'static str,
        /// The index of the orientation, from 0.
        place: usize,
    },
    /// An unknown sticker, which a pattern cannot express.
    #[error(
        "the place {place} carries `{found}`; expected every sticker known, as a pattern names whole pieces"
    )]
    UnknownStickers {
        /// The place.
        place: &'static str,
        /// The characters on it.
        found: String,
    },
    /// A centre that is not a face letter.
    #[error("the centre of {face} carries `{found}`; expected one of U R F D L B")]
    NoCenter {
        /// The face.
        face: Face,
        /// The character on its centre.
        found: String,
    },

    /// A text that is not a sequence of moves.
    #[error("{0}")]
    Moves(#[from] AlgError),
    /// A move that turns a layer which the cube does not have.
    #[error("{0}")]
    NoLayer(#[from] NoSuchLayer),
    /// A cube to be written as the moves that made it.
    #[error("a cube cannot be written as the moves that made it; solve it and invert the solution")]
    MovesUnknown,

    /// A name that is not a pattern.
    #[error("{0}")]
    UnknownPattern(#[from] UnknownPattern),
    /// A cube to be written as a pattern that has no name.
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

/// Describes the number of lines of a net.
fn net_lines(size: Option<Size>) -> String {
    match size {
        None => "6 for a 2x2, 9 for a 3x3, 3N for others".into(),
        Some(size) => {
            let layers = size.layers();
            format!("{} for a {}, as its rows have {layers} and {}", 3 * layers, short(size), 4 * layers)
        }
    }
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
