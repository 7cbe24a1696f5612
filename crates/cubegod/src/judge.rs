//! The contest's judge: nets with operations in, whether each cube is solved in the end out.
//!
//! The form is that of the ACM South Central contest of 2002, problem 2. A data set is `START`, nine lines of a net,
//! operations such as `front right`, and `END`; `ENDOFINPUT` comes after the last one. Only stickers are looked at:
//! they may carry any characters, and no cube has to be reachable.
//!
//! ```
//! use cubegod::judge::Judge;
//!
//! let net = "w w w\n w w w\n w w w\n o o o g g g r r r b b b\n".to_owned()
//!     + "o o o g g g r r r b b b\n o o o g g g r r r b b b\n y y y\n y y y\n y y y\n";
//! let mut judge = Judge::new();
//! let text = format!("START\n{net}top right\ntop left\nEND\nENDOFINPUT");
//! let rulings: Vec<_> = text.lines().filter_map(|line| judge.take(line.as_bytes())).collect();
//! assert_eq!(rulings[0].verdict, Ok(true));
//! ```

use crate::formats::{is_skipped, quote};
use crate::geometry::{Face, Size};
use crate::moves::{FaceTurn, Turns};
use crate::stickers::Stickers;
use std::fmt;

const CUBE: Size = Size::THREE;
const STICKERS: usize = CUBE.sticker_count();
const LAYERS: usize = CUBE.layers();

/// The lines of a net.
const NET_LINES: usize = 3 * LAYERS;

/// The faces of the middle lines.
const MIDDLE: [Face; 4] = [Face::L, Face::F, Face::R, Face::B];

/// The faces in the order of a net, by the words of the contest.
const FACES: [(Face, &str); 6] = [
    (Face::U, "top"),
    (Face::L, "left"),
    (Face::F, "front"),
    (Face::R, "right"),
    (Face::B, "back"),
    (Face::D, "bottom"),
];

/// The face's word in the contest: `top` for U.
pub fn face_word(face: Face) -> &'static str {
    FACES.iter().find(|(known, _)| *known == face).map_or("", |(_, word)| word)
}

/// One of the twelve operations: a quarter turn of a face.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Operation {
    face: Face,
    is_right: bool,
}

impl Operation {
    /// The operation of this text, `front right` for example: any case, blanks around and between the words.
    pub fn read(text: &[u8]) -> Option<Operation> {
        let text = text.trim_ascii();
        let (first, rest) = text.split_at(text.iter().position(|&byte| is_blank(byte))?);
        let &(face, _) = FACES.iter().find(|(_, word)| is_word(first, word))?;
        let direction = rest.trim_ascii_start();
        let is_right = is_word(direction, "right");
        (is_right || is_word(direction, "left")).then_some(Operation { face, is_right })
    }

    const fn index(self) -> usize {
        2 * self.face.index() + self.is_right as usize
    }
}

/// `right` is clockwise as seen from the side of the face.
impl From<Operation> for FaceTurn {
    fn from(operation: Operation) -> FaceTurn {
        let turns = if operation.is_right { Turns::Clockwise } else { Turns::Counterclockwise };
        FaceTurn::new(operation.face, turns)
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let direction = if self.is_right { "right" } else { "left" };
        write!(f, "{} {direction}", face_word(self.face))
    }
}

/// A quarter turn moves 20 stickers in rings of four; each gets what the next one in its ring has.
type Rings = [[u8; 4]; 5];

/// The rings of all operations, by their index.
const RINGS: [Rings; 12] = {
    let mut all = [[[0; 4]; 5]; 12];
    let mut i = 0;
    while i < 6 {
        all[2 * i] = rings(FaceTurn::new(Face::ALL[i], Turns::Counterclockwise));
        all[2 * i + 1] = rings(FaceTurn::new(Face::ALL[i], Turns::Clockwise));
        i += 1;
    }
    all
};

const fn rings(turn: FaceTurn) -> Rings {
    let turn = turn.layer_turn(LAYERS);
    let mut rings = [[0; 4]; 5];
    let mut seen = [false; STICKERS];
    let mut count = 0;
    let mut first = 0;
    while first < STICKERS {
        if !seen[first] && turn.source(CUBE, first) != first {
            let mut place = first;
            let mut step = 0;
            while step < 4 {
                rings[count][step] = place as u8;
                seen[place] = true;
                place = turn.source(CUBE, place);
                step += 1;
            }
            count += 1;
        }
        first += 1;
    }
    rings
}

