use super::*;
use crate::cube::Cube3;
use crate::geometry::Symmetry;
use crate::moves::FaceTurn;
use crate::scramble::generator;
use crate::solve::optimal::coordinate::{
    CLASSES, CornerClasses, EdgeChange, EdgeTables, SLICES, all_slices, corner_number, edge_numbers,
};
use crate::solve::optimal::position::{Constants, Machine, Portable, Position};
use crate::solve::optimal::table::{Bounds, Count};
use rand::RngExt;
use std::collections::{BTreeMap, BTreeSet, HashSet};

fn making(count: Count, doublings: u32) -> Making {
    Making::new(Card::new(count, doublings).expect("a table"), 2, &|_| ())
}

#[test]
fn there_are_as_many_positions_at_each_distance_as_ever() {
    // Found by this program, and up to 4 by turning cubes in another test.
    assert_eq!(making(Count::HalfTurns, 0).histogram(), [1, 1, 4, 34, 333, 3815, 45_382, 548_562, 6_839_723]);
    let quarter_turns = making(Count::QuarterTurns, 0).histogram();
    assert_eq!(quarter_turns, [1, 1, 2, 19, 141, 1044, 9877, 85_019, 754_720, 6_834_503]);
}

/// Where a cube is: its class of corners, and its edges after the symmetry that leads to the representative.
fn numbers(cube: &Cube3) -> (usize, usize, usize) {
    let (class, symmetry) = CornerClasses::get().of(corner_number(cube.corners()));
    let (slices, flips) = edge_numbers(cube.conjugated_by(Symmetry::ALL[symmetry]).edges());
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
            if let Some(vector) = crate::solve::optimal::vector::Vector::new() {
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
            let after = Position::from(&cube.apply_turn(turn));
            let undone = Position::from(&cube.apply_turn(turn).inverse());
            let (position, inverse) = (Position::from(&cube), Position::from(&cube.inverse()));
            let (there, back) = (&turns[turn.index()], &turns[turn.inverse().index()]);
            assert_eq!(Portable.turned(position, there), after);
            assert_eq!(Portable.undone(back, inverse), undone);
            #[cfg(target_arch = "x86_64")]
            if let Some(vector) = crate::solve::optimal::vector::Vector::new() {
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
    let images = Symmetry::ALL.map(|symmetry| cube.conjugated_by(symmetry));
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
    let mut seen: HashSet<(usize, u64)> = all_numbers(&Cube3::SOLVED).into_iter().collect();
    let mut levels: Vec<Vec<(usize, u64)>> = vec![seen.iter().copied().collect()];
    let mut cubes = vec![Cube3::SOLVED];
    for _ in 0..farthest {
        let (mut level, mut next) = (Vec::new(), Vec::new());
        for (cube, turn) in cubes.iter().flat_map(|cube| count.turns().map(move |turn| (cube, turn))) {
            let cube = cube.apply_turn(turn);
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

/// The cell itself, bit by bit, from the same.
fn expected_cell(here: &[Vec<u64>], places: Places) -> [u8; CELL] {
    let (_, is_near) = expected_bound(here, places, 0);
    let farther = here.len() - 1 - usize::from(is_near);
    let up_to = |distance: usize| here[..=distance].iter().flatten().copied();
    let mut bits = [false; 8 * CELL];
    up_to(farther).for_each(|at| bits[places.mark(at) as usize] = true);
    bits[187] = is_near;
    if let Some(least) = here[..here.len() - 1].iter().position(|level| !level.is_empty()) {
        (0..4).for_each(|bit| bits[188 + bit] = least >> bit & 1 == 1);
    }
    for at in up_to(farther - 1) {
        (0..64).filter(|bit| sprinkles(at) >> bit & 1 == 1).for_each(|bit| bits[192 + bit] = true);
    }
    std::array::from_fn(|byte| (0..8).fold(0, |all, bit| all | u8::from(bits[8 * byte + bit]) << bit))
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
        let mut some =
            |count: usize| -> Vec<u64> { (0..count).map(|_| random.random_range(0..sharing)).collect() };
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
        assert_eq!(cells[crowd], expected_cell(&here, places), "{most}");
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
                assert_eq!(cell, &expected_cell(here, places), "class {class}, cell {number}");
                let others = (0..20).map(|_| random.random_range(0..1u64 << places.sharing));
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
                cube = cube.apply_turn(turns[random.random_range(0..turns.len())]);
                let (class, slices, flips) = numbers(&cube);
                let bound = bounds.get(bounds.places.number(class as u64, slices as u64, flips as u64));
                assert!(bound <= moves, "{bound} after {moves} turns");
                tight += usize::from(bound == moves);
            }
        }
        assert!(tight > 1000, "bounds that say nothing would pass");
    }
}
