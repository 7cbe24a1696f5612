//! From text to a cube, and from cubes to text.

use crate::diagnosis::Diagnosis;
use crate::error::{Advice, Ambiguity, Ambiguous, ErrorKind, QuestionFields, RequestError};
use crate::option::OptionId;
use cubegod::alphabet::Alphabet;
use cubegod::formats::{Format, facelets};
use cubegod::geometry::Facelet;
use cubegod::view::Completions;
use cubegod::{Alg, Color, ReadOptions, Reading, Stickers, View};

/// A cube that was read.
#[derive(Clone, Debug)]
pub struct Cube {
    /// What was read, and how.
    pub reading: Reading,
    /// What its writer should know.
    pub note: Option<String>,
}

impl Cube {
    /// The one cube of a text.
    pub fn read(text: &str, options: &ReadOptions) -> Result<Cube, RequestError> {
        Cube::read_below(text, options, 0).map_err(|error| match guess(&error, text) {
            Some(advice) => error.with_advice(advice),
            None => error,
        })
    }

    /// Like [`Cube::read`], with so many lines above it, and without advice.
    pub fn read_below(text: &str, options: &ReadOptions, lines_above: usize) -> Result<Cube, RequestError> {
        let reading =
            cubegod::read(text, options).map_err(|error| RequestError::reading(error, text, lines_above))?;
        let lines = text.lines().count();
        // Letters that could be rows of a net and turned out to be moves.
        let note = match reading.format {
            Format::Moves if lines > 1 && options.format.is_none() => {
                Some(format!("read {lines} lines as one sequence of moves; --from moves reads one a line"))
            }
            _ => reading.note.as_ref().map(ToString::to_string),
        };
        Ok(Cube { reading, note })
    }
}

/// Text with fewer characters than this is too short for stickers.
const FEWEST_STICKERS: usize = 20;

/// Guesses what a text was meant to be that could not be read as a cube.
pub fn guess(error: &RequestError, text: &str) -> Option<Advice> {
    if may_be_moves(error, text) {
        return Some(Advice::ReadAsMoves);
    }
    if !matches!(error.kind(), ErrorKind::Unreadable | ErrorKind::BadMoves) {
        return None;
    }
    // `R,U,F`: separators that moves do not have.
    let spaced = text.replace([',', ';', '，', '；', '、', '-', '_', '+', '|'], " ");
    match spaced.parse::<Alg>() {
        Ok(alg) if !alg.is_empty() && spaced != text => Some(Advice::Moves(alg.to_string())),
        _ => {
            let is_short =
                text.chars().filter(|character| !character.is_whitespace()).count() < FEWEST_STICKERS;
            (error.kind() == ErrorKind::Unreadable && is_short && !text.trim().is_empty())
                .then_some(Advice::Readable)
        }
    }
}

/// Whether a text that could not be read as a cube can be read as moves.
fn may_be_moves(error: &RequestError, text: &str) -> bool {
    error.kind() == ErrorKind::Unreadable && text.parse::<Alg>().is_ok_and(|alg| !alg.is_empty())
}

/// The facelets in the characters that the cube was written with.
pub fn own_letters(stickers: &Stickers<Option<Color>>, reading: &Reading) -> String {
    facelets::write(&reading.alphabet.write(stickers))
}

/// The facelets in face letters, as machines get every cube.
pub fn face_letters(stickers: &Stickers<Option<Color>>) -> String {
    facelets::write(&Alphabet::FACES.write(stickers))
}

/// A cube in some layout and some characters.
pub fn written(
    stickers: &Stickers<Option<Color>>,
    format: Format,
    alphabet: &Alphabet,
) -> Result<String, RequestError> {
    format.write(&alphabet.write(stickers)).map_err(RequestError::Unwritable)
}

/// The layout to answer in when the input was in this one: moves can be read but not told from a cube, and a pattern is
/// none any more when it is turned.
pub fn answering(format: Format) -> Format {
    match format {
        Format::Moves | Format::Pattern => Format::Facelets,
        other => other,
    }
}

/// The characters that are usual in a layout.
pub fn usual_alphabet(format: Format) -> Alphabet {
    match format {
        Format::Facelets
        | Format::Blocks
        | Format::Engine
        | Format::Reid
        | Format::KPattern
        | Format::Moves
        | Format::Pattern => Alphabet::FACES,
        Format::Net | Format::NetString | Format::Digits => Alphabet::COLORS,
    }
}

/// The real cubes that fit what was read.
#[derive(Debug)]
pub enum Fitting {
    /// Just this one.
    One(Stickers<Color>),
    /// More than one.
    Several(Box<(View, Completions)>),
}

/// The real cubes that fit what was read; what is wrong with it if there are none.
pub fn fitting(cube: &Cube) -> Result<Fitting, RequestError> {
    let reading = &cube.reading;
    let view = View::new(reading.stickers.clone())?;
    if let Some(stickers) = view.recognize() {
        return Ok(Fitting::One(stickers));
    }
    let completions = view.complete().map_err(|illegal| Diagnosis::new(reading, &view, illegal))?;
    match completions.get(0) {
        Some(stickers) if completions.count() == 1 => Ok(Fitting::One(stickers)),
        _ => Ok(Fitting::Several(Box::new((view, completions)))),
    }
}

/// The one real cube that fits what was read.
pub fn whole_cube(cube: &Cube) -> Result<Stickers<Color>, RequestError> {
    match fitting(cube)? {
        Fitting::One(stickers) => Ok(stickers),
        Fitting::Several(several) => {
            let (view, completions) = *several;
            Err(ambiguous(cube, &view, &completions, &[]))
        }
    }
}

/// As many of the cubes that fit are told.
const MOST_TOLD: usize = 8;

/// Returns the error about a cube that several completions fit; `options` are those of the request that accept such a cube.
pub fn ambiguous(
    cube: &Cube,
    view: &View,
    completions: &Completions,
    options: &'static [OptionId],
) -> RequestError {
    let (count, size) = (completions.count(), view.size());
    let first: Vec<Stickers<Option<Color>>> =
        completions.iter().take(MOST_TOLD).map(|stickers| stickers.map(|&color| Some(color))).collect();
    let question = view.next_question(completions);
    let fields = Ambiguity {
        count,
        completions: first.iter().map(face_letters).collect(),
        question: question.as_ref().map(|question| QuestionFields {
            sticker: Facelet::of_index(size, question.sticker).to_string(),
            answers: question.answers.iter().map(|&(color, count)| (color.home().letter(), count)).collect(),
        }),
    };
    RequestError::Ambiguous(Box::new(Ambiguous {
        fields,
        completions: first.iter().map(|stickers| own_letters(stickers, &cube.reading)).collect(),
        question,
        size,
        alphabet: cube.reading.alphabet,
        options,
    }))
}