/// The stickers of each line of a net, from left to right; the lines of one face have three.
const NET: [[u8; 12]; NET_LINES] = {
    let mut lines = [[0; 12]; NET_LINES];
    let mut line = 0;
    while line < NET_LINES {
        let mut column = 0;
        while column < 12 {
            let face = match line / LAYERS {
                0 => Face::U,
                1 => MIDDLE[column / LAYERS],
                _ => Face::D,
            };
            let place = face.index() * CUBE.face_stickers() + line % LAYERS * LAYERS + column % LAYERS;
            lines[line][column] = place as u8;
            column += 1;
        }
        line += 1;
    }
    lines
};

/// How many stickers this line of a net has.
const fn net_width(line: usize) -> usize {
    if line / LAYERS == 1 { MIDDLE.len() * LAYERS } else { LAYERS }
}

/// A byte for each sticker: an ASCII character is itself, others are numbered from 128 on as they are met.
#[derive(Clone, Debug)]
struct Contents {
    /// More than there are stickers, so that an index of six bits needs no check.
    cells: [u8; 64],
    others: [char; STICKERS],
    other_count: usize,
}

impl Contents {
    fn new() -> Contents {
        Contents { cells: [b'?'; 64], others: ['?'; STICKERS], other_count: 0 }
    }

    /// Reads one line of a net.
    fn read_line(&mut self, line: usize, text: &[u8]) -> Result<(), Flaw> {
        let places = &NET[line][..net_width(line)];
        let mut found = 0;
        for &byte in text {
            match byte {
                b'!'..=b'~' => {
                    if let Some(&place) = places.get(found) {
                        self.cells[usize::from(place & 63)] = byte;
                    }
                    found += 1;
                }
                _ if is_blank(byte) => {}
                _ => return self.read_unusual_line(line, text),
            }
        }
        counted(line, found)
    }

    /// The same for characters beyond ASCII, and for what is no sticker.
    #[cold]
    fn read_unusual_line(&mut self, line: usize, text: &[u8]) -> Result<(), Flaw> {
        let text = std::str::from_utf8(text).map_err(|error| {
            let place = error.valid_up_to();
            Flaw::NotText { place: place + 1, byte: text[place] }
        })?;
        let places = &NET[line][..net_width(line)];
        let mut found = 0;
        for (index, character) in text.chars().enumerate() {
            if is_skipped(character) {
                continue;
            }
            if character.is_control() {
                return Err(Flaw::NotSticker { found: character, column: index + 1 });
            }
            if let Some(&place) = places.get(found) {
                self.cells[usize::from(place)] = self.byte(character);
            }
            found += 1;
        }
        counted(line, found)
    }

    /// The byte that stands for a character; a new one for one that was not met before.
    fn byte(&mut self, character: char) -> u8 {
        if character.is_ascii() {
            return character as u8;
        }
        let known = &self.others[..self.other_count];
        let number = known.iter().position(|&other| other == character).unwrap_or_else(|| {
            // There are no more different characters than stickers.
            self.others[self.other_count] = character;
            self.other_count += 1;
            self.other_count - 1
        });
        128 + number as u8
    }

    #[inline]
    fn turn(&mut self, operation: Operation) {
        for ring in &RINGS[operation.index()] {
            let [a, b, c, d] = ring.map(|place| usize::from(place & 63));
            let first = self.cells[a];
            self.cells[a] = self.cells[b];
            self.cells[b] = self.cells[c];
            self.cells[c] = self.cells[d];
            self.cells[d] = first;
        }
    }

    fn is_solved(&self) -> bool {
        let (faces, _) = self.cells[..STICKERS].as_chunks::<{ CUBE.face_stickers() }>();
        faces.iter().all(|face| *face == [face[0]; CUBE.face_stickers()])
    }

    fn stickers(&self) -> Stickers<char> {
        Stickers::from_fn(CUBE, |i| match self.cells[i] {
            ascii @ ..128 => char::from(ascii),
            other => self.others[usize::from(other - 128)],
        })
    }
}

fn counted(line: usize, found: usize) -> Result<(), Flaw> {
    if found == net_width(line) { Ok(()) } else { Err(Flaw::StickerCount { net_line: line + 1, found }) }
}

fn is_blank(byte: u8) -> bool {
    byte.is_ascii_whitespace()
}

fn is_word(text: &[u8], word: &str) -> bool {
    text.eq_ignore_ascii_case(word.as_bytes())
}

/// The words around data sets and at their ends.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Word {
    /// `START`
    Start,
    /// `END`
    End,
    /// `ENDOFINPUT`
    EndOfInput,
}

impl Word {
    const ALL: [Word; 3] = [Word::Start, Word::End, Word::EndOfInput];

