//! Partly known cubes: how many real cubes fit, which, what is certain, and the smallest repair when none does.

mod arrangements;
mod completions;
mod question;
mod repair;
#[cfg(test)]
mod tests;

pub use completions::Completions;
pub use question::Question;
pub use repair::{PieceChange, Repair, StickerChange};

use crate::any_cube::{Cube, CubeError, recognize_view};
use crate::color::Color;
use crate::cube::{Cube2, Flaw, IllegalCube, UNKNOWN, flaws, recognize2};
use crate::geometry::Size;
use crate::reading::{ReadOptions, read};
use crate::stickers::Stickers;
use std::str::FromStr;

/// A 2x2 or 3x3 of which some stickers may be unknown.
///
/// # Examples
///
/// ```
/// use cubegod::View;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let view: View = "UUUUUUUU????????????????".parse()?;
/// assert!(!view.is_real());
/// let view: View = "UUUU????????????????????".parse()?;
/// assert_eq!(view.count(), 24 * 24 * 81 / 3);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct View {
    stickers: Stickers<Option<Color>>,
}

/// A size whose cubes can be turned and drawn, but not checked or solved.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error(
    "a {size} cube can be turned and shown, but only 2x2 and 3x3 cubes are checked, completed and solved"
)]
pub struct UnsupportedSize {
    size: Size,
}

impl UnsupportedSize {
    /// Returns the error about cubes of this size.
    pub fn new(size: Size) -> UnsupportedSize {
        UnsupportedSize { size }
    }

    /// Returns the size.
    pub fn size(&self) -> Size {
        self.size
    }
}

impl View {
    /// Returns the view of these stickers.
    ///
    /// # Errors
    ///
    /// Fails for sizes other than 2x2 and 3x3.
    pub fn new(stickers: Stickers<Option<Color>>) -> Result<View, UnsupportedSize> {
        match stickers.size() {
            Size::TWO | Size::THREE => Ok(View { stickers }),
            size => Err(UnsupportedSize { size }),
        }
    }

    /// The stickers.
    pub fn stickers(&self) -> &Stickers<Option<Color>> {
        &self.stickers
    }

    /// The size of the cube.
    pub fn size(&self) -> Size {
        self.stickers.size()
    }

    /// How many stickers are not known.
    pub fn unknown_count(&self) -> usize {
        self.stickers.facelets().iter().filter(|cell| cell.is_none()).count()
    }

    /// Whether a real cube fits.
    pub fn is_real(&self) -> bool {
        self.recognize().is_some() || Completions::any(&self.stickers)
    }

    /// Returns the one real cube that fits, if no search is needed: every sticker of a 3x3 is known, or every corner of a 2x2
    /// shows enough to be known by itself. Then there is no other completion. `None` says nothing: several may fit, or
    /// none.
    ///
    /// For whole cubes this takes a tenth of the time of [`View::complete`].
    pub fn recognize(&self) -> Option<Cube> {
        recognize_view(self.stickers.facelets())
    }

    /// The number of known stickers that have to be changed at the very least before a real cube fits: a quick measure,
    /// where [`View::repair`] gives the exact one.
    pub fn least_changes(&self) -> usize {
        repair::least_changes(&self.stickers)
    }

    /// Returns the number of legal cubes that fit.
    pub fn count(&self) -> u128 {
        self.completions().count()
    }

    /// All real cubes that fit, counted but not yet listed.
    pub fn completions(&self) -> Completions {
        Completions::of(&self.stickers)
    }

    /// Returns all real cubes that fit.
    ///
    /// # Errors
    ///
    /// Fails if none fits, with every flaw.
    pub fn complete(&self) -> Result<Completions, IllegalCube> {
        let completions = self.completions();
        if completions.count() == 0 { Err(self.illegal()) } else { Ok(completions) }
    }

    /// What is wrong with a view that no real cube fits.
    fn illegal(&self) -> IllegalCube {
        let mut flaws = flaws(&self.stickers);
        if flaws.is_empty() {
            flaws.push(Flaw::NoCompletion);
        }
        IllegalCube { size: self.size(), flaws }
    }

    /// Returns the unknown sticker whose colour would tell most of the completions apart; `None` if at most one cube fits.
    pub fn next_question(&self, completions: &Completions) -> Option<Question> {
        Question::best(self, completions, |_| true)
    }

    /// As [`View::next_question`], restricted to stickers that can be seen.
    pub fn next_question_among(
        &self,
        completions: &Completions,
        may_ask: impl Fn(usize) -> bool,
    ) -> Option<Question> {
        Question::best(self, completions, may_ask)
    }

    /// The fewest changes to known stickers after which a real cube fits; no changes when one fits already.
    pub fn repair(&self) -> Repair {
        Repair::of(&self.stickers)
    }
}

/// Reads a partly known 2x2 or 3x3 in any layout; unknown stickers are `?`, `*` or `.`.
impl FromStr for View {
    type Err = CubeError;

    fn from_str(text: &str) -> Result<View, CubeError> {
        Ok(View::new(read(text, &ReadOptions::default())?.stickers)?)
    }
}

/// The pocket cube that shows these stickers, if each corner shows enough to be known by itself: so it is whenever at
/// most one face, or two opposite ones, are hidden. No search and no allocation.
pub fn recognize_pocket(stickers: &[Option<Color>; 24]) -> Option<Cube2> {
    recognize2(&stickers.map(|seen| seen.map_or(UNKNOWN, |color| color as u8)))
}
