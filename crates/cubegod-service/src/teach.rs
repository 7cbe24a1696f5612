//! Lessons: human solutions, explained.

use crate::check::read_options;
use crate::clock::Stopwatch;
use crate::cube::ReadCube;
use crate::error::RequestError;
use crate::named::{FormatName, LanguageName, MetricName, SizeName, TaughtMethodName};
use crate::option::{MessageStyle, OptionId};
use crate::solvers::Solvers;
use cubegod::formats::Format;
use cubegod::{Cancellation, Cube, Metric};
use cubegod_teach::fields::LessonFields;
use cubegod_teach::{ColorNames, Language, Lesson, LessonText, Method};
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
    pub method: Option<TaughtMethodName>,
    /// The language; by default that of messages, which over HTTP is that of `Accept-Language`.
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

/// A lesson.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = TeachResponse))]
pub struct Response {
    #[serde(flatten)]
    lesson: LessonFields,
    /// The line of the input that has the cube.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(ignore))]
    line: Option<usize>,
    /// The time in seconds.
    seconds: f64,
    /// How the text was interpreted, if it is ambiguous.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
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
///
/// # Examples
///
/// ```
/// use cubegod::Cancellation;
/// use cubegod_service::{MessageStyle, Solvers, teach};
///
/// let request: teach::Request = serde_json::from_str(r#"{"cube": "R U F", "method": "CFOP"}"#).unwrap();
/// let solvers = Solvers::with_small_tables();
/// let response = teach::respond(&request, &solvers, Cancellation::never(), MessageStyle::NEUTRAL).unwrap();
/// assert_eq!(serde_json::to_value(&response).unwrap()["stages"][0]["title"], "The white cross");
/// ```
pub fn respond(
    request: &Request,
    solvers: &Solvers,
    cancellation: &Cancellation,
    style: MessageStyle,
) -> Result<Response, RequestError> {
    let read = read_options(request.from, request.puzzle);
    let read_cube = ReadCube::read_with(&request.cube, &read, cancellation)?;
    let cube = read_cube.select_one(false, &[], cancellation)?;
    let options = Options {
        method: request.method.map(|method| method.0),
        language: request.lang.map_or(style.language, |language| language.0),
        metric: request.metric.unwrap_or_default().0,
    };
    to_response(&read_cube, &cube, &options, solvers, cancellation, style)
}

/// How a cube is taught.
#[derive(Copy, Clone, Debug)]
pub struct Options {
    /// The method; without it, the usual one for the size of the cube.
    pub method: Option<Method>,
    /// The language.
    pub language: Language,
    /// What counts as a move.
    pub metric: Metric,
}

/// Returns the lesson of a cube, with this method or the usual one for its size.
///
/// # Errors
///
/// The method is for another size, or there is none for the size of the cube.
pub fn lesson(cube: &Cube, method: Option<Method>, solvers: &Solvers) -> Result<Lesson, RequestError> {
    let Some(method) = method.or_else(|| Method::of_size(cube.size())) else {
        return Err(RequestError::NoLesson { size: cube.size() });
    };
    solvers.lesson_builder(method).lesson(cube).map_err(|error| {
        RequestError::only_for_size(OptionId::Method.with(method), method.size(), error.size)
    })
}

/// Returns the texts for a language, and for the colours and the notation of the cube.
pub fn lesson_text(cube: &ReadCube, language: Language) -> LessonText {
    let text = LessonText::new(language).with_colors(ColorNames::from(&cube.reading.alphabet));
    if cube.reading.format == Format::Digits { text.with_array() } else { text }
}

/// Returns the response about a cube that was read, with a short solution for comparison.
///
/// # Errors
///
/// The method is for another size, or the token was cancelled.
pub fn to_response(
    read_cube: &ReadCube,
    cube: &Cube,
    options: &Options,
    solvers: &Solvers,
    cancellation: &Cancellation,
    style: MessageStyle,
) -> Result<Response, RequestError> {
    let &Options { method, language, metric } = options;
    cancellation.check()?;
    let start = Stopwatch::start();
    let lesson = lesson(cube, method, solvers)?;
    let comparison = solvers.short_solution(cube, metric, cancellation)?;
    Ok(Response {
        lesson: LessonFields::new(&lesson, &lesson_text(read_cube, language), metric, Some(&comparison)),
        line: None,
        seconds: start.seconds(),
        note: read_cube.note.as_ref().map(|note| note.statement(style.language)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_method_of_a_request_is_read_in_any_case() {
        let method = |name: &str| {
            let request = serde_json::json!({"cube": "R", "method": name});
            serde_json::from_value::<Request>(request).map(|request| request.method.map(|method| method.0))
        };
        assert_eq!(method("CFOP").unwrap(), Some(Method::Cfop));
        assert_eq!(method("Three-Step").unwrap(), Some(Method::ThreeStep));
        let error = method("magic").unwrap_err().to_string();
        assert_eq!(error, "unknown method `magic`; expected one of three-step, layers, cfop");
    }
}
