//! Checking whether cubes are legal.

use crate::cube::{Cube, face_letters};
use crate::diagnosis::Diagnosis;
use crate::error::RequestError;
use crate::named::{FormatName, SizeName};
use crate::option::MessageStyle;
use crate::solvers::Solvers;
use cubegod::patterns::PatternMatch;
use cubegod::{Cancellation, Color, ReadOptions, Stickers, View};
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
pub fn respond(
    request: &Request,
    solvers: &Solvers,
    cancellation: &Cancellation,
    style: MessageStyle,
) -> Result<Response, RequestError> {
    let read = read_options(request.from, request.puzzle);
    let cube = Cube::read_with(&request.cube, &read, cancellation)?;
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
pub fn check(cube: &Cube, solvers: &Solvers, cancellation: &Cancellation) -> Result<Checked, RequestError> {
    let reading = &cube.reading;
    let view = View::new(reading.stickers.clone())?;
    let unknown = view.unknown_count();
    let (count, only) = if unknown == 0 && view.is_legal() {
        (1, known(view.stickers()))
    } else {
        let completions =
            view.complete_with(cancellation)?.map_err(|illegal| Diagnosis::new(reading, &view, illegal))?;
        (completions.count(), completions.get(0).filter(|_| completions.count() == 1))
    };
    let is_solved = only.as_ref().is_some_and(Stickers::is_uniform);
    let pattern = only.and_then(|only| solvers.patterns().recognize(&only));
    Ok(Checked { unknown, count, is_solved, pattern })
}

impl Checked {
    /// Returns the response.
    pub fn to_response(&self, cube: &Cube, style: MessageStyle) -> Response {
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
            note: cube.note.as_ref().map(|note| note.message(style)),
        }
    }
}

/// Returns the colours of all stickers if they are known.
fn known(stickers: &Stickers<Option<Color>>) -> Option<Stickers<Color>> {
    let colors: Option<Vec<Color>> = stickers.facelets().iter().copied().collect();
    Stickers::new(stickers.size(), colors?).ok()
}
