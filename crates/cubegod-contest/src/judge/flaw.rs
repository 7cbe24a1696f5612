//! What can be wrong with a data set, and the words around data sets.

use super::is_word;
use super::net::{NET_LINES, net_faces, net_width};
use std::fmt;

/// The words around data sets and at their ends.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Word {
    /// `START`
    Start,
    /// `END`
    End,
    /// `ENDOFINPUT`
    EndOfInput,
}

impl Word {
    const ALL: [Word; 3] = [Word::Start, Word::End, Word::EndOfInput];

    const fn text(self) -> &'static str {
        match self {
            Word::Start => "START",
            Word::End => "END",
            Word::EndOfInput => "ENDOFINPUT",
        }
    }

    pub(super) fn read(text: &[u8]) -> Option<Word> {
        Word::ALL.into_iter().find(|word| is_word(text, word.text()))
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// Why a data set can't be judged, or what is wrong between data sets.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Flaw {
    /// Something between data sets.
    #[error("`{found}` is in no data set; expected START, or ENDOFINPUT at the end")]
    Outside {
        /// What is there.
        found: String,
    },
    /// A line of the net with too few stickers or too many.
    #[error(
        "line {net_line} of the net has {found} {}; expected {} ({})",
        if *found == 1 { "sticker" } else { "stickers" }, net_width(net_line - 1), net_faces(net_line - 1)
    )]
    StickerCount {
        /// The line, from 1 at the first one of the net.
        net_line: usize,
        /// How many it has.
        found: usize,
    },
    /// A character that can't be seen.
    #[error("`{}` at column {column} is no sticker; expected a printable character", found.escape_unicode())]
    NotSticker {
        /// The character.
        found: char,
        /// Its column in the line, from 1.
        column: usize,
    },
    /// A byte that is not UTF-8.
    #[error("byte {place} of the line, 0x{byte:02x}, is not UTF-8; expected text in UTF-8")]
    NotText {
        /// Its place in the line, from 1.
        place: usize,
        /// The byte.
        byte: u8,
    },
    /// The net is not whole.
    #[error(
        "{word} comes after {net_lines} of the {NET_LINES} lines of the net; expected line {} of it ({})",
        net_lines + 1, net_faces(*net_lines)
    )]
    ShortNet {
        /// What is there instead.
        word: Word,
        /// The lines that are there.
        net_lines: usize,
    },
    /// A line after the net that is no operation.
    #[error(
        "unknown operation `{found}`; expected front, left, right, back, top or bottom, then left or right; or END"
    )]
    Operation {
        /// What is there.
        found: String,
    },
    /// The next thing begins before this one ends.
    #[error("{word} comes inside the data set that began in line {began}; expected an operation or END")]
    NoEnd {
        /// What is there.
        word: Word,
        /// The line of its START.
        began: u64,
    },
    /// A line beyond the limit of whoever reads lines.
    #[error("the line is longer than {limit} bytes; expected a line of a data set, which is much shorter")]
    LongLine {
        /// The limit.
        limit: usize,
    },
    /// The input ends inside a data set.
    #[error("the input ends inside the data set that began in line {began}; expected END, then ENDOFINPUT")]
    CutOff {
        /// The line of its START.
        began: u64,
    },
    /// The input ends without the word for it.
    #[error("the input ends without ENDOFINPUT; expected it after the last END, or another START")]
    NoEndOfInput,
}

impl Flaw {
    /// The column it is at, where that says anything.
    pub fn column(&self) -> Option<usize> {
        match self {
            Flaw::NotSticker { column, .. } => Some(*column),
            _ => None,
        }
    }
}
