//! Serves one challenge on standard input and output; the log goes to standard error.

use cubegod_net::challenge::{Log, ServeOptions, serve_stdio};
use cubegod_net::{CancellationToken, block_on};
use std::error::Error;
use std::sync::Arc;

fn main() -> Result<(), Box<dyn Error>> {
    let log: Log = Arc::new(|event| eprintln!("{}", event.to_json()));
    block_on(serve_stdio(&ServeOptions::default(), &log, &CancellationToken::new()))??;
    Ok(())
}
