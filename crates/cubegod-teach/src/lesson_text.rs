//! Sentences about the facts of a lesson, in the reader's language and colours.

mod chinese;
mod english;

use super::Method;
use super::lesson::{Lesson, Stage, Step, Subject};
use super::pieces::{PieceSet, Placement, faces};
use super::practice::{Effect, Practice};
use crate::methods::hold::Piece;
use chinese::Chinese;
use cubegod::alphabet::{Alphabet, Letters};
use cubegod::color::Color;
use cubegod::formats::digits;
use cubegod::geometry::{Face, Size, Symmetry};
use cubegod::moves::rotate::Rotate;
use cubegod::moves::{Alg, FaceTurn, Metric, Move, Turns};
use cubegod::render::{Cell, Mark};
use cubegod::stickers::Stickers;
use english::English;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;

/// A language of lessons.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Simplified Chinese.
    Chinese,
}

impl Language {
    /// All languages.
    pub const ALL: [Language; 2] = [Language::English, Language::Chinese];

    /// Returns the language code: `en`, `zh`.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Chinese => "zh",
        }
    }

    /// Returns the language's own name.
    pub const fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::Chinese => "中文",
        }
    }

    /// Returns the name of a colour: `white`, `白`.
    pub const fn color_name(self, color: Color) -> &'static str {
        match (self, color) {
            (Language::English, color) => color.name(),
            (Language::Chinese, Color::White) => "白",
            (Language::Chinese, Color::Red) => "红",
            (Language::Chinese, Color::Green) => "绿",
            (Language::Chinese, Color::Yellow) => "黄",
            (Language::Chinese, Color::Orange) => "橙",
            (Language::Chinese, Color::Blue) => "蓝",
        }
    }

    fn translation(self) -> &'static dyn Translation {
        match self {
            Language::English => &English,
            Language::Chinese => &Chinese,
        }
    }
}

/// `en`.
impl fmt::Display for Language {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

/// The error for an unknown language.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("there are no messages in `{0}`; expected en (English) or zh (Chinese)")]
pub struct UnknownLanguage(String);

/// Reads `en` or `zh`, with or without a country such as `zh-CN`.
impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(text: &str) -> Result<Language, UnknownLanguage> {
        let code = text.split(['-', '_']).next().unwrap_or_default();
        let matches = |language: &Language| language.code().eq_ignore_ascii_case(code);
        Language::ALL.into_iter().find(matches).ok_or_else(|| UnknownLanguage(text.to_owned()))
    }
}

/// The names of the colours.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub enum ColorNames {
    /// The usual names in the language.
    #[default]
    Usual,
    /// The characters with which the cube was written.
    Own([char; 6]),
}

/// Custom characters become the names of the colours.
impl From<&Alphabet> for ColorNames {
    fn from(alphabet: &Alphabet) -> ColorNames {
        match alphabet.letters() {
            Letters::Own => ColorNames::Own(Color::ALL.map(|color| alphabet.character(Some(color)))),
            _ => ColorNames::Usual,
        }
    }
}

/// The sentences about a step.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct StepText {
    /// How to rotate the whole cube first.
    pub rotation: Option<String>,
    /// What the cube shows before the step.
    pub observation: String,
    /// Why these turns work.
    pub explanation: String,
    /// What must be true after the step.
    pub result: String,
}

/// Short texts around the steps.
#[derive(Copy, Clone, Debug)]
pub struct Labels {
    /// Above the picture before a step.
    pub before: &'static str,
    /// Above the picture after a step.
    pub after: &'static str,
    /// The label before what must be true after a step, with its colon.
    pub result: &'static str,
    /// The label of the total number of moves.
    pub total: &'static str,
    /// The text for a stage that is already done.
    pub nothing_to_do: &'static str,
    /// The text for a solved cube.
    pub solved_already: &'static str,
    /// The heading of the number of moves per stage.
    pub summary: &'static str,
    /// The explanation of the stars in nets.
    pub marks: &'static str,
    /// The explanation of the frames in pictures.
    pub frames: &'static str,
    /// The explanation of nets and moves.
    pub legend: &'static str,
    /// The label before all moves.
    pub all_moves: &'static str,
    /// The caption of the given cube.
    pub start: &'static str,
}

/// The sentences of lessons, in a language.
#[derive(Clone, Debug, Default)]
pub struct LessonText {
    language: Language,
    colors: ColorNames,
    /// Whether the reader counts stickers as `cube[face][cell]`.
    has_array: bool,
}

impl LessonText {
    /// Creates texts with the usual names of the colours.
    pub fn new(language: Language) -> LessonText {
        LessonText { language, ..LessonText::default() }
    }

