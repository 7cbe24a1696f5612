//! Errors of whole batches. What is wrong with one row is in its column `error`.

use crate::messages;
use cubegod_cache::{FileError, Reason};
use cubegod_service::{MessageStyle, OptionId, RequestError};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

/// An error that ends a batch. [`BatchError::message`] writes it in the spelling and the language of an edge; `Display` is English.
#[derive(Debug)]
#[non_exhaustive]
pub enum BatchError {
    /// Options of the solver that exclude each other. Nothing was done.
    Options(Box<RequestError>),
    /// Options or files that exclude each other. Nothing was done.
    Usage(UsageError),
    /// There is no such column.
    NoColumn {
        /// The column that should have the cubes.
        column: String,
        /// The columns that there are.
        found: Vec<String>,
    },
    /// Several columns have the name.
    DuplicateColumn {
        /// The column that should have the cubes.
        column: String,
        /// The number of columns with that name.
        count: usize,
    },
    /// The column has a type that holds no cubes.
    ColumnType {
        /// The column that should have the cubes.
        column: String,
        /// Its type.
        found: String,
    },
    /// A column has the name of a column that is added.
    ColumnExists {
        /// Its name.
        column: String,
    },
    /// The columns of a file, so that the same run would fail again.
    Columns {
        /// The file.
        path: PathBuf,
        /// What is wrong with its columns.
        error: Box<BatchError>,
    },
    /// The input has unexpected contents, so that the same run would fail again.
    Input {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: Option<u64>,
        /// What is unexpected.
        fault: InputFault,
    },
    /// A file cannot be read or written. The same run can continue once that is repaired.
    File(FileError),
    /// The parts or the output cannot be written. The same run can continue once that is repaired.
    Output {
        /// The file or folder.
        path: PathBuf,
        /// Why not.
        fault: OutputFault,
    },
    /// The system starts no thread.
    Thread(Reason),
    /// An error after which solved rows are kept.
    Kept {
        /// The error.
        error: Box<BatchError>,
        /// The number of rows that are kept.
        rows: u64,
        /// Where they are kept.
        folder: PathBuf,
    },
    /// The run was cancelled. The rows that were solved by then are kept.
    Stopped {
        /// The number of rows that are kept.
        rows: u64,
    },
    /// An error of Arrow.
    #[cfg(feature = "arrow")]
    Arrow(arrow_schema::ArrowError),
}

/// Options or files that exclude each other.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum UsageError {
    /// An option that a batch does not have, as a row has one solution.
    AbsentOption(OptionId),
    /// Standard input or output as a file.
    StandardStream,
    /// A name that does not tell the kind of the file.
    UnknownKind {
        /// The file.
        path: PathBuf,
    },
    /// Parquet, in a build without it.
    NoParquet,
    /// The output exists.
    OutputExists {
        /// The output.
        path: PathBuf,
    },
    /// The output exists and is not a regular file.
    OutputNotRegular {
        /// The output.
        path: PathBuf,
    },
    /// The input is the output.
    SameFile {
        /// The input.
        source: PathBuf,
        /// The output.
        target: PathBuf,
    },
    /// The input is among the parts of the output.
    InputAmongParts {
        /// The input.
        source: PathBuf,
        /// The folder of the parts.
        folder: PathBuf,
        /// The output.
        target: PathBuf,
    },
    /// The folder of the parts has other files.
    ForeignFiles {
        /// The output.
        target: PathBuf,
        /// The folder of the parts.
        folder: PathBuf,
        /// One of the files.
        name: String,
    },
    /// The parts belong to another run.
    OtherRun {
        /// The folder of the parts.
        folder: PathBuf,
        /// The first difference.
        difference: Difference,
    },
}

/// A difference between two runs.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum Difference {
    /// The input was changed.
    Input,
    /// Another value of a setting.
    Setting {
        /// Its name.
        name: String,
        /// The value of the earlier run.
        before: String,
        /// The value of this run.
        now: String,
    },
    /// Other settings, as only another version has them.
    Version,
    /// Another table of proofs.
    ProofTable {
        /// The table of the earlier run.
        before: String,
        /// The table of this run.
        now: String,
    },
    /// The manifest cannot be parsed.
    DamagedManifest,
    /// The manifest cannot be read.
    Unreadable(Reason),
}

