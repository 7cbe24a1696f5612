//! The state of the screen and the effect of each key, independent of a terminal.

use super::line::TypedLine;
use super::texts::{Texts, texts};
use cubegod::render::ansi::AnsiOptions;
use cubegod::{Alg, Color, Metric, Stickers};
use cubegod_service::{MessageStyle, RequestError, Spelling};
use cubegod_teach::{Effect, Language, Lesson, LessonText, Practice};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// The most moves that may be typed at once: more than any step has.
const MAX_TYPED: usize = 100;

/// The most moves whose effects are listed one by one.
const MAX_REPORTED: usize = 4;

/// The state of the screen.
pub(super) struct Screen {
    pub(super) content: Content,
    pub(super) lesson_text: LessonText,
    pub(super) display: DisplayOptions,
    /// Another solution of the same cube, and whether it is a shortest one.
    pub(super) comparison: Option<(Alg, bool)>,
    /// Whether the reason of the step is shown.
    pub(super) shows_why: bool,
    pub(super) mode: Mode,
    /// The effects of the last moves, or the reason why none was made.
    pub(super) messages: Vec<String>,
    /// The number of lines scrolled off at the top.
    pub(super) scrolled: usize,
    /// Whether the terminal is too small.
    pub(super) is_too_small: bool,
    /// Whether the next Esc quits: a single one may be the start of an arrow key whose rest comes late.
    is_quitting: bool,
}

/// How lessons are shown.
#[derive(Copy, Clone, Default)]
pub(crate) struct DisplayOptions {
    /// How nets are coloured.
    pub(crate) ansi: AnsiOptions,
    /// How moves are counted.
    pub(crate) metric: Metric,
}

/// The content of the screen.
pub(super) enum Content {
    /// The cube is solved; there are no steps.
    Solved(Box<Lesson>),
    /// A lesson in progress.
    Lesson(Box<Practice>),
}

impl Content {
    fn of(lesson: Lesson) -> Content {
        match Practice::new(lesson.clone()) {
            Some(practice) => Content::Lesson(Box::new(practice)),
            None => Content::Solved(Box::new(lesson)),
        }
    }
}

pub(super) enum Mode {
    /// Keys are commands.
    Lesson,
    /// Keys are text: moves to make, and an error about them.
    Type(TypedLine, Option<String>),
    /// The list of keys.
    Help,
}

/// What to do after a key.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) enum Action {
    Stay,
    Quit,
    /// Ctrl-C.
    Interrupt,
    /// Start a new lesson from the current cube.
    LessonFromHere,
}

/// The command of a key.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) enum Command {
    Advance,
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
    Quit,
}

impl Command {
    /// Returns the command of a key in a lesson.
    pub(super) fn of(code: KeyCode) -> Option<Command> {
        Some(match code {
            KeyCode::Right | KeyCode::Char(' ') => Command::Advance,
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
            KeyCode::Char('q' | 'Q') => Command::Quit,
            _ => return None,
        })
    }

