//! Checking whether cubes are legal.

use crate::cube::{Completion, ReadCube, face_letters};
use crate::error::RequestError;
use crate::named::{FormatName, SizeName};
use crate::option::MessageStyle;
use crate::solvers::Solvers;
use cubegod::patterns::PatternMatch;
use cubegod::{Cancellation, ReadOptions};
use serde::{Deserialize, Serialize};

/// A request to check a cube.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = CheckRequest))]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The cube, in any layout; `?`, `*` or `.` for unknown stickers.
    pub cube: String,
    /// The layout of the cube; detected if it is not given.
    #[cfg_attr(feature = "openapi", schema(inline))]
    pub from: Option<FormatName>,
    /// The size of the cube; detected if it is not given. Moves are applied to a 3x3.
    #[cfg_attr(feature = "openapi", schema(inline))]
    pub puzzle: Option<SizeName>,
}

/// The response about a legal cube.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = CheckResponse))]
pub struct Response {
    /// The size, such as `3x3x3`.
    pub puzzle: String,
    /// The cube in face letters, `?` for unknown stickers.
    pub cube: String,
    /// The layout of the text.
    pub format: &'static str,
    /// Always true: an illegal cube is an error.
    pub legal: bool,
    /// Whether the only cube that fits is solved.
    pub solved: bool,
    /// The number of unknown stickers.
    pub unknown: usize,
    /// The number of legal cubes that fit.
    pub completions: u128,
    /// The name of the pattern, in any orientation.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<&'static str>,
    /// How the text was interpreted, if it is ambiguous.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// The result of a check.
#[derive(Clone, Debug)]
pub struct Checked {
    /// The number of unknown stickers.
    pub unknown: usize,
    /// The number of legal cubes that fit.
    pub count: u128,
    /// Whether the only cube that fits is solved.
    pub is_solved: bool,
    /// The pattern, if the only cube that fits is one.
    pub pattern: Option<PatternMatch>,
}

/// Responds to a request.
///
/// # Errors
///
/// The text is not a legal cube, or the token was cancelled.
///
/// # Examples
///
/// ```
/// use cubegod::Cancellation;
/// use cubegod_service::{MessageStyle, Solvers, check};
///
/// let request = check::Request { cube: "UUUU????????????????????".into(), ..check::Request::default() };
/// let solvers = Solvers::with_small_tables();
/// let response = check::respond(&request, &solvers, Cancellation::never(), MessageStyle::NEUTRAL).unwrap();
/// assert_eq!((response.unknown, response.completions), (20, 15_552));
/// ```
pub fn respond(
    request: &Request,
    solvers: &Solvers,
    cancellation: &Cancellation,
    style: MessageStyle,
) -> Result<Response, RequestError> {
    let read = read_options(request.from, request.puzzle);
    let cube = ReadCube::read_with(&request.cube, &read, cancellation)?;
    Ok(check(&cube, solvers, cancellation)?.to_response(&cube, style))
}

/// Returns the options for reading a cube with these fields of a request.
pub(crate) fn read_options(from: Option<FormatName>, puzzle: Option<SizeName>) -> ReadOptions {
    ReadOptions::new().format(from.map(|format| format.0)).size(puzzle.map(|size| size.0))
}

/// Checks whether a cube is legal.
///
/// # Errors
///
/// No legal cube fits, with all flaws; the size is not supported; or the token was cancelled.
pub fn check(
    cube: &ReadCube,
    solvers: &Solvers,
    cancellation: &Cancellation,
) -> Result<Checked, RequestError> {
    let unknown = cube.reading.stickers.facelets().iter().filter(|sticker| sticker.is_none()).count();
    let (count, only) = match cube.complete_with(cancellation)? {
        Completion::One(only) => (1, Some(only)),
        Completion::Several(several) => (several.count(), None),
    };
    let is_solved = only.is_some_and(|only| only.is_solved());
    let pattern = only.and_then(|only| solvers.patterns().recognize(&only.stickers()));
    Ok(Checked { unknown, count, is_solved, pattern })
}

impl Checked {
    /// Returns the response.
    pub fn to_response(&self, cube: &ReadCube, style: MessageStyle) -> Response {
        let stickers = &cube.reading.stickers;
        Response {
            puzzle: stickers.size().to_string(),
            cube: face_letters(stickers),
            format: cube.reading.format.name(),
            legal: true,
            solved: self.is_solved,
            unknown: self.unknown,
            completions: self.count,
            pattern: self.pattern.as_ref().map(|found| found.pattern.name),
            note: cube.note.as_ref().map(|note| note.statement(style.language)),
        }
    }
}
