use super::*;
use crate::cube::Cube3;
use crate::geometry::Symmetry;
use crate::moves::{FaceTurn, Metric};
use crate::scramble::generator;
use crate::solve::optimal::coordinate::{
    CLASSES, CornerClasses, EdgeTransform, EdgeTransformTables, SLICES, all_slices, corner_coordinate,
    edge_coordinates,
};
use crate::solve::optimal::position::{Constants, Position, PositionOps, ScalarOps};
use crate::solve::optimal::table::PruningTable;
use rand::RngExt;
use std::collections::{BTreeMap, BTreeSet, HashSet};

fn builder(metric: Metric, doublings: u32) -> TableBuilder {
    TableBuilder::new(TableSpec::new(metric, doublings).expect("a table"), 2, &|_| ())
}

#[test]
fn the_histogram_of_distances_is_unchanged() {
    // Computed by this program; another test confirms the counts up to distance 4 by turning cubes.
    assert_eq!(builder(Metric::Htm, 0).histogram(), [1, 1, 4, 34, 333, 3815, 45_382, 548_562, 6_839_723]);
    let quarter_turns = builder(Metric::Qtm, 0).histogram();
    assert_eq!(quarter_turns, [1, 1, 2, 19, 141, 1044, 9877, 85_019, 754_720, 6_834_503]);
}

/// Returns the class of corners of a cube, and the slices and flips after the symmetry that maps it to the representative.
fn coordinates(cube: &Cube3) -> (usize, usize, usize) {
    let (class, symmetry) = CornerClasses::get().of(corner_coordinate(cube.corners()));
    let (slices, flips) = edge_coordinates(cube.conjugated_by(Symmetry::ALL[symmetry]).edges());
    (class, slices, flips)
}

#[test]
fn every_backend_computes_the_index_of_the_coordinate() {
    let mut random = generator(1);
    for doublings in [0, 3, 7, 11] {
        let spec = TableSpec::new(Metric::Htm, doublings).expect("a table");
        let layout = BucketLayout::new(spec);
        for _ in 0..1000 {
            let cube = Cube3::random(&mut random);
            let (class, slices, all_flips) = coordinates(&cube);
            let expected = layout.index(class as u64, slices as u64, all_flips as u64);
            let position = Position::from(&cube);
            assert_eq!(position.cube(), cube);
            assert_eq!(ScalarOps.index(Constants::get(), layout, position), expected);
            #[cfg(target_arch = "x86_64")]
            if let Some(ops) = crate::solve::optimal::avx2::Avx2Ops::new() {
                let register = ops.load(&position);
                assert_eq!(ops.store(register), position);
                assert_eq!(ops.index(Constants::get(), layout, register), expected);
            }
        }
    }
}

#[test]
fn every_backend_turns_positions_as_cubes_are_turned() {
    let mut random = generator(2);
    let turns = &Constants::get().turns;
    for _ in 0..100 {
        let cube = Cube3::random(&mut random);
        for turn in FaceTurn::ALL {
            let after = Position::from(&cube.apply_turn(turn));
            let inverse_after = Position::from(&cube.apply_turn(turn).inverse());
            let (position, inverse) = (Position::from(&cube), Position::from(&cube.inverse()));
            let (there, back) = (&turns[turn.index()], &turns[turn.inverse().index()]);
            assert_eq!(ScalarOps.apply_turn(position, there), after);
            assert_eq!(ScalarOps.apply_turn_to_inverse(back, inverse), inverse_after);
            #[cfg(target_arch = "x86_64")]
            if let Some(ops) = crate::solve::optimal::avx2::Avx2Ops::new() {
                assert_eq!(ops.store(ops.apply_turn(ops.load(&position), there)), after);
                assert_eq!(ops.store(ops.apply_turn_to_inverse(back, ops.load(&inverse))), inverse_after);
            }
        }
    }
}

