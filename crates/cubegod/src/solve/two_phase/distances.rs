//! Exact distances over the product of two coordinates, breadth first.
//!
//! One coordinate is reduced to symmetry classes (the rows), the other is not (the columns). A turn maps a row to one other row
//! and permutes its columns, so that the row being processed stays in the first-level cache.

use super::symmetry::{Classes, SYMMETRIES};
use crate::cancellation::Cancelled;
use crate::solve::BuildOptions;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering};

/// The two coordinates and their move tables.
pub(super) struct CoordinateProduct<'a, const TURNS: usize> {
    pub(super) classes: &'a Classes,
    /// The row value after a turn, not yet reduced to its class.
    pub(super) row_moves: &'a (dyn Fn(u32, usize) -> usize + Sync),
    pub(super) column_moves: &'a [[u16; TURNS]],
    pub(super) conjugated_columns: &'a [[u16; SYMMETRIES]],
}

/// The number of rows between two reports.
const CHUNK: usize = 64;

/// The distance of an entry that is not reached yet.
const UNSEEN: u8 = u8::MAX;

/// The row that a turn leads to, and the symmetry that conjugates its columns.
#[derive(Copy, Clone, Default)]
struct Target {
    offset: usize,
    symmetry: usize,
    row: usize,
}

impl<const TURNS: usize> CoordinateProduct<'_, TURNS> {
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

    /// Computes the distance of every entry from the first, by row and column.
    pub(super) fn distances(&self, options: &BuildOptions<'_>) -> Result<Vec<u8>, Cancelled> {
        let rows = self.classes.representatives.len();
        let entries: Vec<AtomicU8> = (0..rows * self.columns()).map(|_| AtomicU8::new(UNSEEN)).collect();
        entries[0].store(0, Ordering::Relaxed);
        let (mut layer, mut unseen) = (1, entries.len() - 1);
        let known = AtomicUsize::new(1);
        // The progress is the fraction of entries, not of the rows that one step grows.
        let step_options = options.progress(&|_| ());
        for distance in 0.. {
            if layer == 0 {
                break;
            }
            // A forward step applies every turn to the last layer. A backward step stops at the first turn into the last layer, which
            // late in the search is nearly always among the first three.
            let forward = layer * TURNS / 3 < unseen;
            let grow_row = |row| {
                if forward {
                    self.grow_forward(&entries, row, distance)
                } else {
                    self.grow_backward(&entries, row, distance)
                }
            };
            let grow_rows = |(): &mut (), chunk: usize| {
                let rows = chunk * CHUNK..rows.min((chunk + 1) * CHUNK);
                let found: usize = rows.map(grow_row).sum();
                let known = known.fetch_add(found, Ordering::Relaxed) + found;
                (options.progress)(known as f64 / entries.len() as f64);
                found
            };
            layer = step_options.in_parallel(rows.div_ceil(CHUNK), || (), grow_rows)?.into_iter().sum();
            unseen -= layer;
        }
        Ok(entries.into_iter().map(AtomicU8::into_inner).collect())
    }

    /// Sets every unseen neighbour of this row's entries at this distance to the next distance; returns their number.
    fn grow_forward(&self, entries: &[AtomicU8], row: usize, distance: u8) -> usize {
        let here = &entries[row * self.columns()..][..self.columns()];
        let layer: Vec<usize> =
            (0..here.len()).filter(|&column| here[column].load(Ordering::Relaxed) == distance).collect();
        if layer.is_empty() {
            return 0;
        }
        let mut found = 0;
        // Two threads may reach one entry at once; only one of them counts it.
        let mut visit = |entry: &AtomicU8| {
            if entry.load(Ordering::Relaxed) == UNSEEN
                && entry.swap(distance + 1, Ordering::Relaxed) == UNSEEN
            {
                found += 1;
            }
        };
        for (turn, target) in self.targets(row).into_iter().enumerate() {
            let there = &entries[target.offset..][..self.columns()];
            // With a symmetric representative, several columns are equivalent.
            let others: Vec<usize> = self.classes.stabilizer(target.row).skip(1).collect();
            for &column in &layer {
                let turned = self.conjugated_columns[self.column_moves[column][turn] as usize]
                    [target.symmetry] as usize;
                visit(&there[turned]);
                for &symmetry in &others {
                    visit(&there[self.conjugated_columns[turned][symmetry] as usize]);
                }
            }
        }
        found
    }

    /// Sets every unseen entry of this row with a neighbour at this distance to the next distance; returns their number.
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
                let column = self.conjugated_columns[column as usize][target.symmetry] as usize;
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
