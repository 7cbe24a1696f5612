//! The legal cubes that fit the known stickers of a cube.

use crate::check::read_options;
use crate::cube::{ReadCube, face_letters};
use crate::diagnosis::Diagnosis;
use crate::error::{QuestionFields, RequestError};
use crate::named::{FormatName, SizeName};
use crate::option::{MessageStyle, OptionId};
use cubegod::view::Completions;
use cubegod::{Cancellation, Color, Stickers, View};
use serde::ser::{Error, SerializeSeq};
use serde::{Deserialize, Serialize, Serializer};

/// The most cubes that a response lists.
pub const MAX_LISTED: u64 = 10_000;

/// A request for the legal cubes that fit.
#[derive(Clone, Debug, Default, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema), schema(as = CompleteRequest))]
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
    /// Only the number of legal cubes that fit; not with `list`.
    #[serde(default)]
    pub count: bool,
    /// The number of legal cubes to list.
    #[cfg_attr(feature = "openapi", schema(maximum = 10_000))]
    pub list: Option<u64>,
}

/// The number of legal cubes that fit, the certain stickers, and the sticker to look at next.
#[derive(Serialize)]
pub struct Response<'a> {
    puzzle: String,
    cube: String,
    count: u128,
    #[serde(skip_serializing_if = "Option::is_none")]
    certain: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    question: Option<QuestionFields>,
    #[serde(skip_serializing_if = "Option::is_none")]
    completions: Option<Listed<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// The shape of a response as JSON.
#[cfg(feature = "openapi")]
#[derive(utoipa::ToSchema)]
#[schema(as = CompleteResponse)]
pub struct ResponseSchema {
    /// The size, such as `3x3x3`.
    pub puzzle: String,
    /// The cube in face letters, `?` for unknown stickers.
    pub cube: String,
    /// The number of legal cubes that fit.
    pub count: u128,
    /// The cube with the certain stickers filled in; not with `count`.
    #[schema(nullable = false)]
    pub certain: Option<String>,
    /// The sticker whose colour distinguishes the cubes best, if several fit; not with `count`.
    #[schema(nullable = false)]
    pub question: Option<QuestionFields>,
    /// The first cubes that fit, with `list`.
    #[schema(nullable = false)]
    pub completions: Option<Vec<String>>,
    /// How the text was interpreted, if it is ambiguous.
    #[schema(nullable = false)]
    pub note: Option<String>,
}

/// The first few completions, written one at a time: there may be more than fit into memory.
pub struct Listed<'a> {
    completions: &'a Completions,
    max: u64,
    cancellation: &'a Cancellation,
}

impl<'a> Listed<'a> {
    /// Returns this many of the completions.
    pub fn new(completions: &'a Completions, max: u64) -> Listed<'a> {
        Listed { completions, max, cancellation: Cancellation::never() }
    }

    /// Returns an iterator over them.
    pub fn iter(&self) -> impl Iterator<Item = Stickers<Option<Color>>> {
        let max = usize::try_from(self.max).unwrap_or(usize::MAX);
        self.completions.iter().take(max).map(|stickers| stickers.map(|&color| Some(color)))
    }
}

impl Serialize for Listed<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut list = serializer.serialize_seq(None)?;
        for stickers in self.iter() {
            self.cancellation.check().map_err(S::Error::custom)?;
            list.serialize_element(&face_letters(&stickers))?;
        }
        list.end()
    }
}

