//! Errors of reading moves, with their position.

use crate::geometry::Size;
use crate::text::{self, TextPosition};

use super::reader::{MAX_COUNT, MAX_DEPTH, MAX_MOVES};

impl TextPosition {
    /// Returns the line of the text with a `^` under this position.
    pub(in crate::moves) fn caret(self, text: &str) -> String {
        let line = text.split('\n').nth(self.line - 1).unwrap_or_default();
        let line = line.strip_suffix('\r').unwrap_or(line);
        let length = line.chars().count();
        let before = (self.column - 1).min(length);
        let start = before.saturating_sub(SHOWN / 2).min(length.saturating_sub(SHOWN));
        let mut drawing = String::new();
        if start > 0 {
            drawing.push('…');
        }
        drawing.extend(line.chars().skip(start).take(SHOWN).map(visible));
        if length > start + SHOWN {
            drawing.push('…');
        }
        drawing.push('\n');
        let indent = before - start + usize::from(start > 0);
        drawing.extend(std::iter::repeat_n(' ', indent));
        drawing.push('^');
        drawing
    }
}

/// The error for a text that is not a sequence of moves.
///
/// # Examples
///
/// ```
/// use cubegod::Alg;
///
/// let text = "R U Q F";
/// let error = text.parse::<Alg>().unwrap_err();
/// assert_eq!(error.column(), 5);
/// assert_eq!(error.caret(text), "R U Q F\n    ^");
/// ```
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum AlgError {
    /// A text that is not the beginning of a move.
    #[error(
        "unknown move `{found}` at {at}; expected a face (U R F D L B), a slice (M E S), a rotation (x y z) or a bracket"
    )]
    UnknownMove {
        /// The text, shortened.
        found: String,
        /// The position.
        at: TextPosition,
    },
    /// The name of a face in Chinese that is not followed by a turn.
    #[error(
        "`{found}` at {at} is not a turn; expected `顺` or `逆` and 1, 2 or 3 after a face, such as `左顺1`"
    )]
    UnknownChinese {
        /// The text, shortened.
        found: String,
        /// The position.
        at: TextPosition,
    },
    /// An invalid suffix of a move.
    #[error("unknown turn `{found}` at {at}; expected nothing, `2` or `'` after a face")]
    UnknownTurn {
        /// The move with its suffix, shortened.
        found: String,
        /// The position.
        at: TextPosition,
    },
    /// An invalid suffix of a bracket.
    #[error("unknown repeat `{found}` at {at}; expected nothing, a number or `'` after a bracket")]
    UnknownRepeat {
        /// The bracket with its suffix, shortened.
        found: String,
        /// The position.
        at: TextPosition,
    },
    /// The name of a face without `left` or `right`.
    #[error("`{word}` at {at} does not say which way; expected `{word} right` or `{word} left`")]
    NoDirection {
        /// The name of the face, in lower case.
        word: String,
        /// The position.
        at: TextPosition,
    },
    /// Layer numbers that are not followed by a face.
    #[error("the layers `{found}` at {at} belong to no face; expected a move such as `2R`, `2-3R` or `3Rw`")]
    NoFace {
        /// The layer numbers, shortened.
        found: String,
        /// The position.
        at: TextPosition,
    },
    /// Layer numbers that are not in order or that exceed [`Size::MAX`].
    #[error(
        "no cube has the layers `{found}` at {at}; expected numbers from 1 (at the face) to {max}, the smaller first",
        max = Size::MAX.layers()
    )]
    NoSuchLayers {
        /// The layer numbers, shortened.
        found: String,
        /// The position.
        at: TextPosition,
    },
    /// A number above [`MAX_COUNT`].
    #[error("the count `{found}` at {at} is too large; expected {MAX_COUNT} at most")]
    CountTooLarge {
        /// The number, shortened.
        found: String,
        /// The position.
        at: TextPosition,
    },
    /// A bracket that is not closed.
    #[error("`{bracket}` at {at} is never closed; expected `{closing}`")]
    Unclosed {
        /// The opening bracket.
        bracket: char,
        /// The bracket that would close it.
        closing: char,
        /// The position of the opening bracket.
        at: TextPosition,
    },
    /// A closing bracket without an opening one.
    #[error("`{bracket}` at {at} closes nothing; expected `{opening}` before it")]
    Unopened {
        /// The closing bracket.
        bracket: char,
        /// The bracket that would open it.
        opening: char,
        /// The position of the closing bracket.
        at: TextPosition,
    },
    /// A bracket closed by one of the other kind.
    #[error("`{bracket}` at {at} cannot close the `{opening}` at {opened}; expected `{closing}`")]
    Mismatched {
        /// The closing bracket.
        bracket: char,
        /// The position of the closing bracket.
        at: TextPosition,
        /// The last open bracket.
        opening: char,
        /// The position of the last open bracket.
        opened: TextPosition,
        /// The bracket that would close it.
        closing: char,
    },
    /// A `,` or `:` outside square brackets.
    #[error(
        "`{found}` at {at} is not between the parts of a square bracket; expected `[A, B]`, `[A: B]` or blanks between moves"
    )]
    StraySeparator {
        /// The separator.
        found: char,
        /// The position.
        at: TextPosition,
    },
    /// Two separators in one square bracket.
    #[error("`{found}` at {at} is the second separator in the `[` at {opened}; expected one `,` or one `:`")]
    SecondSeparator {
        /// The second separator.
        found: char,
        /// The position of the second separator.
        at: TextPosition,
        /// The position of the bracket.
        opened: TextPosition,
    },
    /// A `;` instead of a `:`.
    #[error("`;` at {at} is no separator; expected `,` for a commutator or `:` for a conjugate")]
    Semicolon {
        /// The position.
        at: TextPosition,
    },
    /// A square bracket with only one part.
    #[error("`[` at {at} holds no separator; expected `[A, B]` or `[A: B]`, or `(A)` for a group")]
    NoSeparator {
        /// The position of the bracket.
        at: TextPosition,
    },
    /// More than [`MAX_DEPTH`] open brackets.
    #[error("`{bracket}` at {at} is nested too deep; expected {MAX_DEPTH} brackets in each other at most")]
    TooDeep {
        /// The opening bracket.
        bracket: char,
        /// The position.
        at: TextPosition,
    },
    /// More than [`MAX_MOVES`] moves.
    #[error("written out, the text is too long at {at}; expected {MAX_MOVES} moves at most")]
    TooLong {
        /// The position from which on there are too many.
        at: TextPosition,
    },
    /// A number of moves other than one, where one was expected.
    #[error("{count} moves from {at} on; expected exactly one")]
    NotOneMove {
        /// The number of moves.
        count: usize,
        /// The position of the first move.
        at: TextPosition,
    },
}

