//! The HTTP API and its page: the verbs of the command line, for browsers and programs.
//!
//! A handler reads a request, runs it with `cubegod_service` in a lane of the worker threads, and writes the response; no cube is
//! solved on an asynchronous thread. [`app`] is the whole service without a socket, for tests; [`serve`] accepts connections and
//! enforces their limits.
//!
//! ```
//! use axum::body::Body;
//! use axum::http::Request;
//! use cubegod_service::Solvers;
//! use cubegod_net::http::{App, HttpOptions, app};
//! use std::sync::Arc;
//! use tower::ServiceExt;
//!
//! # cubegod_net::block_on(async {
//! let state = App::new(Arc::new(Solvers::with_small_tables()), HttpOptions::default());
//! let request = Request::get("/healthz").body(Body::empty()).unwrap();
//! let response = app(Arc::new(state)).oneshot(request).await.unwrap();
//! assert_eq!(response.status(), 200);
//! # }).unwrap();
//! ```

mod body;
mod connection;
mod docs;
mod error;
mod fixed;
mod headers;
mod host;
mod language;
mod metrics;
mod openapi;
mod options;
mod page;
mod picture;
mod request;
mod serve;
mod stream;
mod verbs;
mod work;

#[cfg(feature = "fuzzing")]
pub(crate) use picture::draw_query;

pub use host::{AllowedHosts, HostError};
pub use openapi::document;
pub use options::{HttpOptions, OriginError};
pub use page::is_page_built;
pub use serve::serve;

use crate::address::TrustedProxies;
use crate::connections::{ConnectionOptions, Connections};
use crate::memory::MemoryAccount;
use crate::work::WorkPool;
use axum::Router;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::middleware::{from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use cubegod_service::Solvers;
use error::{HttpError, HttpKind};
use fixed::FixedText;
use metrics::Metrics;
use std::sync::{Arc, LazyLock};
use tokio::sync::Semaphore;

/// The state that all requests share.
pub struct App {
    solvers: Arc<Solvers>,
    options: HttpOptions,
    metrics: Metrics,
    pool: WorkPool,
    connections: Arc<Connections>,
    memory: Arc<MemoryAccount>,
    /// The requests in progress of clients of trusted proxies, whose connections do not count for them.
    proxied: Arc<Connections>,
    /// Held while a large picture is drawn, which takes memory in addition to that of its response.
    large_pictures: Semaphore,
}

impl App {
    /// Creates the state of a server with these solvers.
    pub fn new(solvers: Arc<Solvers>, options: HttpOptions) -> App {
        let pool = WorkPool::new(&options.work);
        let connections = Connections::new(options.connections.clone());
        let memory = MemoryAccount::new(options.memory);
        let metrics = Metrics::new(pool.metrics(), connections.metrics(), memory.metrics());
        let proxied = ConnectionOptions {
            total: usize::MAX,
            trusted_proxies: TrustedProxies::default(),
            ..options.connections.clone()
        };
        App {
            solvers,
            options,
            metrics,
            pool,
            connections,
            memory,
            proxied: Connections::new(proxied),
            large_pictures: Semaphore::new(1),
        }
    }
}

/// Returns the whole service.
pub fn app(state: Arc<App>) -> Router {
    let routes = Router::new()
        .route("/api/v1/check", post(verbs::check))
        .route("/api/v1/complete", post(verbs::complete))
        .route("/api/v1/convert", post(verbs::convert))
        .route("/api/v1/apply", post(verbs::apply))
        .route("/api/v1/solve", post(verbs::solve))
        .route("/api/v1/teach", post(verbs::teach))
        .route("/api/v1/scramble", post(verbs::scramble))
        .route("/api/v1/render.svg", get(picture::svg))
        .route("/api/v1/render.png", get(picture::png))
        .route("/api/v1/openapi.json", get(openapi_json))
        .route("/api/v1/docs", get(docs::page))
        .route("/api/v1/docs.css", get(docs::styles))
        .route("/healthz", get(healthz))
        .route("/metrics", get(metrics::page))
        .fallback(page::file)
        .method_not_allowed_fallback(async |method: Method, uri: Uri| method_not_allowed(&method, &uri))
        // Bodies are limited where they are read, with an error that names the limit.
        .layer(DefaultBodyLimit::disable());
    let routes = match headers::cross_origin(&state.options.allow_origins) {
        Some(layer) => routes.layer(layer),
        None => routes,
    };
    routes
        .layer(from_fn_with_state(Arc::clone(&state), host::check))
        .layer(from_fn(headers::secure))
        .layer(from_fn_with_state(Arc::clone(&state), metrics::measure))
        .with_state(state)
}

/// Check that the server runs.
#[utoipa::path(
    get,
    path = "/healthz",
    tag = "server",
    responses((status = 200, description = "It runs.", body = String, content_type = "text/plain"))
)]
async fn healthz() -> impl IntoResponse {
    ([(header::CACHE_CONTROL, "no-store")], "ok\n")
}

/// Describe the API.
#[utoipa::path(
    get,
    path = "/api/v1/openapi.json",
    tag = "server",
    responses((status = 200, description = "An OpenAPI document.", body = Object))
)]
async fn openapi_json(headers: HeaderMap) -> Response {
    static TEXT: LazyLock<FixedText> = LazyLock::new(|| {
        let text = document().to_json().unwrap_or_default();
        FixedText::new(text.into_bytes(), "application/json", "no-cache")
    });
    TEXT.response(&headers)
}

fn method_not_allowed(method: &Method, uri: &Uri) -> Response {
    let message = format!(
        "{method} is not supported for {}; expected POST for the verbs of the API, and GET for everything else",
        uri.path()
    );
    HttpError::new(StatusCode::METHOD_NOT_ALLOWED, HttpKind::MethodNotAllowed, message).into_response()
}

/// The state, as an argument of handlers.
type Shared = State<Arc<App>>;
