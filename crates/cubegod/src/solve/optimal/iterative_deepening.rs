//! Iterative deepening for one cube: each depth in one or two passes.

use super::backend::{Backend, Kernel};
use super::node::Node;
use super::pass::{Pass, PassResult};
use super::position::{Position, PositionOps, ScalarOps};
use super::search::{PREFETCH_DISTANCE, PassFilter, Search, SearchContext};
use super::solver::{DepthStats, OptimalOptions, OptimalSolution, OptimalTable, Progress};
use super::table::PruningTable;
use crate::cube::{Conjugation, Cube3};
use crate::geometry::{Size, Symmetry};
use crate::moves::{Alg, FaceTurn, Metric};
use crate::solve::{GODS_NUMBER, GODS_NUMBER_QTM};
use std::collections::HashSet;
use std::sync::{Arc, LazyLock};

/// The minimum number of tasks of a depth, if it has as many nodes. It does not depend on the number of threads, so that the
/// results do not either.
const TASKS: usize = 500;

/// The fraction of a depth that the first of two passes takes.
const FIRST_PASS: f64 = 0.18;

/// Returns lower bounds of a cube and of its inverse.
pub(super) fn bounds_of(context: &SearchContext<'_>, cube: &Cube3) -> (u8, u8) {
    let bound = |cube: &Cube3| context.bound(ScalarOps, &Position::from(cube));
    (bound(cube), bound(&cube.inverse()))
}

/// The state of the search for one cube. The caller repeats [`IterativeDeepening::next_pass`], runs the pass and calls
/// [`IterativeDeepening::finish_pass`], until there is no pass.
pub(super) struct IterativeDeepening {
    cube: Cube3,
    options: OptimalOptions,
    metric: Metric,
    backend: Backend,
    bounds: (u8, u8),
    is_symmetric: bool,
    /// The remaining passes of the current depth, with the fractions of the depth before them and in them.
    passes: std::vec::IntoIter<(PassFilter, (f64, f64))>,
    tasks: Arc<[Node]>,
    /// The result of the current depth so far.
    result: Option<PassResult>,
    /// The number of nodes of all finished depths.
    finished_nodes: u64,
    /// Whether the last depth exceeded [`OptimalOptions::last_depth_nodes`].
    is_last_depth: bool,
    is_done: bool,
    solution: OptimalSolution,
}

impl IterativeDeepening {
    pub(super) fn new(
        table: &OptimalTable,
        cube: &Cube3,
        options: &OptimalOptions,
        backend: Backend,
    ) -> IterativeDeepening {
        let bounds = bounds_of(&table.context(), cube);
        let mut solution = OptimalSolution {
            solutions: Vec::new(),
            lower_bound: usize::from(bounds.0.max(bounds.1)).max(options.lower_bound),
            was_stopped: false,
            depths: Vec::new(),
        };
        if cube.is_solved() {
            solution.solutions.push(Alg::default());
            solution.lower_bound = 0;
        } else {
            solution.lower_bound = solution.lower_bound.max(1);
        }
        IterativeDeepening {
            cube: *cube,
            options: options.clone(),
            metric: table.spec().metric(),
            backend,
            bounds,
            is_symmetric: images(cube).skip(1).any(|image| image == *cube),
            passes: Vec::new().into_iter(),
            tasks: Arc::new([]),
            result: None,
            finished_nodes: 0,
            is_last_depth: false,
            is_done: cube.is_solved(),
            solution,
        }
    }

    /// Returns the next pass; `None` after the search has ended.
    pub(super) fn next_pass(&mut self, context: &SearchContext<'_>) -> Option<Arc<Pass>> {
        loop {
            let Some(result) = &mut self.result else {
                if !self.has_next_depth() {
                    return None;
                }
                if self.is_last_depth || self.is_over_budget(0) {
                    self.solution.was_stopped = true;
                    return None;
                }
                self.begin_depth(context);
                continue;
            };
            let is_enough = result.was_stopped || (!self.options.all && !result.solutions.is_empty());
            match self.passes.next().filter(|_| !is_enough) {
                Some((filter, fractions)) => {
                    let earlier = std::mem::take(result);
                    let tasks = Arc::clone(&self.tasks);
                    return Some(Arc::new(Pass::new(filter, tasks, self.options.all, fractions, earlier)));
                }
                None => self.end_depth(),
            }
        }
    }

