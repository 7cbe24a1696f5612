//! The array of the layout `digits`: its published turns must be the turns U, D, L and R of this library.

use cubegod::formats::digits::sticker_index;
use cubegod::geometry::{Face, Size};
use cubegod::moves::{FaceTurn, Turns};

/// Returns the twelve published permutations of the 24 cells: `new[i] = old[permutation[i]]`.
fn published_turns() -> Vec<(FaceTurn, Vec<usize>)> {
    let lines = include_str!("data/seed004_rotate.tsv").lines().filter(|line| !line.starts_with('#'));
    let turns = lines.map(|line| {
        let numbers: Vec<usize> =
            line.split_whitespace().map(|word| word.parse().expect("a number")).collect();
        let face = [Face::U, Face::D, Face::L, Face::R][numbers[0]];
        (FaceTurn::new(face, Turns::ALL[numbers[1] - 1]), numbers[2..].to_vec())
    });
    turns.collect()
}

/// Whether a mapping of the cells to stickers agrees with the published turns.
fn agrees(place: &[usize; 24], turns: &[(FaceTurn, Vec<usize>)]) -> bool {
    turns.iter().all(|(turn, permutation)| {
        let ours = turn.layer_turn(2);
        (0..24).all(|cell| ours.source(Size::TWO, place[cell]) == place[permutation[cell]])
    })
}

#[test]
fn the_published_turns_agree_with_this_library() {
    let turns = published_turns();
    assert_eq!(turns.len(), 12);
    assert!(agrees(&std::array::from_fn(|cell| sticker_index(cell / 4, cell % 4)), &turns));
}

#[test]
fn no_other_rotation_of_the_faces_of_the_array_agrees() {
    let turns = published_turns();
    // The index of a cell on its face after 0 to 3 quarter turns of the face.
    const TURNED: [[usize; 4]; 4] = [[0, 1, 2, 3], [1, 3, 0, 2], [3, 2, 1, 0], [2, 0, 3, 1]];
    let fitting: Vec<[usize; 6]> = (0..4usize.pow(6))
        .map(|number| std::array::from_fn(|face| number / 4usize.pow(face as u32) % 4))
        .filter(|quarters: &[usize; 6]| {
            let place = |cell: usize| sticker_index(cell / 4, TURNED[quarters[cell / 4]][cell % 4]);
            agrees(&std::array::from_fn(place), &turns)
        })
        .collect();
    assert_eq!(fitting, [[0; 6]]);
}
