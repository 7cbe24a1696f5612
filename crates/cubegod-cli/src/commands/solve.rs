//! `solve`: a short way home, the shortest there is for the pocket cube.

mod batch;
mod cfop;
mod finds;
mod layers;
mod pocket;
mod progress;
mod queue;
mod read_out;
mod resume;
mod stages;
mod three_step;
mod two_phase;

use crate::cli::{Method, SolveArguments};
use crate::cubes::{self, Cube, face_letters, own_letters};
use crate::data::DataText;
use crate::diagnosis::Diagnosis;
use crate::error::{Failure, Problem, Stop};
use crate::input::{Inputs, Record, Splitting, is_standard_input};
use crate::output::{Output, place};
use crate::reply::Reply;
use crate::tables::TwoPhase;
use cfop::CfopSession;
use cubegod::alphabet::Letters;
use cubegod::solve::pocket::PocketTable;
use cubegod::view::Completions;
use cubegod::{Alg, Color, Metric, Size, Stickers, View};
use finds::Finds;
use layers::LayersSession;
use pocket::PocketSession;
use read_out::{ReadOut, ReadOutFields};
use resume::Resumed;
use serde::Serialize;
use stages::StageFields;
use std::num::NonZero;
use std::sync::OnceLock;
use std::time::Instant;
use three_step::ThreeStepSession;
use two_phase::{Means, TwoPhaseSession};

/// What a solver found out about one cube.
struct Solved {
    solution: Alg,
    /// All that were asked for, where several were.
    all: Option<Vec<Alg>>,
    /// How many shortest ones there are, when that was asked for.
    count: Option<u64>,
    /// Its parts, where people make it.
    stages: Option<Vec<StageFields>>,
    method: &'static str,
    optimal: bool,
}

/// What machines get.
#[derive(Serialize)]
struct Answer<'a> {
    puzzle: String,
    cube: String,
    /// Where it stands in a file or on standard input.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    length: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    stages: Option<Vec<StageFields>>,
    metric: &'static str,
    method: &'static str,
    optimal: bool,
    /// Whether it is longer than was asked for: in the time there was, nothing shorter was found.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    too_long: bool,
    seconds: f64,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    data: Option<ReadOutFields>,
    /// One of so many cubes that fit what is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    guess_of: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
}

pub(crate) fn run(arguments: &SolveArguments) -> Result<u8, Stop> {
    if arguments.target.as_deref().is_some_and(is_standard_input)
        && arguments.cubes.cubes.iter().any(|cube| is_standard_input(cube))
    {
        return Err(Stop::usage(
            "standard input can't be both the target and the cubes; put one of them into a file",
        ));
    }
    layers::refuse_what_does_not_go_together(arguments)?;
    let others = arguments.cubes.cubes.iter().chain(&arguments.target);
    let data = DataText::new(&arguments.read_out.data, others)?;
    let target = arguments.target.as_deref().map(|target| read_target(target, arguments)).transpose()?;
    let pocket_table = OnceLock::new();
    let two_phase_tables = TwoPhase::new(arguments.tables.tables, arguments.output.quiet);
    let session = Session {
        arguments,
        metric: arguments.metric.unwrap_or_default(),
        target,
        data,
        pocket_table: &pocket_table,
        pocket: OnceLock::new(),
        two_phase_tables: &two_phase_tables,
        layers: OnceLock::new(),
        cfop: OnceLock::new(),
        three_step: OnceLock::new(),
    };
    let mut inputs = Inputs::cubes(&arguments.cubes.cubes, Splitting::of(arguments.read.from))?;
    let code = match &arguments.resume {
        None => {
            let mut output = Output::new(&arguments.output);
            batch::run(&session, inputs, &mut output)?;
            output.finish()?
        }
        Some(path) => {
            let Resumed { mut output, answered, errors } = resume::open(path, &mut inputs, arguments)?;
            let added = batch::run(&session, inputs, &mut output)?;
            let path = path.display();
            let bad = match errors + output.failed() {
                0 => String::new(),
                1 => "; 1 cube is bad".into(),
                bad => format!("; {bad} cubes are bad"),
            };
            output.done(&format!("answers in `{path}`: {answered} there already, {added} added{bad}"));
            output.finish()?
        }
    };
    two_phase_tables.finish();
    Ok(code)
}

