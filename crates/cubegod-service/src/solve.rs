//! Solving cubes: options, methods, and the response.

mod optimal;
mod pocket;
mod read_out;
mod request;
mod shortfall;
mod stages;
mod text;
mod two_phase;

pub use optimal::Unfinished;
pub use read_out::{ReadOut, ReadOutOptions, ReadingFields, Words};
pub use request::{EachResponse, MAX_EACH, Outcome, Request, Responses, respond};
pub use shortfall::{LengthNotReached, Shortfall};
pub use stages::{StageFields, lines};

use crate::certificate::{Certificate, DepthFields};
use crate::cube::{Completion, Cube};
use crate::data::{DataText, MatchFields};
use crate::error::RequestError;
use crate::option::{MessageStyle, OptionId, Setting};
use crate::solvers::Solvers;
use cubegod::alphabet::Letters;
use cubegod::moves::{FaceSet, FaceTurn};
use cubegod::solve::SolveError;
use cubegod::solve::optimal::{Progress, WorkerPermits};
use cubegod::solve::pocket::{Goal, PocketSolver};
use cubegod::view::UnsupportedSize;
use cubegod::{Alg, Cancellation, Color, Metric, Reading, Size};
use cubegod_teach::methods::{cfop, layers, three_step};
use optimal::{Proof, Prover};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The most solutions of one cube.
pub const MOST_SOLUTIONS: usize = 10_000;

/// A solving method.
#[derive(Copy, Clone, Debug, Default, Deserialize, Eq, PartialEq)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", try_from = "String")]
pub enum Method {
    /// Short solutions by computer search.
    #[default]
    Fast,
    /// Shortest solutions, proven; the 2x2 is always solved this way.
    Optimal,
    /// Layer by layer, as beginners do it (3x3).
    Layers,
    /// As speedcubers do it: cross, pairs, last layer (3x3).
    Cfop,
    /// In three steps, as beginners do it (2x2).
    ThreeStep,
}

/// Reads a name in any case.
impl FromStr for Method {
    type Err = UnknownMethod;

    fn from_str(name: &str) -> Result<Method, UnknownMethod> {
        let is_it = |method: &Method| method.name().eq_ignore_ascii_case(name);
        Method::ALL.into_iter().find(is_it).ok_or_else(|| UnknownMethod(name.chars().take(100).collect()))
    }
}

impl TryFrom<String> for Method {
    type Error = UnknownMethod;

    fn try_from(name: String) -> Result<Method, UnknownMethod> {
        name.parse()
    }
}

/// A name that no method has.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct UnknownMethod(String);

impl fmt::Display for UnknownMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Method::ALL.map(Method::name).join(", ");
        write!(f, "unknown method `{}`; expected one of {names}", self.0)
    }
}

impl std::error::Error for UnknownMethod {}

impl Method {
    /// Every method.
    pub const ALL: [Method; 5] =
        [Method::Fast, Method::Optimal, Method::Layers, Method::Cfop, Method::ThreeStep];

    /// Human methods.
    pub const HUMAN: [Method; 3] = [Method::Layers, Method::Cfop, Method::ThreeStep];

    /// Returns the setting that chooses it.
    pub fn setting(self) -> Setting {
        OptionId::Method.with(self.name())
    }

    /// Returns the name. Responses of `fast`, and of `optimal` for the 2x2, name the solver instead.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Fast => "fast",
            Method::Optimal => "optimal",
            Method::Layers => "layers",
            Method::Cfop => "cfop",
            Method::ThreeStep => "three-step",
        }
    }

    /// Returns the size that the method is for; nothing if it is for every size.
    pub const fn size(self) -> Option<Size> {
        match self {
            Method::Fast | Method::Optimal => None,
            Method::Layers | Method::Cfop => Some(Size::THREE),
            Method::ThreeStep => Some(Size::TWO),
        }
    }

    fn check_size(self, size: Size) -> Result<(), RequestError> {
        match self.size() {
            Some(wanted) if wanted != size => Err(RequestError::only_for_size(self.setting(), wanted, size)),
            _ => Ok(()),
        }
    }
}

