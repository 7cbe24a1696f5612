//! The 57 OLL cases and the 21 PLL cases.

use cubegod::cube::{Corner, Cube3, Edge};
use std::fmt;

/// The number of orientations of the top pieces: the last twist and the last flip are forced.
pub(super) const PATTERNS: usize = 3usize.pow(3) * 2usize.pow(3);

/// The shape of the oriented edges of the last layer.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
pub enum Shape {
    /// No edge.
    Dot,
    /// Two opposite edges.
    Line,
    /// Two adjacent edges.
    Angle,
    /// All four edges.
    Cross,
}

impl Shape {
    /// All values in order.
    pub const ALL: [Shape; 4] = [Shape::Dot, Shape::Line, Shape::Angle, Shape::Cross];

    /// Returns the name in small letters.
    pub const fn name(self) -> &'static str {
        match self {
            Shape::Dot => "dot",
            Shape::Line => "line",
            Shape::Angle => "angle",
            Shape::Cross => "cross",
        }
    }

    fn of(flips: [u8; 4]) -> Shape {
        match (flips.iter().filter(|&&flip| flip == 0).count(), flips[0] == flips[2]) {
            (0, _) => Shape::Dot,
            (4, _) => Shape::Cross,
            (_, true) => Shape::Line,
            (_, false) => Shape::Angle,
        }
    }
}

/// An OLL case: how the pieces of the last layer are oriented, up to rotation of the whole cube.
///
/// Cases carry the numbers 1 to 57 and the names that speedcubers use.
///
/// # Examples
///
/// ```
/// use cubegod_teach::methods::cfop::OrientCase;
///
/// let sune = OrientCase::from_number(27).unwrap();
/// assert_eq!(sune.to_string(), "OLL 27 (Sune)");
/// ```
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
pub struct OrientCase {
    number: u8,
}

