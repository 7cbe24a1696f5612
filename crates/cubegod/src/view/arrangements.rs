//! All arrangements of the pieces of one kind, counted and ranked without listing them.
//!
//! Completions and repairs use the same dynamic program. Every piece in every orientation has a cost at every place: the
//! number of known stickers it contradicts. Places are filled one by one. The minimum cost of the rest depends only on the
//! set of used pieces, the orientation so far and the parity so far; a table over those (at most 4096 · 2 · 2 entries) has
//! the minimum cost and the number of arrangements with it. If only pieces that fit are allowed, the cost is 0 and the
//! arrangements are the completions; if all are allowed, the minimum cost is that of the smallest repair.

use crate::cube::{CodeSet, is_odd_permutation};

/// The minimum cost, and the number of arrangements with that cost.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Best {
    pub(super) cost: u16,
    pub(super) count: u64,
}

impl Best {
    const NONE: Best = Best { cost: u16::MAX, count: 0 };
    const DONE: Best = Best { cost: 0, count: 1 };

    fn or(self, other: Best) -> Best {
        match self.cost.cmp(&other.cost) {
            std::cmp::Ordering::Less => self,
            std::cmp::Ordering::Greater => other,
            std::cmp::Ordering::Equal => Best { cost: self.cost, count: self.count + other.count },
        }
    }

