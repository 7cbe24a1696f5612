//! Lower bounds of the distance, in cells of 32 bytes that neighbouring positions share.
//!
//! Half of the bits would be wasted on a number for each position: few are near, and those matter. So a cell rather knows sets, and
//! may take a position for one of a set to which it does not belong, but never the other way round:
//!
//! | bits | what |
//! |---|---|
//! | 187 | *marks*: each position up to the farther one of two distances sets one bit, which it shares with others |
//! | 1 | whether the two distances are one less in this cell |
//! | 4 | the *least* distance of all that share the cell; 0 if none is within the nearer one of the two |
//! | 64 | *sprinkles*: each position up to the nearer one of the two distances sets three bits |
//!
//! A position without its mark is farther than both distances, and one that lacks a bit of its sprinkles is farther than the nearer one.
//! Of others the least of all is the bound. Where so many positions are near that the marks rule out next to nothing, the distances
//! are one less.

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

/// Which table: how moves are counted, and how large it is.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Card {
    /// How moves are counted.
    pub count: Count,
    doublings: u32,
}

/// Bytes of a cell: half a line of memory.
const CELL: usize = 32;
const WORDS: usize = CELL / 8;

/// Words of a cell with marks, and the number of these.
const MARK_WORDS: usize = 3;
const MARKS: u64 = 187;

/// What stands above the marks: whether the cell is one of near positions, and the least distance.
const NEAR_AT: u32 = 59;
const LEAST_AT: u32 = 60;

/// Each doubling of a table halves the number of positions that share a cell: 2¹⁸ in the smallest one.
const MOST_SHARING: u32 = FLIP_BITS + 7;
const MOST_DOUBLINGS: u32 = 11;

impl Card {
    /// Parts that a table is made in.
    pub const BLOCKS: usize = CLASSES;

    /// The smallest one doubled so many times; nothing if those are more than eleven, which hardly know more.
    pub const fn new(count: Count, doublings: u32) -> Option<Card> {
        if doublings <= MOST_DOUBLINGS { Some(Card { count, doublings }) } else { None }
    }

    /// The one that has so many bytes, if there is any.
    pub fn of_size(count: Count, bytes: u64) -> Option<Card> {
        let mut cards = (0..=MOST_DOUBLINGS).map(|doublings| Card { count, doublings });
        cards.find(|card| card.bytes() as u64 == bytes)
    }

    /// The smallest one: 29 MB.
    pub const fn smallest(count: Count) -> Card {
        Card { count, doublings: 0 }
    }

    /// So many positions share a cell, as a power of two.
    const fn sharing(self) -> u32 {
        MOST_SHARING - self.doublings
    }

    /// Cells for the edges of one class of corners.
    const fn cells(self) -> usize {
        (SLICES << FLIP_BITS).div_ceil(1 << self.sharing())
    }

    /// Bytes for one class of corners.
    pub const fn block(self) -> usize {
        self.cells() * CELL
    }

    /// Bytes in all.
    pub const fn bytes(self) -> usize {
        self.block() * CLASSES
    }

    /// The farther one of the two distances up to which positions are told from others.
    const fn farther(self) -> u8 {
        // Chosen so that about half of all marks are set.
        match (self.count, self.doublings) {
            (Count::HalfTurns, 0..=1) => 9,
            (Count::HalfTurns, 2..=5) => 10,
            (Count::HalfTurns, _) => 11,
            (Count::QuarterTurns, 0..=1) => 10,
            (Count::QuarterTurns, 2..=3) => 11,
            (Count::QuarterTurns, _) => 12,
        }
    }
}

impl fmt::Display for Card {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} MB", self.bytes() / 1_000_000)
    }
}

/// The bounds of one table.
#[derive(Copy, Clone)]
pub(super) struct Bounds<'a> {
    cells: &'a [[u8; CELL]],
    pub(super) places: Places,
    largest: u8,
}

/// Where a table keeps a position.
#[derive(Copy, Clone, Debug)]
pub(super) struct Places {
    sharing: u32,
    /// Of one class of corners.
    positions: u64,
}

impl Places {
    fn new(card: Card) -> Places {
        Places { sharing: card.sharing(), positions: (card.cells() as u64) << card.sharing() }
    }

    /// The number of a position.
    #[inline(always)]
    pub(super) fn number(self, class: u64, slices: u64, flips: u64) -> u64 {
        class * self.positions + (slices << FLIP_BITS | flips & (FLIPS as u64 - 1))
    }

