//! The state of an entry: typed stickers, open questions, and the effect of each line.

use super::line::{Line, Notation, beginning};
use super::message::{Illegal, Message};
use cubegod::formats::digits;
use cubegod::render::{Cell, Mark};
use cubegod::view::{Question, View};
use cubegod::{Color, Face, Facelet, Size, Stickers};
use std::collections::VecDeque;

/// The most lines that can be undone.
const MAX_UNDO: usize = 1000;

/// The number of fitting cubes is shown only below this.
const MANY: u128 = 1000;

/// The character of a sticker that was not asked for yet.
const OPEN: char = '.';

/// A cube that is being entered.
pub(super) struct Entry {
    entered: Entered,
    status: Status,
    /// How the last colours were typed; the net and messages show them the same way.
    notation: Notation,
    /// Earlier states, for `undo`.
    history: VecDeque<Entered>,
    /// Whether `done` may leave stickers unknown.
    may_be_partial: bool,
}

/// The typed stickers.
#[derive(Clone, Debug, PartialEq)]
struct Entered {
    states: Stickers<StickerState>,
    /// The face to ask for again.
    again: Option<Face>,
    /// Stickers that were asked for again and are still unknown.
    unanswered: Vec<usize>,
}

/// The state of a sticker.
#[derive(Copy, Clone, Debug, PartialEq)]
enum StickerState {
    /// Not asked for yet.
    Open,
    /// Typed: a colour, or `None` if unknown.
    Typed(Option<Color>),
}

impl StickerState {
    fn color(self) -> Option<Color> {
        match self {
            StickerState::Open => None,
            StickerState::Typed(color) => color,
        }
    }
}

/// What follows from the typed stickers.
#[derive(Debug)]
enum Status {
    Illegal(Box<Illegal>),
    /// Legal cubes fit.
    Fits {
        count: u128,
        /// One of them.
        first: Stickers<Color>,
        /// The sticker to look at next, when all were asked for.
        question: Option<Question>,
    },
}

/// The effect of a line.
#[derive(Debug, PartialEq)]
pub(super) struct Reply {
    /// Shown before the net.
    pub(super) introduction: Option<Message>,
    /// Whether to show the net.
    pub(super) shows_net: bool,
    pub(super) messages: Vec<Message>,
    /// The end of the entry, if it ends.
    pub(super) end: Option<End>,
    /// Whether the line changed the typed stickers.
    pub(super) has_changed: bool,
}

/// How an entry ends.
#[derive(Debug, PartialEq)]
pub(super) enum End {
    /// With this cube.
    Cube(Stickers<Option<Color>>),
    /// Without a cube.
    Quit,
}

impl Reply {
    pub(super) fn only(message: Message) -> Reply {
        Reply { introduction: None, shows_net: false, messages: vec![message], end: None, has_changed: false }
    }
}

/// The next question.
enum Pending {
    /// These stickers of a face.
    Face(Face, Vec<usize>),
    /// One sticker that was unknown before.
    Sticker(usize),
    /// Nothing but corrections.
    Correction,
    /// Nothing, though several cubes fit: the rest is unknown.
    End,
}

impl Entry {
    /// Starts without any sticker, for a 2x2 or a 3x3.
    pub(super) fn new(size: Size) -> Entry {
        Entry::with(Stickers::from_fn(size, |_| StickerState::Open), Notation::Letter)
    }

    /// Starts an entry that must determine the whole cube.
    pub(super) fn for_lesson(size: Size) -> Entry {
        Entry { may_be_partial: false, ..Entry::new(size) }
    }

    /// Continues an entry from `--begin-with`.
    pub(super) fn resumed(size: Size, text: &str) -> Result<Entry, Message> {
        let stickers = beginning(text).map_err(Message::Unexpected)?;
        if stickers.len() > size.sticker_count() {
            return Err(Message::LongBeginning { found: stickers.len(), size });
        }
        let mut states = Stickers::from_fn(size, |_| StickerState::Open);
        for (index, sticker) in order(size).zip(&stickers) {
            states.facelets_mut()[index] =
                sticker.map_or(StickerState::Open, |sticker| StickerState::Typed(sticker.color));
        }
        let notation = stickers.iter().flatten().find_map(|sticker| sticker.notation);
        Ok(Entry::with(states, notation.unwrap_or(Notation::Letter)))
    }

