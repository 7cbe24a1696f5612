//! The service's solvers as the engine calls them.

use crate::error::json_style;
use cubegod::{Color, Reading, Size, Stickers};
use cubegod_net::engine::{CubeSolver, EngineError};
use cubegod_service::solve::{Method, Options, Session, SolveContext, Solved};
use cubegod_service::{Cube, ErrorKind, RequestError, Solvers};
use std::time::Duration;

/// The default length at which the search for a solution of the 3x3 ends: found in a few milliseconds.
const USUAL_LENGTH: usize = 21;

/// The most time for a solution that short.
const USUAL_BUDGET: Duration = Duration::from_millis(200);

/// Returns a solver for options that were checked. `exact` applies to the 2x2 only, as the 3x3 is always solved exactly.
pub(crate) fn solver(solvers: Solvers, options: Options) -> CubeSolver {
    // The sessions borrow the solvers and are shared by all connections for as long as the process runs.
    let solvers: &'static Solvers = Box::leak(Box::new(solvers));
    let max_length = options.max_length;
    let mut large = Options { exact: false, ..options.clone() };
    let is_unlimited = options.budget.is_none() && options.nodes.is_none();
    if options.method == Method::Fast && options.max_length.is_none() && is_unlimited {
        large = Options { max_length: Some(USUAL_LENGTH), budget: Some(USUAL_BUDGET), ..large };
    }
    let (pocket, large) = (Session::new(solvers, options), Session::new(solvers, large));
    Box::new(move |reading: &Reading, stickers: &Stickers<Color>| {
        let session = if stickers.size() == Size::TWO { &pocket } else { &large };
        let cube = Cube { reading: reading.clone(), note: None };
        let context = SolveContext::default();
        let state =
            cubegod::Cube::try_from(stickers).map_err(|error| EngineError::IllegalCube(error.to_string()))?;
        let solved = session.solve(&cube, &state, &context).map_err(engine_error)?;
        check_length(&solved, max_length)?;
        Ok(solved.solution().clone())
    })
}

/// Refuses a solution that is longer than the limit.
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
    let message = error.message(json_style());
    match error.kind() {
        ErrorKind::Unsupported | ErrorKind::WrongSize | ErrorKind::Usage => EngineError::Unsupported(message),
        ErrorKind::IllegalCube => EngineError::IllegalCube(message),
        ErrorKind::Ambiguous => EngineError::Ambiguous(message),
        ErrorKind::Unreadable | ErrorKind::BadMoves => EngineError::Unreadable(message),
        _ => EngineError::Unsolved(message),
    }
}
