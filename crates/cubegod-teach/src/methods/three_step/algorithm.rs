//! The algorithms of the last layer, few enough to be variant.

use crate::methods::turns::{inverse, known, renamed};
use cubegod::geometry::Symmetry;
use cubegod::moves::{Alg, FaceTurn};
use std::fmt;

/// A sequence that leaves the white layer as it is and does something to the corners on top.
///
/// The first five bring yellow stickers up, the other two bring corners to their places. Of all that turn only U, D, L and
/// R these are among the shortest; a search found the ones that are not well known.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Algorithm {
    /// For one yellow sticker on top: turns the other three corners.
    Sune,
    /// For two yellow stickers on top: turns the other two corners, which are beside each other and show yellow on two
    /// sides; backwards, two corners across from each other. A pair of turns with the right hand, one with the left.
    TwoPairs,
    /// The same for two corners beside each other that show yellow on the same side; backwards, across from each other.
    Headlights,
    /// For none on top: turns all four corners, which show yellow on two sides.
    FourAlike,
    /// For none on top: turns all four corners, which show yellow on three sides.
    FourUnlike,
    /// Swaps two corners beside each other.
    SwapBeside,
    /// Swaps two corners across from each other.
    SwapAcross,
}

impl Algorithm {
    /// All of them.
    pub const ALL: [Algorithm; 7] = [
        Algorithm::Sune,
        Algorithm::TwoPairs,
        Algorithm::Headlights,
        Algorithm::FourAlike,
        Algorithm::FourUnlike,
        Algorithm::SwapBeside,
        Algorithm::SwapAcross,
    ];

    /// Those that bring yellow stickers up.
    pub(super) const YELLOW_UP: [Algorithm; 5] = [
        Algorithm::Sune,
        Algorithm::TwoPairs,
        Algorithm::Headlights,
        Algorithm::FourAlike,
        Algorithm::FourUnlike,
    ];

    /// Those that bring corners to their places.
    pub(super) const PLACES: [Algorithm; 2] = [Algorithm::SwapBeside, Algorithm::SwapAcross];

    /// Its name in small letters, with hyphens.
    pub const fn name(self) -> &'static str {
        match self {
            Algorithm::Sune => "sune",
            Algorithm::TwoPairs => "two-pairs",
            Algorithm::Headlights => "headlights",
            Algorithm::FourAlike => "four-alike",
            Algorithm::FourUnlike => "four-unlike",
            Algorithm::SwapBeside => "swap-beside",
            Algorithm::SwapAcross => "swap-across",
        }
    }

    const fn text(self) -> &'static str {
        match self {
            Algorithm::Sune => "R U R' U R U2 R'",
            Algorithm::TwoPairs => "R U R' D' L' U' L D",
            Algorithm::Headlights => "R2 D R' U2 R D' R' U2 R'",
            Algorithm::FourAlike => "R2 U2 R U2 R2",
            Algorithm::FourUnlike => "R U2 R2 U' R2 U' R2 U2 R",
            Algorithm::SwapBeside => "R U2 R' U' R U2 L' U R' U' L",
            Algorithm::SwapAcross => "D R U' R' D' R2 U' L D L' U R2",
        }
    }
}

/// `two-pairs`.
impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// An algorithm as it is made: as it stands, as seen in a mirror, backwards, or both.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct AlgorithmVariant {
    /// What is made.
    pub algorithm: Algorithm,
    /// Whether left and right are swapped.
    pub is_mirrored: bool,
    /// Whether it is undone rather than done; of a mirrored one, the mirror image is undone.
    pub is_backwards: bool,
}

impl AlgorithmVariant {
    /// The four ways to make an algorithm.
    pub(super) fn all(algorithm: Algorithm) -> [AlgorithmVariant; 4] {
        [(false, false), (true, false), (false, true), (true, true)]
            .map(|(is_mirrored, is_backwards)| AlgorithmVariant { algorithm, is_mirrored, is_backwards })
    }

    /// Its turns.
    pub fn turns(self) -> Vec<FaceTurn> {
        let mut turns = known(self.algorithm.text());
        if self.is_mirrored {
            turns = renamed(&turns, Symmetry::MIRROR_LEFT_RIGHT);
        }
        if self.is_backwards {
            turns = inverse(&turns);
        }
        turns
    }

    /// The same as a sequence of moves.
    pub fn alg(self) -> Alg {
        self.turns().into_iter().collect()
    }
}
