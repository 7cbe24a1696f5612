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

/// Serves every player that comes to a TCP listener until it is stopped: then nobody is let in any more, running rounds
/// end within their limits, and the games with them.
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
                Ok((stream, peer)) if players.len() >= options.players => turn_away(stream, peer, &options, &journal),
                Ok((stream, peer)) => {
                    connection += 1;
                    let player = Player { connection, peer: peer.to_string() };
                    let (options, journal, stop) = (Arc::clone(&options), Arc::clone(&journal), stop.clone());
                    players.spawn(async move { play_tcp(stream, &options, seed, player, &journal, &stop).await });
                }
                Err(error) => {
                    journal.tell(Event::Refused { reason: error.to_string() });
                    // Out of descriptors, most likely: some will be free again.
                    sleep(Duration::from_millis(50)).await;
                }
            },
        }
    }
    drop(listener);
    let _ = timeout(options.longest_stop(), async { while players.join_next().await.is_some() {} }).await;
    players.shutdown().await;
    if let Some(journal) = Arc::into_inner(journal) {
        journal.finish().await;
    }
    Ok(())
}

/// Serves one player on standard input and output, as under socat or xinetd; for [`block_on`](crate::block_on), which does
/// not wait for input that nobody reads any more.
pub async fn serve_stdio(
    options: &ServeOptions,
    log: &Log,
    stop: &CancellationToken,
) -> Result<(), OptionsError> {
    serve_player(tokio::io::stdin(), tokio::io::stdout(), options, log, stop).await
}

/// Serves one player over any pair of streams.
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
    // Rounds are short and waited for.
    let _ = stream.set_nodelay(true);
    let mut reader = Game::new(options, seed, player, journal, stop, stream.into_split()).play().await;
    linger(&mut reader).await;
}

/// Tells somebody that there is no room; a new connection always has room for one line, so nobody waits.
fn turn_away(stream: TcpStream, peer: SocketAddr, options: &ServeOptions, journal: &Journal) {
    let text = format!("{REJECTED} All {} places are taken; please come back later.\n", options.players);
    let _ = stream.into_std().and_then(|mut stream| stream.write_all(text.as_bytes()));
    journal.tell(Event::Full { peer: peer.to_string() });
}
