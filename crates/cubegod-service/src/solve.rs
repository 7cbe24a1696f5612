//! Solving cubes: options, methods, and the response.

mod method;
mod optimal;
mod options;
mod pocket;
mod read_out;
mod request;
mod shortfall;
mod solved;
mod stages;
mod text;
mod two_phase;

pub use method::{Method, UnknownMethod};
pub use optimal::Unfinished;
pub use options::{MAX_SOLUTIONS, MAX_THREADS, Options, check_threads, target};
pub(crate) use pocket::is_shortest;
pub use read_out::{ReadOut, ReadOutOptions, ReadingFields, TextItem};
pub use request::{EachResponse, EachResult, MAX_EACH, Request, Responses, respond};
pub use shortfall::{LengthNotReached, Shortfall};
pub use solved::{Response, Solved};
pub use stages::{StageFields, lines};

use crate::clock::Stopwatch;
use crate::cube::ReadCube;
use crate::error::RequestError;
use crate::solvers::Solvers;
use cubegod::alphabet::Letters;
use cubegod::moves::FaceTurn;
use cubegod::solve::optimal::{Progress, WorkerPermits};
use cubegod::solve::pocket::{Goal, PocketSolver};
use cubegod::solve::{BuildOptions, SolveError};
use cubegod::view::UnsupportedSize;
use cubegod::{Alg, Cancellation, Cancelled, Color, Cube, Metric, Size};
use cubegod_teach::methods::{Solution, SolutionStep};
use optimal::{Proof, Prover};
use stages::HumanSolution;
use std::fmt::Debug;
use std::sync::OnceLock;

/// How one cube is solved: threads, cancellation and callbacks.
#[derive(Copy, Clone)]
pub struct SolveContext<'a> {
    /// The number of threads.
    pub threads: usize,
    /// Permits for further threads of a proof, while no other cube needs them.
    pub permits: Option<&'a WorkerPermits>,
    /// Cancels the request; checked every few microseconds.
    pub cancellation: &'a Cancellation,
    /// Whether a cancelled search returns the best solution so far.
    pub keep_partial: bool,
    /// Called with every better solution of a 3x3.
    pub on_improvement: &'a (dyn Fn(&[FaceTurn]) + Sync),
    /// Called at intervals with the progress of a proof, on any thread.
    pub on_progress: &'a (dyn Fn(Progress) + Sync),
}

/// One thread, never cancelled, no callbacks.
impl Default for SolveContext<'_> {
    fn default() -> Self {
        SolveContext {
            threads: 1,
            permits: None,
            cancellation: Cancellation::never(),
            keep_partial: true,
            on_improvement: &|_| {},
            on_progress: &|_| {},
        }
    }
}

/// Solves cubes with the same options, on any number of threads at once.
pub struct Session<'a> {
    options: Options,
    solvers: &'a Solvers,
    /// The name of the table of proofs, set by the first one.
    proof_table: OnceLock<String>,
}

/// The result of a solver.
#[derive(Debug)]
struct SolverResult {
    solution: Alg,
    /// All solutions, where several were requested.
    all: Option<Vec<Alg>>,
    /// The number of shortest solutions, where that was requested.
    count: Option<u64>,
    /// The solution in stages, by a human method.
    human: Option<Box<dyn HumanSolution>>,
    method: &'static str,
    optimal: bool,
    /// What is proven about its length, with [`Method::Optimal`].
    proof: Option<Proof>,
}

