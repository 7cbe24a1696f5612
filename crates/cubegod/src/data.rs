//! Text on stickers: one character per sticker that every move carries along.
//!
//! Data is [`Stickers<char>`](crate::Stickers). [`read`] puts a text on a cube in the cube's own layout. An [`Order`] reads the
//! stickers as one string, in an [`Orientation`] of the cube. An [`Expression`] searches many such readings at once.
//!
//! ```
//! use cubegod::data::{self, Order};
//! use cubegod::formats::Format;
//! use cubegod::{Alg, Size};
//!
//! let mut data = data::read("abcdefghijklmnopqrstuvwx", Some(Size::TWO), Format::Facelets)?;
//! data.apply(&"R".parse::<Alg>()?)?;
//! assert_eq!(Order::Facelets.read_out(&data), "ajclgehfinkpmwouqrstdvbx");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod expression;
mod order;
mod orientation;
mod readings;
mod text;

#[cfg(test)]
mod tests;

pub(crate) use expression::Finder;
pub use expression::{Expression, ExpressionError, Match};
pub use order::Order;
pub use orientation::{Orientation, OrientationError};
pub use readings::Readings;
pub use text::{DataError, read};
