//! How the cube is held when the solver of the Python packages has solved it.
//!
//! The method is that of `rubik-cube` by Paul Glass; it is gone through here for its result alone, and its sequences are facts.
//!
//! Their method is a fixed one: the layer in front, the middle, the layer behind. It turns the whole cube on its way and
//! leaves it as it happens to be held then. Whoever reads something off the solved stickers depends on that, and only
//! going through the method tells how it ends: a few microseconds.

use super::QuarterTurn;
use cubegod::cube::{Corner, Cube3, Edge};
use cubegod::geometry::{Axis, Face, Size, Symmetry, Vector};
use std::sync::LazyLock;

/// The rotation that brings the centres from where they are to where that solver leaves them.
pub fn ending(cube: &Cube3) -> Symmetry {
    let mut hands = Hands::of(cube);
    // A method that does not come to an end on a real cube would be a mistake; as it was held is as good as any then.
    if hands.solve().is_none() {
        return Symmetry::IDENTITY;
    }
    let is_so =
        |rotation: &Symmetry| Face::ALL.iter().all(|&face| hands.centre(rotation.face(face)) == face as u8);
    Symmetry::ROTATIONS.into_iter().find(is_so).unwrap_or(Symmetry::IDENTITY)
}

/// More than any loop of the method takes on a real cube.
const PATIENCE: usize = 12;

const INTO_MIDDLE_FROM_BELOW: &str = "B L Bi Li Bi Di B D";
const INTO_MIDDLE_FROM_LEFT: &str = "Bi Di B D B L Bi Li";
const SWAP_BELOW: &str = "Li Fi L D F Di Li F L F F";
const SWAP_RIGHT: &str = "F Li Fi L D F Di Li F L F";
const TWIST: &str = "Ri Fi R Fi Ri F F R F F";
const TWIST_BACK: &str = "R F Ri F R F F Ri F F";
const CYCLE: &str = "R R F D Ui R R Di U F R R";
const FLIP_TWO: &str = "Ri S Ri Ri S S Ri Fi Fi R Si Si Ri Ri Si R Fi Fi";

/// Where a piece has no sticker: behind all of them.
const NO_STICKER: u8 = 54;

/// What is seen there: no colour, a bit that is none of theirs.
const NO_COLOR: u8 = 6;

/// A place of a corner or an edge, and its sticker along each axis.
struct Seat {
    position: Vector,
    stickers: [u8; 3],
}

impl Seat {
    fn new(faces: &[Face], facelets: &[usize]) -> Seat {
        let mut stickers = [NO_STICKER; 3];
        for (face, &facelet) in faces.iter().zip(facelets) {
            stickers[face.axis() as usize] = facelet as u8;
        }
        let position = faces.iter().fold(Vector::new(0, 0, 0), |sum, face| sum.plus(face.normal()));
        Seat { position, stickers }
    }
}

static SEATS: LazyLock<Vec<Seat>> = LazyLock::new(|| {
    let corners =
        Corner::ALL.into_iter().map(|corner| Seat::new(&corner.faces(), &corner.facelets(Size::THREE)));
    let edges = Edge::ALL.into_iter().map(|edge| Seat::new(&edge.faces(), &edge.facelets()));
    corners.chain(edges).collect()
});

/// A piece where it is now.
#[derive(Copy, Clone, Debug)]
struct Piece {
    x: i8,
    y: i8,
    z: i8,
    /// Along each axis.
    colors: [u8; 3],
}

/// A cube in somebody's hands.
struct Hands {
    /// Each the number of the face that had such a centre at the beginning; then [`NO_COLOR`].
    stickers: [u8; 55],
}

/// `None` when a loop does not end.
type Step = Option<()>;

impl Hands {
    fn of(cube: &Cube3) -> Hands {
        let stickers = cube.stickers();
        let color = |i: usize| stickers.facelets().get(i).map_or(NO_COLOR, |color| color.home() as u8);
        Hands { stickers: std::array::from_fn(color) }
    }

