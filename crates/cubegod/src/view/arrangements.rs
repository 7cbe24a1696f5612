//! All ways to put pieces of one kind into their places, counted and numbered without listing them.
//!
//! Both questions about a partly known cube come down to one computation. Every piece in every orientation has a price
//! at every place: the number of known stickers it contradicts. Going through the places one by one, the only things
//! that matter for the rest are which pieces are used up, the orientation so far, and the parity so far; so a table
//! over those (at most 4096 · 2 · 2 entries) holds the lowest price of finishing and in how many ways that can be done.
//! If only pieces that fit are allowed the price is 0 and the ways are the completions; if all are allowed, the price
//! is the smallest repair.

use crate::cube::{CodeSet, is_odd_permutation};

/// The lowest price, and in how many ways it is reached.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) struct Best {
    pub(super) price: u16,
    pub(super) ways: u64,
}

impl Best {
    const NONE: Best = Best { price: u16::MAX, ways: 0 };
    const DONE: Best = Best { price: 0, ways: 1 };

    fn or(self, other: Best) -> Best {
        match self.price.cmp(&other.price) {
            std::cmp::Ordering::Less => self,
            std::cmp::Ordering::Greater => other,
            std::cmp::Ordering::Equal => Best { price: self.price, ways: self.ways + other.ways },
        }
    }

    fn dearer_by(self, price: u16) -> Best {
        Best { price: self.price.saturating_add(price), ways: self.ways }
    }
}

/// What kind of pieces: how many, and how a code is split into piece and orientation.
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

    /// Every code there is.
    pub(super) fn codes(self) -> impl Iterator<Item = u8> {
        (0..self.orientations).flat_map(move |orientation| {
            (0..self.pieces).map(move |piece| (piece | orientation << self.shift) as u8)
        })
    }
}

/// The best arrangements of one kind of pieces, by parity.
///
/// Places with one candidate are settled beforehand; only the open ones (and the pieces that are left for them) enter the
/// table, so that a wholly known cube costs next to nothing.
#[derive(Clone, Debug)]
pub(super) struct Arrangements {
    kind: Kind,
    /// What is settled: places with their codes.
    settled: Vec<(usize, u8)>,
    /// The other places in the order they are filled: those with the fewest candidates first.
    open: Vec<usize>,
    /// For each open place in that order the codes allowed there, with their prices.
    candidates: Vec<Vec<(u8, u16)>>,
    /// For each piece its bit in a set of open pieces; none if it is settled.
    bit_of: Vec<Option<u8>>,
    /// For each set of open pieces all pieces that are then in their places, the settled ones included; this and the next
    /// are empty when nothing fits.
    used: Vec<u16>,
    /// The best way to finish, by [`Arrangements::entry`].
    rest: Vec<Best>,
    /// What the open places have to add to the settled ones in orientation.
    start_orientation: usize,
    /// Whether an even permutation needs the open places to add an odd one: the order of filling, and what is settled.
    start_odd: bool,
}

impl Arrangements {
    /// With only the codes that fit each place.
    pub(super) fn fitting(kind: Kind, sets: &[CodeSet]) -> Arrangements {
        let fits = |set: CodeSet| kind.codes().filter(move |code| set >> code & 1 == 1).map(|code| (code, 0));
        Arrangements::new(kind, sets.iter().map(|&set| fits(set).collect()).collect())
    }

    /// With every code at every place, at the price that `price(place, code)` says.
    pub(super) fn priced(kind: Kind, price: impl Fn(usize, u8) -> u16) -> Arrangements {
        let prices = |place| kind.codes().map(|code| (code, price(place, code))).collect();
        Arrangements::new(kind, (0..kind.pieces).map(prices).collect())
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
        // Nothing fits when a place has no candidate, or when two places have settled on one piece, which leaves more
        // pieces than places.
        let has_gap = candidates.iter().any(Vec::is_empty);
        if !has_gap && arrangements.open.len() + taken.count_ones() as usize == kind.pieces {
            arrangements.fill();
        }
        arrangements
    }

