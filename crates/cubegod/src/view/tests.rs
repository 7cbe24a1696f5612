//! Published counts for hidden faces, and comparisons of counting with listing.

use super::*;
use crate::cancellation::cancelled_at;
use crate::cube::{Corner, Cube3, Edge, Edges};
use crate::geometry::{Face, Facelet, Symmetry};
use crate::moves::FaceTurn;
use crate::scramble::generator;
use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::Ordering;

fn hide(stickers: &Stickers<Color>, faces: &[Face]) -> View {
    let size = stickers.size();
    let known =
        |i: usize| (!faces.contains(&Facelet::of_index(size, i).face)).then(|| stickers.facelets()[i]);
    View::new(Stickers::from_fn(size, known)).unwrap()
}

fn unknown(size: Size) -> View {
    View::new(Stickers::from_fn(size, |_| None)).unwrap()
}

#[test]
fn a_wholly_unknown_cube_can_be_any_cube() {
    assert_eq!(unknown(Size::TWO).completions().count(), 88_179_840);
    // The centres have 24 orientations.
    assert_eq!(unknown(Size::THREE).completions().count(), 24 * 43_252_003_274_489_856_000);
    let mut only_centres = Stickers::from_fn(Size::THREE, |_| None);
    Face::ALL
        .iter()
        .for_each(|&face| only_centres.facelets_mut()[face.index() * 9 + 4] = Some(Color::of_face(face)));
    let view = View::new(only_centres).unwrap();
    assert_eq!(view.completions().count(), 43_252_003_274_489_856_000);
}

#[test]
fn one_hidden_face_or_two_opposite_ones_leave_one_pocket_cube() {
    let mut random = generator(2);
    for _ in 0..2000 {
        let cube = Cube2::random(&mut random);
        let hidden = Face::ALL.iter().map(|&face| vec![face]);
        for faces in hidden.chain([vec![Face::U, Face::D], vec![Face::L, Face::R], vec![Face::F, Face::B]]) {
            let view = hide(&cube.stickers(), &faces);
            let facelets: &[Option<Color>; 24] = view.stickers().facelets().try_into().unwrap();
            assert_eq!(recognize_pocket(facelets), Some(cube));
            let completions = view.completions();
            assert_eq!(completions.count(), 1);
            assert_eq!(completions.get(0), Some(cube.stickers()));
        }
    }
}

#[test]
fn a_recognized_cube_is_the_only_completion() {
    use rand::RngExt;
    let mut random = generator(9);
    let mut found = [0; 2];
    for round in 0..20_000 {
        let stickers = match round % 2 {
            0 => Cube2::random(&mut random).stickers(),
            _ => Cube3::random(&mut random).stickers().transformed_by(Symmetry::ROTATIONS[round % 24]),
        };
        let mut stickers = stickers.map(|&color| Some(color));
        // Some cubes are complete, some are illegal, some are partly unknown.
        for _ in 0..random.random_range(0..4) {
            let place = random.random_range(0..stickers.facelets().len());
            let other = random.random_range(0..7);
            stickers.facelets_mut()[place] = Color::ALL.get(other).copied();
        }
        let view = View::new(stickers).unwrap();
        let completions = view.completions();
        if let Some(recognized) = view.recognize() {
            assert_eq!((completions.count(), completions.get(0)), (1, Some(recognized.stickers())));
            found[round % 2] += 1;
        } else {
            let is_known = view.unknown_count() == 0;
            assert!(!is_known || completions.count() == 0, "a complete cube is recognized or illegal");
        }
        assert_eq!(view.is_legal(), completions.count() > 0);
    }
    assert!(found.iter().all(|&found| found > 2500), "{found:?}");
}

/// Returns the mean number of completions over random pocket cubes.
fn mean_completions(faces: &[Face], samples: usize) -> f64 {
    let mut random = generator(3);
    let total: u128 =
        (0..samples).map(|_| hide(&Cube2::random(&mut random).stickers(), faces).completions().count()).sum();
    total as f64 / samples as f64
}

