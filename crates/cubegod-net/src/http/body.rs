//! Bodies of requests: JSON, within the limits of time and size.

use super::App;
use super::error::{HttpError, HttpKind};
use crate::address::ClientAddress;
use crate::connections::ConnectionPermit;
use crate::disconnect::{Disconnected, until_disconnected};
use crate::memory::{MemoryPermit, SMALL};
use axum::body::{Body, HttpBody};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use http_body_util::BodyExt;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use std::future::pending;
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use tokio::net::TcpStream;
use tokio::time::timeout;

/// A JSON body; its memory is held for its client until it is dropped.
#[derive(Debug)]
pub(super) struct JsonBody<T> {
    value: T,
    _permit: Option<MemoryPermit>,
}

impl<T> JsonBody<T> {
    pub(super) fn value(&self) -> &T {
        &self.value
    }
}

/// Reads a JSON body.
pub(super) async fn read_json<T: DeserializeOwned>(
    headers: &HeaderMap,
    body: Body,
    client: &Client,
    app: &App,
) -> Result<JsonBody<T>, HttpError> {
    if !is_json(headers) {
        let message = "the body is of another type; expected `Content-Type: application/json`".to_owned();
        let status = StatusCode::UNSUPPORTED_MEDIA_TYPE;
        return Err(HttpError::new(status, HttpKind::UnsupportedMediaType, message));
    }
    let time = app.options.body_time;
    let (bytes, permit) = timeout(time, read(body, client, app)).await.unwrap_or_else(|_| {
        let message = format!("the body did not arrive within {time:.0?}; send it faster");
        Err(HttpError::new(StatusCode::REQUEST_TIMEOUT, HttpKind::TooSlow, message))
    })?;
    match parse(&bytes) {
        Ok(value) => Ok(JsonBody { value, _permit: permit }),
        Err(message) => Err(HttpError::usage(message)),
    }
}

/// The maximum number of fields of a body in which the wrong one is sought.
const MAX_FIELDS: usize = 64;

/// Reads a JSON object; fails with a message.
fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    // Without this check, an array would be read as the fields in their order.
    if bytes.trim_ascii_start().first() != Some(&b'{') {
        return Err("the body is not a JSON object; expected one such as {\"cube\": \"R U F\"}".to_owned());
    }
    serde_json::from_slice(bytes).map_err(|error| {
        if !error.is_data() {
            let (line, column) = (error.line(), error.column());
            return format!(
                "the body is not valid JSON at line {line}, column {column}; expected an object such as \
                 {{\"cube\": \"R U F\"}}"
            );
        }
        wrong_field::<T>(bytes).unwrap_or_else(|| format!("the body is invalid: {error}"))
    })
}

/// Returns a message about the first field whose value is of another kind than expected.
fn wrong_field<T: DeserializeOwned>(bytes: &[u8]) -> Option<String> {
    let mut fields: Map<String, Value> = serde_json::from_slice(bytes).ok()?;
    let first_error =
        |fields: &Map<String, Value>| T::deserialize(fields).err().map(|error| error.to_string());
    let error = first_error(&fields)?;
    if fields.len() > MAX_FIELDS || error.starts_with("unknown field") || error.starts_with("missing field") {
        return None;
    }
    // Only without the wrong field there is another error, or none.
    let names: Vec<String> = fields.keys().cloned().collect();
    let name = names.into_iter().find(|name| {
        let Some(value) = fields.remove(name) else { return false };
        let is_wrong = first_error(&fields).as_ref() != Some(&error);
        fields.insert(name.clone(), value);
        is_wrong
    })?;
    let (found, expected) = error.rsplit_once(", expected ").unwrap_or((&error, ""));
    let expected = match expected {
        "" => return Some(format!("`{name}` is invalid: {error}")),
        "usize" | "u64" | "u32" | "u8" | "i64" => "a whole number",
        "a name" => "a text",
        other => other,
    };
    let found = found.split_once(": ").map_or(found, |(_, found)| found);
    Some(format!("`{name}` is {found}; expected {expected}"))
}

fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    kind.eq_ignore_ascii_case("application/json")
}

async fn read(
    mut body: Body,
    client: &Client,
    app: &App,
) -> Result<(Vec<u8>, Option<MemoryPermit>), HttpError> {
    let limit = app.options.body_limit;
    let too_large = || {
        let message =
            format!("the body is longer than {limit} bytes; expected one cube, which is much shorter");
        HttpError::new(StatusCode::PAYLOAD_TOO_LARGE, HttpKind::TooLarge, message)
    };
    let length = body.size_hint();
    // A body with a known length is rejected before it is sent.
    if length.lower() > limit as u64 {
        return Err(too_large());
    }
    let expected = length.upper().and_then(|upper| usize::try_from(upper).ok()).unwrap_or(limit).min(limit);
    let (mut bytes, mut permit) = (Vec::new(), None);
    while let Some(frame) = body.frame().await {
        let frame =
            frame.map_err(|_| HttpError::usage("the body is incomplete; send all of it".to_owned()))?;
        let Ok(data) = frame.into_data() else { continue };
        if bytes.len() + data.len() > limit {
            return Err(too_large());
        }
        if permit.is_none() && bytes.len() + data.len() > SMALL {
            permit = Some(app.memory.acquire(client.address, expected)?);
            bytes.reserve_exact(expected - bytes.len());
        }
        bytes.extend_from_slice(&data);
    }
    Ok((bytes, permit))
}

/// The connection that a request came from.
#[derive(Clone, Debug)]
pub(super) struct Peer {
    /// The address of the client, or of a proxy.
    pub(super) remote: IpAddr,
    pub(super) permit: Arc<ConnectionPermit>,
    pub(super) stream: Arc<TcpStream>,
}

/// The client of a request.
#[derive(Clone, Debug)]
pub(super) struct Client {
    /// The address to which turns and quotas apply; the loopback address without a connection.
    pub(super) address: ClientAddress,
    peer: Option<Peer>,
    /// Counts a request that came through a proxy until it is dropped.
    _request: Option<Arc<ConnectionPermit>>,
}

impl Client {
    /// Marks the connection as in use until the guard is dropped.
    pub(super) fn in_use(&self) -> InUse {
        let permit = self.peer.as_ref().map(|peer| Arc::clone(&peer.permit));
        permit.iter().for_each(|permit| permit.set_idle(false));
        InUse(permit)
    }

    /// Waits until the client has disconnected, which HTTP does not notice behind another request.
    pub(super) async fn until_disconnected(&self) {
        match &self.peer {
            Some(peer) => until_disconnected(&*peer.stream, Disconnected::Ended).await,
            None => pending().await,
        }
    }
}

/// A connection whose request is in progress.
pub(super) struct InUse(Option<Arc<ConnectionPermit>>);

impl Drop for InUse {
    fn drop(&mut self) {
        self.0.iter().for_each(|permit| permit.set_idle(true));
    }
}

impl FromRequestParts<Arc<App>> for Client {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Client, HttpError> {
        let peer = parts.extensions.get::<Peer>();
        let remote = peer.map_or(IpAddr::V4(Ipv4Addr::LOCALHOST), |peer| peer.remote);
        let values = parts.headers.get_all("x-forwarded-for").iter().map(HeaderValue::as_bytes);
        let proxies = &app.options.connections.trusted_proxies;
        let address = ClientAddress::from(proxies.client(remote, values));
        let is_proxied = address != ClientAddress::from(remote);
        let request = is_proxied.then(|| app.proxied.admit_in_use(address)).transpose()?;
        Ok(Client { address, peer: peer.cloned(), _request: request.map(Arc::new) })
    }
}
