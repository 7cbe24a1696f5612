//! The first step: brings a white sticker to `cube[5][0]`; its corner is fixed from then on.

use super::action::Action;
use crate::methods::turns::known;
use cubegod::cube::{Corner, Corners};
use cubegod::formats::digits;
use cubegod::geometry::{Face, Facelet, Size};
use cubegod::moves::{FaceTurn, Turns};

/// The facelet of the first white sticker: `cube[5][0]`, at the bottom front left.
pub const ANCHOR: Facelet = Facelet::of_index(Size::TWO, digits::sticker_index(5, 0));

/// The turns that bring each sticker of the front, top and bottom to the anchor.
const FROM_FRONT: [&str; 4] = ["L", "R' D'", "L D", "R' D2"];
const FROM_ABOVE: [&str; 4] = ["L2", "R2 D'", "L2 D", "R2 D2"];
const FROM_BELOW: [&str; 4] = ["", "D'", "D", "D2"];

/// Returns the turns that bring a sticker of the 2x2 to the anchor: one of the 24 cases of the document.
///
/// A sticker of another side is first brought to the front by turning its layer.
pub fn to_anchor(sticker: Facelet) -> Vec<FaceTurn> {
    let (face, cell) = digits::face_and_cell(sticker.index(Size::TWO));
    let cases = match face {
        4 => FROM_ABOVE,
        5 => FROM_BELOW,
        _ => FROM_FRONT,
    };
    // The sides come to the front in the order of their numbers when the top is turned, in the other when the bottom is.
    let (layer, quarters) = match cell {
        _ if face >= 4 => (Face::U, 0),
        0 | 1 => (Face::U, face as i64),
        _ => (Face::D, -(face as i64)),
    };
    let to_front = Turns::from_quarters(quarters).map(|turns| FaceTurn::new(layer, turns));
    to_front.into_iter().chain(known(cases[cell])).collect()
}

/// All 24 cases, by facelet.
#[derive(Debug)]
pub(super) struct Anchoring([Action; 24]);

impl Anchoring {
    pub(super) fn new() -> Anchoring {
        Anchoring(std::array::from_fn(|index| Action::new(to_anchor(Facelet::of_index(Size::TWO, index)))))
    }

    /// Returns the action for the white sticker of a corner, named by its colours.
    pub(super) fn of(&self, corners: &Corners, piece: Corner) -> &Action {
        let codes = corners.codes();
        let place = codes.iter().position(|&code| usize::from(code & 7) == piece.index());
        let place = place.expect("every corner is somewhere");
        &self.0[Corner::FACELETS_2[place][usize::from(codes[place] >> 3)]]
    }
}
