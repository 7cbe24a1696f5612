//! English.

use super::{MAX_LISTED, name};
use crate::error::{BatchError, Difference, InputFault, OutputFault, UsageError};
use cubegod::formats::counted;
use cubegod_service::{Localized, MessageStyle, OptionId};

pub(super) fn message(error: &BatchError, style: MessageStyle) -> String {
    match error {
        BatchError::Options(error) => error.message(style),
        BatchError::Usage(error) => usage(error, style),
        BatchError::NoColumn { column, found } => {
            format!("there is no column `{column}`; {}", list_columns(found))
        }
        BatchError::DuplicateColumn { column, count } => {
            format!("{count} columns are called `{column}`; expected one")
        }
        BatchError::ColumnType { column, found } => format!(
            "the column `{column}` is of the type {found}; expected text, binary data, or binary data of 24 or 54 bytes"
        ),
        BatchError::ColumnExists { column } => {
            format!("there is a column `{column}` already, which would be added; rename or drop it first")
        }
        BatchError::Columns { path, error } => format!("`{}`: {}", path.display(), message(error, style)),
        BatchError::Input { path, line: None, fault: fault @ InputFault::NestedColumn { .. } } => {
            format!("`{}`: {}", path.display(), input(fault))
        }
        BatchError::Input { path, line, fault } => {
            let line = match (line, fault) {
                (None, _) => String::new(),
                (Some(line), InputFault::LongLine { .. } | InputFault::NotUtf8Line) => {
                    format!("line {line} ")
                }
                (Some(line), _) => format!("line {line}: "),
            };
            format!("cannot read the file `{}`: {line}{}", path.display(), input(fault))
        }
        BatchError::File(error) => error.text(style.language),
        BatchError::Output { path, fault } => {
            let path = path.display();
            match fault {
                OutputFault::PartsFolder { reason, is_missing } => {
                    let advice = match is_missing {
                        true => "create the folder of the output, or name another output",
                        false => "solved rows are kept there until all are solved; name another output",
                    };
                    format!("cannot use the folder `{path}`: {reason}; {advice}")
                }
                OutputFault::Busy { by_several: false } => format!(
                    "cannot write the file `{path}`: another run is writing it; wait until it ends, or name another output"
                ),
                OutputFault::Busy { by_several: true } => format!(
                    "cannot write the file `{path}`: other runs are writing it; wait until they end, or name another output"
                ),
                OutputFault::DamagedPart { reason } => format!(
                    "cannot read the file `{path}`: it is a damaged part: {reason}; remove it, and it is solved again"
                ),
                OutputFault::Encoding { reason } => format!("cannot write `{path}`: {reason}"),
            }
        }
        BatchError::Thread(reason) => format!("cannot start a thread: {reason}"),
        BatchError::Kept { error, rows, folder } => {
            let (message, folder) = (message(error, style), folder.display());
            let (are, count) = (if *rows == 1 { "is" } else { "are" }, counted(*rows, "row"));
            match **error {
                // The parts of a repaired file would be mixed with those of the old one.
                BatchError::Input { .. } | BatchError::Columns { .. } => format!(
                    "{message}; repair the file, then {} to start over: what is kept in `{folder}` ({count}) belongs to the file \
                     as it was",
                    restart(style)
                ),
                _ => format!(
                    "{message}; {count} {are} solved and kept in `{folder}`, the same command continues from there"
                ),
            }
        }
        BatchError::Stopped { .. } => "stopped".into(),
        #[cfg(feature = "arrow")]
        BatchError::Arrow(error) => error.to_string(),
    }
}

fn usage(error: &UsageError, style: MessageStyle) -> String {
    match error {
        UsageError::AbsentOption(option) => {
            format!("a row of a batch has one solution; leave out {}", name(*option, style))
        }
        UsageError::StandardStream => {
            "a batch cannot use standard input or output (`-`), because it continues where it was interrupted; name a file \
             (`solve` reads and writes streams)"
                .into()
        }
        UsageError::UnknownKind { path } => {
            let option = style.spelling.option(OptionId::Kind);
            let option = option.map(|option| format!(", or {option}")).unwrap_or_default();
            format!(
                "cannot tell the kind of `{}` from its name; expected .txt, .csv, .jsonl, .ndjson or .parquet{option}",
                path.display()
            )
        }
        UsageError::NoParquet => {
            "this build has no support for Parquet; `cargo install --locked --path crates/cubegod-cli --features parquet` \
             installs one that has"
                .into()
        }
        UsageError::OutputExists { path } => {
            let advice = match style.spelling.option(OptionId::Overwrite) {
                Some(option) => format!("use {option} to replace it"),
                None => "name another output".into(),
            };
            format!("the output `{}` exists; {advice}", path.display())
        }
        UsageError::OutputNotRegular { path } => format!(
            "the output `{}` exists and is not a regular file; name a file, as a batch continues where it was interrupted \
             (`solve` writes to pipes)",
            path.display()
        ),
        UsageError::SameFile { source, target } => format!(
            "the input `{}` and the output `{}` are the same file; name another output",
            source.display(),
            target.display()
        ),
        UsageError::InputAmongParts { source, folder, target } => format!(
            "`{}` is in the folder `{}`, where the parts of `{}` are kept; name another output",
            source.display(),
            folder.display(),
            target.display()
        ),
        UsageError::ForeignFiles { target, folder, name } => format!(
            "the parts of `{}` would be kept in the folder `{}`, which has other files, such as `{name}`; name another \
             output",
            target.display(),
            folder.display()
        ),
        UsageError::OtherRun { folder, difference } => format!(
            "the parts in `{}` belong to another run: {}; {} to delete them and start over, or name another output",
            folder.display(),
            self::difference(difference),
            restart(style)
        ),
    }
}

