//! The search: phase 1 along the exact table, phase 2 for every way into it.

use super::coordinates::{self, FLIPS};
use super::tables::{PHASE2, TwoPhaseTables};
use crate::cube::Cube3;
use crate::moves::FaceTurn;
use std::ops::ControlFlow;

/// More moves than any phase is searched for.
const LONGEST: usize = 32;

/// The phase-1 coordinates of a cube.
#[derive(Copy, Clone, Debug)]
struct Phase1 {
    twist: u16,
    flip: u16,
    slice: u16,
}

/// The coordinates from which those of phase 2 come.
#[derive(Copy, Clone, Debug, Default)]
struct Pieces {
    corners: u16,
    slice: u16,
    up: u16,
    down: u16,
}

/// A cube to be searched from.
#[derive(Copy, Clone, Debug)]
pub(super) struct Start {
    phase1: Phase1,
    pieces: Pieces,
    /// The exact distance to phase 2.
    pub(super) distance: u8,
}

impl Start {
    pub(super) fn new(tables: &TwoPhaseTables, cube: &Cube3) -> Start {
        let phase1 = Phase1 {
            twist: coordinates::twist(cube) as u16,
            flip: coordinates::flip(cube) as u16,
            slice: coordinates::slice(cube) as u16,
        };
        let pieces = Pieces {
            corners: coordinates::corners(cube) as u16,
            slice: coordinates::ordered_slice(cube) as u16,
            up: coordinates::ordered_up(cube) as u16,
            down: coordinates::ordered_down(cube) as u16,
        };
        Start { phase1, pieces, distance: exact_distance(tables, phase1) }
    }
}

/// The distance of a cube, by following the table down to phase 2.
fn exact_distance(tables: &TwoPhaseTables, mut here: Phase1) -> u8 {
    let residue = |node: Phase1| {
        tables.phase1.residue(tables.phase1_index(
            node.twist as usize,
            node.flip as usize,
            node.slice as usize,
        ))
    };
    let mut distance = 0;
    while (here.twist, here.flip, here.slice) != (0, 0, 0) {
        let closer = (residue(here) + 2) % 3;
        here = (0..18)
            .map(|turn| here.turned(tables, turn))
            .find(|&next| residue(next) == closer)
            .expect("some turn comes closer");
        distance += 1;
    }
    distance
}

impl Phase1 {
    #[inline]
    fn turned(self, tables: &TwoPhaseTables, turn: usize) -> Phase1 {
        Phase1 {
            twist: tables.moves.twist[self.twist as usize][turn],
            flip: tables.moves.flip[self.flip as usize][turn],
            slice: tables.moves.slice[self.slice as usize][turn],
        }
    }
}

impl Pieces {
    #[inline]
    fn turned(self, tables: &TwoPhaseTables, turn: usize) -> Pieces {
        Pieces {
            corners: tables.moves.corners[self.corners as usize][turn],
            slice: tables.moves.ordered_slice[self.slice as usize][turn],
            up: tables.moves.ordered_up[self.up as usize][turn],
            down: tables.moves.ordered_down[self.down as usize][turn],
        }
    }
}

/// What the search asks for: told when a solution is found, and now and then whether to go on.
pub(super) trait Watch {
    /// The longest solution still wanted.
    fn limit(&self) -> usize;
    /// A solution not longer than that.
    fn found(&mut self, turns: &[FaceTurn]) -> ControlFlow<()>;
    /// Whether to go on; called every few nodes.
    fn tick(&mut self) -> ControlFlow<()>;
}

/// A search from one start.
pub(super) struct Search<'a, W> {
    tables: &'a TwoPhaseTables,
    watch: &'a mut W,
    turns: [FaceTurn; LONGEST],
    /// The pieces after each turn of phase 1, as far as they are known for the present path.
    pieces: [Pieces; LONGEST],
    known: usize,
    pub(super) nodes: u32,
    pub(super) p2: u64,
    pub(super) hits: u64,
}

/// Phase 2 is not searched deeper than this: longer ones are rarely worth it and cost much.
const LONGEST_PHASE2: usize = 11;

