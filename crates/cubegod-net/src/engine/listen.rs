//! The engine on a socket, for many at once.

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

/// How many are served, and for how long.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ListenOptions {
    /// The most connections at once; one more is told `ERROR busy: …` and closed.
    pub connections: usize,
    /// How long a client may be silent, or leave its answers unread, before its connection is closed.
    pub idle_limit: Duration,
    /// How long connections may go on after the stop.
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

/// How many clients may be on their way out again because there was no room. While there are more the next are not let
/// in, for half a second at most.
const MOST_TURNED_AWAY: usize = 256;

/// Serves every connection to a TCP listener until it is stopped.
pub async fn serve_tcp(
    engine: Arc<Engine>,
    listener: TcpListener,
    options: &ListenOptions,
    stop: CancellationToken,
) {
    let accept = async || {
        let (stream, _) = listener.accept().await?;
        // Answers are short and waited for.
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

/// Opens a Unix socket; one that an engine left behind when it ended is replaced, one that somebody serves is not.
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
    let mut turned_away = JoinSet::new();
    loop {
        tokio::select! {
            biased;
            () = stop.cancelled() => break,
            Some(_) = clients.join_next() => {}
            Some(_) = turned_away.join_next() => {}
            accepted = accept(), if turned_away.len() < MOST_TURNED_AWAY => match accepted {
                Ok(stream) if clients.len() >= options.connections => {
                    turned_away.spawn(turn_away(stream, options.connections));
                }
                Ok(stream) => {
                    clients.spawn(converse(Session::new(Arc::clone(&engine)), stream, options.idle_limit));
                }
                // Out of descriptors, most likely: some will be free again.
                Err(_) => sleep(Duration::from_millis(50)).await,
            },
        }
    }
    let _ = timeout(options.grace, async { while clients.join_next().await.is_some() {} }).await;
    clients.shutdown().await;
}

/// Tells a client that there is no room, whatever it has to ask.
async fn turn_away<S: AsyncRead + AsyncWrite + Unpin>(mut stream: S, connections: usize) {
    let refusal = EngineError::Busy(format!(
        "all {connections} connections are taken; expected to be tried again later"
    ));
    // A new connection always has room for one line, so this does not wait.
    let _ = stream.write_all(format!("ERROR {refusal}\n").as_bytes()).await;
    let _ = stream.shutdown().await;
    linger(&mut stream).await;
}

/// Answers one client until it leaves, breaks off or falls asleep; none of these is anybody else's concern.
async fn converse<S: AsyncRead + AsyncWrite + Unpin>(
    mut session: Session,
    mut stream: S,
    idle_limit: Duration,
) -> Option<()> {
    let mut buffer = vec![0; 8 * 1024];
    loop {
        let count = timeout(idle_limit, stream.read(&mut buffer)).await.ok()?.ok()?;
        let replies;
        // Off the threads that serve everybody: a 3x3 may take its time.
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
        // Nothing more is read before the answers are taken: a client that does not read holds no more than these.
        timeout(idle_limit, stream.write_all(replies.as_bytes())).await.ok()?.ok()?;
        if count == 0 {
            return stream.shutdown().await.ok();
        }
    }
}
