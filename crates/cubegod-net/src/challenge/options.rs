//! The rules of a challenge and the limits of its server.

use super::default_move_limit;
use crate::address::TrustedProxies;
use crate::connections::ConnectionOptions;
use crate::listener::LINGER;
use cubegod::Size;
use std::ops::RangeInclusive;
use std::time::Duration;

/// The rules of a challenge and the limits of its server.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ServeOptions {
    /// The number of cubes to solve.
    pub rounds: usize,
    /// The time limit per answer, from the prompt; at most a day.
    pub time_limit: Duration,
    /// The maximum number of moves of an answer; by default 11 for the 2x2 and 30 for the 3x3.
    pub move_limit: Option<usize>,
    /// The number of hidden faces, 0 to 3. With two or more several cubes may fit what is shown; the answer must solve
    /// the scrambled one, so the player has to guess.
    pub hidden_faces: usize,
    /// The number of random moves of a scramble.
    pub scramble: RangeInclusive<usize>,
    /// The size of the cubes: 2x2 or 3x3.
    pub puzzle: Size,
    /// The text sent to a player who solves all cubes.
    pub flag: String,
    /// The seed; runs with the same seed give the first, second, … player the same cubes.
    pub seed: Option<u64>,
    /// The number of the player that [`serve_player`](super::serve_player) and [`serve_stdio`](super::serve_stdio) serve,
    /// from 1. A server of many players numbers them itself.
    pub player: u64,
    /// The maximum number of players at once; further connections are rejected.
    pub players: usize,
    /// The maximum number of players at once from one address, or from one /64 network of IPv6; by default a tenth of
    /// [`players`](ServeOptions::players). A /48 network may have a quarter.
    pub players_per_address: Option<usize>,
    /// The proxies that are trusted to name the addresses of their clients, in a header of the PROXY protocol.
    pub trusted_proxies: TrustedProxies,
    /// The maximum length of an answer in bytes.
    pub line_limit: usize,
    /// The time limit for a player to read what it was sent.
    pub write_limit: Duration,
    /// How long running rounds may continue after the stop; at least as long as the other limits allow a round.
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
            player: 1,
            players: 1000,
            players_per_address: None,
            trusted_proxies: TrustedProxies::default(),
            line_limit: 4096,
            write_limit: Duration::from_secs(5),
            grace: Duration::from_secs(5),
        }
    }
}

/// The error for options that are invalid.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum OptionsError {
    /// There are no rounds.
    #[error("0 rounds are too few; expected at least 1")]
    NoRounds,
    /// No player is allowed.
    #[error("0 players are too few; expected at least 1")]
    NoPlayers,
    /// No player is allowed from any address.
    #[error("0 players per address are too few; expected at least 1")]
    NoPlayersPerAddress,
    /// Players are numbered from 1.
    #[error("there is no player 0; expected at least 1")]
    PlayerZero,
    /// The time limit is so long that a stop would never finish.
    #[error(
        "a time limit of {} seconds is too long; expected at most {}, which is a day",
        found.as_secs_f64(), ServeOptions::LONGEST_TIME.as_secs()
    )]
    LongTime {
        /// The time limit.
        found: Duration,
    },
    /// Too many faces are hidden.
    #[error("{found} hidden faces are too many; expected 0 to 3")]
    HiddenFaces {
        /// The number of hidden faces.
        found: usize,
    },
    /// The size is not supported.
    #[error("the challenge has no {found} cube; expected 2x2 or 3x3")]
    Puzzle {
        /// The size.
        found: Size,
    },
    /// The range of scramble lengths is reversed.
    #[error("no scramble has {least} to {most} moves; expected the smaller number first")]
    Scramble {
        /// The first number.
        least: usize,
        /// The last number.
        most: usize,
    },
    /// The scramble is so long that one round would delay others.
    #[error("a scramble of {found} moves is too long; expected at most {}", ServeOptions::LONGEST_SCRAMBLE)]
    LongScramble {
        /// The maximum number of moves.
        found: usize,
    },
}

impl ServeOptions {
    /// The longest scramble: it takes about a millisecond.
    pub const LONGEST_SCRAMBLE: usize = 100_000;

    /// The longest time limit: a day.
    pub const LONGEST_TIME: Duration = Duration::from_secs(24 * 60 * 60);

