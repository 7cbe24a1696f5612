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
use crate::signals::Signal;
use cubegod::{Alg, Color, Stickers};
use cubegod_teach::{Lesson, Narrator};
use ratatui::crossterm::event::{Event, KeyEventKind};
pub(crate) use screen::Look;
use screen::{Screen, Wish};
use std::io::{self, IsTerminal};
use terminal::Terminal;

/// Refuses where nobody could see it or press a key.
pub(crate) fn need_terminal() -> Result<(), Stop> {
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        return Ok(());
    }
    Err(Stop::usage("--interactive needs a terminal; leave it out to get the lesson as text"))
}

/// A lesson, and another solution of its cube with whether it is a shortest one.
pub(crate) struct Taught {
    pub(crate) lesson: Lesson,
    pub(crate) comparison: Option<(Alg, bool)>,
}

/// What a lesson on the terminal begins with.
pub(crate) struct Beginning {
    pub(crate) taught: Taught,
    pub(crate) words: Narrator,
    pub(crate) look: Look,
    /// What comes back to the lesson of a cube that was typed.
    pub(crate) command: Option<String>,
}

/// Goes through a lesson until somebody has had enough; `teach` makes another one of the cube as it is by then.
pub(crate) fn run(
    beginning: Beginning,
    teach: impl Fn(&Stickers<Color>) -> Result<Taught, String>,
) -> Result<u8, Stop> {
    need_terminal()?;
    let Beginning { taught: Taught { lesson, comparison }, words, look, command } = beginning;
    let parting = command.map(|command| (texts::texts(words.language()).come_back)(&command));
    let mut screen = Screen::new(lesson, comparison, words, look);
    let wish = go_through(&mut screen, Terminal::open(parting.clone())?, teach)?;
    if let Some(text) = parting {
        eprintln!("{text}");
    }
    match wish {
        Wish::Interrupt => Err(Stop::Interrupted(Signal::Interrupt)),
        _ => Ok(ANSWERED),
    }
}

/// Until somebody leaves, and how.
fn go_through(
    screen: &mut Screen,
    mut terminal: Terminal,
    teach: impl Fn(&Stickers<Color>) -> Result<Taught, String>,
) -> Result<Wish, Stop> {
    loop {
        terminal.draw(|frame| screen.draw(frame))?;
        loop {
            match terminal.wait()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => match screen.handle(key) {
                    Wish::Stay => {}
                    Wish::LessonFromHere => match teach(&screen.stickers()) {
                        Ok(Taught { lesson, comparison }) => screen.begin(lesson, comparison),
                        Err(reason) => screen.said = vec![reason],
                    },
                    wish @ (Wish::Leave | Wish::Interrupt) => return Ok(wish),
                },
                Event::Paste(text) => screen.paste(&text),
                // Drawn anew, in whatever room there is now.
                _ => {}
            }
            if !terminal.has_more()? {
                break;
            }
        }
    }
}
