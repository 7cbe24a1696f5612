//! Search for text on a cube: visits every position within a number of turns once, and matches an expression in its readings.
//!
//! For puzzles in which a cube must be turned until its stickers form a text.
//!
//! ```
//! use cubegod::data::{self, Order, Orientation, Expression, Readings};
//! use cubegod::formats::Format;
//! use cubegod::search::{Progress, TextSearch};
//! use cubegod::{Alg, Size};
//! use std::ops::ControlFlow;
//!
//! let text = "flag{hidden_in_a_pocket}";
//! let mut data = data::read(text, Some(Size::TWO), Format::Facelets)?;
//! data.apply(&"R U'".parse::<Alg>()?)?;
//!
//! let orientations: Vec<Orientation> = Orientation::all().collect();
//! let readings = Readings::new(Size::TWO, &orientations, &[Order::Facelets]);
//! let expression = Expression::new(r"flag\{.*\}")?;
//! let mut found = Vec::new();
//! TextSearch::new(&data, &expression, &readings).depth(2).run(&mut |progress| {
//!     if let Progress::Found(hit) = progress {
//!         found.push((hit.alg.to_string(), hit.found.text.clone()));
//!     }
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(found, [("U R'".to_owned(), text.to_owned())]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod breadth_first;
mod pipeline;
mod position;
mod position_set;

#[cfg(test)]
mod tests;

use crate::cube::{Cube2, Cube3};
use crate::data::{Expression, Match, Readings};
use crate::geometry::{Face, Size};
use crate::moves::{Alg, FaceSet};
use crate::stickers::Stickers;
use breadth_first::Memory;
use std::ops::ControlFlow;

/// The largest number of positions of one search. Each takes eleven bytes, and those that are not of the last turn eight more:
/// 1.7 GB together at most, allocated before the search.
pub const MAX_POSITIONS: u64 = 120_000_000;

/// The largest number of turns: as many as fit into a 64-bit word.
pub const MAX_TURNS: usize = position::Path::MAX_LENGTH;

/// The number of positions of the 2x2 in any orientation, and in one.
const POCKET_POSITIONS: [u64; 2] = [88_179_840, 3_674_160]; // 8! · 3⁷, 7! · 3⁶

/// A search: the data, the expression and the limits.
#[derive(Copy, Clone, Debug)]
#[non_exhaustive]
pub struct TextSearch<'a> {
    /// The data before the first turn.
    pub data: &'a Stickers<char>,
    /// The expression to match.
    pub expression: &'a Expression,
    /// The readings of each position.
    pub readings: &'a Readings,
    /// The faces to turn. If a 2x2 is read in all orientations, turns of D, L and B give no new readings and are omitted.
    pub faces: FaceSet,
    /// The largest number of turns.
    pub depth: usize,
    /// The number of threads that read positions. With at most one, no thread is started; with more, one more generates positions.
    pub threads: usize,
}

/// A match at a position.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Hit {
    /// The turns that lead to the position.
    pub alg: Alg,
    /// The matching text and its reading.
    pub found: Match,
}

/// A report of a running search.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Progress<'a> {
    /// A text that was not found before.
    Found(&'a Hit),
    /// Some positions were read.
    Searched {
        /// The positions read so far.
        positions: u64,
        /// The number of turns of the last one.
        depth: usize,
    },
}

/// The result of a search.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub struct SearchSummary {
    /// The number of positions at 0, 1, 2, … turns that were read.
    pub positions: Vec<u64>,
    /// The number of matches in all positions, including texts reported before.
    pub matching: u64,
    /// Whether the callback stopped the search.
    pub is_stopped: bool,
}

/// An error that prevents a search.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum SearchError {
    /// A cube that is larger than a 3x3.
    #[error("a {0} cube can't be searched; expected the data of a 2x2 or a 3x3")]
    Size(Size),
    /// Not enough memory.
    #[error("not enough memory for {positions} positions; use fewer turns or fewer faces")]
    Memory {
        /// The number of positions.
        positions: u64,
    },
    /// Too many positions or turns.
    #[error("{}", too_deep(*depth, *deepest, *positions))]
    Depth {
        /// The number of turns requested.
        depth: usize,
        /// The largest number possible.
        deepest: usize,
        /// An upper limit of the positions.
        positions: u64,
    },
}

fn too_deep(depth: usize, deepest: usize, positions: u64) -> String {
    let reason = match positions > MAX_POSITIONS {
        true if positions == u64::MAX => format!("{depth} turns reach too many positions"),
        true => {
            format!("{depth} turns reach up to {positions} positions, more than the limit of {MAX_POSITIONS}")
        }
        false => format!("{depth} turns are too many"),
    };
    format!("{reason}; use at most {deepest} turns or fewer faces")
}

