//! Requests and responses without a socket.

use axum::body::Body;
use axum::http::{Request, Response, StatusCode, header};
use cubegod_net::http::{App, HttpOptions, app};
use cubegod_service::Solvers;
use http_body_util::BodyExt;
use serde_json::Value;
use std::sync::{Arc, LazyLock};
use tower::ServiceExt;

pub(crate) const SOLVED2: &str = "UUUURRRRFFFFDDDDLLLLBBBB";
pub(crate) const SOLVED3: &str = "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB";
/// One sticker of the corner at DBL repainted.
pub(crate) const SPOILED2: &str = "UUUURRRRFFFFDDDDLLLLBBBU";

/// The solvers, with tables that are built once for all tests.
static SOLVERS: LazyLock<Arc<Solvers>> = LazyLock::new(|| {
    let solvers = Solvers::with_small_tables();
    solvers.prepare();
    Arc::new(solvers)
});

static APP: LazyLock<axum::Router> = LazyLock::new(|| fresh(HttpOptions::default()));

/// Returns a new server with these options.
pub(crate) fn fresh(options: HttpOptions) -> axum::Router {
    app(state(options))
}

pub(crate) fn state(options: HttpOptions) -> Arc<App> {
    Arc::new(App::new(Arc::clone(&SOLVERS), options))
}

/// A response.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: StatusCode,
    pub(crate) headers: axum::http::HeaderMap,
    pub(crate) body: Vec<u8>,
}

impl Answer {
    pub(crate) async fn of(response: Response<Body>) -> Answer {
        let (parts, body) = response.into_parts();
        let body = body.collect().await.unwrap().to_bytes().to_vec();
        Answer { status: parts.status, headers: parts.headers, body }
    }

    pub(crate) fn text(&self) -> &str {
        std::str::from_utf8(&self.body).unwrap()
    }

    pub(crate) fn json(&self) -> Value {
        serde_json::from_slice(&self.body).unwrap()
    }

    pub(crate) fn header(&self, name: impl axum::http::header::AsHeaderName) -> &str {
        self.headers.get(name).map_or("", |value| value.to_str().unwrap())
    }

    /// Returns the status and the kind of an error, which must be complete.
    pub(crate) fn problem(&self) -> (u16, String) {
        let problem = self.json();
        assert_eq!(self.header(header::CONTENT_TYPE), "application/problem+json", "{problem}");
        assert_eq!(problem["status"], self.status.as_u16());
        assert_eq!(problem["type"], "about:blank");
        assert!(!problem["title"].as_str().unwrap().is_empty());
        assert!(!problem["detail"].as_str().unwrap().is_empty());
        (self.status.as_u16(), problem["kind"].as_str().unwrap().to_owned())
    }
}

/// Sends a request to a server.
pub(crate) async fn send_to(router: &axum::Router, request: Request<Body>) -> Answer {
    Answer::of(router.clone().oneshot(request).await.unwrap()).await
}

/// Sends a request to the shared server.
pub(crate) fn send(request: Request<Body>) -> Answer {
    cubegod_net::block_on(send_to(&APP, request)).unwrap()
}

/// Returns a request with a JSON body.
pub(crate) fn asking(verb: &str, body: impl Into<Body>) -> Request<Body> {
    let request = Request::post(format!("/api/v1/{verb}"));
    request.header(header::CONTENT_TYPE, "application/json").body(body.into()).unwrap()
}

/// Sends a request with a JSON body to the shared server.
pub(crate) fn ask(verb: &str, body: &Value) -> Answer {
    send(asking(verb, body.to_string()))
}

pub(crate) fn get(path: &str) -> Answer {
    send(Request::get(path).body(Body::empty()).unwrap())
}

/// Returns a metric from OpenMetrics text; the sum over its labels.
pub(crate) fn metric_in(text: &str, name: &str) -> u64 {
    // `name` may contain labels.
    let is_it = |line: &&str| line.strip_prefix(name).is_some_and(|rest| rest.starts_with([' ', '{']));
    text.lines().filter(is_it).map(|line| line.rsplit(' ').next().unwrap().parse::<u64>().unwrap()).sum()
}