/// Unexpected contents of the input.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum InputFault {
    /// Not a regular file.
    NotRegular,
    /// Changed by another program.
    Changed,
    /// A CSV file without a line.
    EmptyCsv,
    /// A Parquet file of no bytes.
    EmptyParquet,
    /// Many lines in a row that are not text.
    NotText {
        /// The number of lines.
        lines: usize,
    },
    /// A line of JSON that is not UTF-8.
    NotUtf8Line,
    /// A column name that is not UTF-8.
    NotUtf8Name,
    /// A value that is not UTF-8.
    NotUtf8Value {
        /// Its column.
        column: String,
    },
    /// A line of JSON that is too long.
    LongLine {
        /// The longest possible one.
        mebibytes: u64,
    },
    /// A record of CSV that is too long.
    LongRecord {
        /// The longest possible one.
        mebibytes: u64,
    },
    /// Text after the end of a quoted value.
    TextAfterValue,
    /// A quotation mark that is not closed.
    Unclosed {
        /// The number of mebibytes in which it is not; none for the rest of the file.
        mebibytes: Option<u64>,
    },
    /// Another number of values than of columns.
    ValueCount {
        /// The number of values.
        found: usize,
        /// The number of columns.
        expected: usize,
    },
    /// Not a JSON object.
    NotAnObject {
        /// The reason that the parser gives.
        reason: String,
        /// The column of the line.
        column: usize,
    },
    /// A string of JSON that cannot be read.
    JsonText {
        /// The reason that the parser gives.
        reason: String,
    },
    /// A field that occurs twice.
    DuplicateField {
        /// Its name.
        name: String,
    },
    /// More different fields than columns can be.
    TooManyFields {
        /// The first one that is too many.
        name: String,
        /// The most.
        max: usize,
    },
    /// Something about several lines, in the words of the library that reads them.
    Lines {
        /// The first line, from 1.
        first: u64,
        /// The last line.
        last: u64,
        /// The reason.
        reason: String,
    },
    /// Not a complete Parquet file.
    NotParquet {
        /// The reason that the library gives.
        reason: String,
    },
    /// Rows of a row group cannot be read. All numbers are counted from 0.
    RowGroup {
        /// The row group.
        group: usize,
        /// The number of row groups.
        groups: usize,
        /// The first row.
        first: u64,
        /// The last row.
        last: u64,
        /// What is wrong with them.
        fault: Box<InputFault>,
    },
    /// Fewer rows than the metadata says.
    MissingRows {
        /// The number of missing rows.
        count: usize,
    },
    /// A column of a type that CSV cannot hold.
    NestedColumn {
        /// Its name.
        column: String,
        /// Its type.
        found: String,
    },
    /// A column that is added has the name of a field.
    FieldExists {
        /// The name.
        name: String,
    },
    /// The reason that the library gives, or the system.
    Other(String),
}

/// A file or folder that cannot be written.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum OutputFault {
    /// The folder of the parts cannot be used.
    PartsFolder {
        /// Why not.
        reason: Reason,
        /// Whether the folder that it is in is missing.
        is_missing: bool,
    },
    /// Another run, or several, are writing it.
    Busy {
        /// Whether several runs are.
        by_several: bool,
    },
    /// A part that is damaged.
    DamagedPart {
        /// What is wrong with it.
        reason: String,
    },
    /// Rows that cannot be encoded.
    Encoding {
        /// Why not.
        reason: String,
    },
}

impl BatchError {
    /// Returns what is wrong, where, and what to do, as an edge writes it.
    pub fn message(&self, style: MessageStyle) -> String {
        messages::message(self, style)
    }
}

impl fmt::Display for BatchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message(MessageStyle::NEUTRAL))
    }
}

impl std::error::Error for BatchError {}

#[cfg(feature = "arrow")]
impl From<arrow_schema::ArrowError> for BatchError {
    fn from(error: arrow_schema::ArrowError) -> BatchError {
        BatchError::Arrow(error)
    }
}

impl From<UsageError> for BatchError {
    fn from(error: UsageError) -> BatchError {
        BatchError::Usage(error)
    }
}

#[cfg_attr(not(feature = "files"), expect(dead_code))]
impl BatchError {
    /// Returns the error for an input with unexpected contents.
    pub(crate) fn input(path: &Path, fault: InputFault) -> BatchError {
        BatchError::Input { path: path.to_owned(), line: None, fault }
    }

    /// Returns the error for a line with unexpected contents.
    pub(crate) fn line(path: &Path, line: u64, fault: InputFault) -> BatchError {
        BatchError::Input { path: path.to_owned(), line: Some(line), fault }
    }

    /// Returns the error for a thread that cannot be started.
    pub(crate) fn thread(error: &io::Error) -> BatchError {
        BatchError::Thread(Reason::of(error))
    }

    /// Adds the path of the input to an error about its columns.
    pub(crate) fn in_file(self, path: &Path) -> BatchError {
        let is_about_columns = match &self {
            BatchError::NoColumn { .. }
            | BatchError::DuplicateColumn { .. }
            | BatchError::ColumnType { .. }
            | BatchError::ColumnExists { .. } => true,
            #[cfg(feature = "arrow")]
            BatchError::Arrow(_) => true,
            _ => false,
        };
        match is_about_columns {
            true => BatchError::Columns { path: path.to_owned(), error: Box::new(self) },
            false => self,
        }
    }

    /// Adds where solved rows are kept, and how to continue.
    pub(crate) fn with_kept(self, rows: u64, folder: &Path) -> BatchError {
        BatchError::Kept { error: Box::new(self), rows, folder: folder.to_owned() }
    }
}
