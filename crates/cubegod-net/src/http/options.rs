//! The options of the server.

use super::host::AllowedHosts;
use crate::connections::ConnectionOptions;
use crate::work::WorkOptions;
use axum::http::HeaderValue;
use std::time::Duration;

/// Limits of the server.
#[derive(Clone, Debug)]
pub struct HttpOptions {
    /// Limits on work. A request beyond them gets 429 or 503; a search that is cancelled at the time limit returns its best
    /// solution so far.
    pub work: WorkOptions,
    /// Limits on connections. One beyond them gets 503 and is closed.
    pub connections: ConnectionOptions,
    /// The maximum length of a body, in bytes.
    pub body_limit: usize,
    /// The most time for a body to arrive.
    pub body_time: Duration,
    /// The most time for the head of a request to arrive, and between two requests of a connection.
    pub head_time: Duration,
    /// The most time for which a client may leave a response unread, and a second more for each 64 KiB of it.
    pub unread_time: Duration,
    /// The maximum number of bytes of large bodies and of large responses that were not sent yet. One address may hold an eighth
    /// of what others leave; what is beyond gets 503. Up to 16 KiB do not count.
    pub memory: usize,
    /// The time for which requests may continue after the stop; in the second half of it, searches are cancelled and return
    /// their best solution so far.
    pub grace: Duration,
    /// The origins whose pages may read responses; `*` allows all.
    pub allow_origins: Vec<HeaderValue>,
    /// The names under which the server answers.
    pub allowed_hosts: AllowedHosts,
}

impl Default for HttpOptions {
    fn default() -> HttpOptions {
        HttpOptions {
            work: WorkOptions::default(),
            connections: ConnectionOptions::new(4096),
            body_limit: 256 << 10,
            body_time: Duration::from_secs(10),
            head_time: Duration::from_secs(15),
            unread_time: Duration::from_secs(30),
            memory: 64 << 20,
            grace: Duration::from_secs(2),
            allow_origins: Vec::new(),
            allowed_hosts: AllowedHosts::default(),
        }
    }
}

/// The error for a text that is not an origin.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("`{0}` is not an origin; expected one such as `https://example.org`, without a path, or `*` for all")]
pub struct OriginError(String);

impl HttpOptions {
    /// Allows pages of an origin to read responses; `*` allows all.
    ///
    /// # Errors
    ///
    /// Fails if the text is not an origin.
    pub fn allow_origin(&mut self, origin: &str) -> Result<(), OriginError> {
        let error = || OriginError(origin.chars().take(100).collect());
        let has_host = |rest: &str| !rest.is_empty() && !rest.contains(['/', '?', '#', ' ', ',', '*']);
        let is_origin = origin.split_once("://").is_some_and(|(scheme, rest)| {
            scheme.bytes().all(|byte| byte.is_ascii_alphanumeric()) && has_host(rest)
        });
        if !is_origin && origin != "*" {
            return Err(error());
        }
        self.allow_origins.push(HeaderValue::from_str(origin).map_err(|_| error())?);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_have_a_scheme_and_no_path() {
        let mut options = HttpOptions::default();
        for good in ["https://example.org", "http://localhost:5173", "*"] {
            options.allow_origin(good).unwrap();
        }
        assert_eq!(options.allow_origins.len(), 3);
        for bad in ["example.org", "https://example.org/", "https://", "", "https://*.org", "a\n://b"] {
            assert!(options.allow_origin(bad).is_err(), "{bad}");
        }
    }
}
