//! Placements of pieces, and sets of them.

use crate::methods::hold::Piece;
use cubegod::cube::{Corner, Corners, Edge, Edges};
use cubegod::geometry::{Face, Size, Symmetry};
use cubegod::moves::FaceTurn;
use std::ops::{BitAnd, BitOr};

/// A set of pieces or of places.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub struct PieceSet(u32);

impl PieceSet {
    /// The empty set.
    pub const EMPTY: PieceSet = PieceSet(0);

    /// Creates the set of corners and edges that satisfy a predicate.
    pub(super) fn of(is_in: impl Fn(Piece) -> bool) -> PieceSet {
        let corners = Corner::ALL.into_iter().map(Piece::Corner);
        let edges = Edge::ALL.into_iter().map(Piece::Edge);
        corners.chain(edges).filter(|&piece| is_in(piece)).fold(PieceSet::EMPTY, PieceSet::with)
    }

    /// Adds a piece.
    #[must_use]
    pub const fn with(self, piece: Piece) -> PieceSet {
        PieceSet(self.0 | PieceSet::bit(piece))
    }

    /// Removes pieces.
    #[must_use]
    pub const fn without(self, others: PieceSet) -> PieceSet {
        PieceSet(self.0 & !others.0)
    }

    /// Returns whether the set contains a piece.
    pub const fn contains(self, piece: Piece) -> bool {
        self.0 & PieceSet::bit(piece) != 0
    }

    /// Returns the number of pieces.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Iterates over the pieces, corners first.
    pub fn iter(self) -> impl Iterator<Item = Piece> {
        let corners = Corner::ALL.into_iter().map(Piece::Corner);
        corners.chain(Edge::ALL.into_iter().map(Piece::Edge)).filter(move |&piece| self.contains(piece))
    }

    const fn bit(piece: Piece) -> u32 {
        match piece {
            Piece::Corner(corner) => 1 << corner as u32,
            Piece::Edge(edge) => 1 << (Corner::COUNT as u32 + edge as u32),
        }
    }
}

impl BitAnd for PieceSet {
    type Output = PieceSet;
    fn bitand(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 & other.0)
    }
}

impl BitOr for PieceSet {
    type Output = PieceSet;
    fn bitor(self, other: PieceSet) -> PieceSet {
        PieceSet(self.0 | other.0)
    }
}

/// The place and the orientation of a piece.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Placement {
    /// The place, named by its faces.
    pub place: Piece,
    /// The face on which the piece's first sticker is.
    pub facing: Face,
}

impl Placement {
    /// Returns the placement after a rotation of the whole cube.
    #[must_use]
    pub fn transformed_by(self, hold: Symmetry) -> Placement {
        Placement { place: transformed_place(self.place, hold), facing: hold.face(self.facing) }
    }
}

/// Returns the place to which a rotation of the whole cube brings a place.
pub(super) fn transformed_place(place: Piece, hold: Symmetry) -> Piece {
    match place {
        Piece::Corner(corner) => {
            let faces = corner.faces().map(|face| hold.face(face));
            let has_them = |other: &Corner| faces.iter().all(|face| other.faces().contains(face));
            Piece::Corner(
                Corner::ALL.into_iter().find(has_them).expect("a rotation brings corners to corners"),
            )
        }
        Piece::Edge(edge) => {
            let faces = edge.faces().map(|face| hold.face(face));
            let has_them = |other: &Edge| faces.iter().all(|face| other.faces().contains(face));
            Piece::Edge(Edge::ALL.into_iter().find(has_them).expect("a rotation brings edges to edges"))
        }
    }
}

/// Returns the faces of a place, in the order of its stickers.
pub(super) fn faces(place: &Piece) -> &'static [Face] {
    const CORNERS: [[Face; 3]; 8] = {
        let mut faces = [[Face::U; 3]; 8];
        let mut number = 0;
        while number < 8 {
            faces[number] = Corner::ALL[number].faces();
            number += 1;
        }
        faces
    };
    const EDGES: [[Face; 2]; 12] = {
        let mut faces = [[Face::U; 2]; 12];
        let mut number = 0;
        while number < 12 {
            faces[number] = Edge::ALL[number].faces();
            number += 1;
        }
        faces
    };
    match place {
        Piece::Corner(corner) => &CORNERS[corner.index()],
        Piece::Edge(edge) => &EDGES[edge.index()],
    }
}

