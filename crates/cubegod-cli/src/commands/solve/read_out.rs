//! What the data says once the cube is solved.

use crate::cli::ReadOutArguments;
use crate::data::{Data, FaceNames, MatchFields, described, seen};
use crate::error::{Problem, Stop};
use crate::reply::Reply;
use cubegod::data::{Match, Order, Orientation, Readings};
use cubegod::formats::{Format, net};
use cubegod::{Alg, Color, Reading, Stickers};
use serde::Serialize;

/// The data of a solved cube, read as it was asked for.
pub(super) struct ReadOut {
    data: Data,
    /// The colours, in the characters they were written with.
    colors: Stickers<char>,
    names: FaceNames,
    /// How the cube is held, where that was asked for.
    orientations: Option<Vec<Orientation>>,
    /// What matches, where that was asked for.
    matches: Option<Vec<Match>>,
}

/// The same for machines.
#[derive(Serialize)]
pub(super) struct ReadOutFields {
    data: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    readings: Option<Vec<ReadingFields>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    matches: Option<Vec<MatchFields>>,
}

#[derive(Serialize)]
struct ReadingFields {
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
        arguments: &ReadOutArguments,
    ) -> Result<ReadOut, Problem> {
        let mut solved = cube.clone();
        solved.apply(solution)?;
        data.stickers.apply(solution)?;
        let names = FaceNames::new(&solved, &reading.alphabet);
        let asked = &arguments.orientation;
        let fitting = names.orientations(asked)?;
        let matches = arguments.grep.as_ref().map(|expression| {
            let readings = Readings::new(solved.size(), &fitting, &Order::to_search(data.format));
            expression.matches(&readings, &data.stickers)
        });
        let is_asked = asked.up.is_some() || asked.front.is_some() || arguments.all_orientations;
        Ok(ReadOut {
            data,
            colors: reading.alphabet.write(&solved),
            names,
            orientations: is_asked.then_some(fitting),
            matches,
        })
    }

    /// Whether something was looked for and not found.
    pub(super) fn is_without_match(&self) -> bool {
        self.matches.as_ref().is_some_and(Vec::is_empty)
    }

    /// The data as it is read in an orientation.
    fn held(&self, orientation: Orientation) -> Data {
        Data { stickers: self.data.stickers.under(orientation.rotation()), format: self.data.format }
    }

    pub(super) fn into_fields(self) -> ReadOutFields {
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
            data: self.held(only).one_string(),
            readings: self.orientations.as_ref().map(|all| all.iter().copied().map(reading).collect()),
            matches: self.matches.as_ref().map(|matches| matches.iter().map(fields).collect()),
        }
    }

    /// For people: the colours and the data as nets, and the data as one string; or else what matches.
    pub(super) fn tell(&self, reply: &mut Reply) -> Result<(), Stop> {
        if let Some(matches) = &self.matches {
            if matches.is_empty() {
                reply.note("no reading of the data matches".to_owned());
            }
            return matches.iter().try_for_each(|found| {
                reply.line(described(found, &self.names))?;
                reply.line(format!("  {}", seen(&found.reading)))
            });
        }
        match self.orientations.as_deref() {
            None => self.tell_whole(Orientation::AS_IT_IS, reply),
            Some([only]) => self.tell_whole(*only, reply),
            Some(several) => several.iter().try_for_each(|&orientation| {
                let data = self.held(orientation);
                let net = Format::Net.write_labels(&data.stickers);
                let name = self.names.describe(orientation);
                reply.block(format!("{name}\n{net}\n{}", seen(&data.one_string())))
            }),
        }
    }

    fn tell_whole(&self, orientation: Orientation, reply: &mut Reply) -> Result<(), Stop> {
        let data = self.held(orientation);
        reply.block(net::write_compact(&self.colors.under(orientation.rotation())))?;
        reply.block(Format::Net.write_labels(&data.stickers))?;
        reply.block(seen(&data.one_string()))
    }
}
