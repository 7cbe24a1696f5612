//! All searches for one cube, the most promising first, on one thread or several.

use super::guide::Guide;
use super::looks::{Look, MOST_PREMOVES, axis_rotations, looks, upright};
use super::probe;
use super::rules::Rules;
use super::search::{CROWD, LONGEST_PATH, Search, Watch};
use super::{LargeTables, SmallTables};
use crate::color::Color;
use crate::cube::Cube3;
use crate::geometry::{Axis, Symmetry};
use crate::moves::{Alg, Ends, FaceSet, FaceTurn};
use crate::stickers::Stickers;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// What kind of solution is wanted.
#[derive(Clone, Debug)]
pub struct TwoPhaseOptions {
    /// Stop at the first solution of at most so many moves; 0 never does.
    pub stop_at_length: usize,
    /// The faces that may be turned.
    pub faces: FaceSet,
    /// No solution that begins with a turn of this axis.
    pub not_first: Option<Axis>,
    /// No solution that ends with a turn of this axis.
    pub not_last: Option<Axis>,
    /// How many different solutions.
    pub solutions: usize,
    /// How many threads look for them.
    pub threads: usize,
    /// Stop at the first check after so many nodes, as soon as there is a solution; with fewer than five faces, which need not
    /// solve the cube, stop without one as well. On one thread the same cube, options and tables give the same solutions on
    /// every machine.
    pub max_nodes: Option<u64>,
}

impl Default for TwoPhaseOptions {
    /// One solution, as short as possible, on this thread.
    fn default() -> TwoPhaseOptions {
        TwoPhaseOptions {
            stop_at_length: 0,
            faces: FaceSet::ALL,
            not_first: None,
            not_last: None,
            solutions: 1,
            threads: 1,
            max_nodes: None,
        }
    }
}

/// A solution, and what is known about it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct TwoPhaseSolution {
    /// The turns.
    pub solution: Alg,
    /// The others that were asked for, none shorter than the first.
    pub others: Vec<Alg>,
    /// Whether no shorter one exists; otherwise that is not known.
    pub is_shortest: bool,
}

/// Either kind of tables.
#[derive(Clone, Debug)]
pub enum Tables<'a> {
    /// Made in an eighth of a second.
    Small(SmallTables),
    /// Made in some seconds, ten times faster.
    Large(LargeTables<'a>),
}

/// Solves 3x3 cubes in few moves.
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
        /// Whether there is a solution yet. A search that is stopped before returns none.
        has_solution: bool,
    },
    /// A solution shorter than all before it.
    Improved(&'a [FaceTurn]),
}

/// A callback that receives the progress of a search and stops it with [`ControlFlow::Break`].
pub type ProgressFn<'a> = dyn Fn(Progress<'_>) -> ControlFlow<()> + Sync + 'a;

/// The longest solution looked for at first: any cube is solved in 20, and the first find is rarely over 22.
const MOST_TURNS: usize = 30;

/// How many premoves are worth their while when these and phase 1 have this many turns together.
fn most_premoves(total: usize) -> usize {
    total.saturating_sub(9).min(MOST_PREMOVES)
}

/// The best solutions so far, shared by all who search.
struct Hunt<'a> {
    wish: &'a TwoPhaseOptions,
    progress: &'a ProgressFn<'a>,
    /// Searched so far, on all threads.
    nodes: AtomicU64,
    /// Sorted by length.
    found: Mutex<Vec<Vec<FaceTurn>>>,
    limit: AtomicUsize,
    has_solution: AtomicBool,
    is_over: AtomicBool,
}

impl Hunt<'_> {
    fn end(&self) -> ControlFlow<()> {
        self.is_over.store(true, Ordering::Relaxed);
        ControlFlow::Break(())
    }

    fn is_wanted(&self, solution: &[FaceTurn]) -> bool {
        Ends { not_first: self.wish.not_first, not_last: self.wish.not_last }.allow(solution)
    }

    fn add(&self, solution: Vec<FaceTurn>) -> ControlFlow<()> {
        if !self.is_wanted(&solution) {
            return ControlFlow::Continue(());
        }
        let solution = in_order(solution);
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        let wanted = self.wish.solutions.max(1);
        let first_as_long = found.partition_point(|other| other.len() < solution.len());
        let place = found.partition_point(|other| other.len() <= solution.len());
        if place >= wanted || found[first_as_long..place].contains(&solution) {
            return ControlFlow::Continue(());
        }
        found.insert(place, solution);
        self.has_solution.store(true, Ordering::Relaxed);
        found.truncate(wanted);
        if found.len() == wanted {
            let longest = found.last().map_or(0, Vec::len);
            self.limit.store(longest.saturating_sub(1), Ordering::Relaxed);
            if longest <= self.wish.stop_at_length {
                return self.end();
            }
        }
        if place == 0 && (self.progress)(Progress::Improved(&found[0])).is_break() {
            return self.end();
        }
        ControlFlow::Continue(())
    }
}

