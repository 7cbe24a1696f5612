//! Events of a server, for its log.

use serde::Serialize;
use std::sync::Arc;

/// Receives the events in order, on its own thread. If it is slow, events are dropped ([`Event::Missed`]), so that no
/// player waits for it.
pub type Log = Arc<dyn Fn(&Event) + Send + Sync>;

/// An event of a server. In JSON it is an object with the field `event` and the fields below.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A player connected.
    Connected {
        /// The number of the player, from 1, in the order of connection.
        connection: u64,
        /// The address of the player, or `stdio`.
        peer: String,
    },
    /// A round ended.
    Round {
        /// The number of the player.
        connection: u64,
        /// The address of the player.
        peer: String,
        /// The number of the round, from 1.
        round: usize,
        /// The result.
        #[serde(flatten)]
        outcome: Outcome,
        /// The time from the prompt to the answer.
        milliseconds: f64,
        /// The number of moves, if the answer could be read.
        moves: Option<usize>,
    },
    /// A game ended.
    GameEnded {
        /// The number of the player.
        connection: u64,
        /// The address of the player.
        peer: String,
        /// The number of rounds won.
        rounds: usize,
        /// Whether the player received the flag.
        flag: bool,
    },
    /// Connections were rejected because there were as many players as a limit allows. There is at most one such event a second
    /// for each limit.
    Full {
        /// The address of the last of the clients.
        peer: String,
        /// The limit.
        limit: PlayerLimit,
        /// The number of connections.
        connections: u64,
    },
    /// Events were dropped here, because the log was too slow.
    Missed {
        /// The number of dropped events.
        events: u64,
    },
    /// A connection could not be accepted; the server continues.
    AcceptFailed {
        /// The reason.
        reason: String,
    },
}

/// A limit of the number of players at once.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum PlayerLimit {
    /// Of all players.
    Players,
    /// Of the players from one address, or from one network.
    PlayersPerAddress,
}

/// The result of a round.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum Outcome {
    /// The answer was right.
    Accepted,
    /// The answer was wrong or late.
    Rejected {
        /// The reason, as sent to the player.
        reason: String,
    },
    /// The player disconnected, or did not read what it was sent.
    #[serde(rename = "left")]
    Disconnected,
}

impl Event {
    /// Returns the event as one line of JSON, without the line feed.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("an event is strings and numbers")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_event_is_one_line_of_json() {
        let event = Event::Round {
            connection: 3,
            peer: "127.0.0.1:4000".into(),
            round: 7,
            outcome: Outcome::Rejected { reason: "too\nlate".into() },
            milliseconds: 1000.5,
            moves: None,
        };
        assert_eq!(
            event.to_json(),
            r#"{"event":"round","connection":3,"peer":"127.0.0.1:4000","round":7,"outcome":"rejected","reason":"too\nlate","milliseconds":1000.5,"moves":null}"#
        );
    }

    #[test]
    fn the_json_names_of_events_and_outcomes_are_stable() {
        let peer = || "stdio".to_owned();
        let left = Event::Round {
            connection: 1,
            peer: peer(),
            round: 1,
            outcome: Outcome::Disconnected,
            milliseconds: 1.0,
            moves: None,
        };
        for (event, expected) in [
            (Event::Connected { connection: 1, peer: peer() }, r#"{"event":"connected","#),
            (
                Event::GameEnded { connection: 1, peer: peer(), rounds: 0, flag: false },
                r#"{"event":"game-ended","#,
            ),
            (
                Event::Full { peer: peer(), limit: PlayerLimit::PlayersPerAddress, connections: 3 },
                r#"{"event":"full","peer":"stdio","limit":"players-per-address","connections":3}"#,
            ),
            (Event::Missed { events: 2 }, r#"{"event":"missed","#),
            (Event::AcceptFailed { reason: String::new() }, r#"{"event":"accept-failed","#),
            (left, r#"{"event":"round","connection":1,"peer":"stdio","round":1,"outcome":"left","#),
        ] {
            assert!(event.to_json().starts_with(expected), "{}", event.to_json());
        }
    }
}
