//! The algorithms of the last layer, few enough to learn.

use crate::methods::turns::{inverse, known, renamed};
use cubegod::geometry::Symmetry;
use cubegod::moves::{Alg, FaceTurn};
use std::fmt;

/// An algorithm for the top corners that restores the white layer.
///
/// The first five orient corners, the other two permute them. Of all algorithms with only U, D, L and
/// R these are among the shortest; a search found the ones that are not well known.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Algorithm {
    /// For one yellow sticker on top: twists the other three corners.
    Sune,
    /// For two yellow stickers on top: twists the other two corners, which are adjacent and show yellow on two sides;
    /// inverted, two diagonal corners. A trigger with the right hand, one with the left.
    TwoPairs,
    /// The same for two adjacent corners that show yellow on the same side; inverted, two diagonal corners.
    Headlights,
    /// For no yellow sticker on top: twists all four corners, which show yellow on two sides.
    FourAlike,
    /// For no yellow sticker on top: twists all four corners, which show yellow on three sides.
    FourUnlike,
    /// Swaps two adjacent corners.
    SwapBeside,
    /// Swaps two diagonal corners.
    SwapAcross,
}

impl Algorithm {
    /// All algorithms.
    pub const ALL: [Algorithm; 7] = [
        Algorithm::Sune,
        Algorithm::TwoPairs,
        Algorithm::Headlights,
        Algorithm::FourAlike,
        Algorithm::FourUnlike,
        Algorithm::SwapBeside,
        Algorithm::SwapAcross,
    ];

    /// The algorithms that orient corners.
    pub(super) const YELLOW_UP: [Algorithm; 5] = [
        Algorithm::Sune,
        Algorithm::TwoPairs,
        Algorithm::Headlights,
        Algorithm::FourAlike,
        Algorithm::FourUnlike,
    ];

    /// The algorithms that permute corners.
    pub(super) const PLACES: [Algorithm; 2] = [Algorithm::SwapBeside, Algorithm::SwapAcross];

    /// Returns the name in kebab-case.
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

/// A variant of an algorithm: as it is, mirrored, inverted, or both.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct AlgorithmVariant {
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Whether left and right are swapped.
    pub is_mirrored: bool,
    /// Whether it is inverted; a mirrored one is mirrored first.
    pub is_backwards: bool,
}

impl AlgorithmVariant {
    /// Returns the four variants of an algorithm.
    pub(super) fn all(algorithm: Algorithm) -> [AlgorithmVariant; 4] {
        [(false, false), (true, false), (false, true), (true, true)]
            .map(|(is_mirrored, is_backwards)| AlgorithmVariant { algorithm, is_mirrored, is_backwards })
    }

    /// Returns the turns.
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

    /// Returns the turns as an algorithm.
    pub fn alg(self) -> Alg {
        self.turns().into_iter().collect()
    }
}
