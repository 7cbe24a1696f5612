//! A connection on which nothing is sent.

use super::Attacker;
use crate::connection::discard;
use std::io;

pub(super) async fn attack(attacker: &Attacker) -> io::Result<()> {
    discard(attacker.connect().await?).await;
    Ok(())
}
