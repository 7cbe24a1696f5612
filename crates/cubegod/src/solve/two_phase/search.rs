//! The search: phase 1 with the table as a guide, phase 2 for every way into it.

use super::coordinates;
use super::moves::{MoveTables, PHASE2};
use crate::cube::Cube3;
use crate::moves::FaceTurn;
use std::ops::ControlFlow;

/// More moves than any solution that is looked for.
const LONGEST: usize = 32;

/// Phase 2 is not searched deeper than this: longer ones are rarely worth it and cost much.
const LONGEST_PHASE2: usize = 11;

/// The phase-1 coordinates of a cube.
#[derive(Copy, Clone, Debug)]
pub(super) struct Phase1 {
    pub(super) twist: u16,
    pub(super) flip: u16,
    pub(super) slice: u16,
}

impl Phase1 {
    #[inline]
    pub(super) fn turned(self, moves: &MoveTables, turn: usize) -> Phase1 {
        Phase1 {
            twist: moves.twist[self.twist as usize][turn],
            flip: moves.flip[self.flip as usize][turn],
            slice: moves.slice[self.slice as usize][turn],
        }
    }

    /// Whether this is phase 2.
    #[inline]
    pub(super) fn is_solved(self) -> bool {
        (self.twist | self.flip | self.slice) == 0
    }
}

/// What the search asks its tables.
pub(super) trait Lookup: Sync {
    fn moves(&self) -> &MoveTables;

    /// The distance to phase 2, or a lower bound.
    fn distance(&self, here: Phase1) -> u8;

    /// The same after each of some turns, when it is known here; `bounds` is indexed by turn.
    fn neighbours(&self, here: Phase1, distance: u8, turns: &[u8], bounds: &mut [u8; 18]);

    /// A lower bound for phase 2 that is quick to have.
    fn corners_slice(&self, corners: usize, slice: usize) -> u8;

    /// Another one that takes the U/D edges into account.
    fn edges(&self, corners: usize, slice: usize, ud_edges: usize) -> u8;
}

/// The coordinates from which those of phase 2 come.
#[derive(Copy, Clone, Debug, Default)]
struct Pieces {
    corners: u16,
    slice: u16,
    up: u16,
    down: u16,
}

impl Pieces {
    #[inline]
    fn turned(self, moves: &MoveTables, turn: usize) -> Pieces {
        Pieces {
            corners: moves.corners[self.corners as usize][turn],
            slice: moves.ordered_slice[self.slice as usize][turn],
            up: moves.ordered_up[self.up as usize][turn],
            down: moves.ordered_down[self.down as usize][turn],
        }
    }
}

/// A cube to be searched from.
#[derive(Copy, Clone, Debug)]
pub(super) struct Start {
    pub(super) phase1: Phase1,
    pieces: Pieces,
    /// The distance to phase 2, or a lower bound.
    pub(super) distance: u8,
}

impl Start {
    pub(super) fn new(tables: &impl Lookup, cube: &Cube3) -> Start {
        let pieces = Pieces {
            corners: coordinates::corners(cube) as u16,
            slice: coordinates::ordered_slice(cube) as u16,
            up: coordinates::ordered_up(cube) as u16,
            down: coordinates::ordered_down(cube) as u16,
        };
        let phase1 = Phase1 {
            twist: coordinates::twist(cube) as u16,
            flip: coordinates::flip(cube) as u16,
            slice: pieces.slice / coordinates::ORDERS as u16,
        };
        Start { phase1, pieces, distance: tables.distance(phase1) }
    }
}

/// Whoever wants solutions: told of each, and asked now and then whether to go on.
pub(super) trait Watch {
    /// The longest solution still wanted.
    fn limit(&self) -> usize;
    /// A solution not longer than that.
    fn found(&mut self, turns: &[FaceTurn]) -> ControlFlow<()>;
    /// Whether to go on; called every few dozen nodes.
    fn tick(&mut self) -> ControlFlow<()>;
}

/// The turns that may follow a turn of each face, and all of them at the beginning.
struct Followers {
    turns: [u8; 18],
    count: usize,
}

static FOLLOWERS: [Followers; 7] = {
    let mut all = [const { Followers { turns: [0; 18], count: 0 } }; 7];
    let mut face = 0;
    while face < 7 {
        let mut turn = 0;
        while turn < 18 {
            if face == 6 || FaceTurn::ALL[turn].may_follow(FaceTurn::ALL[face * 3]) {
                all[face].turns[all[face].count] = turn as u8;
                all[face].count += 1;
            }
            turn += 1;
        }
        face += 1;
    }
    all
};

/// The quarter turns of R, F, L and B: only with one of them is phase 2 entered.
const ENTRIES: [u8; 8] = [3, 5, 6, 8, 12, 14, 15, 17];

