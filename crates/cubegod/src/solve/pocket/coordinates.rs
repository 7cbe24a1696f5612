//! A 2x2 as a pattern (two coordinates) and an orientation.
//!
//! The piece DBL is the reference. A cube is split into its *orientation* (position and twist of that piece: 24) and the
//! *pattern* of the other seven corners relative to it (7! permutations, 3⁶ twists). A turn of U, R or F changes only the
//! pattern. A turn of D, L or B is the turn of the opposite face followed by a rotation of the whole cube, so it changes the
//! pattern in the same way, and the orientation as well.

use crate::cube::{Corner, Corners, Cube2};
use crate::geometry::{Face, Size, Symmetry};
use crate::moves::FaceTurn;

/// The number of permutations of seven corners.
pub(super) const PERMUTATIONS: usize = 5040; // 7!
/// The number of twists of seven corners.
pub(super) const TWISTS: usize = 3usize.pow(6); // the others determine the seventh twist
/// The number of patterns: states of the 2x2 up to rotation of the whole cube.
pub const PATTERNS: usize = PERMUTATIONS * TWISTS;

/// The positions other than DBL, and the pieces that belong there.
const SEVEN: [Corner; 7] =
    [Corner::URF, Corner::UFL, Corner::ULB, Corner::UBR, Corner::DFR, Corner::DLF, Corner::DRB];

/// The index of each corner in [`SEVEN`]; DBL has none.
const NUMBER: [u8; 8] = [0, 1, 2, 3, 4, 5, u8::MAX, 6];

/// The number of turns of U, R and F.
///
/// They are the first nine [`FaceTurn`]s.
pub(super) const TURNS: usize = 9;

/// The seven corners relative to DBL.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Pattern {
    pub(super) permutation: u16,
    pub(super) twist: u16,
}

impl Pattern {
    pub(super) const SOLVED: Pattern = Pattern { permutation: 0, twist: 0 };

    /// Returns the index in a table, below [`PATTERNS`].
    #[inline]
    pub(super) fn index(self) -> usize {
        self.permutation as usize * TWISTS + self.twist as usize
    }

    #[cfg(test)]
    pub(super) fn from_index(index: usize) -> Pattern {
        Pattern { permutation: (index / TWISTS) as u16, twist: (index % TWISTS) as u16 }
    }

    /// Returns the pattern of a cube whose corner DBL is solved.
    #[inline]
    fn of_corners(corners: &Corners) -> Pattern {
        let codes = corners.codes();
        let mut permutation = 0u16;
        let mut twist = 0u16;
        let mut smaller = 0b111_1111u32;
        let mut place = 0;
        while place < 6 {
            let code = codes[SEVEN[place] as usize];
            let piece = NUMBER[(code & 7) as usize] as u32;
            // Count the smaller pieces at later positions.
            let below = (smaller & ((1 << piece) - 1)).count_ones() as u16;
            smaller &= !(1 << piece);
            permutation = permutation * (7 - place as u16) + below;
            twist = twist * 3 + (code >> 3) as u16;
            place += 1;
        }
        Pattern { permutation, twist }
    }

    /// Returns the cube with this pattern whose corner DBL is solved.
    pub(super) fn cube(self) -> Cube2 {
        let (mut permutation, mut twist) = (self.permutation as usize, self.twist as usize);
        let mut digits = [0; 7];
        let mut twists = [0u8; 7];
        for place in (0..6).rev() {
            digits[place] = permutation % (7 - place);
            permutation /= 7 - place;
            twists[place] = (twist % 3) as u8;
            twist /= 3;
        }
        twists[6] = (18 - twists.iter().sum::<u8>()) % 3;
        let mut codes = [Corner::DBL as u8; 8];
        let mut left = SEVEN;
        for (i, &place) in SEVEN.iter().enumerate() {
            codes[place.index()] = left[digits[i]] as u8 | twists[i] << 3;
            left.copy_within(digits[i] + 1.., digits[i]);
        }
        Cube2::new(Corners::from_codes(codes)).expect("the seventh twist makes the sum 0")
    }
}

