//! One session with the engine, as a state machine from bytes to reply lines.

use super::block::{Block, not_utf8};
use super::{Engine, EngineError};
use crate::lines::{Line, Lines};
use cubegod::Alg;
use std::sync::Arc;

/// One session with the engine: the state of the current line and block.
///
/// # Examples
///
/// ```
/// use cubegod_net::engine::{Engine, Session};
/// use std::sync::Arc;
///
/// let mut session = Session::new(Arc::new(Engine::new()));
/// let mut replies = Vec::new();
/// session.feed(b"UUUURRRRFFFFDDDDLLLLBBBB\nhello\n", &mut |line| replies.push(line.to_owned()));
/// assert_eq!(replies[0], "\n");
/// assert!(replies[1].starts_with("ERROR unreadable: "));
/// ```
#[derive(Clone, Debug)]
pub struct Session {
    engine: Arc<Engine>,
    lines: Lines,
    block: Option<Block>,
    /// No line was received yet, so the next may begin with a byte order mark.
    is_new: bool,
}

impl Session {
    /// Starts a session.
    pub fn new(engine: Arc<Engine>) -> Session {
        let lines = Lines::new(engine.options().length_limit);
        Session { engine, lines, block: None, is_new: true }
    }

    /// Processes received bytes and calls `reply` with one line, including its line feed, for every request that they
    /// complete.
    pub fn feed(&mut self, mut bytes: &[u8], reply: &mut dyn FnMut(&str)) {
        while let Some(line) = self.lines.next(&mut bytes) {
            self.receive(line, reply);
        }
    }

    /// Answers an unfinished line or block at the end of input.
    pub fn finish(&mut self, reply: &mut dyn FnMut(&str)) {
        if let Some(line) = self.lines.finish() {
            self.receive(line, reply);
        }
        if let Some(block) = self.block.take() {
            self.send(Err(unfinished(&block, "the end of input")), reply);
        }
    }

    fn receive(&mut self, line: Line<'_>, reply: &mut dyn FnMut(&str)) {
        let is_first = std::mem::take(&mut self.is_new);
        let Line::Whole(bytes) = line else {
            match &mut self.block {
                Some(block) => block.push(None),
                None => self.send(Err(self.too_long()), reply),
            }
            return;
        };
        let bytes = bytes.strip_prefix("\u{feff}".as_bytes()).filter(|_| is_first).unwrap_or(&bytes);
        let word = match std::str::from_utf8(bytes) {
            Ok(text) => text.trim().as_bytes(),
            Err(_) => bytes,
        };
        match (word, &mut self.block) {
            (b"BEGIN", block) => {
                let unfinished_block = block.replace(Block::new(self.engine.options().length_limit));
                if let Some(unfinished_block) = unfinished_block {
                    self.send(Err(unfinished(&unfinished_block, "the next `BEGIN`")), reply);
                }
            }
            (b"END", Some(block)) => {
                block.push(Some(word));
                if let Some(block) = self.block.take() {
                    self.answer_block(&block, reply);
                }
            }
            (_, Some(block)) => block.push(Some(bytes)),
            (b"", None) => {}
            (b"END", None) => {
                let message = "`END` without a block; expected `BEGIN` and faces before it";
                self.send(Err(EngineError::Unreadable(message.into())), reply);
            }
            (word, None) => {
                let text = std::str::from_utf8(word).map_err(|_| not_utf8("the line"));
                self.send(text.and_then(|text| self.engine.answer(text)), reply);
            }
        }
    }

    fn answer_block(&self, block: &Block, reply: &mut dyn FnMut(&str)) {
        let cube = block.quick_cube().filter(|_| self.engine.options().pocket_by_table);
        match cube.map(|cube| self.engine.solve_pocket(&cube)) {
            Some(Ok(solution)) => {
                let mut line = Vec::with_capacity(40);
                solution.write_text(&mut line);
                line.push(b'\n');
                reply(&String::from_utf8_lossy(&line));
            }
            Some(Err(error)) => self.send(Err(error), reply),
            None => self.send(block.text().and_then(|text| self.engine.answer_block(text)), reply),
        }
    }

    fn send(&self, answer: Result<Alg, EngineError>, reply: &mut dyn FnMut(&str)) {
        match answer {
            Ok(solution) => reply(&format!("{solution}\n")),
            Err(error) => reply(&format!("ERROR {error}\n")),
        }
    }

    fn too_long(&self) -> EngineError {
        let limit = self.engine.options().length_limit;
        EngineError::TooLong(format!("the line has more than {limit} bytes; expected one cube"))
    }
}

fn unfinished(block: &Block, before: &str) -> EngineError {
    let lines = block.lines();
    let lines = if lines == 1 { "1 line".to_owned() } else { format!("{lines} lines") };
    EngineError::Unfinished(format!("the block has no `END` before {before}, after {lines}"))
}