/// A search from one start.
pub(super) struct Search<'a, T, W> {
    tables: &'a T,
    watch: &'a mut W,
    turns: [FaceTurn; LONGEST],
    /// The pieces after each turn of phase 1, as far as they are known for the present path.
    pieces: [Pieces; LONGEST],
    known: usize,
    nodes: u32,
}

impl<'a, T: Lookup, W: Watch> Search<'a, T, W> {
    pub(super) fn new(tables: &'a T, watch: &'a mut W) -> Search<'a, T, W> {
        Search {
            tables,
            watch,
            turns: [FaceTurn::ALL[0]; LONGEST],
            pieces: [Pieces::default(); LONGEST],
            known: 0,
            nodes: 0,
        }
    }

    /// Every way into phase 2 with this many turns.
    pub(super) fn run(&mut self, start: &Start, length: usize) -> ControlFlow<()> {
        self.pieces[0] = start.pieces;
        self.known = 0;
        if length == 0 {
            return if start.phase1.is_solved() { self.enter_phase2(0) } else { ControlFlow::Continue(()) };
        }
        self.phase1(start.phase1, start.distance, 0, length as u8)
    }

    /// With at least one turn to go.
    fn phase1(&mut self, here: Phase1, distance: u8, depth: usize, remaining: u8) -> ControlFlow<()> {
        self.nodes += 1;
        if self.nodes.is_multiple_of(64) {
            self.watch.tick()?;
        }
        if remaining == 1 {
            return self.last_turn(here, depth);
        }
        // Whoever is in phase 2 already and leaves it needs at least five turns to come back in a new way.
        if distance == 0 && remaining < 5 {
            return ControlFlow::Continue(());
        }
        let last = if depth == 0 { 6 } else { self.turns[depth - 1].face().index() };
        let followers = &FOLLOWERS[last];
        let turns = &followers.turns[..followers.count];
        let mut bounds = [u8::MAX; 18];
        self.tables.neighbours(here, distance, turns, &mut bounds);
        for &turn in turns {
            let bound = bounds[turn as usize];
            if bound < remaining {
                self.set_turn(depth, turn);
                let there = here.turned(self.tables.moves(), turn as usize);
                self.phase1(there, bound, depth + 1, remaining - 1)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// The last turn of phase 1: the coordinates themselves tell whether it is one.
    fn last_turn(&mut self, here: Phase1, depth: usize) -> ControlFlow<()> {
        if here.is_solved() {
            return ControlFlow::Continue(());
        }
        for turn in ENTRIES {
            let may_follow = depth == 0 || FaceTurn::ALL[turn as usize].may_follow(self.turns[depth - 1]);
            if may_follow && here.turned(self.tables.moves(), turn as usize).is_solved() {
                self.set_turn(depth, turn);
                self.enter_phase2(depth + 1)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn set_turn(&mut self, depth: usize, turn: u8) {
        self.turns[depth] = FaceTurn::ALL[turn as usize];
        self.known = self.known.min(depth);
    }

    fn enter_phase2(&mut self, depth: usize) -> ControlFlow<()> {
        let Some(most) = self.watch.limit().checked_sub(depth) else { return ControlFlow::Continue(()) };
        let most = most.min(LONGEST_PHASE2);
        let moves = self.tables.moves();
        for step in self.known..depth {
            self.pieces[step + 1] = self.pieces[step].turned(moves, self.turns[step].index());
        }
        self.known = depth;
        let pieces = self.pieces[depth];
        let (corners, slice) = (pieces.corners as usize, pieces.slice as usize);
        let first = self.tables.corners_slice(corners, slice) as usize;
        if first > most {
            return ControlFlow::Continue(());
        }
        let ud_edges = moves.upper.ud_edges(pieces.up as usize, pieces.down as usize);
        let second = self.tables.edges(corners, slice, ud_edges) as usize;
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
            // Both bounds are 0 here, but neither knows all three coordinates.
            if (corners, slice, ud_edges) != (0, 0, 0) {
                return ControlFlow::Continue(false);
            }
            self.watch.found(&self.turns[..depth])?;
            return ControlFlow::Continue(true);
        }
        let moves = self.tables.moves();
        for (number, turn) in PHASE2.into_iter().enumerate() {
            if depth > 0 && !turn.may_follow(self.turns[depth - 1]) {
                continue;
            }
            let corners = moves.corners[corners][turn.index()] as usize;
            let slice = moves.ordered_slice[slice][turn.index()] as usize;
            if self.tables.corners_slice(corners, slice) as usize >= remaining {
                continue;
            }
            let ud_edges = moves.ud_edges[ud_edges][number] as usize;
            if self.tables.edges(corners, slice, ud_edges) as usize >= remaining {
                continue;
            }
            self.set_turn(depth, turn.index() as u8);
            if self.phase2(corners, slice, ud_edges, depth + 1, remaining - 1)? {
                return ControlFlow::Continue(true);
            }
        }
        ControlFlow::Continue(false)
    }
}
