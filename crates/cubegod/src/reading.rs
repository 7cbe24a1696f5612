//! Reads a cube from any text: detects the layout and the colours, and notes where several interpretations fit.

use crate::alphabet::{Alphabet, AlphabetError, Letters};
use crate::cancellation::{Cancellation, Cancelled, uncancelled};
use crate::color::Color;
use crate::cube::{Cube2, Cube3};
use crate::formats::records::is_drawing;
use crate::formats::{self, Format, LayoutError, Position, reid};
use crate::geometry::{Face, Size};
use crate::moves::{Alg, AlgError};
use crate::stickers::Stickers;
use crate::view::View;
use std::fmt;

/// Options for reading a cube; the default is to detect everything.
///
/// # Examples
///
/// ```
/// use cubegod::formats::Format;
/// use cubegod::{ReadOptions, Size, read};
///
/// let text = "OOOOYYWWGGBBYYWWGGBBRRRR";
/// let options = ReadOptions::new().format(Format::NetString).size(Size::TWO);
/// assert!(read(text, &options)?.stickers.is_uniform());
/// # Ok::<(), cubegod::ReadError>(())
/// ```
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// The layout; detected if `None`.
    pub format: Option<Format>,
    /// The size; detected if `None`, where moves are applied to a 3x3.
    pub size: Option<Size>,
}

impl ReadOptions {
    /// Returns the default options.
    pub fn new() -> ReadOptions {
        ReadOptions::default()
    }

    /// Sets the layout; `None` detects it.
    #[must_use]
    pub fn format(self, format: impl Into<Option<Format>>) -> ReadOptions {
        ReadOptions { format: format.into(), ..self }
    }