/// What is requested about every cube.
#[derive(Clone, Debug)]
pub struct Options {
    /// How it is solved.
    pub method: Method,
    /// What counts as a move.
    pub metric: Metric,
    /// What it becomes instead of a solved cube.
    pub target: Option<cubegod::Cube>,
    /// Whether it ends white up and green in front.
    pub exact: bool,
    /// The faces that may be turned.
    pub faces: FaceSet,
    /// Stop at a solution this short (3x3); a longer one is too long.
    pub max_length: Option<usize>,
    /// The time to look for shorter solutions, or to prove that there are none (3x3).
    pub budget: Option<Duration>,
    /// The number of nodes to search for shorter solutions (3x3): on one thread, the same answer on every machine.
    pub nodes: Option<u64>,
    /// So many different solutions (3x3).
    pub solutions: Option<usize>,
    /// Whether there is a solution in so many moves, with [`Method::Optimal`].
    pub at_most: Option<usize>,
    /// Every shortest solution (2x2; 3x3 with [`Method::Optimal`]).
    pub all: bool,
    /// Of those that symmetries of the cube make of one another only one (3x3).
    pub essential: bool,
    /// Only those with the fewest quarter turns, with [`Method::Optimal`].
    pub fewest_quarter_turns: bool,
    /// Just how many shortest solutions there are (2x2; 3x3 with [`Method::Optimal`]).
    pub count: bool,
    /// Just how many moves are needed (2x2; 3x3 with [`Method::Optimal`]).
    pub distance: bool,
    /// Whether text output has the stages.
    pub stages: bool,
    /// What rides on the stickers.
    pub data: Option<DataText>,
    /// How that is read.
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
            stages: false,
            data: None,
            read_out: ReadOutOptions::default(),
        }
    }
}

impl Options {
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
        if let Some(found) = self.solutions.filter(|number| !(1..=MOST_SOLUTIONS).contains(number)) {
            let (option, most) = (OptionId::Solutions, Some(MOST_SOLUTIONS as u64));
            return Err(RequestError::OutOfRange { option, found: found as u64, least: 1, most });
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
                Err(RequestError::OutOfRange { option, found: 0, least: 1, most: None })
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
    let completion = reading.and_then(|reading| Cube { reading, note: None }.complete_with(cancellation));
    let bad_target = |error| match error {
        RequestError::Cancelled => RequestError::Cancelled,
        error => RequestError::BadTarget(Box::new(error)),
    };
    match completion.map_err(bad_target)? {
        Completion::One(target) => Ok(target),
        Completion::Several(several) => Err(RequestError::AmbiguousTarget { count: several.count() }),
    }
}

/// How one cube is solved: threads, cancellation and callbacks.
#[derive(Copy, Clone)]
pub struct SolveContext<'a> {
    /// The number of threads.
    pub threads: usize,
    /// Permits for further threads of a proof, while no other cube needs them.
    pub permits: Option<&'a WorkerPermits>,
    /// Cancels the request; checked every few microseconds.
    pub cancellation: &'a Cancellation,
    /// Whether a cancelled search returns the best solution so far.
    pub keep_partial: bool,
    /// Called with every better solution of a 3x3.
    pub on_improvement: &'a (dyn Fn(&[FaceTurn]) + Sync),
    /// Called now and then with the progress of a proof, on any thread.
    pub on_progress: &'a (dyn Fn(Progress) + Sync),
}

/// One thread, never cancelled, no callbacks.
impl Default for SolveContext<'_> {
    fn default() -> Self {
        SolveContext {
            threads: 1,
            permits: None,
            cancellation: Cancellation::never(),
            keep_partial: true,
            on_improvement: &|_| {},
            on_progress: &|_| {},
        }
    }
}

/// Solves cubes with the same options, on any number of threads at once.
pub struct Session<'a> {
    options: Options,
    solvers: &'a Solvers,
    /// Made when the first cube of its size comes.
    pocket: OnceLock<PocketSolver<'a>>,
}

