//! The requests of one connection, taken in turns of bounded work.

use super::answer::Context;
use super::session::{Request, Session, error_line};
use super::{Engine, EngineError};
use crate::work::{Attempt, Lane};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The maximum number of requests that are answered on the asynchronous thread before other connections have their turn:
/// about 50 µs.
const MAX_INLINE: usize = 32;

/// The time after which a turn in a lane ends, so that its replies are sent.
const TURN: Duration = Duration::from_millis(1);

/// The received input of a connection, the request that is next, and replies that were not sent yet.
#[derive(Debug)]
pub(super) struct Turn {
    engine: Arc<Engine>,
    session: Session,
    input: Vec<u8>,
    /// The part of the input that was processed.
    processed: usize,
    is_end: bool,
    pending: Option<Request<'static>>,
    replies: String,
}

impl Turn {
    pub(super) fn new(engine: Arc<Engine>) -> Turn {
        let session = Session::new(Arc::clone(&engine));
        let (input, replies) = (Vec::new(), String::new());
        Turn { engine, session, input, processed: 0, is_end: false, pending: None, replies }
    }

    /// Adds received bytes; none is the end of the input.
    pub(super) fn receive(&mut self, bytes: &[u8]) {
        self.is_end = bytes.is_empty();
        self.input.drain(..self.processed);
        self.processed = 0;
        self.input.extend_from_slice(bytes);
    }

    /// Takes the replies that were not sent yet.
    pub(super) fn take_replies(&mut self) -> String {
        std::mem::take(&mut self.replies)
    }

    /// Answers requests that take about a microsecond each, up to a bounded number. Returns what follows.
    pub(super) fn run_inline(&mut self) -> Next {
        for _ in 0..MAX_INLINE {
            if self.pending.is_none() && !self.advance() {
                return if self.is_end { Next::End } else { Next::Input };
            }
            match self.pending.take() {
                Some(request) => match self.engine.quick_reply(&request) {
                    Some(reply) => self.replies += &reply,
                    None => {
                        self.pending = Some(request);
                        return Next::Work;
                    }
                },
                None => return Next::Input,
            }
        }
        Next::Inline
    }

    /// Answers the pending request and those after it, until the end of the turn. Returns nothing if the attempt was
    /// cancelled before the first reply; the request is still pending then.
    pub(super) fn run(&mut self, attempt: &Attempt) -> Option<()> {
        let start = Instant::now();
        let context = Context { cancellation: attempt.cancellation.clone(), keep_partial: attempt.is_last };
        while self.pending.is_some() || self.advance() {
            // The request is pending until it has a reply, whatever happens.
            let request = self.pending.as_ref()?;
            let Some(reply) = self.engine.reply(request, &context) else {
                return (!self.replies.is_empty()).then_some(());
            };
            self.replies += &reply;
            self.pending = None;
            // Another request may take long: it has a turn, and a time limit, of its own.
            if attempt.lane != Lane::Quick || start.elapsed() >= TURN {
                break;
            }
        }
        Some(())
    }

    /// Answers the pending request with an error.
    pub(super) fn fail(&mut self, error: &EngineError) {
        if self.pending.take().is_some() {
            self.replies += &error_line(error);
        }
    }

    /// Reads the next request; returns whether there is one.
    fn advance(&mut self) -> bool {
        let mut rest = &self.input[self.processed..];
        let before = rest.len();
        let request = self.session.next_request(&mut rest).map(Request::into_owned);
        self.processed += before - rest.len();
        self.pending = request.or_else(|| if self.is_end { self.session.last_request() } else { None });
        self.pending.is_some()
    }
}

/// What a connection needs next.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Next {
    /// More input.
    Input,
    /// Another turn on the asynchronous thread.
    Inline,
    /// A turn in a lane.
    Work,
    /// Nothing: all input was answered.
    End,
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubegod::Cancellation;

    #[test]
    fn a_turn_outside_of_the_quick_lane_ends_with_the_first_reply() {
        let engine = Arc::new(Engine::with_small_tables());
        let attempt =
            |lane| Attempt { lane, cancellation: Cancellation::never().clone(), is_last: lane == Lane::Long };
        for (lane, expected) in [(Lane::Medium, 1), (Lane::Long, 1)] {
            let mut turn = Turn::new(Arc::clone(&engine));
            turn.receive(b"hello\nworld\n");
            assert_eq!(turn.run(&attempt(lane)), Some(()));
            assert_eq!(turn.take_replies().lines().count(), expected, "{lane:?}");
        }
    }
}
