//! One connection of a listening engine.

use super::server::Shared;
use super::session::error_line;
use super::turn::{Next, Turn};
use super::{EngineError, EngineErrorKind};
use crate::address::ClientAddress;
use crate::connections::ConnectionPermit;
use crate::disconnect::{Disconnected, Socket, until_disconnected};
use crate::listener::close_with;
use crate::proxy::{Proxied, ProxyHeaderError, admit_proxied};
use crate::work::{Attempt, WorkError};
use std::net::IpAddr;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::task::yield_now;
use tokio::time::timeout;
use tokio_util::sync::CancellationToken;

/// The time after which a client that does not read its replies counts as idle.
const WRITE_TIME: Duration = Duration::from_secs(1);

/// The stream of a connection.
pub(super) trait Connection: AsyncRead + AsyncWrite + Socket + Unpin + Send + 'static {}

impl<S: AsyncRead + AsyncWrite + Socket + Unpin + Send + 'static> Connection for S {}

/// Serves the connection of a trusted proxy, which names the client first.
pub(super) async fn serve_proxied<S: Connection>(
    server: Arc<Shared>,
    mut stream: S,
    proxy: IpAddr,
    permit: ConnectionPermit,
    stop: CancellationToken,
) {
    let message = |error: ProxyHeaderError| {
        error_line(&match error {
            ProxyHeaderError::Missing => EngineError::unreadable(error.to_string()),
            ProxyHeaderError::Late(_) => EngineError::new(EngineErrorKind::Timeout, error.to_string()),
            ProxyHeaderError::Rejected(_) => EngineError::new(EngineErrorKind::Busy, error.to_string()),
        })
    };
    let admitted = admit_proxied(&mut stream, proxy, permit, &stop, &server.closing, message).await;
    if let Some(Proxied { client, permit, received }) = admitted {
        serve(server, stream, client.into(), permit, stop, received).await;
    }
}

/// Serves a connection until the client disconnects, fails or exceeds a limit. None of these affects other clients.
/// `received` is input that was read already.
pub(super) async fn serve<S: Connection>(
    server: Arc<Shared>,
    stream: S,
    address: ClientAddress,
    permit: ConnectionPermit,
    stop: CancellationToken,
    received: Vec<u8>,
) {
    let mut turn = Turn::new(Arc::clone(&server.engine));
    if !received.is_empty() {
        turn.receive(&received);
    }
    let client = Client { server, stream, address, permit, turn: Arc::new(Mutex::new(turn)) };
    // A failed connection needs no report: the client is gone.
    let _ = client.serve(&stop).await;
}

struct Client<S> {
    server: Arc<Shared>,
    stream: S,
    address: ClientAddress,
    permit: ConnectionPermit,
    /// Shared with the lanes; locked by one side at a time.
    turn: Arc<Mutex<Turn>>,
}

impl<S: Connection> Client<S> {
    async fn serve(mut self, stop: &CancellationToken) -> Option<()> {
        let mut buffer = vec![0; 8 * 1024];
        loop {
            let next = lock(&self.turn).run_inline();
            if next == Next::Work {
                self.permit.set_idle(false);
                self.work().await?;
            }
            self.send().await?;
            match next {
                Next::Work | Next::Inline => yield_now().await,
                Next::Input => {
                    let count = self.receive(&mut buffer, stop).await?;
                    lock(&self.turn).receive(&buffer[..count]);
                }
                Next::End => return self.stream.shutdown().await.ok(),
            }
        }
    }

    /// Answers requests in a lane. Returns nothing if the client disconnected or the server stops.
    async fn work(&mut self) -> Option<()> {
        let turn = Arc::clone(&self.turn);
        let lane = self.server.engine.first_lane();
        let work = move |attempt: &Attempt| lock(&turn).run(attempt);
        let result = tokio::select! {
            result = self.server.pool.run(self.address, lane, work) => result,
            // A client may end its input and wait for replies.
            () = until_disconnected(&self.stream, Disconnected::Broken) => return None,
        };
        if let Err(error) = result {
            let error = engine_error(&error)?;
            if let Ok(mut turn) = self.turn.try_lock() {
                turn.fail(&error);
                return Some(());
            }
            // Work that does not end in spite of its cancellation keeps the requests, so the connection cannot continue.
            close_with(&mut self.stream, error_line(&error).as_bytes()).await;
            return None;
        }
        Some(())
    }

    /// Sends the replies. Nothing is read before, which bounds the memory of a client that does not read.
    async fn send(&mut self) -> Option<()> {
        let replies = lock(&self.turn).take_replies();
        if replies.is_empty() {
            return Some(());
        }
        self.permit.set_had_request();
        let mut write = pin!(self.stream.write_all(replies.as_bytes()));
        if let Ok(written) = timeout(WRITE_TIME, write.as_mut()).await {
            return written.ok();
        }
        self.permit.set_idle(true);
        tokio::select! {
            written = timeout(self.server.options.idle_limit, write) => written.ok()?.ok(),
            () = self.permit.evicted().cancelled() => None,
        }
    }

    /// Waits for input. Returns nothing if the connection is to be closed.
    async fn receive(&mut self, buffer: &mut [u8], stop: &CancellationToken) -> Option<usize> {
        self.permit.set_idle(true);
        // Input that has arrived when the connection is evicted is answered, but only once.
        if !self.permit.evicted().is_cancelled() {
            tokio::select! {
                biased;
                received = timeout(self.server.options.idle_limit, self.stream.read(buffer)) => {
                    return received.ok()?.ok();
                }
                () = stop.cancelled() => return None,
                () = self.permit.evicted().cancelled() => {}
            }
        }
        let message = "this idle connection was closed for another client; connect again";
        let error = EngineError::new(EngineErrorKind::Busy, message);
        close_with(&mut self.stream, error_line(&error).as_bytes()).await;
        None
    }
}

fn lock(turn: &Mutex<Turn>) -> MutexGuard<'_, Turn> {
    turn.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Returns the error for a request that was not answered; nothing if the server stops.
fn engine_error(error: &WorkError) -> Option<EngineError> {
    Some(match error {
        WorkError::AddressBusy { .. }
        | WorkError::Displaced { .. }
        | WorkError::QueueFull { .. }
        | WorkError::NotBegun(_)
        | WorkError::Contended(_) => {
            EngineError::new(EngineErrorKind::Busy, format!("{error}; try again later"))
        }
        WorkError::Timeout(_) => EngineError::new(EngineErrorKind::Timeout, error.to_string()),
        WorkError::Panicked => EngineError::internal(),
        WorkError::Stopping => return None,
    })
}
