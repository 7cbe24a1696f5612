//! Batches of cubes: solved in memory as Arrow columns, and from file to file as text, CSV, JSON lines or Parquet.
//!
//! [`solve`] solves an Arrow batch in memory (feature `arrow`). [`files::run`] solves a file into another one in constant
//! memory and continues an interrupted run (feature `files`; Parquet needs the feature `parquet`). Nothing is printed here.
//!
//! ```
//! # #[cfg(feature = "arrow")] {
//! use arrow_array::cast::AsArray;
//! use arrow_array::{RecordBatch, StringArray};
//! use cubegod_columns::{BatchContext, BatchOptions, RowSolver, solve};
//! use cubegod_service::{Solvers, Spelling};
//! use std::sync::Arc;
//!
//! let cubes = StringArray::from(vec![Some("DBFRDULUUFFBLDDBLRBU????"), None]);
//! let batch = RecordBatch::try_from_iter([("cube", Arc::new(cubes) as _)]).unwrap();
//! let solvers = Solvers::with_small_tables();
//! let solver = RowSolver::new(&solvers, BatchOptions::default(), Spelling::NEUTRAL).unwrap();
//! let solved = solve(&batch, &solver, &BatchContext::default()).unwrap();
//! let column = |name| solved.column_by_name(name).unwrap().as_string::<i32>().iter().collect::<Vec<_>>();
//! assert_eq!(column("solution"), [Some("L' U B U2 L2 B2 U B' L'"), None]);
//! assert_eq!(column("error"), [None, Some("no cube")]);
//! # }
//! ```
#![forbid(unsafe_code)]

mod answers;
#[cfg(feature = "arrow")]
mod cube_column;
mod error;
#[cfg(feature = "files")]
pub mod files;
#[cfg(feature = "arrow")]
mod memory;
mod messages;
mod options;
mod parallel;
mod row_solver;

pub use error::{BatchError, Difference, InputFault, OutputFault, UsageError};
#[cfg(feature = "arrow")]
pub use memory::{BatchContext, check, solve, solved_schema};
pub use options::{BatchOptions, NEW_COLUMNS, OptionUse};
pub use row_solver::RowSolver;
