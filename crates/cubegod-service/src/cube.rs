//! From text to a cube, and from cubes to text.

use crate::diagnosis::Diagnosis;
use crate::error::{Advice, Ambiguity, Ambiguous, ErrorKind, QuestionFields, RequestError};
use crate::note::Note;
use crate::option::OptionId;
use cubegod::alphabet::Alphabet;
use cubegod::formats::{Format, LayoutError, bytes, facelets};
use cubegod::view::Completions;
use cubegod::{Alg, Cancellation, Color, Cube, Face, ReadError, ReadOptions, Reading, Size, Stickers, View};

/// A cube that was read: its stickers, some of which may be unknown, and the layout of the text.
#[derive(Clone, Debug)]
pub struct ReadCube {
    /// The stickers, the layout and the characters.
    pub reading: Reading,
    /// How the text was interpreted, if it is ambiguous.
    pub note: Option<Note>,
}

impl ReadCube {
    /// Reads the one cube of a text.
    ///
    /// # Errors
    ///
    /// The text is not a cube; with advice if it can be read as moves.
    pub fn read(text: &str, options: &ReadOptions) -> Result<ReadCube, RequestError> {
        ReadCube::read_with(text, options, Cancellation::never())
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
    ) -> Result<ReadCube, RequestError> {
        ReadCube::read_below(text, options, 0, cancellation).map_err(|error| {
            match reading_advice(&error, text, cancellation) {
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
    ) -> Result<ReadCube, RequestError> {
        let reading = cubegod::reading::read_with(text, options, cancellation)?
            .map_err(|error| RequestError::reading(error, text, lines_above))?;
        let lines = text.lines().count();
        // Letters that could be rows of a net and turned out to be moves.
        let note = match reading.format {
            Format::Moves if lines > 1 && options.format.is_none() => Some(Note::LinesOfMoves { lines }),
            _ => reading.note.clone().map(Note::Reading),
        };
        Ok(ReadCube { reading, note })
    }

    /// Reads a cube from one byte per sticker, in [facelets](Format::Facelets) unless another layout is given: 0 to 5 are the
    /// colours of the faces U R F D L B, 255 is unknown, and other bytes are letters.
    ///
    /// # Errors
    ///
    /// A byte is no sticker, or the letters are not a cube.
    pub fn from_bytes(bytes: &[u8], options: &ReadOptions) -> Result<ReadCube, RequestError> {
        let options = options.format(options.format.or(Some(Format::Facelets)));
        if let Some(stickers) = colors(bytes, &options) {
            let reading =
                Reading { stickers, format: Format::Facelets, alphabet: Alphabet::FACES, note: None };
            return Ok(ReadCube { reading, note: None });
        }
        let text =
            bytes::letters(bytes).map_err(|index| RequestError::NotAColor { value: bytes[index], index })?;
        ReadCube::read(&text, &options)
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
        if let Some(cube) = view.recognize() {
            return Ok(Completion::One(cube));
        }
        let completions = view
            .complete_with(cancellation)?
            .map_err(|illegal| Diagnosis::new(&self.reading, &view, illegal))?;
        match completions.get(0) {
            Some(stickers) if completions.count() == 1 => Ok(Completion::One(Cube::try_from(&stickers)?)),
            _ => Ok(Completion::Several(Box::new(AmbiguousCube { view, completions }))),
        }
    }

    /// Returns the one legal cube that fits what was read.
    ///
    /// # Errors
    ///
    /// No cube or several cubes fit, or the size is not supported.
    pub fn only(&self) -> Result<Cube, RequestError> {
        self.select_one(false, &[], Cancellation::never())
    }

    /// Returns the one legal cube that fits what was read, or any of several if that is accepted, unless the request is cancelled. An
    /// error because several cubes fit names `options`.
    ///
    /// # Errors
    ///
    /// As [`ReadCube::select`].
    pub fn select_one(
        &self,
        accepts_any: bool,
        options: &'static [OptionId],
        cancellation: &Cancellation,
    ) -> Result<Cube, RequestError> {
        let selection = if accepts_any { Selection::Any } else { Selection::Only };
        match self.select(selection, options, cancellation)? {
            Selected::Only(cube) | Selected::Any { cube, .. } => Ok(cube),
            Selected::Each(several) => Err(several.error_with(self, options, cancellation)),
        }
    }

    /// Selects among the legal cubes that fit what was read, unless the request is cancelled. An error because several cubes fit
    /// names `options`, those of the request that accept such a cube.
    ///
    /// # Errors
    ///
    /// No cube fits, more cubes fit than are accepted, the size is not supported, or the token was cancelled.
    pub fn select(
        &self,
        selection: Selection,
        options: &'static [OptionId],
        cancellation: &Cancellation,
    ) -> Result<Selected, RequestError> {
        let several = match self.complete_with(cancellation)? {
            Completion::One(cube) => return Ok(Selected::Only(cube)),
            Completion::Several(several) => several,
        };
        let count = several.count();
        match selection {
            Selection::Each { max } if count > max => Err(RequestError::TooManyCompletions { count, max }),
            Selection::Each { .. } => Ok(Selected::Each(several)),
            _ => {
                let first = several.first().filter(|_| selection == Selection::Any);
                let cube = first.ok_or_else(|| several.error_with(self, options, cancellation))?;
                Ok(Selected::Any { cube, of: count })
            }
        }
    }
}

/// Returns the colours of numbers or face letters, which need not be parsed as text.
fn colors(bytes: &[u8], options: &ReadOptions) -> Option<Stickers<Option<Color>>> {
    let is_size =
        |size: &Size| size.sticker_count() == bytes.len() && options.size.is_none_or(|other| other == *size);
    let size = [Size::TWO, Size::THREE].into_iter().find(is_size)?;
    let color = |&byte: &u8| match bytes::letter(byte) {
        b'?' => Some(None),
        letter => Face::from_letter(char::from(letter)).map(|face| Some(Color::of_face(face))),
    };
    let colors: Option<Vec<Option<Color>>> = bytes.iter().map(color).collect();
    Stickers::new(size, colors.filter(|_| options.format == Some(Format::Facelets))?).ok()
}

/// The legal cubes that fit what was read.
#[derive(Debug)]
pub enum Completion {
    /// Exactly one.
    One(Cube),
    /// More than one.
    Several(Box<AmbiguousCube>),
}

/// The options of `solve` that accept a cube that several cubes fit.
pub const ACCEPTING: &[OptionId] = &[OptionId::Each, OptionId::Any];

/// Which cubes a request is about if several fit.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum Selection {
    /// None: that is an error.
    #[default]
    Only,
    /// Any one of them.
    Any,
    /// Each of them, if there are not too many.
    Each {
        /// The most cubes.
        max: u128,
    },
}

/// The cubes that a request is about.
#[derive(Debug)]
pub enum Selected {
    /// The only one that fits.
    Only(Cube),
    /// One of several.
    Any {
        /// The cube.
        cube: Cube,
        /// The number of cubes that fit.
        of: u128,
    },
    /// Each of several.
    Each(Box<AmbiguousCube>),
}

impl Selected {
    /// Returns the cubes, one at a time.
    pub fn cubes(&self) -> impl Iterator<Item = Cube> {
        let (one, several) = match self {
            Selected::Only(cube) | Selected::Any { cube, .. } => (Some(*cube), None),
            Selected::Each(several) => (None, Some(several.iter())),
        };
        one.into_iter().chain(several.into_iter().flatten())
    }
}

/// Several legal cubes that fit what was read.
#[derive(Debug)]
pub struct AmbiguousCube {
    view: View,
    completions: Completions,
}

impl AmbiguousCube {
    /// Returns the number of cubes.
    pub fn count(&self) -> u128 {
        self.completions.count()
    }

    /// Returns the cubes, one at a time: there may be more than fit into memory.
    pub fn iter(&self) -> impl Iterator<Item = Cube> {
        self.completions.iter().filter_map(|stickers| Cube::try_from(&stickers).ok())
    }

    /// Returns the first of the cubes.
    pub fn first(&self) -> Option<Cube> {
        self.iter().next()
    }

    /// Returns the error about a cube that several cubes fit; `options` are those of the request that accept such a cube.
    pub fn error(&self, cube: &ReadCube, options: &'static [OptionId]) -> RequestError {
        self.error_with(cube, options, Cancellation::never())
    }

    /// Returns the error about a cube that several cubes fit, or that the request was cancelled.
    pub fn error_with(
        &self,
        cube: &ReadCube,
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
            question: question.as_ref().map(|question| QuestionFields::new(question, size)),
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

/// Text with fewer characters than this is too short for stickers.
const MIN_STICKERS: usize = 20;

/// Returns advice about a text that could not be read as a cube; nothing if the token is cancelled.
pub fn reading_advice(error: &RequestError, text: &str, cancellation: &Cancellation) -> Option<Advice> {
    if error.kind() == ErrorKind::Unreadable && moves(text, cancellation).is_some() {
        return Some(Advice::ReadAsMoves);
    }
    if !matches!(error.kind(), ErrorKind::Unreadable | ErrorKind::BadMoves) {
        return None;
    }
    match separated_moves(text, cancellation) {
        Some(advice) => Some(advice),
        None => {
            let is_short = text.chars().filter(|character| !character.is_whitespace()).count() < MIN_STICKERS;
            let has_too_few = matches!(
                error,
                RequestError::Read { error: ReadError::Layout(LayoutError::StickerCount { .. }), .. }
            );
            (has_too_few && is_short).then_some(Advice::Readable)
        }
    }
}

/// Returns the moves of a text; nothing if it has none, or if the token is cancelled.
fn moves(text: &str, cancellation: &Cancellation) -> Option<Alg> {
    Alg::read_with(text, cancellation).ok()?.ok().filter(|alg| !alg.is_empty())
}

/// Returns the moves that were probably intended by a text with separators that moves do not have, such as `R,U,F`.
pub(crate) fn separated_moves(text: &str, cancellation: &Cancellation) -> Option<Advice> {
    let spaced = text.replace([',', ';', '，', '；', '、', '-', '_', '+', '|'], " ");
    let alg = moves(&spaced, cancellation).filter(|_| spaced != text)?;
    Some(Advice::Moves(alg.to_string()))
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
        Format::Net | Format::NetString | Format::Digits => Alphabet::COLORS,
        _ => Alphabet::FACES,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::option::MessageStyle;
    use cubegod::scramble::generator;

    fn fields(cube: Result<ReadCube, RequestError>) -> Result<(Reading, Option<Note>), String> {
        cube.map(|cube| (cube.reading, cube.note)).map_err(|error| error.message(MessageStyle::NEUTRAL))
    }

    #[test]
    fn bytes_are_read_as_their_letters() {
        let mut random = generator(1);
        for size in [Size::TWO, Size::THREE] {
            let cube = cubegod::Cube::random(size, &mut random).unwrap();
            let mut bytes: Vec<u8> =
                cube.stickers().facelets().iter().map(|color| color.index() as u8).collect();
            bytes[3] = bytes::UNKNOWN;
            let letters = bytes::letters(&bytes).unwrap();
            for format in [None, Some(Format::Facelets), Some(Format::NetString), Some(Format::Reid)] {
                for other in [None, Some(Size::TWO), Some(Size::THREE)] {
                    let options = ReadOptions::new().format(format).size(other);
                    let as_text = options.format(format.or(Some(Format::Facelets)));
                    let expected = fields(ReadCube::read(&letters, &as_text));
                    assert_eq!(fields(ReadCube::from_bytes(&bytes, &options)), expected, "{options:?}");
                    assert_eq!(fields(ReadCube::from_bytes(letters.as_bytes(), &options)), expected);
                }
            }
        }
    }

    #[test]
    fn a_byte_that_is_no_colour_is_an_error_with_its_index() {
        let mut bytes = [0; 24];
        bytes[7] = 9;
        let error = fields(ReadCube::from_bytes(&bytes, &ReadOptions::default())).unwrap_err();
        assert!(error.starts_with("byte 7 is 9, which is not a colour; expected 0 to 5"), "{error}");
    }
}
