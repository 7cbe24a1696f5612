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
//! `ERROR kind: message`; the kinds are those of [`EngineErrorKind`]. Blank lines are skipped. A `BEGIN` inside a block ends
//! that block with an error and begins the next; lines in a block are counted from its `BEGIN`.

mod answer;
mod block;
mod connection;
mod error;
mod server;
mod session;
mod stream;
mod turn;

pub use error::{EngineError, EngineErrorKind};
#[cfg(unix)]
pub use server::bind_unix;
pub use server::{EngineServer, ListenOptions};
pub use session::Session;
pub use stream::{StreamSummary, serve_stream};

use crate::work::Lane;
use cubegod::ReadOptions;
use cubegod_service::{Solvers, solve};
use std::fmt;
use std::time::Duration;

/// Options of an [`Engine`].
#[derive(Clone, Debug)]
pub struct EngineOptions {
    /// How cubes are solved. `exact` applies to the 2x2; with it, input in letters other than those of faces or colours is an
    /// error, because such letters leave the orientation open. The 3x3 is always solved to the orientation of its centres.
    pub solve: solve::Options,
    /// The layout and the size of cubes on single lines; moves are applied to a 3x3 unless a size is given.
    pub reading: ReadOptions,
    /// The maximum length in bytes of a line, and of a block; longer input is skipped and answered with an error.
    pub length_limit: usize,
}

impl Default for EngineOptions {
    fn default() -> EngineOptions {
        EngineOptions {
            solve: solve::Options { exact: true, ..solve::Options::default() },
            reading: ReadOptions::default(),
            length_limit: 64 * 1024,
        }
    }
}

/// Solves cubes; built once, shared by all sessions.
pub struct Engine {
    solvers: &'static Solvers,
    options: EngineOptions,
    pocket: solve::Session<'static>,
    large: solve::Session<'static>,
}

impl Engine {
    /// Creates an engine. It shares its solvers with all connections for as long as the process runs.
    pub fn new(solvers: &'static Solvers, options: EngineOptions) -> Engine {
        let pocket = solve::Session::new(solvers, options.solve.clone());
        let large = solve::Options { exact: false, ..options.solve.clone() }.for_stream();
        Engine { solvers, pocket, large: solve::Session::new(solvers, large), options }
    }

    /// Creates an engine with default options and small tables, which stay in memory until the process ends.
    pub fn with_small_tables() -> Engine {
        Engine::new(Box::leak(Box::new(Solvers::with_small_tables())), EngineOptions::default())
    }

    /// Replaces the options.
    pub fn with_options(self, options: EngineOptions) -> Engine {
        Engine::new(self.solvers, options)
    }

    /// Returns the options.
    pub fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// Loads or builds what the options need.
    pub(crate) fn prepare(&self) {
        self.solvers.prepare();
        match self.options.solve.method {
            solve::Method::Fast => {}
            // In a server, the table is opened or built in the background.
            solve::Method::Optimal => drop(self.solvers.optimal(self.options.solve.metric)),
            solve::Method::Layers => drop(self.solvers.layers()),
            solve::Method::Cfop => drop(self.solvers.cfop()),
            solve::Method::ThreeStep => drop(self.solvers.three_step()),
        }
    }

    /// Returns the lane in which requests begin.
    pub(crate) fn first_lane(&self) -> Lane {
        let solve = &self.options.solve;
        Lane::for_time(solve.budget.filter(|_| solve.max_length.is_none()).unwrap_or(Duration::ZERO))
    }
}

impl fmt::Debug for Engine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Engine").field("options", &self.options).finish_non_exhaustive()
    }
}