/// Corner twists clockwise from URF, edge flips clockwise from UR, and the name of each OLL case, by number.
const OLL: [([u8; 4], [u8; 4], &str); OrientCase::COUNT] = [
    ([1, 2, 1, 2], [1, 1, 1, 1], "Dot"),
    ([1, 1, 2, 2], [1, 1, 1, 1], "Dot"),
    ([0, 2, 2, 2], [1, 1, 1, 1], "Dot"),
    ([0, 1, 1, 1], [1, 1, 1, 1], "Dot"),
    ([0, 2, 2, 2], [0, 0, 1, 1], "Square"),
    ([0, 1, 1, 1], [0, 0, 1, 1], "Square"),
    ([0, 2, 2, 2], [1, 0, 0, 1], "Small Lightning Bolt"),
    ([0, 1, 1, 1], [0, 1, 1, 0], "Small Lightning Bolt"),
    ([0, 1, 1, 1], [1, 1, 0, 0], "Fish"),
    ([0, 2, 2, 2], [1, 1, 0, 0], "Fish"),
    ([0, 2, 2, 2], [0, 1, 1, 0], "Small Lightning Bolt"),
    ([0, 1, 1, 1], [1, 0, 0, 1], "Small Lightning Bolt"),
    ([0, 2, 2, 2], [1, 0, 1, 0], "Knight Move"),
    ([0, 1, 1, 1], [0, 1, 0, 1], "Knight Move"),
    ([0, 2, 2, 2], [0, 1, 0, 1], "Knight Move"),
    ([0, 1, 1, 1], [1, 0, 1, 0], "Knight Move"),
    ([0, 1, 0, 2], [1, 1, 1, 1], "Dot"),
    ([0, 0, 2, 1], [1, 1, 1, 1], "Dot"),
    ([0, 0, 1, 2], [1, 1, 1, 1], "Dot"),
    ([0, 0, 0, 0], [1, 1, 1, 1], "Dot"),
    ([1, 2, 1, 2], [0, 0, 0, 0], "H"),
    ([1, 1, 2, 2], [0, 0, 0, 0], "Pi"),
    ([0, 0, 2, 1], [0, 0, 0, 0], "Headlights"),
    ([0, 0, 1, 2], [0, 0, 0, 0], "Chameleon"),
    ([0, 1, 0, 2], [0, 0, 0, 0], "Bowtie"),
    ([0, 1, 1, 1], [0, 0, 0, 0], "Antisune"),
    ([0, 2, 2, 2], [0, 0, 0, 0], "Sune"),
    ([0, 0, 0, 0], [0, 0, 1, 1], "Stealth"),
    ([0, 0, 1, 2], [0, 1, 1, 0], "Awkward"),
    ([0, 0, 1, 2], [1, 1, 0, 0], "Awkward"),
    ([0, 0, 1, 2], [0, 0, 1, 1], "P"),
    ([0, 0, 1, 2], [1, 0, 0, 1], "P"),
    ([0, 0, 1, 2], [1, 0, 1, 0], "T"),
    ([0, 0, 1, 2], [0, 1, 0, 1], "C"),
    ([0, 1, 0, 2], [0, 0, 1, 1], "Fish"),
    ([0, 1, 0, 2], [1, 0, 0, 1], "W"),
    ([0, 1, 0, 2], [1, 1, 0, 0], "Fish"),
    ([0, 1, 0, 2], [0, 1, 1, 0], "W"),
    ([0, 1, 0, 2], [1, 0, 1, 0], "Big Lightning Bolt"),
    ([0, 1, 0, 2], [0, 1, 0, 1], "Big Lightning Bolt"),
    ([0, 0, 2, 1], [1, 1, 0, 0], "Awkward"),
    ([0, 0, 2, 1], [0, 1, 1, 0], "Awkward"),
    ([0, 0, 2, 1], [0, 0, 1, 1], "P"),
    ([0, 0, 2, 1], [1, 0, 0, 1], "P"),
    ([0, 0, 2, 1], [1, 0, 1, 0], "T"),
    ([0, 0, 2, 1], [0, 1, 0, 1], "C"),
    ([1, 1, 2, 2], [0, 1, 1, 0], "Small L"),
    ([1, 1, 2, 2], [0, 0, 1, 1], "Small L"),
    ([1, 1, 2, 2], [1, 0, 0, 1], "Small L"),
    ([1, 1, 2, 2], [1, 1, 0, 0], "Small L"),
    ([1, 1, 2, 2], [0, 1, 0, 1], "I"),
    ([1, 1, 2, 2], [1, 0, 1, 0], "I"),
    ([1, 2, 1, 2], [0, 0, 1, 1], "Small L"),
    ([1, 2, 1, 2], [0, 1, 1, 0], "Small L"),
    ([1, 2, 1, 2], [1, 0, 1, 0], "I"),
    ([1, 2, 1, 2], [0, 1, 0, 1], "I"),
    ([0, 0, 0, 0], [0, 1, 0, 1], "Mummy"),
];

impl OrientCase {
    /// The number of cases.
    pub const COUNT: usize = 57;

    /// All cases, by number.
    pub const ALL: [OrientCase; OrientCase::COUNT] = {
        let mut all = [OrientCase { number: 1 }; OrientCase::COUNT];
        let mut index = 0;
        while index < OrientCase::COUNT {
            all[index].number = index as u8 + 1;
            index += 1;
        }
        all
    };

    /// Returns the case with a standard number, 1 to 57.
    pub fn from_number(number: u8) -> Option<OrientCase> {
        OrientCase::ALL.get(usize::from(number).checked_sub(1)?).copied()
    }

    /// Returns the standard number, 1 to 57.
    pub const fn number(self) -> u8 {
        self.number
    }

    /// Returns the usual English name, which several cases may share: `T` for OLL 33 and OLL 45.
    pub const fn name(self) -> &'static str {
        OLL[self.index()].2
    }

    /// Returns the shape that the oriented edges make.
    pub fn shape(self) -> Shape {
        Shape::of(self.orientation().flips)
    }

    /// Returns the index into [`OrientCase::ALL`].
    pub const fn index(self) -> usize {
        self.number as usize - 1
    }

    /// Returns the orientation as seen from the side from which it is first in order.
    pub(super) const fn orientation(self) -> TopOrientation {
        let (twists, flips, _) = OLL[self.index()];
        TopOrientation { twists, flips }
    }
}

