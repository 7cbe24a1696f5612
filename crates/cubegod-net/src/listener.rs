//! How connections begin and end: a TCP listener with room for a crowd, and a last word that arrives.

use std::io;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt};
use tokio::net::{TcpListener, TcpSocket, lookup_host};
use tokio::time::timeout;

/// How many may wait to be let in. The usual 128 are too few when a thousand come at once: those beyond believe that they
/// are connected, and hear nothing for ever.
const WAITING_ROOM: u32 = 4096;

/// How long a connection is kept after the last word.
pub(crate) const LINGER: Duration = Duration::from_millis(500);

/// For how many reads.
const LINGERING_READS: usize = 64;

/// Takes what the other side is still sending, for a while: to close with bytes unread would take the last word back.
pub(crate) async fn linger(reader: &mut (impl AsyncRead + Unpin)) {
    let mut buffer = [0; 4096];
    let _ = timeout(LINGER, async {
        for _ in 0..LINGERING_READS {
            if !matches!(reader.read(&mut buffer).await, Ok(1..)) {
                break;
            }
        }
    })
    .await;
}

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
