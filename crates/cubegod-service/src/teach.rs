//! Lessons: human solutions, explained.

#[cfg(feature = "openapi")]
mod shape;

#[cfg(feature = "openapi")]
pub use shape::{
    LessonAlgorithm, LessonComparison, LessonPiece, LessonSpot, LessonStage, LessonStep, ResponseSchema,
};

use crate::check::read_options;
use crate::clock::Stopwatch;
use crate::cube::Cube;
use crate::error::RequestError;
use crate::named::{FormatName, LanguageName, MetricName, SizeName};
use crate::option::{MessageStyle, OptionId};
use crate::solvers::Solvers;
use cubegod::formats::Format;
use cubegod::{Cancellation, Color, Metric, Stickers};
use cubegod_teach::fields::LessonFields;
use cubegod_teach::{ColorNames, Language, Lesson, LessonError, Narrator};
use serde::{Deserialize, Serialize};

/// A request for a lesson.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TeachRequest))]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The cube, in any layout; `?`, `*` or `.` for unknown stickers.
    pub cube: String,
    /// The method; by default three-step for a 2x2 and layers for a 3x3.
    #[cfg_attr(feature = "openapi", schema(inline))]
    pub method: Option<Method>,
    /// The language; by default English.
    #[cfg_attr(feature = "openapi", schema(inline))]
    pub lang: Option<LanguageName>,
    /// What counts as a move; by default half turns.
    #[cfg_attr(feature = "openapi", schema(inline))]
    pub metric: Option<MetricName>,
    /// The layout of the cube; detected if it is not given.
    #[cfg_attr(feature = "openapi", schema(inline))]
    pub from: Option<FormatName>,
    /// The size of the cube; detected if it is not given. Moves are applied to a 3x3.
    #[cfg_attr(feature = "openapi", schema(inline))]
    pub puzzle: Option<SizeName>,
}

/// A method that is taught.
#[derive(Copy, Clone, Debug, Deserialize, Eq, PartialEq)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TaughtMethod))]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// White layer, yellow stickers up, last layer (2x2).
    ThreeStep,
    /// Layer by layer, with four algorithms (3x3).
    Layers,
    /// Cross, pairs, and two of 78 algorithms for the last layer (3x3).
    Cfop,
}

impl From<Method> for cubegod_teach::Method {
    fn from(method: Method) -> cubegod_teach::Method {
        match method {
            Method::ThreeStep => cubegod_teach::Method::ThreeStep,
            Method::Layers => cubegod_teach::Method::Layers,
            Method::Cfop => cubegod_teach::Method::Cfop,
        }
    }
}

/// A lesson.
#[derive(Debug, Serialize)]
pub struct Response {
    #[serde(flatten)]
    lesson: LessonFields,
    /// The line of the input that has the cube.
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

impl Response {
    /// Adds the line of the input that has the cube.
    pub fn in_line(self, line: Option<usize>) -> Response {
        Response { line, ..self }
    }
}

/// Responds to a request.
///
/// # Errors
///
/// The text is not one legal cube, the method is for another size, or the token was cancelled.
pub fn respond(
    request: &Request,
    solvers: &Solvers,
    cancellation: &Cancellation,
    style: MessageStyle,
) -> Result<Response, RequestError> {
    let read = read_options(request.from, request.puzzle);
    let cube = Cube::read_with(&request.cube, &read, cancellation)?;
    let stickers = cube.only_with(cancellation)?.stickers();
    let options = Options {
        method: request.method.map(cubegod_teach::Method::from),
        language: request.lang.map_or(Language::English, |language| language.0),
        metric: request.metric.unwrap_or_default().0,
    };
    to_response(&cube, &stickers, &options, solvers, cancellation, style)
}

/// How a cube is taught.
#[derive(Copy, Clone, Debug)]
pub struct Options {
    /// The method; without it, the usual one for the size of the cube.
    pub method: Option<cubegod_teach::Method>,
    /// The language.
    pub language: Language,
    /// What counts as a move.
    pub metric: Metric,
}

/// Returns the lesson of a cube, with this method or the usual one for its size.
pub fn lesson(
    stickers: &Stickers<Color>,
    method: Option<cubegod_teach::Method>,
    solvers: &Solvers,
) -> Result<Lesson, RequestError> {
    let Some(method) = method.or_else(|| cubegod_teach::Method::of_size(stickers.size())) else {
        return Err(RequestError::NoLesson { size: stickers.size() });
    };
    solvers.teacher(method).lesson(stickers).map_err(|error| match error {
        LessonError::OtherSize { method, size } => {
            RequestError::only_for_size(OptionId::Method.with(method), method.size(), size)
        }
        LessonError::IllegalCube(illegal) => illegal.into(),
    })
}

/// Returns the narrator for a language, and for the colours and the notation of the cube.
pub fn words(cube: &Cube, language: Language) -> Narrator {
    let words = Narrator::new(language).with_colors(ColorNames::from(&cube.reading.alphabet));
    if cube.reading.format == Format::Digits { words.with_array() } else { words }
}

/// Returns the response, with a short solution for comparison.
///
/// # Errors
///
/// The method is for another size, or the token was cancelled.
pub fn to_response(
    cube: &Cube,
    stickers: &Stickers<Color>,
    options: &Options,
    solvers: &Solvers,
    cancellation: &Cancellation,
    style: MessageStyle,
) -> Result<Response, RequestError> {
    let &Options { method, language, metric } = options;
    cancellation.check()?;
    let start = Stopwatch::start();
    let lesson = lesson(stickers, method, solvers)?;
    let comparison = solvers.short(stickers, metric, cancellation)?;
    Ok(Response {
        lesson: LessonFields::new(&lesson, &words(cube, language), metric, Some(&comparison)),
        line: None,
        seconds: start.seconds(),
        note: cube.note.as_ref().map(|note| note.message(style)),
    })
}
