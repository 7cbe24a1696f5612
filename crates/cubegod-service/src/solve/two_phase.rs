//! 3x3 cubes: short answers, shorter the longer one waits.

use super::{Found, Means, Options};
use crate::error::RequestError;
use crate::option::OptionId;
use crate::stop_policy::{Budget, StopPolicy};
use cubegod::moves::FaceSet;
use cubegod::solve::two_phase::{Progress, Tables, TwoPhaseOptions, TwoPhaseSolver};
use cubegod::solve::{SolveError, relative_to_3};
use cubegod::{Alg, Color, Size, Stickers};
use std::ops::ControlFlow;
use std::time::Instant;

pub(super) fn solve(
    tables: &Tables<'static>,
    stickers: &Stickers<Color>,
    options: &Options,
    means: &Means<'_>,
) -> Result<Found, RequestError> {
    let cube = relative_to_3(stickers, options.target.as_ref())?;
    let budget = options.budget.map(Budget::Time);
    let policy = StopPolicy::new(budget, options.max_length, options.solutions, options.faces);
    let wish = TwoPhaseOptions {
        stop_at_length: policy.stop_at_length,
        faces: options.faces,
        solutions: options.solutions.unwrap_or(1),
        threads: means.threads,
        max_nodes: policy.max_nodes(),
        ..TwoPhaseOptions::default()
    };
    let start = Instant::now();
    let outcome = TwoPhaseSolver::new(tables).solve(&cube, &wish, &|progress| {
        if let Progress::Improved(turns) = progress {
            (means.show)(turns);
        }
        let is_over = policy.is_over(progress, start.elapsed()) || (means.is_stopped)();
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    // What was found until then is not what was asked for; of a single cube it is better than nothing.
    if (means.is_stopped)() && (!means.any_will_do || outcome.is_none()) {
        return Err(RequestError::Cancelled);
    }
    let outcome = outcome.ok_or_else(|| nothing_found(options.faces))?;
    let all = options
        .solutions
        .map(|_| [outcome.solution.clone()].into_iter().chain(outcome.others).collect::<Vec<Alg>>());
    Ok(Found {
        solution: outcome.solution,
        all,
        count: None,
        stages: None,
        method: "two-phase",
        optimal: outcome.is_shortest,
        proof: None,
    })
}

pub(super) fn refuse_what_it_does_not_know(options: &Options) -> Result<(), RequestError> {
    let proven = [
        (options.all, OptionId::All),
        (options.count, OptionId::Count),
        (options.distance, OptionId::Distance),
    ];
    if let Some(&(_, option)) = proven.iter().find(|(is_given, _)| *is_given) {
        return Err(RequestError::NeedsOptimal { setting: option.into() });
    }
    match options.exact {
        true => Err(RequestError::only_for_size(OptionId::Exact, Size::TWO, Size::THREE)),
        false => Ok(()),
    }
}

/// Some faces may not reach the goal; all faces always do.
fn nothing_found(faces: FaceSet) -> SolveError {
    if faces == FaceSet::ALL { SolveError::Mistake } else { SolveError::NothingFound { faces } }
}
