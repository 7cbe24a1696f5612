//! cubegod over networks: the resident engine, the HTTP API and its page, and the challenge's server, player and judge.
//!
//! This crate translates between bytes and the library. It prints nothing and reads no arguments: the caller gets events and results.
//!
//! The entry points are [`engine::serve_stream`] (standard input and output) and [`engine::EngineServer`];
//! [`challenge::serve`], [`challenge::serve_player`], [`challenge::play`] and [`challenge::judge`]; [`http::serve`]. [`block_on`] runs the
//! asynchronous ones without a runtime of the caller. Servers listen where [`bind_tcp`] binds, within [`ConnectionOptions`] and
//! [`WorkOptions`], and stop when their [`CancellationToken`] is cancelled.
#![forbid(unsafe_code)]

mod address;
pub mod challenge;
mod connections;
mod disconnect;
pub mod engine;
#[cfg(feature = "fuzzing")]
pub mod fuzzing;
pub mod http;
mod lines;
mod listener;
mod memory;
mod priority;
mod proxy;
mod runtime;
mod tables;
mod work;

pub use address::{ProxyError, TrustedProxies};
pub use connections::ConnectionOptions;
pub use listener::bind_tcp;
pub use runtime::block_on;
pub use tables::with_background_tables;
pub use tokio_util::sync::CancellationToken;
pub use work::WorkOptions;
