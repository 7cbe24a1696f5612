//! A request about a cube, from its extraction to its response.

use super::App;
use super::body::{Client, JsonBody, read_json};
use super::error::HttpError;
use super::language::{Style, with_content_language};
use crate::work::{Attempt, Lane};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use cubegod::Cancellation;
use cubegod_service::{LanguageName, MessageStyle, RequestError, Solvers};
use serde::de::DeserializeOwned;
use std::sync::Arc;

/// A request with a JSON body, and what its response depends on besides.
pub(super) struct CubeRequest<T> {
    pub(super) app: Arc<App>,
    pub(super) client: Client,
    pub(super) style: MessageStyle,
    pub(super) body: JsonBody<T>,
}

/// What a request is answered with, on a worker thread.
#[derive(Copy, Clone)]
pub(super) struct Call<'a> {
    pub(super) solvers: &'a Solvers,
    pub(super) cancellation: &'a Cancellation,
    /// Whether a part of the result is better than none.
    pub(super) keep_partial: bool,
    pub(super) style: MessageStyle,
}

impl<T: DeserializeOwned> FromRequest<Arc<App>> for CubeRequest<T> {
    type Rejection = HttpError;

    async fn from_request(request: Request, app: &Arc<App>) -> Result<CubeRequest<T>, HttpError> {
        let (mut parts, body) = request.into_parts();
        let client = Client::from_request_parts(&mut parts, app).await?;
        let Ok(Style(style)) = Style::from_request_parts(&mut parts, app).await;
        let body = read_json(&parts.headers, body, &client, app).await?;
        Ok(CubeRequest { app: Arc::clone(app), client, style, body })
    }
}

impl<T: Send + Sync + 'static> CubeRequest<T> {
    /// Sets the language of the response, if one is given.
    pub(super) fn in_language(self, language: Option<LanguageName>) -> CubeRequest<T> {
        let language = language.map_or(self.style.language, |language| language.0);
        CubeRequest { style: MessageStyle { language, ..self.style }, ..self }
    }

    /// Runs the request, beginning in a lane, and returns the response with the JSON that `work` returns.
    pub(super) async fn respond(
        self,
        lane: Lane,
        work: impl Fn(&T, Call<'_>) -> Result<Vec<u8>, RequestError> + Send + Sync + 'static,
    ) -> Response {
        let CubeRequest { app, client, style, body } = self;
        let work = move |solvers: &Solvers, attempt: &Attempt| {
            work(body.value(), Call::new(solvers, attempt, style))
        };
        match app.run_to_body(&client, lane, style, work).await {
            Ok(json) => {
                let headers =
                    [(header::CONTENT_TYPE, "application/json"), (header::CACHE_CONTROL, "no-store")];
                with_content_language((headers, json).into_response(), style)
            }
            Err(error) => error.into_response(),
        }
    }
}

impl<'a> Call<'a> {
    pub(super) fn new(solvers: &'a Solvers, attempt: &'a Attempt, style: MessageStyle) -> Call<'a> {
        Call { solvers, cancellation: &attempt.cancellation, keep_partial: attempt.is_last, style }
    }
}
