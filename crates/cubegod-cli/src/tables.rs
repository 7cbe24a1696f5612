//! The tables of the solvers: which there are, and how they are taken from the cache or built and kept there.

mod building;
mod two_phase;

pub(crate) use building::{Building, CleanEnd};
pub(crate) use two_phase::TwoPhase;

use crate::error::Problem;
use crate::output::Output;
use cubegod::moves::{Ends, FaceSet};
use cubegod::solve::pocket::PocketTable;
use cubegod::solve::two_phase::{Event, TwoPhaseSolver, Wish};
use cubegod::{Alg, Color, Cube2, Cube3, Metric, Size, Stickers, View};
use cubegod_cache::{Cache, Kept, NO_FOLDER, NotNow, POCKET_HALF_TURNS, POCKET_QUARTER_TURNS};
use cubegod_net::engine::Solver3;
use std::cell::OnceCell;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The most turns of a 3x3 that is written as moves: few, and found in a few milliseconds.
const MOST_MOVES: usize = 21;

/// So many turns are called short where a solution is given for comparison.
const SHORT: usize = 20;

/// The longest that the engine looks for a solution that short.
const LATEST_ANSWER: Duration = Duration::from_millis(200);

/// The pocket table for a metric; other metrics than the quarter-turn metric count as half turns, as a pocket cube has no
/// slices.
pub(crate) fn pocket(metric: Metric, note: &mut dyn FnMut(&str)) -> PocketTable {
    let quarter_turns = metric == Metric::Qtm;
    let table = if quarter_turns { &POCKET_QUARTER_TURNS } else { &POCKET_HALF_TURNS };
    let build = || if quarter_turns { PocketTable::quarter_turns() } else { PocketTable::half_turns() };
    let Some(cache) = Cache::of_user() else {
        note(&table.not_kept(NO_FOLDER));
        return build();
    };
    let from_entries = |kept: Kept| PocketTable::from_entries(quarter_turns, kept.contents().to_vec());
    match table.open(&cache, from_entries) {
        Ok(built) => return built,
        Err(absence) => {
            if let Some(complaint) = table.complaint(&absence) {
                note(&format!("{complaint}; it is built again"));
            }
        }
    }
    let built = build();
    let kept = match cache.claim(table.label) {
        Ok(claim) => claim.keep(built.entries(), &|| ControlFlow::Continue(())),
        // Whoever is at it keeps the same.
        Err(NotNow::Busy) => Ok(()),
        Err(NotNow::Unwritable(why)) => Err(why),
    };
    if let Err(why) = kept {
        note(&table.not_kept(&why));
    }
    built
}

/// What the resident engine answers 3x3 cubes with; nothing is loaded or built before the first one comes.
pub(crate) fn solver3(tables: Arc<TwoPhase>) -> Solver3 {
    Box::new(move |cube| {
        let start = Instant::now();
        let wish = Wish { content_with: MOST_MOVES, ..Wish::default() };
        let outcome = TwoPhaseSolver::new(tables.get()).solve(cube, &wish, &|event| {
            // Somebody waits: whatever there is by then will do.
            let has_any = matches!(event, Event::Found(_) | Event::Tick { has_any: true });
            let is_late = has_any && start.elapsed() > LATEST_ANSWER;
            if is_late { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        outcome.map(|outcome| outcome.solution)
    })
}

/// Both solvers, each ready when it is first needed, for commands that do more than solving: tables of the 3x3 are taken
/// from the cache, but not built for it.
pub(crate) struct Solvers {
    pocket: OnceCell<PocketTable>,
    quarter_turns: OnceCell<PocketTable>,
    two_phase: TwoPhase,
}

impl Solvers {
    pub(crate) fn new(quiet: bool) -> Solvers {
        Solvers {
            pocket: OnceCell::new(),
            quarter_turns: OnceCell::new(),
            two_phase: TwoPhase::as_kept(quiet),
        }
    }

    /// The pocket table for quarter turns.
    fn quarter_turns(&self, output: &mut Output) -> &PocketTable {
        self.quarter_turns.get_or_init(|| pocket(Metric::Qtm, &mut |note| output.note(note)))
    }

    /// The pocket table.
    pub(crate) fn pocket(&self, output: &mut Output) -> &PocketTable {
        self.pocket.get_or_init(|| pocket(Metric::Htm, &mut |note| output.note(note)))
    }

    /// A short solution of a real cube, and whether it is known to be a shortest one in this metric; the same each time.
    pub(crate) fn short(
        &self,
        stickers: &Stickers<Color>,
        metric: Metric,
        output: &mut Output,
    ) -> Result<(Alg, bool), Problem> {
        if stickers.size() == Size::TWO {
            let cube = Cube2::try_from(stickers)?;
            let solution = match metric {
                Metric::Qtm => self.quarter_turns(output).solve(&cube),
                // Without slices, all others count as half turns do.
                _ => self.pocket(output).solve(&cube),
            };
            return Ok((solution.to_alg(), metric != Metric::Etm));
        }
        let wish = Wish { content_with: SHORT, ..Wish::default() };
        let outcome = TwoPhaseSolver::new(self.two_phase.get())
            .solve(&Cube3::try_from(stickers)?, &wish, &|_| ControlFlow::Continue(()))
            .ok_or_else(|| Problem::nothing_found(FaceSet::ALL))?;
        Ok((outcome.solution, outcome.is_shortest && metric == Metric::Htm))
    }

    /// Moves with such ends that make a real cube from a solved one.
    pub(crate) fn moves_making(
        &self,
        stickers: &Stickers<Option<Color>>,
        ends: Ends,
        output: &mut Output,
    ) -> Result<Alg, Problem> {
        let completions = View::new(stickers.clone())?.completions();
        let colors = completions.get(0).filter(|_| completions.count() == 1).ok_or_else(Problem::no_moves)?;
        if colors.size() == Size::TWO {
            let cube = Cube2::try_from(&colors).map_err(|_| Problem::no_moves())?;
            return Ok(self.pocket(output).moves_making(&cube, ends));
        }
        let solver = TwoPhaseSolver::new(self.two_phase.get());
        solver.moves_making(&colors, MOST_MOVES, ends).ok_or_else(Problem::no_moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_of_the_3x3_can_be_shared_by_threads() {
        fn is_shared<T: Send + Sync>() {}
        is_shared::<TwoPhase>();
    }
}
