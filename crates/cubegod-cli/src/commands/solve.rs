//! `solve`: a short way home, the shortest there is for the pocket cube.

mod pocket;
mod two_phase;

use crate::cli::SolveArguments;
use crate::cubes::{self, Cube, face_letters, own_letters};
use crate::diagnosis::Diagnosis;
use crate::error::{Failure, Problem, Stop};
use crate::output::Output;
use cubegod::geometry::Facelet;
use cubegod::solve::pocket::PocketTable;
use cubegod::view::Question;
use cubegod::{Alg, Color, Metric, Size, Stickers, View};
use pocket::{MOST_SOLUTIONS, PocketSession};
use serde::Serialize;
use std::cell::OnceCell;
use std::time::Instant;
use two_phase::TwoPhaseSession;

/// What a solver found out about one cube.
struct Solved {
    solution: Alg,
    /// All shortest ones, when they were asked for.
    all: Option<Vec<Alg>>,
    /// How many shortest ones there are, when that was asked for.
    count: Option<u64>,
    method: &'static str,
    optimal: bool,
}

/// What machines get.
#[derive(Serialize)]
struct Answer<'a> {
    puzzle: String,
    cube: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    length: usize,
    metric: &'static str,
    method: &'static str,
    optimal: bool,
    seconds: f64,
    /// One of so many cubes that fit what is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    guess_of: Option<u128>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a str>,
}

pub(crate) fn run(arguments: &SolveArguments) -> Result<u8, Stop> {
    let mut output = Output::new(&arguments.output);
    let target = arguments.target.as_deref().map(|target| read_target(target, arguments)).transpose()?;
    let pocket_table = OnceCell::new();
    let mut session = Session {
        arguments,
        metric: arguments.metric.unwrap_or_default(),
        target,
        pocket_table: &pocket_table,
        pocket: None,
        two_phase: None,
    };
    cubes::for_each(&arguments.cubes.cubes, &arguments.read, &mut output, |cube, output| {
        session.answer(cube, output)
    })?;
    output.finish()
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

struct Session<'a> {
    arguments: &'a SolveArguments,
    metric: Metric,
    target: Option<Stickers<Color>>,
    pocket_table: &'a OnceCell<PocketTable>,
    /// Made when the first cube of its size comes.
    pocket: Option<PocketSession<'a>>,
    two_phase: Option<TwoPhaseSession>,
}

impl Session<'_> {
    fn answer(&mut self, cube: &Cube, output: &mut Output) -> Result<(), Failure> {
        let reading = &cube.reading;
        let view = View::new(reading.stickers.clone())?;
        let completions = view.complete().map_err(|illegal| Diagnosis::new(reading, &view, illegal))?;
        let count = completions.count();
        if count > 1 && self.arguments.each {
            return completions
                .iter()
                .try_for_each(|stickers| self.answer_one(cube, &stickers, Role::Listed, output));
        }
        if count > 1 && !self.arguments.any {
            let question = view.next_question(&completions).map(|question| asked(&question, cube));
            return Err(Problem::ambiguous(count, question.as_deref()).into());
        }
        if count > 1 {
            output.note(&format!("a guess: this solves one of {count} cubes that fit"));
        }
        let role = if count > 1 { Role::Guess { of: count } } else { Role::Only };
        completions.get(0).map_or(Ok(()), |stickers| self.answer_one(cube, &stickers, role, output))
    }

    fn answer_one(
        &mut self,
        cube: &Cube,
        stickers: &Stickers<Color>,
        role: Role,
        output: &mut Output,
    ) -> Result<(), Failure> {
        if let Some(target) = self.target.as_ref().filter(|target| target.size() != stickers.size()) {
            return Err(Problem::other_size(stickers.size(), target.size()).into());
        }
        let (arguments, target, table) = (self.arguments, self.target.as_ref(), self.pocket_table);
        let start;
        let solved = match stickers.size() {
            Size::TWO => {
                let session = self.pocket.get_or_insert_with(|| PocketSession::new(table, arguments, output));
                start = Instant::now();
                session.solve(stickers, target, arguments)?
            }
            _ => {
                let session = self.two_phase.get_or_insert_with(TwoPhaseSession::new);
                start = Instant::now();
                session.solve(stickers, target, arguments)?
            }
        };
        let seconds = start.elapsed().as_secs_f64();
        if solved.all.as_ref().is_some_and(|all| all.len() == MOST_SOLUTIONS) {
            output.note(&format!(
                "only the first {MOST_SOLUTIONS} shortest solutions are listed; --count counts all"
            ));
        }
        let known = stickers.map(|&color| Some(color));
        let length = solved.solution.length(self.metric);
        if output.is_json() {
            let is_one = !arguments.distance && !arguments.count;
            return Ok(output.object(&Answer {
                puzzle: stickers.size().to_string(),
                cube: face_letters(&known),
                solution: is_one.then(|| solved.solution.to_string()),
                solutions: solved.all.map(|all| all.iter().map(Alg::to_string).collect()),
                count: solved.count,
                length,
                metric: self.metric.name(),
                method: solved.method,
                optimal: solved.optimal,
                seconds,
                guess_of: if let Role::Guess { of } = role { Some(of) } else { None },
                note: cube.note.as_deref(),
            })?);
        }
        let prefix = match role {
            Role::Listed => format!("{}\t", own_letters(&known, &cube.reading)),
            Role::Only | Role::Guess { .. } => String::new(),
        };
        let lines = match (solved.all, solved.count) {
            _ if arguments.distance => vec![length.to_string()],
            (_, Some(count)) => vec![count.to_string()],
            (Some(all), None) => all.iter().map(Alg::to_string).collect(),
            (None, None) => vec![solved.solution.to_string()],
        };
        lines.iter().try_for_each(|line| output.line(&format!("{prefix}{line}")))?;
        Ok(())
    }
}

/// What a real cube is to what was asked.
#[derive(Copy, Clone)]
enum Role {
    /// The only one that fits.
    Only,
    /// One of several that are all answered: it stands before its answer.
    Listed,
    /// One of several, taken at random.
    Guess { of: u128 },
}

/// `U3: red leaves 2, blue leaves 1`.
fn asked(question: &Question, cube: &Cube) -> String {
    let reading = &cube.reading;
    let answers = question
        .answers
        .iter()
        .map(|(color, count)| format!("{} leaves {count}", reading.alphabet.name(*color)));
    let place = Facelet::of_index(reading.stickers.size(), question.sticker);
    format!("{place}: {}", answers.collect::<Vec<_>>().join(", "))
}
