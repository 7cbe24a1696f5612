//! Cubes in Arrow columns: a batch in memory goes in, the same batch with `solution`, `length` and `error` comes out.
//!
//! [`solve`] is the one function for a batch in memory. With the feature `files`, [`files::run`] does the same from file to
//! file: Parquet, CSV or JSON lines, in constant memory, and taken up where it was stopped. Nothing is printed here.
//!
//! ```
//! use arrow_array::cast::AsArray;
//! use arrow_array::{RecordBatch, StringArray};
//! use cubegod_service::Solvers;
//! use cubegod_columns::{Means, Options, Plan, solve};
//! use std::sync::Arc;
//!
//! let cubes = StringArray::from(vec![Some("DBFRDULUUFFBLDDBLRBU????"), None]);
//! let batch = RecordBatch::try_from_iter([("cube", Arc::new(cubes) as _)]).unwrap();
//! let solvers = Solvers::with_small_tables();
//! let plan = Plan::new(&solvers, Options::default()).unwrap();
//! let solved = solve(&batch, &plan, &Means::default()).unwrap();
//! let column = |name| solved.column_by_name(name).unwrap().as_string::<i32>().iter().collect::<Vec<_>>();
//! assert_eq!(column("solution"), [Some("L' U B U2 L2 B2 U B' L'"), None]);
//! assert_eq!(column("error"), [None, Some("no cube")]);
//! ```
#![forbid(unsafe_code)]

mod answers;
mod cells;
mod error;
#[cfg(feature = "files")]
pub mod files;
mod options;
mod row;
mod rows;
mod solve;

pub use error::BatchError;
pub use options::Options;
pub use row::Plan;
pub use solve::{Means, NEW_COLUMNS, check, solve, solved_schema};
