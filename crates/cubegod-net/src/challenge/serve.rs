//! The challenge's server.

use super::REJECTED;
use super::event::{Event, Log, PlayerLimit};
use super::game::{Game, Player};
use super::journal::Journal;
use super::options::{OptionsError, ServeOptions};
use super::rejections::Rejections;
use crate::connections::{ConnectionError, ConnectionPermit, Connections};
use crate::listener::{Admission, MAX_CLOSING, accept_until_stopped, close_with, linger, raise_file_limit};
use crate::proxy::{ProxyHeaderError, admit_client};
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
        closing: Semaphore::new(MAX_CLOSING),
        stop: stop.clone(),
    });
    let rejections = Rejections::default();
    let admit = |(stream, peer): (TcpStream, SocketAddr)| match connections.admit(peer.ip().into()) {
        Ok(permit) => {
            // Messages are short, and players wait for them.
            let _ = stream.set_nodelay(true);
            Admission::Serve(match server.options.trusted_proxies.contains(peer.ip()) {
                true => Either::Left(Arc::clone(&server).serve_proxied(stream, peer.ip(), permit)),
                false => {
                    let player = server.next_player(peer.to_string());
                    Either::Right(Arc::clone(&server).serve(stream, player, permit, Vec::new()))
                }
            })
        }
        Err(error) => {
            rejections.record(peer.to_string(), limit_of(&error), Instant::now(), &server.journal);
            Admission::Reject(reject(stream, error))
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
    rejections.finish(&server.journal);
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
    closing: Semaphore,
    stop: CancellationToken,
}

impl Server {
    /// Returns the next player.
    fn next_player(&self, peer: String) -> Player {
        Player { connection: self.players.fetch_add(1, Ordering::Relaxed) + 1, peer }
    }

    /// Serves a player over a trusted proxy, which names the player first.
    async fn serve_proxied(
        self: Arc<Server>,
        mut stream: TcpStream,
        proxy: IpAddr,
        permit: ConnectionPermit,
    ) {
        let admitted = tokio::select! {
            admitted = admit_client(&mut stream, proxy, &permit) => admitted,
            () = self.stop.cancelled() => return,
            () = permit.evicted().cancelled() => return,
        };
        match admitted {
            Ok((client, rest)) => {
                let player = self.next_player(client.to_string());
                self.serve(stream, player, permit, rest).await;
            }
            Err(ProxyHeaderError::Rejected(error)) => reject(stream, error).await,
            Err(error) => close_with(&mut stream, format!("{REJECTED} {error}.\n").as_bytes()).await,
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
        // A game is never closed for another one.
        permit.set_idle(false);
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

/// Rejects a player and closes the connection.
async fn reject(mut stream: TcpStream, error: ConnectionError) {
    let places = match error {
        ConnectionError::Full(limit) => format!("{limit} places"),
        ConnectionError::AddressFull { limit, .. } => format!("{limit} places for your address"),
        ConnectionError::NetworkFull { limit, .. } => format!("{limit} places for your network"),
    };
    let line = format!("{REJECTED} All {places} are in use; try again later.\n");
    close_with(&mut stream, line.as_bytes()).await;
}