    /// Returns how long a stop waits for running rounds: to send the cube, to receive the answer, to send the verdict,
    /// and to close the connection.
    pub(super) fn stop_limit(&self) -> Duration {
        let writes = self.write_limit.saturating_mul(2);
        self.grace.max(self.time_limit.saturating_add(writes).saturating_add(LINGER))
    }

    /// Returns the maximum number of players from one address.
    pub fn players_per_address(&self) -> usize {
        self.players_per_address.unwrap_or_else(|| self.players.div_ceil(10))
    }

    /// Returns the limits on connections, each of which is a player.
    pub(super) fn connections(&self) -> ConnectionOptions {
        ConnectionOptions {
            per_address: self.players_per_address(),
            trusted_proxies: self.trusted_proxies.clone(),
            ..ConnectionOptions::new(self.players)
        }
    }

    /// Returns the maximum number of moves of an answer.
    pub fn moves(&self) -> usize {
        self.move_limit.unwrap_or_else(|| default_move_limit(self.puzzle))
    }

    /// Checks the options.
    ///
    /// # Errors
    ///
    /// Fails with the first option that is out of range.
    pub fn check(&self) -> Result<(), OptionsError> {
        let (least, most) = (*self.scramble.start(), *self.scramble.end());
        match self {
            ServeOptions { rounds: 0, .. } => Err(OptionsError::NoRounds),
            ServeOptions { players: 0, .. } => Err(OptionsError::NoPlayers),
            ServeOptions { players_per_address: Some(0), .. } => Err(OptionsError::NoPlayersPerAddress),
            ServeOptions { player: 0, .. } => Err(OptionsError::PlayerZero),
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
    fn invalid_options_are_errors_that_give_the_valid_range() {
        let message = |options: ServeOptions| options.check().unwrap_err().to_string();
        let default = ServeOptions::default;
        assert_eq!(default().check(), Ok(()));
        assert_eq!((default().moves(), ServeOptions { puzzle: Size::THREE, ..default() }.moves()), (11, 30));
        assert!(message(ServeOptions { rounds: 0, ..default() }).contains("at least 1"));
        assert!(message(ServeOptions { players: 0, ..default() }).contains("at least 1"));
        let no_place = ServeOptions { players_per_address: Some(0), ..default() };
        assert!(message(no_place).contains("per address are too few; expected at least 1"));
        assert!(message(ServeOptions { player: 0, ..default() }).contains("at least 1"));
        let long = ServeOptions { time_limit: Duration::from_secs(86_401), ..default() };
        assert_eq!(
            message(long),
            "a time limit of 86401 seconds is too long; expected at most 86400, which is a day"
        );
        assert!(message(ServeOptions { time_limit: Duration::MAX, ..default() }).contains("at most 86400"));
        assert_eq!(ServeOptions { time_limit: ServeOptions::LONGEST_TIME, ..default() }.check(), Ok(()));
        assert!(message(ServeOptions { hidden_faces: 4, ..default() }).contains("0 to 3"));
        assert!(message(ServeOptions { puzzle: Size::MAX, ..default() }).contains("2x2 or 3x3"));
        assert!(message(ServeOptions { scramble: 114..=513_000, ..default() }).contains("at most 100000"));
        #[allow(clippy::reversed_empty_ranges)]
        let reversed = message(ServeOptions { scramble: 5..=4, ..default() });
        assert_eq!(reversed, "no scramble has 5 to 4 moves; expected the smaller number first");
    }

    #[test]
    fn one_address_has_a_tenth_of_the_places_by_default() {
        let places = |players| ServeOptions { players, ..Default::default() }.players_per_address();
        assert_eq!([1, 2, 10, 11, 1000].map(places), [1, 1, 1, 2, 100]);
        let chosen = ServeOptions { players_per_address: Some(7), ..Default::default() };
        assert_eq!(chosen.players_per_address(), 7);
    }

    #[test]
    fn the_stop_limit_covers_a_whole_round_and_does_not_overflow() {
        let seconds = Duration::from_secs;
        let options = |time, write, grace| ServeOptions {
            time_limit: time,
            write_limit: write,
            grace,
            ..ServeOptions::default()
        };
        assert_eq!(options(seconds(60), seconds(5), seconds(5)).stop_limit(), seconds(70) + LINGER);
        assert_eq!(options(seconds(60), seconds(5), seconds(99)).stop_limit(), seconds(99));
        assert_eq!(options(seconds(60), Duration::MAX, Duration::ZERO).stop_limit(), Duration::MAX);
    }
}
