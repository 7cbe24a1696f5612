//! Connections to a target, from source addresses of the loopback network.

use crate::target::Target;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;

/// How long a connection may take to be established.
const CONNECT_LIMIT: Duration = Duration::from_secs(10);

/// Returns the address of an honest client.
pub(crate) fn honest_address(client: usize) -> Ipv4Addr {
    numbered(1, client)
}

/// Returns the address of a hostile client.
pub(crate) fn hostile_address(client: usize) -> Ipv4Addr {
    numbered(64, client)
}

/// Returns address number `client` in 127.x.0.0 and what follows, with `x` from `first`.
fn numbered(first: u8, client: usize) -> Ipv4Addr {
    let [high, middle, low] = [client / (254 * 256) % 62, client / 254 % 256, client % 254 + 1];
    // All three are below 256.
    Ipv4Addr::new(127, first + high as u8, middle as u8, low as u8)
}

/// Connects to the target from this source address.
pub(crate) async fn connect(target: &Target, source: Ipv4Addr) -> io::Result<TcpStream> {
    let socket = TcpSocket::new_v4()?;
    // Ports of connections that were just closed can be used again.
    socket.set_reuseaddr(true)?;
    socket.bind(SocketAddr::new(source.into(), 0))?;
    let stream = timeout(CONNECT_LIMIT, socket.connect(target.address())).await??;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Reads and discards everything until the end or an error.
pub(crate) async fn discard(mut reader: impl AsyncRead + Unpin) {
    let mut buffer = vec![0; 16 * 1024];
    while matches!(reader.read(&mut buffer).await, Ok(1..)) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_client_has_its_own_loopback_address() {
        let mut seen = HashSet::new();
        for client in (0..5000).chain([254 * 256 * 2, 254 * 256 * 61]) {
            for address in [honest_address(client), hostile_address(client)] {
                assert!(address.is_loopback() && seen.insert(address), "{client}: {address}");
            }
        }
    }
}
