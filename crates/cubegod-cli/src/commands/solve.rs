//! `solve`: a short way home, the shortest there is for the pocket cube.

mod pocket;
mod two_phase;

use crate::cli::SolveArguments;
use crate::cubes::{self, Cube, face_letters, own_letters};
use crate::diagnosis::Diagnosis;
use crate::error::{Ambiguity, Failure, Problem, QuestionFields, Stop};
use crate::input::is_standard_input;
use crate::output::Output;
use crate::tables::TwoPhase;
use cubegod::alphabet::Letters;
use cubegod::geometry::Facelet;
use cubegod::solve::pocket::PocketTable;
use cubegod::view::Completions;
use cubegod::{Alg, Color, Metric, Size, Stickers, View};
use pocket::PocketSession;
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
    if arguments.target.as_deref().is_some_and(is_standard_input)
        && arguments.cubes.cubes.iter().any(|cube| is_standard_input(cube))
    {
        return Err(Stop::usage(
            "standard input can't be both the target and the cubes; put one of them into a file",
        ));
    }
    let mut output = Output::new(&arguments.output);
    let target = arguments.target.as_deref().map(|target| read_target(target, arguments)).transpose()?;
    let pocket_table = OnceCell::new();
    let two_phase_tables = TwoPhase::new(arguments.tables.tables, arguments.output.quiet);
    let mut session = Session {
        arguments,
        metric: arguments.metric.unwrap_or_default(),
        target,
        pocket_table: &pocket_table,
        two_phase_tables: &two_phase_tables,
        pocket: None,
    };
    cubes::for_each(&arguments.cubes.cubes, &arguments.read, &mut output, |cube, output| {
        session.answer(cube, output)
    })?;
    let code = output.finish()?;
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

struct Session<'a> {
    arguments: &'a SolveArguments,
    metric: Metric,
    target: Option<Stickers<Color>>,
    pocket_table: &'a OnceCell<PocketTable>,
    two_phase_tables: &'a TwoPhase,
    /// Made when the first cube of its size comes.
    pocket: Option<PocketSession<'a>>,
}

impl Session<'_> {
    fn answer(&mut self, cube: &Cube, output: &mut Output) -> Result<(), Failure> {
        let reading = &cube.reading;
        let view = View::new(reading.stickers.clone())?;
        let completions = view.complete().map_err(|illegal| Diagnosis::new(reading, &view, illegal))?;
        let count = completions.count();
        if count > 1 && self.arguments.each {
            return self.answer_each(cube, &completions, output);
        }
        if count > 1 && !self.arguments.any {
            return Err(ambiguous(cube, &view, &completions).into());
        }
        if count > 1 {
            output.note(&format!("a guess: this solves one of {count} cubes that fit"));
        }
        let role = if count > 1 { Role::Guess { of: count } } else { Role::Only };
        completions.get(0).map_or(Ok(()), |stickers| self.answer_one(cube, &stickers, role, output))
    }

    /// Every real cube that fits; one that can't be solved is reported, and the others go on.
    fn answer_each(
        &mut self,
        cube: &Cube,
        completions: &Completions,
        output: &mut Output,
    ) -> Result<(), Failure> {
        for stickers in completions.iter() {
            match self.answer_one(cube, &stickers, Role::Listed, output) {
                Err(Failure::Problem(problem)) => {
                    let letters = own_letters(&stickers.map(|&color| Some(color)), &cube.reading);
                    output.problem(&cube.origin, &problem.about(&letters))?;
                }
                result => result?,
            }
        }
        Ok(())
    }

    fn answer_one(
        &mut self,
        cube: &Cube,
        stickers: &Stickers<Color>,
        role: Role,
        output: &mut Output,
    ) -> Result<(), Failure> {
        // Own letters of a pocket cube are told apart by its corners, which may be held in any way.
        let is_own = cube.reading.alphabet.letters() == Letters::Own;
        if is_own && stickers.size() == Size::TWO && (self.arguments.exact || self.target.is_some()) {
            return Err(Problem::no_orientation().into());
        }
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
                // Each cube gets the best tables there are by then.
                let session = TwoPhaseSession::new(self.two_phase_tables, arguments)?;
                start = Instant::now();
                session.solve(stickers, target, arguments)?
            }
        };
        let seconds = start.elapsed().as_secs_f64();
        let known = stickers.map(|&color| Some(color));
        let length = solved.solution.length(self.metric);
        if let Some(most) = arguments.max_length.filter(|&most| solved.solution.len() > most) {
            output
                .note(&format!("no solution of at most {most} moves was found in time; --budget gives more"));
        }
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
                // A shortest 3x3 solution is one in half turns.
                optimal: solved.optimal && (stickers.size() == Size::TWO || self.metric == Metric::Htm),
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
    /// The first of several.
    Guess { of: u128 },
}

/// As many of the cubes that fit are told.
const MOST_TOLD: usize = 8;

/// How many cubes fit, the first few of them, and which sticker to look at.
fn ambiguous(cube: &Cube, view: &View, completions: &Completions) -> Problem {
    let (count, size, alphabet) = (completions.count(), view.size(), cube.reading.alphabet);
    let first: Vec<Stickers<Option<Color>>> =
        completions.iter().take(MOST_TOLD).map(|stickers| stickers.map(|&color| Some(color))).collect();
    let mut list: Vec<String> = first.iter().map(|stickers| own_letters(stickers, &cube.reading)).collect();
    if count > first.len() as u128 {
        list.push(format!(
            "… and {} more, which `cubegod complete --list N` writes",
            count - first.len() as u128
        ));
    }
    let question = view.next_question(completions);
    let look = question.as_ref().map(|question| question.describe(size, &|color| alphabet.name(color)));
    let question = question.map(|question| QuestionFields {
        sticker: Facelet::of_index(size, question.sticker).to_string(),
        answers: question.answers.iter().map(|&(color, count)| (color.home().letter(), count)).collect(),
    });
    let completions = first.iter().map(face_letters).collect();
    Problem::ambiguous(Ambiguity { count, completions, question }, look.as_deref(), list.join("\n"))
}
