//! Positions in texts, character classes and quoting, shared by everything that reads or writes text.

use crate::color::Color;
use std::fmt::{self, Display};
use std::ops::{Index, RangeFrom};

/// The character of an unknown sticker.
pub const UNKNOWN: char = '?';

/// A position in a text, counted from 1, in characters.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct TextPosition {
    pub(crate) line: usize,
    pub(crate) column: usize,
    /// Whether the line is shown.
    shows_line: bool,
}

impl TextPosition {
    /// Returns a position that is shown with its line.
    pub(crate) const fn new(line: usize, column: usize) -> TextPosition {
        TextPosition { line, column, shows_line: true }
    }

    /// Returns the position of the character at a byte offset.
    pub(crate) fn of_offset(text: &str, offset: usize) -> TextPosition {
        let before = &text[..offset];
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        TextPosition::new(before.matches('\n').count() + 1, before[line_start..].chars().count() + 1)
    }

    /// Returns the position, which is shown with its line only if the text has several.
    pub(crate) fn without_only_line(self, text: &str) -> TextPosition {
        TextPosition { shows_line: text.trim_end().contains('\n'), ..self }
    }

    /// Returns the line, from 1.
    pub const fn line(self) -> usize {
        self.line
    }

    /// Returns the column in characters, from 1.
    pub const fn column(self) -> usize {
        self.column
    }
}

/// Formats the position as `line 2, column 5`; that of a move in a text of one line as `column 5`.
impl Display for TextPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.shows_line {
            write!(f, "line {}, ", self.line)?;
        }
        write!(f, "column {}", self.column)
    }
}

/// Removes the byte order mark that some editors write at the start of a text, given as characters or as bytes.
///
/// # Examples
///
/// ```
/// use cubegod::formats::strip_bom;
///
/// assert_eq!(strip_bom("\u{feff}R U"), "R U");
/// assert_eq!(strip_bom(&b"R U"[..]), b"R U");
/// ```
pub fn strip_bom<T>(text: &T) -> &T
where
    T: AsRef<[u8]> + Index<RangeFrom<usize>, Output = T> + ?Sized,
{
    const MARK: &[u8] = "\u{feff}".as_bytes();
    if text.as_ref().starts_with(MARK) { &text[MARK.len()..] } else { text }
}

