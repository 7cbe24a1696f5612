//! A contest judge, and compatibility with two Python packages.
//!
//! [`judge`] reads data sets of 3x3 nets with operations and decides whether each cube is solved. [`rubik`] behaves like the
//! Python packages `rubik-cube` and `ctf-rubik-cube`.
#![forbid(unsafe_code)]

pub mod judge;
pub mod rubik;
