//! What is on the screen, and what each key does; nothing here knows of a terminal.

use super::line::TypedLine;
use super::texts::{Texts, texts};
use cubegod::render::ansi::AnsiOptions;
use cubegod::{Alg, Color, Metric, Stickers};
use cubegod_teach::{Effect, Language, Lesson, Narrator, Practice};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// So many moves may be typed at once: more than any step has.
const MOST_TYPED: usize = 100;

/// So many of them are told one by one.
const MOST_TOLD: usize = 4;

/// Everything that is shown.
pub(super) struct Screen {
    pub(super) place: Place,
    pub(super) words: Narrator,
    pub(super) look: Look,
    /// Another solution of the same cube, and whether it is a shortest one.
    pub(super) comparison: Option<(Alg, bool)>,
    /// Whether the reason of the step is shown.
    pub(super) shows_why: bool,
    pub(super) mode: Mode,
    /// What the last moves did, or why there were none.
    pub(super) said: Vec<String>,
    /// The lines of text above those that are shown.
    pub(super) scrolled: usize,
    /// Whether nothing of it fits the terminal.
    pub(super) is_too_small: bool,
    /// Whether the next Esc leaves: a single one may be the beginning of an arrow key whose rest comes late.
    is_leaving: bool,
}

/// How it is shown.
#[derive(Copy, Clone, Default)]
pub(crate) struct Look {
    /// How nets are coloured.
    pub(crate) ansi: AnsiOptions,
    /// How moves are counted.
    pub(crate) metric: Metric,
}

/// Where somebody is.
pub(super) enum Place {
    /// Nothing is to be done: the cube is solved.
    Solved(Box<Lesson>),
    /// In the midst of it.
    Lesson(Box<Practice>),
}

impl Place {
    fn of(lesson: Lesson) -> Place {
        match Practice::new(lesson.clone()) {
            Some(practice) => Place::Lesson(Box::new(practice)),
            None => Place::Solved(Box::new(lesson)),
        }
    }
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
    /// Ctrl-C.
    Interrupt,
    /// Another lesson, from the cube as it is now.
    LessonFromHere,
}

/// What keys are for, where they are no text.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) enum Command {
    GoOn,
    Undo,
    Redo,
    NextStep,
    PreviousStep,
    Begin,
    End,
    ScrollDown,
    ScrollUp,
    Why,
    Practise,
    LessonFromHere,
    Language,
    Help,
    Escape,
    Leave,
}

impl Command {
    /// What a key is for in a lesson.
    pub(super) fn of(code: KeyCode) -> Option<Command> {
        Some(match code {
            KeyCode::Right | KeyCode::Char(' ') => Command::GoOn,
            KeyCode::Left | KeyCode::Char('u' | 'U') | KeyCode::Backspace => Command::Undo,
            KeyCode::Char('y' | 'Y') => Command::Redo,
            KeyCode::Down | KeyCode::Char('n' | 'N') => Command::NextStep,
            KeyCode::Up | KeyCode::Char('p' | 'P') => Command::PreviousStep,
            KeyCode::Home => Command::Begin,
            KeyCode::End => Command::End,
            KeyCode::PageDown => Command::ScrollDown,
            KeyCode::PageUp => Command::ScrollUp,
            KeyCode::Char('w' | 'W') => Command::Why,
            KeyCode::Char('t' | 'T') => Command::Practise,
            KeyCode::Char('r' | 'R') => Command::LessonFromHere,
            KeyCode::Char('l' | 'L') => Command::Language,
            // No capital H: it ends the bytes of the key Home, which may come late.
            KeyCode::Char('?' | 'h') => Command::Help,
            KeyCode::Esc => Command::Escape,
            KeyCode::Char('q' | 'Q') => Command::Leave,
            _ => return None,
        })
    }

    /// What a key is for together with Ctrl, in a lesson or while somebody types.
    pub(super) fn with_control(code: KeyCode) -> Option<Command> {
        Some(match code {
            KeyCode::Char('z') => Command::Undo,
            KeyCode::Char('y') => Command::Redo,
            KeyCode::Char('r') => Command::LessonFromHere,
            _ => return None,
        })
    }
}

impl Screen {
    pub(super) fn new(
        lesson: Lesson,
        comparison: Option<(Alg, bool)>,
        words: Narrator,
        look: Look,
    ) -> Screen {
        Screen {
            place: Place::of(lesson),
            words,
            look,
            comparison,
            shows_why: false,
            mode: Mode::Look,
            said: Vec::new(),
            scrolled: 0,
            is_too_small: false,
            is_leaving: false,
        }
    }

    /// Begins another lesson, from the cube as it is.
    pub(super) fn begin(&mut self, lesson: Lesson, comparison: Option<(Alg, bool)>) {
        self.place = Place::of(lesson);
        self.comparison = comparison;
        self.scrolled = 0;
        self.said = vec![self.texts().new_lesson.into()];
        if matches!(self.place, Place::Solved(_)) {
            self.mode = Mode::Look;
        }
    }

    pub(super) fn lesson(&self) -> &Lesson {
        match &self.place {
            Place::Solved(lesson) => lesson,
            Place::Lesson(practice) => practice.lesson(),
        }
    }

