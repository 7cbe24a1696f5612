//! The resident engine: cubes in, shortest solutions out, one line each.
//!
//! A request is a block
//!
//! ```text
//! BEGIN
//! U a b c d
//! … one line per known face, in any order
//! END
//! ```
//!
//! or a cube on a line of its own in any single-line layout (facelets, net string, digits, Reid's pieces, a cubing.js
//! pattern, moves). Each request gets exactly one line: the solution, which is empty for a solved cube, or
//! `ERROR kind: message`; the kinds are those of [`EngineError`]. Blank lines are skipped. A `BEGIN` inside a block ends
//! that block with an error and begins the next; lines in a block are counted from its `BEGIN`.

mod answer;
mod block;
mod connection;
mod error;
mod server;
mod session;
mod stream;
mod turn;

pub(crate) use answer::completions_of;
pub use answer::{CubeSolver, SolverContext};
pub use error::EngineError;
#[cfg(unix)]
pub use server::bind_unix;
pub use server::{EngineServer, ListenOptions};
pub use session::Session;
pub use stream::serve_stream;

use cubegod::ReadOptions;
use cubegod::solve::pocket::PocketTable;
use std::fmt;
use std::sync::Arc;

/// Options of an [`Engine`].
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct EngineOptions {
    /// Accepts a 2x2 as solved in any orientation. Otherwise it must end white up, green front, and its input must use
    /// the letters of faces or colours, because other letters leave the orientation open.
    pub any_orientation: bool,
    /// Solves a 2x2 with the table: the shortest solution in the half-turn metric, with all faces. Otherwise the solver
    /// of [`Engine::with_solver`] solves it.
    pub pocket_by_table: bool,
    /// The layout and the size of cubes on single lines; moves are applied to a 3x3 unless a size is given.
    pub reading: ReadOptions,
    /// The maximum length in bytes of a line, and of a block; longer input is skipped and answered with an error.
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
    /// Creates an engine and builds its table, which takes about a tenth of a second.
    #[allow(
        clippy::new_without_default,
        reason = "building the table is expensive, and a default should be cheap"
    )]
    pub fn new() -> Engine {
        Engine::with_table(Arc::new(PocketTable::half_turns()))
    }

    /// Creates an engine with an existing table.
    pub fn with_table(table: Arc<PocketTable>) -> Engine {
        Engine { table, solver: None, options: EngineOptions::default() }
    }

    /// Sets the solver for the 3x3, and for the 2x2 unless [`EngineOptions::pocket_by_table`] is set. Without a solver
    /// such cubes are answered with [`EngineError::Unsupported`].
    pub fn with_solver(self, solver: CubeSolver) -> Engine {
        Engine { solver: Some(solver), ..self }
    }

    /// Replaces the options.
    pub fn with_options(self, options: EngineOptions) -> Engine {
        Engine { options, ..self }
    }

    /// Returns the options.
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
