//! TCP listeners, the loop that accepts connections, and how connections end.

use std::future::poll_fn;
use std::io;
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, lookup_host};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

/// The number of connections that may wait to be accepted. With the usual 128, some of a thousand clients that connect at once wait
/// forever: their connections are established on their side only.
const BACKLOG: u32 = 4096;

/// The size of the send buffer of a connection in bytes, for which the system takes twice as much. Its own sizes grow to megabytes
/// for each client that does not read.
const SEND_BUFFER: u32 = 64 << 10;

/// The time for which input is still read before a connection is closed.
pub(crate) const LINGER: Duration = Duration::from_millis(500);

/// The maximum number of reads in that time.
const MAX_LINGER_READS: usize = 64;

/// The maximum number of connections that get a last message or are read to their end; further ones are closed at once, because
/// waiting for them would delay others.
pub(crate) const MAX_CLOSING: usize = 256;

/// Discards what the client still sends, for a while. A socket that is closed with unread input resets the connection, and
/// the client may lose the last message.
pub(crate) async fn linger(reader: &mut (impl AsyncRead + Unpin)) {
    let mut buffer = [0; 4096];
    let _ = timeout(LINGER, async {
        for _ in 0..MAX_LINGER_READS {
            if !matches!(reader.read(&mut buffer).await, Ok(1..)) {
                break;
            }
        }
    })
    .await;
}

/// Sends a last message and closes the connection.
pub(crate) async fn close_with(stream: &mut (impl AsyncRead + AsyncWrite + Unpin), message: &[u8]) {
    // The send buffer of a connection without unread output has room for a message, so this rarely waits.
    if timeout(LINGER, stream.write_all(message)).await.is_ok() {
        let _ = stream.shutdown().await;
        linger(stream).await;
    }
}

/// Listens at `HOST:PORT`, with a long queue; port 0 chooses a free port.
///
/// # Errors
///
/// Fails if the address is unknown or cannot be bound.
pub async fn bind_tcp(address: &str) -> io::Result<TcpListener> {
    let mut failure =
        io::Error::new(io::ErrorKind::NotFound, format!("`{address}` is not an address of this machine"));
    for address in lookup_host(address).await? {
        let socket = if address.is_ipv4() { TcpSocket::new_v4()? } else { TcpSocket::new_v6()? };
        // A server may be started again as soon as it has stopped.
        #[cfg(unix)]
        socket.set_reuseaddr(true)?;
        // Accepted connections inherit it.
        socket.set_send_buffer_size(SEND_BUFFER)?;
        match socket.bind(address).and_then(|()| socket.listen(BACKLOG)) {
            Ok(listener) => return Ok(listener),
            Err(error) => failure = error,
        }
    }
    Err(failure)
}

/// What becomes of an accepted connection.
pub(crate) enum Admission<S, E> {
    /// It is served.
    Serve(S),
    /// It gets a message and is closed.
    Reject(E),
}

/// Accepts connections until the stop and returns the tasks of those that are still served. Accepting never waits for
/// clients.
pub(crate) async fn accept_until_stopped<T, S, E>(
    accept: impl Fn(&mut Context<'_>) -> Poll<io::Result<T>>,
    admit: impl Fn(T) -> Admission<S, E>,
    stop: CancellationToken,
) -> JoinSet<()>
where
    S: Future<Output = ()> + Send + 'static,
    E: Future<Output = ()> + Send + 'static,
{
    let mut served = JoinSet::new();
    let mut rejected = JoinSet::new();
    loop {
        tokio::select! {
            biased;
            () = stop.cancelled() => return served,
            Some(_) = served.join_next() => {}
            Some(_) = rejected.join_next() => {}
            accepted = poll_fn(&accept) => match accepted.map(&admit) {
                Ok(Admission::Serve(connection)) => drop(served.spawn(connection)),
                Ok(Admission::Reject(message)) if rejected.len() < MAX_CLOSING => {
                    rejected.spawn(message);
                }
                Ok(Admission::Reject(_)) => {}
                // Most likely the process is out of file descriptors; closing connections frees some.
                Err(_) => sleep(Duration::from_millis(50)).await,
            },
        }
    }
}

/// Raises the limit on open files of this process as far as it may; by default it is often 1,024.
#[cfg(unix)]
pub(crate) fn raise_file_limit() {
    use rustix::process::{Resource, getrlimit, setrlimit};
    let mut limit = getrlimit(Resource::Nofile);
    if limit.current < limit.maximum {
        limit.current = limit.maximum;
        // Without permission, the server accepts fewer connections.
        let _ = setrlimit(Resource::Nofile, limit);
    }
}

/// Does nothing: other systems have no such limit.
#[cfg(not(unix))]
pub(crate) fn raise_file_limit() {}

/// Waits for the connections that are still served. After half of the time `cancel` is called, and after all of it the
/// connections are closed.
pub(crate) async fn end_connections(mut served: JoinSet<()>, time: Duration, cancel: impl FnOnce()) {
    let half = time / 2;
    if timeout(half, async { while served.join_next().await.is_some() {} }).await.is_err() {
        cancel();
        let _ = timeout(half, async { while served.join_next().await.is_some() {} }).await;
    }
    served.shutdown().await;
}
