//! The solver: schedules the searches for one cube by increasing length, on one or several threads.

use super::pruning_tables::PruningTables;
use super::rules::Rules;
use super::search::{BATCH, MAX_PATH_LENGTH, Search, SearchControl};
use super::search_roots::{MAX_PREMOVES, SearchRoot, along_axes, axis_rotations, search_roots};
use super::shortest::{MAX_DEPTH, shortest_solution};
use super::{LargeTables, SmallTables};
use crate::any_cube::Centres;
use crate::cube::Cube3;
use crate::geometry::Symmetry;
use crate::moves::{Alg, EndConstraints, FaceSet, FaceTurn};
use crate::solve::workers::run_workers;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Options of a two-phase search; the default is one solution, as short as possible, on one thread.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct TwoPhaseOptions {
    /// The length at which the search stops: at the first solution of at most this length; 0 for never.
    pub stop_at_length: usize,
    /// The faces that may be turned.
    pub faces: FaceSet,
    /// The axes about which no solution begins or ends.
    pub ends: EndConstraints,
    /// The number of different solutions to return.
    pub solutions: usize,
    /// The number of threads.
    pub threads: usize,
    /// The number of nodes after which the search stops if there is a solution; with fewer than five faces, which need not solve
    /// the cube, it stops in any case. On one thread the same cube, options and tables give the same solutions on every machine.
    pub max_nodes: Option<u64>,
}

impl Default for TwoPhaseOptions {
    fn default() -> TwoPhaseOptions {
        TwoPhaseOptions {
            stop_at_length: 0,
            faces: FaceSet::ALL,
            ends: EndConstraints::default(),
            solutions: 1,
            threads: 1,
            max_nodes: None,
        }
    }
}

impl TwoPhaseOptions {
    /// Returns the default options.
    pub fn new() -> TwoPhaseOptions {
        TwoPhaseOptions::default()
    }

    /// Stops at the first solution of at most this length.
    #[must_use]
    pub fn stop_at_length(self, moves: usize) -> TwoPhaseOptions {
        TwoPhaseOptions { stop_at_length: moves, ..self }
    }

    /// Allows only turns of these faces.
    #[must_use]
    pub fn faces(self, faces: FaceSet) -> TwoPhaseOptions {
        TwoPhaseOptions { faces, ..self }
    }

    /// Excludes solutions that begin or end about an axis.
    #[must_use]
    pub fn ends(self, ends: EndConstraints) -> TwoPhaseOptions {
        TwoPhaseOptions { ends, ..self }
    }

    /// Requests this many different solutions.
    #[must_use]
    pub fn solutions(self, solutions: usize) -> TwoPhaseOptions {
        TwoPhaseOptions { solutions, ..self }
    }

    /// Sets the number of threads; 0 means 1.
    #[must_use]
    pub fn threads(self, threads: usize) -> TwoPhaseOptions {
        TwoPhaseOptions { threads, ..self }
    }

    /// Stops after this many nodes if there is a solution; `None` is no limit.
    #[must_use]
    pub fn max_nodes(self, nodes: impl Into<Option<u64>>) -> TwoPhaseOptions {
        TwoPhaseOptions { max_nodes: nodes.into(), ..self }
    }
}

/// The result of a two-phase search.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct TwoPhaseSolution {
    /// The shortest solution found.
    pub solution: Alg,
    /// The other solutions requested, in order of length.
    pub others: Vec<Alg>,
    /// Whether the solution is proven to be optimal. If `false`, it may or may not be.
    pub is_shortest: bool,
}

/// The tables of the solver, in either size.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Tables<'a> {
    /// Tables that are built in an eighth of a second.
    Small(SmallTables),
    /// Tables that are built in some seconds; the search is ten times as fast.
    Large(LargeTables<'a>),
}

