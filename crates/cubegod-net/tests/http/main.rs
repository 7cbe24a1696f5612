//! The HTTP API: in this process without a socket, and over real ones.
#![allow(clippy::unwrap_used, reason = "outside of a test function clippy does not see that this is a test")]

mod common;
mod page;
mod pictures;
mod properties;
mod queue;
mod sockets;
mod streams;
mod verbs;
