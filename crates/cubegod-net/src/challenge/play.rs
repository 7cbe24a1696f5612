//! Plays against any server that prints face blocks and prompts for a solution.

mod budget;
mod player;

use crate::engine::Engine;
use budget::RoundBudget;
use player::{GameEnd, Player};
use regex::Regex;
use std::fmt;
use std::future::{Future, poll_fn};
use std::io;
use std::pin::pin;
use std::process::Stdio;
use std::task::Poll;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::process::Command;
use tokio::time::timeout;

/// The server to play against.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Opponent {
    /// A server at `HOST:PORT`.
    Address(String),
    /// A program, run by `sh -c`, that serves on its standard input and output.
    Command(String),
}

/// Options of a player: the prompt, time limits, and the size of the transcript.
#[derive(Clone, Debug)]
pub struct PlayOptions {
    /// The pattern of the prompt line; by default a line with `Enter your solution`.
    pub prompt: Option<Regex>,
    /// The time limit for connecting.
    pub connect_limit: Duration,
    /// The time limit for the server to send something, or to read an answer.
    pub silence_limit: Duration,
    /// How long the server may be silent after the last round before the game counts as ended.
    pub closing_limit: Duration,
    /// The time limit of a round: from the last answer, or from the start, to the next prompt.
    pub round_limit: Duration,
    /// The maximum number of bytes that the server may send in a round.
    pub round_bytes: usize,
    /// The maximum number of rounds.
    pub rounds: usize,
    /// The maximum length of the transcript in bytes; only the end of a longer one is kept.
    pub transcript_limit: usize,
}

impl Default for PlayOptions {
    fn default() -> PlayOptions {
        PlayOptions {
            prompt: None,
            connect_limit: Duration::from_secs(10),
            silence_limit: Duration::from_secs(30),
            closing_limit: Duration::from_secs(2),
            round_limit: Duration::from_secs(300),
            round_bytes: 1024 * 1024,
            rounds: 10_000,
            transcript_limit: 1024 * 1024,
        }
    }
}

/// A round that was played.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RoundPlayed {
    /// The number of the round, from 1.
    pub round: usize,
    /// The number of rounds, if the server announced it.
    pub rounds: Option<usize>,
    /// The number of moves of the answer.
    pub moves: usize,
    /// The time from the prompt to the answer.
    pub answer_time: Duration,
    /// The time from the prompt to the server's verdict.
    pub total: Duration,
    /// Whether the server accepted the answer.
    pub accepted: bool,
    /// The number of cubes that fit what was shown, if the answer is a guess among several.
    pub guessed_of: Option<u128>,
}

/// A game that was won.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct GameWon {
    /// The number of rounds.
    pub rounds: usize,
    /// The server's output after the last round: the flag.
    pub final_output: String,
    /// All lines of the game, or the last of them; answers are marked `»`.
    pub transcript: String,
}

/// The error of a game that was not won.
#[derive(Debug, thiserror::Error)]
#[error("{failure}")]
pub struct PlayError {
    /// The cause.
    pub failure: PlayFailure,
    /// The number of rounds won before.
    pub rounds: usize,
    /// All lines of the game, or the last of them; answers are marked `»`.
    pub transcript: String,
}

