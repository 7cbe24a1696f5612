//! The handlers of requests about cubes; each calls a module of the service.

use super::openapi::ErrorResponses;
use super::request::{Call, CubeRequest};
use super::stream;
use super::work::lane_of_solve;
use crate::work::Lane;
use axum::http::HeaderMap;
use axum::response::Response;
use cubegod_service::solve::SolveContext;
use cubegod_service::{self as service, ErrorKind, RequestError};
use serde::Serialize;

/// Check whether a cube is legal; if not, the error has all flaws and the smallest repair.
#[utoipa::path(
    post,
    path = "/api/v1/check",
    tag = "cubes",
    request_body = service::check::Request,
    responses((status = 200, description = "It is legal.", body = service::check::Response), ErrorResponses)
)]
pub(super) async fn check(request: CubeRequest<service::check::Request>) -> Response {
    request
        .respond(Lane::Quick, |request, call| {
            to_json(&service::check::respond(request, call.solvers, call.cancellation, call.style)?)
        })
        .await
}

/// Count and list the legal cubes that fit the known stickers.
#[utoipa::path(
    post,
    path = "/api/v1/complete",
    tag = "cubes",
    request_body = service::complete::Request,
    responses((status = 200, description = "At least one cube fits.", body = service::complete::ResponseSchema), ErrorResponses)
)]
pub(super) async fn complete(request: CubeRequest<service::complete::Request>) -> Response {
    let work = |request: &_, call: Call<'_>| {
        service::complete::respond(request, call.cancellation, call.style, |response| to_json(response))?
    };
    request.respond(Lane::Quick, work).await
}

/// Convert a cube to another layout.
#[utoipa::path(
    post,
    path = "/api/v1/convert",
    tag = "cubes",
    request_body = service::convert::Request,
    responses((status = 200, description = "The cube in that layout.", body = service::convert::Response), ErrorResponses)
)]
pub(super) async fn convert(request: CubeRequest<service::convert::Request>) -> Response {
    request
        .respond(Lane::Quick, |request, call| {
            to_json(&service::convert::respond(request, call.solvers, call.cancellation, call.style)?)
        })
        .await
}

/// Apply moves to a cube.
#[utoipa::path(
    post,
    path = "/api/v1/apply",
    tag = "cubes",
    request_body = service::apply::Request,
    responses((status = 200, description = "The cube after the moves.", body = service::apply::Response), ErrorResponses)
)]
pub(super) async fn apply(request: CubeRequest<service::apply::Request>) -> Response {
    request
        .respond(Lane::Quick, |request, call| {
            to_json(&service::apply::respond(request, call.cancellation, call.style)?)
        })
        .await
}

/// Explain a solution by a human method, step by step.
#[utoipa::path(
    post,
    path = "/api/v1/teach",
    tag = "cubes",
    request_body = service::teach::Request,
    responses((status = 200, description = "The lesson.", body = service::teach::Response), ErrorResponses)
)]
pub(super) async fn teach(request: CubeRequest<service::teach::Request>) -> Response {
    let language = request.body.value().lang;
    request
        .in_language(language)
        .respond(Lane::Quick, |request, call| {
            to_json(&service::teach::respond(request, call.solvers, call.cancellation, call.style)?)
        })
        .await
}

/// Generate a random cube: each one that needs at least two moves (four for the 2x2) is equally likely.
#[utoipa::path(
    post,
    path = "/api/v1/scramble",
    tag = "cubes",
    request_body = service::scramble::Request,
    responses((status = 200, description = "A random cube.", body = service::scramble::Response), ErrorResponses)
)]
pub(super) async fn scramble(request: CubeRequest<service::scramble::Request>) -> Response {
    request
        .respond(Lane::Quick, |request, call| {
            to_json(&service::scramble::respond(request, call.solvers, call.cancellation)?)
        })
        .await
}

/// Solve a cube: the pocket cube in the fewest moves, the 3x3 in few, or in the fewest with `"method": "optimal"`.
///
/// With `Accept: text/event-stream` the answer is a stream of events: `solution` for each better solution of a 3x3
/// (`{"solution": …, "length": …}`), with `optimal` a `progress` now and then about the proof
/// (`{"depth": …, "fraction": …, "nodes": …}`: the search is at solutions of `depth` moves, and none is shorter), then `answer` with
/// the response, or `error` with the error. The search ends when the client disconnects.
#[utoipa::path(
    post,
    path = "/api/v1/solve",
    tag = "cubes",
    request_body = service::solve::Request,
    responses(
        (status = 200, description = "A solution.", content(
            (service::solve::Responses = "application/json"),
            (String = "text/event-stream")
        )),
        ErrorResponses
    )
)]
pub(super) async fn solve(headers: HeaderMap, request: CubeRequest<service::solve::Request>) -> Response {
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
        to_json(&service::solve::respond(request, call.solvers, &context, call.style)?)
    };
    request.respond(lane, work).await
}

/// Serializes a response.
pub(super) fn to_json(response: &impl Serialize) -> Result<Vec<u8>, RequestError> {
    serde_json::to_vec(response).map_err(|error| RequestError::new(ErrorKind::Internal, error.to_string()))
}
