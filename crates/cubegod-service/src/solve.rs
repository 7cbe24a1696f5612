//! A short way home, the shortest there is for the pocket cube and wherever that is to be proven.

mod optimal;
mod pocket;
mod read_out;
mod request;
mod shortfall;
mod stages;
mod two_phase;

pub use optimal::Unfinished;
pub use read_out::{ReadOut, ReadOutOptions, ReadingFields, Words};
pub use request::{Request, answer};
pub use shortfall::{LengthNotReached, Shortfall};
pub use stages::{StageFields, lines};

use crate::certificate::{Certificate, DepthFields};
use crate::cube::{Cube, face_letters};
use crate::data::{DataText, MatchFields};
use crate::diagnosis::Diagnosis;
use crate::error::RequestError;
use crate::option::{OptionId, Setting};
use crate::solvers::Solvers;
use cubegod::alphabet::Letters;
use cubegod::moves::{FaceSet, FaceTurn};
use cubegod::solve::optimal::{Progress, WorkerPermits};
use cubegod::solve::pocket::{Goal, PocketSolver};
use cubegod::solve::{SolveError, relative_to_2, relative_to_3, white_face};
use cubegod::{Alg, Color, Metric, Reading, Size, Stickers, View};
use cubegod_teach::methods::{cfop, layers, three_step};
use optimal::{Proof, Prover};
use serde::{Deserialize, Serialize};
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// How many solutions of one cube may be asked for.
pub const MOST_SOLUTIONS: usize = 10_000;

/// How a cube is solved.
#[derive(Copy, Clone, Debug, Default, Deserialize, Eq, PartialEq)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// In few moves, found by a program.
    #[default]
    Fast,
    /// In the fewest moves there are, proven; the 2x2 is always solved so.
    Optimal,
    /// As people do it, layer by layer (3x3).
    Layers,
    /// As fast people do it: cross, pairs, last layer (3x3).
    Cfop,
    /// As people do it, in three steps (2x2).
    ThreeStep,
}

impl Method {
    /// Those that do as people do.
    pub const HUMAN: [Method; 3] = [Method::Layers, Method::Cfop, Method::ThreeStep];

    /// Returns the setting that chooses it.
    pub fn setting(self) -> Setting {
        OptionId::Method.with(self.name())
    }

    /// What answers call it; those of `fast`, and of `optimal` for the 2x2, name a solver instead.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Fast => "fast",
            Method::Optimal => "optimal",
            Method::Layers => "layers",
            Method::Cfop => "cfop",
            Method::ThreeStep => "three-step",
        }
    }

    /// The only size that it is for.
    pub const fn size(self) -> Option<Size> {
        match self {
            Method::Fast | Method::Optimal => None,
            Method::Layers | Method::Cfop => Some(Size::THREE),
            Method::ThreeStep => Some(Size::TWO),
        }
    }

    fn refuse_other_sizes(self, size: Size) -> Result<(), RequestError> {
        match self.size() {
            Some(wanted) if wanted != size => Err(RequestError::only_for_size(self.setting(), wanted, size)),
            _ => Ok(()),
        }
    }
}

