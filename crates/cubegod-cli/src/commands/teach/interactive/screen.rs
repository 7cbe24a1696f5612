//! What is on the screen, and what each key does; nothing here knows of a terminal.

use super::line::TypedLine;
use super::texts::{Texts, texts};
use cubegod::render::ansi::ColorDepth;
use cubegod::teach::{Language, Lesson, Practice, Words};
use cubegod::{Alg, Move};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// So many moves may be typed at once: more than any step has.
const MOST_TYPED: usize = 100;

/// So many of them are told one by one.
const MOST_TOLD: usize = 4;

/// Everything that is shown.
pub(super) struct Screen {
    pub(super) place: Place,
    pub(super) words: Words,
    pub(super) depth: ColorDepth,
    /// Another solution of the same cube, and whether it is a shortest one.
    pub(super) comparison: Option<(Alg, bool)>,
    /// Whether the reason of the step is shown.
    pub(super) shows_why: bool,
    pub(super) mode: Mode,
    /// What the last moves did, or why there were none.
    pub(super) said: Vec<String>,
    /// The lines of text above those that are shown.
    pub(super) scrolled: usize,
}

/// Where somebody is.
pub(super) enum Place {
    /// Nothing is to be done: the cube is solved.
    Solved(Box<Lesson>),
    /// In the midst of it.
    Lesson(Box<Practice>),
}

pub(super) enum Mode {
    /// Keys are commands.
    Look,
    /// Keys are text: moves to make, and what is wrong with them.
    Type(TypedLine, Option<String>),
    /// The keys are explained.
    Help,
}

/// What somebody wants after a key.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) enum Wish {
    Stay,
    Leave,
}

impl Screen {
    pub(super) fn new(
        lesson: Lesson,
        words: Words,
        depth: ColorDepth,
        comparison: Option<(Alg, bool)>,
    ) -> Screen {
        let place = match Practice::new(lesson.clone()) {
            Some(practice) => Place::Lesson(Box::new(practice)),
            None => Place::Solved(Box::new(lesson)),
        };
        Screen {
            place,
            words,
            depth,
            comparison,
            shows_why: false,
            mode: Mode::Look,
            said: Vec::new(),
            scrolled: 0,
        }
    }

    pub(super) fn lesson(&self) -> &Lesson {
        match &self.place {
            Place::Solved(lesson) => lesson,
            Place::Lesson(practice) => practice.lesson(),
        }
    }

