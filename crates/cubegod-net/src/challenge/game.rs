//! One player's game, from the banner to the flag.

use super::answer::read_answer;
use super::event::{Event, Outcome};
use super::journal::Journal;
use super::options::ServeOptions;
use super::position::Position;
use super::{ACCEPTED, PROMPT, REJECTED, moves};
use crate::lines::{Line, Lines};
use cubegod::FaceTurn;
use cubegod::scramble::generator;
use rand_chacha::ChaCha8Rng;
use std::io;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;

/// One player's game.
pub(super) struct Game<'a, R, W> {
    options: &'a ServeOptions,
    player: Player,
    journal: &'a Journal,
    stop: &'a CancellationToken,
    random: ChaCha8Rng,
    answers: AnswerReader<R>,
    writer: W,
}

/// The player of a game.
#[derive(Clone, Debug)]
pub(super) struct Player {
    /// The number of the player at this server, from 1.
    pub(super) connection: u64,
    pub(super) peer: String,
}

/// The result of waiting for an answer.
enum Received {
    Line(String),
    TooLong,
    TimedOut,
    Disconnected,
}

impl<'a, R: AsyncRead + Unpin, W: AsyncWrite + Unpin> Game<'a, R, W> {
    /// Creates a game before its first round; `seed` and the player's number determine all cubes.
    pub(super) fn new(
        options: &'a ServeOptions,
        seed: u64,
        player: Player,
        journal: &'a Journal,
        stop: &'a CancellationToken,
        (reader, writer): (R, W),
    ) -> Game<'a, R, W> {
        let mut random = generator(seed);
        random.set_stream(player.connection);
        let answers = AnswerReader { reader, lines: Lines::new(options.line_limit), buffer: Vec::new() };
        Game { options, player, journal, stop, random, answers, writer }
    }

    /// Adds input that was read before.
    pub(super) fn with_input(mut self, received: Vec<u8>) -> Game<'a, R, W> {
        self.answers.buffer = received;
        self
    }

    /// Plays the game to its end and returns the reader, through which the player may still be sending.
    pub(super) async fn play(mut self) -> R {
        let Player { connection, peer } = self.player.clone();
        self.journal.record(Event::Connected { connection, peer: peer.clone() });
        let mut rounds = 0;
        let mut text = self.banner();
        while rounds < self.options.rounds {
            if self.stop.is_cancelled() {
                text += &format!("{REJECTED} The server is stopping; try again later.\n");
                let _ = self.send(&text).await;
                break;
            }
            match self.round(rounds + 1, &text).await {
                Some(verdict) => text = verdict,
                None => break,
            }
            rounds += 1;
        }
        let mut flag = rounds == self.options.rounds;
        if flag {
            flag = self.send(&format!("{text}{}\n", self.options.flag)).await.is_ok();
        }
        let _ = timeout(self.options.write_limit, self.writer.shutdown()).await;
        self.journal.record(Event::GameEnded { connection, peer, rounds, flag });
        self.answers.reader
    }

    /// Sends the pending text and the cube of a round, and waits for the answer. Returns the text to send next if the
    /// answer is right.
    async fn round(&mut self, round: usize, before: &str) -> Option<String> {
        let position = Position::random(self.options, &mut self.random);
        let rounds = self.options.rounds;
        let shown = format!(
            "{before}=== Round {round}/{rounds} ===\n{}\n{}\n{PROMPT}:\n",
            self.introduction(),
            position.blocks()
        );
        let sent = self.send(&shown).await;
        let prompted_at = Instant::now();
        let received = match sent {
            Ok(()) => {
                let answer = timeout(self.options.time_limit, self.answers.next());
                answer.await.unwrap_or(Received::TimedOut)
            }
            Err(_) => Received::Disconnected,
        };
        let time = prompted_at.elapsed();
        match self.judge(&position, received) {
            Judgement::Right(answer) => {
                self.log_round(round, Outcome::Accepted, time, Some(answer.len()));
                let milliseconds = time.as_millis();
                Some(format!("{ACCEPTED} Solved in {} and {milliseconds} ms.\n\n", moves(answer.len())))
            }
            Judgement::Wrong(reason, count) => {
                let _ = self.send(&format!("{REJECTED} {reason}\n")).await;
                self.log_round(round, Outcome::Rejected { reason }, time, count);
                None
            }
            Judgement::Missing => {
                self.log_round(round, Outcome::Disconnected, time, None);
                None
            }
        }
    }

    fn judge(&self, position: &Position, received: Received) -> Judgement {
        let wrong = |reason: String| Judgement::Wrong(reason, None);
        let line = match received {
            Received::Line(line) => line,
            Received::TooLong => {
                return wrong(format!("The answer has more than {} bytes.", self.options.line_limit));
            }
            Received::TimedOut => {
                return wrong(format!("Time is up: no answer within {}.", self.time_limit()));
            }
            Received::Disconnected => return Judgement::Missing,
        };
        match read_answer(&line, self.options.moves()) {
            Err(error) => wrong(format!("Not accepted: {error}.")),
            Ok(answer) if position.is_solved_by(&answer) => Judgement::Right(answer),
            Ok(answer) => {
                Judgement::Wrong("The cube is not solved by these moves.".into(), Some(answer.len()))
            }
        }
    }

    /// Sends text; fails if the player does not read it within the limit.
    async fn send(&mut self, text: &str) -> io::Result<()> {
        timeout(self.options.write_limit, async {
            self.writer.write_all(text.as_bytes()).await?;
            self.writer.flush().await
        })
        .await?
    }

    fn log_round(&self, round: usize, outcome: Outcome, time: Duration, moves: Option<usize>) {
        let Player { connection, peer } = self.player.clone();
        let milliseconds = (time.as_secs_f64() * 1e6).round() / 1e3;
        self.journal.record(Event::Round { connection, peer, round, outcome, milliseconds, moves });
    }

    fn banner(&self) -> String {
        let layers = self.options.puzzle.layers();
        format!(
            "Welcome to the {layers}x{layers} cube challenge.\n\
             Answer with face turns such as R U2 F', at most {} and within {}.\n\
             Solve {} in a row to get the flag!\n",
            moves(self.options.moves()),
            self.time_limit(),
            if self.options.rounds == 1 { "1 cube".into() } else { format!("{} cubes", self.options.rounds) },
        )
    }

    fn introduction(&self) -> String {
        format!("A scrambled cube, {} of its 6 faces shown:", 6 - self.options.hidden_faces)
    }

    fn time_limit(&self) -> String {
        let seconds = self.options.time_limit.as_secs_f64();
        if seconds == 1.0 { "1 second".into() } else { format!("{seconds} seconds") }
    }
}

