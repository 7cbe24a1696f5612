//! English sentences.

mod certificate;
mod input;
#[cfg(feature = "files")]
pub(super) mod tables;

use super::layout_settings;
use crate::error::{Advice, Ambiguous, RequestError};
use crate::note::Note;
use crate::option::{OptionId, Setting, Spelling};
use crate::solve::{LengthNotReached, Shortfall, Unfinished};
use cubegod::Color;
use cubegod::data::OrientationError;
use cubegod::formats::{Format, counted};
use cubegod::solve::SolveError;
use cubegod_teach::Language;

pub(super) fn message(error: &RequestError, spelling: Spelling) -> String {
    let write = |setting: &Setting| spelling.write_setting(setting);
    let name = |option: OptionId| write(&option.into());
    match error {
        RequestError::Conflict { first, second } => {
            format!("{} cannot be combined with {}; leave one of them out", write(first), write(second))
        }
        RequestError::Needs { option, any_of } => {
            let option = name(*option);
            let needed: Vec<String> = any_of.iter().filter_map(|setting| spelling.setting(setting)).collect();
            let add = if needed.len() == 1 { "it" } else { "one of them" };
            format!("{option} needs {}; add {add}, or leave out {option}", or(&needed))
        }
        RequestError::OutOfRange { option, found, min, max } => {
            let expected = match max {
                Some(max) => format!("a whole number from {min} to {max}"),
                None => format!("{min} or more"),
            };
            format!("{} is {found}; expected {expected}", name(*option))
        }
        RequestError::BadTarget(error) => match error.diagnosis() {
            Some(_) => format!("the target is {}", message(error, spelling)),
            None => format!("the target can't be read: {}", message(error, spelling)),
        },
        RequestError::AmbiguousTarget { count } => {
            format!("{count} legal cubes fit the target; expected one")
        }
        RequestError::FixedLetters { format } => format!(
            "the layout `{format}` has its own way to write colours; leave out {}",
            name(OptionId::Letters)
        ),
        RequestError::NoScramble { size } => {
            let [two, three] = ["2x2", "3x3"].map(|size| write(&OptionId::Puzzle.with(size)));
            format!("random cubes are 2x2x2 or 3x3x3, not {size}; use {two} or {three}")
        }
        RequestError::NoSeed => {
            format!("random cubes need {} here: there is no source of randomness", name(OptionId::Seed))
        }
        RequestError::ScrambleFaces { faces } => format!(
            "turns of {faces} cannot make every 2x2x2; expected at least one face of each axis, such as {}",
            write(&OptionId::Faces.with("URF"))
        ),
        RequestError::Expression(error) => error.to_string(),
        RequestError::Read { error, .. } => error.to_string(),
        RequestError::Moves { error, .. } => error.to_string(),
        RequestError::Rotations { error, .. } => error.to_string(),
        RequestError::NotAColor { value, index } => format!(
            "byte {index} is {value}, which is not a colour; expected 0 to 5, 255 for unknown, or the code of a letter"
        ),
        RequestError::NoLayer(error) => error.to_string(),
        RequestError::Unwritable(error) => error.to_string(),
        RequestError::Illegal(diagnosis) => diagnosis.message(cubegod_teach::Language::English),
        RequestError::IllegalCube(illegal) => illegal.to_string(),
        RequestError::Ambiguous(several) => ambiguous(several, spelling),
        RequestError::TooManyCompletions { count, max } => {
            format!("{count} legal cubes fit; {} solves {max} at most", name(OptionId::Each))
        }
        RequestError::UnsupportedSize(error) => error.to_string(),
        RequestError::Data(error) => error.to_string(),
        RequestError::NoSuchFace { name, names } => format!(
            "no face of this cube is `{}`; expected one of {}",
            name.escape_debug(),
            names.map(String::from).join(" ")
        ),
        RequestError::NotNeighbours { up, front, error, neighbours } => {
            let reason = match error {
                OrientationError::Same => format!("{up} can't be both up and in front"),
                OrientationError::Opposite => format!("{front} is opposite {up}"),
            };
            let neighbours: Vec<String> = neighbours.iter().map(char::to_string).collect();
            format!("{reason}; with {up} up, one of {} is in front", neighbours.join(" "))
        }
        RequestError::Contest(flaw) => flaw.to_string(),
        RequestError::Solve(error) => {
            let advice = match error {
                SolveError::NothingFound { .. } => {
                    spelling.option(OptionId::Budget).map(|budget| format!(" ({budget} gives more time)"))
                }
                SolveError::NoOrientation => {
                    spelling.option(OptionId::Exact).map(|exact| format!(" for {exact}"))
                }
                _ => None,
            };
            format!("{error}{}", advice.unwrap_or_default())
        }
        RequestError::OnlyForSize { setting, size, found, instead } => {
            let advice = match instead.and_then(|option| spelling.option(option)) {
                Some(other) => format!("{other} lists the shortest solutions of a {found}"),
                None => format!("leave it out for a {found}"),
            };
            format!("{} works for {size} cubes only; {advice}", write(setting))
        }
        RequestError::NeedsOptimal { setting } => {
            let (setting, method) = (write(setting), write(&OptionId::Method.with("optimal")));
            format!("{setting} of a 3x3x3 needs {method}; add it, or leave out {setting}")
        }
        RequestError::NotWithOptimal { setting } => {
            let (setting, method) = (write(setting), write(&OptionId::Method.with("optimal")));
            format!("{setting} cannot be combined with {method} for a 3x3x3; leave one of them out")
        }
        RequestError::NoneWithin { moves } => {
            format!("no solution within {} (proven)", counted(*moves, "move"))
        }
        RequestError::NotReached { shortfall, solution } => {
            format!("{}; the best is {solution}", self::shortfall(shortfall))
        }
        RequestError::NoLesson { size } => {
            format!("there is no lesson for a {size}; expected a 2x2x2 or a 3x3x3")
        }
        RequestError::WrongSolution { solution } => {
            format!("please report this: `{solution}` was found but does not solve the cube")
        }
        RequestError::Cancelled => "the request was cancelled before there was an answer".into(),
        RequestError::TableNotReady => {
            "the table for optimal solutions is still being opened or built; try again later".into()
        }
        RequestError::Certificate(error) => certificate::message(error, spelling),
        RequestError::Input(error) => input::message(error, spelling),
        RequestError::Edge { message, .. } => message.text(Language::English),
        RequestError::About { subject, error } => format!("{subject}: {}", message(error, spelling)),
        RequestError::Advised { error, advice } => {
            let message = message(error, spelling);
            match self::advice(advice, spelling) {
                // Advice is a sentence of its own.
                Some(advice) if message.ends_with(['.', '?']) => format!("{message} {advice}"),
                Some(advice) => format!("{message}. {advice}"),
                None => message,
            }
        }
    }
}

