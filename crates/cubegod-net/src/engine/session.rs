//! One session with the engine, as a state machine from bytes to requests.

use super::answer::Context;
use super::block::{Block, not_utf8};
use super::{Engine, EngineError, EngineErrorKind};
use crate::lines::{Line, Lines};
use cubegod::formats::strip_bom;
use cubegod::{Alg, Cube2, ReadOptions};
use cubegod_service::ErrorKind;
use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// One session with the engine: the state of the current line and block.
///
/// # Examples
///
/// ```
/// use cubegod_net::engine::{Engine, Session};
/// use std::sync::Arc;
///
/// let mut session = Session::new(Arc::new(Engine::with_small_tables()));
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
    /// The number of replies so far, and of those that are errors.
    replies: Replies,
    /// No line was received yet, so the next may begin with a byte order mark.
    is_new: bool,
}

/// The number of replies, and of those that are errors.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub(super) struct Replies {
    pub(super) all: u64,
    pub(super) errors: u64,
}

/// A complete request, which gets exactly one reply.
#[derive(Clone, Debug)]
pub(super) enum Request<'bytes> {
    /// A block from `BEGIN` to `END`.
    Block(Block),
    /// A cube on a line of its own.
    Line(Cow<'bytes, [u8]>),
    /// Input that is not a request.
    Invalid(EngineError),
}

impl Session {
    /// Starts a session.
    pub fn new(engine: Arc<Engine>) -> Session {
        let lines = Lines::new(engine.options().length_limit);
        Session { engine, lines, block: None, replies: Replies::default(), is_new: true }
    }

    /// Processes received bytes and calls `reply` with one line, including its line feed, for every request that they
    /// complete.
    pub fn feed(&mut self, mut bytes: &[u8], reply: &mut dyn FnMut(&str)) {
        while let Some(request) = self.next_request(&mut bytes) {
            self.answer(&request, reply);
        }
    }

    /// Answers an unfinished line or block at the end of input.
    pub fn finish(&mut self, reply: &mut dyn FnMut(&str)) {
        while let Some(request) = self.last_request() {
            self.answer(&request, reply);
        }
    }

    /// Returns the number of replies so far.
    pub(super) fn replies(&self) -> Replies {
        self.replies
    }

    fn answer(&mut self, request: &Request<'_>, reply: &mut dyn FnMut(&str)) {
        // Without a token, nothing is cancelled.
        let line = self.engine.reply(request, &Context::default());
        let line = line.unwrap_or_else(|| error_line(&EngineError::internal()));
        self.replies.all += 1;
        self.replies.errors += u64::from(line.starts_with(ERROR));
        reply(&line);
    }

    /// Consumes bytes up to the end of the next request, and returns it if it is complete.
    pub(super) fn next_request<'bytes>(&mut self, bytes: &mut &'bytes [u8]) -> Option<Request<'bytes>> {
        while let Some(line) = self.lines.next(bytes) {
            if let Some(request) = self.receive(line) {
                return Some(request);
            }
        }
        None
    }

    /// Returns the next request that the end of the input completes.
    pub(super) fn last_request(&mut self) -> Option<Request<'static>> {
        let request = self.lines.finish().and_then(|line| self.receive(line));
        request.or_else(|| {
            self.block.take().map(|block| Request::Invalid(unfinished(&block, "the end of input")))
        })
    }

    fn receive<'bytes>(&mut self, line: Line<'bytes>) -> Option<Request<'bytes>> {
        let is_first = std::mem::take(&mut self.is_new);
        let Line::Whole(bytes) = line else {
            return match &mut self.block {
                Some(block) => {
                    block.push(None);
                    None
                }
                None => Some(Request::Invalid(self.too_long())),
            };
        };
        let bytes = if is_first { without_byte_order_mark(bytes) } else { bytes };
        let word = match std::str::from_utf8(&bytes) {
            Ok(text) => text.trim().as_bytes(),
            Err(_) => &bytes,
        };
        match (word, &mut self.block) {
            (b"BEGIN", block) => {
                let unfinished_block = block.replace(Block::new(self.engine.options().length_limit));
                unfinished_block.map(|block| Request::Invalid(unfinished(&block, "the next `BEGIN`")))
            }
            (b"END", Some(block)) => {
                block.push(Some(word));
                self.block.take().map(Request::Block)
            }
            (_, Some(block)) => {
                block.push(Some(&bytes));
                None
            }
            (b"", None) => None,
            (b"END", None) => {
                let message = "`END` without a block; expected `BEGIN` and faces before it";
                Some(Request::Invalid(EngineError::unreadable(message)))
            }
            (_, None) => Some(Request::Line(bytes)),
        }
    }

    fn too_long(&self) -> EngineError {
        let limit = self.engine.options().length_limit;
        let message = format!("the line has more than {limit} bytes; expected one cube");
        EngineError::new(EngineErrorKind::TooLong, message)
    }
}

