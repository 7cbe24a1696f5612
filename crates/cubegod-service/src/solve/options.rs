//! Options of solving, and the conflicts between them.

use super::{Method, ReadOutOptions};
use crate::cube::{Completion, ReadCube};
use crate::data::DataText;
use crate::error::RequestError;
use crate::option::{OptionId, Setting};
use crate::stop_policy::DEFAULT_BATCH_LENGTH;
use cubegod::moves::FaceSet;
use cubegod::parallel::available_threads;
use cubegod::{Cancellation, Metric, Reading};
use std::time::Duration;

/// The most solutions of one cube.
pub const MAX_SOLUTIONS: usize = 10_000;

/// The most threads of one request.
pub const MAX_THREADS: usize = 1024;

/// Checks a number of threads and returns it.
///
/// # Errors
///
/// It is 0, or more than [`MAX_THREADS`].
pub fn check_threads(count: usize) -> Result<usize, RequestError> {
    let (option, max) = (OptionId::Threads, Some(MAX_THREADS as u64));
    match count {
        1..=MAX_THREADS => Ok(count),
        _ => Err(RequestError::OutOfRange { option, found: count as u64, min: 1, max }),
    }
}

/// Options of solving, for any number of cubes.
#[derive(Clone, Debug)]
pub struct Options {
    /// The method.
    pub method: Method,
    /// The metric.
    pub metric: Metric,
    /// The state to reach instead of the solved one.
    pub target: Option<cubegod::Cube>,
    /// Whether the cube ends white up and green in front.
    pub exact: bool,
    /// The faces that may be turned.
    pub faces: FaceSet,
    /// Stop at a solution this short (3x3); a longer one is too long.
    pub max_length: Option<usize>,
    /// The time to look for shorter solutions, or to prove that there are none (3x3).
    pub budget: Option<Duration>,
    /// The number of nodes to search for shorter solutions (3x3): on one thread, the same answer on every machine.
    pub nodes: Option<u64>,
    /// The number of different solutions (3x3).
    pub solutions: Option<usize>,
    /// Require a solution of at most this many moves, with [`Method::Optimal`].
    pub at_most: Option<usize>,
    /// Every shortest solution (2x2; 3x3 with [`Method::Optimal`]).
    pub all: bool,
    /// Only one solution per symmetry class (3x3).
    pub essential: bool,
    /// Only solutions with the fewest quarter turns, with [`Method::Optimal`].
    pub fewest_quarter_turns: bool,
    /// Only the number of shortest solutions (2x2; 3x3 with [`Method::Optimal`]).
    pub count: bool,
    /// Only the number of moves (2x2; 3x3 with [`Method::Optimal`]).
    pub distance: bool,
    /// Solve one of several cubes that fit the known stickers.
    pub any: bool,
    /// Whether text output has the stages.
    pub stages: bool,
    /// The data on the stickers.
    pub data: Option<DataText>,
    /// How the data is read.
    pub read_out: ReadOutOptions,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            method: Method::default(),
            metric: Metric::default(),
            target: None,
            exact: false,
            faces: FaceSet::ALL,
            max_length: None,
            budget: None,
            nodes: None,
            solutions: None,
            at_most: None,
            all: false,
            essential: false,
            fewest_quarter_turns: false,
            count: false,
            distance: false,
            any: false,
            stages: false,
            data: None,
            read_out: ReadOutOptions::default(),
        }
    }
}

/// The budget for a solution of the default length of a batch, where the sender waits for the answer.
const STREAM_BUDGET: Duration = Duration::from_millis(200);

impl Options {
    /// Returns the options for a file of cubes: the fast search of a 3x3 stops at a length that takes a fraction of a millisecond,
    /// unless another length or a budget is given.
    pub fn for_batch(mut self) -> Options {
        if self.method == Method::Fast && self.budget.is_none() && self.nodes.is_none() {
            self.max_length.get_or_insert(DEFAULT_BATCH_LENGTH);
        }
        self
    }

    /// Returns the options for cubes whose sender waits for each answer: as [`Options::for_batch`], with a time after which a
    /// longer solution is the answer.
    pub fn for_stream(self) -> Options {
        let is_limited = self.max_length.is_some() || self.budget.is_some() || self.nodes.is_some();
        match self.method {
            Method::Fast if !is_limited => Options { budget: Some(STREAM_BUDGET), ..self.for_batch() },
            _ => self,
        }
    }

    /// Returns the number of threads for one cube, unless the request has another: all for a proof without a node budget. With
    /// several threads the solution of a search depends on timing, and so does where a node budget ends.
    pub fn default_threads(&self) -> usize {
        if self.method == Method::Optimal && self.nodes.is_none() { available_threads() } else { 1 }
    }

    /// Returns the option that limits the search: the time, unless there is a node budget.
    pub(crate) fn search_limit(&self) -> OptionId {
        if self.nodes.is_some() { OptionId::Nodes } else { OptionId::Budget }
    }