/// What a solver found about one cube.
#[derive(Debug)]
struct Found {
    solution: Alg,
    /// All solutions, where several were requested.
    all: Option<Vec<Alg>>,
    /// The number of shortest solutions, where that was requested.
    count: Option<u64>,
    /// The stages of a human method: their names and moves.
    stages: Option<Vec<(&'static str, Alg)>>,
    method: &'static str,
    optimal: bool,
    /// What is proven about its length, with [`Method::Optimal`].
    proof: Option<Proof>,
}

/// A cube that was solved.
#[derive(Debug)]
pub struct Solved {
    found: Found,
    /// The length of the solution in the metric of the options.
    pub length: usize,
    /// The requested length, if no solution that short was found.
    pub not_reached: Option<LengthNotReached>,
    /// What the data says.
    pub read_out: Option<ReadOut>,
    /// Whether no solution is shorter in the metric of the options, as far as that is known.
    pub optimal: bool,
    /// How long the search took, in seconds, tables not counted.
    pub seconds: f64,
}

impl<'a> Session<'a> {
    /// Returns a session for options that [`Options::check`] accepts.
    pub fn new(solvers: &'a Solvers, options: Options) -> Session<'a> {
        Session { options, solvers, pocket: OnceLock::new() }
    }

    /// Returns the options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Solves a cube that was read; `state` is the one that fits it, or one of several.
    ///
    /// # Errors
    ///
    /// The options do not apply to the cube, there is no solution, or the search was cancelled.
    pub fn solve(
        &self,
        cube: &Cube,
        state: &cubegod::Cube,
        context: &SolveContext<'_>,
    ) -> Result<Solved, RequestError> {
        let (options, size) = (&self.options, state.size());
        // The corners of a pocket cube distinguish own letters, whatever its orientation.
        let is_own = cube.reading.alphabet.letters() == Letters::Own;
        if is_own && size == Size::TWO && (options.exact || options.target.is_some()) {
            return Err(SolveError::NoOrientation.into());
        }
        let relative = match &options.target {
            Some(target) => state.relative_to(target)?,
            None => *state,
        };
        let data = options.data.as_ref().map(|data| data.on(&cube.reading)).transpose()?;
        options
            .method
            .check_size(size)
            .map_err(|error| error.with_size_advice(&cube.reading, options.method.size()))?;
        let start;
        let found = match (options.method, relative) {
            (Method::Fast | Method::Optimal, cubegod::Cube::Two(cube)) => {
                let solver = self.pocket();
                start = Instant::now();
                pocket::solve(solver, &cube, options)?
            }
            (Method::Fast, cubegod::Cube::Three(cube, _)) => {
                // Tables are loaded or built only for requests that can be answered.
                two_phase::check(options)?;
                // Each cube gets the best tables there are by then.
                let tables = self.solvers.two_phase();
                start = Instant::now();
                two_phase::solve(tables, &cube, options, context)?
            }
            (Method::Optimal, cubegod::Cube::Three(cube, _)) => {
                let prover = Prover::new(self.solvers, options)?;
                start = Instant::now();
                prover.solve(&cube, options, context)?
            }
            (Method::ThreeStep, cubegod::Cube::Two(cube)) => {
                let solver = self.solvers.three_step();
                start = Instant::now();
                let solution = solver.solve(&cube);
                let stages = three_step::Stage::ALL.map(|stage| (stage.name(), solution.stage_alg(stage)));
                self.human(solution.alg(), stages.into())
            }
            (Method::Cfop, cubegod::Cube::Three(cube, centres)) => {
                let solver = self.solvers.cfop();
                start = Instant::now();
                let solution = solver.solve_beginning_with(&cube, centres.face(Color::White));
                let stages = cfop::Stage::ALL.map(|stage| (stage.name(), solution.stage_alg(stage)));
                self.human(solution.alg(), stages.into())
            }
            (Method::Layers, cubegod::Cube::Three(cube, centres)) => {
                let solver = self.solvers.layers();
                start = Instant::now();
                let solution = solver.solve_beginning_with(&cube, centres.face(Color::White));
                let stages = layers::Stage::ALL.map(|stage| (stage.name(), solution.stage_alg(stage)));
                self.human(solution.alg(), stages.into())
            }
            _ => return Err(SolveError::UnsupportedSize(UnsupportedSize::new(size)).into()),
        };
        let seconds = crate::time::rounded(start.elapsed().as_secs_f64(), 6);
        let length = found.solution.length(options.metric);
        // The 3x3 is searched in half turns, whatever is counted.
        let turns = if size == Size::TWO { length } else { found.solution.len() };
        let not_reached = LengthNotReached::check(options.max_length, turns, found.optimal)
            .or(LengthNotReached::check(options.at_most, length, false));
        let read_out = data.map(|data| {
            let known = state.stickers().map(|&color| Some(color));
            ReadOut::new(data, &known, &found.solution, &cube.reading, &options.read_out)
        });
        // Without a proof, a shortest 3x3 solution is one in half turns.
        let is_counted = size == Size::TWO || options.metric == Metric::Htm || found.proof.is_some();
        let optimal = found.optimal && is_counted;
        Ok(Solved { found, length, not_reached, read_out: read_out.transpose()?, optimal, seconds })
    }

    fn pocket(&self) -> &PocketSolver<'a> {
        self.pocket.get_or_init(|| {
            let goal = Goal { exact: self.options.exact, faces: self.options.faces };
            PocketSolver::new(self.solvers.pocket_in(self.options.metric), goal)
        })
    }

