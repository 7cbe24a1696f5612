//! Adapts the solvers of the service to the engine.

use crate::error::json_style;
use cubegod::{Color, Reading, Size, Stickers};
use cubegod_net::engine::{CubeSolver, EngineError, SolverContext};
use cubegod_service::solve::{Method, Options, Session, SolveContext, Solved};
use cubegod_service::{ErrorKind, ReadCube, RequestError, Solvers};
use std::time::Duration;

/// The default length at which the search for a solution of the 3x3 stops; it takes a few milliseconds.
const DEFAULT_LENGTH: usize = 21;

/// The default budget for a solution of that length.
const DEFAULT_BUDGET: Duration = Duration::from_millis(200);

/// Returns a solver for options that were checked. `exact` applies to the 2x2 only, as the 3x3 is always solved exactly.
pub(crate) fn solver(solvers: Solvers, options: Options) -> CubeSolver {
    // The sessions borrow the solvers and are shared by all connections for as long as the process runs.
    let solvers: &'static Solvers = Box::leak(Box::new(solvers));
    let max_length = options.max_length;
    // Without a proof, a solution of the optimal method is not an answer.
    let is_fast = options.method == Method::Fast;
    let mut large = Options { exact: false, ..options.clone() };
    let is_unlimited = options.budget.is_none() && options.nodes.is_none();
    if options.method == Method::Fast && options.max_length.is_none() && is_unlimited {
        large = Options { max_length: Some(DEFAULT_LENGTH), budget: Some(DEFAULT_BUDGET), ..large };
    }
    let (pocket, large) = (Session::new(solvers, options), Session::new(solvers, large));
    Box::new(move |reading: &Reading, stickers: &Stickers<Color>, context: &SolverContext| {
        let session = if stickers.size() == Size::TWO { &pocket } else { &large };
        let cube = ReadCube { reading: reading.clone(), note: None };
        let context = SolveContext {
            cancellation: &context.cancellation,
            keep_partial: context.keep_partial && is_fast,
            ..SolveContext::default()
        };
        let state =
            cubegod::Cube::try_from(stickers).map_err(|error| EngineError::IllegalCube(error.to_string()))?;
        let solved = session.solve(&cube, &state, &context).map_err(engine_error)?;
        check_length(&solved, max_length)?;
        Ok(solved.solution().clone())
    })
}

/// Checks that a solution is not longer than the limit.
fn check_length(solved: &Solved, max_length: Option<usize>) -> Result<(), EngineError> {
    match max_length {
        Some(most) if solved.not_reached.is_some() => Err(EngineError::Unsolved(format!(
            "no solution of at most {most} moves was found; the best is {}",
            solved.solution()
        ))),
        _ => Ok(()),
    }
}

fn engine_error(error: RequestError) -> EngineError {
    if error.kind() == ErrorKind::Cancelled {
        return EngineError::Cancelled;
    }
    let message = error.message(json_style());
    match error.kind() {
        ErrorKind::Unsupported | ErrorKind::WrongSize | ErrorKind::Usage => EngineError::Unsupported(message),
        ErrorKind::IllegalCube => EngineError::IllegalCube(message),
        ErrorKind::Ambiguous => EngineError::Ambiguous(message),
        ErrorKind::Unreadable | ErrorKind::BadMoves => EngineError::Unreadable(message),
        _ => EngineError::Unsolved(message),
    }
}
