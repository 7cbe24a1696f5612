//! The faces that keep a cube from being solved.

use super::operation::FACES;
use cubegod::geometry::Face;
use cubegod::stickers::Stickers;

/// A face with more than one character.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct MixedFace {
    /// The face.
    pub face: Face,
    /// The character of its centre, which no operation moves.
    pub centre: char,
    /// Its characters with their counts, the most frequent first.
    pub counts: Vec<(char, usize)>,
}

impl MixedFace {
    /// Returns the number of stickers that differ from the centre.
    pub fn mismatches(&self) -> usize {
        self.counts.iter().filter(|(character, _)| *character != self.centre).map(|(_, count)| count).sum()
    }
}

/// Returns the faces with more than one character, in the order of a net.
pub fn mixed_faces(stickers: &Stickers<char>) -> Vec<MixedFace> {
    let mixed = FACES.iter().map(|&(face, _)| {
        let cells = stickers.face(face);
        let mut counts: Vec<(char, usize)> = Vec::new();
        for &cell in cells {
            match counts.iter_mut().find(|(known, _)| *known == cell) {
                Some((_, count)) => *count += 1,
                None => counts.push((cell, 1)),
            }
        }
        counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        MixedFace { face, centre: cells[cells.len() / 2], counts }
    });
    mixed.filter(|face| face.counts.len() > 1).collect()
}
