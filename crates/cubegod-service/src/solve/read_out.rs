//! What the data says once the cube is solved.

use crate::data::{Data, FaceNames, MatchFields, described, seen};
use crate::error::RequestError;
use cubegod::data::{Expression, Match, Order, Orientation, Readings};
use cubegod::formats::{Format, net};
use cubegod::{Alg, Color, Reading, Stickers};
use serde::Serialize;

/// What is read of the data of a solved cube.
#[derive(Clone, Debug, Default)]
pub struct ReadOutOptions {
    /// The face that is up, by its colour.
    pub up: Option<char>,
    /// The face that is in front, by its colour.
    pub front: Option<char>,
    /// Whether it is read in all 24 orientations.
    pub all_orientations: bool,
    /// What is looked for.
    pub grep: Option<Expression>,
}

/// A part of text output.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Words {
    /// One line.
    Line(String),
    /// Several lines that belong together.
    Block(String),
    /// Something worth knowing.
    Note(String),
}

/// The data of a solved cube, read as requested.
#[derive(Debug)]
pub struct ReadOut {
    data: Data,
    /// The colours, in the characters they were written with.
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

/// The data as it is read in an orientation.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReadingFields {
    up: char,
    front: char,
    data: String,
}

impl ReadOut {
    /// Makes the solution with the data on the cube.
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

    /// Whether something was looked for and not found.
    pub fn is_without_match(&self) -> bool {
        self.matches.as_ref().is_some_and(Vec::is_empty)
    }

    /// The data as it is read in an orientation.
    fn held(&self, orientation: Orientation) -> Data {
        Data { stickers: self.data.stickers.transformed_by(orientation.rotation()), format: self.data.format }
    }

    pub(super) fn to_fields(&self) -> ReadOutFields {
        // All 24 begin with the one as it is; of some, the first will do.
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
    pub fn tell(&self) -> Vec<Words> {
        if let Some(matches) = &self.matches {
            if matches.is_empty() {
                return vec![Words::Note("no reading of the data matches".to_owned())];
            }
            let lines =
                |found: &Match| [described(found, &self.names), format!("  {}", seen(&found.reading))];
            return matches.iter().flat_map(lines).map(Words::Line).collect();
        }
        match self.orientations.as_deref() {
            None => self.tell_whole(Orientation::AS_IT_IS),
            Some([only]) => self.tell_whole(*only),
            Some(several) => several
                .iter()
                .map(|&orientation| {
                    let data = self.held(orientation);
                    let net = Format::Net.write_labels(&data.stickers);
                    let name = self.names.describe(orientation);
                    Words::Block(format!("{name}\n{net}\n{}", seen(&data.one_string())))
                })
                .collect(),
        }
    }

    fn tell_whole(&self, orientation: Orientation) -> Vec<Words> {
        let data = self.held(orientation);
        vec![
            Words::Block(net::write_compact(&self.colors.transformed_by(orientation.rotation()))),
            Words::Block(Format::Net.write_labels(&data.stickers)),
            Words::Block(seen(&data.one_string())),
        ]
    }
}
