//! The messages of an entry, independent of the language.

use super::line::{Notation, Unexpected};
use cubegod::view::{Question, Repair};
use cubegod::{Face, IllegalCube, Size};
use cubegod_cache::Reason;

/// A question, a hint or an error.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Message {
    /// How to type stickers, before the first question.
    Welcome,
    /// Everything that can be typed.
    Help(Size),
    /// Asks for the size of the cube.
    AskSize,
    /// The answer is not a size.
    NoSize,
    /// Asks for a face of which nothing is known.
    AskFace(Face, Size),
    /// Asks for the rest of a face: the numbers of these stickers, from 1.
    AskRest(Face, Vec<usize>),
    /// Asks for one sticker that was unknown before.
    AskSticker(usize, Size),
    /// Asks for a correction, as all stickers were typed.
    AskCorrection,
    /// Asks for the end or for a correction, as the rest is unknown.
    AskEnd {
        /// Whether it may end with unknown stickers.
        may_be_partial: bool,
    },
    /// `done`, but the cube is illegal.
    NotDone,
    /// `done`, but nothing is known.
    NothingKnown,
    /// This many lines in a row changed nothing.
    TooManyLines(usize),
    /// A line that cannot be read.
    Unexpected(Unexpected),
    /// More stickers than were asked for.
    TooMany {
        /// The number typed.
        found: usize,
        /// The number asked for.
        expected: usize,
        /// The face.
        face: Face,
    },
    /// Stickers, but none was asked for.
    NothingOpen,
    /// An empty line where that has no meaning.
    EmptyLine,
    /// `undo`, but nothing was typed.
    NothingToUndo,
    /// `fix`, but the cube is legal.
    NothingToFix,
    /// No legal cube has these stickers.
    Illegal(Box<Illegal>),
    /// Only one legal cube fits, before all stickers were typed.
    OneFits,
    /// The number of legal cubes that fit.
    Fits(u128),
    /// All stickers were asked for, and several legal cubes fit.
    Undecided {
        /// The number of cubes.
        fits: u128,
        /// The sticker to look at next.
        question: Option<Question>,
        /// How the user types colours.
        notation: Notation,
        size: Size,
        /// Whether it may end with unknown stickers.
        may_be_partial: bool,
    },
    /// Several legal cubes fit, and one is needed.
    SeveralFit(u128),
    /// The cube is written with unknown stickers.
    EndsUnknown {
        /// The number of unknown stickers.
        unknown: usize,
        /// The number of legal cubes that fit.
        fits: u128,
    },
    /// The cube is complete and legal.
    IsLegal,
    /// A line of more than this many bytes.
    LongLine(usize),
    /// A byte that is not UTF-8.
    NotText {
        /// Its position in the line, from 1.
        position: usize,
        /// The byte.
        byte: u8,
    },
    /// Standard input cannot be read.
    CannotRead(Reason),
    /// The cube cannot be written in the layout.
    CannotWrite {
        /// The reason.
        reason: String,
        /// The cube in the usual layout.
        cube: String,
    },
    /// The entry ended before the cube was complete.
    Ended {
        /// The command that continues it, if anything was typed.
        command: Option<String>,
        /// Whether exactly one legal cube fits already.
        one_fits: bool,
    },
    /// `--begin-with` has more stickers than the cube.
    LongBeginning {
        /// The number of stickers.
        found: usize,
        /// The size of the cube.
        size: Size,
    },
}

/// An illegal cube and its repair.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Illegal {
    pub(super) illegal: IllegalCube,
    pub(super) repair: Repair,
    /// How the user types colours.
    pub(super) notation: Notation,
}

impl Message {
    /// Whether it is shown with `--quiet` too.
    pub(super) fn is_error(&self) -> bool {
        match self {
            Message::Welcome
            | Message::Help(_)
            | Message::AskSize
            | Message::AskFace(..)
            | Message::AskRest(..)
            | Message::AskSticker(..)
            | Message::AskCorrection
            | Message::AskEnd { .. }
            | Message::EmptyLine
            | Message::OneFits
            | Message::Fits(_)
            | Message::Undecided { .. }
            | Message::EndsUnknown { .. }
            | Message::IsLegal => false,
            Message::Unexpected(_)
            | Message::TooMany { .. }
            | Message::NoSize
            | Message::NotDone
            | Message::NothingKnown
            | Message::TooManyLines(_)
            | Message::SeveralFit(_)
            | Message::NothingOpen
            | Message::NothingToUndo
            | Message::NothingToFix
            | Message::Illegal(_)
            | Message::LongLine(_)
            | Message::NotText { .. }
            | Message::CannotRead(_)
            | Message::CannotWrite { .. }
            | Message::Ended { .. }
            | Message::LongBeginning { .. } => true,
        }
    }
}
