//! The player without its streams: receives bytes, recognizes the prompt, answers.

use super::super::escapes::{Escapes, shown};
use super::super::screen::{Screen, round_heading};
use super::super::transcript::Transcript;
use super::super::{ACCEPTED, PROMPT, REJECTED};
use super::{Awaited, GameWon, PlayError, PlayFailure, RoundPlayed};
use crate::engine::Engine;
use regex::Regex;
use std::time::{Duration, Instant};

/// The maximum length of a line in bytes; the rest of a longer line is ignored.
const MAX_LINE_BYTES: usize = 64 * 1024;

/// The state of a game.
#[derive(Debug)]
pub(super) struct Player {
    /// The pattern of the prompt line; by default a line with [`PROMPT`].
    prompt: Option<Regex>,
    escapes: Escapes,
    /// The received part of the current line.
    line: Vec<u8>,
    screen: Screen,
    transcript: Transcript,
    /// When the prompt was received, if the server waits for an answer.
    prompted_at: Option<Instant>,
    /// The prompt was received before any face, so it may refer to the faces that follow.
    prompted_early: bool,
    /// The round and the number of rounds in the last heading.
    heading: Option<(usize, usize)>,
    /// The answer that has no verdict yet, and when its prompt was received.
    pending: Option<(RoundPlayed, Instant)>,
    rejection: Option<String>,
    played: Vec<RoundPlayed>,
    won: usize,
    /// The server's output since the last verdict or the last answer.
    output: String,
    transcript_limit: usize,
}

/// How a game ended.
pub(super) enum GameEnd {
    Closed,
    Silent(Duration),
    Unread(Duration),
    LongRound(Duration),
    TooMuchOutput(usize),
    TooManyRounds(usize),
    Unanswered(String),
}

impl Player {
    pub(super) fn new(prompt: Option<Regex>, transcript_limit: usize) -> Player {
        Player {
            prompt,
            escapes: Escapes::default(),
            line: Vec::new(),
            screen: Screen::default(),
            transcript: Transcript::new(transcript_limit),
            prompted_at: None,
            prompted_early: false,
            heading: None,
            pending: None,
            rejection: None,
            played: Vec::new(),
            won: 0,
            output: String::new(),
            transcript_limit,
        }
    }

