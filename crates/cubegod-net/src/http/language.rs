//! The language of messages, by `Accept-Language`.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderValue, header};
use axum::response::Response;
use cubegod_service::language::from_accept_language;
use cubegod_service::{MessageStyle, Spelling};
use std::convert::Infallible;

/// The style of messages in a response: the spelling of JSON, in the language that the client prefers.
pub(super) struct Style(pub(super) MessageStyle);

impl<S: Sync> FromRequestParts<S> for Style {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Style, Infallible> {
        let values = parts.headers.get_all(header::ACCEPT_LANGUAGE).iter();
        let header = values.filter_map(|value| value.to_str().ok()).collect::<Vec<_>>().join(",");
        Ok(Style(MessageStyle::new(Spelling::JSON, from_accept_language(&header))))
    }
}

/// Adds the language of a response, and that it depends on the request, which caches need to know.
pub(super) fn with_content_language(mut response: Response, style: MessageStyle) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_LANGUAGE, HeaderValue::from_static(style.language.code()));
    headers.append(header::VARY, HeaderValue::from_static("accept-language"));
    response
}