/// The state to be reached instead of the solved one.
fn read_target(text: &str, arguments: &SolveArguments) -> Result<Stickers<Color>, Stop> {
    let (reading, view) = cubes::only(text, &arguments.read)
        .and_then(|reading| Ok((reading.clone(), View::new(reading.stickers)?)))
        .map_err(|problem| Stop::usage(format!("the target can't be read: {}", problem.message)))?;
    let completions = view.complete().map_err(|illegal| {
        Stop::usage(format!("the target is {}", Diagnosis::new(&reading, &view, illegal).message()))
    })?;
    match (completions.count(), completions.get(0)) {
        (1, Some(stickers)) => Ok(stickers),
        (count, _) => Err(Stop::usage(format!("{count} real cubes fit the target; expected one"))),
    }
}

/// What all cubes are answered with, on any number of threads at once.
struct Session<'a> {
    arguments: &'a SolveArguments,
    metric: Metric,
    target: Option<Stickers<Color>>,
    /// What rides on the stickers of every cube.
    data: Option<DataText>,
    pocket_table: &'a OnceLock<PocketTable>,
    two_phase_tables: &'a TwoPhase,
    /// Made when the first cube of its size comes.
    pocket: OnceLock<PocketSession<'a>>,
    layers: OnceLock<LayersSession>,
    cfop: OnceLock<CfopSession>,
    three_step: OnceLock<ThreeStepSession>,
}

