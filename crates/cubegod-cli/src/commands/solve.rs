//! `solve`: a short way home, the shortest there is for the pocket cube.

mod batch;
#[cfg(feature = "columns")]
mod columns;
mod finds;
mod progress;
mod queue;
mod resume;

use crate::cli::{Method, SolveArguments};
use crate::cubes::{self, Cube, own_letters};
use crate::data::data_text;
use crate::error::{Failure, Stop};
use crate::input::{Inputs, Record, Splitting, is_standard_input};
use crate::output::{Output, place};
use crate::reply::Reply;
use crate::tables::{self, TwoPhase};
use cubegod::view::Completions;
use cubegod::{Color, Size, Stickers};
use cubegod_answers::solve::{self, Means, Options, ReadOut, ReadOutOptions, Words};
use cubegod_answers::{Fitting, NoAnswer, ambiguous, fitting};
use finds::Finds;
use resume::Resumed;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::Ordering;

pub(crate) fn run(arguments: &SolveArguments) -> Result<u8, Stop> {
    #[cfg(feature = "columns")]
    if let (Some(source), Some(target)) = (&arguments.batch.batch, &arguments.batch.out) {
        return columns::run(arguments, source, target);
    }
    if arguments.target.as_deref().is_some_and(is_standard_input)
        && arguments.cubes.cubes.iter().any(|cube| is_standard_input(cube))
    {
        return Err(Stop::usage(
            "standard input can't be both the target and the cubes; put one of them into a file",
        ));
    }
    let mut options = options(arguments);
    options.check().map_err(Stop::usage)?;
    let others = arguments.cubes.cubes.iter().chain(&arguments.target);
    options.data = data_text(&arguments.read_out.data, others)?;
    let target = |text: &String| solve::target(cubes::only(text, &arguments.read));
    options.target = arguments.target.as_ref().map(target).transpose().map_err(Stop::usage)?;
    let two_phase_tables = Arc::new(TwoPhase::new(arguments.tables.tables, arguments.output.quiet));
    let solvers = tables::solvers_with(Arc::clone(&two_phase_tables), arguments.output.quiet);
    let session = Session { arguments, answers: solve::Session::new(&solvers, options) };
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

/// What is asked about every cube.
fn options(arguments: &SolveArguments) -> Options {
    let read_out = &arguments.read_out;
    Options {
        method: arguments.method.into(),
        metric: arguments.metric.unwrap_or_default(),
        target: None,
        exact: arguments.exact,
        faces: arguments.faces,
        max_length: arguments.max_length,
        budget: arguments.budget,
        solutions: arguments.solutions,
        all: arguments.all,
        count: arguments.count,
        distance: arguments.distance,
        stages: arguments.stages,
        data: None,
        read_out: ReadOutOptions {
            up: read_out.orientation.up,
            front: read_out.orientation.front,
            all_orientations: read_out.all_orientations,
            grep: read_out.grep.clone(),
        },
    }
}

/// What all cubes are answered with, on any number of threads at once.
struct Session<'a> {
    arguments: &'a SolveArguments,
    answers: solve::Session<'a>,
}

/// As many as asked for, or one for each core.
fn threads(arguments: &SolveArguments) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
    arguments.threads.unwrap_or_else(cores)
}

impl Session<'_> {
    fn threads(&self) -> usize {
        threads(self.arguments)
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
        let (view, completions) = match fitting(cube)? {
            Fitting::One(stickers) => return self.answer_one(cube, &stickers, Role::Only, reply),
            Fitting::Several(several) => *several,
        };
        if self.arguments.each {
            return self.answer_each(cube, &completions, reply);
        }
        if !self.arguments.any {
            let advice = "--each solves them all, --any one of them";
            return Err(ambiguous(cube, &view, &completions, advice).into());
        }
        let count = completions.count();
        reply.note(format!("a guess: this solves one of {count} cubes that fit"));
        let role = Role::Guess { of: count };
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
        let (arguments, options) = (self.arguments, self.answers.options());
        let is_only = cube.origin.is_only_argument();
        let mut finds = None;
        if arguments.method == Method::Fast && stickers.size() != Size::TWO {
            reply.let_out()?;
            finds = Some(Finds::new(is_only && !reply.is_json() && !arguments.output.quiet));
        }
        let stop = reply.stop();
        let means = Means {
            // Which of several threads is first is a matter of luck: they are used when asked for.
            threads: arguments.threads.filter(|_| is_only).unwrap_or(1),
            is_stopped: &|| stop.load(Ordering::Relaxed),
            any_will_do: is_only,
            show: &|turns| finds.iter().for_each(|finds| finds.show(turns)),
        };
        let solved = self.answers.solve(cube, stickers, &means).map_err(failure)?;
        drop(finds);
        if let Some(most) = solved.missed.filter(|_| !reply.is_json()) {
            let place = place(&cube.origin);
            reply.note(format!(
                "{place}no solution of at most {most} moves was found in time; --budget gives more"
            ));
        }
        if solved.read_out.as_ref().is_some_and(ReadOut::is_without_match) {
            reply.fail();
        }
        if reply.is_json() {
            let guess_of = if let Role::Guess { of } = role { Some(of) } else { None };
            let answer = solved.answer(cube, stickers, guess_of, options);
            return Ok(reply.object(&answer.in_line(cube.origin.line()))?);
        }
        let prefix = match role {
            Role::Listed => {
                let known = stickers.map(|&color| Some(color));
                format!("{}\t", own_letters(&known, &cube.reading))
            }
            Role::Only | Role::Guess { .. } => String::new(),
        };
        solved.lines(options).into_iter().try_for_each(|line| reply.line(prefix.clone() + &line))?;
        for words in solved.read_out.iter().flat_map(ReadOut::tell) {
            match words {
                Words::Line(line) => reply.line(line)?,
                Words::Block(block) => reply.block(block)?,
                Words::Note(note) => reply.note(note),
            }
        }
        Ok(())
    }
}

/// Why there is no answer.
fn failure(no_answer: NoAnswer) -> Failure {
    match no_answer {
        NoAnswer::Problem(problem) => problem.into(),
        NoAnswer::Misuse(message) => Stop::usage(message).into(),
        NoAnswer::Stopped => Stop::Unwanted.into(),
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
