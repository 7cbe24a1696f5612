//! Request, response and error types shared by all front ends.
//!
//! Each command (`check`, `complete`, `convert`, `apply`, `scramble`, `solve`, `teach`) is a module with a `Request`, a
//! `Response`, and a function `respond` from the one to the other, which a token cancels. Edges that need more control use the
//! parts these are made of.
//!
//! Nothing here prints, opens sockets or reads arguments. Errors are one enum,
//! [`RequestError`], which names options by their identity: each edge writes them with its own [`Spelling`].
//!
//! # Examples
//!
//! ```
//! use cubegod::Cancellation;
//! use cubegod_service::{MessageStyle, Solvers, check};
//!
//! let solvers = Solvers::with_small_tables();
//! let request = check::Request { cube: "UUUURRRRFFFFDDDDLLLLBBBB".into(), ..check::Request::default() };
//! let response = check::respond(&request, &solvers, Cancellation::never(), MessageStyle::NEUTRAL).unwrap();
//! assert!(response.legal && response.solved);
//! ```
#![forbid(unsafe_code)]

pub mod apply;
mod certificate;
pub mod check;
mod clock;
pub mod complete;
pub mod convert;
mod cube;
pub mod data;
mod diagnosis;
mod entropy;
mod error;
pub mod language;
mod localized;
mod messages;
mod named;
mod note;
mod option;
pub mod scramble;
pub mod solve;
mod solvers;
mod stop_policy;
mod tables;
pub mod teach;
mod time;

pub use certificate::{
    Certificate, CertificateError, CertificateFormat, CertifiedTable, DepthFields, MAX_BYTES,
    VerifiedCertificate, checksum,
};
pub use cube::{
    ACCEPTING, AmbiguousCube, Completion, ReadCube, Selected, Selection, face_letters, own_letters,
    reading_advice, response_format, usual_alphabet, write_in,
};
pub use diagnosis::{ChangeFields, Diagnosis, DiagnosisFields, FlawFields, RepairFields};
pub use error::{
    Advice, Ambiguity, Ambiguous, ErrorFields, ErrorKind, InputError, InputSource, QuestionFields,
    RequestError,
};
pub use localized::Localized;
pub use messages::{flaw_text, piece_change_text};
pub use named::{FacesName, FormatName, LanguageName, MetricName, Named, SizeName, TaughtMethodName};
pub use note::Note;
pub use option::{MessageStyle, OptionId, Setting, Spelling};
pub use solvers::Solvers;
pub use stop_policy::{Budget, StopPolicy};
#[cfg(feature = "files")]
pub use tables::{
    NotCached, OptimalTableStore, Remedy, TableBuild, TableBuilder, TableMessage, TwoPhaseTableStore,
    pocket_table, pocket_table_without_writing,
};
pub use tables::{OptimalTables, TablesChoice, TwoPhaseTables};
pub use time::{Time, duration, rounded};
