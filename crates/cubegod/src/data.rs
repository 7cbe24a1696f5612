//! Characters that ride on the stickers through every move, and how they are read out again.
//!
//! Data is [`Stickers<char>`](crate::Stickers): it turns as any stickers do. [`read`] puts a text on a cube in the layout the cube is
//! written in; an [`Order`] reads the stickers as one string, an [`Orientation`] says how the cube is held meanwhile, and a
//! [`Expression`] looks for a text in many such readings at once.
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