/// Responds to a request; the response is passed to `write`, because it may be long.
///
/// # Errors
///
/// The text is not a cube, no legal cube fits, or the token was cancelled.
///
/// # Examples
///
/// ```
/// use cubegod::Cancellation;
/// use cubegod_service::{MessageStyle, complete};
///
/// let request = complete::Request { cube: "UUUU????????????????????".into(), ..complete::Request::default() };
/// let style = MessageStyle::NEUTRAL;
/// let response = complete::respond(&request, Cancellation::never(), style, |response| {
///     serde_json::to_value(response).unwrap()
/// });
/// assert_eq!(response.unwrap()["count"], 15_552);
/// ```
pub fn respond<T>(
    request: &Request,
    cancellation: &Cancellation,
    style: MessageStyle,
    write: impl FnOnce(&Response<'_>) -> T,
) -> Result<T, RequestError> {
    RequestError::check_exclusive(&[
        (request.count, OptionId::Count),
        (request.list.is_some(), OptionId::List),
    ])?;
    if let Some(found) = request.list.filter(|&list| list > MAX_LISTED) {
        let (option, max) = (OptionId::List, Some(MAX_LISTED));
        return Err(RequestError::OutOfRange { option, found, min: 0, max });
    }
    let read = read_options(request.from, request.puzzle);
    let cube = ReadCube::read_with(&request.cube, &read, cancellation)?;
    let completions = complete(&cube, cancellation)?;
    let response = to_response(&cube, &completions, request.count, request.list, style, cancellation)?;
    let written = write(&response);
    // A cancelled response is not complete.
    cancellation.check()?;
    Ok(written)
}

/// Returns all legal cubes that fit.
///
/// # Errors
///
/// No legal cube fits, with all flaws; the size is not supported; or the token was cancelled.
pub fn complete(cube: &ReadCube, cancellation: &Cancellation) -> Result<Completions, RequestError> {
    let view = View::new(cube.reading.stickers.clone())?;
    let completions = view.complete_with(cancellation)?;
    Ok(completions.map_err(|illegal| Diagnosis::new(&cube.reading, &view, illegal))?)
}

/// Returns the response; writing it fails if the token is cancelled meanwhile.
///
/// # Errors
///
/// The token was cancelled.
pub fn to_response<'a>(
    cube: &'a ReadCube,
    completions: &'a Completions,
    is_counted: bool,
    list: Option<u64>,
    style: MessageStyle,
    cancellation: &'a Cancellation,
) -> Result<Response<'a>, RequestError> {
    let stickers = &cube.reading.stickers;
    let (certain, question) = match is_counted {
        true => (None, None),
        false => {
            let question = View::new(stickers.clone())?.next_question_with(completions, cancellation)?;
            (Some(face_letters(&completions.certain_with(cancellation)?)), question)
        }
    };
    Ok(Response {
        puzzle: stickers.size().to_string(),
        cube: face_letters(stickers),
        count: completions.count(),
        certain,
        question: question.map(|question| QuestionFields::new(&question, stickers.size())),
        completions: list.map(|max| Listed { completions, max, cancellation }),
        note: cube.note.as_ref().map(|note| note.statement(style.language)),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn response(cube: &str, count: bool) -> Value {
        let request = Request { cube: cube.into(), count, ..Request::default() };
        let write = |response: &Response<'_>| serde_json::to_value(response).unwrap();
        respond(&request, Cancellation::never(), MessageStyle::NEUTRAL, write).unwrap()
    }

    #[test]
    fn the_question_is_that_of_the_error_of_a_solution() {
        let cube = "UUUU????FFFF????????????";
        let read = ReadCube::read(cube, &cubegod::ReadOptions::default()).unwrap();
        let error = serde_json::to_value(read.only().unwrap_err().ambiguity()).unwrap();
        assert_eq!(response(cube, false)["question"], error["question"]);
        assert_eq!(error["question"]["sticker"], "R4");
    }

    #[test]
    fn there_is_no_question_if_one_cube_fits_or_only_the_number_matters() {
        assert_eq!(response("DBFRDULUUFFBLDDBLRBU????", false).get("question"), None);
        let counted = json!({"puzzle": "2x2x2", "cube": "UUUU????FFFF????????????", "count": 24});
        assert_eq!(response("UUUU????FFFF????????????", true), counted);
    }

    #[test]
    fn a_note_names_no_options() {
        let note = "read as facelets, but net-string fits too (each of these is a legal cube)";
        assert_eq!(response("UU??????????UU??????????", true)["note"], note);
    }
}
