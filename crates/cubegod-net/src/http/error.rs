//! Error responses: `application/problem+json`.

use super::language::with_content_language;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use cubegod_service::{Ambiguity, DiagnosisFields, ErrorKind, MessageStyle, RequestError, Spelling};
use serde::Serialize;
use std::time::Duration;

/// The status for a request whose client disconnected, as other servers log it; it has no name.
const CLIENT_CLOSED: u16 = 499;

/// The maximum length of the detail of an error in bytes. Some errors quote the request, which may be long.
const MAX_DETAIL: usize = 4096;

/// The value of `Retry-After` for requests that need a table: the smallest one is opened or built by then.
const BUILD_TIME: Duration = Duration::from_secs(10);

/// The kind of an error about the transport.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum HttpKind {
    /// The path does not exist.
    NotFound,
    /// The path does not support the method.
    MethodNotAllowed,
    /// The body is too long.
    TooLarge,
    /// The body has another type than JSON.
    UnsupportedMediaType,
    /// The body did not arrive in time.
    TooSlow,
    /// The server does not answer for the host.
    UnknownHost,
    /// Too many searches of one address wait.
    TooManyRequests,
    /// Too many searches wait, or all connections are in use.
    Busy,
    /// There was no answer within the time limit.
    Timeout,
    /// The server stops.
    Stopping,
    /// The client disconnected, or ended its side of the connection.
    Disconnected,
}

/// Any kind.
#[derive(Copy, Clone, Debug, Serialize)]
#[serde(untagged)]
enum AnyKind {
    Cube(ErrorKind),
    Http(HttpKind),
}

/// An error response. Its body is complete, because a repair in it takes too long for the thread that sends it.
#[derive(Debug)]
pub(super) struct HttpError {
    status: StatusCode,
    body: Vec<u8>,
    style: MessageStyle,
    retry_after: Option<Duration>,
    is_not_ready: bool,
}

/// The JSON of an error.
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
    diagnosis: Option<DiagnosisFields>,
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    ambiguity: Option<&'a Ambiguity>,
}

impl HttpError {
    pub(super) fn new(status: StatusCode, kind: HttpKind, detail: String) -> HttpError {
        HttpError::with_kind(status, AnyKind::Http(kind), &detail)
    }

    /// Returns the error for an invalid request.
    pub(super) fn usage(detail: String) -> HttpError {
        HttpError::with_kind(StatusCode::BAD_REQUEST, AnyKind::Cube(ErrorKind::Usage), &detail)
    }

    /// Returns the error for a bug.
    pub(super) fn internal() -> HttpError {
        let detail = "the server has a bug; please report the request";
        HttpError::with_kind(StatusCode::INTERNAL_SERVER_ERROR, AnyKind::Cube(ErrorKind::Internal), detail)
    }

    /// Returns the response to a client that disconnected, which is counted rather than received.
    pub(super) fn disconnected() -> HttpError {
        let status = StatusCode::from_u16(CLIENT_CLOSED).unwrap_or(StatusCode::BAD_REQUEST);
        let detail = "the connection was closed before the response".to_owned();
        HttpError::new(status, HttpKind::Disconnected, detail)
    }

    fn with_kind(status: StatusCode, kind: AnyKind, detail: &str) -> HttpError {
        let style = MessageStyle::english(Spelling::JSON);
        HttpError {
            status,
            body: body(status, kind, detail, None, style),
            style,
            retry_after: None,
            is_not_ready: false,
        }
    }

    /// Sets the value of `Retry-After`.
    pub(super) fn retry_after(self, time: Duration) -> HttpError {
        HttpError { retry_after: Some(time), ..self }
    }

    /// Returns the response to an error of the service.
    pub(super) fn of(error: &RequestError, style: MessageStyle) -> HttpError {
        let status = match error.kind() {
            ErrorKind::Cancelled | ErrorKind::NotReady => StatusCode::SERVICE_UNAVAILABLE,
            ErrorKind::Usage
            | ErrorKind::Unreadable
            | ErrorKind::BadMoves
            | ErrorKind::BadData
            | ErrorKind::BadOrientation => StatusCode::BAD_REQUEST,
            ErrorKind::Unwritable
            | ErrorKind::IllegalCube
            | ErrorKind::WrongSize
            | ErrorKind::Ambiguous
            | ErrorKind::Unsolvable
            | ErrorKind::Unsupported => StatusCode::UNPROCESSABLE_ENTITY,
            ErrorKind::Internal | ErrorKind::Io => StatusCode::INTERNAL_SERVER_ERROR,
        };
        let (kind, detail) = (AnyKind::Cube(error.kind()), error.message(style));
        let is_not_ready = error.kind() == ErrorKind::NotReady;
        let retry_after = is_not_ready.then_some(BUILD_TIME);
        HttpError {
            status,
            body: body(status, kind, &detail, Some(error), style),
            style,
            retry_after,
            is_not_ready,
        }
    }

    /// Whether the request needs a table that is being opened or built.
    pub(super) fn is_not_ready(&self) -> bool {
        self.is_not_ready
    }

    /// Returns the error as JSON.
    pub(super) fn into_body(self) -> Vec<u8> {
        self.body
    }
}

/// Returns the JSON of an error; `cause` is the error of the service, if it is one.
fn body(
    status: StatusCode,
    kind: AnyKind,
    detail: &str,
    cause: Option<&RequestError>,
    style: MessageStyle,
) -> Vec<u8> {
    let end = detail.floor_char_boundary(MAX_DETAIL);
    let document = Document {
        r#type: "about:blank",
        title: title(status),
        status: status.as_u16(),
        detail: &detail[..end],
        kind,
        line: cause.and_then(RequestError::line),
        column: cause.and_then(RequestError::column),
        diagnosis: cause.and_then(RequestError::diagnosis).map(|found| found.to_fields(style.language)),
        ambiguity: cause.and_then(RequestError::ambiguity),
    };
    // Its fields can always be serialized.
    serde_json::to_vec(&document).unwrap_or_default()
}

/// Returns the name of a status in RFC 9110; some libraries have older names.
fn title(status: StatusCode) -> &'static str {
    match status {
        StatusCode::PAYLOAD_TOO_LARGE => "Content Too Large",
        StatusCode::UNPROCESSABLE_ENTITY => "Unprocessable Content",
        status => status.canonical_reason().unwrap_or("Client Closed Request"),
    }
}

impl IntoResponse for HttpError {
    fn into_response(self) -> Response {
        let headers =
            [(header::CONTENT_TYPE, "application/problem+json"), (header::CACHE_CONTROL, "no-store")];
        let mut response = (self.status, headers, self.body).into_response();
        if let Some(time) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(time.as_secs().max(1)));
        }
        with_content_language(response, self.style)
    }
}
