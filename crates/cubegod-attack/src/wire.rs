//! Requests as bytes.

use crate::target::{ServerKind, Target};
use serde_json::Value;

/// A cube that every server answers at once.
pub(crate) const SOLVED: &str = "UUUURRRRFFFFDDDDLLLLBBBB";

/// Returns a cheap request that the server of a target understands.
pub(crate) fn cheap_request(target: &Target) -> Vec<u8> {
    match target.kind() {
        ServerKind::Engine => format!("{SOLVED}\n").into_bytes(),
        ServerKind::Challenge => b"R U\n".to_vec(),
        ServerKind::Http => post(target, "check", &serde_json::json!({ "cube": SOLVED })),
    }
}

/// Returns an HTTP request to the API.
pub(crate) fn post(target: &Target, verb: &str, body: &Value) -> Vec<u8> {
    let body = body.to_string();
    let mut request = post_head(target, verb, body.len());
    request.extend_from_slice(body.as_bytes());
    request
}

/// Returns the head of an HTTP request to the API, with a body of this many bytes.
pub(crate) fn post_head(target: &Target, verb: &str, length: usize) -> Vec<u8> {
    let head = format!(
        "POST /api/v1/{verb} HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n",
        target.address()
    );
    head.into_bytes()
}
