//! All sequences of the last six or seven turns of phase 1 (*tails*), by coset.
//!
//! A search visits about as many nodes at each of its last levels as at any other. Few cosets are that near to phase 2, so all
//! tails of each can be stored: one lookup in a small table replaces six levels.

use super::bytes::{Reader, Writer};
use super::cosets::{Coset, Cosets};
use super::symmetry::Classes;
use crate::geometry::Face;
use crate::moves::{FaceTurn, Turns};
use crate::solve::prefetch::prefetch;

/// The maximum number of turns that fit into a word with a key.
const LONGEST: usize = 7;

/// A path into phase 2, in the frame of the representative of its coset.
///
/// The last turn is a quarter turn. Half turns belong to phase 2, so its inverse leads there too, and only the clockwise turn
/// is stored.
#[derive(Copy, Clone, Debug)]
pub(super) struct Phase1Tail(u64);

const TURN_BITS: usize = 5;
const PATH_BITS: usize = LONGEST * TURN_BITS;

impl Phase1Tail {
    fn new(key: u32, turns: &[u8]) -> Phase1Tail {
        let path = turns.iter().rev().fold(0, |path, &turn| path << TURN_BITS | u64::from(turn));
        Phase1Tail(u64::from(key) << PATH_BITS | path)
    }

    fn key(self) -> u32 {
        (self.0 >> PATH_BITS) as u32
    }

    #[inline]
    pub(super) fn turn(self, step: usize) -> usize {
        (self.0 >> (step * TURN_BITS)) as usize & 31
    }
}

/// All tails of one length, by coset.
#[derive(Clone, Debug)]
pub(super) struct Phase1Tails {
    length: usize,
    bucket_bits: u32,
    /// The start of each bucket.
    starts: Vec<u32>,
    phase1_tails: Vec<Phase1Tail>,
}

/// Returns the bits of a bucket number: about as many buckets as tails.
fn bucket_bits(length: usize) -> u32 {
    if length < LONGEST { 17 } else { 20 }
}

#[inline]
fn bucket(key: u32, bits: u32) -> usize {
    (key.wrapping_mul(0x9E37_79B1) >> (32 - bits)) as usize
}

impl Phase1Tails {
    pub(super) fn build(cosets: &Cosets, classes: &Classes, length: usize) -> Phase1Tails {
        let bucket_bits = bucket_bits(length);
        let bucket = |tail: &Phase1Tail| bucket(tail.key(), bucket_bits);
        let mut found = Vec::with_capacity(1 << 19);
        let solved = Coset { class: 0, twist: 0, symmetry: 0 };
        // The four faces that enter phase 2 are equivalent under the symmetries.
        let last = FaceTurn::new(Face::R, Turns::Clockwise);
        ReverseSearch { cosets, classes, turns: vec![last; length], found: &mut found }
            .extend(solved, length - 1);
        let mut starts = vec![0; (1 << bucket_bits) + 1];
        found.iter().for_each(|tail| starts[bucket(tail) + 1] += 1);
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let mut next = starts.clone();
        let mut phase1_tails = vec![Phase1Tail(0); found.len()];
        for tail in found {
            let place = &mut next[bucket(&tail)];
            phase1_tails[*place as usize] = tail;
            *place += 1;
        }
        // Remove the duplicates of symmetric tails.
        let mut kept = Vec::with_capacity(phase1_tails.len() / 3);
        for b in 0..1 << bucket_bits {
            let (first, end) = (starts[b] as usize, starts[b + 1] as usize);
            starts[b] = kept.len() as u32;
            let bucket = &mut phase1_tails[first..end];
            bucket.sort_unstable_by_key(|tail| tail.0);
            for i in 0..bucket.len() {
                if i == 0 || bucket[i].0 != bucket[i - 1].0 {
                    kept.push(bucket[i]);
                }
            }
        }
        starts[1 << bucket_bits] = kept.len() as u32;
        Phase1Tails { length, bucket_bits, starts, phase1_tails: kept }
    }

