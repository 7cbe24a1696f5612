//! `solve`: the shortest way home.

use crate::cli::SolveArguments;
use crate::cubes::{self, Cube, face_letters};
use crate::diagnosis::Diagnosis;
use crate::error::{Failure, Problem, Stop};
use crate::output::Output;
use crate::tables;
use cubegod::geometry::Facelet;
use cubegod::solve::pocket::{Goal, PocketSolver, Solution};
use cubegod::view::{Completions, Question};
use cubegod::{Alg, Color, Cube2, Metric, Size, Stickers, View};
use serde::Serialize;
use std::ops::ControlFlow;
use std::time::Instant;

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
    let metric = arguments.metric.unwrap_or_default();
    let table = tables::pocket(metric, &mut |note| output.note(note));
    let goal = Goal { exact: arguments.exact, faces: arguments.faces };
    let session = Session {
        arguments,
        metric,
        solver: PocketSolver::new(&table, goal),
        target: arguments.target.as_deref().map(|target| read_target(target, arguments)).transpose()?,
    };
    cubes::for_each(&arguments.cubes.cubes, &arguments.read, &mut output, |cube, output| {
        session.answer(cube, output)
    })?;
    output.finish()
}

/// The state to be reached instead of the solved one.
fn read_target(text: &str, arguments: &SolveArguments) -> Result<Cube2, Stop> {
    let (reading, view) = cubes::only(text, &arguments.read)
        .and_then(|reading| Ok((reading.clone(), View::new(reading.stickers)?)))
        .map_err(|problem| Stop::usage(format!("the target can't be read: {}", problem.message)))?;
    let completions = view.complete().map_err(|illegal| {
        Stop::usage(format!("the target is {}", Diagnosis::new(&reading, &view, illegal).message()))
    })?;
    match (completions.count(), completions.get(0)) {
        (1, Some(stickers)) if view.size() == Size::TWO => {
            pocket_cube(&stickers).map_err(|problem| Stop::usage(problem.message))
        }
        (1, _) => Err(Stop::usage(Problem::not_solved_yet(view.size()).message)),
        (count, _) => Err(Stop::usage(format!("{count} real cubes fit the target; expected one"))),
    }
}

fn pocket_cube(stickers: &Stickers<Color>) -> Result<Cube2, Problem> {
    Cube2::try_from(stickers).map_err(|illegal| Problem::unreadable(illegal.to_string()))
}

struct Session<'a> {
    arguments: &'a SolveArguments,
    metric: Metric,
    solver: PocketSolver<'a>,
    target: Option<Cube2>,
}

impl Session<'_> {
    fn answer(&self, cube: &Cube, output: &mut Output) -> Result<(), Failure> {
        let reading = &cube.reading;
        let view = View::new(reading.stickers.clone())?;
        if view.size() != Size::TWO {
            return Err(Problem::not_solved_yet(view.size()).into());
        }
        let completions = view.complete().map_err(|illegal| Diagnosis::new(reading, &view, illegal))?;
        let count = completions.count();
        if count == 1 {
            return self.answer_first(cube, &completions, None, output);
        }
        if self.arguments.any {
            output.note(&format!("a guess: this solves one of {count} cubes that fit"));
            return self.answer_first(cube, &completions, Some(count), output);
        }
        if self.arguments.each {
            return completions
                .iter()
                .try_for_each(|stickers| self.answer_one(cube, &stickers, None, true, output));
        }
        let question = view.next_question(&completions);
        Err(Problem::ambiguous(count, question.map(|question| asked(&question, cube)).as_deref()).into())
    }

    fn answer_first(
        &self,
        cube: &Cube,
        completions: &Completions,
        guess_of: Option<u128>,
        output: &mut Output,
    ) -> Result<(), Failure> {
        match completions.get(0) {
            Some(stickers) => self.answer_one(cube, &stickers, guess_of, false, output),
            None => Ok(()),
        }
    }

    /// Solves one real cube; with the cube itself before the answer where several are listed.
    fn answer_one(
        &self,
        cube: &Cube,
        stickers: &Stickers<Color>,
        guess_of: Option<u128>,
        is_listed: bool,
        output: &mut Output,
    ) -> Result<(), Failure> {
        let pocket = pocket_cube(stickers)?;
        // What takes the cube to the target takes the target's inverse after the cube to solved.
        let pocket = self.target.map_or(pocket, |target| target.inverse().then(&pocket));
        let start = Instant::now();
        let unsolvable = || Problem::unsolvable(&self.arguments.faces.to_string(), self.arguments.exact);
        let first = self.solver.solve(&pocket).ok_or_else(unsolvable)?;
        if !self.solver.is_reached(&pocket, &first) {
            return Err(Problem::wrong_solution(&first.to_string()).into());
        }
        let count = self.arguments.count.then(|| self.solver.count_shortest(&pocket));
        let solutions = self.arguments.all.then(|| all_shortest(&self.solver, &pocket));
        let seconds = start.elapsed().as_secs_f64();
        let length = first.to_alg().length(self.metric);
        let known = stickers.map(|&color| Some(color));
        if output.is_json() {
            let wants_one = !self.arguments.distance && !self.arguments.count;
            return Ok(output.object(&Answer {
                puzzle: Size::TWO.to_string(),
                cube: face_letters(&known),
                solution: wants_one.then(|| first.to_string()),
                solutions: solutions.map(|all| all.iter().map(Alg::to_string).collect()),
                count,
                length,
                metric: self.metric.name(),
                method: "pocket",
                optimal: true,
                seconds,
                guess_of,
                note: cube.note.as_deref(),
            })?);
        }
        let prefix = if is_listed {
            format!("{}\t", cubes::own_letters(&known, &cube.reading))
        } else {
            String::new()
        };
        if self.arguments.distance {
            output.line(&format!("{prefix}{length}"))?;
        } else if let Some(count) = count {
            output.line(&format!("{prefix}{count}"))?;
        } else if let Some(solutions) = solutions {
            for solution in solutions {
                output.line(&format!("{prefix}{solution}"))?;
            }
        } else {
            output.line(&format!("{prefix}{first}"))?;
        }
        Ok(())
    }
}

/// No more are listed: a cube has some hundreds of shortest solutions at most, unless it is to end in one orientation.
const MOST_SOLUTIONS: usize = 100_000;

fn all_shortest(solver: &PocketSolver<'_>, cube: &Cube2) -> Vec<Alg> {
    let mut solutions = Vec::new();
    solver.each_shortest(cube, |solution: &Solution| {
        solutions.push(solution.to_alg());
        if solutions.len() < MOST_SOLUTIONS { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    solutions
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
