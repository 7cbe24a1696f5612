//! `reid`: Reid's cubie notation: the piece at each place, in face letters.
//!
//! Solved: `UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR`; the 2x2 has the corners alone.
//! The centres are not written: they are solved.

use super::LayoutError;
use super::pieces::{self, CORNERS, EDGES};
use crate::cube::centre;
use crate::geometry::{Face, Size};
use crate::stickers::Stickers;
use crate::text::{self, UNKNOWN};
use std::collections::BTreeSet;

/// Reads 20 pieces of a 3x3 or 8 corners of a 2x2 as face letters.
///
/// # Errors
///
/// Fails if a word is not a piece, or the number of pieces is wrong.
pub fn read(text: &str) -> Result<Stickers<char>, LayoutError> {
    let found = text.split_whitespace().count();
    let size = size_of(found).ok_or(LayoutError::PieceCount { found })?;
    let mut stickers = Stickers::from_fn(size, |_| UNKNOWN);
    for ((at, word), (place, names)) in text::words(text).zip(places(size)) {
        let letters: Vec<char> = word.chars().map(text::sticker).take(place.len() + 1).collect();
        if pieces::fitting(names, &letters).next().is_none() {
            return Err(LayoutError::UnknownPiece { at, found: text::quote(word), place });
        }
        for (index, contents) in pieces::sticker_indices(place, size).zip(letters) {
            stickers.facelets_mut()[index] = contents;
        }
    }
    if size == Size::THREE {
        for face in Face::ALL {
            stickers.facelets_mut()[centre(face)] = face.letter();
        }
    }
    Ok(stickers)
}

/// Writes the pieces of a 2x2 or 3x3 whose stickers are face letters and whose centres are solved.
///
/// # Errors
///
/// Fails for another size, an unknown sticker, moved centres or stickers that are not pieces.
pub fn write(stickers: &Stickers<char>) -> Result<String, LayoutError> {
    let size = stickers.size();
    if size > Size::THREE {
        return Err(LayoutError::PieceSize { size });
    }
    if size == Size::THREE {
        for face in Face::ALL {
            let center = stickers.facelets()[centre(face)];
            if center != face.letter() {
                let found = text::quote(center.encode_utf8(&mut [0; 4]));
                return Err(LayoutError::MovedCenter { face, found });
            }
        }
    }
    let mut words = Vec::new();
    for (place, names) in places(size) {
        let letters: Vec<char> = pieces::sticker_indices(place, size)
            .map(|index| text::written(stickers.facelets()[index]))
            .collect();
        let word = String::from_iter(&letters);
        if pieces::fitting(names, &letters).next().is_none() {
            return Err(LayoutError::NoPiece { place, found: word });
        }
        words.push(word);
    }
    Ok(words.join(" "))
}

/// Returns the size with this many pieces.
fn size_of(pieces: usize) -> Option<Size> {
    [Size::TWO, Size::THREE].into_iter().find(|&size| places(size).count() == pieces)
}

/// Returns all places in order, each with the names of the pieces of its kind.
fn places(size: Size) -> impl Iterator<Item = (&'static str, &'static [&'static str])> {
    let edges: &'static [&'static str] = if size == Size::THREE { &EDGES } else { &[] };
    edges.iter().map(|&place| (place, &EDGES[..])).chain(CORNERS.iter().map(|&place| (place, &CORNERS[..])))
}

/// Whether a text has the words of Reid's notation, most of which are pieces of their kind: no moves, even if all words could be.
pub(crate) fn is_meant(text: &str) -> bool {
    let (mut edges, mut corners) = (BTreeSet::new(), BTreeSet::new());
    for (index, word) in text.split_whitespace().enumerate() {
        let letters: Vec<char> = word.chars().map(text::sticker).take(4).collect();
        let is_word = letters.iter().all(|&letter| letter.is_alphabetic() || letter == UNKNOWN);
        let (names, found) = match letters.len() {
            2 => (&EDGES[..], &mut edges),
            3 => (&CORNERS[..], &mut corners),
            _ => return false,
        };
        if !is_word || index >= 20 {
            return false;
        }
        // Twice the same piece is rather a sequence of moves.
        found.extend(pieces::fitting(names, &letters).next().map(|(piece, _)| piece));
    }
    let words = text.split_whitespace().count();
    let expected = match words {
        8 => [0, 8],
        12 => [12, 0],
        20 => [12, 8],
        _ => return false,
    };
    let has_most = |found: usize, expected: usize| found <= expected && found * 4 >= expected * 3;
    has_most(edges.len(), expected[0]) && has_most(corners.len(), expected[1])
}