    fn with(states: Stickers<StickerState>, notation: Notation) -> Entry {
        let entered = Entered { states, again: None, unanswered: Vec::new() };
        Entry {
            status: entered.status(notation),
            entered,
            notation,
            history: VecDeque::new(),
            may_be_partial: true,
        }
    }

    fn size(&self) -> Size {
        self.entered.states.size()
    }

    /// Returns what to show before the first line.
    pub(super) fn greeting(&self) -> Reply {
        let is_new = self.entered.states.facelets().iter().all(|&state| state == StickerState::Open);
        match is_new {
            true => Reply::only(Message::Welcome),
            false => Reply { introduction: Some(Message::Welcome), ..self.report() },
        }
    }

    /// Returns the next question.
    pub(super) fn question(&self) -> Message {
        match self.pending() {
            Pending::Face(face, open) if open.len() == self.size().face_stickers() => {
                Message::AskFace(face, self.size())
            }
            Pending::Face(face, open) => {
                let number = |&sticker: &usize| Facelet::of_index(self.size(), sticker).number.into();
                Message::AskRest(face, open.iter().map(number).collect())
            }
            Pending::Sticker(sticker) => Message::AskSticker(sticker, self.size()),
            Pending::Correction => Message::AskCorrection,
            Pending::End => Message::AskEnd { may_be_partial: self.may_be_partial },
        }
    }

    /// Executes a line.
    pub(super) fn take(&mut self, text: &str) -> Reply {
        let before = self.entered.clone();
        let reply = self.execute(text);
        Reply { has_changed: self.entered != before, ..reply }
    }

    fn execute(&mut self, text: &str) -> Reply {
        let line = match Line::read(text, self.size()) {
            Ok(line) => line,
            Err(unexpected) => return Reply::only(Message::Unexpected(unexpected)),
        };
        match line {
            Line::Empty => self.end_early(),
            Line::Stickers(stickers) => {
                let notation = stickers.iter().find_map(|sticker| sticker.notation);
                let colors: Vec<Option<Color>> = stickers.into_iter().map(|sticker| sticker.color).collect();
                match self.stickers_for(colors.len()) {
                    Ok(stickers) => {
                        self.notation = notation.unwrap_or(self.notation);
                        let is_unknown_still =
                            matches!(self.pending(), Pending::Sticker(_)) && colors == [None];
                        self.change(|entered| {
                            if is_unknown_still {
                                entered.unanswered.extend(&stickers);
                            }
                            entered.put(stickers.into_iter().zip(colors));
                        })
                    }
                    Err(message) => Reply::only(message),
                }
            }
            Line::Corrections(list) => self.change(|entered| entered.put(list)),
            Line::Undo => self.undo(),
            Line::Face(face) => self.change(|entered| entered.ask_again(face)),
            Line::Show => self.report(),
            Line::Help => Reply::only(Message::Help(self.size())),
            Line::Fix => self.fix(),
            Line::Done => self.done(),
            Line::Quit => Reply {
                introduction: None,
                shows_net: false,
                messages: Vec::new(),
                end: Some(End::Quit),
                has_changed: false,
            },
        }
    }

    /// Returns the stickers that this many typed ones are for.
    fn stickers_for(&self, count: usize) -> Result<Vec<usize>, Message> {
        let is_new = self.entered.states.facelets().iter().all(|&state| state == StickerState::Open);
        if is_new && count == self.size().sticker_count() {
            // The whole cube at once, in the order of the questions.
            return Ok(order(self.size()).collect());
        }
        let (face, stickers) = match self.pending() {
            Pending::Face(face, open) => (face, open),
            Pending::Sticker(sticker) => (Facelet::of_index(self.size(), sticker).face, vec![sticker]),
            Pending::Correction | Pending::End => return Err(Message::NothingOpen),
        };
        match count {
            0 => Err(Message::EmptyLine),
            _ if count > stickers.len() => {
                Err(Message::TooMany { found: count, expected: stickers.len(), face })
            }
            _ => Ok(stickers),
        }
    }

