//! Six searches side by side: three axes, the cube and its inverse.

use super::search::{Search, Start, Watch};
use super::tables::TwoPhaseTables;
use crate::cube::Cube3;
use crate::geometry::{Axis, Symmetry};
use crate::moves::{FaceTurn, Move};
use std::ops::ControlFlow;

/// When to be content.
#[derive(Copy, Clone, Debug)]
pub struct Limits {
    /// Stop at the first solution that is not longer.
    pub max_length: usize,
}

/// One way to look at the cube: through a rotation, and maybe inverted.
struct Look {
    rotation: Symmetry,
    inverted: bool,
    /// Turns put after the solution that the search finds.
    after: Vec<FaceTurn>,
    start: Start,
}

/// Solves 3x3 cubes with a pair of tables.
#[derive(Copy, Clone, Debug)]
pub struct TwoPhaseSolver<'tables> {
    tables: &'tables TwoPhaseTables,
}

/// The best solution so far.
struct Best<'a> {
    look: &'a Look,
    best: Option<Vec<FaceTurn>>,
    wanted: usize,
    stop: &'a mut dyn FnMut(Option<usize>) -> bool,
}

impl Watch for Best<'_> {
    fn limit(&self) -> usize {
        let total = self.best.as_ref().map_or(25, |best| best.len() - 1);
        total.saturating_sub(self.look.after.len())
    }

    fn found(&mut self, turns: &[FaceTurn]) -> ControlFlow<()> {
        let solution = self.look.solution(turns);
        if self.best.as_ref().is_none_or(|best| solution.len() < best.len()) {
            self.best = Some(solution);
        }
        let length = self.best.as_ref().map_or(usize::MAX, Vec::len);
        if length <= self.wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn tick(&mut self) -> ControlFlow<()> {
        if (self.stop)(self.best.as_ref().map(Vec::len)) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
}

impl Look {
    /// The turns for the cube itself from those the search found.
    fn solution(&self, turns: &[FaceTurn]) -> Vec<FaceTurn> {
        let back = self.rotation.inverse();
        let named = |turn: FaceTurn| FaceTurn::new(back.face(turn.face()), turn.turns());
        let all = turns.iter().chain(&self.after).map(|&turn| named(turn));
        if self.inverted { all.rev().map(FaceTurn::inverse).collect() } else { all.collect() }
    }
}

impl<'tables> TwoPhaseSolver<'tables> {
    /// With these tables.
    pub fn new(tables: &'tables TwoPhaseTables) -> TwoPhaseSolver<'tables> {
        TwoPhaseSolver { tables }
    }

    fn looks(&self, cube: &Cube3, pre_moves: bool) -> Vec<Look> {
        let mut looks = Vec::new();
        for rotation in [Symmetry::IDENTITY, third_turn(1), third_turn(2)] {
            for inverted in [false, true] {
                let seen = if inverted { cube.inverse() } else { *cube }.under(rotation);
                looks.push(Look {
                    rotation,
                    inverted,
                    after: Vec::new(),
                    start: Start::new(self.tables, &seen),
                });
                if pre_moves {
                    for turn in FaceTurn::ALL {
                        if matches!(turn.index(), 3 | 6 | 12 | 15) || matches!(turn.index(), 5 | 8 | 14 | 17)
                        {
                            let moved = Cube3::SOLVED.turned(turn).then(&seen);
                            looks.push(Look {
                                rotation,
                                inverted,
                                after: vec![turn],
                                start: Start::new(self.tables, &moved),
                            });
                        }
                    }
                }
            }
        }
        looks
    }

    /// The best solution found until `stop` says so, or until one is short enough.
    pub fn solve(
        &self,
        cube: &Cube3,
        wanted: usize,
        pre_moves: bool,
        stop: &mut dyn FnMut(Option<usize>) -> bool,
    ) -> Option<Vec<FaceTurn>> {
        let looks = self.looks(cube, pre_moves);
        let mut best = None;
        for length in 0..=20usize {
            for look in &looks {
                let Some(length) = length.checked_sub(look.after.len()) else { continue };
                if length < look.start.distance as usize {
                    continue;
                }
                let mut watch = Best { look, best: best.take(), wanted, stop };
                let flow = Search::new(self.tables, &mut watch).run(&look.start, length);
                best = watch.best.take();
                if flow.is_break() {
                    return best;
                }
            }
        }
        best
    }
}

/// The rotation about the URF-DBL diagonal: U to R to F to U.
fn third_turn(times: usize) -> Symmetry {
    let once = Symmetry::rotation(Axis::Y, 1).then(Symmetry::rotation(Axis::X, 1));
    (0..times).fold(Symmetry::IDENTITY, |all, _| all.then(once))
}

#[allow(unused)]
fn unused(_: Move) {}
impl TwoPhaseSolver<'_> {
    #[doc(hidden)]
    #[allow(missing_docs)]
    pub fn bench_looks(&self, cube: &Cube3, pre: bool) -> u8 {
        self.looks(cube, pre).iter().map(|l| l.start.distance).sum()
    }
    #[doc(hidden)]
    #[allow(missing_docs)]
    pub fn bench_run(&self, cube: &Cube3, wanted: usize) -> (u64, u64, u64) {
        let looks = self.looks(cube, false);
        let mut best = None;
        let (mut n, mut h, mut p2) = (0, 0, 0);
        for length in 0..=20usize {
            for look in &looks {
                if length < look.start.distance as usize {
                    continue;
                }
                let mut stop = |_: Option<usize>| false;
                let mut watch = Best { look, best: best.take(), wanted, stop: &mut stop };
                let mut s = Search::new(self.tables, &mut watch);
                let flow = s.run(&look.start, length);
                n += s.nodes as u64;
                h += s.hits;
                p2 += s.p2;
                best = watch.best.take();
                if flow.is_break() {
                    return (n, h, p2);
                }
            }
        }
        (n, h, p2)
    }
}
