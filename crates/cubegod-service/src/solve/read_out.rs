//! The data of a solved cube, read in orientations.

use crate::data::{Data, FaceNames, MatchFields, describe, visible};
use crate::error::RequestError;
use crate::note::Note;
use cubegod::data::{Expression, Match, Order, Orientation, Readings};
use cubegod::formats::{Format, net};
use cubegod::{Alg, Color, Reading, Stickers};
use serde::Serialize;

/// Options for reading the data of a solved cube.
#[derive(Clone, Debug, Default)]
pub struct ReadOutOptions {
    /// The name of the face that is up.
    pub up: Option<char>,
    /// The name of the face that is in front.
    pub front: Option<char>,
    /// Whether to read it in all 24 orientations.
    pub all_orientations: bool,
    /// The expression that readings must match.
    pub grep: Option<Expression>,
}

/// An item of text output.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum TextItem {
    /// One line.
    Line(String),
    /// Several lines that belong together.
    Block(String),
    /// A note.
    Note(Note),
}

/// The data of a solved cube, read as requested.
#[derive(Debug)]
pub struct ReadOut {
    data: Data,
    /// The colours, in the characters of the text.
    colors: Stickers<char>,
    names: FaceNames,
    /// The requested orientations.
    orientations: Option<Vec<Orientation>>,
    /// The matches of the regular expression.
    matches: Option<Vec<Match>>,
}

/// The data for programs.
#[derive(Debug, Default)]
pub(super) struct ReadOutFields {
    pub(super) data: Option<String>,
    /// In all requested orientations.
    pub(super) readings: Option<Vec<ReadingFields>>,
    pub(super) matches: Option<Vec<MatchFields>>,
}

/// The data in an orientation.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReadingFields {
    up: char,
    front: char,
    data: String,
}

impl ReadOut {
    /// Applies the solution to the cube and its data.
    pub(super) fn new(
        mut data: Data,
        cube: &Stickers<Option<Color>>,
        solution: &Alg,
        reading: &Reading,
        options: &ReadOutOptions,
    ) -> Result<ReadOut, RequestError> {
        let mut solved = cube.clone();
        solved.apply(solution)?;
        data.stickers.apply(solution)?;
        let names = FaceNames::new(&solved, &reading.alphabet);
        let fitting = names.orientations(options.up, options.front)?;
        let matches = options.grep.as_ref().map(|expression| {
            let readings = Readings::new(solved.size(), &fitting, &Order::to_search(data.format));
            expression.matches(&readings, &data.stickers)
        });
        let has_orientation = options.up.is_some() || options.front.is_some() || options.all_orientations;
        Ok(ReadOut {
            data,
            colors: reading.alphabet.write(&solved),
            names,
            orientations: has_orientation.then_some(fitting),
            matches,
        })
    }

    /// Whether the expression has no match.
    pub fn is_without_match(&self) -> bool {
        self.matches.as_ref().is_some_and(Vec::is_empty)
    }

    /// The data in an orientation.
    fn held(&self, orientation: Orientation) -> Data {
        Data { stickers: self.data.stickers.transformed_by(orientation.rotation()), format: self.data.format }
    }

    pub(super) fn to_fields(&self) -> ReadOutFields {
        // The 24 orientations begin with the current one; of a selection, the first is as good as any.
        let first = self.orientations.as_ref().and_then(|all| all.first().copied());
        let only = first.unwrap_or(Orientation::AS_IT_IS);
        let reading = |orientation: Orientation| ReadingFields {
            up: self.names.name(orientation.up()),
            front: self.names.name(orientation.front()),
            data: self.held(orientation).one_string(),
        };
        let fields = |found: &Match| MatchFields::new(found, &self.names);
        ReadOutFields {
            data: Some(self.held(only).one_string()),
            readings: self.orientations.as_ref().map(|all| all.iter().copied().map(reading).collect()),
            matches: self.matches.as_ref().map(|matches| matches.iter().map(fields).collect()),
        }
    }

    /// Returns the colours and the data as nets, and the data as one string; or the matches.
    pub fn text_items(&self) -> Vec<TextItem> {
        if let Some(matches) = &self.matches {
            if matches.is_empty() {
                return vec![TextItem::Note(Note::NoMatch)];
            }
            let lines =
                |found: &Match| [describe(found, &self.names), format!("  {}", visible(&found.reading))];
            return matches.iter().flat_map(lines).map(TextItem::Line).collect();
        }
        match self.orientations.as_deref() {
            None => self.whole(Orientation::AS_IT_IS),
            Some([only]) => self.whole(*only),
            Some(several) => several
                .iter()
                .map(|&orientation| {
                    let data = self.held(orientation);
                    let net = Format::Net.write_labels(&data.stickers);
                    let name = self.names.describe(orientation);
                    TextItem::Block(format!("{name}\n{net}\n{}", visible(&data.one_string())))
                })
                .collect(),
        }
    }

    fn whole(&self, orientation: Orientation) -> Vec<TextItem> {
        let data = self.held(orientation);
        vec![
            TextItem::Block(net::write_compact(&self.colors.transformed_by(orientation.rotation()))),
            TextItem::Block(Format::Net.write_labels(&data.stickers)),
            TextItem::Block(visible(&data.one_string())),
        ]
    }
}
