//! Repairs compared with slow methods that share no code with the fast one.

use super::*;
use crate::cube::{Corner, Cube3, Edge, is_odd_permutation};
use crate::geometry::{Face, Symmetry};
use crate::scramble::generator;
use rand::{Rng, RngExt};
use std::collections::{BTreeSet, HashMap};

type Seen = Stickers<Option<Color>>;

/// Returns a random cube.
fn random_cube(size: Size, random: &mut impl Rng) -> Seen {
    let stickers = match size {
        Size::TWO => Cube2::random(random).stickers(),
        _ => Cube3::random(random).stickers().transformed_by(Symmetry::ROTATIONS[random.random_range(0..24)]),
    };
    stickers.map(|&color| Some(color))
}

/// Changes this number of stickers at random; some become unknown if `hides`.
fn damage(mut seen: Seen, changes: usize, hides: bool, random: &mut impl Rng) -> Seen {
    for _ in 0..changes {
        let sticker = random.random_range(0..seen.facelets().len());
        let color = random.random_range(0..if hides { 9 } else { 6 });
        seen.facelets_mut()[sticker] = Color::ALL.get(color).copied();
    }
    seen
}

/// Returns all legal cubes that differ in exactly this number of stickers, and whose centres are among `centres`.
fn cubes_at_distance(seen: &Seen, distance: usize, centres: &[[Color; 6]]) -> Vec<Stickers<Color>> {
    fn change(
        stickers: &mut Stickers<Color>,
        first: usize,
        distance: usize,
        accept: &mut dyn FnMut(&Stickers<Color>),
    ) {
        if distance == 0 {
            return accept(stickers);
        }
        for sticker in first..stickers.facelets().len() {
            let old = stickers.facelets()[sticker];
            for new in Color::ALL.into_iter().filter(|&new| new != old) {
                stickers.facelets_mut()[sticker] = new;
                change(stickers, sticker + 1, distance - 1, accept);
            }
            stickers.facelets_mut()[sticker] = old;
        }
    }
    let mut stickers = seen.map(|color| color.expect("every sticker is known"));
    let mut found = Vec::new();
    change(&mut stickers, 0, distance, &mut |stickers| {
        let is_legal = match stickers.size() {
            Size::TWO => Cube2::try_from(stickers).is_ok(),
            _ => {
                let shown = Face::ALL.map(|face| stickers.face(face)[4]);
                centres.contains(&shown) && recognizes(stickers)
            }
        };
        if is_legal {
            found.push(stickers.clone());
        }
    });
    found
}

fn recognizes(stickers: &Stickers<Color>) -> bool {
    recognize_view(&stickers.facelets().iter().map(|&color| Some(color)).collect::<Vec<_>>()).is_some()
}

/// Returns the centres that a repair may have: those of the cube if they are all different, and any orientation of the standard
/// ones.
fn possible_centres(seen: &Seen) -> Vec<[Color; 6]> {
    if seen.size() == Size::TWO {
        return Vec::new();
    }
    let shown = Face::ALL.map(|face| seen.face(face)[4].expect("every sticker is known"));
    let are_distinct = Color::ALL.iter().all(|color| shown.contains(color));
    let rotated = |rotation| Stickers::solved(Size::THREE).transformed_by(rotation);
    let standard = Symmetry::ROTATIONS.map(|rotation| Face::ALL.map(|face| rotated(rotation).face(face)[4]));
    standard.into_iter().chain(are_distinct.then_some(shown)).collect()
}

#[test]
fn two_exchanged_centres_are_repaired_and_no_piece() {
    let mut random = generator(22);
    for _ in 0..20 {
        let mut seen = random_cube(Size::THREE, &mut random);
        let centres: Vec<usize> = Face::ALL.map(crate::cube::centre).to_vec();
        let (a, b) = (random.random_range(0..6), random.random_range(1..6));
        seen.facelets_mut().swap(centres[a], centres[(a + b) % 6]);
        let repair = View::new(seen.clone()).unwrap().repair();
        let changed: Vec<usize> = repair.changes.iter().map(|change| change.sticker).collect();
        assert!(changed.len() == 2 && changed.iter().all(|sticker| centres.contains(sticker)), "{seen:?}");
        // After an exchange of opposite centres, exchanging another pair makes the cube with its centres turned by half.
        let are_opposite = Face::ALL[a].opposite() == Face::ALL[(a + b) % 6];
        assert_eq!(repair.alternatives, if are_opposite { 3 } else { 1 }, "{seen:?}");
        assert_eq!(repair.pieces, []);
    }
}

