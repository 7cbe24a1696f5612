//! Partly known cubes: their completions, the certain stickers, and the smallest repair if no legal cube fits.

mod arrangements;
mod completions;
mod question;
mod repair;
#[cfg(test)]
mod repair_tests;
#[cfg(test)]
mod tests;

pub use completions::Completions;
pub use question::Question;
pub use repair::{PieceChange, Repair, StickerChange};

use crate::any_cube::{Cube, CubeError, recognize_view};
use crate::cancellation::{Cancellation, Cancelled, uncancelled};
use crate::color::Color;
use crate::cube::{Cube2, Flaw, IllegalCube, UNKNOWN, flaws, recognize2};
use crate::geometry::Size;
use crate::reading::{ReadOptions, read};
use crate::stickers::Stickers;
use std::str::FromStr;

/// A 2x2 or 3x3, some stickers of which may be unknown.
///
/// # Examples
///
/// ```
/// use cubegod::View;
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let view: View = "UUUUUUUU????????????????".parse()?;
/// assert!(!view.is_legal());
/// let view: View = "UUUU????????????????????".parse()?;
/// assert_eq!(view.count(), 24 * 24 * 81 / 3);
/// # Ok(())
/// # }
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct View {
    stickers: Stickers<Option<Color>>,
}

/// The error for a size whose cubes can be turned and drawn, but not checked or solved.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error(
    "a {size} cube can be turned and shown, but only 2x2 and 3x3 cubes are checked, completed and solved"
)]
pub struct UnsupportedSize {
    size: Size,
}

impl UnsupportedSize {
    /// Creates the error for cubes of this size.
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

    /// Returns the stickers.
    pub fn stickers(&self) -> &Stickers<Option<Color>> {
        &self.stickers
    }

    /// Returns the size of the cube.
    pub fn size(&self) -> Size {
        self.stickers.size()
    }

    /// Returns the number of unknown stickers.
    pub fn unknown_count(&self) -> usize {
        self.stickers.facelets().iter().filter(|sticker| sticker.is_none()).count()
    }

    /// Whether a legal cube fits.
    pub fn is_legal(&self) -> bool {
        uncancelled(|token| self.is_legal_with(token))
    }

    /// Returns the result of [`View::is_legal`] unless the work is cancelled.
    ///
    /// # Errors
    ///
    /// Fails if the token is cancelled first.
    pub fn is_legal_with(&self, cancellation: &Cancellation) -> Result<bool, Cancelled> {
        Ok(self.recognize().is_some() || Completions::any(&self.stickers, cancellation)?)
    }

    /// Returns the only legal cube that fits, if no search is needed: every sticker of a 3x3 is known, or the known stickers
    /// identify every corner of a 2x2. If the result is `None`, any number of cubes may fit.
    ///
    /// For complete cubes this takes a tenth of the time of [`View::complete`].
    pub fn recognize(&self) -> Option<Cube> {
        recognize_view(self.stickers.facelets())
    }

    /// Returns a lower bound of the number of known stickers to change until a legal cube fits. It is faster than
    /// [`View::repair`], which gives the exact number.
    pub fn least_changes(&self) -> usize {
        repair::least_changes(&self.stickers)
    }

    /// Returns the number of legal cubes that fit.
    pub fn count(&self) -> u128 {
        self.completions().count()
    }

    /// Returns all legal cubes that fit, counted but not listed; there may be none.
    ///
    /// # Examples
    ///
    /// ```
    /// use cubegod::View;
    ///
    /// let view: View = "DBFRDULUUFFBLDDB????????".parse()?;
    /// let completions = view.completions();
    /// assert_eq!(completions.count(), 2);
    /// let certain = completions.certain();
    /// assert_eq!(certain.facelets().iter().filter(|color| color.is_none()).count(), 4);
    /// # Ok::<(), cubegod::CubeError>(())
    /// ```
    pub fn completions(&self) -> Completions {
        uncancelled(|token| self.completions_with(token))
    }