fn without_byte_order_mark(bytes: Cow<'_, [u8]>) -> Cow<'_, [u8]> {
    match bytes {
        Cow::Owned(bytes) => Cow::Owned(strip_bom(&bytes[..]).to_vec()),
        Cow::Borrowed(bytes) => Cow::Borrowed(strip_bom(bytes)),
    }
}

fn unfinished(block: &Block, before: &str) -> EngineError {
    let lines = block.lines();
    let lines = if lines == 1 { "1 line".to_owned() } else { format!("{lines} lines") };
    let message = format!("the block has no `END` before {before}, after {lines}");
    EngineError::new(EngineErrorKind::Unfinished, message)
}

impl Request<'_> {
    /// Returns the request with its own bytes.
    pub(super) fn into_owned(self) -> Request<'static> {
        match self {
            Request::Block(block) => Request::Block(block),
            Request::Line(bytes) => Request::Line(Cow::Owned(bytes.into_owned())),
            Request::Invalid(error) => Request::Invalid(error),
        }
    }
}

/// The beginning of a reply that is an error.
const ERROR: &str = "ERROR ";

impl Engine {
    /// Returns the reply to a request if that takes about a microsecond: an error, or a pocket cube that the table solves.
    pub(super) fn quick_reply(&self, request: &Request<'_>) -> Option<String> {
        if let Request::Invalid(error) = request {
            return Some(error_line(error));
        }
        let solution = self.pocket.solve_pocket(&self.quick_request_cube(request)?)?;
        Some(match solution {
            Ok(solution) => {
                let mut line = Vec::with_capacity(40);
                solution.write_text(&mut line);
                line.push(b'\n');
                // A solution is ASCII.
                String::from_utf8(line).unwrap_or_default()
            }
            Err(error) => error_line(&error.into()),
        })
    }

    /// Returns the pocket cube of the most common requests: face letters, of which a block may hide some.
    fn quick_request_cube(&self, request: &Request<'_>) -> Option<Cube2> {
        match request {
            _ if self.options.solve.max_length.is_some() => None,
            Request::Block(block) => block.quick_cube(),
            // Hidden stickers may fit several layouts.
            Request::Line(bytes)
                if self.options.reading == ReadOptions::default() && !bytes.contains(&b'?') =>
            {
                Cube2::from_facelets(bytes.trim_ascii())
            }
            Request::Line(_) | Request::Invalid(_) => None,
        }
    }

    /// Returns the reply to a request: one line with its line feed; none if it was cancelled.
    pub(super) fn reply(&self, request: &Request<'_>, context: &Context) -> Option<String> {
        if let Some(reply) = self.quick_reply(request) {
            return Some(reply);
        }
        // A panic fails one request, not those before and after it.
        let result = catch_unwind(AssertUnwindSafe(|| self.solve_request(request, context)));
        match result.unwrap_or_else(|_| Err(EngineError::internal())) {
            Ok(solution) => Some(format!("{solution}\n")),
            Err(error) if error.kind() == EngineErrorKind::Request(ErrorKind::Cancelled) => None,
            Err(error) => Some(error_line(&error)),
        }
    }

    fn solve_request(&self, request: &Request<'_>, context: &Context) -> Result<Alg, EngineError> {
        match request {
            Request::Block(block) => Ok(self.answer_block(block.text()?, context)?),
            Request::Line(bytes) => {
                let text = std::str::from_utf8(bytes).map_err(|_| not_utf8("the line"))?;
                Ok(self.answer_line(text.trim(), context)?)
            }
            Request::Invalid(error) => Err(error.clone()),
        }
    }
}

/// Returns the line that reports an error.
pub(super) fn error_line(error: &EngineError) -> String {
    format!("{ERROR}{error}\n")
}
