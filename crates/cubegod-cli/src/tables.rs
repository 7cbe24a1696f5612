//! The tables of the solvers: from the cache, or built and kept there.

use crate::cache::Cache;
use crate::error::Problem;
use crate::output::Output;
use cubegod::solve::pocket::PocketTable;
use cubegod::solve::two_phase::{SmallTables, Tables, TwoPhaseSolver};
use cubegod::{Alg, Color, Cube2, Metric, Size, Stickers, View};
use cubegod_net::engine::Solver3;
use std::cell::OnceCell;
use std::ops::ControlFlow;
use std::sync::LazyLock;
use std::time::{Duration, Instant};

/// The most turns of a 3x3 that is written as moves: few, and found in a few milliseconds.
const MOST_MOVES: usize = 21;

/// The longest that the engine looks for a solution that short.
const LATEST_ANSWER: Duration = Duration::from_millis(200);

/// The pocket table for a metric; other metrics than the quarter-turn metric count as half turns, as a pocket cube has no
/// slices.
pub(crate) fn pocket(metric: Metric, note: &mut dyn FnMut(&str)) -> PocketTable {
    let quarter_turns = metric == Metric::Qtm;
    let name = if quarter_turns { "pocket-quarter-turns" } else { "pocket-half-turns" };
    let cache = Cache::of_user();
    if let Some(table) =
        cache.load(name).and_then(|entries| PocketTable::from_entries(quarter_turns, entries))
    {
        return table;
    }
    let table = if quarter_turns { PocketTable::quarter_turns() } else { PocketTable::half_turns() };
    if let Err(reason) = cache.store(name, table.entries()) {
        note(&format!("the table is not kept for the next time: {reason}"));
    }
    table
}

/// The tables for the 3x3.
pub(crate) fn two_phase() -> Tables {
    Tables::Small(SmallTables::build())
}

/// What the resident engine answers 3x3 cubes with; its tables are built when the first one comes.
pub(crate) fn solver3() -> Solver3 {
    let tables = LazyLock::new(two_phase);
    Box::new(move |cube| {
        let start = Instant::now();
        let outcome = TwoPhaseSolver::new(&tables).solve(cube, Some(MOST_MOVES), &mut |best| {
            // Somebody waits: whatever there is by then will do.
            let is_late = best.is_some() && start.elapsed() > LATEST_ANSWER;
            if is_late { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        outcome.map(|outcome| outcome.solution)
    })
}

/// Both solvers, each ready when it is first needed.
#[derive(Default)]
pub(crate) struct Solvers {
    pocket: OnceCell<PocketTable>,
    two_phase: OnceCell<Tables>,
}

impl Solvers {
    /// The pocket table.
    pub(crate) fn pocket(&self, output: &mut Output) -> &PocketTable {
        self.pocket.get_or_init(|| pocket(Metric::Htm, &mut |note| output.note(note)))
    }

    /// Moves that make a real cube from a solved one.
    pub(crate) fn moves_making(
        &self,
        stickers: &Stickers<Option<Color>>,
        output: &mut Output,
    ) -> Result<Alg, Problem> {
        let completions = View::new(stickers.clone())?.completions();
        let colors = completions.get(0).filter(|_| completions.count() == 1).ok_or_else(Problem::no_moves)?;
        if colors.size() == Size::TWO {
            let cube = Cube2::try_from(&colors).map_err(|_| Problem::no_moves())?;
            return Ok(self.pocket(output).moves_making(&cube));
        }
        let tables = self.two_phase.get_or_init(two_phase);
        TwoPhaseSolver::new(tables).moves_making(&colors, MOST_MOVES).ok_or_else(Problem::no_moves)
    }
}
