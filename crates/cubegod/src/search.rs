//! What turned data says: every position that few turns reach, each once, and what an expression finds in its readings.
//!
//! For puzzles in which the cube is not to be solved but turned until its stickers tell something.
//!
//! ```
//! use cubegod::data::{self, Order, Orientation, Expression, Readings};
//! use cubegod::formats::Format;
//! use cubegod::search::{Event, Search};
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
//! Search { depth: 2, ..Search::new(&data, &expression, &readings) }.run(&mut |event| {
//!     if let Event::Found(find) = event {
//!         found.push((find.alg.to_string(), find.found.text.clone()));
//!     }
//!     ControlFlow::Continue(())
//! })?;
//! assert_eq!(found, [("U R'".to_owned(), text.to_owned())]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod crew;
mod frontier;
mod seen;
mod state;

#[cfg(test)]
mod tests;

use crate::cube::{Cube2, Cube3};
use crate::data::{Expression, Match, Readings};
use crate::geometry::{Face, Size};
use crate::moves::{Alg, FaceSet};
use crate::stickers::Stickers;
use seen::Seen;
use std::ops::ControlFlow;

/// The most positions of one search: each takes eleven bytes, so that they fit into 1.3 GB.
pub const MOST_POSITIONS: u64 = 120_000_000;

/// The most turns: as many as fit into a word.
pub const MOST_TURNS: usize = state::Path::LONGEST;

/// Positions of the pocket cube, held in any way and in one.
const POCKET_POSITIONS: [u64; 2] = [88_179_840, 3_674_160]; // 8! · 3⁷, 7! · 3⁶

/// What is looked for, and how far.
#[derive(Copy, Clone, Debug)]
pub struct Search<'a> {
    /// The data before the first turn.
    pub data: &'a Stickers<char>,
    /// What it should say.
    pub expression: &'a Expression,
    /// How each position is read.
    pub readings: &'a Readings,
    /// The faces that are turned. Where a pocket cube is read in all orientations, D, L and B show nothing that U, R and F do
    /// not show, and are left out.
    pub faces: FaceSet,
    /// The most turns.
    pub depth: usize,
    /// How many threads read positions.
    pub threads: usize,
}

/// Something found.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Find {
    /// The turns that lead to it.
    pub alg: Alg,
    /// What is to be read there.
    pub found: Match,
}

/// What is told during a search.
#[derive(Clone, Debug)]
pub enum Event<'a> {
    /// A text that was not found before.
    Found(&'a Find),
    /// So many positions were read so far, the last of them so many turns away.
    Progress {
        /// All positions.
        positions: u64,
        /// The turns of the last.
        depth: usize,
    },
}

/// What a search came to.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Outcome {
    /// How many positions are no, one, two, … turns away, as far as they were read.
    pub positions: Vec<u64>,
    /// In how many of them something was found, each text counted by itself; a text is told of only once.
    pub matching: u64,
    /// Whether somebody called it off.
    pub is_stopped: bool,
}

/// A search that is not begun.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum SearchError {
    /// A cube that has other layers to turn than its faces.
    #[error("a {0} cube can't be searched; expected the data of a 2x2 or a 3x3")]
    Size(Size),
    /// No memory for so many.
    #[error("there is no memory to remember {positions} positions; expected fewer turns or fewer faces")]
    Memory {
        /// The positions.
        positions: u64,
    },
    /// Too many positions or turns.
    #[error("{}", too_deep(*depth, *deepest, *positions))]
    Depth {
        /// The turns asked for.
        depth: usize,
        /// How many there may be.
        deepest: usize,
        /// The positions this could lead to.
        positions: u64,
    },
}

fn too_deep(depth: usize, deepest: usize, positions: u64) -> String {
    let why = match positions > MOST_POSITIONS {
        true if positions == u64::MAX => format!("{depth} turns lead to more positions than can be counted"),
        true => format!("{depth} turns lead to some {positions} positions, too many to remember"),
        false => format!("{depth} turns are too many"),
    };
    format!("{why}; expected {deepest} at most, or fewer faces")
}

impl<'a> Search<'a> {
    /// All faces, five turns, one thread.
    pub fn new(data: &'a Stickers<char>, expression: &'a Expression, readings: &'a Readings) -> Search<'a> {
        Search { data, expression, readings, faces: FaceSet::ALL, depth: 5, threads: 1 }
    }

    /// How many positions there are at most.
    pub fn most_positions(&self) -> u64 {
        self.most_positions_within(self.depth)
    }

    /// Tries every sequence of turns up to the depth, those that lead to the same position once, and tells of each text
    /// that matches once, with the first sequence that shows it: fewer turns first, then in the order U U2 U' R … B'.
    ///
    /// What is told, and in which order, does not depend on the number of threads.
    ///
    /// # Panics
    ///
    /// If the readings are for cubes of another size than the data.
    pub fn run(&self, tell: &mut dyn FnMut(Event<'_>) -> ControlFlow<()>) -> Result<Outcome, SearchError> {
        let size = self.data.size();
        assert_eq!(self.readings.size(), size, "data is read by readings of its own size");
        if size > Size::THREE {
            return Err(SearchError::Size(size));
        }
        let fits = |depth: usize| depth <= MOST_TURNS && self.most_positions_within(depth) <= MOST_POSITIONS;
        if !fits(self.depth) {
            let deepest = (0..=MOST_TURNS).rev().find(|&depth| fits(depth)).unwrap_or(0);
            let positions = self.most_positions();
            return Err(SearchError::Depth { depth: self.depth, deepest, positions });
        }
        let positions = self.most_positions();
        let seen = Seen::new(positions, self.depth).ok_or(SearchError::Memory { positions })?;
        Ok(match size {
            Size::TWO => crew::run::<Cube2>(self, seen, tell),
            _ => crew::run::<Cube3>(self, seen, tell),
        })
    }

    /// The faces that are worth turning.
    fn worthwhile_faces(&self) -> FaceSet {
        let is_read_all_over = self.readings.orientations().len() == 24;
        match self.data.size() == Size::TWO && self.faces == FaceSet::ALL && is_read_all_over {
            true => [Face::U, Face::R, Face::F].into_iter().collect(),
            false => self.faces,
        }
    }

    fn most_positions_within(&self, depth: usize) -> u64 {
        let faces = self.worthwhile_faces();
        let sequences = count_sequences(faces, depth);
        match self.data.size() == Size::TWO {
            true => sequences.min(POCKET_POSITIONS[usize::from(keeps_a_corner(faces))]),
            false => sequences,
        }
    }
}

/// Whether no two of the faces are opposite, so that some corner stays where it is.
fn keeps_a_corner(faces: FaceSet) -> bool {
    faces.iter().all(|face| !faces.contains(face.opposite()))
}

/// How many sequences there are in which nothing can be merged, up to this length.
fn count_sequences(faces: FaceSet, depth: usize) -> u64 {
    let mut ending = Face::ALL.map(|face| if faces.contains(face) { 3 } else { 0 });
    let mut total = 1u64;
    for _ in 0..depth {
        // Beyond what can be counted it need not be known.
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
