//! `solve`: solves cubes.

mod best_solution;
mod many;
mod proof_progress;

use crate::cli::{Method, SolveArguments};
use crate::cubes::{self, Cube, own_letters};
use crate::data::data_text;
use crate::error::{Failure, RequestError, Stop, json_style, message_style};
use crate::input::{Inputs, Record, Splitting, is_standard_input};
use crate::output::{Output, cannot_write, place, print_message, write_file};
use crate::reply::Reply;
use crate::tables::{self, TwoPhase};
use best_solution::BestSolution;
use cubegod::solve::optimal::WorkerPermits;
use cubegod::{Alg, Cancellation, Size};
use cubegod_cache::check_writable;
use cubegod_service::solve::{
    self, Options, ReadOut, ReadOutOptions, Shortfall, SolveContext, TextItem, Unfinished,
};
use cubegod_service::{AmbiguousCube, Certificate, Completion, OptionId};
use proof_progress::ProofProgress;
use std::io;
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;

fn is_one_move(text: &str) -> bool {
    text.parse::<Alg>().is_ok_and(|alg| alg.len() == 1)
}

pub(crate) fn run(arguments: &SolveArguments) -> Result<u8, Stop> {
    if arguments.target.as_deref().is_some_and(is_standard_input)
        && arguments.cubes.cubes.iter().any(|cube| is_standard_input(cube))
    {
        return Err(Stop::usage(
            "standard input cannot be both the target and the cubes; put one of them into a file",
        ));
    }
    let mut options = options(arguments);
    options.check()?;
    if let Some(path) = &arguments.certificate {
        check_certificate(path, arguments)?;
    }
    let others = arguments.cubes.cubes.iter().chain(&arguments.target);
    options.data = data_text(&arguments.read_out.data, others)?;
    let target =
        |text: &String| solve::target(cubes::read_single(text, &arguments.read), Cancellation::never());
    options.target = arguments.target.as_ref().map(target).transpose()?;
    let two_phase_tables = Arc::new(TwoPhase::new(arguments.tables.tables, arguments.output.quiet));
    let (choice, quiet) = (arguments.tables.tables, arguments.output.quiet);
    let solvers = tables::solvers_with(Arc::clone(&two_phase_tables), choice, quiet);
    let session = Session { arguments, answers: solve::Session::new(&solvers, options) };
    let cubes = &arguments.cubes.cubes;
    if cubes.len() > 1 && cubes.iter().all(|cube| is_one_move(cube)) && !quiet {
        print_message(&format!(
            "note: these are {} cubes of one move each; put quotation marks around the moves of one cube: \"{}\"",
            cubes.len(),
            cubes.join(" ")
        ));
    }
    let inputs = Inputs::cubes(cubes, Splitting::of(arguments.read.from))?;
    let mut output = Output::new(&arguments.output);
    many::run(&session, inputs, &mut output)?;
    let code = output.finish()?;
    two_phase_tables.finish();
    Ok(code)
}

/// Returns the options of the service.
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
        nodes: arguments.nodes,
        solutions: arguments.solutions,
        at_most: arguments.at_most,
        all: arguments.all,
        essential: arguments.essential,
        fewest_quarter_turns: arguments.fewest_quarter_turns,
        count: arguments.count,
        distance: arguments.distance,
        any: arguments.any,
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

/// Solves cubes, on any number of threads at once.
struct Session<'a> {
    arguments: &'a SolveArguments,
    answers: solve::Session<'a>,
}

/// Returns the number of threads: `--threads`, or one per core.
fn threads(arguments: &SolveArguments) -> usize {
    let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
    arguments.threads.unwrap_or_else(cores)
}

