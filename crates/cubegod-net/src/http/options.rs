//! Limits of the server.

use axum::http::HeaderValue;
use std::num::NonZero;
use std::time::Duration;

/// Limits of the server.
#[derive(Clone, Debug)]
pub struct HttpOptions {
    /// The number of requests that run at once.
    pub threads: usize,
    /// The number of requests that may wait; further ones get 503.
    pub queue: usize,
    /// The number of waiting requests per address.
    pub queue_of_one: usize,
    /// How long a request may take, waiting included. A search that is not at its end by then answers with what it found.
    pub time_limit: Duration,
    /// The longest body of a request, in bytes.
    pub body_limit: usize,
    /// How long a body may take to come.
    pub body_time: Duration,
    /// How long the head of a request may take to come, and how long a connection may be silent before the next one.
    pub head_time: Duration,
    /// How long a client may leave its answer unread.
    pub unread_time: Duration,
    /// The most connections at once; more wait to be let in.
    pub connections: usize,
    /// How long requests may go on after the stop; searches answer with what they found when half of it is over.
    pub grace: Duration,
    /// The origins whose pages may read answers; `*` is all of them.
    pub allow_origins: Vec<HeaderValue>,
}

impl Default for HttpOptions {
    fn default() -> HttpOptions {
        HttpOptions {
            threads: std::thread::available_parallelism().map_or(1, NonZero::get),
            queue: 256,
            queue_of_one: 64,
            time_limit: Duration::from_secs(30),
            body_limit: 256 << 10,
            body_time: Duration::from_secs(10),
            head_time: Duration::from_secs(15),
            unread_time: Duration::from_secs(30),
            connections: 4096,
            grace: Duration::from_secs(2),
            allow_origins: Vec::new(),
        }
    }
}

/// Text that is no origin.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("`{0}` is no origin; expected one such as `https://example.org`, without a path, or `*` for all")]
pub struct OriginError(String);

impl HttpOptions {
    /// Lets a queue of this length wait, of which one address may have a quarter.
    pub fn with_queue(self, queue: usize) -> HttpOptions {
        HttpOptions { queue, queue_of_one: queue.div_ceil(4), ..self }
    }

    /// Lets pages of an origin read answers.
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