    fn plus_cost(self, cost: u16) -> Best {
        Best { cost: self.cost.saturating_add(cost), count: self.count }
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

    fn piece(self, code: u8) -> usize {
        code as usize & ((1 << self.shift) - 1)
    }

    fn orientation(self, code: u8) -> usize {
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
    /// The codes allowed at each open place, with their costs.
    candidates: Vec<Vec<(u8, u16)>>,
    /// The bit of each piece in a set of open pieces; `None` if it is settled.
    bit_of: Vec<Option<u8>>,
    /// For each set of used open pieces, all used pieces including the settled ones. Like `rest`, it is empty if nothing fits.
    used: Vec<u16>,
    /// The best completion of the remaining places, by [`Arrangements::entry`].
    rest: Vec<Best>,
    /// The sum of orientations that the open places have to add.
    start_orientation: usize,
    /// Whether the open places have to add an odd permutation for an even one in total, because of the order of filling and
    /// the settled pieces.
    start_odd: bool,
}

impl Arrangements {
    /// Creates arrangements of the codes that fit each place.
    pub(super) fn fitting(kind: Kind, sets: &[CodeSet]) -> Arrangements {
        let fits = |set: CodeSet| kind.codes().filter(move |code| set >> code & 1 == 1).map(|code| (code, 0));
        Arrangements::new(kind, sets.iter().map(|&set| fits(set).collect()).collect())
    }

    /// Creates arrangements of all codes at all places, with the costs `cost(place, code)`.
    pub(super) fn with_costs(kind: Kind, cost: impl Fn(usize, u8) -> u16) -> Arrangements {
        let costs = |place| kind.codes().map(|code| (code, cost(place, code))).collect();
        Arrangements::new(kind, (0..kind.pieces).map(costs).collect())
    }

    fn new(kind: Kind, candidates: Vec<Vec<(u8, u16)>>) -> Arrangements {
        let (single, mut open): (Vec<usize>, Vec<usize>) =
            (0..kind.pieces).partition(|&place| candidates[place].len() == 1);
        open.sort_by_key(|&place| candidates[place].len());
        let settled: Vec<(usize, u8)> = single.iter().map(|&place| (place, candidates[place][0].0)).collect();
        let pieces: Vec<usize> = settled.iter().map(|&(_, code)| kind.piece(code)).collect();
        let taken = pieces.iter().fold(0u16, |taken, piece| taken | 1 << piece);
        let mut bit_of = vec![None; kind.pieces];
        (0..kind.pieces)
            .filter(|piece| taken >> piece & 1 == 0)
            .zip(0..)
            .for_each(|(piece, bit)| bit_of[piece] = Some(bit));
        let orientation: usize = settled.iter().map(|&(_, code)| kind.orientation(code)).sum();
        let order = settled.iter().map(|&(place, _)| place).chain(open.iter().copied());
        let start_odd = is_odd_permutation(order) ^ is_odd_permutation(pieces.iter().copied());
        let mut arrangements = Arrangements {
            kind,
            candidates: open.iter().map(|&place| candidates[place].clone()).collect(),
            used: Vec::new(),
            rest: Vec::new(),
            start_orientation: (kind.orientations - orientation % kind.orientations) % kind.orientations,
            start_odd,
            settled,
            open,
            bit_of,
        };
        // Nothing fits if a place has no candidate, or if two places have the same settled piece, which leaves more pieces
        // than places.
        let has_gap = candidates.iter().any(Vec::is_empty);
        if !has_gap && arrangements.open.len() + taken.count_ones() as usize == kind.pieces {
            arrangements.fill();
        }
        arrangements
    }

    fn settled_pieces(&self) -> u16 {
        self.settled.iter().fold(0, |pieces, &(_, code)| pieces | 1 << self.kind.piece(code))
    }

    /// Returns the index of a state: the set of used open pieces, and the orientation and parity that the rest must add.
    fn entry(&self, set: usize, orientation: usize, odd: bool) -> usize {
        (set * self.kind.orientations + orientation) * 2 + usize::from(odd)
    }

    /// Returns the set, orientation and parity of an entry.
    fn parts(&self, entry: usize) -> (usize, usize, bool) {
        (entry / 2 / self.kind.orientations, entry / 2 % self.kind.orientations, entry % 2 == 1)
    }

    /// Returns the entry after placing a code; `None` if its piece is used.
    fn after(&self, set: usize, orientation: usize, odd: bool, code: u8) -> Option<usize> {
        let piece = self.kind.piece(code);
        let bit = self.bit_of[piece]?;
        if set >> bit & 1 == 1 {
            return None;
        }
        let turns = self.kind.orientations;
        let orientation = (orientation + turns - self.kind.orientation(code)) % turns;
        let larger_before = (self.used[set] >> piece).count_ones() % 2 == 1;
        Some(self.entry(set | 1 << bit, orientation, odd ^ larger_before))
    }

    fn fill(&mut self) {
        self.used = sets_of_open_pieces(self.settled_pieces(), &self.bit_of);
        let all = self.used.len() - 1;
        self.rest = vec![Best::NONE; self.used.len() * self.kind.orientations * 2];
        let done = self.entry(all, 0, false);
        self.rest[done] = Best::DONE;
        let reachable = self.reachable();
        for set in (0..all).rev().filter(|&set| reachable[set]) {
            let step = set.count_ones() as usize;
            for orientation in 0..self.kind.orientations {
                for odd in [false, true] {
                    let best =
                        self.candidates[step].iter().fold(Best::NONE, |best, &(code, cost)| {
                            match self.after(set, orientation, odd, code) {
                                Some(next) => best.or(self.rest[next].plus_cost(cost)),
                                None => best,
                            }
                        });
                    let entry = self.entry(set, orientation, odd);
                    self.rest[entry] = best;
                }
            }
        }
    }

    /// Returns the sets of pieces that the first places can use: few, if most stickers are known.
    fn reachable(&self) -> Vec<bool> {
        let mut reachable = vec![false; self.used.len()];
        reachable[0] = true;
        for set in 0..reachable.len() - 1 {
            if reachable[set] {
                for &(code, _) in &self.candidates[set.count_ones() as usize] {
                    if let Some(bit) = self.bit_of[self.kind.piece(code)] {
                        reachable[set | 1 << bit] = true;
                    }
                }
            }
        }
        reachable
    }

    /// Returns the entry from which arrangements of this parity start.
    fn start(&self, odd: bool) -> usize {
        self.entry(0, self.start_orientation, odd ^ self.start_odd)
    }

    /// Returns the minimum cost and the number of the best arrangements of this parity.
    pub(super) fn best(&self, odd: bool) -> Best {
        self.rest.get(self.start(odd)).copied().unwrap_or(Best::NONE)
    }

    /// Returns the best arrangement of this parity with a rank, as codes by place; `rank` must be below their number.
    pub(super) fn get<const PLACES: usize>(&self, odd: bool, mut rank: u64) -> [u8; PLACES] {
        let mut codes = [0; PLACES];
        self.settled.iter().for_each(|&(place, code)| codes[place] = code);
        let mut here = self.start(odd);
        for (&place, candidates) in self.open.iter().zip(&self.candidates) {
            let minimum = self.rest[here].cost;
            let (set, orientation, odd) = self.parts(here);
            for &(code, cost) in candidates {
                let Some(next) = self.after(set, orientation, odd, code) else { continue };
                let best = self.rest[next].plus_cost(cost);
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
    /// arrangements without costs.
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
                let (set, orientation, parity) = self.parts(entry);
                if paths_to[entry] == 0 || set == self.used.len() - 1 {
                    continue;
                }
                let step = set.count_ones() as usize;
                for &(code, _) in &self.candidates[step] {
                    if let Some(next) = self.after(set, orientation, parity, code) {
                        paths_to[next] += paths_to[entry];
                        tally[self.open[step]][code as usize][usize::from(odd)] +=
                            paths_to[entry] * self.rest[next].count;
                    }
                }
            }
        }
        tally
    }
}

/// Returns, for each set of open pieces, its union with the settled ones.
fn sets_of_open_pieces(settled: u16, bit_of: &[Option<u8>]) -> Vec<u16> {
    bit_of.iter().enumerate().filter(|(_, bit)| bit.is_some()).fold(vec![settled], |sets, (piece, _)| {
        let with_piece = sets.iter().map(|set| set | 1 << piece).collect();
        [sets, with_piece].concat()
    })
}
