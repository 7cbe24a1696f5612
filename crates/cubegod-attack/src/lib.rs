//! A load generator that attacks the servers of cubegod, and measures what honest clients notice of it.
//!
//! It starts a server ([`Server`]), lets honest clients send requests and verify the answers, lets hostile clients do what
//! a [`Scenario`] describes, and reports losses, latencies, memory and descriptors ([`Report`]).
//!
//! It attacks loopback addresses only ([`Target`]), for a bounded time and with a bounded number of clients. Each client
//! has a source address of its own (127.x.y.z), so that limits per address apply to it alone. This needs Linux, where the
//! whole network 127.0.0.0/8 belongs to the loopback interface.
#![forbid(unsafe_code)]

mod attack;
mod connection;
mod honest;
mod hostile;
mod limits;
mod plot;
mod process;
mod report;
mod server;
mod soak;
mod target;
mod wire;

pub use attack::{Load, attack};
pub use hostile::Scenario;
pub use plot::plot;
pub use process::Figures;
pub use report::{HonestReport, Report, Thresholds, table};
pub use server::{Launch, Server, StartError};
pub use soak::{Sample, Soak, soak, to_csv};
pub use target::{ServerKind, Target, TargetError};
