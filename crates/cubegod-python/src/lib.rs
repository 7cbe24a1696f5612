//! The compiled part of the Python package `cubegod`: a wrapper around the service.
//!
//! Arguments become values of the library, solutions become objects, and errors become exceptions (`error.rs`). Searches run
//! without the interpreter's lock and check for signals (`signals.rs`).

mod alg;
mod arguments;
mod arrays;
mod batch;
mod capsules;
mod columns;
mod cube;
mod edge_error;
mod error;
mod known;
mod pickle;
mod picture;
mod random;
mod rubik;
mod signals;
mod solution;
mod solving;
mod tables;
mod view;

/// The module `cubegod._cubegod`.
#[pyo3::pymodule]
mod _cubegod {
    #[pymodule_export]
    use super::{
        alg::Alg,
        arguments::read_seconds,
        batch::{solve_each, solve_many},
        columns::{rows_at_once, solve_column},
        cube::Cube,
        error::{get_language, set_language},
        pickle::{restore_cube, restore_solution, restore_view},
        picture::{render_png, render_svg},
        random::{random_cubes, scramble},
        rubik::{RubikState, without_rotations, without_triples, without_undone},
        solution::Solution,
        solving::solve,
        tables::{build_tables, fixed_tables, table_states},
        view::View,
    };
}
