//! The 2x2 and 3x3 Rubik's cube: any description in, the shortest honest answer out.
//!
//! Text becomes stickers that may hold unknowns ([`read`]), stickers become a checked cube ([`View`], [`Cube2`],
//! [`Cube3`]), a cube is solved ([`solve`]), and whatever comes out is drawn or written ([`render`], [`formats`]).
//!
//! ```
//! use cubegod::solve::pocket::PocketTable;
//! use cubegod::{Cube2, ReadOptions, View, read};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let reading = read("DBFRDULUUFFBLDDBLRBU????", &ReadOptions::default())?;
//! let completions = View::new(reading.stickers)?.complete()?;
//! let cube = Cube2::try_from(&completions.get(0).expect("one fits"))?;
//! assert_eq!(PocketTable::half_turns().solve(&cube).to_string(), "L' U B U2 L2 B2 U B' L'");
//! # Ok(())
//! # }
//! ```
//!
//! Nothing here reads files, opens sockets, prints, looks at clocks or keeps global state: tables are values that are
//! handed to solvers, and searches are stopped by the closures they are given.
#![deny(unsafe_code)]

pub mod alphabet;
mod cancellation;
pub mod color;
pub mod cube;
pub mod data;
pub mod formats;
pub mod geometry;
pub mod moves;
pub mod patterns;
pub mod reading;
pub mod render;
pub mod scramble;
pub mod search;
pub mod solve;
pub mod stickers;
pub mod view;

pub use cancellation::Cancellation;
pub use color::Color;
pub use cube::{Cube2, Cube3, IllegalCube};
pub use geometry::{Axis, Face, Facelet, Size, Symmetry};
pub use moves::{Alg, AlgError, FaceTurn, Metric, Move};
pub use reading::{ReadError, ReadOptions, Reading, read};
pub use stickers::Stickers;
pub use view::View;
