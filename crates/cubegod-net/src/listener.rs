//! A TCP listener with room for a crowd.

use std::io;
use tokio::net::{TcpListener, TcpSocket, lookup_host};

/// How many may wait to be let in. The usual 128 are too few when a thousand come at once: those beyond believe that they
/// are connected, and hear nothing for ever.
const WAITING_ROOM: u32 = 4096;

/// Listens at `HOST:PORT`, with a long queue; port 0 is any free one.
pub async fn bind_tcp(address: &str) -> io::Result<TcpListener> {
    let mut failure = io::Error::new(io::ErrorKind::NotFound, format!("`{address}` is no address here"));
    for address in lookup_host(address).await? {
        let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        // A server that was just stopped may be started again at once.
        #[cfg(unix)]
        socket.set_reuseaddr(true)?;
        match socket.bind(address).and_then(|()| socket.listen(WAITING_ROOM)) {
            Ok(listener) => return Ok(listener),
            Err(error) => failure = error,
        }
    }
    Err(failure)
}
