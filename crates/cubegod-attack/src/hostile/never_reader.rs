//! Valid requests whose answers are never read.

use super::Attacker;
use crate::wire::cheap_request;
use std::io;

pub(super) async fn attack(attacker: &Attacker) -> io::Result<()> {
    let mut stream = attacker.connect().await?;
    let requests = cheap_request(&attacker.target).repeat(100);
    loop {
        attacker.send(&mut stream, &requests).await?;
    }
}
