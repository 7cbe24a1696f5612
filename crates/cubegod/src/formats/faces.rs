//! A cube assembled face by face, as in the layouts `blocks` and `engine`.

use super::LayoutError;
use crate::geometry::{Face, Size};
use crate::stickers::Stickers;
use crate::text::{self, UNKNOWN};

/// The stickers of one face in the text.
struct ReadFace {
    /// The line where it begins.
    line: usize,
    stickers: Vec<char>,
}

/// The faces read so far.
#[derive(Default)]
pub(super) struct Faces {
    faces: [Option<ReadFace>; 6],
    /// The size, with the first face and its line, which determined it.
    fixed: Option<(Size, Face, usize)>,
}

impl Faces {
    /// Parses the name of a face that was not read before.
    pub(super) fn expect(&self, name: &str, line: usize) -> Result<Face, LayoutError> {
        let mut letters = name.chars();
        let face = match (letters.next().and_then(Face::from_letter), letters.next()) {
            (Some(face), None) => face,
            _ => return Err(LayoutError::UnknownFace { line, found: text::quote(name) }),
        };
        match &self.faces[face.index()] {
            Some(earlier) => Err(LayoutError::DoubledFace { face, first: earlier.line, line }),
            None => Ok(face),
        }
    }

    /// Adds the stickers of a face that begins in this line.
    pub(super) fn add(
        &mut self,
        face: Face,
        line: usize,
        stickers: impl Iterator<Item = char> + Clone,
        contents: fn(char) -> char,
    ) -> Result<(), LayoutError> {
        let found = stickers.clone().count();
        let layers = found.isqrt();
        let size = match Size::new(layers) {
            Ok(size) if size.face_stickers() == found => size,
            _ => return Err(LayoutError::FaceStickerCount { face, line, found }),
        };
        let &mut (fixed, first_face, first) = self.fixed.get_or_insert((size, face, line));
        if fixed != size {
            return Err(LayoutError::FaceSizes { face, line, size, first_face, first, fixed });
        }
        if let Some(character) = stickers.clone().find(|character| character.is_control()) {
            let found = text::quote(character.encode_utf8(&mut [0; 4]));
            return Err(LayoutError::FaceUnprintable { face, line, found });
        }
        self.faces[face.index()] = Some(ReadFace { line, stickers: stickers.map(contents).collect() });
        Ok(())
    }

    /// Returns all stickers, those of missing faces as unknown; `None` if no face was read.
    pub(super) fn stickers(&self) -> Option<Stickers<char>> {
        let (size, _, _) = self.fixed?;
        let per_face = size.face_stickers();
        Some(Stickers::from_fn(size, |index| match &self.faces[index / per_face] {
            Some(face) => face.stickers[index % per_face],
            None => UNKNOWN,
        }))
    }
}

/// Returns the faces to write, in the given order: those with a known sticker, or all faces of a cube without known
/// stickers, so that its size is kept.
pub(super) fn shown(stickers: &Stickers<char>, order: [Face; 6]) -> impl Iterator<Item = Face> {
    let is_known =
        |face: &Face| stickers.face(*face).iter().any(|&contents| text::written(contents) != UNKNOWN);
    let nothing_known = !order.iter().any(is_known);
    order.into_iter().filter(move |face| nothing_known || is_known(face))
}
