//! From arguments to cubes, one after the other, and from cubes to text.

use crate::cli::ReadArguments;
use crate::diagnosis::Diagnosis;
use crate::error::{Ambiguity, Failure, Kind, Problem, QuestionFields, Stop};
use crate::input::{Inputs, Origin, Record, Splitting, whole};
use crate::output::{Output, place};
use cubegod::alphabet::Alphabet;
use cubegod::formats::{Format, facelets};
use cubegod::geometry::Facelet;
use cubegod::view::Completions;
use cubegod::{Alg, Color, ReadOptions, Reading, Stickers, View, read};
use std::path::Path;

/// A cube that was read.
pub(crate) struct Cube {
    pub(crate) origin: Origin,
    pub(crate) reading: Reading,
    /// What its writer should know, for machines; people were told.
    pub(crate) note: Option<String>,
}

/// Reads all cubes and answers each; a bad one is reported, and the others go on.
pub(crate) fn for_each(
    arguments: &[String],
    read: &ReadArguments,
    output: &mut Output,
    answer: impl FnMut(&Cube, &mut Output) -> Result<(), Failure>,
) -> Result<(), Stop> {
    let inputs = Inputs::cubes(arguments, Splitting::of(read.from))?;
    for_each_in(inputs, &read.options(), output, answer)
}

/// The same for records that were split already.
pub(crate) fn for_each_in(
    mut inputs: Inputs,
    options: &ReadOptions,
    output: &mut Output,
    mut answer: impl FnMut(&Cube, &mut Output) -> Result<(), Failure>,
) -> Result<(), Stop> {
    while let Some(record) = inputs.next() {
        let origin = record.origin.clone();
        let result = understood(record, options).map_err(Failure::from).and_then(|cube| {
            if let Some(note) = cube.note.as_ref().filter(|_| !output.is_json()) {
                output.note(&format!("{}{note}", place(&origin)));
            }
            answer(&cube, output)
        });
        output.finish_record(&origin, result, inputs.would_wait())?;
    }
    Ok(())
}

/// The cube of a record.
pub(crate) fn understood(record: Record, options: &ReadOptions) -> Result<Cube, Problem> {
    let Record { origin, text, maybe_moves } = record;
    let text = text?;
    let reading = read(&text, options).map_err(|error| {
        let problem = Problem::reading(error, &text, &origin);
        // Bad moves were taken for moves already.
        if problem.kind != Kind::BadMoves
            && (maybe_moves || (problem.kind == Kind::Unreadable && is_moves(&text)))
        {
            problem.with_hint("if these are moves, say so with --from moves")
        } else if origin.is_argument() && Path::new(&text).is_file() {
            problem.with_hint(&format!("the file of this name is read by `@{text}`"))
        } else {
            problem
        }
    })?;
    let lines = text.lines().count();
    // Letters that could be rows of a net and turned out to be moves.
    let note = match reading.format {
        Format::Moves if lines > 1 && options.format.is_none() => {
            Some(format!("read {lines} lines as one sequence of moves; --from moves reads one a line"))
        }
        _ => reading.note.as_ref().map(ToString::to_string),
    };
    Ok(Cube { origin, reading, note })
}

fn is_moves(text: &str) -> bool {
    text.parse::<Alg>().is_ok_and(|alg| !alg.is_empty())
}

/// The one cube of an argument.
pub(crate) fn only(argument: &str, read: &ReadArguments) -> Result<Reading, Problem> {
    let options = read.options();
    let text = whole(argument)?;
    cubegod::read(&text, &options).map_err(|error| Problem::reading(error, &text, &Origin::argument()))
}

/// The facelets in the characters that the cube was written with.
pub(crate) fn own_letters(stickers: &Stickers<Option<Color>>, reading: &Reading) -> String {
    facelets::write(&reading.alphabet.write(stickers))
}

/// The facelets in face letters, as machines get every cube.
pub(crate) fn face_letters(stickers: &Stickers<Option<Color>>) -> String {
    facelets::write(&Alphabet::FACES.write(stickers))
}

/// A cube in some layout and some characters.
pub(crate) fn written(
    stickers: &Stickers<Option<Color>>,
    format: Format,
    alphabet: &Alphabet,
) -> Result<String, Problem> {
    format.write(&alphabet.write(stickers)).map_err(Problem::unwritable)
}

/// The layout to answer in when the input was in this one: moves can be read but not told from a cube, and a pattern is
/// none any more when it is turned.
pub(crate) fn answering(format: Format) -> Format {
    match format {
        Format::Moves | Format::Pattern => Format::Facelets,
        other => other,
    }
}

/// The characters that are usual in a layout.
pub(crate) fn usual_alphabet(format: Format) -> Alphabet {
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

/// Puts an answer out: on a line of its own, or with blank lines around it where its layout has several.
pub(crate) fn put(output: &mut Output, format: Format, text: &str) -> Result<(), Stop> {
    if format.is_single_line() { output.line(text) } else { output.block(text) }
}

/// The one real cube that fits what was read.
pub(crate) fn whole_cube(cube: &Cube) -> Result<Stickers<Color>, Problem> {
    let reading = &cube.reading;
    let view = View::new(reading.stickers.clone())?;
    if let Some(stickers) = view.obvious() {
        return Ok(stickers);
    }
    let completions = view.complete().map_err(|illegal| Diagnosis::new(reading, &view, illegal))?;
    match completions.get(0) {
        Some(stickers) if completions.count() == 1 => Ok(stickers),
        _ => Err(ambiguous(cube, &view, &completions, "say more of its stickers")),
    }
}

/// As many of the cubes that fit are told.
const MOST_TOLD: usize = 8;

/// How many cubes fit, the first few of them, and which sticker to look at.
pub(crate) fn ambiguous(cube: &Cube, view: &View, completions: &Completions, advice: &str) -> Problem {
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
    Problem::ambiguous(ambiguity, advice, look.as_deref(), list.join("\n"))
}
