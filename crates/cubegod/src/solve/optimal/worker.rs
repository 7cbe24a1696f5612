//! Workers on a pass, one per thread.

use super::backend::{Backend, Kernel};
use super::pass::Pass;
use super::position::PositionOps;
use super::search::{Search, SearchContext};
use std::sync::Arc;

/// The number of steps between two checks for solutions of other workers, and of such checks between two progress reports, which
/// are well under a millisecond apart.
const STEPS_PER_CHECK: usize = 16;
const CHECKS_PER_REPORT: usize = 32;

/// A worker on a pass.
pub(super) struct Worker {
    pass: Arc<Pass>,
    search: Search,
    /// Whether to finish the current task and take no other.
    is_yielding: bool,
}

/// The reply to a progress report.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Control {
    Continue,
    /// Finish the current task and take no other.
    Yield,
    /// End the pass for all workers.
    Stop,
}

impl Worker {
    /// Creates a worker with this many nodes between a prefetch and its lookup.
    pub(super) fn new(pass: Arc<Pass>, prefetch_distance: usize) -> Worker {
        let search = Search::new(pass.filter.clone(), prefetch_distance);
        Worker { pass, search, is_yielding: false }
    }

    /// Runs until the pass has no more tasks for this worker; calls `report` between portions of work.
    pub(super) fn run(
        mut self,
        context: SearchContext<'_>,
        backend: Backend,
        report: &dyn Fn(&Pass) -> Control,
    ) {
        loop {
            backend.run(Portion { context, worker: &mut self });
            if self.is_done() {
                return;
            }
            match report(&self.pass) {
                Control::Continue => {}
                Control::Yield => self.is_yielding = true,
                // Finish the remaining nodes, which decide which solution is the first.
                Control::Stop if self.pass.tasks.is_solved() => {}
                Control::Stop => self.pass.tasks.stop(),
            }
        }
    }

    /// Performs some steps.
    #[inline(always)]
    fn steps(&mut self, ops: impl PositionOps, context: &SearchContext<'_>) {
        let is_solved = self.pass.tasks.is_solved();
        if is_solved && let Some(solved) = self.pass.first_solved() {
            self.search.nodes.retain(|node| node.may_precede(&solved));
        }
        let may_take = !is_solved && !self.is_yielding;
        for _ in 0..STEPS_PER_CHECK {
            // Take a new task to keep all slots in use.
            if self.search.nodes.is_empty() && may_take {
                self.search.nodes.extend(self.pass.tasks.take().map(|(_, node)| node));
            }
            self.search.step(ops, context, &mut |node| self.pass.add_solved(node));
        }
    }

    /// Adds the counts to the pass, and returns whether it has no more tasks for this worker.
    fn is_done(&mut self) -> bool {
        self.pass.add_stats(std::mem::take(&mut self.search.stats));
        let may_take = self.pass.tasks.has_tasks() && !self.is_yielding;
        (self.search.is_done() && !may_take) || self.pass.tasks.was_stopped()
    }
}

/// The work between two progress reports.
struct Portion<'a, 'b> {
    context: SearchContext<'a>,
    worker: &'b mut Worker,
}

impl Kernel for Portion<'_, '_> {
    type Output = ();

    #[inline(always)]
    fn run<O: PositionOps>(self, ops: O) {
        for _ in 0..CHECKS_PER_REPORT {
            if self.worker.search.is_done() && !self.worker.pass.tasks.has_tasks() {
                return;
            }
            self.worker.steps(ops, &self.context);
        }
    }
}