    /// The cell of a position.
    #[inline(always)]
    fn cell(self, number: u64) -> usize {
        (number >> self.sharing) as usize
    }

    /// Which one it is of those that share the cell.
    #[inline(always)]
    fn within(self, number: u64) -> u64 {
        number & ((1 << self.sharing) - 1)
    }

    /// Its bit among the marks.
    #[inline(always)]
    fn mark(self, within: u64) -> u64 {
        (within * MARKS) >> self.sharing
    }
}

/// The bits of a position among the sprinkles.
#[inline(always)]
const fn sprinkles(within: u64) -> u64 {
    // The golden ratio spreads numbers over all bits of a word; six of them are a place in another.
    let mixed = (within + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    1 << (mixed >> 58) | 1 << (mixed >> 52 & 63) | 1 << (mixed >> 46 & 63)
}

impl<'a> Bounds<'a> {
    /// Of the contents of a table; nothing if they are not as many as they should be.
    pub(super) fn new(card: Card, contents: &'a [u8]) -> Option<Bounds<'a>> {
        let (cells, rest) = contents.as_chunks();
        let whole = rest.is_empty() && contents.len() == card.bytes();
        whole.then_some(Bounds { cells, places: Places::new(card), largest: card.farther() + 1 })
    }

    /// No bound is larger.
    pub(super) fn largest(&self) -> u8 {
        self.largest
    }

    /// Asks for the memory of a position.
    #[inline(always)]
    pub(super) fn prefetch(&self, number: u64) {
        crate::solve::prefetch::prefetch(self.cells, self.places.cell(number));
    }

    /// At most as far as the position is from the tame ones.
    #[inline(always)]
    pub(super) fn get(&self, number: u64) -> u8 {
        let cell = &self.cells[self.places.cell(number)];
        let (words, _) = cell.as_chunks();
        let word = |index: usize| u64::from_le_bytes(words[index]);
        let within = self.places.within(number);
        let (mark, bits) = (self.places.mark(within), sprinkles(within));
        let is_marked = cell[mark as usize / 8] >> (mark % 8) & 1;
        let is_sprinkled = u8::from(word(MARK_WORDS) & bits == bits);
        let about = (word(MARK_WORDS - 1) >> NEAR_AT) as u8;
        let (is_near, least) = (about & 1, about >> (LEAST_AT - NEAR_AT));
        // Without branches, which would be guessed wrong every other time.
        let bound = self.largest - is_near - is_marked;
        bound ^ (bound ^ least) & (is_marked & is_sprinkled).wrapping_neg()
    }
}

/// All that is needed to make a table, a class of corners at a time.
pub struct Making {
    card: Card,
    neighbours: Neighbours,
    /// Up to the nearer one of the two distances.
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
        let nearer = usize::from(card.farther()) - 1;
        let nothing = Level::nothing();
        for distance in 1..=nearer {
            // Each level takes about ten times as long as the one before.
            let before = 10f64.powi(distance as i32 - nearer as i32) / 10.0;
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
            || Block::new(self.card),
            |block, index| self.block(block, start + index),
        );
        blocks.concat()
    }

    fn block(&self, block: &mut Block, class: usize) -> Vec<u8> {
        block.clear();
        let (last, nearer) = self.levels.split_last().expect("there is a first level");
        self.neighbours.for_each(class, last, |slices, flips| {
            block.add_farther(u64::from(slices) << FLIP_BITS | u64::from(flips));
        });
        last.edges(class).for_each(|edges| block.add_last(edges.into(), nearer.len() as u8));
        for (distance, level) in nearer.iter().enumerate().rev() {
            level.edges(class).for_each(|edges| block.add_nearer(edges.into(), distance as u8));
        }
        block.bytes()
    }
}

/// What is known of the positions of one class, by cell: kept apart, because what is marked most often has to stay in the cache.
struct Block {
    places: Places,
    /// Of those up to the farther distance, as far as they were told as such.
    farther: Vec<[u64; MARK_WORDS]>,
    /// Of those up to the nearer distance, and what they sprinkle.
    nearer: Vec<[u64; MARK_WORDS]>,
    nearer_sprinkles: Vec<u64>,
    /// What those below the nearer distance sprinkle.
    near_sprinkles: Vec<u64>,
    least: Vec<u8>,
}

impl Block {
    fn new(card: Card) -> Block {
        let cells = card.cells();
        Block {
            places: Places::new(card),
            farther: vec![[0; MARK_WORDS]; cells],
            nearer: vec![[0; MARK_WORDS]; cells],
            nearer_sprinkles: vec![0; cells],
            near_sprinkles: vec![0; cells],
            least: vec![0; cells],
        }
    }

    fn clear(&mut self) {
        for marks in [&mut self.farther, &mut self.nearer] {
            marks.fill([0; MARK_WORDS]);
        }
        for sprinkles in [&mut self.nearer_sprinkles, &mut self.near_sprinkles] {
            sprinkles.fill(0);
        }
        self.least.fill(0);
    }

    /// Adds a position at most as far as the farther distance.
    #[inline]
    fn add_farther(&mut self, number: u64) {
        let mark = self.places.mark(self.places.within(number));
        self.farther[self.places.cell(number)][mark as usize / 64] |= 1 << (mark % 64);
    }

    /// Adds a position at the nearer distance; all of these before any below it.
    fn add_last(&mut self, number: u64, distance: u8) {
        let (cell, within) = (self.places.cell(number), self.places.within(number));
        let mark = self.places.mark(within);
        self.nearer[cell][mark as usize / 64] |= 1 << (mark % 64);
        self.nearer_sprinkles[cell] |= sprinkles(within);
        self.least[cell] = distance; // the last one told is the least
    }

    /// Adds a position below the nearer distance; the farthest first.
    fn add_nearer(&mut self, number: u64, distance: u8) {
        self.add_last(number, distance);
        self.near_sprinkles[self.places.cell(number)] |= sprinkles(self.places.within(number));
    }

    fn bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(self.least.len() * CELL);
        for cell in 0..self.least.len() {
            self.cell(cell).iter().for_each(|word| bytes.extend(word.to_le_bytes()));
        }
        bytes
    }

    /// A cell as it is kept.
    fn cell(&self, cell: usize) -> [u64; WORDS] {
        let nearer = self.nearer[cell];
        let all: [u64; MARK_WORDS] = std::array::from_fn(|word| self.farther[cell][word] | nearer[word]);
        let is_near = is_less_let_through(&nearer, &all, self.nearer_sprinkles[cell]);
        let (mut marks, sprinkles) =
            if is_near { (nearer, self.near_sprinkles[cell]) } else { (all, self.nearer_sprinkles[cell]) };
        marks[MARK_WORDS - 1] |= u64::from(is_near) << NEAR_AT | u64::from(self.least[cell]) << LEAST_AT;
        let [a, b, c] = marks;
        [a, b, c, sprinkles]
    }
}

