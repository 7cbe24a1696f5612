//! One way to solve, for one cube or for many.

use crate::arguments::{Known, expected, faces, known, max_length, metric, named, option, seconds};
use crate::error::{Problem, usage};
use crate::tables::{self, Choice};
use cubegod::alphabet::Letters;
use cubegod::moves::FaceSet;
use cubegod::solve::pocket::{Goal, PocketSolution, PocketSolver};
use cubegod::solve::two_phase::{Tables, TwoPhaseOptions, TwoPhaseSolver};
use cubegod::solve::{SolveError, StopPolicy, relative_to_2, relative_to_3, white_face};
use cubegod::{Alg, Color, Cube2, Cube3, Face, Metric, Size, Stickers};
use cubegod_teach::methods::cfop::{self, CfopSolution};
use cubegod_teach::methods::layers::{self, LayersSolution};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// How the 3x3 is solved.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Method {
    Fast,
    Layers,
    Cfop,
}

impl Method {
    const fn name(self) -> &'static str {
        match self {
            Method::Fast => "fast",
            Method::Layers => "layers",
            Method::Cfop => "cfop",
        }
    }
}

/// A solution that people make.
pub(crate) enum Stages {
    Layers(LayersSolution),
    Cfop(CfopSolution),
}

/// What `solve` and `solve_many` are asked besides the cubes.
pub(crate) struct Options<'py> {
    pub(crate) method: String,
    pub(crate) max_length: Option<usize>,
    pub(crate) budget: Option<f64>,
    pub(crate) target: Option<Bound<'py, PyAny>>,
    pub(crate) faces: Option<String>,
    pub(crate) metric: String,
    pub(crate) exact: bool,
    pub(crate) solutions: Option<usize>,
    pub(crate) tables: String,
}

impl<'py> Options<'py> {
    pub(crate) fn new(options: &Bound<'py, PyDict>) -> PyResult<Options<'py>> {
        Ok(Options {
            method: option(options, "method", expected::METHOD)?,
            max_length: max_length(options)?,
            budget: option(options, "budget", expected::BUDGET)?,
            target: option(options, "target", "a cube or None")?,
            faces: option(options, "faces", "letters of faces such as \"URF\", or None")?,
            metric: option(options, "metric", expected::METRIC)?,
            exact: option(options, "exact", expected::EXACT)?,
            solutions: option(options, "solutions", "a whole number from 1 on, or None")?,
            tables: option(options, "tables", expected::TABLES)?,
        })
    }
}

/// All that cubes are solved with; what takes long to make is made when the first cube needs it.
pub(crate) struct Engine {
    method: Method,
    pub(crate) metric: Metric,
    target: Option<Stickers<Color>>,
    faces: FaceSet,
    exact: bool,
    solutions: Option<usize>,
    budget: Option<Duration>,
    max_length: Option<usize>,
    /// Whether only a solution will do that is proven to be a shortest one.
    is_for_shortest: bool,
    choice: Choice,
    two_phase: OnceLock<&'static Tables<'static>>,
    pocket: OnceLock<PocketSolver<'static>>,
}

/// What was found out about one cube.
pub(crate) struct Solved {
    pub(crate) solution: Alg,
    pub(crate) others: Vec<Alg>,
    pub(crate) stages: Option<Stages>,
    pub(crate) method: &'static str,
    pub(crate) optimal: bool,
    pub(crate) seconds: f64,
}

impl Solved {
    fn new(solution: Alg, method: &'static str, optimal: bool) -> Solved {
        Solved { solution, others: Vec::new(), stages: None, method, optimal, seconds: 0.0 }
    }

    /// What people do, stage by stage.
    pub(crate) fn stages_with_names(&self) -> Option<Vec<(&'static str, Alg)>> {
        Some(match self.stages.as_ref()? {
            Stages::Layers(solution) => {
                layers::Stage::ALL.map(|stage| (stage.name(), solution.stage_alg(stage))).into()
            }
            Stages::Cfop(solution) => {
                cfop::Stage::ALL.map(|stage| (stage.name(), solution.stage_alg(stage))).into()
            }
        })
    }
}

/// How one cube is worked on.
pub(crate) struct Means<'a> {
    pub(crate) threads: usize,
    /// Whether nobody wants the answer any more.
    pub(crate) is_over: &'a (dyn Fn() -> bool + Sync),
}

