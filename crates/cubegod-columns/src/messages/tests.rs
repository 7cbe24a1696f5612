use super::*;
use crate::error::{Difference, InputFault, OutputFault, UsageError};
use cubegod_cache::{FileAction, FileError, Reason};
use cubegod_service::{RequestError, Spelling};
use std::fmt::Write;
use std::io::ErrorKind;
use std::path::PathBuf;

fn path(name: &str) -> PathBuf {
    name.into()
}

fn text(text: &str) -> String {
    text.into()
}

fn denied() -> Reason {
    Reason::of(&ErrorKind::PermissionDenied.into())
}

fn usage_errors() -> Vec<UsageError> {
    let differences = [
        Difference::Input,
        Difference::Setting { name: text("metric"), before: text("htm"), now: text("qtm") },
        Difference::Version,
        Difference::ProofTable { before: text("optimal-1g"), now: text("optimal-4g") },
        Difference::DamagedManifest,
        Difference::Unreadable(denied()),
    ];
    let mut errors = vec![
        UsageError::AbsentOption(OptionId::All),
        UsageError::StandardStream,
        UsageError::UnknownKind { path: path("cubes") },
        UsageError::NoParquet,
        UsageError::OutputExists { path: path("out.csv") },
        UsageError::OutputNotRegular { path: path("pipe.csv") },
        UsageError::SameFile { source: path("in.csv"), target: path("out.csv") },
        UsageError::InputAmongParts {
            source: path("out.csv.parts/in.csv"),
            folder: path("out.csv.parts"),
            target: path("out.csv"),
        },
        UsageError::ForeignFiles {
            target: path("out.csv"),
            folder: path("out.csv.parts"),
            name: text("notes"),
        },
    ];
    errors.extend(
        differences.map(|difference| UsageError::OtherRun { folder: path("out.csv.parts"), difference }),
    );
    errors
}

fn input_faults() -> Vec<InputFault> {
    let reason = || text("the reason of a library");
    vec![
        InputFault::NotRegular,
        InputFault::Changed,
        InputFault::EmptyCsv,
        InputFault::EmptyParquet,
        InputFault::NotText { lines: 20 },
        InputFault::NotUtf8Line,
        InputFault::NotUtf8Name,
        InputFault::NotUtf8Value { column: text("cube") },
        InputFault::LongLine { mebibytes: 16 },
        InputFault::LongRecord { mebibytes: 16 },
        InputFault::TextAfterValue,
        InputFault::Unclosed { mebibytes: None },
        InputFault::Unclosed { mebibytes: Some(16) },
        InputFault::ValueCount { found: 1, expected: 2 },
        InputFault::NotAnObject { reason: reason(), column: 3 },
        InputFault::JsonText { reason: reason() },
        InputFault::DuplicateField { name: text("cube") },
        InputFault::TooManyFields { name: text("more"), max: 10_000 },
        InputFault::Lines { first: 1, last: 9, reason: reason() },
        InputFault::NotParquet { reason: reason() },
        InputFault::RowGroup {
            group: 0,
            groups: 2,
            first: 0,
            last: 9,
            fault: Box::new(InputFault::MissingRows { count: 1 }),
        },
        InputFault::NestedColumn { column: text("list"), found: text("List(Utf8)") },
        InputFault::FieldExists { name: text("error") },
        InputFault::Other(reason()),
    ]
}

fn errors() -> Vec<BatchError> {
    let no_column = || BatchError::NoColumn { column: text("cube"), found: vec![text("a"), text("b")] };
    let output = |fault| BatchError::Output { path: path("out.csv"), fault };
    let file =
        || BatchError::File(FileError { action: FileAction::Read, path: path("in.csv"), reason: denied() });
    let changed = || BatchError::input(&path("in.csv"), InputFault::Changed);
    let mut errors = vec![
        BatchError::Options(Box::new(RequestError::Conflict {
            first: OptionId::Budget.into(),
            second: OptionId::Nodes.into(),
        })),
        no_column(),
        BatchError::NoColumn { column: text("cube"), found: Vec::new() },
        BatchError::NoColumn { column: text("cube"), found: vec![text("a"); 22] },
        BatchError::DuplicateColumn { column: text("cube"), count: 2 },
        BatchError::ColumnType { column: text("cube"), found: text("Int64") },
        BatchError::ColumnExists { column: text("error") },
        no_column().in_file(&path("in.csv")),
        file(),
        output(OutputFault::PartsFolder { reason: denied(), is_missing: false }),
        output(OutputFault::PartsFolder { reason: denied(), is_missing: true }),
        output(OutputFault::Busy { by_several: false }),
        output(OutputFault::Busy { by_several: true }),
        output(OutputFault::DamagedPart { reason: text("it has 1 row; expected 2") }),
        output(OutputFault::Encoding { reason: text("the reason of a library") }),
        BatchError::Thread(denied()),
        file().with_kept(1, &path("out.csv.parts")),
        changed().with_kept(2, &path("out.csv.parts")),
        BatchError::Stopped { rows: 0 },
    ];
    errors.extend(usage_errors().into_iter().map(BatchError::Usage));
    errors.extend(input_faults().into_iter().map(|fault| BatchError::line(&path("in.csv"), 7, fault)));
    errors
}

#[test]
fn every_error_of_a_batch_reads_well_in_both_languages() {
    let mut texts = String::new();
    for error in errors() {
        let style = |language| MessageStyle::new(Spelling::COMMAND_LINE, language);
        let [english, chinese] = Language::ALL.map(|language| error.message(style(language)));
        // Writing to a string cannot fail.
        let _ = writeln!(texts, "{english}\n  {chinese}");
    }
    insta::assert_snapshot!(texts);
}

#[test]
fn an_error_names_options_as_the_edge_writes_them() {
    let error = BatchError::from(UsageError::OutputExists { path: path("out.csv") });
    assert_eq!(error.to_string(), "the output `out.csv` exists; use `overwrite` to replace it");
    let python = error.message(MessageStyle::english(Spelling::PYTHON));
    assert_eq!(python, "the output `out.csv` exists; name another output");
}
