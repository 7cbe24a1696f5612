//! The handlers of requests about cubes: each calls the service.

use super::body::{Client, JsonBody};
use super::error::HttpError;
use super::language::{Style, mark};
use super::openapi::ErrorResponses;
use super::{App, Shared, stream};
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use cubegod::Cancellation;
use cubegod_service::solve::SolveContext;
use cubegod_service::{
    ErrorKind, MessageStyle, RequestError, Solvers, apply as applying, check as checking,
    complete as completing, convert as converting, scramble as scrambling, solve as solving,
    teach as teaching,
};
use serde::Serialize;
use std::net::IpAddr;
use std::sync::Arc;

/// Check whether a cube is legal; if not, the error has all flaws and the smallest repair.
#[utoipa::path(
    post,
    path = "/api/v1/check",
    tag = "cubes",
    request_body = checking::Request,
    responses((status = 200, description = "It is legal.", body = checking::Response), ErrorResponses)
)]
pub(super) async fn check(
    State(app): Shared,
    Client(client): Client,
    Style(style): Style,
    JsonBody(request): JsonBody<checking::Request>,
) -> Response {
    respond(&app, client, style, move |solvers, cancellation| {
        written(&checking::respond(&request, solvers, cancellation, style)?)
    })
    .await
}

/// Fill in unknown stickers: how many legal cubes fit, which, and what is certain.
#[utoipa::path(
    post,
    path = "/api/v1/complete",
    tag = "cubes",
    request_body = completing::Request,
    responses((status = 200, description = "At least one cube fits.", body = completing::ResponseSchema), ErrorResponses)
)]
pub(super) async fn complete(
    State(app): Shared,
    Client(client): Client,
    Style(style): Style,
    JsonBody(request): JsonBody<completing::Request>,
) -> Response {
    respond(&app, client, style, move |_, cancellation| {
        completing::respond(&request, cancellation, style, |response| written(response))?
    })
    .await
}

/// Write a cube in another layout.
#[utoipa::path(
    post,
    path = "/api/v1/convert",
    tag = "cubes",
    request_body = converting::Request,
    responses((status = 200, description = "The cube in that layout.", body = converting::Response), ErrorResponses)
)]
pub(super) async fn convert(
    State(app): Shared,
    Client(client): Client,
    Style(style): Style,
    JsonBody(request): JsonBody<converting::Request>,
) -> Response {
    respond(&app, client, style, move |solvers, cancellation| {
        written(&converting::respond(&request, solvers, cancellation, style)?)
    })
    .await
}

/// Make moves on a cube.
#[utoipa::path(
    post,
    path = "/api/v1/apply",
    tag = "cubes",
    request_body = applying::Request,
    responses((status = 200, description = "The cube after the moves.", body = applying::Response), ErrorResponses)
)]
pub(super) async fn apply(
    State(app): Shared,
    Client(client): Client,
    Style(style): Style,
    JsonBody(request): JsonBody<applying::Request>,
) -> Response {
    respond(&app, client, style, move |_, cancellation| {
        written(&applying::respond(&request, cancellation, style)?)
    })
    .await
}

/// Explain how a person solves a cube, step by step.
#[utoipa::path(
    post,
    path = "/api/v1/teach",
    tag = "cubes",
    request_body = teaching::Request,
    responses((status = 200, description = "The lesson.", body = teaching::ResponseSchema), ErrorResponses)
)]
pub(super) async fn teach(
    State(app): Shared,
    Client(client): Client,
    Style(style): Style,
    JsonBody(request): JsonBody<teaching::Request>,
) -> Response {
    respond(&app, client, style, move |solvers, cancellation| {
        written(&teaching::respond(&request, solvers, cancellation, style)?)
    })
    .await
}

/// Draw a random cube, every legal one equally likely.
#[utoipa::path(
    post,
    path = "/api/v1/scramble",
    tag = "cubes",
    request_body = scrambling::Request,
    responses((status = 200, description = "A random cube.", body = scrambling::Response), ErrorResponses)
)]
pub(super) async fn scramble(
    State(app): Shared,
    Client(client): Client,
    Style(style): Style,
    JsonBody(request): JsonBody<scrambling::Request>,
) -> Response {
    respond(&app, client, style, move |solvers, cancellation| {
        written(&scrambling::respond(&request, solvers, cancellation)?)
    })
    .await
}

/// Solve a cube: the pocket cube in the fewest moves, the 3x3 in few, or in the fewest with `"method": "optimal"`.
///
/// With `Accept: text/event-stream` the answer is a stream of events: `solution` for each better solution of a 3x3
/// (`{"solution": …, "length": …}`), with `optimal` a `standing` now and then with the progress of the proof
/// (`{"depth": …, "part": …, "nodes": …}`: solutions of `depth` moves are looked for, and there is none with fewer), then `answer` with the answer, or `problem` with the problem. The search ends when
/// the client goes away.
#[utoipa::path(
    post,
    path = "/api/v1/solve",
    tag = "cubes",
    request_body = solving::Request,
    responses(
        (status = 200, description = "A solution.", content(
            (solving::Responses = "application/json"),
            (String = "text/event-stream")
        )),
        ErrorResponses
    )
)]
pub(super) async fn solve(
    State(app): Shared,
    Client(client): Client,
    Style(style): Style,
    headers: HeaderMap,
    JsonBody(request): JsonBody<solving::Request>,
) -> Response {
    if stream::is_wanted(&headers) {
        return stream::solve(app, client, style, request).await;
    }
    let solve = move |solvers: &Solvers, cancellation: &Cancellation| {
        let context = SolveContext { cancellation, ..SolveContext::default() };
        written(&solving::respond(&request, solvers, &context, style)?)
    };
    respond(&app, client, style, solve).await
}

/// Runs a request off the asynchronous threads.
async fn respond(
    app: &App,
    client: IpAddr,
    style: MessageStyle,
    work: impl FnOnce(&Solvers, &Cancellation) -> Result<Vec<u8>, RequestError> + Send + 'static,
) -> Response {
    let solvers = Arc::clone(&app.solvers);
    let done = app.work.run(client, move |stop| work(&solvers, stop)).await;
    let done = done.and_then(|done| done.map_err(|why| HttpError::of(why, style, || app.work.stopped())));
    match done {
        Ok(json) => {
            let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
            mark((headers, json).into_response(), style)
        }
        Err(refusal) => refusal.into_response(),
    }
}

/// Writes JSON.
pub(super) fn written(response: &impl Serialize) -> Result<Vec<u8>, RequestError> {
    serde_json::to_vec(response).map_err(|error| RequestError::new(ErrorKind::Internal, error.to_string()))
}
