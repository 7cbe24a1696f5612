//! All edges at each distance from the tame cubes, for every class of corners: the truth that tables are made from.
//!
//! A turn brings the representative of a class to one other class, and all of its edges with it, by one change of slices
//! and flips. So a level is made a class at a time, from those of its neighbours, and nothing but two small
//! tables and one class are looked at meanwhile.

use super::coordinate::{
    CLASSES, CornerClasses, EdgeChange, EdgeTables, FLIP_BITS, FLIPS, SLICES, all_slices,
};
use crate::geometry::Symmetry;
use crate::moves::FaceTurn;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// So many are sorted rather than marked among all that there could be.
const FEW: usize = 20_000;

/// Edges of one class: `rank of slices << FLIP_BITS | flips`.
pub(super) type Edges = u32;

/// Told from 0.0 to 1.0 how far it is.
pub(super) type Progress<'a> = &'a (dyn Fn(f64) + Sync);

/// Rising numbers as the gaps between them.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Rising(Vec<u16>);

/// A gap this wide, and no number at its end.
const JUMP: u16 = u16::MAX;

impl FromIterator<Edges> for Rising {
    fn from_iter<I: IntoIterator<Item = Edges>>(numbers: I) -> Rising {
        let mut gaps = Vec::new();
        let mut last = 0;
        for number in numbers {
            let mut gap = number - last;
            while gap >= u32::from(JUMP) {
                gaps.push(JUMP);
                gap -= u32::from(JUMP);
            }
            gaps.push(gap as u16);
            last = number;
        }
        gaps.shrink_to_fit();
        Rising(gaps)
    }
}

impl Rising {
    #[inline]
    pub(super) fn for_each(&self, mut each: impl FnMut(Edges)) {
        let mut number = 0;
        for &gap in &self.0 {
            number += u32::from(gap);
            if gap != JUMP {
                each(number);
            }
        }
    }

    fn len(&self) -> usize {
        self.0.iter().filter(|&&gap| gap != JUMP).count()
    }
}

/// The turns that count as one move, and what they do.
pub(super) struct Neighbours {
    turns: Vec<FaceTurn>,
    slices: Vec<[u8; 12]>,
    /// By symmetry and turn: that symmetry undone, then that turn.
    changes: Vec<OnceLock<EdgeTables>>,
}

impl Neighbours {
    pub(super) fn new(turns: impl IntoIterator<Item = FaceTurn>) -> Neighbours {
        let changes = (0..Symmetry::ALL.len() * FaceTurn::COUNT).map(|_| OnceLock::new()).collect();
        Neighbours { turns: turns.into_iter().collect(), slices: all_slices(), changes }
    }

    fn change(&self, symmetry: usize, turn: FaceTurn) -> &EdgeTables {
        self.changes[symmetry * FaceTurn::COUNT + turn.index()].get_or_init(|| {
            let inverse = Symmetry::ALL[symmetry].inverse();
            EdgeChange::of_symmetry(inverse).then(&EdgeChange::of_turn(turn)).tables(&self.slices)
        })
    }

    /// At most how many edges of a class a turn makes of a level's.
    fn len(&self, class: usize, level: &Level) -> usize {
        let others = self.turns.iter().map(|&turn| CornerClasses::get().turned(class, turn).0);
        others.map(|other| level.0[other].0.len()).sum()
    }

    /// All edges of a class that a turn makes of a level's; most of them several times.
    ///
    /// Told as rank of slices and flips.
    #[inline]
    pub(super) fn for_each(&self, class: usize, level: &Level, mut each: impl FnMut(u16, u16)) {
        for &turn in &self.turns {
            // The cube before that turn is undone is one of the other class's after its symmetry.
            let (other, symmetry) = CornerClasses::get().turned(class, turn);
            let edges = &level.0[other];
            if edges.0.is_empty() {
                continue;
            }
            let change = self.change(symmetry, turn.inverse());
            let flips: &[u16; FLIPS] = change.flips.as_slice().try_into().expect("all flips have an entry");
            edges.for_each(|edges| {
                let (slices, changed) = change.slices[(edges >> FLIP_BITS) as usize];
                each(slices, flips[edges as usize % FLIPS] ^ changed);
            });
        }
    }
}