    /// Returns the solution of a human method.
    fn human(&self, solution: Alg, stages: Vec<(&'static str, Alg)>) -> Found {
        Found {
            solution,
            all: None,
            count: None,
            stages: Some(stages),
            method: self.options.method.name(),
            optimal: false,
            proof: None,
        }
    }
}

/// The response about one cube.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = SolveResponse))]
pub struct Response {
    /// The size, such as `3x3x3`.
    puzzle: String,
    /// In face letters; of several cubes that fit, the one that was solved.
    cube: String,
    /// Where it stands in a file or on standard input.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(ignore))]
    line: Option<usize>,
    /// The moves; not with `count` or `distance`.
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    /// All solutions, the shortest first, with `all` or `solutions`.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<String>>,
    /// How many shortest solutions there are, with `count`.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    /// How many moves it has.
    length: usize,
    /// The stages of a human method.
    #[serde(skip_serializing_if = "Option::is_none")]
    stages: Option<Vec<StageFields>>,
    /// What counts as a move.
    metric: &'static str,
    /// What found it.
    method: &'static str,
    /// Whether there is none with fewer moves, as far as that is known.
    optimal: bool,
    /// No solution has fewer moves than this, where it was not proven that none has fewer than this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<usize>,
    /// What was looked at to prove it, by number of moves; the last may be unfinished.
    #[serde(skip_serializing_if = "Option::is_none")]
    depths: Option<Vec<DepthFields>>,
    /// The table that was looked into for that.
    #[serde(skip_serializing_if = "Option::is_none")]
    table: Option<String>,
    /// Whether it is longer than requested: no solution is shorter if it is `optimal`, else none was found in time.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    too_long: bool,
    /// How long it took.
    seconds: f64,
    /// The data as it is read once the cube is solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<String>,
    /// The data in all requested orientations.
    #[serde(skip_serializing_if = "Option::is_none")]
    readings: Option<Vec<ReadingFields>>,
    /// What matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    matches: Option<Vec<MatchFields>>,
    /// One of so many cubes that fit what is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    guess_of: Option<u128>,
    /// How the text was interpreted, where it could be understood in another way.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

impl Response {
    /// With the line of the input that the cube stands in.
    pub fn in_line(self, line: Option<usize>) -> Response {
        Response { line, ..self }
    }
}

impl Solved {
    /// Returns the solution, or the best of several.
    pub fn solution(&self) -> &Alg {
        &self.found.solution
    }

    /// Returns all solutions, where the options ask for several.
    pub fn solutions(&self) -> Option<&[Alg]> {
        self.found.all.as_deref()
    }

    /// Returns the stages of a human method: their names and moves.
    pub fn stages(&self) -> Option<&[(&'static str, Alg)]> {
        self.found.stages.as_deref()
    }

    fn stage_fields(&self, metric: Metric) -> Option<Vec<StageFields>> {
        let stages = self.stages()?.iter();
        Some(stages.map(|(name, alg)| StageFields::new(name, alg, metric)).collect())
    }

    /// Returns the name of the solver that found the solution.
    pub fn method(&self) -> &'static str {
        self.found.method
    }

    /// Returns what programs get; `guess_of` is the number of cubes that fit if this is one of several.
    pub fn to_response(
        &self,
        cube: &Cube,
        state: &cubegod::Cube,
        guess_of: Option<u128>,
        options: &Options,
        style: MessageStyle,
    ) -> Response {
        let (found, optimal) = (&self.found, self.optimal);
        let is_one = !options.distance && !options.count;
        let read_out = self.read_out.as_ref().map(ReadOut::to_fields).unwrap_or_default();
        Response {
            puzzle: state.size().to_string(),
            cube: state.to_string(),
            line: None,
            solution: is_one.then(|| found.solution.to_string()),
            solutions: found.all.as_ref().map(|all| all.iter().map(Alg::to_string).collect()),
            count: found.count,
            length: self.length,
            stages: self.stage_fields(options.metric),
            metric: options.metric.name(),
            method: found.method,
            optimal,
            at_least: found.proof.as_ref().filter(|_| !optimal).map(|proof| proof.at_least),
            depths: found.proof.as_ref().map(Proof::depth_fields),
            table: found.proof.as_ref().and_then(Proof::table_name),
            too_long: self.not_reached.is_some(),
            seconds: self.seconds,
            data: read_out.data,
            readings: read_out.readings,
            matches: read_out.matches,
            guess_of,
            note: cube.note.as_ref().map(|note| note.message(style)),
        }
    }

