//! The result of the solver.

use super::SolveOptions;
use crate::moves::{Alg, Metric};
use crate::solve::SolveError;
use std::fmt;

/// A solution that was verified on its cube.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Solution {
    alg: Alg,
    others: Vec<Alg>,
    metric: Metric,
    lower_bound: usize,
}

impl Solution {
    /// Creates a solution that satisfies the options.
    ///
    /// # Errors
    ///
    /// There is no solution, the best one is longer than the options allow, or one fails verification.
    pub(super) fn new(
        solutions: impl IntoIterator<Item = Alg>,
        lower_bound: usize,
        options: &SolveOptions,
        is_solved_by: impl Fn(&Alg) -> bool,
    ) -> Result<Solution, SolveError> {
        let mut solutions = solutions.into_iter();
        let alg = solutions.next().ok_or(SolveError::Mistake)?;
        let others: Vec<Alg> = solutions.take(options.solutions.saturating_sub(1)).collect();
        let is_allowed = |alg: &Alg| alg.iter().all(|one| options.faces.contains(one.seen_from()));
        if ![&alg].into_iter().chain(&others).all(|alg| is_allowed(alg) && is_solved_by(alg)) {
            return Err(SolveError::Mistake);
        }
        let solution = Solution { alg, others, metric: options.metric, lower_bound };
        match options.max_length {
            Some(max_length) if solution.len() > max_length => Err(SolveError::TooLong {
                max_length,
                is_proven: lower_bound > max_length,
                best: Some(solution.alg),
            }),
            max_length => {
                let is_short =
                    |alg: &Alg| max_length.is_none_or(|max_length| alg.length(options.metric) <= max_length);
                let others = solution.others.into_iter().filter(is_short).collect();
                Ok(Solution { others, ..solution })
            }
        }
    }

    /// Returns the moves.
    pub fn alg(&self) -> &Alg {
        &self.alg
    }

    /// Returns the other solutions, if several were requested, none of them shorter in HTM.
    pub fn others(&self) -> &[Alg] {
        &self.others
    }

    /// Returns the number of moves in the metric of the options.
    #[expect(clippy::len_without_is_empty, reason = "a solution without moves is `alg().is_empty()`")]
    pub fn len(&self) -> usize {
        self.alg.length(self.metric)
    }

    /// Returns the metric of the options.
    pub fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns the proven lower bound of the length of any solution.
    pub fn lower_bound(&self) -> usize {
        self.lower_bound
    }

    /// Whether the solution is proven to be optimal.
    pub fn is_optimal(&self) -> bool {
        self.len() <= self.lower_bound
    }
}

/// Writes the moves.
impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.alg.fmt(f)
    }
}
