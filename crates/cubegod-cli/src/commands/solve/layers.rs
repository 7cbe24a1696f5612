//! 3x3 cubes as people solve them: layer by layer.

use super::Solved;
use super::stages::StageFields;
use crate::cli::{Method, SolveArguments};
use crate::error::{Problem, Stop};
use cubegod::moves::FaceSet;
use cubegod::solve::layers::{LayersSolver, Stage};
use cubegod::solve::{change3, white_face};
use cubegod::{Color, Metric, Size, Stickers};

pub(super) struct LayersSession {
    solver: LayersSolver,
}

impl LayersSession {
    pub(super) fn new() -> LayersSession {
        LayersSession { solver: LayersSolver::new() }
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
            method: Method::Layers.name(),
            optimal: false,
        })
    }
}

/// Cubes without a middle layer.
pub(super) fn refuse_other_sizes(size: Size) -> Result<(), Problem> {
    if size == Size::THREE {
        Ok(())
    } else {
        Err(Problem::only_for_size(Method::Layers.option(), Size::THREE, size))
    }
}

/// Options that only mean something for another way to solve.
pub(super) fn refuse_what_does_not_go_together(arguments: &SolveArguments) -> Result<(), Stop> {
    let method = arguments.method.option();
    if arguments.method == Method::Fast {
        let [layers, cfop, three_step] = Method::OF_PEOPLE.map(Method::option);
        return match arguments.stages {
            true => Err(Stop::usage(format!(
                "--stages needs {layers} or {cfop} (3x3), or {three_step} (2x2); add one of them, or leave out --stages"
            ))),
            false => Ok(()),
        };
    }
    let refused = [
        (arguments.all, "--all"),
        (arguments.count, "--count"),
        (arguments.distance, "--distance"),
        (arguments.exact, "--exact"),
        (arguments.faces != FaceSet::ALL, "--faces"),
        (arguments.max_length.is_some(), "--max-length"),
        (arguments.solutions.is_some(), "--solutions"),
        (arguments.budget.is_some(), "--budget"),
    ];
    match refused.iter().find(|(is_given, _)| *is_given) {
        Some((_, option)) => {
            Err(Stop::usage(format!("{option} does not go with {method}; leave one of them out")))
        }
        None => Ok(()),
    }
}
