//! Comparison of the turns derived from geometry with published tables for the pocket cube (`tests/data`).

use cubegod::formats::digits::sticker_index;
use cubegod::moves::Turns;
use cubegod::moves::rotate::{Direction, Rotate};
use cubegod::{Alg, Face, FaceTurn, Move, Size};
use std::collections::BTreeSet;

/// Returns the fields of every line that is not a comment.
fn lines(data: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    data.lines().filter(|line| !line.starts_with('#')).map(|line| line.split_whitespace().collect())
}

fn face(letter: u8) -> Face {
    Face::from_letter(letter.into()).expect("the data names faces")
}

fn digit(character: u8) -> usize {
    usize::from(character - b'0')
}

fn derived(turn: FaceTurn) -> Vec<usize> {
    Alg::from(Move::from(turn)).permutation(Size::TWO).expect("the pocket cube has every face")
}

#[test]
fn the_rotate_function_of_seed_004_turns_the_layers_u_d_l_and_r() {
    const LAYERS: [Face; 4] = [Face::U, Face::D, Face::L, Face::R];
    const FACES: [Face; 6] = [Face::F, Face::R, Face::B, Face::L, Face::U, Face::D];
    let ours = |theirs: usize| FACES[theirs / 4].index() * 4 + theirs % 4;
    let mut rows = 0;
    for row in lines(include_str!("data/seed004_rotate.tsv")) {
        let numbers: Vec<usize> = row.iter().map(|number| number.parse().unwrap()).collect();
        let (direction, step, theirs) = (numbers[0], numbers[1], &numbers[2..]);
        let mut expected = vec![0; 24];
        for (to, &from) in theirs.iter().enumerate() {
            expected[ours(to)] = ours(from);
        }
        let turn = FaceTurn::from_index(LAYERS[direction].index() * 3 + step - 1).unwrap();
        assert_eq!(derived(turn), expected, "Rotate({direction}, {step})");
        rows += 1;
    }
    assert_eq!(rows, 12);
}

/// Returns the lists of seed 004: for each direction, the stickers numbered from 0 to 11.
fn listed_stickers() -> Vec<Vec<usize>> {
    lines(include_str!("data/seed004_layers.tsv"))
        .map(|row| {
            let sticker = |cell: &&str| sticker_index(digit(cell.as_bytes()[0]), digit(cell.as_bytes()[1]));
            row[1..].iter().map(sticker).collect()
        })
        .collect()
}

/// Returns the turn that a list and the table of steps of seed 004 describe, as `new[i] = old[permutation[i]]`.
fn listed_turn(stickers: &[usize], step: Turns) -> Vec<usize> {
    let mut permutation: Vec<usize> = (0..24).collect();
    for row in lines(include_str!("data/seed004_steps.tsv")) {
        let numbers: Vec<usize> = row.iter().map(|number| number.parse().expect("a number")).collect();
        permutation[stickers[numbers[0]]] = stickers[numbers[usize::from(step.quarters())]];
    }
    permutation
}

#[test]
fn the_lists_and_the_table_of_seed_004_describe_the_same_turns() {
    let lists = listed_stickers();
    assert_eq!(lists.len(), Direction::ALL.len());
    for (direction, stickers) in Direction::ALL.into_iter().zip(&lists) {
        for step in Turns::ALL {
            let call = Rotate { direction, step };
            assert_eq!(listed_turn(stickers, step), derived(call.into()), "{call}");
        }
    }
    // In the published list of the lower layer, the last two stickers are swapped.
    let mut printed = lists[Direction::Down.index()].clone();
    printed.swap(10, 11);
    let down = Rotate { direction: Direction::Down, step: Turns::Clockwise };
    assert_ne!(listed_turn(&printed, down.step), derived(down.into()));
}

/// Returns the two stickers of a strip such as `Fr0` or `Dr1~`, in reading order.
fn strip(text: &str) -> [usize; 2] {
    let bytes = text.as_bytes();
    let line = digit(bytes[2]);
    let cells = if bytes[1] == b'r' { [2 * line, 2 * line + 1] } else { [line, line + 2] };
    let [first, second] = cells.map(|cell| face(bytes[0]).index() * 4 + cell);
    if text.ends_with('~') { [second, first] } else { [first, second] }
}

/// Returns the clockwise quarter turn that a line of strips describes, as `new[i] = old[permutation[i]]`.
fn described(face: Face, strips: &[&str]) -> Vec<usize> {
    let mut permutation: Vec<usize> = (0..24).collect();
    for (number, text) in strips.iter().enumerate() {
        let (from, to) = (strip(text), strip(strips[(number + 1) % strips.len()]));
        permutation[to[0]] = from[0];
        permutation[to[1]] = from[1];
    }
    // Row by row, clockwise round the face: 0, 1, 3, 2.
    for (from, to) in [(0, 1), (1, 3), (3, 2), (2, 0)] {
        permutation[face.index() * 4 + to] = face.index() * 4 + from;
    }
    permutation
}

#[test]
fn all_eighteen_turns_move_rows_and_columns_as_seeds_000_and_001_describe() {
    let mut turns = 0;
    for row in lines(include_str!("data/seed000_turns.tsv")) {
        let face = face(row[0].as_bytes()[0]);
        let quarter = described(face, &row[1..]);
        let mut expected: Vec<usize> = (0..24).collect();
        for quarters in 1..=3 {
            expected = quarter.iter().map(|&from| expected[from]).collect();
            let turn = FaceTurn::from_index(face.index() * 3 + quarters - 1).unwrap();
            assert_eq!(derived(turn), expected, "{turn}");
            turns += 1;
        }
    }
    assert_eq!(turns, FaceTurn::COUNT);
}

#[test]
fn all_eighteen_turns_carry_the_corners_of_seeds_000_and_001_to_corners_in_the_same_sense() {
    let corners: Vec<[usize; 3]> = lines(include_str!("data/seed000_corners.tsv"))
        .map(|row| {
            assert_eq!(row.len(), 4);
            [row[1], row[2], row[3]].map(|sticker| {
                let bytes = sticker.as_bytes();
                face(bytes[0]).index() * 4 + 2 * digit(bytes[1]) + digit(bytes[2])
            })
        })
        .collect();
    assert_eq!(corners.iter().flatten().collect::<BTreeSet<_>>().len(), 24);
    for turn in FaceTurn::ALL {
        let permutation = derived(turn);
        let mut moved = 0;
        for corner in &corners {
            let from = corner.map(|sticker| permutation[sticker]);
            // The stickers are named clockwise, so a corner that is only turned keeps their cyclic order.
            let whole =
                corners.iter().any(|old| (0..3).any(|twist| from == [0, 1, 2].map(|i| old[(i + twist) % 3])));
            assert!(whole, "{turn} tears a corner apart");
            moved += usize::from(from != *corner);
        }
        assert_eq!(moved, 4, "{turn}");
    }
}
