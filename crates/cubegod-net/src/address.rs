//! The addresses of clients, and the proxies that are trusted to name them.

use ipnet::IpNet;
use std::fmt;
use std::net::{IpAddr, Ipv6Addr};

/// The origin of requests, to which turns and quotas apply.
#[derive(Copy, Clone, Debug, Eq, Hash, Ord, PartialEq, PartialOrd)]
pub(crate) enum ClientAddress {
    /// An IPv4 address, or the first 64 bits of an IPv6 address: a host may use any address of its network.
    Ip(IpAddr),
    /// The first 48 bits of an IPv6 address.
    Network(Ipv6Addr),
    /// A user of this machine, by number.
    #[cfg_attr(not(unix), allow(dead_code, reason = "only Unix sockets name users"))]
    User(u32),
}

impl From<IpAddr> for ClientAddress {
    fn from(address: IpAddr) -> ClientAddress {
        ClientAddress::Ip(match address.to_canonical() {
            IpAddr::V4(address) => IpAddr::V4(address),
            IpAddr::V6(address) => {
                let network = u128::from(address) >> 64 << 64;
                // The loopback address stays readable.
                if address.is_loopback() { address.into() } else { Ipv6Addr::from(network).into() }
            }
        })
    }
}

impl ClientAddress {
    /// Returns the first 48 bits of an IPv6 address: providers give networks of this size to one customer.
    pub(crate) fn network(self) -> Option<Ipv6Addr> {
        match self {
            ClientAddress::Ip(IpAddr::V6(address)) if !address.is_loopback() => {
                Some(Ipv6Addr::from(u128::from(address) >> 80 << 80))
            }
            ClientAddress::Network(network) => Some(network),
            _ => None,
        }
    }

    /// Returns the address that has turns: the network of an IPv6 address, whose 65,536 addresses may be those of one customer.
    pub(crate) fn for_turns(self) -> ClientAddress {
        self.network().map_or(self, ClientAddress::Network)
    }
}

impl fmt::Display for ClientAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ClientAddress::Ip(address @ IpAddr::V6(ip)) if !ip.is_loopback() => write!(f, "{address}/64"),
            ClientAddress::Ip(address) => address.fmt(f),
            ClientAddress::Network(network) => write!(f, "{network}/48"),
            ClientAddress::User(number) => write!(f, "user {number}"),
        }
    }
}

/// The proxies that are trusted to name the addresses of their clients; none by default.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub struct TrustedProxies(Vec<IpNet>);

/// The error for a text that is not the address of a proxy.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("`{0}` is not an address; expected one such as `10.0.0.1`, or a network such as `10.0.0.0/8`")]
pub struct ProxyError(String);

impl TrustedProxies {
    /// Adds a proxy: an IP address, or a network in CIDR notation.
    ///
    /// # Errors
    ///
    /// Fails if the text is neither.
    pub fn add(&mut self, text: &str) -> Result<(), ProxyError> {
        let address = || text.parse::<IpAddr>().map(IpNet::from);
        let network = text.parse::<IpNet>().or_else(|_| address());
        self.0.push(network.map_err(|_| ProxyError(text.chars().take(100).collect()))?);
        Ok(())
    }

    /// Whether the address is that of a trusted proxy.
    pub(crate) fn contains(&self, address: IpAddr) -> bool {
        let address = address.to_canonical();
        self.0.iter().any(|network| network.contains(&address))
    }

    /// Returns the address of a client of HTTP: that of the connection, unless it belongs to a trusted proxy; then the last
    /// address in the values of `X-Forwarded-For` that is not trusted itself. Proxies append to this header; others, such as
    /// `Forwarded`, may come from the client unchanged.
    pub(crate) fn client<'v>(
        &self,
        peer: IpAddr,
        forwarded_for: impl DoubleEndedIterator<Item = &'v [u8]>,
    ) -> IpAddr {
        let mut client = peer;
        let mut hops = forwarded_for.rev().flat_map(|value| value.rsplit(|&byte| byte == b','));
        while self.contains(client) {
            // What an untrusted or unreadable hop claims is ignored.
            match hops.next().and_then(|hop| node_address(std::str::from_utf8(hop).ok()?)) {
                Some(address) => client = address,
                None => break,
            }
        }
        client
    }
}

