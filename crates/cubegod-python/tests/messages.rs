//! The texts of errors that only the Python package has. Everything else is tested in Python (`python/tests`).

#[allow(dead_code, reason = "what maps errors to exceptions needs an interpreter")]
#[path = "../src/edge_error.rs"]
mod edge_error;

use cubegod_service::Localized;
use cubegod_teach::Language;
use edge_error::{EdgeError, Expected, Items, Noun};
use std::fmt::Write;

fn errors() -> Vec<EdgeError> {
    let text = |text: &str| text.to_owned();
    let argument = |expected| match expected {
        Expected::Cube | Expected::CubeObject | Expected::Moves | Expected::EachMove => {
            EdgeError::WrongType { expected, found: text("int") }
        }
        _ => EdgeError::Argument { name: "option", found: text("x"), expected, is_out_of_range: false },
    };
    let mut errors: Vec<EdgeError> = Expected::ALL.map(argument).into();
    errors.extend(Noun::ALL.map(|noun| EdgeError::unknown_name(noun, "x", "y")));
    let library_text = Some(text("`x` is not a layout"));
    errors.extend([
        EdgeError::UnknownName {
            noun: Noun::Layout,
            name: text("x"),
            expected: text("net blocks"),
            library_text,
        },
        EdgeError::TooManyMoves { count: 20_000_000 },
        EdgeError::Budget { seconds: -1.0 },
        EdgeError::IndexType { found: text("float") },
        EdgeError::SliceOfView,
        EdgeError::OutOfRange { index: text("0"), count: 0, items: Items::Moves },
        EdgeError::OutOfRange { index: text("24"), count: 24, items: Items::Cubes },
        EdgeError::OneString,
        EdgeError::RowWidth { width: 53 },
        EdgeError::StickerCount { count: 53 },
        EdgeError::NotRows { data_type: text("int64"), shape: text("(2, 54)") },
        EdgeError::NotOneRow { data_type: text("uint8"), shape: text("(2, 54)") },
        EdgeError::NotAnArray { found: text("int") },
        EdgeError::ChangedArray,
        EdgeError::TooManyCubes { count: 1_000_000 },
        EdgeError::NoMemory { bytes: 1_000_000 },
        EdgeError::Arrow { reason: text("the reason of Arrow") },
        EdgeError::ImportedColumn,
        EdgeError::PictureWidth { width: 0 },
        EdgeError::BackOfNet,
        EdgeError::Picture { reason: text("the reason") },
        EdgeError::Unpickled { is_solution: false, reason: None },
        EdgeError::Unpickled { is_solution: true, reason: Some(text("the reason")) },
        EdgeError::NetString { count: 53 },
        EdgeError::UnknownTurn { name: text("Q"), number: 2, expected: text("R Ri") },
        EdgeError::NoThread { reason: text("the reason") },
        EdgeError::Panic,
    ]);
    errors
}

#[test]
fn every_error_reads_well_in_both_languages() {
    let mut texts = String::new();
    for error in errors() {
        // Writing to a string cannot fail.
        let _ = writeln!(texts, "{}\n  {}", error.text(Language::English), error.text(Language::Chinese));
    }
    insta::assert_snapshot!(texts);
}