    /// Processes bytes that the server sent.
    pub(super) fn receive(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if !self.escapes.is_text(byte) {
                continue;
            }
            match byte {
                b'\n' => self.end_line(),
                b'\r' => {}
                _ if self.line.len() < MAX_LINE_BYTES => self.line.push(byte),
                _ => {}
            }
        }
        // A prompt need not end with a line feed.
        if !self.line.is_empty() && self.prompted_at.is_none() && self.screen.has_faces() {
            let line = String::from_utf8_lossy(&self.line);
            if self.is_prompt(&line) {
                self.prompted_at = Some(Instant::now());
            }
        }
    }

    fn is_prompt(&self, line: &str) -> bool {
        match &self.prompt {
            Some(prompt) => prompt.is_match(line),
            None => line.contains(PROMPT),
        }
    }

    /// Returns what the player is waiting for.
    fn awaited(&self) -> Awaited {
        let prompt = self.prompt.as_ref().map_or(PROMPT, Regex::as_str).to_owned();
        match (&self.pending, self.screen.has_faces()) {
            (_, true) => Awaited::Prompt { prompt },
            (Some(_), false) => Awaited::Verdict,
            (None, false) => Awaited::Faces { prompt },
        }
    }

    /// Returns whether the server waits for an answer.
    pub(super) fn is_prompted(&self) -> bool {
        self.prompted_at.is_some() && self.screen.has_faces() && self.rejection.is_none()
    }

    /// Returns whether the server may be waiting: it prompted first and then showed its cube.
    pub(super) fn may_be_prompted(&self) -> bool {
        self.prompted_early && self.screen.has_faces() && self.rejection.is_none()
    }

    /// Returns whether all rounds were won, or one was lost.
    pub(super) fn has_finished(&self) -> bool {
        let won_all = self.pending.is_none() && self.heading.is_some_and(|(_, rounds)| self.won >= rounds);
        won_all || self.rejection.is_some()
    }

    /// Returns the engine's solution of the cube shown; if several cubes fit, the solution of the first of them.
    pub(super) fn answer(&mut self, engine: &Engine) -> Result<String, String> {
        let prompted_at = self.prompted_at.take().unwrap_or_else(Instant::now);
        self.accept();
        if !self.line.is_empty() {
            self.end_line();
            self.prompted_at = None;
        }
        let reading = self.screen.read().map_err(|error| error.to_string())?;
        let (solution, count) = engine.solve_first_completion(&reading).map_err(|error| error.to_string())?;
        let answer = solution.to_string();
        self.transcript.push_answer(&answer);
        let round = RoundPlayed {
            round: self.round(),
            rounds: self.heading.map(|(_, rounds)| rounds),
            moves: solution.len(),
            answer_time: Duration::ZERO,
            total: Duration::ZERO,
            accepted: false,
            guessed_of: (count > 1).then_some(count),
        };
        self.pending = Some((round, prompted_at));
        self.screen.clear();
        self.output.clear();
        self.prompted_early = false;
        Ok(answer)
    }

    /// Records that the answer was sent.
    pub(super) fn sent(&mut self) {
        if let Some((round, prompted_at)) = &mut self.pending {
            round.answer_time = prompted_at.elapsed();
        }
    }

    /// Returns the rounds judged since the last call.
    pub(super) fn take_played(&mut self) -> Vec<RoundPlayed> {
        std::mem::take(&mut self.played)
    }

    /// Returns the result, and the rounds judged since the last call.
    pub(super) fn finish(mut self, end: GameEnd) -> (Result<GameWon, PlayError>, Vec<RoundPlayed>) {
        if !self.line.is_empty() {
            self.end_line();
        }
        let has_output = !self.output.trim().is_empty();
        let is_last = match self.heading {
            Some((round, rounds)) => round >= rounds,
            None => matches!(end, GameEnd::Closed),
        };
        // A server without marks has accepted the last answer if it sent more output.
        if self.rejection.is_none() && is_last && has_output && !matches!(end, GameEnd::Unanswered(_)) {
            self.accept();
        }
        let won_all = self.won > 0 && self.pending.is_none() && is_last;
        let failure = match (self.rejection.take(), end) {
            (Some(reason), _) => Some(PlayFailure::Rejected { round: self.round(), reason }),
            (None, GameEnd::Unanswered(reason)) => {
                Some(PlayFailure::Unanswered { round: self.round(), reason })
            }
            (None, GameEnd::Unread(limit)) => Some(PlayFailure::Unread { round: self.round(), limit }),
            (None, GameEnd::TooManyRounds(limit)) => Some(PlayFailure::TooManyRounds { limit }),
            (None, _) if won_all => None,
            (None, GameEnd::LongRound(limit)) => {
                Some(PlayFailure::LongRound { round: self.round(), limit, awaited: self.awaited() })
            }
            (None, GameEnd::TooMuchOutput(limit)) => {
                Some(PlayFailure::TooMuchOutput { round: self.round(), limit, awaited: self.awaited() })
            }
            (None, GameEnd::Silent(limit)) => {
                Some(PlayFailure::Silent { rounds: self.won, limit, awaited: self.awaited() })
            }
            (None, GameEnd::Closed) => {
                let last_line = self.output.lines().rfind(|line| !line.trim().is_empty());
                let last_line = last_line.unwrap_or_default().trim().to_owned();
                Some(PlayFailure::Closed { rounds: self.won, last_line, awaited: self.awaited() })
            }
        };
        let (rounds, transcript) = (self.won, self.transcript.into_text());
        let result = match failure {
            None => Ok(GameWon { rounds, final_output: self.output.trim().to_owned(), transcript }),
            Some(failure) => Err(PlayError { failure, rounds, transcript }),
        };
        (result, self.played)
    }

    fn end_line(&mut self) {
        let bytes = std::mem::take(&mut self.line);
        let line = shown(&bytes);
        self.transcript.push_line(&line);
        if let Some(heading) = round_heading(&line) {
            self.accept();
            self.heading = Some(heading);
            self.prompted_early = false;
            self.screen.clear();
            return;
        }
        if self.is_prompt(&line) {
            if self.screen.has_faces() {
                self.prompted_at.get_or_insert_with(Instant::now);
            } else {
                self.prompted_early = true;
            }
            return;
        }
        if self.pending.is_some() && line.contains(REJECTED) {
            self.reject(line.trim());
            return;
        }
        if self.pending.is_some() && line.contains(ACCEPTED) {
            self.accept();
            self.output.clear();
            return;
        }
        self.screen.push(&line);
        if self.output.len() + line.len() < self.transcript_limit {
            self.output.push_str(&line);
            self.output.push('\n');
        }
    }

    /// Counts the pending answer as accepted.
    fn accept(&mut self) {
        if let Some((round, prompted_at)) = self.pending.take() {
            self.played.push(RoundPlayed { accepted: true, total: prompted_at.elapsed(), ..round });
            self.won += 1;
        }
    }

    fn reject(&mut self, reason: &str) {
        if let Some((round, prompted_at)) = self.pending.take() {
            self.played.push(RoundPlayed { total: prompted_at.elapsed(), ..round });
            self.rejection = Some(reason.to_owned());
        }
    }

    fn round(&self) -> usize {
        self.heading.map_or(self.won + 1, |(round, _)| round)
    }
}
