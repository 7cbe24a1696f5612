//! The terminal, which is always given back as it was.

use crate::error::{Stop, reason};
use cubegod_net::{Signal, on_signal};
use ratatui::crossterm::event::{self, Event};
use ratatui::{DefaultTerminal, Frame};
use std::io;
use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

/// So often it is asked whether somebody wants the process to end.
const PATIENCE: Duration = Duration::from_millis(100);

/// The whole screen, until it is dropped; a panic gives it back too, before it says anything.
pub(super) struct Terminal {
    screen: DefaultTerminal,
    signals: Receiver<Signal>,
}

/// What was waited for.
pub(super) enum Happening {
    Event(Event),
    Signal(Signal),
    /// Not yet anything.
    Nothing,
}

impl Terminal {
    pub(super) fn open() -> Result<Terminal, Stop> {
        let (sender, signals) = channel();
        // Where signals cannot be heard, the process just ends as it would anyway.
        let _ = on_signal(move |signal| {
            let _ = sender.send(signal);
        });
        let screen = ratatui::try_init().map_err(|error| cannot_use(&error))?;
        Ok(Terminal { screen, signals })
    }

    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> Result<(), Stop> {
        self.screen.draw(draw).map(|_| ()).map_err(|error| cannot_use(&error))
    }

    /// Waits for a while.
    pub(super) fn wait(&self) -> Result<Happening, Stop> {
        if let Ok(signal) = self.signals.try_recv() {
            return Ok(Happening::Signal(signal));
        }
        let has_event = event::poll(PATIENCE).map_err(|error| cannot_use(&error))?;
        match has_event {
            true => event::read().map(Happening::Event).map_err(|error| cannot_use(&error)),
            false => Ok(Happening::Nothing),
        }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // Nothing can be done about a terminal that is gone.
        let _ = ratatui::try_restore();
    }
}

fn cannot_use(error: &io::Error) -> Stop {
    Stop::Io(format!("cannot use the terminal: {}", reason(error)))
}
