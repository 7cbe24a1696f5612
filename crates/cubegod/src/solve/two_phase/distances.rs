//! Exact distances over a space of classes times columns, breadth first.
//!
//! Both phases look at two coordinates at a time: one in symmetry classes (the rows), the other whole (the columns). A turn
//! brings all of a row to one other row and shuffles the columns, so a row at a time stays in the fastest cache.

use super::symmetry::{Classes, SYMMETRIES};
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

/// Rows, columns, and what the turns do to them.
pub(super) struct Space<'a, const TURNS: usize> {
    pub(super) classes: &'a Classes,
    /// What the turns do to the row coordinate, before it is brought to its class.
    pub(super) row_moves: &'a (dyn Fn(u32, usize) -> usize + Sync),
    pub(super) column_moves: &'a [[u16; TURNS]],
    pub(super) column_renamed: &'a [[u16; SYMMETRIES]],
}

/// Not reached yet.
const UNSEEN: u8 = u8::MAX;

/// Where a turn brings a row: the first entry of the new row, and how its columns are renamed.
#[derive(Copy, Clone, Default)]
struct Target {
    offset: usize,
    symmetry: usize,
    row: usize,
}

impl<const TURNS: usize> Space<'_, TURNS> {
    fn columns(&self) -> usize {
        self.column_moves.len()
    }

    fn targets(&self, row: usize) -> [Target; TURNS] {
        std::array::from_fn(|turn| {
            let value = (self.row_moves)(self.classes.representatives[row], turn);
            let (row, symmetry) = self.classes.of(value);
            Target { offset: row * self.columns(), symmetry, row }
        })
    }

    /// The distance of every entry from the first, by row and column; `progress` is told which part of them is known.
    pub(super) fn distances(&self, threads: usize, progress: &(dyn Fn(f64) + Sync)) -> Vec<u8> {
        let rows = self.classes.representatives.len();
        let entries: Vec<AtomicU8> = (0..rows * self.columns()).map(|_| AtomicU8::new(UNSEEN)).collect();
        entries[0].store(0, Ordering::Relaxed);
        let (mut layer, mut unseen) = (1, entries.len() - 1);
        let known = AtomicUsize::new(1);
        let tell = |found: usize| {
            let known = known.fetch_add(found, Ordering::Relaxed) + found;
            progress(known as f64 / entries.len() as f64);
        };
        for distance in 0.. {
            if layer == 0 {
                break;
            }
            // Going out costs every turn of the last layer; looking back stops at the first turn that leads there,
            // which late in the search is nearly always among the first three.
            let forward = layer * TURNS / 3 < unseen;
            layer = in_parallel(threads, rows, &tell, |row| {
                if forward {
                    self.grow_forward(&entries, row, distance)
                } else {
                    self.grow_backward(&entries, row, distance)
                }
            });
            unseen -= layer;
        }
        entries.into_iter().map(AtomicU8::into_inner).collect()
    }

    /// Gives every unseen neighbour of this row's entries at this distance the next one.
    fn grow_forward(&self, entries: &[AtomicU8], row: usize, distance: u8) -> usize {
        let here = &entries[row * self.columns()..][..self.columns()];
        let layer: Vec<usize> =
            (0..here.len()).filter(|&column| here[column].load(Ordering::Relaxed) == distance).collect();
        if layer.is_empty() {
            return 0;
        }
        let mut found = 0;
        // Two threads may come to one entry at once; only one of them counts it.
        let mut visit = |entry: &AtomicU8| {
            if entry.load(Ordering::Relaxed) == UNSEEN
                && entry.swap(distance + 1, Ordering::Relaxed) == UNSEEN
            {
                found += 1;
            }
        };
        for (turn, target) in self.targets(row).into_iter().enumerate() {
            let there = &entries[target.offset..][..self.columns()];
            // A symmetric representative stands for several columns at once.
            let others: Vec<usize> = self.classes.keepers(target.row).skip(1).collect();
            for &column in &layer {
                let turned =
                    self.column_renamed[self.column_moves[column][turn] as usize][target.symmetry] as usize;
                visit(&there[turned]);
                for &keeper in &others {
                    visit(&there[self.column_renamed[turned][keeper] as usize]);
                }
            }
        }
        found
    }

    /// Gives every unseen entry of this row with a neighbour at this distance the next one.
    fn grow_backward(&self, entries: &[AtomicU8], row: usize, distance: u8) -> usize {
        let here = &entries[row * self.columns()..][..self.columns()];
        let targets = self.targets(row);
        let mut found = 0;
        for (column, entry) in here.iter().enumerate() {
            if entry.load(Ordering::Relaxed) != UNSEEN {
                continue;
            }
            let turned = &self.column_moves[column];
            let leads_there = targets.iter().zip(turned).any(|(target, &column)| {
                let column = self.column_renamed[column as usize][target.symmetry] as usize;
                entries[target.offset + column].load(Ordering::Relaxed) == distance
            });
            if leads_there {
                entry.store(distance + 1, Ordering::Relaxed);
                found += 1;
            }
        }
        found
    }
}

/// Calls `work` for every row, on several threads, tells what it returned now and then, and adds it up.
fn in_parallel(
    threads: usize,
    rows: usize,
    tell: &(dyn Fn(usize) + Sync),
    work: impl Fn(usize) -> usize + Sync,
) -> usize {
    const CHUNK: usize = 64;
    if threads <= 1 {
        return (0..rows).step_by(CHUNK).fold(0, |found, first| {
            let more = (first..(first + CHUNK).min(rows)).map(&work).sum();
            tell(more);
            found + more
        });
    }
    let next = AtomicUsize::new(0);
    let total = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                let mut found = 0;
                loop {
                    let first = next.fetch_add(CHUNK, Ordering::Relaxed);
                    if first >= rows {
                        break;
                    }
                    let more = (first..(first + CHUNK).min(rows)).map(&work).sum();
                    tell(more);
                    found += more;
                }
                total.fetch_add(found, Ordering::Relaxed);
            });
        }
    });
    total.into_inner()
}
