//! The challenge: a server shows most of a scrambled cube, a player solves it in few moves and little time, a hundred
//! times in a row, and gets a flag. Here are the server, the player, and a judge of saved games.
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
//! … a block for every face that is shown
//! Enter your solution:
//! » R U2 F'
//! [+] <accepted>
//! <one line>
//! === Round 2/100 ===
//! …
//! <after the last round: the flag>
//! ```
//!
//! An answer is face turns (`U U2 U'` and so on, 18 in all) with spaces between them. One that is not accepted gets a
//! line `[-]` with the reason, and the connection closes.

mod answer;
mod escapes;
mod event;
mod game;
mod journal;
mod judge;
mod options;
mod play;
mod position;
mod screen;
mod serve;
mod transcript;

pub use answer::BadAnswer;
pub use event::{Event, Log, Outcome};
pub use judge::{JudgeError, JudgeOptions, JudgedRound, Summary, Verdict, judge};
pub use options::{OptionsError, ServeOptions};
pub use play::{Awaited, Opponent, PlayError, PlayFailure, PlayOptions, RoundPlayed, Won, play, play_over};
pub use serve::{serve, serve_player, serve_stdio};

use cubegod::Size;

/// What a server prints when it waits for an answer.
pub const PROMPT: &str = "Enter your solution";

/// What the line of an accepted answer holds.
const ACCEPTED: &str = "[+]";

/// What the line of a rejected answer holds.
const REJECTED: &str = "[-]";

/// The most moves of an answer unless told otherwise: God's number for the 2x2, and what a good method needs for the
/// 3x3.
fn usual_move_limit(size: Size) -> usize {
    if size == Size::TWO { 11 } else { 30 }
}

fn moves(count: usize) -> String {
    if count == 1 { "1 move".into() } else { format!("{count} moves") }
}
