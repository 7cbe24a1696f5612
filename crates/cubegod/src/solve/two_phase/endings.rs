//! The last six or seven turns of phase 1, all ways, for every coset from which so many turns lead into phase 2.
//!
//! A search spends about as many nodes at each of its last levels as at any other. There are so few cosets near phase 2
//! that every way from each of them can be listed: one look into a small table replaces six levels.

use super::bytes::{Reader, Writer};
use super::cosets::{Coset, Cosets};
use super::symmetry::Classes;
use crate::geometry::Face;
use crate::moves::{FaceTurn, Turns};
use crate::solve::prefetch::prefetch;

/// The most turns that fit beside a key.
const LONGEST: usize = 7;

/// A way into phase 2, named as the representative of the coset sees it.
///
/// The last turn is a quarter turn; as half turns belong to phase 2, the one in the other direction leads there too, and
/// only the clockwise one is kept.
#[derive(Copy, Clone, Debug)]
pub(super) struct Ending(u64);

const TURN_BITS: usize = 5;
const PATH_BITS: usize = LONGEST * TURN_BITS;

impl Ending {
    fn new(key: u32, turns: &[u8]) -> Ending {
        let path = turns.iter().rev().fold(0, |path, &turn| path << TURN_BITS | u64::from(turn));
        Ending(u64::from(key) << PATH_BITS | path)
    }

    fn key(self) -> u32 {
        (self.0 >> PATH_BITS) as u32
    }

    #[inline]
    pub(super) fn turn(self, step: usize) -> usize {
        (self.0 >> (step * TURN_BITS)) as usize & 31
    }
}

/// All of them, by coset.
#[derive(Clone, Debug)]
pub(super) struct Endings {
    length: usize,
    bucket_bits: u32,
    /// Where each bucket begins.
    starts: Vec<u32>,
    endings: Vec<Ending>,
}

/// So many that there are about as many buckets as endings.
fn bucket_bits(length: usize) -> u32 {
    if length < LONGEST { 17 } else { 20 }
}

#[inline]
fn bucket(key: u32, bits: u32) -> usize {
    (key.wrapping_mul(0x9E37_79B1) >> (32 - bits)) as usize
}

impl Endings {
    pub(super) fn build(cosets: &Cosets, classes: &Classes, length: usize) -> Endings {
        let bucket_bits = bucket_bits(length);
        let bucket = |ending: &Ending| bucket(ending.key(), bucket_bits);
        let mut found = Vec::with_capacity(1 << 19);
        let solved = Coset { class: 0, twist: 0, symmetry: 0 };
        // The four faces with which phase 2 can be entered are the same to the symmetries.
        let last = FaceTurn::new(Face::R, Turns::Clockwise);
        Backwards { cosets, classes, turns: vec![last; length], found: &mut found }.grow(solved, length - 1);
        let mut starts = vec![0; (1 << bucket_bits) + 1];
        found.iter().for_each(|ending| starts[bucket(ending) + 1] += 1);
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut next = starts.clone();
        let mut endings = vec![Ending(0); found.len()];
        for ending in found {
            let place = &mut next[bucket(&ending)];
            endings[*place as usize] = ending;
            *place += 1;
        }
        // Symmetric ways were found several times.
        let mut kept = Vec::with_capacity(endings.len() / 3);
        for b in 0..1 << bucket_bits {
            let (first, end) = (starts[b] as usize, starts[b + 1] as usize);
            starts[b] = kept.len() as u32;
            let bucket = &mut endings[first..end];
            bucket.sort_unstable_by_key(|ending| ending.0);
            for i in 0..bucket.len() {
                if i == 0 || bucket[i].0 != bucket[i - 1].0 {
                    kept.push(bucket[i]);
                }
            }
        }
        starts[1 << bucket_bits] = kept.len() as u32;
        Endings { length, bucket_bits, starts, endings: kept }
    }

    pub(super) fn put(&self, writer: &mut Writer) {
        writer.put(self.starts.iter().map(|start| start.to_le_bytes()));
        writer.put(self.endings.iter().map(|ending| ending.0.to_le_bytes()));
    }

