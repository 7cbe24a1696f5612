//! The judge of a programming contest, and the interfaces of two Python packages.
//!
//! [`judge`] reads data sets of 3x3 nets with operations and decides whether each cube is solved. [`rubik`] does what the
//! Python packages `rubik-cube` and `ctf-rubik-cube` do.
#![forbid(unsafe_code)]

pub mod judge;
pub mod rubik;
