//! Lessons as JSON: every sentence and the facts behind it.

use super::lesson::{Lesson, Stage, Step};
use super::narrator::Narrator;
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
pub struct LessonFields {
    puzzle: String,
    cube: String,
    solution: String,
    length: usize,
    metric: &'static str,
    method: &'static str,
    optimal: bool,
    lang: &'static str,
    title: String,
    stages: Vec<StageFields>,
    #[serde(skip_serializing_if = "Option::is_none")]
    comparison: Option<ComparisonFields>,
}

#[derive(Clone, Debug, Serialize)]
struct StageFields {
    stage: &'static str,
    title: String,
    purpose: String,
    /// The name of what is true after the stage.
    #[serde(rename = "claim")]
    postcondition: &'static str,
    /// All moves of its steps, including rotations.
    moves: String,
    length: usize,
    steps: Vec<StepFields>,
}

#[derive(Clone, Debug, Serialize)]
struct StepFields {
    /// The rotation of the whole cube before the turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    turn_cube: Option<String>,
    moves: String,
    length: usize,
    pieces: Vec<PieceFields>,
    reason: &'static str,
    #[serde(rename = "claim")]
    postcondition: &'static str,
    /// The algorithm, in the last layer.
    #[serde(skip_serializing_if = "Option::is_none")]
    algorithm: Option<AlgorithmFields>,
    /// The turns as calls of `Rotate`, if the narrator uses the array.
    #[serde(skip_serializing_if = "Option::is_none")]
    calls: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    grip: Option<String>,
    seen: String,
    why: String,
    now: String,
    /// The cube after the rotation.
    before: String,
    after: String,
    marked_before: Vec<String>,
    marked_after: Vec<String>,
    /// Solved pieces are out of place from the first of these turns to the second, counted from 1.
    away: Vec<[usize; 2]>,
}

#[derive(Clone, Debug, Serialize)]
struct AlgorithmFields {
    name: String,
    /// The number of an OLL case.
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<u8>,
    mirrored: bool,
    backwards: bool,
    /// The algorithm without mirroring or inversion.
    #[serde(skip_serializing_if = "Option::is_none")]
    plain: Option<String>,
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

#[derive(Clone, Debug, Serialize)]
struct PieceFields {
    /// The usual names, beginning with the colour whose side `facing` names.
    colors: Vec<&'static str>,
    /// The name in the reader's language.
    name: String,
    from: PlacementFields,
    to: PlacementFields,
}

/// A place and the face of the piece's first colour, in the current orientation.
#[derive(Clone, Debug, Serialize)]
struct PlacementFields {
    place: String,
    facing: char,
}

#[derive(Clone, Debug, Serialize)]
struct ComparisonFields {
    solution: String,
    length: usize,
    optimal: bool,
    text: String,
}

impl LessonFields {
    /// Collects the fields of a lesson; `comparison` is another solution, and whether it is optimal.
    pub fn new(
        lesson: &Lesson,
        narrator: &Narrator,
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
            lang: narrator.language().code(),
            title: narrator.title(lesson),
            stages: lesson.stages().map(|stage| StageFields::new(lesson, narrator, metric, stage)).collect(),
            comparison: comparison.map(|(alg, is_shortest)| ComparisonFields {
                solution: alg.to_string(),
                length: alg.length(metric),
                optimal: *is_shortest,
                text: narrator.comparison(alg.length(metric), metric, *is_shortest),
            }),
        }
    }
}

impl StageFields {
    fn new(lesson: &Lesson, narrator: &Narrator, metric: Metric, stage: Stage) -> StageFields {
        let moves = lesson.steps_of(stage).flat_map(|step| step.alg.iter());
        StageFields {
            stage: stage.name(),
            title: narrator.stage(lesson, stage),
            purpose: narrator.purpose(lesson, stage),
            postcondition: postcondition_name(stage.postcondition()),
            moves: Alg::new(moves.collect()).to_string(),
            length: lesson.length_of(stage, metric),
            steps: lesson
                .steps_of(stage)
                .map(|step| StepFields::new(lesson, narrator, metric, step))
                .collect(),
        }
    }
}

impl StepFields {
    fn new(lesson: &Lesson, narrator: &Narrator, metric: Metric, step: &Step) -> StepFields {
        let explanation = narrator.explain(lesson, step);
        let (grip, size) = (step.grip(), lesson.size());
        let named = |indices: Vec<usize>| -> Vec<String> {
            indices.into_iter().map(|index| Facelet::of_index(size, index).to_string()).collect()
        };
        let [marked_before, marked_after] = lesson.marked(step).map(named);
        let placement = |placement: Placement| {
            let held = step.as_held(placement);
            PlacementFields { place: held.place.to_string(), facing: held.facing.letter() }
        };
        let pieces = step.about.iter().map(|subject| PieceFields {
            colors: faces(&subject.piece).iter().map(|&face| lesson.color(face).name()).collect(),
            name: narrator.piece(lesson, subject.piece),
            from: placement(subject.before),
            to: placement(subject.after),
        });
        StepFields {
            turn_cube: (!grip.is_empty()).then(|| grip.to_string()),
            moves: step.moves().to_string(),
            length: step.alg.length(metric),
            pieces: pieces.collect(),
            reason: reason_name(&step.reason),
            postcondition: postcondition_name(step.postcondition),
            algorithm: AlgorithmFields::of(&step.reason),
            calls: narrator.calls(step),
            grip: explanation.grip,
            seen: explanation.seen,
            why: explanation.why,
            now: explanation.now,
            before: face_letters(&lesson.before(step)),
            after: face_letters(&lesson.after(step)),
            marked_before,
            marked_after,
            away: step
                .disturbances
                .iter()
                .map(|disturbance| [disturbance.leaves_at + 1, disturbance.restored_at + 1])
                .collect(),
        }
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
