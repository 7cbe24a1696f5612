//! Lower bounds of the distance, two bits each.
//!
//! A table has a line of 64 bytes for 256 neighbouring positions: the higher bits of all, then the lower bits of all. What is
//! read as 1, 2 or 3 is a distance; 0 says "nearer than those", and then the least distance in the line is the bound, which
//! takes the place of the last two positions. They share their bounds with the two before them.

use super::coordinate::{CLASSES, FLIP_BITS, FLIPS, SLICES};
use super::levels::{Level, Neighbours, Progress, in_parallel};
use crate::moves::{FaceTurn, Turns};
use std::fmt;
use std::ops::Range;

/// What counts as one move.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Count {
    /// Any turn of a face.
    HalfTurns,
    /// Quarter turns; a half turn is two of them.
    QuarterTurns,
}

impl Count {
    /// The turns that are one move.
    fn turns(self) -> impl Iterator<Item = FaceTurn> {
        FaceTurn::ALL.into_iter().filter(move |turn| self == Count::HalfTurns || turn.turns() != Turns::Half)
    }
}

/// Which table: how moves are counted, and how many flips are looked at, each of which doubles its size.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Card {
    /// How moves are counted.
    pub count: Count,
    flips: u32,
}

/// Positions in a line.
const LINE: usize = 256;
const LINE_BYTES: usize = 64;
const PLANE_BYTES: usize = LINE_BYTES / 2;

impl Card {
    /// Parts that a table is made in.
    pub const BLOCKS: usize = CLASSES;

    /// The one that looks at so many flips; there are eleven.
    pub const fn new(count: Count, flips: u32) -> Option<Card> {
        if flips <= FLIP_BITS { Some(Card { count, flips }) } else { None }
    }

    /// The one that looks at no flips.
    pub const fn smallest(count: Count) -> Card {
        Card { count, flips: 0 }
    }

    /// How many of the eleven flips it looks at.
    pub const fn flips(self) -> u32 {
        self.flips
    }

    /// Lines for the edges of one class of corners.
    const fn lines(self) -> usize {
        (SLICES << self.flips).div_ceil(LINE)
    }

    /// Bytes for one class of corners.
    pub const fn block(self) -> usize {
        self.lines() * LINE_BYTES
    }

    /// Bytes in all.
    pub const fn bytes(self) -> usize {
        self.block() * CLASSES
    }

    /// The distance that is read as 1.
    const fn base(self) -> u8 {
        // Chosen so that most positions are read as 2 or 3; nearly all others as 1.
        let last = match (self.count, self.flips) {
            (Count::HalfTurns, 0..=1) => 9,
            (Count::HalfTurns, 2..=5) => 10,
            (Count::HalfTurns, _) => 11,
            (Count::QuarterTurns, 0..=1) => 10,
            (Count::QuarterTurns, 2..=3) => 11,
            (Count::QuarterTurns, _) => 12,
        };
        last - 1
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} flips", self.flips)
    }
}

/// The bounds of one table.
#[derive(Copy, Clone)]
pub(super) struct Bounds<'a> {
    lines: &'a [[u8; LINE_BYTES]],
    pub(super) places: Places,
    base: u8,
}

/// Where a table keeps a position.
#[derive(Copy, Clone)]
pub(super) struct Places {
    positions: u64,
    flips: u32,
    mask: u64,
}

impl Places {
    fn new(card: Card) -> Places {
        let positions = (card.lines() * LINE) as u64;
        Places { positions, flips: card.flips, mask: (1 << card.flips) - 1 }
    }

    /// The number of a position.
    #[inline(always)]
    pub(super) fn number(self, class: u64, slices: u64, flips: u64) -> u64 {
        class * self.positions + (slices << self.flips | flips & self.mask)
    }
}