#[test]
fn repairs_are_as_small_and_as_many_as_trying_every_change_finds() {
    let mut random = generator(21);
    let mut sizes = BTreeSet::new();
    for round in 0..60 {
        let size = if round % 2 == 0 { Size::TWO } else { Size::THREE };
        let seen = damage(random_cube(size, &mut random), 1 + round / 2 % 3, false, &mut random);
        let repair = View::new(seen.clone()).unwrap().repair();
        // Trying all changes of three stickers of a 3x3 takes too long here.
        let most = if size == Size::TWO { 3 } else { 2 };
        let centres = possible_centres(&seen);
        for distance in 0..=most.min(repair.changes.len()) {
            let found = cubes_at_distance(&seen, distance, &centres);
            if distance < repair.changes.len() {
                assert_eq!(found, [], "{seen:?}");
            } else {
                assert_eq!(found.len() as u128, repair.alternatives, "{seen:?}");
                assert!(found.contains(&repair.repaired));
                sizes.insert(distance);
            }
        }
    }
    assert_eq!(Vec::from_iter(sizes), [0, 1, 2, 3]);
}

/// A minimum cost and the number of assignments that have it, for each sum of orientations and each parity of the permutation.
type Minima = HashMap<(usize, bool), (u32, u128)>;

/// The minimum cost and the number of assignments of pieces to places with it, by recursion with memory: for each place the cost
/// of each piece in each orientation.
struct SlowMinimum<'a> {
    costs: &'a [Vec<Vec<u32>>],
    known: HashMap<(u32, usize), Minima>,
}

impl SlowMinimum<'_> {
    /// Returns the minimum for each sum of orientations and each parity of the permutation.
    fn of(costs: &[Vec<Vec<u32>>]) -> Minima {
        SlowMinimum { costs, known: HashMap::new() }.fill(0, 0)
    }

    fn fill(&mut self, used: u32, place: usize) -> Minima {
        if place == self.costs.len() {
            return HashMap::from([((0, false), (0, 1))]);
        }
        if let Some(known) = self.known.get(&(used, place)) {
            return known.clone();
        }
        let mut best: Minima = HashMap::new();
        for piece in (0..self.costs.len()).filter(|piece| used >> piece & 1 == 0) {
            let is_odd = (used >> piece).count_ones() % 2 == 1;
            let rest = self.fill(used | 1 << piece, place + 1);
            for (orientation, own_cost) in self.costs[place][piece].iter().enumerate() {
                for (&(sum, odd), &(cost, count)) in &rest {
                    let turns = self.costs[place][piece].len();
                    let entry = best.entry(((sum + orientation) % turns, odd ^ is_odd));
                    let entry = entry.or_insert((u32::MAX, 0));
                    let cost = cost + own_cost;
                    if cost < entry.0 {
                        *entry = (cost, 0);
                    }
                    if cost == entry.0 {
                        entry.1 += count;
                    }
                }
            }
        }
        self.known.insert((used, place), best.clone());
        best
    }
}

/// Returns the number of known stickers at `places` that differ from `colors`.
fn difference(seen: &Seen, places: &[usize], colors: &[Color]) -> u32 {
    let differs =
        |(&place, &color): (&usize, &Color)| seen.facelets()[place].is_some_and(|seen| seen != color);
    places.iter().zip(colors).filter(|&pair| differs(pair)).count() as u32
}