    /// Those of this length.
    pub(super) fn take(reader: &mut Reader<'_>, length: usize) -> Option<Endings> {
        let bucket_bits = bucket_bits(length);
        let starts = reader.take((1 << bucket_bits) + 1, u32::from_le_bytes)?;
        let count = *starts.last()? as usize;
        let endings = reader.take(count, |bytes| Ending(u64::from_le_bytes(bytes)))?;
        starts.is_sorted().then_some(Endings { length, bucket_bits, starts, endings })
    }

    /// How many turns the ways have.
    #[inline]
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// Asks for the memory that tells where the ways from a coset are.
    #[inline]
    pub(super) fn prefetch(&self, key: u32) {
        prefetch(&self.starts, bucket(key, self.bucket_bits));
    }

    /// Asks for the ways themselves.
    #[inline]
    pub(super) fn prefetch_next(&self, key: u32) {
        prefetch(&self.endings, self.starts[bucket(key, self.bucket_bits)] as usize);
    }

    /// All ways from a coset.
    #[inline]
    pub(super) fn of(&self, key: u32) -> impl Iterator<Item = Ending> {
        let bucket = bucket(key, self.bucket_bits);
        let (start, end) = (self.starts[bucket] as usize, self.starts[bucket + 1] as usize);
        self.endings[start..end].iter().copied().filter(move |ending| ending.key() == key)
    }

    /// The cosets that have any; several times if they have several.
    pub(super) fn keys(&self) -> impl Iterator<Item = u32> {
        self.endings.iter().map(|ending| ending.key())
    }
}

/// Goes from phase 2 backwards.
struct Backwards<'a> {
    cosets: &'a Cosets,
    classes: &'a Classes,
    turns: Vec<FaceTurn>,
    found: &'a mut Vec<Ending>,
}

impl Backwards<'_> {
    /// With the turns from this one on chosen, and all later ones undone.
    fn grow(&mut self, here: Coset, step: usize) {
        let cosets = self.cosets;
        let undone = self.turns[step].inverse();
        let seen = cosets.group.turn[here.symmetry as usize][undone.index()] as usize;
        let here = cosets.turned(here, seen);
        if step == 0 {
            return self.keep(here);
        }
        let next = self.turns[step];
        for turn in FaceTurn::ALL {
            let is_opposite = turn.face() == next.face().opposite();
            let may_precede = match self.turns.get(step + 1) {
                // Opposite quarter turns may both be the last; a half turn there belongs to phase 2.
                None if is_opposite => turn.turns() != Turns::Half,
                Some(last) if turn.face() == last.face() && next.face() == last.face().opposite() => false,
                _ => next.may_follow(turn),
            };
            if may_precede {
                self.turns[step - 1] = turn;
                self.grow(here, step - 1);
            }
        }
    }

    fn keep(&mut self, here: Coset) {
        let Cosets { group, renamed_twists, .. } = self.cosets;
        let seen = |turn: &FaceTurn| group.turn[here.symmetry as usize][turn.index()];
        // A symmetric representative sees the same coset with several twists.
        for keeper in self.classes.keepers(here.class as usize) {
            let twist = renamed_twists[here.twist as usize][keeper];
            let mut turns = [0; LONGEST];
            let turns = &mut turns[..self.turns.len()];
            for (renamed, turn) in turns.iter_mut().zip(&self.turns) {
                *renamed = group.turn[keeper][seen(turn) as usize];
            }
            put_in_order(turns);
            self.found.push(Ending::new(Coset { twist, ..here }.key(), turns));
        }
    }
}

/// The first of two opposite faces first, and the last turn clockwise.
fn put_in_order(turns: &mut [u8]) {
    for i in 1..turns.len() {
        if turns[i - 1] / 3 == turns[i] / 3 + 3 {
            turns.swap(i - 1, i);
        }
    }
    if let Some(last) = turns.last_mut() {
        *last -= *last % 3;
    }
}

#[cfg(test)]
mod tests {
    use super::super::moves::{PHASE2, Phase1Moves};
    use super::super::symmetry::{Group, SYMMETRIES, flip_slice_classes};
    use super::*;

    fn cosets() -> (Cosets, Classes) {
        let classes = flip_slice_classes(&Group::new());
        (Cosets::new(&Phase1Moves::new(), &classes), classes)
    }

