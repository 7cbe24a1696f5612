//! `judge`: answers each data set of a contest with `Yes`, `No` or `Error`.

mod explanation;
mod lines;

use crate::cli::ContestArguments;
use crate::error::{ErrorObject, RequestError, Stop};
use crate::input::{Origin, cannot_read, is_standard_input};
use crate::language;
use crate::message::CommandMessage;
use crate::output::{Output, prefix, print_message};
use crate::reply::OutputItem;
use crate::signals::Interruption;
use cubegod_contest::judge::{Judge, Note, Ruling};
use cubegod_service::Localized;
use explanation::Explanation;
use lines::{Line, Lines};
use serde::Serialize;
use std::collections::HashSet;
use std::fs::File;
use std::io::{self, Read};

#[derive(Serialize)]
struct Answer {
    set: u64,
    line: u64,
    solved: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    explanation: Option<Explanation>,
}

/// The JSON of a data set that cannot be judged.
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
        // Messages show a name that is not UTF-8 with replacement characters; the file is opened by its real name.
        arguments.file.to_string_lossy()
    });
    let name = name.as_deref();
    let reader: Box<dyn Read> = match name {
        None => Box::new(io::stdin().lock()),
        Some(name) => match File::open(&arguments.file) {
            Ok(file) => Box::new(file),
            Err(error) => {
                output.error(&Origin::argument(), &cannot_read(Some(name), &error))?;
                return output.finish();
            }
        },
    };
    let mut session = Session { name, explain: arguments.explain, output, judged: 0, noted: HashSet::new() };
    session.judge_all(&mut Lines::new(reader))?;
    session.output.finish()
}

struct Session<'a> {
    /// The file; `None` for standard input.
    name: Option<&'a str>,
    explain: bool,
    output: Output,
    /// The number of data sets answered or reported.
    judged: u64,
    /// The notes that were printed: once is enough for a file whose sets all use the same characters.
    noted: HashSet<Note>,
}

impl Session<'_> {
    fn judge_all(&mut self, lines: &mut Lines<Box<dyn Read>>) -> Result<(), Stop> {
        let interruption = Interruption::watch();
        let mut judge = Judge::new();
        while !judge.is_over() {
            let ruling = match lines.next() {
                Some(Line::Complete(line)) => judge.take(line),
                Some(Line::TooLong) => judge.take_long_line(lines::MAX_BYTES),
                None => {
                    // A program that waits for answers before it sends more gets them; for others this is one write
                    // for hundreds of answers.
                    self.output.flush()?;
                    let (judged, quiet) = (self.judged, self.output.is_quiet());
                    match interruption.while_waiting(move || report_stop(judged, quiet), || lines.refill())? {
                        Ok(true) => continue,
                        Ok(false) => judge.finish(),
                        Err(error) => return self.report_unreadable(&error),
                    }
                }
            };
            if let Some(ruling) = ruling {
                self.write(ruling, &judge)?;
            }
        }
        if lines.has_text() {
            let origin = self.origin(judge.line() + 1);
            let note = language::shown(&CommandMessage::TextAfterEnd);
            self.output.note(&format!("{}{note}", prefix(&origin)));
        }
        Ok(())
    }

    fn write(&mut self, ruling: Ruling, judge: &Judge) -> Result<(), Stop> {
        let Ruling { set, line, verdict } = ruling;
        self.judged += u64::from(set.is_some());
        let solved = match verdict {
            Ok(solved) => solved,
            Err(error) => return self.write_error(set, line, error.into()),
        };
        let notes = judge.notes();
        if self.output.is_json() {
            let explanation = self.explain.then(|| Explanation::new(&judge.stickers()));
            return self.output.object(&Answer {
                set: judge.set(),
                line,
                solved,
                notes: notes.iter().map(|note| note.text(language::of_json())).collect(),
                explanation,
            });
        }
        for note in notes {
            if self.noted.insert(note.clone()) {
                let origin = self.origin(line);
                let note = language::shown(&CommandMessage::DataSet { set: judge.set(), note });
                self.output.note(&format!("{}{note}", prefix(&origin)));
            }
        }
        let answer = if solved { "Yes" } else { "No" };
        if self.explain {
            let style = self.output.style();
            let explanation = Explanation::text(&judge.stickers(), style);
            return self.output.put(OutputItem::Block(format!("{answer}\n{explanation}")));
        }
        // No allocation per answer: there may be hundreds of millions.
        self.output.bytes(if solved { b"Yes\n" } else { b"No\n" })
    }

    /// Reports a data set that cannot be judged: one line on standard output like every other set, the reason on standard
    /// error.
    fn write_error(&mut self, set: Option<u64>, line: u64, error: RequestError) -> Result<(), Stop> {
        let origin = self.origin(line);
        if self.output.is_json() {
            self.output.fail();
            return self.output.object(&BadSet { set, error: ErrorObject::new(&error, &origin) });
        }
        if set.is_some() {
            self.output.line("Error")?;
        }
        self.output.error(&origin, &error)
    }

    /// Reports a source that cannot be read any further.
    fn report_unreadable(&mut self, error: &io::Error) -> Result<(), Stop> {
        self.output.error(&Origin::argument(), &cannot_read(self.name, error))
    }

    fn origin(&self, line: u64) -> Origin {
        Origin::line_of(self.name, usize::try_from(line).unwrap_or(usize::MAX))
    }
}

fn report_stop(judged: u64, quiet: bool) {
    if !quiet {
        print_message(&language::shown(&CommandMessage::StoppedAfterSets { sets: judged }));
    }
}
