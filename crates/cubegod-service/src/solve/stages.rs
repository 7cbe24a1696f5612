//! The stages of a solution that people make.

use cubegod::{Alg, Metric};
use serde::Serialize;

/// One stage of a solution.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct StageFields {
    /// Its name.
    pub stage: &'static str,
    /// As a person makes it, who turns the cube as a whole too.
    pub solution: String,
    /// How many moves it has.
    pub length: usize,
}

impl StageFields {
    /// The moves of a stage.
    pub fn new(stage: &'static str, alg: &Alg, metric: Metric) -> StageFields {
        StageFields { stage, solution: alg.to_string(), length: alg.length(metric) }
    }
}

/// One line a stage for people, and how many moves there are in all.
pub fn lines(stages: &[StageFields], length: usize) -> impl Iterator<Item = String> {
    let line = |name: &str, rest: &str| format!("{name:<19}  {rest}").trim_end().to_owned();
    let apart: usize = stages.iter().map(|stage| stage.length).sum();
    let stages = stages.iter().map(move |stage| line(stage.stage, &stage.solution));
    let total = match apart - length.min(apart) {
        0 => length.to_string(),
        fewer => format!("{length}: {apart}, less {fewer} where turns of one face meet"),
    };
    stages.chain([line("total", &total)])
}
