//! Text layouts of cubes: text to stickers and back, one file for each.
//!
//! A layout defines where stickers are in a text, not what they mean: the contents are characters, `?` for an unknown
//! sticker, and legality is checked elsewhere. Several layouts may fit one text (24 letters are both facelets and a net
//! string); [`readings`] returns them all.

pub mod blocks;
pub mod bytes;
pub mod digits;
pub mod engine;
mod error;
pub mod facelets;
mod faces;
pub mod kpattern;
pub mod moves;
pub mod net;
pub mod net_string;
pub mod pattern;
mod pieces;
mod positions;
pub mod records;
pub mod reid;
mod terminal;

pub use crate::text::label as visible_label;
pub use crate::text::{TextPosition, UNKNOWN, counted, is_skipped, quote, strip_bom};
pub use error::LayoutError;
pub use positions::{Position, positions};

use crate::geometry::Size;
use crate::stickers::Stickers;
use crate::text;
use std::fmt;
use std::str::FromStr;

/// A text layout.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Format {
    /// 6N² characters, faces in the order U R F D L B.
    Facelets,
    /// The stickers of a net in reading order on one line.
    NetString,
    /// A net drawn over several lines.
    Net,
    /// A box for each known face.
    Blocks,
    /// The lines of an engine request, from `BEGIN` to `END`.
    Engine,
    /// Colour numbers of a 2x2.
    Digits,
    /// Reid's cubie notation.
    Reid,
    /// The JSON of a cubing.js KPattern.
    KPattern,
    /// The moves that make the cube from a solved one.
    Moves,
    /// The name of a well-known pattern.
    Pattern,
}

/// The error for a name that is not a layout.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("`{found}` is not a layout; expected one of {}", Format::ALL.map(Format::name).join(", "))]
pub struct UnknownFormat {
    found: String,
}

impl Format {
    /// All layouts.
    pub const ALL: [Format; 10] = [
        Format::Facelets,
        Format::NetString,
        Format::Net,
        Format::Blocks,
        Format::Engine,
        Format::Digits,
        Format::Reid,
        Format::KPattern,
        Format::Moves,
        Format::Pattern,
    ];

