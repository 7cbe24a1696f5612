//! The engine on a socket, for many clients at once.

use super::connection::{serve, serve_proxied};
use super::session::error_line;
use super::{Engine, EngineError, EngineErrorKind};
use crate::address::ClientAddress;
use crate::connections::{ConnectionOptions, Connections};
use crate::listener::{
    Admission, MAX_CLOSING, accept_until_stopped, close_with, end_connections, raise_file_limit,
};
use crate::work::{WorkOptions, WorkPool};
use prometheus_client::encoding::text::encode;
use prometheus_client::registry::Registry;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

/// Limits of a listening engine.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ListenOptions {
    /// Limits on connections. At a limit a connection is answered with `ERROR busy: …` and closed. A trusted proxy begins each
    /// connection with a header of the PROXY protocol, version 1 or 2.
    pub connections: ConnectionOptions,
    /// Limits on work. A request beyond them is answered with `ERROR busy: …` or `ERROR timeout: …`.
    pub work: WorkOptions,
    /// The time after which the connection of a client that sends nothing, or does not read its replies, is closed.
    pub idle_limit: Duration,
    /// The time for which connections may continue after the stop; in the second half of it, searches are cancelled.
    pub grace: Duration,
}

impl Default for ListenOptions {
    fn default() -> ListenOptions {
        ListenOptions {
            connections: ConnectionOptions::new(1024),
            work: WorkOptions { time_limit: Duration::from_secs(5), ..WorkOptions::default() },
            idle_limit: Duration::from_secs(600),
            grace: Duration::from_secs(1),
        }
    }
}

/// An engine that listens on a socket.
///
/// # Examples
///
/// ```
/// use cubegod_net::engine::{Engine, EngineServer, ListenOptions};
/// use cubegod_net::{CancellationToken, bind_tcp, block_on};
/// use std::sync::Arc;
/// use tokio::io::{AsyncReadExt, AsyncWriteExt};
///
/// block_on(async {
///     let listener = bind_tcp("127.0.0.1:0").await?;
///     let address = listener.local_addr()?;
///     let server = EngineServer::new(Arc::new(Engine::with_small_tables()), ListenOptions::default());
///     let stop = CancellationToken::new();
///     let serving = tokio::spawn(server.clone().serve_tcp(listener, stop.clone()));
///
///     let mut stream = tokio::net::TcpStream::connect(address).await?;
///     stream.write_all(b"UUUURRRRFFFFDDDDLLLLBBBB\n").await?;
///     assert_eq!(stream.read_u8().await?, b'\n');
///     stop.cancel();
///     serving.await?;
///     std::io::Result::Ok(())
/// })??;
/// # std::io::Result::Ok(())
/// ```
#[derive(Clone)]
pub struct EngineServer(Arc<Shared>);

/// What all connections share.
pub(super) struct Shared {
    pub(super) engine: Arc<Engine>,
    pub(super) options: ListenOptions,
    pub(super) pool: WorkPool,
    connections: Arc<Connections>,
    pub(super) closing: Semaphore,
}

/// A connection that is served, or rejected.
type Task = Pin<Box<dyn Future<Output = ()> + Send>>;

impl EngineServer {
    /// Creates a server. Clones share their limits.
    pub fn new(engine: Arc<Engine>, options: ListenOptions) -> EngineServer {
        let pool = WorkPool::new(&options.work);
        let connections = Connections::new(options.connections.clone());
        let closing = Semaphore::new(MAX_CLOSING);
        EngineServer(Arc::new(Shared { engine, options, pool, connections, closing }))
    }