impl<'a> Bounds<'a> {
    /// Of the contents of a table; nothing if they are not as many as they should be.
    pub(super) fn new(card: Card, contents: &'a [u8]) -> Option<Bounds<'a>> {
        let (lines, rest) = contents.as_chunks();
        let places = Places::new(card);
        let whole = rest.is_empty() && contents.len() == card.bytes();
        whole.then_some(Bounds { lines, places, base: card.base() - 1 })
    }

    /// No bound is larger.
    pub(super) fn largest(&self) -> u8 {
        self.base + 3
    }

    /// Asks for the memory of a position.
    #[inline(always)]
    pub(super) fn prefetch(&self, number: u64) {
        crate::solve::prefetch::prefetch(self.lines, number as usize / LINE);
    }

    /// At most as far as the position is from the tame ones.
    #[inline(always)]
    pub(super) fn get(&self, number: u64) -> u8 {
        let line = &self.lines[number as usize / LINE];
        let place = folded(number as usize % LINE);
        let bit = |byte: u8| byte >> (place % 8) & 1;
        let code = bit(line[place / 8]) << 1 | bit(line[PLANE_BYTES + place / 8]);
        if code == 0 { line[PLANE_BYTES - 1] >> 6 << 2 | line[LINE_BYTES - 1] >> 6 } else { self.base + code }
    }
}

/// The place that keeps the bound of a place.
#[inline(always)]
const fn folded(place: usize) -> usize {
    if place >= LINE - 2 { place - 2 } else { place }
}

/// All that is needed to make a table, a class of corners at a time.
pub struct Making {
    card: Card,
    neighbours: Neighbours,
    /// All but the one that the bounds of 2 come from.
    levels: Vec<Level>,
}

impl fmt::Debug for Making {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Making").field("card", &self.card).finish_non_exhaustive()
    }
}

impl Making {
    /// Looks at all positions as far as they have to be known.
    pub fn new(card: Card, threads: usize, progress: Progress<'_>) -> Making {
        let neighbours = Neighbours::new(card.count.turns());
        let mut levels = vec![Level::first()];
        let last = card.base() as usize;
        let nothing = Level::nothing();
        for distance in 1..=last {
            // Each level takes about ten times as long as the one before.
            let before = 10f64.powi(distance as i32 - last as i32) / 10.0;
            let tell = |part: f64| progress(before + 9.0 * before * part);
            let known = if distance >= 2 { &levels[distance - 2] } else { &nothing };
            levels.push(levels[distance - 1].next(known, &neighbours, threads, &tell));
        }
        Making { card, neighbours, levels }
    }

    /// How many positions there are at each distance that is known exactly, symmetric ones together.
    pub fn histogram(&self) -> Vec<usize> {
        self.levels.iter().map(Level::len).collect()
    }

    /// The part of the table for some classes of corners, one after the other.
    pub fn blocks(&self, classes: Range<usize>, threads: usize, progress: Progress<'_>) -> Vec<u8> {
        let start = classes.start;
        let blocks = in_parallel(
            classes.len(),
            threads,
            progress,
            || Marks::new(self.card),
            |marks, index| self.block(marks, start + index),
        );
        blocks.concat()
    }

    fn block(&self, marks: &mut Marks, class: usize) -> Vec<u8> {
        marks.clear();
        let (last, nearer) = self.levels.split_last().expect("there is a first level");
        let (flips, mask) = (self.card.flips, (1 << self.card.flips) - 1);
        self.neighbours.for_each(class, last, |slices, all_flips| {
            let place = usize::from(slices) << flips | usize::from(all_flips & mask);
            marks.beyond[place / 64] |= 1 << (place % 64);
        });
        let place = |edges: u32| {
            let (slices, all_flips) = (edges as usize / FLIPS, edges as usize % FLIPS);
            slices << flips | all_flips & usize::from(mask)
        };
        last.edges(class).for_each(|edges| {
            let place = place(edges);
            marks.last[place / 64] |= 1 << (place % 64);
        });
        for (distance, level) in nearer.iter().enumerate().rev() {
            level.edges(class).for_each(|edges| {
                let place = place(edges);
                marks.nearer[place / 64] |= 1 << (place % 64);
                marks.least[place / LINE] = distance as u8; // the last one told is the least
            });
        }
        marks.lines()
    }
}

/// What is known of the positions of one class: sets of them, a bit each.
struct Marks {
    /// Those a turn beyond the last level that is known, and some nearer ones.
    beyond: Vec<u64>,
    /// Those of the last level.
    last: Vec<u64>,
    /// Those before.
    nearer: Vec<u64>,
    /// The least distance in each line.
    least: Vec<u8>,
}

impl Marks {
    fn new(card: Card) -> Marks {
        let words = card.lines() * LINE / 64;
        Marks {
            beyond: vec![0; words],
            last: vec![0; words],
            nearer: vec![0; words],
            least: vec![0; card.lines()],
        }
    }

    fn clear(&mut self) {
        for words in [&mut self.beyond, &mut self.last, &mut self.nearer] {
            words.fill(0);
        }
        self.least.fill(0);
    }

