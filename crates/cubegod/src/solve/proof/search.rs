//! Iterative deepening over the length of sequences, up to a shorter solution or the given length.

use super::bound::{Axes, bound, corners_distance};
use super::depth_first::{Search, StopReason};
use super::tasks::{Task, tasks};
use crate::cube::Cube3;
use crate::moves::{Alg, FaceTurn, Metric};
use crate::solve::ByMetric;
use crate::solve::pocket::PocketTable;
use crate::solve::task_queue::TaskQueue;
use crate::solve::two_phase::{LargeTables, Phase1, Phase1State, SmallPhase1, Tables};
use crate::solve::workers::run_workers;
use std::cell::Cell;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

/// The progress of a proof.
#[derive(Copy, Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Progress {
    /// The length of the solutions that are searched for; there are no shorter ones.
    pub depth: usize,
    /// The completed fraction of this depth, from 0.0 to 1.0.
    pub fraction: f64,
    /// The number of positions visited so far, for all depths.
    pub positions: u64,
}

/// A progress callback. It is called at the beginning of each depth and about every millisecond on each thread, and can cancel the search.
pub type ProgressFn<'a> = dyn Fn(Progress) -> ControlFlow<()> + Sync + 'a;

/// The result of a proof.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Verdict {
    /// There is no shorter solution.
    Proven {
        /// The number of positions visited.
        positions: u64,
    },
    /// There is a shorter solution.
    Refuted {
        /// An optimal solution, which was checked on the cube.
        solution: Alg,
        /// The number of positions visited.
        positions: u64,
    },
    /// The search was cancelled.
    Stopped {
        /// A proven lower bound: no solution has fewer moves.
        lower_bound: usize,
        /// The number of positions visited.
        positions: u64,
    },
}

/// Tables with the distances to phase 2.
#[derive(Debug)]
enum Distances<'tables> {
    Small(SmallPhase1<'tables>),
    Large(&'tables LargeTables<'tables>),
}

/// Proves that a cube has no shorter solution.
///
/// Solutions are sequences of face turns. In any metric other than QTM each of them is one move.
///
/// # Examples
///
/// ```
/// use cubegod::solve::proof::{Proof, Verdict};
/// use cubegod::solve::two_phase::{SmallTables, Tables};
/// use cubegod::{Cube3, Metric};
/// use std::ops::ControlFlow;
///
/// let tables = Tables::Small(SmallTables::build());
/// let proof = Proof::new(&tables);
/// let cube = Cube3::SOLVED.apply(&"R U2 F' L D B2".parse()?)?;
/// let shorter = |length| proof.shorter(&cube, length, Metric::Htm, 1, &|_| ControlFlow::Continue(()));
/// assert!(matches!(shorter(6), Verdict::Proven { .. }));
/// let Verdict::Refuted { solution, .. } = shorter(7) else { panic!("there is a solution of six moves") };
/// assert_eq!(solution.to_string(), "B2 D' L' F U2 R'");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Proof<'tables> {
    distances: Distances<'tables>,
    axes: Axes,
    /// The distances of the corners.
    corners: ByMetric<PocketTable>,
}

impl<'tables> Proof<'tables> {
    /// Creates a proof with the distances to phase 2 of these tables. Small tables take about ten times as long.
    pub fn new(tables: &'tables Tables<'tables>) -> Proof<'tables> {
        let distances = match tables {
            Tables::Small(tables) => Distances::Small(SmallPhase1::new(tables)),
            Tables::Large(tables) => Distances::Large(tables),
        };
        Proof { distances, axes: Axes::new(), corners: ByMetric::new() }
    }

    /// Returns a lower bound for the length of the solutions of a cube, without a search.
    pub fn bound(&self, cube: &Cube3, metric: Metric) -> usize {
        let search = ProofSearch {
            axes: &self.axes,
            corners: self.corners(metric),
            cube,
            length: 0,
            metric,
            threads: 1,
            progress: &|_| ControlFlow::Continue(()),
        };
        match &self.distances {
            Distances::Small(distances) => search.bound(distances),
            Distances::Large(tables) => search.bound(*tables),
        }
    }

    fn corners(&self, metric: Metric) -> &PocketTable {
        self.corners.get_or_init(metric, || PocketTable::build(metric))
    }

    /// Searches for solutions of a cube with fewer moves than `length`, the shortest first.
    ///
    /// Each further move takes about 13 times as long, in quarter turns 9 times.
    pub fn shorter(
        &self,
        cube: &Cube3,
        length: usize,
        metric: Metric,
        threads: usize,
        progress: &ProgressFn<'_>,
    ) -> Verdict {
        let corners = self.corners(metric);
        let search = ProofSearch { axes: &self.axes, corners, cube, length, metric, threads, progress };
        match &self.distances {
            Distances::Small(distances) => search.run(distances),
            Distances::Large(tables) => search.run(*tables),
        }
    }
}

