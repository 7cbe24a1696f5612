//! The challenge's server.

use super::REJECTED;
use super::event::{Event, Log, PlayerLimit};
use super::game::{Game, Player};
use super::journal::Journal;
use super::options::{OptionsError, ServeOptions};
use super::players::Players;
use crate::listener::{close_with, linger, raise_file_limit};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::tcp::OwnedReadHalf;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;

/// The maximum number of connections that are being closed, of rejected players and of ended games. Further ones are closed
/// at once, because waiting for room here would delay players.
const MAX_CLOSING: usize = 256;

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
    let options = Arc::new(options);
    let journal = Arc::new(Journal::new(log));
    let players = Players::new(options.players, options.players_per_address());
    let closing = Arc::new(Semaphore::new(MAX_CLOSING));
    let (mut games, mut rejections) = (JoinSet::new(), JoinSet::new());
    let mut connection = 0;
    loop {
        tokio::select! {
            biased;
            () = stop.cancelled() => break,
            Some(_) = games.join_next() => {}
            Some(_) = rejections.join_next() => {}
            accepted = listener.accept() => match accepted {
                Ok((mut stream, peer)) => match players.try_acquire(peer.ip().into()) {
                    Ok(permit) => {
                        connection += 1;
                        let player = Player { connection, peer: peer.to_string() };
                        let (options, journal, stop) = (Arc::clone(&options), Arc::clone(&journal), stop.clone());
                        let closing = Arc::clone(&closing);
                        games.spawn(async move {
                            let mut reader = play_tcp(stream, &options, seed, player, &journal, &stop).await;
                            // The game is over, so another player may come while the connection is being closed.
                            drop(permit);
                            if let Ok(_closing) = closing.try_acquire() {
                                linger(&mut reader).await;
                            }
                        });
                    }
                    Err(limit) => {
                        journal.record(Event::Full { peer: peer.to_string(), limit });
                        if let Ok(closing) = Arc::clone(&closing).try_acquire_owned() {
                            let line = rejection(limit, &options);
                            rejections.spawn(async move {
                                let _closing = closing;
                                close_with(&mut stream, line.as_bytes()).await;
                            });
                        }
                    }
                },
                Err(error) => {
                    journal.record(Event::AcceptFailed { reason: error.to_string() });
                    // Most likely the process is out of file descriptors; closing connections frees some.
                    sleep(Duration::from_millis(50)).await;
                }
            },
        }
    }
    drop(listener);
    let _ = timeout(options.stop_limit(), async { while games.join_next().await.is_some() {} }).await;
    games.shutdown().await;
    if let Some(journal) = Arc::into_inner(journal) {
        journal.finish().await;
    }
    Ok(())
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

/// Plays a game and returns the reader of its connection, through which the player may still be sending.
async fn play_tcp(
    stream: TcpStream,
    options: &ServeOptions,
    seed: u64,
    player: Player,
    journal: &Journal,
    stop: &CancellationToken,
) -> OwnedReadHalf {
    // Messages are short, and players wait for them.
    let _ = stream.set_nodelay(true);
    Game::new(options, seed, player, journal, stop, stream.into_split()).play().await
}

/// Returns the line that rejects a player.
fn rejection(limit: PlayerLimit, options: &ServeOptions) -> String {
    match limit {
        PlayerLimit::Players => {
            format!("{REJECTED} All {} places are in use; try again later.\n", options.players)
        }
        PlayerLimit::PlayersPerAddress => {
            let places = options.players_per_address();
            format!("{REJECTED} All {places} places for your address are in use; try again later.\n")
        }
    }
}