/// `OLL 45 (T)`.
impl fmt::Display for OrientCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("OLL {} ({})", self.number, self.name()))
    }
}

/// The twists and flips of the top pieces, clockwise from URF and UR.
#[derive(Copy, Clone, Debug, Eq, PartialEq, PartialOrd, Ord)]
pub(super) struct TopOrientation {
    twists: [u8; 4],
    flips: [u8; 4],
}

impl TopOrientation {
    pub(super) fn of(cube: &Cube3) -> TopOrientation {
        let (corners, edges) = (cube.corners().codes(), cube.edges().codes());
        TopOrientation {
            twists: std::array::from_fn(|place| corners[place] >> 3),
            flips: std::array::from_fn(|place| edges[place] >> 4),
        }
    }

    /// Returns the number of the orientation; 0 if all pieces are oriented.
    pub(super) fn number(self) -> usize {
        let twists = self.twists[..3].iter().fold(0, |number, &twist| number * 3 + usize::from(twist));
        self.flips[..3].iter().fold(twists, |number, &flip| number * 2 + usize::from(flip))
    }

    pub(super) fn from_number(number: usize) -> TopOrientation {
        let digit = |number: usize, base: usize| (number % base) as u8;
        let [a, b, c] = [72, 24, 8].map(|weight| digit(number / weight, 3));
        let [d, e, f] = [4, 2, 1].map(|weight| digit(number / weight, 2));
        TopOrientation { twists: [a, b, c, (9 - a - b - c) % 3], flips: [d, e, f, d ^ e ^ f] }
    }

    /// Returns the twists and the flips.
    pub(super) fn codes(self) -> ([u8; 4], [u8; 4]) {
        (self.twists, self.flips)
    }
}

#[cfg(test)]
impl TopOrientation {
    /// Returns the orientation after quarter rotations of the whole cube like U.
    fn rotated(mut self, quarters: usize) -> TopOrientation {
        self.twists.rotate_right(quarters);
        self.flips.rotate_right(quarters);
        self
    }

    /// Returns the representative of the four orientations that rotations of the whole cube make of this one.
    pub(super) fn first_side(self) -> TopOrientation {
        (0..4).map(|quarters| self.rotated(quarters)).min().unwrap_or(self)
    }
}

use Corner::{UBR, UFL, ULB, URF};
use Edge::{UB, UF, UL, UR};

/// Cycles of top places: each piece moves to the next place, the last one to the first.
type Cycles<T> = &'static [&'static [T]];

