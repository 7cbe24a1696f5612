//! The orders in which the stickers of a cube are read as one string.

use crate::formats::{Format, digits, net};
use crate::geometry::{Face, Size};
use crate::stickers::Stickers;
use std::fmt;

/// An order of the stickers.
///
/// # Examples
///
/// ```
/// use cubegod::Size;
/// use cubegod::data::Order;
///
/// let data = Order::Facelets.put_on(Size::TWO, "UUUURRRRFFFFDDDDLLLLBBBB").expect("24 characters");
/// assert_eq!(Order::NetString.read_out(&data), "UUUULLFFRRBBLLFFRRBBDDDD");
/// assert_eq!(Order::Digits.read_out(&data), "FFFFRRRRBBBBLLLLUUUUDDDD");
/// ```
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Order {
    /// Face by face, U R F D L B.
    Facelets,
    /// The rows of a net: U, then the rows of L F R B, then D.
    NetString,
    /// The faces of a net: U L F R B D.
    NetFaces,
    /// Face by face in the order of the digit array: F R B L U D.
    Digits,
}

impl Order {
    /// All orders.
    pub const ALL: [Order; 4] = [Order::Facelets, Order::NetString, Order::NetFaces, Order::Digits];

    /// Returns the orders in which a text is usually written on a cube, that of this layout first.
    pub fn to_search(format: Format) -> Vec<Order> {
        let own = Order::of(format);
        let others = [Order::Facelets, Order::NetString, Order::NetFaces];
        [own].into_iter().chain(others.into_iter().filter(|&order| order != own)).collect()
    }

    /// Returns the order of a layout; that of facelets for layouts that are not a string of stickers.
    pub const fn of(format: Format) -> Order {
        match format {
            Format::NetString | Format::Net => Order::NetString,
            Format::Digits => Order::Digits,
            Format::Facelets
            | Format::Blocks
            | Format::Engine
            | Format::Reid
            | Format::KPattern
            | Format::Moves
            | Format::Pattern => Order::Facelets,
        }
    }

    /// Returns the name used in options and output.
    pub const fn name(self) -> &'static str {
        match self {
            Order::Facelets => "facelets",
            Order::NetString => "net-string",
            Order::NetFaces => "net-faces",
            Order::Digits => "digits",
        }
    }

    /// Returns the indices of the stickers in this order.
    pub fn indices(self, size: Size) -> Vec<usize> {
        let face_by_face = |faces: [Face; 6]| {
            let count = size.face_stickers();
            faces.into_iter().flat_map(|face| (0..count).map(move |i| face.index() * count + i)).collect()
        };
        match self {
            Order::Facelets => face_by_face(Face::ALL),
            Order::NetString => net::reading_order(size).collect(),
            Order::NetFaces => face_by_face([Face::U, Face::L, Face::F, Face::R, Face::B, Face::D]),
            Order::Digits => digits::label_order(size).collect(),
        }
    }

    /// Returns the stickers as one string.
    pub fn read_out(self, stickers: &Stickers<char>) -> String {
        self.indices(stickers.size()).into_iter().map(|index| stickers.facelets()[index]).collect()
    }

    /// Puts the characters of a text on the stickers; `None` unless there is one character per sticker.
    pub fn put_on(self, size: Size, text: &str) -> Option<Stickers<char>> {
        let mut stickers = Stickers::from_fn(size, |_| ' ');
        let mut characters = text.chars();
        for index in self.indices(size) {
            stickers.facelets_mut()[index] = characters.next()?;
        }
        characters.next().is_none().then_some(stickers)
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}
