//! Plays any server that prints face blocks and asks for a solution.

mod player;

use crate::engine::Engine;
use player::{Ending, Player};
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

/// Whom to play.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Opponent {
    /// A server at `HOST:PORT`.
    Address(String),
    /// A program, run by `sh -c`, that plays on its standard input and output.
    Command(String),
}

/// Time limits of a player, what it answers to and how much it records.
#[derive(Clone, Debug)]
pub struct PlayOptions {
    /// What matches in the line that asks for an answer; without it, `Enter your solution`.
    pub prompt: Option<Regex>,
    /// How long it may take to connect.
    pub connect_limit: Duration,
    /// How long the server may be silent, or leave an answer unread.
    pub silence_limit: Duration,
    /// How long the server may be silent after the last round before the game counts as ended.
    pub farewell_limit: Duration,
    /// The most bytes of the transcript; of a longer one the end is kept.
    pub transcript_limit: usize,
}

impl Default for PlayOptions {
    fn default() -> PlayOptions {
        PlayOptions {
            prompt: None,
            connect_limit: Duration::from_secs(10),
            silence_limit: Duration::from_secs(30),
            farewell_limit: Duration::from_secs(2),
            transcript_limit: 1024 * 1024,
        }
    }
}

/// A round that was played.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct RoundPlayed {
    /// Which, from 1.
    pub round: usize,
    /// Of how many, if the server said so.
    pub rounds: Option<usize>,
    /// The number of moves of the answer.
    pub moves: usize,
    /// From the prompt to the answer.
    pub thinking: Duration,
    /// From the prompt to the server's verdict.
    pub total: Duration,
    /// The verdict.
    pub accepted: bool,
    /// How many cubes fitted what was shown, when the answer is that of any one of them.
    pub guessed_of: Option<u128>,
}

/// A game won.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Won {
    /// How many rounds it had.
    pub rounds: usize,
    /// What the server said after the last of them: the flag.
    pub said_last: String,
    /// All that was said, or the end of it; answers are marked `»`.
    pub transcript: String,
}

/// A game that was not won.
#[derive(Debug, thiserror::Error)]
#[error("{failure}")]
pub struct PlayError {
    /// Why.
    pub failure: PlayFailure,
    /// How many rounds were won before.
    pub rounds: usize,
    /// All that was said, or the end of it; answers are marked `»`.
    pub transcript: String,
}

/// Why a game was not won.
#[derive(Debug, thiserror::Error)]
pub enum PlayFailure {
    /// There is nobody at that address.
    #[error("cannot connect to {address}: {error}; expected a server at HOST:PORT")]
    Connect {
        /// The address.
        address: String,
        /// Why.
        error: io::Error,
    },
    /// The program does not start.
    #[error("cannot run `{command}`: {error}")]
    Start {
        /// The program.
        command: String,
        /// Why.
        error: io::Error,
    },
    /// An answer was rejected.
    #[error("the answer of round {round} was rejected: {reason}")]
    Rejected {
        /// Which.
        round: usize,
        /// What the server said.
        reason: String,
    },
    /// The server closed the connection before the end.
    #[error("the server closed the game after {rounds} rounds; its last line was `{said}`; {awaited}")]
    Closed {
        /// How many rounds were won.
        rounds: usize,
        /// Its last line.
        said: String,
        /// What the player was waiting for.
        awaited: Awaited,
    },
    /// The server sends nothing.
    #[error("the server was silent for {} seconds after {rounds} rounds; {awaited}", limit.as_secs_f64())]
    Silent {
        /// How many rounds were won.
        rounds: usize,
        /// How long.
        limit: Duration,
        /// What the player was waiting for.
        awaited: Awaited,
    },
    /// The server does not take the answer.
    #[error("the answer of round {round} was left unread for {} seconds", limit.as_secs_f64())]
    Unread {
        /// Which.
        round: usize,
        /// How long.
        limit: Duration,
    },
    /// What was shown is no cube that can be solved.
    #[error("the cube of round {round} is not answered: {reason}")]
    Unanswered {
        /// Which.
        round: usize,
        /// Why.
        reason: String,
    },
}

