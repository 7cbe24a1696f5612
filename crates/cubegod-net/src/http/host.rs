//! The check of the `Host` header. A page of another site can make a browser connect to a local server under a name that the
//! site controls (DNS rebinding); such requests carry that name.

use super::Shared;
use super::error::{HttpError, HttpKind};
use axum::extract::{Request, State};
use axum::http::uri::Authority;
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use std::net::IpAddr;

/// The names under which a server answers: every address, as no name leads there, `localhost`, and others that were allowed.
#[derive(Clone, Debug, Default)]
pub struct AllowedHosts(Vec<String>);

/// The error for a text that is not a host name.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("`{0}` is not a host name; expected one such as `cubes.example.org`, without a port, or `*` for all")]
pub struct HostError(String);

impl AllowedHosts {
    /// Allows a name or an address; `*` allows all.
    ///
    /// # Errors
    ///
    /// Fails if the text is neither.
    pub fn add(&mut self, name: &str) -> Result<(), HostError> {
        let is_name = |name: &str| {
            !name.is_empty()
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._".contains(&byte))
        };
        if name != "*" && !is_name(name) && name.parse::<IpAddr>().is_err() {
            return Err(HostError(name.chars().take(100).collect()));
        }
        self.0.push(normalized(name));
        Ok(())
    }

    /// Whether the server answers requests for a host.
    fn allow(&self, host: &str) -> bool {
        let host = normalized(host);
        let is_local = host == "localhost" || host.ends_with(".localhost");
        is_local
            || host.parse::<IpAddr>().is_ok()
            || self.0.iter().any(|allowed| *allowed == "*" || *allowed == host)
    }
}

/// Returns the host in lower case, without the brackets of an IPv6 address and without the dot of the root.
fn normalized(host: &str) -> String {
    let host = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    host.strip_suffix('.').unwrap_or(host).to_ascii_lowercase()
}

/// Rejects requests for hosts under which the server does not answer. A request without a host is not from a browser.
pub(super) async fn check(State(app): Shared, request: Request, next: Next) -> Response {
    let header = request.headers().get(header::HOST).map(|host| host.to_str().unwrap_or_default());
    let authority = request.uri().authority().map(Authority::as_str);
    for text in [header, authority].into_iter().flatten() {
        let host = text.parse::<Authority>().ok().map(|authority| authority.host().to_owned());
        if !host.is_some_and(|host| app.options.allowed_hosts.allow(&host)) {
            return rejection(text).into_response();
        }
    }
    next.run(request).await
}

fn rejection(host: &str) -> HttpError {
    let host: String = host.chars().take(100).collect();
    let message = format!(
        "this server does not answer for the host `{host}`; use its address, or a name that its operator allows"
    );
    HttpError::new(StatusCode::MISDIRECTED_REQUEST, HttpKind::UnknownHost, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_localhost_are_allowed_and_other_names_only_on_request() {
        let mut hosts = AllowedHosts::default();
        for own in
            ["localhost", "LOCALHOST.", "cube.localhost", "127.0.0.1", "[::1]", "192.0.2.1", "[2001:db8::1]"]
        {
            assert!(hosts.allow(own), "{own}");
        }
        for other in ["example.org", "localhost.example.org", "notlocalhost", "192.0.2.1.example.org", ""] {
            assert!(!hosts.allow(other), "{other}");
        }
        hosts.add("Example.org").unwrap();
        assert!(hosts.allow("example.ORG") && !hosts.allow("sub.example.org"));
        hosts.add("*").unwrap();
        assert!(hosts.allow("anything"));
    }

    #[test]
    fn a_name_has_no_port_and_no_path() {
        for bad in ["", "example.org:80", "https://example.org", "a b", "*.example.org"] {
            assert!(AllowedHosts::default().add(bad).is_err(), "{bad}");
        }
    }
}
