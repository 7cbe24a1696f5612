//! What is computed for every cube of a batch.

use crate::error::BatchError;
use cubegod::moves::FaceSet;
use cubegod::{Cube, Metric, ReadOptions, Size};
use cubegod_service::solve::{self, Method};
use cubegod_service::{MessageStyle, OptionId, RequestError, Spelling};
use std::time::Duration;

/// The columns that are added, in this order.
pub const NEW_COLUMNS: [&str; 3] = ["solution", "length", "error"];

/// The most moves of a 3x3 by default: found in a fraction of a millisecond, and always the same ones.
const DEFAULT_LENGTH: usize = 21;

/// The most rows that are solved and kept together.
pub(crate) const MAX_CHUNK_ROWS: usize = 1 << 16;

/// About how much work of one core is lost when a slow run is killed.
const TIME_AT_STAKE: Duration = Duration::from_secs(60);

/// What is computed for every cube.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct BatchOptions {
    /// The column with the cubes.
    pub column: String,
    /// How cubes are solved.
    pub method: Method,
    /// What counts as a move.
    pub metric: Metric,
    /// Whether cubes end white up and green in front (2x2).
    pub exact: bool,
    /// The faces that may be turned.
    pub faces: FaceSet,
    /// What cubes become instead of a solved cube.
    pub target: Option<Cube>,
    /// A solution this short ends the search (3x3); a row with a longer one has an error.
    pub max_length: Option<usize>,
    /// The time to look for shorter solutions (3x3). The answers depend on the clock then.
    pub budget: Option<Duration>,
    /// The number of nodes to search for shorter solutions (3x3), instead of a time.
    pub nodes: Option<u64>,
    /// How the cubes are written, as far as that is known.
    pub read: ReadOptions,
}

impl Default for BatchOptions {
    fn default() -> BatchOptions {
        BatchOptions {
            column: "cube".into(),
            method: Method::default(),
            metric: Metric::default(),
            exact: false,
            faces: FaceSet::ALL,
            target: None,
            max_length: None,
            budget: None,
            nodes: None,
            read: ReadOptions::default(),
        }
    }
}

/// Returns the index of the column with the cubes.
pub(crate) fn check_names<'a>(
    names: impl Iterator<Item = &'a str> + Clone,
    column: &str,
) -> Result<usize, BatchError> {
    if let Some(name) = names.clone().find(|name| NEW_COLUMNS.contains(name)) {
        return Err(BatchError::ColumnExists { column: name.to_owned() });
    }
    let indices: Vec<usize> =
        names.clone().enumerate().filter(|(_, name)| *name == column).map(|(index, _)| index).collect();
    match indices[..] {
        [index] => Ok(index),
        [] => {
            Err(BatchError::NoColumn { column: column.to_owned(), found: names.map(str::to_owned).collect() })
        }
        _ => Err(BatchError::DuplicateColumn { column: column.to_owned(), count: indices.len() }),
    }
}

impl BatchOptions {
    /// Returns the options for one cube, or an error if they do not go together.
    pub(crate) fn solve_options(&self) -> Result<solve::Options, BatchError> {
        let mut options = solve::Options {
            method: self.method,
            metric: self.metric,
            exact: self.exact,
            faces: self.faces,
            target: self.target,
            max_length: self.max_length,
            budget: self.budget,
            nodes: self.nodes,
            ..solve::Options::default()
        };
        options.check().map_err(usage)?;
        self.check_size()?;
        if self.method == Method::Fast && self.budget.is_none() && self.nodes.is_none() {
            options.max_length = Some(self.max_length.unwrap_or(DEFAULT_LENGTH));
        }
        Ok(options)
    }

    /// Fails for a size that would be an error in every row.
    fn check_size(&self) -> Result<(), BatchError> {
        let Some(size) = self.read.size else { return Ok(()) };
        if !matches!(size, Size::TWO | Size::THREE) {
            return Err(BatchError::Usage(format!(
                "--puzzle says {size}, and only 2x2x2 and 3x3x3 cubes can be solved; name one of these, or leave it out"
            )));
        }
        match self.method.size() {
            Some(wanted) if wanted != size => {
                Err(usage(RequestError::only_for_size(self.method.setting(), wanted, size)))
            }
            _ if self.exact && size == Size::THREE => {
                Err(usage(RequestError::only_for_size(OptionId::Exact, Size::TWO, size)))
            }
            _ => Ok(()),
        }
    }

    /// Returns how many rows are worth keeping together in a file of their own: few where each takes long.
    pub fn rows_at_once(&self) -> usize {
        let each = match self.method {
            Method::Fast => match (self.budget, self.max_length) {
                (Some(budget), _) => budget,
                // Some cubes take up to a minute.
                (None, Some(..=18)) => Duration::from_millis(500),
                (None, Some(19)) => Duration::from_millis(20),
                (None, _) => return MAX_CHUNK_ROWS,
            },
            // With a table of four gigabytes; some cubes take ten times as long, pocket cubes nothing.
            Method::Optimal => Duration::from_secs(1),
            Method::Layers | Method::Cfop | Method::ThreeStep => return MAX_CHUNK_ROWS,
        };
        let rows = TIME_AT_STAKE.as_micros() / each.as_micros().max(1);
        usize::try_from(rows).unwrap_or(MAX_CHUNK_ROWS).clamp(64, MAX_CHUNK_ROWS)
    }

    /// Returns the name and value of every option that answers depend on, to compare two runs.
    pub fn settings(&self) -> Vec<(&'static str, String)> {
        let or_default = |value: Option<String>| value.unwrap_or_else(|| "default".into());
        vec![
            ("column", self.column.clone()),
            ("method", self.method.name().into()),
            ("metric", self.metric.name().into()),
            ("exact", self.exact.to_string()),
            ("faces", self.faces.to_string()),
            ("target", self.target.as_ref().map_or("solved".into(), face_letters)),
            ("max-length", or_default(self.max_length.map(|length| length.to_string()))),
            ("budget", or_default(self.budget.map(|budget| format!("{budget:?}")))),
            ("nodes", or_default(self.nodes.map(|nodes| nodes.to_string()))),
            ("from", or_default(self.read.format.map(|format| format.name().into()))),
            ("puzzle", or_default(self.read.size.map(|size| size.to_string()))),
        ]
    }
}

/// Returns the stickers of a cube as the letters of the faces that their colours belong to.
fn face_letters(cube: &Cube) -> String {
    cube.stickers().facelets().iter().map(|color| color.home().letter()).collect()
}

fn usage(error: RequestError) -> BatchError {
    BatchError::Usage(error.message(MessageStyle::english(Spelling::COMMAND_LINE)))
}