    pub(super) fn put(&self, writer: &mut Writer) {
        writer.put(self.starts.iter().map(|start| start.to_le_bytes()));
        writer.put(self.phase1_tails.iter().map(|tail| tail.0.to_le_bytes()));
    }

    /// Reads the tails of this length.
    pub(super) fn take(reader: &mut Reader<'_>, length: usize) -> Option<Phase1Tails> {
        let bucket_bits = bucket_bits(length);
        let starts = reader.take((1 << bucket_bits) + 1, u32::from_le_bytes)?;
        let count = *starts.last()? as usize;
        let phase1_tails = reader.take(count, |bytes| Phase1Tail(u64::from_le_bytes(bytes)))?;
        starts.is_sorted().then_some(Phase1Tails { length, bucket_bits, starts, phase1_tails })
    }

    /// Returns the number of turns of each tail.
    #[inline]
    pub(super) fn length(&self) -> usize {
        self.length
    }

    /// Prefetches the bucket of a coset.
    #[inline]
    pub(super) fn prefetch(&self, key: u32) {
        prefetch(&self.starts, bucket(key, self.bucket_bits));
    }

    /// Prefetches the tails of a coset, after [`Phase1Tails::prefetch`].
    #[inline]
    pub(super) fn prefetch_next(&self, key: u32) {
        prefetch(&self.phase1_tails, self.starts[bucket(key, self.bucket_bits)] as usize);
    }

    /// Returns all tails of a coset.
    #[inline]
    pub(super) fn of(&self, key: u32) -> impl Iterator<Item = Phase1Tail> {
        let bucket = bucket(key, self.bucket_bits);
        let (start, end) = (self.starts[bucket] as usize, self.starts[bucket + 1] as usize);
        self.phase1_tails[start..end].iter().copied().filter(move |tail| tail.key() == key)
    }

    /// Returns the cosets with tails, once for each tail.
    pub(super) fn keys(&self) -> impl Iterator<Item = u32> {
        self.phase1_tails.iter().map(|tail| tail.key())
    }
}

/// A search backwards from phase 2.
struct ReverseSearch<'a> {
    cosets: &'a Cosets,
    classes: &'a Classes,
    turns: Vec<FaceTurn>,
    found: &'a mut Vec<Phase1Tail>,
}

impl ReverseSearch<'_> {
    /// Applies the inverse of the turn at `step`, after those of all later turns, and tries all turns before it.
    fn extend(&mut self, here: Coset, step: usize) {
        let cosets = self.cosets;
        let inverse = self.turns[step].inverse();
        let conjugated = cosets.group.turn[here.symmetry as usize][inverse.index()] as usize;
        let here = cosets.apply(here, conjugated);
        if step == 0 {
            return self.record(here);
        }
        let next = self.turns[step];
        for turn in FaceTurn::ALL {
            let is_opposite = turn.face() == next.face().opposite();
            let may_precede = match self.turns.get(step + 1) {
                // The last two turns may be opposite quarter turns; an opposite half turn belongs to phase 2.
                None if is_opposite => turn.turns() != Turns::Half,
                Some(last) if turn.face() == last.face() && next.face() == last.face().opposite() => false,
                _ => next.may_follow(turn),
            };
            if may_precede {
                self.turns[step - 1] = turn;
                self.extend(here, step - 1);
            }
        }
    }

    fn record(&mut self, here: Coset) {
        let Cosets { group, conjugated_twists, .. } = self.cosets;
        let in_frame = |turn: &FaceTurn| group.turn[here.symmetry as usize][turn.index()];
        // With a symmetric representative, one coset has several twists.
        for symmetry in self.classes.stabilizer(here.class as usize) {
            let twist = conjugated_twists[here.twist as usize][symmetry];
            let mut turns = [0; LONGEST];
            let turns = &mut turns[..self.turns.len()];
            for (conjugated, turn) in turns.iter_mut().zip(&self.turns) {
                *conjugated = group.turn[symmetry][in_frame(turn) as usize];
            }
            normalize(turns);
            self.found.push(Phase1Tail::new(Coset { twist, ..here }.key(), turns));
        }
    }
}

