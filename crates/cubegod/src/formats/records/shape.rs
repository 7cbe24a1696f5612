//! Guesses from one line whether it is a whole cube or the first of several lines. Reading the record may still fail.

use super::rows::cells;
use crate::formats::{engine, pattern};
pub(super) use crate::text::is_unknown_mark;
use crate::{Alg, Size};
use serde::de::IgnoredAny;

/// The kind of record that begins with a line.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) enum Shape {
    /// A record of one line.
    Single,
    /// A request to the engine, up to its `END`.
    Engine,
    /// A record up to the next blank line.
    Block,
    /// Possibly the first row of a drawn cube.
    Rows,
}

/// Returns the kind of record that begins with this line.
pub(super) fn of_first_line(line: &str) -> Shape {
    let line = line.trim();
    let width = cells(line);
    if engine::is_marked(line) {
        Shape::Engine
    } else if is_painted(line) || line.starts_with("Face ") {
        Shape::Block
    } else if is_cube(line, width) {
        Shape::Single
    } else if is_moves(line) {
        match is_bare_letters(line) && (2..=7).contains(&width) {
            true => Shape::Rows,
            false => Shape::Single,
        }
    } else if is_name(line) {
        Shape::Single
    } else if opens_brackets(line) {
        Shape::Block
    } else if is_row(line, width) {
        Shape::Rows
    } else {
        Shape::Single
    }
}

/// Whether a line is clearly a cube of its own, so that a block ends above it.
pub(super) fn ends_block(line: &str) -> bool {
    let line = line.trim();
    if is_painted(line) {
        return false;
    }
    is_cube(line, cells(line)) || begins_record(line)
}

/// Whether a line is not a row of a drawing: it begins an engine request, or is clearly moves or a name.
pub(super) fn begins_record(line: &str) -> bool {
    engine::is_marked(line)
        || (!(has_equal_words(line) && is_bare_letters(line)) && is_moves(line))
        || is_name(line)
}

/// Whether a line has terminal escape sequences.
fn is_painted(line: &str) -> bool {
    line.contains(['\u{1b}', '\u{9b}'])
}

/// Whether a line is a whole cube in a single-line layout other than moves.
fn is_cube(line: &str, width: usize) -> bool {
    Size::from_sticker_count(width).is_some() || is_reid(line) || is_digits(line) || is_object(line)
}

fn is_reid(line: &str) -> bool {
    let is_piece = |word: &str| {
        (2..=3).contains(&word.chars().count())
            && word.chars().all(|c| c.is_alphabetic() || is_unknown_mark(c))
    };
    matches!(line.split_whitespace().take(21).count(), 8 | 20) && line.split_whitespace().all(is_piece)
}

fn is_digits(line: &str) -> bool {
    line.starts_with(['{', '[', '('])
        && line.chars().filter(|&c| c.is_ascii_digit() || is_unknown_mark(c)).count() == 24
}

fn is_object(line: &str) -> bool {
    line.starts_with('{') && line.ends_with('}') && serde_json::from_str::<IgnoredAny>(line).is_ok()
}

/// Whether a line can be read as moves.
pub(super) fn is_moves(line: &str) -> bool {
    line.parse::<Alg>().is_ok_and(|alg| !alg.is_empty())
}

/// Whether a line names a pattern.
fn is_name(line: &str) -> bool {
    pattern::is_name(line)
}

fn is_bare_letters(line: &str) -> bool {
    line.chars().all(|character| character.is_whitespace() || character.is_alphabetic())
}

/// Whether a line begins an array or a JSON object over several lines.
fn opens_brackets(line: &str) -> bool {
    let inside = line.trim_start_matches(|c: char| c.is_whitespace() || matches!(c, '{' | '[' | '('));
    inside.len() < line.len()
        && inside.chars().next().is_none_or(|c| c.is_ascii_digit() || c == '"' || is_unknown_mark(c))
}

/// Whether a line can be the first row of a net, or of facelets over several lines.
fn is_row(line: &str, width: usize) -> bool {
    (2..=Size::MAX.layers()).contains(&width) && has_equal_words(line)
}

/// Whether a line can be a row and has only letters.
pub(super) fn is_row_of_letters(line: &str) -> bool {
    is_bare_letters(line) && is_row(line, cells(line))
}

fn has_equal_words(line: &str) -> bool {
    let mut lengths = line.split_whitespace().map(|word| word.chars().count());
    let first = lengths.next();
    lengths.all(|length| Some(length) == first)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_single(line: &str) -> bool {
        of_first_line(line) == Shape::Single
    }

    #[test]
    fn whole_cubes_of_one_line_are_recognized_by_their_shape() {
        assert!(is_single(&"U".repeat(24)));
        assert!(is_single(&" W W".repeat(27)));
        assert!(is_single(&"🟥".repeat(96)));
        assert!(is_single("UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR"));
        assert!(is_single("{{0,0,0,0},{1,1,1,1},{2,2,2,2},{3,3,3,3},{4,4,4,4},{5,5,5,5}}"));
        assert!(is_single(r#"{"CORNERS":{"pieces":[0],"orientation":[0]}}"#));
    }

    #[test]
    fn moves_are_a_single_line_unless_they_could_be_the_first_row_of_a_net() {
        for line in
            ["R", "R U R' U'", "[R, U]", "front right top left", "R U F D L B R U", "RUR'U'", "(R U)3"]
        {
            assert!(is_single(line), "{line}");
        }
        for line in ["R U", "  UUU", "F R U D", "R R R R R R R"] {
            assert_eq!(of_first_line(line), Shape::Rows, "{line}");
        }
    }

    #[test]
    fn the_name_of_a_pattern_is_a_single_line() {
        for line in ["superflip", "solved", " Cube in a cube ", "wire", "six-spots"] {
            assert!(is_single(line) && ends_block(line), "{line}");
        }
    }

    #[test]
    fn rows_boxes_colours_and_open_brackets_begin_a_block() {
        for line in ["W W W", "WG", "? ?", ". . .", "⬜⬜⬜"] {
            assert_eq!(of_first_line(line), Shape::Rows, "{line}");
        }
        for line in ["Face U:", "\u{1b}[41m  \u{1b}[0m", "{", "{{0,0,0,0},", "{ \"CORNERS\": {"] {
            assert_eq!(of_first_line(line), Shape::Block, "{line}");
        }
        assert_eq!(of_first_line("BEGIN"), Shape::Engine);
    }

    #[test]
    fn an_invalid_line_that_is_not_a_row_is_a_record() {
        for line in ["R2 U Q F", "Q", "this is no cube", "[R, Q]", &"U".repeat(53), "\0"] {
            assert!(is_single(line), "{line}");
        }
    }

    #[test]
    fn a_block_ends_above_a_line_that_is_clearly_a_cube_of_its_own() {
        assert!(ends_block(&"U".repeat(54)));
        assert!(ends_block("R U R' U'"));
        assert!(ends_block("BEGIN"));
        for row in ["L L L F F F R R R B B B", "LLL FFF RRR BBB", "UUU", "| a b |", "+-----+", "Face D:"] {
            assert!(!ends_block(row), "{row}");
        }
    }
}
