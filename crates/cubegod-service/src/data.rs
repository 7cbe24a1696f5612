//! Characters on stickers: text that becomes data, and how faces are called when it is read.

use crate::error::RequestError;
use crate::named::FormatName;
use crate::option::OptionId;
use cubegod::alphabet::Alphabet;
use cubegod::data::{self, Match, Order, Orientation, OrientationError};
use cubegod::formats::{Format, visible_label};
use cubegod::{Color, Face, Reading, Size, Stickers};
use serde::Serialize;

/// The text of data, before it is known which cube it is for.
#[derive(Clone, Debug)]
pub struct DataText {
    text: String,
    from: Option<Format>,
}

/// Data on the stickers of a cube.
#[derive(Clone, Debug)]
pub struct Data {
    /// One character a sticker.
    pub stickers: Stickers<char>,
    /// The layout it was written in.
    pub format: Format,
}

impl DataText {
    /// Text in a layout, or in that of the cube.
    pub fn new(text: String, from: Option<Format>) -> DataText {
        DataText { text, from }
    }

    /// What these fields of a request stand for.
    pub(crate) fn of_request(
        data: &Option<String>,
        from: Option<FormatName>,
    ) -> Result<Option<DataText>, RequestError> {
        let is_given = (from.is_some(), OptionId::DataFrom);
        RequestError::check_needed(is_given, (data.is_some(), OptionId::Data))?;
        Ok(data.as_ref().map(|text| DataText::new(text.clone(), from.map(|format| format.0))))
    }

    /// On a cube that was read.
    pub fn on(&self, reading: &Reading) -> Result<Data, RequestError> {
        self.on_any(Some(reading.stickers.size()), reading.format)
    }

    /// On a cube of this size, or of the size of the text, that is written in this layout.
    pub fn on_any(&self, size: Option<Size>, format: Format) -> Result<Data, RequestError> {
        let format = self.from.unwrap_or(format);
        Ok(Data { stickers: data::read(&self.text, size, format)?, format })
    }
}

impl Data {
    /// The order in which it is one string.
    pub fn order(&self) -> Order {
        Order::of(self.format)
    }

    /// Returns the data as one string, every character as it is.
    pub fn one_string(&self) -> String {
        self.order().read_out(&self.stickers)
    }
}

/// How the faces of a cube are called: by the characters of its writer.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct FaceNames([char; 6]);

impl FaceNames {
    /// U R F D L B.
    pub const LETTERS: FaceNames = FaceNames(['U', 'R', 'F', 'D', 'L', 'B']);

    /// Names faces by the centres, or by the colours of a solved cube; by U R F D L B if these are not distinct.
    pub fn new(stickers: &Stickers<Option<Color>>, alphabet: &Alphabet) -> FaceNames {
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
    pub fn name(&self, face: Face) -> char {
        self.0[face.index()]
    }

    /// `up R, front W`.
    pub fn describe(&self, orientation: Orientation) -> String {
        format!("up {}, front {}", self.name(orientation.up()), self.name(orientation.front()))
    }

    /// All orientations with these faces up and in front, beginning with how it is held.
    pub fn orientations(
        &self,
        up: Option<char>,
        front: Option<char>,
    ) -> Result<Vec<Orientation>, RequestError> {
        let up = up.map(|name| self.face(name)).transpose()?;
        let front = front.map(|name| self.face(name)).transpose()?;
        if let (Some(up), Some(front)) = (up, front)
            && let Err(error) = Orientation::new(up, front)
        {
            return Err(self.not_neighbours(up, front, error));
        }
        let fits = |wanted: Option<Face>, face: Face| wanted.is_none_or(|wanted| wanted == face);
        Ok(Orientation::all().filter(|one| fits(up, one.up()) && fits(front, one.front())).collect())
    }

    /// The face with this name, a small letter if there is no such.
    fn face(&self, name: char) -> Result<Face, RequestError> {
        let called = |name: char| Face::ALL.into_iter().find(|&face| self.name(face) == name);
        called(name)
            .or_else(|| called(name.to_ascii_uppercase()))
            .ok_or(RequestError::NoSuchFace { name, names: self.0 })
    }

    fn not_neighbours(&self, up: Face, front: Face, error: OrientationError) -> RequestError {
        let neighbours = Face::ALL.into_iter().filter(|&face| Orientation::new(up, face).is_ok());
        let neighbours = neighbours.map(|face| self.name(face)).collect();
        RequestError::NotNeighbours { up: self.name(up), front: self.name(front), error, neighbours }
    }
}

/// A match, for programs.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MatchFields {
    up: char,
    front: char,
    order: &'static str,
    text: String,
    data: String,
}

impl MatchFields {
    /// With faces called so.
    pub fn new(found: &Match, names: &FaceNames) -> MatchFields {
        MatchFields {
            up: names.name(found.orientation.up()),
            front: names.name(found.orientation.front()),
            order: found.order.name(),
            text: found.text.clone(),
            data: found.reading.clone(),
        }
    }
}

/// Describes a match: `up R, front W, net-string: FLAG{…}`.
pub fn described(found: &Match, names: &FaceNames) -> String {
    format!("{}, {}: {}", names.describe(found.orientation), found.order, seen(&found.text))
}

/// Returns a text with visible characters only: none that a terminal would interpret.
pub fn seen(text: &str) -> String {
    text.chars().map(visible_label).collect()
}
