//! Half of a request, and then a disconnection: an orderly one, or a reset with answers unread.

use super::Attacker;
use crate::wire::cheap_request;
use std::io;
use tokio::io::AsyncReadExt;

pub(super) async fn attack(attacker: &Attacker) -> io::Result<()> {
    let mut stream = attacker.connect().await?;
    let request = cheap_request(&attacker.target);
    if attacker.number.is_multiple_of(2) {
        attacker.send(&mut stream, &request[..request.len() / 2]).await?;
        return Ok(());
    }
    // The first byte of an answer is read and the rest is not, so that closing resets the connection.
    attacker.send(&mut stream, &request).await?;
    attacker.send(&mut stream, &request[..request.len() / 2]).await?;
    let _ = stream.read(&mut [0]).await?;
    Ok(())
}