/// Finds short solutions of 3x3 cubes by Kociemba's two-phase algorithm.
///
/// # Examples
///
/// ```
/// use cubegod::Cube3;
/// use cubegod::solve::two_phase::{SmallTables, Tables, TwoPhaseSolver};
///
/// let tables = Tables::Small(SmallTables::build());
/// let cube = Cube3::SOLVED.apply(&"R U F2 D' L B'".parse()?)?;
/// let solution = TwoPhaseSolver::new(&tables).solve_within(&cube, 21).expect("every cube has one");
/// assert_eq!(solution.to_string(), "B L' D F2 U' R'");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug)]
pub struct TwoPhaseSolver<'tables> {
    tables: &'tables Tables<'tables>,
}

/// A report of a running search.
#[derive(Copy, Clone, Debug)]
#[non_exhaustive]
pub enum Progress<'a> {
    /// The search is running; reported every few microseconds, by every thread.
    Searching {
        /// The nodes searched so far, on all threads.
        nodes: u64,
        /// Whether there is a solution. A search that is stopped before has no result.
        has_solution: bool,
    },
    /// A solution shorter than all before it.
    Improved(&'a [FaceTurn]),
}

/// A callback that receives the progress of a search and stops it with [`ControlFlow::Break`].
pub type ProgressFn<'a> = dyn Fn(Progress<'_>) -> ControlFlow<()> + Sync + 'a;

/// The initial limit of the length: 20 turns solve any cube, and the first solution rarely has more than 22.
const MAX_TURNS: usize = 30;

/// Returns the number of premoves to try when premoves and phase 1 have this many turns together.
fn max_premoves(total: usize) -> usize {
    total.saturating_sub(9).min(MAX_PREMOVES)
}

/// The best solutions so far, shared by all threads.
struct BestSolutions<'a> {
    options: &'a TwoPhaseOptions,
    progress: &'a ProgressFn<'a>,
    /// The number of nodes searched so far, on all threads.
    nodes: AtomicU64,
    /// The solutions, sorted by length.
    found: Mutex<Vec<Vec<FaceTurn>>>,
    limit: AtomicUsize,
    has_solution: AtomicBool,
    is_over: AtomicBool,
}

impl BestSolutions<'_> {
    /// Stops all threads.
    fn end(&self) -> ControlFlow<()> {
        self.is_over.store(true, Ordering::Relaxed);
        ControlFlow::Break(())
    }

    /// Whether the ends of a solution are allowed.
    fn is_allowed(&self, solution: &[FaceTurn]) -> bool {
        self.options.ends.allow(solution)
    }

    fn add(&self, solution: Vec<FaceTurn>) -> ControlFlow<()> {
        if !self.is_allowed(&solution) {
            return ControlFlow::Continue(());
        }
        let solution = with_opposite_faces_ordered(solution);
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let count = self.options.solutions.max(1);
        let first_as_long = found.partition_point(|other| other.len() < solution.len());
        let position = found.partition_point(|other| other.len() <= solution.len());
        if position >= count || found[first_as_long..position].contains(&solution) {
            return ControlFlow::Continue(());
        }
        found.insert(position, solution);
        self.has_solution.store(true, Ordering::Relaxed);
        found.truncate(count);
        if found.len() == count {
            let longest = found.last().map_or(0, Vec::len);
            self.limit.store(longest.saturating_sub(1), Ordering::Relaxed);
            if longest <= self.options.stop_at_length {
                return self.end();
            }
        }
        if position == 0 && (self.progress)(Progress::Improved(&found[0])).is_break() {
            return self.end();
        }
        ControlFlow::Continue(())
    }
}

/// One thread of a search and the roots that it searches.
struct Worker<'a> {
    best: &'a BestSolutions<'a>,
    roots: Arc<Vec<SearchRoot>>,
}

