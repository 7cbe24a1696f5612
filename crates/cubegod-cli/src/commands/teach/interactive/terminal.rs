//! The terminal, which is always restored.

use crate::error::Stop;
use crate::message::CommandMessage;
use crate::signals::{Signal, on_any_signal};
use cubegod_cache::Reason;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, DisableBracketedPaste, EnableBracketedPaste, Event};
use ratatui::crossterm::execute;
use ratatui::{DefaultTerminal, Frame};
use std::io;
use std::process::exit;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// The most time to restore a terminal that does not respond.
const RESTORE_TIMEOUT: Duration = Duration::from_secs(1);

/// Keys within this time of each other are drawn once.
const BURST: Duration = Duration::from_millis(1);

/// The alternate screen; restored on drop and before a panic message.
pub(super) struct Terminal {
    screen: DefaultTerminal,
    /// Locked while drawing.
    drawing: Arc<Mutex<()>>,
}

impl Terminal {
    /// Opens the screen. A signal restores it, prints the text and ends the process, as a blocked read cannot be cancelled.
    pub(super) fn open(closing_text: Option<String>) -> Result<Terminal, Stop> {
        let drawing = Arc::new(Mutex::new(()));
        let shared = Arc::clone(&drawing);
        // Without a handler the process ends as it would anyway.
        let _ = on_any_signal(move |signal| {
            std::thread::spawn(move || {
                std::thread::sleep(RESTORE_TIMEOUT);
                exit(signal.exit_code().into());
            });
            let _drawn = shared.lock().unwrap_or_else(PoisonError::into_inner);
            restore();
            print_closing_text(signal, closing_text.as_deref());
            exit(signal.exit_code().into());
        });
        let screen = ratatui::try_init().map_err(|error| cannot_use(&error))?;
        let terminal = Terminal { screen, drawing };
        let default_hook = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            restore();
            default_hook(panic);
        }));
        // Terminals without it send pasted text as keys.
        let _ = execute!(io::stdout(), EnableBracketedPaste);
        Ok(terminal)
    }

    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> Result<(), Stop> {
        let _drawing = self.drawing.lock().unwrap_or_else(PoisonError::into_inner);
        self.screen.draw(draw).map(|_| ()).map_err(|error| cannot_use(&error))
    }

    /// Waits for the next event.
    pub(super) fn wait(&self) -> Result<Event, Stop> {
        event::read().map_err(|error| cannot_use(&error))
    }

    /// Whether another event follows at once.
    pub(super) fn has_more(&self) -> Result<bool, Stop> {
        event::poll(BURST).map_err(|error| cannot_use(&error))
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        restore();
    }
}

fn restore() {
    // Errors are ignored: the terminal may be closed.
    let _ = execute!(io::stdout(), DisableBracketedPaste, Show);
    let _ = ratatui::try_restore();
}

/// Prints the text, unless the terminal is closed.
fn print_closing_text(signal: Signal, closing_text: Option<&str>) {
    use std::io::Write as _;
    if let Some(text) = closing_text.filter(|_| signal != Signal::Hangup) {
        let _ = writeln!(io::stderr(), "{text}");
    }
}

fn cannot_use(error: &io::Error) -> Stop {
    Stop::io(&CommandMessage::Terminal(Reason::of(error)))
}
