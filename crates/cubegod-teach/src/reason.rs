//! The purpose of a step and how it works, as facts computed from the cube.

use super::pieces::{PieceSet, Pieces, Placement, faces};
use crate::methods::cfop::{Case, Shape};
use crate::methods::hold::Piece;
use crate::methods::layers::{self, LAST_ALGORITHMS};
use crate::methods::three_step;
use cubegod::geometry::Face;
use cubegod::moves::{Alg, FaceTurn, Turns};

/// The purpose of a step.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Reason {
    /// Chooses the first piece, around which the others are placed.
    Anchor,
    /// Solves a piece, or several together.
    Insert {
        /// How the piece is inserted.
        approach: Approach,
    },
    /// Solves a corner and an edge as a pair.
    Pair {
        /// The number of turns after which they form a pair and stay one.
        joined: usize,
    },
    /// Solves an edge of the middle layer together with the solved corner below its place.
    WithCorner {
        /// The corner.
        corner: Piece,
        /// The number of turns after which they form a pair and stay one.
        joined: usize,
    },
    /// Brings a piece to the top layer, because it cannot be inserted from where it is.
    TakeOut {
        /// Whether it is in its own place with the wrong orientation.
        is_misoriented: bool,
    },
    /// Aligns pieces of the top layer that are in order.
    TurnTop {
        /// Whether all pieces of the layer are aligned, or only its edges.
        is_all: bool,
    },
    /// Applies an algorithm of the last layer.
    Algorithm {
        /// The algorithm.
        algorithm: Algorithm,
        /// What the top layer shows before it.
        pattern: TopLayerPattern,
        /// The turn of the top layer before it.
        adjust: Option<Turns>,
        /// The places of the pieces that are already correct when it begins.
        correct: PieceSet,
        /// The turn of the top layer after it.
        finish: Option<Turns>,
    },
}

/// How a piece is inserted.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub struct Approach {
    /// The number of turns after which the piece is above its place in the top layer while all solved pieces are in place.
    /// The next turn is not one of the top layer.
    pub over: Option<usize>,
    /// The pattern of the last three turns.
    pub insertion: Option<Insertion>,
}

/// Three turns that insert a piece; the third undoes the first, which does not move the piece.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Insertion {
    /// A side layer brings the piece's place up, the top layer brings the piece there, the side layer turns back.
    SideLayer,
    /// The bottom layer brings the place to the piece, another layer inserts it, the bottom layer turns back.
    BottomLayer,
}

/// Turns of a step during which solved pieces are out of place, numbered from 0.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Disturbance {
    /// The first turn that moves a solved piece out.
    pub leaves_at: usize,
    /// The turn that puts the last of them back.
    pub restored_at: usize,
    /// The pieces that the first of these turns moves out.
    pub pieces: PieceSet,
}

/// A named algorithm.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Algorithm {
    /// An algorithm for the 2x2.
    Pocket(three_step::Algorithm, Variant),
    /// Flips edges of the top layer: `F R U R' U' F'`.
    EdgesUp(Variant),
    /// Cycles three edges of the top layer.
    Sune(Variant),
    /// Cycles three corners of the top layer.
    Niklas(Variant),
    /// Twists two corners of the top layer: a Sune and its mirror image.
    TwoSunes(Variant),
    /// The algorithm of an OLL or PLL case.
    Case(Case),
}

/// The variant of an algorithm.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub struct Variant {
    /// Whether left and right are swapped.
    pub is_mirrored: bool,
    /// Whether it is inverted.
    pub is_backwards: bool,
}

/// What the top layer shows before an algorithm.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum TopLayerPattern {
    /// The number of corners with the last colour up.
    CornersUp(usize),
    /// The shape of the edges with the last colour up.
    EdgesUp(Shape),
    /// The shape of the edges and the number of corners with the last colour up.
    Up(Shape, usize),
    /// The largest number of edges that one turn of the top layer aligns, and that turn.
    EdgesPlaced(usize, Option<Turns>),
    /// The number of corners in their places.
    CornersPlaced(usize),
    /// The number of oriented corners, when all are in their places.
    CornersTurned(usize),
    /// Two adjacent corners must be swapped.
    SwapBeside,
    /// Two diagonal corners must be swapped.
    SwapAcross,
    /// The top has one colour; the case says how its pieces must move.
    Permutation,
}

