//! Why a request is not answered: `application/problem+json`.

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cubegod_service::{Ambiguity, CubeError, Diagnosis, ErrorKind, RequestError};
use serde::Serialize;
use std::time::Duration;

/// What kind of problem a request has, where it is not about cubes.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum HttpKind {
    /// A body or a query that is not understood, or fields that make no sense together.
    Usage,
    /// There is nothing at this path.
    NotFound,
    /// There is something at this path, but not for this method.
    MethodNotAllowed,
    /// A body that is longer than any cube.
    TooLarge,
    /// A body of another type than JSON.
    UnsupportedMediaType,
    /// A body that took too long to come.
    TooSlow,
    /// Too many requests of one address wait.
    TooManyRequests,
    /// Too many requests wait.
    Busy,
    /// There was no answer in time.
    Timeout,
    /// There was no answer when the server was stopped.
    Stopping,
}

/// Any kind.
#[derive(Copy, Clone, Debug, Serialize)]
#[serde(untagged)]
enum AnyKind {
    Cube(ErrorKind),
    Http(HttpKind),
}

/// Why there is no answer, on its way out.
#[derive(Debug)]
pub(super) struct HttpError {
    status: StatusCode,
    kind: AnyKind,
    detail: String,
    line: Option<usize>,
    column: Option<usize>,
    diagnosis: Option<Box<Diagnosis>>,
    ambiguity: Option<Box<Ambiguity>>,
    retry_after: Option<Duration>,
}

/// What is written of it.
#[derive(Serialize)]
struct Document<'a> {
    r#type: &'static str,
    title: &'a str,
    status: u16,
    detail: &'a str,
    kind: AnyKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    diagnosis: Option<&'a Diagnosis>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    ambiguity: Option<&'a Ambiguity>,
}

impl HttpError {
    pub(super) fn new(status: StatusCode, kind: HttpKind, detail: String) -> HttpError {
        HttpError::with_kind(status, AnyKind::Http(kind), detail)
    }

    /// A request that is not understood.
    pub(super) fn usage(detail: String) -> HttpError {
        HttpError::new(StatusCode::BAD_REQUEST, HttpKind::Usage, detail)
    }

    /// A mistake of this program.
    pub(super) fn mistake() -> HttpError {
        let detail = "please report this: the server made a mistake".to_owned();
        HttpError::with_kind(StatusCode::INTERNAL_SERVER_ERROR, AnyKind::Cube(ErrorKind::Internal), detail)
    }

    fn with_kind(status: StatusCode, kind: AnyKind, detail: String) -> HttpError {
        HttpError {
            status,
            kind,
            detail,
            line: None,
            column: None,
            diagnosis: None,
            ambiguity: None,
            retry_after: None,
        }
    }

    /// With the time to come back.
    pub(super) fn retry_after(self, time: Duration) -> HttpError {
        HttpError { retry_after: Some(time), ..self }
    }

    /// Why there is no answer; `stopped` is told where the work was stopped.
    pub(super) fn of(no_answer: RequestError, stopped: impl FnOnce() -> HttpError) -> HttpError {
        match no_answer {
            RequestError::Misuse(message) => HttpError::usage(message),
            RequestError::CubeError(problem) => problem.into(),
            RequestError::Stopped => stopped(),
        }
    }

    /// As JSON.
    pub(super) fn json(&self) -> Vec<u8> {
        let document = Document {
            r#type: "about:blank",
            title: title(self.status),
            status: self.status.as_u16(),
            detail: &self.detail,
            kind: self.kind,
            line: self.line,
            column: self.column,
            diagnosis: self.diagnosis.as_deref(),
            ambiguity: self.ambiguity.as_deref(),
        };
        // Nothing in it can't be written.
        serde_json::to_vec(&document).unwrap_or_default()
    }
}

/// As the standard calls it now; some libraries know older names.
fn title(status: StatusCode) -> &'static str {
    match status {
        StatusCode::PAYLOAD_TOO_LARGE => "Content Too Large",
        StatusCode::UNPROCESSABLE_ENTITY => "Unprocessable Content",
        status => status.canonical_reason().unwrap_or_default(),
    }
}

impl From<CubeError> for HttpError {
    fn from(problem: CubeError) -> HttpError {
        let status = match problem.kind {
            ErrorKind::Unreadable | ErrorKind::BadMoves | ErrorKind::BadData | ErrorKind::BadOrientation => {
                StatusCode::BAD_REQUEST
            }
            ErrorKind::Unwritable
            | ErrorKind::IllegalCube
            | ErrorKind::WrongSize
            | ErrorKind::Ambiguous
            | ErrorKind::Unsolvable
            | ErrorKind::Unsupported => StatusCode::UNPROCESSABLE_ENTITY,
            ErrorKind::Internal | ErrorKind::Io => StatusCode::INTERNAL_SERVER_ERROR,
        };
        HttpError {
            line: problem.line,
            column: problem.column,
            diagnosis: problem.diagnosis,
            ambiguity: problem.ambiguity,
            ..HttpError::with_kind(status, AnyKind::Cube(problem.kind), problem.message)
        }
    }
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        let headers =
            [(header::CONTENT_TYPE, "application/problem+json"), (header::CACHE_CONTROL, "no-store")];
        let mut response = (self.status, headers, self.json()).into_response();
        if let Some(time) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(time.as_secs().max(1)));
        }
        response
    }
}