impl Engine {
    pub(crate) fn new(options: &Options<'_>) -> PyResult<Engine> {
        let method = match options.method.as_str() {
            "fast" => Method::Fast,
            "layers" => Method::Layers,
            "cfop" => Method::Cfop,
            other => return Err(usage(format!("unknown method `{other}`; expected fast, layers or cfop"))),
        };
        if options.solutions == Some(0) {
            return Err(usage("no solutions asked for; expected 1 or more"));
        }
        let engine = Engine {
            method,
            metric: metric(&options.metric)?,
            target: options.target.as_ref().map(target).transpose()?,
            faces: faces(options.faces.as_deref())?,
            exact: options.exact,
            solutions: options.solutions,
            budget: seconds(options.budget)?,
            max_length: options.max_length,
            is_for_shortest: false,
            choice: named(&options.tables)?,
            two_phase: OnceLock::new(),
            pocket: OnceLock::new(),
        };
        engine.refuse_what_does_not_go_together()?;
        Ok(engine)
    }

    /// For a shortest solution.
    pub(crate) fn for_shortest(
        given: Option<&Bound<'_, PyAny>>,
        name: &str,
        exact: bool,
        letters: Option<&str>,
    ) -> PyResult<Engine> {
        Ok(Engine {
            method: Method::Fast,
            metric: metric(name)?,
            target: given.map(target).transpose()?,
            faces: faces(letters)?,
            exact,
            solutions: None,
            budget: None,
            max_length: None,
            is_for_shortest: true,
            choice: Choice::Auto,
            two_phase: OnceLock::new(),
            pocket: OnceLock::new(),
        })
    }

    fn refuse_what_does_not_go_together(&self) -> PyResult<()> {
        let given = [
            (self.exact, "exact"),
            (self.faces != FaceSet::ALL, "faces"),
            (self.max_length.is_some(), "max_length"),
            (self.solutions.is_some(), "solutions"),
            (self.budget.is_some(), "budget"),
        ];
        match given.iter().find(|(is_given, _)| *is_given && self.method != Method::Fast) {
            Some((_, name)) => {
                let method = self.method.name();
                Err(usage(format!("{name} does not go with the method {method}; leave one of them out")))
            }
            None => Ok(()),
        }
    }

    /// Whether cubes are solved as they are, so that their stickers need not be looked at again.
    pub(crate) fn is_plain(&self) -> bool {
        self.target.is_none()
    }

    /// Solves a cube. Called without the interpreter.
    pub(crate) fn solve(&self, known: &Known, means: &Means<'_>) -> PyResult<Solved> {
        let stickers = &known.stickers;
        let is_own = known.alphabet.letters() == Letters::Own;
        // Own letters of a pocket cube are told apart by its corners, which may be held in any way.
        if is_own && stickers.size() == Size::TWO && (self.exact || self.target.is_some()) {
            return Err(Problem::from(SolveError::NoOrientation).into());
        }
        let target = self.target.as_ref();
        if let Some(target) = target.filter(|target| target.size() != stickers.size()) {
            let refusal = SolveError::OtherSize { cube: stickers.size(), target: target.size() };
            return Err(Problem::from(refusal).into());
        }
        match stickers.size() {
            Size::TWO => self.solve2(&relative_to_2(stickers, target).map_err(Problem::from)?),
            _ => {
                let cube = relative_to_3(stickers, target).map_err(Problem::from)?;
                self.solve3(&cube, white_face(stickers), means)
            }
        }
    }

    fn solve2(&self, cube: &Cube2) -> PyResult<Solved> {
        self.pocket();
        let start = Instant::now();
        let solved = Solved::new(self.solution2(cube)?.to_alg(), "pocket", true);
        Ok(Solved { seconds: start.elapsed().as_secs_f64(), ..solved })
    }

    /// A shortest solution of a pocket cube.
    pub(crate) fn solution2(&self, cube: &Cube2) -> Result<PocketSolution, Problem> {
        if self.method != Method::Fast {
            let method = format!("the method {}", self.method.name());
            return Err(Problem::unsupported(only_for(Size::THREE, &method, Size::TWO)));
        }
        if self.solutions.is_some() {
            return Err(Problem::unsupported(only_for(Size::THREE, "solutions", Size::TWO)));
        }
        let refusal = SolveError::Unsolvable { faces: self.faces, exact: self.exact };
        self.pocket().solve(cube).ok_or(refusal.into())
    }