    fn lines(&mut self) -> Vec<u8> {
        const WORDS: usize = LINE / 64;
        const LEAST: u32 = 62;
        let mut lines = Vec::with_capacity(self.least.len() * LINE_BYTES);
        for (line, &least) in self.least.iter().enumerate() {
            let (mut higher, mut lower) = ([0u64; WORDS], [0u64; WORDS]);
            for word in 0..WORDS {
                let at = line * WORDS + word;
                let [mut beyond, mut last, mut nearer] = [self.beyond[at], self.last[at], self.nearer[at]];
                if word == WORDS - 1 {
                    for marks in [&mut beyond, &mut last, &mut nearer] {
                        *marks |= *marks >> 2 & 3 << (LEAST - 2);
                    }
                }
                last &= !nearer;
                beyond &= !(last | nearer);
                (higher[word], lower[word]) = (!(nearer | last), !(nearer | beyond));
            }
            for (plane, bits) in [(&mut higher, least >> 2), (&mut lower, least & 3)] {
                let last = &mut plane[WORDS - 1];
                *last = *last & !(3 << LEAST) | u64::from(bits) << LEAST;
                plane.iter().for_each(|word| lines.extend(word.to_le_bytes()));
            }
        }
        lines
    }
}

#[cfg(test)]
mod tests {
    use super::super::coordinate::{
        CornerClasses, EdgeChange, EdgeTables, all_slices, corner_number, edge_numbers,
    };
    use super::super::position::{Constants, Machine, Portable, Position};
    use super::*;
    use crate::cube::Cube3;
    use crate::geometry::Symmetry;
    use crate::scramble::generator;

    fn making(count: Count, flips: u32) -> Making {
        Making::new(Card::new(count, flips).expect("a table"), 2, &|_| ())
    }

    #[test]
    fn there_are_as_many_positions_at_each_distance_as_ever() {
        // Found by this program, and for half turns up to 5 by turning cubes in another test.
        assert_eq!(
            making(Count::HalfTurns, 0).histogram(),
            [1, 1, 4, 34, 333, 3815, 45_382, 548_562, 6_839_723]
        );
        let quarter_turns = making(Count::QuarterTurns, 0).histogram();
        assert_eq!(quarter_turns, [1, 1, 2, 19, 141, 1044, 9877, 85_019, 754_720, 6_834_503]);
    }

    /// Where a cube is: its class of corners, and its edges after the symmetry that leads to the representative.
    fn numbers(cube: &Cube3) -> (usize, usize, usize) {
        let (class, symmetry) = CornerClasses::get().of(corner_number(cube.corners()));
        let (slices, flips) = edge_numbers(cube.under(Symmetry::ALL[symmetry]).edges());
        (class, slices, flips)
    }

    #[test]
    fn every_machine_finds_the_places_that_the_coordinate_says() {
        let mut random = generator(1);
        for flips in [0, 3, 7, 11] {
            let card = Card::new(Count::HalfTurns, flips).expect("a table");
            let places = Places::new(card);
            for _ in 0..1000 {
                let cube = Cube3::random(&mut random);
                let (class, slices, all_flips) = numbers(&cube);
                let expected = places.number(class as u64, slices as u64, all_flips as u64);
                let position = Position::from(&cube);
                assert_eq!(position.cube(), cube);
                let number = Portable.number(Constants::get(), places, position);
                assert_eq!(number, expected);
                #[cfg(target_arch = "x86_64")]
                if let Some(vector) = super::super::vector::Vector::new() {
                    let register = vector.load(&position);
                    assert_eq!(vector.store(register), position);
                    assert_eq!(vector.number(Constants::get(), places, register), expected);
                }
            }
        }
    }

    #[test]
    fn every_machine_turns_cubes_as_cubes_are_turned() {
        let mut random = generator(2);
        let turns = &Constants::get().turns;
        for _ in 0..100 {
            let cube = Cube3::random(&mut random);
            for turn in FaceTurn::ALL {
                let after = Position::from(&cube.turned(turn));
                let undone = Position::from(&cube.turned(turn).inverse());
                let (position, inverse) = (Position::from(&cube), Position::from(&cube.inverse()));
                let (there, back) = (&turns[turn.index()], &turns[turn.inverse().index()]);
                assert_eq!(Portable.turned(position, there), after);
                assert_eq!(Portable.undone(back, inverse), undone);
                #[cfg(target_arch = "x86_64")]
                if let Some(vector) = super::super::vector::Vector::new() {
                    assert_eq!(vector.store(vector.turned(vector.load(&position), there)), after);
                    assert_eq!(vector.store(vector.undone(back, vector.load(&inverse))), undone);
                }
            }
        }
    }

