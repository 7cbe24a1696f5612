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

/// A language that lessons are told in.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Chinese, in simplified characters.
    Chinese,
}

impl Language {
    /// All of them.
    pub const ALL: [Language; 2] = [Language::English, Language::Chinese];

    /// Its code: `en`, `zh`.
    pub const fn code(self) -> &'static str {
        match self {
            Language::English => "en",
            Language::Chinese => "zh",
        }
    }

    /// What its speakers call it.
    pub const fn name(self) -> &'static str {
        match self {
            Language::English => "English",
            Language::Chinese => "中文",
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

/// A language that there is not.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("there are no lessons in `{0}`; expected en (English) or zh (Chinese)")]
pub struct UnknownLanguage(String);

/// `en`, or with a country such as `zh-CN`.
impl FromStr for Language {
    type Err = UnknownLanguage;

    fn from_str(text: &str) -> Result<Language, UnknownLanguage> {
        let code = text.split(['-', '_']).next().unwrap_or_default();
        let is_it = |language: &Language| language.code().eq_ignore_ascii_case(code);
        Language::ALL.into_iter().find(is_it).ok_or_else(|| UnknownLanguage(text.to_owned()))
    }
}

/// How the reader calls the colours.
#[derive(Clone, Debug, Default, Eq, PartialEq)]
pub enum ColorNames {
    /// By their names in the language.
    #[default]
    Usual,
    /// By the characters that the cube was written with.
    Own([char; 6]),
}

/// The characters that somebody chose for himself are his names of the colours.
impl From<&Alphabet> for ColorNames {
    fn from(alphabet: &Alphabet) -> ColorNames {
        match alphabet.letters() {
            Letters::Own => ColorNames::Own(Color::ALL.map(|color| alphabet.character(Some(color)))),
            _ => ColorNames::Usual,
        }
    }
}

/// What is said about one step.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Explanation {
    /// How the whole cube is turned first.
    pub grip: Option<String>,
    /// What there is to see.
    pub seen: String,
    /// Why these turns, and how they work.
    pub why: String,
    /// What must be true now.
    pub now: String,
}

/// Short texts around the steps.
#[derive(Copy, Clone, Debug)]
pub struct Labels {
    /// Above the picture before a step.
    pub before: &'static str,
    /// Above the picture after a step.
    pub after: &'static str,
    /// What must be true now, with its colon.
    pub now: &'static str,
    /// Before the number of all moves.
    pub total: &'static str,
    /// A stage that is done by luck.
    pub nothing_to_do: &'static str,
    /// Of a cube that is solved.
    pub solved_already: &'static str,
    /// Above the number of moves of each stage.
    pub summary: &'static str,
    /// What the marks in the pictures are for.
    pub marks: &'static str,
    /// The same where frames do.
    pub frames: &'static str,
    /// How nets and moves are written.
    pub legend: &'static str,
    /// Before all moves.
    pub in_one_go: &'static str,
    /// Above the cube as it is given.
    pub start: &'static str,
}

/// Makes sentences.
#[derive(Clone, Debug, Default)]
pub struct Narrator {
    language: Language,
    colors: ColorNames,
    /// Whether the reader counts stickers as `cube[face][cell]`.
    has_array: bool,
}

impl Narrator {
    /// With the usual names of the colours.
    pub fn new(language: Language) -> Narrator {
        Narrator { language, ..Narrator::default() }
    }

    /// With the reader's names of the colours.
    #[must_use]
    pub fn with_colors(self, colors: ColorNames) -> Narrator {
        Narrator { colors, ..self }
    }

    /// For a reader who knows the stickers of the 2x2 as `cube[face][cell]`.
    #[must_use]
    pub fn with_array(self) -> Narrator {
        Narrator { has_array: true, ..self }
    }

    /// The same in another language.
    #[must_use]
    pub fn with_language(self, language: Language) -> Narrator {
        Narrator { language, ..self }
    }

    /// The language.
    pub fn language(&self) -> Language {
        self.language
    }

    /// A sticker as it is drawn for the reader: with his own character on it, if he has one.
    pub(super) fn labelled(&self, cell: Cell, color: Color) -> Cell {
        match self.colors {
            ColorNames::Usual if self.has_array => cell.labelled(digits::digit(color)),
            ColorNames::Usual => cell,
            ColorNames::Own(characters) => cell.labelled(characters[color.index()]),
        }
    }

