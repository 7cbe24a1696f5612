//! The resident engine on standard input and output.

use cubegod_net::engine::{Engine, serve_stream};
use std::io;
use std::sync::Arc;

fn main() -> io::Result<()> {
    serve_stream(&Arc::new(Engine::with_small_tables()), io::stdin(), io::stdout()).map(|_| ())
}