/// Returns exact distances of all positions without their flips, by class and slices, from a breadth-first search independent of the
/// builder.
fn breadth_first(metric: Metric) -> Vec<Vec<u8>> {
    const UNSEEN: u8 = u8::MAX;
    let slices = all_slices();
    let turns: Vec<FaceTurn> = single_moves(metric).collect();
    let transforms: Vec<EdgeTransformTables> = (0..48 * turns.len())
        .map(|number| {
            let (symmetry, turn) = (Symmetry::ALL[number % 48], turns[number / 48]);
            EdgeTransform::of_turn(turn).compose(&EdgeTransform::of_symmetry(symmetry)).tables(&slices)
        })
        .collect();
    let neighbours: Vec<Vec<(usize, usize)>> = (0..CLASSES)
        .map(|class| turns.iter().map(|&turn| CornerClasses::get().apply_turn(class, turn)).collect())
        .collect();
    let (solved_class, solved, _) = coordinates(&Cube3::SOLVED);
    let mut distances = vec![vec![UNSEEN; SLICES]; CLASSES];
    distances[solved_class][solved] = 0;
    let mut reached: Vec<bool> = (0..CLASSES).map(|class| class == solved_class).collect();
    for distance in 0.. {
        // A position is a neighbour of the last level if one of its own neighbours is in it.
        let next_of_class = |(): &mut (), class: usize| {
            let neighbours: Vec<_> =
                neighbours[class].iter().enumerate().filter(|(_, to)| reached[to.0]).collect();
            let is_next = |slices: &usize| {
                distances[class][*slices] == UNSEEN
                    && neighbours.iter().any(|&(turn, &(to, symmetry))| {
                        let (after, _) = transforms[turn * 48 + symmetry].slices[*slices];
                        distances[to][usize::from(after)] == distance
                    })
            };
            if neighbours.is_empty() { Vec::new() } else { (0..SLICES).filter(is_next).collect::<Vec<_>>() }
        };
        let next = BuildOptions::new().threads(2).in_parallel(CLASSES, || (), next_of_class);
        let next = next.expect("it is not cancelled");
        if next.iter().all(Vec::is_empty) {
            return distances;
        }
        reached = next.iter().map(|found| !found.is_empty()).collect();
        for (distances, found) in distances.iter_mut().zip(next) {
            found.into_iter().for_each(|slices| distances[slices] = distance + 1);
        }
    }
    distances
}

#[test]
fn the_smallest_distance_of_every_bucket_is_that_of_a_breadth_first_search() {
    let spec = TableSpec::smallest(Metric::Htm).expect("a table");
    let distances = breadth_first(Metric::Htm);
    let builder = builder(Metric::Htm, 0);
    let contents = builder.blocks(0..CLASSES, 2, &|_| ());
    let (near_distance, slices_per_bucket) = (spec.far_distance() - 1, 1 << (spec.bucket_bits() - FLIP_BITS));
    for (distances, buckets) in distances.iter().zip(contents.chunks(spec.block_bytes())) {
        for (distances, bucket) in distances.chunks(slices_per_bucket).zip(buckets.chunks(BUCKET_BYTES)) {
            let min_distance = distances.iter().min().copied().expect("no bucket is empty");
            let stored = bucket[8 * BITMAP_WORDS - 1] >> 4;
            assert_eq!(stored, if min_distance <= near_distance { min_distance } else { 0 });
            let has_bloom_bits = bucket[8 * BITMAP_WORDS..].iter().any(|&byte| byte != 0);
            assert!(
                min_distance <= near_distance || !has_bloom_bits,
                "the smallest distance would be used as a bound"
            );
        }
    }
}

