//! Short solutions of the 3x3 by the two-phase search: a larger budget finds shorter ones.

use super::{Options, SolveContext, SolverResult};
use crate::clock::Stopwatch;
use crate::error::{Advice, RequestError};
use crate::option::OptionId;
use crate::stop_policy::{Budget, StopPolicy};
use cubegod::moves::FaceSet;
use cubegod::solve::SolveError;
use cubegod::solve::two_phase::{Progress, Tables, TwoPhaseOptions, TwoPhaseSolver};
use cubegod::{Alg, Cube3, Size};
use std::ops::ControlFlow;

pub(super) fn solve(
    tables: &Tables<'static>,
    cube: &Cube3,
    options: &Options,
    context: &SolveContext<'_>,
) -> Result<SolverResult, RequestError> {
    let budget = options.nodes.map(Budget::Nodes).or(options.budget.map(Budget::Time));
    let policy = StopPolicy::new(budget, options.max_length, options.solutions, options.faces);
    let search = TwoPhaseOptions::new()
        .stop_at_length(policy.stop_at_length)
        .faces(options.faces)
        .solutions(options.solutions.unwrap_or(1))
        .threads(context.threads)
        .max_nodes(policy.max_nodes());
    let start = Stopwatch::start();
    let outcome = TwoPhaseSolver::new(tables).solve(cube, &search, &|progress| {
        if let Progress::Improved(turns) = progress {
            (context.on_improvement)(turns);
        }
        let is_over = policy.is_over(progress, start.elapsed()) || context.cancellation.is_cancelled();
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    // A cancelled search has no final result; its best solution so far may be accepted instead.
    if context.cancellation.is_cancelled() && (!context.keep_partial || outcome.is_none()) {
        return Err(RequestError::Cancelled);
    }
    let outcome = outcome.ok_or_else(|| nothing_found(options))?;
    let all = options
        .solutions
        .map(|_| [outcome.solution.clone()].into_iter().chain(outcome.others).collect::<Vec<Alg>>());
    Ok(SolverResult {
        solution: outcome.solution,
        all,
        count: None,
        human: None,
        method: "two-phase",
        optimal: outcome.is_shortest,
        proof: None,
    })
}

pub(super) fn check(options: &Options) -> Result<(), RequestError> {
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
fn nothing_found(options: &Options) -> RequestError {
    match options.faces {
        FaceSet::ALL => SolveError::Mistake.into(),
        faces => RequestError::from(SolveError::NothingFound { faces })
            .with_advice(Advice::More(options.search_limit())),
    }
}
