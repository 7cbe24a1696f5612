//! The challenge's server.

use super::REJECTED;
use super::event::{Event, Log};
use super::game::{Game, Player};
use super::journal::Journal;
use super::options::{OptionsError, ServeOptions};
use crate::listener::linger;
use std::io::Write;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
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
    let seed = options.seed.unwrap_or_else(rand::random);
    let options = Arc::new(options);
    let journal = Arc::new(Journal::new(log));
    let mut players = JoinSet::new();
    let mut connection = 0;
    loop {
        tokio::select! {
            biased;
            () = stop.cancelled() => break,
            Some(_) = players.join_next() => {}
            accepted = listener.accept() => match accepted {
                Ok((stream, peer)) if players.len() >= options.players => reject(stream, peer, &options, &journal),
                Ok((stream, peer)) => {
                    connection += 1;
                    let player = Player { connection, peer: peer.to_string() };
                    let (options, journal, stop) = (Arc::clone(&options), Arc::clone(&journal), stop.clone());
                    players.spawn(async move { play_tcp(stream, &options, seed, player, &journal, &stop).await });
                }
                Err(error) => {
                    journal.record(Event::Refused { reason: error.to_string() });
                    // Most likely the process is out of file descriptors; closing connections frees some.
                    sleep(Duration::from_millis(50)).await;
                }
            },
        }
    }
    drop(listener);
    let _ = timeout(options.stop_limit(), async { while players.join_next().await.is_some() {} }).await;
    players.shutdown().await;
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

/// Serves one player over any pair of streams.
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
    let player = Player { connection: 1, peer: "stdio".into() };
    let journal = Journal::new(Arc::clone(log));
    Game::new(options, seed, player, &journal, stop, (reader, writer)).play().await;
    journal.finish().await;
    Ok(())
}

async fn play_tcp(
    stream: TcpStream,
    options: &ServeOptions,
    seed: u64,
    player: Player,
    journal: &Journal,
    stop: &CancellationToken,
) {
    // Messages are short, and players wait for them.
    let _ = stream.set_nodelay(true);
    let mut reader = Game::new(options, seed, player, journal, stop, stream.into_split()).play().await;
    linger(&mut reader).await;
}

/// Rejects a connection with one line. The send buffer of a new connection has room for it, so this does not block.
fn reject(stream: TcpStream, peer: SocketAddr, options: &ServeOptions, journal: &Journal) {
    let text = format!("{REJECTED} All {} places are in use; try again later.\n", options.players);
    let _ = stream.into_std().and_then(|mut stream| stream.write_all(text.as_bytes()));
    journal.record(Event::Full { peer: peer.to_string() });
}
