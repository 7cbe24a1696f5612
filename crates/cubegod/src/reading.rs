//! Reads a cube from any text: detects the layout and the colours, and notes where several interpretations fit.

use crate::alphabet::{Alphabet, AlphabetError, Letters};
use crate::color::Color;
use crate::cube::{Cube2, Cube3};
use crate::formats::{self, Format, LayoutError, Position};
use crate::geometry::{Face, Size};
use crate::moves::Alg;
use crate::stickers::Stickers;
use crate::view::View;
use std::fmt;

/// What is known before reading.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct ReadOptions {
    /// The layout; detected if `None`.
    pub format: Option<Format>,
    /// The size; detected if `None`, where moves are applied to a 3x3.
    pub size: Option<Size>,
}

/// A cube as it was written down, with how it was understood.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Reading {
    /// The stickers; `None` where one is unknown.
    pub stickers: Stickers<Option<Color>>,
    /// The layout it was written in.
    pub format: Format,
    /// The characters it was written with.
    pub alphabet: Alphabet,
    /// Something the writer should know, when the text could have been meant otherwise.
    pub note: Option<Note>,
}

/// Something assumed in reading.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Note {
    /// Other layouts would have been as good.
    OtherLayouts {
        /// The one taken.
        taken: Format,
        /// Those that fit as well.
        others: Vec<Format>,
        /// Whether each of them makes a real cube; none does otherwise.
        real: bool,
    },
    /// The colours of a pocket cube are not where they usually are.
    OtherScheme {
        /// Pairs of colours on opposite faces, by the characters written.
        opposite: [[char; 2]; 3],
    },
    /// The text has several positions, of which one was taken.
    OneOfSeveral {
        /// Which one, counted from 1: the last that can be read.
        taken: usize,
        /// How many there are.
        positions: usize,
        /// Something else about that one.
        other: Option<Box<Note>>,
    },
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::OtherLayouts { taken, others, real } => {
                let names: Vec<&str> = others.iter().map(|format| format.name()).collect();
                let flags: Vec<String> = others.iter().map(|format| format!("--from {format}")).collect();
                let why = if *real { "each of these is a real cube" } else { "none of these is a real cube" };
                write!(
                    f,
                    "read as {taken}, but {} fits too ({why}); --from {taken} or {} chooses",
                    names.join(" or "),
                    flags.join(" or ")
                )
            }
            Note::OtherScheme { opposite } => {
                let pairs = opposite.map(|[a, b]| format!("{a}-{b}"));
                write!(f, "the corners tell that these colours are opposite: {}", pairs.join(" "))
            }
            Note::OneOfSeveral { taken, positions, other } => {
                write!(f, "this text tells {positions} positions; ")?;
                match taken == positions {
                    true => write!(f, "the last one was read")?,
                    false => write!(f, "number {taken} was read, the last one that can be")?,
                }
                other.iter().try_for_each(|note| write!(f, "; {note}"))
            }
        }
    }
}