/// Returns nothing if the edge does not have the option that would help.
fn advice(advice: &Advice, spelling: Spelling) -> Option<String> {
    match advice {
        Advice::ReadAsMoves => spelling
            .setting(&OptionId::From.with(Format::Moves))
            .map(|from| format!("If these are moves, add {from}")),
        Advice::ReadFile { reference } => Some(format!("Did you mean the file? Use `{reference}`")),
        Advice::Use(setting) => spelling.setting(setting).map(|setting| format!("Did you mean {setting}?")),
        Advice::Moves(moves) => Some(format!("Did you mean the moves `{moves}`?")),
        Advice::Readable => {
            Some("Expected stickers, moves such as `R U F'`, or the name of a pattern".into())
        }
    }
}

fn ambiguous(several: &Ambiguous, spelling: Spelling) -> String {
    let options = several.options.iter().filter_map(|&option| {
        let effect = match option {
            OptionId::Each => "solves them all",
            OptionId::Any => "solves one of them",
            _ => return None,
        };
        spelling.option(option).map(|option| format!("{option} {effect}"))
    });
    let options: Vec<String> = options.collect();
    let advice = if options.is_empty() { "give more stickers".to_owned() } else { options.join(", ") };
    let question = several.question.as_ref().map(|question| {
        let name = |color: Color| several.alphabet.name(color);
        format!("; look at sticker {}", question.describe(several.size, &name))
    });
    format!("{} legal cubes fit: {advice}{}", several.fields.count, question.unwrap_or_default())
}

pub(super) fn more_completions(more: u128, spelling: Spelling) -> String {
    match spelling.option(OptionId::List) {
        Some(list) => format!("… and {more} more (`complete` lists them with {list})"),
        None => format!("… and {more} more"),
    }
}

pub(super) fn shortfall(shortfall: &Shortfall) -> String {
    match *shortfall {
        Shortfall::Length(LengthNotReached { max, is_proven: true }) => {
            format!("there is no solution of at most {}", counted(max, "move"))
        }
        Shortfall::Length(LengthNotReached { max, is_proven: false }) => {
            format!("no solution of at most {} was found in time", counted(max, "move"))
        }
        Shortfall::Unfinished(Unfinished { known, at_least }) => {
            format!("stopped: {} known, at least {at_least} needed", counted(known, "move"))
        }
    }
}

pub(super) fn note(note: &Note, spelling: Spelling) -> String {
    match note {
        Note::LinesOfMoves { lines } => {
            let from = spelling.setting(&OptionId::From.with(Format::Moves));
            let advice = from
                .filter(|_| spelling.reads_lines())
                .map(|from| format!("; {from} reads one per line"))
                .unwrap_or_default();
            format!("read {lines} lines as one sequence of moves{advice}")
        }
        Note::NoMatch => "no reading of the data matches".into(),
        Note::Reading(note) => {
            let settings = layout_settings(note, spelling);
            let advice =
                if settings.is_empty() { String::new() } else { format!("; {} chooses", or(&settings)) };
            format!("{note}{advice}")
        }
    }
}

/// `1 move`, `2 moves`.
/// `a`, `a or b`, `a, b or c`.
fn or(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
