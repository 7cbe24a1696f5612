//! Everything that is said while a cube is entered, before it is put into words.

use super::line::Unexpected;
use cubegod::view::{Question, Repair};
use cubegod::{Face, IllegalCube, Size};

/// One thing to say.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Remark {
    /// What is what, before anything is asked.
    Welcome,
    /// Everything that can be typed.
    Help(Size),
    /// Asks for the size of the cube.
    AskSize,
    /// No size.
    NoSize,
    /// Asks for a face, of which nothing is there.
    AskFace(Face, Size),
    /// Asks for the rest of a face: the numbers of these stickers, from 1.
    AskRest(Face, Vec<usize>),
    /// Asks for one sticker that nobody knew.
    AskSticker(usize, Size),
    /// Asks for a correction, as everything is there.
    AskCorrection,
    /// Asks for nothing, as nobody knows the rest: for the end, if that may be, or for a correction.
    AskEnd {
        /// Whether it may end with unknown stickers.
        may_be_partial: bool,
    },
    /// `done` where no real cube looks like this.
    NotDone,
    /// `done` where nothing is known.
    NothingKnown,
    /// So many lines in a row changed nothing.
    GaveUp(usize),
    /// A line that makes no sense.
    Unexpected(Unexpected),
    /// More stickers than are asked for.
    TooMany {
        /// How many were typed.
        found: usize,
        /// How many are asked for.
        wanted: usize,
        /// On which face.
        face: Face,
    },
    /// Stickers where none is asked for.
    NothingOpen,
    /// A line without anything, where that means nothing.
    EmptyLine,
    /// `undo` at the very beginning.
    NothingToUndo,
    /// `fix` where nothing is wrong.
    NothingToFix,
    /// No real cube looks like this.
    Impossible(Box<Impossible>),
    /// Only one real cube fits, before everything was asked.
    OneFits,
    /// So many real cubes fit.
    Fits(u128),
    /// Everything was asked, and several real cubes fit.
    Undecided {
        /// So many.
        fits: u128,
        /// What to look at next.
        question: Option<Question>,
        size: Size,
        /// Whether it may end with unknown stickers.
        may_be_partial: bool,
    },
    /// So many real cubes fit, and one is needed.
    NotWhole(u128),
    /// The cube is written with so many unknown stickers, and this many real cubes fit it.
    EndsUnknown {
        /// The unknown stickers.
        unknown: usize,
        /// The cubes.
        fits: u128,
    },
    /// The cube is whole and real.
    Real,
    /// A line that was too long to be read: longer than so many bytes.
    LongLine(usize),
    /// A byte that is no text, at a place from 1.
    NotText {
        /// Its place.
        place: usize,
        /// The byte.
        byte: u8,
    },
    /// Standard input can't be read.
    CannotRead(String),
    /// The cube was entered but its layout can't tell it.
    CannotWrite {
        /// Why.
        reason: String,
        /// The cube in the usual layout.
        cube: String,
    },
    /// It ended before there was a cube; the command that goes on, if there is anything to go on from.
    Parting {
        /// The command.
        command: Option<String>,
        /// Whether one real cube fitted already.
        one_fits: bool,
    },
    /// More stickers to begin with than the cube has.
    LongBeginning {
        /// How many there are.
        found: usize,
        /// The cube.
        size: Size,
    },
}

/// What is wrong with a cube.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Impossible {
    pub(super) illegal: IllegalCube,
    pub(super) repair: Repair,
}

impl Remark {
    /// Whether it is said even to those who want no remarks.
    pub(super) fn is_important(&self) -> bool {
        match self {
            Remark::Welcome
            | Remark::Help(_)
            | Remark::AskSize
            | Remark::AskFace(..)
            | Remark::AskRest(..)
            | Remark::AskSticker(..)
            | Remark::AskCorrection
            | Remark::AskEnd { .. }
            | Remark::EmptyLine
            | Remark::OneFits
            | Remark::Fits(_)
            | Remark::Undecided { .. }
            | Remark::EndsUnknown { .. }
            | Remark::Real => false,
            Remark::Unexpected(_)
            | Remark::TooMany { .. }
            | Remark::NoSize
            | Remark::NotDone
            | Remark::NothingKnown
            | Remark::GaveUp(_)
            | Remark::NotWhole(_)
            | Remark::NothingOpen
            | Remark::NothingToUndo
            | Remark::NothingToFix
            | Remark::Impossible(_)
            | Remark::LongLine(_)
            | Remark::NotText { .. }
            | Remark::CannotRead(_)
            | Remark::CannotWrite { .. }
            | Remark::Parting { .. }
            | Remark::LongBeginning { .. } => true,
        }
    }
}