    /// Sets the names of the colours.
    #[must_use]
    pub fn with_colors(self, colors: ColorNames) -> LessonText {
        LessonText { colors, ..self }
    }

    /// Refers to the stickers of the 2x2 as `cube[face][cell]` too.
    #[must_use]
    pub fn with_array(self) -> LessonText {
        LessonText { has_array: true, ..self }
    }

    /// Sets the language.
    #[must_use]
    pub fn with_language(self, language: Language) -> LessonText {
        LessonText { language, ..self }
    }

    /// Returns the language.
    pub fn language(&self) -> Language {
        self.language
    }

    /// Labels a sticker with the reader's character, if there is one.
    fn labelled(&self, cell: Cell, color: Color) -> Cell {
        match self.colors {
            ColorNames::Usual if self.has_array => cell.labelled(digits::digit(color)),
            ColorNames::Usual => cell,
            ColorNames::Own(characters) => cell.labelled(characters[color.index()]),
        }
    }

    /// Returns the cells of a net, with the stickers of a step's pieces marked.
    pub fn cells(&self, stickers: &Stickers<Color>, marked: &[usize]) -> Stickers<Cell> {
        let mut cells = stickers.map(|&color| self.labelled(Cell::from(color), color));
        for &index in marked {
            cells.facelets_mut()[index] = cells.facelets()[index].marked(Mark::Subject);
        }
        cells
    }

    /// Returns short texts around the steps.
    pub fn labels(&self) -> &'static Labels {
        self.language.translation().labels()
    }

    /// Returns the title of a lesson.
    pub fn title(&self, lesson: &Lesson) -> String {
        self.language.translation().title(lesson.method())
    }

    /// Returns the title of a stage.
    pub fn stage(&self, lesson: &Lesson, stage: Stage) -> String {
        self.language.translation().stage(&self.context(lesson, None), stage)
    }

    /// Returns the purpose of a stage.
    pub fn purpose(&self, lesson: &Lesson, stage: Stage) -> String {
        self.language.translation().purpose(&self.context(lesson, None), stage)
    }

    /// Returns the name of a piece.
    pub fn piece(&self, lesson: &Lesson, piece: Piece) -> String {
        self.language.translation().piece(&self.context(lesson, None), piece)
    }

    /// Lists the pieces of a stage that are solved when it begins, if any.
    pub fn already_solved(&self, lesson: &Lesson, stage: Stage) -> Option<String> {
        let solved = lesson.solved_before(stage);
        let text = || self.language.translation().already_solved(&self.context(lesson, None), solved);
        (!solved.is_empty()).then(text)
    }

    /// Explains a step by its index.
    pub fn step(&self, lesson: &Lesson, number: usize) -> StepText {
        self.explain(lesson, &lesson.steps()[number])
    }

    /// Explains a step of the lesson.
    pub fn explain(&self, lesson: &Lesson, step: &Step) -> StepText {
        let (translation, context) = (self.language.translation(), self.context(lesson, Some(step)));
        let rotation = step.rotation();
        StepText {
            rotation: (!rotation.is_empty()).then(|| {
                let back = step.hold.inverse();
                let [up, front] = [Face::U, Face::F].map(|face| context.face_color(back.face(face)));
                translation.rotation(&rotation, &up, &front)
            }),
            observation: translation.observation(&context, step),
            explanation: translation.explanation(&context, step),
            result: translation.result(&context, step),
        }
    }

    /// Returns the turns of a step as calls of `Rotate`, if the texts use the array.
    pub fn calls(&self, step: &Step) -> Option<String> {
        let call = |one: Move| Rotate::try_from(FaceTurn::try_from(one).ok()?).ok();
        let calls: Option<Vec<Rotate>> = step.moves().iter().map(call).collect();
        let calls: Vec<String> = calls.filter(|_| self.has_array)?.iter().map(Rotate::to_string).collect();
        Some(calls.join(" "))
    }

    /// Formats a number of moves.
    pub fn moves(&self, count: usize) -> String {
        self.language.translation().moves(count)
    }

    /// Appends a note in brackets.
    pub fn with_note(&self, text: &str, note: &str) -> String {
        self.language.translation().with_note(text, note)
    }

    /// Gives the number of moves before turns of the same face are merged.
    pub fn before_merging(&self, unmerged: usize) -> String {
        self.language.translation().before_merging(unmerged)
    }

    /// Announces a computer's solution for comparison.
    pub fn comparison(&self, length: usize, metric: Metric, is_shortest: bool) -> String {
        self.language.translation().comparison(length, metric, is_shortest)
    }

    /// Describes the effect of a practice move.
    pub fn effect(&self, lesson: &Lesson, step: &Step, effect: &Effect) -> String {
        let context = Context { text: self, lesson, hold: effect.hold };
        self.language.translation().effect(&context, step, effect)
    }

    /// Describes the current placements of the step's pieces; empty for a step without pieces.
    pub fn placements(&self, practice: &Practice) -> String {
        let context = self.context(practice.lesson(), None);
        self.language.translation().placements(&context, &practice.placements())
    }

    fn context<'a>(&'a self, lesson: &'a Lesson, step: Option<&'a Step>) -> Context<'a> {
        let hold = step.map_or(Symmetry::IDENTITY, |step| step.hold);
        Context { text: self, lesson, hold }
    }
}

