//! All solvers and their tables, loaded or built on first use.

use crate::error::RequestError;
use crate::option::OptionId;
use cubegod::moves::Ends;
use cubegod::patterns::Recognizer;
use cubegod::solve::SolveError;
use cubegod::solve::optimal::{OptimalTable, TableSpec};
use cubegod::solve::pocket::PocketTable;
use cubegod::solve::two_phase::{SmallTables, Tables, TwoPhaseOptions, TwoPhaseSolver};
use cubegod::{Alg, Cancellation, Color, Cube2, Cube3, Metric, Size, Stickers, View};
use cubegod_cache::{
    Cache, LockError, NO_CACHE_FOLDER, OpenError, POCKET_HALF_TURNS, POCKET_QUARTER_TURNS, Table,
    TableMemory, threads,
};
use cubegod_teach::methods::cfop::CfopSolver;
use cubegod_teach::methods::layers::LayersSolver;
use cubegod_teach::methods::three_step::ThreeStepSolver;
use cubegod_teach::{Method, Teacher};
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

/// The most moves of a 3x3 that is written as moves: found in a few milliseconds.
const MOST_MOVES: usize = 21;

/// The length at which the search for a solution for comparison stops.
const SHORT: usize = 20;

/// A source of tables for the two-phase search.
pub trait TwoPhaseTables: Send + Sync {
    /// Returns the best tables available now. Called for each cube, because better ones may arrive.
    fn get(&self) -> &Tables<'static>;
}

/// Small tables, built for the first cube.
#[derive(Default)]
struct Small(OnceLock<Tables<'static>>);

impl TwoPhaseTables for Small {
    fn get(&self) -> &Tables<'static> {
        self.0.get_or_init(|| Tables::Small(SmallTables::build()))
    }
}

/// A source of tables for optimal solutions of the 3x3.
pub trait OptimalTables: Send + Sync {
    /// Returns the best table that there is now for the metric of `smallest`, which is the smallest one.
    fn get(&self, smallest: TableSpec) -> Result<Arc<OptimalTable>, RequestError>;
}

/// The smallest tables, each built in memory for the first cube that needs it.
#[derive(Default)]
struct SmallOptimal {
    half_turns: OnceLock<Arc<OptimalTable>>,
    quarter_turns: OnceLock<Arc<OptimalTable>>,
}

impl OptimalTables for SmallOptimal {
    fn get(&self, smallest: TableSpec) -> Result<Arc<OptimalTable>, RequestError> {
        let place = match smallest.metric() {
            Metric::Qtm => &self.quarter_turns,
            _ => &self.half_turns,
        };
        let build = || Arc::new(OptimalTable::build(smallest, threads(), &|_| ()));
        Ok(Arc::clone(place.get_or_init(build)))
    }
}

/// All solvers, for any number of threads. Nothing is loaded or built before it is needed.
pub struct Solvers {
    two_phase: Arc<dyn TwoPhaseTables>,
    optimal: Arc<dyn OptimalTables>,
    /// Whether tables that are built are also cached.
    writes_cache: bool,
    /// Receives messages about tables.
    note: Box<dyn Fn(&str) + Send + Sync>,
    half_turns: OnceLock<PocketTable>,
    quarter_turns: OnceLock<PocketTable>,
    layers: OnceLock<LayersSolver>,
    cfop: OnceLock<CfopSolver>,
    three_step: OnceLock<ThreeStepSolver>,
    teachers: [OnceLock<Teacher>; Method::ALL.len()],
    patterns: OnceLock<Recognizer>,
}

impl Solvers {
    /// Returns solvers with these tables for the 3x3; `note` receives messages about tables of the 2x2.
    pub fn new(two_phase: Arc<dyn TwoPhaseTables>, note: impl Fn(&str) + Send + Sync + 'static) -> Solvers {
        Solvers {
            two_phase,
            optimal: Arc::new(SmallOptimal::default()),
            writes_cache: true,
            note: Box::new(note),
            half_turns: OnceLock::new(),
            quarter_turns: OnceLock::new(),
            layers: OnceLock::new(),
            cfop: OnceLock::new(),
            three_step: OnceLock::new(),
            teachers: Default::default(),
            patterns: OnceLock::new(),
        }
    }

