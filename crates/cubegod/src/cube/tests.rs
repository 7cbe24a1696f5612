//! Group laws of cubes, checked against the slow but simple sticker model.

use super::*;
use crate::color::Color;
use crate::geometry::{Axis, Face, Size, Symmetry};
use crate::moves::{Alg, FaceTurn, Layers, Move, Slice, Turns};
use crate::stickers::Stickers;
use proptest::prelude::*;
use std::collections::HashSet;

fn face_turns() -> impl Strategy<Value = Vec<FaceTurn>> {
    proptest::collection::vec((0..18usize).prop_map(|i| FaceTurn::ALL[i]), 0..40)
}

fn any_move() -> impl Strategy<Value = Move> {
    let layers = prop_oneof![
        (0..6usize).prop_map(|i| Layers::Face(Face::ALL[i])),
        (0..6usize).prop_map(|i| Layers::Wide(Face::ALL[i], 2)),
        (0..3usize).prop_map(|i| Layers::Slice(Slice::ALL[i])),
        (0..3usize).prop_map(|i| Layers::Rotation(Axis::ALL[i])),
    ];
    (layers, 0..3usize).prop_map(|(layers, i)| Move { layers, turns: Turns::ALL[i] })
}

fn cube2(turns: &[FaceTurn]) -> Cube2 {
    turns.iter().fold(Cube2::SOLVED, |cube, &turn| cube.apply_turn(turn))
}

fn cube3(turns: &[FaceTurn]) -> Cube3 {
    turns.iter().fold(Cube3::SOLVED, |cube, &turn| cube.apply_turn(turn))
}

fn stickers_after(size: Size, turns: &[FaceTurn]) -> Stickers<Color> {
    let mut stickers = Stickers::solved(size);
    turns.iter().for_each(|&turn| stickers.turn(turn.into()).unwrap());
    stickers
}

proptest! {
    #[test]
    fn turning_pieces_and_turning_stickers_agree(turns in face_turns()) {
        prop_assert_eq!(cube2(&turns).stickers(), stickers_after(Size::TWO, &turns));
        prop_assert_eq!(cube3(&turns).stickers(), stickers_after(Size::THREE, &turns));
    }

    #[test]
    fn stickers_are_read_back_in_every_orientation(turns in face_turns(), held in 0..24usize) {
        let rotation = Symmetry::ROTATIONS[held];
        let three = cube3(&turns);
        prop_assert_eq!(Cube3::try_from(&three.stickers()), Ok(three));
        // Rotating the stickers moves the centres too, so the pieces are conjugated.
        prop_assert_eq!(Cube3::try_from(&three.stickers().transformed_by(rotation)), Ok(three.conjugated_by(rotation)));
        let two = cube2(&turns);
        prop_assert_eq!(Cube2::try_from(&two.stickers().transformed_by(rotation)), Ok(two.rotated(rotation)));
    }

    #[test]
    fn a_cube_and_its_inverse_cancel(turns in face_turns(), more in face_turns()) {
        let (a, b) = (cube3(&turns), cube3(&more));
        prop_assert_eq!(a.compose(&a.inverse()), Cube3::SOLVED);
        prop_assert_eq!(a.compose(&b).inverse(), b.inverse().compose(&a.inverse()));
        let (a, b) = (cube2(&turns), cube2(&more));
        prop_assert_eq!(a.compose(&a.inverse()), Cube2::SOLVED);
        prop_assert_eq!(a.compose(&b).inverse(), b.inverse().compose(&a.inverse()));
    }

    #[test]
    fn conjugating_a_cube_conjugates_its_moves(turns in face_turns(), index in 0..48usize) {
        let symmetry = Symmetry::ALL[index];
        let renamed: Vec<FaceTurn> =
            turns.iter().map(|&turn| Move::from(turn).conjugated_by(symmetry).try_into().unwrap()).collect();
        prop_assert_eq!(cube3(&turns).conjugated_by(symmetry), cube3(&renamed));
        prop_assert_eq!(cube2(&turns).conjugated_by(symmetry), cube2(&renamed));
    }

    #[test]
    fn any_sequence_acts_on_the_pieces_as_on_the_stickers(moves in proptest::collection::vec(any_move(), 0..30)) {
        let alg = Alg::new(moves.clone());
        let mut stickers = Stickers::solved(Size::THREE);
        stickers.apply(&alg).unwrap();
        prop_assert_eq!(Cube3::try_from(&stickers).unwrap(), Cube3::SOLVED.apply(&alg).unwrap());
        let alg = Alg::new(moves.into_iter().filter(|one| !matches!(one.layers, Layers::Slice(_))).collect());
        let mut stickers = Stickers::solved(Size::TWO);
        stickers.apply(&alg).unwrap();
        prop_assert_eq!(stickers, Cube2::SOLVED.apply(&alg).unwrap().stickers());
    }
}

#[test]
fn a_slice_move_of_the_pocket_cube_is_an_error() {
    let slice = Alg::new(vec![Move { layers: Layers::Slice(Slice::M), turns: Turns::Half }]);
    assert!(Cube2::SOLVED.apply(&slice).is_err());
}

#[test]
fn position_counts_at_each_distance_match_the_published_ones() {
    let mut seen = HashSet::from([Cube3::SOLVED]);
    let mut layer = vec![Cube3::SOLVED];
    let mut counts = vec![1];
    for _ in 0..4 {
        let turned = layer.iter().flat_map(|cube| FaceTurn::ALL.map(|turn| cube.apply_turn(turn)));
        layer = turned.filter(|cube| seen.insert(*cube)).collect();
        counts.push(layer.len());
    }
    assert_eq!(counts, [1, 18, 243, 3240, 43239]);
}