/// The verdict on an answer.
enum Judgement {
    Right(Vec<FaceTurn>),
    /// The reason, and the number of moves.
    Wrong(String, Option<usize>),
    Missing,
}

/// Reads the lines that a player sends.
struct AnswerReader<R> {
    reader: R,
    lines: Lines,
    /// The bytes received after the last line.
    buffer: Vec<u8>,
}

impl<R: AsyncRead + Unpin> AnswerReader<R> {
    /// Waits for the next line; at the end of input an unfinished line counts.
    async fn next(&mut self) -> Received {
        let mut chunk = [0; 1024];
        loop {
            let mut bytes = &self.buffer[..];
            let line = self.lines.next(&mut bytes);
            if let Some(line) = line {
                let received = Received::from(line);
                self.buffer = bytes.to_vec();
                return received;
            }
            self.buffer.clear();
            if self.lines.is_over() {
                return Received::TooLong;
            }
            match self.reader.read(&mut chunk).await {
                Ok(count @ 1..) => self.buffer.extend_from_slice(&chunk[..count]),
                _ => return self.lines.finish().map_or(Received::Disconnected, Received::from),
            }
        }
    }
}

impl From<Line<'_>> for Received {
    fn from(line: Line<'_>) -> Received {
        match line {
            Line::Whole(bytes) => Received::Line(String::from_utf8_lossy(&bytes).into_owned()),
            Line::TooLong => Received::TooLong,
        }
    }
}