/// Defines the cases in one list: each with the cycles of corners and edges that solve it.
macro_rules! permute_cases {
    ($($(#[$doc:meta])* $case:ident: $corners:expr, $edges:expr;)*) => {
        /// A PLL case by its usual name: how the pieces of an oriented last layer are permuted, up to rotation. The
        /// permutation described solves the case, up to a turn of the layer.
        #[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
        pub enum PermuteCase {
            $($(#[$doc])* $case,)*
        }

        impl PermuteCase {
            /// The number of cases.
            pub const COUNT: usize = [$(stringify!($case)),*].len();

            /// All values in order.
            pub const ALL: [PermuteCase; PermuteCase::COUNT] = [$(PermuteCase::$case),*];

            /// Returns the index.
            pub const fn index(self) -> usize {
                self as usize
            }

            /// Returns the usual name.
            pub const fn name(self) -> &'static str {
                match self {
                    $(PermuteCase::$case => stringify!($case),)*
                }
            }

            /// Returns the cycles of corners and edges that solve the case, up to a turn of the layer: each piece moves
            /// to the next place of its list, the last one to the first.
            pub const fn cycles(self) -> (Cycles<Corner>, Cycles<Edge>) {
                match self {
                    $(PermuteCase::$case => ($corners, $edges),)*
                }
            }
        }
    };
}

permute_cases! {
    /// Cycles the corners URF → ULB → UBR.
    Aa: &[&[URF, ULB, UBR]], &[];
    /// Cycles the corners URF → UBR → ULB.
    Ab: &[&[URF, UBR, ULB]], &[];
    /// Swaps the corners URF and UBR, UFL and ULB.
    E: &[&[URF, UBR], &[UFL, ULB]], &[];
    /// Swaps the corners URF and UBR, and the edges UF and UB.
    F: &[&[URF, UBR]], &[&[UF, UB]];
    /// Cycles the corners URF → ULB → UFL, and the edges UR → UF → UB.
    Ga: &[&[URF, ULB, UFL]], &[&[UR, UF, UB]];
    /// Cycles the corners URF → ULB → UFL, and the edges UF → UL → UB.
    Gb: &[&[URF, ULB, UFL]], &[&[UF, UL, UB]];
    /// Cycles the corners URF → ULB → UFL, and the edges UR → UF → UL.
    Gc: &[&[URF, ULB, UFL]], &[&[UR, UF, UL]];
    /// Cycles the corners URF → ULB → UFL, and the edges UR → UL → UB.
    Gd: &[&[URF, ULB, UFL]], &[&[UR, UL, UB]];
    /// Swaps the edges UR and UL, UF and UB.
    H: &[], &[&[UR, UL], &[UF, UB]];
    /// Swaps the corners URF and UBR, and the edges UR and UB.
    Ja: &[&[URF, UBR]], &[&[UR, UB]];
    /// Swaps the corners URF and UBR, and the edges UR and UF.
    Jb: &[&[URF, UBR]], &[&[UR, UF]];
    /// Swaps the corners UFL and UBR, and the edges UR and UL.
    Na: &[&[UFL, UBR]], &[&[UR, UL]];
    /// Swaps the corners URF and ULB, and the edges UR and UL.
    Nb: &[&[URF, ULB]], &[&[UR, UL]];
    /// Swaps the corners URF and UBR, and the edges UL and UB.
    Ra: &[&[URF, UBR]], &[&[UL, UB]];
    /// Swaps the corners URF and UBR, and the edges UL and UF.
    Rb: &[&[URF, UBR]], &[&[UL, UF]];
    /// Swaps the corners URF and UBR, and the edges UR and UL.
    T: &[&[URF, UBR]], &[&[UR, UL]];
    /// Cycles the edges UF → UR → UL.
    Ua: &[], &[&[UF, UR, UL]];
    /// Cycles the edges UF → UL → UR.
    Ub: &[], &[&[UF, UL, UR]];
    /// Swaps the corners URF and ULB, and the edges UR and UB.
    V: &[&[URF, ULB]], &[&[UR, UB]];
    /// Swaps the corners URF and ULB, and the edges UL and UB.
    Y: &[&[URF, ULB]], &[&[UL, UB]];
    /// Swaps the edges UR and UB, UF and UL.
    Z: &[], &[&[UR, UB], &[UF, UL]];
}

/// `Ga`.
impl fmt::Display for PermuteCase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// The permutation of the top pieces: where the piece at each place comes from, clockwise from URF and UR.
#[derive(Copy, Clone, Debug, Eq, PartialEq, PartialOrd, Ord)]
pub(super) struct TopPermutation {
    corners: [u8; 4],
    edges: [u8; 4],
}

impl TopPermutation {
    pub(super) fn of(cube: &Cube3) -> TopPermutation {
        let (corners, edges) = (cube.corners().codes(), cube.edges().codes());
        TopPermutation {
            corners: std::array::from_fn(|place| corners[place] & 3),
            edges: std::array::from_fn(|place| edges[place] & 3),
        }
    }

    /// Returns the index.
    pub(super) fn number(self) -> usize {
        rank(self.corners) * 24 + rank(self.edges)
    }

    /// Returns the number of the permutation of a cube's top layer.
    #[inline]
    pub(super) fn number_of(corners: &[u8; 8], edges: &[u8; 12]) -> usize {
        let [a, b, c, d, ..] = *corners;
        let [e, f, g, h, ..] = *edges;
        rank([a & 3, b & 3, c & 3, d & 3]) * 24 + rank([e & 3, f & 3, g & 3, h & 3])
    }

    /// Returns the permutation with a number.
    pub(super) fn from_number(number: usize) -> TopPermutation {
        TopPermutation { corners: arrangement(number / 24), edges: arrangement(number % 24) }
    }

    /// Returns the corner and the edge permutation.
    pub(super) fn codes(self) -> ([u8; 4], [u8; 4]) {
        (self.corners, self.edges)
    }
}

/// Returns the rank of a permutation of four pieces.
#[inline]
fn rank([a, b, c, _]: [u8; 4]) -> usize {
    let second = b - u8::from(b > a);
    let third = c - u8::from(c > a) - u8::from(c > b);
    usize::from(a * 6 + second * 2 + third)
}

fn arrangement(rank: usize) -> [u8; 4] {
    let mut left = vec![0, 1, 2, 3];
    let mut take = |number: usize| left.remove(number);
    [take(rank / 6), take(rank / 2 % 3), take(rank % 2), take(0)]
}

/// The case that an algorithm of the last layer solves.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Case {
    /// An OLL case.
    Orient(OrientCase),
    /// A PLL case.
    Permute(PermuteCase),
}

/// `OLL 45 (T)`, `PLL Ga`.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Case::Orient(case) => case.fmt(f),
            Case::Permute(case) => f.pad(&format!("PLL {case}")),
        }
    }
}