/// One of those who search, and what it searches.
struct Hunter<'a> {
    hunt: &'a Hunt<'a>,
    looks: Arc<Vec<Look>>,
}

impl Watch for Hunter<'_> {
    fn limit(&self) -> usize {
        self.hunt.limit.load(Ordering::Relaxed)
    }

    fn found(&mut self, look: usize, turns: &[FaceTurn]) -> ControlFlow<()> {
        self.hunt.add(self.looks[look].solution(turns))
    }

    fn check(&mut self, nodes: usize) -> ControlFlow<()> {
        let hunt = self.hunt;
        if hunt.is_over.load(Ordering::Relaxed) {
            return ControlFlow::Break(());
        }
        let nodes = hunt.nodes.fetch_add(nodes as u64, Ordering::Relaxed) + nodes as u64;
        let has_solution = hunt.has_solution.load(Ordering::Relaxed);
        let is_used_up = hunt.wish.max_nodes.is_some_and(|most| nodes >= most);
        if is_used_up && (has_solution || hunt.wish.faces.len() < 5)
            || (hunt.progress)(Progress::Searching { nodes, has_solution }).is_break()
        {
            return hunt.end();
        }
        ControlFlow::Continue(())
    }
}

/// Some looks to be searched with a first phase of this length.
struct Job {
    looks: Arc<Vec<Look>>,
    numbers: Vec<u16>,
    length: usize,
}

/// What is searched next: ever longer, and of one length those with fewer premoves first.
struct Schedule<'a, T> {
    tables: &'a T,
    cube: &'a Cube3,
    faces: FaceSet,
    looks: [Option<Arc<Vec<Look>>>; MOST_PREMOVES + 1],
    /// Turns of phase 1 and premoves together.
    total: usize,
    premoves: usize,
    /// How many looks were given out already.
    given: usize,
}

impl<T: Guide> Schedule<'_, T> {
    fn next(&mut self, limit: usize) -> Option<Job> {
        loop {
            // Every solution from here on would be as long as the best one.
            if self.total > limit || self.total > LONGEST_PATH + self.tables.endings().length() {
                return None;
            }
            let Schedule { tables, cube, faces, premoves, .. } = *self;
            let looks = self.looks[premoves]
                .get_or_insert_with(|| Arc::new(looks(tables, cube, premoves, faces)))
                .clone();
            let length = self.total - premoves;
            let numbers: Vec<u16> = (self.given..looks.len())
                .filter(|&number| looks[number].start.distance as usize <= length)
                .map(|number| number as u16)
                .take(CROWD)
                .collect();
            if let Some(&last) = numbers.last() {
                self.given = last as usize + 1;
                return Some(Job { looks, numbers, length });
            }
            self.given = 0;
            self.premoves += 1;
            if self.premoves > most_premoves(self.total) {
                self.premoves = 0;
                self.total += 1;
            }
        }
    }
}

impl<'tables> TwoPhaseSolver<'tables> {
    /// With these tables.
    pub fn new(tables: &'tables Tables<'tables>) -> TwoPhaseSolver<'tables> {
        TwoPhaseSolver { tables }
    }

    /// Searches for ever shorter solutions until one is short enough, the nodes are used up or `progress` breaks. Returns the
    /// best ones; none if `progress` breaks before there is one, or if the faces do not solve the cube. Every solution was
    /// applied to the cube and solves it.
    pub fn solve(
        &self,
        cube: &Cube3,
        wish: &TwoPhaseOptions,
        progress: &ProgressFn<'_>,
    ) -> Option<TwoPhaseSolution> {
        let (solutions, is_shortest) = match self.tables {
            Tables::Small(tables) => solve(tables, cube, wish, progress),
            Tables::Large(tables) => solve(tables, cube, wish, progress),
        };
        let mut checked = solutions.into_iter().map(|turns| checked(cube, turns));
        let solution = checked.next()?;
        Some(TwoPhaseSolution { solution, others: checked.collect(), is_shortest })
    }

    /// The first solution of at most this many moves; none if the search, which is not endless but long, finds none.
    pub fn solve_within(&self, cube: &Cube3, moves: usize) -> Option<Alg> {
        let wish = TwoPhaseOptions { stop_at_length: moves, ..TwoPhaseOptions::default() };
        let outcome = self.solve(cube, &wish, &|_| ControlFlow::Continue(()))?;
        (outcome.solution.len() <= moves).then_some(outcome.solution)
    }

    /// Moves that make these stickers from a solved cube, white up, green front: at most so many turns, and the rotation in
    /// which the cube is held. The turns have such ends. None if the stickers are no real cube of the usual colour scheme,
    /// or if the search, which is not endless but long, finds no such turns.
    pub fn moves_making(&self, stickers: &Stickers<Color>, most: usize, ends: Ends) -> Option<Alg> {
        let held = stickers.orientation()?;
        let cube = Cube3::try_from(stickers).ok()?.conjugated_by(held.inverse());
        let Ends { not_first, not_last } = ends.inverse();
        let wish =
            TwoPhaseOptions { stop_at_length: most, not_first, not_last, ..TwoPhaseOptions::default() };
        let solution = self.solve(&cube, &wish, &|_| ControlFlow::Continue(()))?.solution;
        (solution.len() <= most).then_some(solution.inverse().compose(&Alg::of_rotation(held)?))
    }
}

