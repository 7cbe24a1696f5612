//! The Python package `cubegod`: the library's words as Python's.
//!
//! Everything here wraps and nothing decides: text and arrays become the library's values, its answers become objects, its
//! errors become exceptions (`error.rs`). The interpreter is let go while something is computed, and asked now and then
//! whether somebody pressed Ctrl-C.

mod alg;
mod arguments;
mod arrays;
mod batch;
mod capsules;
mod columns;
mod cube;
mod engine;
mod error;
mod picture;
mod random;
mod rubik;
mod signals;
mod solution;
mod solving;
mod tables;
mod view;

/// What `cubegod/__init__.py` gives its names.
#[pyo3::pymodule]
mod _cubegod {
    #[pymodule_export]
    use super::{
        alg::Alg,
        arguments::read_seconds,
        batch::solve_many,
        columns::{rows_at_once, solve_column},
        cube::Cube,
        picture::{render_png, render_svg},
        random::{random_cubes, scramble},
        rubik::{RubikState, without_rotations, without_triples, without_undone},
        solution::Solution,
        solving::{optimal, solve},
        tables::{build_tables, table_states},
        view::View,
    };
}