    /// Exact distances of all positions without their flips, by class and slices, breadth first and with nothing of the maker's.
    fn breadth_first(count: Count) -> Vec<Vec<u8>> {
        const UNSEEN: u8 = u8::MAX;
        let slices = all_slices();
        let turns: Vec<FaceTurn> = count.turns().collect();
        let changes: Vec<EdgeTables> = (0..48 * turns.len())
            .map(|number| {
                let (symmetry, turn) = (Symmetry::ALL[number % 48], turns[number / 48]);
                EdgeChange::of_turn(turn).then(&EdgeChange::of_symmetry(symmetry)).tables(&slices)
            })
            .collect();
        let neighbours: Vec<Vec<(usize, usize)>> = (0..CLASSES)
            .map(|class| turns.iter().map(|&turn| CornerClasses::get().turned(class, turn)).collect())
            .collect();
        let (solved_class, solved, _) = numbers(&Cube3::SOLVED);
        let mut distances = vec![vec![UNSEEN; SLICES]; CLASSES];
        distances[solved_class][solved] = 0;
        let mut reached: Vec<bool> = (0..CLASSES).map(|class| class == solved_class).collect();
        for distance in 0.. {
            // A position is next to the last ones if one of its own neighbours is.
            let near = in_parallel(
                CLASSES,
                2,
                &|_| (),
                || (),
                |(), class| {
                    let neighbours: Vec<_> =
                        neighbours[class].iter().enumerate().filter(|(_, to)| reached[to.0]).collect();
                    let is_near = |slices: &usize| {
                        distances[class][*slices] == UNSEEN
                            && neighbours.iter().any(|&(turn, &(to, symmetry))| {
                                let (after, _) = changes[turn * 48 + symmetry].slices[*slices];
                                distances[to][usize::from(after)] == distance
                            })
                    };
                    if neighbours.is_empty() { Vec::new() } else { (0..SLICES).filter(is_near).collect() }
                },
            );
            if near.iter().all(Vec::is_empty) {
                return distances;
            }
            reached = near.iter().map(|near| !near.is_empty()).collect();
            for (distances, near) in distances.iter_mut().zip(near) {
                near.into_iter().for_each(|slices| distances[slices] = distance + 1);
            }
        }
        distances
    }

    #[test]
    fn every_bound_of_the_smallest_table_is_the_distance_or_the_least_of_its_line() {
        let card = Card::new(Count::HalfTurns, 0).expect("a table");
        let distances = breadth_first(Count::HalfTurns);
        let contents = making(Count::HalfTurns, 0).blocks(0..CLASSES, 2, &|_| ());
        let bounds = Bounds::new(card, &contents).expect("the whole table");
        let (first, last) = (card.base(), card.base() + 2);
        for (class, distances) in distances.iter().enumerate() {
            for (line, distances) in distances.chunks(LINE).enumerate() {
                let least = distances.iter().min().copied().expect("no line is empty");
                for (place, &distance) in distances.iter().enumerate() {
                    // The last two share their bounds with the two before them.
                    let shared = if place + 4 >= LINE { distances.get(place ^ 2) } else { None };
                    let distance = shared.map_or(distance, |&other| distance.min(other));
                    let expected = if distance < first { least } else { distance.min(last) };
                    let number = bounds.places.number(class as u64, (line * LINE + place) as u64, 0);
                    assert_eq!(bounds.get(number), expected, "class {class}, line {line}, place {place}");
                }
            }
        }
    }

    #[test]
    fn turning_cubes_leads_to_the_same_positions_at_each_distance() {
        use std::collections::HashSet;
        let making = making(Count::HalfTurns, 0);
        let mut seen: HashSet<(usize, usize, usize)> = HashSet::new();
        let mut cubes = HashSet::from([Cube3::SOLVED]);
        for (distance, level) in making.levels[..=4].iter().enumerate() {
            let here: HashSet<_> = cubes.iter().map(numbers).filter(|place| !seen.contains(place)).collect();
            let mut expected = HashSet::new();
            for class in 0..CLASSES {
                level.edges(class).for_each(|edges| {
                    expected.insert((class, edges as usize / FLIPS, edges as usize % FLIPS));
                });
            }
            // Symmetries of a class make several places of one position; turning cubes need not find all of them.
            assert!(here.is_subset(&expected), "at {distance}");
            seen.extend(expected);
            cubes = cubes.iter().flat_map(|cube| FaceTurn::ALL.map(|turn| cube.turned(turn))).collect();
        }
    }
}