/// The cause of a game that was not won.
#[derive(Debug, thiserror::Error)]
pub enum PlayFailure {
    /// No server accepts connections at the address.
    #[error("cannot connect to {address}: {error}; expected a server at HOST:PORT")]
    Connect {
        /// The address.
        address: String,
        /// The cause.
        error: io::Error,
    },
    /// The program could not be started.
    #[error("cannot run `{command}`: {error}")]
    Start {
        /// The program.
        command: String,
        /// The cause.
        error: io::Error,
    },
    /// An answer was rejected.
    #[error("the answer of round {round} was rejected: {reason}")]
    Rejected {
        /// The number of the round.
        round: usize,
        /// The line of the server.
        reason: String,
    },
    /// The server closed the connection before the end.
    #[error("the server closed the game after {rounds} rounds; its last line was `{last_line}`; {awaited}")]
    Closed {
        /// The number of rounds won.
        rounds: usize,
        /// The last line of the server.
        last_line: String,
        /// What the player was waiting for.
        awaited: Awaited,
    },
    /// The server sent nothing within the limit.
    #[error("the server was silent for {} seconds after {rounds} rounds; {awaited}", limit.as_secs_f64())]
    Silent {
        /// The number of rounds won.
        rounds: usize,
        /// The time limit.
        limit: Duration,
        /// What the player was waiting for.
        awaited: Awaited,
    },
    /// The server sent more than the limit in one round.
    #[error("the server sent more than {limit} bytes in round {round}; {awaited}")]
    TooMuchOutput {
        /// The number of the round.
        round: usize,
        /// The limit in bytes.
        limit: usize,
        /// What the player was waiting for.
        awaited: Awaited,
    },
    /// The server did not prompt within the time limit of a round, although it went on sending.
    #[error("the server sent output for {} seconds in round {round}; {awaited}", limit.as_secs_f64())]
    LongRound {
        /// The number of the round.
        round: usize,
        /// The time limit.
        limit: Duration,
        /// What the player was waiting for.
        awaited: Awaited,
    },
    /// The server continued the game beyond the maximum number of rounds.
    #[error("the game has more than {limit} rounds")]
    TooManyRounds {
        /// The maximum number of rounds.
        limit: usize,
    },
    /// The server did not read the answer within the limit.
    #[error("the answer of round {round} was left unread for {} seconds", limit.as_secs_f64())]
    Unread {
        /// The number of the round.
        round: usize,
        /// The time limit.
        limit: Duration,
    },
    /// What was shown is not a cube that can be solved.
    #[error("cannot answer the cube of round {round}: {reason}")]
    Unanswered {
        /// The number of the round.
        round: usize,
        /// The reason.
        reason: String,
    },
}

/// What a player is waiting for.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Awaited {
    /// Face blocks, and then the prompt.
    Faces {
        /// The pattern of the prompt line.
        prompt: String,
    },
    /// The prompt; face blocks were shown.
    Prompt {
        /// The pattern of the prompt line.
        prompt: String,
    },
    /// The verdict on an answer.
    Verdict,
}

impl fmt::Display for Awaited {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Awaited::Faces { prompt } => {
                write!(f, "waited for face blocks (`Face U:`) and then a line with `{prompt}`")
            }
            Awaited::Prompt { prompt } => {
                write!(f, "face blocks were shown; waited for a line with `{prompt}`")
            }
            Awaited::Verdict => f.write_str("waited for the verdict on an answer"),
        }
    }
}

/// How long a server that prompts before it shows the cube must be silent before it gets an answer.
const PAUSE: Duration = Duration::from_millis(200);

/// Plays a game to its end and calls `on_round` for every round as soon as the server has judged it.
///
/// # Errors
///
/// Fails if the server cannot be reached or if the game is not won; the error has the transcript so far.
pub async fn play(
    opponent: &Opponent,
    engine: &Engine,
    options: &PlayOptions,
    on_round: &mut (dyn FnMut(&RoundPlayed) + Send),
) -> Result<GameWon, PlayError> {
    let not_started = |failure| PlayError { failure, rounds: 0, transcript: String::new() };
    match opponent {
        Opponent::Address(address) => {
            let connected = timeout(options.connect_limit, TcpStream::connect(address)).await;
            let stream = connected
                .unwrap_or_else(|late| Err(late.into()))
                .map_err(|error| not_started(PlayFailure::Connect { address: address.clone(), error }))?;
            let _ = stream.set_nodelay(true);
            let (reader, writer) = stream.into_split();
            play_over(reader, writer, engine, options, on_round).await
        }
        Opponent::Command(command) => {
            let failed = |error| not_started(PlayFailure::Start { command: command.clone(), error });
            let mut child = Command::new("sh")
                .args(["-c", command])
                .stdin(Stdio::piped())
                .stdout(Stdio::piped())
                .kill_on_drop(true)
                .spawn()
                .map_err(failed)?;
            let (Some(reader), Some(writer)) = (child.stdout.take(), child.stdin.take()) else {
                return Err(failed(io::ErrorKind::BrokenPipe.into()));
            };
            let game = play_over(reader, writer, engine, options, on_round).await;
            // Its input is closed now, so most programs exit; one that does not is killed.
            let _ = timeout(PAUSE, child.wait()).await;
            game
        }
    }
}