fn difference(difference: &Difference) -> String {
    match difference {
        Difference::Input => "the input was changed since".into(),
        Difference::Setting { name, before, now } => format!("{name} was {before} and is now {now}"),
        Difference::Version => "another version wrote them".into(),
        Difference::ProofTable { before, now } => {
            format!("the table of proofs was {before} and is now {now}")
        }
        Difference::DamagedManifest => "their manifest is damaged".into(),
        Difference::Unreadable(reason) => reason.to_string(),
    }
}

fn input(fault: &InputFault) -> String {
    const QUOTATION: &str =
        "close it, or write a quotation mark that belongs to a value as two, and the value between two";
    match fault {
        InputFault::NotRegular => "it is not a regular file".into(),
        InputFault::Changed => "it was changed while it was read".into(),
        InputFault::EmptyCsv => {
            "it is empty; expected a line with the column names, and a line for each cube".into()
        }
        InputFault::EmptyParquet => "it is empty; a Parquet file without rows still has a schema".into(),
        InputFault::NotText { lines } => {
            format!("{lines} lines in a row are not text; expected cubes in UTF-8")
        }
        InputFault::NotUtf8Line => "is not UTF-8; expected text in UTF-8".into(),
        InputFault::NotUtf8Name => "a column name is not UTF-8; expected text in UTF-8".into(),
        InputFault::NotUtf8Value { column } => {
            format!("column `{column}` is not UTF-8; expected text in UTF-8")
        }
        InputFault::LongLine { mebibytes } => {
            format!("is longer than {mebibytes} MiB; expected one JSON object per line")
        }
        InputFault::LongRecord { mebibytes } => {
            format!("it is longer than {mebibytes} MiB; expected a record, which is much shorter")
        }
        InputFault::TextAfterValue => {
            "there is text after the quotation mark that closes a value; expected a comma or the end of the line; a \
             quotation mark that belongs to a value is written as two"
                .into()
        }
        InputFault::Unclosed { mebibytes: None } => {
            format!("the quotation mark that begins a value is never closed; {QUOTATION}")
        }
        InputFault::Unclosed { mebibytes: Some(count) } => {
            format!("the quotation mark that begins a value is not closed in {count} MiB; {QUOTATION}")
        }
        InputFault::ValueCount { found, expected } => format!(
            "{}; expected {expected}, as the line of column names has; a value with a comma needs quotation marks",
            counted(*found as u64, "value")
        ),
        InputFault::NotAnObject { reason, column } => {
            format!("{reason} in column {column}; expected one JSON object per line")
        }
        InputFault::JsonText { reason } => format!("a text cannot be read: {reason}"),
        InputFault::DuplicateField { name } => {
            format!("the field `{name}` occurs twice; rename or drop one of them")
        }
        InputFault::TooManyFields { name, max } => format!(
            "the field `{name}` is one too many: the lines before it have {max} different ones; write .jsonl, which needs no \
             columns"
        ),
        InputFault::Lines { first, last, reason } => format!("lines {first} to {last}: {reason}"),
        InputFault::NotParquet { reason } => format!("it is not a complete Parquet file: {reason}"),
        InputFault::RowGroup { group, groups, first, last, fault } => format!(
            "row group {group} of {groups}, rows {first} to {last} of it (all counted from 0): {}",
            input(fault)
        ),
        InputFault::MissingRows { count } => {
            let are = if *count == 1 { "is" } else { "are" };
            format!(
                "{} {are} missing; the metadata says that there are more",
                counted(*count as u64, "row")
            )
        }
        InputFault::NestedColumn { column, found } => format!(
            "the column `{column}` is of the type {found}, which CSV cannot hold; write .parquet or .jsonl"
        ),
        InputFault::FieldExists { name } => {
            format!("there is a column `{name}` already, which would be added; rename or drop it first")
        }
        InputFault::Other(reason) => reason.clone(),
    }
}

/// Returns the advice to delete what an earlier run kept.
fn restart(style: MessageStyle) -> String {
    match style.spelling.option(OptionId::Restart) {
        Some(option) => format!("use {option}"),
        None => "restart the batch".into(),
    }
}

fn list_columns(columns: &[String]) -> String {
    if columns.is_empty() {
        return "there are no columns".into();
    }
    let names: Vec<String> = columns.iter().take(MAX_LISTED).map(|name| format!("`{name}`")).collect();
    let more = match columns.len().saturating_sub(MAX_LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("the columns are {}{more}", names.join(", "))
}
