//! The ways to look at a cube: along three axes, the cube and its inverse, and with moves put before it.
//!
//! Whatever is turned before the cube was scrambled stands after its solution. A few turns there that lead out of phase 2
//! make another cube to be searched, whose first phase may happen to be short.

use super::guide::Guide;
use super::search::Start;
use crate::cube::{Conjugation, Cube3};
use crate::geometry::{Axis, Face, Symmetry};
use crate::moves::{FaceSet, FaceTurn, Turns};
use std::sync::LazyLock;

/// The most turns that are put before a cube.
pub(super) const MOST_PREMOVES: usize = 3;

/// Three rotations that bring each of the axes to U-D: about the diagonal from URF to DBL.
pub(super) fn axis_rotations() -> [Symmetry; 3] {
    let once = Symmetry::rotation(Axis::Y, 1).compose(Symmetry::rotation(Axis::X, 1));
    [Symmetry::IDENTITY, once, once.compose(once)]
}

static AXES: LazyLock<[(Symmetry, Conjugation); 3]> =
    LazyLock::new(|| axis_rotations().map(|rotation| (rotation, Conjugation::new(rotation))));

/// Turns that are put before a cube, and what they make of a solved one.
#[derive(Clone, Debug)]
struct Premoves {
    turns: Vec<FaceTurn>,
    effect: Cube3,
}

/// By their number: 1, 4, 50 and so on.
static PREMOVES: LazyLock<[Vec<Premoves>; MOST_PREMOVES + 1]> = LazyLock::new(|| {
    let mut sequences = [const { Vec::new() }; MOST_PREMOVES + 1];
    sequences[0] = vec![Vec::new()];
    for count in 1..=MOST_PREMOVES {
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

/// The sequences with one turn more that lead to other cosets.
fn longer(before: &[FaceTurn]) -> Vec<Vec<FaceTurn>> {
    let is_entry = |turn: FaceTurn| {
        // Phase 2 has the turns of U and D and all half turns: the other quarter turn is reached from there.
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

/// One way to look at a cube.
#[derive(Clone, Debug)]
pub(super) struct Look {
    /// Which of the axes is U-D here.
    pub(super) axis: u8,
    inverted: bool,
    premoves: &'static [FaceTurn],
    pub(super) start: Start,
}

impl Look {
    /// The turns for the cube itself from those the search found.
    pub(super) fn solution(&self, turns: &[FaceTurn]) -> Vec<FaceTurn> {
        let back = AXES[self.axis as usize].0.inverse();
        let mut solution = Vec::with_capacity(turns.len() + MOST_PREMOVES);
        for turn in turns.iter().chain(self.premoves) {
            append(&mut solution, FaceTurn::new(back.face(turn.face()), turn.turns()));
        }
        if self.inverted { solution.into_iter().rev().map(FaceTurn::inverse).collect() } else { solution }
    }

    pub(super) fn premoves(&self) -> usize {
        self.premoves.len()
    }
}

/// Puts a turn behind others; turns of one face become one, also past one of the opposite face.
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

/// A cube as it stands along each axis.
pub(super) fn upright(cube: &Cube3) -> [Cube3; 3] {
    std::array::from_fn(|axis| cube.conjugated_with(&AXES[axis].1))
}

/// All ways to look at a cube with this many moves before it; only such moves as may be made.
pub(super) fn looks(tables: &impl Guide, cube: &Cube3, premoves: usize, faces: FaceSet) -> Vec<Look> {
    let mut looks = Vec::with_capacity(6 * PREMOVES[premoves].len());
    let mut seen = Vec::with_capacity(6);
    for (axis, upright) in (0..).zip(upright(cube)) {
        let back = AXES[axis as usize].0.inverse();
        for (cube, inverted) in [(upright, false), (upright.inverse(), true)] {
            // A symmetric cube looks the same from several sides.
            if faces == FaceSet::ALL && seen.contains(&cube) {
                continue;
            }
            seen.push(cube);
            for Premoves { turns, effect } in &PREMOVES[premoves] {
                if turns.iter().all(|turn| faces.contains(back.face(turn.face()))) {
                    let start = Start::new(tables, &effect.compose(&cube));
                    looks.push(Look { axis, inverted, premoves: turns, start });
                }
            }
        }
    }
    looks.iter_mut().for_each(|look| look.start.measure(tables));
    looks
}