    /// How many sequences of this length, in order and with a quarter turn at the end, lead into phase 2.
    fn count_ways(cosets: &Cosets, here: Coset, last: Option<FaceTurn>, length: usize) -> usize {
        if length == 0 {
            let is_entry = last.is_some_and(|last| !PHASE2.contains(&last));
            return usize::from(here.is_solved() && is_entry);
        }
        // A half turn just before the last turn, on the opposite face, might as well come after it, in phase 2.
        let is_late = |turn: &FaceTurn, last: FaceTurn| {
            length == 1 && last.turns() == Turns::Half && turn.face() == last.face().opposite()
        };
        let may_come =
            |turn: &FaceTurn| last.is_none_or(|last| turn.may_follow(last) && !is_late(turn, last));
        let turns = FaceTurn::ALL.into_iter().filter(may_come);
        turns
            .map(|turn| {
                let seen = cosets.group.turn[here.symmetry as usize][turn.index()] as usize;
                count_ways(cosets, cosets.turned(here, seen), Some(turn), length - 1)
            })
            .sum()
    }

    #[test]
    fn every_way_leads_into_phase_2_and_none_is_missing() {
        let (cosets, classes) = cosets();
        for length in [1, 2, 3, 4] {
            let endings = Endings::build(&cosets, &classes, length);
            for (number, ending) in endings.endings.iter().enumerate() {
                let start = Coset::of_key(ending.key());
                let end = (0..length).fold(start, |here, step| {
                    let turn = cosets.group.turn[here.symmetry as usize][ending.turn(step)] as usize;
                    cosets.turned(here, turn)
                });
                assert!(end.is_solved());
                // Each stands for both directions of its last turn.
                if number % 5 == 0 {
                    let listed = 2 * endings.of(ending.key()).count();
                    assert_eq!(listed, count_ways(&cosets, start, None, length));
                }
            }
        }
    }

    /// How many sequences of this length, in order, end with a clockwise turn that enters phase 2 and has no half turn
    /// of the opposite face before it. Nothing is known of cubes here.
    fn count_sequences(length: usize) -> usize {
        let is_entry = |turn: FaceTurn| !PHASE2.contains(&turn) && turn.turns() == Turns::Clockwise;
        let mut counts = FaceTurn::ALL.map(|_| 1);
        for step in 1..length {
            counts = FaceTurn::ALL.map(|turn| {
                let is_late = |before: FaceTurn| {
                    step + 1 == length
                        && before.turns() == Turns::Half
                        && before.face() == turn.face().opposite()
                };
                let before = FaceTurn::ALL.into_iter().zip(counts);
                before
                    .filter(|&(before, _)| turn.may_follow(before) && !is_late(before))
                    .map(|(_, count)| count)
                    .sum()
            });
        }
        FaceTurn::ALL
            .into_iter()
            .zip(counts)
            .filter(|&(turn, _)| is_entry(turn))
            .map(|(_, count)| count)
            .sum()
    }

    /// Every sequence leads into phase 2 from exactly one coset of the whole space, and a coset of a class stands for
    /// all values in the class.
    #[test]
    fn there_are_as_many_ways_as_sequences_at_every_length() {
        let (cosets, classes) = cosets();
        let kept = (1..=LONGEST).map(|length| {
            let endings = Endings::build(&cosets, &classes, length);
            let values = |key: u32| SYMMETRIES / classes.keepers(Coset::of_key(key).class as usize).count();
            assert_eq!(endings.keys().map(values).sum::<usize>(), count_sequences(length), "{length} turns");
            endings.endings.len()
        });
        assert_eq!(kept.collect::<Vec<_>>(), [1, 6, 64, 746, 9197, 117_432, 1_517_297]);
    }

    #[test]
    fn what_was_written_is_read_again() {
        let (cosets, classes) = cosets();
        let endings = Endings::build(&cosets, &classes, 5);
        let mut writer = Writer::default();
        endings.put(&mut writer);
        let bytes = writer.finish();
        let read = Endings::take(&mut Reader::new(&bytes), 5).unwrap();
        assert_eq!(endings.starts, read.starts);
        assert!(endings.endings.iter().zip(&read.endings).all(|(a, b)| a.0 == b.0));
    }
}