#[test]
fn a_pocket_cube_is_solved_in_all_24_orientations_and_no_other() {
    for rotation in Symmetry::ROTATIONS {
        assert!(Cube2::solved_held(rotation).is_solved());
    }
    assert!(!cube2(&[FaceTurn::ALL[0]]).is_solved());
}

/// Returns the flaws of a solved cube after a change to its stickers.
fn flaws_after(size: Size, change: impl Fn(&mut [Color])) -> Vec<Flaw> {
    let mut stickers = Stickers::solved(size);
    change(stickers.facelets_mut());
    let flaws = match size {
        Size::TWO => Cube2::try_from(&stickers).expect_err("the change makes the cube illegal").flaws,
        _ => Cube3::try_from(&stickers).expect_err("the change makes the cube illegal").flaws,
    };
    assert!(!flaws.is_empty());
    flaws
}

fn twist(cells: &mut [Color], place: Corner, size: Size) {
    let [a, b, c] = place.facelets(size);
    (cells[a], cells[b], cells[c]) = (cells[c], cells[a], cells[b]);
}

fn flip(cells: &mut [Color], place: Edge) {
    let [a, b] = place.facelets();
    cells.swap(a, b);
}

#[test]
fn twist_flip_and_parity_are_reported_together() {
    let flaws = flaws_after(Size::THREE, |cells| {
        twist(cells, Corner::DBL, Size::THREE);
        flip(cells, Edge::FR);
        for (a, b) in Edge::UR.facelets().into_iter().zip(Edge::DL.facelets()) {
            cells.swap(a, b);
        }
    });
    assert_eq!(flaws, [Flaw::Flip, Flaw::Twist { thirds: 1 }, Flaw::Parity]);
    assert_eq!(flaws.iter().map(|flaw| flaw.kociemba_number().unwrap()).collect::<Vec<_>>(), [3, 5, 6]);
    assert_eq!(
        flaws_after(Size::TWO, |cells| twist(cells, Corner::URF, Size::TWO)),
        [Flaw::Twist { thirds: 1 }]
    );
}

#[test]
fn a_repainted_sticker_is_reported_by_colour_count_and_by_piece() {
    let flaws = flaws_after(Size::THREE, |cells| cells[Edge::UF.facelets()[1]] = Color::Yellow);
    assert_eq!(
        flaws,
        [
            Flaw::ColorCount { color: Color::Green, found: 8, expected: 9 },
            Flaw::ColorCount { color: Color::Yellow, found: 10, expected: 9 },
            Flaw::ImpossibleEdge { place: Edge::UF, colors: [Some(Color::White), Some(Color::Yellow)] },
            Flaw::MissingEdge { colors: [Color::White, Color::Green] },
        ]
    );
    let doubled = flaws_after(Size::THREE, |cells| cells[Edge::UF.facelets()[1]] = Color::Red);
    assert!(doubled.contains(&Flaw::DoubledEdge {
        colors: [Color::White, Color::Red],
        places: vec![Edge::UR, Edge::UF]
    }));
}

#[test]
fn swapped_corner_stickers_are_a_mirror_image() {
    let flaws = flaws_after(Size::TWO, |cells| {
        let [_, right, front] = Corner::URF.facelets(Size::TWO);
        cells.swap(right, front);
    });
    let sentences: Vec<String> =
        flaws.iter().map(|flaw| flaw.describe(Size::TWO, &|color| color.name().to_owned())).collect();
    assert_eq!(
        sentences,
        [
            "no corner is white-green-red: stickers U4 R1 F2 (place URF), the mirror image of a legal corner",
            "the corner white-red-green is missing",
        ]
    );
}

#[test]
fn six_centres_of_one_colour_are_reported() {
    let flaws = flaws_after(Size::THREE, |cells| {
        Face::ALL.iter().for_each(|&face| cells[centre(face)] = Color::White)
    });
    assert!(flaws.contains(&Flaw::DoubledCentre { color: Color::White, faces: Face::ALL.to_vec() }));
}

#[test]
fn facelet_strings_are_parsed_directly() {
    let mut random = crate::scramble::generator(9);
    for _ in 0..200 {
        let three = Cube3::random(&mut random);
        let text = |letters: &[u8; 6]| {
            three.stickers().facelets().iter().map(|c| letters[c.index()]).collect::<Vec<u8>>()
        };
        for letters in [b"URFDLB", b"WRGYOB", b"123456"] {
            assert_eq!(Cube3::from_facelets(&text(letters)), Some(three));
        }
        let mut invalid = text(b"URFDLB");
        invalid[0] = b'x';
        assert_eq!(Cube3::from_facelets(&invalid), None);
        let two = Cube2::random(&mut random);
        let mut text: Vec<u8> = two.stickers().facelets().iter().map(|c| b"URFDLB"[c.index()]).collect();
        assert_eq!(Cube2::from_facelets(&text), Some(two));
        text[4..8].fill(b'?');
        assert_eq!(Cube2::from_facelets(&text), Some(two));
        text[0] = b'!';
        assert_eq!(Cube2::from_facelets(&text), None);
    }
    for bad in [&b""[..], b"UUUU", &[b'U'; 54], &[0; 24]] {
        assert_eq!((Cube3::from_facelets(bad), Cube2::from_facelets(bad)), (None, None));
    }
}
