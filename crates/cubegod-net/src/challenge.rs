//! The challenge: a server shows most of a scrambled cube, a player solves it in few moves and little time, a hundred
//! times in a row, and gets a flag. This module has the server, the player, and a judge of saved games.
//!
//! ```text
//! <a banner, the last line ending in "get the flag!">
//! === Round 1/100 ===
//! <one line>
//! Face U:
//! +-----+
//! | U R |
//! | F D |
//! +-----+
//! … one block per visible face
//! Enter your solution:
//! » R U2 F'
//! [+] <accepted>
//! <one line>
//! === Round 2/100 ===
//! …
//! <after the last round: the flag>
//! ```
//!
//! An answer is a sequence of face turns (`U U2 U'` and so on, 18 in all), separated by spaces. A rejected answer gets
//! a line `[-]` with the reason, and the connection closes.

mod answer;
mod escapes;
mod event;
mod game;
mod journal;
mod judge;
mod options;
mod play;
mod position;
mod rejections;
mod screen;
mod serve;
mod transcript;

#[cfg(feature = "fuzzing")]
pub(crate) use answer::read_answer;
#[cfg(feature = "fuzzing")]
pub(crate) use escapes::Escapes;

pub use answer::BadAnswer;
pub use event::{Event, Log, Outcome, PlayerLimit};
pub use judge::{JudgeError, JudgeOptions, JudgedRound, Summary, Verdict, judge};
pub use options::{OptionsError, ServeOptions};
pub use play::{
    Awaited, GameWon, Opponent, PlayError, PlayFailure, PlayOptions, RoundPlayed, play, play_over,
};
pub use serve::{serve, serve_player, serve_stdio};

use cubegod::Size;

/// The text that a server prints when it waits for an answer.
pub const PROMPT: &str = "Enter your solution";

/// The marker in the line that accepts an answer.
const ACCEPTED: &str = "[+]";

/// The marker in the line that rejects an answer.
const REJECTED: &str = "[-]";

/// Returns the default move limit of an answer: God's number for the 2x2, and enough for two-phase solvers on the 3x3.
fn default_move_limit(size: Size) -> usize {
    if size == Size::TWO { 11 } else { 30 }
}

fn moves(count: usize) -> String {
    if count == 1 { "1 move".into() } else { format!("{count} moves") }
}
