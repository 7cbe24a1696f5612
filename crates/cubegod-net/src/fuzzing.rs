//! Readers of untrusted input, for the fuzz targets, which use public items only.

use crate::TrustedProxies;
use crate::challenge::{self, BadAnswer};
use crate::proxy;
use cubegod::FaceTurn;
use std::net::IpAddr;

/// Reads a header of the PROXY protocol, and returns the address of the client and the input that followed.
///
/// # Errors
///
/// The input does not begin with a header.
pub async fn read_proxy_header(mut bytes: &[u8]) -> Result<(Option<IpAddr>, Vec<u8>), String> {
    proxy::read_header(&mut bytes).await.map_err(|error| error.to_string())
}

/// Returns the address of a client whose proxies sent these values of `X-Forwarded-For`.
pub fn forwarded_client(proxies: &TrustedProxies, peer: IpAddr, values: &[&[u8]]) -> IpAddr {
    proxies.client(peer, values.iter().copied())
}

/// Reads the answer of a player.
///
/// # Errors
///
/// A word is not a face turn, or there are too many.
pub fn read_answer(text: &str, limit: usize) -> Result<Vec<FaceTurn>, BadAnswer> {
    challenge::read_answer(text, limit)
}

/// Removes terminal escape sequences from a line.
pub fn strip_escapes(line: &[u8]) -> String {
    challenge::Escapes::strip(line)
}

/// Draws the picture of the query of a URL.
///
/// # Errors
///
/// The query is invalid, or there is no such picture.
pub fn draw_query(query: &str) -> Result<String, String> {
    crate::http::draw_query(query)
}
