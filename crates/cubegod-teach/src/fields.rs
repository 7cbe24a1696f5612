//! Lessons as JSON: every sentence and the facts behind it.

use super::lesson::{Lesson, Stage, Step};
use super::lesson_text::LessonText;
use super::pieces::{Placement, faces};
use super::postcondition::Postcondition;
use super::reason::{Algorithm, Reason};
use crate::methods::cfop::Case;
use cubegod::alphabet::Alphabet;
use cubegod::color::Color;
use cubegod::formats::facelets;
use cubegod::geometry::Facelet;
use cubegod::moves::{Alg, Metric};
use cubegod::stickers::Stickers;
use serde::Serialize;

/// A lesson. Stickers are named by face and number (`U1`) and cubes written as facelets, in the current orientation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = Lesson))]
pub struct LessonFields {
    /// The size, such as `3x3x3`.
    puzzle: String,
    /// The cube in face letters.
    cube: String,
    /// The moves of the whole solution.
    solution: String,
    /// The number of moves.
    length: usize,
    /// The metric.
    metric: &'static str,
    /// The method.
    method: &'static str,
    /// Always false: human solutions are not the shortest.
    optimal: bool,
    /// The language, by its code.
    lang: &'static str,
    /// The title.
    title: String,
    /// The stages in order.
    stages: Vec<StageFields>,
    /// A short solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    comparison: Option<ComparisonFields>,
}

/// A stage of a lesson.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = LessonStage))]
struct StageFields {
    /// The name.
    stage: &'static str,
    /// The title.
    title: String,
    /// The purpose, in a sentence.
    purpose: String,
    /// The name of what is true after the stage.
    postcondition: &'static str,
    /// The moves of all steps, with rotations of the whole cube.
    moves: String,
    /// The number of moves.
    length: usize,
    /// The steps in order.
    steps: Vec<StepFields>,
}

/// A step of a stage.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = LessonStep))]
struct StepFields {
    /// The rotation of the whole cube before the turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    turn_cube: Option<String>,
    /// The turns.
    moves: String,
    /// The number of moves.
    length: usize,
    /// The pieces concerned.
    pieces: Vec<PieceFields>,
    /// The name of the reason for the turns.
    reason: &'static str,
    /// The name of what is true after the step.
    postcondition: &'static str,
    /// The algorithm, in the last layer.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    algorithm: Option<AlgorithmFields>,
    /// The turns as calls of `Rotate`, if the texts use the array.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    calls: Option<String>,
    /// The rotation and the orientation of the cube, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    rotation_text: Option<String>,
    /// What the cube shows before the turns, in a sentence.
    observation: String,
    /// The reason for the turns, in a sentence.
    explanation: String,
    /// The result of the turns, in a sentence.
    result: String,
    /// The cube before the turns, after the rotation.
    before: String,
    /// The cube after the turns.
    after: String,
    /// The stickers of the pieces before the turns.
    marked_before: Vec<String>,
    /// The stickers of the pieces after the turns.
    marked_after: Vec<String>,
    /// Solved pieces are out of place from the first of these turns to the second, counted from 1.
    disturbances: Vec<[usize; 2]>,
}

/// An algorithm of the last layer.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = LessonAlgorithm))]
struct AlgorithmFields {
    /// The name.
    name: String,
    /// The number of an OLL case.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    number: Option<u8>,
    /// Whether left and right are swapped.
    mirrored: bool,
    /// Whether it is inverted.
    backwards: bool,
    /// The algorithm without mirroring or inversion.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    plain: Option<String>,
}

/// A piece of a step.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = LessonPiece))]
struct PieceFields {
    /// The usual names of its colours, beginning with the one whose side `facing` names.
    colors: Vec<&'static str>,
    /// The name in the reader's language.
    name: String,
    /// The placement before the turns.
    from: PlacementFields,
    /// The placement after the turns.
    to: PlacementFields,
}

/// A place and the face of the piece's first colour, in the current orientation.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = LessonPlacement))]
struct PlacementFields {
    /// The place, such as `URF`.
    place: String,
    /// The face.
    facing: char,
}

/// A short solution of the same cube.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = LessonComparison))]
struct ComparisonFields {
    /// The moves.
    solution: String,
    /// The number of moves.
    length: usize,
    /// Whether no solution is shorter.
    optimal: bool,
    /// The comparison, in a sentence.
    text: String,
}

impl LessonFields {
    /// Collects the fields of a lesson; `comparison` is another solution, and whether it is optimal.
    pub fn new(
        lesson: &Lesson,
        lesson_text: &LessonText,
        metric: Metric,
        comparison: Option<&(Alg, bool)>,
    ) -> LessonFields {
        LessonFields {
            puzzle: lesson.size().to_string(),
            cube: face_letters(lesson.start()),
            solution: lesson.solution().to_string(),
            length: lesson.solution().length(metric),
            metric: metric.name(),
            method: lesson.method().name(),
            optimal: false,
            lang: lesson_text.language().code(),
            title: lesson_text.title(lesson),
            stages: lesson
                .stages()
                .map(|stage| StageFields::new(lesson, lesson_text, metric, stage))
                .collect(),
            comparison: comparison.map(|(alg, is_shortest)| ComparisonFields {
                solution: alg.to_string(),
                length: alg.length(metric),
                optimal: *is_shortest,
                text: lesson_text.comparison(alg.length(metric), metric, *is_shortest),
            }),
        }
    }
}

