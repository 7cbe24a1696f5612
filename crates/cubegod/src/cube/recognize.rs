//! Recognition of pieces from stickers.
//!
//! A sticker is encoded as the index of the face whose colour it has, or [`UNKNOWN`]. For every combination of stickers at
//! a corner or an edge, a compile-time table holds the set of pieces and orientations that fit. A cube whose places each
//! admit one piece is recognized without a search; `view` and `legality` handle the rest.

use super::frame::centre;
use super::{Corner, Corners, Cube2, Cube3, Edge, Edges};
use crate::geometry::Face;

/// The code of an unknown sticker.
pub(crate) const UNKNOWN: u8 = 6;

/// A set of codes of [`Corners::codes`] or [`Edges::codes`]: bit `code` is set when that piece and orientation fits.
pub(crate) type CodeSet = u32;

static CORNER_FITS: [CodeSet; 7 * 7 * 7] = {
    let mut fits = [0; 343];
    let mut code = 0;
    while code < 24 {
        let (faces, twist) = (Corner::ALL[code % 8].faces(), code / 8);
        // Every subset of the three stickers may be hidden.
        let mut hidden = 0;
        while hidden < 8 {
            let mut seen = [UNKNOWN; 3];
            let mut sticker = 0;
            while sticker < 3 {
                let place = (sticker + twist) % 3;
                if hidden >> place & 1 == 0 {
                    seen[place] = faces[sticker] as u8;
                }
                sticker += 1;
            }
            fits[corner_index(seen)] |= 1 << code;
            hidden += 1;
        }
        code += 1;
    }
    fits
};

static EDGE_FITS: [CodeSet; 7 * 7] = {
    let mut fits = [0; 49];
    let mut piece = 0;
    while piece < 12 {
        let mut flip = 0;
        while flip < 2 {
            let faces = Edge::ALL[piece].faces();
            let mut hidden = 0;
            while hidden < 4 {
                let mut seen = [faces[flip] as u8, faces[1 - flip] as u8];
                if hidden & 1 != 0 {
                    seen[0] = UNKNOWN;
                }
                if hidden & 2 != 0 {
                    seen[1] = UNKNOWN;
                }
                fits[edge_index(seen)] |= 1 << (piece | flip << 4);
                hidden += 1;
            }
            flip += 1;
        }
        piece += 1;
    }
    fits
};

const fn corner_index(seen: [u8; 3]) -> usize {
    (seen[0] as usize * 7 + seen[1] as usize) * 7 + seen[2] as usize
}

const fn edge_index(seen: [u8; 2]) -> usize {
    seen[0] as usize * 7 + seen[1] as usize
}

/// Returns the corner pieces and twists that show these stickers.
#[inline]
pub(crate) fn corner_fits(seen: [u8; 3]) -> CodeSet {
    CORNER_FITS[corner_index(seen)]
}

/// Returns the edge pieces and flips that show these stickers.
#[inline]
pub(crate) fn edge_fits(seen: [u8; 2]) -> CodeSet {
    EDGE_FITS[edge_index(seen)]
}

/// Returns the cube, if exactly one piece fits each place and the cube is reachable.
#[inline]
pub(crate) fn recognize2(faces: &[u8; 24]) -> Option<Cube2> {
    Cube2::new(recognize_corners(faces, &Corner::FACELETS_2)?)
}

/// Returns the cube, if exactly one piece fits each place and the cube is reachable.
#[inline]
pub(crate) fn recognize3(faces: &[u8; 54]) -> Option<Cube3> {
    Cube3::new(recognize_corners(faces, &Corner::FACELETS_3)?, recognize_edges(faces)?)
}

#[inline]
fn recognize_corners(faces: &[u8], facelets: &[[usize; 3]; 8]) -> Option<Corners> {
    let mut codes = [0; 8];
    let mut pieces = 0u8;
    let mut all_single = true;
    for (code, stickers) in codes.iter_mut().zip(facelets) {
        let fits = corner_fits(stickers.map(|i| faces[i]));
        all_single &= fits.is_power_of_two();
        *code = (fits | 1 << 31).trailing_zeros() as u8;
        pieces |= 1 << (*code & 7);
    }
    (all_single && pieces == u8::MAX).then(|| Corners::from_codes(codes))
}

#[inline]
fn recognize_edges(faces: &[u8; 54]) -> Option<Edges> {
    let mut codes = [0; 12];
    let mut pieces = 0u16;
    let mut all_single = true;
    for (code, stickers) in codes.iter_mut().zip(&Edge::FACELETS_3) {
        let fits = edge_fits(stickers.map(|i| faces[i]));
        all_single &= fits.is_power_of_two();
        *code = (fits | 1 << 31).trailing_zeros() as u8;
        pieces |= 1 << (*code & 15);
    }
    (all_single && pieces == (1 << 12) - 1).then(|| Edges::from_codes(codes))
}

impl Cube3 {
    /// Parses 54 facelets in any six bytes, mapped to faces by the centres; `None` if the cube is not reachable
    /// ([`read`](crate::read) and [`View`](crate::View) give the reason). Does not allocate.
    pub fn from_facelets(text: &[u8]) -> Option<Cube3> {
        let text: &[u8; 54] = text.try_into().ok()?;
        let mut face_of = [UNKNOWN; 256];
        for face in Face::ALL {
            let entry = &mut face_of[text[centre(face)] as usize];
            if *entry != UNKNOWN {
                return None;
            }
            *entry = face as u8;
        }
        let faces = text.map(|character| face_of[character as usize]);
        if faces.contains(&UNKNOWN) { None } else { recognize3(&faces) }
    }
}

impl Cube2 {
    /// Parses 24 facelets in face letters, with `?` for unknown ones; `None` unless the known stickers of each corner
    /// identify it and the cube is reachable. Does not allocate.
    pub fn from_facelets(text: &[u8]) -> Option<Cube2> {
        let text: &[u8; 24] = text.try_into().ok()?;
        let faces = text.map(|character| FACE_OF_LETTER[character as usize]);
        // Any other character has a code above `UNKNOWN`.
        if faces.into_iter().max()? > UNKNOWN { None } else { recognize2(&faces) }
    }
}

/// The face index of a letter, [`UNKNOWN`] for `?`, and a larger value for any other character.
static FACE_OF_LETTER: [u8; 256] = {
    let mut faces = [u8::MAX; 256];
    let mut i = 0;
    while i < 6 {
        faces[Face::ALL[i].letter() as usize] = i as u8;
        i += 1;
    }
    faces[b'?' as usize] = UNKNOWN;
    faces
};