/// The orientation of the whole cube: the rotation from a cube whose corner DBL is solved, as an index into
/// [`Symmetry::ROTATIONS`].
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Orientation(u8);

/// The orientation of a cube by the position and twist of its piece DBL.
static ORIENTATION_OF_DBL: [[u8; 3]; 8] = {
    let mut orientations = [[0; 3]; 8];
    let mut i = 0;
    while i < 24 {
        // The image of the first sticker of DBL.
        let facelet = Symmetry::ROTATIONS[i].sticker(Size::TWO, Corner::FACELETS_2[Corner::DBL as usize][0]);
        let mut place = 0;
        while place < 8 {
            let mut twist = 0;
            while twist < 3 {
                if Corner::FACELETS_2[place][twist] == facelet {
                    orientations[place][twist] = i as u8;
                }
                twist += 1;
            }
            place += 1;
        }
        i += 1;
    }
    orientations
};

/// The turn of the cube for each orientation and each turn of the pattern, and the same for the opposite face.
static DIRECT_TURNS: [[FaceTurn; 16]; 24] = cube_turns(false);
static OPPOSITE_TURNS: [[FaceTurn; 16]; 24] = cube_turns(true);

const fn cube_turns(opposite: bool) -> [[FaceTurn; 16]; 24] {
    let mut all = [[FaceTurn::ALL[0]; 16]; 24];
    let mut orientation = 0;
    while orientation < 24 {
        let mut turn = 0;
        while turn < TURNS {
            let named = FaceTurn::ALL[turn];
            let face = if opposite { named.face().opposite() } else { named.face() };
            all[orientation][turn] =
                FaceTurn::new(Symmetry::ROTATIONS[orientation].face(face), named.turns());
            turn += 1;
        }
        orientation += 1;
    }
    all
}

/// The orientation after a turn of the opposite face.
static AFTER_OPPOSITE_TURN: [[u8; TURNS]; 24] = {
    let mut all = [[0; TURNS]; 24];
    let mut orientation = 0;
    while orientation < 24 {
        let mut turn = 0;
        while turn < TURNS {
            let named = FaceTurn::ALL[turn];
            // D clockwise is U clockwise followed by a rotation of the whole cube in the direction of D.
            let rotation = Symmetry::rotation(named.face().axis(), named.turns().inverse().quarters());
            all[orientation][turn] = rotation_index(rotation.compose(Symmetry::ROTATIONS[orientation]));
            turn += 1;
        }
        orientation += 1;
    }
    all
};

const fn rotation_index(rotation: Symmetry) -> u8 {
    let mut i = 0;
    while i < 24 {
        let other = Symmetry::ROTATIONS[i];
        if other.face(Face::U) as u8 == rotation.face(Face::U) as u8
            && other.face(Face::F) as u8 == rotation.face(Face::F) as u8
        {
            return i as u8;
        }
        i += 1;
    }
    panic!("every rotation is listed")
}

impl Orientation {
    /// The orientation with DBL solved, in which the solved pattern is the solved cube with white up and green in front.
    pub(super) const HOME: Orientation = Orientation(0);

    /// Returns all 24 orientations.
    pub(super) fn all() -> impl Iterator<Item = Orientation> {
        (0..24).map(Orientation)
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// Returns the turn of the cube that applies a turn to the pattern and keeps the orientation.
    #[inline]
    pub(super) fn direct_turn(self, turn: usize) -> FaceTurn {
        DIRECT_TURNS[self.0 as usize][turn & 15]
    }

    /// Returns the turn of the opposite face, which changes the pattern in the same way.
    #[inline]
    pub(super) fn opposite_turn(self, turn: usize) -> FaceTurn {
        OPPOSITE_TURNS[self.0 as usize][turn & 15]
    }

    /// Returns the orientation after [`Orientation::opposite_turn`].
    #[inline]
    pub(super) fn after_opposite_turn(self, turn: usize) -> Orientation {
        Orientation(AFTER_OPPOSITE_TURN[self.0 as usize][turn & 15])
    }
}

/// For each orientation, the rotation that solves the corner DBL.
#[derive(Clone, Debug)]
pub(super) struct Orientations([Corners; 24]);

impl Orientations {
    pub(super) fn new() -> Orientations {
        Orientations(Symmetry::ROTATIONS.map(|rotation| *Cube2::solved_held(rotation.inverse()).corners()))
    }

