//! Hostile clients: what they do, and how many of them.

mod big_convert;
mod churn;
mod disconnects;
mod expensive_view;
mod flood;
mod garbage;
mod idle;
mod impossible;
mod left_out_faces;
mod long_line;
mod move_bomb;
mod never_reader;
mod optimal;
mod slow_reader;
mod slow_writer;
mod unread_responses;

use crate::connection::{connect, hostile_address};
use crate::limits::lower_priority;
use crate::target::{ServerKind, Target};
use serde::Serialize;
use std::fmt;
use std::io;
use std::net::Ipv4Addr;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tokio::io::{AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::runtime::Runtime;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

/// What hostile clients do.
#[derive(Copy, Clone, Debug, Eq, Hash, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scenario {
    /// There are none: the figures to compare with.
    None,
    /// They send random bytes.
    Garbage,
    /// They send valid requests without a pause.
    Flood,
    /// They send requests and read the answers one byte at a time.
    SlowReader,
    /// They send a request one byte at a time.
    SlowWriter,
    /// They send requests without a pause and read no answer.
    NeverReader,
    /// They send 300 requests with long responses from one address and read none of them.
    UnreadResponses,
    /// They connect, send half of a request, and disconnect.
    Disconnects,
    /// They send short texts that stand for a million moves.
    MoveBomb,
    /// They send cubes with so many hidden stickers that counting is expensive.
    ExpensiveView,
    /// They send cubes of which most faces are left out, which is as expensive.
    LeftOutFaces,
    /// They send impossible cubes, whose smallest repair is expensive.
    Impossible,
    /// They send lines, or bodies, of 100 MB.
    LongLine,
    /// They open 1,100 connections from one address and send nothing.
    IdleOneAddress,
    /// They open 4,200 connections from 42 addresses and send nothing.
    IdleManyAddresses,
    /// They open connections from 4,200 addresses again and again and send nothing.
    Churn,
    /// They request optimal solutions from two addresses, while some honest clients send searches of half a second.
    Optimal,
    /// They convert a 32x32x32 after a million moves.
    BigConvert,
}

impl Scenario {
    /// All scenarios.
    pub const ALL: [Scenario; 18] = [
        Scenario::None,
        Scenario::Garbage,
        Scenario::Flood,
        Scenario::SlowReader,
        Scenario::SlowWriter,
        Scenario::NeverReader,
        Scenario::UnreadResponses,
        Scenario::Disconnects,
        Scenario::MoveBomb,
        Scenario::ExpensiveView,
        Scenario::LeftOutFaces,
        Scenario::Impossible,
        Scenario::LongLine,
        Scenario::IdleOneAddress,
        Scenario::IdleManyAddresses,
        Scenario::Churn,
        Scenario::Optimal,
        Scenario::BigConvert,
    ];

    /// Returns the name, as on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Scenario::None => "none",
            Scenario::Garbage => "garbage",
            Scenario::Flood => "flood",
            Scenario::SlowReader => "slow-reader",
            Scenario::SlowWriter => "slow-writer",
            Scenario::NeverReader => "never-reader",
            Scenario::UnreadResponses => "unread-responses",
            Scenario::Disconnects => "disconnects",
            Scenario::MoveBomb => "move-bomb",
            Scenario::ExpensiveView => "expensive-view",
            Scenario::LeftOutFaces => "left-out-faces",
            Scenario::Impossible => "impossible",
            Scenario::LongLine => "long-line",
            Scenario::IdleOneAddress => "idle-one-address",
            Scenario::IdleManyAddresses => "idle-many-addresses",
            Scenario::Churn => "churn",
            Scenario::Optimal => "optimal",
            Scenario::BigConvert => "big-convert",
        }
    }

    /// Returns whether a kind of server has something to attack in this way.
    pub fn applies_to(self, kind: ServerKind) -> bool {
        match self {
            Scenario::Optimal | Scenario::BigConvert | Scenario::UnreadResponses => kind == ServerKind::Http,
            Scenario::MoveBomb | Scenario::ExpensiveView | Scenario::LeftOutFaces | Scenario::Impossible => {
                kind != ServerKind::Challenge
            }
            // Players from many addresses may take all places of a challenge, for as long as a game lasts.
            Scenario::IdleManyAddresses | Scenario::Churn => kind != ServerKind::Challenge,
            _ => true,
        }
    }

    /// Returns the number of clients, if `usual` is the number where it does not matter: a hundred in an attack of full size.
    fn clients(self, usual: usize) -> usize {
        match self {
            Scenario::None => 0,
            Scenario::UnreadResponses => 3 * usual,
            Scenario::IdleOneAddress => 11 * usual,
            Scenario::IdleManyAddresses | Scenario::Churn => 42 * usual,
            Scenario::Optimal => PROOFS,
            _ => usual,
        }
    }

    /// Returns the source address of a client.
    fn source(self, client: usize) -> Ipv4Addr {
        match self {
            Scenario::IdleOneAddress | Scenario::UnreadResponses => hostile_address(0),
            Scenario::IdleManyAddresses => hostile_address(client % 42),
            Scenario::Optimal => hostile_address(client % 2),
            _ => hostile_address(client),
        }
    }

    /// Waits until the server has loaded what it keeps after the first request of this kind.
    pub(crate) async fn prepare(self, target: &Target) -> io::Result<()> {
        match self {
            Scenario::Optimal => optimal::prepare(target).await,
            _ => Ok(()),
        }
    }

    /// Attacks once, or until the server ends it.
    async fn attack(self, attacker: &Attacker) -> io::Result<()> {
        match self {
            Scenario::None => Ok(()),
            Scenario::Garbage => garbage::attack(attacker).await,
            Scenario::Flood => flood::attack(attacker).await,
            Scenario::SlowReader => slow_reader::attack(attacker).await,
            Scenario::SlowWriter => slow_writer::attack(attacker).await,
            Scenario::NeverReader => never_reader::attack(attacker).await,
            Scenario::UnreadResponses => unread_responses::attack(attacker).await,
            Scenario::Disconnects => disconnects::attack(attacker).await,
            Scenario::MoveBomb => move_bomb::attack(attacker).await,
            Scenario::ExpensiveView => expensive_view::attack(attacker).await,
            Scenario::LeftOutFaces => left_out_faces::attack(attacker).await,
            Scenario::Impossible => impossible::attack(attacker).await,
            Scenario::LongLine => long_line::attack(attacker).await,
            Scenario::IdleOneAddress | Scenario::IdleManyAddresses => idle::attack(attacker).await,
            Scenario::Churn => churn::attack(attacker).await,
            Scenario::Optimal => optimal::attack(attacker).await,
            Scenario::BigConvert => big_convert::attack(attacker).await,
        }
    }
}