#[test]
fn the_mean_number_of_completions_of_pocket_cubes_is_as_known() {
    // The exact means over all states; the samples are fixed by their seed, the bounds are 2% or 5%.
    for (faces, exact, tolerance) in [
        (&[Face::U, Face::F][..], 1.142857, 0.02),
        (&[Face::U, Face::F, Face::R], 4.931217, 0.05),
        (&[Face::U, Face::D, Face::F], 2.154497, 0.05),
        (&[Face::U, Face::D, Face::L, Face::R], 69.794, 0.02),
        (&[Face::D, Face::B, Face::L, Face::R], 173.426, 0.02),
        (&[Face::U, Face::D, Face::F, Face::L, Face::R], 70_837.03, 0.02),
    ] {
        let mean = mean_completions(faces, 4000);
        assert!((mean / exact - 1.0).abs() < tolerance, "{faces:?}: {mean}, expected {exact}");
    }
}

#[test]
fn the_numbers_of_completions_of_the_3x3_with_one_hidden_face_are_exact() {
    // Only the four edges that touch the hidden face matter: every choice of four pieces with their flips.
    let mut distribution = BTreeMap::new();
    for code in 0..12usize.pow(4) {
        let four = [code % 12, code / 12 % 12, code / 144 % 12, code / 1728];
        if four.iter().collect::<HashSet<_>>().len() < 4 {
            continue;
        }
        for flips in 0..16u8 {
            let cube = cube_with_upper_edges(four, flips);
            *distribution.entry(hide(&cube.stickers(), &[Face::U]).completions().count()).or_insert(0) += 1;
        }
    }
    // 7074, 432, 408 and 6 of 7920 arrangements, each 24 times here.
    assert_eq!(distribution, BTreeMap::from([(1, 7074 * 24), (2, 432 * 24), (3, 408 * 24), (12, 6 * 24)]));
}

/// Returns a reachable cube with solved corners and these pieces in the places UR UF UL UB.
fn cube_with_upper_edges(four: [usize; 4], flips: u8) -> Cube3 {
    let mut pieces: Vec<usize> = four.to_vec();
    pieces.extend((0..12).filter(|piece| !four.contains(piece)));
    let mut flip_of: [u8; 12] = std::array::from_fn(|place| if place < 4 { flips >> place & 1 } else { 0 });
    flip_of[11] = flip_of.iter().sum::<u8>() % 2;
    let edges =
        |pieces: &[usize]| Edges::new(std::array::from_fn(|i| Edge::ALL[pieces[i]]), flip_of).unwrap();
    let mut arrangement = edges(&pieces);
    if arrangement.is_odd() {
        pieces.swap(10, 11);
        arrangement = edges(&pieces);
    }
    Cube3::new(*Cube3::SOLVED.corners(), arrangement).unwrap()
}

#[test]
fn counting_agrees_with_listing_and_every_completion_is_legal_and_distinct() {
    let mut random = generator(4);
    for _ in 0..20 {
        let two = Cube2::random(&mut random).stickers();
        let three = Cube3::random(&mut random).stickers();
        for view in [
            hide(&two, &[Face::U, Face::F, Face::R]),
            hide(&two, &[Face::U, Face::D, Face::L, Face::R]),
            hide(&three, &[Face::U, Face::D]),
            hide(&three, &[Face::U, Face::F]),
        ] {
            let completions = view.completions();
            let listed: HashSet<Stickers<Color>> = completions.iter().collect();
            assert_eq!(listed.len() as u128, completions.count());
            let original = if view.size() == Size::TWO { &two } else { &three };
            assert!(listed.contains(original));
            let mut shown = Stickers::from_fn(view.size(), |_| [0u128; 6]);
            for cube in &listed {
                let real = match view.size() {
                    Size::TWO => Cube2::try_from(cube).is_ok(),
                    _ => Cube3::try_from(cube).is_ok(),
                };
                assert!(real);
                for (i, (&seen, &color)) in view.stickers().facelets().iter().zip(cube.facelets()).enumerate()
                {
                    assert!(seen.is_none_or(|seen| seen == color));
                    shown.facelets_mut()[i][color.index()] += 1;
                }
            }
            assert_eq!(completions.tally(), shown);
        }
    }
}