    fn pending(&self) -> Pending {
        let faces = self.entered.again.into_iter().chain(digits::FACES);
        let open = faces.map(|face| (face, self.entered.open(face))).find(|(_, open)| !open.is_empty());
        match (open, &self.status) {
            (Some((face, open)), _) => Pending::Face(face, open),
            (None, Status::Fits { question: Some(question), .. }) => Pending::Sticker(question.sticker),
            (None, Status::Fits { .. }) => Pending::End,
            (None, Status::Illegal(_)) => Pending::Correction,
        }
    }

    fn change(&mut self, change: impl FnOnce(&mut Entered)) -> Reply {
        self.history.push_back(self.entered.clone());
        if self.history.len() > MAX_UNDO {
            self.history.pop_front();
        }
        change(&mut self.entered);
        self.status = self.entered.status(self.notation);
        self.report()
    }

    fn undo(&mut self) -> Reply {
        let Some(entered) = self.history.pop_back() else {
            return Reply::only(Message::NothingToUndo);
        };
        self.entered = entered;
        self.status = self.entered.status(self.notation);
        self.report()
    }

    fn fix(&mut self) -> Reply {
        let Status::Illegal(illegal_cube) = &self.status else {
            return Reply::only(Message::NothingToFix);
        };
        let changes: Vec<_> =
            illegal_cube.repair.changes.iter().map(|change| (change.sticker, Some(change.to))).collect();
        self.change(|entered| entered.put(changes))
    }

    /// Executes an empty line: accepts the only cube that fits.
    fn end_early(&self) -> Reply {
        match &self.status {
            Status::Fits { count: 1, first, .. } => ended(Message::IsLegal, first),
            _ => Reply::only(Message::EmptyLine),
        }
    }

    /// Ends with the known stickers.
    fn done(&self) -> Reply {
        match &self.status {
            Status::Illegal(_) => {
                let report = self.report();
                let messages = std::iter::once(Message::NotDone).chain(report.messages).collect();
                Reply { messages, ..report }
            }
            Status::Fits { count: 1, first, .. } => ended(Message::IsLegal, first),
            _ if self.entered.colors().facelets().iter().all(Option::is_none) => {
                Reply::only(Message::NothingKnown)
            }
            Status::Fits { count, .. } if !self.may_be_partial => {
                Reply { shows_net: true, ..Reply::only(Message::SeveralFit(*count)) }
            }
            Status::Fits { count, .. } => {
                let stickers = self.entered.colors();
                let unknown = stickers.facelets().iter().filter(|color| color.is_none()).count();
                let message = Message::EndsUnknown { unknown, fits: *count };
                Reply { end: Some(End::Cube(stickers)), ..Reply::only(message) }
            }
        }
    }

    /// Reports the status, and ends if the cube is complete.
    fn report(&self) -> Reply {
        let is_all_asked = self.entered.is_all_asked();
        let (message, end) = match &self.status {
            Status::Illegal(illegal_cube) => (Some(Message::Illegal(illegal_cube.clone())), None),
            Status::Fits { count: 1, first, .. } if is_all_asked => {
                (Some(Message::IsLegal), Some(End::Cube(first.map(|&color| Some(color)))))
            }
            Status::Fits { count: 1, .. } => (Some(Message::OneFits), None),
            Status::Fits { count, question, .. } if is_all_asked => (
                Some(Message::Undecided {
                    fits: *count,
                    question: question.clone(),
                    notation: self.notation,
                    size: self.size(),
                    may_be_partial: self.may_be_partial,
                }),
                None,
            ),
            Status::Fits { count, .. } if *count < MANY => (Some(Message::Fits(*count)), None),
            Status::Fits { .. } => (None, None),
        };
        Reply {
            introduction: None,
            shows_net: true,
            messages: message.into_iter().collect(),
            end,
            has_changed: false,
        }
    }

