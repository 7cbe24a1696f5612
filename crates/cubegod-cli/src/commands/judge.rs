//! `judge`: the contest's data sets, each answered with `Yes` or `No`.

mod explanation;
mod interruption;
mod lines;

use crate::cli::ContestArguments;
use crate::error::{ErrorObject, RequestError, Stop, reason};
use crate::input::{Origin, cannot_read, is_standard_input};
use crate::output::{Output, place};
use crate::reply::Said;
use cubegod_contest::judge::{Judge, Ruling};
use explanation::Explanation;
use interruption::Interruption;
use lines::{Line, Lines};
use serde::Serialize;
use std::fs::File;
use std::io::{self, Read};

#[derive(Serialize)]
struct Answer {
    set: u64,
    line: u64,
    solved: bool,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    explanation: Option<Explanation>,
}

/// What a machine gets for a data set that can't be judged.
#[derive(Serialize)]
struct BadSet<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    set: Option<u64>,
    #[serde(flatten)]
    error: ErrorObject<'a>,
}

pub(crate) fn run(arguments: &ContestArguments) -> Result<u8, Stop> {
    let mut output = Output::new(&arguments.output);
    let name = arguments.file.to_str().filter(|name| is_standard_input(name)).is_none().then(|| {
        // A name that is no text is told as well as it can be; the file is opened by the name as it is.
        arguments.file.to_string_lossy()
    });
    let name = name.as_deref();
    let reader: Box<dyn Read> = match name {
        None => Box::new(io::stdin().lock()),
        Some(name) => match File::open(&arguments.file) {
            Ok(file) => Box::new(file),
            Err(error) => {
                output.problem(&Origin::argument(), &RequestError::io(cannot_read(name, &error)))?;
                return output.finish();
            }
        },
    };
    let mut session = Session { name, explain: arguments.explain, output, told: 0 };
    session.judge_all(&mut Lines::new(reader))?;
    session.output.finish()
}

struct Session<'a> {
    /// The file; none for standard input.
    name: Option<&'a str>,
    explain: bool,
    output: Output,
    /// The data sets that were answered or reported.
    told: u64,
}

impl Session<'_> {
    fn judge_all(&mut self, lines: &mut Lines<Box<dyn Read>>) -> Result<(), Stop> {
        let interruption = Interruption::watch(self.output.is_quiet());
        let mut judge = Judge::new();
        while !judge.is_over() {
            let ruling = match lines.next() {
                Some(Line::Whole(line)) => judge.take(line),
                Some(Line::TooLong) => judge.take_long_line(lines::MOST_BYTES),
                None => {
                    // Whoever waits for answers before asking on gets them; for the others it is one write for
                    // hundreds of answers.
                    self.output.flush()?;
                    match interruption.while_waiting(self.told, || lines.refill())? {
                        Ok(true) => continue,
                        Ok(false) => judge.finish(),
                        Err(error) => return self.unread(&error),
                    }
                }
            };
            if let Some(ruling) = ruling {
                self.tell(ruling, &judge)?;
            }
        }
        if lines.has_text() {
            let origin = self.origin(judge.line() + 1);
            self.output.note(&format!("{}what follows ENDOFINPUT is not read", place(&origin)));
        }
        Ok(())
    }

    fn tell(&mut self, ruling: Ruling, judge: &Judge) -> Result<(), Stop> {
        let Ruling { set, line, verdict } = ruling;
        self.told += u64::from(set.is_some());
        let solved = match verdict {
            Ok(solved) => solved,
            Err(flaw) => return self.tell_problem(set, line, &RequestError::from(flaw)),
        };
        if self.output.is_json() {
            let explanation = self.explain.then(|| Explanation::new(&judge.stickers()));
            return self.output.object(&Answer { set: judge.set(), line, solved, explanation });
        }
        let answer = if solved { "Yes" } else { "No" };
        if self.explain {
            let style = self.output.style();
            let explanation = Explanation::text(&judge.stickers(), style);
            return self.output.put(Said::Block(format!("{answer}\n{explanation}")));
        }
        // Nothing is allocated for an answer: there may be hundreds of millions.
        self.output.bytes(if solved { b"Yes\n" } else { b"No\n" })
    }

    fn tell_problem(&mut self, set: Option<u64>, line: u64, problem: &RequestError) -> Result<(), Stop> {
        let origin = self.origin(line);
        if !self.output.is_json() {
            return self.output.problem(&origin, problem);
        }
        self.output.fail();
        self.output.object(&BadSet { set, error: ErrorObject::new(problem, &origin) })
    }

    /// A source that can't be read any further.
    fn unread(&mut self, error: &io::Error) -> Result<(), Stop> {
        let message = match self.name {
            Some(name) => cannot_read(name, error),
            None => format!("cannot read standard input: {}", reason(error)),
        };
        self.output.problem(&Origin::argument(), &RequestError::io(message))
    }

    fn origin(&self, line: u64) -> Origin {
        Origin::line_of(self.name, usize::try_from(line).unwrap_or(usize::MAX))
    }
}
