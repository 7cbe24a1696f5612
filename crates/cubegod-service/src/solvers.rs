//! All solvers and their tables, loaded or built on first use.

use crate::error::RequestError;
use crate::option::OptionId;
use crate::solve::is_shortest;
#[cfg(feature = "files")]
use crate::tables::{OptimalTableStore, TableBuilder, TwoPhaseTableStore, pocket_table};
use crate::tables::{OptimalTables, SmallTwoPhaseTables, SmallestOptimalTables, TwoPhaseTables};
use cubegod::moves::EndConstraints;
use cubegod::patterns::Recognizer;
use cubegod::solve::optimal::{OptimalTable, TableSpec};
use cubegod::solve::pocket::PocketTable;
use cubegod::solve::two_phase::{Tables, TwoPhaseOptions, TwoPhaseSolver};
use cubegod::solve::{ByMetric, SolveError};
use cubegod::view::UnsupportedSize;
use cubegod::{Alg, Cancellation, Cube, Metric};
use cubegod_teach::methods::cfop::CfopSolver;
use cubegod_teach::methods::layers::LayersSolver;
use cubegod_teach::methods::three_step::ThreeStepSolver;
use cubegod_teach::{LessonBuilder, Method};
use std::ops::ControlFlow;
use std::sync::{Arc, OnceLock};

/// The most moves of a 3x3 that is written as moves: found in a few milliseconds.
const MAX_MOVES: usize = 21;

/// The length at which the search for a solution for comparison stops.
const COMPARISON_LENGTH: usize = 20;

/// All solvers, for any number of threads. Nothing is loaded or built before it is needed.
pub struct Solvers {
    two_phase: Arc<dyn TwoPhaseTables>,
    optimal: Arc<dyn OptimalTables>,
    /// Loads or builds a table of the 2x2 for a metric.
    load_pocket: Box<dyn Fn(Metric) -> PocketTable + Send + Sync>,
    pocket: ByMetric<PocketTable>,
    layers: OnceLock<LayersSolver>,
    cfop: OnceLock<CfopSolver>,
    three_step: OnceLock<ThreeStepSolver>,
    lesson_builders: [OnceLock<LessonBuilder>; Method::ALL.len()],
    patterns: OnceLock<Recognizer>,
}

impl Solvers {
    /// Returns solvers with these tables for the 3x3. All others are built in memory.
    pub fn new(two_phase: Arc<dyn TwoPhaseTables>) -> Solvers {
        Solvers {
            two_phase,
            optimal: Arc::new(SmallestOptimalTables::default()),
            load_pocket: Box::new(PocketTable::build),
            pocket: ByMetric::new(),
            layers: OnceLock::new(),
            cfop: OnceLock::new(),
            three_step: OnceLock::new(),
            lesson_builders: Default::default(),
            patterns: OnceLock::new(),
        }
    }

    /// Returns solvers with small tables, built in memory.
    pub fn with_small_tables() -> Solvers {
        Solvers::new(Arc::new(SmallTwoPhaseTables::default()))
    }

    /// Returns solvers with tables from a store, and with cached tables of the 2x2 and of proofs.
    #[cfg(feature = "files")]
    pub fn with_cached_tables<B: TableBuilder>(two_phase: Arc<TwoPhaseTableStore<B>>) -> Solvers {
        let (builder, choice) = (Arc::clone(two_phase.builder()), two_phase.choice());
        let optimal = OptimalTableStore::new(Arc::clone(&builder), choice);
        Solvers::new(two_phase)
            .with_optimal_tables(Arc::new(optimal))
            .with_pocket_tables(move |metric| pocket_table(metric, &*builder))
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

    /// Loads or builds tables of the 2x2 with this function, instead of building them in memory.
    pub fn with_pocket_tables(self, load: impl Fn(Metric) -> PocketTable + Send + Sync + 'static) -> Solvers {
        Solvers { load_pocket: Box::new(load), ..self }
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
            self.lesson_builder(method);
        }
    }

    /// Returns the pocket table for half turns.
    pub fn pocket(&self) -> &PocketTable {
        self.pocket_in(Metric::Htm)
    }

    /// Returns the pocket table for a metric.
    pub fn pocket_in(&self, metric: Metric) -> &PocketTable {
        self.pocket.get_or_init(metric, || (self.load_pocket)(metric))
    }

    /// Returns the best tables of the 3x3 available now.
    pub fn two_phase(&self) -> &Tables<'static> {
        self.two_phase.get()
    }

    /// Returns the best table that there is now to prove optimal solutions of the 3x3.
    ///
    /// # Errors
    ///
    /// There is no table for the metric, or the source of tables has none.
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

    /// Returns the builder of lessons by a method.
    pub fn lesson_builder(&self, method: Method) -> &LessonBuilder {
        let number = Method::ALL.iter().position(|&other| other == method).unwrap_or_default();
        self.lesson_builders[number].get_or_init(|| LessonBuilder::new(method))
    }

    /// Returns the recognizer of patterns.
    pub fn patterns(&self) -> &Recognizer {
        self.patterns.get_or_init(Recognizer::new)
    }

    /// Returns a short solution, and whether it is known to be a shortest one in this metric; the same each time.
    ///
    /// # Errors
    ///
    /// The token was cancelled.
    pub fn short_solution(
        &self,
        cube: &Cube,
        metric: Metric,
        cancellation: &Cancellation,
    ) -> Result<(Alg, bool), RequestError> {
        let cube = match cube {
            Cube::Two(cube) => {
                return Ok((self.pocket_in(metric).solve(cube).to_alg(), is_shortest(metric, false)));
            }
            Cube::Three(cube, _) => cube,
            other => return Err(UnsupportedSize::new(other.size()).into()),
        };
        let options = TwoPhaseOptions::new().stop_at_length(COMPARISON_LENGTH);
        let outcome = TwoPhaseSolver::new(self.two_phase()).solve(cube, &options, &|_| {
            if cancellation.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        // The solution must not depend on when the search was cancelled.
        cancellation.check()?;
        let outcome = outcome.ok_or(SolveError::Mistake)?;
        Ok((outcome.solution, outcome.is_shortest && metric == Metric::Htm))
    }

    /// Returns moves with such ends that make a cube from a solved one.
    ///
    /// # Errors
    ///
    /// No moves make the cube or begin and end as requested, or the token was cancelled.
    pub fn moves_making(
        &self,
        cube: &Cube,
        ends: EndConstraints,
        cancellation: &Cancellation,
    ) -> Result<Alg, RequestError> {
        cancellation.check()?;
        match cube {
            Cube::Two(cube) => Ok(self.pocket().moves_making(cube, ends)),
            Cube::Three(cube, centres) => {
                let solver = TwoPhaseSolver::new(self.two_phase());
                Ok(solver.moves_making(cube, *centres, MAX_MOVES, ends).ok_or(SolveError::NoMoves)?)
            }
            other => Err(UnsupportedSize::new(other.size()).into()),
        }
    }
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
