//! Going on where a file of answers ends: each of its lines stands for one record of the input.

use crate::cli::SolveArguments;
use crate::cubes::{face_letters, understood};
use crate::error::Stop;
use crate::input::{Inputs, Record};
use crate::output::{Output, cannot_write};
use cubegod::formats::Format;
use cubegod::{Alg, ReadOptions};
use cubegod_service::Cube;
use cubegod_service::solve::{Method, Options};
use serde_json::Value;
use std::fs::{File, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

/// What every answer begins with.
const ANSWER: &[u8] = br#"{"puzzle":"#;

/// What every error begins with; as long as [`ANSWER`].
const ERROR: &[u8] = br#"{"error":{"#;

/// Where the proof was stopped, an answer tells it among its first bytes.
const UNPROVEN: &[u8] = br#""method":"optimal","optimal":false"#;
const BEGINNING: usize = 512;

/// A file of answers that was found to belong to the input.
pub(super) struct Resumed {
    /// Writes at its end.
    pub(super) output: Output,
    /// How many answers it has; as many records of the input were passed over.
    pub(super) answered: u64,
    /// How many of them say why there is none.
    pub(super) errors: u64,
    /// How many of them are proofs that were stopped.
    pub(super) unproven: u64,
}

/// Opens a file of answers, or makes it, and passes over the records that it answers. Where it does not belong to the
/// input, nothing is changed.
pub(super) fn open(
    path: &Path,
    inputs: &mut Inputs,
    arguments: &SolveArguments,
    options: &Options,
) -> Result<Resumed, Stop> {
    let stop = |error: io::Error| Stop::Io(cannot_write(path, &error));
    let name = path.display();
    let mut file = File::options().read(true).append(true).create(true).open(path).map_err(stop)?;
    if !file.metadata().map_err(stop)?.is_file() {
        return Err(Stop::usage(format!("`{name}` is no ordinary file; --resume reads what it has written")));
    }
    if let Err(TryLockError::WouldBlock) = file.try_lock() {
        return Err(Stop::Io(format!("cannot write the file `{name}`: another run is writing it")));
    }
    let foreign = |what: String| {
        Stop::usage(format!("`{name}` does not belong to this input: {what}; name another file"))
    };
    let contents = Contents::of(&file).map_err(stop)?;
    if let Some(line) = contents.foreign_line {
        return Err(foreign(format!("its line {line} is no answer")));
    }
    for line in 1..=contents.lines {
        let Some(record) = inputs.next() else {
            return Err(foreign(format!("it has {} lines, the input {} cubes", contents.lines, line - 1)));
        };
        if line == contents.lines {
            let answer = contents.last_line(&mut file).map_err(stop)?;
            let answer = serde_json::from_slice::<Value>(&answer).unwrap_or_default();
            if !is_about(&answer, record, &arguments.read.options()) {
                return Err(foreign(format!("its line {line} is about another cube")));
            }
            if let Some(how) =
                made_otherwise(&answer, arguments).or_else(|| asked_otherwise(&answer, options))
            {
                return Err(foreign(format!("its line {line} was answered {how}")));
            }
            if leads_to(&answer, options.target.as_ref()) == Some(false) {
                let end = if options.target.is_some() { "--target" } else { "a solved one" };
                return Err(foreign(format!("the moves in its line {line} lead to another cube than {end}")));
            }
            let has_data = ["data", "readings", "matches"].iter().any(|field| answer.get(field).is_some());
            if answer.get("error").is_none() && has_data != options.data.is_some() {
                let how = if has_data { "with" } else { "without" };
                return Err(foreign(format!("its line {line} was answered {how} --data")));
            }
        }
    }
    file.set_len(contents.end).map_err(stop)?;
    let mut output = Output::to_file(file, path, arguments.output.quiet);
    if contents.errors > 0 {
        output.fail();
    }
    let Contents { lines: answered, errors, unproven, .. } = contents;
    Ok(Resumed { output, answered, errors, unproven })
}

/// What there is in a file of answers.
#[derive(Debug, Default, PartialEq)]
struct Contents {
    /// How many lines are complete.
    lines: u64,
    /// Where the last of them begins, in bytes.
    last_begin: u64,
    /// Where it ends; what comes after is a half line.
    end: u64,
    /// How many of them are errors.
    errors: u64,
    /// How many of them are proofs that were stopped.
    unproven: u64,
    /// The first line that can't be an answer, or the beginning of one at the end of the file.
    foreign_line: Option<u64>,
}

impl Contents {
    /// Looks at how each line begins, in little memory.
    fn of(file: &File) -> io::Result<Contents> {
        let mut reader = BufReader::with_capacity(1 << 16, file);
        let mut contents = Contents::default();
        loop {
            let mut begin = Vec::with_capacity(BEGINNING);
            reader.by_ref().take(BEGINNING as u64).read_until(b'\n', &mut begin)?;
            if begin.is_empty() {
                return Ok(contents);
            }
            let mut length = begin.len() as u64;
            let is_complete = match begin.last() {
                Some(b'\n') => true,
                _ => {
                    let rest = skip_line(&mut reader)?;
                    length += rest.length;
                    rest.is_complete
                }
            };
            // A whole line has a whole beginning.
            let is_answer = [ANSWER, ERROR]
                .iter()
                .any(|known| begin.starts_with(known) || (!is_complete && known.starts_with(&begin)));
            if !is_answer {
                contents.foreign_line = Some(contents.lines + 1);
                return Ok(contents);
            }
            if is_complete {
                contents.lines += 1;
                contents.last_begin = contents.end;
                contents.end += length;
                contents.errors += u64::from(begin.starts_with(ERROR));
                contents.unproven += u64::from(begin.windows(UNPROVEN.len()).any(|some| some == UNPROVEN));
            }
        }
    }

    /// The last complete line.
    fn last_line(&self, file: &mut File) -> io::Result<Vec<u8>> {
        file.seek(SeekFrom::Start(self.last_begin))?;
        let mut line = Vec::new();
        file.take(self.end - self.last_begin).read_to_end(&mut line)?;
        Ok(line)
    }
}

/// The rest of a line.
struct Rest {
    length: u64,
    is_complete: bool,
}

fn skip_line(reader: &mut impl BufRead) -> io::Result<Rest> {
    let mut length = 0;
    loop {
        let buffer = reader.fill_buf()?;
        let (used, is_complete) = match buffer.iter().position(|&byte| byte == b'\n') {
            Some(place) => (place + 1, true),
            None => (buffer.len(), false),
        };
        reader.consume(used);
        length += used as u64;
        if is_complete || used == 0 {
            return Ok(Rest { length, is_complete });
        }
    }
}

/// Whether an answer can be that of a record: its cube shows what is known of the record's, or its error is in one of the
/// record's lines.
fn is_about(answer: &Value, record: Record, options: &ReadOptions) -> bool {
    if let Some(cube) = answer["cube"].as_str() {
        return understood(record, options)
            .is_ok_and(|known| is_shown(&face_letters(&known.reading.stickers), cube));
    }
    let line = answer["error"]["line"].as_u64().map(|line| line as usize);
    match (record.origin.line(), line) {
        (None, None) => true,
        (Some(first), Some(line)) => {
            // How many lines a record has that could not be read is not known.
            let last = record.text.map_or(usize::MAX, |text| first + text.lines().count().saturating_sub(1));
            (first..=last).contains(&line)
        }
        _ => false,
    }
}

/// With which other options an answer was made, as far as it tells.
fn made_otherwise(answer: &Value, arguments: &SolveArguments) -> Option<String> {
    let metric = answer["metric"].as_str()?;
    if metric != arguments.metric.unwrap_or_default().name() {
        return Some(format!("with --metric {metric}"));
    }
    let is_pocket = answer["method"] == "pocket";
    // Programs call their methods by other names.
    let mut named = Method::HUMAN.into_iter().chain([Method::Optimal]);
    let made = named.find(|method| answer["method"] == method.name());
    let asked = match Method::from(arguments.method) {
        // Pocket cubes are answered the same either way.
        Method::Optimal if is_pocket => Method::Fast,
        asked => asked,
    };
    match made.unwrap_or_default() {
        method if method == asked => None,
        Method::Fast => Some(format!("without --method {}", asked.name())),
        method => Some(format!("with --method {}", method.name())),
    }
}

/// Whether something else was asked, as far as an answer tells.
fn asked_otherwise(answer: &Value, options: &Options) -> Option<String> {
    let has = |field: &str| answer.get(field).is_some();
    let is_answer = has("length");
    let length = answer["length"].as_u64().unwrap_or(0);
    if let Some(most) = options.at_most.filter(|&most| length > most as u64) {
        return Some(format!("without --at-most {most}"));
    }
    // Where a proof was stopped, there may be less than was asked for.
    let is_whole = is_answer && answer["optimal"] != false;
    let (several, is_several) = match options.method {
        Method::Fast if answer["method"] == "two-phase" => ("--solutions", options.solutions.is_some()),
        _ => ("--all", options.all),
    };
    let told = [
        (has("count"), options.count, "--count"),
        (has("solutions"), is_several, several),
        (is_answer && !has("solution") && !has("count"), options.distance, "--distance"),
    ];
    let (was, _, option) = told.into_iter().find(|&(was, is, _)| was != is && (was || is_whole))?;
    Some(format!("{} {option}", if was { "with" } else { "without" }))
}

/// Whether the moves of an answer lead from its cube to the target, or to a solved one; nothing where it does not tell.
fn leads_to(answer: &Value, target: Option<&cubegod::Cube>) -> Option<bool> {
    let moves: Alg = answer["solution"].as_str()?.parse().ok()?;
    let options = ReadOptions { format: Some(Format::Facelets), ..ReadOptions::default() };
    let cube = Cube::read(answer["cube"].as_str()?, &options).ok()?;
    let state = cube.only().ok()?;
    let relative = match target {
        Some(target) => state.relative_to(target),
        None => Ok(state),
    };
    // A target of another size is not reached.
    let Ok(relative) = relative else { return Some(false) };
    Some(relative.apply(&moves).ok()?.is_solved())
}

/// Whether a cube has the letters that are known.
fn is_shown(known: &str, cube: &str) -> bool {
    known.len() == cube.len()
        && known.bytes().zip(cube.bytes()).all(|(known, seen)| known == b'?' || known == seen)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write;

    fn contents(text: &str) -> Contents {
        let mut file = tempfile::tempfile().unwrap();
        file.write_all(text.as_bytes()).unwrap();
        file.rewind().unwrap();
        Contents::of(&file).unwrap()
    }

    #[test]
    fn complete_lines_are_counted_and_a_half_one_is_not() {
        let (answer, error) = (r#"{"puzzle":"2x2x2"}"#, r#"{"error":{}}"#);
        let counted = |lines, last_begin, end, errors| Contents {
            lines,
            last_begin,
            end,
            errors,
            ..Contents::default()
        };
        assert_eq!(contents(""), counted(0, 0, 0, 0));
        assert_eq!(contents(answer), counted(0, 0, 0, 0));
        assert_eq!(contents(&format!("{answer}\n")), counted(1, 0, 19, 0));
        assert_eq!(contents(&format!("{answer}\n{error}\n{{\"err")), counted(2, 19, 32, 1));
        let long = format!("{answer}\n{{\"puzzle\":{}\n{answer}", " ".repeat(200_000));
        assert_eq!(contents(&long), counted(2, 19, 19 + 200_011, 0));
    }

    #[test]
    fn what_is_no_answer_is_seen() {
        for (text, line) in
            [("R U F", 1), ("\n", 1), ("{\"puzzle\":\n{\"puz\n", 2), ("{\"puzzle\":\n\0", 2), ("{}\n", 1)]
        {
            assert_eq!(contents(text).foreign_line, Some(line), "{text:?}");
        }
    }

    #[test]
    fn hidden_stickers_may_be_any() {
        assert!(is_shown("UU??", "UURF") && is_shown("U", "U"));
        assert!(!is_shown("UU??", "URRF") && !is_shown("U", "UU"));
    }
}
