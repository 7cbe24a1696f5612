//! From text to a cube, and from cubes to text.

use crate::diagnosis::Diagnosis;
use crate::error::{Advice, Ambiguity, Ambiguous, ErrorKind, QuestionFields, RequestError};
use crate::note::Note;
use crate::option::OptionId;
use cubegod::alphabet::Alphabet;
use cubegod::formats::{Format, LayoutError, facelets};
use cubegod::geometry::Facelet;
use cubegod::view::Completions;
use cubegod::{Alg, Cancellation, Color, ReadError, ReadOptions, Reading, Stickers, View};

/// A cube that was read: its stickers, some of which may be unknown, and the layout of the text.
#[derive(Clone, Debug)]
pub struct Cube {
    /// The stickers, the layout and the characters.
    pub reading: Reading,
    /// How the text was interpreted, if it is ambiguous.
    pub note: Option<Note>,
}

impl Cube {
    /// Reads the one cube of a text.
    ///
    /// # Errors
    ///
    /// The text is not a cube; with advice if it can be read as moves.
    pub fn read(text: &str, options: &ReadOptions) -> Result<Cube, RequestError> {
        Cube::read_with(text, options, Cancellation::never())
    }

    /// Reads the one cube of a text, unless the request is cancelled.
    ///
    /// # Errors
    ///
    /// The text is not a cube, with advice if it can be read as moves; or the token was cancelled.
    pub fn read_with(
        text: &str,
        options: &ReadOptions,
        cancellation: &Cancellation,
    ) -> Result<Cube, RequestError> {
        Cube::read_below(text, options, 0, cancellation).map_err(|error| {
            match guess(&error, text, cancellation) {
                Some(advice) => error.with_advice(advice),
                None => error,
            }
        })
    }

    /// Reads the one cube of a text that follows this many other lines.
    ///
    /// # Errors
    ///
    /// The text is not a cube, without advice; or the token was cancelled.
    pub fn read_below(
        text: &str,
        options: &ReadOptions,
        lines_above: usize,
        cancellation: &Cancellation,
    ) -> Result<Cube, RequestError> {
        let reading = cubegod::reading::read_with(text, options, cancellation)?
            .map_err(|error| RequestError::reading(error, text, lines_above))?;
        let lines = text.lines().count();
        // Letters that could be rows of a net and turned out to be moves.
        let note = match reading.format {
            Format::Moves if lines > 1 && options.format.is_none() => Some(Note::LinesOfMoves { lines }),
            _ => reading.note.clone().map(Note::Reading),
        };
        Ok(Cube { reading, note })
    }

    /// Finds the legal cubes that fit what was read.
    ///
    /// # Errors
    ///
    /// No cube fits, or the size is not supported.
    pub fn complete(&self) -> Result<Completion, RequestError> {
        self.complete_with(Cancellation::never())
    }

    /// Finds the legal cubes that fit what was read, unless the request is cancelled.
    ///
    /// # Errors
    ///
    /// No cube fits, the size is not supported, or the token was cancelled.
    pub fn complete_with(&self, cancellation: &Cancellation) -> Result<Completion, RequestError> {
        let view = View::new(self.reading.stickers.clone())?;
        if let Some(state) = view.recognize() {
            return Ok(Completion::One(state));
        }
        let completions = view
            .complete_with(cancellation)?
            .map_err(|illegal| Diagnosis::new(&self.reading, &view, illegal))?;
        match completions.get(0) {
            Some(stickers) if completions.count() == 1 => Ok(Completion::One(state(&stickers)?)),
            _ => Ok(Completion::Several(Box::new(Several { view, completions }))),
        }
    }

    /// Returns the one legal cube that fits what was read.
    ///
    /// # Errors
    ///
    /// No cube or several cubes fit, or the size is not supported.
    pub fn only(&self) -> Result<cubegod::Cube, RequestError> {
        self.only_with(Cancellation::never())
    }

    /// Returns the one legal cube that fits what was read, unless the request is cancelled.
    ///
    /// # Errors
    ///
    /// No cube or several cubes fit, the size is not supported, or the token was cancelled.
    pub fn only_with(&self, cancellation: &Cancellation) -> Result<cubegod::Cube, RequestError> {
        match self.complete_with(cancellation)? {
            Completion::One(state) => Ok(state),
            Completion::Several(several) => Err(several.error_with(self, &[], cancellation)),
        }
    }

    /// Returns the first of the legal cubes that fit what was read, unless the request is cancelled.
    ///
    /// # Errors
    ///
    /// No cube fits, the size is not supported, or the token was cancelled.
    pub fn any_with(&self, cancellation: &Cancellation) -> Result<cubegod::Cube, RequestError> {
        match self.complete_with(cancellation)? {
            Completion::One(state) => Ok(state),
            Completion::Several(several) => {
                several.first().ok_or_else(|| several.error_with(self, &[], cancellation))
            }
        }
    }
}

