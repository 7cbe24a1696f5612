//! All orders and orientations in which data is read at once.

use super::{Order, Orientation};
use crate::geometry::Size;
use crate::stickers::Stickers;

/// Ways to read data: some orientations, in some orders each.
#[derive(Clone, Debug)]
pub struct Readings {
    size: Size,
    orientations: Vec<Orientation>,
    sequences: Vec<StickerSequence>,
}

/// One order to read.
#[derive(Clone, Debug)]
pub(super) struct StickerSequence {
    pub(super) orientation: Orientation,
    pub(super) order: Order,
    /// Which sticker is read first, second, and so on.
    pub(super) stickers: Vec<u16>,
}

impl Readings {
    /// Every order in every orientation, for cubes of this size.
    pub fn new(size: Size, orientations: &[Orientation], orders: &[Order]) -> Readings {
        let mut sequences = Vec::new();
        for &orientation in orientations {
            let back = orientation.rotation().inverse();
            for &order in orders {
                // A sticker is read where the rotation brings it.
                let indices = order.indices(size).into_iter();
                let stickers = indices.map(|index| back.sticker(size, index) as u16).collect();
                sequences.push(StickerSequence { orientation, order, stickers });
            }
        }
        Readings { size, orientations: orientations.to_vec(), sequences }
    }

    /// The size of the cubes.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The orientations.
    pub fn orientations(&self) -> &[Orientation] {
        &self.orientations
    }

    pub(super) fn sequences(&self) -> &[StickerSequence] {
        &self.sequences
    }

    /// What is read, with the orientation and the order.
    pub fn of<'a>(
        &'a self,
        data: &'a Stickers<char>,
    ) -> impl Iterator<Item = (Orientation, Order, String)> + 'a {
        assert_eq!(data.size(), self.size, "readings are for cubes of one size");
        self.sequences.iter().map(|sequence| {
            let text =
                sequence.stickers.iter().map(|&sticker| data.facelets()[usize::from(sticker)]).collect();
            (sequence.orientation, sequence.order, text)
        })
    }
}
