//! cubegod over wires: the resident engine, the HTTP API and its page, and the challenge's server, player and judge.
//!
//! Nothing about cubes is worked out here: bytes come in, the library is asked, bytes go out. Nothing is printed and no
//! arguments are read either; whoever calls gets events and results.
//!
//! The entry points are [`engine::serve_stream`] (standard input and output), [`engine::serve_tcp`] and
//! [`engine::serve_unix`]; [`challenge::serve`], [`challenge::serve_player`], [`challenge::play`] and
//! [`challenge::judge`]; [`http::serve`]. Those that are asynchronous are run by [`block_on`] where the caller has no runtime, and the
//! servers listen where [`bind_tcp`] says and stop when their [`CancellationToken`] is cancelled.
#![forbid(unsafe_code)]

mod address;
pub mod challenge;
mod connections;
pub mod engine;
pub mod http;
mod lines;
mod listener;
mod runtime;
mod work;

pub use address::{ProxyError, TrustedProxies};
pub use connections::ConnectionOptions;
pub use listener::bind_tcp;
pub use runtime::block_on;
pub use tokio_util::sync::CancellationToken;
pub use work::WorkOptions;
