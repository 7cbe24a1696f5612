//! Connections that are opened, and closed again without a request.

use super::Attacker;
use crate::connection::discard;
use rand::RngExt;
use std::io;
use std::time::Duration;
use tokio::time::timeout;

/// The longest time for which a connection is open.
const LONGEST: Duration = Duration::from_secs(2);

pub(super) async fn attack(attacker: &Attacker) -> io::Result<()> {
    let stream = attacker.connect().await?;
    let time = LONGEST.mul_f64(rand::rng().random_range(0.0..1.0));
    // The server may close it before.
    let _ = timeout(time, discard(stream)).await;
    Ok(())
}