/// Orders turns of opposite faces and makes the last turn clockwise.
fn normalize(turns: &mut [u8]) {
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

    /// Counts the ordered sequences of this length that enter phase 2 with a quarter turn.
    fn count_paths(cosets: &Cosets, here: Coset, last: Option<FaceTurn>, length: usize) -> usize {
        if length == 0 {
            let is_entry = last.is_some_and(|last| !PHASE2.contains(&last));
            return usize::from(here.is_solved() && is_entry);
        }
        // A half turn of the opposite face just before the last turn belongs to phase 2.
        let is_late = |turn: &FaceTurn, last: FaceTurn| {
            length == 1 && last.turns() == Turns::Half && turn.face() == last.face().opposite()
        };
        let may_come =
            |turn: &FaceTurn| last.is_none_or(|last| turn.may_follow(last) && !is_late(turn, last));
        let turns = FaceTurn::ALL.into_iter().filter(may_come);
        turns
            .map(|turn| {
                let seen = cosets.group.turn[here.symmetry as usize][turn.index()] as usize;
                count_paths(cosets, cosets.apply(here, seen), Some(turn), length - 1)
            })
            .sum()
    }

    #[test]
    fn every_tail_leads_into_phase_2_and_none_is_missing() {
        let (cosets, classes) = cosets();
        for length in [1, 2, 3, 4] {
            let phase1_tails = Phase1Tails::build(&cosets, &classes, length);
            for (number, tail) in phase1_tails.phase1_tails.iter().enumerate() {
                let start = Coset::of_key(tail.key());
                let end = (0..length).fold(start, |here, step| {
                    let turn = cosets.group.turn[here.symmetry as usize][tail.turn(step)] as usize;
                    cosets.apply(here, turn)
                });
                assert!(end.is_solved());
                // Each tail stands for both directions of its last turn.
                if number % 5 == 0 {
                    let listed = 2 * phase1_tails.of(tail.key()).count();
                    assert_eq!(listed, count_paths(&cosets, start, None, length));
                }
            }
        }
    }

    /// Counts the ordered sequences of this length that end with a clockwise turn into phase 2 and have no half turn of the
    /// opposite face before it, without reference to cubes.
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

    /// Every sequence enters phase 2 from exactly one coset, and a class stands for all its members.
    #[test]
    fn there_are_as_many_tails_as_sequences_of_every_length() {
        let (cosets, classes) = cosets();
        let kept = (1..=LONGEST).map(|length| {
            let phase1_tails = Phase1Tails::build(&cosets, &classes, length);
            let values =
                |key: u32| SYMMETRIES / classes.stabilizer(Coset::of_key(key).class as usize).count();
            assert_eq!(
                phase1_tails.keys().map(values).sum::<usize>(),
                count_sequences(length),
                "{length} turns"
            );
            phase1_tails.phase1_tails.len()
        });
        assert_eq!(kept.collect::<Vec<_>>(), [1, 6, 64, 746, 9197, 117_432, 1_517_297]);
    }

    #[test]
    fn tails_round_trip_through_bytes() {
        let (cosets, classes) = cosets();
        let phase1_tails = Phase1Tails::build(&cosets, &classes, 5);
        let mut writer = Writer::default();
        phase1_tails.put(&mut writer);
        let bytes = writer.finish();
        let read = Phase1Tails::take(&mut Reader::new(&bytes), 5).unwrap();
        assert_eq!(phase1_tails.starts, read.starts);
        assert!(phase1_tails.phase1_tails.iter().zip(&read.phase1_tails).all(|(a, b)| a.0 == b.0));
    }
}
