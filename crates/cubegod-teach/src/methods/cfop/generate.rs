//! Finds the algorithms of the last layer and writes them as source code.

use super::case::{OrientCase, PermuteCase, TopOrientation, TopPermutation};
use crate::methods::hold::{CORNERS, CROSS, MIDDLE};
use crate::methods::turns::{inverse, merged, renamed};
use cubegod::cube::Cube3;
use cubegod::geometry::{Axis, Face, Symmetry};
use cubegod::moves::{Alg, FaceTurn};
use std::collections::BTreeMap;

const COMMAND: &str = "`CUBEGOD_WRITE_CASES=1 cargo test -p cubegod-teach --release -- --ignored regenerated_algorithms`; do not edit.";

/// The faces to turn and the length of half an algorithm. Other sets of
/// U and three more are rotations or mirror images of these. The last search finds the shortest over
/// all faces.
const SEARCHES: [(&[Face], u32); 4] = [
    (&[Face::U, Face::R, Face::F, Face::L], 7),
    (&[Face::U, Face::R, Face::F, Face::D], 7),
    (&[Face::U, Face::R, Face::D, Face::L], 7),
    (&Face::ALL, 6),
];

/// Half of an algorithm: turns from the solved cube, and the places of the first two layers after them.
struct Half {
    /// The places of the pieces, five bits each.
    key: u64,
    /// The turns plus 1, five bits each, the first one lowest.
    turns: u64,
}

impl Half {
    fn turns(&self) -> Vec<FaceTurn> {
        (0..8)
            .map_while(|at| {
                FaceTurn::ALL.get(((self.turns >> (5 * at) & 31) as usize).wrapping_sub(1)).copied()
            })
            .collect()
    }

    fn length(&self) -> u32 {
        self.turns.checked_ilog2().map_or(0, |bit| bit / 5 + 1)
    }

    fn last_face(&self) -> Option<u64> {
        let last = (self.turns >> (5 * self.length().checked_sub(1)?)) & 31;
        Some((last - 1) / 3)
    }
}

/// Returns the places of the pieces of the first two layers, from the inverse of the cube.
fn key(inverse: &Cube3) -> u64 {
    let (corners, edges) = (inverse.corners().codes(), inverse.edges().codes());
    let places = CORNERS.iter().map(|corner| corners[corner.index()]);
    let places = places.chain(CROSS.iter().chain(&MIDDLE).map(|edge| edges[edge.index()]));
    places.fold(0, |key, place| key << 5 | u64::from(place))
}

/// Returns all sequences of these faces up to a length that do not begin with the top layer.
fn halves(faces: &[Face], max: u32) -> Vec<Half> {
    struct Enumeration {
        turns: Vec<(FaceTurn, Cube3)>,
        max: u32,
        found: Vec<Half>,
    }
    impl Enumeration {
        fn extend(&mut self, turns_so_far: u64, length: u32, last: Option<FaceTurn>, inverse: Cube3) {
            self.found.push(Half { key: key(&inverse), turns: turns_so_far });
            if length == self.max {
                return;
            }
            for number in 0..self.turns.len() {
                let (turn, inverse_effect) = self.turns[number];
                if last.map_or(turn.face() != Face::U, |last| turn.may_follow(last)) {
                    let turns_so_far = turns_so_far | (turn.index() as u64 + 1) << (5 * length);
                    self.extend(turns_so_far, length + 1, Some(turn), inverse_effect.compose(&inverse));
                }
            }
        }
    }
    let turns = FaceTurn::ALL.into_iter().filter(|turn| faces.contains(&turn.face()));
    let turns = turns.map(|turn| (turn, Cube3::SOLVED.apply_turn(turn.inverse()))).collect();
    let mut enumeration = Enumeration { turns, max, found: Vec::new() };
    enumeration.extend(0, 0, None, Cube3::SOLVED);
    enumeration.found
}

/// Ranks algorithms: short ones first, then those with few faces that are easy to turn.
fn rank(turns: &[FaceTurn]) -> (usize, usize, usize, String) {
    let faces = Face::ALL.iter().filter(|&&face| turns.iter().any(|turn| turn.face() == face)).count();
    let effort = |turn: &FaceTurn| match turn.face() {
        Face::U | Face::R => 0,
        Face::F => 1,
        Face::L | Face::D => 2,
        Face::B => 4,
    };
    let text = turns.iter().copied().collect::<Alg>().to_string();
    (turns.len(), faces, turns.iter().map(effort).sum(), text)
}