impl<'a, W: Watch> Search<'a, W> {
    pub(super) fn new(tables: &'a TwoPhaseTables, watch: &'a mut W) -> Search<'a, W> {
        Search {
            tables,
            watch,
            turns: [FaceTurn::ALL[0]; LONGEST],
            pieces: [Pieces::default(); LONGEST],
            known: 0,
            nodes: 0,
            p2: 0,
            hits: 0,
        }
    }

    /// Every way into phase 2 with this many turns.
    pub(super) fn run(&mut self, start: &Start, length: usize) -> ControlFlow<()> {
        self.pieces[0] = start.pieces;
        self.known = 0;
        self.phase1(start.phase1, start.distance, 0, length as u8)
    }

    fn phase1(&mut self, here: Phase1, distance: u8, depth: usize, remaining: u8) -> ControlFlow<()> {
        if remaining == 0 {
            return self.enter_phase2(depth);
        }
        // Whoever is in phase 2 already and leaves it needs at least five turns to come back in a new way.
        if distance == 0 && remaining < 5 {
            return ControlFlow::Continue(());
        }
        self.nodes += 1;
        if self.nodes % 64 == 0 {
            self.watch.tick()?;
        }
        // All neighbours are looked up before any is tested, so that the reads of memory overlap.
        let tables = self.tables;
        let (twists, flips, slices) = (
            &tables.moves.twist[here.twist as usize],
            &tables.moves.flip[here.flip as usize],
            &tables.moves.slice[here.slice as usize],
        );
        let last = if depth == 0 { None } else { Some(self.turns[depth - 1]) };
        let mut residues = [3u8; 18];
        let classes: [(usize, usize); 18] = std::array::from_fn(|turn| {
            tables.symmetry.flip_slice.of(slices[turn] as usize * FLIPS + flips[turn] as usize)
        });
        for (turn, residue) in residues.iter_mut().enumerate() {
            let (class, renaming) = classes[turn];
            let index =
                class * coordinates::TWISTS + tables.symmetry.twist[twists[turn] as usize][renaming] as usize;
            *residue = tables.phase1.residue(index);
        }
        let closer = (distance + 2) % 3;
        let level = distance % 3;
        for turn in 0..18 {
            let next = if residues[turn] == closer {
                distance.wrapping_sub(1)
            } else if residues[turn] == level {
                distance
            } else {
                distance + 1
            };
            if next >= remaining {
                // Neither of the other two turns of this face is nearer by two.
                continue;
            }
            let face_turn = FaceTurn::ALL[turn];
            if last.is_some_and(|last| !face_turn.may_follow(last)) {
                continue;
            }
            self.turns[depth] = face_turn;
            self.known = self.known.min(depth);
            let there = Phase1 { twist: twists[turn], flip: flips[turn], slice: slices[turn] };
            self.phase1(there, next, depth + 1, remaining - 1)?;
        }
        ControlFlow::Continue(())
    }

    fn enter_phase2(&mut self, depth: usize) -> ControlFlow<()> {
        let limit = self.watch.limit();
        if depth > limit {
            return ControlFlow::Continue(());
        }
        self.hits += 1;
        for step in self.known..depth {
            self.pieces[step + 1] = self.pieces[step].turned(self.tables, self.turns[step].index());
        }
        self.known = depth;
        let pieces = self.pieces[depth];
        let most = (limit - depth).min(LONGEST_PHASE2);
        let tables = self.tables;
        let (corners, slice) = (pieces.corners as usize, pieces.slice as usize);
        let first = tables.phase2.corners_slice(corners, slice) as usize;
        if first > most {
            return ControlFlow::Continue(());
        }
        let ud_edges = tables.moves.upper.ud_edges(pieces.up as usize, pieces.down as usize);
        let second = tables.phase2.corners_edges(&tables.symmetry, corners, ud_edges) as usize;
        for remaining in first.max(second)..=most {
            if self.phase2(corners, slice, ud_edges, depth, remaining)? {
                break;
            }
        }
        ControlFlow::Continue(())
    }

    /// Whether a solution of exactly this many more turns was found.
    fn phase2(
        &mut self,
        corners: usize,
        slice: usize,
        ud_edges: usize,
        depth: usize,
        remaining: usize,
    ) -> ControlFlow<(), bool> {
        if remaining == 0 {
            if (corners, slice, ud_edges) != (0, 0, self.tables.solved_ud_edges()) {
                return ControlFlow::Continue(false);
            }
            return match self.watch.found(&self.turns[..depth]) {
                ControlFlow::Continue(()) => ControlFlow::Continue(true),
                ControlFlow::Break(()) => ControlFlow::Break(()),
            };
        }
        let tables = self.tables;
        let last = if depth == 0 { None } else { Some(self.turns[depth - 1]) };
        self.p2 += 1;
        for (number, turn) in PHASE2.into_iter().enumerate() {
            if last.is_some_and(|last| !turn.may_follow(last)) {
                continue;
            }
            let corners = tables.moves.corners[corners][turn.index()] as usize;
            let slice = tables.moves.ordered_slice[slice][turn.index()] as usize;
            if tables.phase2.corners_slice(corners, slice) as usize >= remaining {
                continue;
            }
            let ud_edges = tables.moves.ud_edges[ud_edges][number] as usize;
            if tables.phase2.corners_edges(&tables.symmetry, corners, ud_edges) as usize >= remaining {
                continue;
            }
            self.turns[depth] = turn;
            self.known = self.known.min(depth);
            if self.phase2(corners, slice, ud_edges, depth + 1, remaining - 1)? {
                return ControlFlow::Continue(true);
            }
        }
        ControlFlow::Continue(false)
    }
}
