//! The keywords around data sets, and what can be wrong with a data set.

use super::is_word;
use super::net::{NET_LINES, net_faces, net_width};
use std::fmt;

/// A keyword that begins or ends a data set or the input.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Keyword {
    /// `START`
    Start,
    /// `END`
    End,
    /// `ENDOFINPUT`
    EndOfInput,
}

impl Keyword {
    const ALL: [Keyword; 3] = [Keyword::Start, Keyword::End, Keyword::EndOfInput];

    const fn text(self) -> &'static str {
        match self {
            Keyword::Start => "START",
            Keyword::End => "END",
            Keyword::EndOfInput => "ENDOFINPUT",
        }
    }

    pub(super) fn read(text: &[u8]) -> Option<Keyword> {
        Keyword::ALL.into_iter().find(|keyword| is_word(text, keyword.text()))
    }
}

impl fmt::Display for Keyword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// A data set that cannot be judged, or text between data sets.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("{}{kind}", set.map(|set| format!("data set {set}: ")).unwrap_or_default())]
pub struct DataSetError {
    /// The number of the data set, from 1; none for an error outside data sets.
    pub set: Option<u64>,
    /// What is wrong.
    pub kind: DataSetErrorKind,
}

impl DataSetError {
    /// Returns the column of the error, from 1, where it has one.
    pub fn column(&self) -> Option<usize> {
        match self.kind {
            DataSetErrorKind::NotSticker { column, .. } => Some(column),
            _ => None,
        }
    }
}

/// What is wrong with a data set.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum DataSetErrorKind {
    /// Text between data sets.
    #[error("`{found}` is outside data sets; expected START, or ENDOFINPUT at the end")]
    Outside {
        /// The text.
        found: String,
    },
    /// A line of the net with too few or too many stickers.
    #[error(
        "line {net_line} of the net has {found} {}; expected {} ({})",
        if *found == 1 { "sticker" } else { "stickers" }, net_width(net_line - 1), net_faces(net_line - 1)
    )]
    StickerCount {
        /// The line of the net, from 1.
        net_line: usize,
        /// The number of stickers in it.
        found: usize,
    },
    /// A character that cannot be printed.
    #[error("`{}` at column {column} is not a sticker; expected a printable character", found.escape_unicode())]
    NotSticker {
        /// The character.
        found: char,
        /// Its column in the line, from 1.
        column: usize,
    },
    /// A byte that is not UTF-8.
    #[error("byte {position} of the line, 0x{byte:02x}, is not UTF-8; expected UTF-8 text")]
    NotText {
        /// Its position in the line, from 1.
        position: usize,
        /// The byte.
        byte: u8,
    },
    /// A keyword in the middle of the net.
    #[error(
        "{keyword} comes after {net_lines} of the {NET_LINES} lines of the net; expected line {} of it ({})",
        net_lines + 1, net_faces(*net_lines)
    )]
    ShortNet {
        /// The keyword.
        keyword: Keyword,
        /// The number of complete lines.
        net_lines: usize,
    },
    /// A net without operations.
    #[error("END comes right after the net; expected at least one operation, `front right` for example")]
    NoOperations,
    /// A line after the net that is not an operation.
    #[error(
        "unknown operation `{found}`; expected front, left, right, back, top or bottom, then left or right; or END"
    )]
    Operation {
        /// The line.
        found: String,
    },
    /// A data set without END.
    #[error("{keyword} comes inside the data set that starts in line {began}; expected an operation or END")]
    NoEnd {
        /// The keyword that comes instead.
        keyword: Keyword,
        /// The line of its START.
        began: u64,
    },
    /// A line beyond the reader's limit.
    #[error("the line is longer than {limit} bytes; lines of a data set are much shorter")]
    LongLine {
        /// The limit in bytes.
        limit: usize,
    },
    /// The input ends inside a data set.
    #[error("the input ends inside the data set that starts in line {began}; expected END, then ENDOFINPUT")]
    CutOff {
        /// The line of its START.
        began: u64,
    },
    /// The input ends without ENDOFINPUT.
    #[error("the input ends without ENDOFINPUT; expected it after the last END, or another START")]
    NoEndOfInput,
}