#[test]
fn completions_of_hidden_centres_include_every_orientation_that_fits() {
    // Only the white face of a solved cube is visible: white must be up, and the other centres have four orientations.
    let view = hide(&Stickers::solved(Size::THREE), &[Face::R, Face::F, Face::D, Face::L, Face::B]);
    let completions = view.completions();
    let solved_held = completions.iter().take(50_000).filter(Stickers::is_uniform).count();
    assert!(solved_held <= 4);
    assert_eq!(completions.certain().face(Face::D)[4], Some(Color::Yellow));
    assert_eq!(completions.certain().face(Face::F)[4], None);
}

#[test]
fn certain_stickers_of_a_unique_view_are_all_stickers() {
    let cube = Cube2::SOLVED.apply_turn(FaceTurn::ALL[3]).apply_turn(FaceTurn::ALL[1]).stickers();
    let view = hide(&cube, &[Face::B]);
    assert_eq!(view.completions().certain(), cube.map(|&color| Some(color)));
}

#[test]
fn a_legal_cube_needs_no_repair() {
    let mut random = generator(5);
    for _ in 0..20 {
        for stickers in [Cube2::random(&mut random).stickers(), Cube3::random(&mut random).stickers()] {
            let repair = hide(&stickers, &[]).repair();
            assert!(repair.is_empty());
            assert_eq!((repair.alternatives, repair.repaired), (1, stickers));
        }
    }
}

#[test]
fn one_wrong_sticker_is_repaired() {
    let mut random = generator(6);
    for round in 0..200 {
        for stickers in [Cube2::random(&mut random).stickers(), Cube3::random(&mut random).stickers()] {
            let sticker = round * 7 % stickers.facelets().len();
            if stickers.size() == Size::THREE && sticker % 9 == 4 {
                continue;
            }
            let mut wrong = stickers.map(|&color| Some(color));
            let right = stickers.facelets()[sticker];
            let other = Color::ALL[(right.index() + 1 + round % 5) % 6];
            wrong.facelets_mut()[sticker] = Some(other);
            let repair = View::new(wrong).unwrap().repair();
            assert_eq!(repair.changes.len(), 1);
            let change = repair.changes[0];
            if repair.alternatives == 1 {
                assert_eq!(change, StickerChange { sticker, from: other, to: right });
            }
        }
    }
}

#[test]
fn a_twisted_corner_is_twisted_back_and_a_flipped_edge_flipped_back() {
    let mut stickers = Stickers::solved(Size::THREE);
    let [a, b, c] = Corner::DBL.facelets(Size::THREE);
    let cells = stickers.facelets_mut();
    (cells[a], cells[b], cells[c]) = (cells[c], cells[a], cells[b]);
    let repair = hide(&stickers, &[]).repair();
    assert_eq!((repair.changes.len(), repair.alternatives), (3, 8));
    assert!(matches!(repair.pieces[..], [PieceChange::TwistCounterclockwise(_)]));

    let mut stickers = Stickers::solved(Size::THREE);
    let [a, b] = Edge::FR.facelets();
    stickers.facelets_mut().swap(a, b);
    let repair = hide(&stickers, &[]).repair();
    assert_eq!((repair.changes.len(), repair.alternatives), (2, 12));
    assert!(matches!(repair.pieces[..], [PieceChange::Flip(_)]));
}