/// The legal cubes that fit what was read.
#[derive(Debug)]
pub enum Completion {
    /// Exactly one.
    One(cubegod::Cube),
    /// More than one.
    Several(Box<Several>),
}

/// Several legal cubes that fit what was read.
#[derive(Debug)]
pub struct Several {
    view: View,
    completions: Completions,
}

impl Several {
    /// Returns the number of cubes.
    pub fn count(&self) -> u128 {
        self.completions.count()
    }

    /// Returns the cubes, one at a time: there may be more than fit into memory.
    pub fn iter(&self) -> impl Iterator<Item = cubegod::Cube> {
        self.completions.iter().filter_map(|stickers| state(&stickers).ok())
    }

    /// Returns the first of the cubes.
    pub fn first(&self) -> Option<cubegod::Cube> {
        self.iter().next()
    }

    /// Returns the error about a cube that several cubes fit; `options` are those of the request that accept such a cube.
    pub fn error(&self, cube: &Cube, options: &'static [OptionId]) -> RequestError {
        self.error_with(cube, options, Cancellation::never())
    }

    /// Returns the error about a cube that several cubes fit, or that the request was cancelled.
    pub fn error_with(
        &self,
        cube: &Cube,
        options: &'static [OptionId],
        cancellation: &Cancellation,
    ) -> RequestError {
        let (count, size) = (self.count(), self.view.size());
        let first = self.completions.iter().take(MAX_EXAMPLES);
        let first: Vec<Stickers<Option<Color>>> =
            first.map(|stickers| stickers.map(|&color| Some(color))).collect();
        let question = match self.view.next_question_with(&self.completions, cancellation) {
            Ok(question) => question,
            Err(cancelled) => return cancelled.into(),
        };
        let fields = Ambiguity {
            count,
            completions: first.iter().map(face_letters).collect(),
            question: question.as_ref().map(|question| QuestionFields {
                sticker: Facelet::of_index(size, question.sticker).to_string(),
                answers: question
                    .answers
                    .iter()
                    .map(|&(color, count)| (color.home().letter(), count))
                    .collect(),
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
}

/// The number of completions that an error shows.
const MAX_EXAMPLES: usize = 8;

/// Recognizes a completion, which is always legal.
fn state(stickers: &Stickers<Color>) -> Result<cubegod::Cube, RequestError> {
    cubegod::Cube::try_from(stickers).map_err(|error| match error {
        cubegod::CubeError::UnsupportedSize(error) => error.into(),
        cubegod::CubeError::Illegal(illegal) => illegal.into(),
        other => RequestError::new(ErrorKind::Internal, other.to_string()),
    })
}

/// Text with fewer characters than this is too short for stickers.
const FEWEST_STICKERS: usize = 20;

/// Returns advice about a text that could not be read as a cube; nothing if the token is cancelled.
pub fn guess(error: &RequestError, text: &str, cancellation: &Cancellation) -> Option<Advice> {
    let moves = |text: &str| {
        let alg = Alg::read_with(text, cancellation).ok()?.ok()?;
        (!alg.is_empty()).then_some(alg)
    };
    if error.kind() == ErrorKind::Unreadable && moves(text).is_some() {
        return Some(Advice::ReadAsMoves);
    }
    if !matches!(error.kind(), ErrorKind::Unreadable | ErrorKind::BadMoves) {
        return None;
    }
    // `R,U,F`: separators that moves do not have.
    let spaced = text.replace([',', ';', '，', '；', '、', '-', '_', '+', '|'], " ");
    match moves(&spaced).filter(|_| spaced != text) {
        Some(alg) => Some(Advice::Moves(alg.to_string())),
        None => {
            let is_short =
                text.chars().filter(|character| !character.is_whitespace()).count() < FEWEST_STICKERS;
            let has_too_few = matches!(
                error,
                RequestError::Read { error: ReadError::Layout(LayoutError::StickerCount { .. }), .. }
            );
            (has_too_few && is_short).then_some(Advice::Readable)
        }
    }
}

/// Writes the facelets in the characters that the cube was written with.
pub fn own_letters(stickers: &Stickers<Option<Color>>, reading: &Reading) -> String {
    facelets::write(&reading.alphabet.write(stickers))
}

/// Writes the facelets in face letters, as responses have every cube.
pub fn face_letters(stickers: &Stickers<Option<Color>>) -> String {
    facelets::write(&Alphabet::FACES.write(stickers))
}

/// Writes a cube in a layout and in these characters.
///
/// # Errors
///
/// The layout cannot express the cube.
pub fn write_in(
    stickers: &Stickers<Option<Color>>,
    format: Format,
    alphabet: &Alphabet,
) -> Result<String, RequestError> {
    format.write(&alphabet.write(stickers)).map_err(RequestError::Unwritable)
}

/// Returns the layout to respond in for an input in this one. Moves and names of patterns cannot express every cube.
pub fn response_format(format: Format) -> Format {
    match format {
        Format::Moves | Format::Pattern => Format::Facelets,
        other => other,
    }
}

/// Returns the characters that a layout is usually written in.
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