/// Determines how these turns insert a piece; all of `finished` is solved before them.
pub(super) fn approach(before: &Pieces, piece: Piece, finished: PieceSet, turns: &[FaceTurn]) -> Approach {
    let mut placements = Vec::with_capacity(turns.len() + 1);
    let (mut now, mut over) = (*before, None);
    for (number, &turn) in turns.iter().enumerate() {
        let placement = now.placement(piece);
        placements.push(placement);
        if turn.face() != Face::U && is_over(placement, piece) && finished.without(now.home()).is_empty() {
            over = Some(number);
        }
        now = now.turned(turn);
    }
    let insertion = match turns {
        // The piece does not move while its place does.
        [.., open, bring, close]
            if *close == open.inverse() && placements[turns.len() - 3] == placements[turns.len() - 2] =>
        {
            match (open.face(), bring.face()) {
                (Face::D, _) => Some(Insertion::BottomLayer),
                (Face::U, _) => None,
                (_, Face::U) => Some(Insertion::SideLayer),
                _ => None,
            }
        }
        _ => None,
    };
    Approach { over, insertion }
}

/// Returns the number of turns after which a corner and an edge form a pair and stay one.
pub(super) fn joined(before: &Pieces, corner: Piece, edge: Piece, turns: &[FaceTurn]) -> usize {
    let are_together =
        |now: &Pieces| faces(&edge).iter().all(|&face| now.sticker(corner, face) == now.sticker(edge, face));
    let (mut now, mut since) = (*before, 0);
    for number in 0..=turns.len() {
        if !are_together(&now) {
            since = number + 1;
        }
        turns.get(number).into_iter().for_each(|&turn| now = now.turned(turn));
    }
    since.min(turns.len())
}

/// Finds the turn of the top layer that solves most of these pieces, and returns their places before it with the turn.
pub(super) fn in_order(now: &Pieces, pieces: PieceSet) -> (PieceSet, Option<Turns>) {
    let turned = (0..4).map(|quarters| {
        let turns = Turns::from_quarters(quarters);
        let home = turns.map_or(*now, |turns| now.turned(FaceTurn::new(Face::U, turns))).home() & pieces;
        (home.iter().fold(PieceSet::EMPTY, |places, piece| places.with(now.placement(piece).place)), turns)
    });
    // The first of equally good turns is the simplest one.
    turned.rev().max_by_key(|(places, _)| places.len()).unwrap_or_default()
}

/// Returns whether a piece of the first layer is above its place.
fn is_over(placement: Placement, piece: Piece) -> bool {
    let (at, home) = (faces(&placement.place), faces(&piece));
    at.len() == home.len()
        && at[0] == Face::U
        && home[0] == Face::D
        && at[1..].iter().all(|face| home[1..].contains(face))
}

/// Returns those of these top places whose piece has the last colour up.
pub(super) fn up(now: &Pieces, places: PieceSet) -> PieceSet {
    PieceSet::of(|place| places.contains(place) && now.orientation(place) == 0)
}

/// Returns the shape of these edge places of the top layer.
pub(super) fn shape(up: PieceSet) -> Shape {
    let sides: Vec<Face> = up.iter().map(|place| faces(&place)[1]).collect();
    match sides.as_slice() {
        [] => Shape::Dot,
        [one, other] if one.opposite() == *other => Shape::Line,
        [_, _] => Shape::Angle,
        _ => Shape::Cross,
    }
}

impl Algorithm {
    /// Returns the algorithm without mirroring or inversion, if it has variants.
    pub fn plain(self) -> Option<Alg> {
        let of_stage = |stage: layers::Stage| {
            let known = LAST_ALGORITHMS.iter().find(|(other, _)| *other == stage);
            known.and_then(|(_, text)| text.parse().ok())
        };
        match self {
            Algorithm::Pocket(algorithm, _) => Some(
                three_step::AlgorithmVariant { algorithm, is_mirrored: false, is_backwards: false }.alg(),
            ),
            Algorithm::EdgesUp(_) => of_stage(layers::Stage::LastCross),
            Algorithm::Sune(_) => of_stage(layers::Stage::LastEdges),
            Algorithm::Niklas(_) => of_stage(layers::Stage::LastCornersPlaced),
            Algorithm::TwoSunes(_) => of_stage(layers::Stage::LastCornersTurned),
            Algorithm::Case(_) => None,
        }
    }

    /// Returns the variant.
    pub fn variant(self) -> Variant {
        match self {
            Algorithm::Pocket(_, variant)
            | Algorithm::EdgesUp(variant)
            | Algorithm::Sune(variant)
            | Algorithm::Niklas(variant)
            | Algorithm::TwoSunes(variant) => variant,
            Algorithm::Case(_) => Variant::default(),
        }
    }

    /// Returns the name: kebab-case, or the name of an OLL or PLL case.
    pub fn name(self) -> String {
        match self {
            Algorithm::Pocket(algorithm, _) => algorithm.name().into(),
            Algorithm::EdgesUp(_) => "edges-up".into(),
            Algorithm::Sune(_) => "sune".into(),
            Algorithm::Niklas(_) => "niklas".into(),
            Algorithm::TwoSunes(_) => "two-sunes".into(),
            Algorithm::Case(Case::Orient(case)) => case.to_string(),
            Algorithm::Case(Case::Permute(case)) => case.to_string(),
        }
    }
}
