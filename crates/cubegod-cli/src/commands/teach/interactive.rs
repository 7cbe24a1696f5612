//! `teach --interactive`: a lesson on the terminal, one move at a time, with room to try something else.

mod draw;
mod line;
mod net;
mod screen;
mod terminal;
#[cfg(test)]
mod tests;
mod texts;

use crate::error::{ANSWERED, Stop};
use cubegod::Alg;
use cubegod::render::ansi::ColorDepth;
use cubegod::teach::{Lesson, Words};
use ratatui::crossterm::event::{Event, KeyEventKind};
use screen::{Screen, Wish};
use std::io::{self, IsTerminal};
use terminal::{Happening, Terminal};

/// Refuses where nobody could see it or press a key.
pub(crate) fn need_terminal() -> Result<(), Stop> {
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        return Ok(());
    }
    Err(Stop::usage("--interactive needs a terminal; leave it out to get the lesson as text"))
}

/// Goes through a lesson until somebody has had enough.
pub(crate) fn run(
    lesson: Lesson,
    words: Words,
    depth: ColorDepth,
    comparison: Option<(Alg, bool)>,
) -> Result<u8, Stop> {
    need_terminal()?;
    let mut screen = Screen::new(lesson, words, depth, comparison);
    let mut terminal = Terminal::open()?;
    loop {
        terminal.draw(|frame| screen.draw(frame))?;
        match terminal.wait()? {
            Happening::Event(Event::Key(key)) if key.kind != KeyEventKind::Release => {
                if screen.handle(key) == Wish::Leave {
                    return Ok(ANSWERED);
                }
            }
            Happening::Event(Event::Paste(text)) => screen.paste(&text),
            // Drawn anew, in whatever room there is now.
            Happening::Event(_) | Happening::Nothing => {}
            Happening::Signal(signal) => return Err(Stop::Interrupted(signal)),
        }
    }
}
