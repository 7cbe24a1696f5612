//! The orientation in which the solver of the Python packages leaves a solved cube.
//!
//! That solver (`rubik-cube` by Paul Glass) is a fixed layer method: front layer, middle layer, back layer. It rotates the
//! whole cube along the way and does not rotate it back. Scripts that read data off the solved stickers depend on the final
//! orientation, which only a simulation of the method yields. Its move sequences are facts of that method.

use super::QuarterTurn;
use cubegod::cube::{Corner, Cube3, Edge};
use cubegod::geometry::{Axis, Face, Size, Symmetry, Vector};
use std::sync::LazyLock;

/// Returns the rotation that brings the centres to where that solver leaves them.
pub fn final_rotation(cube: &Cube3) -> Symmetry {
    let mut simulation = Simulation::of(cube);
    // The method ends on every legal cube; if it did not, the given orientation would be a valid answer.
    if simulation.solve().is_none() {
        return Symmetry::IDENTITY;
    }
    let is_met = |rotation: &Symmetry| {
        Face::ALL.iter().all(|&face| simulation.centre(rotation.face(face)) == face as u8)
    };
    Symmetry::ROTATIONS.into_iter().find(is_met).unwrap_or(Symmetry::IDENTITY)
}

/// More iterations than any loop of the method takes on a legal cube.
const MAX_ITERATIONS: usize = 12;

const INTO_MIDDLE_FROM_BELOW: &str = "B L Bi Li Bi Di B D";
const INTO_MIDDLE_FROM_LEFT: &str = "Bi Di B D B L Bi Li";
const SWAP_BELOW: &str = "Li Fi L D F Di Li F L F F";
const SWAP_RIGHT: &str = "F Li Fi L D F Di Li F L F";
const TWIST: &str = "Ri Fi R Fi Ri F F R F F";
const TWIST_BACK: &str = "R F Ri F R F F Ri F F";
const CYCLE: &str = "R R F D Ui R R Di U F R R";
const FLIP_TWO: &str = "Ri S Ri Ri S S Ri Fi Fi R Si Si Ri Ri Si R Fi Fi";

/// The index for an axis along which a piece has no sticker: one past the last sticker.
const NO_STICKER: u8 = 54;

/// The colour at [`NO_STICKER`]: a bit that no colour uses.
const NO_COLOR: u8 = 6;

/// The position of a corner or an edge, with its sticker along each axis.
struct Position {
    coordinates: Vector,
    stickers: [u8; 3],
}

impl Position {
    fn new(faces: &[Face], facelets: &[usize]) -> Position {
        let mut stickers = [NO_STICKER; 3];
        for (face, &facelet) in faces.iter().zip(facelets) {
            stickers[face.axis() as usize] = facelet as u8;
        }
        let coordinates = faces.iter().fold(Vector::new(0, 0, 0), |sum, face| sum.plus(face.normal()));
        Position { coordinates, stickers }
    }
}

static POSITIONS: LazyLock<Vec<Position>> = LazyLock::new(|| {
    let corners =
        Corner::ALL.into_iter().map(|corner| Position::new(&corner.faces(), &corner.facelets(Size::THREE)));
    let edges = Edge::ALL.into_iter().map(|edge| Position::new(&edge.faces(), &edge.facelets()));
    corners.chain(edges).collect()
});

/// A piece at its current position.
#[derive(Copy, Clone, Debug)]
struct Piece {
    x: i8,
    y: i8,
    z: i8,
    /// The colours along each axis.
    colors: [u8; 3],
}

/// A cube on which the method is simulated.
struct Simulation {
    /// For each sticker the face whose centre had its colour at the start; then [`NO_COLOR`].
    stickers: [u8; 55],
}

/// `None` if a loop does not end.
type Step = Option<()>;

impl Simulation {
    fn of(cube: &Cube3) -> Simulation {
        let stickers = cube.stickers();
        let color = |i: usize| stickers.facelets().get(i).map_or(NO_COLOR, |color| color.home() as u8);
        Simulation { stickers: std::array::from_fn(color) }
    }

    fn apply(&mut self, names: &str) {
        for turn in names.split(' ').filter_map(QuarterTurn::from_name) {
            turn.turn(&mut self.stickers);
        }
    }

    fn apply_times(&mut self, count: usize, names: &str) {
        (0..count).for_each(|_| self.apply(names));
    }

    /// Repeats moves until a condition is met, and returns the number of repetitions.
    fn apply_until(&mut self, names: &str, is_met: impl Fn(&Simulation) -> bool) -> Option<usize> {
        for count in 0..MAX_ITERATIONS {
            if is_met(self) {
                return Some(count);
            }
            self.apply(names);
        }
        None
    }

    fn centre(&self, face: Face) -> u8 {
        self.stickers[9 * face.index() + 4]
    }

