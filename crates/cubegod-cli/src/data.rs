//! Characters on stickers: from arguments to data, and how faces are called when it is read.

use crate::cli::{DataArguments, OrientationArguments};
use crate::error::{Problem, Stop};
use crate::input::{is_standard_input, whole};
use cubegod::alphabet::Alphabet;
use cubegod::data::{self, Match, Order, Orientation, OrientationError};
use cubegod::formats::{Format, visible_label};
use cubegod::{Color, Face, Reading, Size, Stickers};
use serde::Serialize;

/// The text of `--data`, before it is known which cube it is for.
pub(crate) struct DataText {
    text: String,
    from: Option<Format>,
}

/// Data on the stickers of a cube.
pub(crate) struct Data {
    pub(crate) stickers: Stickers<char>,
    /// The layout it was written in.
    pub(crate) format: Format,
}

impl DataText {
    /// The text that the arguments stand for, if there is any; `others` are arguments that may be standard input too.
    pub(crate) fn new<'a>(
        arguments: &DataArguments,
        others: impl IntoIterator<Item = &'a String>,
    ) -> Result<Option<DataText>, Stop> {
        let Some(argument) = &arguments.data else { return Ok(None) };
        if is_standard_input(argument) && others.into_iter().any(|other| is_standard_input(other)) {
            return Err(Stop::usage(
                "standard input can't be both the data and the cubes or moves; put one of them into a file",
            ));
        }
        let mut text = match whole(argument) {
            Ok(text) => text,
            // Data may begin with any character, and a whole cube of it is no name of a file that is not there.
            Err(_) if Size::from_sticker_count(argument.chars().count()).is_some() => argument.clone(),
            Err(problem) => return Err(Stop::Io(problem.message)),
        };
        if text != *argument {
            // A file ends with a line end that is no part of it, and may begin with a mark of its byte order.
            let end = text.strip_suffix('\n').map_or(text.len(), |text| text.trim_end_matches('\r').len());
            text.truncate(end);
            if let Some(rest) = text.strip_prefix('\u{feff}') {
                text = rest.to_owned();
            }
        }
        Ok(Some(DataText { text, from: arguments.data_from }))
    }

    /// On a cube that was read.
    pub(crate) fn on(&self, reading: &Reading) -> Result<Data, Problem> {
        self.on_any(Some(reading.stickers.size()), reading.format)
    }

    /// On a cube of this size, or of the size of the text, that is written in this layout.
    pub(crate) fn on_any(&self, size: Option<Size>, format: Format) -> Result<Data, Problem> {
        let format = self.from.unwrap_or(format);
        Ok(Data { stickers: data::read(&self.text, size, format)?, format })
    }
}

impl Data {
    /// The order in which it is one string.
    pub(crate) fn order(&self) -> Order {
        Order::of(self.format)
    }

    /// As one string, for machines: every character as it is.
    pub(crate) fn one_string(&self) -> String {
        self.order().read_out(&self.stickers)
    }
}

/// How the faces of a cube are called: by the characters of its writer.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) struct FaceNames([char; 6]);

impl FaceNames {
    /// U R F D L B.
    pub(crate) const LETTERS: FaceNames = FaceNames(['U', 'R', 'F', 'D', 'L', 'B']);

    /// By the centres, or by the colours of a solved cube; U R F D L B where these do not tell the faces apart.
    pub(crate) fn new(stickers: &Stickers<Option<Color>>, alphabet: &Alphabet) -> FaceNames {
        let size = stickers.size();
        let is_told = size.layers() % 2 == 1 || stickers.is_uniform();
        let colors = Face::ALL.map(|face| stickers.face(face)[size.face_stickers() / 2]);
        let is_each_once = Color::ALL.into_iter().all(|color| colors.contains(&Some(color)));
        match is_told && is_each_once {
            true => FaceNames(colors.map(|color| alphabet.character(color))),
            false => FaceNames::LETTERS,
        }
    }

    /// The name of a face.
    pub(crate) fn name(&self, face: Face) -> char {
        self.0[face.index()]
    }

    /// `up R, front W`.
    pub(crate) fn describe(&self, orientation: Orientation) -> String {
        format!("up {}, front {}", self.name(orientation.up()), self.name(orientation.front()))
    }

    /// All orientations that fit the arguments, beginning with how it is held.
    pub(crate) fn orientations(&self, asked: &OrientationArguments) -> Result<Vec<Orientation>, Problem> {
        let up = asked.up.map(|name| self.face(name)).transpose()?;
        let front = asked.front.map(|name| self.face(name)).transpose()?;
        if let (Some(up), Some(front)) = (up, front)
            && let Err(error) = Orientation::new(up, front)
        {
            return Err(self.no_neighbours(up, front, error));
        }
        let fits = |asked: Option<Face>, face: Face| asked.is_none_or(|asked| asked == face);
        Ok(Orientation::all().filter(|one| fits(up, one.up()) && fits(front, one.front())).collect())
    }

    /// The face with this name, a small letter if there is no such.
    fn face(&self, name: char) -> Result<Face, Problem> {
        let called = |name: char| Face::ALL.into_iter().find(|&face| self.name(face) == name);
        called(name).or_else(|| called(name.to_ascii_uppercase())).ok_or_else(|| {
            Problem::orientation(format!(
                "no face of this cube is `{}`; expected one of {}",
                name.escape_debug(),
                self.0.map(String::from).join(" ")
            ))
        })
    }

    fn no_neighbours(&self, up: Face, front: Face, error: OrientationError) -> Problem {
        let neighbours: Vec<String> = Face::ALL
            .into_iter()
            .filter(|&face| Orientation::new(up, face).is_ok())
            .map(|face| self.name(face).to_string())
            .collect();
        let (up, front) = (self.name(up), self.name(front));
        let why = match error {
            OrientationError::Same => format!("{up} can't be both up and in front"),
            OrientationError::Opposite => format!("{front} is opposite {up}"),
        };
        Problem::orientation(format!("{why}; with {up} up, one of {} is in front", neighbours.join(" ")))
    }
}

/// A stretch that matched, for machines.
#[derive(Debug, Serialize)]
pub(crate) struct MatchFields {
    up: char,
    front: char,
    order: &'static str,
    text: String,
    data: String,
}

impl MatchFields {
    pub(crate) fn new(found: &Match, names: &FaceNames) -> MatchFields {
        MatchFields {
            up: names.name(found.orientation.up()),
            front: names.name(found.orientation.front()),
            order: found.order.name(),
            text: found.text.clone(),
            data: found.reading.clone(),
        }
    }
}

/// Where it matched and what, for people: `up R, front W, net-string: FLAG{…}`.
pub(crate) fn described(found: &Match, names: &FaceNames) -> String {
    format!("{}, {}: {}", names.describe(found.orientation), found.order, seen(&found.text))
}

/// A text as people can see it, and nothing that could steer their terminal.
pub(crate) fn seen(text: &str) -> String {
    text.chars().map(visible_label).collect()
}
