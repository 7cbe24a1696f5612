//! The assignment of colours to faces: by the centres on the 3x3, by the standard scheme on the 2x2.

use super::recognize::UNKNOWN;
use crate::color::Color;
use crate::geometry::{Face, Size, Symmetry};
use crate::stickers::Stickers;

/// The face of each colour.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) struct Frame([Face; 6]);

/// Returns the index of a face's centre on the 3x3.
pub(crate) const fn centre(face: Face) -> usize {
    face.index() * 9 + 4
}

impl Frame {
    /// The standard scheme with white up and green in front.
    pub(crate) const STANDARD: Frame = Frame(Face::ALL);

    /// Returns every frame that agrees with the stickers.
    ///
    /// On the 3x3, five or six known centres define the frame, in any colour scheme. With fewer, the frames are the
    /// orientations of the standard scheme that fit.
    pub(crate) fn all_fitting(stickers: &Stickers<Option<Color>>) -> Vec<Frame> {
        if stickers.size() == Size::TWO {
            return vec![Frame::STANDARD];
        }
        let known = Face::ALL.map(|face| stickers.facelets()[centre(face)]);
        if known.iter().flatten().count() >= 5 {
            return Frame::by_elimination(known).into_iter().collect();
        }
        Frame::rotations()
            .filter(|frame| {
                known.iter().zip(Face::ALL).all(|(seen, face)| seen.is_none_or(|c| frame.face(c) == face))
            })
            .collect()
    }

    /// Returns the standard scheme in all 24 orientations.
    pub(crate) fn rotations() -> impl Iterator<Item = Frame> {
        Symmetry::ROTATIONS.iter().map(|rotation| Frame(Face::ALL.map(|home| rotation.face(home))))
    }

    fn by_elimination(centres: [Option<Color>; 6]) -> Option<Frame> {
        let mut faces = [None; 6];
        for (seen, face) in centres.iter().zip(Face::ALL) {
            if let Some(color) = seen
                && faces[color.index()].replace(face).is_some()
            {
                return None;
            }
        }
        let open_face = Face::ALL.into_iter().find(|face| centres[face.index()].is_none());
        let mut frame = [Face::U; 6];
        for (entry, face) in frame.iter_mut().zip(faces) {
            *entry = face.or(open_face)?;
        }
        Some(Frame(frame))
    }

    /// Returns the face of a colour.
    pub(crate) fn face(&self, color: Color) -> Face {
        self.0[color.index()]
    }

    /// Returns the colour of a face.
    pub(crate) fn color(&self, face: Face) -> Color {
        let index = self.0.iter().position(|&other| other == face).expect("a frame has every face");
        Color::ALL[index]
    }

    /// Encodes a sticker as the index of its colour's face, or [`UNKNOWN`].
    pub(crate) fn code(&self, seen: Option<Color>) -> u8 {
        seen.map_or(UNKNOWN, |color| self.face(color) as u8)
    }
}