    pub(super) fn texts(&self) -> &'static Texts {
        texts(self.words.language())
    }

    /// What a key does.
    pub(super) fn handle(&mut self, key: KeyEvent) -> Wish {
        let with_control = key.modifiers.contains(KeyModifiers::CONTROL);
        if with_control {
            match key.code {
                KeyCode::Char('c') => return Wish::Leave,
                KeyCode::Char('z') => self.undo(),
                KeyCode::Char('y') => self.redo(),
                KeyCode::Char('u') if matches!(self.mode, Mode::Type(..)) => {
                    self.mode = Mode::Type(TypedLine::default(), None);
                }
                _ => {}
            }
            return Wish::Stay;
        }
        match self.mode {
            Mode::Look => return self.handle_look(key.code),
            Mode::Type(..) => self.handle_type(key.code),
            Mode::Help => self.mode = Mode::Look,
        }
        Wish::Stay
    }

    /// Text that came all at once.
    pub(super) fn paste(&mut self, text: &str) {
        if let Mode::Type(line, problem) = &mut self.mode {
            text.chars().map(|one| if one.is_control() { ' ' } else { one }).for_each(|one| line.insert(one));
            *problem = None;
        }
    }

    fn handle_look(&mut self, code: KeyCode) -> Wish {
        match code {
            KeyCode::Char('q' | 'Q') | KeyCode::Esc => return Wish::Leave,
            KeyCode::Right | KeyCode::Char(' ') => self.go_on(),
            KeyCode::Left | KeyCode::Char('u' | 'U') | KeyCode::Backspace => self.undo(),
            KeyCode::Char('r' | 'R') => self.redo(),
            KeyCode::Down | KeyCode::Char('n' | 'N') => self.next_step(),
            KeyCode::Up | KeyCode::Char('p' | 'P') => self.previous_step(),
            KeyCode::Home => self.jump(0),
            KeyCode::End => self.jump_to_end(),
            KeyCode::PageDown => self.scrolled += 3,
            KeyCode::PageUp => self.scrolled = self.scrolled.saturating_sub(3),
            KeyCode::Char('w' | 'W') => self.shows_why = !self.shows_why,
            KeyCode::Char('t' | 'T') if matches!(self.place, Place::Lesson(_)) => {
                self.mode = Mode::Type(TypedLine::default(), None);
            }
            KeyCode::Char('l' | 'L') => self.change_language(),
            KeyCode::Char('?' | 'h' | 'H') => self.mode = Mode::Help,
            _ => {}
        }
        Wish::Stay
    }

    fn handle_type(&mut self, code: KeyCode) {
        let Mode::Type(line, problem) = &mut self.mode else { return };
        match code {
            KeyCode::Esc => self.mode = Mode::Look,
            KeyCode::Enter if line.is_empty() => self.mode = Mode::Look,
            KeyCode::Enter => {
                let text = line.text();
                match self.make_typed(&text) {
                    Ok(()) => self.mode = Mode::Type(TypedLine::default(), None),
                    // The text stays, to be corrected.
                    Err(message) => {
                        if let Mode::Type(_, problem) = &mut self.mode {
                            *problem = Some(message);
                        }
                    }
                }
            }
            KeyCode::Left => line.go_left(),
            KeyCode::Right => line.go_right(),
            KeyCode::Home => line.go_to_begin(),
            KeyCode::End => line.go_to_end(),
            KeyCode::PageDown => self.scrolled += 3,
            KeyCode::PageUp => self.scrolled = self.scrolled.saturating_sub(3),
            KeyCode::Backspace => {
                line.delete_before();
                *problem = None;
            }
            KeyCode::Delete => {
                line.delete_after();
                *problem = None;
            }
            KeyCode::Char(character) => {
                line.insert(character);
                *problem = None;
            }
            _ => {}
        }
    }

    /// Forgets what was said about something that is over.
    fn practice(&mut self) -> Option<&mut Practice> {
        self.said.clear();
        self.scrolled = 0;
        match &mut self.place {
            Place::Solved(_) => None,
            Place::Lesson(practice) => Some(practice),
        }
    }

    /// The lesson's next move, or the next step.
    fn go_on(&mut self) {
        let texts = self.texts();
        let Some(practice) = self.practice() else { return };
        if practice.is_off_the_path() {
            self.said.push(texts.off_the_path.into());
        } else if let Some(next) = practice.next() {
            // It is one of the lesson, so the cube has its layer.
            let _ = practice.make(next);
        } else {
            let next = practice.number() + 1;
            if !practice.jump(next) {
                self.said.push(texts.end.into());
            }
        }
    }

    /// One move back, from the beginning of a step to the end of the one before.
    fn undo(&mut self) {
        let Some(practice) = self.practice() else { return };
        if practice.undo().is_none() && practice.number() > 0 {
            practice.jump_to_end(practice.number() - 1);
        }
    }

    fn redo(&mut self) {
        let words = self.words.clone();
        let Some(practice) = self.practice() else { return };
        let said = practice.redo().map(|effect| told(practice, &words, &effect));
        self.said.extend(said);
    }

    fn next_step(&mut self) {
        let Some(practice) = self.practice() else { return };
        let next = practice.number() + 1;
        if !practice.jump(next) {
            self.jump_to_end();
        }
    }

    fn previous_step(&mut self) {
        let Some(practice) = self.practice() else { return };
        let previous = practice.number().saturating_sub(1);
        practice.jump(previous);
    }

    fn jump(&mut self, step: usize) {
        if let Some(practice) = self.practice() {
            practice.jump(step);
        }
    }

    fn jump_to_end(&mut self) {
        if let Some(practice) = self.practice() {
            practice.jump_to_end(practice.lesson().steps().len() - 1);
        }
    }

    fn change_language(&mut self) {
        let language = match self.words.language() {
            Language::English => Language::Chinese,
            Language::Chinese => Language::English,
        };
        self.words = self.words.clone().spoken_in(language);
        // It was said in the other one.
        self.said.clear();
    }

    /// Makes the moves of a text, or says why not: then none is made.
    fn make_typed(&mut self, text: &str) -> Result<(), String> {
        let texts = self.texts();
        let alg: Alg = text.parse().map_err(|error| (texts.bad_moves)(&error))?;
        if alg.len() > MOST_TYPED {
            return Err((texts.too_many)(alg.len(), MOST_TYPED));
        }
        let size = self.lesson().size();
        if let Some(one) = alg.iter().find(|one| one.layer_turn(size).is_err()) {
            return Err((texts.no_layer)(one, size));
        }
        let words = self.words.clone();
        let Some(practice) = self.practice() else { return Ok(()) };
        let mut said = Vec::new();
        let mut rest = alg.moves();
        while let Some(&one) = rest.first() {
            if practice.is_step_done() && practice.jump(practice.number() + 1) {
                said.push((texts.next_step)(practice.number() + 1));
                let grip = practice.step().grip();
                if !grip.is_empty() && rest.starts_with(grip.moves()) {
                    rest = &rest[grip.len()..];
                    continue;
                }
            }
            if let Ok(effect) = practice.make(one) {
                said.push(told(practice, &words, &effect));
            }
            rest = &rest[1..];
        }
        let hidden = said.len().saturating_sub(MOST_TOLD);
        self.said = said.split_off(hidden);
        Ok(())
    }
}

/// What a move did, after its name.
fn told(practice: &Practice, words: &Words, effect: &cubegod::teach::Effect) -> String {
    let one: Move = effect.made;
    format!("{one}: {}", words.effect(practice.lesson(), practice.step(), effect))
}
