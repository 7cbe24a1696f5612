//! The resident engine: cubes in, shortest solutions out, one line each.
//!
//! A request is a block
//!
//! ```text
//! BEGIN
//! U a b c d
//! … a line for each face that is known, in any order
//! END
//! ```
//!
//! or a cube on a line of its own in any single-line layout (facelets, net string, digits, Reid's pieces, a cubing.js
//! pattern, moves). Exactly one line comes back for each: the solution, which is empty for a solved cube, or
//! `ERROR kind: what and where`; the kinds are those of [`EngineError`]. Blank lines are skipped. A `BEGIN` inside a block
//! ends that block with an error of its own and begins the next; lines in a block are counted from its `BEGIN`.

mod answer;
mod block;
mod error;
mod listen;
mod session;
mod stream;

pub use answer::CubeSolver;
pub(crate) use answer::fitting;
pub use error::EngineError;
pub use listen::{ListenOptions, serve_tcp};
#[cfg(unix)]
pub use listen::{bind_unix, serve_unix};
pub use session::Session;
pub use stream::serve_stream;

use cubegod::ReadOptions;
use cubegod::solve::pocket::PocketTable;
use std::fmt;
use std::sync::Arc;

/// How the engine reads and answers.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct EngineOptions {
    /// Whether a 2x2 is solved when every face has one colour; otherwise it must also stand white up, green front, and
    /// be written in the letters of faces or colours: others do not tell which way up it is.
    pub any_orientation: bool,
    /// Whether a 2x2 is solved by the table: the shortest solution in half turns, with all faces. Otherwise the solver of
    /// [`Engine::with_solver`] solves it.
    pub pocket_by_table: bool,
    /// What is known of the cubes that come one a line; moves are made on a 3x3 unless a size is given.
    pub reading: ReadOptions,
    /// The most bytes of a line, and of a block; longer ones are skipped and refused.
    pub length_limit: usize,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            any_orientation: false,
            pocket_by_table: true,
            reading: ReadOptions::default(),
            length_limit: 64 * 1024,
        }
    }
}

/// Solves cubes; built once, shared by all sessions.
pub struct Engine {
    table: Arc<PocketTable>,
    solver: Option<CubeSolver>,
    options: EngineOptions,
}

impl Engine {
    /// With a table built now, which takes about a tenth of a second.
    #[allow(clippy::new_without_default, reason = "building the table is work, and a default should be none")]
    pub fn new() -> Engine {
        Engine::with_table(Arc::new(PocketTable::half_turns()))
    }

    /// With a table that is there already.
    pub fn with_table(table: Arc<PocketTable>) -> Engine {
        Engine { table, solver: None, options: EngineOptions::default() }
    }

    /// With a solver for the 3x3, and for the 2x2 unless [`EngineOptions::pocket_by_table`] is set. Without one such cubes
    /// are refused as unsupported.
    pub fn with_solver(self, solver: CubeSolver) -> Engine {
        Engine { solver: Some(solver), ..self }
    }

    /// With other options.
    pub fn with_options(self, options: EngineOptions) -> Engine {
        Engine { options, ..self }
    }

    /// How it reads and answers.
    pub fn options(&self) -> &EngineOptions {
        &self.options
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let has_solver = self.solver.is_some();
        f.debug_struct("Engine").field("options", &self.options).field("has_solver", &has_solver).finish()
    }
}