/// Whether most words of a text could be pieces, so that Reid's notation was probably meant.
pub(super) fn is_likely(text: &str) -> bool {
    let is_piece = |word: &&str| {
        (2..=3).contains(&word.len())
            && word.chars().all(|c| Face::from_letter(c).is_some() || text::is_unknown_mark(c))
    };
    let words = text.split_whitespace().count();
    (6..=40).contains(&words) && text.split_whitespace().filter(is_piece).count() * 4 >= words * 3
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::facelets;

    const SOLVED: &str = "UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR";

    fn message(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn the_names_of_the_places_are_the_solved_cube() {
        let solved = Stickers::from_fn(Size::THREE, |i| Face::ALL[i / 9].letter());
        assert_eq!(read(SOLVED), Ok(solved.clone()));
        assert_eq!(write(&solved).as_deref(), Ok(SOLVED));
        let corners = SOLVED.split_once("BL ").unwrap().1;
        assert_eq!(facelets::write(&read(corners).unwrap()), "UUUURRRRFFFFDDDDLLLLBBBB");
    }

    #[test]
    fn the_superflip_flips_every_edge_in_place() {
        let text = "FU RU BU LU FD RD BD LD RF LF RB LB UFR URB UBL ULF DRF DFL DLB DBR";
        let superflip = "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB";
        assert_eq!(facelets::write(&read(text).unwrap()), superflip);
    }

    #[test]
    fn unknown_stickers_are_kept() {
        let text = SOLVED.replace("UBL", "U?.").replace("UR ", "** ");
        let stickers = read(&text).unwrap();
        assert_eq!(stickers.facelets().iter().filter(|&&contents| contents == '?').count(), 4);
        assert_eq!(write(&stickers), Ok(SOLVED.replace("UBL", "U??").replace("UR ", "?? ")));
    }

    #[test]
    fn mistyped_pieces_are_meant_as_pieces_and_moves_are_not() {
        let (edges, corners) = SOLVED.split_at(SOLVED.find("UFR").unwrap());
        for text in [SOLVED, edges, corners] {
            for (from, to) in [("", ""), ("UF", "UX"), ("BL", "UM"), ("UBL", "BUY"), ("DLB", "D?B")] {
                assert!(is_meant(&text.replacen(from, to, 1)), "{text} {from} {to}");
            }
        }
        for moves in [
            &"RU ".repeat(12),
            &"RUF ".repeat(8),
            "Rw Uw Fw Rw Uw Fw Rw Uw Fw Rw Uw Fw",
            "R2 U2 F2 R2 U2 F2 R2 U2 F2 R2 U2 F2",
            "Ri Ui Fi Ri Ui Fi Ri Ui Fi Ri Ui Fi",
            "UF UR UB UL DF DR DB DL FR FL BR",
            "R U F L D B R U",
        ] {
            assert!(!is_meant(moves), "{moves}");
        }
    }

    #[test]
    fn invalid_pieces_are_errors_with_the_reason() {
        assert_eq!(
            message("UF UR UB"),
            "3 pieces found; expected 20 for a 3x3 (12 edges, then 8 corners) or the 8 corners of a 2x2"
        );
        assert_eq!(
            message(&SOLVED.replace("UL", "UD")),
            "`UD` at line 1, column 10 is no piece for the place UL; expected an edge such as UL or LU, or `?` for unknown stickers"
        );
        assert_eq!(
            message(&SOLVED.replace("UBL", "ULB")),
            "`ULB` at line 1, column 45 is no piece for the place UBL; expected a corner, counter-clockwise, such as UBL or BLU, or `?` for unknown stickers"
        );
        let write_error = |cube: &str| write(&facelets::read(cube).unwrap()).unwrap_err().to_string();
        assert_eq!(
            write_error("UUUURRRRFFFFDDDDLLLLBBFB"),
            "the place DBR carries `DFR`, which is no piece; expected the face letters U R F D L B of one piece"
        );
        assert_eq!(
            write_error("UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBB?BBBB"),
            "the centre of B carries `?`; Reid's notation leaves centres out, so expected `B`"
        );
        assert_eq!(
            write_error(&"U".repeat(96)),
            "a 4x4 cannot be written by its pieces, which are known for the 2x2 and the 3x3; try the layout `facelets`"
        );
    }
}
