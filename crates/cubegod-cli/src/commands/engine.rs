//! `engine`: answers cubes as they arrive.

use crate::cli::EngineArguments;
use crate::error::{ANSWERED, SOME_BAD, Stop};
use crate::language;
use crate::message::CommandMessage;
use crate::output::{print_message, print_note};
use crate::signals::stop_on_signal;
use crate::tables;
use cubegod_cache::Reason;
use cubegod_net::engine::{Engine, EngineOptions, EngineServer, ListenOptions, bind_unix, serve_stream};
use cubegod_net::{bind_tcp, block_on, with_background_tables};
use cubegod_service::{Solvers, solve};
use std::io;
use std::sync::Arc;
use std::time::Duration;

pub(crate) fn run(arguments: &EngineArguments) -> Result<u8, Stop> {
    let show = |message: &CommandMessage| {
        if !arguments.quiet {
            print_message(&language::shown(message));
        }
    };
    let solve_options = solve_options(arguments);
    solve_options.check()?;
    let listen_options = listen_options(arguments)?;
    let options =
        EngineOptions { solve: solve_options, reading: arguments.read.options(), ..EngineOptions::default() };
    let two_phase = tables::two_phase(arguments.tables.tables, arguments.quiet);
    two_phase.prepare();
    let solvers = Solvers::with_cached_tables(Arc::clone(&two_phase));
    solvers.pocket();
    let is_server = arguments.listen.is_some() || arguments.unix.is_some();
    let solvers = if is_server { with_background_tables(solvers) } else { solvers };
    let engine = Arc::new(Engine::new(shared(solvers), options));
    if let Some(address) = &arguments.listen {
        return listen(block_on(async {
            let stop = stop_on_signal();
            let listener = bind_tcp(address).await.map_err(|error| cannot_listen(address, &error))?;
            let bound = listener.local_addr();
            let address = bound.as_ref().map_or(address.clone(), ToString::to_string);
            show(&CommandMessage::Listening { address });
            if !arguments.quiet && bound.is_ok_and(|bound| !bound.ip().is_loopback()) {
                print_note(&CommandMessage::Exposed);
            }
            EngineServer::new(engine, listen_options).serve_tcp(listener, stop).await;
            two_phase.builder().abort_build();
            Ok(())
        }));
    }
    if let Some(path) = &arguments.unix {
        return listen(block_on(async {
            let stop = stop_on_signal();
            let address = path.display().to_string();
            let listener = bind_unix(path).map_err(|error| cannot_listen(&address, &error))?;
            show(&CommandMessage::Listening { address });
            EngineServer::new(engine, listen_options).serve_unix(listener, stop).await;
            two_phase.builder().abort_build();
            // The next server need not check whether the socket is stale.
            let _ = std::fs::remove_file(path);
            Ok(())
        }));
    }
    let summary = serve_stream(&engine, io::stdin().lock(), io::stdout().lock())?;
    two_phase.builder().finish();
    Ok(if summary.errors == 0 { ANSWERED } else { SOME_BAD })
}

/// Returns solvers that an engine shares until the process ends.
pub(crate) fn shared(solvers: Solvers) -> &'static Solvers {
    Box::leak(Box::new(solvers))
}

/// The time by which the default time limit of a request exceeds its budget.
const BEYOND_BUDGET: Duration = Duration::from_secs(1);

/// Returns the limits of a listening engine.
fn listen_options(arguments: &EngineArguments) -> Result<ListenOptions, Stop> {
    if arguments.listen.is_none()
        && arguments.unix.is_none()
        && let Some(option) = arguments.limits.given()
    {
        return Err(Stop::usage(&CommandMessage::OptionForSockets { option }));
    }
    let default = ListenOptions::default();
    let usual = default.work.time_limit;
    let with_budget =
        arguments.budget.map_or(usual, |budget| budget.saturating_add(BEYOND_BUDGET).max(usual));
    let time_limit = arguments.time_limit.unwrap_or(with_budget);
    Ok(ListenOptions {
        work: arguments.limits.work(default.work, time_limit),
        connections: arguments.limits.connections(default.connections)?,
        ..default
    })
}

/// Returns the options by which each cube is solved.
fn solve_options(arguments: &EngineArguments) -> solve::Options {
    let method = arguments.method;
    solve::Options {
        method,
        exact: !arguments.any_orientation && !solve::Method::HUMAN.contains(&method),
        faces: arguments.faces,
        max_length: arguments.max_length,
        budget: arguments.budget,
        nodes: arguments.nodes,
        ..solve::Options::default()
    }
}

/// Returns the error for an address that cannot be bound.
pub(crate) fn cannot_listen(address: &str, error: &io::Error) -> Stop {
    let is_malformed = error.kind() == io::ErrorKind::InvalidInput;
    let (address, reason) = (address.to_owned(), Reason::of(error));
    Stop::io(&CommandMessage::CannotListen { address, reason, is_malformed })
}

/// Returns the exit code of a server that stopped, or the error that kept it from starting.
pub(crate) fn listen(result: io::Result<Result<(), Stop>>) -> Result<u8, Stop> {
    result.map_err(|error| Stop::io(&CommandMessage::Start(Reason::of(&error))))??;
    Ok(ANSWERED)
}
