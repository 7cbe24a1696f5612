//! The combinations of orientation and order in which data is read.

use super::{Order, Orientation};
use crate::geometry::Size;
use crate::stickers::Stickers;

/// A set of readings of data: each of some orientations in each of some orders.
///
/// # Examples
///
/// ```
/// use cubegod::Size;
/// use cubegod::data::{Order, Orientation, Readings};
///
/// let data = Order::Facelets.put_on(Size::TWO, "abcdefghijklmnopqrstuvwx").expect("24 characters");
/// let orientations: Vec<Orientation> = Orientation::all().collect();
/// let readings = Readings::new(Size::TWO, &orientations, &Order::ALL);
/// assert_eq!(readings.of(&data).count(), 24 * 4);
/// ```
#[derive(Clone, Debug)]
pub struct Readings {
    size: Size,
    orientations: Vec<Orientation>,
    sequences: Vec<StickerSequence>,
}

/// The sticker sequence of one reading.
#[derive(Clone, Debug)]
pub(super) struct StickerSequence {
    pub(super) orientation: Orientation,
    pub(super) order: Order,
    /// The indices of the stickers in reading order.
    pub(super) stickers: Vec<u16>,
}

impl Readings {
    /// Creates the readings in every order and every orientation, for cubes of this size.
    pub fn new(size: Size, orientations: &[Orientation], orders: &[Order]) -> Readings {
        let mut sequences = Vec::new();
        for &orientation in orientations {
            let inverse = orientation.rotation().inverse();
            for &order in orders {
                // The rotation moves a sticker to the index at which it is read.
                let indices = order.indices(size).into_iter();
                let stickers = indices.map(|index| inverse.sticker(size, index) as u16).collect();
                sequences.push(StickerSequence { orientation, order, stickers });
            }
        }
        Readings { size, orientations: orientations.to_vec(), sequences }
    }

    /// Returns the size of the cubes.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Returns the orientations.
    pub fn orientations(&self) -> &[Orientation] {
        &self.orientations
    }

    pub(super) fn sequences(&self) -> &[StickerSequence] {
        &self.sequences
    }

    /// Returns the text of each reading of some data.
    ///
    /// # Panics
    ///
    /// Panics if the data is for another size.
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