/// A solution that was made on the cube and found to solve it.
fn checked(cube: &Cube3, turns: Vec<FaceTurn>) -> Alg {
    let end = turns.iter().fold(*cube, |cube, &turn| cube.apply_turn(turn));
    assert!(end.is_solved(), "a solution that does not solve is a mistake of this program");
    turns.into_iter().collect()
}

fn solve<T: Guide>(
    tables: &T,
    cube: &Cube3,
    wish: &TwoPhaseOptions,
    progress: &ProgressFn<'_>,
) -> (Vec<Vec<FaceTurn>>, bool) {
    let base = looks(tables, cube, 0, wish.faces);
    // However one looks at a near cube, it is near phase 2.
    let may_be_near = base.iter().all(|look| look.start.distance <= probe::DEEPEST);
    let is_plain = wish.faces == FaceSet::ALL && wish.solutions <= 1;
    let hunt = Hunt {
        wish,
        progress,
        nodes: AtomicU64::new(0),
        found: Mutex::new(Vec::new()),
        limit: AtomicUsize::new(MOST_TURNS),
        has_solution: AtomicBool::new(false),
        is_over: AtomicBool::new(false),
    };
    if is_plain
        && may_be_near
        && let Some(shortest) = probe::probe(tables, upright(cube), probe::DEEPEST)
        && hunt.is_wanted(&shortest)
    {
        return (vec![shortest], true);
    }
    let mut known_looks = [const { None }; MOST_PREMOVES + 1];
    known_looks[0] = Some(Arc::new(base));
    let schedule = Mutex::new(Schedule {
        tables,
        cube,
        faces: wish.faces,
        looks: known_looks,
        total: 0,
        premoves: 0,
        given: 0,
    });
    let strict_rules = (wish.faces != FaceSet::ALL).then(|| {
        let faces = |rotation: Symmetry| wish.faces.iter().map(|face| rotation.face(face)).collect();
        axis_rotations().map(|rotation| Rules::new(&tables.cosets().group, faces(rotation)))
    });
    let rules = strict_rules.as_ref().unwrap_or(&tables.cosets().free_rules);
    let work = || {
        let mut hunter = Hunter { hunt: &hunt, looks: Arc::default() };
        let mut search = Search::new(tables, rules);
        loop {
            let limit = hunter.limit();
            let next = schedule.lock().unwrap_or_else(PoisonError::into_inner).next(limit);
            let Some(Job { looks, numbers, length }) = next else { break };
            hunter.looks = looks.clone();
            let chosen: Vec<(u16, &Look)> =
                numbers.iter().map(|&number| (number, &looks[number as usize])).collect();
            if search.run(&chosen, length, &mut hunter).is_break() {
                break;
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..wish.threads {
            // Where the system has no more threads to give, there are fewer.
            if std::thread::Builder::new().spawn_scoped(scope, work).is_err() {
                break;
            }
        }
        work();
    });
    (hunt.found.into_inner().unwrap_or_else(PoisonError::into_inner), false)
}

/// The same turns, of two opposite faces that first which comes first in U R F D L B.
fn in_order(mut turns: Vec<FaceTurn>) -> Vec<FaceTurn> {
    for i in 1..turns.len() {
        if turns[i - 1].face() == turns[i].face().opposite() && turns[i - 1] > turns[i] {
            turns.swap(i - 1, i);
        }
    }
    turns
}
