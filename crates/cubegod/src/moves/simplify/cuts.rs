//! A run of turns about one axis, as the cuts between its layers.
//!
//! Between two adjacent layers is a cut. Up to whole-cube rotation, the relative angle of the two sides of each cut determines
//! a run. A turn of an outer block changes one cut; a turn of inner layers changes two, by opposite angles. So the fewest
//! moves in HTM (and QTM) are the cuts with a non-zero angle, and an inner turn for two opposite cuts saves one move in STM.

use crate::geometry::{Axis, Face, LayerTurn, Size};
use crate::moves::{Layers, Move, Slice, Turns};

/// The relative angle of the two sides of each cut.
#[derive(Copy, Clone, Debug)]
pub(super) struct Cuts {
    layers: u8,
    /// Cut `k` is below layer `k`, counted from 1 at the positive face. Two bits each, at most 31 cuts: the number of
    /// quarter turns of the positive side, clockwise as seen from its face. It is the same seen from the other face.
    quarters: u64,
    /// Bit `k`: a block on the positive side turned the cut; the output keeps the side where it can.
    from_positive: u32,
    /// Bit `k`: a block on the negative side turned the cut.
    from_negative: u32,
    /// Whether there was a turn of inner layers only.
    has_inner: bool,
}

/// The moves to write cuts with.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Style {
    /// The fewest moves in HTM, then in STM without an added rotation.
    Shortest,
    /// Turns of outer blocks only, always of the smaller block.
    OuterBlocks,
}

/// The moves of a run.
pub(super) struct RunMoves {
    pub(super) moves: Vec<Move>,
    /// The angle by which they turn the layer at the positive end, in clockwise quarters seen from there.
    pub(super) first_layer: u8,
    /// The angle by which they turn the layer at the negative end, also seen from the positive end.
    pub(super) last_layer: u8,
}

impl Cuts {
    /// Creates a run without turns.
    pub(super) fn none(size: Size) -> Cuts {
        Cuts {
            layers: size.layers() as u8,
            quarters: 0,
            from_positive: 0,
            from_negative: 0,
            has_inner: false,
        }
    }

    /// Whether the run is only a rotation.
    pub(super) fn are_none(self) -> bool {
        self.quarters == 0
    }

    fn get(self, cut: u8) -> u8 {
        (self.quarters >> (2 * (cut - 1)) & 3) as u8
    }

    fn add(&mut self, cut: u8, quarters: u8) {
        let sum = (self.get(cut) + quarters) % 4;
        let shift = 2 * (cut - 1);
        self.quarters = self.quarters & !(3 << shift) | u64::from(sum) << shift;
        if sum == 0 {
            self.from_positive &= !(1 << cut);
            self.from_negative &= !(1 << cut);
        }
    }

    /// Adds a turn to the run, and returns the angle of the last layer: that of the whole-cube rotation in the frame of a
    /// corner of that layer.
    pub(super) fn turn(&mut self, turn: LayerTurn) -> u8 {
        let quarters = turn.quarters % 4;
        let (above, below) = (turn.first, turn.last + 1);
        if above == 0 && below < self.layers {
            self.from_positive |= 1 << below;
        }
        if above > 0 && below == self.layers {
            self.from_negative |= 1 << above;
        }
        self.has_inner |= above > 0 && below < self.layers;
        if above > 0 {
            self.add(above, 4 - quarters);
        }
        if below == self.layers {
            return quarters;
        }
        self.add(below, quarters);
        0
    }

    /// Returns the same run as seen from the other end of its axis.
    pub(super) fn flipped(self) -> Cuts {
        let mut flipped = Cuts { quarters: 0, from_positive: 0, from_negative: 0, ..self };
        for cut in 1..self.layers {
            let other = self.layers - cut;
            flipped.add(other, self.get(cut));
            flipped.from_positive |= (self.from_negative >> cut & 1) << other;
            flipped.from_negative |= (self.from_positive >> cut & 1) << other;
        }
        flipped
    }

    /// Writes the moves: those of the positive face, then those of the negative face, then the inner ones.
    pub(super) fn write(mut self, axis: Axis, style: Style) -> RunMoves {
        let inner =
            if style == Style::Shortest && self.may_pair() { self.take_pairs(axis) } else { Vec::new() };
        let (mut first_layer, mut last_layer) = (0, 0);
        let mut positive = Vec::new();
        let mut negative = Vec::new();
        for cut in 1..self.layers {
            let Some(turns) = Turns::from_quarters(i64::from(self.get(cut))) else { continue };
            if self.on_positive_side(cut, style) {
                first_layer += turns.quarters();
                positive.push(Move { layers: block(axis.face(), cut), turns });
            } else {
                last_layer += turns.inverse().quarters();
                negative.push(Move { layers: block(axis.face().opposite(), self.layers - cut), turns });
            }
        }
        let moves = positive.into_iter().chain(negative.into_iter().rev()).chain(inner).collect();
        RunMoves { moves, first_layer: first_layer % 4, last_layer: last_layer % 4 }
    }

    /// Whether a cut is written as a turn of the block on its positive side.
    fn on_positive_side(self, cut: u8, style: Style) -> bool {
        let (positive, negative) = (self.from_positive >> cut & 1 == 1, self.from_negative >> cut & 1 == 1);
        let other = self.layers - cut;
        if positive == negative || style == Style::OuterBlocks && cut != other {
            cut <= other
        } else {
            positive
        }
    }

    /// Whether inner turns may be written: only if the run has one, or if all blocks are on one side, so that `R L'` does not
    /// become a slice and a rotation.
    fn may_pair(self) -> bool {
        let turned = (1..self.layers).filter(|&cut| self.get(cut) != 0).fold(0, |cuts, cut| cuts | 1 << cut);
        self.has_inner || turned & !self.from_positive == 0 || turned & !self.from_negative == 0
    }

    /// Removes pairs of opposite cuts, and returns the turns of the layers between them.
    fn take_pairs(&mut self, axis: Axis) -> Vec<Move> {
        let mut inner = Vec::new();
        for above in 1..self.layers {
            let quarters = self.get(above);
            if quarters == 0 {
                continue;
            }
            let Some(below) = (above + 1..self.layers).find(|&cut| self.get(cut) == 4 - quarters) else {
                continue;
            };
            self.add(above, 4 - quarters);
            self.add(below, quarters);
            inner.extend(self.between(axis, above, below, quarters));
        }
        inner
    }

    /// Returns the turn of the layers between two cuts by this many quarters, counter-clockwise as seen from the positive end.
    fn between(self, axis: Axis, above: u8, below: u8, quarters: u8) -> Option<Move> {
        let seen_from = |face: Face| {
            let quarters = i64::from(quarters);
            Turns::from_quarters(if face.is_positive() { -quarters } else { quarters })
        };
        let layers = if above + below == self.layers && below - above == 1 {
            Layers::Slice(Slice::of_axis(axis))
        } else if above <= self.layers - below {
            Layers::Inner(axis.face(), above + 1, below)
        } else {
            Layers::Inner(axis.face().opposite(), self.layers - below + 1, self.layers - above)
        };
        let face = Move { layers, turns: Turns::Half }.seen_from();
        Some(Move { layers, turns: seen_from(face)? })
    }
}

fn block(face: Face, width: u8) -> Layers {
    if width == 1 { Layers::Face(face) } else { Layers::Wide(face, width) }
}
