//! What is computed for every cube of a batch.

use crate::error::BatchError;
use cubegod::moves::FaceSet;
use cubegod::{Cube, Metric, ReadOptions, Size};
use cubegod_service::solve::{self, Method, ReadOutOptions};
use cubegod_service::{MessageStyle, OptionId, RequestError, Spelling};
use std::time::Duration;

/// The columns that are added, in this order.
pub const NEW_COLUMNS: [&str; 3] = ["solution", "length", "error"];

/// The most moves of a 3x3 by default: found in a fraction of a millisecond, without a budget of time.
const DEFAULT_LENGTH: usize = 21;

/// The most rows that are solved and kept together.
pub(crate) const MAX_CHUNK_ROWS: usize = 1 << 16;

/// About how much work of one core is lost when a slow run is killed.
const MAX_LOSS: Duration = Duration::from_secs(60);

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
    /// Whether a cube that several cubes fit is solved as the first of them; else its row has an error.
    pub any: bool,
    /// The layout and the size of the cubes, where they are known.
    pub read: ReadOptions,
}

/// How a batch uses an option of the service.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum OptionUse {
    /// Answers depend on its value, which the manifest records.
    Recorded(String),
    /// Answers do not depend on it.
    Irrelevant,
    /// A batch does not have the option.
    Absent,
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
            any: false,
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
    /// Returns the options for one cube, or an error if they exclude each other.
    pub(crate) fn solve_options(&self) -> Result<solve::Options, BatchError> {
        // Every field is listed, so that a new option of the service needs a decision here.
        let mut options = solve::Options {
            method: self.method,
            metric: self.metric,
            exact: self.exact,
            faces: self.faces,
            target: self.target,
            max_length: self.max_length,
            budget: self.budget,
            nodes: self.nodes,
            any: self.any,
            // A row has one solution and its length.
            solutions: None,
            at_most: None,
            all: false,
            essential: false,
            fewest_quarter_turns: false,
            count: false,
            distance: false,
            stages: false,
            data: None,
            read_out: ReadOutOptions::default(),
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
                "--puzzle is {size}; only 2x2x2 and 3x3x3 cubes can be solved; choose one of these, or leave it out"
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

    /// Returns the number of rows to solve and keep together: few where each takes long.
    pub fn rows_at_once(&self) -> usize {
        let each = match self.method {
            Method::Fast => match (self.budget, self.max_length) {
                (Some(budget), _) => budget,
                // Some cubes take up to a minute.
                (None, Some(..=18)) => Duration::from_millis(500),
                (None, Some(19)) => Duration::from_millis(20),
                (None, _) => return MAX_CHUNK_ROWS,
            },
            // With a table of four gigabytes; some cubes take ten times as long, pocket cubes almost no time.
            Method::Optimal => Duration::from_secs(1),
            Method::Layers | Method::Cfop | Method::ThreeStep => return MAX_CHUNK_ROWS,
        };
        let rows = MAX_LOSS.as_micros() / each.as_micros().max(1);
        usize::try_from(rows).unwrap_or(MAX_CHUNK_ROWS).clamp(64, MAX_CHUNK_ROWS)
    }

    /// Returns the name and value of every option that answers depend on, to compare two runs. `tables` names the tables of the
    /// 3x3.
    pub fn settings(&self, tables: &str) -> Vec<(String, String)> {
        let recorded = OptionId::ALL.into_iter().filter_map(|option| match self.use_of(option, tables) {
            OptionUse::Recorded(value) => Some((option.name().replace('_', "-"), value)),
            OptionUse::Irrelevant | OptionUse::Absent => None,
        });
        [("column".to_owned(), self.column.clone())].into_iter().chain(recorded).collect()
    }

    /// Returns how a batch uses an option of the service. Every option is listed, so that a new one needs a decision here.
    pub fn use_of(&self, option: OptionId, tables: &str) -> OptionUse {
        fn or_default<T>(value: Option<T>, text: impl Fn(T) -> String) -> OptionUse {
            OptionUse::Recorded(value.map_or_else(|| "default".into(), text))
        }
        match option {
            OptionId::Method => OptionUse::Recorded(self.method.name().into()),
            OptionId::Metric => OptionUse::Recorded(self.metric.name().into()),
            OptionId::Exact => OptionUse::Recorded(self.exact.to_string()),
            OptionId::Faces => OptionUse::Recorded(self.faces.to_string()),
            OptionId::Target => {
                OptionUse::Recorded(self.target.as_ref().map_or_else(|| "solved".into(), face_letters))
            }
            OptionId::MaxLength => or_default(self.max_length, |length| length.to_string()),
            OptionId::Budget => or_default(self.budget, |budget| format!("{budget:?}")),
            OptionId::Nodes => or_default(self.nodes, |nodes| nodes.to_string()),
            OptionId::Any => OptionUse::Recorded(self.any.to_string()),
            OptionId::From => or_default(self.read.format, |format| format.name().into()),
            OptionId::Puzzle => or_default(self.read.size, |size| size.to_string()),
            OptionId::Tables => OptionUse::Recorded(tables.to_owned()),
            // Messages of rows are English, and the threads share rows, not the search for one solution.
            OptionId::Lang | OptionId::Threads | OptionId::Json => OptionUse::Irrelevant,
            OptionId::AtMost
            | OptionId::Solutions
            | OptionId::All
            | OptionId::Essential
            | OptionId::FewestQuarterTurns
            | OptionId::Count
            | OptionId::Distance
            | OptionId::Each
            | OptionId::Stages
            | OptionId::Data
            | OptionId::DataFrom
            | OptionId::Up
            | OptionId::Front
            | OptionId::AllOrientations
            | OptionId::Grep
            | OptionId::To
            | OptionId::Letters
            | OptionId::List
            | OptionId::Alg
            | OptionId::Seed
            | OptionId::NotFirst
            | OptionId::NotLast
            | OptionId::Certificate
            | OptionId::Interactive => OptionUse::Absent,
        }
    }
}

/// Returns the stickers of a cube as the letters of the faces that their colours belong to.
fn face_letters(cube: &Cube) -> String {
    cube.stickers().facelets().iter().map(|color| color.home().letter()).collect()
}

fn usage(error: RequestError) -> BatchError {
    BatchError::Usage(error.message(MessageStyle::english(Spelling::COMMAND_LINE)))
}
