//! Solutions as stages and steps, the same for every method.

use super::hold::{Hold, alg_with_rotations};
use super::turns::{merged, merged_with_notes};
use cubegod::moves::{Alg, FaceTurn};

/// A stage of a method.
pub trait MethodStage: Copy + Ord + 'static {
    /// All stages in order.
    const ALL: &'static [Self];

    /// Returns the name in kebab-case.
    fn name(self) -> &'static str;
}

/// Defines the enum `Stage` of a method: its stages in order, with their names.
macro_rules! stages {
    ($($(#[$doc:meta])* $stage:ident = $name:literal,)*) => {
        /// The stages of the method in order.
        #[derive(Copy, Clone, Debug, Eq, PartialEq, Hash, PartialOrd, Ord)]
        pub enum Stage {
            $($(#[$doc])* $stage,)*
        }

        impl Stage {
            /// The number of stages.
            pub const COUNT: usize = [$($name),*].len();

            /// All stages in order.
            pub const ALL: [Stage; Stage::COUNT] = [$(Stage::$stage),*];

            /// The names of all stages, in kebab-case.
            pub const NAMES: [&'static str; Stage::COUNT] = [$($name),*];

            /// Returns the index of the stage.
            pub const fn index(self) -> usize {
                self as usize
            }

            /// Returns the name in kebab-case.
            pub const fn name(self) -> &'static str {
                Stage::NAMES[self.index()]
            }
        }

        impl $crate::methods::MethodStage for Stage {
            const ALL: &'static [Stage] = &Stage::ALL;

            fn name(self) -> &'static str {
                self.name()
            }
        }

        /// Writes the name.
        impl std::fmt::Display for Stage {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }
    };
}

pub(super) use stages;

/// A step of a solution by a human method.
pub trait SolutionStep {
    /// The stages of the method.
    type Stage: MethodStage;

    /// Returns the stage it belongs to.
    fn stage(&self) -> Self::Stage;

    /// Returns the orientation of the cube.
    fn hold(&self) -> Hold;

    /// Returns the turns, named in the given orientation.
    fn turns(&self) -> &[FaceTurn];
}

/// A solution by a human method.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Solution<Step> {
    /// The steps in order; none for a solved cube. A stage that is already done has no step.
    pub steps: Vec<Step>,
    /// The turns of all steps, with turns of the same face merged.
    pub turns: Vec<FaceTurn>,
}

impl<Step: SolutionStep> Solution<Step> {
    pub(super) fn new(steps: Vec<Step>) -> Solution<Step> {
        let turns = merged(steps.iter().flat_map(|step| step.turns().iter().copied()));
        Solution { steps, turns }
    }

    /// Returns the whole solution without rotations, with turns of the same face merged.
    pub fn alg(&self) -> Alg {
        self.turns.iter().copied().collect()
    }

    /// Returns the steps of a stage.
    pub fn steps_of(&self, stage: Step::Stage) -> impl Iterator<Item = &Step> {
        self.steps.iter().filter(move |step| step.stage() == stage)
    }

    /// Returns the moves of a stage with rotations; those of all stages in order solve the cube. They may be more than those
    /// of the whole solution, because turns of different stages merge there.
    ///
    /// Algorithms are not merged, so that they can be recognized; only the first stage, which has none, merges turns of
    /// adjacent steps.
    pub fn stage_alg(&self, stage: Step::Stage) -> Alg {
        let before = self.steps.iter().rev().find(|step| step.stage() < stage);
        // The next stage continues in the orientation of the last step, even if the turns of that step cancel.
        let after = self.steps_of(stage).last();
        let turns =
            self.steps_of(stage).flat_map(|step| step.turns().iter().map(|&turn| (turn, step.hold())));
        let is_first = Step::Stage::ALL.first() == Some(&stage);
        let turns = if is_first { merged_with_notes(turns) } else { turns.collect() };
        alg_with_rotations(before.map(Step::hold), turns, after.map(Step::hold))
    }

    /// Returns the names and the moves of all stages.
    pub fn stages(&self) -> impl Iterator<Item = (&'static str, Alg)> {
        Step::Stage::ALL.iter().map(|&stage| (stage.name(), self.stage_alg(stage)))
    }
}
