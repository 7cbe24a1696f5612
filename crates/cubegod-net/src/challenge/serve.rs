//! The challenge's server.

use super::REJECTED;
use super::event::{Event, Log, PlayerLimit};
use super::game::{Game, Player};
use super::journal::Journal;
use super::options::{OptionsError, ServeOptions};
use super::rejections::Rejections;
use crate::connections::{ConnectionError, ConnectionPermit, Connections};
use crate::listener::{Admission, MAX_CLOSING, accept_until_stopped, close_with, linger, raise_file_limit};
use crate::proxy::{Proxied, ProxyHeaderError, admit_proxied};
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::task::Context;
use std::time::Instant;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::time::timeout;
use tokio_util::either::Either;
use tokio_util::sync::CancellationToken;

/// Serves the players of a TCP listener until `stop` is cancelled. Then no connection is accepted any more, and running
/// games end with their current round.
///
/// # Errors
///
/// Fails if the options are invalid.
pub async fn serve(
    listener: TcpListener,
    options: ServeOptions,
    log: Log,
    stop: CancellationToken,
) -> Result<(), OptionsError> {
    options.check()?;
    raise_file_limit();
    let seed = options.seed.unwrap_or_else(rand::random);
    let connections = Connections::new(options.connections());
    let server = Arc::new(Server {
        options,
        seed,
        players: AtomicU64::new(0),
        journal: Journal::new(log),
        rejections: Rejections::default(),
        closing: Semaphore::new(MAX_CLOSING),
        stop: stop.clone(),
    });
    let admit = |(mut stream, peer): (TcpStream, SocketAddr)| {
        // Messages are short, and players wait for them.
        let _ = stream.set_nodelay(true);
        let is_proxy = server.options.trusted_proxies.contains(peer.ip());
        let address = peer.ip().into();
        // A game is never closed for another one; a connection without a player may be.
        let admitted = if is_proxy { connections.admit(address) } else { connections.admit_in_use(address) };
        match admitted {
            Ok(permit) if is_proxy => {
                Admission::Serve(Either::Left(Arc::clone(&server).serve_proxied(stream, peer.ip(), permit)))
            }
            Ok(permit) => {
                let player = server.next_player(peer.to_string());
                Admission::Serve(Either::Right(Arc::clone(&server).serve(stream, player, permit, Vec::new())))
            }
            Err(error) => {
                server.record_rejection(peer.to_string(), &error);
                let message = rejection(&error);
                Admission::Reject(async move { close_with(&mut stream, message.as_bytes()).await })
            }
        }
    };
    let accept = |context: &mut Context<'_>| {
        listener.poll_accept(context).map_err(|error| {
            server.journal.record(Event::AcceptFailed { reason: error.to_string() });
            error
        })
    };
    let mut games = accept_until_stopped(accept, admit, stop).await;
    drop(listener);
    let _ = timeout(server.options.stop_limit(), async { while games.join_next().await.is_some() {} }).await;
    games.shutdown().await;
    server.rejections.finish(&server.journal);
    if let Some(server) = Arc::into_inner(server) {
        server.journal.finish().await;
    }
    Ok(())
}

/// What all games of a server share.
struct Server {
    options: ServeOptions,
    seed: u64,
    /// The number of players so far.
    players: AtomicU64,
    journal: Journal,
    rejections: Rejections,
    closing: Semaphore,
    stop: CancellationToken,
}

impl Server {
    /// Returns the next player.
    fn next_player(&self, peer: String) -> Player {
        Player { connection: self.players.fetch_add(1, Ordering::Relaxed) + 1, peer }
    }

    /// Logs a player who is rejected.
    fn record_rejection(&self, peer: String, error: &ConnectionError) {
        self.rejections.record(peer, limit_of(error), Instant::now(), &self.journal);
    }

    /// Serves a player over a trusted proxy, which names the player first.
    async fn serve_proxied(
        self: Arc<Server>,
        mut stream: TcpStream,
        proxy: IpAddr,
        permit: ConnectionPermit,
    ) {
        let message = |error| match error {
            ProxyHeaderError::Rejected(error) => {
                self.record_rejection(proxy.to_string(), &error);
                rejection(&error)
            }
            error => format!("{REJECTED} {error}.\n"),
        };
        let admitted = admit_proxied(&mut stream, proxy, permit, &self.stop, &self.closing, message).await;
        if let Some(Proxied { client, permit, received }) = admitted {
            // A game is never closed for another one.
            permit.set_idle(false);
            let player = self.next_player(client.to_string());
            self.serve(stream, player, permit, received).await;
        }
    }

    /// Serves a player; `received` is input that was read already.
    async fn serve(
        self: Arc<Server>,
        stream: TcpStream,
        player: Player,
        permit: ConnectionPermit,
        received: Vec<u8>,
    ) {
        let (options, journal) = (&self.options, &self.journal);
        let game = Game::new(options, self.seed, player, journal, &self.stop, stream.into_split());
        let mut reader = game.with_input(received).play().await;
        // The game is over, so another player may come while the connection is being closed.
        drop(permit);
        if let Ok(_closing) = self.closing.try_acquire() {
            linger(&mut reader).await;
        }
    }
}

/// Serves one player on standard input and output, as under socat or xinetd. Run it with [`block_on`](crate::block_on),
/// which does not wait for a blocked read of standard input.
///
/// # Errors
///
/// Fails if the options are invalid.
pub async fn serve_stdio(
    options: &ServeOptions,
    log: &Log,
    stop: &CancellationToken,
) -> Result<(), OptionsError> {
    serve_player(tokio::io::stdin(), tokio::io::stdout(), options, log, stop).await
}

/// Serves one player over any pair of streams. With a seed, [`ServeOptions::player`] determines which player's cubes these are.
///
/// # Errors
///
/// Fails if the options are invalid.
pub async fn serve_player<R: AsyncRead + Unpin, W: AsyncWrite + Unpin>(
    reader: R,
    writer: W,
    options: &ServeOptions,
    log: &Log,
    stop: &CancellationToken,
) -> Result<(), OptionsError> {
    options.check()?;
    let seed = options.seed.unwrap_or_else(rand::random);
    let player = Player { connection: options.player, peer: "stdio".into() };
    let journal = Journal::new(Arc::clone(log));
    Game::new(options, seed, player, &journal, stop, (reader, writer)).play().await;
    journal.finish().await;
    Ok(())
}

/// Returns the limit that an error is about.
fn limit_of(error: &ConnectionError) -> PlayerLimit {
    match error {
        ConnectionError::Full(_) => PlayerLimit::Players,
        ConnectionError::AddressFull { .. } | ConnectionError::NetworkFull { .. } => {
            PlayerLimit::PlayersPerAddress
        }
    }
}

/// Returns the message for a player who is rejected.
fn rejection(error: &ConnectionError) -> String {
    let places = match error {
        ConnectionError::Full(limit) => format!("{limit} places"),
        ConnectionError::AddressFull { limit, .. } => format!("{limit} places for your address"),
        ConnectionError::NetworkFull { limit, .. } => format!("{limit} places for your network"),
    };
    format!("{REJECTED} All {places} are in use; try again later.\n")
}