    /// Returns solvers with small tables for the 3x3, without messages.
    pub fn with_small_tables() -> Solvers {
        Solvers::new(Arc::new(Small::default()), |_| {})
    }

    /// Uses these tables to prove optimal solutions of the 3x3, instead of the smallest ones, built in memory.
    pub fn with_optimal_tables(self, optimal: Arc<dyn OptimalTables>) -> Solvers {
        Solvers { optimal, ..self }
    }

    /// Replaces the source of tables for optimal solutions.
    pub fn replace_optimal_tables(
        self,
        replace: impl FnOnce(Arc<dyn OptimalTables>) -> Arc<dyn OptimalTables>,
    ) -> Solvers {
        Solvers { optimal: replace(Arc::clone(&self.optimal)), ..self }
    }

    /// Reads cached tables of the 2x2, but writes none.
    pub fn without_writing_cache(self) -> Solvers {
        Solvers { writes_cache: false, ..self }
    }

    /// Loads or builds the tables that most cubes need, so that the first request does not wait for them.
    pub fn prepare(&self) {
        self.pocket();
        self.two_phase();
    }

    /// Loads or builds everything that a request may need, except tables for optimal solutions.
    pub fn prepare_all(&self) {
        self.prepare();
        self.pocket_in(Metric::Qtm);
        self.three_step();
        self.layers();
        self.cfop();
        self.patterns();
        for method in Method::ALL {
            self.teacher(method);
        }
    }

    /// Returns the pocket table for half turns.
    pub fn pocket(&self) -> &PocketTable {
        self.pocket_in(Metric::Htm)
    }

    /// Returns the pocket table for a metric.
    pub fn pocket_in(&self, metric: Metric) -> &PocketTable {
        let place = if metric == Metric::Qtm { &self.quarter_turns } else { &self.half_turns };
        place.get_or_init(|| match self.writes_cache {
            true => pocket_table(metric, &mut |text| (self.note)(text)),
            false => cached_pocket_table(metric).unwrap_or_else(|_| build_pocket_table(metric)),
        })
    }

