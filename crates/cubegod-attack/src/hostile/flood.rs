//! Valid requests, as fast as the server reads them.

use super::Attacker;
use crate::connection::discard;
use crate::wire::cheap_request;
use std::io;

pub(super) async fn attack(attacker: &Attacker) -> io::Result<()> {
    let requests = cheap_request(&attacker.target).repeat(100);
    repeat(attacker, &requests).await
}

/// Sends bytes again and again without waiting for answers, which are read and discarded. Ends when the server closes the
/// connection, as the challenge does after a wrong answer.
pub(super) async fn repeat(attacker: &Attacker, bytes: &[u8]) -> io::Result<()> {
    let (reader, mut writer) = attacker.connect().await?.into_split();
    let sending = async { while attacker.send(&mut writer, bytes).await.is_ok() {} };
    tokio::select! {
        () = discard(reader) => {}
        () = sending => {}
    }
    Ok(())
}
