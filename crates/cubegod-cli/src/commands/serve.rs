//! `serve`: the HTTP API and the web page.

use super::engine::{EXPOSED, cannot_listen, listen};
use crate::cli::WebArguments;
use crate::error::Stop;
use crate::output::print_message;
use crate::signals::stop_on_signal;
use crate::tables::{self, TwoPhase};
use cubegod_net::http::{App, HttpOptions, is_page_built, serve};
use cubegod_net::{bind_tcp, block_on, with_background_tables};
use std::net::SocketAddr;
use std::sync::Arc;

pub(crate) fn run(arguments: &WebArguments) -> Result<u8, Stop> {
    let note = |text: &str| {
        if !arguments.quiet {
            print_message(text);
        }
    };
    let two_phase = Arc::new(TwoPhase::new(arguments.tables.tables, arguments.quiet));
    let solvers = tables::solvers_with(Arc::clone(&two_phase), arguments.tables.tables, arguments.quiet);
    let solvers = Arc::new(with_background_tables(solvers));
    let state = Arc::new(App::new(solvers, options(arguments)?));
    two_phase.prepare();
    listen(block_on(async {
        // The handler is installed before the address is printed.
        let stop = stop_on_signal();
        let address = &arguments.listen;
        let listener = bind_tcp(address).await.map_err(|error| cannot_listen(address, &error))?;
        match listener.local_addr() {
            Ok(place) => print_address(place, &note),
            Err(_) => note(&format!("serving at http://{address}/; Ctrl-C ends")),
        }
        serve(listener, state, stop).await;
        two_phase.leave();
        Ok(())
    }))
}

/// Prints the address, and notes for the host.
fn print_address(place: SocketAddr, note: &impl Fn(&str)) {
    note(&format!("serving at http://{place}/; Ctrl-C ends"));
    if !place.ip().is_loopback() {
        note(EXPOSED);
    }
    if !is_page_built() {
        note(
            "note: this build has no web page; run `npm ci && npm run build` in web/, then build cubegod again",
        );
    }
}

fn options(arguments: &WebArguments) -> Result<HttpOptions, Stop> {
    let default = HttpOptions::default();
    let mut options = HttpOptions {
        work: arguments.limits.work(default.work, arguments.time_limit),
        connections: arguments.limits.connections(default.connections)?,
        ..default
    };
    // The name that the server listens at; an address is always allowed.
    let name = arguments.listen.rsplit_once(':').map_or("", |(name, _)| name);
    let _ = options.allowed_hosts.add(name);
    for host in &arguments.allow_host {
        options.allowed_hosts.add(host).map_err(|error| Stop::usage(format!("--allow-host: {error}")))?;
    }
    for origin in &arguments.allow_origin {
        options.allow_origin(origin).map_err(|error| Stop::usage(format!("--allow-origin: {error}")))?;
    }
    Ok(options)
}