    fn is_solved(&self) -> bool {
        self.stickers[..54].chunks(9).all(|face| face.iter().all(|color| *color == face[0]))
    }

    fn piece(&self, position: &Position) -> Piece {
        let Vector { x, y, z } = position.coordinates;
        Piece { x, y, z, colors: position.stickers.map(|sticker| self.stickers[sticker as usize]) }
    }

    /// Returns the piece at a position.
    fn at(&self, x: i8, y: i8, z: i8) -> Piece {
        let position = POSITIONS.iter().find(|position| position.coordinates == Vector::new(x, y, z));
        self.piece(position.expect("there is a corner or an edge"))
    }

    /// Finds the piece with these colours.
    fn find(&self, target: Colors) -> Piece {
        let matches = |position: &&Position| {
            let [x, y, z] = position.stickers.map(|sticker| 1 << self.stickers[sticker as usize]);
            (x | y | z) & !(1 << NO_COLOR) == target.0
        };
        self.piece(POSITIONS.iter().find(matches).expect("a legal cube has every piece"))
    }

    /// Returns the colours of the piece that belongs between these faces.
    fn between(&self, faces: &[Face]) -> Colors {
        Colors(faces.iter().fold(0, |set, &face| set | 1 << self.centre(face)))
    }

    /// Returns whether the piece shows the colour of a face along an axis.
    fn shows(&self, (x, y): (i8, i8), axis: Axis, face: Face) -> bool {
        self.at(x, y, 1).colors[axis as usize] == self.centre(face)
    }

    fn solve(&mut self) -> Step {
        self.cross()?;
        self.first_corners()?;
        self.middle_edges()?;
        self.run_from_behind(Simulation::last_cross)?;
        self.run_from_behind(Simulation::place_last_corners)?;
        self.run_from_behind(Simulation::twist_last_corners)?;
        self.apply("X X");
        self.last_edges()
    }

    fn run_from_behind(&mut self, stage: fn(&mut Simulation) -> Step) -> Step {
        self.apply("X X");
        stage(self)?;
        self.apply("Xi Xi");
        Some(())
    }

    fn cross(&mut self) -> Step {
        self.cross_edge(Face::L, "L L", "E L Ei Li")?;
        self.cross_edge(Face::R, "R R", "Ei R E Ri")?;
        self.apply("Z");
        self.cross_edge(Face::L, "L L", "E L Ei Li")?;
        self.cross_edge(Face::R, "R R", "Ei R E Ri")?;
        self.apply("Zi");
        Some(())
    }

    /// Solves the edge between the front and a side from behind, with one sequence if it is straight and another if flipped.
    fn cross_edge(&mut self, side: Face, straight: &str, flipped: &str) -> Step {
        let target = self.between(&[Face::F, side]);
        let home = side.normal();
        let edge = self.find(target);
        if (edge.x, edge.y, edge.z) == (home.x, home.y, 1) && edge.colors[2] == self.centre(Face::F) {
            return Some(());
        }
        let mut undo = "";
        if edge.z == 0 {
            let (clockwise, back) = if edge.y > 0 { ("U", "Ui") } else { ("D", "Di") };
            let first;
            (first, undo) = if edge.x * edge.y < 0 { (clockwise, back) } else { (back, clockwise) };
            self.apply(first);
        } else if edge.z == 1 {
            let (half, half_back) = match (edge.x, edge.y) {
                (1, _) => ("Ri Ri", "R R"),
                (-1, _) => ("Li Li", "L L"),
                (_, 1) => ("Ui Ui", "U U"),
                _ => ("Di Di", "D D"),
            };
            self.apply(half);
            if edge.x != home.x {
                undo = half_back;
            }
        }
        self.apply_until("B", |simulation| {
            let edge = simulation.find(target);
            (edge.x, edge.y) == (home.x, home.y)
        })?;
        self.apply(undo);
        let is_straight = self.find(target).colors[0] == self.centre(side);
        self.apply(if is_straight { straight } else { flipped });
        Some(())
    }

    fn first_corners(&mut self) -> Step {
        for _ in 0..4 {
            self.first_corner()?;
            self.apply("Z");
        }
        Some(())
    }

