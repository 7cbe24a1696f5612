//! Reads cubes from arguments and writes them.

use crate::cli::ReadArguments;
use crate::error::{Failure, RequestError, Stop, message_style};
use crate::input::{Inputs, Origin, Record, Splitting, read_argument};
use crate::output::{Output, prefix};
use cubegod::formats::Format;
use cubegod::{Cancellation, ReadOptions, Reading};
use cubegod_service::{Advice, reading_advice};
pub(crate) use cubegod_service::{face_letters, own_letters, response_format, usual_alphabet, write_in};
use std::ops::Deref;
use std::path::Path;

/// A cube and its origin.
pub(crate) struct CubeRecord {
    pub(crate) origin: Origin,
    pub(crate) cube: cubegod_service::ReadCube,
}

impl Deref for CubeRecord {
    type Target = cubegod_service::ReadCube;

    fn deref(&self) -> &cubegod_service::ReadCube {
        &self.cube
    }
}

/// Reads and answers all cubes; bad ones are reported, and the others are answered.
pub(crate) fn for_each(
    arguments: &[String],
    read: &ReadArguments,
    output: &mut Output,
    answer: impl FnMut(&CubeRecord, &mut Output) -> Result<(), Failure>,
) -> Result<(), Stop> {
    let inputs = Inputs::cubes(arguments, Splitting::of(read.from))?;
    for_each_in(inputs, &read.options(), output, answer)
}

/// Like [`for_each`], for records that were split already.
pub(crate) fn for_each_in(
    mut inputs: Inputs,
    options: &ReadOptions,
    output: &mut Output,
    mut answer: impl FnMut(&CubeRecord, &mut Output) -> Result<(), Failure>,
) -> Result<(), Stop> {
    while let Some(record) = inputs.next() {
        let origin = record.origin.clone();
        let result = read_record(record, options).map_err(Failure::from).and_then(|cube| {
            if let Some(note) = cube.note.as_ref().filter(|_| !output.is_json()) {
                output.note(&format!("{}{}", prefix(&origin), note.message(message_style())));
            }
            answer(&cube, output)
        });
        output.finish_record(&origin, result, inputs.would_wait())?;
    }
    Ok(())
}

/// Reads the cube of a record.
pub(crate) fn read_record(record: Record, options: &ReadOptions) -> Result<CubeRecord, RequestError> {
    let Record { origin, text } = record;
    let text = text?;
    let cube =
        cubegod_service::ReadCube::read_below(&text, options, origin.lines_above(), Cancellation::never())
            .map_err(|error| {
                if origin.is_argument() && Path::new(&text).is_file() {
                    error.with_advice(Advice::ReadFile { reference: format!("@{text}") })
                } else if let Some(advice) = reading_advice(&error, &text, Cancellation::never()) {
                    error.with_advice(advice)
                } else {
                    error
                }
            })?;
    Ok(CubeRecord { origin, cube })
}

/// Reads the only cube of an argument.
pub(crate) fn read_single(argument: &str, read: &ReadArguments) -> Result<Reading, RequestError> {
    let options = read.options();
    let text = read_argument(argument)?;
    cubegod::read(&text, &options).map_err(|error| RequestError::reading(error, &text, 0))
}

/// Writes a cube: as a line, or as a block if its layout has several lines.
pub(crate) fn put(output: &mut Output, format: Format, text: &str) -> Result<(), Stop> {
    if format.is_single_line() { output.line(text) } else { output.block(text) }
}