    /// Sets the size; `None` detects it.
    #[must_use]
    pub fn size(self, size: impl Into<Option<Size>>) -> ReadOptions {
        ReadOptions { size: size.into(), ..self }
    }
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
        legal: bool,
    },
    /// A text that is no legal cube could also be moves.
    MaybeMoves {
        /// The chosen layout.
        taken: Format,
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
            Note::OtherLayouts { taken, others, legal } => {
                let names: Vec<&str> = others.iter().map(|format| format.name()).collect();
                let reason =
                    if *legal { "each of these is a legal cube" } else { "none of these is a legal cube" };
                write!(f, "read as {taken}, but {} fits too ({reason})", names.join(" or "))
            }
            Note::MaybeMoves { taken } => write!(f, "read as {taken}, but these could also be moves"),
            Note::OtherScheme { opposite } => {
                let pairs = opposite.map(|[a, b]| format!("{a}-{b}"));
                write!(f, "the corners show that these colours are opposite: {}", pairs.join(" "))
            }
            Note::OneOfSeveral { taken, positions, other } => {
                write!(f, "this text has {positions} positions; ")?;
                match taken == positions {
                    true => write!(f, "the last one was read")?,
                    false => write!(f, "number {taken} was read, the last one that can be")?,
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
/// let reading = read("UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB", &ReadOptions::new()).unwrap();
/// assert_eq!(reading.format.name(), "facelets");
/// assert!(reading.stickers.is_uniform());
/// ```
pub fn read(text: &str, options: &ReadOptions) -> Result<Reading, ReadError> {
    uncancelled(|token| read_with(text, options, token))
}

/// Reads a cube as [`read`] does, unless the work is cancelled: a million moves take seconds on a 32x32x32.
///
/// # Errors
///
/// Fails if the token is cancelled first, or else as [`read`] does.
pub fn read_with(
    text: &str,
    options: &ReadOptions,
    cancellation: &Cancellation,
) -> Result<Result<Reading, ReadError>, Cancelled> {
    if let Some(reading) = read_facelets(text, options) {
        return Ok(Ok(reading));
    }
    match read_any(text, options, cancellation)? {
        Ok(reading) => Ok(Ok(reading)),
        Err(error) => read_position(text, options, error, cancellation),
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
fn read_any(
    text: &str,
    options: &ReadOptions,
    cancellation: &Cancellation,
) -> Result<Result<Reading, ReadError>, Cancelled> {
    let candidates = match candidates(text, options, cancellation)? {
        Ok(candidates) => candidates,
        Err(error) => return Ok(Err(error.into())),
    };
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
    let mut chosen = choose(readings, cancellation)?;
    if let Some(reading) = &mut chosen
        && options.format.is_none()
        && reading.format != Format::Moves
        && is_list_of_moves(text)
        && !is_legal(reading, cancellation)?
    {
        reading.note = Some(Note::MaybeMoves { taken: reading.format });
    }
    Ok(chosen.ok_or_else(|| first_error.unwrap_or(LayoutError::Empty.into())))
}

/// Reads the last readable position of a text that is not a cube as a whole.
fn read_position(
    text: &str,
    options: &ReadOptions,
    error: ReadError,
    cancellation: &Cancellation,
) -> Result<Result<Reading, ReadError>, Cancelled> {
    let positions: Vec<Position<'_>> = formats::positions(text)
        .into_iter()
        .filter(|position| options.format.is_none_or(|format| format == position.format))
        .collect();
    let mut last_error = None;
    for (index, position) in positions.iter().enumerate().rev() {
        cancellation.check()?;
        let options = options.format(position.format);
        let reading = match read_any(position.text, &options, cancellation)? {
            Ok(reading) => reading,
            Err(error) => {
                last_error.get_or_insert(error.below(position.lines_above));
                continue;
            }
        };
        if positions.len() == 1 {
            return Ok(Ok(reading));
        }
        let (taken, positions) = (index + 1, positions.len());
        let note = Note::OneOfSeveral { taken, positions, other: reading.note.map(Box::new) };
        return Ok(Ok(Reading { note: Some(note), ..reading }));
    }
    // A text with a single drawing was already read as a whole.
    let is_read_again =
        positions.last().is_some_and(|last| positions.len() > 1 || last.format == Format::Engine);
    Ok(Err(last_error.filter(|_| is_read_again).unwrap_or(error)))
}

/// Layouts and the stickers that a text has in them.
type Candidates = Vec<(Format, Stickers<char>)>;

/// Returns the layouts that fit, the most likely first; at least one.
fn candidates(
    text: &str,
    options: &ReadOptions,
    cancellation: &Cancellation,
) -> Result<Result<Candidates, LayoutError>, Cancelled> {
    let size = options.size.unwrap_or(Size::THREE);
    let apply = |alg: &Alg| moves_on_solved(alg, size, cancellation);
    let pattern =
        |text| formats::pattern::read(text, options.size).map(|stickers| vec![(Format::Pattern, stickers)]);
    let read_alg = || Alg::read_with(text, cancellation);
    if let Some(format) = options.format {
        return match format {
            Format::Moves => match read_alg()? {
                Ok(alg) => apply(&alg),
                Err(error) => Ok(Err(error.into())),
            },
            Format::Pattern => Ok(pattern(text)),
            _ => Ok(format.read(text).map(|stickers| vec![(format, stickers)])),
        };
    }
    match formats::readings(text) {
        Ok(candidates) if reid::is_meant(text) && !has_alphabet(&candidates) => {
            Ok(reid::read(text).map(|stickers| vec![(Format::Reid, stickers)]))
        }
        Ok(candidates) => {
            if has_alphabet(&candidates) {
                return Ok(Ok(candidates));
            }
            // Moves or a name may have as many characters as a cube has stickers. A single word of letters or a drawing is more
            // likely stickers with a typing error.
            let is_word = text.trim().chars().all(char::is_alphabetic);
            if !is_word
                && !is_drawing(text)
                && let Ok(alg) = read_alg()?
                && let Ok(moves) = apply(&alg)?
            {
                return Ok(Ok(moves));
            }
            Ok(Ok(pattern(text).unwrap_or(candidates)))
        }
        Err(error) if error == LayoutError::Empty || is_drawing(text) || reid::is_meant(text) => {
            Ok(Err(error))
        }
        Err(error) => {
            let alg = read_alg()?;
            if let Ok(alg) = alg.as_ref()
                && may_be_moves(text)
            {
                return apply(alg);
            }
            match (pattern(text), alg) {
                (Ok(pattern), _) => Ok(Ok(pattern)),
                (Err(LayoutError::UnknownPattern(unknown)), _) if unknown.suggestion.is_some() => {
                    Ok(Err(unknown.into()))
                }
                (Err(_), Err(error)) if begins_as_moves(text) => Ok(Err(error.into())),
                _ => Ok(Err(error)),
            }
        }
    }
}

/// Whether the characters of a candidate can be mapped to colours.
fn has_alphabet(candidates: &Candidates) -> bool {
    candidates.iter().any(|(_, stickers)| Alphabet::infer(stickers).is_ok())
}

/// Returns the candidate of a text of moves, which are applied to a solved cube.
fn moves_on_solved(
    alg: &Alg,
    size: Size,
    cancellation: &Cancellation,
) -> Result<Result<Candidates, LayoutError>, Cancelled> {
    let mut stickers = Stickers::solved(size);
    Ok(match stickers.apply_with(alg, cancellation)? {
        Ok(()) => Ok(vec![(Format::Moves, stickers.map(|color| color.home().letter()))]),
        Err(error) => Err(error.into()),
    })
}

/// Whether a text is moves of one letter with blanks between them.
fn is_list_of_moves(text: &str) -> bool {
    let is_letter = |word: &str| word.chars().nth(1).is_none();
    text.split_whitespace().nth(1).is_some()
        && text.split_whitespace().all(is_letter)
        && text.parse::<Alg>().is_ok()
}

/// Whether moves that fit no other layout were meant as moves.
fn may_be_moves(text: &str) -> bool {
    !looks_like_stickers(text) && !text.split_whitespace().any(is_plain_word)
}

/// Whether a word in lower case, such as `red`, is probably not moves although it parses. Face names (`front right`) are moves.
fn is_plain_word(word: &str) -> bool {
    const FACES: [&str; 8] = ["up", "top", "right", "front", "down", "bottom", "left", "back"];
    word.len() >= 3 && word.bytes().all(|byte| byte.is_ascii_lowercase()) && !FACES.contains(&word)
}

/// Whether a text that is not moves as a whole was probably meant as moves.
fn begins_as_moves(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let first = first.trim_start_matches(['(', '[']).trim_end_matches([',', ':']);
    !looks_like_stickers(text)
        && first.chars().count() <= 4
        && match first.parse::<Alg>() {
            Ok(alg) => !alg.is_empty(),
            Err(error) => matches!(error, AlgError::UnknownChinese { .. }),
        }
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
fn choose(readings: Vec<Reading>, cancellation: &Cancellation) -> Result<Option<Reading>, Cancelled> {
    if readings.len() < 2 {
        return Ok(readings.into_iter().next());
    }
    let (mut legal, mut others) = (Vec::new(), Vec::new());
    for reading in readings {
        if is_legal(&reading, cancellation)? { legal.push(reading) } else { others.push(reading) }
    }
    let any_legal = !legal.is_empty();
    let mut rest = if any_legal { legal } else { nearest(others, cancellation)? }.into_iter();
    let Some(mut chosen) = rest.next() else { return Ok(None) };
    let mut different: Vec<Format> =
        rest.filter(|other| other.stickers != chosen.stickers).map(|other| other.format).collect();
    // The characters of a drawn net also fit facelets, but facelets are not drawn as a net.
    if chosen.format == Format::Net {
        different.retain(|&format| format != Format::Facelets);
    }
    if !different.is_empty() {
        chosen.note = Some(Note::OtherLayouts { taken: chosen.format, others: different, legal: any_legal });
    }
    Ok(Some(chosen))
}

fn is_legal(reading: &Reading, cancellation: &Cancellation) -> Result<bool, Cancelled> {
    View::new(reading.stickers.clone()).map_or(Ok(false), |view| view.is_legal_with(cancellation))
}

/// Returns the readings that are nearest to a legal cube, in the order of preference.
fn nearest(readings: Vec<Reading>, cancellation: &Cancellation) -> Result<Vec<Reading>, Cancelled> {
    let mut with_changes = Vec::new();
    for reading in readings {
        cancellation.check()?;
        let changes = View::new(reading.stickers.clone()).map_or(0, |view| view.least_changes());
        with_changes.push((changes, reading));
    }
    let fewest = with_changes.iter().map(|(changes, _)| *changes).min().unwrap_or(0);
    let nearest = with_changes.into_iter().filter(|(changes, _)| *changes == fewest);
    Ok(nearest.map(|(_, reading)| reading).collect())
}

#[cfg(test)]
mod tests;
