//! All arrangements of the pieces of one kind, counted and ranked without listing them.
//!
//! Completions and repairs use the same dynamic program. Every piece in every orientation has a weight at every place. The
//! weight of an arrangement is the product of the weights of its pieces. Places are filled one by one. What the rest can add
//! depends only on the set of used pieces, the orientation so far and the parity so far; a table over those (at most
//! 4096 · 2 · 2 entries) holds the sum of the weights of all ways to fill the remaining places.
//!
//! For completions, the weights are 1 (fits) and 0. For repairs, a piece that contradicts `n` known stickers has the weight
//! 2^(-42n): a sum then holds both the minimum cost and the number of arrangements with that cost (see [`Best::of`]). Sums of
//! products need no comparisons, which makes them several times as fast as minima with counts.

use crate::cube::{CodeSet, is_odd_permutation};

/// The weight of one contradicted sticker.
const STEP: f64 = 1.0 / (1u64 << 42) as f64;

/// The weights of a place and piece, by the number of known stickers that they contradict.
pub(super) const WEIGHT_OF_COST: [f64; 4] = [1.0, STEP, STEP * STEP, STEP * STEP * STEP];

/// The minimum cost, and the number of arrangements with that cost.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Best {
    pub(super) cost: u16,
    pub(super) count: u64,
}

impl Best {
    /// Returns the minimum cost and the number of arrangements with it, from the sum of their weights. The cost is at most 24,
    /// so no sum underflows.
    ///
    /// The count is exact. A sum has fewer than 2^39 terms (12! · 2^12 / 4), so all terms of higher cost together are less than
    /// 2^(39 - 42) = 1/8 of one term of the minimum cost. Rounding adds less than 1/32: an entry depends on fewer than 300
    /// additions in a row, each with a relative error of at most 2^-53, and 2^39 · 300 · 2^-53 < 1/32.
    fn of(mut sum: f64) -> Best {
        if sum == 0.0 {
            return Best { cost: u16::MAX, count: 0 };
        }
        let mut cost = 0;
        while sum < 0.5 {
            sum /= STEP;
            cost += 1;
        }
        Best { cost, count: sum.round() as u64 }
    }
}

/// A kind of pieces: their number, and the split of a code into piece and orientation.
#[derive(Copy, Clone, Debug)]
pub(super) struct Kind {
    pieces: usize,
    orientations: usize,
    /// A code is `piece | orientation << shift`.
    shift: u32,
}

impl Kind {
    pub(super) const CORNERS: Kind = Kind { pieces: 8, orientations: 3, shift: 3 };
    pub(super) const EDGES: Kind = Kind { pieces: 12, orientations: 2, shift: 4 };

    pub(super) fn piece(self, code: u8) -> usize {
        code as usize & ((1 << self.shift) - 1)
    }

    pub(super) fn orientation(self, code: u8) -> usize {
        code as usize >> self.shift
    }

    /// Returns all codes.
    pub(super) fn codes(self) -> impl Iterator<Item = u8> {
        (0..self.orientations).flat_map(move |orientation| {
            (0..self.pieces).map(move |piece| (piece | orientation << self.shift) as u8)
        })
    }
}

/// The best arrangements of one kind of pieces, by parity.
///
/// Places with one candidate are settled first; only the open ones, with the remaining pieces, enter the table, so that a
/// fully known cube is fast.
#[derive(Clone, Debug)]
pub(super) struct Arrangements {
    kind: Kind,
    /// The settled places with their codes.
    settled: Vec<(usize, u8)>,
    /// The other places in the order in which they are filled: those with the fewest candidates first.
    open: Vec<usize>,
    /// The codes allowed at each open place, with their weights.
    candidates: Vec<Vec<(u8, f64)>>,
    /// The bit of each piece in a set of open pieces, in the order of the pieces; `None` if it is settled.
    bit_of: Vec<Option<u8>>,
    /// The sum of the weights of all ways to fill the remaining places, by [`Arrangements::entry`]. Empty if nothing fits.
    rest: Vec<f64>,
    /// The sum of orientations that the open places have to add.
    start_orientation: usize,
    /// Whether the open places have to add an odd permutation for an even one in total, because of the order of filling and
    /// the settled pieces.
    start_odd: bool,
}

impl Arrangements {
    /// Creates arrangements of the codes that fit each place.
    pub(super) fn fitting(kind: Kind, sets: &[CodeSet]) -> Arrangements {
        let fits =
            |set: CodeSet| kind.codes().filter(move |code| set >> code & 1 == 1).map(|code| (code, 1.0));
        Arrangements::new(kind, sets.iter().map(|&set| fits(set).collect()).collect())
    }

