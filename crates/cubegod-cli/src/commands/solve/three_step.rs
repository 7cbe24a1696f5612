//! 2x2 cubes as people solve them: in three steps.

use super::Solved;
use super::stages::StageFields;
use crate::cli::Method;
use crate::error::Problem;
use cubegod::solve::change2;
use cubegod::solve::three_step::{Stage, ThreeStepSolver};
use cubegod::{Color, Metric, Size, Stickers};

pub(super) struct ThreeStepSession {
    solver: ThreeStepSolver,
}

impl ThreeStepSession {
    pub(super) fn new() -> ThreeStepSession {
        ThreeStepSession { solver: ThreeStepSolver::new() }
    }

    pub(super) fn solve(
        &self,
        stickers: &Stickers<Color>,
        target: Option<&Stickers<Color>>,
        metric: Metric,
    ) -> Result<Solved, Problem> {
        let solution = self.solver.solve(&change2(stickers, target)?);
        Ok(Solved {
            solution: solution.alg(),
            all: None,
            count: None,
            stages: Some(
                Stage::ALL
                    .map(|stage| StageFields::new(stage.name(), &solution.stage_alg(stage), metric))
                    .into(),
            ),
            method: Method::ThreeStep.name(),
            optimal: false,
        })
    }
}

/// Cubes with more than two layers.
pub(super) fn refuse_other_sizes(size: Size) -> Result<(), Problem> {
    match size {
        Size::TWO => Ok(()),
        _ => Err(Problem::only_for_size(Method::ThreeStep.option(), Size::TWO, size)),
    }
}
