//! The player without its wires: hears bytes, knows when it is asked, answers.

use super::super::escapes::Escapes;
use super::super::screen::{Screen, round_heading};
use super::super::transcript::Transcript;
use super::super::{ACCEPTED, PROMPT, REJECTED};
use super::{Awaited, PlayError, PlayFailure, RoundPlayed, Won};
use crate::engine::Engine;
use regex::Regex;
use std::time::{Duration, Instant};

/// The most bytes of a line that are looked at.
const MOST_BYTES: usize = 64 * 1024;

/// Where a game stands.
#[derive(Debug)]
pub(super) struct Player {
    /// What matches in the line that asks for an answer; without it, [`PROMPT`].
    prompt: Option<Regex>,
    escapes: Escapes,
    /// The line that is coming.
    line: Vec<u8>,
    screen: Screen,
    transcript: Transcript,
    /// Since when an answer is waited for.
    asked: Option<Instant>,
    /// The prompt was seen before any face, so that it may have been meant for what comes.
    was_announced: bool,
    /// The round and the number of rounds that the last heading told.
    heading: Option<(usize, usize)>,
    /// The answer that waits for its verdict.
    pending: Option<(RoundPlayed, Instant)>,
    rejection: Option<String>,
    played: Vec<RoundPlayed>,
    won: usize,
    /// What was said since the last verdict, or since the last answer.
    said: String,
    transcript_limit: usize,
}