/// What is asked about every cube.
#[derive(Clone, Debug)]
pub struct Options {
    /// How it is solved.
    pub method: Method,
    /// What counts as a move.
    pub metric: Metric,
    /// What it becomes instead of a solved cube.
    pub target: Option<Stickers<Color>>,
    /// Whether it ends white up and green in front.
    pub exact: bool,
    /// The faces that may be turned.
    pub faces: FaceSet,
    /// A solution this short ends the search (3x3); a longer one is told to be too long.
    pub max_length: Option<usize>,
    /// The time to look for shorter solutions, or to prove that there are none (3x3).
    pub budget: Option<Duration>,
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
    /// Whether the stages are told to people.
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
/// The target must be one reachable cube.
pub fn target(reading: Result<Reading, RequestError>) -> Result<Stickers<Color>, RequestError> {
    let bad = |error: RequestError| RequestError::BadTarget(Box::new(error));
    let reading = reading.map_err(bad)?;
    let view = View::new(reading.stickers.clone()).map_err(|error| bad(error.into()))?;
    let completions =
        view.complete().map_err(|illegal| bad(Diagnosis::new(&reading, &view, illegal).into()))?;
    match (completions.count(), completions.get(0)) {
        (1, Some(stickers)) => Ok(stickers),
        (count, _) => Err(RequestError::AmbiguousTarget { count }),
    }
}

/// How one cube is worked on.
pub struct Means<'a> {
    /// On how many threads.
    pub threads: usize,
    /// Where there is room for threads that help with a proof, while nobody has a cube of their own for it.
    pub seats: Option<&'a WorkerPermits>,
    /// Whether nobody waits any longer; asked every few microseconds.
    pub is_stopped: &'a (dyn Fn() -> bool + Sync),
    /// Whether what was found until then is better than nothing.
    pub any_will_do: bool,
    /// Told of ever better solutions.
    pub show: &'a (dyn Fn(&[FaceTurn]) + Sync),
    /// Told now and then how far a proof is, by any of the threads.
    pub standing: &'a (dyn Fn(Progress) + Sync),
}

/// What all cubes are answered with, on any number of threads at once.
pub struct Session<'a> {
    options: Options,
    solvers: &'a Solvers,
    /// Made when the first cube of its size comes.
    pocket: OnceLock<PocketSolver<'a>>,
}

/// What a solver found out about one cube.
#[derive(Debug)]
struct Found {
    solution: Alg,
    /// All that were asked for, where several were.
    all: Option<Vec<Alg>>,
    /// How many shortest ones there are, when that was asked for.
    count: Option<u64>,
    /// Its parts, where people make it.
    stages: Option<Vec<StageFields>>,
    method: &'static str,
    optimal: bool,
    /// What is proven about its length, where that was asked for.
    proof: Option<Proof>,
}

/// A cube that was solved.
#[derive(Debug)]
pub struct Solved {
    found: Found,
    /// How long the solution is in the metric that was asked for.
    pub length: usize,
    /// The length that was asked for, where nothing that short was found.
    pub missed: Option<LengthNotReached>,
    /// What the data says.
    pub read_out: Option<ReadOut>,
    /// Whether no solution is shorter in the metric of the options, as far as that is known.
    pub optimal: bool,
    /// How long the search took, in seconds, tables not counted.
    pub seconds: f64,
}

