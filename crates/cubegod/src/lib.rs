//! The 2x2 and 3x3 Rubik's cube: any description in, the shortest honest answer out.
#![forbid(unsafe_code)]

pub mod alphabet;
pub mod color;
pub mod cube;
pub mod formats;
pub mod geometry;
pub mod moves;
pub mod reading;
pub mod render;
pub mod scramble;
pub mod solve;
pub mod stickers;
pub mod view;

pub use color::Color;
pub use cube::{Cube2, Cube3, IllegalCube};
pub use geometry::{Axis, Face, Facelet, Size, Symmetry};
pub use moves::{Alg, AlgError, FaceTurn, Metric, Move};
pub use reading::{ReadError, ReadOptions, Reading, read};
pub use stickers::Stickers;
pub use view::View;
