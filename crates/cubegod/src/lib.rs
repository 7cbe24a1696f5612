//! The 2x2 and 3x3 Rubik's cube: any description in, the shortest honest answer out.
#![forbid(unsafe_code)]

pub mod color;
pub mod formats;
pub mod geometry;
pub mod moves;
pub mod stickers;

pub use color::Color;
pub use geometry::{Axis, Face, Facelet, Size, Symmetry};
pub use moves::{Alg, FaceTurn, Move};
pub use stickers::Stickers;
