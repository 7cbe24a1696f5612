//! All ways to put pieces of one kind into their places, counted and numbered without listing them.
//!
//! Both questions about a partly known cube come down to one computation. Every piece in every orientation has a price
//! at every place: the number of known stickers it contradicts. Going through the places one by one, the only things
//! that matter for the rest are which pieces are used up, the orientation so far, and the parity so far; so a table
//! over those (at most 4096 · 2 · 2 entries) holds the lowest price of finishing and in how many ways that can be done.
//! If only pieces that fit are allowed the price is 0 and the ways are the completions; if all are allowed, the price
//! is the smallest repair.

use crate::cube::CodeSet;

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
#[derive(Clone, Debug)]
pub(super) struct Arrangements {
    kind: Kind,
    /// The places in the order they are filled: those with the fewest candidates first.
    order: Vec<usize>,
    /// For each place in that order the codes allowed there, with their prices.
    candidates: Vec<Vec<(u8, u16)>>,
    /// The best way to finish, by [`Arrangements::entry`].
    rest: Vec<Best>,
    /// Whether `order` is an odd permutation of the places.
    odd_order: bool,
}

impl Arrangements {
    /// With only the codes that fit each place.
    pub(super) fn fitting(kind: Kind, sets: &[CodeSet]) -> Arrangements {
        Arrangements::new(
            kind,
            sets.iter()
                .map(|&set| kind.codes().filter(|code| set >> code & 1 == 1).map(|code| (code, 0)).collect())
                .collect(),
        )
    }

    /// With every code at every place, at the price that `price(place, code)` says.
    pub(super) fn priced(kind: Kind, price: impl Fn(usize, u8) -> u16) -> Arrangements {
        let prices = |place| kind.codes().map(|code| (code, price(place, code))).collect();
        Arrangements::new(kind, (0..kind.pieces).map(prices).collect())
    }

    fn new(kind: Kind, candidates: Vec<Vec<(u8, u16)>>) -> Arrangements {
        let mut order: Vec<usize> = (0..kind.pieces).collect();
        order.sort_by_key(|&place| candidates[place].len());
        let odd_order = crate::cube::is_odd_permutation(order.iter().copied());
        let mut arrangements = Arrangements {
            kind,
            candidates: order.iter().map(|&place| candidates[place].clone()).collect(),
            order,
            rest: vec![Best::NONE; (1 << kind.pieces) * kind.orientations * 2],
            odd_order,
        };
        arrangements.fill();
        arrangements
    }

    /// The entry for what remains to be placed: used pieces, and what the rest must add in orientation and parity.
    fn entry(&self, used: usize, orientation: usize, odd: bool) -> usize {
        (used * self.kind.orientations + orientation) * 2 + usize::from(odd)
    }

    /// What is left to add after placing a code.
    fn after(&self, used: usize, orientation: usize, odd: bool, code: u8) -> Option<usize> {
        let piece = self.kind.piece(code);
        if used >> piece & 1 == 1 {
            return None;
        }
        let turns = self.kind.orientations;
        let orientation = (orientation + turns - self.kind.orientation(code)) % turns;
        let inverted = (used >> piece).count_ones() % 2 == 1;
        Some(self.entry(used | 1 << piece, orientation, odd ^ inverted))
    }

    fn fill(&mut self) {
        let all = (1 << self.kind.pieces) - 1;
        let reachable = self.reachable();
        let done = self.entry(all, 0, false);
        self.rest[done] = Best::DONE;
        for used in (0..all).rev().filter(|&used| reachable[used]) {
            let place = used.count_ones() as usize;
            for orientation in 0..self.kind.orientations {
                for odd in [false, true] {
                    let best = self.candidates[place].iter().fold(Best::NONE, |best, &(code, price)| {
                        match self.after(used, orientation, odd, code) {
                            Some(next) => best.or(self.rest[next].dearer_by(price)),
                            None => best,
                        }
                    });
                    let entry = self.entry(used, orientation, odd);
                    self.rest[entry] = best;
                }
            }
        }
    }

    /// Which sets of pieces can be used up after filling the first places: few, when much is known.
    fn reachable(&self) -> Vec<bool> {
        let mut reachable = vec![false; 1 << self.kind.pieces];
        reachable[0] = true;
        for used in 0..reachable.len() - 1 {
            if reachable[used] {
                for &(code, _) in &self.candidates[used.count_ones() as usize] {
                    reachable[used | 1 << self.kind.piece(code)] = true;
                }
            }
        }
        reachable
    }

    /// The best arrangements whose permutation has this parity.
    pub(super) fn best(&self, odd: bool) -> Best {
        self.rest[self.entry(0, 0, odd ^ self.odd_order)]
    }

    /// The best arrangement number `rank` of this parity, as codes by place; `rank` must be below their number.
    pub(super) fn get<const PLACES: usize>(&self, odd: bool, mut rank: u64) -> [u8; PLACES] {
        let mut codes = [0; PLACES];
        let (mut used, mut orientation, mut odd) = (0, 0, odd ^ self.odd_order);
        for (&place, candidates) in self.order.iter().zip(&self.candidates) {
            let wanted = self.rest[self.entry(used, orientation, odd)].price;
            for &(code, price) in candidates {
                let Some(next) = self.after(used, orientation, odd, code) else { continue };
                let best = self.rest[next].dearer_by(price);
                if best.ways == 0 || best.price != wanted {
                    continue;
                }
                if rank < best.ways {
                    codes[place] = code;
                    odd = next % 2 == 1;
                    orientation = next / 2 % self.kind.orientations;
                    used = next / 2 / self.kind.orientations;
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
        // The number of ways to come to an entry, starting from either parity asked for.
        for odd in [false, true] {
            let mut ways_here = vec![0u64; self.rest.len()];
            ways_here[self.entry(0, 0, odd ^ self.odd_order)] = 1;
            for entry in 0..ways_here.len() {
                let ways = ways_here[entry];
                let used = entry / 2 / self.kind.orientations;
                if ways == 0 || used == (1 << self.kind.pieces) - 1 {
                    continue;
                }
                let step = used.count_ones() as usize;
                let (orientation, parity) = (entry / 2 % self.kind.orientations, entry % 2 == 1);
                for &(code, _) in &self.candidates[step] {
                    if let Some(next) = self.after(used, orientation, parity, code) {
                        ways_here[next] += ways;
                        tally[self.order[step]][code as usize][usize::from(odd)] +=
                            ways * self.rest[next].ways;
                    }
                }
            }
        }
        tally
    }
}
