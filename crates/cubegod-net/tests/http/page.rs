//! The page, the description of the API, and the headers of every response.

use super::common::*;
use axum::body::Body;
use axum::http::{Method, Request, header};
use cubegod_net::http::{HttpOptions, is_page_built};

#[test]
fn the_root_is_the_page_or_says_how_to_build_it() {
    let page = get("/");
    assert_eq!(page.status, 200);
    assert!(page.header(header::CONTENT_TYPE).starts_with("text/html"));
    assert_eq!(page.header(header::CACHE_CONTROL), "no-cache");
    if !is_page_built() {
        assert!(page.text().contains("npm ci &amp;&amp; npm run build"), "{}", page.text());
    }
}

#[test]
fn every_response_has_the_security_headers() {
    for path in ["/", "/api/v1/docs", "/api/v1/nothing", "/healthz", "/api/v1/render.svg", "/api/v1/solve"] {
        let answer = get(path);
        let policy = answer.header(header::CONTENT_SECURITY_POLICY);
        assert!(policy.contains("default-src 'self'") && !policy.contains("unsafe"), "{path}: {policy}");
        assert!(policy.contains("frame-ancestors 'none'"));
        assert_eq!(answer.header(header::X_CONTENT_TYPE_OPTIONS), "nosniff", "{path}");
        assert_eq!(answer.header(header::X_FRAME_OPTIONS), "DENY", "{path}");
        assert_eq!(answer.header(header::ACCESS_CONTROL_ALLOW_ORIGIN), "", "{path}");
    }
}

#[test]
fn the_api_is_described_for_programs_and_users() {
    let description = get("/api/v1/openapi.json").json();
    assert!(description["openapi"].as_str().unwrap().starts_with("3.1"));
    assert!(description["paths"]["/api/v1/solve"]["post"].is_object());
    let page = get("/api/v1/docs");
    assert!(page.text().contains("POST /api/v1/solve") && !page.text().contains("<script"));
    assert!(get("/api/v1/docs.css").header(header::CONTENT_TYPE).starts_with("text/css"));
}

#[test]
fn health_and_metrics_are_served() {
    assert_eq!(get("/healthz").text(), "ok\n");
    let metrics = get("/metrics");
    assert!(metrics.header(header::CONTENT_TYPE).starts_with("application/openmetrics-text"));
    let text = metrics.text();
    assert!(
        text.contains("cubegod_http_requests_total{route=\"/healthz\",method=\"GET\",status=\"200\"}"),
        "{text}"
    );
    for name in [
        "cubegod_http_request_seconds_bucket",
        "cubegod_work_running{lane=\"quick\"} 0",
        "cubegod_work_waiting{lane=\"long\"} 0",
        "cubegod_connections 0",
        "cubegod_connections_evicted_total 0",
    ] {
        assert!(text.contains(name), "{name}: {text}");
    }
}

#[test]
fn other_origins_may_read_responses_only_if_they_are_allowed() {
    let mut options = HttpOptions::default();
    options.allow_origin("https://example.org").unwrap();
    let router = fresh(options);
    let from = |origin: &str, method: Method| {
        let request = Request::builder().method(method).uri("/api/v1/solve").header(header::ORIGIN, origin);
        let request =
            request.header(header::ACCESS_CONTROL_REQUEST_METHOD, "POST").body(Body::empty()).unwrap();
        cubegod_net::block_on(send_to(&router, request)).unwrap()
    };
    let response = from("https://example.org", Method::OPTIONS);
    assert_eq!(response.status, 200);
    assert_eq!(response.header(header::ACCESS_CONTROL_ALLOW_ORIGIN), "https://example.org");
    assert!(response.header(header::ACCESS_CONTROL_ALLOW_HEADERS).contains("content-type"));
    let other = from("https://example.com", Method::OPTIONS);
    assert_eq!(other.header(header::ACCESS_CONTROL_ALLOW_ORIGIN), "");
}

#[test]
fn texts_that_never_change_are_compressed_if_the_client_accepts_it() {
    for (accepted, expected) in [("gzip", "gzip"), ("br, gzip;q=0.5", "gzip"), ("br", ""), ("identity", "")] {
        for path in ["/api/v1/openapi.json", "/api/v1/docs"] {
            let request = Request::get(path).header(header::ACCEPT_ENCODING, accepted);
            let answer = send(request.body(Body::empty()).unwrap());
            assert_eq!(answer.header(header::CONTENT_ENCODING), expected);
            assert!(answer.header(header::VARY).contains("accept-encoding"));
            let length = answer.body.len();
            assert_eq!(length < 15_000, !expected.is_empty(), "{path}, {accepted}: {length}");
        }
    }
}

#[test]
fn responses_about_cubes_are_not_compressed_on_asynchronous_threads() {
    let mut request = asking("complete", r#"{"cube":"????????????????????????","list":1000}"#);
    request.headers_mut().insert(header::ACCEPT_ENCODING, "gzip, br".parse().unwrap());
    let answer = send(request);
    assert_eq!(answer.header(header::CONTENT_ENCODING), "");
    assert_eq!(answer.json()["completions"].as_array().unwrap().len(), 1000);
}