    fn make(&mut self, names: &str) {
        for turn in names.split(' ').filter_map(QuarterTurn::from_name) {
            turn.turn(&mut self.stickers);
        }
    }

    fn make_times(&mut self, count: usize, names: &str) {
        (0..count).for_each(|_| self.make(names));
    }

    /// Makes moves until something is so; how often.
    fn make_until(&mut self, names: &str, is_so: impl Fn(&Hands) -> bool) -> Option<usize> {
        for count in 0..PATIENCE {
            if is_so(self) {
                return Some(count);
            }
            self.make(names);
        }
        None
    }

    fn centre(&self, face: Face) -> u8 {
        self.stickers[9 * face.index() + 4]
    }

    fn is_solved(&self) -> bool {
        self.stickers[..54].chunks(9).all(|face| face.iter().all(|color| *color == face[0]))
    }

    fn piece(&self, seat: &Seat) -> Piece {
        let Vector { x, y, z } = seat.position;
        Piece { x, y, z, colors: seat.stickers.map(|sticker| self.stickers[sticker as usize]) }
    }

    /// What is at a place.
    fn at(&self, x: i8, y: i8, z: i8) -> Piece {
        let seat = SEATS.iter().find(|seat| seat.position == Vector::new(x, y, z));
        self.piece(seat.expect("there is a corner or an edge"))
    }

    /// Where the piece of these colours is.
    fn find(&self, wanted: Colors) -> Piece {
        let is_it = |seat: &&Seat| {
            let [x, y, z] = seat.stickers.map(|sticker| 1 << self.stickers[sticker as usize]);
            (x | y | z) & !(1 << NO_COLOR) == wanted.0
        };
        self.piece(SEATS.iter().find(is_it).expect("a real cube has every piece"))
    }

    /// The colours of the piece that belongs between these faces.
    fn between(&self, faces: &[Face]) -> Colors {
        Colors(faces.iter().fold(0, |set, &face| set | 1 << self.centre(face)))
    }

    /// Whether the piece shows the colour of this face along an axis.
    fn shows(&self, (x, y): (i8, i8), axis: Axis, face: Face) -> bool {
        self.at(x, y, 1).colors[axis as usize] == self.centre(face)
    }

    fn solve(&mut self) -> Step {
        self.cross()?;
        self.first_corners()?;
        self.middle_edges()?;
        self.seen_from_behind(Hands::last_cross)?;
        self.seen_from_behind(Hands::place_last_corners)?;
        self.seen_from_behind(Hands::twist_last_corners)?;
        self.make("X X");
        self.last_edges()
    }

    fn seen_from_behind(&mut self, stage: fn(&mut Hands) -> Step) -> Step {
        self.make("X X");
        stage(self)?;
        self.make("Xi Xi");
        Some(())
    }

    fn cross(&mut self) -> Step {
        self.cross_edge(Face::L, "L L", "E L Ei Li")?;
        self.cross_edge(Face::R, "R R", "Ei R E Ri")?;
        self.make("Z");
        self.cross_edge(Face::L, "L L", "E L Ei Li")?;
        self.cross_edge(Face::R, "R R", "Ei R E Ri")?;
        self.make("Zi");
        Some(())
    }

