//! From text to a cube, and from cubes to text.

use crate::cube_error::{Ambiguity, CubeError, ErrorKind, QuestionFields};
use crate::diagnosis::Diagnosis;
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
    pub fn read(text: &str, options: &ReadOptions) -> Result<Cube, CubeError> {
        Cube::read_below(text, options, 0)
            .map_err(|problem| if may_be_moves(&problem, text) { problem.with_moves_hint() } else { problem })
    }

    /// The same with so many lines above it, and without a word of advice.
    pub fn read_below(text: &str, options: &ReadOptions, lines_above: usize) -> Result<Cube, CubeError> {
        let reading =
            cubegod::read(text, options).map_err(|error| CubeError::reading(error, text, lines_above))?;
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

/// Whether a text that could not be read as a cube can be read as moves.
pub fn may_be_moves(problem: &CubeError, text: &str) -> bool {
    problem.kind == ErrorKind::Unreadable && text.parse::<Alg>().is_ok_and(|alg| !alg.is_empty())
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
) -> Result<String, CubeError> {
    format.write(&alphabet.write(stickers)).map_err(CubeError::unwritable)
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
pub fn fitting(cube: &Cube) -> Result<Fitting, CubeError> {
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
pub fn whole_cube(cube: &Cube) -> Result<Stickers<Color>, CubeError> {
    match fitting(cube)? {
        Fitting::One(stickers) => Ok(stickers),
        Fitting::Several(several) => {
            let (view, completions) = *several;
            Err(ambiguous(cube, &view, &completions, "say more of its stickers"))
        }
    }
}

/// As many of the cubes that fit are told.
const MOST_TOLD: usize = 8;

/// How many cubes fit, the first few of them, and which sticker to look at.
pub fn ambiguous(cube: &Cube, view: &View, completions: &Completions, advice: &str) -> CubeError {
    let (count, size, alphabet) = (completions.count(), view.size(), cube.reading.alphabet);
    let first: Vec<Stickers<Option<Color>>> =
        completions.iter().take(MOST_TOLD).map(|stickers| stickers.map(|&color| Some(color))).collect();
    let mut list: Vec<String> = first.iter().map(|stickers| own_letters(stickers, &cube.reading)).collect();
    if count > first.len() as u128 {
        list.push(format!(
            "… and {} more, which `cubegod complete --list N` writes",
            count - first.len() as u128
        ));
    }
    let question = view.next_question(completions);
    let look = question.as_ref().map(|question| question.describe(size, &|color| alphabet.name(color)));
    let question = question.map(|question| QuestionFields {
        sticker: Facelet::of_index(size, question.sticker).to_string(),
        answers: question.answers.iter().map(|&(color, count)| (color.home().letter(), count)).collect(),
    });
    let completions = first.iter().map(face_letters).collect();
    let ambiguity = Ambiguity { count, completions, question };
    CubeError::ambiguous(ambiguity, advice, look.as_deref(), list.join("\n"))
}