/// Names are assigned by the order of the algorithms; this defines their meaning independently.
#[cfg(test)]
impl PermuteCase {
    /// Returns the case that this permutation solves; none for a turn of the layer.
    pub(super) fn solved_by(effect: &TopPermutation) -> Option<PermuteCase> {
        let seen = effect.first_side();
        PermuteCase::ALL.into_iter().find(|case| case.permutation().first_side() == seen)
    }

    /// Returns the permutation that solves the case.
    fn permutation(self) -> TopPermutation {
        let (corners, edges) = self.cycles();
        let mut permutation = TopPermutation { corners: [0, 1, 2, 3], edges: [0, 1, 2, 3] };
        for cycle in corners {
            std::iter::zip(*cycle, cycle.iter().cycle().skip(1))
                .for_each(|(from, to)| permutation.corners[to.index()] = from.index() as u8);
        }
        for cycle in edges {
            std::iter::zip(*cycle, cycle.iter().cycle().skip(1))
                .for_each(|(from, to)| permutation.edges[to.index()] = from.index() as u8);
        }
        permutation
    }
}

#[cfg(test)]
impl TopPermutation {
    /// Returns the representative under rotations of the whole cube and turns of the layer.
    fn first_side(self) -> TopPermutation {
        let on = |place: u8, quarters: u8| (place + quarters) % 4;
        let seen = |pieces: [u8; 4], side: u8, turned: u8| {
            let mut seen = pieces.map(|piece| on(piece, side));
            seen.rotate_right(usize::from(on(side, turned)));
            seen
        };
        let all = (0..4).flat_map(|side| (0..4).map(move |turned| (side, turned)));
        let images = all.map(|(side, turned)| TopPermutation {
            corners: seen(self.corners, side, turned),
            edges: seen(self.edges, side, turned),
        });
        images.min().unwrap_or(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_orientation_of_the_top_is_one_of_57_cases() {
        let of_shape = |shape| OrientCase::ALL.iter().filter(|case| case.shape() == shape).count();
        assert_eq!(Shape::ALL.map(of_shape), [8, 15, 27, 7]);
        for number in 1..PATTERNS {
            let orientation = TopOrientation::from_number(number);
            assert_eq!(orientation.number(), number);
            let matches = |case: &&OrientCase| case.orientation() == orientation.first_side();
            assert_eq!(OrientCase::ALL.iter().filter(matches).count(), 1, "{orientation:?}");
        }
        assert_eq!(OrientCase::from_number(0), None);
        assert_eq!(OrientCase::from_number(58), None);
        assert_eq!(OrientCase::from_number(45).unwrap().to_string(), "OLL 45 (T)");
    }

    #[test]
    fn there_are_21_permutation_cases() {
        let kinds: HashSet<String> =
            PermuteCase::ALL.iter().map(|case| format!("{:?}", case.permutation().first_side())).collect();
        assert_eq!(kinds.len(), PermuteCase::COUNT);
        assert_eq!(PermuteCase::ALL.map(PermuteCase::index), std::array::from_fn(|index| index));
        assert!(PermuteCase::ALL.iter().all(|case| format!("{case:?}") == case.name()));
    }

    fn solved_by(corners: [u8; 4], edges: [u8; 4]) -> Option<PermuteCase> {
        PermuteCase::solved_by(&TopPermutation { corners, edges })
    }

    /// Inverses and mirror images of cases are cases with the expected names.
    #[test]
    fn inverses_and_mirror_images_have_the_expected_names() {
        let undone = |pieces: [u8; 4]| {
            std::array::from_fn(|piece| pieces.iter().position(|&at| at as usize == piece).unwrap() as u8)
        };
        // Left and right change places: the corners URF and UFL, ULB and UBR, the edges UR and UL.
        let mirrored = |pieces: [u8; 4], image: [u8; 4]| {
            std::array::from_fn(|place| image[pieces[image[place] as usize] as usize])
        };
        for case in PermuteCase::ALL {
            let TopPermutation { corners, edges } = case.permutation();
            let backwards = match case {
                PermuteCase::Aa => PermuteCase::Ab,
                PermuteCase::Ab => PermuteCase::Aa,
                PermuteCase::Ga => PermuteCase::Gb,
                PermuteCase::Gb => PermuteCase::Ga,
                PermuteCase::Gc => PermuteCase::Gd,
                PermuteCase::Gd => PermuteCase::Gc,
                PermuteCase::Ua => PermuteCase::Ub,
                PermuteCase::Ub => PermuteCase::Ua,
                same => same,
            };
            assert_eq!(solved_by(undone(corners), undone(edges)), Some(backwards), "{case} backwards");
            let image = match case {
                PermuteCase::Ga => PermuteCase::Gc,
                PermuteCase::Gc => PermuteCase::Ga,
                PermuteCase::Gb => PermuteCase::Gd,
                PermuteCase::Gd => PermuteCase::Gb,
                PermuteCase::Ja => PermuteCase::Jb,
                PermuteCase::Jb => PermuteCase::Ja,
                PermuteCase::Na => PermuteCase::Nb,
                PermuteCase::Nb => PermuteCase::Na,
                PermuteCase::Ra => PermuteCase::Rb,
                PermuteCase::Rb => PermuteCase::Ra,
                other if other.name().len() == 2 => backwards,
                same => same,
            };
            let seen = solved_by(mirrored(corners, [1, 0, 3, 2]), mirrored(edges, [2, 1, 0, 3]));
            assert_eq!(seen, Some(image), "{case} in a mirror");
        }
    }

    /// Every permutation of the layer is one of the cases, each as often as its symmetry says; 4 are turns of the layer.
    #[test]
    fn every_permutation_of_the_layer_has_a_name() {
        let all: Vec<[u8; 4]> = (0..=255u8)
            .map(|number| [number & 3, number >> 2 & 3, number >> 4 & 3, number >> 6])
            .filter(|pieces| pieces.iter().fold(0, |set, piece| set | 1 << piece) == 15)
            .collect();
        let is_odd = |pieces: &[u8; 4]| {
            let pairs = (0..4).flat_map(|a| (0..a).map(move |b| (b, a)));
            pairs.filter(|&(before, after)| pieces[before] > pieces[after]).count() % 2 == 1
        };
        let mut counts = [0; PermuteCase::COUNT];
        let mut nothing = 0;
        for corners in &all {
            for edges in all.iter().filter(|edges| is_odd(edges) == is_odd(corners)) {
                match solved_by(*corners, *edges) {
                    Some(case) => counts[case.index()] += 1,
                    None => nothing += 1,
                }
            }
        }
        assert_eq!((counts.iter().sum::<usize>(), nothing), (284, 4));
        for case in PermuteCase::ALL {
            let expected = match case {
                PermuteCase::H | PermuteCase::Na | PermuteCase::Nb => 4,
                PermuteCase::E | PermuteCase::Z => 8,
                _ => 16,
            };
            assert_eq!(counts[case.index()], expected, "{case}");
        }
    }
}
