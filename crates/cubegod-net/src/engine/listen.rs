//! The engine on a socket, for many clients at once.

use super::{Engine, EngineError, Session};
use crate::listener::linger;
use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpListener;
use tokio::task::{JoinSet, spawn_blocking};
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

/// Limits of the clients of a listening engine.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ListenOptions {
    /// The maximum number of connections; one more is answered with `ERROR busy: …` and closed.
    pub connections: usize,
    /// The time after which the connection of a client that sends nothing, or does not read its answers, is closed.
    pub idle_limit: Duration,
    /// How long connections may continue after the stop.
    pub grace: Duration,
}

impl Default for ListenOptions {
    fn default() -> ListenOptions {
        ListenOptions {
            connections: 1024,
            idle_limit: Duration::from_secs(600),
            grace: Duration::from_secs(1),
        }
    }
}

/// The maximum number of rejected connections that are being closed. At this number accepting pauses, for half a second
/// at most.
const MAX_REJECTIONS: usize = 256;

/// Serves every connection to a TCP listener until it is stopped.
pub async fn serve_tcp(
    engine: Arc<Engine>,
    listener: TcpListener,
    options: &ListenOptions,
    stop: CancellationToken,
) {
    let accept = async || {
        let (stream, _) = listener.accept().await?;
        // Answers are short, and clients wait for them.
        let _ = stream.set_nodelay(true);
        Ok(stream)
    };
    serve(engine, accept, options, stop).await;
}

/// Serves every connection to a Unix socket until it is stopped.
#[cfg(unix)]
pub async fn serve_unix(
    engine: Arc<Engine>,
    listener: tokio::net::UnixListener,
    options: &ListenOptions,
    stop: CancellationToken,
) {
    let accept = async || listener.accept().await.map(|(stream, _)| stream);
    serve(engine, accept, options, stop).await;
}

/// Opens a Unix socket. Replaces a stale socket file, but not one that a process still serves.
///
/// # Errors
///
/// Fails with [`io::ErrorKind::AddrInUse`] if a process serves the socket, or if the path cannot be bound.
#[cfg(unix)]
pub fn bind_unix(path: &std::path::Path) -> io::Result<tokio::net::UnixListener> {
    use std::os::unix::fs::FileTypeExt;
    let is_socket = std::fs::symlink_metadata(path).is_ok_and(|entry| entry.file_type().is_socket());
    if is_socket {
        match std::os::unix::net::UnixStream::connect(path) {
            Err(error) if error.kind() == io::ErrorKind::ConnectionRefused => std::fs::remove_file(path)?,
            _ => return Err(io::ErrorKind::AddrInUse.into()),
        }
    }
    tokio::net::UnixListener::bind(path)
}

async fn serve<S, F>(
    engine: Arc<Engine>,
    accept: impl Fn() -> F,
    options: &ListenOptions,
    stop: CancellationToken,
) where
    S: AsyncRead + AsyncWrite + Unpin + Send + 'static,
    F: Future<Output = io::Result<S>>,
{
    let mut clients = JoinSet::new();
    let mut rejections = JoinSet::new();
    loop {
        tokio::select! {
            biased;
            () = stop.cancelled() => break,
            Some(_) = clients.join_next() => {}
            Some(_) = rejections.join_next() => {}
            accepted = accept(), if rejections.len() < MAX_REJECTIONS => match accepted {
                Ok(stream) if clients.len() >= options.connections => {
                    rejections.spawn(reject(stream, options.connections));
                }
                Ok(stream) => {
                    clients.spawn(serve_client(Session::new(Arc::clone(&engine)), stream, options.idle_limit));
                }
                // Most likely the process is out of file descriptors; closing connections frees some.
                Err(_) => sleep(Duration::from_millis(50)).await,
            },
        }
    }
    let _ = timeout(options.grace, async { while clients.join_next().await.is_some() {} }).await;
    clients.shutdown().await;
}

/// Answers `ERROR busy` and closes the connection.
async fn reject<S: AsyncRead + AsyncWrite + Unpin>(mut stream: S, connections: usize) {
    let error = EngineError::Busy(format!("all {connections} connections are in use; try again later"));
    // The send buffer of a new connection always has room for one line, so this does not wait.
    let _ = stream.write_all(format!("ERROR {error}\n").as_bytes()).await;
    let _ = stream.shutdown().await;
    linger(&mut stream).await;
}

/// Answers one client until it disconnects, fails or exceeds the idle limit. None of these affects other clients.
async fn serve_client<S: AsyncRead + AsyncWrite + Unpin>(
    mut session: Session,
    mut stream: S,
    idle_limit: Duration,
) -> Option<()> {
    let mut buffer = vec![0; 8 * 1024];
    loop {
        let count = timeout(idle_limit, stream.read(&mut buffer)).await.ok()?.ok()?;
        let replies;
        // Solving a 3x3 may take long, so it must not block the threads that serve other clients.
        (session, buffer, replies) = spawn_blocking(move || {
            let mut replies = String::new();
            match count {
                0 => session.finish(&mut |line| replies.push_str(line)),
                _ => session.feed(&buffer[..count], &mut |line| replies.push_str(line)),
            }
            (session, buffer, replies)
        })
        .await
        .ok()?;
        // Nothing more is read before the answers are sent, which bounds the memory of a client that does not read.
        timeout(idle_limit, stream.write_all(replies.as_bytes())).await.ok()?.ok()?;
        if count == 0 {
            return stream.shutdown().await.ok();
        }
    }
}