/// A text that is no cube.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum ReadError {
    /// No layout fits.
    #[error("{0}")]
    Layout(#[from] LayoutError),
    /// The characters can't be told apart.
    #[error("{0}")]
    Alphabet(#[from] AlphabetError),
    /// A cube of another size than was asked for.
    #[error("this is a {found} cube; expected {expected}")]
    Size {
        /// What it is.
        found: Size,
        /// What was asked for.
        expected: Size,
    },
}

impl ReadError {
    /// The same error for a text that stands below `lines` other lines, so that its line numbers are those of the whole.
    pub fn below(self, lines: usize) -> ReadError {
        match self {
            ReadError::Layout(error) => ReadError::Layout(error.below(lines)),
            other => other,
        }
    }
}

/// Reads a cube in any layout and any characters.
///
/// Where several layouts fit, the one that makes a real cube is taken; where several do (or none), the most usual one,
/// and the reading's note says so. A text is moves or the name of a pattern only where no other layout fits. Of a text that
/// has several positions (a whole game with its `Face U:` blocks) the last one that can be read is taken, with a note.
///
/// # Errors
///
/// Fails if no layout fits, if the characters can't be read as colours, or if the size is not the one asked for.
///
/// # Examples
///
/// ```
/// use cubegod::reading::{ReadOptions, read};
///
/// let reading = read("UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB", &ReadOptions::default()).unwrap();
/// assert_eq!(reading.format.name(), "facelets");
/// assert!(reading.stickers.is_uniform());
/// ```
pub fn read(text: &str, options: &ReadOptions) -> Result<Reading, ReadError> {
    match plain(text, options) {
        Some(reading) => Ok(reading),
        None => read_any(text, options).or_else(|error| read_position(text, options, error)),
    }
}

/// The short cut for what most files consist of: face letters and nothing else that make a real cube as facelets. It
/// gives the reading that weighing all layouts gives, in 0.1 µs instead of 5: the only other layout that reads face
/// letters without blanks is the net string, and no whole cube is real in both.
///
/// On the 2x2 a test tries them all. On the 3x3, four of the six centres of a net string are where facelets have the
/// centres of U, F, D and B, and the other two are both stickers of the edge DF. These would have to be the colours of R
/// and L, which are opposite.
fn plain(text: &str, options: &ReadOptions) -> Option<Reading> {
    let size = match text.len() {
        24 => Size::TWO,
        54 => Size::THREE,
        _ => return None,
    };
    if options.size.is_some_and(|expected| expected != size) {
        return None;
    }
    let is_known_layout = match (options.format, size) {
        (Some(format), _) => format == Format::Facelets,
        (None, Size::TWO) => Cube2::from_facelets(text.as_bytes()).is_some(),
        (None, _) => Cube3::from_facelets(text.as_bytes()).is_some(),
    };
    if !is_known_layout {
        return None;
    }
    let stickers = Stickers::from_fn(size, |index| COLOR_OF_LETTER[text.as_bytes()[index] as usize]);
    let is_plain = !stickers.facelets().contains(&None);
    is_plain.then_some(Reading { stickers, format: Format::Facelets, alphabet: Alphabet::FACES, note: None })
}

/// The colour of each face letter.
static COLOR_OF_LETTER: [Option<Color>; 256] = {
    let mut colors = [None; 256];
    let mut i = 0;
    while i < 6 {
        colors[Face::ALL[i].letter() as usize] = Some(Color::of_face(Face::ALL[i]));
        i += 1;
    }
    colors
};

/// Weighs all layouts.
fn read_any(text: &str, options: &ReadOptions) -> Result<Reading, ReadError> {
    let candidates = candidates(text, options)?;
    let mut readings = Vec::new();
    let mut first_error = None;
    for (format, stickers) in candidates {
        match understand(format, &stickers, options) {
            Ok(reading) => readings.push(reading),
            Err(error) => {
                first_error.get_or_insert(error);
            }
        }
    }
    choose(readings).ok_or_else(|| first_error.unwrap_or(LayoutError::Empty.into()))
}

/// The last position that can be read of a text that is no cube as a whole: one among other lines, or several.
fn read_position(text: &str, options: &ReadOptions, error: ReadError) -> Result<Reading, ReadError> {
    let positions: Vec<Position<'_>> = formats::positions(text)
        .into_iter()
        .filter(|position| options.format.is_none_or(|format| format == position.format))
        .collect();
    let read = |position: &Position<'_>| {
        let options = ReadOptions { format: Some(position.format), ..*options };
        read_any(position.text, &options).map_err(|error| error.below(position.lines_above))
    };
    for (index, position) in positions.iter().enumerate().rev() {
        let Ok(reading) = read(position) else { continue };
        if positions.len() == 1 {
            return Ok(reading);
        }
        let (taken, positions) = (index + 1, positions.len());
        let note = Note::OneOfSeveral { taken, positions, other: reading.note.map(Box::new) };
        return Ok(Reading { note: Some(note), ..reading });
    }
    match positions.last() {
        // Of a text with a single drawing, the whole was read already.
        Some(last) if positions.len() > 1 || last.format == Format::Engine => read(last).and(Err(error)),
        _ => Err(error),
    }
}

/// The layouts that fit, the most likely first; at least one.
fn candidates(text: &str, options: &ReadOptions) -> Result<Vec<(Format, Stickers<char>)>, LayoutError> {
    let moves = |text| formats::moves::read(text, options.size.unwrap_or(Size::THREE));
    let pattern = |text| formats::pattern::read(text, options.size);
    if let Some(format) = options.format {
        let stickers = match format {
            Format::Moves => moves(text),
            Format::Pattern => pattern(text),
            _ => format.read(text),
        }?;
        return Ok(vec![(format, stickers)]);
    }
    match formats::readings(text) {
        Ok(candidates) => {
            if candidates.iter().any(|(_, stickers)| Alphabet::infer(stickers).is_ok()) {
                return Ok(candidates);
            }
            // Text that is no cube but good moves or a name, by chance with as many characters as a cube has stickers.
            // Letters alone, without blanks, are stickers of which one was mistyped.
            let is_word = text.trim().chars().all(char::is_alphabetic);
            let moves = moves(text).ok().filter(|_| !is_word).map(|stickers| vec![(Format::Moves, stickers)]);
            let pattern = || pattern(text).ok().map(|stickers| vec![(Format::Pattern, stickers)]);
            Ok(moves.or_else(pattern).unwrap_or(candidates))
        }
        Err(error) if error == LayoutError::Empty => Err(error),
        Err(_) if is_moves(text) => moves(text).map(|stickers| vec![(Format::Moves, stickers)]),
        Err(error) => match pattern(text) {
            Ok(stickers) => Ok(vec![(Format::Pattern, stickers)]),
            Err(LayoutError::UnknownPattern(unknown)) if unknown.suggestion.is_some() => Err(unknown.into()),
            Err(_) if begins_as_moves(text) => moves(text).map(|stickers| vec![(Format::Moves, stickers)]),
            Err(_) => Err(error),
        },
    }
}