impl SearchControl for Worker<'_> {
    fn limit(&self) -> usize {
        self.best.limit.load(Ordering::Relaxed)
    }

    fn found(&mut self, root: usize, turns: &[FaceTurn]) -> ControlFlow<()> {
        self.best.add(self.roots[root].solution(turns))
    }

    fn check(&mut self, nodes: usize) -> ControlFlow<()> {
        let best = self.best;
        if best.is_over.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        let nodes = best.nodes.fetch_add(nodes as u64, Ordering::Relaxed) + nodes as u64;
        let has_solution = best.has_solution.load(Ordering::Relaxed);
        let is_over_budget = best.options.max_nodes.is_some_and(|max_nodes| nodes >= max_nodes);
        if is_over_budget && (has_solution || best.options.faces.len() < 5)
            || (best.progress)(Progress::Searching { nodes, has_solution }).is_break()
        {
            return best.end();
        }
        ControlFlow::Continue(())
    }
}

/// Some roots and the length of phase 1 to search.
struct SearchTask {
    roots: Arc<Vec<SearchRoot>>,
    indices: Vec<u16>,
    length: usize,
}

/// The order of the tasks: by length, and within a length fewer premoves first.
struct TaskSchedule<'a, T> {
    tables: &'a T,
    cube: &'a Cube3,
    faces: FaceSet,
    roots: [Option<Arc<Vec<SearchRoot>>>; MAX_PREMOVES + 1],
    /// The turns of phase 1 plus the premoves.
    total: usize,
    premoves: usize,
    /// The number of roots that are already scheduled.
    scheduled: usize,
}

impl<T: PruningTables> TaskSchedule<'_, T> {
    fn next(&mut self, limit: usize) -> Option<SearchTask> {
        loop {
            // No later task can improve on the best solution.
            if self.total > limit || self.total > MAX_PATH_LENGTH + self.tables.phase1_tails().length() {
                return None;
            }
            let TaskSchedule { tables, cube, faces, premoves, .. } = *self;
            let roots = self.roots[premoves]
                .get_or_insert_with(|| Arc::new(search_roots(tables, cube, premoves, faces)))
                .clone();
            let length = self.total - premoves;
            let indices: Vec<u16> = (self.scheduled..roots.len())
                .filter(|&index| roots[index].start.distance as usize <= length)
                .map(|index| index as u16)
                .take(BATCH)
                .collect();
            if let Some(&last) = indices.last() {
                self.scheduled = last as usize + 1;
                return Some(SearchTask { roots, indices, length });
            }
            self.scheduled = 0;
            self.premoves += 1;
            if self.premoves > max_premoves(self.total) {
                self.premoves = 0;
                self.total += 1;
            }
        }
    }
}

impl<'tables> TwoPhaseSolver<'tables> {
    /// Creates a solver with these tables.
    pub fn new(tables: &'tables Tables<'tables>) -> TwoPhaseSolver<'tables> {
        TwoPhaseSolver { tables }
    }

    /// Searches for shorter and shorter solutions until one is short enough, the node limit is reached or `progress` breaks.
    /// Returns the best ones, or `None` if `progress` breaks before there is one or the faces do not solve the cube. Every solution
    /// is verified on the cube.
    pub fn solve(
        &self,
        cube: &Cube3,
        options: &TwoPhaseOptions,
        progress: &ProgressFn<'_>,
    ) -> Option<TwoPhaseSolution> {
        let (solutions, is_shortest) = match self.tables {
            Tables::Small(tables) => solve(tables, cube, options, progress),
            Tables::Large(tables) => solve(tables, cube, options, progress),
        };
        let mut checked = solutions.into_iter().map(|turns| checked(cube, turns));
        let solution = checked.next()?;
        Some(TwoPhaseSolution { solution, others: checked.collect(), is_shortest })
    }

    /// Returns the first solution of at most this many moves, or `None` if the search, which is long but finite, finds none.
    pub fn solve_within(&self, cube: &Cube3, moves: usize) -> Option<Alg> {
        let options = TwoPhaseOptions::new().stop_at_length(moves);
        let found = self.solve(cube, &options, &|_| ControlFlow::Continue(()))?;
        (found.solution.len() <= moves).then_some(found.solution)
    }

    /// Returns moves that produce a cube with these centres from a solved one, white up, green front: at most `max_length` turns
    /// that satisfy `ends`, then the rotation to the orientation of the cube. Returns `None` if the colour scheme is not the
    /// standard one, or if the search, which is long but finite, finds no such turns.
    pub fn moves_making(
        &self,
        cube: &Cube3,
        centres: Centres,
        max_length: usize,
        ends: EndConstraints,
    ) -> Option<Alg> {
        let held = Centres::STANDARD.rotation_to(centres)?;
        let cube = cube.conjugated_by(held.inverse());
        let options = TwoPhaseOptions::new().stop_at_length(max_length).ends(ends.inverse());
        let solution = self.solve(&cube, &options, &|_| ControlFlow::Continue(()))?.solution;
        (solution.len() <= max_length).then_some(solution.inverse().compose(&Alg::of_rotation(held)?))
    }
}