impl<'a> TextSearch<'a> {
    /// Creates a search with all faces, up to five turns, on one thread.
    ///
    /// # Examples
    ///
    /// ```
    /// use cubegod::data::{self, Expression, Order, Orientation, Readings};
    /// use cubegod::formats::Format;
    /// use cubegod::moves::FaceSet;
    /// use cubegod::search::TextSearch;
    /// use cubegod::Size;
    ///
    /// let data = data::read("abcdefghijklmnopqrstuvwx", Some(Size::TWO), Format::Facelets)?;
    /// let readings = Readings::new(Size::TWO, &[Orientation::AS_IT_IS], &[Order::Facelets]);
    /// let expression = Expression::new("abc")?;
    /// let search = TextSearch::new(&data, &expression, &readings).faces("RU".parse::<FaceSet>()?).depth(3);
    /// assert_eq!(search.max_positions(), 1 + 6 + 18 + 54);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new(
        data: &'a Stickers<char>,
        expression: &'a Expression,
        readings: &'a Readings,
    ) -> TextSearch<'a> {
        TextSearch { data, expression, readings, faces: FaceSet::ALL, depth: 5, threads: 1 }
    }

    /// Allows only turns of these faces.
    #[must_use]
    pub fn faces(self, faces: FaceSet) -> TextSearch<'a> {
        TextSearch { faces, ..self }
    }

    /// Sets the largest number of turns.
    #[must_use]
    pub fn depth(self, turns: usize) -> TextSearch<'a> {
        TextSearch { depth: turns, ..self }
    }

    /// Sets the number of threads that read positions; 0 means 1.
    #[must_use]
    pub fn threads(self, threads: usize) -> TextSearch<'a> {
        TextSearch { threads, ..self }
    }

    /// Returns an upper limit of the positions.
    pub fn max_positions(&self) -> u64 {
        self.max_positions_within(self.depth)
    }

    /// Tries every sequence of turns up to the depth, one for each position, and reports each matching text once, with the first
    /// sequence that shows it: fewer turns first, then in the order U U2 U' R … B'.
    ///
    /// The reports and their order do not depend on the number of threads.
    ///
    /// # Errors
    ///
    /// Returns an error if the cube is larger than a 3x3 or the search needs too much memory.
    ///
    /// # Panics
    ///
    /// Panics if the readings are for another size than the data, or if several threads are to be used and none can be started.
    ///
    /// # Examples
    ///
    /// ```
    /// use cubegod::data::{self, Expression, Order, Orientation, Readings};
    /// use cubegod::formats::Format;
    /// use cubegod::search::{Progress, TextSearch};
    /// use cubegod::{Alg, Size};
    /// use std::ops::ControlFlow;
    ///
    /// let mut data = data::read("BEHIND-------EVERY--FACE", Some(Size::TWO), Format::Facelets)?;
    /// data.apply(&"R U".parse::<Alg>()?)?;
    /// let readings = Readings::new(Size::TWO, &[Orientation::AS_IT_IS], &[Order::Facelets]);
    /// let expression = Expression::new("BEHIND")?;
    /// let mut found = None;
    /// let summary = TextSearch::new(&data, &expression, &readings).depth(3).run(&mut |progress| match progress {
    ///     Progress::Found(hit) => {
    ///         found = Some(hit.alg.to_string());
    ///         ControlFlow::Break(())
    ///     }
    ///     _ => ControlFlow::Continue(()),
    /// })?;
    /// assert_eq!(found.as_deref(), Some("U' R'"));
    /// assert!(summary.is_stopped);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run(
        &self,
        progress: &mut dyn FnMut(Progress<'_>) -> ControlFlow<()>,
    ) -> Result<SearchSummary, SearchError> {
        let size = self.data.size();
        assert_eq!(self.readings.size(), size, "data is read by readings of its own size");
        if size > Size::THREE {
            return Err(SearchError::Size(size));
        }
        let fits = |depth: usize| depth <= MAX_TURNS && self.max_positions_within(depth) <= MAX_POSITIONS;
        if !fits(self.depth) {
            let deepest = (0..=MAX_TURNS).rev().find(|&depth| fits(depth)).unwrap_or(0);
            let positions = self.max_positions();
            return Err(SearchError::Depth { depth: self.depth, deepest, positions });
        }
        let memory = self.allocate()?;
        Ok(match size {
            Size::TWO => pipeline::run::<Cube2>(self, memory, progress),
            _ => pipeline::run::<Cube3>(self, memory, progress),
        })
    }

    fn allocate(&self) -> Result<Memory, SearchError> {
        let positions = self.max_positions();
        let inner = self.max_positions_within(self.depth.saturating_sub(1));
        Memory::new(positions, inner, self.depth).ok_or(SearchError::Memory { positions })
    }

    /// Returns the faces whose turns give new readings.
    fn useful_faces(&self) -> FaceSet {
        let has_all_orientations = self.readings.orientations().len() == 24;
        match self.data.size() == Size::TWO && self.faces == FaceSet::ALL && has_all_orientations {
            true => [Face::U, Face::R, Face::F].into_iter().collect(),
            false => self.faces,
        }
    }

    fn max_positions_within(&self, depth: usize) -> u64 {
        let faces = self.useful_faces();
        let sequences = count_sequences(faces, depth);
        match self.data.size() == Size::TWO {
            true => sequences.min(POCKET_POSITIONS[usize::from(fixes_a_corner(faces))]),
            false => sequences,
        }
    }
}

/// Whether no two of the faces are opposite, so that some corner is fixed.
fn fixes_a_corner(faces: FaceSet) -> bool {
    faces.iter().all(|face| !faces.contains(face.opposite()))
}

/// Counts the normalized sequences up to this length; see [`FaceTurn::may_follow`](crate::FaceTurn::may_follow).
fn count_sequences(faces: FaceSet, depth: usize) -> u64 {
    let mut ending = Face::ALL.map(|face| if faces.contains(face) { 3 } else { 0 });
    let mut total = 1u64;
    for _ in 0..depth {
        // The count is saturated.
        if total == u64::MAX {
            break;
        }
        total = total.saturating_add(ending.iter().fold(0, |sum: u64, &count| sum.saturating_add(count)));
        ending = std::array::from_fn(|next| {
            let before = (0..6).filter(|&last| next != last && next + 3 != last);
            let sequences = before.fold(0, |sum: u64, last| sum.saturating_add(ending[last]));
            if faces.contains(Face::ALL[next]) { sequences.saturating_mul(3) } else { 0 }
        });
    }
    total
}
