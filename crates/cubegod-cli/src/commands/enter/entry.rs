//! A cube that is being entered: what is there, what is asked for, and what each line changes.

use super::line::{Line, Sign, beginning};
use super::remark::{Impossible, Remark};
use cubegod::formats::digits;
use cubegod::render::{Cell, Mark};
use cubegod::view::{Question, View};
use cubegod::{Color, Face, Facelet, Size, Stickers};
use std::collections::VecDeque;

/// So many lines can be taken back.
const MOST_STEPS: usize = 1000;

/// From so many cubes on their number is not worth telling.
const MANY: u128 = 1000;

/// How a sticker that was not asked for yet is written.
const OPEN: char = '.';

/// A cube that is being entered.
pub(super) struct Entry {
    sheet: Sheet,
    standing: Standing,
    /// How the last colours were told, which is how the net tells them.
    sign: Sign,
    /// What could be taken back to.
    before: VecDeque<Sheet>,
    /// Whether `done` may leave something unknown.
    may_be_partial: bool,
}

/// What was entered.
#[derive(Clone, Debug, PartialEq)]
struct Sheet {
    spots: Stickers<Spot>,
    /// The face that somebody wants to be asked for again.
    again: Option<Face>,
    /// The stickers that somebody looked for once more and could not tell.
    given_up: Vec<usize>,
}

/// What is known of one sticker.
#[derive(Copy, Clone, Debug, PartialEq)]
enum Spot {
    /// It was not asked for yet.
    Open,
    /// Somebody looked: its colour, or none where that could not be told.
    Seen(Option<Color>),
}

impl Spot {
    fn color(self) -> Option<Color> {
        match self {
            Spot::Open => None,
            Spot::Seen(color) => color,
        }
    }
}

/// What the stickers amount to.
#[derive(Debug)]
enum Standing {
    Impossible(Box<Impossible>),
    /// So many real cubes fit.
    Fits {
        count: u128,
        /// One of them.
        first: Stickers<Color>,
        /// What to look at next, where everything was asked.
        question: Option<Question>,
    },
}

/// What a line came to.
#[derive(Debug, PartialEq)]
pub(super) struct Reply {
    /// What is said before the net.
    pub(super) introduction: Option<Remark>,
    /// Whether the net is worth showing.
    pub(super) shows_net: bool,
    pub(super) remarks: Vec<Remark>,
    /// What it ends with, if it does.
    pub(super) end: Option<End>,
    /// Whether the line changed anything that was entered.
    pub(super) has_changed: bool,
}

/// How an entry ends.
#[derive(Debug, PartialEq)]
pub(super) enum End {
    /// With this cube.
    Cube(Stickers<Option<Color>>),
    /// Before there is one.
    Quit,
}

impl Reply {
    pub(super) fn only(remark: Remark) -> Reply {
        Reply { introduction: None, shows_net: false, remarks: vec![remark], end: None, has_changed: false }
    }
}

/// What is asked for.
enum Wanted {
    /// These stickers of a face.
    Face(Face, Vec<usize>),
    /// One that nobody knew.
    Sticker(usize),
    /// Nothing but corrections.
    Correction,
    /// Nothing any more, though several cubes fit: the rest can't be told.
    End,
}

impl Entry {
    /// Nothing is known of a 2x2 or a 3x3.
    pub(super) fn new(size: Size) -> Entry {
        Entry::with(Stickers::from_fn(size, |_| Spot::Open), Sign::Letter)
    }

    /// For somebody who can't do with less than the whole cube.
    pub(super) fn whole(size: Size) -> Entry {
        Entry { may_be_partial: false, ..Entry::new(size) }
    }

    /// Begins where another one ended.
    pub(super) fn resumed(size: Size, text: &str) -> Result<Entry, Remark> {
        let seen = beginning(text).map_err(Remark::Unexpected)?;
        if seen.len() > size.sticker_count() {
            return Err(Remark::LongBeginning { found: seen.len(), size });
        }
        let mut spots = Stickers::from_fn(size, |_| Spot::Open);
        for (sticker, seen) in order(size).zip(&seen) {
            spots.cells_mut()[sticker] = seen.map_or(Spot::Open, |seen| Spot::Seen(seen.color));
        }
        let sign = seen.iter().flatten().find_map(|seen| seen.by);
        Ok(Entry::with(spots, sign.unwrap_or(Sign::Letter)))
    }

