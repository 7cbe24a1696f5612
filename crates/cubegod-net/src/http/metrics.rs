//! Counts and times of requests, for Prometheus.

use super::{App, Shared};
use crate::connections::ConnectionMetrics;
use crate::memory::MemoryMetrics;
use crate::work::WorkMetrics;
use axum::extract::{MatchedPath, Request, State};
use axum::http::{Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use prometheus_client::encoding::text::encode;
use prometheus_client::encoding::{EncodeLabelSet, EncodeLabelValue, LabelValueEncoder};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;
use std::fmt::{self, Write};
use std::sync::Arc;
use std::time::Instant;

/// The upper bounds of the histogram of times, in seconds: from a pocket cube to the longest search.
const TIMES: [f64; 12] = [0.0001, 0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.25, 1.0, 5.0, 15.0, 60.0];

/// All metrics of a server.
pub(super) struct Metrics {
    registry: Registry,
    requests: Family<Labels, Counter>,
    times: Family<RouteLabel, Histogram>,
}

#[derive(Clone, Debug, EncodeLabelSet, Eq, Hash, PartialEq)]
struct Labels {
    route: Text,
    method: Text,
    status: u16,
}

#[derive(Clone, Debug, EncodeLabelSet, Eq, Hash, PartialEq)]
struct RouteLabel {
    route: Text,
}

/// A short text that is not copied for each request.
#[derive(Clone, Debug, Eq, Hash, PartialEq)]
struct Text(Arc<str>);

impl EncodeLabelValue for Text {
    fn encode(&self, encoder: &mut LabelValueEncoder<'_>) -> fmt::Result {
        encoder.write_str(&self.0)
    }
}

impl Metrics {
    pub(super) fn new(
        work: &WorkMetrics,
        connections: &ConnectionMetrics,
        memory: &MemoryMetrics,
    ) -> Metrics {
        let mut registry = Registry::with_prefix("cubegod");
        let requests = Family::default();
        let times = Family::new_with_constructor((|| Histogram::new(TIMES)) as fn() -> Histogram);
        registry.register("http_requests", "Requests that were answered", requests.clone());
        registry.register("http_request_seconds", "Time from a request to its response", times.clone());
        work.register(&mut registry);
        connections.register(&mut registry);
        memory.register(&mut registry);
        Metrics { registry, requests, times }
    }
}

/// Counts a request and its time.
pub(super) async fn measure(State(app): Shared, request: Request, next: Next) -> Response {
    let start = Instant::now();
    let path = request.extensions().get::<MatchedPath>();
    // Unknown paths share one label, so that they cannot fill the memory.
    let route = Text(path.map_or("other", MatchedPath::as_str).into());
    let method = Text(known(request.method()).into());
    let response = next.run(request).await;
    count(&app, route, method, response.status().as_u16(), start);
    response
}

fn known(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::OPTIONS => "OPTIONS",
        _ => "other",
    }
}

fn count(app: &App, route: Text, method: Text, status: u16, start: Instant) {
    app.metrics
        .times
        .get_or_create(&RouteLabel { route: route.clone() })
        .observe(start.elapsed().as_secs_f64());
    app.metrics.requests.get_or_create(&Labels { route, method, status }).inc();
}

/// Counts and times, as OpenMetrics text, which Prometheus reads.
#[utoipa::path(
    get,
    path = "/metrics",
    tag = "server",
    responses((
        status = 200,
        description = "OpenMetrics text, which Prometheus reads.",
        body = String,
        content_type = "application/openmetrics-text"
    ))
)]
pub(super) async fn page(State(app): Shared) -> impl IntoResponse {
    let mut text = String::new();
    // Writing to a string cannot fail.
    let _ = encode(&mut text, &app.metrics.registry);
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "no-store")], text)
}