    /// Creates arrangements of all codes at all places, with the weights `weight(place, code)`.
    pub(super) fn weighted(kind: Kind, weight: impl Fn(usize, u8) -> f64) -> Arrangements {
        let weights = |place| kind.codes().map(|code| (code, weight(place, code))).collect();
        Arrangements::new(kind, (0..kind.pieces).map(weights).collect())
    }

    fn new(kind: Kind, mut candidates: Vec<Vec<(u8, f64)>>) -> Arrangements {
        let has_gap = candidates.iter().any(Vec::is_empty);
        let (single, mut open): (Vec<usize>, Vec<usize>) =
            (0..kind.pieces).partition(|&place| candidates[place].len() == 1);
        open.sort_by_key(|&place| candidates[place].len());
        let settled: Vec<(usize, u8)> = single.iter().map(|&place| (place, candidates[place][0].0)).collect();
        let pieces: Vec<usize> = settled.iter().map(|&(_, code)| kind.piece(code)).collect();
        let taken = pieces.iter().fold(0u16, |taken, piece| taken | 1 << piece);
        let open_pieces = || (0..kind.pieces).filter(|piece| taken >> piece & 1 == 0);
        let mut bit_of = vec![None; kind.pieces];
        open_pieces().zip(0..).for_each(|(piece, bit)| bit_of[piece] = Some(bit));
        let orientation: usize = settled.iter().map(|&(_, code)| kind.orientation(code)).sum();
        let places = settled.iter().map(|&(place, _)| place).chain(open.iter().copied());
        // The open pieces in increasing order; what other orders add is counted while they are placed.
        let start_odd =
            is_odd_permutation(places) ^ is_odd_permutation(pieces.iter().copied().chain(open_pieces()));
        let mut arrangements = Arrangements {
            kind,
            candidates: open.iter().map(|&place| std::mem::take(&mut candidates[place])).collect(),
            rest: Vec::new(),
            start_orientation: (kind.orientations - orientation % kind.orientations) % kind.orientations,
            start_odd,
            settled,
            open,
            bit_of,
        };
        // Nothing fits if a place has no candidate, or if two places have the same settled piece, which leaves more pieces
        // than places.
        if !has_gap && arrangements.open.len() + taken.count_ones() as usize == kind.pieces {
            match kind.orientations {
                2 => arrangements.fill::<2>(),
                _ => arrangements.fill::<3>(),
            }
        }
        arrangements
    }

    /// Returns the set of all open pieces.
    fn all(&self) -> usize {
        (1 << self.open.len()) - 1
    }

    /// Returns the index of a state: the set of used open pieces, and the parity and orientation that the rest must add.
    fn entry(&self, set: usize, odd: bool, orientation: usize) -> usize {
        (set * 2 + usize::from(odd)) * self.kind.orientations + orientation
    }

    /// Returns the set, parity and orientation of an entry.
    fn parts(&self, entry: usize) -> (usize, bool, usize) {
        let turns = self.kind.orientations;
        (entry / turns / 2, entry / turns % 2 == 1, entry % turns)
    }

    /// Returns the entry after placing a code; `None` if its piece is used.
    fn after(&self, set: usize, odd: bool, orientation: usize, code: u8) -> Option<usize> {
        let bit = self.bit_of[self.kind.piece(code)]?;
        if set >> bit & 1 == 1 {
            return None;
        }
        let turns = self.kind.orientations;
        let orientation = (orientation + turns - self.kind.orientation(code)) % turns;
        let larger_before = (set >> bit).count_ones() % 2 == 1;
        Some(self.entry(set | 1 << bit, odd ^ larger_before, orientation))
    }