/// What a player is waiting for.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Awaited {
    /// Face blocks, and then the prompt.
    Faces {
        /// What matches in the line that asks for an answer.
        prompt: String,
    },
    /// The prompt; face blocks were shown.
    Prompt {
        /// What matches in the line that asks for an answer.
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

/// How long a server that asked before it showed its cube must be silent to be taken as waiting.
const PAUSE: Duration = Duration::from_millis(200);

/// Plays a game to its end and tells every round as it is judged.
pub async fn play(
    opponent: &Opponent,
    engine: &Engine,
    options: &PlayOptions,
    on_round: &mut (dyn FnMut(&RoundPlayed) + Send),
) -> Result<Won, PlayError> {
    let not_begun = |failure| PlayError { failure, rounds: 0, transcript: String::new() };
    match opponent {
        Opponent::Address(address) => {
            let connected = timeout(options.connect_limit, TcpStream::connect(address)).await;
            let stream = connected
                .unwrap_or_else(|late| Err(late.into()))
                .map_err(|error| not_begun(PlayFailure::Connect { address: address.clone(), error }))?;
            let _ = stream.set_nodelay(true);
            let (reader, writer) = stream.into_split();
            play_over(reader, writer, engine, options, on_round).await
        }
        Opponent::Command(command) => {
            let failed = |error| not_begun(PlayFailure::Start { command: command.clone(), error });
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
            // Its input is closed by now, so most programs end by themselves; one that does not is killed.
            let _ = timeout(PAUSE, child.wait()).await;
            game
        }
    }
}

/// Plays over any pair of streams.
///
/// An answer is sent as soon as a line with the prompt has come after face blocks, whether it has ended or not, and no more is
/// to be read at the moment. A solved cube is answered with an empty line, which is right wherever an answer
/// is checked by making it.
pub async fn play_over<R: AsyncRead + Unpin, W: AsyncWrite + Unpin>(
    mut reader: R,
    mut writer: W,
    engine: &Engine,
    options: &PlayOptions,
    on_round: &mut (dyn FnMut(&RoundPlayed) + Send),
) -> Result<Won, PlayError> {
    let mut player = Player::new(options.prompt.clone(), options.transcript_limit);
    let mut buffer = vec![0; 8 * 1024];
    let ending = loop {
        let patience = if player.may_be_asked() {
            PAUSE
        } else if player.has_finished() {
            options.farewell_limit
        } else {
            options.silence_limit
        };
        // Once it is asked, it only takes what is there already.
        let heard = match player.is_asked() {
            true => read_ready(&mut reader, &mut buffer).await,
            false => timeout(patience, reader.read(&mut buffer)).await.ok(),
        };
        match heard {
            Some(Ok(count @ 1..)) => player.hear(&buffer[..count]),
            Some(_) => break Ending::Closed,
            None if player.is_asked() || player.may_be_asked() => {
                let answer = match player.answer(engine) {
                    Ok(answer) => answer,
                    Err(reason) => break Ending::Unanswered(reason),
                };
                let line = format!("{answer}\n");
                let sending = async {
                    writer.write_all(line.as_bytes()).await?;
                    writer.flush().await
                };
                // A server that has gone may have said why; that is still to be read. One that is there but does not
                // read is given up.
                if timeout(options.silence_limit, sending).await.is_err() {
                    break Ending::Unread(options.silence_limit);
                }
                player.sent();
            }
            None => break Ending::Silent(patience),
        }
        player.take_played().iter().for_each(&mut *on_round);
    };
    let (result, played) = player.end(ending);
    played.iter().for_each(on_round);
    result
}

/// What can be read without waiting; a time-out of zero would still wait for the clock's next millisecond.
async fn read_ready<R: AsyncRead + Unpin>(reader: &mut R, buffer: &mut [u8]) -> Option<io::Result<usize>> {
    let mut read = pin!(reader.read(buffer));
    poll_fn(|context| match read.as_mut().poll(context) {
        Poll::Ready(result) => Poll::Ready(Some(result)),
        Poll::Pending => Poll::Ready(None),
    })
    .await
}
