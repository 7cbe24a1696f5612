//! What is asked about every cube of a column.

use crate::error::BatchError;
use cubegod::{Metric, ReadOptions, Size};
use cubegod_service::solve::{self, Method};
use cubegod_service::{MessageStyle, OptionId, RequestError, Spelling};
use std::time::Duration;

/// The most moves of a 3x3, unless told otherwise: found in a fraction of a millisecond, and always the same ones.
const USUAL_LENGTH: usize = 21;

/// So many rows are solved, and kept, together where they are solved fast.
pub(crate) const MOST_ROWS: usize = 1 << 16;

/// About how long the rows take on one core that are lost when a slow run is killed.
const TIME_AT_STAKE: Duration = Duration::from_secs(60);

fn misuse(error: RequestError) -> BatchError {
    BatchError::Misuse(error.message(MessageStyle::english(Spelling::COMMAND_LINE)))
}

/// What is asked about every cube.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Options {
    /// The column with the cubes.
    pub column: String,
    /// How they are solved.
    pub method: Method,
    /// What counts as a move.
    pub metric: Metric,
    /// Whether they end white up and green in front (2x2).
    pub exact: bool,
    /// A solution this short ends the search (3x3); a row with a longer one has an error.
    pub max_length: Option<usize>,
    /// The time to look for shorter solutions (3x3). The answers depend on the clock then.
    pub budget: Option<Duration>,
    /// What is known about how the cubes are written.
    pub read: ReadOptions,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            column: "cube".into(),
            method: Method::default(),
            metric: Metric::default(),
            exact: false,
            max_length: None,
            budget: None,
            read: ReadOptions::default(),
        }
    }
}

impl Options {
    /// The same for one cube; refuses what does not go together.
    pub(crate) fn of_one(&self) -> Result<solve::Options, BatchError> {
        let mut options = solve::Options {
            method: self.method,
            metric: self.metric,
            exact: self.exact,
            max_length: self.max_length,
            budget: self.budget,
            ..solve::Options::default()
        };
        options.check().map_err(misuse)?;
        self.refuse_size()?;
        if self.method == Method::Fast && self.budget.is_none() {
            options.max_length = Some(self.max_length.unwrap_or(USUAL_LENGTH));
        }
        Ok(options)
    }

    /// Refuses a size that every row would be refused for.
    fn refuse_size(&self) -> Result<(), BatchError> {
        let Some(size) = self.read.size else { return Ok(()) };
        if !matches!(size, Size::TWO | Size::THREE) {
            return Err(BatchError::Misuse(format!(
                "--puzzle says {size}, and only 2x2x2 and 3x3x3 cubes can be solved; name one of these, or leave it out"
            )));
        }
        match self.method.size() {
            Some(wanted) if wanted != size => {
                Err(misuse(RequestError::only_for_size(self.method.setting(), wanted, size)))
            }
            _ if self.exact && size == Size::THREE => {
                Err(misuse(RequestError::only_for_size(OptionId::Exact, Size::TWO, size)))
            }
            _ => Ok(()),
        }
    }

    /// How many rows are worth keeping together in a file of their own: few where each takes long.
    pub fn rows_at_once(&self) -> usize {
        let each = match self.method {
            Method::Fast => match (self.budget, self.max_length) {
                (Some(budget), _) => budget,
                // Some cubes take up to a minute.
                (None, Some(..=18)) => Duration::from_millis(500),
                (None, Some(19)) => Duration::from_millis(20),
                (None, _) => return MOST_ROWS,
            },
            // With a table of four gigabytes; some cubes take ten times as long, pocket cubes nothing.
            Method::Optimal => Duration::from_secs(1),
            Method::Layers | Method::Cfop | Method::ThreeStep => return MOST_ROWS,
        };
        let rows = TIME_AT_STAKE.as_micros() / each.as_micros().max(1);
        usize::try_from(rows).unwrap_or(MOST_ROWS).clamp(64, MOST_ROWS)
    }

    /// Everything that an answer depends on, by its name, for whoever compares two runs.
    pub fn settings(&self) -> Vec<(&'static str, String)> {
        let or_default = |value: Option<String>| value.unwrap_or_else(|| "default".into());
        vec![
            ("column", self.column.clone()),
            ("method", self.method.name().into()),
            ("metric", self.metric.name().into()),
            ("exact", self.exact.to_string()),
            ("max-length", or_default(self.max_length.map(|length| length.to_string()))),
            ("budget", or_default(self.budget.map(|budget| format!("{budget:?}")))),
            ("from", or_default(self.read.format.map(|format| format.name().into()))),
            ("puzzle", or_default(self.read.size.map(|size| size.to_string()))),
        ]
    }
}