/// Verifies a solution on the cube.
fn checked(cube: &Cube3, turns: Vec<FaceTurn>) -> Alg {
    let end = turns.iter().fold(*cube, |cube, &turn| cube.apply_turn(turn));
    assert!(end.is_solved(), "a solution that does not solve is a bug");
    turns.into_iter().collect()
}

fn solve<T: PruningTables>(
    tables: &T,
    cube: &Cube3,
    options: &TwoPhaseOptions,
    progress: &ProgressFn<'_>,
) -> (Vec<Vec<FaceTurn>>, bool) {
    let base = search_roots(tables, cube, 0, options.faces);
    // A cube near solved is near phase 2 along every axis.
    let may_be_near = base.iter().all(|root| root.start.distance <= MAX_DEPTH);
    let is_plain = options.faces == FaceSet::ALL && options.solutions <= 1;
    let best = BestSolutions {
        options,
        progress,
        nodes: AtomicU64::new(0),
        found: Mutex::new(Vec::new()),
        limit: AtomicUsize::new(MAX_TURNS),
        has_solution: AtomicBool::new(false),
        is_over: AtomicBool::new(false),
    };
    if is_plain
        && may_be_near
        && let Some(shortest) = shortest_solution(tables, along_axes(cube))
        && best.is_allowed(&shortest)
    {
        return (vec![shortest], true);
    }
    let mut known_roots = [const { None }; MAX_PREMOVES + 1];
    known_roots[0] = Some(Arc::new(base));
    let schedule = Mutex::new(TaskSchedule {
        tables,
        cube,
        faces: options.faces,
        roots: known_roots,
        total: 0,
        premoves: 0,
        scheduled: 0,
    });
    let restricted_rules = (options.faces != FaceSet::ALL).then(|| {
        let faces = |rotation: Symmetry| options.faces.iter().map(|face| rotation.face(face)).collect();
        axis_rotations().map(|rotation| Rules::new(&tables.cosets().group, faces(rotation)))
    });
    let rules = restricted_rules.as_ref().unwrap_or(&tables.cosets().unrestricted_rules);
    let work = || {
        let mut worker = Worker { best: &best, roots: Arc::default() };
        let mut search = Search::new(tables, rules);
        loop {
            let limit = worker.limit();
            let next = schedule.lock().unwrap_or_else(PoisonError::into_inner).next(limit);
            let Some(SearchTask { roots, indices, length }) = next else { break };
            worker.roots = roots.clone();
            let batch: Vec<(u16, &SearchRoot)> =
                indices.iter().map(|&index| (index, &roots[index as usize])).collect();
            if search.run(&batch, length, &mut worker).is_break() {
                break;
            }
        }
    };
    run_workers(options.threads, work);
    (best.found.into_inner().unwrap_or_else(PoisonError::into_inner), false)
}

/// Orders adjacent turns of opposite faces as in U R F D L B.
fn with_opposite_faces_ordered(mut turns: Vec<FaceTurn>) -> Vec<FaceTurn> {
    for i in 1..turns.len() {
        if turns[i - 1].face() == turns[i].face().opposite() && turns[i - 1] > turns[i] {
            turns.swap(i - 1, i);
        }
    }
    turns
}