/// Formats a number of things in English, with the noun in the singular only for 1.
///
/// # Examples
///
/// ```
/// use cubegod::formats::counted;
///
/// assert_eq!([0, 1, 2].map(|moves| counted(moves, "move")), ["0 moves", "1 move", "2 moves"]);
/// ```
pub fn counted<N: Display + PartialEq + From<u8>>(count: N, noun: &str) -> String {
    let plural = if count == N::from(1) { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// Whether a character between stickers is skipped: white space and zero-width characters, such as the variation selectors
/// after some emoji.
pub fn is_skipped(character: char) -> bool {
    character.is_whitespace()
        || matches!(character, '\u{fe0e}' | '\u{fe0f}' | '\u{feff}' | '\u{200b}' | '\u{200d}' | '\u{2060}')
}

/// Returns the sticker that a character means: `?`, `*` and `.` are unknown, coloured squares and circles are the letters of
/// their colours, any other character is itself.
pub(crate) fn sticker(character: char) -> char {
    if character.is_ascii() {
        return if is_unknown_mark(character) { UNKNOWN } else { character };
    }
    match character {
        '⬜' | '⚪' => Color::White.letter(),
        '🟥' | '🔴' => Color::Red.letter(),
        '🟩' | '🟢' => Color::Green.letter(),
        '🟨' | '🟡' => Color::Yellow.letter(),
        '🟧' | '🟠' => Color::Orange.letter(),
        '🟦' | '🔵' => Color::Blue.letter(),
        '⬛' | '⚫' | '◻' | '◼' | '◽' | '◾' | '▫' | '▪' | '🔲' | '🔳' | '❔' | '❓' => {
            UNKNOWN
        }
        other => narrow(other),
    }
}

/// Returns the ASCII character of a full-width letter, digit, apostrophe or bracket, and any other character as it is.
pub(crate) fn narrow(character: char) -> char {
    match character {
        'Ａ'..='Ｚ' | 'ａ'..='ｚ' | '０'..='９' | '＇' | '（' | '）' | '［' | '］' => {
            char::from_u32(u32::from(character) - 0xfee0).unwrap_or(character)
        }
        other => other,
    }
}

/// Whether this character marks an unknown sticker.
pub(crate) fn is_unknown_mark(character: char) -> bool {
    matches!(character, '?' | '*' | '.')
}

/// Returns the character to write for a sticker. Characters that can't be read back become unknown, so that the number of
/// stickers is kept.
pub(crate) fn written(contents: char) -> char {
    if is_skipped(contents) || contents.is_control() || is_unknown_mark(contents) {
        UNKNOWN
    } else {
        contents
    }
}

/// Returns the character to write for an arbitrary label: U+FFFD for invisible and control characters, else itself.
pub fn label(contents: char) -> char {
    match contents {
        _ if is_invisible(contents) => char::REPLACEMENT_CHARACTER,
        _ => contents,
    }
}

/// Returns the character to write for a label where blanks separate labels: [`label`], with a visible symbol for a blank.
pub(crate) fn visible_label(contents: char) -> char {
    if contents.is_whitespace() { OPEN_BOX } else { label(contents) }
}

/// The visible symbol for a blank.
pub(crate) const OPEN_BOX: char = '␣';

/// The longest quote of input in a message, in characters.
const QUOTED: usize = 24;

/// Quotes input for a message: shortened, and with non-printing characters escaped.
pub fn quote(text: &str) -> String {
    shorten(text, QUOTED)
}

/// Quotes input as [`quote`] does, with another limit.
pub(crate) fn shorten(text: &str, limit: usize) -> String {
    let mut characters = text.chars();
    let mut short = String::new();
    for character in characters.by_ref().take(limit) {
        if is_invisible(character) {
            short.extend(character.escape_unicode());
        } else {
            short.push(character);
        }
    }
    if characters.next().is_some() {
        short.push('…');
    }
    short
}

/// Whether a character is a control character, invisible, no character of any text, or changes the direction of the text around it.
pub(crate) fn is_invisible(character: char) -> bool {
    character.is_control()
        || (is_skipped(character) && character != ' ')
        || matches!(character,
            '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{fe00}'..='\u{fe0f}' | '\u{fff9}'..='\u{fffb}' | '\u{fffe}'..='\u{ffff}' | '\u{e0000}'..='\u{e0fff}')
}

/// Returns the words of a text, each with its position.
pub(crate) fn words(text: &str) -> impl Iterator<Item = (TextPosition, &str)> {
    text.lines().enumerate().flat_map(|(index, line)| {
        let mut rest = line;
        let mut column = 1;
        std::iter::from_fn(move || {
            let trimmed = rest.trim_start();
            column += rest[..rest.len() - trimmed.len()].chars().count();
            let end = trimmed.find(char::is_whitespace).unwrap_or(trimmed.len());
            let (word, after) = trimmed.split_at(end);
            let position = TextPosition::new(index + 1, column);
            column += word.chars().count();
            rest = after;
            (!word.is_empty()).then_some((position, word))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_are_short_and_printable() {
        assert_eq!(quote("R U"), "R U");
        assert_eq!(quote("a\u{0}b\u{202e}\t"), "a\\u{0}b\\u{202e}\\u{9}");
        assert_eq!(quote("a\u{ad}b\u{e0041}"), "a\\u{ad}b\\u{e0041}");
        assert_eq!(quote(&"x".repeat(500)), format!("{}…", "x".repeat(24)));
    }

    #[test]
    fn full_width_letters_are_read_as_ascii() {
        assert_eq!(String::from_iter("Ｕｒ２＇（）［］，U左".chars().map(narrow)), "Ur2'()[]，U左");
        assert_eq!(sticker('Ｕ'), 'U');
    }

    #[test]
    fn words_have_their_position() {
        let found: Vec<_> =
            words(" äö  b\r\n\n\tc").map(|(position, word)| (position.line, position.column, word)).collect();
        assert_eq!(found, [(1, 2, "äö"), (1, 6, "b"), (3, 2, "c")]);
    }

    #[test]
    fn a_position_counts_characters_not_bytes() {
        let text = "äb\nüöx";
        let position = TextPosition::of_offset(text, text.find('x').unwrap());
        assert_eq!(position, TextPosition::new(2, 3));
        assert_eq!(position.to_string(), "line 2, column 3");
        assert_eq!(position.without_only_line(text).to_string(), "line 2, column 3");
        assert_eq!(TextPosition::of_offset(text, 0).without_only_line("R\n").to_string(), "column 1");
    }
}
