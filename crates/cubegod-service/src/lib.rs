//! One cube asked about, one answer: the same for every edge.
//!
//! Each verb (`check`, `complete`, `convert`, `apply`, `scramble`, `solve`, `teach`) is a module with a `Request`, as it
//! comes over a wire, an `Answer`, as it goes back, and a function from the one to the other. Edges that know more
//! than one text (where a cube stands in a file, how it is said to people) use the parts that these are made of.
//!
//! Nothing is printed here, no socket is opened and no argument is read. Errors are one enum,
//! [`RequestError`], which names options by their identity: each edge writes them with its own [`Spelling`].
//!
//! ```
//! use cubegod_service::{Solvers, check};
//!
//! let solvers = Solvers::with_small_tables();
//! let request = check::Request { cube: "UUUURRRRFFFFDDDDLLLLBBBB".into(), ..check::Request::default() };
//! let answer = check::answer(&request, &solvers).unwrap();
//! assert!(answer.legal && answer.solved);
//! ```
#![forbid(unsafe_code)]

pub mod apply;
mod certificate;
pub mod check;
mod claim;
pub mod complete;
pub mod convert;
mod cube;
pub mod data;
mod diagnosis;
mod error;
mod messages;
mod named;
mod optimal_table_store;
mod option;
pub mod scramble;
pub mod solve;
mod solvers;
mod stop_policy;
pub mod teach;
mod time;

pub use certificate::{Certificate, CertifiedTable, DepthFields, Mark, checksum};
pub use claim::{Claim, MOST_BYTES};
pub use cube::{
    Cube, Fitting, ambiguous, answering, face_letters, fitting, guess, own_letters, usual_alphabet,
    whole_cube, written,
};
pub use diagnosis::{ChangeFields, Diagnosis, DiagnosisFields, FlawFields, RepairFields};
pub use error::{Advice, Ambiguity, Ambiguous, ErrorFields, ErrorKind, QuestionFields, RequestError};
pub use named::{FacesName, FormatName, LanguageName, MetricName, Named, SizeName};
pub use optimal_table_store::{OptimalTableStore, TableBuilder};
pub use option::{MessageStyle, OptionId, Setting, Spelling};
pub use solvers::{OptimalTables, Solvers, TwoPhaseTables, pocket_table};
pub use stop_policy::{Budget, StopPolicy};
pub use time::{Time, duration, rounded};