/// The sentences of one language.
trait Translation {
    fn labels(&self) -> &'static Labels;
    fn title(&self, method: Method) -> String;
    fn stage(&self, context: &Context<'_>, stage: Stage) -> String;
    fn purpose(&self, context: &Context<'_>, stage: Stage) -> String;
    fn rotation(&self, rotation: &Alg, up: &str, front: &str) -> String;
    fn observation(&self, context: &Context<'_>, step: &Step) -> String;
    fn explanation(&self, context: &Context<'_>, step: &Step) -> String;
    fn result(&self, context: &Context<'_>, step: &Step) -> String;
    fn piece(&self, context: &Context<'_>, piece: Piece) -> String;
    fn already_solved(&self, context: &Context<'_>, pieces: PieceSet) -> String;
    fn moves(&self, count: usize) -> String;
    fn with_note(&self, text: &str, note: &str) -> String;
    fn before_merging(&self, unmerged: usize) -> String;
    fn comparison(&self, length: usize, metric: Metric, is_shortest: bool) -> String;
    fn effect(&self, context: &Context<'_>, step: &Step, effect: &Effect) -> String;
    /// Describes the placements of pieces in the current orientation.
    fn placements(&self, context: &Context<'_>, placements: &[(Piece, Placement)]) -> String;
}

/// The lesson and orientation that sentences are about.
struct Context<'a> {
    text: &'a LessonText,
    lesson: &'a Lesson,
    hold: Symmetry,
}

impl Context<'_> {
    fn color(&self, color: Color) -> String {
        match self.text.colors {
            ColorNames::Usual => self.text.language.color_name(color).to_owned(),
            ColorNames::Own(characters) => format!("`{}`", characters[color.index()]),
        }
    }

    /// Returns the colour name of a face, named as the pieces are.
    fn face_color(&self, face: Face) -> String {
        self.color(self.lesson.color(face))
    }

    /// Returns the colour name of the first layer.
    fn first(&self) -> String {
        self.face_color(Face::D)
    }

    /// Returns the colour name of the last layer.
    fn last(&self) -> String {
        self.face_color(Face::U)
    }

    /// Returns the colour names of a piece.
    fn colors_of(&self, piece: Piece) -> Vec<String> {
        self.lesson.colors_of(piece).map(|color| self.color(color)).collect()
    }

    /// Returns the first colour name of a piece.
    fn first_color(&self, piece: Piece) -> String {
        self.face_color(faces(&piece)[0])
    }

    fn as_held(&self, placement: Placement) -> Placement {
        placement.transformed_by(self.hold)
    }

    fn places_as_held(&self, places: PieceSet) -> Vec<Piece> {
        let mut held: Vec<Piece> =
            places.iter().map(|place| super::pieces::transformed_place(place, self.hold)).collect();
        // In reading order: from back to front, from left to right.
        held.sort_by_key(|place| {
            let has = |face: Face| faces(place).contains(&face);
            (has(Face::F), !has(Face::B), has(Face::R), !has(Face::L))
        });
        held
    }

    /// Returns the array cell of a piece's first sticker, if the texts use the array.
    fn cell(&self, subject: &Subject) -> Option<String> {
        let Piece::Corner(corner) = subject.before.place else { return None };
        let number = corner.faces().iter().position(|&face| face == subject.before.facing)?;
        let (face, cell) = digits::face_and_cell(corner.facelets(Size::TWO)[number]);
        (self.text.has_array && self.lesson.size() == Size::TWO).then(|| format!("cube[{face}][{cell}]"))
    }
}

/// Returns a range of a step's turns.
fn turns(step: &Step, range: Range<usize>) -> Alg {
    Alg::new(step.moves().moves().get(range).unwrap_or_default().to_vec())
}

/// Returns a turn of the top layer.
fn top(turns: Turns) -> Alg {
    std::iter::once(FaceTurn::new(Face::U, turns)).collect()
}
