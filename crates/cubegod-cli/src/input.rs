//! Input: arguments, files (`@file`) and standard input (`-`), each with any number of records.

mod binary;
mod counted;

pub(crate) use cubegod::formats::records::{Lines, MAX_LINE, RecordError, Splitting};

use crate::error::{RequestError, Stop};
use counted::Counted;
use cubegod::formats::LayoutError;
use cubegod::formats::records::{Records, TextRecord};
use cubegod_service::{InputError, InputSource, Localized};
use cubegod_teach::Language;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::sync::Arc;

/// The argument for standard input.
const STANDARD_INPUT: &str = "-";

/// After this many lines in a row that are not text, the rest of an input is not read.
pub(crate) const MAX_NOT_TEXT: usize = 20;

/// The origin of a record.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Origin {
    source: Source,
    /// The number of its first line; none for an argument of one record.
    line: Option<usize>,
}

#[derive(Clone, Debug, PartialEq)]
enum Source {
    /// The only argument.
    Argument,
    /// One of several arguments, counted from 1.
    Numbered(usize),
    StandardInput,
    File(Arc<str>),
}

impl Origin {
    /// Returns the number of lines above it, to convert line numbers within the record.
    pub(crate) fn lines_above(&self) -> usize {
        self.line.map_or(0, |line| line - 1)
    }

    /// Returns the origin of an argument that is not a cube.
    pub(crate) fn argument() -> Origin {
        Origin { source: Source::Argument, line: None }
    }

    /// Returns the origin of a line of a file, or of standard input.
    pub(crate) fn line_of(file: Option<&str>, line: usize) -> Origin {
        let source = file.map_or(Source::StandardInput, |name| Source::File(name.into()));
        Origin { source, line: Some(line) }
    }

    /// Returns the origin of all of a file, or of standard input.
    pub(crate) fn file_or_input(file: Option<&str>) -> Origin {
        let source = file.map_or(Source::StandardInput, |name| Source::File(name.into()));
        Origin { source, line: None }
    }

    /// Returns whether it is the only argument.
    pub(crate) fn is_only_argument(&self) -> bool {
        self.source == Source::Argument
    }

    /// Returns whether it is an argument, which has no line numbers.
    pub(crate) fn is_argument(&self) -> bool {
        matches!(self.source, Source::Argument | Source::Numbered(_))
    }

    /// Returns the line for JSON.
    pub(crate) fn line(&self) -> Option<usize> {
        self.line.filter(|_| !self.is_argument())
    }

    /// Returns the file for JSON.
    pub(crate) fn file(&self) -> Option<&str> {
        match &self.source {
            Source::File(name) => Some(name),
            _ => None,
        }
    }
}

/// `cubes.txt, line 7`; nothing for the only argument.
impl Localized for Origin {
    fn text(&self, language: Language) -> String {
        let is_english = language == Language::English;
        let source = match &self.source {
            Source::Argument | Source::StandardInput => None,
            Source::Numbered(number) if is_english => Some(format!("argument {number}")),
            Source::Numbered(number) => Some(format!("第 {number} 个参数")),
            Source::File(name) => Some(name.to_string()),
        };
        let line =
            self.line.map(|line| if is_english { format!("line {line}") } else { format!("第 {line} 行") });
        let parts: Vec<String> = source.into_iter().chain(line).collect();
        parts.join(if is_english { ", " } else { "，" })
    }
}

/// One record to answer.
pub(crate) struct Record {
    /// Its origin.
    pub(crate) origin: Origin,
    /// Its text, or the error for it.
    pub(crate) text: Result<String, RequestError>,
}

/// A reader of records, which may move to another thread.
type SourceReader = Box<dyn Read + Send>;

/// The records of all arguments, one by one.
pub(crate) struct Inputs {
    arguments: std::iter::Enumerate<std::vec::IntoIter<String>>,
    splitting: Splitting,
    /// Whether every argument is one record.
    whole_arguments: bool,
    several: bool,
    /// The last argument that may block.
    last_slow: Option<usize>,
    /// The bytes of all arguments, if none may block.
    total_bytes: Option<u64>,
    current: Option<Input>,
    /// The index of that argument, or of the next one.
    index: usize,
    /// The bytes of the arguments before the current one.
    bytes_before: u64,
}

/// The argument that is being read.
struct Input {
    source: Source,
    records: Records<BufReader<Counted<SourceReader>>>,
    /// Whether a record was found.
    has_any: bool,
    /// How many of the last records in a row were not text.
    not_text: usize,
}

impl Inputs {
    /// Returns the cubes of arguments.
    pub(crate) fn cubes(arguments: &[String], splitting: Splitting) -> Result<Inputs, Stop> {
        Inputs::new(arguments, splitting, false)
    }

