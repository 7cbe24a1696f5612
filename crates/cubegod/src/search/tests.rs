use super::position::Position;
use super::*;
use crate::data::{self, Order, Orientation};
use crate::formats::Format;
use crate::moves::FaceTurn;
use proptest::prelude::*;
use std::collections::HashSet;

const TEXT: &str = "FLAG{it_turns}0123456789abcdefghijklmnopqrstuvwxyzABCD";

fn all_orientations(size: Size) -> Readings {
    Readings::new(size, &Orientation::all().collect::<Vec<_>>(), &[Order::Facelets])
}

fn unmatched() -> Expression {
    Expression::new("no such text").unwrap()
}

fn numbered(size: Size) -> Stickers<char> {
    Stickers::from_fn(size, |index| char::from_u32(0x4e00 + index as u32).unwrap())
}

/// Counts the positions at each depth.
fn counts(size: Size, faces: FaceSet, depth: usize, readings: &Readings) -> Vec<u64> {
    let (data, expression) = (numbered(size), unmatched());
    let search = TextSearch::new(&data, &expression, readings).faces(faces).depth(depth).threads(2);
    let summary = search.run(&mut |_| ControlFlow::Continue(())).unwrap();
    assert!(!summary.is_stopped);
    assert!(summary.positions.iter().sum::<u64>() <= search.max_positions());
    summary.positions
}

/// Returns all hits, as `moves: text`.
fn hits(search: &TextSearch<'_>) -> Vec<String> {
    let mut hits = Vec::new();
    let summary = search.run(&mut |event| {
        if let Progress::Found(hit) = event {
            let Match { orientation, order, text, .. } = &hit.found;
            hits.push(format!("{}: {text} {}{} {order}", hit.alg, orientation.up(), orientation.front()));
        }
        ControlFlow::Continue(())
    });
    assert!(!summary.unwrap().is_stopped);
    hits
}

#[test]
fn every_position_of_the_3x3_is_read_once() {
    let readings = Readings::new(Size::THREE, &[Orientation::AS_IT_IS], &[Order::Facelets]);
    assert_eq!(counts(Size::THREE, FaceSet::ALL, 5, &readings), [1, 18, 243, 3240, 43239, 574_908]);
}

#[test]
fn every_position_of_the_pocket_cube_is_read_once() {
    // The published numbers of positions by distance.
    let expression = [1, 9, 54, 321, 1847, 9992, 50136, 227_536, 870_072, 1_887_748, 623_800, 2644];
    let as_it_is = Readings::new(Size::TWO, &[Orientation::AS_IT_IS], &[Order::Facelets]);
    let three = "URF".parse().unwrap();
    assert_eq!(counts(Size::TWO, three, 11, &as_it_is), expression);
    // Read in all orientations, opposite faces show nothing new.
    assert_eq!(counts(Size::TWO, FaceSet::ALL, 6, &all_orientations(Size::TWO)), expression[..7]);
}

/// In a single orientation, opposite faces differ.
#[test]
fn a_pocket_cube_read_in_one_orientation_is_turned_on_all_sides() {
    let readings = Readings::new(Size::TWO, &[Orientation::AS_IT_IS], &[Order::Facelets]);
    let mut layer: HashSet<Vec<char>> = HashSet::from([numbered(Size::TWO).facelets().to_vec()]);
    let mut seen = layer.clone();
    let mut expected = vec![1];
    for _ in 0..4 {
        let mut next = HashSet::new();
        for labels in &layer {
            for turn in FaceTurn::ALL {
                let mut stickers = Stickers::new(Size::TWO, labels.clone()).unwrap();
                stickers.turn(turn.into()).unwrap();
                if seen.insert(stickers.facelets().to_vec()) {
                    next.insert(stickers.facelets().to_vec());
                }
            }
        }
        expected.push(next.len() as u64);
        layer = next;
    }
    assert_eq!(counts(Size::TWO, FaceSet::ALL, 4, &readings), expected);
}

#[test]
fn a_search_ends_when_all_positions_are_read() {
    let readings = all_orientations(Size::THREE);
    assert_eq!(counts(Size::THREE, "U".parse().unwrap(), 12, &readings), [1, 3]);
    assert_eq!(counts(Size::THREE, "UD".parse().unwrap(), 12, &readings), [1, 6, 9]);
}

