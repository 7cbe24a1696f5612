//! Characters on stickers: reading data, and the names of faces in its orientations.

use crate::error::RequestError;
use crate::named::FormatName;
use crate::option::OptionId;
use cubegod::alphabet::Alphabet;
use cubegod::data::{self, Match, Order, Orientation, OrientationError};
use cubegod::formats::{Format, visible_label};
use cubegod::{Color, Face, Reading, Size, Stickers};
use serde::Serialize;

/// The text of data that is not assigned to a cube yet.
#[derive(Clone, Debug)]
pub struct DataText {
    text: String,
    from: Option<Format>,
}

/// Data on the stickers of a cube.
#[derive(Clone, Debug)]
pub struct Data {
    /// One character per sticker.
    pub stickers: Stickers<char>,
    /// The layout of the text.
    pub format: Format,
}

impl DataText {
    /// Returns data in a layout; `None` is the layout of the cube.
    pub fn new(text: String, from: Option<Format>) -> DataText {
        DataText { text, from }
    }

    /// Returns the data of these fields of a request.
    pub(crate) fn of_request(
        data: &Option<String>,
        from: Option<FormatName>,
    ) -> Result<Option<DataText>, RequestError> {
        let is_given = (from.is_some(), OptionId::DataFrom);
        RequestError::check_needed(is_given, (data.is_some(), OptionId::Data))?;
        Ok(data.as_ref().map(|text| DataText::new(text.clone(), from.map(|format| format.0))))
    }

    /// Assigns the data to a cube that was read.
    ///
    /// # Errors
    ///
    /// The data does not fit on the cube.
    pub fn on(&self, reading: &Reading) -> Result<Data, RequestError> {
        self.on_any(Some(reading.stickers.size()), reading.format)
    }

    /// Assigns the data to a cube of this size, or of the size of the text, in this layout.
    ///
    /// # Errors
    ///
    /// The data does not fit on the cube.
    pub fn on_any(&self, size: Option<Size>, format: Format) -> Result<Data, RequestError> {
        let format = self.from.unwrap_or(format);
        Ok(Data { stickers: data::read(&self.text, size, format)?, format })
    }
}

impl Data {
    /// Returns the order in which the data is one string.
    pub fn order(&self) -> Order {
        Order::of(self.format)
    }

    /// Returns the data as one string, with its characters unchanged.
    pub fn one_string(&self) -> String {
        self.order().read_out(&self.stickers)
    }
}

/// The names of a cube's faces, in the characters of the text.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct FaceNames([char; 6]);

impl FaceNames {
    /// U R F D L B.
    pub const LETTERS: FaceNames = FaceNames(['U', 'R', 'F', 'D', 'L', 'B']);

    /// Names faces by the centres, or by the colours of a solved cube; by U R F D L B if these are not distinct.
    pub fn new(stickers: &Stickers<Option<Color>>, alphabet: &Alphabet) -> FaceNames {
        let size = stickers.size();
        let has_face_colors = size.layers() % 2 == 1 || stickers.is_uniform();
        let colors = Face::ALL.map(|face| stickers.face(face)[size.face_stickers() / 2]);
        let is_each_once = Color::ALL.into_iter().all(|color| colors.contains(&Some(color)));
        match has_face_colors && is_each_once {
            true => FaceNames(colors.map(|color| alphabet.character(color))),
            false => FaceNames::LETTERS,
        }
    }

    /// Returns the name of a face.
    pub fn name(&self, face: Face) -> char {
        self.0[face.index()]
    }

    /// Describes an orientation: `up R, front W`.
    pub fn describe(&self, orientation: Orientation) -> String {
        format!("up {}, front {}", self.name(orientation.up()), self.name(orientation.front()))
    }

    /// Returns all orientations with these faces up and in front, beginning with the current one.
    ///
    /// # Errors
    ///
    /// No face has the name, or the faces are not neighbours.
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
        let fits = |required: Option<Face>, face: Face| required.is_none_or(|required| required == face);
        Ok(Orientation::all().filter(|one| fits(up, one.up()) && fits(front, one.front())).collect())
    }

    /// Returns the face with this name; a lower-case letter is read as upper case if it names no face.
    fn face(&self, name: char) -> Result<Face, RequestError> {
        let find = |name: char| Face::ALL.into_iter().find(|&face| self.name(face) == name);
        find(name)
            .or_else(|| find(name.to_ascii_uppercase()))
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
    /// Returns the fields of a match, with these names of faces.
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
pub fn describe(found: &Match, names: &FaceNames) -> String {
    format!("{}, {}: {}", names.describe(found.orientation), found.order, visible(&found.text))
}

/// Returns a text with visible characters only: none that a terminal would interpret.
pub fn visible(text: &str) -> String {
    text.chars().map(visible_label).collect()
}