    fn with(spots: Stickers<Spot>, sign: Sign) -> Entry {
        let sheet = Sheet { spots, again: None, given_up: Vec::new() };
        Entry { standing: sheet.standing(), sheet, sign, before: VecDeque::new(), may_be_partial: true }
    }

    fn size(&self) -> Size {
        self.sheet.spots.size()
    }

    /// What is to be said before the first line.
    pub(super) fn greeting(&self) -> Reply {
        let is_new = self.sheet.spots.facelets().iter().all(|&spot| spot == Spot::Open);
        match is_new {
            true => Reply::only(Remark::Welcome),
            false => Reply { introduction: Some(Remark::Welcome), ..self.told() },
        }
    }

    /// What to ask next.
    pub(super) fn question(&self) -> Remark {
        match self.wanted() {
            Wanted::Face(face, open) if open.len() == self.size().face_stickers() => {
                Remark::AskFace(face, self.size())
            }
            Wanted::Face(face, open) => {
                let number = |&sticker: &usize| Facelet::of_index(self.size(), sticker).number.into();
                Remark::AskRest(face, open.iter().map(number).collect())
            }
            Wanted::Sticker(sticker) => Remark::AskSticker(sticker, self.size()),
            Wanted::Correction => Remark::AskCorrection,
            Wanted::End => Remark::AskEnd { may_be_partial: self.may_be_partial },
        }
    }

    /// Does what a line says.
    pub(super) fn take(&mut self, text: &str) -> Reply {
        let before = self.sheet.clone();
        let reply = self.obey(text);
        Reply { has_changed: self.sheet != before, ..reply }
    }

    fn obey(&mut self, text: &str) -> Reply {
        let line = match Line::read(text, self.size()) {
            Ok(line) => line,
            Err(unexpected) => return Reply::only(Remark::Unexpected(unexpected)),
        };
        match line {
            Line::Empty => self.end_early(),
            Line::Stickers(seen) => {
                let sign = seen.iter().find_map(|seen| seen.by);
                let colors: Vec<Option<Color>> = seen.into_iter().map(|seen| seen.color).collect();
                match self.places_for(colors.len()) {
                    Ok(places) => {
                        self.sign = sign.unwrap_or(self.sign);
                        let is_unknown_still =
                            matches!(self.wanted(), Wanted::Sticker(_)) && colors == [None];
                        self.change(|sheet| {
                            if is_unknown_still {
                                sheet.given_up.extend(&places);
                            }
                            sheet.put(places.into_iter().zip(colors));
                        })
                    }
                    Err(remark) => Reply::only(remark),
                }
            }
            Line::Corrections(list) => self.change(|sheet| sheet.put(list)),
            Line::Undo => self.undo(),
            Line::Face(face) => self.change(|sheet| sheet.ask_again(face)),
            Line::Show => self.told(),
            Line::Help => Reply::only(Remark::Help(self.size())),
            Line::Fix => self.fix(),
            Line::Done => self.done(),
            Line::Quit => Reply {
                introduction: None,
                shows_net: false,
                remarks: Vec::new(),
                end: Some(End::Quit),
                has_changed: false,
            },
        }
    }

    /// The stickers that so many typed ones are for.
    fn places_for(&self, count: usize) -> Result<Vec<usize>, Remark> {
        let is_new = self.sheet.spots.facelets().iter().all(|&spot| spot == Spot::Open);
        if is_new && count == self.size().sticker_count() {
            // The whole cube at once, face after face as they would be asked for.
            return Ok(order(self.size()).collect());
        }
        let (face, places) = match self.wanted() {
            Wanted::Face(face, open) => (face, open),
            Wanted::Sticker(sticker) => (Facelet::of_index(self.size(), sticker).face, vec![sticker]),
            Wanted::Correction | Wanted::End => return Err(Remark::NothingOpen),
        };
        match count {
            0 => Err(Remark::EmptyLine),
            _ if count > places.len() => Err(Remark::TooMany { found: count, wanted: places.len(), face }),
            _ => Ok(places),
        }
    }

