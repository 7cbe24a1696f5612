//! Reads, checks, solves, writes and draws the 2x2 and 3x3 Rubik's cube.
//!
//! Three lines solve a cube of either size, in any supported text layout:
//!
//! ```
//! use cubegod::{Cube, Solver};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let cube: Cube = "DBFRDULUUFFBLDDBLRBU????".parse()?;
//! let solver = Solver::new();
//! println!("{}", solver.solve(&cube)?);
//! # assert_eq!(solver.solve(&cube)?.to_string(), "L' U B U2 L2 B2 U B' L'");
//! # Ok(())
//! # }
//! ```
//!
//! Here the last face is hidden, and exactly one cube fits. When several fit, a [`View`] counts and lists them:
//!
//! ```
//! use cubegod::{Cube, CubeError, View};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let text = "DBFRDULUUFFBLDDB????????";
//! let view: View = text.parse()?;
//! assert_eq!(view.count(), 2);
//! assert_eq!(text.parse::<Cube>(), Err(CubeError::Ambiguous { count: 2 }));
//! for stickers in view.completions().iter() {
//!     println!("{}", Cube::try_from(&stickers)?);
//! }
//! # Ok(())
//! # }
//! ```
//!
//! A batch is solved on several threads, and the solutions are in the order of the cubes:
//!
//! ```
//! use cubegod::scramble::generator;
//! use cubegod::{Cube, Size, SolveOptions, Solver};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let mut random = generator(1);
//! let cubes = (0..10).map(|_| Cube::random(Size::THREE, &mut random)).collect::<Result<Vec<_>, _>>()?;
//! for (cube, solution) in cubes.iter().zip(Solver::new().solve_many(&cubes, &SolveOptions::new().threads(2))) {
//!     let solution = solution?;
//!     println!("{cube}: {solution} ({} moves)", solution.len());
//! #   assert!(cube.apply(solution.alg())?.is_solved());
//! }
//! # Ok(())
//! # }
//! ```
//!
//! The solution of a 2x2 is always a shortest one. For a 3x3 the optimal search proves it:
//!
//! ```
//! use cubegod::{Cube, Search, SolveOptions, Solver};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let cube: Cube = "R U2 F' L D2 B".parse()?;
//! let options = SolveOptions::new().search(Search::Optimal);
//! let solution = Solver::new().solve_with(&cube, &options)?;
//! assert!(solution.is_optimal());
//! assert_eq!(solution.to_string(), "B' D2 L' F U2 R'");
//! # Ok(())
//! # }
//! ```
//!
//! # Modules
//!
//! Text becomes stickers that may hold unknowns ([`read`], [`formats`]), stickers become a checked cube ([`View`], [`Cube2`],
//! [`Cube3`]), specialised solvers search ([`solve`]), and moves and cubes are written or drawn ([`moves`], [`render`]).
//!
//! Nothing here reads files, opens sockets, prints, reads clocks or keeps mutable global state: tables are values that are
//! handed to solvers, and a [`Cancellation`] stops a search, for example after some time.
//!
//! # Stability
//!
//! Options are built with setters, and enums of choices such as [`Metric`] are `#[non_exhaustive]`: both may grow in a minor release.
//! Error enums are exhaustive, so that front ends can render every variant; a new variant is a breaking change, announced in the
//! changelog. [`CubeError`], `RenderError` and `FaceSetError` are the exceptions.
//!
//! # Features
//!
//! | feature | default | adds |
//! |---|---|---|
//! | `data` | yes | `data` and `search`: texts on stickers, found by regular expressions |
//! | `png` | yes | `render::png`: pictures as PNG |
//! | `serde` | no | `Serialize` and `Deserialize` for [`Cube`], [`Alg`], [`Move`], [`Face`] and [`Color`], as text |
//!
//! Without default features the crate compiles for `wasm32-unknown-unknown`. No thread is started unless several are asked for.
#![deny(unsafe_code)]

pub mod alphabet;
mod any_cube;
mod cancellation;
pub mod color;
pub mod cube;
#[cfg(feature = "data")]
pub mod data;
pub mod formats;
pub mod geometry;
pub mod moves;
pub mod parallel;
pub mod patterns;
pub mod reading;
pub mod render;
pub mod scramble;
#[cfg(feature = "data")]
pub mod search;
#[cfg(feature = "serde")]
mod serialize;
pub mod solve;
mod solver;
pub mod stickers;
mod text;
pub mod view;

pub use any_cube::{Centres, Cube, CubeError};
pub use cancellation::{Cancellation, Cancelled};
pub use color::Color;
pub use cube::{Cube2, Cube3, IllegalCube};
pub use geometry::{Axis, Face, Facelet, Size, Symmetry};
pub use moves::{Alg, AlgError, FaceTurn, Metric, Move};
pub use reading::{ReadError, ReadOptions, Reading, read};
pub use scramble::Scramble;
pub use solve::SolveError;
pub use solver::{Search, Solution, SolveOptions, Solver};
pub use stickers::Stickers;
pub use view::View;
