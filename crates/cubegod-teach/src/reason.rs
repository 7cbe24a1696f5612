//! Why a step is done, and how it works: facts that were found by turning the cube.

use super::pieces::{PieceSet, Pieces, Placement, faces};
use crate::methods::cfop::{Case, Shape};
use crate::methods::hold::Piece;
use crate::methods::layers::{self, LAST_ALGORITHMS};
use crate::methods::three_step;
use cubegod::geometry::Face;
use cubegod::moves::{Alg, FaceTurn, Turns};

/// Why a step is done.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Reason {
    /// Some piece has to be the first: the others come around it.
    Anchor,
    /// A piece goes home, or several that belong together.
    Insert {
        /// How it is done.
        approach: Approach,
    },
    /// A corner and an edge go home together.
    Pair {
        /// After so many turns they lie together as they do at home, and stay so.
        joined: usize,
    },
    /// An edge of the middle layer goes home together with the corner below its place, which is home already.
    WithCorner {
        /// The corner.
        corner: Piece,
        /// After so many turns they lie together as they do at home, and stay so.
        joined: usize,
    },
    /// A piece lies where it can't go home from, and comes to the top first.
    TakeOut {
        /// Whether it is at its own place, but turned.
        is_turned_at_home: bool,
    },
    /// Pieces on top are in order, and come home by a turn of the layer.
    TurnTop {
        /// Whether these are all pieces of the layer, or just its edges.
        is_all: bool,
    },
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

/// How a piece goes home.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub struct Approach {
    /// After so many turns it is in the top layer, above its place, and everything that is finished is home. The next turn
    /// does not take it away from there along the top.
    pub over: Option<usize>,
    /// What the last three turns do.
    pub insertion: Option<Insertion>,
}

/// Three turns of which the last undoes the first, while the piece lies still at first.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Insertion {
    /// A side comes up with the piece's place, the top brings the piece there, the side goes down with it.
    SideLayer,
    /// The bottom brings the place to the piece, another turn puts it in, the bottom goes back.
    BottomLayer,
}

/// Finished pieces leave with one turn and are all back after another; turns are numbered from 0.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Disturbance {
    /// The turn with which the first of them leaves.
    pub leaves_at: usize,
    /// The turn after which all are back.
    pub restored_at: usize,
    /// Those that leave with that turn.
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
    /// So many edges come to their places together by this turn of the top, and no turn brings more.
    EdgesPlaced(usize, Option<Turns>),
    /// So many corners are at their places.
    CornersPlaced(usize),
    /// So many of the corners, which are at their places, lie right.
    CornersTurned(usize),
    /// Two corners beside each other have to be swapped.
    SwapBeside,
    /// Two corners across from each other have to be swapped.
    SwapAcross,
    /// The top has one colour, and its pieces have to change places as the case says.
    Permutation,
}

/// How a piece goes home by these turns; all of `finished` is home before them.
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
        // The piece lies still while its place is moved.
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

/// After how many turns a corner and an edge lie together as they do at home, and stay so.
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

/// Of these pieces on top, as many as come home together by one turn of the top: where they are before it, and the turn.
pub(super) fn in_order(now: &Pieces, pieces: PieceSet) -> (PieceSet, Option<Turns>) {
    let turned = (0..4).map(|quarters| {
        let turns = Turns::from_quarters(quarters);
        let home = turns.map_or(*now, |turns| now.turned(FaceTurn::new(Face::U, turns))).home() & pieces;
        (home.iter().fold(PieceSet::EMPTY, |places, piece| places.with(now.placement(piece).place)), turns)
    });
    // The first of equal ones: the plainest turn.
    turned.rev().max_by_key(|(places, _)| places.len()).unwrap_or_default()
}

/// Whether a piece of the first layer is on top, above its place.
fn is_over(placement: Placement, piece: Piece) -> bool {
    let (at, home) = (faces(&placement.place), faces(&piece));
    at.len() == home.len()
        && at[0] == Face::U
        && home[0] == Face::D
        && at[1..].iter().all(|face| home[1..].contains(face))
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

impl Algorithm {
    /// The algorithm as it is variant, where it is made in other ways too.
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

    /// How it is made.
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

    /// Its name in small letters, with hyphens.
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