    fn wanted(&self) -> Wanted {
        let faces = self.sheet.again.into_iter().chain(digits::FACES);
        let open = faces.map(|face| (face, self.sheet.open(face))).find(|(_, open)| !open.is_empty());
        match (open, &self.standing) {
            (Some((face, open)), _) => Wanted::Face(face, open),
            (None, Standing::Fits { question: Some(question), .. }) => Wanted::Sticker(question.sticker),
            (None, Standing::Fits { .. }) => Wanted::End,
            (None, Standing::Impossible(_)) => Wanted::Correction,
        }
    }

    fn change(&mut self, change: impl FnOnce(&mut Sheet)) -> Reply {
        self.before.push_back(self.sheet.clone());
        if self.before.len() > MOST_STEPS {
            self.before.pop_front();
        }
        change(&mut self.sheet);
        self.standing = self.sheet.standing();
        self.told()
    }

    fn undo(&mut self) -> Reply {
        let Some(sheet) = self.before.pop_back() else {
            return Reply::only(Remark::NothingToUndo);
        };
        self.sheet = sheet;
        self.standing = self.sheet.standing();
        self.told()
    }

    fn fix(&mut self) -> Reply {
        let Standing::Impossible(impossible) = &self.standing else {
            return Reply::only(Remark::NothingToFix);
        };
        let changes: Vec<_> =
            impossible.repair.changes.iter().map(|change| (change.sticker, Some(change.to))).collect();
        self.change(|sheet| sheet.put(changes))
    }

    /// An empty line: takes the only cube that fits.
    fn end_early(&self) -> Reply {
        match &self.standing {
            Standing::Fits { count: 1, first, .. } => ended(Remark::Real, first),
            _ => Reply::only(Remark::EmptyLine),
        }
    }

    /// Ends with what is known.
    fn done(&self) -> Reply {
        match &self.standing {
            Standing::Impossible(_) => {
                let told = self.told();
                let refused = std::iter::once(Remark::NotDone).chain(told.remarks).collect();
                Reply { remarks: refused, ..told }
            }
            Standing::Fits { count: 1, first, .. } => ended(Remark::Real, first),
            _ if self.sheet.colors().facelets().iter().all(Option::is_none) => {
                Reply::only(Remark::NothingKnown)
            }
            Standing::Fits { count, .. } if !self.may_be_partial => {
                Reply { shows_net: true, ..Reply::only(Remark::NotWhole(*count)) }
            }
            Standing::Fits { count, .. } => {
                let stickers = self.sheet.colors();
                let unknown = stickers.facelets().iter().filter(|color| color.is_none()).count();
                let remark = Remark::EndsUnknown { unknown, fits: *count };
                Reply { end: Some(End::Cube(stickers)), ..Reply::only(remark) }
            }
        }
    }

    /// Where things stand, and the end if everything is there.
    fn told(&self) -> Reply {
        let is_all_asked = self.sheet.is_all_asked();
        let (remark, end) = match &self.standing {
            Standing::Impossible(impossible) => (Some(Remark::Impossible(impossible.clone())), None),
            Standing::Fits { count: 1, first, .. } if is_all_asked => {
                (Some(Remark::Real), Some(End::Cube(first.map(|&color| Some(color)))))
            }
            Standing::Fits { count: 1, .. } => (Some(Remark::OneFits), None),
            Standing::Fits { count, question, .. } if is_all_asked => (
                Some(Remark::Undecided {
                    fits: *count,
                    question: question.clone(),
                    size: self.size(),
                    may_be_partial: self.may_be_partial,
                }),
                None,
            ),
            Standing::Fits { count, .. } if *count < MANY => (Some(Remark::Fits(*count)), None),
            Standing::Fits { .. } => (None, None),
        };
        Reply {
            introduction: None,
            shows_net: true,
            remarks: remark.into_iter().collect(),
            end,
            has_changed: false,
        }
    }

