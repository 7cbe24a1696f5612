//! `solve`: a short way home, the shortest there is for the pocket cube and wherever that is to be proven.

mod finds;
mod many;
mod proving;

use crate::cli::{Method, SolveArguments};
use crate::cubes::{self, Cube, own_letters};
use crate::data::data_text;
use crate::error::{Failure, RequestError, Stop, json_style, message_style};
use crate::input::{Inputs, Record, Splitting, is_standard_input};
use crate::output::{Output, place, say, write_file};
use crate::reply::Reply;
use crate::tables::{self, TwoPhase};
use cubegod::solve::optimal::WorkerPermits;
use cubegod::{Alg, Size};
use cubegod_service::solve::{
    self, Options, ReadOut, ReadOutOptions, Shortfall, SolveContext, Unfinished, Words,
};
use cubegod_service::{Certificate, Completion, OptionId, Several};
use finds::Finds;
use proving::Proving;
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
            "standard input can't be both the target and the cubes; put one of them into a file",
        ));
    }
    let mut options = options(arguments);
    options.check()?;
    if let Some(path) = &arguments.certificate {
        check_certificate(path, arguments)?;
    }
    let others = arguments.cubes.cubes.iter().chain(&arguments.target);
    options.data = data_text(&arguments.read_out.data, others)?;
    let target = |text: &String| solve::target(cubes::only(text, &arguments.read));
    options.target = arguments.target.as_ref().map(target).transpose()?;
    let two_phase_tables = Arc::new(TwoPhase::new(arguments.tables.tables, arguments.output.quiet));
    let (choice, quiet) = (arguments.tables.tables, arguments.output.quiet);
    let solvers = tables::solvers_with(Arc::clone(&two_phase_tables), choice, quiet);
    let session = Session { arguments, answers: solve::Session::new(&solvers, options) };
    let cubes = &arguments.cubes.cubes;
    if cubes.len() > 1 && cubes.iter().all(|cube| is_one_move(cube)) && !quiet {
        say(&format!(
            "note: these are {} cubes of one move each; the moves of one cube stand in quotation marks: \"{}\"",
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
        nodes: arguments.nodes,
        solutions: arguments.solutions,
        at_most: arguments.at_most,
        all: arguments.all,
        essential: arguments.essential,
        fewest_quarter_turns: arguments.fewest_quarter_turns,
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

    /// Answers a record, or says why it can't; with the seats of those who work on others meanwhile.
    fn respond(&self, record: Record, seats: Option<&WorkerPermits>, reply: &mut Reply) -> Result<(), Stop> {
        let origin = record.origin.clone();
        let understood = cubes::understood(record, &self.arguments.read.options());
        let result = understood.map_err(Failure::from).and_then(|cube| {
            if let Some(note) = cube.note.as_ref().filter(|_| !reply.is_json()) {
                reply.note(format!("{}{}", place(&origin), note.message(message_style())));
            }
            self.answer(&cube, seats, reply)
        });
        match result {
            Ok(()) => Ok(()),
            Err(Failure::Request(problem)) => {
                reply.problem(&origin, &problem)?;
                if let Some(path) = self.arguments.certificate.as_deref().filter(|path| path.exists()) {
                    reply.complain(not_written(path));
                }
                Ok(())
            }
            Err(Failure::Stop(stop)) => Err(stop),
        }
    }

    fn answer(&self, cube: &Cube, seats: Option<&WorkerPermits>, reply: &mut Reply) -> Result<(), Failure> {
        let several = match cube.complete()? {
            Completion::One(state) => return self.answer_one(cube, &state, Role::Only, seats, reply),
            Completion::Several(several) => several,
        };
        if self.arguments.each {
            return self.answer_each(cube, &several, seats, reply);
        }
        if !self.arguments.any {
            return Err(several.error(cube, &[OptionId::Each, OptionId::Any]).into());
        }
        let count = several.count();
        reply.note(format!("a guess: this solves one of {count} cubes that fit"));
        let role = Role::Guess { of: count };
        several.iter().next().map_or(Ok(()), |state| self.answer_one(cube, &state, role, seats, reply))
    }

    /// Every real cube that fits; one that can't be solved is reported, and the others go on.
    fn answer_each(
        &self,
        cube: &Cube,
        several: &Several,
        seats: Option<&WorkerPermits>,
        reply: &mut Reply,
    ) -> Result<(), Failure> {
        for state in several.iter() {
            match self.answer_one(cube, &state, Role::Listed, seats, reply) {
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
        seats: Option<&WorkerPermits>,
        reply: &mut Reply,
    ) -> Result<(), Failure> {
        let (arguments, options) = (self.arguments, self.answers.options());
        let is_only = cube.origin.is_only_argument();
        if arguments.certificate.is_some() && state.size() != Size::THREE {
            return Err(RequestError::only_for_size(OptionId::Certificate, Size::THREE, state.size()).into());
        }
        let (mut finds, mut proving) = (None, None);
        if state.size() != Size::TWO && matches!(arguments.method, Method::Fast | Method::Optimal) {
            reply.let_out()?;
        }
        if state.size() != Size::TWO && arguments.method == Method::Fast {
            finds = Some(Finds::new(is_only && !reply.is_json() && !arguments.output.quiet));
        }
        if state.size() != Size::TWO && arguments.method == Method::Optimal {
            proving = Some(Proving::new(seats.is_none() && !arguments.output.quiet, options.metric));
        }
        let threads = match arguments.method {
            Method::Optimal if seats.is_none() => self.threads(),
            Method::Optimal => 1,
            // Which of several threads is first is a matter of luck: they are used when asked for.
            _ => arguments.threads.filter(|_| is_only).unwrap_or(1),
        };
        let cancellation = reply.cancellation();
        let context = SolveContext {
            threads,
            permits: seats,
            is_cancelled: &|| cancellation.is_cancelled(),
            keep_partial: seats.is_none(),
            on_improvement: &|turns| {
                finds.iter().for_each(|finds: &Finds| finds.show(turns));
                proving.iter().for_each(|proving: &Proving| proving.know(turns));
            },
            on_progress: &|standing| proving.iter().for_each(|proving| proving.show(standing)),
        };
        let solved = self.answers.solve(cube, state, &context)?;
        drop((finds, proving));
        let place = place(&cube.origin);
        if let Some(unfinished) = solved.unfinished() {
            if !Unfinished::is_answer(options) {
                reply.fail();
            }
            if !reply.is_json() {
                reply.complain(format!(
                    "{place}{}",
                    Shortfall::Unfinished(unfinished).message(message_style())
                ));
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
        for words in solved.read_out.iter().flat_map(ReadOut::tell) {
            match words {
                Words::Line(line) => reply.line(line)?,
                Words::Block(block) => reply.block(block)?,
                Words::Note(note) => reply.note(note),
            }
        }
        certify(certificate, reply)
    }
}

/// Whether a certificate can be had, before anything is proven for it.
fn check_certificate(path: &Path, arguments: &SolveArguments) -> Result<(), Stop> {
    if arguments.method != Method::Optimal {
        return Err(Stop::usage("--certificate needs --method optimal; add it, or leave out --certificate"));
    }
    if path.is_dir() {
        return Err(Stop::usage(format!(
            "the certificate can't be written: `{}` is a folder; name a file",
            path.display()
        )));
    }
    match path.parent().filter(|folder| !folder.as_os_str().is_empty() && !folder.is_dir()) {
        Some(folder) => Err(Stop::usage(format!(
            "the certificate can't be written: there is no folder `{}`; make it, or name another file",
            folder.display()
        ))),
        None => Ok(()),
    }
}

/// That there is no certificate of this run; one of another run is not to be taken for it.
fn not_written(path: &Path) -> String {
    let name = path.display();
    match path.exists() {
        true => format!("the certificate is not written; `{name}` is from before, and not about this run"),
        false => format!("the certificate `{name}` is not written"),
    }
}

/// Writes down what was proven, where that is asked for; the answer is there already.
fn certify(asked: Option<(&Path, Option<Certificate>)>, reply: &mut Reply) -> Result<(), Failure> {
    let Some((path, certificate)) = asked else { return Ok(()) };
    let Some(certificate) = certificate else {
        reply.fail();
        reply.complain(format!("nothing is proven: {}", not_written(path)));
        return Ok(());
    };
    let mut json = serde_json::to_vec(&certificate).map_err(io::Error::from).map_err(Stop::from)?;
    json.push(b'\n');
    Ok(write_file(path, &json)?)
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