impl<'a> Session<'a> {
    /// For options that were checked.
    pub fn new(solvers: &'a Solvers, options: Options) -> Session<'a> {
        Session { options, solvers, pocket: OnceLock::new() }
    }

    /// What is asked about every cube.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Solves one of the real cubes that fit a cube that was read.
    pub fn solve(
        &self,
        cube: &Cube,
        stickers: &Stickers<Color>,
        means: &Means<'_>,
    ) -> Result<Solved, RequestError> {
        let (options, size) = (&self.options, stickers.size());
        // Own letters of a pocket cube are told apart by its corners, which may be held in any way.
        let is_own = cube.reading.alphabet.letters() == Letters::Own;
        if is_own && size == Size::TWO && (options.exact || options.target.is_some()) {
            return Err(SolveError::NoOrientation.into());
        }
        if let Some(target) = options.target.as_ref().filter(|target| target.size() != size) {
            return Err(SolveError::OtherSize { cube: size, target: target.size() }.into());
        }
        let data = options.data.as_ref().map(|data| data.on(&cube.reading)).transpose()?;
        options
            .method
            .refuse_other_sizes(size)
            .map_err(|error| error.with_size_advice(&cube.reading, options.method.size()))?;
        let start;
        let found = match (options.method, size) {
            (Method::Fast | Method::Optimal, Size::TWO) => {
                let solver = self.pocket();
                start = Instant::now();
                pocket::solve(solver, stickers, options)?
            }
            (Method::Fast, _) => {
                // Tables are loaded or built only for what can be answered.
                two_phase::refuse_what_it_does_not_know(options)?;
                // Each cube gets the best tables there are by then.
                let tables = self.solvers.two_phase();
                start = Instant::now();
                two_phase::solve(tables, stickers, options, means)?
            }
            (Method::Optimal, _) => {
                let prover = Prover::new(self.solvers, options)?;
                start = Instant::now();
                prover.solve(stickers, options, means)?
            }
            (method, _) => {
                self.prepare(method);
                start = Instant::now();
                self.solve_with_human_method(method, stickers)?
            }
        };
        let seconds = crate::time::rounded(start.elapsed().as_secs_f64(), 6);
        let length = found.solution.length(options.metric);
        // The 3x3 is searched in half turns, whatever is counted.
        let turns = if size == Size::TWO { length } else { found.solution.len() };
        let missed = LengthNotReached::check(options.max_length, turns, found.optimal);
        let missed = missed.or(LengthNotReached::check(options.at_most, length, false));
        let known = stickers.map(|&color| Some(color));
        let read_out = data
            .map(|data| ReadOut::new(data, &known, &found.solution, &cube.reading, &options.read_out))
            .transpose()?;
        // Without a proof, a shortest 3x3 solution is one in half turns.
        let is_counted = size == Size::TWO || options.metric == Metric::Htm || found.proof.is_some();
        let optimal = found.optimal && is_counted;
        Ok(Solved { found, length, missed, read_out, optimal, seconds })
    }

    fn pocket(&self) -> &PocketSolver<'a> {
        self.pocket.get_or_init(|| {
            let goal = Goal { exact: self.options.exact, faces: self.options.faces };
            PocketSolver::new(self.solvers.pocket_in(self.options.metric), goal)
        })
    }

    /// What a method needs, so that it is not part of the time that a solution takes.
    fn prepare(&self, method: Method) {
        match method {
            Method::Fast | Method::Optimal => {}
            Method::Layers => drop(self.solvers.layers()),
            Method::Cfop => drop(self.solvers.cfop()),
            Method::ThreeStep => drop(self.solvers.three_step()),
        }
    }

    fn solve_with_human_method(
        &self,
        method: Method,
        stickers: &Stickers<Color>,
    ) -> Result<Found, RequestError> {
        let (target, metric) = (self.options.target.as_ref(), self.options.metric);
        let (solution, stages) = match method {
            Method::ThreeStep => {
                let solution = self.solvers.three_step().solve(&relative_to_2(stickers, target)?);
                let stages = three_step::Stage::ALL
                    .map(|stage| StageFields::new(stage.name(), &solution.stage_alg(stage), metric));
                (solution.alg(), Vec::from(stages))
            }
            Method::Cfop => {
                let cube = relative_to_3(stickers, target)?;
                let solution = self.solvers.cfop().solve_beginning_with(&cube, white_face(stickers));
                let stages = cfop::Stage::ALL
                    .map(|stage| StageFields::new(stage.name(), &solution.stage_alg(stage), metric));
                (solution.alg(), Vec::from(stages))
            }
            Method::Layers | Method::Fast | Method::Optimal => {
                let cube = relative_to_3(stickers, target)?;
                let solution = self.solvers.layers().solve_beginning_with(&cube, white_face(stickers));
                let stages = layers::Stage::ALL
                    .map(|stage| StageFields::new(stage.name(), &solution.stage_alg(stage), metric));
                (solution.alg(), Vec::from(stages))
            }
        };
        Ok(Found {
            solution,
            all: None,
            count: None,
            stages: Some(stages),
            method: method.name(),
            optimal: false,
            proof: None,
        })
    }
}

