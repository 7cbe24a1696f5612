//! `solve`: solves cubes.

mod best_solution;
mod many;
mod proof_progress;

use crate::cli::SolveArguments;
use crate::cubes::{self, CubeRecord, own_letters};
use crate::data::data_text;
use crate::error::{Failure, RequestError, Stop, json_style, message_style};
use crate::input::{Inputs, Record, Splitting, is_standard_input};
use crate::language;
use crate::message::CommandMessage;
use crate::output::{Output, prefix, print_note, write_file};
use crate::reply::Reply;
use crate::tables;
use best_solution::BestSolution;
use cubegod::parallel::available_threads;
use cubegod::solve::optimal::WorkerPermits;
use cubegod::{Alg, Cancellation, Size};
use cubegod_cache::{FileError, check_writable};
use cubegod_service::solve::{
    self, Method, Options, ReadOut, ReadOutOptions, Shortfall, SolveContext, TextItem, Unfinished,
};
use cubegod_service::{
    ACCEPTING, AmbiguousCube, Certificate, InputError, OptionId, Selected, Selection, Solvers,
};
use proof_progress::ProofProgress;
use std::io;
use std::path::Path;
use std::sync::Arc;

fn is_one_move(text: &str) -> bool {
    text.parse::<Alg>().is_ok_and(|alg| alg.len() == 1)
}

pub(crate) fn run(arguments: &SolveArguments) -> Result<u8, Stop> {
    if arguments.target.as_deref().is_some_and(is_standard_input)
        && arguments.cubes.cubes.iter().any(|cube| is_standard_input(cube))
    {
        return Err(RequestError::from(InputError::StandardInputTwice).into());
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
    let quiet = arguments.output.quiet;
    let two_phase = tables::two_phase(arguments.tables.tables, quiet);
    let solvers = Solvers::with_cached_tables(Arc::clone(&two_phase));
    let session = Session { arguments, answers: solve::Session::new(&solvers, options) };
    let cubes = &arguments.cubes.cubes;
    if cubes.len() > 1 && cubes.iter().all(|cube| is_one_move(cube)) && !quiet {
        print_note(&CommandMessage::OneMoveCubes { moves: cubes.clone() });
    }
    let inputs = Inputs::cubes(cubes, Splitting::of(arguments.read.from))?;
    let mut output = Output::new(&arguments.output);
    many::run(&session, inputs, &mut output)?;
    let code = output.finish()?;
    two_phase.builder().finish();
    Ok(code)
}

/// Returns the options of the service.
fn options(arguments: &SolveArguments) -> Options {
    let read_out = &arguments.read_out;
    Options {
        method: arguments.method,
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

impl Session<'_> {
    /// Returns the number of threads for many cubes.
    fn threads(&self) -> usize {
        self.arguments.threads.unwrap_or_else(available_threads)
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
                reply.note(format!("{}{}", prefix(&origin), note.message(message_style())));
            }
            self.answer(&cube, permits, reply)
        });
        match result {
            Ok(()) => Ok(()),
            Err(Failure::Request(error)) => {
                reply.error(&origin, &error)?;
                if let Some(path) = self.arguments.certificate.as_deref().filter(|path| path.exists()) {
                    reply.message(not_certified(path, false));
                }
                Ok(())
            }
            Err(Failure::Stop(stop)) => Err(stop),
        }
    }

    fn answer(
        &self,
        cube: &CubeRecord,
        permits: Option<&WorkerPermits>,
        reply: &mut Reply,
    ) -> Result<(), Failure> {
        let selection = match (self.arguments.each, self.arguments.any) {
            (true, _) => Selection::Each { max: u128::MAX },
            (_, true) => Selection::Any,
            _ => Selection::Only,
        };
        match cube.select(selection, ACCEPTING, reply.cancellation())? {
            Selected::Only(state) => self.answer_one(cube, &state, Role::Only, permits, reply),
            Selected::Each(several) => self.answer_each(cube, &several, permits, reply),
            Selected::Any { cube: state, of } => {
                reply.note(language::shown(&CommandMessage::OneOfSeveral { count: of }));
                self.answer_one(cube, &state, Role::Guess { of }, permits, reply)
            }
        }
    }

    /// Solves every cube that fits; errors are reported, and the others are solved.
    fn answer_each(
        &self,
        cube: &CubeRecord,
        several: &AmbiguousCube,
        permits: Option<&WorkerPermits>,
        reply: &mut Reply,
    ) -> Result<(), Failure> {
        for state in several.iter() {
            match self.answer_one(cube, &state, Role::Listed, permits, reply) {
                Err(Failure::Request(error)) => {
                    let known = state.stickers().map(|&color| Some(color));
                    let letters = own_letters(&known, &cube.reading);
                    reply.error(&cube.origin, &error.about(&letters))?;
                }
                result => result?,
            }
        }
        Ok(())
    }

    fn answer_one(
        &self,
        cube: &CubeRecord,
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
        let is_proof = options.method == Method::Optimal;
        let threads = match permits {
            // Other cubes need the other threads.
            Some(_) => 1,
            None => {
                let requested = arguments.threads.filter(|_| is_only || is_proof);
                requested.unwrap_or_else(|| options.default_threads())
            }
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
        let prefix = prefix(&cube.origin);
        if let Some(unfinished) = solved.unfinished() {
            if !Unfinished::is_answer(options) {
                reply.fail();
            }
            if !reply.is_json() {
                let message = Shortfall::Unfinished(unfinished).message(message_style());
                reply.message(format!("{prefix}{message}"));
            }
        } else if let Some(missed) = solved.not_reached {
            // The solution is an answer, but longer than requested.
            reply.fail();
            if !reply.is_json() {
                reply.note(prefix + &language::shown(&CommandMessage::TooLong(missed)));
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
        let label = match role {
            Role::Listed => {
                let known = state.stickers().map(|&color| Some(color));
                format!("{}\t", own_letters(&known, &cube.reading))
            }
            Role::Only | Role::Guess { .. } => String::new(),
        };
        solved.lines(options).into_iter().try_for_each(|line| reply.line(label.clone() + &line))?;
        for item in solved.read_out.iter().flat_map(ReadOut::text_items) {
            match item {
                TextItem::Line(line) => reply.line(line)?,
                TextItem::Block(block) => reply.block(block)?,
                TextItem::Note(note) => reply.note(note.message(message_style())),
            }
        }
        certify(certificate, reply)
    }
}

/// Checks that a certificate can be written, before the proof.
fn check_certificate(path: &Path, arguments: &SolveArguments) -> Result<(), Stop> {
    if arguments.method != Method::Optimal {
        let any_of = vec![Method::Optimal.setting()];
        return Err(RequestError::Needs { option: OptionId::Certificate, any_of }.into());
    }
    check_writable(path).map_err(|error| Stop::usage(&FileError::write(path, &error)))
}

/// Says that this run has no certificate, so that an older file is not mistaken for it.
fn not_certified(path: &Path, is_unproven: bool) -> String {
    let (path, is_old) = (path.to_owned(), path.exists());
    language::shown(&CommandMessage::NotCertified { path, is_old, is_unproven })
}

/// Writes the certificate, if requested, after the answer.
fn certify(requested: Option<(&Path, Option<Certificate>)>, reply: &mut Reply) -> Result<(), Failure> {
    let Some((path, certificate)) = requested else { return Ok(()) };
    let Some(certificate) = certificate else {
        reply.fail();
        reply.message(not_certified(path, true));
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
