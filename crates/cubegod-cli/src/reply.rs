//! The reply to one record: built on any thread, and written in the order of the records.

use crate::error::{ErrorObject, RequestError, Stop, message_style};
use crate::input::Origin;
use crate::output::prefix;
use cubegod::Cancellation;
use cubegod::render::Palette;
use cubegod::render::ansi::{AnsiOptions, ColorDepth};
use serde::Serialize;
use std::io;

/// A reply is sent in parts of this many items.
const MAX_PENDING: usize = 256;

/// One item of output.
#[derive(Debug, PartialEq)]
pub(crate) enum OutputItem {
    /// A line of an answer.
    Line(String),
    /// Several lines, with a blank line before them.
    Block(String),
    /// A JSON object with its line end.
    Json(Vec<u8>),
    /// A note on standard error.
    Note(String),
    /// An error on standard error.
    Error(String),
}

/// How output is written.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Style {
    /// Whether to write JSON.
    pub(crate) json: bool,
    /// The colours of the terminal.
    pub(crate) depth: ColorDepth,
    /// Whether flaws are the answer (`check`) rather than an error.
    pub(crate) flaws_are_answers: bool,
}

impl Style {
    /// Returns the options of nets with a palette.
    pub(crate) fn ansi_with(self, palette: Palette) -> AnsiOptions {
        AnsiOptions::new().depth(self.depth).palette(palette)
    }

    /// Returns the output of an error.
    pub(crate) fn error(self, origin: &Origin, error: &RequestError) -> Result<OutputItem, Stop> {
        if self.json {
            return object(&ErrorObject::new(error, origin));
        }
        let (prefix, style) = (prefix(origin), message_style());
        if let Some(diagnosis) = error.diagnosis() {
            if self.flaws_are_answers {
                let report = diagnosis.report(&self.ansi_with(Palette::STANDARD), style);
                return Ok(OutputItem::Block(format!("{prefix}{report}")));
            }
            // Without colours, as it is not known here whether standard error shows them.
            let report = diagnosis.report(&AnsiOptions::default(), style);
            return Ok(OutputItem::Error(format!("{prefix}{}", report.trim_end())));
        }
        let detail = error.detail(style).map(|detail| format!("\n{detail}")).unwrap_or_default();
        Ok(OutputItem::Error(format!("{prefix}{}{}", error.message(style), detail.replace('\n', "\n  "))))
    }
}

/// Returns a JSON object as output.
pub(crate) fn object(object: &impl Serialize) -> Result<OutputItem, Stop> {
    let mut line = serde_json::to_vec(object).map_err(io::Error::from)?;
    line.push(b'\n');
    Ok(OutputItem::Json(line))
}

/// The reply to one record.
pub(crate) struct Reply<'a> {
    style: Style,
    finished: Finished,
    /// Cancels the search for the answer.
    cancellation: &'a Cancellation,
    /// Sends the items so far.
    send: &'a mut dyn FnMut(Vec<OutputItem>) -> Result<(), Stop>,
}

/// The rest of a finished reply.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Finished {
    pub(crate) items: Vec<OutputItem>,
    /// Whether the record failed.
    pub(crate) has_failed: bool,
}

impl<'a> Reply<'a> {
    pub(crate) fn new(
        style: Style,
        cancellation: &'a Cancellation,
        send: &'a mut dyn FnMut(Vec<OutputItem>) -> Result<(), Stop>,
    ) -> Reply<'a> {
        Reply { style, finished: Finished::default(), cancellation, send }
    }

    /// Whether to write JSON.
    pub(crate) fn is_json(&self) -> bool {
        self.style.json
    }

    /// Cancels the search for the answer.
    pub(crate) fn cancellation(&self) -> &'a Cancellation {
        self.cancellation
    }

    /// Writes a JSON object.
    pub(crate) fn object(&mut self, object: &impl Serialize) -> Result<(), Stop> {
        self.push(self::object(object)?)
    }

    /// Writes a line.
    pub(crate) fn line(&mut self, line: String) -> Result<(), Stop> {
        self.push(OutputItem::Line(line))
    }

    /// Writes several lines, with a blank line before them.
    pub(crate) fn block(&mut self, block: String) -> Result<(), Stop> {
        self.push(OutputItem::Block(block))
    }

    /// Marks the record as failed, for the exit code.
    pub(crate) fn fail(&mut self) {
        self.finished.has_failed = true;
    }

    /// Writes a note, unless `--quiet` is given.
    pub(crate) fn note(&mut self, text: String) {
        self.finished.items.push(OutputItem::Note(text));
    }

    /// Writes a message on standard error, even with `--quiet`.
    pub(crate) fn message(&mut self, text: String) {
        self.finished.items.push(OutputItem::Error(text));
    }

    /// Reports that the record, or a part of it, could not be answered.
    pub(crate) fn error(&mut self, origin: &Origin, error: &RequestError) -> Result<(), Stop> {
        self.finished.has_failed = true;
        self.push(self.style.error(origin, error)?)
    }

    /// Sends the items so far, before something that may take long.
    pub(crate) fn flush(&mut self) -> Result<(), Stop> {
        (self.send)(std::mem::take(&mut self.finished.items))
    }

    fn push(&mut self, item: OutputItem) -> Result<(), Stop> {
        self.finished.items.push(item);
        if self.finished.items.len() < MAX_PENDING {
            return Ok(());
        }
        if self.cancellation.is_cancelled() {
            return Err(Stop::Cancelled);
        }
        self.flush()
    }

    /// Returns the items that were not sent yet.
    pub(crate) fn finish(self) -> Finished {
        self.finished
    }
}