/// The input of a proof.
struct ProofSearch<'a> {
    axes: &'a Axes,
    corners: &'a PocketTable,
    cube: &'a Cube3,
    length: usize,
    metric: Metric,
    threads: usize,
    progress: &'a ProgressFn<'a>,
}

impl ProofSearch<'_> {
    fn run(&self, phase1: &impl Phase1) -> Verdict {
        let mut positions = 0;
        for depth in self.bound(phase1)..self.length {
            if !self.is_possible(depth) {
                continue;
            }
            if (self.progress)(Progress { depth, fraction: 0.0, positions }).is_break() {
                return Verdict::Stopped { lower_bound: depth, positions };
            }
            let pass = Pass::new(self, phase1, depth, positions);
            let solution = pass.run(phase1);
            positions = pass.positions.into_inner();
            // A solution is valid even if the search was cancelled meanwhile.
            if let Some(turns) = solution {
                return Verdict::Refuted { solution: checked(self.cube, turns), positions };
            }
            if pass.tasks.was_stopped() {
                return Verdict::Stopped { lower_bound: depth, positions };
            }
        }
        Verdict::Proven { positions }
    }

    /// Returns a lower bound without a search.
    fn bound(&self, phase1: &impl Phase1) -> usize {
        let of = |cube: &Cube3| bound(self.axes.phase1_states(phase1, cube).map(Phase1State::distance));
        let corners = corners_distance(self.corners, self.cube);
        corners.max(of(self.cube)).max(of(&self.cube.inverse())).into()
    }

    /// Returns whether parity allows a solution of this length: every quarter turn changes the parity of the corners.
    fn is_possible(&self, depth: usize) -> bool {
        self.metric != Metric::Qtm || (depth % 2 == 1) == self.cube.corners().is_odd()
    }
}

/// Checks a solution on the cube.
fn checked(cube: &Cube3, turns: Vec<FaceTurn>) -> Alg {
    let end = turns.iter().fold(*cube, |cube, &turn| cube.apply_turn(turn));
    assert!(end.is_solved(), "a solution that does not solve is a bug");
    turns.into_iter().collect()
}

/// The search of all sequences of one length. Of several solutions, the result is that of the first task, independent of the number
/// and the speed of the threads.
struct Pass<'a> {
    search: &'a ProofSearch<'a>,
    depth: usize,
    tasks: TaskQueue<Task>,
    /// The number of positions visited, including earlier depths.
    positions: AtomicU64,
    solution: Mutex<Option<(usize, Vec<FaceTurn>)>>,
}

impl<'a> Pass<'a> {
    fn new(search: &'a ProofSearch<'a>, phase1: &impl Phase1, depth: usize, positions: u64) -> Pass<'a> {
        // A solution of any cube is shorter than 255 moves, so that no depth is larger.
        let left = u8::try_from(depth).unwrap_or(u8::MAX);
        let tasks = tasks(phase1, search.axes, search.cube, left, search.metric);
        Pass {
            search,
            depth,
            tasks: TaskQueue::new(tasks.into()),
            positions: AtomicU64::new(positions),
            solution: Mutex::new(None),
        }
    }

    /// Searches all tasks; returns a solution, if there is one.
    fn run(&self, phase1: &impl Phase1) -> Option<Vec<FaceTurn>> {
        run_workers(self.search.threads.min(self.tasks.len()), || self.work(phase1));
        let solution = self.solution.lock().unwrap_or_else(PoisonError::into_inner).take();
        solution.map(|(_, turns)| turns)
    }

    /// Searches tasks until no needed task is left.
    fn work(&self, phase1: &impl Phase1) {
        let current = Cell::new(0);
        let report = |positions| self.report(current.get(), positions);
        let ProofSearch { axes, corners, metric, .. } = *self.search;
        let mut search = Search::new(phase1, axes, corners, metric, &report);
        while let Some((index, task)) = self.tasks.take() {
            current.set(index);
            search.turns.clone_from(&task.turns);
            match search.search(&task.position) {
                ControlFlow::Continue(()) => {}
                ControlFlow::Break(StopReason::Solved) => return self.solved(index, search.turns.clone()),
                ControlFlow::Break(StopReason::Stopped) => return,
            }
        }
    }

    /// Adds to the number of positions, and returns whether a task should continue.
    fn report(&self, task: usize, positions: u64) -> ControlFlow<()> {
        let positions = self.positions.fetch_add(positions, Ordering::Relaxed) + positions;
        if !self.tasks.is_needed(task) {
            return ControlFlow::Break(());
        }
        let fraction = self.tasks.fraction();
        let control = (self.search.progress)(Progress { depth: self.depth, fraction, positions });
        if control.is_break() {
            self.tasks.stop();
        }
        control
    }

    /// Records the solution of a task.
    fn solved(&self, task: usize, turns: Vec<FaceTurn>) {
        self.tasks.solve(task);
        let mut solution = self.solution.lock().unwrap_or_else(PoisonError::into_inner);
        if solution.as_ref().is_none_or(|&(other, _)| task < other) {
            *solution = Some((task, turns));
        }
    }
}