/// The best algorithm for each case.
#[derive(Default)]
struct Best(BTreeMap<String, (usize, usize, usize, String)>);

impl Best {
    /// Keeps an algorithm, its rotations and mirror images where they are the best for their case.
    fn offer(&mut self, turns: &[FaceTurn]) {
        for mirror in [Symmetry::IDENTITY, Symmetry::MIRROR_LEFT_RIGHT] {
            let image = renamed(turns, mirror);
            let Some(case) = case(&image) else { continue };
            if self.0.get(&case).is_some_and(|best| best.0 < turns.len()) {
                continue;
            }
            for side in 0..4 {
                let rank = rank(&renamed(&image, Symmetry::rotation(Axis::Y, side)));
                match self.0.get(&case) {
                    Some(best) if *best <= rank => {}
                    _ => drop(self.0.insert(case.clone(), rank)),
                }
            }
        }
    }
}

/// Returns the name of the case that an algorithm solves.
fn case(turns: &[FaceTurn]) -> Option<String> {
    let effect = turns.iter().fold(Cube3::SOLVED, |cube, &turn| cube.apply_turn(turn));
    let seen = TopOrientation::of(&effect.inverse()).first_side();
    if seen.number() == 0 {
        return PermuteCase::solved_by(&TopPermutation::of(&effect)).map(|case| case.to_string());
    }
    OrientCase::ALL.into_iter().find(|case| case.orientation() == seen).map(|case| case.to_string())
}

fn search(faces: &[Face], max: u32, best: &mut Best) {
    let mut halves = halves(faces, max);
    halves.sort_unstable_by_key(|half| half.key);
    for same in halves.chunk_by(|one, other| one.key == other.key) {
        for first in same {
            for second in same {
                // Each algorithm once: it is divided in the middle, and the first half may be longer by one.
                let is_in_the_middle = first.length().wrapping_sub(second.length()) <= 1;
                if !is_in_the_middle || first.last_face() == second.last_face() {
                    continue;
                }
                let turns: Vec<FaceTurn> = [first.turns(), inverse(&second.turns())].concat();
                if merged(turns.iter().copied()).len() == turns.len() {
                    best.offer(&turns);
                }
            }
        }
    }
}

/// Returns one line per case, formatted as rustfmt does.
fn list(cases: impl Iterator<Item = String>, best: &Best) -> String {
    let algorithm = |case: &String| match best.0.get(case) {
        Some((_, _, _, alg)) => format!("\"{alg}\","),
        None => panic!("nothing was found for {case}"),
    };
    let lines: Vec<(String, String)> = cases.map(|case| (algorithm(&case), case)).collect();
    let width = lines.iter().map(|(algorithm, _)| algorithm.len()).max().unwrap_or_default();
    lines.iter().map(|(algorithm, case)| format!("    {algorithm:<width$} // {case}\n")).collect()
}

fn source() -> String {
    let mut best = Best::default();
    SEARCHES.iter().for_each(|(faces, max)| search(faces, *max, &mut best));
    let orient = list(OrientCase::ALL.into_iter().map(|case| case.to_string()), &best);
    let permute = list(PermuteCase::ALL.into_iter().map(|case| case.to_string()), &best);
    format!(
        "//! The algorithms for the last layer, found by a search.
//!
//! Generated by {COMMAND}

/// One algorithm for each OLL case, by number.
pub(super) const ORIENT: [&str; 57] = [
{orient}];

/// One algorithm for each PLL case, in the order of `PermuteCase::ALL`.
pub(super) const PERMUTE: [&str; 21] = [
{permute}];
"
    )
}

#[test]
#[ignore = "heavy: some 25 million halves of algorithms"]
fn regenerated_algorithms_are_those_that_are_kept() {
    let source = source();
    if std::env::var_os("CUBEGOD_WRITE_CASES").is_some() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/methods/cfop/cases.rs");
        std::fs::write(path, &source).expect("the source folder can be written");
        return;
    }
    assert!(source == include_str!("cases.rs"), "the algorithms have changed; keep them: {COMMAND}");
}