    /// The cube as it is now.
    pub(super) fn stickers(&self) -> Stickers<Color> {
        match &self.place {
            Place::Solved(lesson) => lesson.start().clone(),
            Place::Lesson(practice) => practice.stickers(),
        }
    }

    pub(super) fn texts(&self) -> &'static Texts {
        texts(self.words.language())
    }

    /// What a key does.
    pub(super) fn handle(&mut self, key: KeyEvent) -> Wish {
        let was_leaving = std::mem::take(&mut self.is_leaving);
        if was_leaving && !self.is_too_small {
            self.said.clear();
        }
        let with_control = key.modifiers.contains(KeyModifiers::CONTROL);
        if with_control && key.code == KeyCode::Char('c') {
            return Wish::Interrupt;
        }
        if self.is_too_small {
            // Nobody sees what other keys would do.
            return match Command::of(key.code).filter(|_| key.modifiers.is_empty()) {
                Some(Command::Leave) => Wish::Leave,
                Some(Command::Escape) => self.escape(was_leaving),
                _ => Wish::Stay,
            };
        }
        if with_control {
            return match (key.code, &self.mode) {
                (KeyCode::Char('u'), Mode::Type(..)) => {
                    self.mode = Mode::Type(TypedLine::default(), None);
                    Wish::Stay
                }
                (code, _) => Command::with_control(code).map_or(Wish::Stay, |command| self.obey(command)),
            };
        }
        if key.modifiers.contains(KeyModifiers::ALT) {
            return Wish::Stay;
        }
        match (&self.mode, Command::of(key.code)) {
            (Mode::Help, Some(command @ (Command::ScrollDown | Command::ScrollUp))) => {
                return self.obey(command);
            }
            (Mode::Help, _) => self.show(Mode::Look),
            (Mode::Type(..), _) => self.handle_type(key.code),
            (Mode::Look, Some(Command::Escape)) => return self.escape(was_leaving),
            (Mode::Look, Some(command)) => return self.obey(command),
            (Mode::Look, None) => {}
        }
        Wish::Stay
    }

    /// The first Esc asks, the second leaves.
    fn escape(&mut self, was_leaving: bool) -> Wish {
        if was_leaving {
            return Wish::Leave;
        }
        self.is_leaving = true;
        if !self.is_too_small {
            self.said = vec![self.texts().leave_once_more.into()];
            self.scrolled = 0;
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

    fn obey(&mut self, command: Command) -> Wish {
        match command {
            Command::Leave => return Wish::Leave,
            Command::LessonFromHere => return self.lesson_from_here(),
            Command::GoOn => self.go_on(),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::NextStep => self.next_step(),
            Command::PreviousStep => self.previous_step(),
            Command::Begin => self.jump(0),
            Command::End => self.jump_to_end(),
            Command::ScrollDown => self.scrolled += 3,
            Command::ScrollUp => self.scrolled = self.scrolled.saturating_sub(3),
            Command::Why => self.shows_why = !self.shows_why,
            Command::Practise => {
                if matches!(self.place, Place::Lesson(_)) {
                    self.mode = Mode::Type(TypedLine::default(), None);
                }
            }
            Command::Language => self.change_language(),
            Command::Help => self.show(Mode::Help),
            Command::Escape => {}
        }
        Wish::Stay
    }

    /// Another text, from its beginning.
    fn show(&mut self, mode: Mode) {
        self.mode = mode;
        self.scrolled = 0;
    }

    /// On the path the lesson is one from here already.
    fn lesson_from_here(&mut self) -> Wish {
        let texts = self.texts();
        match self.practice() {
            Some(practice) if practice.is_off_path() => Wish::LessonFromHere,
            Some(_) => {
                self.said.push(texts.on_the_path.into());
                Wish::Stay
            }
            None => Wish::Stay,
        }
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
        if practice.is_off_path() {
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
        self.words = self.words.clone().with_language(language);
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
        for &one in alg.moves() {
            if practice.is_step_done() && practice.jump(practice.number() + 1) {
                said.push((texts.next_step)(practice.number() + 1));
            }
            let turned: Vec<String> =
                practice.apply_implied_rotation(one).iter().map(|effect| effect.made.to_string()).collect();
            if !turned.is_empty() {
                said.push((texts.turned_already)(&turned.join(" ")));
            }
            if let Ok(effect) = practice.make(one) {
                said.push(told(practice, &words, &effect));
            }
        }
        let hidden = said.len().saturating_sub(MOST_TOLD);
        self.said = said.split_off(hidden);
        self.said.extend(wide_turn(text).map(texts.two_layers));
        Ok(())
    }
}

/// The first small letter that was read as a turn of two layers, which few people mean.
fn wide_turn(text: &str) -> Option<char> {
    text.chars().find(|letter| "rulfdb".contains(*letter))
}

/// What a move did, after its name.
fn told(practice: &Practice, words: &Narrator, effect: &Effect) -> String {
    format!("{}: {}", effect.made, words.effect(practice.lesson(), practice.step(), effect))
}