    /// Returns the move sequences of arguments: an argument is one sequence; files and standard input have one per line.
    pub(crate) fn algs(arguments: &[String]) -> Result<Inputs, Stop> {
        Inputs::new(arguments, Splitting::Lines, true)
    }

    fn new(arguments: &[String], splitting: Splitting, whole_arguments: bool) -> Result<Inputs, Stop> {
        if arguments.iter().filter(|argument| *argument == STANDARD_INPUT).count() > 1 {
            return Err(RequestError::from(InputError::StandardInputTwice).into());
        }
        let sizes: Vec<Option<u64>> = arguments.iter().map(|argument| size(argument)).collect();
        Ok(Inputs {
            arguments: Vec::from(arguments).into_iter().enumerate(),
            splitting,
            whole_arguments,
            several: arguments.len() > 1,
            last_slow: sizes.iter().rposition(Option::is_none),
            total_bytes: sizes.into_iter().sum(),
            current: None,
            index: 0,
            bytes_before: 0,
        })
    }

    /// Returns the next record; none at the end.
    pub(crate) fn next(&mut self) -> Option<Record> {
        loop {
            if let Some(input) = &mut self.current {
                match input.next() {
                    Some(record) => return Some(record),
                    None => {
                        let input = self.current.take()?;
                        self.bytes_before += input.bytes();
                        if !input.has_any {
                            let origin = Origin { source: input.source, line: None };
                            return Some(Record { origin, text: Err(self.nothing()) });
                        }
                    }
                }
            }
            let (index, argument) = self.arguments.next()?;
            self.index = index;
            if let Some(record) = self.begin(index, &argument) {
                return Some(record);
            }
        }
    }

    fn nothing(&self) -> RequestError {
        match self.whole_arguments {
            true => InputError::NoMoves.into(),
            false => LayoutError::Empty.into(),
        }
    }

    /// Returns whether reading the next record may block: it is neither buffered nor in a file.
    pub(crate) fn would_wait(&self) -> bool {
        let has_line = |input: &Input| input.records.reader().buffer().trim_ascii_start().contains(&b'\n');
        self.last_slow.is_some_and(|last| self.index <= last) && !self.current.as_ref().is_some_and(has_line)
    }

    /// Returns the number of bytes to read, if it is known.
    pub(crate) fn total_bytes(&self) -> Option<u64> {
        self.total_bytes
    }

    /// Returns the number of bytes of all records so far.
    pub(crate) fn bytes(&self) -> u64 {
        self.bytes_before + self.current.as_ref().map_or(0, Input::bytes)
    }

    /// Opens an argument. Returns a record if there is nothing to split.
    fn begin(&mut self, index: usize, argument: &str) -> Option<Record> {
        let argument_source = if self.several { Source::Numbered(index + 1) } else { Source::Argument };
        let (source, reader) = match opened(argument) {
            Ok(Opened::Text(text)) if self.whole_arguments && !text.trim().is_empty() => {
                let origin = Origin { source: argument_source, line: None };
                return Some(Record { origin, text: Ok(text) });
            }
            Ok(Opened::Text(text)) => (argument_source, Box::new(Cursor::new(text)) as SourceReader),
            Ok(Opened::StandardInput(reader)) => (Source::StandardInput, reader),
            Ok(Opened::File(name, reader)) => (Source::File(name.into()), reader),
            Err(error) => {
                let origin = Origin::argument();
                return Some(Record { origin, text: Err(error) });
            }
        };
        let mut reader = BufReader::with_capacity(1 << 16, Counted::new(reader));
        let is_file = matches!(source, Source::StandardInput | Source::File(_));
        // A reader that fails is reported with its first record.
        let not_text = reader.fill_buf().ok().filter(|_| is_file).and_then(binary::detect);
        if let Some(not_text) = not_text {
            let text = Err(not_text.into());
            return Some(Record { origin: Origin { source, line: None }, text });
        }
        let records = Records::new(reader, self.splitting);
        self.current = Some(Input { source, records, has_any: false, not_text: 0 });
        None
    }
}

impl Input {
    fn bytes(&self) -> u64 {
        let reader = self.records.reader();
        (reader.get_ref().count() - reader.buffer().len() as u64).saturating_sub(self.records.bytes_ahead())
    }