/// Returns the address of a node: `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1`, `"[2001:db8::1]:80"`.
fn node_address(node: &str) -> Option<IpAddr> {
    let node = node.trim().trim_matches('"');
    let bracketed = node.strip_prefix('[').and_then(|rest| rest.split_once(']')).map(|(address, _)| address);
    let without_port = || node.rsplit_once(':').and_then(|(address, _)| address.parse().ok());
    bracketed.unwrap_or(node).parse().ok().or_else(without_port)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    fn trusted(networks: &[&str]) -> TrustedProxies {
        let mut proxies = TrustedProxies::default();
        networks.iter().for_each(|network| proxies.add(network).unwrap());
        proxies
    }

    #[test]
    fn an_ipv6_network_is_one_client_and_a_mapped_address_is_ipv4() {
        let client = |text: &str| ClientAddress::from(ip(text));
        assert_eq!(client("2001:db8::1"), client("2001:db8::ffff:1"));
        assert_ne!(client("2001:db8::1"), client("2001:db8:0:1::1"));
        assert_eq!(client("::ffff:192.0.2.1"), client("192.0.2.1"));
        assert_eq!(client("2001:db8::1").to_string(), "2001:db8::/64");
        assert_eq!(client("::1").to_string(), "::1");
        assert_eq!(client("2001:db8:7:1::1").network(), Some("2001:db8:7::".parse().unwrap()));
        assert_eq!([client("::1").network(), client("192.0.2.1").network()], [None; 2]);
        assert_eq!(client("2001:db8:7:1::1").for_turns().to_string(), "2001:db8:7::/48");
        assert_eq!(client("192.0.2.1").for_turns(), client("192.0.2.1"));
    }

    #[test]
    fn proxies_are_addresses_and_networks() {
        let proxies = trusted(&["10.0.0.0/8", "192.0.2.1", "2001:db8::/32", "::1"]);
        for inside in ["10.1.2.3", "192.0.2.1", "::ffff:10.1.2.3", "2001:db8::7", "::1"] {
            assert!(proxies.contains(ip(inside)), "{inside}");
        }
        for outside in ["11.0.0.1", "192.0.2.2", "2001:db9::1"] {
            assert!(!proxies.contains(ip(outside)), "{outside}");
        }
        for bad in ["", "proxy.example", "10.0.0.0/33", "10.0.0"] {
            assert!(TrustedProxies::default().add(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn the_client_is_the_last_address_that_is_not_a_trusted_proxy() {
        let proxies = trusted(&["10.0.0.0/8"]);
        let client = |peer: &str, values: &[&str]| {
            proxies.client(ip(peer), values.iter().map(|value| value.as_bytes())).to_string()
        };
        assert_eq!(client("192.0.2.9", &["198.51.100.1"]), "192.0.2.9");
        assert_eq!(client("10.0.0.1", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(client("10.0.0.1", &["203.0.113.7, 198.51.100.1, 10.0.0.2"]), "198.51.100.1");
        assert_eq!(client("10.0.0.1", &["203.0.113.7", "198.51.100.1:4711"]), "198.51.100.1");
        assert_eq!(client("10.0.0.1", &["10.0.0.3"]), "10.0.0.3");
        assert_eq!(client("10.0.0.1", &["unknown"]), "10.0.0.1");
        assert_eq!(client("10.0.0.1", &[]), "10.0.0.1");
    }

    #[test]
    fn bytes_that_are_no_text_hide_no_hop_after_them() {
        let proxies = trusted(&["10.0.0.0/8"]);
        let client = |value: &[u8]| proxies.client(ip("10.0.0.1"), [value].into_iter());
        assert_eq!(client(b"\xff, 198.51.100.1"), ip("198.51.100.1"));
        assert_eq!(client(b"198.51.100.1, \xff"), ip("10.0.0.1"));
        assert_eq!(client(b"203.0.113.7, [2001:db8::7]:80"), ip("2001:db8::7"));
    }
}
