//! When a two-phase search stops: the defaults that every front end shares.

use cubegod::moves::FaceSet;
use cubegod::solve::two_phase::Progress;
use std::time::Duration;

/// The length that is short enough to stop early, by default.
const DEFAULT_LENGTH: usize = 19;

/// The length that is short enough in a batch, by default.
pub(crate) const DEFAULT_BATCH_LENGTH: usize = 21;

/// The budget for a shorter solution, by default.
const DEFAULT_BUDGET: Duration = Duration::from_millis(100);

/// The budget for a solution of a given length, by default.
const DEFAULT_BUDGET_FOR_LENGTH: Duration = Duration::from_secs(60);

/// The least time for a first solution where there may be none.
const MIN_TIME_FOR_FIRST: Duration = Duration::from_secs(5);

/// The work that a search may do after its first solution.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Budget {
    /// A time.
    Time(Duration),
    /// A number of nodes: on one thread, the same answer on every machine.
    Nodes(u64),
}

/// When a two-phase search stops.
///
/// # Examples
///
/// ```
/// use cubegod::moves::FaceSet;
/// use cubegod_service::{Budget, StopPolicy};
///
/// let policy = StopPolicy::new(Some(Budget::Nodes(10_000)), None, None, FaceSet::ALL);
/// assert_eq!((policy.stop_at_length, policy.max_nodes()), (0, Some(10_000)));
/// ```
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct StopPolicy {
    /// Stop at the first solution of at most this many moves; 0 disables it.
    pub stop_at_length: usize,
    /// Stop after this much work once there is a solution.
    pub budget: Budget,
    /// Stop after this time without a solution, where there may be none.
    time_for_first: Option<Duration>,
}

impl StopPolicy {
    /// Returns the policy for these options. Without any, a search stops at 19 moves or after a tenth of a second. A length
    /// without a budget gets up to a minute; a budget without a length is used up.
    pub fn new(
        budget: Option<Budget>,
        max_length: Option<usize>,
        solutions: Option<usize>,
        faces: FaceSet,
    ) -> StopPolicy {
        let (budget, stop_at_length) = match (budget, max_length) {
            (Some(budget), length) => (budget, length.unwrap_or(0)),
            (None, Some(length)) => (Budget::Time(DEFAULT_BUDGET_FOR_LENGTH), length),
            // Several solutions need not all be as short as one.
            (None, None) if solutions.is_some() => (Budget::Time(DEFAULT_BUDGET), 0),
            (None, None) => (Budget::Time(DEFAULT_BUDGET), DEFAULT_LENGTH),
        };
        // Any five faces solve every cube; with fewer, a search without a solution has to end.
        let time_for_first = match budget {
            Budget::Time(time) if faces.len() < 5 => Some(time.max(MIN_TIME_FOR_FIRST)),
            _ => None,
        };
        StopPolicy { stop_at_length, budget, time_for_first }
    }

    /// Returns the node budget, for [`TwoPhaseOptions`](cubegod::solve::two_phase::TwoPhaseOptions).
    pub fn max_nodes(&self) -> Option<u64> {
        match self.budget {
            Budget::Nodes(nodes) => Some(nodes),
            Budget::Time(_) => None,
        }
    }

    /// Whether the time is used up. A search that will find a solution is never stopped before it has one.
    pub fn is_over(&self, progress: Progress<'_>, elapsed: Duration) -> bool {
        match (progress, self.budget) {
            (Progress::Searching { has_solution: true, .. }, Budget::Time(time)) => elapsed >= time,
            (Progress::Searching { has_solution: false, .. }, _) => {
                self.time_for_first.is_some_and(|time| elapsed >= time)
            }
            _ => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn searching(has_solution: bool) -> Progress<'static> {
        Progress::Searching { nodes: 1, has_solution }
    }

    #[test]
    fn a_solution_ends_the_search_when_the_time_is_used_up() {
        let policy = StopPolicy::new(Some(Budget::Time(2 * SECOND)), None, None, FaceSet::ALL);
        assert_eq!((policy.stop_at_length, policy.max_nodes()), (0, None));
        assert!(policy.is_over(searching(true), 2 * SECOND));
        assert!(!policy.is_over(searching(true), SECOND));
        assert!(!policy.is_over(searching(false), 9 * SECOND));
        assert!(!policy.is_over(Progress::Improved(&[]), 9 * SECOND));
    }

    #[test]
    fn a_search_that_may_have_no_solution_ends_after_five_seconds() {
        let faces = FaceSet::ALL.iter().take(4).collect();
        let policy = StopPolicy::new(Some(Budget::Time(SECOND)), None, None, faces);
        assert!(!policy.is_over(searching(false), 4 * SECOND));
        assert!(policy.is_over(searching(false), 5 * SECOND));
    }

    #[test]
    fn a_node_budget_has_no_time_limit() {
        let policy = StopPolicy::new(Some(Budget::Nodes(7)), Some(20), None, FaceSet::ALL);
        assert_eq!((policy.stop_at_length, policy.max_nodes()), (20, Some(7)));
        assert!(!policy.is_over(searching(true), 900 * SECOND));
    }
}