    const fn text(self) -> &'static str {
        match self {
            Word::Start => "START",
            Word::End => "END",
            Word::EndOfInput => "ENDOFINPUT",
        }
    }

    fn read(text: &[u8]) -> Option<Word> {
        Word::ALL.into_iter().find(|word| is_word(text, word.text()))
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

/// Why a data set can't be judged, or what is wrong between data sets.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum Flaw {
    /// Something between data sets.
    #[error("`{found}` is in no data set; expected START, or ENDOFINPUT at the end")]
    Outside {
        /// What is there.
        found: String,
    },
    /// A line of the net with too few stickers or too many.
    #[error(
        "line {net_line} of the net has {found} {}; expected {} ({})",
        if *found == 1 { "sticker" } else { "stickers" }, net_width(net_line - 1), net_faces(net_line - 1)
    )]
    StickerCount {
        /// The line, from 1 at the first one of the net.
        net_line: usize,
        /// How many it has.
        found: usize,
    },
    /// A character that can't be seen.
    #[error("`{}` at column {column} is no sticker; expected a printable character", found.escape_unicode())]
    NotSticker {
        /// The character.
        found: char,
        /// Its column in the line, from 1.
        column: usize,
    },
    /// A byte that is not UTF-8.
    #[error("byte {place} of the line, 0x{byte:02x}, is not UTF-8; expected text in UTF-8")]
    NotText {
        /// Its place in the line, from 1.
        place: usize,
        /// The byte.
        byte: u8,
    },
    /// The net is not whole.
    #[error(
        "{word} comes after {net_lines} of the {NET_LINES} lines of the net; expected line {} of it ({})",
        net_lines + 1, net_faces(*net_lines)
    )]
    ShortNet {
        /// What is there instead.
        word: Word,
        /// The lines that are there.
        net_lines: usize,
    },
    /// A line after the net that is no operation.
    #[error(
        "unknown operation `{found}`; expected front, left, right, back, top or bottom, then left or right; or END"
    )]
    Operation {
        /// What is there.
        found: String,
    },
    /// The next thing begins before this one ends.
    #[error("{word} comes inside the data set that began in line {began}; expected an operation or END")]
    NoEnd {
        /// What is there.
        word: Word,
        /// The line of its START.
        began: u64,
    },
    /// A line beyond the limit of whoever reads lines.
    #[error("the line is longer than {limit} bytes; expected a line of a data set, which is much shorter")]
    LongLine {
        /// The limit.
        limit: usize,
    },
    /// The input ends inside a data set.
    #[error("the input ends inside the data set that began in line {began}; expected END, then ENDOFINPUT")]
    CutOff {
        /// The line of its START.
        began: u64,
    },
    /// The input ends without the word for it.
    #[error("the input ends without ENDOFINPUT; expected it after the last END, or another START")]
    NoEndOfInput,
}

/// The faces of a line of a net, for messages.
fn net_faces(line: usize) -> &'static str {
    match line / LAYERS {
        0 => "top",
        1 => "left, front, right, back",
        _ => "bottom",
    }
}

impl Flaw {
    /// The column it is at, where that says anything.
    pub fn column(&self) -> Option<usize> {
        match self {
            Flaw::NotSticker { column, .. } => Some(*column),
            _ => None,
        }
    }
}

/// What the judge says.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Ruling {
    /// The number of the data set, from 1; none for a flaw that belongs to none.
    pub set: Option<u64>,
    /// The line of its START; the line of the flaw if there is one.
    pub line: u64,
    /// Whether the cube is solved.
    pub verdict: Result<bool, Flaw>,
}

#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Phase {
    /// Between data sets.
    Outside,
    /// So many lines of the net were read.
    Net(usize),
    /// After the net.
    Operations,
    /// Something was wrong; everything up to the next START is passed over.
    Skipping,
    /// After ENDOFINPUT.
    Over,
}

/// Judges data sets line by line, in the memory of one.
#[derive(Clone, Debug)]
pub struct Judge {
    phase: Phase,
    contents: Contents,
    /// The number of lines so far.
    line: u64,
    /// The number of data sets so far.
    set: u64,
    /// The line in which the last one began.
    began: u64,
}

impl Default for Judge {
    fn default() -> Judge {
        Judge::new()
    }
}

impl Judge {
    /// Before the first line.
    pub fn new() -> Judge {
        Judge { phase: Phase::Outside, contents: Contents::new(), line: 0, set: 0, began: 0 }
    }

    /// Takes the next line, with its line end or without; says what it settles.
    ///
    /// A data set is settled by its END or by the first line that is wrong; what follows is passed over up to the next
    /// START. Blank lines count for nothing.
    #[inline]
    pub fn take(&mut self, line: &[u8]) -> Option<Ruling> {
        self.line += 1;
        let line = match line.strip_prefix("\u{feff}".as_bytes()) {
            // Some editors put a byte order mark first.
            Some(rest) if self.line == 1 => rest,
            _ => line,
        };
        let text = line.trim_ascii();
        if text.is_empty() {
            return None;
        }
        match self.phase {
            Phase::Operations => {
                if let Some(operation) = Operation::read(text) {
                    self.contents.turn(operation);
                    return None;
                }
                self.take_word(text)
            }
            Phase::Net(lines) if Word::read(text).is_none() => {
                // Columns are counted in the line as it stands.
                match self.contents.read_line(lines, line) {
                    Ok(()) if lines + 1 == NET_LINES => self.phase = Phase::Operations,
                    Ok(()) => self.phase = Phase::Net(lines + 1),
                    Err(flaw) => return self.flaw(flaw),
                }
                None
            }
            _ => self.take_word(text),
        }
    }