    fn settled_pieces(&self) -> u16 {
        self.settled.iter().fold(0, |pieces, &(_, code)| pieces | 1 << self.kind.piece(code))
    }

    /// The entry for what remains to be placed: the set of open pieces used, and what the rest must add.
    fn entry(&self, set: usize, orientation: usize, odd: bool) -> usize {
        (set * self.kind.orientations + orientation) * 2 + usize::from(odd)
    }

    /// The set, orientation and parity that an entry stands for.
    fn parts(&self, entry: usize) -> (usize, usize, bool) {
        (entry / 2 / self.kind.orientations, entry / 2 % self.kind.orientations, entry % 2 == 1)
    }

    /// What is left to add after placing a code.
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
                        self.candidates[step].iter().fold(Best::NONE, |best, &(code, price)| {
                            match self.after(set, orientation, odd, code) {
                                Some(next) => best.or(self.rest[next].dearer_by(price)),
                                None => best,
                            }
                        });
                    let entry = self.entry(set, orientation, odd);
                    self.rest[entry] = best;
                }
            }
        }
    }

    /// Which sets of pieces can be used up after filling the first places: few, when much is known.
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

    /// The entry from which arrangements of this parity are filled.
    fn start(&self, odd: bool) -> usize {
        self.entry(0, self.start_orientation, odd ^ self.start_odd)
    }

    /// The best arrangements whose permutation has this parity.
    pub(super) fn best(&self, odd: bool) -> Best {
        self.rest.get(self.start(odd)).copied().unwrap_or(Best::NONE)
    }

    /// The best arrangement number `rank` of this parity, as codes by place; `rank` must be below their number.
    pub(super) fn get<const PLACES: usize>(&self, odd: bool, mut rank: u64) -> [u8; PLACES] {
        let mut codes = [0; PLACES];
        self.settled.iter().for_each(|&(place, code)| codes[place] = code);
        let mut here = self.start(odd);
        for (&place, candidates) in self.open.iter().zip(&self.candidates) {
            let wanted = self.rest[here].price;
            let (set, orientation, odd) = self.parts(here);
            for &(code, price) in candidates {
                let Some(next) = self.after(set, orientation, odd, code) else { continue };
                let best = self.rest[next].dearer_by(price);
                if best.ways == 0 || best.price != wanted {
                    continue;
                }
                if rank < best.ways {
                    codes[place] = code;
                    here = next;
                    break;
                }
                rank -= best.ways;
            }
        }
        codes
    }

    /// For each place and code, the number of arrangements of each parity (even, odd) that have it there. Only for
    /// arrangements without prices.
    pub(super) fn tally(&self) -> Vec<[[u64; 2]; 32]> {
        let mut tally = vec![[[0; 2]; 32]; self.kind.pieces];
        if self.rest.is_empty() {
            return tally;
        }
        for odd in [false, true] {
            for &(place, code) in &self.settled {
                tally[place][code as usize][usize::from(odd)] = self.best(odd).ways;
            }
            // The number of ways to come to an entry; entries of larger sets come later.
            let mut ways_to = vec![0u64; self.rest.len()];
            ways_to[self.start(odd)] = 1;
            for entry in 0..ways_to.len() {
                let (set, orientation, parity) = self.parts(entry);
                if ways_to[entry] == 0 || set == self.used.len() - 1 {
                    continue;
                }
                let step = set.count_ones() as usize;
                for &(code, _) in &self.candidates[step] {
                    if let Some(next) = self.after(set, orientation, parity, code) {
                        ways_to[next] += ways_to[entry];
                        tally[self.open[step]][code as usize][usize::from(odd)] +=
                            ways_to[entry] * self.rest[next].ways;
                    }
                }
            }
        }
        tally
    }
}

/// For each set of open pieces all pieces in their places.
fn sets_of_open_pieces(settled: u16, bit_of: &[Option<u8>]) -> Vec<u16> {
    bit_of.iter().enumerate().filter(|(_, bit)| bit.is_some()).fold(vec![settled], |sets, (piece, _)| {
        let with_piece = sets.iter().map(|set| set | 1 << piece).collect();
        [sets, with_piece].concat()
    })
}