    /// Splits a cube into its pattern and its orientation.
    #[inline]
    pub(super) fn split(&self, cube: &Cube2) -> (Pattern, Orientation) {
        let codes = cube.corners().codes();
        let mut orientation = 0;
        for (place, code) in codes.into_iter().enumerate() {
            if code & 7 == Corner::DBL as u8 {
                orientation = ORIENTATION_OF_DBL[place][(code >> 3) as usize];
            }
        }
        let home = cube.corners().compose(&self.0[orientation as usize]);
        (Pattern::of_corners(&home), Orientation(orientation))
    }
}

/// The move tables of permutation and twist.
///
/// Rows are padded to sixteen, so that four bits index them without a bounds check.
#[derive(Clone, Debug)]
pub(super) struct MoveTables {
    permutation: Vec<[u16; 16]>,
    twist: Vec<[u16; 16]>,
}

impl MoveTables {
    pub(super) fn new() -> MoveTables {
        let after = |pattern: Pattern| {
            let cube = pattern.cube();
            let turned = |turn: FaceTurn| Pattern::of_corners(cube.apply_turn(turn).corners());
            std::array::from_fn(|turn| if turn < TURNS { turned(FaceTurn::ALL[turn]) } else { pattern })
        };
        let rows =
            |patterns: &mut dyn Iterator<Item = Pattern>| patterns.map(after).collect::<Vec<[Pattern; 16]>>();
        let permutations =
            rows(&mut (0..PERMUTATIONS as u16).map(|permutation| Pattern { permutation, twist: 0 }));
        let twists = rows(&mut (0..TWISTS as u16).map(|twist| Pattern { permutation: 0, twist }));
        MoveTables {
            permutation: permutations.iter().map(|row| row.map(|pattern| pattern.permutation)).collect(),
            twist: twists.iter().map(|row| row.map(|pattern| pattern.twist)).collect(),
        }
    }

    #[inline]
    pub(super) fn apply(&self, pattern: Pattern, turn: usize) -> Pattern {
        Pattern {
            permutation: self.permutation[pattern.permutation as usize][turn & 15],
            twist: self.twist[pattern.twist as usize][turn & 15],
        }
    }

    pub(super) fn permutation_row(&self, permutation: usize) -> &[u16; 16] {
        &self.permutation[permutation]
    }

    pub(super) fn twist_row(&self, twist: usize) -> &[u16; 16] {
        &self.twist[twist]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scramble::generator;

    #[test]
    fn pattern_indices_are_one_to_one() {
        for index in (0..PATTERNS).step_by(37) {
            let pattern = Pattern::from_index(index);
            assert_eq!(pattern.index(), index);
            assert_eq!(Pattern::of_corners(pattern.cube().corners()), pattern);
        }
        assert_eq!(Pattern::of_corners(Cube2::SOLVED.corners()), Pattern::SOLVED);
    }

    #[test]
    fn opposite_faces_change_the_pattern_in_the_same_way() {
        let (orientations, tables) = (Orientations::new(), MoveTables::new());
        let mut random = generator(1);
        for _ in 0..500 {
            let cube = Cube2::random(&mut random);
            let (pattern, orientation) = orientations.split(&cube);
            assert_eq!(pattern.cube().rotated(Symmetry::ROTATIONS[orientation.index()]), cube);
            for turn in 0..TURNS {
                let turned = tables.apply(pattern, turn);
                assert_eq!(
                    orientations.split(&cube.apply_turn(orientation.direct_turn(turn))),
                    (turned, orientation)
                );
                assert_eq!(
                    orientations.split(&cube.apply_turn(orientation.opposite_turn(turn))),
                    (turned, orientation.after_opposite_turn(turn))
                );
            }
        }
    }
}