    /// Brings the edge between the front and a side home, from behind it: by one way or, flipped, by the other.
    fn cross_edge(&mut self, side: Face, straight: &str, flipped: &str) -> Step {
        let wanted = self.between(&[Face::F, side]);
        let home = side.normal();
        let edge = self.find(wanted);
        if (edge.x, edge.y, edge.z) == (home.x, home.y, 1) && edge.colors[2] == self.centre(Face::F) {
            return Some(());
        }
        let mut undo = "";
        if edge.z == 0 {
            let (clockwise, back) = if edge.y > 0 { ("U", "Ui") } else { ("D", "Di") };
            let first;
            (first, undo) = if edge.x * edge.y < 0 { (clockwise, back) } else { (back, clockwise) };
            self.make(first);
        } else if edge.z == 1 {
            let (half, half_back) = match (edge.x, edge.y) {
                (1, _) => ("Ri Ri", "R R"),
                (-1, _) => ("Li Li", "L L"),
                (_, 1) => ("Ui Ui", "U U"),
                _ => ("Di Di", "D D"),
            };
            self.make(half);
            if edge.x != home.x {
                undo = half_back;
            }
        }
        self.make_until("B", |hands| {
            let edge = hands.find(wanted);
            (edge.x, edge.y) == (home.x, home.y)
        })?;
        self.make(undo);
        let is_straight = self.find(wanted).colors[0] == self.centre(side);
        self.make(if is_straight { straight } else { flipped });
        Some(())
    }

    fn first_corners(&mut self) -> Step {
        for _ in 0..4 {
            self.first_corner()?;
            self.make("Z");
        }
        Some(())
    }

    /// The corner at the front, right and below.
    fn first_corner(&mut self) -> Step {
        let wanted = self.between(&[Face::F, Face::R, Face::D]);
        let is_behind = |hands: &Hands| hands.find(wanted).z == -1;
        let corner = self.find(wanted);
        if corner.z == 1 {
            let (clockwise, back) = if corner.y > 0 { ("U", "Ui") } else { ("D", "Di") };
            let mut undo = back;
            let mut count = self.make_until(clockwise, is_behind)?;
            if count > 1 {
                // The other way round one turn is enough.
                self.make_times(count, back);
                count = self.make_until(back, is_behind)?;
                undo = clockwise;
            }
            self.make("B");
            self.make_times(count, undo);
        }
        self.make_until("B", |hands| {
            let corner = hands.find(wanted);
            (corner.x, corner.y) == (1, -1)
        })?;
        let front = self.centre(Face::F);
        let corner = self.find(wanted);
        self.make(if corner.colors[0] == front {
            "B D Bi Di"
        } else if corner.colors[1] == front {
            "Bi Ri B R"
        } else {
            "Ri B B R Bi Bi D Bi Di"
        });
        Some(())
    }

    fn middle_edges(&mut self) -> Step {
        for _ in 0..4 {
            self.middle_edge()?;
            self.make("Z");
        }
        Some(())
    }

    /// The edge between left and below.
    fn middle_edge(&mut self) -> Step {
        let wanted = self.between(&[Face::L, Face::D]);
        if self.find(wanted).z == 0 {
            let count = self.make_until("Z", |hands| {
                let edge = hands.find(wanted);
                (edge.x, edge.y) == (-1, -1)
            })?;
            self.make(INTO_MIDDLE_FROM_BELOW);
            self.make_times(count, "Zi");
        }
        if self.find(wanted).colors[2] == self.centre(Face::L) {
            self.make_until("B", |hands| hands.find(wanted).y == -1)?;
            self.make(INTO_MIDDLE_FROM_BELOW);
        } else {
            self.make_until("B", |hands| hands.find(wanted).x == -1)?;
            self.make(INTO_MIDDLE_FROM_LEFT);
        }
        Some(())
    }

    /// The edges of the last layer, which is in front now, show its colour there.
    fn last_cross(&mut self) -> Step {
        for _ in 0..PATIENCE {
            let shown = |x, y| self.shows((x, y), Axis::Z, Face::F);
            let (up, left, down, right) = (shown(0, 1), shown(-1, 0), shown(0, -1), shown(1, 0));
            if up && left && down && right {
                return Some(());
            }
            let is_none = !(up || left || down || right);
            self.make(if is_none || (up && left) {
                "D F R Fi Ri Di"
            } else if left && right {
                "D R F Ri Fi Di"
            } else {
                "F"
            });
        }
        None
    }