#[test]
fn swapped_pieces_are_swapped_back() {
    let mut stickers = Stickers::solved(Size::THREE);
    for (a, b) in Edge::UF.facelets().into_iter().zip(Edge::UB.facelets()) {
        stickers.facelets_mut().swap(a, b);
    }
    let repair = hide(&stickers, &[]).repair();
    assert_eq!(repair.changes.len(), 2);
    assert!(matches!(repair.pieces[..], [PieceChange::SwapEdges(_, _)] | [PieceChange::SwapCorners(_, _)]));
}

#[test]
fn no_near_pocket_cube_is_closer_than_the_smallest_repair() {
    // Trying all 88 million legal cubes is too slow; try those within four turns.
    let mut random = generator(7);
    let mut near = HashSet::from([Cube2::SOLVED]);
    for _ in 0..4 {
        let turned: Vec<Cube2> =
            near.iter().flat_map(|cube| FaceTurn::ALL.map(|turn| cube.apply_turn(turn))).collect();
        near.extend(turned);
    }
    let near: Vec<Stickers<Color>> = near.iter().map(Cube2::stickers).collect();
    for _ in 0..10 {
        let mut changed = Stickers::solved(Size::TWO);
        for _ in 0..4 {
            let sticker = rand::RngExt::random_range(&mut random, 0..24);
            changed.facelets_mut()[sticker] = Color::ALL[rand::RngExt::random_range(&mut random, 0..6)];
        }
        let repair = hide(&changed, &[]).repair();
        let distance = |cube: &Stickers<Color>| {
            cube.facelets().iter().zip(changed.facelets()).filter(|(a, b)| a != b).count()
        };
        assert_eq!(distance(&repair.repaired), repair.changes.len());
        assert!(near.iter().map(distance).min().unwrap() >= repair.changes.len());
    }
}

#[test]
fn centres_of_one_colour_are_repaired_by_repainting_five_of_them() {
    let mut stickers = Stickers::solved(Size::THREE);
    Face::ALL.iter().for_each(|&face| stickers.facelets_mut()[face.index() * 9 + 4] = Color::White);
    let repair = hide(&stickers, &[]).repair();
    // Turned centres among solved pieces can be reached for half of the 24 rotations: those are even permutations.
    assert_eq!((repair.changes.len(), repair.alternatives), (5, 12));
    assert_eq!(repair.repaired, Stickers::solved(Size::THREE));
}

#[test]
fn a_view_that_nothing_fits_lists_its_flaws() {
    let mut stickers = hide(&Stickers::solved(Size::TWO), &[Face::B]).stickers().clone();
    stickers.facelets_mut()[0] = Some(Color::Yellow);
    let error = View::new(stickers).unwrap().complete().expect_err("no corner is yellow-orange-blue at ULB");
    assert!(!error.flaws.is_empty());
    assert!(View::new(Stickers::from_fn(Size::new(4).unwrap(), |_| None)).is_err());
}

#[test]
fn a_solved_3x3_in_any_orientation_is_one_cube() {
    for rotation in Symmetry::ROTATIONS {
        let stickers = Stickers::solved(Size::THREE).transformed_by(rotation);
        let completions = hide(&stickers, &[Face::D]).completions();
        assert_eq!((completions.count(), completions.get(0)), (1, Some(stickers)));
    }
}

#[test]
fn the_next_question_leaves_the_fewest_cubes() {
    let mut random = generator(8);
    for _ in 0..50 {
        let stickers = Cube2::random(&mut random).stickers();
        let view = hide(&stickers, &[Face::U, Face::F, Face::R]);
        let completions = view.completions();
        let Some(question) = view.next_question(&completions) else {
            assert_eq!(completions.count(), 1);
            continue;
        };
        // Check the number of remaining cubes for each answer.
        for &(color, count) in &question.answers {
            let mut answered = view.stickers().clone();
            answered.facelets_mut()[question.sticker] = Some(color);
            assert_eq!(View::new(answered).unwrap().completions().count(), count);
        }
        assert_eq!(question.answers.iter().map(|(_, count)| count).sum::<u128>(), completions.count());
        assert!(question.remaining() < completions.count() as f64);
    }
}

