//! `engine`: answers cubes as they come.

mod solver;

pub(crate) use solver::solver;

use crate::cli::EngineArguments;
use crate::error::{ANSWERED, Stop, reason};
use crate::output::print_message;
use crate::signals::stop_on_signal;
use crate::tables::{self, TwoPhase};
use cubegod::moves::FaceSet;
use cubegod::{Metric, ReadOptions};
use cubegod_net::engine::{
    Engine, EngineOptions, ListenOptions, bind_unix, serve_stream, serve_tcp, serve_unix,
};
use cubegod_net::{bind_tcp, block_on};
use cubegod_service::solve;
use std::io;
use std::sync::Arc;

pub(crate) fn run(arguments: &EngineArguments) -> Result<u8, Stop> {
    let mut note = |text: &str| {
        if !arguments.quiet {
            print_message(text);
        }
    };
    let solve_options = solve_options(arguments);
    solve_options.check()?;
    let table = tables::pocket(Metric::Htm, &mut note);
    let reading = ReadOptions { format: arguments.read.from, size: arguments.read.puzzle };
    let is_human = solve::Method::HUMAN.contains(&solve_options.method);
    let options = EngineOptions {
        any_orientation: arguments.any_orientation || is_human,
        pocket_by_table: !is_human && arguments.faces == FaceSet::ALL && arguments.max_length.is_none(),
        reading,
        ..EngineOptions::default()
    };
    let two_phase = Arc::new(TwoPhase::new(arguments.tables.tables, arguments.quiet));
    two_phase.prepare();
    let solvers = tables::solvers_with(Arc::clone(&two_phase), arguments.tables.tables, arguments.quiet);
    let solver = solver(solvers, solve_options);
    let engine = Arc::new(Engine::with_table(Arc::new(table)).with_solver(solver).with_options(options));
    if let Some(address) = &arguments.listen {
        return listen(block_on(async {
            let stop = stop_on_signal();
            let listener = bind_tcp(address).await.map_err(|error| cannot_listen(address, &error))?;
            let place = listener.local_addr().map_or_else(|_| address.clone(), |address| address.to_string());
            note(&format!("listening at {place}"));
            serve_tcp(engine, listener, &ListenOptions::default(), stop).await;
            two_phase.leave();
            Ok(())
        }));
    }
    if let Some(path) = &arguments.unix {
        return listen(block_on(async {
            let stop = stop_on_signal();
            let place = path.display().to_string();
            let listener = bind_unix(path).map_err(|error| cannot_listen(&place, &error))?;
            note(&format!("listening at {place}"));
            serve_unix(engine, listener, &ListenOptions::default(), stop).await;
            two_phase.leave();
            // Nothing listens there any more.
            let _ = std::fs::remove_file(path);
            Ok(())
        }));
    }
    serve_stream(&engine, io::stdin().lock(), io::stdout().lock())?;
    two_phase.finish();
    Ok(ANSWERED)
}

/// How each cube is solved.
fn solve_options(arguments: &EngineArguments) -> solve::Options {
    let method = solve::Method::from(arguments.method);
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

/// Why an address cannot be listened at.
pub(crate) fn cannot_listen(place: &str, error: &io::Error) -> Stop {
    let advice = match error.kind() {
        io::ErrorKind::InvalidInput => "; expected HOST:PORT, such as 127.0.0.1:8080",
        _ => "",
    };
    Stop::Io(format!("cannot listen at {place}: {}{advice}", reason(error)))
}

/// The exit code of a server that stopped, or why it did not start.
pub(crate) fn listen(result: io::Result<Result<(), Stop>>) -> Result<u8, Stop> {
    result.map_err(|error| Stop::Io(format!("cannot start: {}", reason(&error))))??;
    Ok(ANSWERED)
}
