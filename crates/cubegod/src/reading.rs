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

/// Options for reading a cube.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct ReadOptions {
    /// The layout; detected if `None`.
    pub format: Option<Format>,
    /// The size; detected if `None`, where moves are applied to a 3x3.
    pub size: Option<Size>,
}

/// A cube read from text, with its layout and alphabet.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Reading {
    /// The stickers; `None` where one is unknown.
    pub stickers: Stickers<Option<Color>>,
    /// The layout of the text.
    pub format: Format,
    /// The characters of the text.
    pub alphabet: Alphabet,
    /// An assumption, if the text is ambiguous.
    pub note: Option<Note>,
}

/// An assumption made while reading.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Note {
    /// Other layouts fit equally well.
    OtherLayouts {
        /// The chosen layout.
        taken: Format,
        /// The other layouts that fit.
        others: Vec<Format>,
        /// Whether each of them gives a legal cube; if not, none does.
        real: bool,
    },
    /// A pocket cube does not have the standard colour scheme.
    OtherScheme {
        /// The pairs of opposite colours, as characters of the text.
        opposite: [[char; 2]; 3],
    },
    /// The text has several positions, of which one was chosen.
    OneOfSeveral {
        /// The number of the chosen position, from 1: the last one that can be read.
        taken: usize,
        /// The number of positions.
        positions: usize,
        /// Another assumption about that position.
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
                write!(f, "according to the corners, these colours are opposite: {}", pairs.join(" "))
            }
            Note::OneOfSeveral { taken, positions, other } => {
                write!(f, "this text has {positions} positions; ")?;
                match taken == positions {
                    true => write!(f, "the last one was read")?,
                    false => write!(f, "number {taken} was read, the last readable one")?,
                }
                other.iter().try_for_each(|note| write!(f, "; {note}"))
            }
        }
    }
}

/// The error for a text that is not a cube.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum ReadError {
    /// No layout fits.
    #[error("{0}")]
    Layout(#[from] LayoutError),
    /// The characters can't be mapped to colours.
    #[error("{0}")]
    Alphabet(#[from] AlphabetError),
    /// The cube does not have the requested size.
    #[error("this is a {found} cube; expected {expected}")]
    Size {
        /// The size of the cube.
        found: Size,
        /// The requested size.
        expected: Size,
    },
}

impl ReadError {
    /// Adds `lines` to the line numbers, for a text that follows as many other lines.
    pub fn below(self, lines: usize) -> ReadError {
        match self {
            ReadError::Layout(error) => ReadError::Layout(error.below(lines)),
            other => other,
        }
    }
}

/// Reads a cube in any layout and any characters.
///
/// If several layouts fit, the one that gives a legal cube is chosen; if several do or none does, the most common one, with
/// a note. A text is read as moves or the name of a pattern only if no other layout fits. Of a text with several positions
/// (the log of a game with its `Face U:` blocks) the last one that can be read is chosen, with a note.
///
/// # Errors
///
/// Fails if no layout fits, if the characters can't be read as colours, or if the cube does not have the requested size.
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
    match read_facelets(text, options) {
        Some(reading) => Ok(reading),
        None => read_any(text, options).or_else(|error| read_position(text, options, error)),
    }
}