    fn fill<const TURNS: usize>(&mut self) {
        let all = self.all();
        // The weight of each open piece in each orientation at each open place, and the pieces that are allowed there.
        let mut weights = vec![[[0.0; TURNS]; 12]; self.open.len()];
        let mut allowed = vec![0usize; self.open.len()];
        for (step, candidates) in self.candidates.iter().enumerate() {
            for &(code, weight) in candidates {
                if let Some(bit) = self.bit_of[self.kind.piece(code)] {
                    weights[step][bit as usize][self.kind.orientation(code)] = weight;
                    allowed[step] |= 1 << bit;
                }
            }
        }
        // For each set, the sums by the parity and the orientation that the rest must add.
        let mut rest = vec![[[0.0; TURNS]; 2]; all + 1];
        rest[all][0][0] = 1.0;
        let reachable = reachable_sets(&allowed);
        for set in (0..all).rev().filter(|&set| reachable[set]) {
            let step = set.count_ones() as usize;
            let weights = &weights[step];
            let is_odd_above = parities_above(set);
            // Sums by the orientation of the next piece: shifting them once per set, not once per piece, saves a quarter of the time.
            let mut by_turn = [[[0.0; TURNS]; TURNS]; 2];
            let mut pieces = allowed[step] & !set;
            while pieces != 0 {
                let bit = pieces.trailing_zeros() as usize;
                pieces &= pieces - 1;
                let (next, swap) = (&rest[set | 1 << bit], is_odd_above >> bit & 1);
                for (by_turn, next) in by_turn.iter_mut().zip([next[swap], next[swap ^ 1]]) {
                    for (sums, weight) in by_turn.iter_mut().zip(weights[bit]) {
                        sums.iter_mut().zip(next).for_each(|(sum, next)| *sum += weight * next);
                    }
                }
            }
            for (sums, by_turn) in rest[set].iter_mut().zip(by_turn) {
                for (orientation, sum) in sums.iter_mut().enumerate() {
                    *sum = (0..TURNS).map(|turn| by_turn[turn][(orientation + TURNS - turn) % TURNS]).sum();
                }
            }
        }
        self.rest = rest.into_flattened().into_flattened();
    }

    /// Returns the entry from which arrangements of this parity start.
    fn start(&self, odd: bool) -> usize {
        self.entry(0, odd ^ self.start_odd, self.start_orientation)
    }

    /// Returns the minimum cost and the number of the best arrangements of this parity.
    pub(super) fn best(&self, odd: bool) -> Best {
        Best::of(self.rest.get(self.start(odd)).copied().unwrap_or(0.0))
    }

    /// Returns the best arrangement of this parity with a rank, as codes by place; `rank` must be below their number.
    pub(super) fn get<const PLACES: usize>(&self, odd: bool, mut rank: u64) -> [u8; PLACES] {
        let mut codes = [0; PLACES];
        self.settled.iter().for_each(|&(place, code)| codes[place] = code);
        let mut here = self.start(odd);
        for (&place, candidates) in self.open.iter().zip(&self.candidates) {
            let minimum = Best::of(self.rest[here]).cost;
            let (set, odd, orientation) = self.parts(here);
            for &(code, weight) in candidates {
                let Some(next) = self.after(set, odd, orientation, code) else { continue };
                let best = Best::of(weight * self.rest[next]);
                if best.count == 0 || best.cost != minimum {
                    continue;
                }
                if rank < best.count {
                    codes[place] = code;
                    here = next;
                    break;
                }
                rank -= best.count;
            }
        }
        codes
    }

    /// Returns, for each place and code, the number of arrangements of each parity (even, odd) that have it there. Only for
    /// weights of 0 and 1.
    pub(super) fn tally(&self) -> Vec<[[u64; 2]; 32]> {
        let mut tally = vec![[[0; 2]; 32]; self.kind.pieces];
        if self.rest.is_empty() {
            return tally;
        }
        for odd in [false, true] {
            for &(place, code) in &self.settled {
                tally[place][code as usize][usize::from(odd)] = self.best(odd).count;
            }
            // The number of paths to an entry; entries of larger sets come later.
            let mut paths_to = vec![0u64; self.rest.len()];
            paths_to[self.start(odd)] = 1;
            for entry in 0..paths_to.len() {
                let (set, parity, orientation) = self.parts(entry);
                if paths_to[entry] == 0 || set == self.all() {
                    continue;
                }
                let step = set.count_ones() as usize;
                for &(code, _) in &self.candidates[step] {
                    if let Some(next) = self.after(set, parity, orientation, code) {
                        paths_to[next] += paths_to[entry];
                        tally[self.open[step]][code as usize][usize::from(odd)] +=
                            paths_to[entry] * self.rest[next] as u64;
                    }
                }
            }
        }
        tally
    }
}

/// Returns, for each set of open pieces, whether the first places can use it: few, if most stickers are known.
fn reachable_sets(allowed: &[usize]) -> Vec<bool> {
    let mut reachable = vec![false; 1 << allowed.len()];
    reachable[0] = true;
    for set in 1..reachable.len() {
        let mut last_pieces = set & allowed[set.count_ones() as usize - 1];
        while last_pieces != 0 && !reachable[set] {
            reachable[set] = reachable[set & !(1 << last_pieces.trailing_zeros())];
            last_pieces &= last_pieces - 1;
        }
    }
    reachable
}

/// Returns the bits whose place has an odd number of members of the set above it. `set` has at most 16 bits; only bits that
/// are not in it are meaningful.
fn parities_above(set: usize) -> usize {
    [1, 2, 4, 8].iter().fold(set, |parities, shift| parities ^ parities >> shift)
}