#[test]
fn a_hidden_flag_is_found_after_any_turns_in_any_orientation() {
    let expression = Expression::new(r"FLAG\{it_turns\}").unwrap();
    for (turns, back) in [("R U F", "F' U' R'"), ("L2 D' B x y", "B' D L2"), ("", ""), ("B2 R", "R' B2")] {
        let mut data = data::read(TEXT, None, Format::NetString).unwrap();
        data.apply(&turns.parse().unwrap()).unwrap();
        let orientations: Vec<Orientation> = Orientation::all().collect();
        let readings = Readings::new(Size::THREE, &orientations, &Order::to_search(Format::Facelets));
        let search = TextSearch::new(&data, &expression, &readings).depth(3).threads(2);
        let hits = hits(&search);
        assert_eq!(hits.len(), 1, "{hits:?}");
        let (alg, rest) = hits[0].split_once(':').unwrap();
        assert!(rest.starts_with(" FLAG{it_turns} ") && rest.ends_with(" net-string"), "{rest}");
        // In another orientation, the turns have other names.
        assert_eq!(alg.parse::<Alg>().unwrap().len(), back.parse::<Alg>().unwrap().len());
        if !turns.contains('x') {
            assert_eq!(alg, back);
        }
    }
}

#[test]
fn reports_do_not_depend_on_the_number_of_threads() {
    let data = data::read(TEXT, None, Format::Facelets).unwrap();
    let readings = all_orientations(Size::THREE);
    let expression = Expression::new("[A-D]{2}[0-9]{3}").unwrap();
    let alone = hits(&TextSearch::new(&data, &expression, &readings).depth(4));
    assert!(alone.len() > 20, "{}", alone.len());
    let together = hits(&TextSearch::new(&data, &expression, &readings).depth(4).threads(5));
    assert_eq!(alone, together);
    let lengths: Vec<usize> =
        alone.iter().map(|hit| hit.split(':').next().unwrap().split_whitespace().count()).collect();
    assert!(lengths.is_sorted());
}

#[test]
fn a_search_stops_on_request() {
    let data = data::read(TEXT, None, Format::Facelets).unwrap();
    let readings = all_orientations(Size::THREE);
    let expression = Expression::new(".+").unwrap();
    let mut found = 0;
    let search = TextSearch::new(&data, &expression, &readings).depth(6).threads(3);
    let summary = search.run(&mut |event| {
        found += u32::from(matches!(event, Progress::Found(_)));
        if found == 3 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(summary.unwrap().is_stopped);
    assert_eq!(found, 3);
}

#[test]
fn a_search_that_does_not_fit_is_rejected_with_the_limit() {
    let (data, expression, readings) = (numbered(Size::THREE), unmatched(), all_orientations(Size::THREE));
    let error =
        |search: TextSearch<'_>| search.run(&mut |_| ControlFlow::Continue(())).unwrap_err().to_string();
    let search = TextSearch::new(&data, &expression, &readings);
    assert_eq!(
        error(search.depth(8)),
        "8 turns reach up to 1484451136 positions, more than the limit of 120000000; use at most 7 turns or fewer faces"
    );
    assert_eq!(
        error(search.depth(13).faces("UR".parse().unwrap())),
        "13 turns are too many; use at most 12 turns or fewer faces"
    );
    assert!(error(search.depth(1000)).contains("use at most 7 turns"));
    let large = Size::new(4).unwrap();
    let (data, readings) = (numbered(large), all_orientations(large));
    assert_eq!(
        error(TextSearch::new(&data, &expression, &readings)),
        "a 4x4x4 cube can't be searched; expected the data of a 2x2 or a 3x3"
    );
}

#[test]
fn sequence_counts_are_as_published() {
    let counts: Vec<u64> = (0..=7).map(|depth| count_sequences(FaceSet::ALL, depth)).collect();
    let differences: Vec<u64> = counts.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert_eq!(differences, [18, 243, 3240, 43254, 577_368, 7_706_988, 102_876_480]);
}

proptest! {
    #[test]
    fn paths_store_their_turns(turns in prop::collection::vec(0..18usize, 0..=12)) {
        let turns: Vec<FaceTurn> = turns.into_iter().filter_map(FaceTurn::from_index).collect();
        let path = turns.iter().fold(position::Path::EMPTY, |path, &turn| path.push(turn));
        prop_assert_eq!(path.len(), turns.len());
        prop_assert_eq!(path.last(), turns.last().copied());
        prop_assert_eq!(path.alg(), turns.into_iter().collect::<Alg>());
        prop_assert!(path.0 >> position::Path::bits(path.len()) == 0);
    }

    #[test]
    fn positions_agree_with_turned_stickers(
        size in 2..=3usize, turns in prop::collection::vec(0..18usize, 0..=12),
    ) {
        let size = Size::new(size).unwrap();
        let path = turns.iter().filter_map(|&turn| FaceTurn::from_index(turn));
        let path = path.fold(position::Path::EMPTY, |path, turn| path.push(turn));
        let data = numbered(size);
        let mut expected = data.clone();
        expected.apply(&path.alg()).unwrap();
        let mut turned = numbered(size);
        match size {
            Size::TWO => path.end::<Cube2>().write(data.facelets(), turned.facelets_mut()),
            _ => path.end::<Cube3>().write(data.facelets(), turned.facelets_mut()),
        }
        prop_assert_eq!(turned, expected);
    }
}
