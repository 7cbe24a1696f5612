//! Orientations of a 3x3 with its first layer at the bottom, and the names of its pieces.

use cubegod::cube::{Conjugation, Corner, Edge};
use cubegod::geometry::{Face, Symmetry};
use cubegod::moves::{Alg, FaceTurn, Move};
use std::fmt;

/// The edges of the first layer, which is at the bottom.
pub(super) const CROSS: [Edge; 4] = [Edge::DR, Edge::DF, Edge::DL, Edge::DB];

/// The corners of the first layer; corner `n` is at the front right after `n` rotations of the whole cube like U.
pub(super) const CORNERS: [Corner; 4] = [Corner::DFR, Corner::DRB, Corner::DBL, Corner::DLF];

/// The edges of the middle layer, each above the corner of the same index.
pub(super) const MIDDLE: [Edge; 4] = [Edge::FR, Edge::BR, Edge::BL, Edge::FL];

/// A corner or an edge, named by the faces where it belongs.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Piece {
    /// A corner.
    Corner(Corner),
    /// An edge.
    Edge(Edge),
}

/// `URF`, `UF`.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Piece::Corner(corner) => corner.fmt(f),
            Piece::Edge(edge) => edge.fmt(f),
        }
    }
}

/// An orientation of the cube: the faces whose centres are up and in front.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Hold {
    /// The centre that is up.
    pub up: Face,
    /// The centre that is in front.
    pub front: Face,
}

impl Hold {
    /// The given orientation.
    pub(super) const GIVEN: Hold = Hold { up: Face::U, front: Face::F };

    pub(super) fn of(rotation: Symmetry) -> Hold {
        let back = rotation.inverse();
        Hold { up: back.face(Face::U), front: back.face(Face::F) }
    }

    /// Returns the rotation from the given orientation into this hold.
    pub fn rotation(self) -> Symmetry {
        Symmetry::rotation_to_up_front(self.up, self.front).map_or(Symmetry::IDENTITY, Symmetry::inverse)
    }
}

/// Writes turns as executed from one hold to another: each is named in its own hold, after the rotation
/// into that hold if it changes.
pub(super) fn alg_with_rotations(
    before: Option<Hold>,
    turns: impl IntoIterator<Item = (FaceTurn, Hold)>,
    after: Option<Hold>,
) -> Alg {
    let mut held = before.unwrap_or(Hold::GIVEN);
    let mut rotation = held.rotation();
    let mut alg = Alg::default();
    let mut turn_cube = |alg: &mut Alg, hold: Hold| {
        if hold != held {
            let before = std::mem::replace(&mut rotation, hold.rotation());
            held = hold;
            alg.extend(Alg::of_rotation(before.inverse().compose(rotation)).unwrap_or_default());
        }
        rotation
    };
    for (turn, hold) in turns {
        let rotation = turn_cube(&mut alg, hold);
        alg.extend([Move::from(turn).conjugated_by(rotation)]);
    }
    if let Some(after) = after {
        turn_cube(&mut alg, after);
    }
    alg
}

/// An orientation of the cube with a face at the bottom.
#[derive(Debug)]
pub(super) struct Frame {
    pub(super) rotation: Symmetry,
    pub(super) names: Conjugation,
    /// The names of the pieces in the given orientation.
    corners: [Corner; 8],
    edges: [Edge; 12],
}

impl Frame {
    pub(super) fn new(first: Face) -> Frame {
        // Of the four rotations that do it, the simplest; z2 rather than x2, because z2 keeps the front in front.
        let complexity = |rotation: &&Symmetry| {
            let is_front_kept = rotation.face(Face::F) == Face::F;
            (Alg::of_rotation(**rotation).map_or(0, |alg| alg.len()), !is_front_kept)
        };
        let below = Symmetry::ROTATIONS.iter().filter(|rotation| rotation.face(first) == Face::D);
        let rotation = *below.min_by_key(complexity).expect("every face can be below");
        let back = rotation.inverse();
        let named = |faces: &[Face], name: &[Face]| faces.iter().all(|&face| name.contains(&back.face(face)));
        let corner =
            |piece: Corner| Corner::ALL.into_iter().find(|name| named(&piece.faces(), &name.faces()));
        let edge = |piece: Edge| Edge::ALL.into_iter().find(|name| named(&piece.faces(), &name.faces()));
        Frame {
            rotation,
            names: Conjugation::new(rotation),
            corners: Corner::ALL.map(|piece| corner(piece).expect("a rotation brings corners to corners")),
            edges: Edge::ALL.map(|piece| edge(piece).expect("a rotation brings edges to edges")),
        }
    }

    /// Returns the name of a piece in the given orientation.
    pub(super) fn given_name(&self, piece: Piece) -> Piece {
        match piece {
            Piece::Corner(corner) => Piece::Corner(self.corners[corner.index()]),
            Piece::Edge(edge) => Piece::Edge(self.edges[edge.index()]),
        }
    }
}