    fn place_last_corners(&mut self) -> Step {
        let corner = |hands: &Hands, side, end| hands.between(&[Face::F, side, end]);
        let [above_left, below_left, above_right] =
            [(Face::L, Face::U), (Face::L, Face::D), (Face::R, Face::U)]
                .map(|(side, end)| corner(self, side, end));
        let place = |hands: &Hands, wanted: Colors| {
            let found = hands.find(wanted);
            (found.x, found.y)
        };
        match place(self, above_left) {
            (1, -1) => {
                [SWAP_BELOW, "Zi", SWAP_BELOW, "Z"].iter().for_each(|names| self.make(names));
            }
            (1, 1) => ["Z", SWAP_RIGHT, "Zi"].iter().for_each(|names| self.make(names)),
            (-1, -1) => ["Zi", SWAP_BELOW, "Z"].iter().for_each(|names| self.make(names)),
            _ => {}
        }
        match place(self, below_left) {
            (1, 1) => [SWAP_RIGHT, SWAP_BELOW].iter().for_each(|names| self.make(names)),
            (1, -1) => self.make(SWAP_BELOW),
            _ => {}
        }
        if place(self, above_right) == (1, -1) {
            self.make(SWAP_RIGHT);
        }
        Some(())
    }

    fn twist_last_corners(&mut self) -> Step {
        for count in 0.. {
            let shown = |x, y, axis| self.shows((x, y), axis, Face::F);
            let (x, y, z) = (Axis::X, Axis::Y, Axis::Z);
            // The axis along which each corner shows the colour of the layer, one after the other.
            let is = |corners: &[(i8, i8, Axis)]| {
                corners.iter().all(|&(at_x, at_y, axis)| shown(at_x, at_y, axis))
            };
            if is(&[(1, 1, z), (1, -1, z), (-1, -1, z), (-1, 1, z)]) {
                break;
            }
            if count == PATIENCE {
                return None;
            }
            let between = |first: &str, middle: &str, last: &str| format!("{first} {middle} {last}");
            if is(&[(1, 1, y), (-1, -1, y), (1, -1, x)]) {
                self.make(TWIST);
            } else if is(&[(-1, 1, y), (1, 1, x), (1, -1, y)]) {
                self.make(TWIST_BACK);
            } else if is(&[(-1, -1, y), (1, -1, y), (-1, 1, z), (1, 1, z)]) {
                self.make(&between(TWIST_BACK, "F F", TWIST));
            } else if is(&[(-1, 1, y), (-1, -1, y), (1, 1, z), (1, -1, z)]) {
                self.make(&between(TWIST_BACK, "", TWIST));
            } else if is(&[(-1, 1, y), (1, -1, x)]) {
                self.make(&between(TWIST, "F", TWIST_BACK));
            } else if is(&[(1, 1, y), (1, -1, y), (-1, -1, x), (-1, 1, x)]) {
                self.make(&between(TWIST, "Fi", TWIST));
            } else if is(&[(1, 1, x), (1, -1, x), (-1, -1, x), (-1, 1, x)]) {
                self.make(&between(TWIST, "F F", TWIST));
            } else {
                self.make("F");
            }
        }
        let wanted = self.between(&[Face::F, Face::R, Face::U]);
        self.make_until("F", |hands| {
            let corner = hands.find(wanted);
            (corner.x, corner.y) == (1, 1)
        })?;
        Some(())
    }