/// Reads the most common input, a complete legal cube as facelets in face letters, in 0.1 µs instead of 5.
///
/// The result is that of [`read_any`]: the only other layout of face letters without blanks is the net string, and no
/// complete cube is legal in both. A test checks all cubes of the 2x2. On the 3x3, four centres of a net string are those of
/// U, F, D and B in facelets, and the other two are the stickers of the edge DF, which would be the opposite colours R and L.
fn read_facelets(text: &str, options: &ReadOptions) -> Option<Reading> {
    let size = match text.len() {
        24 => Size::TWO,
        54 => Size::THREE,
        _ => return None,
    };
    if options.size.is_some_and(|expected| expected != size) {
        return None;
    }
    let is_facelets = match (options.format, size) {
        (Some(format), _) => format == Format::Facelets,
        (None, Size::TWO) => Cube2::from_facelets(text.as_bytes()).is_some(),
        (None, _) => Cube3::from_facelets(text.as_bytes()).is_some(),
    };
    if !is_facelets {
        return None;
    }
    let stickers = Stickers::from_fn(size, |index| COLOR_OF_LETTER[text.as_bytes()[index] as usize]);
    let is_complete = !stickers.facelets().contains(&None);
    is_complete.then_some(Reading {
        stickers,
        format: Format::Facelets,
        alphabet: Alphabet::FACES,
        note: None,
    })
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

/// Tries all layouts and chooses the best.
fn read_any(text: &str, options: &ReadOptions) -> Result<Reading, ReadError> {
    let candidates = candidates(text, options)?;
    let mut readings = Vec::new();
    let mut first_error = None;
    for (format, stickers) in candidates {
        match interpret(format, &stickers, options) {
            Ok(reading) => readings.push(reading),
            Err(error) => {
                first_error.get_or_insert(error);
            }
        }
    }
    choose(readings).ok_or_else(|| first_error.unwrap_or(LayoutError::Empty.into()))
}

/// Reads the last readable position of a text that is not a cube as a whole.
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
        // A text with a single drawing was already read as a whole.
        Some(last) if positions.len() > 1 || last.format == Format::Engine => read(last).and(Err(error)),
        _ => Err(error),
    }
}

/// Returns the layouts that fit, the most likely first; at least one.
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
            // Moves or a name may have as many characters as a cube has stickers. A single word of letters is more likely
            // stickers with a typing error.
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

/// Whether a text that fits no other layout is moves.
fn is_moves(text: &str) -> bool {
    !looks_like_stickers(text) && !text.split_whitespace().any(is_plain_word) && text.parse::<Alg>().is_ok()
}

/// Whether a word in lower case, such as `red`, is probably not moves although it parses. Face names (`front right`) are moves.
fn is_plain_word(word: &str) -> bool {
    const FACES: [&str; 8] = ["up", "top", "right", "front", "down", "bottom", "left", "back"];
    word.len() >= 3 && word.bytes().all(|byte| byte.is_ascii_lowercase()) && !FACES.contains(&word)
}

/// Whether a text that fits no layout was probably meant as moves.
fn begins_as_moves(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    !looks_like_stickers(text)
        && first.chars().count() <= 4
        && text.parse::<Alg>().is_err()
        && first.parse::<Alg>().is_ok_and(|alg| !alg.is_empty())
}

/// Whether a text of face letters was probably meant as stickers, though their number is wrong: twenty or more letters, some
/// without blanks between them. Twenty moves without a half turn, a `'` or blanks are unlikely.
fn looks_like_stickers(text: &str) -> bool {
    let letters = || text.chars().filter(|character| !character.is_whitespace());
    letters().all(|letter| Face::from_letter(letter).is_some())
        && letters().nth(19).is_some()
        && text.split_whitespace().any(|word| word.len() > 2)
}

fn interpret(format: Format, stickers: &Stickers<char>, options: &ReadOptions) -> Result<Reading, ReadError> {
    if let Some(expected) = options.size.filter(|&size| size != stickers.size()) {
        return Err(ReadError::Size { found: stickers.size(), expected });
    }
    let (stickers, alphabet) = Alphabet::infer(stickers)?;
    let note = other_scheme(&stickers, &alphabet);
    Ok(Reading { stickers, format, alphabet, note })
}

/// Returns the note about opposite colours, if colour letters do not have the standard scheme.
fn other_scheme(stickers: &Stickers<Option<Color>>, alphabet: &Alphabet) -> Option<Note> {
    let characters = Color::ALL.map(|color| alphabet.character(Some(color)));
    let colors = characters.iter().all(|&c| Color::from_letter(c).is_some());
    (stickers.size() == Size::TWO && alphabet.letters() == Letters::Own && colors)
        .then(|| Note::OtherScheme { opposite: std::array::from_fn(|i| [characters[i], characters[i + 3]]) })
}

/// Returns the reading that gives a legal cube; if several or none do, the first one with a note.
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
    // The characters of a drawn net also fit facelets, but facelets are not drawn as a net.
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

/// Returns the readings that are nearest to a legal cube, in the order of preference.
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