/// Whether a cell lets less through with marks of the nearer distance than with those of both, and these sprinkles.
///
/// What counts are positions with as many moves left as the farther distance, and twice those with one less: they are looked at
/// where the first were let through. Each of them has its mark, and its three bits, by chance.
fn is_less_let_through(nearer: &[u64; MARK_WORDS], all: &[u64; MARK_WORDS], sprinkles: u64) -> bool {
    const ALL_SPRINKLES: u64 = 64u64.pow(3);
    let marks =
        |marks: &[u64; MARK_WORDS]| marks.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
    let sprinkled = u64::from(sprinkles.count_ones()).pow(3);
    (MARKS + 2 * marks(nearer)) * ALL_SPRINKLES < marks(all) * (ALL_SPRINKLES + 2 * sprinkled)
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

    fn making(count: Count, doublings: u32) -> Making {
        Making::new(Card::new(count, doublings).expect("a table"), 2, &|_| ())
    }

    #[test]
    fn there_are_as_many_positions_at_each_distance_as_ever() {
        // Found by this program, and up to 4 by turning cubes in another test.
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
        for doublings in [0, 3, 7, 11] {
            let card = Card::new(Count::HalfTurns, doublings).expect("a table");
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
    fn the_least_distance_of_every_cell_is_that_of_a_breadth_first_search() {
        let card = Card::smallest(Count::HalfTurns);
        let distances = breadth_first(Count::HalfTurns);
        let making = making(Count::HalfTurns, 0);
        let contents = making.blocks(0..CLASSES, 2, &|_| ());
        let (nearer, slices_of_a_cell) = (card.farther() - 1, 1 << (card.sharing() - FLIP_BITS));
        for (distances, cells) in distances.iter().zip(contents.chunks(card.block())) {
            for (distances, cell) in distances.chunks(slices_of_a_cell).zip(cells.chunks(CELL)) {
                let least = distances.iter().min().copied().expect("no cell is empty");
                let kept = cell[8 * MARK_WORDS - 1] >> 4;
                assert_eq!(kept, if least <= nearer { least } else { 0 });
                let has_sprinkles = cell[8 * MARK_WORDS..].iter().any(|&byte| byte != 0);
                assert!(least <= nearer || !has_sprinkles, "the least of them would be a bound");
            }
        }
    }

    /// Everywhere a table has a cube: as often as its class of corners has symmetries.
    fn all_numbers(cube: &Cube3) -> Vec<(usize, u64)> {
        let classes = CornerClasses::get();
        let images = Symmetry::ALL.map(|symmetry| cube.under(symmetry));
        let at_representative = images.iter().filter(|image| {
            let (_, symmetry) = classes.of(corner_number(image.corners()));
            Symmetry::ALL[symmetry] == Symmetry::IDENTITY
        });
        let mut all: Vec<(usize, u64)> = at_representative
            .map(|image| {
                let (slices, flips) = edge_numbers(image.edges());
                let (class, _) = classes.of(corner_number(image.corners()));
                (class, (slices << FLIP_BITS | flips) as u64)
            })
            .collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// All places at each distance up to some, breadth first and by turning cubes: with nothing of the maker's.
    fn places_by_turning(count: Count, farthest: usize) -> Vec<Vec<(usize, u64)>> {
        use std::collections::HashSet;
        let mut seen: HashSet<(usize, u64)> = all_numbers(&Cube3::SOLVED).into_iter().collect();
        let mut levels: Vec<Vec<(usize, u64)>> = vec![seen.iter().copied().collect()];
        let mut cubes = vec![Cube3::SOLVED];
        for _ in 0..farthest {
            let (mut level, mut next) = (Vec::new(), Vec::new());
            for (cube, turn) in cubes.iter().flat_map(|cube| count.turns().map(move |turn| (cube, turn))) {
                let cube = cube.turned(turn);
                let places = all_numbers(&cube);
                if !seen.contains(&places[0]) {
                    seen.extend(&places);
                    level.extend(places);
                    next.push(cube);
                }
            }
            (levels, cubes) = ([levels, vec![level]].concat(), next);
        }
        levels
    }

    /// What a cell should say of a position, given all that share the cell at each distance up to the farther one; and whether
    /// its distances are one less.
    fn expected_bound(here: &[Vec<u64>], places: Places, within: u64) -> (u8, bool) {
        use std::collections::BTreeSet;
        let up_to = |distance: usize| here[..=distance].iter().flatten().copied();
        let marks = |distance| up_to(distance).map(|at| places.mark(at)).collect::<BTreeSet<_>>();
        let sprinkled = |distance| up_to(distance).map(sprinkles).fold(0, |all, some| all | some);
        let farther = here.len() - 1;
        let part = |distance| marks(distance).len() as f64 / MARKS as f64;
        let let_through = part(farther) * (f64::from(sprinkled(farther - 1).count_ones()) / 64.0).powi(3);
        let is_near = 1.0 + 2.0 * part(farther - 1) < part(farther) + 2.0 * let_through;
        let farther = farther - usize::from(is_near);
        let bound = if !marks(farther).contains(&places.mark(within)) {
            farther + 1
        } else if sprinkled(farther - 1) & sprinkles(within) != sprinkles(within) {
            farther
        } else {
            here.iter().position(|level| !level.is_empty()).expect("something was sprinkled")
        };
        (bound as u8, is_near)
    }

    #[test]
    fn cells_with_few_and_with_many_near_positions_know_all_of_them() {
        let card = Card::new(Count::HalfTurns, 7).expect("a table");
        let places = Places::new(card);
        let (farther, sharing) = (5, 1u64 << places.sharing);
        let mut random = generator(6);
        let mut near_cells = 0;
        for crowd in 0..12 {
            // Ten times as many at each distance as at the one before, from none of the farther ones up to nearly all.
            let mut block = Block::new(card);
            let mut some = |count: usize| -> Vec<u64> {
                (0..count).map(|_| rand::RngExt::random_range(&mut random, 0..sharing)).collect()
            };
            let most = [0, 1, 20, 50, 100, 150, 200, 300, 400, 600, 900, 1500][crowd];
            let here = [vec![], vec![], some(most / 1000), some(most / 100), some(most / 10), some(most)];
            let cell = (crowd as u64) << places.sharing;
            here[farther].iter().for_each(|at| block.add_farther(cell | at));
            here[4].iter().for_each(|at| block.add_last(cell | at, 4));
            for distance in (0..4).rev() {
                here[distance].iter().for_each(|at| block.add_nearer(cell | at, distance as u8));
            }
            let bytes = block.bytes();
            let (cells, _) = bytes.as_chunks();
            let bounds = Bounds { cells, places, largest: farther as u8 + 1 };
            let mut is_near = false;
            for within in 0..sharing {
                let (expected, near) = expected_bound(&here, places, within);
                assert_eq!(bounds.get(cell | within), expected, "{most}, {within}");
                is_near = near;
            }
            near_cells += usize::from(is_near);
        }
        assert!((3..=9).contains(&near_cells), "{near_cells} of either kind");
    }

    #[test]
    fn every_cell_knows_what_a_breadth_first_search_finds() {
        use std::collections::BTreeMap;
        // With smaller distances than any table has, so that all of them can be found by turning cubes.
        const FARTHER: usize = 5;
        let mut random = generator(4);
        for (count, doublings) in [(Count::HalfTurns, 0), (Count::HalfTurns, 7), (Count::QuarterTurns, 2)] {
            let levels = places_by_turning(count, FARTHER);
            let mut making = making(count, 0);
            making.levels.truncate(FARTHER);
            making.card = Card::new(count, doublings).expect("a table");
            let found: Vec<usize> = levels.iter().map(Vec::len).take(FARTHER).collect();
            assert_eq!(making.histogram(), found);
            let places = Places::new(making.card);
            // All that share a cell, by distance, for each cell that has any.
            let mut shared: BTreeMap<usize, BTreeMap<usize, Vec<Vec<u64>>>> = BTreeMap::new();
            for (distance, level) in levels.iter().enumerate() {
                for &(class, at) in level {
                    let cells = shared.entry(class).or_default();
                    let cell = cells.entry(places.cell(at)).or_insert_with(|| vec![Vec::new(); FARTHER + 1]);
                    cell[distance].push(places.within(at));
                }
            }
            let nothing = BTreeMap::new();
            for class in (0..CLASSES).filter(|class| shared.contains_key(class) || class % 50 == 0) {
                let block = making.blocks(class..class + 1, 1, &|_| ());
                let (cells, _) = block.as_chunks();
                let bounds = Bounds { cells, places, largest: FARTHER as u8 + 1 };
                let of_class = shared.get(&class).unwrap_or(&nothing);
                for (number, cell) in cells.iter().enumerate() {
                    let Some(here) = of_class.get(&number) else {
                        assert_eq!(cell, &[0; CELL], "class {class}, cell {number}");
                        continue;
                    };
                    let others =
                        (0..20).map(|_| rand::RngExt::random_range(&mut random, 0..1u64 << places.sharing));
                    for within in here.iter().flatten().copied().chain(others) {
                        let at = (number as u64) << places.sharing | within;
                        let (expected, _) = expected_bound(here, places, within);
                        assert_eq!(bounds.get(at), expected, "class {class}, {at}");
                    }
                    for (distance, level) in here.iter().enumerate() {
                        let is_no_larger = |within: &u64| {
                            bounds.get((number as u64) << places.sharing | within) <= distance as u8
                        };
                        assert!(level.iter().all(is_no_larger), "class {class}, cell {number}");
                    }
                }
            }
        }
    }

    #[test]
    fn no_bound_is_larger_than_the_turns_that_were_made() {
        for count in [Count::HalfTurns, Count::QuarterTurns] {
            let card = Card::smallest(count);
            let contents = making(count, 0).blocks(0..CLASSES, 2, &|_| ());
            let bounds = Bounds::new(card, &contents).expect("the whole table");
            let turns: Vec<FaceTurn> = count.turns().collect();
            let mut random = generator(3);
            let mut tight = 0;
            for _ in 0..20_000 {
                let mut cube = Cube3::SOLVED;
                for moves in 1..=card.farther() {
                    cube = cube.turned(turns[rand::RngExt::random_range(&mut random, 0..turns.len())]);
                    let (class, slices, flips) = numbers(&cube);
                    let bound = bounds.get(bounds.places.number(class as u64, slices as u64, flips as u64));
                    assert!(bound <= moves, "{bound} after {moves} turns");
                    tight += usize::from(bound == moves);
                }
            }
            assert!(tight > 1000, "bounds that say nothing would pass");
        }
    }
}