/// Whether a text that fits no layout is moves.
fn is_moves(text: &str) -> bool {
    !looks_like_stickers(text) && !text.split_whitespace().any(is_plain_word) && text.parse::<Alg>().is_ok()
}

/// Whether a word in small letters, such as `red`, consists of moves only by chance. Face words (`front right`) are moves.
fn is_plain_word(word: &str) -> bool {
    const FACES: [&str; 8] = ["up", "top", "right", "front", "down", "bottom", "left", "back"];
    word.len() >= 3 && word.bytes().all(|byte| byte.is_ascii_lowercase()) && !FACES.contains(&word)
}

/// Whether a text that fits no layout and is no moves was meant as moves.
fn begins_as_moves(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    !looks_like_stickers(text)
        && first.chars().count() <= 4
        && text.parse::<Alg>().is_err()
        && first.parse::<Alg>().is_ok_and(|alg| !alg.is_empty())
}

/// Whether a text is so many face letters, some of them together, that it was meant as stickers, though too many or
/// too few; nobody writes twenty moves without a half turn, a `'` or blanks.
fn looks_like_stickers(text: &str) -> bool {
    let letters = || text.chars().filter(|character| !character.is_whitespace());
    letters().all(|letter| Face::from_letter(letter).is_some())
        && letters().nth(19).is_some()
        && text.split_whitespace().any(|word| word.len() > 2)
}

fn understand(
    format: Format,
    stickers: &Stickers<char>,
    options: &ReadOptions,
) -> Result<Reading, ReadError> {
    if let Some(expected) = options.size.filter(|&size| size != stickers.size()) {
        return Err(ReadError::Size { found: stickers.size(), expected });
    }
    let (stickers, alphabet) = Alphabet::infer(stickers)?;
    let note = other_scheme(&stickers, &alphabet);
    Ok(Reading { stickers, format, alphabet, note })
}

/// Says which colours are opposite when colour letters did not mean the usual faces.
fn other_scheme(stickers: &Stickers<Option<Color>>, alphabet: &Alphabet) -> Option<Note> {
    let characters = Color::ALL.map(|color| alphabet.character(Some(color)));
    let colors = characters.iter().all(|&c| Color::from_letter(c).is_some());
    (stickers.size() == Size::TWO && alphabet.letters() == Letters::Own && colors)
        .then(|| Note::OtherScheme { opposite: std::array::from_fn(|i| [characters[i], characters[i + 3]]) })
}

/// The reading that makes a real cube; the first where several or none do, with a note.
fn choose(readings: Vec<Reading>) -> Option<Reading> {
    if readings.len() < 2 {
        return readings.into_iter().next();
    }
    let (real, others): (Vec<Reading>, Vec<Reading>) = readings.into_iter().partition(is_real);
    let any_real = !real.is_empty();
    let mut rest = if any_real { real } else { nearest(others) }.into_iter();
    let mut chosen = rest.next()?;
    let mut different: Vec<Format> =
        rest.filter(|other| other.stickers != chosen.stickers).map(|other| other.format).collect();
    // A drawn net also has as many characters as facelets have; nobody draws facelets as a net.
    if chosen.format == Format::Net {
        different.retain(|&format| format != Format::Facelets);
    }
    if !different.is_empty() {
        chosen.note = Some(Note::OtherLayouts { taken: chosen.format, others: different, real: any_real });
    }
    Some(chosen)
}

fn is_real(reading: &Reading) -> bool {
    View::new(reading.stickers.clone()).is_ok_and(|view| view.is_real())
}

/// Those that are nearest to a real cube, in the order of preference; others are out of the question.
fn nearest(readings: Vec<Reading>) -> Vec<Reading> {
    let changes =
        |reading: &Reading| View::new(reading.stickers.clone()).map_or(0, |view| view.least_changes());
    let with_changes: Vec<(usize, Reading)> =
        readings.into_iter().map(|reading| (changes(&reading), reading)).collect();
    let fewest = with_changes.iter().map(|(changes, _)| *changes).min().unwrap_or(0);
    with_changes.into_iter().filter(|(changes, _)| *changes == fewest).map(|(_, reading)| reading).collect()
}

#[cfg(test)]
mod tests;
