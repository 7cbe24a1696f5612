//! Headers that restrict what browsers do with responses.

use axum::extract::Request;
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::middleware::Next;
use axum::response::Response;
use std::time::Duration;
use tower_http::cors::{AllowOrigin, CorsLayer};

/// Allows no content of other sites, no inline scripts or styles, and no frames around pages.
const POLICY: &str =
    "default-src 'self'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

const HEADERS: [(HeaderName, &str); 5] = [
    (header::CONTENT_SECURITY_POLICY, POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::X_FRAME_OPTIONS, "DENY"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
];

/// The time for which browsers may cache the allowed origins.
const ORIGINS_CACHE_TIME: Duration = Duration::from_secs(600);

/// Adds the security headers to a response.
pub(super) async fn secure(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    for (name, value) in HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}

/// Returns the layer that allows pages of these origins to read responses.
pub(super) fn cross_origin(origins: &[HeaderValue]) -> Option<CorsLayer> {
    let origins = match origins {
        [] => return None,
        some if some.iter().any(|origin| origin == "*") => AllowOrigin::any(),
        some => AllowOrigin::list(some.iter().cloned()),
    };
    let layer = CorsLayer::new()
        .allow_origin(origins)
        .allow_methods([Method::GET, Method::POST])
        .allow_headers([header::CONTENT_TYPE, header::ACCEPT])
        .expose_headers([header::RETRY_AFTER])
        .max_age(ORIGINS_CACHE_TIME);
    Some(layer)
}
