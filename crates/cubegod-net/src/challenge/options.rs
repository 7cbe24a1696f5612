//! The rules of a challenge and the limits of its server.

use super::usual_move_limit;
use crate::listener::LINGER;
use cubegod::Size;
use std::ops::RangeInclusive;
use std::time::Duration;

/// The rules of a challenge and the limits of its server.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ServeOptions {
    /// How many cubes a player has to solve.
    pub rounds: usize,
    /// The time for each answer, counted from the prompt; at most a day.
    pub time_limit: Duration,
    /// The most moves of an answer; unless given, 11 for the 2x2 and 30 for the 3x3.
    pub move_limit: Option<usize>,
    /// How many faces are not shown, 0 to 3. From two on several cubes may fit what is shown: the answer must solve the
    /// real one, and a player that cannot tell it has to guess.
    pub hidden_faces: usize,
    /// How many random moves scramble a cube.
    pub scramble: RangeInclusive<usize>,
    /// The size of the cubes: 2x2 or 3x3.
    pub puzzle: Size,
    /// What a player gets who solves them all.
    pub flag: String,
    /// Makes the cubes of the first, second, … player the same as in every other run with this seed.
    pub seed: Option<u64>,
    /// The most players at once; more are told so and sent away.
    pub players: usize,
    /// The most bytes of an answer.
    pub line_limit: usize,
    /// How long a player may leave what it was sent unread.
    pub write_limit: Duration,
    /// How long running rounds may take to end after the stop; never less than a round may take by its other limits.
    pub grace: Duration,
}

impl Default for ServeOptions {
    fn default() -> ServeOptions {
        ServeOptions {
            rounds: 100,
            time_limit: Duration::from_secs(1),
            move_limit: None,
            hidden_faces: 1,
            scramble: 114..=514,
            puzzle: Size::TWO,
            flag: "flag{every_cube_is_at_most_eleven_moves_away}".into(),
            seed: None,
            players: 1000,
            line_limit: 4096,
            write_limit: Duration::from_secs(5),
            grace: Duration::from_secs(5),
        }
    }
}

/// Options that make no game.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum OptionsError {
    /// No rounds at all.
    #[error("a game of 0 rounds gives its flag away; expected at least 1")]
    NoRounds,
    /// Nobody to play.
    #[error("a server for 0 players turns everybody away; expected at least 1")]
    NoPlayers,
    /// So much time that a stop would never come to its end.
    #[error(
        "a time limit of {} seconds is too long; expected at most {}, which is a day",
        found.as_secs_f64(), ServeOptions::LONGEST_TIME.as_secs()
    )]
    LongTime {
        /// The time limit.
        found: Duration,
    },
    /// Too little to be seen.
    #[error("{found} hidden faces leave too little to be seen; expected 0 to 3")]
    HiddenFaces {
        /// How many were to be hidden.
        found: usize,
    },
    /// A cube that is not played with.
    #[error("a {found} cube is not played with; expected 2x2 or 3x3")]
    Puzzle {
        /// Its size.
        found: Size,
    },
    /// An upside-down range.
    #[error("no scramble has {least} to {most} moves; expected the smaller number first")]
    Scramble {
        /// The first number.
        least: usize,
        /// The last.
        most: usize,
    },
    /// So many moves that one round would keep others waiting.
    #[error("a scramble of {found} moves is too long; expected at most {}", ServeOptions::LONGEST_SCRAMBLE)]
    LongScramble {
        /// The most moves.
        found: usize,
    },
}

impl ServeOptions {
    /// The longest scramble: it takes about a millisecond.
    pub const LONGEST_SCRAMBLE: usize = 100_000;

    /// The longest time limit: a day.
    pub const LONGEST_TIME: Duration = Duration::from_secs(24 * 60 * 60);

    /// The longest that a stop waits for running rounds: for the cube to be taken, for the answer, for the verdict to be
    /// taken, and for the end of the connection.
    pub(super) fn longest_stop(&self) -> Duration {
        let writes = self.write_limit.saturating_mul(2);
        self.grace.max(self.time_limit.saturating_add(writes).saturating_add(LINGER))
    }

    /// The most moves of an answer.
    pub fn moves(&self) -> usize {
        self.move_limit.unwrap_or_else(|| usual_move_limit(self.puzzle))
    }

    /// Whether this makes a game.
    pub fn check(&self) -> Result<(), OptionsError> {
        let (least, most) = (*self.scramble.start(), *self.scramble.end());
        match self {
            ServeOptions { rounds: 0, .. } => Err(OptionsError::NoRounds),
            ServeOptions { players: 0, .. } => Err(OptionsError::NoPlayers),
            &ServeOptions { time_limit: found, .. } if found > ServeOptions::LONGEST_TIME => {
                Err(OptionsError::LongTime { found })
            }
            &ServeOptions { hidden_faces: found @ 4.., .. } => Err(OptionsError::HiddenFaces { found }),
            &ServeOptions { puzzle: found, .. } if found != Size::TWO && found != Size::THREE => {
                Err(OptionsError::Puzzle { found })
            }
            _ if least > most => Err(OptionsError::Scramble { least, most }),
            _ if most > ServeOptions::LONGEST_SCRAMBLE => Err(OptionsError::LongScramble { found: most }),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_make_no_game_are_refused_with_what_would() {
        let message = |options: ServeOptions| options.check().unwrap_err().to_string();
        let usual = ServeOptions::default;
        assert_eq!(usual().check(), Ok(()));
        assert_eq!((usual().moves(), ServeOptions { puzzle: Size::THREE, ..usual() }.moves()), (11, 30));
        assert!(message(ServeOptions { rounds: 0, ..usual() }).contains("at least 1"));
        assert!(message(ServeOptions { players: 0, ..usual() }).contains("at least 1"));
        let long = ServeOptions { time_limit: Duration::from_secs(86_401), ..usual() };
        assert_eq!(
            message(long),
            "a time limit of 86401 seconds is too long; expected at most 86400, which is a day"
        );
        assert!(message(ServeOptions { time_limit: Duration::MAX, ..usual() }).contains("at most 86400"));
        assert_eq!(ServeOptions { time_limit: ServeOptions::LONGEST_TIME, ..usual() }.check(), Ok(()));
        assert!(message(ServeOptions { hidden_faces: 4, ..usual() }).contains("0 to 3"));
        assert!(message(ServeOptions { puzzle: Size::MAX, ..usual() }).contains("2x2 or 3x3"));
        assert!(message(ServeOptions { scramble: 114..=513_000, ..usual() }).contains("at most 100000"));
        #[allow(clippy::reversed_empty_ranges)]
        let upside_down = message(ServeOptions { scramble: 5..=4, ..usual() });
        assert_eq!(upside_down, "no scramble has 5 to 4 moves; expected the smaller number first");
    }

    #[test]
    fn a_stop_gives_every_round_the_time_it_may_take_and_no_limit_is_too_long_to_add() {
        let seconds = Duration::from_secs;
        let options = |time, write, grace| ServeOptions {
            time_limit: time,
            write_limit: write,
            grace,
            ..ServeOptions::default()
        };
        assert_eq!(options(seconds(60), seconds(5), seconds(5)).longest_stop(), seconds(70) + LINGER);
        assert_eq!(options(seconds(60), seconds(5), seconds(99)).longest_stop(), seconds(99));
        assert_eq!(options(seconds(60), Duration::MAX, Duration::ZERO).longest_stop(), Duration::MAX);
    }
}
