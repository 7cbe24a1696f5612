//! Texts that are the same for every client. They are compressed once, because compressing them for each request would delay
//! other requests.

use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use std::io::Write;

/// A text, as it is and compressed.
#[derive(Debug)]
pub(super) struct FixedText {
    kind: &'static str,
    cache_control: &'static str,
    plain: Vec<u8>,
    /// `None` if it is not shorter.
    gzip: Option<Vec<u8>>,
}

impl FixedText {
    /// Prepares the responses with this text, content type and value of `Cache-Control`.
    pub(super) fn new(plain: Vec<u8>, kind: &'static str, cache_control: &'static str) -> FixedText {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        // Writing to memory cannot fail.
        let gzip = encoder.write_all(&plain).and_then(|()| encoder.finish()).ok();
        let gzip = gzip.filter(|gzip| gzip.len() < plain.len());
        FixedText { kind, cache_control, plain, gzip }
    }

    /// Returns the response to a request with these headers.
    pub(super) fn response(&'static self, request: &HeaderMap) -> Response {
        let (body, encoding) = match &self.gzip {
            Some(gzip) if accepts_gzip(request) => (gzip, Some("gzip")),
            _ => (&self.plain, None),
        };
        let mut response = body.as_slice().into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(self.kind));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static(self.cache_control));
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
        if let Some(encoding) = encoding {
            headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding));
        }
        response
    }
}

/// Whether a client accepts the encoding `gzip`.
fn accepts_gzip(headers: &HeaderMap) -> bool {
    let values = headers.get_all(header::ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|coding| {
        let (name, weight) = coding.split_once(';').unwrap_or((coding, ""));
        let is_refused = weight
            .split_once('=')
            .is_some_and(|(_, weight)| weight.trim().parse::<f32>().is_ok_and(|weight| weight == 0.0));
        name.trim().eq_ignore_ascii_case("gzip") && !is_refused
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gzip_is_accepted_unless_its_weight_is_zero() {
        let accepts = |value: &'static str| {
            let headers = HeaderMap::from_iter([(header::ACCEPT_ENCODING, HeaderValue::from_static(value))]);
            accepts_gzip(&headers)
        };
        assert!(accepts("gzip") && accepts("br, GZIP;q=0.5") && accepts("deflate, gzip ;q=1, *;q=0"));
        assert!(!accepts("br") && !accepts("gzip;q=0") && !accepts("br, gzip; q=0.0") && !accepts(""));
        assert!(!accepts_gzip(&HeaderMap::new()));
    }
}
