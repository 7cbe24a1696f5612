//! The terminal, which is always given back as it was.

use crate::error::{Stop, reason};
use crate::signals::{Signal, on_any_signal};
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, DisableBracketedPaste, EnableBracketedPaste, Event};
use ratatui::crossterm::execute;
use ratatui::{DefaultTerminal, Frame};
use std::io;
use std::process::exit;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// So long it is waited for a terminal that takes nothing any more.
const PATIENCE: Duration = Duration::from_secs(1);

/// Keys that come within this time of each other are one burst, which is drawn once.
const BURST: Duration = Duration::from_millis(1);

/// The whole screen, until it is dropped; a panic gives it back too, before it says anything.
pub(super) struct Terminal {
    screen: DefaultTerminal,
    /// Held while something is drawn.
    drawing: Arc<Mutex<()>>,
}

impl Terminal {
    /// A signal gives it back, says the parting words and ends the process: who waits for a key can't be called off.
    pub(super) fn open(parting: Option<String>) -> Result<Terminal, Stop> {
        let drawing = Arc::new(Mutex::new(()));
        let held = Arc::clone(&drawing);
        // Where signals cannot be heard, the process just ends as it would anyway.
        let _ = on_any_signal(move |signal| {
            std::thread::spawn(move || {
                std::thread::sleep(PATIENCE);
                exit(signal.exit_code().into());
            });
            let _drawn = held.lock().unwrap_or_else(PoisonError::into_inner);
            restore();
            say_parting(signal, parting.as_deref());
            exit(signal.exit_code().into());
        });
        let screen = ratatui::try_init().map_err(|error| cannot_use(&error))?;
        let terminal = Terminal { screen, drawing };
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            restore();
            usual(panic);
        }));
        // A terminal that does not know it ignores it: pasted text comes as keys then.
        let _ = execute!(io::stdout(), EnableBracketedPaste);
        Ok(terminal)
    }

    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> Result<(), Stop> {
        let _drawing = self.drawing.lock().unwrap_or_else(PoisonError::into_inner);
        self.screen.draw(draw).map(|_| ()).map_err(|error| cannot_use(&error))
    }

    /// Waits for the next thing that happens.
    pub(super) fn wait(&self) -> Result<Event, Stop> {
        event::read().map_err(|error| cannot_use(&error))
    }

    /// Whether something else happened already.
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
    // Nothing can be done about a terminal that is gone.
    let _ = execute!(io::stdout(), DisableBracketedPaste, Show);
    let _ = ratatui::try_restore();
}

/// Nobody is there to read it when the terminal is gone.
fn say_parting(signal: Signal, parting: Option<&str>) {
    use std::io::Write as _;
    if let Some(text) = parting.filter(|_| signal != Signal::Hangup) {
        let _ = writeln!(io::stderr(), "{text}");
    }
}

fn cannot_use(error: &io::Error) -> Stop {
    Stop::Io(format!("cannot use the terminal: {}", reason(error)))
}