    /// Checks that all options make sense for the method and with each other, as far as that does not depend on the cube.
    ///
    /// # Errors
    ///
    /// Returns the first conflict.
    pub fn check(&self) -> Result<(), RequestError> {
        RequestError::check_exclusive(&[
            (self.budget.is_some(), OptionId::Budget),
            (self.nodes.is_some(), OptionId::Nodes),
        ])?;
        if let Some(found) = self.solutions.filter(|number| !(1..=MAX_SOLUTIONS).contains(number)) {
            let (option, max) = (OptionId::Solutions, Some(MAX_SOLUTIONS as u64));
            return Err(RequestError::OutOfRange { option, found: found as u64, min: 1, max });
        }
        let is_human = Method::HUMAN.contains(&self.method);
        if self.stages && !is_human {
            let any_of = Method::HUMAN.map(Method::setting).to_vec();
            return Err(RequestError::Needs { option: OptionId::Stages, any_of });
        }
        let given = |options: &[(bool, OptionId)]| {
            options.iter().find(|(is_given, _)| *is_given).map(|(_, option)| *option)
        };
        let only_proven = given(&[
            (self.at_most.is_some(), OptionId::AtMost),
            (self.essential, OptionId::Essential),
            (self.fewest_quarter_turns, OptionId::FewestQuarterTurns),
        ]);
        let for_solvers = given(&[
            (self.all, OptionId::All),
            (self.count, OptionId::Count),
            (self.distance, OptionId::Distance),
            (self.exact, OptionId::Exact),
            (self.faces != FaceSet::ALL, OptionId::Faces),
            (self.budget.is_some(), OptionId::Budget),
            (self.nodes.is_some(), OptionId::Nodes),
        ]);
        let for_fast = given(&[
            (self.max_length.is_some(), OptionId::MaxLength),
            (self.solutions.is_some(), OptionId::Solutions),
        ]);
        let refused = match self.method {
            Method::Fast => None,
            Method::Optimal => for_fast,
            Method::Layers | Method::Cfop | Method::ThreeStep => for_solvers.or(for_fast),
        };
        if let Some(option) = refused {
            return Err(RequestError::Conflict { first: option.into(), second: self.method.setting() });
        }
        let needs = |option: OptionId, any_of: Vec<Setting>| Err(RequestError::Needs { option, any_of });
        match only_proven {
            Some(option) if self.method != Method::Optimal => needs(option, vec![Method::Optimal.setting()]),
            _ if self.essential && !self.all && !self.count => {
                needs(OptionId::Essential, vec![OptionId::All.into(), OptionId::Count.into()])
            }
            _ if self.max_length == Some(0) => {
                let option = OptionId::MaxLength;
                Err(RequestError::OutOfRange { option, found: 0, min: 1, max: None })
            }
            _ if self.fewest_quarter_turns && self.distance => Err(RequestError::Conflict {
                first: OptionId::FewestQuarterTurns.into(),
                second: OptionId::Distance.into(),
            }),
            _ => Ok(()),
        }
    }
}

/// Returns the state to reach instead of the solved one.
///
/// # Errors
///
/// The target is not exactly one legal cube, or the token was cancelled.
pub fn target(
    reading: Result<Reading, RequestError>,
    cancellation: &Cancellation,
) -> Result<cubegod::Cube, RequestError> {
    let completion = reading.and_then(|reading| ReadCube { reading, note: None }.complete_with(cancellation));
    let bad_target = |error| match error {
        RequestError::Cancelled => RequestError::Cancelled,
        error => RequestError::BadTarget(Box::new(error)),
    };
    match completion.map_err(bad_target)? {
        Completion::One(target) => Ok(target),
        Completion::Several(several) => Err(RequestError::AmbiguousTarget { count: several.count() }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::option::MessageStyle;

    /// The message of the first conflict, as the command line writes it.
    fn conflict(options: Options) -> Option<String> {
        let style = MessageStyle::english(crate::Spelling::COMMAND_LINE);
        options.check().err().map(|error| error.message(style))
    }

    #[test]
    fn conflicting_options_are_refused() {
        let (fast, budget) = (Options::default, Some(Duration::from_secs(1)));
        let of = |method: Method| Options { method, ..Options::default() };
        let cases = [
            (Options { budget, nodes: Some(9), ..fast() }, "--budget cannot be combined with --nodes"),
            (
                Options { max_length: Some(9), ..of(Method::Optimal) },
                "--max-length cannot be combined with --method optimal",
            ),
            (Options { nodes: Some(9), ..of(Method::Cfop) }, "--nodes cannot be combined with --method cfop"),
            (Options { all: true, ..of(Method::Layers) }, "--all cannot be combined with --method layers"),
            (
                Options { exact: true, ..of(Method::ThreeStep) },
                "--exact cannot be combined with --method three-step",
            ),
            (Options { stages: true, ..fast() }, "--stages needs --method layers"),
            (Options { at_most: Some(9), ..fast() }, "--at-most needs --method optimal"),
            (Options { essential: true, ..of(Method::Optimal) }, "--essential needs --all or --count"),
            (Options { max_length: Some(0), ..fast() }, "--max-length is 0; expected 1 or more"),
            (
                Options { fewest_quarter_turns: true, distance: true, ..of(Method::Optimal) },
                "--fewest-quarter-turns cannot be combined with --distance",
            ),
        ];
        for (options, expected) in cases {
            let message = conflict(options).unwrap_or_default();
            assert!(message.starts_with(expected), "{message:?}, expected {expected:?}");
        }
    }

    #[test]
    fn what_depends_on_timing_with_several_threads_has_one_by_default() {
        let of = |method, nodes| Options { method, nodes, ..Options::default() }.default_threads();
        assert_eq!(of(Method::Optimal, None), available_threads());
        for one in [of(Method::Optimal, Some(9)), of(Method::Fast, None), of(Method::Fast, Some(9))] {
            assert_eq!(one, 1);
        }
    }

    #[test]
    fn compatible_options_are_accepted() {
        for options in [
            Options::default(),
            Options { nodes: Some(9), max_length: Some(20), ..Options::default() },
            Options {
                method: Method::Optimal,
                nodes: Some(9),
                all: true,
                essential: true,
                ..Options::default()
            },
            Options { method: Method::Cfop, stages: true, ..Options::default() },
        ] {
            assert_eq!(conflict(options), None);
        }
    }
}
