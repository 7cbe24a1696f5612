//! Why a step is done, and how it works: facts that were found by turning the cube.

use super::pieces::{PieceSet, Pieces, Spot, faces};
use crate::geometry::Face;
use crate::moves::{FaceTurn, Turns};
use crate::solve::cfop::{Case, Shape};
use crate::solve::hold::Piece;
use crate::solve::three_step;

/// Why a step is done.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Reason {
    /// Some piece has to be the first: the others come around it.
    Anchor,
    /// A piece goes home, or several that belong together.
    Insert {
        /// How it begins.
        approach: Option<Approach>,
    },
    /// A corner and an edge go home together.
    Pair {
        /// After so many turns they lie together as they do at home, and stay so.
        joined: usize,
    },
    /// A piece lies where it can't go home from, and comes to the top first.
    TakeOut {
        /// Whether it is at its own place, but turned.
        is_turned_at_home: bool,
    },
    /// The top layer is right but for a turn.
    TurnTop,
    /// An algorithm of the last layer.
    Algorithm {
        /// Which.
        algorithm: Algorithm,
        /// What is seen before it.
        seen: Seen,
        /// How far the top layer is turned before it.
        adjust: Option<Turns>,
        /// Where, when it begins, the pieces are that are as they should be: places named as the pieces are.
        right: PieceSet,
        /// How far the top layer is turned after it.
        finish: Option<Turns>,
    },
}

/// How a piece is brought before its place.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Approach {
    /// It is above its place.
    IsOver,
    /// The first turn, of the top layer, brings it above its place.
    ComesOver,
    /// Its side shows the colour of the centre below.
    Matches,
    /// The first turn, of the top layer, brings its side above the centre of that colour.
    ComesToMatch,
}

/// Finished pieces leave with one turn and are all back after another; turns are numbered from 0.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Outing {
    /// The turn with which the first of them leaves.
    pub leave: usize,
    /// The turn after which all are back.
    pub back: usize,
    /// Those that were away at some time.
    pub pieces: PieceSet,
}

/// An algorithm that people learn.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Algorithm {
    /// One of the pocket cube's.
    Pocket(three_step::Algorithm, Variant),
    /// Turns edges on top: `F R U R' U' F'`.
    EdgesUp(Variant),
    /// Three edges on top change places.
    Sune(Variant),
    /// Three corners on top change places.
    Niklas(Variant),
    /// Two corners on top are turned, by a Sune and its mirror image.
    TwoSunes(Variant),
    /// A case of CFOP, which has an algorithm of its own.
    Case(Case),
}

/// How an algorithm is made.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub struct Variant {
    /// With left and right swapped.
    pub is_mirrored: bool,
    /// Undone rather than done.
    pub is_backwards: bool,
}

/// What is seen on top before an algorithm.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Seen {
    /// So many corners show the last colour above.
    CornersUp(usize),
    /// These edges do.
    EdgesUp(Shape),
    /// These edges and so many corners do.
    Up(Shape, usize),
    /// So many edges are at their places, when the top is turned as it fits best.
    EdgesPlaced(usize),
    /// So many corners are at their places.
    CornersPlaced(usize),
    /// So many of the corners, which are at their places, lie right.
    CornersTurned(usize),
    /// Two corners have to be swapped: those beside each other, or those across.
    SwapBeside,
    /// Two corners across from each other have to be swapped.
    SwapAcross,
    /// The top has one colour, and its pieces have to change places as the case says.
    Permutation,
}

/// How a piece that goes home begins: seen before the step, or after its first turn if that is one of the top.
pub(super) fn approach(before: &Pieces, piece: Piece, first: Option<FaceTurn>) -> Option<Approach> {
    let now = before.spot(piece);
    if is_over(now, piece) {
        return Some(Approach::IsOver);
    }
    if is_matched(now, piece) {
        return Some(Approach::Matches);
    }
    let turned = before.turned(first.filter(|turn| turn.face() == Face::U)?).spot(piece);
    if is_over(turned, piece) {
        return Some(Approach::ComesOver);
    }
    is_matched(turned, piece).then_some(Approach::ComesToMatch)
}

/// Whether a piece of the first layer is on top, above its place.
fn is_over(spot: Spot, piece: Piece) -> bool {
    let (at, home) = (faces(&spot.place), faces(&piece));
    at.len() == home.len()
        && at[0] == Face::U
        && home[0] == Face::D
        && at[1..].iter().all(|face| home[1..].contains(face))
}

/// Whether an edge of the middle layer is on top, and its side shows the colour of the centre below.
fn is_matched(spot: Spot, piece: Piece) -> bool {
    let (Piece::Edge(place), Piece::Edge(edge)) = (spot.place, piece) else { return false };
    let ([up, side], [first, second]) = (place.faces(), edge.faces());
    let is_middle = !matches!(first, Face::U | Face::D);
    is_middle && up == Face::U && side == if spot.facing == side { first } else { second }
}

/// Those of these places on top whose piece shows the last colour above.
pub(super) fn up(now: &Pieces, places: PieceSet) -> PieceSet {
    PieceSet::of(|place| places.contains(place) && now.orientation(place) == 0)
}

/// What is made by these edge places on top, which show the last colour.
pub(super) fn shape(up: PieceSet) -> Shape {
    let sides: Vec<Face> = up.iter().map(|place| faces(&place)[1]).collect();
    match sides.as_slice() {
        [] => Shape::Dot,
        [one, other] if one.opposite() == *other => Shape::Line,
        [_, _] => Shape::Angle,
        _ => Shape::Cross,
    }
}