    /// Stickers as they are drawn for the reader, some of them marked as those that a step is about.
    pub fn cells(&self, stickers: &Stickers<Color>, marked: &[usize]) -> Stickers<Cell> {
        let mut cells = stickers.map(|&color| self.labelled(Cell::from(color), color));
        for &index in marked {
            cells.cells_mut()[index] = cells.facelets()[index].marked(Mark::Subject);
        }
        cells
    }

    /// Short texts around the steps.
    pub fn labels(&self) -> &'static Labels {
        self.language.translation().labels()
    }

    /// What a lesson is called.
    pub fn title(&self, lesson: &Lesson) -> String {
        self.language.translation().title(lesson.method())
    }

    /// What a stage is called.
    pub fn stage(&self, lesson: &Lesson, stage: Stage) -> String {
        self.language.translation().stage(&self.about(lesson, None), stage)
    }

    /// What a stage is for.
    pub fn purpose(&self, lesson: &Lesson, stage: Stage) -> String {
        self.language.translation().purpose(&self.about(lesson, None), stage)
    }

    /// What a piece is called.
    pub fn piece(&self, lesson: &Lesson, piece: Piece) -> String {
        self.language.translation().piece(&self.about(lesson, None), piece)
    }

    /// Which pieces of a stage are home when it begins, if there are any.
    pub fn home_already(&self, lesson: &Lesson, stage: Stage) -> Option<String> {
        let home = lesson.home_before(stage);
        (!home.is_empty()).then(|| self.language.translation().home_already(&self.about(lesson, None), home))
    }

    /// What is said about a step.
    pub fn step(&self, lesson: &Lesson, number: usize) -> Explanation {
        self.explain(lesson, &lesson.steps()[number])
    }

    /// The same for a step of this lesson.
    pub fn explain(&self, lesson: &Lesson, step: &Step) -> Explanation {
        let (translation, context) = (self.language.translation(), self.about(lesson, Some(step)));
        let grip = step.grip();
        Explanation {
            grip: (!grip.is_empty()).then(|| {
                let back = step.hold.inverse();
                let [up, front] = [Face::U, Face::F].map(|face| context.face_color(back.face(face)));
                translation.grip(&grip, &up, &front)
            }),
            seen: translation.seen(&context, step),
            why: translation.why(&context, step),
            now: translation.now(&context, step),
        }
    }

    /// The turns of a step as calls of `Rotate`, for a reader who knows the array.
    pub fn calls(&self, step: &Step) -> Option<String> {
        let call = |one: Move| Rotate::try_from(FaceTurn::try_from(one).ok()?).ok();
        let calls: Option<Vec<Rotate>> = step.moves().iter().map(call).collect();
        let calls: Vec<String> = calls.filter(|_| self.has_array)?.iter().map(Rotate::to_string).collect();
        Some(calls.join(" "))
    }

    /// How many moves a lesson takes.
    pub fn moves(&self, count: usize) -> String {
        self.language.translation().moves(count)
    }

    /// Something with a remark in brackets.
    pub fn with_remark(&self, text: &str, remark: &str) -> String {
        self.language.translation().with_remark(text, remark)
    }

    /// Says how many moves there are before turns of the same face are merged.
    pub fn before_merging(&self, unmerged: usize) -> String {
        self.language.translation().before_merging(unmerged)
    }

    /// A solution that no person would find, beside that of the lesson.
    pub fn comparison(&self, length: usize, metric: Metric, is_shortest: bool) -> String {
        self.language.translation().comparison(length, metric, is_shortest)
    }

    /// What a move did that somebody made who practises this step.
    pub fn effect(&self, lesson: &Lesson, step: &Step, effect: &Effect) -> String {
        let context = Context { narrator: self, lesson, hold: effect.hold };
        self.language.translation().effect(&context, step, effect)
    }

    /// Where the pieces of the step are now that somebody practises; nothing for a step that is about none.
    pub fn whereabouts(&self, practice: &Practice) -> String {
        let context = self.about(practice.lesson(), None);
        self.language.translation().whereabouts(&context, &practice.placements())
    }

    fn about<'a>(&'a self, lesson: &'a Lesson, step: Option<&'a Step>) -> Context<'a> {
        let hold = step.map_or(Symmetry::IDENTITY, |step| step.hold);
        Context { narrator: self, lesson, hold }
    }
}

