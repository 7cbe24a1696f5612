//! A pocket cube as two small numbers and a way to hold it.
//!
//! The corner piece DBL is taken as fixed: a cube is split into how it is *held* (where that piece is and how it is
//! twisted: 24 ways) and the *pattern* of the other seven corners relative to it (7! permutations, 3⁶ twists). A turn of
//! U, R or F moves only the pattern. A turn of D, L or B is the turn of the opposite face followed by a rotation of the
//! whole, so it moves the pattern in the same way and changes the hold besides.

use crate::cube::{Corner, Corners, Cube2};
use crate::geometry::{Face, Size, Symmetry};
use crate::moves::FaceTurn;

/// Permutations of seven corners.
pub(super) const PERMUTATIONS: usize = 5040; // 7!
/// Twists of seven corners.
pub(super) const TWISTS: usize = 3usize.pow(6); // the seventh twist is forced
/// Patterns: the states of the pocket cube up to rotation.
pub const PATTERNS: usize = PERMUTATIONS * TWISTS;

/// The places other than DBL, and the pieces that belong there.
const SEVEN: [Corner; 7] =
    [Corner::URF, Corner::UFL, Corner::ULB, Corner::UBR, Corner::DFR, Corner::DLF, Corner::DRB];

/// For each corner its number in [`SEVEN`]; DBL has none.
const NUMBER: [u8; 8] = [0, 1, 2, 3, 4, 5, u8::MAX, 6];

/// One of the nine turns of U, R and F: three times the face and its quarter turns less one.
///
/// These are the first nine [`FaceTurn`]s.
pub(super) const TURNS: usize = 9;

/// The seven corners relative to DBL.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Pattern {
    pub(super) permutation: u16,
    pub(super) twist: u16,
}

impl Pattern {
    pub(super) const SOLVED: Pattern = Pattern { permutation: 0, twist: 0 };

    /// Its place in a table, below [`PATTERNS`].
    #[inline]
    pub(super) fn index(self) -> usize {
        self.permutation as usize * TWISTS + self.twist as usize
    }

    #[cfg(test)]
    pub(super) fn from_index(index: usize) -> Pattern {
        Pattern { permutation: (index / TWISTS) as u16, twist: (index % TWISTS) as u16 }
    }

    /// Of a cube whose corner DBL is at home.
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
            // How many of the pieces still to come are smaller.
            let below = (smaller & ((1 << piece) - 1)).count_ones() as u16;
            smaller &= !(1 << piece);
            permutation = permutation * (7 - place as u16) + below;
            twist = twist * 3 + (code >> 3) as u16;
            place += 1;
        }
        Pattern { permutation, twist }
    }

    /// The cube with this pattern whose corner DBL is at home.
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

/// How a cube is held: the rotation that brings a cube with DBL at home to it, by its place in
/// [`Symmetry::ROTATIONS`].
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Hold(u8);

/// The hold of a cube whose piece DBL is at the place and has the twist of this code.
static HOLD_OF_DBL: [[u8; 3]; 8] = {
    let mut holds = [[0; 3]; 8];
    let mut i = 0;
    while i < 24 {
        // Where the first sticker of DBL goes.
        let facelet = Symmetry::ROTATIONS[i].sticker(Size::TWO, Corner::FACELETS_2[Corner::DBL as usize][0]);
        let mut place = 0;
        while place < 8 {
            let mut twist = 0;
            while twist < 3 {
                if Corner::FACELETS_2[place][twist] == facelet {
                    holds[place][twist] = i as u8;
                }
                twist += 1;
            }
            place += 1;
        }
        i += 1;
    }
    holds
};

/// The physical turn for each hold and each turn of U, R, F in the pattern's terms, and of the opposite face.
static NEAR: [[FaceTurn; 16]; 24] = physical(false);
static FAR: [[FaceTurn; 16]; 24] = physical(true);

const fn physical(opposite: bool) -> [[FaceTurn; 16]; 24] {
    let mut all = [[FaceTurn::ALL[0]; 16]; 24];
    let mut hold = 0;
    while hold < 24 {
        let mut turn = 0;
        while turn < TURNS {
            let named = FaceTurn::ALL[turn];
            let face = if opposite { named.face().opposite() } else { named.face() };
            all[hold][turn] = FaceTurn::new(Symmetry::ROTATIONS[hold].face(face), named.turns());
            turn += 1;
        }
        hold += 1;
    }
    all
}

