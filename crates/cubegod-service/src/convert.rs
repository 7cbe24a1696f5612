//! Writing cubes in another layout.

use crate::check::read_options;
use crate::cube::{ReadCube, face_letters, usual_alphabet, write_in};
use crate::error::RequestError;
use crate::named::{FormatName, SizeName};
use crate::option::MessageStyle;
use crate::solvers::Solvers;
use cubegod::Cancellation;
use cubegod::alphabet::Alphabet;
use cubegod::formats::Format;
use cubegod::moves::EndConstraints;
use serde::{Deserialize, Serialize};

/// How colours are written.
#[derive(Copy, Clone, Debug, Deserialize, Eq, PartialEq)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum LetterChoice {
    /// By their faces: U R F D L B.
    Faces,
    /// By their names: W R G Y O B.
    Colors,
    /// With the characters of the cube that was read.
    Own,
}

/// A request to write a cube in another layout.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ConvertRequest))]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// The cube, in any layout; `?`, `*` or `.` for unknown stickers.
    pub cube: String,
    /// The layout to write.
    pub to: FormatName,
    /// How colours are written; by default as usual in the layout.
    #[cfg_attr(feature = "openapi", schema(inline))]
    pub letters: Option<LetterChoice>,
    /// The layout of the cube; detected if it is not given.
    #[cfg_attr(feature = "openapi", schema(inline))]
    pub from: Option<FormatName>,
    /// The size of the cube; detected if it is not given. Moves are applied to a 3x3.
    #[cfg_attr(feature = "openapi", schema(inline))]
    pub puzzle: Option<SizeName>,
}

/// A cube in another layout.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = ConvertResponse))]
pub struct Response {
    /// The size, such as `3x3x3`.
    pub puzzle: String,
    /// The cube in face letters, `?` for unknown stickers.
    pub cube: String,
    /// The layout of the text.
    pub format: &'static str,
    /// The cube in that layout.
    pub text: String,
    /// How the text was interpreted, if it is ambiguous.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// Responds to a request.
///
/// # Errors
///
/// The text is not a cube, the layout cannot express it, or the token was cancelled.
///
/// # Examples
///
/// ```
/// use cubegod::Cancellation;
/// use cubegod_service::{MessageStyle, Solvers, convert};
///
/// let request: convert::Request = serde_json::from_str(r#"{"cube": "R U F", "to": "reid"}"#).unwrap();
/// let solvers = Solvers::with_small_tables();
/// let response = convert::respond(&request, &solvers, Cancellation::never(), MessageStyle::NEUTRAL).unwrap();
/// assert!(response.text.starts_with("LF UB UL UF RD BR"));
/// ```
pub fn respond(
    request: &Request,
    solvers: &Solvers,
    cancellation: &Cancellation,
    style: MessageStyle,
) -> Result<Response, RequestError> {
    let to = request.to.0;
    check_letters(to, request.letters)?;
    let read = read_options(request.from, request.puzzle);
    let cube = ReadCube::read_with(&request.cube, &read, cancellation)?;
    let text = text(&cube, to, request.letters, solvers, cancellation)?;
    Ok(to_response(&cube, to, text, style))
}

/// Checks that the layout can be written in these letters.
///
/// # Errors
///
/// Some layouts have letters of their own.
pub fn check_letters(to: Format, letters: Option<LetterChoice>) -> Result<(), RequestError> {
    let needed = match to {
        Format::Reid | Format::KPattern | Format::Pattern => LetterChoice::Faces,
        Format::Digits => LetterChoice::Colors,
        _ => return Ok(()),
    };
    match letters {
        Some(letters) if letters != needed => Err(RequestError::FixedLetters { format: to }),
        _ => Ok(()),
    }
}

/// Writes a cube in a layout.
///
/// # Errors
///
/// The layout cannot express the cube: moves need exactly one legal cube; or the token was cancelled.
pub fn text(
    cube: &ReadCube,
    to: Format,
    letters: Option<LetterChoice>,
    solvers: &Solvers,
    cancellation: &Cancellation,
) -> Result<String, RequestError> {
    let reading = &cube.reading;
    let alphabet = match letters {
        None => usual_alphabet(to),
        Some(LetterChoice::Faces) => Alphabet::FACES,
        Some(LetterChoice::Colors) => Alphabet::COLORS,
        Some(LetterChoice::Own) => reading.alphabet,
    };
    match to {
        Format::Moves => {
            let cube = cube.select_one(false, &[], cancellation)?;
            Ok(solvers.moves_making(&cube, EndConstraints::default(), cancellation)?.to_string())
        }
        layout => write_in(&reading.stickers, layout, &alphabet),
    }
}

/// Returns the response.
pub fn to_response(cube: &ReadCube, to: Format, text: String, style: MessageStyle) -> Response {
    let stickers = &cube.reading.stickers;
    Response {
        puzzle: stickers.size().to_string(),
        cube: face_letters(stickers),
        format: to.name(),
        text,
        note: cube.note.as_ref().map(|note| note.statement(style.language)),
    }
}
