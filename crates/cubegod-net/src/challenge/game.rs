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
    answers: Answers<R>,
    writer: W,
}

/// Who plays.
#[derive(Clone, Debug)]
pub(super) struct Player {
    /// Which player of this server, from 1.
    pub(super) connection: u64,
    pub(super) peer: String,
}

/// What came back from a player.
enum Heard {
    Line(String),
    TooLong,
    TooLate,
    Nothing,
}

impl<'a, R: AsyncRead + Unpin, W: AsyncWrite + Unpin> Game<'a, R, W> {
    /// Before its first round; `seed` and the player's number fix all cubes.
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
        let answers = Answers { reader, lines: Lines::new(options.line_limit), buffer: Vec::new() };
        Game { options, player, journal, stop, random, answers, writer }
    }

    /// Plays it to its end; gives back what the player may still be sending through.
    pub(super) async fn play(mut self) -> R {
        let Player { connection, peer } = self.player.clone();
        self.journal.tell(Event::Came { connection, peer: peer.clone() });
        let mut rounds = 0;
        let mut text = self.banner();
        while rounds < self.options.rounds {
            if self.stop.is_cancelled() {
                text += &format!("{REJECTED} The server is stopping; please come back later.\n");
                let _ = self.say(&text).await;
                break;
            }
            match self.round(rounds + 1, &text).await {
                Some(praise) => text = praise,
                None => break,
            }
            rounds += 1;
        }
        let mut flag = rounds == self.options.rounds;
        if flag {
            flag = self.say(&format!("{text}{}\n", self.options.flag)).await.is_ok();
        }
        let _ = timeout(self.options.write_limit, self.writer.shutdown()).await;
        self.journal.tell(Event::Went { connection, peer, rounds, flag });
        self.answers.reader
    }

    /// Says what is left to say and one round's cube, and hears the answer; what to say next if it was right.
    async fn round(&mut self, round: usize, before: &str) -> Option<String> {
        let position = Position::random(self.options, &mut self.random);
        let rounds = self.options.rounds;
        let shown = format!(
            "{before}=== Round {round}/{rounds} ===\n{}\n{}\n{PROMPT}:\n",
            self.introduction(),
            position.blocks()
        );
        let said = self.say(&shown).await;
        let asked = Instant::now();
        let heard = match said {
            Ok(()) => {
                let answer = timeout(self.options.time_limit, self.answers.next());
                answer.await.unwrap_or(Heard::TooLate)
            }
            Err(_) => Heard::Nothing,
        };
        let time = asked.elapsed();
        match self.judge(&position, heard) {
            Judgement::Right(answer) => {
                self.tell(round, Outcome::Accepted, time, Some(answer.len()));
                let milliseconds = time.as_millis();
                Some(format!("{ACCEPTED} Solved in {} and {milliseconds} ms.\n\n", moves(answer.len())))
            }
            Judgement::Wrong(reason, count) => {
                let _ = self.say(&format!("{REJECTED} {reason}\n")).await;
                self.tell(round, Outcome::Rejected { reason }, time, count);
                None
            }
            Judgement::None => {
                self.tell(round, Outcome::Left, time, None);
                None
            }
        }
    }

    fn judge(&self, position: &Position, heard: Heard) -> Judgement {
        let wrong = |reason: String| Judgement::Wrong(reason, None);
        let line = match heard {
            Heard::Line(line) => line,
            Heard::TooLong => {
                return wrong(format!("The answer has more than {} bytes.", self.options.line_limit));
            }
            Heard::TooLate => return wrong(format!("Time is up: no answer within {}.", self.time_limit())),
            Heard::Nothing => return Judgement::None,
        };
        match read_answer(&line, self.options.moves()) {
            Err(error) => wrong(format!("Not accepted: {error}.")),
            Ok(answer) if position.is_solved_by(&answer) => Judgement::Right(answer),
            Ok(answer) => {
                Judgement::Wrong("The cube is not solved by these moves.".into(), Some(answer.len()))
            }
        }
    }

    /// Sends text, unless the player leaves it unread.
    async fn say(&mut self, text: &str) -> io::Result<()> {
        timeout(self.options.write_limit, async {
            self.writer.write_all(text.as_bytes()).await?;
            self.writer.flush().await
        })
        .await?
    }

    fn tell(&self, round: usize, outcome: Outcome, time: Duration, moves: Option<usize>) {
        let Player { connection, peer } = self.player.clone();
        let milliseconds = (time.as_secs_f64() * 1e6).round() / 1e3;
        self.journal.tell(Event::Round { connection, peer, round, outcome, milliseconds, moves });
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

/// What an answer was.
enum Judgement {
    Right(Vec<FaceTurn>),
    /// Why, and how many moves it had.
    Wrong(String, Option<usize>),
    None,
}

/// The lines that a player sends.
struct Answers<R> {
    reader: R,
    lines: Lines,
    /// What came after the last line.
    buffer: Vec<u8>,
}

impl<R: AsyncRead + Unpin> Answers<R> {
    /// The next line; what was sent before the player stopped sending counts as one too.
    async fn next(&mut self) -> Heard {
        let mut chunk = [0; 1024];
        loop {
            let mut bytes = &self.buffer[..];
            let line = self.lines.next(&mut bytes);
            if let Some(line) = line {
                let heard = Heard::of(line);
                self.buffer = bytes.to_vec();
                return heard;
            }
            self.buffer.clear();
            if self.lines.is_over() {
                return Heard::TooLong;
            }
            match self.reader.read(&mut chunk).await {
                Ok(count @ 1..) => self.buffer.extend_from_slice(&chunk[..count]),
                _ => return self.lines.finish().map_or(Heard::Nothing, Heard::of),
            }
        }
    }
}

impl Heard {
    fn of(line: Line<'_>) -> Heard {
        match line {
            Line::Whole(bytes) => Heard::Line(String::from_utf8_lossy(&bytes).into_owned()),
            Line::TooLong => Heard::TooLong,
        }
    }
}
