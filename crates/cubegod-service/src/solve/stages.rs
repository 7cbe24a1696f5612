//! The stages of a human solution.

use cubegod::{Alg, Metric};
use cubegod_teach::methods::{Solution, SolutionStep};
use serde::Serialize;
use std::fmt;

/// The solution of a human method. Its stages are computed on demand: they take a quarter of the time of the solution.
pub(super) trait HumanSolution: fmt::Debug + Send + Sync {
    /// Returns the names and the moves of the stages.
    fn stages(&self) -> Vec<(&'static str, Alg)>;
}

impl<Step: SolutionStep + fmt::Debug + Send + Sync> HumanSolution for Solution<Step> {
    fn stages(&self) -> Vec<(&'static str, Alg)> {
        Solution::stages(self).collect()
    }
}

/// One stage of a solution.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StageFields {
    /// The name.
    pub stage: &'static str,
    /// The moves, with rotations of the whole cube.
    pub solution: String,
    /// The number of moves.
    pub length: usize,
}

impl StageFields {
    /// Returns the fields of a stage.
    pub fn new(stage: &'static str, alg: &Alg, metric: Metric) -> StageFields {
        StageFields { stage, solution: alg.to_string(), length: alg.length(metric) }
    }
}

/// Returns one line per stage, and one with the total number of moves.
pub fn lines(stages: &[StageFields], length: usize) -> impl Iterator<Item = String> {
    let line = |name: &str, rest: &str| format!("{name:<19}  {rest}").trim_end().to_owned();
    let unmerged: usize = stages.iter().map(|stage| stage.length).sum();
    let stages = stages.iter().map(move |stage| line(stage.stage, &stage.solution));
    let total = match unmerged > length {
        true => format!("{length} ({unmerged} before merging turns of the same face)"),
        false => length.to_string(),
    };
    stages.chain([line("total", &total)])
}