#[test]
fn the_mean_number_of_completions_of_3x3_cubes_is_about_as_published() {
    // Published means over 10,000 random cubes; the samples here are fixed by their seed, and the bounds are wide where the
    // variance is large.
    for (faces, known_mean, samples, tolerance) in [
        (&[Face::U, Face::D][..], 8.74, 1000, 0.15),
        (&[Face::U, Face::F], 12.2, 1000, 0.15),
        (&[Face::U, Face::F, Face::R], 8421.0, 500, 0.25),
        (&[Face::U, Face::D, Face::F], 2095.0, 500, 0.25),
    ] {
        let mut random = generator(10);
        let counts =
            (0..samples).map(|_| hide(&Cube3::random(&mut random).stickers(), faces).completions().count());
        let mean = counts.sum::<u128>() as f64 / f64::from(samples);
        assert!((mean / known_mean - 1.0).abs() < tolerance, "{faces:?}: {mean}, expected {known_mean}");
    }
}

#[test]
fn without_two_faces_the_colour_scheme_of_a_pocket_cube_is_unique_as_often_as_published() {
    // 88.34% and 83.51% of all cubes; a sample of 400 has a standard error of about 2%.
    for (hidden, share) in [([Face::U, Face::D], 0.8834), ([Face::U, Face::F], 0.8351)] {
        let mut random = generator(11);
        let samples = 400;
        let unique = (0..samples).filter(|_| {
            let view = hide(&Cube2::random(&mut random).stickers(), &hidden);
            let own = view.stickers().map(|seen| seen.map_or('?', |color| b"abcdef"[color.index()].into()));
            // The scheme is unique, and one cube fits it.
            crate::alphabet::Alphabet::infer(&own)
                .is_ok_and(|(stickers, _)| View::new(stickers).unwrap().completions().count() == 1)
        });
        let found = unique.count() as f64 / f64::from(samples);
        assert!((found - share).abs() < 0.05, "{hidden:?}: {found}, expected {share}");
    }
}

#[test]
fn counting_ends_at_the_first_check_after_its_cancellation() {
    for check in [1, 2, 24] {
        let (token, checks) = cancelled_at(check);
        assert_eq!(unknown(Size::THREE).complete_with(&token).unwrap_err(), Cancelled);
        assert_eq!(checks.load(Ordering::Relaxed), check);
    }
}

#[test]
fn what_is_known_of_completions_ends_at_the_first_check_after_its_cancellation() {
    let view = unknown(Size::THREE);
    let completions = view.completions();
    // The centres have 24 orientations.
    for check in [1, 2, 24] {
        let (token, checks) = cancelled_at(check);
        assert_eq!(completions.certain_with(&token), Err(Cancelled));
        assert_eq!(checks.load(Ordering::Relaxed), check);
        let (token, checks) = cancelled_at(check);
        assert_eq!(view.next_question_with(&completions, &token), Err(Cancelled));
        assert_eq!(checks.load(Ordering::Relaxed), check);
    }
    let never = Cancellation::never();
    assert_eq!(completions.certain_with(never), Ok(completions.certain()));
    assert_eq!(view.next_question_with(&completions, never), Ok(view.next_question(&completions)));
    // Two equal corners with unknown centres: each orientation has to be tried.
    let mut stickers = view.stickers().clone();
    for facelets in [Corner::ALL[0], Corner::ALL[1]].map(|place| place.facelets(Size::THREE)) {
        for (facelet, color) in facelets.into_iter().zip(Color::ALL) {
            stickers.facelets_mut()[facelet] = Some(color);
        }
    }
    let view = View::new(stickers).unwrap();
    assert_eq!(view.is_legal_with(never), Ok(false));
    let (token, checks) = cancelled_at(3);
    assert_eq!(view.is_legal_with(&token), Err(Cancelled));
    assert_eq!(checks.load(Ordering::Relaxed), 3);
}