    fn pocket(&self) -> &PocketSolver<'static> {
        self.pocket.get_or_init(|| {
            let goal = Goal { exact: self.exact, faces: self.faces };
            PocketSolver::new(tables::pocket(self.metric), goal)
        })
    }

    /// Solves a 3x3; people begin with the layer of this face.
    pub(crate) fn solve3(&self, cube: &Cube3, first: Face, means: &Means<'_>) -> PyResult<Solved> {
        if self.exact {
            return Err(Problem::unsupported(only_for(Size::TWO, "exact", Size::THREE)).into());
        }
        match self.method {
            Method::Fast => {}
            Method::Layers => {
                let solver = tables::layers();
                let start = Instant::now();
                let solution = solver.solve_beginning_with(cube, first);
                let solved = Solved::new(solution.alg(), self.method.name(), false);
                let seconds = start.elapsed().as_secs_f64();
                return Ok(Solved { stages: Some(Stages::Layers(solution)), seconds, ..solved });
            }
            Method::Cfop => {
                let solver = tables::cfop();
                let start = Instant::now();
                let solution = solver.solve_beginning_with(cube, first);
                let solved = Solved::new(solution.alg(), self.method.name(), false);
                let seconds = start.elapsed().as_secs_f64();
                return Ok(Solved { stages: Some(Stages::Cfop(solution)), seconds, ..solved });
            }
        }
        let tables = match self.two_phase.get() {
            Some(tables) => tables,
            None => {
                let tables = tables::two_phase(self.choice)?;
                self.two_phase.get_or_init(|| tables)
            }
        };
        if self.is_for_shortest {
            return self.shortest3(cube, tables, means);
        }
        let patience = StopPolicy::new(self.budget, self.max_length, self.solutions, self.faces);
        let wish = TwoPhaseOptions {
            stop_at_length: patience.stop_at_length,
            faces: self.faces,
            solutions: self.solutions.unwrap_or(1),
            threads: means.threads,
            ..TwoPhaseOptions::default()
        };
        let start = Instant::now();
        let outcome = TwoPhaseSolver::new(tables).solve(cube, &wish, &|event| {
            let is_over = patience.is_over(event, start.elapsed()) || (means.is_over)();
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        let refusal = match self.faces {
            FaceSet::ALL => SolveError::Mistake,
            faces => SolveError::NothingFound { faces },
        };
        let outcome = outcome.ok_or_else(|| Problem::from(refusal))?;
        // A shortest 3x3 solution is one in half turns.
        let optimal = outcome.is_shortest && self.metric == Metric::Htm;
        let solved = Solved::new(outcome.solution, "two-phase", optimal);
        Ok(Solved { others: outcome.others, seconds: start.elapsed().as_secs_f64(), ..solved })
    }

    /// Proven to be shortest, unless nobody wants it any more.
    fn shortest3(&self, cube: &Cube3, tables: &Tables<'_>, means: &Means<'_>) -> PyResult<Solved> {
        if self.faces != FaceSet::ALL {
            return Err(Problem::unsupported(only_for(Size::TWO, "faces", Size::THREE)).into());
        }
        if self.metric != Metric::Htm {
            let what = format!("the metric {}", self.metric.name());
            return Err(Problem::unsupported(only_for(Size::TWO, &what, Size::THREE)).into());
        }
        let start = Instant::now();
        let solution = TwoPhaseSolver::new(tables).shortest(cube, &|| match (means.is_over)() {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        });
        let solution = solution.ok_or_else(|| Problem::from(SolveError::Mistake))?;
        Ok(Solved { seconds: start.elapsed().as_secs_f64(), ..Solved::new(solution, "two-phase", true) })
    }
}

fn target(given: &Bound<'_, PyAny>) -> PyResult<Stickers<Color>> {
    Ok(known(given)?.stickers)
}

fn only_for(size: Size, what: &str, other: Size) -> String {
    let so_far = if size == Size::TWO { " so far" } else { "" };
    format!("{what} works for {size} cubes only{so_far}; leave it out for a {other}")
}