    /// Takes the result of a pass.
    pub(super) fn finish_pass(&mut self, result: PassResult) {
        self.result = Some(result);
    }

    /// Returns the progress of the search during a pass.
    pub(super) fn progress(&self, pass: &Pass) -> Progress {
        Progress { depth: self.solution.lower_bound, stats: pass.stats(), fraction: pass.fraction() }
    }

    /// Returns whether the search has reached its node limit, with `nodes` in the current depth.
    pub(super) fn is_over_budget(&self, nodes: u64) -> bool {
        self.options.max_nodes.is_some_and(|max_nodes| self.finished_nodes.saturating_add(nodes) >= max_nodes)
    }

    pub(super) fn solution(self) -> OptimalSolution {
        self.solution
    }

    /// Returns whether there is another depth to search, and raises the lower bound to it.
    fn has_next_depth(&mut self) -> bool {
        let gods_number = if self.metric == Metric::Qtm { GODS_NUMBER_QTM } else { GODS_NUMBER };
        let last = self.options.max_length.min(gods_number);
        while !self.is_done && self.solution.lower_bound <= last {
            let depth = self.solution.lower_bound;
            if let Some(turns) = self.options.known.as_ref().filter(|_| !self.options.all)
                && self.metric.length(turns) <= depth
            {
                self.solution.solutions.push(turns.iter().copied().collect());
                self.is_done = true;
                return false;
            }
            // Every quarter turn changes the parity of the corners.
            if self.metric != Metric::Qtm || (depth % 2 == 1) == self.cube.corners().is_odd() {
                return true;
            }
            self.solution.lower_bound += 1;
        }
        false
    }

    /// Expands the first nodes of a depth breadth-first into tasks, those with low bounds first.
    fn begin_depth(&mut self, context: &SearchContext<'_>) {
        let (bound, inverse_bound) = self.bounds;
        let root = Node::root(&self.cube, self.solution.lower_bound as u8, bound, inverse_bound);
        let expand = |nodes| self.backend.run(BreadthFirst { context, nodes, min_count: TASKS });
        let (mut tasks, mut result) = expand(vec![root]);
        if self.is_symmetric && !self.options.all {
            // Removing images may leave too few tasks, so expand again.
            let (more, rest) = expand(without_images(tasks));
            tasks = more;
            result.solutions.extend(rest.solutions);
            result.stats.nodes += rest.stats.nodes;
            result.stats.lookups += rest.stats.lookups;
        }
        tasks.sort_by_key(Node::priority);
        for (node, task) in tasks.iter_mut().zip(0..) {
            node.task = task;
        }
        self.passes = passes(&context.table, self.options.all, &tasks).into_iter();
        self.tasks = tasks.into();
        self.result = Some(result);
    }

    /// Records the result of a depth.
    fn end_depth(&mut self) {
        let Some(PassResult { solutions, stats, was_stopped }) = self.result.take() else { return };
        let solution = &mut self.solution;
        solution.depths.push(DepthStats { moves: solution.lower_bound, stats });
        solution.was_stopped = was_stopped;
        self.finished_nodes = self.finished_nodes.saturating_add(stats.nodes);
        self.is_done = was_stopped || !solutions.is_empty();
        if was_stopped {
            return;
        }
        if solutions.is_empty() {
            solution.lower_bound += 1;
            self.is_last_depth = stats.nodes > self.options.last_depth_nodes;
        }
        solution.solutions = sorted(solutions);
        if !self.options.all {
            solution.solutions.truncate(1);
        }
        if self.is_symmetric && !self.options.all {
            // Nodes without a last face allow all orders of opposite faces, and half turns as two quarter turns.
            let simplify = |alg: &mut Alg| *alg = alg.in_face_turns(Size::THREE).0;
            solution.solutions.iter_mut().for_each(simplify);
        }
    }
}

fn sorted(mut solutions: Vec<Vec<FaceTurn>>) -> Vec<Alg> {
    solutions.sort_unstable();
    solutions.into_iter().map(|turns| turns.into_iter().collect()).collect()
}

/// Expands nodes breadth-first until there are at least `min_count`, all after the same number of turns.
struct BreadthFirst<'a> {
    context: &'a SearchContext<'a>,
    nodes: Vec<Node>,
    min_count: usize,
}