/// How a game came to its end.
pub(super) enum Ending {
    Closed,
    Silent(Duration),
    Unread(Duration),
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
            asked: None,
            was_announced: false,
            heading: None,
            pending: None,
            rejection: None,
            played: Vec::new(),
            won: 0,
            said: String::new(),
            transcript_limit,
        }
    }

    /// Takes what the server sent.
    pub(super) fn hear(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            if !self.escapes.is_text(byte) {
                continue;
            }
            match byte {
                b'\n' => self.end_line(),
                b'\r' => {}
                _ if self.line.len() < MOST_BYTES => self.line.push(byte),
                _ => {}
            }
        }
        // A prompt need not end its line.
        if !self.line.is_empty() && self.asked.is_none() && self.screen.has_faces() {
            let line = String::from_utf8_lossy(&self.line);
            if self.is_prompt(&line) {
                self.asked = Some(Instant::now());
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

    /// Whether the server waits for an answer.
    pub(super) fn is_asked(&self) -> bool {
        self.asked.is_some() && self.screen.has_faces() && self.rejection.is_none()
    }

    /// Whether the server may be waiting: it asked first and showed its cube then.
    pub(super) fn may_be_asked(&self) -> bool {
        self.was_announced && self.screen.has_faces() && self.rejection.is_none()
    }

    /// Whether all rounds were won, or one was lost.
    pub(super) fn has_finished(&self) -> bool {
        let won_all = self.pending.is_none() && self.heading.is_some_and(|(_, rounds)| self.won >= rounds);
        won_all || self.rejection.is_some()
    }

    /// The answer to the cube shown: shortest for the exact orientation, or for whatever the engine was told. Where
    /// several cubes fit, that of any one of them.
    pub(super) fn answer(&mut self, engine: &Engine) -> Result<String, String> {
        let asked = self.asked.take().unwrap_or_else(Instant::now);
        self.accept();
        if !self.line.is_empty() {
            self.end_line();
            self.asked = None;
        }
        let reading = self.screen.read().map_err(|error| error.to_string())?;
        let (solution, count) = engine.solve_first_completion(&reading).map_err(|error| error.to_string())?;
        let answer = solution.to_string();
        self.transcript.say(&answer);
        let round = RoundPlayed {
            round: self.round(),
            rounds: self.heading.map(|(_, rounds)| rounds),
            moves: solution.len(),
            thinking: Duration::ZERO,
            total: Duration::ZERO,
            accepted: false,
            guessed_of: (count > 1).then_some(count),
        };
        self.pending = Some((round, asked));
        self.screen.clear();
        self.said.clear();
        self.was_announced = false;
        Ok(answer)
    }

    /// The answer is on its way.
    pub(super) fn sent(&mut self) {
        if let Some((round, asked)) = &mut self.pending {
            round.thinking = asked.elapsed();
        }
    }

    /// The rounds judged since the last call.
    pub(super) fn take_played(&mut self) -> Vec<RoundPlayed> {
        std::mem::take(&mut self.played)
    }

    /// The result, and the rounds judged since the last call.
    pub(super) fn end(mut self, ending: Ending) -> (Result<Won, PlayError>, Vec<RoundPlayed>) {
        if !self.line.is_empty() {
            self.end_line();
        }
        let unsaid = self.said.trim().is_empty();
        let is_last = match self.heading {
            Some((round, rounds)) => round >= rounds,
            None => matches!(ending, Ending::Closed),
        };
        // A server without marks has accepted the last answer if it still had something to say.
        if self.rejection.is_none() && is_last && !unsaid && !matches!(ending, Ending::Unanswered(_)) {
            self.accept();
        }
        let won_all = self.won > 0 && self.pending.is_none() && is_last;
        let failure = match (self.rejection.take(), ending) {
            (Some(reason), _) => Some(PlayFailure::Rejected { round: self.round(), reason }),
            (None, Ending::Unanswered(reason)) => {
                Some(PlayFailure::Unanswered { round: self.round(), reason })
            }
            (None, Ending::Unread(limit)) => Some(PlayFailure::Unread { round: self.round(), limit }),
            (None, _) if won_all => None,
            (None, Ending::Silent(limit)) => {
                Some(PlayFailure::Silent { rounds: self.won, limit, awaited: self.awaited() })
            }
            (None, Ending::Closed) => {
                let said = self.said.lines().rfind(|line| !line.trim().is_empty());
                let said = said.unwrap_or_default().trim().to_owned();
                Some(PlayFailure::Closed { rounds: self.won, said, awaited: self.awaited() })
            }
        };
        let (rounds, transcript) = (self.won, self.transcript.into_text());
        let result = match failure {
            None => Ok(Won { rounds, said_last: self.said.trim().to_owned(), transcript }),
            Some(failure) => Err(PlayError { failure, rounds, transcript }),
        };
        (result, self.played)
    }

    fn end_line(&mut self) {
        let bytes = std::mem::take(&mut self.line);
        let line = String::from_utf8_lossy(&bytes);
        self.transcript.hear(&line);
        if let Some(heading) = round_heading(&line) {
            self.accept();
            self.heading = Some(heading);
            self.was_announced = false;
            self.screen.clear();
            return;
        }
        if self.is_prompt(&line) {
            if self.screen.has_faces() {
                self.asked.get_or_insert_with(Instant::now);
            } else {
                self.was_announced = true;
            }
            return;
        }
        if self.pending.is_some() && line.contains(REJECTED) {
            self.reject(line.trim());
            return;
        }
        if self.pending.is_some() && line.contains(ACCEPTED) {
            self.accept();
            self.said.clear();
            return;
        }
        self.screen.push(&line);
        if self.said.len() + line.len() < self.transcript_limit {
            self.said.push_str(&line);
            self.said.push('\n');
        }
    }

    /// The answer that waits for its verdict was right.
    fn accept(&mut self) {
        if let Some((round, asked)) = self.pending.take() {
            self.played.push(RoundPlayed { accepted: true, total: asked.elapsed(), ..round });
            self.won += 1;
        }
    }

    fn reject(&mut self, reason: &str) {
        if let Some((round, asked)) = self.pending.take() {
            self.played.push(RoundPlayed { total: asked.elapsed(), ..round });
            self.rejection = Some(reason.to_owned());
        }
    }

    fn round(&self) -> usize {
        self.heading.map_or(self.won + 1, |(round, _)| round)
    }
}