    /// Solves the corner at the front, right and bottom.
    fn first_corner(&mut self) -> Step {
        let target = self.between(&[Face::F, Face::R, Face::D]);
        let is_behind = |simulation: &Simulation| simulation.find(target).z == -1;
        let corner = self.find(target);
        if corner.z == 1 {
            let (clockwise, back) = if corner.y > 0 { ("U", "Ui") } else { ("D", "Di") };
            let mut undo = back;
            let mut count = self.apply_until(clockwise, is_behind)?;
            if count > 1 {
                // One turn in the other direction is enough.
                self.apply_times(count, back);
                count = self.apply_until(back, is_behind)?;
                undo = clockwise;
            }
            self.apply("B");
            self.apply_times(count, undo);
        }
        self.apply_until("B", |simulation| {
            let corner = simulation.find(target);
            (corner.x, corner.y) == (1, -1)
        })?;
        let front = self.centre(Face::F);
        let corner = self.find(target);
        self.apply(if corner.colors[0] == front {
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
            self.apply("Z");
        }
        Some(())
    }

    /// Solves the edge between left and bottom.
    fn middle_edge(&mut self) -> Step {
        let target = self.between(&[Face::L, Face::D]);
        if self.find(target).z == 0 {
            let count = self.apply_until("Z", |simulation| {
                let edge = simulation.find(target);
                (edge.x, edge.y) == (-1, -1)
            })?;
            self.apply(INTO_MIDDLE_FROM_BELOW);
            self.apply_times(count, "Zi");
        }
        if self.find(target).colors[2] == self.centre(Face::L) {
            self.apply_until("B", |simulation| simulation.find(target).y == -1)?;
            self.apply(INTO_MIDDLE_FROM_BELOW);
        } else {
            self.apply_until("B", |simulation| simulation.find(target).x == -1)?;
            self.apply(INTO_MIDDLE_FROM_LEFT);
        }
        Some(())
    }

    /// Orients the edges of the last layer, which is in front now.
    fn last_cross(&mut self) -> Step {
        for _ in 0..MAX_ITERATIONS {
            let shown = |x, y| self.shows((x, y), Axis::Z, Face::F);
            let (up, left, down, right) = (shown(0, 1), shown(-1, 0), shown(0, -1), shown(1, 0));
            if up && left && down && right {
                return Some(());
            }
            let is_none = !(up || left || down || right);
            self.apply(if is_none || (up && left) {
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
        let corner = |simulation: &Simulation, side, end| simulation.between(&[Face::F, side, end]);
        let [above_left, below_left, above_right] =
            [(Face::L, Face::U), (Face::L, Face::D), (Face::R, Face::U)]
                .map(|(side, end)| corner(self, side, end));
        let place = |simulation: &Simulation, target: Colors| {
            let found = simulation.find(target);
            (found.x, found.y)
        };
        match place(self, above_left) {
            (1, -1) => {
                [SWAP_BELOW, "Zi", SWAP_BELOW, "Z"].iter().for_each(|names| self.apply(names));
            }
            (1, 1) => ["Z", SWAP_RIGHT, "Zi"].iter().for_each(|names| self.apply(names)),
            (-1, -1) => ["Zi", SWAP_BELOW, "Z"].iter().for_each(|names| self.apply(names)),
            _ => {}
        }
        match place(self, below_left) {
            (1, 1) => [SWAP_RIGHT, SWAP_BELOW].iter().for_each(|names| self.apply(names)),
            (1, -1) => self.apply(SWAP_BELOW),
            _ => {}
        }
        if place(self, above_right) == (1, -1) {
            self.apply(SWAP_RIGHT);
        }
        Some(())
    }

    fn twist_last_corners(&mut self) -> Step {
        for count in 0.. {
            let shown = |x, y, axis| self.shows((x, y), axis, Face::F);
            let (x, y, z) = (Axis::X, Axis::Y, Axis::Z);
            // Whether each corner shows the colour of the layer along the given axis.
            let is = |corners: &[(i8, i8, Axis)]| {
                corners.iter().all(|&(at_x, at_y, axis)| shown(at_x, at_y, axis))
            };
            if is(&[(1, 1, z), (1, -1, z), (-1, -1, z), (-1, 1, z)]) {
                break;
            }
            if count == MAX_ITERATIONS {
                return None;
            }
            let between = |first: &str, middle: &str, last: &str| format!("{first} {middle} {last}");
            if is(&[(1, 1, y), (-1, -1, y), (1, -1, x)]) {
                self.apply(TWIST);
            } else if is(&[(-1, 1, y), (1, 1, x), (1, -1, y)]) {
                self.apply(TWIST_BACK);
            } else if is(&[(-1, -1, y), (1, -1, y), (-1, 1, z), (1, 1, z)]) {
                self.apply(&between(TWIST_BACK, "F F", TWIST));
            } else if is(&[(-1, 1, y), (-1, -1, y), (1, 1, z), (1, -1, z)]) {
                self.apply(&between(TWIST_BACK, "", TWIST));
            } else if is(&[(-1, 1, y), (1, -1, x)]) {
                self.apply(&between(TWIST, "F", TWIST_BACK));
            } else if is(&[(1, 1, y), (1, -1, y), (-1, -1, x), (-1, 1, x)]) {
                self.apply(&between(TWIST, "Fi", TWIST));
            } else if is(&[(1, 1, x), (1, -1, x), (-1, -1, x), (-1, 1, x)]) {
                self.apply(&between(TWIST, "F F", TWIST));
            } else {
                self.apply("F");
            }
        }
        let target = self.between(&[Face::F, Face::R, Face::U]);
        self.apply_until("F", |simulation| {
            let corner = simulation.find(target);
            (corner.x, corner.y) == (1, 1)
        })?;
        Some(())
    }

    /// Solves the last edges from behind. A cube that is solved early stays in that orientation.
    fn last_edges(&mut self) -> Step {
        let edges = [Face::R, Face::L, Face::U, Face::D].map(|side| self.between(&[Face::F, side]));
        let is_upright = |simulation: &Simulation, edge: &Colors| {
            simulation.find(*edge).colors[2] == simulation.centre(Face::F)
        };
        if !edges.iter().any(|edge| is_upright(self, edge)) {
            let count = self.apply_until("F", |simulation| simulation.shows((-1, 0), Axis::Z, Face::L))?;
            self.apply(FLIP_TWO);
            self.apply_times(count, "Fi");
        }
        if edges.iter().any(|edge| is_upright(self, edge)) {
            self.bring_right_edge_left()?;
        }
        for _ in 0..MAX_ITERATIONS {
            if self.is_solved() {
                self.apply("Xi Xi");
                return Some(());
            }
            for _ in 0..4 {
                if !self.is_fish() {
                    self.apply("Z");
                    continue;
                }
                ["Di Li", FLIP_TWO, "L D"].iter().for_each(|names| self.apply(names));
                if self.is_solved() {
                    return Some(());
                }
            }
            let shown = |x, y, axis, face| self.shows((x, y), axis, face);
            let (left, right) = (shown(-1, 0, Axis::X, Face::L), shown(1, 0, Axis::X, Face::R));
            let are_ends_right = shown(0, -1, Axis::Y, Face::D) && shown(0, 1, Axis::Y, Face::U);
            let are_ends_flipped = shown(0, -1, Axis::Y, Face::F) && shown(0, 1, Axis::Y, Face::F);
            if !left && !right && are_ends_right {
                self.apply(FLIP_TWO);
            } else if left && right && are_ends_flipped {
                ["Z", FLIP_TWO, "Zi"].iter().for_each(|names| self.apply(names));
            } else {
                self.apply(CYCLE);
            }
        }
        None
    }

    /// Rotates the whole cube to bring a solved edge to the left, cycling three edges until there is one.
    fn bring_right_edge_left(&mut self) -> Step {
        let sides = [(Face::L, (-1, 0)), (Face::R, (1, 0)), (Face::U, (0, 1)), (Face::D, (0, -1))];
        for count in 1..=MAX_ITERATIONS {
            let is_home = |&&(side, place): &&(Face, (i8, i8))| {
                self.shows(place, Axis::Z, Face::F) && self.shows(place, side.axis(), side)
            };
            if let Some(&(side, _)) = sides.iter().find(is_home) {
                let target = self.between(&[Face::F, side]);
                self.apply_until("Z", |simulation| {
                    let edge = simulation.find(target);
                    (edge.x, edge.y, edge.z) == (-1, 0, 1)
                })?;
                return Some(());
            }
            self.apply(CYCLE);
            if count % 3 == 0 {
                self.apply("Z");
            }
        }
        None
    }

    /// Returns whether the bottom and right edges are swapped and flipped.
    fn is_fish(&self) -> bool {
        self.shows((0, -1), Axis::Z, Face::D)
            && self.shows((1, 0), Axis::Z, Face::R)
            && self.shows((0, -1), Axis::Y, Face::F)
            && self.shows((1, 0), Axis::X, Face::F)
    }
}

/// The colours of a piece, one bit each.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
struct Colors(u8);

#[cfg(test)]
mod tests {
    use super::*;
    use cubegod::moves::Alg;
    use cubegod::scramble::generator;
    use cubegod::{ReadOptions, read};

    #[test]
    fn the_method_ends_on_every_cube() {
        let mut random = generator(5);
        for _ in 0..3000 {
            let mut simulation = Simulation::of(&Cube3::random(&mut random));
            assert_eq!(simulation.solve(), Some(()));
            assert!(simulation.is_solved());
        }
    }

    #[test]
    fn the_cube_of_seed_003_ends_as_its_author_printed_it() {
        let text = "BBWOGYWGRYGGRYGYROGWRGRRWWOYORBYRBOYOWRWGOBBYGOBBBWOYW";
        let stickers = read(text, &ReadOptions::default()).unwrap().stickers.map(|color| color.unwrap());
        let rotation = final_rotation(&Cube3::try_from(&stickers).unwrap());
        // Red, which is at the left, comes up; white stays in front.
        assert_eq!((rotation.face(Face::L), rotation.face(Face::F)), (Face::U, Face::F));
        assert_eq!(Alg::of_rotation(rotation).unwrap().to_string(), "z");
    }
}