    /// Returns the net so far, with wrong and deduced stickers marked.
    pub(super) fn net(&self) -> Stickers<Cell> {
        let mut cells = self.entered.states.map(|&state| match state {
            StickerState::Open => Cell::UNKNOWN.labelled(OPEN),
            StickerState::Typed(color) => self.labelled(color),
        });
        match &self.status {
            Status::Illegal(illegal_cube) => {
                let flaws = illegal_cube.illegal.flaws.iter().flat_map(|flaw| flaw.stickers(self.size()));
                let repaired = illegal_cube.repair.changes.iter().map(|change| change.sticker);
                for sticker in flaws.chain(repaired) {
                    let cell = &mut cells.facelets_mut()[sticker];
                    if cell.color.is_some() {
                        *cell = cell.marked(Mark::Wrong);
                    }
                }
            }
            Status::Fits { count: 1, first, .. } => {
                for (cell, &color) in cells.facelets_mut().iter_mut().zip(first.facelets()) {
                    if cell.color.is_none() {
                        *cell = self.labelled(Some(color)).marked(Mark::Certain);
                    }
                }
            }
            Status::Fits { .. } => {}
        }
        cells
    }

    fn labelled(&self, color: Option<Color>) -> Cell {
        let number = digits::COLORS.iter().position(|&other| Some(other) == color);
        let digit = number.and_then(|number| char::from_digit(number as u32, 10));
        let cell = Cell::from(color);
        match digit {
            Some(digit) if self.notation == Notation::Digit => cell.labelled(digit),
            _ => cell.lettered(),
        }
    }

    /// Whether exactly one legal cube fits.
    pub(super) fn one_fits(&self) -> bool {
        matches!(self.status, Status::Fits { count: 1, .. })
    }

    /// Returns the value of `--begin-with` that continues from here; `None` if nothing was typed.
    pub(super) fn beginning(&self) -> Option<String> {
        let letters: Vec<char> = order(self.size())
            .map(|sticker| match self.entered.states.facelets()[sticker] {
                StickerState::Open => OPEN,
                StickerState::Typed(color) => Cell::from(color).letter(),
            })
            .collect();
        let faces: Vec<String> =
            letters.chunks(self.size().face_stickers()).map(|face| face.iter().collect()).collect();
        let text = faces.join(" ");
        let text = text.trim_end_matches([OPEN, ' ']);
        (!text.is_empty()).then(|| text.to_owned())
    }
}

/// Returns the stickers in the order of the questions.
fn order(size: Size) -> impl Iterator<Item = usize> {
    digits::FACES.into_iter().flat_map(move |face| stickers_of(face, size))
}

fn stickers_of(face: Face, size: Size) -> std::ops::Range<usize> {
    let count = size.face_stickers();
    face.index() * count..(face.index() + 1) * count
}

fn ended(message: Message, cube: &Stickers<Color>) -> Reply {
    Reply { end: Some(End::Cube(cube.map(|&color| Some(color)))), ..Reply::only(message) }
}

impl Entered {
    fn put(&mut self, typed: impl IntoIterator<Item = (usize, Option<Color>)>) {
        for (sticker, color) in typed {
            self.states.facelets_mut()[sticker] = StickerState::Typed(color);
        }
    }

    fn ask_again(&mut self, face: Face) {
        self.again = Some(face);
        for sticker in stickers_of(face, self.states.size()) {
            self.states.facelets_mut()[sticker] = StickerState::Open;
        }
    }

    /// Returns the stickers of a face that were not asked for yet.
    fn open(&self, face: Face) -> Vec<usize> {
        let stickers = stickers_of(face, self.states.size());
        stickers.filter(|&sticker| self.states.facelets()[sticker] == StickerState::Open).collect()
    }

    fn is_all_asked(&self) -> bool {
        !self.states.facelets().contains(&StickerState::Open)
    }

    fn colors(&self) -> Stickers<Option<Color>> {
        self.states.map(|state| state.color())
    }

    fn status(&self, notation: Notation) -> Status {
        let view = View::new(self.colors()).expect("only a 2x2 or a 3x3 is entered");
        match view.complete() {
            Err(illegal) => Status::Illegal(Box::new(Illegal { illegal, repair: view.repair(), notation })),
            Ok(completions) => Status::Fits {
                count: completions.count(),
                first: completions.get(0).expect("at least one fits"),
                question: self
                    .is_all_asked()
                    .then(|| view.next_question_among(&completions, |one| !self.unanswered.contains(&one)))
                    .flatten(),
            },
        }
    }
}