impl<'a> Session<'a> {
    /// Returns a session for options that [`Options::check`] accepts.
    ///
    /// # Examples
    ///
    /// ```
    /// use cubegod_service::solve::{Options, Session, SolveContext};
    /// use cubegod_service::{ReadCube, RequestError, Solvers};
    ///
    /// # fn main() -> Result<(), RequestError> {
    /// let options = Options { max_length: Some(9), ..Options::default() };
    /// options.check()?;
    /// let solvers = Solvers::with_small_tables();
    /// let session = Session::new(&solvers, options);
    /// let read_cube = ReadCube::read("DBFRDULUUFFBLDDBLRBU????", &Default::default())?;
    /// let solved = session.solve(&read_cube, &read_cube.only()?, &SolveContext::default())?;
    /// assert_eq!(solved.solution().to_string(), "L' U B U2 L2 B2 U B' L'");
    /// # Ok(())
    /// # }
    /// ```
    pub fn new(solvers: &'a Solvers, options: Options) -> Session<'a> {
        Session { options, solvers, proof_table: OnceLock::new() }
    }

    /// Returns the options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Returns the name of the table of proofs; none before the first proof.
    pub fn proof_table(&self) -> Option<&str> {
        self.proof_table.get().map(String::as_str)
    }

    /// Opens or builds the table of proofs and returns its name.
    ///
    /// # Errors
    ///
    /// There is no table for the metric.
    pub fn open_proof_table(&self) -> Result<&str, RequestError> {
        if let Some(name) = self.proof_table() {
            return Ok(name);
        }
        let table = self.solvers.optimal(self.options.metric)?;
        Ok(self.proof_table.get_or_init(|| optimal::table_name(&table)))
    }

    /// Solves a cube that fits what was read.
    ///
    /// # Errors
    ///
    /// The options do not apply to the cube, there is no solution, or the search was cancelled.
    pub fn solve(
        &self,
        read_cube: &ReadCube,
        cube: &Cube,
        context: &SolveContext<'_>,
    ) -> Result<Solved, RequestError> {
        let (options, size) = (&self.options, cube.size());
        let reading = &read_cube.reading;
        // The corners of a pocket cube distinguish own letters, whatever its orientation.
        let is_own = reading.alphabet.letters() == Letters::Own;
        if is_own && size == Size::TWO && (options.exact || options.target.is_some()) {
            return Err(SolveError::NoOrientation.into());
        }
        let relative = match &options.target {
            Some(target) => cube.relative_to(target)?,
            None => *cube,
        };
        let data = options.data.as_ref().map(|data| data.on(reading)).transpose()?;
        options
            .method
            .check_size(size)
            .map_err(|error| error.with_size_advice(reading, options.method.size()))?;
        let start;
        let result = match (options.method, relative) {
            (Method::Fast | Method::Optimal, Cube::Two(cube)) => {
                let build = BuildOptions::new().cancellation(context.cancellation);
                let solver = self.pocket(&build)?;
                start = Stopwatch::start();
                pocket::solve(&solver, &cube, options, context.cancellation)?
            }
            (Method::Fast, Cube::Three(cube, _)) => {
                // Load or build tables only for valid requests.
                two_phase::check(options)?;
                // Better tables may have arrived since the last cube.
                let tables = self.solvers.two_phase();
                start = Stopwatch::start();
                two_phase::solve(tables, &cube, options, context)?
            }
            (Method::Optimal, Cube::Three(cube, _)) => {
                let prover = Prover::new(self.solvers, options)?;
                self.proof_table.get_or_init(|| prover.table_name());
                start = Stopwatch::start();
                prover.solve(&cube, options, context)?
            }
            (Method::ThreeStep, Cube::Two(cube)) => {
                let solver = self.solvers.three_step();
                start = Stopwatch::start();
                self.human(solver.solve(&cube))
            }
            (Method::Cfop, Cube::Three(cube, centres)) => {
                let solver = self.solvers.cfop();
                start = Stopwatch::start();
                self.human(solver.solve_beginning_with(&cube, centres.face(Color::White)))
            }
            (Method::Layers, Cube::Three(cube, centres)) => {
                let solver = self.solvers.layers();
                start = Stopwatch::start();
                self.human(solver.solve_beginning_with(&cube, centres.face(Color::White)))
            }
            _ => return Err(SolveError::UnsupportedSize(UnsupportedSize::new(size)).into()),
        };
        let seconds = start.seconds();
        let length = result.solution.length(options.metric);
        // The 3x3 is searched in half turns, whatever is counted.
        let turns = if size == Size::TWO { length } else { result.solution.len() };
        // All pocket cubes are searched completely.
        let ended_by = Some(options.search_limit()).filter(|_| size != Size::TWO);
        let not_reached =
            LengthNotReached::check(options.max_length, turns, ended_by.filter(|_| !result.optimal))
                .or(LengthNotReached::check(options.at_most, length, ended_by));
        let read_out = data.map(|data| {
            let known = cube.stickers().map(|&color| Some(color));
            ReadOut::new(data, &known, &result.solution, reading, &options.read_out)
        });
        // Without a proof, a shortest 3x3 solution is one in half turns.
        let is_counted = size == Size::TWO || options.metric == Metric::Htm || result.proof.is_some();
        let optimal = result.optimal && is_counted;
        Ok(Solved { result, length, not_reached, read_out: read_out.transpose()?, optimal, seconds })
    }

    /// Returns the solver of the 2x2; it is cheap to create once its table exists.
    fn pocket(&self, build: &BuildOptions<'_>) -> Result<PocketSolver<'a>, Cancelled> {
        let goal = Goal::new().exact(self.options.exact).faces(self.options.faces);
        PocketSolver::new_with(self.solvers.pocket_in(self.options.metric), goal, build)
    }

    /// Returns the solution of a human method.
    fn human(&self, solution: Solution<impl SolutionStep + Debug + Send + Sync + 'static>) -> SolverResult {
        SolverResult {
            solution: solution.alg(),
            all: None,
            count: None,
            human: Some(Box::new(solution)),
            method: self.options.method.name(),
            optimal: false,
            proof: None,
        }
    }
}