    /// The net so far: what cannot be so is marked, and so is what follows from the rest.
    pub(super) fn net(&self) -> Stickers<Cell> {
        let mut cells = self.sheet.spots.map(|&spot| match spot {
            Spot::Open => Cell::UNKNOWN.labelled(OPEN),
            Spot::Seen(color) => self.labelled(color),
        });
        match &self.standing {
            Standing::Impossible(impossible) => {
                let flaws = impossible.illegal.flaws.iter().flat_map(|flaw| flaw.stickers(self.size()));
                let repaired = impossible.repair.changes.iter().map(|change| change.sticker);
                for sticker in flaws.chain(repaired) {
                    let cell = &mut cells.cells_mut()[sticker];
                    if cell.color.is_some() {
                        *cell = cell.marked(Mark::Wrong);
                    }
                }
            }
            Standing::Fits { count: 1, first, .. } => {
                for (cell, &color) in cells.cells_mut().iter_mut().zip(first.facelets()) {
                    if cell.color.is_none() {
                        *cell = self.labelled(Some(color)).marked(Mark::Certain);
                    }
                }
            }
            Standing::Fits { .. } => {}
        }
        cells
    }

    fn labelled(&self, color: Option<Color>) -> Cell {
        let number = digits::COLORS.iter().position(|&other| Some(other) == color);
        let digit = number.and_then(|number| char::from_digit(number as u32, 10));
        let cell = Cell::from(color);
        match digit {
            Some(digit) if self.sign == Sign::Digit => cell.labelled(digit),
            _ => cell.lettered(),
        }
    }

    /// Whether one real cube fits what is known.
    pub(super) fn one_fits(&self) -> bool {
        matches!(self.standing, Standing::Fits { count: 1, .. })
    }

    /// What `--begin-with` takes to go on from here; none when nothing was entered.
    pub(super) fn beginning(&self) -> Option<String> {
        let letters: Vec<char> = order(self.size())
            .map(|sticker| match self.sheet.spots.facelets()[sticker] {
                Spot::Open => OPEN,
                Spot::Seen(color) => Cell::from(color).letter(),
            })
            .collect();
        let faces: Vec<String> =
            letters.chunks(self.size().face_stickers()).map(|face| face.iter().collect()).collect();
        let text = faces.join(" ");
        let text = text.trim_end_matches([OPEN, ' ']);
        (!text.is_empty()).then(|| text.to_owned())
    }
}

/// The stickers in the order in which they are asked for.
fn order(size: Size) -> impl Iterator<Item = usize> {
    digits::FACES.into_iter().flat_map(move |face| stickers_of(face, size))
}

fn stickers_of(face: Face, size: Size) -> std::ops::Range<usize> {
    let count = size.face_stickers();
    face.index() * count..(face.index() + 1) * count
}

fn ended(remark: Remark, cube: &Stickers<Color>) -> Reply {
    Reply { end: Some(End::Cube(cube.map(|&color| Some(color)))), ..Reply::only(remark) }
}

impl Sheet {
    fn put(&mut self, seen: impl IntoIterator<Item = (usize, Option<Color>)>) {
        for (sticker, color) in seen {
            self.spots.cells_mut()[sticker] = Spot::Seen(color);
        }
    }

    fn ask_again(&mut self, face: Face) {
        self.again = Some(face);
        for sticker in stickers_of(face, self.spots.size()) {
            self.spots.cells_mut()[sticker] = Spot::Open;
        }
    }

    /// The stickers of a face that were not asked for yet.
    fn open(&self, face: Face) -> Vec<usize> {
        let stickers = stickers_of(face, self.spots.size());
        stickers.filter(|&sticker| self.spots.facelets()[sticker] == Spot::Open).collect()
    }

    fn is_all_asked(&self) -> bool {
        !self.spots.facelets().contains(&Spot::Open)
    }

    fn colors(&self) -> Stickers<Option<Color>> {
        self.spots.map(|spot| spot.color())
    }

    fn standing(&self) -> Standing {
        let view = View::new(self.colors()).expect("only a 2x2 or a 3x3 is entered");
        match view.complete() {
            Err(illegal) => Standing::Impossible(Box::new(Impossible { illegal, repair: view.repair() })),
            Ok(completions) => Standing::Fits {
                count: completions.count(),
                first: completions.get(0).expect("at least one fits"),
                question: self
                    .is_all_asked()
                    .then(|| view.next_question_among(&completions, |one| !self.given_up.contains(&one)))
                    .flatten(),
            },
        }
    }
}
