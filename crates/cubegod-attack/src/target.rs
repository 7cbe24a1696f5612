//! What is attacked: a kind of server at a loopback address.

use serde::Serialize;
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

/// A kind of server.
#[derive(Copy, Clone, Debug, Eq, Hash, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum ServerKind {
    /// `cubegod engine --listen`.
    Engine,
    /// `cubegod challenge serve`.
    Challenge,
    /// `cubegod serve`.
    Http,
}

impl ServerKind {
    /// All kinds.
    pub const ALL: [ServerKind; 3] = [ServerKind::Engine, ServerKind::Challenge, ServerKind::Http];

    /// Returns the name, as in a report.
    pub fn name(self) -> &'static str {
        match self {
            ServerKind::Engine => "engine",
            ServerKind::Challenge => "challenge",
            ServerKind::Http => "http",
        }
    }
}

impl fmt::Display for ServerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A server to attack. Its address is an IPv4 loopback address.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Target {
    kind: ServerKind,
    address: SocketAddr,
}

/// The error for an address that is not attacked.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum TargetError {
    /// The address is not on the loopback interface.
    #[error("`{0}` is not a loopback address; only servers on this machine, at 127.0.0.0/8, are attacked")]
    NotLoopback(SocketAddr),
    /// The text is not an address.
    #[error("`{0}` is not an address; expected one such as 127.0.0.1:7777")]
    NotAnAddress(String),
}

impl Target {
    /// Returns the target at an address.
    ///
    /// # Errors
    ///
    /// Fails unless the address is an IPv4 loopback address.
    pub fn new(kind: ServerKind, address: SocketAddr) -> Result<Target, TargetError> {
        match address.ip() {
            IpAddr::V4(ip) if ip.is_loopback() => Ok(Target { kind, address }),
            _ => Err(TargetError::NotLoopback(address)),
        }
    }

    /// Reads an address. Names are not resolved, because a name may stand for another machine.
    ///
    /// # Errors
    ///
    /// Fails if the text is not an IPv4 loopback address with a port.
    pub fn parse(kind: ServerKind, text: &str) -> Result<Target, TargetError> {
        let address = SocketAddr::from_str(text).map_err(|_| TargetError::NotAnAddress(text.to_owned()))?;
        Target::new(kind, address)
    }

    /// Returns the kind of server.
    pub fn kind(&self) -> ServerKind {
        self.kind
    }

    /// Returns the address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_loopback_addresses_are_targets() {
        for good in ["127.0.0.1:1", "127.3.2.1:65535"] {
            assert_eq!(Target::parse(ServerKind::Engine, good).unwrap().address().to_string(), good);
        }
        for bad in
            ["10.0.0.1:80", "0.0.0.0:80", "192.168.1.1:80", "[::1]:80", "[::ffff:127.0.0.1]:80", "[::]:80"]
        {
            let error = Target::parse(ServerKind::Engine, bad).unwrap_err();
            assert!(matches!(error, TargetError::NotLoopback(_)), "{bad}: {error}");
        }
        for bad in ["localhost:80", "127.0.0.1", "example.org:80", "", "127.1:80", "2130706433:80"] {
            let error = Target::parse(ServerKind::Engine, bad).unwrap_err();
            assert!(matches!(error, TargetError::NotAnAddress(_)), "{bad}: {error}");
        }
    }
}
