//! The handlers of requests about cubes: each calls the service.

use super::openapi::ErrorResponses;
use super::request::{Call, CubeRequest};
use super::stream;
use super::work::lane_of_solve;
use crate::work::Lane;
use axum::http::HeaderMap;
use axum::response::Response;
use cubegod_service::solve::SolveContext;
use cubegod_service::{
    ErrorKind, RequestError, apply as applying, check as checking, complete as completing,
    convert as converting, scramble as scrambling, solve as solving, teach as teaching,
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
pub(super) async fn check(request: CubeRequest<checking::Request>) -> Response {
    request
        .respond(Lane::Quick, |request, call| {
            to_json(&checking::respond(request, call.solvers, call.cancellation, call.style)?)
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
pub(super) async fn complete(request: CubeRequest<completing::Request>) -> Response {
    let work = |request: &_, call: Call<'_>| {
        completing::respond(request, call.cancellation, call.style, |response| to_json(response))?
    };
    request.respond(Lane::Quick, work).await
}

/// Write a cube in another layout.
#[utoipa::path(
    post,
    path = "/api/v1/convert",
    tag = "cubes",
    request_body = converting::Request,
    responses((status = 200, description = "The cube in that layout.", body = converting::Response), ErrorResponses)
)]
pub(super) async fn convert(request: CubeRequest<converting::Request>) -> Response {
    request
        .respond(Lane::Quick, |request, call| {
            to_json(&converting::respond(request, call.solvers, call.cancellation, call.style)?)
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
pub(super) async fn apply(request: CubeRequest<applying::Request>) -> Response {
    request
        .respond(Lane::Quick, |request, call| {
            to_json(&applying::respond(request, call.cancellation, call.style)?)
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
pub(super) async fn teach(request: CubeRequest<teaching::Request>) -> Response {
    request
        .respond(Lane::Quick, |request, call| {
            to_json(&teaching::respond(request, call.solvers, call.cancellation, call.style)?)
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
pub(super) async fn scramble(request: CubeRequest<scrambling::Request>) -> Response {
    request
        .respond(Lane::Quick, |request, call| {
            to_json(&scrambling::respond(request, call.solvers, call.cancellation)?)
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
pub(super) async fn solve(headers: HeaderMap, request: CubeRequest<solving::Request>) -> Response {
    let lane = lane_of_solve(request.body.value());
    if stream::is_accepted(&headers) {
        return stream::solve(request, lane).await;
    }
    let work = |request: &_, call: Call<'_>| {
        let context = SolveContext {
            cancellation: call.cancellation,
            keep_partial: call.keep_partial,
            ..SolveContext::default()
        };
        to_json(&solving::respond(request, call.solvers, &context, call.style)?)
    };
    request.respond(lane, work).await
}

/// Serializes a response.
pub(super) fn to_json(response: &impl Serialize) -> Result<Vec<u8>, RequestError> {
    serde_json::to_vec(response).map_err(|error| RequestError::new(ErrorKind::Internal, error.to_string()))
}
