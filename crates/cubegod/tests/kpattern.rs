//! Comparison with the patterns of cubing.js after the same moves of the solved cube.

use cubegod::formats::kpattern;
use cubegod::geometry::{Axis, Face, Size};
use cubegod::moves::{Layers, Move, Slice, Turns};
use cubegod::stickers::Stickers;
use serde_json::Value;

/// Parses a move of the fixtures: a letter, then nothing, `2` or `'`.
fn one_move(word: &str) -> Move {
    let (letter, amount) = word.split_at(1);
    let layers = match letter {
        "M" => Layers::Slice(Slice::M),
        "E" => Layers::Slice(Slice::E),
        "S" => Layers::Slice(Slice::S),
        "x" => Layers::Rotation(Axis::X),
        "y" => Layers::Rotation(Axis::Y),
        "z" => Layers::Rotation(Axis::Z),
        _ => Layers::Face(letter.chars().next().and_then(Face::from_letter).expect("a face")),
    };
    let turns = match amount {
        "" => Turns::Clockwise,
        "2" => Turns::Half,
        "'" => Turns::Counterclockwise,
        _ => panic!("an amount: {word}"),
    };
    Move { layers, turns }
}

/// Returns the fixtures: after the name of the source, one object per line with `puzzle`, `alg` and `pattern`.
fn fixtures() -> impl Iterator<Item = Value> {
    let lines = include_str!("data/kpattern.jsonl").lines();
    lines.skip(1).map(|line| serde_json::from_str(line).expect("a line of JSON"))
}

#[test]
fn patterns_of_cubing_js_are_read_and_written_the_same() {
    let mut count = 0;
    for fixture in fixtures() {
        let size: Size = fixture["puzzle"].as_str().expect("a puzzle").parse().expect("a size");
        let alg = fixture["alg"].as_str().expect("an alg");
        let mut stickers = Stickers::from_fn(size, |i| Face::ALL[i / size.face_stickers()].letter());
        for word in alg.split_whitespace() {
            stickers.turn(one_move(word)).expect("a move of this size");
        }
        let pattern = &fixture["pattern"];
        assert_eq!(kpattern::read(&pattern.to_string()), Ok(stickers.clone()), "{size} {alg}");
        let written = kpattern::write(&stickers).expect("all pieces are known");
        assert_eq!(serde_json::from_str::<Value>(&written).ok().as_ref(), Some(pattern), "{size} {alg}");
        count += 1;
    }
    assert_eq!(count, 38);
}

#[test]
fn a_written_pattern_equals_the_output_of_cubing_js() {
    for (line, fixture) in include_str!("data/kpattern.jsonl").lines().skip(1).zip(fixtures()) {
        let stickers = kpattern::read(&fixture["pattern"].to_string()).expect("a pattern");
        let written = kpattern::write(&stickers).expect("all pieces are known");
        assert!(line.ends_with(&format!("\"pattern\":{written}}}")), "{line}");
    }
}
