//! 3x3 cubes as fast people solve them: cross, pairs, last layer.

use super::Solved;
use super::stages::StageFields;
use crate::cli::Method;
use crate::error::Problem;
use cubegod::solve::cfop::{CfopSolver, Stage};
use cubegod::solve::{change3, white_face};
use cubegod::{Color, Metric, Size, Stickers};

pub(super) struct CfopSession {
    solver: CfopSolver,
}

impl CfopSession {
    pub(super) fn new() -> CfopSession {
        CfopSession { solver: CfopSolver::new() }
    }

    pub(super) fn solve(
        &self,
        stickers: &Stickers<Color>,
        target: Option<&Stickers<Color>>,
        metric: Metric,
    ) -> Result<Solved, Problem> {
        let cube = change3(stickers, target)?;
        let solution = self.solver.solve_beginning_with(&cube, white_face(stickers));
        Ok(Solved {
            solution: solution.alg(),
            all: None,
            count: None,
            stages: Some(
                Stage::ALL
                    .map(|stage| StageFields::new(stage.name(), &solution.stage_alg(stage), metric))
                    .into(),
            ),
            method: Method::Cfop.name(),
            optimal: false,
        })
    }
}

/// Cubes without edges.
pub(super) fn refuse_other_sizes(size: Size) -> Result<(), Problem> {
    match size {
        Size::THREE => Ok(()),
        _ => Err(Problem::only_for_size(Method::Cfop.option(), Size::THREE, size)),
    }
}