impl Session<'_> {
    fn threads(&self) -> usize {
        let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
        self.arguments.threads.unwrap_or_else(cores)
    }

    /// Answers a record, or says why it can't.
    fn respond(&self, record: Record, reply: &mut Reply) -> Result<(), Stop> {
        let origin = record.origin.clone();
        let understood = cubes::understood(record, &self.arguments.read.options());
        let result = understood.map_err(Failure::from).and_then(|cube| {
            if let Some(note) = cube.note.as_ref().filter(|_| !reply.is_json()) {
                reply.note(format!("{}{note}", place(&origin)));
            }
            self.answer(&cube, reply)
        });
        match result {
            Ok(()) => Ok(()),
            Err(Failure::Problem(problem)) => reply.problem(&origin, &problem),
            Err(Failure::Stop(stop)) => Err(stop),
        }
    }

    fn answer(&self, cube: &Cube, reply: &mut Reply) -> Result<(), Failure> {
        let reading = &cube.reading;
        let view = View::new(reading.stickers.clone())?;
        if let Some(stickers) = view.obvious() {
            return self.answer_one(cube, &stickers, Role::Only, reply);
        }
        let completions = view.complete().map_err(|illegal| Diagnosis::new(reading, &view, illegal))?;
        let count = completions.count();
        if count > 1 && self.arguments.each {
            return self.answer_each(cube, &completions, reply);
        }
        if count > 1 && !self.arguments.any {
            let advice = "--each solves them all, --any one of them";
            return Err(cubes::ambiguous(cube, &view, &completions, advice).into());
        }
        if count > 1 {
            reply.note(format!("a guess: this solves one of {count} cubes that fit"));
        }
        let role = if count > 1 { Role::Guess { of: count } } else { Role::Only };
        completions.get(0).map_or(Ok(()), |stickers| self.answer_one(cube, &stickers, role, reply))
    }

    /// Every real cube that fits; one that can't be solved is reported, and the others go on.
    fn answer_each(&self, cube: &Cube, completions: &Completions, reply: &mut Reply) -> Result<(), Failure> {
        for stickers in completions.iter() {
            match self.answer_one(cube, &stickers, Role::Listed, reply) {
                Err(Failure::Problem(problem)) => {
                    let letters = own_letters(&stickers.map(|&color| Some(color)), &cube.reading);
                    reply.problem(&cube.origin, &problem.about(&letters))?;
                }
                result => result?,
            }
        }
        Ok(())
    }

    fn answer_one(
        &self,
        cube: &Cube,
        stickers: &Stickers<Color>,
        role: Role,
        reply: &mut Reply,
    ) -> Result<(), Failure> {
        // Own letters of a pocket cube are told apart by its corners, which may be held in any way.
        let is_own = cube.reading.alphabet.letters() == Letters::Own;
        if is_own && stickers.size() == Size::TWO && (self.arguments.exact || self.target.is_some()) {
            return Err(Problem::no_orientation().into());
        }
        if let Some(target) = self.target.as_ref().filter(|target| target.size() != stickers.size()) {
            return Err(Problem::other_size(stickers.size(), target.size()).into());
        }
        let data = self.data.as_ref().map(|data| data.on(&cube.reading)).transpose()?;
        let (arguments, target, table) = (self.arguments, self.target.as_ref(), self.pocket_table);
        let start;
        let solved = match stickers.size() {
            size if arguments.method == Method::Layers => {
                layers::refuse_other_sizes(size)?;
                let session = self.layers.get_or_init(LayersSession::new);
                start = Instant::now();
                session.solve(stickers, target, self.metric)?
            }
            size if arguments.method == Method::Cfop => {
                cfop::refuse_other_sizes(size)?;
                let session = self.cfop.get_or_init(CfopSession::new);
                start = Instant::now();
                session.solve(stickers, target, self.metric)?
            }
            size if arguments.method == Method::ThreeStep => {
                three_step::refuse_other_sizes(size)?;
                let session = self.three_step.get_or_init(ThreeStepSession::new);
                start = Instant::now();
                session.solve(stickers, target, self.metric)?
            }
            Size::TWO => {
                let session = self.pocket.get_or_init(|| PocketSession::new(table, arguments, reply));
                start = Instant::now();
                session.solve(stickers, target, arguments)?
            }
            _ => {
                reply.let_out()?;
                // Each cube gets the best tables there are by then.
                let session = TwoPhaseSession::new(self.two_phase_tables, arguments)?;
                start = Instant::now();
                let is_only = cube.origin.is_only_argument();
                let finds = Finds::new(is_only && !reply.is_json() && !arguments.output.quiet);
                let means = Means {
                    // Which of several threads is first is a matter of luck: they are used when asked for.
                    threads: arguments.threads.filter(|_| is_only).unwrap_or(1),
                    stop: reply.stop(),
                    is_only,
                    show: &|turns| finds.show(turns),
                };
                session.solve(stickers, target, arguments, &means)?
            }
        };
        let seconds = start.elapsed().as_secs_f64();
        let known = stickers.map(|&color| Some(color));
        let length = solved.solution.length(self.metric);
        // More time finds nothing shorter than what is shortest.
        let is_too_long = |most: &usize| !solved.optimal && solved.solution.len() > *most;
        let missed = arguments.max_length.filter(is_too_long);
        if let Some(most) = missed.filter(|_| !reply.is_json()) {
            let place = place(&cube.origin);
            reply.note(format!(
                "{place}no solution of at most {most} moves was found in time; --budget gives more"
            ));
        }
        let read_out = data
            .map(|data| ReadOut::new(data, &known, &solved.solution, &cube.reading, &arguments.read_out))
            .transpose()?;
        if read_out.as_ref().is_some_and(ReadOut::is_without_match) {
            reply.fail();
        }
        if reply.is_json() {
            let is_one = !arguments.distance && !arguments.count;
            return Ok(reply.object(&Answer {
                puzzle: stickers.size().to_string(),
                cube: face_letters(&known),
                line: cube.origin.line(),
                solution: is_one.then(|| solved.solution.to_string()),
                solutions: solved.all.map(|all| all.iter().map(Alg::to_string).collect()),
                count: solved.count,
                length,
                stages: solved.stages,
                metric: self.metric.name(),
                method: solved.method,
                // A shortest 3x3 solution is one in half turns.
                optimal: solved.optimal && (stickers.size() == Size::TWO || self.metric == Metric::Htm),
                too_long: missed.is_some(),
                seconds,
                data: read_out.map(ReadOut::into_fields),
                guess_of: if let Role::Guess { of } = role { Some(of) } else { None },
                note: cube.note.as_deref(),
            })?);
        }
        let prefix = match role {
            Role::Listed => format!("{}\t", own_letters(&known, &cube.reading)),
            Role::Only | Role::Guess { .. } => String::new(),
        };
        let mut lines = match (solved.all, solved.count) {
            _ if arguments.distance => vec![length.to_string()],
            (_, Some(count)) => vec![count.to_string()],
            (Some(all), None) => all.iter().map(Alg::to_string).collect(),
            (None, None) => vec![solved.solution.to_string()],
        };
        if let Some(stages) = solved.stages.filter(|_| arguments.stages) {
            lines.extend(stages::lines(&stages, length));
        }
        lines.into_iter().try_for_each(|line| reply.line(prefix.clone() + &line))?;
        Ok(read_out.map_or(Ok(()), |read_out| read_out.tell(reply))?)
    }
}

/// What a real cube is to what was asked.
#[derive(Copy, Clone)]
enum Role {
    /// The only one that fits.
    Only,
    /// One of several that are all answered: it stands before its answer.
    Listed,
    /// The first of several.
    Guess { of: u128 },
}