impl Session<'_> {
    fn threads(&self) -> usize {
        threads(self.arguments)
    }

    /// Answers a record or reports an error. `permits` are shared with threads that work on other records.
    fn respond(
        &self,
        record: Record,
        permits: Option<&WorkerPermits>,
        reply: &mut Reply,
    ) -> Result<(), Stop> {
        let origin = record.origin.clone();
        let cube = cubes::read_record(record, &self.arguments.read.options());
        let result = cube.map_err(Failure::from).and_then(|cube| {
            if let Some(note) = cube.note.as_ref().filter(|_| !reply.is_json()) {
                reply.note(format!("{}{}", place(&origin), note.message(message_style())));
            }
            self.answer(&cube, permits, reply)
        });
        match result {
            Ok(()) => Ok(()),
            Err(Failure::Request(problem)) => {
                reply.problem(&origin, &problem)?;
                if let Some(path) = self.arguments.certificate.as_deref().filter(|path| path.exists()) {
                    reply.error(not_written(path));
                }
                Ok(())
            }
            Err(Failure::Stop(stop)) => Err(stop),
        }
    }

    fn answer(&self, cube: &Cube, permits: Option<&WorkerPermits>, reply: &mut Reply) -> Result<(), Failure> {
        let several = match cube.complete_with(reply.cancellation())? {
            Completion::One(state) => return self.answer_one(cube, &state, Role::Only, permits, reply),
            Completion::Several(several) => several,
        };
        if self.arguments.each {
            return self.answer_each(cube, &several, permits, reply);
        }
        if !self.answers.options().any {
            return Err(several.error(cube, &[OptionId::Each, OptionId::Any]).into());
        }
        let count = several.count();
        reply.note(format!("this solves one of {count} cubes that fit"));
        let role = Role::Guess { of: count };
        several.first().map_or(Ok(()), |state| self.answer_one(cube, &state, role, permits, reply))
    }

    /// Solves every cube that fits; errors are reported, and the others are solved.
    fn answer_each(
        &self,
        cube: &Cube,
        several: &AmbiguousCube,
        permits: Option<&WorkerPermits>,
        reply: &mut Reply,
    ) -> Result<(), Failure> {
        for state in several.iter() {
            match self.answer_one(cube, &state, Role::Listed, permits, reply) {
                Err(Failure::Request(problem)) => {
                    let known = state.stickers().map(|&color| Some(color));
                    let letters = own_letters(&known, &cube.reading);
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
        state: &cubegod::Cube,
        role: Role,
        permits: Option<&WorkerPermits>,
        reply: &mut Reply,
    ) -> Result<(), Failure> {
        let (arguments, options) = (self.arguments, self.answers.options());
        let is_only = cube.origin.is_only_argument();
        if arguments.certificate.is_some() && state.size() != Size::THREE {
            return Err(RequestError::only_for_size(OptionId::Certificate, Size::THREE, state.size()).into());
        }
        let (mut best_solution, mut proof_progress) = (None, None);
        if state.size() != Size::TWO && matches!(arguments.method, Method::Fast | Method::Optimal) {
            reply.flush()?;
        }
        if state.size() != Size::TWO && arguments.method == Method::Fast {
            best_solution = Some(BestSolution::new(is_only && !reply.is_json() && !arguments.output.quiet));
        }
        if state.size() != Size::TWO && arguments.method == Method::Optimal {
            proof_progress =
                Some(ProofProgress::new(permits.is_none() && !arguments.output.quiet, options.metric));
        }
        let threads = match arguments.method {
            Method::Optimal if permits.is_none() => self.threads(),
            Method::Optimal => 1,
            // With several threads the answer depends on timing, so they are used only on request.
            _ => arguments.threads.filter(|_| is_only).unwrap_or(1),
        };
        let context = SolveContext {
            threads,
            permits,
            cancellation: reply.cancellation(),
            keep_partial: permits.is_none(),
            on_improvement: &|turns| {
                best_solution.iter().for_each(|shown: &BestSolution| shown.show(turns));
                proof_progress.iter().for_each(|shown: &ProofProgress| shown.set_solution(turns));
            },
            on_progress: &|progress| {
                proof_progress.iter().for_each(|shown: &ProofProgress| shown.show(progress))
            },
        };
        let solved = self.answers.solve(cube, state, &context)?;
        drop((best_solution, proof_progress));
        let place = place(&cube.origin);
        if let Some(unfinished) = solved.unfinished() {
            if !Unfinished::is_answer(options) {
                reply.fail();
            }
            if !reply.is_json() {
                reply.error(format!("{place}{}", Shortfall::Unfinished(unfinished).message(message_style())));
            }
        } else if let Some(missed) = solved.not_reached {
            // The solution is an answer, but not the one that was asked for.
            reply.fail();
            if !reply.is_json() {
                let advice = if missed.is_proven { "" } else { "; --budget gives more" };
                reply.note(format!("{place}{}{advice}", Shortfall::Length(missed).message(message_style())));
            }
        }
        let certificate = arguments.certificate.as_deref().map(|path| (path, solved.certificate()));
        if solved.read_out.as_ref().is_some_and(ReadOut::is_without_match) {
            reply.fail();
        }
        if reply.is_json() {
            let guess_of = if let Role::Guess { of } = role { Some(of) } else { None };
            let answer = solved.to_response(cube, state, guess_of, options, json_style());
            reply.object(&answer.in_line(cube.origin.line()))?;
            return certify(certificate, reply);
        }
        let prefix = match role {
            Role::Listed => {
                let known = state.stickers().map(|&color| Some(color));
                format!("{}\t", own_letters(&known, &cube.reading))
            }
            Role::Only | Role::Guess { .. } => String::new(),
        };
        solved.lines(options).into_iter().try_for_each(|line| reply.line(prefix.clone() + &line))?;
        for item in solved.read_out.iter().flat_map(ReadOut::text_items) {
            match item {
                TextItem::Line(line) => reply.line(line)?,
                TextItem::Block(block) => reply.block(block)?,
                TextItem::Note(note) => reply.note(note),
            }
        }
        certify(certificate, reply)
    }
}

/// Checks that a certificate can be written, before the proof.
fn check_certificate(path: &Path, arguments: &SolveArguments) -> Result<(), Stop> {
    if arguments.method != Method::Optimal {
        return Err(Stop::usage("--certificate needs --method optimal; add it, or leave out --certificate"));
    }
    check_writable(path).map_err(|error| Stop::usage(cannot_write(path, &error)))
}

/// Says that this run has no certificate, so that an older file is not mistaken for it.
fn not_written(path: &Path) -> String {
    let name = path.display();
    match path.exists() {
        true => format!("the certificate was not written; `{name}` is from an earlier run"),
        false => format!("the certificate `{name}` was not written"),
    }
}

/// Writes the certificate, if requested, after the answer.
fn certify(asked: Option<(&Path, Option<Certificate>)>, reply: &mut Reply) -> Result<(), Failure> {
    let Some((path, certificate)) = asked else { return Ok(()) };
    let Some(certificate) = certificate else {
        reply.fail();
        reply.error(format!("nothing is proven: {}", not_written(path)));
        return Ok(());
    };
    let mut json = serde_json::to_vec(&certificate).map_err(io::Error::from).map_err(Stop::from)?;
    json.push(b'\n');
    Ok(write_file(path, &json)?)
}

/// How a solved cube relates to the input.
#[derive(Copy, Clone)]
enum Role {
    /// The only cube that fits.
    Only,
    /// One of several that are all solved: printed before its solution.
    Listed,
    /// The first of several.
    Guess { of: u128 },
}