    fn next(&mut self) -> Option<Record> {
        if self.not_text == MAX_NOT_TEXT && !self.records.is_at_end() {
            self.close();
            let origin = Origin { source: self.source.clone(), line: None };
            let text = Err(InputError::NotTextLines { lines: MAX_NOT_TEXT }.into());
            return Some(Record { origin, text });
        }
        let is_first = !self.has_any;
        let next = self.records.next();
        self.has_any |= !matches!(next, Ok(None));
        match next {
            Ok(None) => None,
            Ok(Some(TextRecord { line, text })) => {
                self.not_text = if is_not_text(&text) { self.not_text + 1 } else { 0 };
                // The line number of an argument with one record is no help.
                let is_plain = matches!(self.source, Source::Argument | Source::Numbered(_))
                    && is_first
                    && self.records.is_at_end();
                let origin = Origin { source: self.source.clone(), line: (!is_plain).then_some(line) };
                let text = text.map_err(|error| InputError::Record(error).into());
                Some(Record { origin, text })
            }
            Err(error) => {
                let source = match &self.source {
                    Source::File(name) => InputSource::File(name.to_string()),
                    _ => InputSource::StandardInput,
                };
                self.close();
                let text = Err(InputError::unreadable(source, &error).into());
                Some(Record { origin: Origin::argument(), text })
            }
        }
    }

    /// Stops reading.
    fn close(&mut self) {
        let nothing = Counted::new(Box::new(io::empty()) as SourceReader);
        self.records = Records::new(BufReader::new(nothing), Splitting::Lines);
        self.not_text = 0;
    }
}

/// Returns whether a record is not text: it has bytes that are not UTF-8, or zeros.
fn is_not_text(text: &Result<String, RecordError>) -> bool {
    match text {
        Ok(text) => text.contains('\0'),
        Err(error) => matches!(error, RecordError::NotText { .. }),
    }
}

/// An opened argument.
enum Opened {
    Text(String),
    StandardInput(SourceReader),
    File(String, SourceReader),
}

fn opened(argument: &str) -> Result<Opened, RequestError> {
    if argument == STANDARD_INPUT {
        return Ok(Opened::StandardInput(Box::new(io::stdin())));
    }
    let Some(name) = argument.strip_prefix('@') else {
        return Ok(Opened::Text(argument.to_owned()));
    };
    match File::open(name) {
        Ok(file) => Ok(Opened::File(name.to_owned(), Box::new(file))),
        Err(error) => Err(InputError::unreadable(InputSource::File(name.to_owned()), &error).into()),
    }
}

/// Returns the error for a file, or standard input, that cannot be read.
pub(crate) fn cannot_read(name: Option<&str>, error: &io::Error) -> RequestError {
    let source = name.map_or(InputSource::StandardInput, |name| InputSource::File(name.to_owned()));
    InputError::unreadable(source, error).into()
}

/// Returns the whole text of an argument, a file or standard input.
pub(crate) fn read_argument(argument: &str) -> Result<String, RequestError> {
    let (source, reader) = match opened(argument)? {
        Opened::Text(text) => return Ok(text),
        Opened::StandardInput(reader) => (InputSource::StandardInput, reader),
        Opened::File(name, reader) => (InputSource::File(name), reader),
    };
    let mut bytes = Vec::new();
    if let Err(error) = reader.take(MAX_LINE as u64 + 1).read_to_end(&mut bytes) {
        return Err(InputError::unreadable(source, &error).into());
    }
    if bytes.len() > MAX_LINE {
        return Err(InputError::TooLong { source, max: MAX_LINE }.into());
    }
    if let Some(not_text) = binary::detect(&bytes) {
        return Err(not_text.into());
    }
    String::from_utf8(bytes).map_err(|error| {
        let position = error.utf8_error().valid_up_to() + 1;
        InputError::NotUtf8 { source, position }.into()
    })
}

/// Returns the size of an argument in bytes; none if it is not known before it is read.
fn size(argument: &str) -> Option<u64> {
    match argument.strip_prefix('@') {
        // A file that cannot be opened is one error and has no bytes.
        Some(name) => fs::metadata(name).map_or(Some(0), |file| file.is_file().then_some(file.len())),
        None if argument == STANDARD_INPUT => standard_input_size(),
        None => Some(argument.len() as u64),
    }
}

/// Returns the bytes that are left of standard input, if it is a file.
#[cfg(unix)]
fn standard_input_size() -> Option<u64> {
    use std::io::Seek;
    use std::os::fd::AsFd;
    let mut file = File::from(io::stdin().as_fd().try_clone_to_owned().ok()?);
    let metadata = file.metadata().ok().filter(|metadata| metadata.is_file())?;
    Some(metadata.len().saturating_sub(file.stream_position().ok()?))
}

#[cfg(not(unix))]
fn standard_input_size() -> Option<u64> {
    None
}

/// Returns whether an argument is standard input.
pub(crate) fn is_standard_input(argument: &str) -> bool {
    argument == STANDARD_INPUT
}