    /// Returns the name used in options and output.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Facelets => "facelets",
            Format::NetString => "net-string",
            Format::Net => "net",
            Format::Blocks => "blocks",
            Format::Engine => "engine",
            Format::Digits => "digits",
            Format::Reid => "reid",
            Format::KPattern => "kpattern",
            Format::Moves => "moves",
            Format::Pattern => "pattern",
        }
    }

    /// Describes the layout in one line.
    pub const fn description(self) -> &'static str {
        match self {
            Format::Facelets => "all stickers in one string, faces U R F D L B, each row by row",
            Format::NetString => "all stickers in one string: U, then the rows of L F R B, then D",
            Format::Net => "a net drawn over several lines, in letters, emoji or terminal colours",
            Format::Blocks => "a box `+-----+` under `Face U:` for each face shown",
            Format::Engine => "lines `U a b c d` between `BEGIN` and `END`",
            Format::Digits => "a 2x2 as 24 colour numbers 0-5, faces front right back left up down",
            Format::Reid => "Reid's pieces, `UF UR UB … DBR`; corners alone for a 2x2",
            Format::KPattern => "the JSON of a cubing.js pattern of the 3x3x3 or 2x2x2",
            Format::Moves => "the moves that make it from a solved cube, such as `R U R' U'`",
            Format::Pattern => "the name of a well-known pattern, such as `superflip`",
        }
    }

    /// Whether a cube in this layout is one line.
    pub const fn is_single_line(self) -> bool {
        match self {
            Format::Facelets
            | Format::NetString
            | Format::Digits
            | Format::Reid
            | Format::KPattern
            | Format::Moves
            | Format::Pattern => true,
            Format::Net | Format::Blocks | Format::Engine => false,
        }
    }

    /// Reads a cube in this layout. Moves are applied to a 3x3; [`moves::read`] and [`pattern::read`] take other sizes.
    ///
    /// # Errors
    ///
    /// Fails if the text is not in this layout; the error has line and column where they are known.
    ///
    /// # Examples
    ///
    /// ```
    /// use cubegod::formats::Format;
    ///
    /// let cube = Format::Digits.read("{{0,0,0,0},{1,1,1,1},{2,2,2,2},{3,3,3,3},{4,4,4,4},{5,5,5,5}}")?;
    /// assert_eq!(Format::Facelets.write(&cube)?, "YYYYBBBBOOOOWWWWGGGGRRRR");
    /// # Ok::<(), cubegod::formats::LayoutError>(())
    /// ```
    pub fn read(self, text: &str) -> Result<Stickers<char>, LayoutError> {
        let text = strip_bom(text);
        match self {
            Format::Facelets => facelets::read(text),
            Format::NetString => net_string::read(text),
            Format::Net => net::read(text),
            Format::Blocks => blocks::read(text),
            Format::Engine => engine::read(text),
            Format::Digits => digits::read(text),
            Format::Reid => reid::read(text),
            Format::KPattern => kpattern::read(text),
            Format::Moves => moves::read(text, Size::THREE),
            Format::Pattern => pattern::read(text, None),
        }
    }

    /// Reads arbitrary characters in this layout, without mapping `.` or 🟥 to colours. Layouts of pieces, moves or names
    /// have no such characters; for them, the text is read as facelets.
    ///
    /// # Errors
    ///
    /// Fails if the text is not in this layout.
    pub fn read_labels(self, text: &str) -> Result<Stickers<char>, LayoutError> {
        let text = strip_bom(text);
        match self {
            Format::NetString => net_string::labels(text),
            Format::Net => net::labels(text),
            Format::Blocks => blocks::labels(text),
            Format::Engine => engine::labels(text),
            Format::Digits => digits::labels(text),
            Format::Facelets | Format::Reid | Format::KPattern | Format::Moves | Format::Pattern => {
                facelets::labels(text)
            }
        }
    }

    /// Writes arbitrary characters in the layout that [`Format::read_labels`] reads. Invisible characters are written as
    /// visible symbols.
    pub fn write_labels(self, stickers: &Stickers<char>) -> String {
        match self {
            Format::NetString => net_string::write_labels(stickers),
            Format::Net => net::write_labels(stickers),
            Format::Blocks => blocks::write_labels(stickers),
            Format::Engine => engine::write_labels(stickers),
            Format::Digits => digits::write_labels(stickers),
            Format::Facelets | Format::Reid | Format::KPattern | Format::Moves | Format::Pattern => {
                facelets::write_labels(stickers)
            }
        }
    }

    /// Writes a cube in this layout, without a final line break. Characters that would break a layout (white space, control
    /// characters) are written as unknown.
    ///
    /// # Errors
    ///
    /// Fails if the layout can't express the cube, such as a 3x3 as a digit array.
    pub fn write(self, stickers: &Stickers<char>) -> Result<String, LayoutError> {
        match self {
            Format::Facelets => Ok(facelets::write(stickers)),
            Format::NetString => Ok(net_string::write(stickers)),
            Format::Net => Ok(net::write(stickers)),
            Format::Blocks => Ok(blocks::write(stickers)),
            Format::Engine => Ok(engine::write(stickers)),
            Format::Digits => digits::write(stickers),
            Format::Reid => reid::write(stickers),
            Format::KPattern => kpattern::write(stickers),
            Format::Moves => Err(LayoutError::MovesUnknown),
            Format::Pattern => pattern::write(stickers),
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads a layout's name, in any case.
impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(text: &str) -> Result<Format, UnknownFormat> {
        let found = Format::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| UnknownFormat { found: text::quote(text) })
    }
}

/// Layouts without a marker, the one that is least likely to fit by chance first.
const BY_PREFERENCE: [Format; 5] =
    [Format::Reid, Format::Net, Format::Digits, Format::Facelets, Format::NetString];