/// All at one distance, by class.
pub(super) struct Level(Vec<Rising>);

impl Level {
    /// The tame cubes.
    pub(super) fn first() -> Level {
        let solved = crate::cube::Cube3::SOLVED;
        let (class, symmetry) = CornerClasses::get().of(super::coordinate::corner_number(solved.corners()));
        debug_assert_eq!(symmetry, 0, "the first of a class is its representative");
        let (slices, flips) = super::coordinate::edge_numbers(solved.edges());
        let mut level = Level::nothing();
        level.0[class] = [(slices << FLIP_BITS | flips) as Edges].into_iter().collect();
        level
    }

    /// No cube at all.
    pub(super) fn nothing() -> Level {
        Level(vec![Rising::default(); CLASSES])
    }

    pub(super) fn edges(&self, class: usize) -> &Rising {
        &self.0[class]
    }

    /// The next one, given the one before this.
    pub(super) fn next(
        &self,
        before: &Level,
        neighbours: &Neighbours,
        threads: usize,
        progress: Progress<'_>,
    ) -> Level {
        let classes = in_parallel(CLASSES, threads, progress, Vec::new, |seen: &mut Vec<u64>, class| {
            if neighbours.len(class, self) <= FEW {
                return self.few_next(before, neighbours, class);
            }
            seen.clear();
            seen.resize(SLICES * FLIPS / 64, 0);
            neighbours.for_each(class, self, |slices, flips| {
                let edges = usize::from(slices) << FLIP_BITS | usize::from(flips);
                seen[edges / 64] |= 1 << (edges % 64);
            });
            for known in [self, before] {
                known.0[class].for_each(|edges| seen[edges as usize / 64] &= !(1 << (edges % 64)));
            }
            ones(seen).collect()
        });
        Level(classes)
    }

    /// A class of the next level where it has few.
    fn few_next(&self, before: &Level, neighbours: &Neighbours, class: usize) -> Rising {
        let mut found = Vec::new();
        neighbours.for_each(class, self, |slices, flips| {
            found.push(Edges::from(slices) << FLIP_BITS | Edges::from(flips));
        });
        found.sort_unstable();
        found.dedup();
        let mut known = Vec::new();
        for level in [self, before] {
            level.0[class].for_each(|edges| known.push(edges));
        }
        known.sort_unstable();
        found.into_iter().filter(|edges| known.binary_search(edges).is_err()).collect()
    }

    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.0.iter().map(Rising::len).sum()
    }
}

/// The numbers of the bits that are set.
fn ones(words: &[u64]) -> impl Iterator<Item = Edges> {
    words.iter().enumerate().filter(|(_, word)| **word != 0).flat_map(|(index, &word)| {
        let mut rest = word;
        std::iter::from_fn(move || {
            let bit = rest.trailing_zeros();
            (rest != 0).then(|| {
                rest &= rest - 1;
                64 * index as u32 + bit
            })
        })
    })
}

/// Something about each of so many things, on some threads, each with room of its own.
pub(super) fn in_parallel<R, T: Send>(
    count: usize,
    threads: usize,
    progress: Progress<'_>,
    room: impl Fn() -> R + Sync,
    about: impl Fn(&mut R, usize) -> T + Sync,
) -> Vec<T> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut room = room();
        let mut done = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                return done;
            }
            done.push((index, about(&mut room, index)));
            progress((index + 1) as f64 / count as f64);
        }
    };
    let mut all: Vec<(usize, T)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
        let mut all = work();
        for worker in workers {
            all.extend(worker.join().expect("a worker that makes a table does not panic"));
        }
        all
    });
    all.sort_unstable_by_key(|(index, _)| *index);
    all.into_iter().map(|(_, one)| one).collect()
}
