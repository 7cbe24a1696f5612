//! The shape of a lesson as JSON, for the API description. `cubegod-teach` has the fields themselves.

use utoipa::ToSchema;

/// A lesson.
#[derive(ToSchema)]
#[schema(as = TeachResponse)]
#[expect(missing_docs, reason = "the first of each kind is explained")]
pub struct ResponseSchema {
    /// The size, such as `3x3x3`.
    pub puzzle: String,
    /// The cube in face letters.
    pub cube: String,
    /// The moves of the whole solution.
    pub solution: String,
    /// The number of moves.
    pub length: usize,
    /// The metric.
    pub metric: String,
    /// The method.
    pub method: String,
    /// Always false: human solutions are not the shortest.
    pub optimal: bool,
    /// The language, by its code.
    pub lang: String,
    /// The title.
    pub title: String,
    pub stages: Vec<LessonStage>,
    /// A short solution.
    #[schema(nullable = false)]
    pub comparison: Option<LessonComparison>,
    /// The time in seconds.
    pub seconds: f64,
    /// How the text was interpreted, if it is ambiguous.
    #[schema(nullable = false)]
    pub note: Option<String>,
}

/// A stage of a lesson.
#[derive(ToSchema)]
#[expect(missing_docs, reason = "the first of each kind is explained")]
pub struct LessonStage {
    /// The name.
    pub stage: String,
    pub title: String,
    /// The goal.
    pub purpose: String,
    /// The result.
    pub claim: String,
    /// The moves of all steps, with rotations of the whole cube.
    pub moves: String,
    pub length: usize,
    pub steps: Vec<LessonStep>,
}

/// A step of a stage.
#[derive(ToSchema)]
#[expect(missing_docs, reason = "the first of each kind is explained")]
pub struct LessonStep {
    /// The rotation of the whole cube before the moves.
    #[schema(nullable = false)]
    pub turn_cube: Option<String>,
    pub moves: String,
    pub length: usize,
    /// The pieces concerned.
    pub pieces: Vec<LessonPiece>,
    /// The reason for the moves, in one word.
    pub reason: String,
    pub claim: String,
    /// The algorithm of a step of the last layer.
    #[schema(nullable = false)]
    pub algorithm: Option<LessonAlgorithm>,
    /// The turns as calls of `Rotate`, for readers of the array.
    #[schema(nullable = false)]
    pub calls: Option<String>,
    /// The rotation and the orientation of the cube, in a sentence.
    #[schema(nullable = false)]
    pub grip: Option<String>,
    /// What the cube shows, in a sentence.
    pub seen: String,
    /// The reason for the moves, in a sentence.
    pub why: String,
    /// The result of the moves, in a sentence.
    pub now: String,
    /// The cube before the moves, in its current orientation.
    pub before: String,
    /// The cube after them.
    pub after: String,
    /// The stickers concerned, such as `U1`.
    pub marked_before: Vec<String>,
    pub marked_after: Vec<String>,
    /// The moves, counted from 1, that take solved pieces out and put them back.
    pub away: Vec<Vec<usize>>,
}

/// An algorithm of the last layer.
#[derive(ToSchema)]
#[expect(missing_docs, reason = "the first of each kind is explained")]
pub struct LessonAlgorithm {
    pub name: String,
    /// Whether left and right are swapped.
    pub mirrored: bool,
    /// Whether it is inverted.
    pub backwards: bool,
    /// The usual form, if the step uses another one.
    #[schema(nullable = false)]
    pub plain: Option<String>,
}

/// A piece of a step.
#[derive(ToSchema)]
#[expect(missing_docs, reason = "the first of each kind is explained")]
pub struct LessonPiece {
    pub colors: Vec<String>,
    /// The name of the piece.
    pub name: String,
    pub from: LessonSpot,
    pub to: LessonSpot,
}

/// A place, and the face that shows the first colour of the piece.
#[derive(ToSchema)]
#[expect(missing_docs, reason = "the first of each kind is explained")]
pub struct LessonSpot {
    pub place: String,
    pub facing: String,
}

/// A short solution of the same cube.
#[derive(ToSchema)]
#[expect(missing_docs, reason = "the first of each kind is explained")]
pub struct LessonComparison {
    pub solution: String,
    pub length: usize,
    pub optimal: bool,
    /// The comparison with the lesson, in a sentence.
    pub text: String,
}
