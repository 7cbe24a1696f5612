//! What a lesson looks like when it is written, for the description of the API. The fields themselves are the library's.

use utoipa::ToSchema;

/// A lesson.
#[derive(ToSchema)]
#[schema(as = TeachResponse)]
#[expect(missing_docs, reason = "the first of each kind is explained")]
pub struct ResponseSchema {
    /// The size, such as `3x3x3`.
    pub puzzle: String,
    /// In face letters.
    pub cube: String,
    /// The moves of the whole solution.
    pub solution: String,
    /// How many moves it has.
    pub length: usize,
    /// What counts as a move.
    pub metric: String,
    /// The way that is taught.
    pub method: String,
    /// Always false: human solutions are not the shortest.
    pub optimal: bool,
    /// The language, by its code.
    pub lang: String,
    /// What the lesson is called.
    pub title: String,
    pub stages: Vec<LessonStage>,
    /// A short solution.
    #[schema(nullable = false)]
    pub comparison: Option<LessonComparison>,
    /// How long it took.
    pub seconds: f64,
    /// How the text was interpreted, where it could be understood in another way.
    #[schema(nullable = false)]
    pub note: Option<String>,
}

/// A stage of a lesson.
#[derive(ToSchema)]
#[expect(missing_docs, reason = "the first of each kind is explained")]
pub struct LessonStage {
    /// Its name.
    pub stage: String,
    pub title: String,
    /// What it is for.
    pub purpose: String,
    /// What is true after it.
    pub claim: String,
    /// All moves of its steps, with those of the cube as a whole.
    pub moves: String,
    pub length: usize,
    pub steps: Vec<LessonStep>,
}

/// A step of a stage.
#[derive(ToSchema)]
#[expect(missing_docs, reason = "the first of each kind is explained")]
pub struct LessonStep {
    /// How the whole cube is turned first.
    #[schema(nullable = false)]
    pub turn_cube: Option<String>,
    pub moves: String,
    pub length: usize,
    /// What it is about.
    pub pieces: Vec<LessonPiece>,
    /// Why these moves are made, in one word.
    pub reason: String,
    pub claim: String,
    /// What the step is called in the last layer, and how it is made.
    #[schema(nullable = false)]
    pub algorithm: Option<LessonAlgorithm>,
    /// The turns as calls of `Rotate`, for readers of the array.
    #[schema(nullable = false)]
    pub calls: Option<String>,
    /// How the cube is turned as a whole and held, in a sentence.
    #[schema(nullable = false)]
    pub grip: Option<String>,
    /// What is to be seen, in a sentence.
    pub seen: String,
    /// Why these moves are made, in a sentence.
    pub why: String,
    /// What is true afterwards, in a sentence.
    pub now: String,
    /// The cube before the moves, as it is held.
    pub before: String,
    /// The cube after them.
    pub after: String,
    /// The stickers that it is about, such as `U1`.
    pub marked_before: Vec<String>,
    pub marked_after: Vec<String>,
    /// Finished pieces leave with the first turn and are back after the second, counted from 1.
    pub away: Vec<Vec<usize>>,
}

/// An algorithm of the last layer.
#[derive(ToSchema)]
#[expect(missing_docs, reason = "the first of each kind is explained")]
pub struct LessonAlgorithm {
    pub name: String,
    /// Whether left and right are swapped.
    pub mirrored: bool,
    /// Whether it is undone rather than done.
    pub backwards: bool,
    /// As it is learnt, where it is made in other ways too.
    #[schema(nullable = false)]
    pub plain: Option<String>,
}

/// A piece that a step is about.
#[derive(ToSchema)]
#[expect(missing_docs, reason = "the first of each kind is explained")]
pub struct LessonPiece {
    pub colors: Vec<String>,
    /// As the reader calls it.
    pub name: String,
    pub from: LessonSpot,
    pub to: LessonSpot,
}

/// A place, and where the sticker of the piece's first colour looks.
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
    /// What it means for the lesson, in a sentence.
    pub text: String,
}