    /// Serves every connection to a TCP listener until it is stopped. After that the server and its clones answer nothing.
    pub async fn serve_tcp(self, listener: TcpListener, stop: CancellationToken) {
        let shared = &self.0;
        let admit = |(stream, address): (tokio::net::TcpStream, std::net::SocketAddr)| {
            // Replies are short, and clients wait for them.
            let _ = stream.set_nodelay(true);
            let (ip, address) = (address.ip(), ClientAddress::from(address.ip()));
            let is_proxy = shared.connections.options().trusted_proxies.contains(ip);
            let stop = stop.clone();
            shared.admit(stream, address, |shared, stream, permit| match is_proxy {
                true => Box::pin(serve_proxied(shared, stream, ip, permit, stop)),
                false => Box::pin(serve(shared, stream, address, permit, stop, Vec::new())),
            })
        };
        raise_file_limit();
        shared.prepare();
        let served = accept_until_stopped(|context| listener.poll_accept(context), admit, stop.clone()).await;
        drop(listener);
        end_connections(served, shared.options.grace, || shared.pool.stop()).await;
        shared.pool.stop();
    }

    /// Serves every connection to a Unix socket until it is stopped. Quotas per address are quotas per user.
    #[cfg(unix)]
    pub async fn serve_unix(self, listener: tokio::net::UnixListener, stop: CancellationToken) {
        let shared = &self.0;
        let admit = |(stream, _): (tokio::net::UnixStream, _)| {
            let user = stream.peer_cred().map_or(u32::MAX, |credentials| credentials.uid());
            let address = ClientAddress::User(user);
            let stop = stop.clone();
            shared.admit(stream, address, |shared, stream, permit| {
                Box::pin(serve(shared, stream, address, permit, stop, Vec::new()))
            })
        };
        raise_file_limit();
        shared.prepare();
        let served = accept_until_stopped(|context| listener.poll_accept(context), admit, stop.clone()).await;
        drop(listener);
        end_connections(served, shared.options.grace, || shared.pool.stop()).await;
        shared.pool.stop();
    }

    /// Returns counts of connections and work, as OpenMetrics text.
    pub fn metrics(&self) -> String {
        let mut registry = Registry::with_prefix("cubegod");
        self.0.connections.metrics().register(&mut registry);
        self.0.pool.metrics().register(&mut registry);
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = encode(&mut text, &registry);
        text
    }
}

impl std::fmt::Debug for EngineServer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("EngineServer")
            .field("engine", &self.0.engine)
            .field("options", &self.0.options)
            .finish()
    }
}

impl Shared {
    /// Loads or builds tables, so that the first requests need not wait for them.
    fn prepare(&self) {
        let engine = Arc::clone(&self.engine);
        tokio::task::spawn_blocking(move || engine.prepare());
    }

    /// Serves a connection, or rejects it with a message if a quota is used up.
    fn admit<S: super::connection::Connection>(
        self: &Arc<Shared>,
        mut stream: S,
        address: ClientAddress,
        serve: impl FnOnce(Arc<Shared>, S, crate::connections::ConnectionPermit) -> Task,
    ) -> Admission<Task, Task> {
        match self.connections.admit(address) {
            Ok(permit) => Admission::Serve(serve(Arc::clone(self), stream, permit)),
            Err(error) => Admission::Reject(Box::pin(async move {
                let error = EngineError::new(EngineErrorKind::Busy, error.to_string());
                close_with(&mut stream, error_line(&error).as_bytes()).await;
            })),
        }
    }
}

/// Opens a Unix socket. Replaces a stale socket file, but not one that a process still serves.
///
/// # Errors
///
/// Fails with [`io::ErrorKind::AddrInUse`](std::io::ErrorKind::AddrInUse) if a process serves the socket, or if the path cannot
/// be bound.
#[cfg(unix)]
pub fn bind_unix(path: &std::path::Path) -> std::io::Result<tokio::net::UnixListener> {
    use std::io::ErrorKind;
    use std::os::unix::fs::FileTypeExt;
    let is_socket = std::fs::symlink_metadata(path).is_ok_and(|entry| entry.file_type().is_socket());
    if is_socket {
        match std::os::unix::net::UnixStream::connect(path) {
            Err(error) if error.kind() == ErrorKind::ConnectionRefused => std::fs::remove_file(path)?,
            _ => return Err(ErrorKind::AddrInUse.into()),
        }
    }
    tokio::net::UnixListener::bind(path)
}
