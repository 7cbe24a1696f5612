//! What happens at a server, for its log.

use serde::Serialize;
use std::sync::Arc;

/// Is told what happens, one event after the other, on a thread of its own: when it is slow, events are missed
/// ([`Event::Missed`]), but no player waits for it.
pub type Log = Arc<dyn Fn(&Event) + Send + Sync>;

/// Something that happened. As JSON it is an object with the member `event` and those named here.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "event", rename_all = "kebab-case")]
pub enum Event {
    /// A player came.
    Came {
        /// Players are numbered in the order in which they come, from 1.
        connection: u64,
        /// Who: an address, or `stdio`.
        peer: String,
    },
    /// A round ended.
    Round {
        /// The player.
        connection: u64,
        /// Who.
        peer: String,
        /// Which round, from 1.
        round: usize,
        /// How it ended.
        #[serde(flatten)]
        outcome: Outcome,
        /// The time from the prompt to the answer.
        milliseconds: f64,
        /// How many moves the answer had, if it was one.
        moves: Option<usize>,
    },
    /// A player left or was sent away.
    Went {
        /// The player.
        connection: u64,
        /// Who.
        peer: String,
        /// How many rounds were won.
        rounds: usize,
        /// Whether it got the flag.
        flag: bool,
    },
    /// Somebody came who would have been one player too many.
    Full {
        /// Who.
        peer: String,
    },
    /// Here events are missing, because the log was too slow for them.
    Missed {
        /// How many.
        events: u64,
    },
    /// A connection could not be taken; the server goes on.
    Refused {
        /// Why.
        reason: String,
    },
}

/// How a round ended.
#[derive(Clone, Debug, Eq, PartialEq, Serialize)]
#[serde(tag = "outcome", rename_all = "kebab-case")]
pub enum Outcome {
    /// With a right answer.
    Accepted,
    /// With a wrong one, or none in time.
    Rejected {
        /// Why, as the player was told.
        reason: String,
    },
    /// The player went away, or left its messages unread.
    Left,
}

impl Event {
    /// The event as one line of JSON, without the line feed.
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
}
