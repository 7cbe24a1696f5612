//! The verbs: each is answered by the crate that answers everybody.

use super::asked::{Asked, Client};
use super::error::{HttpError, STYLE};
use super::openapi::Refusals;
use super::work::Stop;
use super::{App, Shared, stream};
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use cubegod_service::solve::SolveContext;
use cubegod_service::{
    ErrorKind, RequestError, Solvers, apply as applying, check as checking, complete as completing,
    convert as converting, scramble as scrambling, solve as solving, teach as teaching,
};
use serde::Serialize;
use std::net::IpAddr;
use std::sync::Arc;

/// Say whether a cube is real; if not, the problem tells what is wrong and how to repair it.
#[utoipa::path(
    post,
    path = "/api/v1/check",
    tag = "cubes",
    request_body = checking::Request,
    responses((status = 200, description = "It is real.", body = checking::Response), Refusals)
)]
pub(super) async fn check(
    State(app): Shared,
    Client(client): Client,
    Asked(asked): Asked<checking::Request>,
) -> Response {
    answer(&app, client, move |solvers, _| written(&checking::respond(&asked, solvers, STYLE)?)).await
}

/// Fill in unknown stickers: how many real cubes fit, which, and what is certain.
#[utoipa::path(
    post,
    path = "/api/v1/complete",
    tag = "cubes",
    request_body = completing::Request,
    responses((status = 200, description = "At least one cube fits.", body = completing::ResponseSchema), Refusals)
)]
pub(super) async fn complete(
    State(app): Shared,
    Client(client): Client,
    Asked(asked): Asked<completing::Request>,
) -> Response {
    answer(&app, client, move |_, _| completing::respond(&asked, STYLE, |response| written(response))?).await
}

/// Write a cube in another layout.
#[utoipa::path(
    post,
    path = "/api/v1/convert",
    tag = "cubes",
    request_body = converting::Request,
    responses((status = 200, description = "The cube in that layout.", body = converting::Response), Refusals)
)]
pub(super) async fn convert(
    State(app): Shared,
    Client(client): Client,
    Asked(asked): Asked<converting::Request>,
) -> Response {
    answer(&app, client, move |solvers, _| written(&converting::respond(&asked, solvers, STYLE)?)).await
}

/// Make moves on a cube.
#[utoipa::path(
    post,
    path = "/api/v1/apply",
    tag = "cubes",
    request_body = applying::Request,
    responses((status = 200, description = "The cube after the moves.", body = applying::Response), Refusals)
)]
pub(super) async fn apply(
    State(app): Shared,
    Client(client): Client,
    Asked(asked): Asked<applying::Request>,
) -> Response {
    answer(&app, client, move |_, _| written(&applying::respond(&asked, STYLE)?)).await
}

/// Explain how a person solves a cube, step by step.
#[utoipa::path(
    post,
    path = "/api/v1/teach",
    tag = "cubes",
    request_body = teaching::Request,
    responses((status = 200, description = "The lesson.", body = teaching::ResponseSchema), Refusals)
)]
pub(super) async fn teach(
    State(app): Shared,
    Client(client): Client,
    Asked(asked): Asked<teaching::Request>,
) -> Response {
    answer(&app, client, move |solvers, _| written(&teaching::respond(&asked, solvers, STYLE)?)).await
}

/// Draw a random cube, every real one equally likely.
#[utoipa::path(
    post,
    path = "/api/v1/scramble",
    tag = "cubes",
    request_body = scrambling::Request,
    responses((status = 200, description = "A random cube.", body = scrambling::Response), Refusals)
)]
pub(super) async fn scramble(
    State(app): Shared,
    Client(client): Client,
    Asked(asked): Asked<scrambling::Request>,
) -> Response {
    answer(&app, client, move |solvers, _| written(&scrambling::respond(&asked, solvers)?)).await
}

/// Solve a cube: the pocket cube in the fewest moves, the 3x3 in few, or in the fewest with `"method": "optimal"`.
///
/// With `Accept: text/event-stream` the answer is a stream of events: `solution` for each better solution of a 3x3
/// (`{"solution": …, "length": …}`), with `optimal` a `standing` now and then that tells how far the proof is
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
        Refusals
    )
)]
pub(super) async fn solve(
    State(app): Shared,
    Client(client): Client,
    headers: HeaderMap,
    Asked(asked): Asked<solving::Request>,
) -> Response {
    if stream::is_wanted(&headers) {
        return stream::solve(app, client, asked).await;
    }
    let solve = move |solvers: &Solvers, stop: &Stop| {
        let context = SolveContext {
            threads: 1,
            is_cancelled: &|| stop.is_due(),
            permits: None,
            keep_partial: true,
            on_improvement: &|_| {},
            on_progress: &|_| {},
        };
        written(&solving::respond(&asked, solvers, &context, STYLE)?)
    };
    answer(&app, client, solve).await
}

/// Works out an answer off the asynchronous threads.
async fn answer(
    app: &App,
    client: IpAddr,
    work: impl FnOnce(&Solvers, &Stop) -> Result<Vec<u8>, RequestError> + Send + 'static,
) -> Response {
    let solvers = Arc::clone(&app.solvers);
    let done = app.work.run(client, move |stop| work(&solvers, stop)).await;
    let done = done.and_then(|done| done.map_err(|why| HttpError::of(why, || app.work.stopped())));
    match done {
        Ok(json) => {
            let headers = [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
            (headers, json).into_response()
        }
        Err(refusal) => refusal.into_response(),
    }
}

/// As JSON.
pub(super) fn written(answer: &impl Serialize) -> Result<Vec<u8>, RequestError> {
    serde_json::to_vec(answer).map_err(|error| RequestError::new(ErrorKind::Internal, error.to_string()))
}