/// Returns the facelets of a place, in the order of its faces.
pub(super) fn stickers(size: Size, place: Piece) -> &'static [usize] {
    match place {
        Piece::Corner(corner) if size == Size::TWO => &Corner::FACELETS_2[corner.index()],
        Piece::Corner(corner) => &Corner::FACELETS_3[corner.index()],
        Piece::Edge(edge) => &Edge::FACELETS_3[edge.index()],
    }
}

/// The pieces of a 2x2 or 3x3; the edges of a 2x2 are unused.
#[derive(Copy, Clone, Debug)]
pub(super) struct Pieces {
    pub(super) corners: Corners,
    pub(super) edges: Edges,
}

impl Pieces {
    pub(super) fn turned(&self, turn: FaceTurn) -> Pieces {
        Pieces { corners: self.corners.apply_turn(turn), edges: self.edges.apply_turn(turn) }
    }

    /// Returns the solved pieces.
    pub(super) fn home(&self) -> PieceSet {
        let corners = self.corners.codes().into_iter().enumerate();
        let edges = self.edges.codes().into_iter().enumerate();
        let set = |set: u32, (place, code): (usize, u8)| set | u32::from(usize::from(code) == place) << place;
        PieceSet(corners.fold(0, set) | edges.fold(0, set) << Corner::COUNT)
    }

    /// Returns the pieces in their places, in any orientation.
    pub(super) fn placed(&self) -> PieceSet {
        let corners = self.corners.codes().into_iter().map(|code| code & 7).enumerate();
        let edges = self.edges.codes().into_iter().map(|code| code & 15).enumerate();
        let set = |set: u32, (place, code): (usize, u8)| set | u32::from(usize::from(code) == place) << place;
        PieceSet(corners.fold(0, set) | edges.fold(0, set) << Corner::COUNT)
    }

    /// Returns the placement of a piece.
    pub(super) fn placement(&self, piece: Piece) -> Placement {
        match piece {
            Piece::Corner(corner) => {
                let codes = self.corners.codes();
                let at = codes.iter().position(|&code| usize::from(code & 7) == corner.index());
                let at = at.expect("every corner is somewhere");
                let place = Corner::ALL[at];
                Placement { place: Piece::Corner(place), facing: place.faces()[usize::from(codes[at] >> 3)] }
            }
            Piece::Edge(edge) => {
                let codes = self.edges.codes();
                let at = codes.iter().position(|&code| usize::from(code & 15) == edge.index());
                let at = at.expect("every edge is somewhere");
                let place = Edge::ALL[at];
                Placement { place: Piece::Edge(place), facing: place.faces()[usize::from(codes[at] >> 4)] }
            }
        }
    }

    /// Returns the twist or flip of the piece at a place.
    pub(super) fn orientation(&self, place: Piece) -> usize {
        match place {
            Piece::Corner(corner) => self.corners.twist(corner).into(),
            Piece::Edge(edge) => self.edges.flip(edge).into(),
        }
    }

    /// Returns the face on which the sticker of a piece is that belongs on `home`.
    pub(super) fn sticker(&self, piece: Piece, home: Face) -> Option<Face> {
        let (at, own) = (self.placement(piece), faces(&piece));
        let there = faces(&at.place);
        let number = own.iter().position(|&face| face == home)?;
        let first = there.iter().position(|&face| face == at.facing)?;
        Some(there[(first + number) % there.len()])
    }

    /// Returns the piece at a place.
    pub(super) fn at(&self, place: Piece) -> Piece {
        match place {
            Piece::Corner(corner) => Piece::Corner(self.corners.piece(corner)),
            Piece::Edge(edge) => Piece::Edge(self.edges.piece(edge)),
        }
    }
}
