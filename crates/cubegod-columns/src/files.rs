//! From file to file: Parquet, CSV or JSON lines, in any pair.
//!
//! The source is read in chunks of rows. Each that is solved becomes a part, a file in a folder beside the target; when all are
//! there, they are joined and take the target's place in one step. A run that was ended in between is taken up by the
//! next, which finds the parts.

mod failure;
mod fingerprint;
mod join;
mod kind;
mod manifest;
mod parts;
mod run;
mod source;
mod write;

pub use failure::Failure;
pub use kind::Kind;
pub use parts::{kept_rows, parts_folder};
pub use run::{Job, Progress, Summary, Watch, run};