/// What machines get.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = SolveAnswer))]
pub struct Answer {
    /// Its size, such as `3x3x3`.
    puzzle: String,
    /// In face letters; of several cubes that fit, the one that was solved.
    cube: String,
    /// Where it stands in a file or on standard input.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(ignore))]
    line: Option<usize>,
    /// The moves, where they were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    /// All that were asked for, the shortest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<String>>,
    /// How many shortest solutions there are, with `count`.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    /// How many moves it has.
    length: usize,
    /// Its parts, where people make it.
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
    /// Whether it is longer than was asked for: there is nothing shorter if it is `optimal`, else nothing was found in time.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "openapi", schema(required = false))]
    too_long: bool,
    /// How long it took.
    seconds: f64,
    /// The data as it is read once the cube is solved.
    #[serde(skip_serializing_if = "Option::is_none")]
    data: Option<String>,
    /// The same in all orientations that were asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    readings: Option<Vec<ReadingFields>>,
    /// What matches.
    #[serde(skip_serializing_if = "Option::is_none")]
    matches: Option<Vec<MatchFields>>,
    /// One of so many cubes that fit what is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    guess_of: Option<u128>,
    /// What its writer should know.
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

impl Answer {
    /// With the line of the input that the cube stands in.
    pub fn in_line(self, line: Option<usize>) -> Answer {
        Answer { line, ..self }
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

    /// Returns the stages of a human method.
    pub fn stages(&self) -> Option<&[StageFields]> {
        self.found.stages.as_deref()
    }

    /// Returns the name of the solver that found the solution.
    pub fn method(&self) -> &'static str {
        self.found.method
    }

    /// For machines; `guess_of` is how many cubes fit where this is one of several.
    pub fn answer(
        &self,
        cube: &Cube,
        stickers: &Stickers<Color>,
        guess_of: Option<u128>,
        options: &Options,
    ) -> Answer {
        let (found, optimal) = (&self.found, self.optimal);
        let is_one = !options.distance && !options.count;
        let read_out = self.read_out.as_ref().map(ReadOut::to_fields).unwrap_or_default();
        Answer {
            puzzle: stickers.size().to_string(),
            cube: face_letters(&stickers.map(|&color| Some(color))),
            line: None,
            solution: is_one.then(|| found.solution.to_string()),
            solutions: found.all.as_ref().map(|all| all.iter().map(Alg::to_string).collect()),
            count: found.count,
            length: self.length,
            stages: found.stages.clone(),
            metric: options.metric.name(),
            method: found.method,
            optimal,
            at_least: found.proof.as_ref().filter(|_| !optimal).map(|proof| proof.at_least),
            depths: found.proof.as_ref().map(Proof::depth_fields),
            table: found.proof.as_ref().and_then(Proof::table_name),
            too_long: self.missed.is_some(),
            seconds: self.seconds,
            data: read_out.data,
            readings: read_out.readings,
            matches: read_out.matches,
            guess_of,
            note: cube.note.clone(),
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
        unfinished.or(self.missed.map(Shortfall::Length))
    }

    /// What was proven, where it was.
    pub fn certificate(&self) -> Option<Certificate> {
        let proof = self.found.proof.as_ref().filter(|_| self.found.optimal)?;
        Some(proof.certificate(&self.found.solution))
    }

    /// For people: solutions, or what else was asked for, and the stages; of a proof that was stopped, the best solution that
    /// is known, where that is asked for at all.
    pub fn lines(&self, options: &Options) -> Vec<String> {
        let found = &self.found;
        if self.unfinished().is_some() && !Unfinished::has_solution(options) {
            return Vec::new();
        }
        let mut told = match (&found.all, found.count) {
            _ if options.distance => vec![self.length.to_string()],
            (_, Some(count)) => vec![count.to_string()],
            (Some(all), None) => all.iter().map(Alg::to_string).collect(),
            (None, None) => vec![found.solution.to_string()],
        };
        if let Some(stages) = found.stages.as_ref().filter(|_| options.stages) {
            told.extend(lines(stages, self.length));
        }
        told
    }
}