/// The hold after a turn of the opposite face.
static HOLD_AFTER_FAR: [[u8; TURNS]; 24] = {
    let mut all = [[0; TURNS]; 24];
    let mut hold = 0;
    while hold < 24 {
        let mut turn = 0;
        while turn < TURNS {
            let named = FaceTurn::ALL[turn];
            // Turning D clockwise is turning U clockwise and then the whole cube as D turns, against U.
            let back = Symmetry::rotation(named.face().axis(), named.turns().inverse().quarters());
            all[hold][turn] = rotation_index(back.compose(Symmetry::ROTATIONS[hold]));
            turn += 1;
        }
        hold += 1;
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

impl Hold {
    /// White up, green front, DBL at home: the only hold in which a solved pattern is exactly the solved cube.
    pub(super) const HOME: Hold = Hold(0);

    /// All 24.
    pub(super) fn all() -> impl Iterator<Item = Hold> {
        (0..24).map(Hold)
    }

    pub(super) const fn index(self) -> usize {
        self.0 as usize
    }

    /// The turn of the cube in the hand that turns the pattern so and keeps the hold.
    #[inline]
    pub(super) fn near(self, turn: usize) -> FaceTurn {
        NEAR[self.0 as usize][turn & 15]
    }

    /// The turn of the opposite face, which turns the pattern in the same way.
    #[inline]
    pub(super) fn far(self, turn: usize) -> FaceTurn {
        FAR[self.0 as usize][turn & 15]
    }

    /// The hold after [`Hold::far`].
    #[inline]
    pub(super) fn after_far(self, turn: usize) -> Hold {
        Hold(HOLD_AFTER_FAR[self.0 as usize][turn & 15])
    }
}

/// For each hold, the change that brings a cube so held to one with DBL at home.
#[derive(Clone, Debug)]
pub(super) struct Holds([Corners; 24]);

impl Holds {
    pub(super) fn new() -> Holds {
        Holds(Symmetry::ROTATIONS.map(|rotation| *Cube2::solved_held(rotation.inverse()).corners()))
    }

    /// Splits a cube into its pattern and how it is held.
    #[inline]
    pub(super) fn split(&self, cube: &Cube2) -> (Pattern, Hold) {
        let codes = cube.corners().codes();
        let mut hold = 0;
        for (place, code) in codes.into_iter().enumerate() {
            if code & 7 == Corner::DBL as u8 {
                hold = HOLD_OF_DBL[place][(code >> 3) as usize];
            }
        }
        let home = cube.corners().compose(&self.0[hold as usize]);
        (Pattern::of_corners(&home), Hold(hold))
    }
}

/// What the nine turns do to permutations and twists.
///
/// Rows are filled up to sixteen, so that four bits index them without a check.
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
    pub(super) fn turned(&self, pattern: Pattern, turn: usize) -> Pattern {
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
    fn patterns_are_numbered_one_to_one() {
        for index in (0..PATTERNS).step_by(37) {
            let pattern = Pattern::from_index(index);
            assert_eq!(pattern.index(), index);
            assert_eq!(Pattern::of_corners(pattern.cube().corners()), pattern);
        }
        assert_eq!(Pattern::of_corners(Cube2::SOLVED.corners()), Pattern::SOLVED);
    }

    #[test]
    fn a_turn_of_either_face_of_an_axis_turns_the_pattern_alike() {
        let (holds, tables) = (Holds::new(), MoveTables::new());
        let mut random = generator(1);
        for _ in 0..500 {
            let cube = Cube2::random(&mut random);
            let (pattern, hold) = holds.split(&cube);
            assert_eq!(pattern.cube().rotated(Symmetry::ROTATIONS[hold.index()]), cube);
            for turn in 0..TURNS {
                let turned = tables.turned(pattern, turn);
                assert_eq!(holds.split(&cube.apply_turn(hold.near(turn))), (turned, hold));
                assert_eq!(holds.split(&cube.apply_turn(hold.far(turn))), (turned, hold.after_far(turn)));
            }
        }
    }
}