/// Returns all layouts that fit a text, the most likely first, each with its stickers; never empty.
///
/// A text with the marker of a layout (`BEGIN`, `Face U:`, JSON, an array in brackets) is read only as that layout.
///
/// # Errors
///
/// Fails if no layout fits; the error is that of the layout which was most likely meant.
///
/// # Examples
///
/// ```
/// use cubegod::formats::{Format, readings};
///
/// let readings = readings("000011112222333344445555")?;
/// let formats: Vec<Format> = readings.into_iter().map(|(format, _)| format).collect();
/// assert_eq!(formats, [Format::Digits, Format::Facelets, Format::NetString]);
/// # Ok::<(), cubegod::formats::LayoutError>(())
/// ```
pub fn readings(text: &str) -> Result<Vec<(Format, Stickers<char>)>, LayoutError> {
    let text = strip_bom(text);
    if text.chars().all(text::is_skipped) {
        return Err(LayoutError::Empty);
    }
    if let Some(format) = marked(text) {
        return format.read(text).map(|stickers| vec![(format, stickers)]);
    }
    let fitting: Vec<_> = BY_PREFERENCE
        .into_iter()
        // Marks of unknown stickers alone are digits only in brackets.
        .filter(|&format| format != Format::Digits || text.contains(|c: char| c.is_ascii_digit()))
        .filter_map(|format| format.read(text).ok().map(|stickers| (format, stickers)))
        .collect();
    if !fitting.is_empty() {
        return Ok(fitting);
    }
    let meant = likely(text);
    match meant.read(text) {
        Err(error) => Err(error),
        Ok(stickers) => Ok(vec![(meant, stickers)]),
    }
}

/// Returns the layout whose marker is in a text. Twelve edges without corners are as many letters as the facelets of a 2x2.
fn marked(text: &str) -> Option<Format> {
    if kpattern::is_marked(text) {
        Some(Format::KPattern)
    } else if digits::is_marked(text) {
        Some(Format::Digits)
    } else if engine::is_marked(text) {
        Some(Format::Engine)
    } else if blocks::is_marked(text) {
        Some(Format::Blocks)
    } else if reid::is_meant(text) && text.split_whitespace().count() != 12 {
        Some(Format::Reid)
    } else {
        None
    }
}

