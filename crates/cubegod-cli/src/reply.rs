//! What is said about one record: put together wherever the record is answered, and written when its turn comes.

use crate::error::{ErrorObject, RequestError, Stop, message_style};
use crate::input::Origin;
use crate::output::place;
use cubegod::Cancellation;
use cubegod::render::Palette;
use cubegod::render::ansi::{AnsiOptions, ColorDepth};
use serde::Serialize;
use std::io;

/// So many things are said before they are handed over, however many more are to come.
const MOST_KEPT: usize = 256;

/// One thing to be written.
#[derive(Debug, PartialEq)]
pub(crate) enum Said {
    /// An answer of one line.
    Line(String),
    /// An answer of several lines, with a blank line between it and what was there before.
    Block(String),
    /// An answer for machines, with its line end.
    Object(Vec<u8>),
    /// Something worth knowing, for people.
    Note(String),
    /// Why there is no answer, for people.
    Complaint(String),
}

/// How things are said.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Style {
    /// Whether answers are for machines.
    pub(crate) json: bool,
    /// How many colours the answers may have.
    pub(crate) depth: ColorDepth,
    /// Whether what is wrong with a cube is what was asked for, rather than why there is no answer.
    pub(crate) flaws_are_answers: bool,
}

impl Style {
    /// How nets are written with a palette.
    pub(crate) fn ansi_with(self, palette: Palette) -> AnsiOptions {
        AnsiOptions { depth: self.depth, palette }
    }

    /// That a record could not be answered.
    pub(crate) fn problem(self, origin: &Origin, problem: &RequestError) -> Result<Said, Stop> {
        if self.json {
            return object(&ErrorObject::new(problem, origin));
        }
        let place = place(origin);
        if let Some(diagnosis) = problem.diagnosis() {
            if self.flaws_are_answers {
                let report = diagnosis.report(&self.ansi_with(Palette::STANDARD), message_style());
                return Ok(Said::Block(format!("{place}{report}")));
            }
            // Whether standard error shows colours is not known here; the flaws are marked without them too.
            let report = diagnosis.report(&AnsiOptions::default(), message_style());
            return Ok(Said::Complaint(format!("{place}{}", report.trim_end())));
        }
        let detail = problem.detail(message_style()).map(|detail| format!("\n{detail}")).unwrap_or_default();
        Ok(Said::Complaint(format!(
            "{place}{}{}",
            problem.message(message_style()),
            detail.replace('\n', "\n  ")
        )))
    }
}

/// An answer for machines.
pub(crate) fn object(object: &impl Serialize) -> Result<Said, Stop> {
    let mut line = serde_json::to_vec(object).map_err(io::Error::from)?;
    line.push(b'\n');
    Ok(Said::Object(line))
}

/// Everything that is said about one record.
pub(crate) struct Reply<'a> {
    style: Style,
    finished: Finished,
    /// Cancels the search for the answer.
    cancellation: &'a Cancellation,
    /// Takes what was said so far, where there is too much of it to keep.
    hand_over: &'a mut dyn FnMut(Vec<Said>) -> Result<(), Stop>,
}

/// What is left to be written of a record that was answered.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Finished {
    pub(crate) said: Vec<Said>,
    /// Whether the record was bad.
    pub(crate) has_failed: bool,
}

impl<'a> Reply<'a> {
    pub(crate) fn new(
        style: Style,
        cancellation: &'a Cancellation,
        hand_over: &'a mut dyn FnMut(Vec<Said>) -> Result<(), Stop>,
    ) -> Reply<'a> {
        Reply { style, finished: Finished::default(), cancellation, hand_over }
    }

    /// Whether answers are for machines.
    pub(crate) fn is_json(&self) -> bool {
        self.style.json
    }

    /// Cancels the search for the answer.
    pub(crate) fn cancellation(&self) -> &'a Cancellation {
        self.cancellation
    }

    /// An answer for machines.
    pub(crate) fn object(&mut self, object: &impl Serialize) -> Result<(), Stop> {
        self.say(self::object(object)?)
    }

    /// An answer of one line.
    pub(crate) fn line(&mut self, line: String) -> Result<(), Stop> {
        self.say(Said::Line(line))
    }

    /// An answer of several lines, with a blank line between it and what was there before.
    pub(crate) fn block(&mut self, block: String) -> Result<(), Stop> {
        self.say(Said::Block(block))
    }

    /// That the record was answered, but not as its sender hoped.
    pub(crate) fn fail(&mut self) {
        self.finished.has_failed = true;
    }

    /// Something worth knowing, for people.
    pub(crate) fn note(&mut self, text: String) {
        self.finished.said.push(Said::Note(text));
    }

    /// Something that people have to know, even those who want no notes.
    pub(crate) fn complain(&mut self, text: String) {
        self.finished.said.push(Said::Complaint(text));
    }

    /// That the record, or a part of it, could not be answered.
    pub(crate) fn problem(&mut self, origin: &Origin, problem: &RequestError) -> Result<(), Stop> {
        self.finished.has_failed = true;
        self.say(self.style.problem(origin, problem)?)
    }

    /// That the answer may take long: whatever is there already need not wait for it.
    pub(crate) fn let_out(&mut self) -> Result<(), Stop> {
        (self.hand_over)(std::mem::take(&mut self.finished.said))
    }

    fn say(&mut self, said: Said) -> Result<(), Stop> {
        self.finished.said.push(said);
        if self.finished.said.len() < MOST_KEPT {
            return Ok(());
        }
        if self.cancellation.is_cancelled() {
            return Err(Stop::Unwanted);
        }
        self.let_out()
    }

    /// All that was not handed over before.
    pub(crate) fn finish(self) -> Finished {
        self.finished
    }
}
