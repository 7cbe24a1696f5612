//! What is computed for every cube of a batch.

use crate::error::{BatchError, UsageError};
use cubegod::view::UnsupportedSize;
use cubegod::{Cube, ReadOptions, Size};
use cubegod_service::solve::{self, Method, ReadOutOptions};
use cubegod_service::{OptionId, RequestError};
use std::time::Duration;

/// The columns that are added, in this order.
pub const NEW_COLUMNS: [&str; 3] = ["solution", "length", "error"];

/// The most rows that are solved and kept together.
pub(crate) const MAX_CHUNK_ROWS: usize = 1 << 16;

/// About how much work of one core is lost when a slow run is killed.
const MAX_LOSS: Duration = Duration::from_secs(60);

/// What is computed for every cube.
#[derive(Clone, Debug)]
pub struct BatchOptions {
    /// The column with the cubes.
    pub column: String,
    /// The layout and the size of the cubes, where they are known.
    pub read: ReadOptions,
    /// How cubes are solved. Without a budget, the search for a solution of a 3x3 ends at 21 moves.
    pub solve: solve::Options,
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
        BatchOptions { column: "cube".into(), read: ReadOptions::default(), solve: solve::Options::default() }
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
    /// Checks that all options agree, also with the size of the cubes if it is known: otherwise every row would have the same error.
    pub(crate) fn check(&self) -> Result<(), BatchError> {
        if let Some(option) = self.first_absent() {
            return Err(UsageError::AbsentOption(option).into());
        }
        self.solve
            .check()
            .and_then(|()| self.check_size())
            .map_err(|error| BatchError::Options(Box::new(error)))
    }

    fn check_size(&self) -> Result<(), RequestError> {
        let Some(size) = self.read.size else { return Ok(()) };
        if !matches!(size, Size::TWO | Size::THREE) {
            return Err(UnsupportedSize::new(size).into());
        }
        self.solve.method.check_size(size)?;
        match self.solve.exact && size == Size::THREE {
            true => Err(RequestError::only_for_size(OptionId::Exact, Size::TWO, size)),
            false => Ok(()),
        }
    }

    /// Returns the first option that a batch does not have: a row has one solution and its length.
    fn first_absent(&self) -> Option<OptionId> {
        // Every field is listed, so that a new option of the service needs a decision here.
        let solve::Options {
            method: _,
            metric: _,
            exact: _,
            faces: _,
            target: _,
            max_length: _,
            budget: _,
            nodes: _,
            any: _,
            solutions,
            at_most,
            all,
            essential,
            fewest_quarter_turns,
            count,
            distance,
            stages,
            data,
            read_out: ReadOutOptions { up, front, all_orientations, grep },
        } = &self.solve;
        [
            (solutions.is_some(), OptionId::Solutions),
            (at_most.is_some(), OptionId::AtMost),
            (*all, OptionId::All),
            (*essential, OptionId::Essential),
            (*fewest_quarter_turns, OptionId::FewestQuarterTurns),
            (*count, OptionId::Count),
            (*distance, OptionId::Distance),
            (*stages, OptionId::Stages),
            (data.is_some(), OptionId::Data),
            (up.is_some(), OptionId::Up),
            (front.is_some(), OptionId::Front),
            (*all_orientations, OptionId::AllOrientations),
            (grep.is_some(), OptionId::Grep),
        ]
        .into_iter()
        .find_map(|(is_given, option)| is_given.then_some(option))
    }

    /// Returns the number of rows to solve and keep together: few where each takes long.
    pub fn rows_at_once(&self) -> usize {
        let each = match self.solve.method {
            Method::Fast => match (self.solve.budget, self.solve.max_length) {
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
        let options = &self.solve;
        match option {
            OptionId::Method => OptionUse::Recorded(options.method.name().into()),
            OptionId::Metric => OptionUse::Recorded(options.metric.name().into()),
            OptionId::Exact => OptionUse::Recorded(options.exact.to_string()),
            OptionId::Faces => OptionUse::Recorded(options.faces.to_string()),
            OptionId::Target => {
                OptionUse::Recorded(options.target.as_ref().map_or_else(|| "solved".into(), Cube::to_string))
            }
            OptionId::MaxLength => or_default(options.max_length, |length| length.to_string()),
            OptionId::Budget => or_default(options.budget, |budget| format!("{budget:?}")),
            OptionId::Nodes => or_default(options.nodes, |nodes| nodes.to_string()),
            OptionId::Any => OptionUse::Recorded(options.any.to_string()),
            OptionId::From => or_default(self.read.format, |format| format.name().into()),
            OptionId::Puzzle => or_default(self.read.size, |size| size.to_string()),
            OptionId::Tables => OptionUse::Recorded(tables.to_owned()),
            // Messages of rows are English, and the threads share rows, not the search for one solution. The manifest has the kinds of
            // both files.
            OptionId::Lang
            | OptionId::Threads
            | OptionId::Json
            | OptionId::Kind
            | OptionId::Overwrite
            | OptionId::Restart => OptionUse::Irrelevant,
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
