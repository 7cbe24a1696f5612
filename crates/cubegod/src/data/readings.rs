//! All ways in which data is read at once.

use super::{Order, Orientation};
use crate::geometry::Size;
use crate::stickers::Stickers;

/// Ways to read data: some orientations, in some orders each.
#[derive(Clone, Debug)]
pub struct Readings {
    size: Size,
    orientations: Vec<Orientation>,
    ways: Vec<Way>,
}

/// One way to read.
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub(super) orientation: Orientation,
    pub(super) order: Order,
    /// Which sticker is read first, second, and so on.
    pub(super) stickers: Vec<u16>,
}

impl Readings {
    /// Every order in every orientation, for cubes of this size.
    pub fn new(size: Size, orientations: &[Orientation], orders: &[Order]) -> Readings {
        let mut ways = Vec::new();
        for &orientation in orientations {
            let back = orientation.rotation().inverse();
            for &order in orders {
                // A sticker is read where the rotation brings it.
                let indices = order.indices(size).into_iter();
                let stickers = indices.map(|index| back.sticker(size, index) as u16).collect();
                ways.push(Way { orientation, order, stickers });
            }
        }
        Readings { size, orientations: orientations.to_vec(), ways }
    }

    /// The size of the cubes.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The orientations.
    pub fn orientations(&self) -> &[Orientation] {
        &self.orientations
    }

    pub(super) fn ways(&self) -> &[Way] {
        &self.ways
    }

    /// What is read, with the orientation and the order.
    pub fn of<'a>(
        &'a self,
        data: &'a Stickers<char>,
    ) -> impl Iterator<Item = (Orientation, Order, String)> + 'a {
        assert_eq!(data.size(), self.size, "readings are for cubes of one size");
        self.ways.iter().map(|way| {
            let text = way.stickers.iter().map(|&sticker| data.facelets()[usize::from(sticker)]).collect();
            (way.orientation, way.order, text)
        })
    }
}