    /// Returns the best tables of the 3x3 available now.
    pub fn two_phase(&self) -> &Tables<'static> {
        self.two_phase.get()
    }

    /// Returns the best table that there is now to prove optimal solutions of the 3x3.
    pub fn optimal(&self, metric: Metric) -> Result<Arc<OptimalTable>, RequestError> {
        let smallest = TableSpec::smallest(metric);
        self.optimal.get(
            smallest.ok_or_else(|| RequestError::NotWithOptimal {
                setting: OptionId::Metric.with(metric.name()),
            })?,
        )
    }

    /// Returns the solver of the layer-by-layer method.
    pub fn layers(&self) -> &LayersSolver {
        self.layers.get_or_init(LayersSolver::new)
    }

    /// Returns the solver of CFOP.
    pub fn cfop(&self) -> &CfopSolver {
        self.cfop.get_or_init(CfopSolver::new)
    }

    /// Returns the solver of the three-step method of the 2x2.
    pub fn three_step(&self) -> &ThreeStepSolver {
        self.three_step.get_or_init(ThreeStepSolver::new)
    }

    /// Returns the teacher of a method.
    pub fn teacher(&self, method: Method) -> &Teacher {
        let number = Method::ALL.iter().position(|&other| other == method).unwrap_or_default();
        self.teachers[number].get_or_init(|| Teacher::new(method))
    }

    /// Returns the recognizer of patterns.
    pub fn patterns(&self) -> &Recognizer {
        self.patterns.get_or_init(Recognizer::new)
    }

    /// Returns a short solution of a legal cube, and whether it is known to be a shortest one in this metric; the same each time.
    ///
    /// # Errors
    ///
    /// The cube is not legal, or the token was cancelled.
    pub fn short(
        &self,
        stickers: &Stickers<Color>,
        metric: Metric,
        cancellation: &Cancellation,
    ) -> Result<(Alg, bool), RequestError> {
        if stickers.size() == Size::TWO {
            let solution = self.pocket_in(metric).solve(&Cube2::try_from(stickers)?);
            return Ok((solution.to_alg(), metric != Metric::Etm));
        }
        let options = TwoPhaseOptions { stop_at_length: SHORT, ..TwoPhaseOptions::default() };
        let outcome =
            TwoPhaseSolver::new(self.two_phase()).solve(&Cube3::try_from(stickers)?, &options, &|_| {
                if cancellation.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
        // The solution must not depend on when the search was cancelled.
        cancellation.check()?;
        let outcome = outcome.ok_or(SolveError::Mistake)?;
        Ok((outcome.solution, outcome.is_shortest && metric == Metric::Htm))
    }

    /// Returns moves with such ends that make a legal cube from a solved one.
    ///
    /// # Errors
    ///
    /// Not exactly one cube fits, no moves begin and end as requested, or the token was cancelled.
    pub fn moves_making(
        &self,
        stickers: &Stickers<Option<Color>>,
        ends: Ends,
        cancellation: &Cancellation,
    ) -> Result<Alg, RequestError> {
        let completions = View::new(stickers.clone())?.completions_with(cancellation)?;
        let colors = completions.get(0).filter(|_| completions.count() == 1).ok_or(SolveError::NoMoves)?;
        if colors.size() == Size::TWO {
            let cube = Cube2::try_from(&colors).map_err(|_| SolveError::NoMoves)?;
            return Ok(self.pocket().moves_making(&cube, ends));
        }
        cancellation.check()?;
        let solver = TwoPhaseSolver::new(self.two_phase());
        Ok(solver.moves_making(&colors, MOST_MOVES, ends).ok_or(SolveError::NoMoves)?)
    }
}

/// Returns the pocket table for a metric. All metrics but the quarter-turn metric are the half-turn metric, as a pocket cube has
/// no slices. `note` receives messages about the cache.
pub fn pocket_table(metric: Metric, note: &mut dyn FnMut(&str)) -> PocketTable {
    let table = pocket_file(metric);
    let cache = match cached_pocket_table(metric) {
        Ok(cached) => return cached,
        Err(None) => {
            note(&table.not_cached_message(NO_CACHE_FOLDER));
            return build_pocket_table(metric);
        }
        Err(Some((cache, error))) => {
            if let Some(warning) = table.open_error_message(&error) {
                note(&format!("{warning}; it is built again"));
            }
            cache
        }
    };
    let built = build_pocket_table(metric);
    let kept = match cache.try_lock(table.id) {
        Ok(lock) => lock.write(built.entries(), &|| ControlFlow::Continue(())),
        // Another process is writing the same table.
        Err(LockError::Busy) => Ok(()),
        Err(LockError::Unwritable(why)) => Err(why),
    };
    if let Err(why) = kept {
        note(&table.not_cached_message(&why));
    }
    built
}

fn pocket_file(metric: Metric) -> &'static Table {
    if metric == Metric::Qtm { &POCKET_QUARTER_TURNS } else { &POCKET_HALF_TURNS }
}

/// Returns the cached table; else the cache, if there is one, and what is wrong with the file.
fn cached_pocket_table(metric: Metric) -> Result<PocketTable, Option<(Cache, OpenError)>> {
    let cache = Cache::for_user().ok_or(None)?;
    let from_entries =
        |kept: TableMemory| PocketTable::from_entries(metric == Metric::Qtm, kept.contents().to_vec());
    pocket_file(metric).open(&cache, from_entries).map_err(|error| Some((cache, error)))
}

fn build_pocket_table(metric: Metric) -> PocketTable {
    if metric == Metric::Qtm { PocketTable::quarter_turns() } else { PocketTable::half_turns() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn solvers_can_be_shared_by_threads() {
        fn is_shared<T: Send + Sync>() {}
        is_shared::<Solvers>();
    }
}
