//! The page: files embedded in the binary.

use super::error::{HttpError, HttpKind};
use super::fixed::FixedText;
use super::method_not_allowed;
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{Html, IntoResponse, Response};
use std::sync::LazyLock;

/// All files of the page, sorted by name; empty if the page was not built.
static FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// The same files, ready to be sent.
static TEXTS: LazyLock<Vec<FixedText>> = LazyLock::new(|| {
    let texts = FILES.iter();
    texts.map(|&(name, bytes)| FixedText::new(bytes.to_vec(), kind(name), cache_control(name))).collect()
});

/// The response at `/` if the page was not built.
const NOT_BUILT: &str = "<!doctype html>
<html lang=\"en\">
<head><meta charset=\"utf-8\"><title>cubegod</title></head>
<body>
<h1>cubegod</h1>
<p>The page was not built into this server. With Node installed, run <code>npm ci &amp;&amp; npm run build</code> in the \
folder <code>web/</code> of the sources, then build cubegod again.</p>
<p>The API works without it: <a href=\"/api/v1/docs\">documentation</a>.</p>
</body>
</html>
";

/// The maximum number of characters of a path in an error.
const MAX_QUOTED: usize = 200;

/// Whether the page is embedded in this binary.
pub fn is_page_built() -> bool {
    !FILES.is_empty()
}

/// Returns a file of the page.
pub(super) async fn file(method: Method, uri: Uri, headers: HeaderMap) -> Response {
    let path = uri.path();
    let name = if path == "/" { "index.html" } else { path.trim_start_matches('/') };
    let file = FILES.binary_search_by_key(&name, |(name, _)| *name).ok().and_then(|index| TEXTS.get(index));
    match file {
        None if path != "/" => {
            let path: String = path.chars().take(MAX_QUOTED).collect();
            let message = format!("`{path}` does not exist; see /api/v1/docs");
            HttpError::new(StatusCode::NOT_FOUND, HttpKind::NotFound, message).into_response()
        }
        _ if !matches!(method, Method::GET | Method::HEAD) => not_readable_by(&method, &uri),
        Some(text) => text.response(&headers),
        None => ([(header::CACHE_CONTROL, "no-cache")], Html(NOT_BUILT)).into_response(),
    }
}

/// Returns the error for a method that files do not support.
fn not_readable_by(method: &Method, uri: &Uri) -> Response {
    ([(header::ALLOW, "GET,HEAD")], method_not_allowed(method, uri)).into_response()
}

/// Returns the content type of a file by its extension.
fn kind(name: &str) -> &'static str {
    match name.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "webmanifest" => "application/manifest+json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wasm" => "application/wasm",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

/// Returns how long a file may be cached. Names below `assets/` contain a hash of the contents.
fn cache_control(name: &str) -> &'static str {
    if name.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_sorted_by_name() {
        assert!(FILES.is_sorted_by_key(|(name, _)| *name));
        assert_eq!(is_page_built(), FILES.iter().any(|(name, _)| *name == "index.html"));
    }

    #[test]
    fn files_with_a_hash_in_their_names_are_cached_permanently() {
        assert!(cache_control("assets/index-Bm5NCw8z.js").contains("immutable"));
        assert_eq!(cache_control("index.html"), "no-cache");
        assert_eq!(kind("assets/index-Bm5NCw8z.js"), "text/javascript; charset=utf-8");
        assert_eq!(kind("LICENSE"), "application/octet-stream");
    }
}
