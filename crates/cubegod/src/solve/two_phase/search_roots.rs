//! Search roots: the cube along three axes, inverted or not, with premoves.
//!
//! A premove is a turn applied before the scramble; it is at the end of the solution. A few premoves that leave phase 2 give
//! another cube, whose phase 1 may be shorter.

use super::pruning_tables::PruningTables;
use super::search::Start;
use crate::cube::{Conjugation, Cube3};
use crate::geometry::{Axis, Face, Symmetry};
use crate::moves::{FaceSet, FaceTurn, Turns};
use std::sync::LazyLock;

/// The largest number of premoves.
pub(super) const MAX_PREMOVES: usize = 3;

/// Returns three rotations about the diagonal from URF to DBL, which map each axis to U-D.
pub(super) fn axis_rotations() -> [Symmetry; 3] {
    let once = Symmetry::rotation(Axis::Y, 1).compose(Symmetry::rotation(Axis::X, 1));
    [Symmetry::IDENTITY, once, once.compose(once)]
}

static AXES: LazyLock<[(Symmetry, Conjugation); 3]> =
    LazyLock::new(|| axis_rotations().map(|rotation| (rotation, Conjugation::new(rotation))));

/// Premoves, and the cube after they are applied to a solved one.
#[derive(Clone, Debug)]
struct Premoves {
    turns: Vec<FaceTurn>,
    effect: Cube3,
}

/// All premove sequences by length: 1, 4, 50 and so on.
static PREMOVES: LazyLock<[Vec<Premoves>; MAX_PREMOVES + 1]> = LazyLock::new(|| {
    let mut sequences = [const { Vec::new() }; MAX_PREMOVES + 1];
    sequences[0] = vec![Vec::new()];
    for count in 1..=MAX_PREMOVES {
        sequences[count] = sequences[count - 1].iter().flat_map(|before| longer(before)).collect();
    }
    sequences.map(|sequences| {
        let premoves = |turns: Vec<FaceTurn>| {
            let effect = turns.iter().fold(Cube3::SOLVED, |cube, &turn| cube.apply_turn(turn));
            Premoves { turns, effect }
        };
        sequences.into_iter().map(premoves).collect()
    })
});

/// Returns the sequences with one more turn that lead to other cosets.
fn longer(before: &[FaceTurn]) -> Vec<Vec<FaceTurn>> {
    let is_entry = |turn: FaceTurn| {
        // Phase 2 contains the turns of U and D and all half turns, so one direction of a quarter turn is enough.
        turn.turns() == Turns::Clockwise && !matches!(turn.face(), Face::U | Face::D)
    };
    let may_come = |&turn: &FaceTurn| match before {
        [] => is_entry(turn),
        [first] if first.face() == turn.face().opposite() => is_entry(turn) && turn.may_follow(*first),
        [.., last] => turn.may_follow(*last),
    };
    let turns = FaceTurn::ALL.into_iter().filter(may_come);
    turns.map(|turn| before.iter().copied().chain([turn]).collect()).collect()
}

/// A cube from which a search starts, and its relation to the cube to be solved.
#[derive(Clone, Debug)]
pub(super) struct SearchRoot {
    /// The axis of the cube that is U-D here.
    pub(super) axis: u8,
    inverted: bool,
    premoves: &'static [FaceTurn],
    pub(super) start: Start,
}

impl SearchRoot {
    /// Converts turns that the search found to a solution of the cube itself.
    pub(super) fn solution(&self, turns: &[FaceTurn]) -> Vec<FaceTurn> {
        let inverse = AXES[self.axis as usize].0.inverse();
        let mut solution = Vec::with_capacity(turns.len() + MAX_PREMOVES);
        for turn in turns.iter().chain(self.premoves) {
            append(&mut solution, FaceTurn::new(inverse.face(turn.face()), turn.turns()));
        }
        if self.inverted { solution.into_iter().rev().map(FaceTurn::inverse).collect() } else { solution }
    }

    pub(super) fn premoves(&self) -> usize {
        self.premoves.len()
    }
}

/// Appends a turn; merges it with a turn of the same face, also across a turn of the opposite face.
fn append(turns: &mut Vec<FaceTurn>, turn: FaceTurn) {
    let place = match turns[..] {
        [.., last] if last.face() == turn.face() => turns.len() - 1,
        [.., before, last] if before.face() == turn.face() && last.face() == turn.face().opposite() => {
            turns.len() - 2
        }
        _ => return turns.push(turn),
    };
    match Turns::from_quarters(i64::from(turns[place].turns().quarters() + turn.turns().quarters())) {
        Some(together) => turns[place] = FaceTurn::new(turn.face(), together),
        None => drop(turns.remove(place)),
    }
}

/// Returns the cube conjugated so that each axis in turn is U-D.
pub(super) fn along_axes(cube: &Cube3) -> [Cube3; 3] {
    std::array::from_fn(|axis| cube.conjugated_with(&AXES[axis].1))
}

/// Returns all search roots of a cube with this many premoves, which turn only these faces.
pub(super) fn search_roots(
    tables: &impl PruningTables,
    cube: &Cube3,
    premoves: usize,
    faces: FaceSet,
) -> Vec<SearchRoot> {
    let mut search_roots = Vec::with_capacity(6 * PREMOVES[premoves].len());
    let mut seen = Vec::with_capacity(6);
    for (axis, along_axes) in (0..).zip(along_axes(cube)) {
        let inverse = AXES[axis as usize].0.inverse();
        for (cube, inverted) in [(along_axes, false), (along_axes.inverse(), true)] {
            // A symmetric cube has equal roots.
            if faces == FaceSet::ALL && seen.contains(&cube) {
                continue;
            }
            seen.push(cube);
            for Premoves { turns, effect } in &PREMOVES[premoves] {
                if turns.iter().all(|turn| faces.contains(inverse.face(turn.face()))) {
                    let start = Start::new(tables, &effect.compose(&cube));
                    search_roots.push(SearchRoot { axis, inverted, premoves: turns, start });
                }
            }
        }
    }
    search_roots.iter_mut().for_each(|root| root.start.look_up_distance(tables));
    search_roots
}