    /// What a line means that is neither of a net nor an operation.
    fn take_word(&mut self, text: &[u8]) -> Option<Ruling> {
        let phase = self.phase;
        if phase == Phase::Over {
            return None;
        }
        let word = Word::read(text);
        if phase == Phase::Operations && word == Some(Word::End) {
            self.phase = Phase::Outside;
            let verdict = Ok(self.contents.is_solved());
            return Some(Ruling { set: Some(self.set), line: self.began, verdict });
        }
        let found = || quote(&String::from_utf8_lossy(text));
        let ruling = match (phase, word) {
            (Phase::Net(net_lines), Some(word)) => self.flaw(Flaw::ShortNet { word, net_lines }),
            (Phase::Operations, Some(word)) => self.flaw(Flaw::NoEnd { word, began: self.began }),
            (Phase::Operations, None) => self.flaw(Flaw::Operation { found: found() }),
            (Phase::Outside, None | Some(Word::End)) => self.flaw(Flaw::Outside { found: found() }),
            _ => None,
        };
        match word {
            Some(Word::Start) => self.begin(),
            Some(Word::EndOfInput) => self.phase = Phase::Over,
            _ => {}
        }
        ruling
    }

    fn begin(&mut self) {
        self.phase = Phase::Net(0);
        self.contents.other_count = 0;
        self.set += 1;
        self.began = self.line;
    }

    /// Takes the next line, which was longer than this limit and is gone.
    pub fn take_long_line(&mut self, limit: usize) -> Option<Ruling> {
        self.line += 1;
        match self.phase {
            Phase::Skipping | Phase::Over => None,
            _ => self.flaw(Flaw::LongLine { limit }),
        }
    }

    /// After the last line.
    pub fn finish(&mut self) -> Option<Ruling> {
        // The end of nothing is in its first line.
        self.line = self.line.max(1);
        let flaw = match self.phase {
            Phase::Over => return None,
            Phase::Net(_) | Phase::Operations => Flaw::CutOff { began: self.began },
            Phase::Outside | Phase::Skipping => Flaw::NoEndOfInput,
        };
        if self.phase == Phase::Skipping {
            self.phase = Phase::Outside;
        }
        let ruling = self.flaw(flaw);
        self.phase = Phase::Over;
        ruling
    }

    /// A flaw of the data set, or of no one between them.
    #[cold]
    fn flaw(&mut self, flaw: Flaw) -> Option<Ruling> {
        let set = (self.phase != Phase::Outside).then_some(self.set);
        self.phase = Phase::Skipping;
        Some(Ruling { set, line: self.line, verdict: Err(flaw) })
    }

    /// Whether ENDOFINPUT was there.
    pub fn is_over(&self) -> bool {
        self.phase == Phase::Over
    }

    /// The number of lines so far.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// The number of data sets so far.
    pub fn set(&self) -> u64 {
        self.set
    }

    /// The stickers as they are after the last line: after an END, those that were judged.
    pub fn stickers(&self) -> Stickers<char> {
        self.contents.stickers()
    }
}

/// A face that is not of one character.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct MixedFace {
    /// The face.
    pub face: Face,
    /// What its centre carries, which no operation moves.
    pub centre: char,
    /// What it carries, and how often: the most frequent first.
    pub counts: Vec<(char, usize)>,
}

impl MixedFace {
    /// How many stickers differ from the centre.
    pub fn off(&self) -> usize {
        self.counts.iter().filter(|(character, _)| *character != self.centre).map(|(_, count)| count).sum()
    }
}

/// The faces that keep a 3x3 from being solved, in the order of a net.
pub fn mixed_faces(stickers: &Stickers<char>) -> Vec<MixedFace> {
    let mixed = FACES.iter().map(|&(face, _)| {
        let cells = stickers.face(face);
        let mut counts: Vec<(char, usize)> = Vec::new();
        for &cell in cells {
            match counts.iter_mut().find(|(known, _)| *known == cell) {
                Some((_, count)) => *count += 1,
                None => counts.push((cell, 1)),
            }
        }
        counts.sort_by_key(|&(_, count)| std::cmp::Reverse(count));
        MixedFace { face, centre: cells[cells.len() / 2], counts }
    });
    mixed.filter(|face| face.counts.len() > 1).collect()
}

#[cfg(test)]
mod tests;
