//! `teach --interactive`: a lesson on the terminal, one move at a time, with practice.

mod draw;
mod line;
mod net;
mod screen;
mod terminal;
#[cfg(test)]
mod tests;
mod texts;

use crate::error::{ANSWERED, RequestError, Stop};
use crate::signals::Signal;
use cubegod::{Alg, Color, Stickers};
use cubegod_service::{InputError, OptionId};
use cubegod_teach::{Lesson, LessonText};
use ratatui::crossterm::event::{Event, KeyEventKind};
pub(crate) use screen::DisplayOptions;
use screen::{Action, Screen};
use std::io::{self, IsTerminal};
use terminal::Terminal;

/// Refuses to run without a terminal.
pub(crate) fn need_terminal() -> Result<(), Stop> {
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        return Ok(());
    }
    let error = InputError::NoTerminal { setting: OptionId::Interactive.into() };
    Err(RequestError::from(error).into())
}

/// A lesson, and a computer solution of its cube with whether it is optimal.
pub(crate) struct LessonWithComparison {
    pub(crate) lesson: Lesson,
    pub(crate) comparison: Option<(Alg, bool)>,
}

/// The start of an interactive lesson.
pub(crate) struct Start {
    pub(crate) lesson: LessonWithComparison,
    pub(crate) lesson_text: LessonText,
    pub(crate) display: DisplayOptions,
    /// The command that returns to the lesson of a typed cube.
    pub(crate) command: Option<String>,
}

/// Shows a lesson until the user quits; `teach` creates a new lesson for the current cube.
pub(crate) fn run(
    start: Start,
    teach: impl Fn(&Stickers<Color>) -> Result<LessonWithComparison, String>,
) -> Result<u8, Stop> {
    need_terminal()?;
    let Start { lesson: LessonWithComparison { lesson, comparison }, lesson_text, display, command } = start;
    let closing_text = command.map(|command| (texts::texts(lesson_text.language()).resume_hint)(&command));
    let mut screen = Screen::new(lesson, comparison, lesson_text, display);
    let action = event_loop(&mut screen, Terminal::open(closing_text.clone())?, teach)?;
    if let Some(text) = closing_text {
        eprintln!("{text}");
    }
    match action {
        Action::Interrupt => Err(Stop::Interrupted(Signal::Interrupt)),
        _ => Ok(ANSWERED),
    }
}

/// Handles events until the user quits, and returns how.
fn event_loop(
    screen: &mut Screen,
    mut terminal: Terminal,
    teach: impl Fn(&Stickers<Color>) -> Result<LessonWithComparison, String>,
) -> Result<Action, Stop> {
    loop {
        terminal.draw(|frame| screen.draw(frame))?;
        loop {
            match terminal.wait()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => match screen.handle(key) {
                    Action::Stay => {}
                    Action::LessonFromHere => match teach(&screen.stickers()) {
                        Ok(LessonWithComparison { lesson, comparison }) => screen.begin(lesson, comparison),
                        Err(reason) => screen.messages = vec![reason],
                    },
                    action @ (Action::Quit | Action::Interrupt) => return Ok(action),
                },
                Event::Paste(text) => screen.paste(&text),
                // Resized: drawn again.
                _ => {}
            }
            if !terminal.has_more()? {
                break;
            }
        }
    }
}