/// Returns the size of the smallest repair and the number of repairs of that size.
fn slow_repair(seen: &Seen) -> (u32, u128) {
    let rotated = |rotation| Stickers::solved(seen.size()).transformed_by(rotation);
    let is_small = seen.size() == Size::TWO;
    let centre = |face: Face| face.index() * 9 + 4;
    let solved: Vec<Stickers<Color>> = match is_small {
        true => vec![Stickers::solved(seen.size())],
        false => Symmetry::ROTATIONS.map(rotated).to_vec(),
    };
    let mut best = (u32::MAX, 0);
    for solved in &solved {
        let turned = |stickers: &[usize], turn: usize| -> Vec<Color> {
            (0..stickers.len())
                .map(|sticker| solved.facelets()[stickers[(sticker + turn) % stickers.len()]])
                .collect()
        };
        let costs = |places: &[Vec<usize>]| -> Vec<Vec<Vec<u32>>> {
            let cost = |place: &Vec<usize>, piece: &Vec<usize>| {
                (0..piece.len()).map(|turn| difference(seen, place, &turned(piece, turn))).collect()
            };
            places.iter().map(|place| places.iter().map(|piece| cost(place, piece)).collect()).collect()
        };
        let corners = Corner::ALL.map(|corner| corner.facelets(seen.size()).to_vec());
        let corners = SlowMinimum::of(&costs(&corners));
        let (centre_cost, edges) = match is_small {
            true => (0, HashMap::from([((0, false), (0, 1)), ((0, true), (0, 1))])),
            false => {
                let centres = Face::ALL.map(centre);
                let cost = difference(seen, &centres, &centres.map(|centre| solved.facelets()[centre]));
                (cost, SlowMinimum::of(&costs(&Edge::ALL.map(|edge| edge.facelets().to_vec()))))
            }
        };
        for odd in [false, true] {
            let (corners, edges) = (corners[&(0, odd)], edges[&(0, odd)]);
            let cost = centre_cost + corners.0 + edges.0;
            if cost < best.0 {
                best = (cost, 0);
            }
            if cost == best.0 {
                best.1 += corners.1 * edges.1;
            }
        }
    }
    best
}

#[test]
fn repairs_are_as_small_and_as_many_as_a_slow_method_counts() {
    let mut random = generator(22);
    let mut largest = 0;
    for round in 0..80 {
        let size = if round % 4 == 0 { Size::THREE } else { Size::TWO };
        let changes = [2, 5, 9, 30, 100][round % 5];
        let mut seen = damage(random_cube(size, &mut random), changes, round % 3 == 0, &mut random);
        if size == Size::THREE {
            // Five known centres would define a colour scheme of their own.
            Face::ALL[..2].iter().for_each(|face| seen.facelets_mut()[face.index() * 9 + 4] = None);
        }
        let repair = View::new(seen.clone()).unwrap().repair();
        let found = (repair.changes.len() as u32, repair.alternatives);
        assert_eq!(found, slow_repair(&seen), "{seen:?}");
        largest = largest.max(repair.changes.len());
    }
    assert!(largest > 12, "{largest}");
}

#[test]
fn repairs_of_one_colour_and_of_nothing_known_are_counted_exactly() {
    for size in [Size::TWO, Size::THREE] {
        for seen in [None, Some(Color::Blue)] {
            let seen = Stickers::from_fn(size, |_| seen);
            let repair = View::new(seen.clone()).unwrap().repair();
            assert_eq!((repair.changes.len() as u32, repair.alternatives), slow_repair(&seen));
        }
    }
    // Every arrangement of a 3x3 contradicts the same number of stickers: eight of nine per face, in five faces.
    let white = View::new(Stickers::from_fn(Size::THREE, |_| Some(Color::White))).unwrap().repair();
    assert_eq!((white.changes.len(), white.alternatives), (45, 24 * 43_252_003_274_489_856_000));
}

#[test]
fn twists_flips_and_exchanges_of_pieces_are_repaired_as_by_the_slow_method() {
    let mut random = generator(23);
    for round in 0..4 {
        let mut seen = random_cube(Size::THREE, &mut random);
        let facelets = seen.facelets_mut();
        let [a, b, c] = Corner::ALL[round].facelets(Size::THREE);
        let [d, e] = Edge::ALL[round].facelets();
        let [f, g] = Edge::ALL[round + 5].facelets();
        match round {
            0 => (facelets[a], facelets[b], facelets[c]) = (facelets[b], facelets[c], facelets[a]),
            1 => facelets.swap(d, e),
            2 => {
                facelets.swap(d, f);
                facelets.swap(e, g);
            }
            _ => facelets.swap(a, b),
        }
        // Two unknown centres, as above.
        facelets[4] = None;
        facelets[13] = None;
        let repair = View::new(seen.clone()).unwrap().repair();
        assert_eq!((repair.changes.len() as u32, repair.alternatives), slow_repair(&seen), "{seen:?}");
        assert!(!repair.is_empty());
    }
}

#[test]
fn the_parity_of_a_permutation_is_that_of_its_inversions() {
    // Both methods above count inversions; this compares them with swaps.
    let mut random = generator(24);
    for _ in 0..200 {
        let mut permutation: Vec<usize> = (0..12).collect();
        let mut odd = false;
        for _ in 0..random.random_range(0..20) {
            let (a, b) = (random.random_range(0..12), random.random_range(0..12));
            permutation.swap(a, b);
            odd ^= a != b;
        }
        assert_eq!(is_odd_permutation(permutation), odd);
    }
}