    /// The last edges, seen from behind; who ends in the middle of it stays there.
    fn last_edges(&mut self) -> Step {
        let edges = [Face::R, Face::L, Face::U, Face::D].map(|side| self.between(&[Face::F, side]));
        let is_upright = |hands: &Hands, edge: &Colors| hands.find(*edge).colors[2] == hands.centre(Face::F);
        if !edges.iter().any(|edge| is_upright(self, edge)) {
            let count = self.make_until("F", |hands| hands.shows((-1, 0), Axis::Z, Face::L))?;
            self.make(FLIP_TWO);
            self.make_times(count, "Fi");
        }
        if edges.iter().any(|edge| is_upright(self, edge)) {
            self.bring_right_edge_left()?;
        }
        for _ in 0..PATIENCE {
            if self.is_solved() {
                self.make("Xi Xi");
                return Some(());
            }
            for _ in 0..4 {
                if !self.is_fish() {
                    self.make("Z");
                    continue;
                }
                ["Di Li", FLIP_TWO, "L D"].iter().for_each(|names| self.make(names));
                if self.is_solved() {
                    return Some(());
                }
            }
            let shown = |x, y, axis, face| self.shows((x, y), axis, face);
            let (left, right) = (shown(-1, 0, Axis::X, Face::L), shown(1, 0, Axis::X, Face::R));
            let are_ends_right = shown(0, -1, Axis::Y, Face::D) && shown(0, 1, Axis::Y, Face::U);
            let are_ends_flipped = shown(0, -1, Axis::Y, Face::F) && shown(0, 1, Axis::Y, Face::F);
            if !left && !right && are_ends_right {
                self.make(FLIP_TWO);
            } else if left && right && are_ends_flipped {
                ["Z", FLIP_TWO, "Zi"].iter().for_each(|names| self.make(names));
            } else {
                self.make(CYCLE);
            }
        }
        None
    }

    /// An edge that is home is brought to the left by turning the whole cube; until there is one, three are cycled.
    fn bring_right_edge_left(&mut self) -> Step {
        let sides = [(Face::L, (-1, 0)), (Face::R, (1, 0)), (Face::U, (0, 1)), (Face::D, (0, -1))];
        for count in 1..=PATIENCE {
            let is_home = |&&(side, place): &&(Face, (i8, i8))| {
                self.shows(place, Axis::Z, Face::F) && self.shows(place, side.axis(), side)
            };
            if let Some(&(side, _)) = sides.iter().find(is_home) {
                let wanted = self.between(&[Face::F, side]);
                self.make_until("Z", |hands| {
                    let edge = hands.find(wanted);
                    (edge.x, edge.y, edge.z) == (-1, 0, 1)
                })?;
                return Some(());
            }
            self.make(CYCLE);
            if count % 3 == 0 {
                self.make("Z");
            }
        }
        None
    }

    /// Whether the edges below and at the right stand flipped in each other's places.
    fn is_fish(&self) -> bool {
        self.shows((0, -1), Axis::Z, Face::D)
            && self.shows((1, 0), Axis::Z, Face::R)
            && self.shows((0, -1), Axis::Y, Face::F)
            && self.shows((1, 0), Axis::X, Face::F)
    }
}

/// The colours of a piece: a bit each.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct Colors(u8);

#[cfg(test)]
mod tests {
    use super::*;
    use cubegod::moves::Alg;
    use cubegod::scramble::generator;
    use cubegod::{ReadOptions, read};

    #[test]
    fn every_cube_comes_to_an_end() {
        let mut random = generator(5);
        for _ in 0..3000 {
            let mut hands = Hands::of(&Cube3::random(&mut random));
            assert_eq!(hands.solve(), Some(()));
            assert!(hands.is_solved());
        }
    }

    #[test]
    fn the_cube_of_seed_003_ends_as_its_author_printed_it() {
        let text = "BBWOGYWGRYGGRYGYROGWRGRRWWOYORBYRBOYOWRWGOBBYGOBBBWOYW";
        let stickers = read(text, &ReadOptions::default()).unwrap().stickers.map(|color| color.unwrap());
        let rotation = ending(&Cube3::try_from(&stickers).unwrap());
        // Red, which is at the left, comes up; white stays in front.
        assert_eq!((rotation.face(Face::L), rotation.face(Face::F)), (Face::U, Face::F));
        assert_eq!(Alg::of_rotation(rotation).unwrap().to_string(), "z");
    }
}
