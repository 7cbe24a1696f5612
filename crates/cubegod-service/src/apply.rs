//! Applying moves to cubes.

use crate::check::read_options;
use crate::cube::{ReadCube, face_letters, usual_alphabet, write_in};
use crate::data::{Data, DataText};
use crate::error::{ErrorKind, RequestError};
use crate::named::{FormatName, SizeName};
use crate::option::MessageStyle;
use cubegod::formats::Format;
use cubegod::{Alg, Cancellation, Color, Stickers};
use serde::{Deserialize, Serialize};

/// The most moves of a request: the response repeats them.
pub const MAX_APPLIED_MOVES: usize = 100_000;

/// A request to apply moves to a cube.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ApplyRequest))]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The cube, in any layout; `?`, `*` or `.` for unknown stickers.
    pub cube: String,
    /// The moves, 100,000 at most.
    pub alg: String,
    /// The layout of `text` in the response; without it there is none.
    #[cfg_attr(feature = "openapi", schema(inline))]
    pub to: Option<FormatName>,
    /// Characters on the stickers, one for each.
    pub data: Option<String>,
    /// The layout of the data; by default that of the cube.
    #[cfg_attr(feature = "openapi", schema(inline))]
    pub data_from: Option<FormatName>,
    /// The layout of the cube; detected if it is not given.
    #[cfg_attr(feature = "openapi", schema(inline))]
    pub from: Option<FormatName>,
    /// The size of the cube; detected if it is not given. Moves are applied to a 3x3.
    #[cfg_attr(feature = "openapi", schema(inline))]
    pub puzzle: Option<SizeName>,
}

/// The cube after the moves.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ApplyResponse))]
pub struct Response {
    /// The size, such as `3x3x3`.
    pub puzzle: String,
    /// The cube in face letters, `?` for unknown stickers.
    pub cube: String,
    /// The moves, in the usual notation.
    pub alg: String,
    /// Whether every face is of one colour.
    pub solved: bool,
    /// The cube in the layout `to`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The data as it is now, in the order of the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub data: Option<String>,
    /// How the text was interpreted, if it is ambiguous.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// A cube after moves.
#[derive(Debug)]
pub struct Applied {
    /// The stickers.
    pub stickers: Stickers<Option<Color>>,
    /// The data on them.
    pub data: Option<Data>,
}

/// Responds to a request.
///
/// # Errors
///
/// The text is not a cube, the moves cannot be parsed or applied, the data does not fit, or the token was cancelled.
///
/// # Examples
///
/// ```
/// use cubegod::Cancellation;
/// use cubegod_service::{MessageStyle, apply};
///
/// let request = apply::Request { cube: "R U".into(), alg: "U' R'".into(), ..apply::Request::default() };
/// let response = apply::respond(&request, Cancellation::never(), MessageStyle::NEUTRAL).unwrap();
/// assert!(response.solved);
/// ```
pub fn respond(
    request: &Request,
    cancellation: &Cancellation,
    style: MessageStyle,
) -> Result<Response, RequestError> {
    let data = DataText::of_request(&request.data, request.data_from)?;
    let alg = read_alg(&request.alg, cancellation)?;
    if alg.len() > MAX_APPLIED_MOVES {
        let message = format!("there are {} moves; expected {MAX_APPLIED_MOVES} at most", alg.len());
        return Err(RequestError::new(ErrorKind::BadMoves, message));
    }
    let read = read_options(request.from, request.puzzle);
    let cube = ReadCube::read_with(&request.cube, &read, cancellation)?;
    let applied = apply(&cube, &alg, data.as_ref(), cancellation)?;
    applied.to_response(&cube, &alg, request.to.map(|to| to.0), style)
}

/// Reads moves that stand alone.
///
/// # Errors
///
/// The text is not a sequence of moves, or the token was cancelled.
pub fn read_alg(text: &str, cancellation: &Cancellation) -> Result<Alg, RequestError> {
    Alg::read_with(text, cancellation)?.map_err(|error| RequestError::moves(error, text, 0))
}

/// Applies moves to a cube, and to the data on its stickers.
///
/// # Errors
///
/// The cube does not have a layer that a move turns, the data does not fit, or the token was cancelled.
pub fn apply(
    cube: &ReadCube,
    alg: &Alg,
    data: Option<&DataText>,
    cancellation: &Cancellation,
) -> Result<Applied, RequestError> {
    let mut data = data.map(|data| data.on(&cube.reading)).transpose()?;
    let mut stickers = cube.reading.stickers.clone();
    stickers.apply_with(alg, cancellation)??;
    if let Some(data) = &mut data {
        data.stickers.apply_with(alg, cancellation)??;
    }
    Ok(Applied { stickers, data })
}

impl Applied {
    /// Returns the response, with the cube in a layout if one is given.
    ///
    /// # Errors
    ///
    /// The layout cannot express the cube.
    pub fn to_response(
        &self,
        cube: &ReadCube,
        alg: &Alg,
        to: Option<Format>,
        style: MessageStyle,
    ) -> Result<Response, RequestError> {
        let stickers = &self.stickers;
        let text = to.map(|to| write_in(stickers, to, &usual_alphabet(to))).transpose()?;
        Ok(Response {
            puzzle: stickers.size().to_string(),
            cube: face_letters(stickers),
            alg: alg.to_string(),
            solved: stickers.is_uniform() && !stickers.facelets().contains(&None),
            text,
            data: self.data.as_ref().map(Data::one_string),
            note: cube.note.as_ref().map(|note| note.statement(style.language)),
        })
    }
}