    /// Returns the result of [`View::completions`] unless the work is cancelled: with every sticker of a 3x3 unknown it takes a
    /// tenth of a second.
    ///
    /// # Errors
    ///
    /// Fails if the token is cancelled first.
    pub fn completions_with(&self, cancellation: &Cancellation) -> Result<Completions, Cancelled> {
        Completions::of(&self.stickers, cancellation)
    }

    /// Returns all legal cubes that fit.
    ///
    /// # Errors
    ///
    /// Fails if none fits, with every flaw.
    ///
    /// # Examples
    ///
    /// ```
    /// use cubegod::View;
    ///
    /// let view: View = "UUUURRRRFFFFDDDDLLLLBB??".parse()?;
    /// let completions = view.complete()?;
    /// assert_eq!(completions.get(0).map(|stickers| stickers.is_uniform()), Some(true));
    ///
    /// let view: View = "UUUUUUUU????????????????".parse()?;
    /// let error = view.complete().expect_err("eight stickers have one colour");
    /// assert_eq!(error.flaws[0].kind(), "color-count");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn complete(&self) -> Result<Completions, IllegalCube> {
        self.legal(self.completions())
    }

    /// Returns the result of [`View::complete`] unless the work is cancelled.
    ///
    /// # Errors
    ///
    /// Fails if the token is cancelled first, or else if no legal cube fits.
    pub fn complete_with(
        &self,
        cancellation: &Cancellation,
    ) -> Result<Result<Completions, IllegalCube>, Cancelled> {
        Ok(self.legal(self.completions_with(cancellation)?))
    }

    fn legal(&self, completions: Completions) -> Result<Completions, IllegalCube> {
        if completions.count() == 0 { Err(self.illegal()) } else { Ok(completions) }
    }

    /// Returns the error for a view that no legal cube fits.
    fn illegal(&self) -> IllegalCube {
        let mut flaws = flaws(&self.stickers);
        if flaws.is_empty() {
            flaws.push(Flaw::NoCompletion);
        }
        IllegalCube { size: self.size(), flaws }
    }

    /// Returns the unknown sticker whose colour would leave the fewest completions on average; `None` if at most one cube fits.
    ///
    /// # Examples
    ///
    /// ```
    /// use cubegod::View;
    ///
    /// let view: View = "DBFRDULUUFFBLDDB????????".parse()?;
    /// let question = view.next_question(&view.completions()).expect("two cubes fit");
    /// assert_eq!(question.remaining(), 1.0);
    /// # Ok::<(), cubegod::CubeError>(())
    /// ```
    pub fn next_question(&self, completions: &Completions) -> Option<Question> {
        self.next_question_among(completions, |_| true)
    }

    /// Returns the result of [`View::next_question`] unless the work is cancelled.
    ///
    /// # Errors
    ///
    /// Fails if the token is cancelled first.
    pub fn next_question_with(
        &self,
        completions: &Completions,
        cancellation: &Cancellation,
    ) -> Result<Option<Question>, Cancelled> {
        Ok(Question::best(self, &completions.tally_with(cancellation)?, |_| true))
    }

    /// Returns the result of [`View::next_question`] among the stickers that `may_ask` accepts.
    pub fn next_question_among(
        &self,
        completions: &Completions,
        may_ask: impl Fn(usize) -> bool,
    ) -> Option<Question> {
        Question::best(self, &completions.tally(), may_ask)
    }

    /// Returns the fewest changes to known stickers after which a legal cube fits; none if one fits already. Takes at most two
    /// milliseconds or so.
    ///
    /// # Examples
    ///
    /// ```
    /// use cubegod::{Cube, View};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let view: View = "UUUURRRRFFFFDDDDLLLLBBUB".parse()?;
    /// let repair = view.repair();
    /// assert!(Cube::try_from(&repair.repaired)?.is_solved());
    /// assert_eq!((repair.changes.len(), repair.alternatives), (1, 1));
    /// # Ok(())
    /// # }
    /// ```
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

/// Returns the pocket cube with these stickers, if the known stickers of each corner identify it: always when at most one
/// face, or two opposite ones, are hidden. Needs no search and no allocation.
pub fn recognize_pocket(stickers: &[Option<Color>; 24]) -> Option<Cube2> {
    recognize2(&stickers.map(|seen| seen.map_or(UNKNOWN, |color| color as u8)))
}