impl fmt::Display for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Text that is not the name of a scenario.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("`{name}` is not a scenario; expected one of {}", Scenario::ALL.map(Scenario::name).join(", "))]
pub struct UnknownScenario {
    name: String,
}

impl FromStr for Scenario {
    type Err = UnknownScenario;

    fn from_str(text: &str) -> Result<Scenario, UnknownScenario> {
        let found = Scenario::ALL.into_iter().find(|scenario| scenario.name() == text);
        found.ok_or_else(|| UnknownScenario { name: text.to_owned() })
    }
}

/// The number of clients that request optimal solutions.
const PROOFS: usize = 8;

/// What hostile clients did.
#[derive(Debug, Default)]
pub(crate) struct Activity {
    pub(crate) connections: AtomicU64,
    pub(crate) bytes: AtomicU64,
}

/// One hostile client.
pub(crate) struct Attacker {
    target: Target,
    number: usize,
    source: Ipv4Addr,
    activity: Arc<Activity>,
}

impl Attacker {
    async fn connect(&self) -> io::Result<TcpStream> {
        let stream = connect(&self.target, self.source).await?;
        self.activity.connections.fetch_add(1, Ordering::Relaxed);
        Ok(stream)
    }

    async fn send(&self, writer: &mut (impl AsyncWrite + Unpin), bytes: &[u8]) -> io::Result<()> {
        // In chunks, so that what was sent is counted even if the rest never is.
        for chunk in bytes.chunks(64 * 1024) {
            writer.write_all(chunk).await?;
            self.activity.bytes.fetch_add(chunk.len() as u64, Ordering::Relaxed);
        }
        Ok(())
    }
}

/// The pause of a client whose attack ended, so that refused connections do not keep a core busy.
const PAUSE: Duration = Duration::from_millis(20);

/// Running hostile clients. They stop when this is dropped.
pub(crate) struct Hostile {
    runtime: Option<Runtime>,
    activity: Arc<Activity>,
}

impl Hostile {
    /// Starts the clients of these scenarios, `clients` for each that has no number of its own. They run on a thread of low
    /// priority, so that what they compute does not delay honest clients.
    pub(crate) fn start(
        scenarios: &[Scenario],
        target: Target,
        clients: usize,
        end: Instant,
    ) -> io::Result<Hostile> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .on_thread_start(lower_priority)
            .enable_all()
            .build()?;
        let activity = Arc::new(Activity::default());
        for &scenario in scenarios.iter().filter(|scenario| scenario.applies_to(target.kind())) {
            let mut attackers = JoinSet::new();
            for number in 0..scenario.clients(clients) {
                let source = scenario.source(number);
                let attacker = Attacker { target, number, source, activity: Arc::clone(&activity) };
                attackers.spawn_on(
                    async move {
                        while Instant::now() < end {
                            let _ = scenario.attack(&attacker).await;
                            sleep(PAUSE).await;
                        }
                    },
                    runtime.handle(),
                );
            }
            // Whatever they are doing, they are aborted at the end.
            runtime.spawn(async move {
                sleep_until(end).await;
                attackers.shutdown().await;
            });
        }
        Ok(Hostile { runtime: Some(runtime), activity })
    }

    /// Disconnects all clients and returns the number of connections that they made and of bytes that they sent.
    pub(crate) fn stop(mut self) -> (u64, u64) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
        (self.activity.connections.load(Ordering::Relaxed), self.activity.bytes.load(Ordering::Relaxed))
    }
}

impl Drop for Hostile {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_scenario_has_a_name_and_a_server() {
        for scenario in Scenario::ALL {
            assert_eq!(scenario.name().parse(), Ok(scenario));
            assert!(ServerKind::ALL.into_iter().any(|kind| scenario.applies_to(kind)), "{scenario}");
        }
        let error = "nothing".parse::<Scenario>().unwrap_err().to_string();
        assert!(error.starts_with("`nothing` is not a scenario; expected one of none, garbage, "), "{error}");
    }
}
