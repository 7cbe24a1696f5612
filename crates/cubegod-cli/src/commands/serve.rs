//! `serve`: the HTTP API and the web page.

use super::engine::{cannot_listen, listen};
use super::limits::bad_value;
use crate::cli::WebArguments;
use crate::error::Stop;
use crate::language;
use crate::message::CommandMessage;
use crate::output::{print_message, print_note};
use crate::signals::stop_on_signal;
use crate::tables;
use cubegod_net::http::{App, HttpOptions, is_page_built, serve};
use cubegod_net::{bind_tcp, block_on, with_background_tables};
use cubegod_service::Solvers;
use std::net::SocketAddr;
use std::sync::Arc;

pub(crate) fn run(arguments: &WebArguments) -> Result<u8, Stop> {
    let two_phase = tables::two_phase(arguments.tables.tables, arguments.quiet);
    let solvers = with_background_tables(Solvers::with_cached_tables(Arc::clone(&two_phase)));
    let state = Arc::new(App::new(Arc::new(solvers), options(arguments)?));
    two_phase.prepare();
    listen(block_on(async {
        // The handler is installed before the address is printed.
        let stop = stop_on_signal();
        let address = &arguments.listen;
        let listener = bind_tcp(address).await.map_err(|error| cannot_listen(address, &error))?;
        if !arguments.quiet {
            print_address(address, listener.local_addr().ok());
        }
        serve(listener, state, stop).await;
        two_phase.builder().abort_build();
        Ok(())
    }))
}

/// Prints the address, and notes for the host.
fn print_address(requested: &str, bound: Option<SocketAddr>) {
    let address = bound.map_or(requested.to_owned(), |bound| bound.to_string());
    print_message(&language::shown(&CommandMessage::Serving { address: format!("http://{address}/") }));
    if bound.is_some_and(|bound| !bound.ip().is_loopback()) {
        print_note(&CommandMessage::Exposed);
    }
    if !is_page_built() {
        print_note(&CommandMessage::NoPage);
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
        options.allowed_hosts.add(host).map_err(|error| bad_value("--allow-host", &error))?;
    }
    for origin in &arguments.allow_origin {
        options.allow_origin(origin).map_err(|error| bad_value("--allow-origin", &error))?;
    }
    Ok(options)
}