/// Returns all coordinates of a cube: several if its class of corners has symmetries.
fn all_coordinates(cube: &Cube3) -> Vec<(usize, u64)> {
    let classes = CornerClasses::get();
    let images = Symmetry::ALL.map(|symmetry| cube.conjugated_by(symmetry));
    let at_representative = images.iter().filter(|image| {
        let (_, symmetry) = classes.of(corner_coordinate(image.corners()));
        Symmetry::ALL[symmetry] == Symmetry::IDENTITY
    });
    let mut all: Vec<(usize, u64)> = at_representative
        .map(|image| {
            let (slices, flips) = edge_coordinates(image.edges());
            let (class, _) = classes.of(corner_coordinate(image.corners()));
            (class, (slices << FLIP_BITS | flips) as u64)
        })
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns the coordinates at each distance up to `farthest`, from a breadth-first search that turns cubes, independent of the
/// builder.
fn coordinates_by_turning(metric: Metric, farthest: usize) -> Vec<Vec<(usize, u64)>> {
    let mut seen: HashSet<(usize, u64)> = all_coordinates(&Cube3::SOLVED).into_iter().collect();
    let mut levels: Vec<Vec<(usize, u64)>> = vec![seen.iter().copied().collect()];
    let mut cubes = vec![Cube3::SOLVED];
    for _ in 0..farthest {
        let (mut level, mut next) = (Vec::new(), Vec::new());
        for (cube, turn) in cubes.iter().flat_map(|cube| single_moves(metric).map(move |turn| (cube, turn))) {
            let cube = cube.apply_turn(turn);
            let coordinates = all_coordinates(&cube);
            if !seen.contains(&coordinates[0]) {
                seen.extend(&coordinates);
                level.extend(coordinates);
                next.push(cube);
            }
        }
        (levels, cubes) = ([levels, vec![level]].concat(), next);
    }
    levels
}

/// Returns the bound that a bucket should give for an offset, and whether it should be lowered, from the offsets of all its positions at
/// each distance up to the far distance.
fn expected_bound(here: &[Vec<u64>], layout: BucketLayout, offset: u64) -> (u8, bool) {
    let up_to = |distance: usize| here[..=distance].iter().flatten().copied();
    let bitmap = |distance| up_to(distance).map(|at| layout.bitmap_bit(at)).collect::<BTreeSet<_>>();
    let bloom = |distance| up_to(distance).map(bloom_bits).fold(0, |all, some| all | some);
    let far_distance = here.len() - 1;
    let density = |distance| bitmap(distance).len() as f64 / BITMAP_BITS as f64;
    let passed = density(far_distance) * (f64::from(bloom(far_distance - 1).count_ones()) / 64.0).powi(3);
    let is_lowered = 1.0 + 2.0 * density(far_distance - 1) < density(far_distance) + 2.0 * passed;
    let far_distance = far_distance - usize::from(is_lowered);
    let bound = if !bitmap(far_distance).contains(&layout.bitmap_bit(offset)) {
        far_distance + 1
    } else if bloom(far_distance - 1) & bloom_bits(offset) != bloom_bits(offset) {
        far_distance
    } else {
        here.iter().position(|level| !level.is_empty()).expect("a position set the Bloom bits")
    };
    (bound as u8, is_lowered)
}

/// Returns the bucket, bit by bit, from the offsets of all its positions at each distance.
fn expected_bucket(here: &[Vec<u64>], layout: BucketLayout) -> [u8; BUCKET_BYTES] {
    let (_, is_lowered) = expected_bound(here, layout, 0);
    let far_distance = here.len() - 1 - usize::from(is_lowered);
    let up_to = |distance: usize| here[..=distance].iter().flatten().copied();
    let mut bits = [false; 8 * BUCKET_BYTES];
    up_to(far_distance).for_each(|at| bits[layout.bitmap_bit(at) as usize] = true);
    bits[187] = is_lowered;
    if let Some(min_distance) = here[..here.len() - 1].iter().position(|level| !level.is_empty()) {
        (0..4).for_each(|bit| bits[188 + bit] = min_distance >> bit & 1 == 1);
    }
    for at in up_to(far_distance - 1) {
        (0..64).filter(|bit| bloom_bits(at) >> bit & 1 == 1).for_each(|bit| bits[192 + bit] = true);
    }
    std::array::from_fn(|byte| (0..8).fold(0, |all, bit| all | u8::from(bits[8 * byte + bit]) << bit))
}

#[test]
fn buckets_with_few_and_with_many_near_positions_bound_all_of_them() {
    let spec = TableSpec::new(Metric::Htm, 7).expect("a table");
    let layout = BucketLayout::new(spec);
    let (far_distance, positions) = (5, 1u64 << layout.bucket_bits);
    let mut random = generator(6);
    let mut lowered_buckets = 0;
    for case in 0..12 {
        // Each distance has ten times as many positions as the one before; at the far distance from none to nearly all.
        let mut block = Block::new(spec);
        let mut some =
            |count: usize| -> Vec<u64> { (0..count).map(|_| random.random_range(0..positions)).collect() };
        let count = [0, 1, 20, 50, 100, 150, 200, 300, 400, 600, 900, 1500][case];
        let here = [vec![], vec![], some(count / 1000), some(count / 100), some(count / 10), some(count)];
        let bucket = (case as u64) << layout.bucket_bits;
        here[far_distance].iter().for_each(|at| block.add_far(bucket | at));
        here[4].iter().for_each(|at| block.add_near(bucket | at, 4));
        for distance in (0..4).rev() {
            here[distance].iter().for_each(|at| block.add_nearest(bucket | at, distance as u8));
        }
        let bytes = block.bytes();
        let (buckets, _) = bytes.as_chunks();
        assert_eq!(buckets[case], expected_bucket(&here, layout), "{count}");
        let table = PruningTable { buckets, layout, largest: far_distance as u8 + 1 };
        let mut is_lowered = false;
        for offset in 0..positions {
            let (expected, lowered) = expected_bound(&here, layout, offset);
            assert_eq!(table.get(bucket | offset), expected, "{count}, {offset}");
            is_lowered = lowered;
        }
        lowered_buckets += usize::from(is_lowered);
    }
    assert!((3..=9).contains(&lowered_buckets), "{lowered_buckets} of 12 are lowered");
}

#[test]
fn every_bucket_agrees_with_a_breadth_first_search() {
    // Smaller distances than in real tables, so that turning cubes reaches all of them.
    const FAR_DISTANCE: usize = 5;
    let mut random = generator(4);
    for (metric, doublings) in [(Metric::Htm, 0), (Metric::Htm, 7), (Metric::Qtm, 2)] {
        let levels = coordinates_by_turning(metric, FAR_DISTANCE);
        let mut builder = builder(metric, 0);
        builder.levels.truncate(FAR_DISTANCE);
        builder.spec = TableSpec::new(metric, doublings).expect("a table");
        let found: Vec<usize> = levels.iter().map(Vec::len).take(FAR_DISTANCE).collect();
        assert_eq!(builder.histogram(), found);
        let layout = BucketLayout::new(builder.spec);
        // The offsets of all positions by class, bucket and distance.
        let mut shared: BTreeMap<usize, BTreeMap<usize, Vec<Vec<u64>>>> = BTreeMap::new();
        for (distance, level) in levels.iter().enumerate() {
            for &(class, at) in level {
                let buckets = shared.entry(class).or_default();
                let bucket =
                    buckets.entry(layout.bucket(at)).or_insert_with(|| vec![Vec::new(); FAR_DISTANCE + 1]);
                bucket[distance].push(layout.offset(at));
            }
        }
        let no_buckets = BTreeMap::new();
        for class in (0..CLASSES).filter(|class| shared.contains_key(class) || class % 50 == 0) {
            let block = builder.blocks(class..class + 1, 1, &|_| ());
            let (buckets, _) = block.as_chunks();
            let table = PruningTable { buckets, layout, largest: FAR_DISTANCE as u8 + 1 };
            let of_class = shared.get(&class).unwrap_or(&no_buckets);
            for (number, bucket) in buckets.iter().enumerate() {
                let Some(here) = of_class.get(&number) else {
                    assert_eq!(bucket, &[0; BUCKET_BYTES], "class {class}, bucket {number}");
                    continue;
                };
                assert_eq!(bucket, &expected_bucket(here, layout), "class {class}, bucket {number}");
                let others = (0..20).map(|_| random.random_range(0..1u64 << layout.bucket_bits));
                for offset in here.iter().flatten().copied().chain(others) {
                    let at = (number as u64) << layout.bucket_bits | offset;
                    let (expected, _) = expected_bound(here, layout, offset);
                    assert_eq!(table.get(at), expected, "class {class}, {at}");
                }
                for (distance, level) in here.iter().enumerate() {
                    let is_no_larger = |offset: &u64| {
                        table.get((number as u64) << layout.bucket_bits | offset) <= distance as u8
                    };
                    assert!(level.iter().all(is_no_larger), "class {class}, bucket {number}");
                }
            }
        }
    }
}

#[test]
fn no_bound_exceeds_the_number_of_turns_applied() {
    for metric in [Metric::Htm, Metric::Qtm] {
        let spec = TableSpec::smallest(metric).expect("a table");
        let contents = builder(metric, 0).blocks(0..CLASSES, 2, &|_| ());
        let table = PruningTable::new(spec, &contents).expect("the whole table");
        let turns: Vec<FaceTurn> = single_moves(metric).collect();
        let mut random = generator(3);
        let mut tight = 0;
        for _ in 0..20_000 {
            let mut cube = Cube3::SOLVED;
            for moves in 1..=spec.far_distance() {
                cube = cube.apply_turn(turns[random.random_range(0..turns.len())]);
                let (class, slices, flips) = coordinates(&cube);
                let bound = table.get(table.layout.index(class as u64, slices as u64, flips as u64));
                assert!(bound <= moves, "{bound} after {moves} turns");
                tight += usize::from(bound == moves);
            }
        }
        assert!(tight > 1000, "a table of zeros would pass");
    }
}