impl StageFields {
    fn new(lesson: &Lesson, lesson_text: &LessonText, metric: Metric, stage: Stage) -> StageFields {
        let moves = lesson.steps_of(stage).flat_map(|step| step.alg.iter());
        StageFields {
            stage: stage.name(),
            title: lesson_text.stage(lesson, stage),
            purpose: lesson_text.purpose(lesson, stage),
            postcondition: postcondition_name(stage.postcondition()),
            moves: Alg::new(moves.collect()).to_string(),
            length: lesson.length_of(stage, metric),
            steps: lesson
                .steps_of(stage)
                .map(|step| StepFields::new(lesson, lesson_text, metric, step))
                .collect(),
        }
    }
}

impl StepFields {
    fn new(lesson: &Lesson, lesson_text: &LessonText, metric: Metric, step: &Step) -> StepFields {
        let text = lesson_text.explain(lesson, step);
        let (rotation, size) = (step.rotation(), lesson.size());
        let named = |indices: Vec<usize>| -> Vec<String> {
            indices.into_iter().map(|index| Facelet::of_index(size, index).to_string()).collect()
        };
        let [marked_before, marked_after] = lesson.marked(step).map(named);
        let placement = |placement: Placement| {
            let held = step.as_held(placement);
            PlacementFields { place: held.place.to_string(), facing: held.facing.letter() }
        };
        let pieces = step.subjects.iter().map(|subject| PieceFields {
            colors: faces(&subject.piece).iter().map(|&face| lesson.color(face).name()).collect(),
            name: lesson_text.piece(lesson, subject.piece),
            from: placement(subject.before),
            to: placement(subject.after),
        });
        StepFields {
            turn_cube: (!rotation.is_empty()).then(|| rotation.to_string()),
            moves: step.moves().to_string(),
            length: step.alg.length(metric),
            pieces: pieces.collect(),
            reason: reason_name(&step.reason),
            postcondition: postcondition_name(step.postcondition),
            algorithm: AlgorithmFields::of(&step.reason),
            calls: lesson_text.calls(step),
            rotation_text: text.rotation,
            observation: text.observation,
            explanation: text.explanation,
            result: text.result,
            before: face_letters(&lesson.before(step)),
            after: face_letters(&lesson.after(step)),
            marked_before,
            marked_after,
            disturbances: step
                .disturbances
                .iter()
                .map(|disturbance| [disturbance.leaves_at + 1, disturbance.restored_at + 1])
                .collect(),
        }
    }
}

impl AlgorithmFields {
    fn of(reason: &Reason) -> Option<AlgorithmFields> {
        let Reason::Algorithm { algorithm, .. } = reason else { return None };
        let variant = algorithm.variant();
        Some(AlgorithmFields {
            name: algorithm.name(),
            number: match algorithm {
                Algorithm::Case(Case::Orient(case)) => Some(case.number()),
                _ => None,
            },
            mirrored: variant.is_mirrored,
            backwards: variant.is_backwards,
            plain: algorithm.plain().map(|alg| alg.to_string()),
        })
    }
}

fn face_letters(stickers: &Stickers<Color>) -> String {
    facelets::write(&Alphabet::FACES.write(&stickers.map(|&color| Some(color))))
}

const fn reason_name(reason: &Reason) -> &'static str {
    match reason {
        Reason::Anchor => "anchor",
        Reason::Insert { .. } => "insert",
        Reason::Pair { .. } => "pair",
        Reason::TakeOut { .. } => "take-out",
        Reason::WithCorner { .. } => "with-corner",
        Reason::TurnTop { .. } => "turn-top",
        Reason::Algorithm { .. } => "algorithm",
    }
}

const fn postcondition_name(postcondition: Postcondition) -> &'static str {
    match postcondition {
        Postcondition::Anchored => "anchored",
        Postcondition::OnTop => "on-top",
        Postcondition::Home => "home",
        Postcondition::CrossDone => "cross-done",
        Postcondition::FirstLayerDone => "first-layer-done",
        Postcondition::TwoLayersDone => "two-layers-done",
        Postcondition::OneMore => "one-more",
        Postcondition::LastEdgesUp => "last-edges-up",
        Postcondition::LastEdgesHome => "last-edges-home",
        Postcondition::LastCornersPlaced => "last-corners-placed",
        Postcondition::TopOfOneColor => "top-of-one-color",
        Postcondition::Solved => "solved",
    }
}