/// Returns the layout that was most likely meant by a text that fits none and has no marker.
fn likely(text: &str) -> Format {
    if reid::is_likely(text) && !records::is_drawing(text) {
        return Format::Reid;
    }
    if text.contains(terminal::is_escape) {
        return Format::Net;
    }
    // A net has long lines and short ones; facelets over several lines have lines of one length.
    let lengths = text
        .lines()
        .map(|line| line.chars().filter(|&character| !text::is_skipped(character)).count())
        .filter(|&length| length > 0);
    let (shortest, longest) = lengths
        .fold((usize::MAX, 0), |(shortest, longest), length| (length.min(shortest), length.max(longest)));
    if longest >= shortest.saturating_mul(2) {
        return Format::Net;
    }
    if text.contains(',') && text.chars().filter(char::is_ascii_digit).count() * 3 >= text.len() {
        return Format::Digits;
    }
    Format::Facelets
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formats(text: &str) -> Vec<Format> {
        readings(text).unwrap().into_iter().map(|(format, _)| format).collect()
    }

    fn message(text: &str) -> String {
        readings(text).unwrap_err().to_string()
    }

    #[test]
    fn names_are_read_back_and_other_names_are_errors_with_the_list() {
        for format in Format::ALL {
            assert_eq!(format.to_string().parse(), Ok(format));
            assert!(!format.description().contains('\n') && format.description().len() < 80);
        }
        assert_eq!("Net-String".parse(), Ok(Format::NetString));
        assert_eq!(
            "netz".parse::<Format>().unwrap_err().to_string(),
            "`netz` is not a layout; expected one of facelets, net-string, net, blocks, engine, digits, reid, kpattern, moves, pattern"
        );
    }

    #[test]
    fn all_fitting_layouts_are_returned_with_the_least_accidental_first() {
        use Format::*;
        assert_eq!(formats("UUUURRRRFFFFDDDDLLLLBBBB"), [Facelets, NetString]);
        assert_eq!(formats("000011112222333344445555"), [Digits, Facelets, NetString]);
        assert_eq!(formats("UFR URB UBL ULF DRF DFL DLB DBR"), [Reid]);
        assert_eq!(formats("  ab\n  cd\nefghijkl\nmnopqrst\n  uv\n  wx"), [Net, Facelets]);
        assert_eq!(formats("{{0,0,0,0},{1,1,1,1},{2,2,2,2},{3,3,3,3},{4,4,4,4},{5,5,5,5}}"), [Digits]);
        assert_eq!(formats(&"?".repeat(24)), [Facelets, NetString]);
        assert_eq!(formats("BEGIN\nU a b c d\nEND"), [Engine]);
        assert_eq!(formats("\u{feff}BEGIN\r\nU a b c d\r\nEND\r\n"), [Engine]);
        assert_eq!(formats("hello\nFace U:\n+-----+\n| a b |\n| c d |\n+-----+"), [Blocks]);
        assert_eq!(
            formats(r#"{"CORNERS":{"pieces":[0,1,2,3,4,5,6,7],"orientation":[0,0,0,0,0,0,0,0]}}"#),
            [KPattern]
        );
    }

    #[test]
    fn labels_may_begin_with_a_brace() {
        let text = "{LOLS_SLWCS_A?REBLE}RAOPGNKKØGFEP__URSAAUIUO_PLLDOEXB_";
        assert_eq!(formats(text), [Format::Facelets, Format::NetString]);
    }

    #[test]
    fn when_nothing_fits_the_error_is_that_of_the_most_likely_layout() {
        assert_eq!(
            message(" \n"),
            "there is nothing to read; expected a cube, for example as `facelets`: all stickers in one string, faces U R F D L B, each row by row"
        );
        assert_eq!(message("UUUURRRRFFFFDDDDLLLLBBB"), "23 stickers found; the smallest cube, a 2x2, has 24");
        assert_eq!(
            message("  ab\n  cd\nefghijk\nmnopqrst\n  uv\n  wx"),
            "line 3 of the net has 7 stickers; expected 8 (L F R B)"
        );
        assert!(
            message("UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBX")
                .starts_with("`DBX` at line 1")
        );
        assert!(message("UFR URB UBL ULF DRF DFL DLB").starts_with("7 pieces found"));
        assert!(message("BEGIN\nU a b c d").contains("without `END`"));
        assert!(message("{\"CORNERS\":1}").contains("is not a cubing.js pattern"));
        assert!(message("{0,0,0,0}").starts_with("4 digits found"));
        assert!(message("0,0,0,0").starts_with("4 digits found"));
        assert!(message("\u{1b}[41m \u{1b}[m").starts_with("the net has 1 line "));
        assert!(message("Face U:\n+-----+").contains("cut off"));
    }

    #[test]
    fn an_error_has_its_line_and_column() {
        let place = |format: Format, text: &str| {
            let error = format.read(text).unwrap_err();
            (error.line(), error.column())
        };
        assert_eq!(place(Format::Digits, "0\n1x"), (Some(2), Some(2)));
        assert_eq!(place(Format::Engine, "BEGIN\nX"), (Some(2), None));
        assert_eq!(place(Format::Facelets, "abc"), (None, None));
    }

    #[test]
    fn an_error_in_part_of_a_text_has_the_line_in_the_whole_text() {
        let below = |format: Format, text: &str| format.read(text).unwrap_err().below(10);
        assert_eq!(below(Format::Digits, "0\n1x").line(), Some(12));
        assert!(below(Format::Engine, "BEGIN\nU a b c d\nU").to_string().contains("line 12 and in line 13"));
        assert!(below(Format::Moves, "R U\nF Q").to_string().contains("line 12, column 3"));
        for text in ["BEGIN\nX", "Face U:\nx", "ab\nab\nc", "UF UX"] {
            let error = readings(text).unwrap_err();
            assert_eq!(error.clone().below(10).line(), error.line().map(|line| line + 10), "{text}");
        }
    }
}