/// A language, sentence by sentence.
trait Translation {
    fn labels(&self) -> &'static Labels;
    fn color(&self, color: Color) -> &'static str;
    fn title(&self, method: Method) -> String;
    fn stage(&self, context: &Context<'_>, stage: Stage) -> String;
    fn purpose(&self, context: &Context<'_>, stage: Stage) -> String;
    fn grip(&self, rotation: &Alg, up: &str, front: &str) -> String;
    fn seen(&self, context: &Context<'_>, step: &Step) -> String;
    fn why(&self, context: &Context<'_>, step: &Step) -> String;
    fn now(&self, context: &Context<'_>, step: &Step) -> String;
    fn piece(&self, context: &Context<'_>, piece: Piece) -> String;
    fn home_already(&self, context: &Context<'_>, pieces: PieceSet) -> String;
    fn moves(&self, count: usize) -> String;
    fn with_remark(&self, text: &str, remark: &str) -> String;
    fn before_merging(&self, unmerged: usize) -> String;
    fn comparison(&self, length: usize, metric: Metric, is_shortest: bool) -> String;
    fn effect(&self, context: &Context<'_>, step: &Step, effect: &Effect) -> String;
    /// Of pieces, each with its placement as the cube is held.
    fn whereabouts(&self, context: &Context<'_>, placements: &[(Piece, Placement)]) -> String;
}

/// What sentences are about: a lesson, held in some way.
struct Context<'a> {
    narrator: &'a Narrator,
    lesson: &'a Lesson,
    hold: Symmetry,
}

impl Context<'_> {
    fn color(&self, color: Color) -> String {
        match self.narrator.colors {
            ColorNames::Usual => self.narrator.language.translation().color(color).to_owned(),
            ColorNames::Own(characters) => format!("`{}`", characters[color.index()]),
        }
    }

    /// Of a face, named as the pieces are.
    fn face_color(&self, face: Face) -> String {
        self.color(self.lesson.color(face))
    }

    /// The colour of the first layer.
    fn first(&self) -> String {
        self.face_color(Face::D)
    }

    /// The colour of the last layer.
    fn last(&self) -> String {
        self.face_color(Face::U)
    }

    /// The names of a piece's colours.
    fn colors_of(&self, piece: Piece) -> Vec<String> {
        self.lesson.colors_of(piece).map(|color| self.color(color)).collect()
    }

    /// The first of them.
    fn telling_color(&self, piece: Piece) -> String {
        self.face_color(faces(&piece)[0])
    }

    fn as_held(&self, placement: Placement) -> Placement {
        placement.transformed_by(self.hold)
    }

    fn places_as_held(&self, places: PieceSet) -> Vec<Piece> {
        let mut held: Vec<Piece> =
            places.iter().map(|place| super::pieces::transformed_place(place, self.hold)).collect();
        // From the back to the front, from the left to the right, as people read.
        held.sort_by_key(|place| {
            let has = |face: Face| faces(place).contains(&face);
            (has(Face::F), !has(Face::B), has(Face::R), !has(Face::L))
        });
        held
    }

    /// For a reader who counts stickers so: where the telling sticker of a piece is.
    fn cell(&self, subject: &Subject) -> Option<String> {
        let Piece::Corner(corner) = subject.before.place else { return None };
        let number = corner.faces().iter().position(|&face| face == subject.before.facing)?;
        let (face, cell) = digits::face_and_cell(corner.facelets(Size::TWO)[number]);
        (self.narrator.has_array && self.lesson.size() == Size::TWO).then(|| format!("cube[{face}][{cell}]"))
    }
}

/// Some turns of a step.
fn turns(step: &Step, range: Range<usize>) -> Alg {
    Alg::new(step.moves().moves().get(range).unwrap_or_default().to_vec())
}

/// A turn of the top layer.
fn top(turns: Turns) -> Alg {
    std::iter::once(FaceTurn::new(Face::U, turns)).collect()
}
