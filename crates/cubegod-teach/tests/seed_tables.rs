//! The table of seed 004 that brings every sticker to the anchor, compared with the derived algorithms.

use cubegod::formats::digits::sticker_index;
use cubegod::geometry::Facelet;
use cubegod::moves::rotate;
use cubegod::{Alg, FaceTurn, Size};
use cubegod_teach::methods::three_step::{ANCHOR, to_anchor};
use std::collections::BTreeSet;

#[test]
fn the_24_cases_of_seed_004_bring_every_sticker_to_the_anchor() {
    assert_eq!(ANCHOR.index(Size::TWO), sticker_index(5, 0));
    let mut cases = BTreeSet::new();
    for line in include_str!("data/seed004_firststep.tsv").lines().filter(|line| !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('\t').collect();
        let cell: Vec<usize> =
            fields[0].bytes().filter(u8::is_ascii_digit).map(|byte| usize::from(byte - b'0')).collect();
        let sticker = Facelet::of_index(Size::TWO, sticker_index(cell[0], cell[1]));
        let calls = rotate::read(fields[1]).unwrap();
        let ours: Vec<FaceTurn> = to_anchor(sticker);
        assert_eq!(ours, calls.iter().map(|&call| call.into()).collect::<Vec<FaceTurn>>(), "{line}");
        let permutation = calls.into_iter().collect::<Alg>().permutation(Size::TWO).unwrap();
        assert_eq!(permutation[ANCHOR.index(Size::TWO)], sticker.index(Size::TWO), "{line}");
        cases.insert(sticker.index(Size::TWO));
    }
    assert_eq!(cases.len(), 24);
}