/// Plays over any pair of streams.
///
/// An answer is sent as soon as a prompt line, complete or not, was received after face blocks and no more input is
/// available. A solved cube is answered with an empty line, which is right for every server that applies the answer to
/// its cube.
///
/// A game always ends: the bytes and the time of each round and the number of rounds are limited.
///
/// # Errors
///
/// Fails if the game is not won; the error has the transcript so far.
pub async fn play_over<R: AsyncRead + Unpin, W: AsyncWrite + Unpin>(
    mut reader: R,
    mut writer: W,
    engine: &Engine,
    options: &PlayOptions,
    on_round: &mut (dyn FnMut(&RoundPlayed) + Send),
) -> Result<GameWon, PlayError> {
    let mut player = Player::new(options.prompt.clone(), options.transcript_limit);
    let mut budget = RoundBudget::new(options.round_limit, options.round_bytes);
    let mut answers = 0;
    let mut is_closing = false;
    let mut buffer = vec![0; 8 * 1024];
    let end = loop {
        if player.has_finished() && !is_closing {
            // The flag needs no more time than the server may be silent.
            is_closing = true;
            budget = RoundBudget::new(options.round_limit.min(options.silence_limit), options.round_bytes);
        }
        let Some(time_left) = budget.time_left() else { break GameEnd::LongRound(budget.time_limit()) };
        let silence_limit = if player.may_be_prompted() {
            PAUSE
        } else if player.has_finished() {
            options.closing_limit
        } else {
            options.silence_limit
        };
        // After the prompt, only input that is already available is read.
        let received = match player.is_prompted() {
            true => read_ready(&mut reader, &mut buffer).await,
            false => timeout(silence_limit.min(time_left), reader.read(&mut buffer)).await.ok(),
        };
        match received {
            Some(Ok(count @ 1..)) => {
                player.receive(&buffer[..count]);
                if !budget.spend(count) {
                    break GameEnd::TooMuchOutput(options.round_bytes);
                }
            }
            Some(_) => break GameEnd::Closed,
            None if player.is_prompted() || player.may_be_prompted() => {
                if answers == options.rounds {
                    break GameEnd::TooManyRounds(options.rounds);
                }
                answers += 1;
                let answer = match player.answer(engine) {
                    Ok(answer) => answer,
                    Err(reason) => break GameEnd::Unanswered(reason),
                };
                let line = format!("{answer}\n");
                let sending = async {
                    writer.write_all(line.as_bytes()).await?;
                    writer.flush().await
                };
                // A write error is ignored here: the server may have sent the reason before it closed, which is read
                // next. A server that does not read ends the game.
                if timeout(options.silence_limit, sending).await.is_err() {
                    break GameEnd::Unread(options.silence_limit);
                }
                player.sent();
                budget = RoundBudget::new(options.round_limit, options.round_bytes);
            }
            None if time_left < silence_limit => {}
            None => break GameEnd::Silent(silence_limit),
        }
        player.take_played().iter().for_each(&mut *on_round);
    };
    let (result, played) = player.finish(end);
    played.iter().for_each(on_round);
    result
}

/// Reads what is available without waiting; a timeout of zero would still wait for the timer's next millisecond.
async fn read_ready<R: AsyncRead + Unpin>(reader: &mut R, buffer: &mut [u8]) -> Option<io::Result<usize>> {
    let mut read = pin!(reader.read(buffer));
    poll_fn(|context| match read.as_mut().poll(context) {
        Poll::Ready(result) => Poll::Ready(Some(result)),
        Poll::Pending => Poll::Ready(None),
    })
    .await
}