impl Kernel for BreadthFirst<'_> {
    type Output = (Vec<Node>, PassResult);

    #[inline(always)]
    fn run<O: PositionOps>(self, ops: O) -> (Vec<Node>, PassResult) {
        let mut search = Search::new(PassFilter::ALL, PREFETCH_DISTANCE);
        let (mut nodes, mut solutions) = (self.nodes, Vec::new());
        while !nodes.is_empty() && nodes.len() < self.min_count {
            nodes = search.children(ops, self.context, &nodes, &mut |node| solutions.push(node.solution()));
        }
        (nodes, PassResult { solutions, stats: search.stats, was_stopped: false })
    }
}

/// Returns the filters of the passes of a depth, which together accept every node once, each with the fraction of the depth before
/// it and its own.
///
/// Most solutions are below nodes with low bounds, so the first pass searches these and a second pass the others. The filter
/// applies where the moves left equal the largest bound of the table; the few nodes above are searched twice. If all solutions are
/// searched for, one pass suffices.
fn passes(table: &PruningTable<'_>, all: bool, tasks: &[Node]) -> Vec<(PassFilter, (f64, f64))> {
    if tasks.is_empty() {
        return Vec::new();
    }
    let left = table.largest;
    if all || tasks.iter().any(|node| node.left <= left) {
        return vec![(PassFilter::ALL, (0.0, 1.0))];
    }
    let last = 2 * left - 3;
    vec![
        (PassFilter { left, priorities: 0..=last }, (0.0, FIRST_PASS)),
        (PassFilter { left, priorities: last + 1..=u8::MAX }, (FIRST_PASS, 1.0 - FIRST_PASS)),
    ]
}

/// Returns the images of a cube and of its inverse under all symmetries; the first one is the cube itself.
fn images(cube: &Cube3) -> impl Iterator<Item = Cube3> {
    static CONJUGATIONS: LazyLock<[Conjugation; 48]> = LazyLock::new(|| Symmetry::ALL.map(Conjugation::new));
    let (cube, inverse) = (*cube, cube.inverse());
    CONJUGATIONS
        .iter()
        .flat_map(move |symmetry| [cube.conjugated_with(symmetry), inverse.conjugated_with(symmetry)])
}

/// Keeps one node of each class of images, of which there may be several if the root has symmetries.
///
/// Neither a symmetry nor inversion changes whether a node has a solution. But any face may be turned next, because the removed
/// images were reached by other turns.
fn without_images(nodes: Vec<Node>) -> Vec<Node> {
    let key = |cube: Cube3| (cube.corners().codes(), cube.edges().codes());
    let mut seen = HashSet::new();
    let is_new = |node: &Node| {
        let representative = images(&node.cube()).map(key).min().expect("there are symmetries");
        // In the quarter-turn metric, nodes may differ in the number of moves.
        seen.insert((representative, node.left))
    };
    nodes.into_iter().map(Node::without_last_faces).filter(is_new).collect()
}

#[cfg(test)]
mod tests {
    use super::super::table::TableSpec;
    use super::*;

    #[test]
    fn the_passes_of_a_depth_accept_every_node_once() {
        let spec = TableSpec::smallest(Metric::Htm).expect("a table");
        let table = OptimalTable::new(spec, vec![0; spec.bytes()]).expect("contents of the right length");
        let table = table.context().table;
        let task = |left| Node::root(&Cube3::SOLVED, left, 0, 0);
        let passes_of = |all, left| passes(&table, all, &[task(left), task(20)]);
        let two = passes_of(false, table.largest + 1);
        assert_eq!(two.len(), 2);
        for priority in 0..=u8::MAX {
            let accepting = two.iter().filter(|(filter, _)| filter.priorities.contains(&priority)).count();
            assert_eq!(accepting, 1, "{priority}");
        }
        assert!(two.iter().all(|(filter, _)| filter.left == table.largest));
        let ends = two.iter().map(|(_, (before, here))| before + here);
        assert_eq!(ends.collect::<Vec<_>>(), [FIRST_PASS, 1.0]);
        assert!(passes(&table, false, &[]).is_empty(), "nothing is left to search");
        // Some tasks are below the filter already, or all solutions are searched for.
        for one in [passes_of(false, table.largest), passes_of(true, 20)] {
            assert!(matches!(&one[..], [(filter, _)] if filter.priorities == (0..=u8::MAX)));
        }
    }
}