    /// What is known nevertheless, where a proof was stopped before its end.
    pub fn unfinished(&self) -> Option<Unfinished> {
        let proof = self.found.proof.as_ref().filter(|proof| proof.was_stopped)?;
        Some(Unfinished { known: self.length, at_least: proof.at_least })
    }

    /// Returns what the solution lacks: a proof that was stopped, or a length that was not reached.
    pub fn shortfall(&self) -> Option<Shortfall> {
        let unfinished = self.unfinished().map(Shortfall::Unfinished);
        unfinished.or(self.not_reached.map(Shortfall::Length))
    }

    /// What was proven, where it was.
    pub fn certificate(&self) -> Option<Certificate> {
        let proof = self.found.proof.as_ref().filter(|_| self.found.optimal)?;
        Some(proof.certificate(&self.found.solution))
    }

    /// Returns the lines of text output: solutions, or their number or length, and the stages. A proof that was stopped has the
    /// best known solution, if the request is for one.
    pub fn lines(&self, options: &Options) -> Vec<String> {
        let found = &self.found;
        if self.unfinished().is_some() && !Unfinished::has_solution(options) {
            return Vec::new();
        }
        let mut output = match (&found.all, found.count) {
            _ if options.distance => vec![self.length.to_string()],
            (_, Some(count)) => vec![count.to_string()],
            (Some(all), None) => all.iter().map(Alg::to_string).collect(),
            (None, None) => vec![found.solution.to_string()],
        };
        if let Some(stages) = self.stage_fields(options.metric).filter(|_| options.stages) {
            output.extend(lines(&stages, self.length));
        }
        output
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The message of the first conflict, as the command line writes it.
    fn conflict(options: Options) -> Option<String> {
        let style = MessageStyle::english(crate::Spelling::COMMAND_LINE);
        options.check().err().map(|error| error.message(style))
    }

    #[test]
    fn options_that_exclude_each_other_are_refused() {
        let (fast, budget) = (Options::default, Some(Duration::from_secs(1)));
        let of = |method: Method| Options { method, ..Options::default() };
        let cases = [
            (Options { budget, nodes: Some(9), ..fast() }, "--budget does not go with --nodes"),
            (
                Options { max_length: Some(9), ..of(Method::Optimal) },
                "--max-length does not go with --method optimal",
            ),
            (Options { nodes: Some(9), ..of(Method::Cfop) }, "--nodes does not go with --method cfop"),
            (Options { all: true, ..of(Method::Layers) }, "--all does not go with --method layers"),
            (
                Options { exact: true, ..of(Method::ThreeStep) },
                "--exact does not go with --method three-step",
            ),
            (Options { stages: true, ..fast() }, "--stages needs --method layers"),
            (Options { at_most: Some(9), ..fast() }, "--at-most needs --method optimal"),
            (Options { essential: true, ..of(Method::Optimal) }, "--essential needs --all or --count"),
            (Options { max_length: Some(0), ..fast() }, "--max-length is 0; expected 1 or more"),
            (
                Options { fewest_quarter_turns: true, distance: true, ..of(Method::Optimal) },
                "--fewest-quarter-turns does not go with --distance",
            ),
        ];
        for (options, expected) in cases {
            let message = conflict(options).unwrap_or_default();
            assert!(message.starts_with(expected), "{message:?}, expected {expected:?}");
        }
    }

    #[test]
    fn options_that_go_together_are_accepted() {
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

    #[test]
    fn methods_have_names_that_are_read_in_any_case() {
        for method in Method::ALL {
            assert_eq!(method.name().to_uppercase().parse(), Ok(method));
        }
        let error = "magic".parse::<Method>().unwrap_err().to_string();
        assert_eq!(error, "unknown method `magic`; expected one of fast, optimal, layers, cfop, three-step");
    }
}