/// The number of characters of a long line that are shown around a position.
const SHOWN: usize = 100;

/// The position of an error, by shared or exclusive reference.
macro_rules! position {
    ($error:expr) => {
        match $error {
            AlgError::UnknownMove { at, .. }
            | AlgError::UnknownChinese { at, .. }
            | AlgError::UnknownTurn { at, .. }
            | AlgError::UnknownRepeat { at, .. }
            | AlgError::NoDirection { at, .. }
            | AlgError::NoFace { at, .. }
            | AlgError::NoSuchLayers { at, .. }
            | AlgError::CountTooLarge { at, .. }
            | AlgError::Unclosed { at, .. }
            | AlgError::Unopened { at, .. }
            | AlgError::Mismatched { at, .. }
            | AlgError::StraySeparator { at, .. }
            | AlgError::SecondSeparator { at, .. }
            | AlgError::Semicolon { at }
            | AlgError::NoSeparator { at }
            | AlgError::TooDeep { at, .. }
            | AlgError::TooLong { at }
            | AlgError::NotOneMove { at, .. } => at,
        }
    };
}

impl AlgError {
    /// Returns the position of the error.
    pub const fn position(&self) -> TextPosition {
        *position!(self)
    }

    /// Adds `lines` to the line numbers, for a text that follows as many other lines.
    pub fn below(mut self, lines: usize) -> AlgError {
        position!(&mut self).line += lines;
        if let AlgError::Mismatched { opened, .. } | AlgError::SecondSeparator { opened, .. } = &mut self {
            opened.line += lines;
        }
        self
    }

    /// Returns the line of the error, from 1.
    pub const fn line(&self) -> usize {
        self.position().line()
    }

    /// Returns the column of the error, from 1.
    pub const fn column(&self) -> usize {
        self.position().column()
    }

    /// Returns the line of the text with a `^` under the position of the error.
    ///
    /// A long line is cut around the position. Characters that a terminal does not show in one column are replaced.
    pub fn caret(&self, text: &str) -> String {
        self.position().caret(text)
    }
}

/// Returns the beginning of a text for a message, with invisible characters replaced.
pub(in crate::moves) fn excerpt(found: &str) -> String {
    const LONGEST: usize = 20;
    let mut short: String = found.chars().take(LONGEST).map(visible).collect();
    if found.chars().nth(LONGEST).is_some() {
        short.push('…');
    }
    short
}

/// Returns a visible character as it is, and a replacement of one column for an invisible one.
fn visible(character: char) -> char {
    if character.is_whitespace() { ' ' } else { text::label(character) }
}

#[cfg(test)]
mod tests {
    use crate::Alg;

    fn caret(text: &str) -> String {
        text.parse::<Alg>().unwrap_err().caret(text)
    }

    #[test]
    fn the_caret_is_under_the_position() {
        assert_eq!(caret("R U? F"), "R U? F\n  ^");
        assert_eq!(caret("Q"), "Q\n^");
        assert_eq!(caret("R’ U′ é"), "R’ U′ é\n      ^");
        assert_eq!(caret("R U\r\nF Q\r\nB"), "F Q\n  ^");
    }

    #[test]
    fn invisible_characters_are_replaced_above_the_caret() {
        assert_eq!(caret("R\tQ"), "R Q\n  ^");
        assert_eq!(caret("R \u{1b}[2J"), "R \u{fffd}[2J\n  ^");
        assert_eq!(caret("R \u{202e}U"), "R \u{fffd}U\n  ^");
    }

    #[test]
    fn a_long_line_is_cut_around_the_position() {
        let text = format!("{}Q{}", "R ".repeat(500), " U".repeat(500));
        let drawing = caret(&text);
        let (line, below) = drawing.split_once('\n').unwrap();
        assert_eq!(line.chars().count(), 102);
        assert!(line.starts_with('…') && line.ends_with('…'));
        assert_eq!(line.chars().nth(below.chars().count() - 1), Some('Q'));

        let at_the_end = caret(&format!("{}Q", "R ".repeat(500)));
        assert!(at_the_end.split('\n').next().unwrap().ends_with("R Q"));
        let at_the_start = caret(&format!("Q{}", " R".repeat(500)));
        assert!(at_the_start.starts_with("Q R") && at_the_start.ends_with("…\n^"));
    }

    #[test]
    fn a_caret_in_another_text_does_not_panic() {
        let error = format!("{}Q", "R ".repeat(500)).parse::<Alg>().unwrap_err();
        for other in ["", "R", "\n\n"] {
            assert!(error.caret(other).ends_with('^'));
        }
    }
}
