//! The handlers of requests about cubes: each calls the service.

use super::body::{Client, JsonBody};
use super::language::{Style, mark};
use super::openapi::ErrorResponses;
use super::work::lane_of_solve;
use super::{App, Shared, stream};
use crate::work::{Attempt, Lane};
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use cubegod_service::solve::SolveContext;
use cubegod_service::{
    ErrorKind, MessageStyle, RequestError, Solvers, apply as applying, check as checking,
    complete as completing, convert as converting, scramble as scrambling, solve as solving,
    teach as teaching,
};
use serde::Serialize;

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
    client: Client,
    Style(style): Style,
    JsonBody(request): JsonBody<checking::Request>,
) -> Response {
    respond(&app, &client, Lane::Quick, style, move |solvers, attempt| {
        to_json(&checking::respond(&request, solvers, &attempt.cancellation, style)?)
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
    client: Client,
    Style(style): Style,
    JsonBody(request): JsonBody<completing::Request>,
) -> Response {
    respond(&app, &client, Lane::Quick, style, move |_, attempt| {
        completing::respond(&request, &attempt.cancellation, style, |response| to_json(response))?
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
    client: Client,
    Style(style): Style,
    JsonBody(request): JsonBody<converting::Request>,
) -> Response {
    respond(&app, &client, Lane::Quick, style, move |solvers, attempt| {
        to_json(&converting::respond(&request, solvers, &attempt.cancellation, style)?)
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
    client: Client,
    Style(style): Style,
    JsonBody(request): JsonBody<applying::Request>,
) -> Response {
    respond(&app, &client, Lane::Quick, style, move |_, attempt| {
        to_json(&applying::respond(&request, &attempt.cancellation, style)?)
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
    client: Client,
    Style(style): Style,
    JsonBody(request): JsonBody<teaching::Request>,
) -> Response {
    respond(&app, &client, Lane::Quick, style, move |solvers, attempt| {
        to_json(&teaching::respond(&request, solvers, &attempt.cancellation, style)?)
    })
    .await
}

/// Draw a random cube; every legal one is equally likely.
#[utoipa::path(
    post,
    path = "/api/v1/scramble",
    tag = "cubes",
    request_body = scrambling::Request,
    responses((status = 200, description = "A random cube.", body = scrambling::Response), ErrorResponses)
)]
pub(super) async fn scramble(
    State(app): Shared,
    client: Client,
    Style(style): Style,
    JsonBody(request): JsonBody<scrambling::Request>,
) -> Response {
    respond(&app, &client, Lane::Quick, style, move |solvers, attempt| {
        to_json(&scrambling::respond(&request, solvers, &attempt.cancellation)?)
    })
    .await
}

/// Solve a cube: the pocket cube in the fewest moves, the 3x3 in few, or in the fewest with `"method": "optimal"`.
///
/// With `Accept: text/event-stream` the answer is a stream of events: `solution` for each better solution of a 3x3
/// (`{"solution": …, "length": …}`), with `optimal` a `standing` now and then with the progress of the proof
/// (`{"depth": …, "part": …, "nodes": …}`: the search is at solutions of `depth` moves, and none is shorter), then `answer` with
/// the response, or `problem` with the error. The search ends when the client disconnects.
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
    client: Client,
    Style(style): Style,
    headers: HeaderMap,
    JsonBody(request): JsonBody<solving::Request>,
) -> Response {
    let lane = lane_of_solve(&request);
    if stream::is_accepted(&headers) {
        return stream::solve(app, client, lane, style, request).await;
    }
    let solve = move |solvers: &Solvers, attempt: &Attempt| {
        let context = SolveContext {
            cancellation: &attempt.cancellation,
            keep_partial: attempt.is_last,
            ..SolveContext::default()
        };
        to_json(&solving::respond(&request, solvers, &context, style)?)
    };
    respond(&app, &client, lane, style, solve).await
}

/// Runs a request in a lane and returns the response.
async fn respond(
    app: &App,
    client: &Client,
    lane: Lane,
    style: MessageStyle,
    work: impl Fn(&Solvers, &Attempt) -> Result<Vec<u8>, RequestError> + Send + 'static,
) -> Response {
    match app.run(client, lane, style, work).await {
        Ok(json) => {
            let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
            mark((headers, json).into_response(), style)
        }
        Err(error) => error.into_response(),
    }
}

/// Serializes a response.
pub(super) fn to_json(response: &impl Serialize) -> Result<Vec<u8>, RequestError> {
    serde_json::to_vec(response).map_err(|error| RequestError::new(ErrorKind::Internal, error.to_string()))
}
