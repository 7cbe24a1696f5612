//! The names of the corners and edges, and the stickers of each place.

use crate::geometry::{Face, Size, StickerPosition, Vector};
use crate::moves::FaceSet;
use std::fmt;

/// A corner place, and the piece that belongs there.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are the faces")]
pub enum Corner {
    URF,
    UFL,
    ULB,
    UBR,
    DFR,
    DLF,
    DBL,
    DRB,
}

/// An edge place, and the piece that belongs there.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
#[repr(u8)]
#[allow(missing_docs, reason = "the names are the faces")]
pub enum Edge {
    UR,
    UF,
    UL,
    UB,
    DR,
    DF,
    DL,
    DB,
    FR,
    FL,
    BL,
    BR,
}

use Face::{B, D, F, L, R, U};

impl Corner {
    /// The number of places.
    pub const COUNT: usize = 8;

    /// All places in order.
    pub const ALL: [Corner; 8] = [
        Corner::URF,
        Corner::UFL,
        Corner::ULB,
        Corner::UBR,
        Corner::DFR,
        Corner::DLF,
        Corner::DBL,
        Corner::DRB,
    ];

    const FACES: [[Face; 3]; 8] =
        [[U, R, F], [U, F, L], [U, L, B], [U, B, R], [D, F, R], [D, L, F], [D, B, L], [D, R, B]];

    /// Returns the index in `ALL`.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns its faces clockwise, U or D first.
    pub const fn faces(self) -> [Face; 3] {
        Corner::FACES[self as usize]
    }

    /// Returns a corner that turns of these faces leave in place, if there is one.
    pub fn fixed_by(faces: FaceSet) -> Option<Corner> {
        Corner::ALL.into_iter().find(|corner| corner.faces().iter().all(|&face| !faces.contains(face)))
    }

    /// Returns the indices of its stickers, in the order of [`Corner::faces`].
    pub const fn facelets(self, size: Size) -> [usize; 3] {
        let [a, b, c] = self.faces();
        let at = a.normal().plus(b.normal()).plus(c.normal());
        [facelet_index(size, at, a), facelet_index(size, at, b), facelet_index(size, at, c)]
    }

    /// The stickers of every corner of the 2x2.
    pub const FACELETS_2: [[usize; 3]; 8] = Corner::all_facelets(Size::TWO);

    /// The stickers of every corner of the 3x3.
    pub const FACELETS_3: [[usize; 3]; 8] = Corner::all_facelets(Size::THREE);

    const fn all_facelets(size: Size) -> [[usize; 3]; 8] {
        let mut all = [[0; 3]; 8];
        let mut i = 0;
        while i < 8 {
            all[i] = Corner::ALL[i].facelets(size);
            i += 1;
        }
        all
    }
}

impl Edge {
    /// The number of places.
    pub const COUNT: usize = 12;

    /// All places in order.
    pub const ALL: [Edge; 12] = [
        Edge::UR,
        Edge::UF,
        Edge::UL,
        Edge::UB,
        Edge::DR,
        Edge::DF,
        Edge::DL,
        Edge::DB,
        Edge::FR,
        Edge::FL,
        Edge::BL,
        Edge::BR,
    ];

    const FACES: [[Face; 2]; 12] =
        [[U, R], [U, F], [U, L], [U, B], [D, R], [D, F], [D, L], [D, B], [F, R], [F, L], [B, L], [B, R]];

    /// Returns the index in `ALL`.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns its faces, U or D first, else F or B.
    pub const fn faces(self) -> [Face; 2] {
        Edge::FACES[self as usize]
    }

    /// Returns the indices of its stickers on the 3x3, in the order of [`Edge::faces`].
    pub const fn facelets(self) -> [usize; 2] {
        Edge::FACELETS_3[self as usize]
    }

    /// The stickers of every edge of the 3x3.
    pub const FACELETS_3: [[usize; 2]; 12] = {
        let mut all = [[0; 2]; 12];
        let mut i = 0;
        while i < 12 {
            let [a, b] = Edge::FACES[i];
            let at = a.normal().plus(b.normal());
            all[i] = [facelet_index(Size::THREE, at, a), facelet_index(Size::THREE, at, b)];
            i += 1;
        }
        all
    };
}

/// Returns the index of the sticker on `face` of the cubie in direction `at` from the middle.
const fn facelet_index(size: Size, at: Vector, face: Face) -> usize {
    StickerPosition { cubie: at.times(size.layers() as i8 - 1), normal: face.normal() }.index(size)
}

impl fmt::Display for Corner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.faces().iter().try_for_each(|face| write!(f, "{face}"))
    }
}

impl fmt::Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.faces().iter().try_for_each(|face| write!(f, "{face}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corner_faces_run_clockwise_seen_from_outside() {
        for corner in Corner::ALL {
            let [a, b, c] = corner.faces().map(Face::normal);
            let determinant =
                a.x * (b.y * c.z - b.z * c.y) - a.y * (b.x * c.z - b.z * c.x) + a.z * (b.x * c.y - b.y * c.x);
            // Clockwise in a right-handed space: the triple product of the normals is negative.
            assert_eq!(determinant, -1, "{corner}");
        }
    }

    #[test]
    fn every_sticker_but_the_centres_belongs_to_one_piece() {
        let mut owners = [0; 54];
        Corner::FACELETS_3.iter().flatten().for_each(|&i| owners[i] += 1);
        Edge::FACELETS_3.iter().flatten().for_each(|&i| owners[i] += 1);
        for (i, &count) in owners.iter().enumerate() {
            assert_eq!(count, usize::from(i % 9 != 4));
        }
    }
}
