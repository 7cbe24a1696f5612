//! How long to look for a shorter solution of the 3x3: the rules that every edge follows, which hold the clock themselves.

use super::two_phase::Event;
use crate::moves::FaceSet;
use std::time::Duration;

/// Short enough to stop early, unless told otherwise.
const USUAL_LENGTH: usize = 19;

/// Time to look for something shorter, unless told otherwise.
const USUAL_BUDGET: Duration = Duration::from_millis(100);

/// Time to look for a solution of the length asked for, unless told otherwise.
const LONGEST_BUDGET: Duration = Duration::from_secs(60);

/// Time to look for any solution where there may be none.
const LONGEST_WAIT: Duration = Duration::from_secs(5);

/// When to be content, and when to give up.
///
/// ```
/// use cubegod::moves::FaceSet;
/// use cubegod::solve::StopPolicy;
/// use cubegod::solve::two_phase::Event;
/// use std::time::Duration;
///
/// let patience = StopPolicy::new(Some(Duration::from_secs(2)), None, None, FaceSet::ALL);
/// assert_eq!(patience.stop_at_length, 0);
/// assert!(patience.is_over(Event::Tick { has_any: true }, Duration::from_secs(2)));
/// assert!(!patience.is_over(Event::Tick { has_any: false }, Duration::from_secs(9)));
/// ```
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct StopPolicy {
    /// Stop at the first solution of at most so many moves; 0 never does. For [`TwoPhaseOptions`](super::two_phase::TwoPhaseOptions).
    pub stop_at_length: usize,
    /// From then on any solution will do.
    pub budget: Duration,
    /// From then on none will do, where there may be none.
    latest: Option<Duration>,
}

impl StopPolicy {
    /// What is usual where nothing was said: about 19 moves, a tenth of a second at most. Who gives a length gets up to a
    /// minute for it; who gives a time gets whatever is found in it.
    pub fn new(
        budget: Option<Duration>,
        max_length: Option<usize>,
        solutions: Option<usize>,
        faces: FaceSet,
    ) -> StopPolicy {
        let (budget, stop_at_length) = match (budget, max_length) {
            (Some(budget), length) => (budget, length.unwrap_or(0)),
            (None, Some(length)) => (LONGEST_BUDGET, length),
            // Several solutions need not all be as short as one.
            (None, None) if solutions.is_some() => (USUAL_BUDGET, 0),
            (None, None) => (USUAL_BUDGET, USUAL_LENGTH),
        };
        // Any five faces solve every cube; with fewer a search that finds nothing has to end.
        let latest = (faces.len() < 5).then(|| budget.max(LONGEST_WAIT));
        StopPolicy { stop_at_length, budget, latest }
    }

    /// Whether to stop, asked at an event of the search after so much time. There is an answer always, however little time
    /// is given, unless there may be none.
    pub fn is_over(&self, event: Event<'_>, elapsed: Duration) -> bool {
        match event {
            Event::Found(_) => false,
            Event::Tick { has_any: true } => elapsed >= self.budget,
            Event::Tick { has_any: false } => self.latest.is_some_and(|latest| elapsed >= latest),
        }
    }
}