    /// Returns the command of a key with Ctrl, in a lesson or while moves are typed.
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
        lesson_text: LessonText,
        display: DisplayOptions,
    ) -> Screen {
        Screen {
            content: Content::of(lesson),
            lesson_text,
            display,
            comparison,
            shows_why: false,
            mode: Mode::Lesson,
            messages: Vec::new(),
            scrolled: 0,
            is_too_small: false,
            is_quitting: false,
        }
    }

    /// Starts another lesson.
    pub(super) fn begin(&mut self, lesson: Lesson, comparison: Option<(Alg, bool)>) {
        self.content = Content::of(lesson);
        self.comparison = comparison;
        self.scrolled = 0;
        self.messages = vec![self.texts().new_lesson.into()];
        if matches!(self.content, Content::Solved(_)) {
            self.mode = Mode::Lesson;
        }
    }

    pub(super) fn lesson(&self) -> &Lesson {
        match &self.content {
            Content::Solved(lesson) => lesson,
            Content::Lesson(practice) => practice.lesson(),
        }
    }

    /// Returns the current cube.
    pub(super) fn stickers(&self) -> Stickers<Color> {
        match &self.content {
            Content::Solved(lesson) => lesson.start().clone(),
            Content::Lesson(practice) => practice.stickers(),
        }
    }

    pub(super) fn texts(&self) -> &'static Texts {
        texts(self.lesson_text.language())
    }

    /// Executes a key.
    pub(super) fn handle(&mut self, key: KeyEvent) -> Action {
        let was_quitting = std::mem::take(&mut self.is_quitting);
        if was_quitting && !self.is_too_small {
            self.messages.clear();
        }
        let with_control = key.modifiers.contains(KeyModifiers::CONTROL);
        if with_control && key.code == KeyCode::Char('c') {
            return Action::Interrupt;
        }
        if self.is_too_small {
            // The effects of other keys would not be visible.
            return match Command::of(key.code).filter(|_| key.modifiers.is_empty()) {
                Some(Command::Quit) => Action::Quit,
                Some(Command::Escape) => self.escape(was_quitting),
                _ => Action::Stay,
            };
        }
        if with_control {
            return match (key.code, &self.mode) {
                (KeyCode::Char('u'), Mode::Type(..)) => {
                    self.mode = Mode::Type(TypedLine::default(), None);
                    Action::Stay
                }
                (code, _) => {
                    Command::with_control(code).map_or(Action::Stay, |command| self.execute(command))
                }
            };
        }
        if key.modifiers.contains(KeyModifiers::ALT) {
            return Action::Stay;
        }
        match (&self.mode, Command::of(key.code)) {
            (Mode::Help, Some(command @ (Command::ScrollDown | Command::ScrollUp))) => {
                return self.execute(command);
            }
            (Mode::Help, _) => self.show(Mode::Lesson),
            (Mode::Type(..), _) => self.handle_type(key.code),
            (Mode::Lesson, Some(Command::Escape)) => return self.escape(was_quitting),
            (Mode::Lesson, Some(command)) => return self.execute(command),
            (Mode::Lesson, None) => {}
        }
        Action::Stay
    }

    /// The first Esc asks for confirmation, the second quits.
    fn escape(&mut self, was_quitting: bool) -> Action {
        if was_quitting {
            return Action::Quit;
        }
        self.is_quitting = true;
        if !self.is_too_small {
            self.messages = vec![self.texts().confirm_quit.into()];
            self.scrolled = 0;
        }
        Action::Stay
    }

    /// Inserts pasted text.
    pub(super) fn paste(&mut self, text: &str) {
        if let Mode::Type(line, error) = &mut self.mode {
            text.chars().map(|one| if one.is_control() { ' ' } else { one }).for_each(|one| line.insert(one));
            *error = None;
        }
    }

    fn execute(&mut self, command: Command) -> Action {
        match command {
            Command::Quit => return Action::Quit,
            Command::LessonFromHere => return self.lesson_from_here(),
            Command::Advance => self.advance(),
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
                if matches!(self.content, Content::Lesson(_)) {
                    self.mode = Mode::Type(TypedLine::default(), None);
                }
            }
            Command::Language => self.change_language(),
            Command::Help => self.show(Mode::Help),
            Command::Escape => {}
        }
        Action::Stay
    }

    /// Shows another text from its first line.
    fn show(&mut self, mode: Mode) {
        self.mode = mode;
        self.scrolled = 0;
    }

    /// Requests a lesson from the current cube, unless the cube matches the lesson.
    fn lesson_from_here(&mut self) -> Action {
        let texts = self.texts();
        match self.practice() {
            Some(practice) if practice.is_off_path() => Action::LessonFromHere,
            Some(_) => {
                self.messages.push(texts.on_the_path.into());
                Action::Stay
            }
            None => Action::Stay,
        }
    }

    fn handle_type(&mut self, code: KeyCode) {
        let Mode::Type(line, error) = &mut self.mode else { return };
        match code {
            KeyCode::Esc => self.mode = Mode::Lesson,
            KeyCode::Enter if line.is_empty() => self.mode = Mode::Lesson,
            KeyCode::Enter => {
                let text = line.text();
                match self.make_typed(&text) {
                    Ok(()) => self.mode = Mode::Type(TypedLine::default(), None),
                    // The text stays, to be corrected.
                    Err(message) => {
                        if let Mode::Type(_, error) = &mut self.mode {
                            *error = Some(message);
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
                *error = None;
            }
            KeyCode::Delete => {
                line.delete_after();
                *error = None;
            }
            KeyCode::Char(character) => {
                line.insert(character);
                *error = None;
            }
            _ => {}
        }
    }

    /// Returns the practice, and clears messages about earlier moves.
    fn practice(&mut self) -> Option<&mut Practice> {
        self.messages.clear();
        self.scrolled = 0;
        match &mut self.content {
            Content::Solved(_) => None,
            Content::Lesson(practice) => Some(practice),
        }
    }

    /// Makes the next move of the lesson, or goes to the next step.
    fn advance(&mut self) {
        let texts = self.texts();
        let Some(practice) = self.practice() else { return };
        if practice.is_off_path() {
            self.messages.push(texts.off_the_path.into());
        } else if let Some(next) = practice.next() {
            // A move of the lesson is possible on its cube.
            let _ = practice.make(next);
        } else {
            let next = practice.number() + 1;
            if !practice.jump(next) {
                self.messages.push(texts.end.into());
            }
        }
    }

    /// Undoes a move; at the beginning of a step, goes to the end of the one before.
    fn undo(&mut self) {
        let Some(practice) = self.practice() else { return };
        if practice.undo().is_none() && practice.number() > 0 {
            practice.jump_to_end(practice.number() - 1);
        }
    }

    fn redo(&mut self) {
        let lesson_text = self.lesson_text.clone();
        let Some(practice) = self.practice() else { return };
        let messages = practice.redo().map(|effect| describe(practice, &lesson_text, &effect));
        self.messages.extend(messages);
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
        let language = match self.lesson_text.language() {
            Language::English => Language::Chinese,
            Language::Chinese => Language::English,
        };
        self.lesson_text = self.lesson_text.clone().with_language(language);
        // The messages are in the other language.
        self.messages.clear();
    }

    /// Makes the moves of a text, all of them or none.
    fn make_typed(&mut self, text: &str) -> Result<(), String> {
        let texts = self.texts();
        let style = MessageStyle::new(Spelling::COMMAND_LINE, self.lesson_text.language());
        let alg: Alg = text.parse().map_err(|error| RequestError::moves(error, text, 0).message(style))?;
        if alg.len() > MAX_TYPED {
            return Err((texts.too_many)(alg.len(), MAX_TYPED));
        }
        let size = self.lesson().size();
        if let Some(error) = alg.iter().find_map(|one| one.layer_turn(size).err()) {
            return Err(format!("{}; {}", RequestError::NoLayer(error).message(style), texts.no_move_made));
        }
        let lesson_text = self.lesson_text.clone();
        let Some(practice) = self.practice() else { return Ok(()) };
        let mut messages = Vec::new();
        for &one in alg.moves() {
            if practice.is_step_done() && practice.jump(practice.number() + 1) {
                messages.push((texts.next_step)(practice.number() + 1));
            }
            let turned: Vec<String> = practice
                .apply_implied_rotation(one)
                .iter()
                .map(|effect| effect.applied.to_string())
                .collect();
            if !turned.is_empty() {
                messages.push((texts.turned_already)(&turned.join(" ")));
            }
            if let Ok(effect) = practice.make(one) {
                messages.push(describe(practice, &lesson_text, &effect));
            }
        }
        let hidden = messages.len().saturating_sub(MAX_REPORTED);
        self.messages = messages.split_off(hidden);
        self.messages.extend(wide_turn(text).map(texts.two_layers));
        Ok(())
    }
}

/// Returns the first small letter that was read as a turn of two layers, which is rarely meant.
fn wide_turn(text: &str) -> Option<char> {
    text.chars().find(|letter| "rulfdb".contains(*letter))
}

/// Returns a move and its effect.
fn describe(practice: &Practice, lesson_text: &LessonText, effect: &Effect) -> String {
    format!("{}: {}", effect.applied, lesson_text.effect(practice.lesson(), practice.step(), effect))
}
