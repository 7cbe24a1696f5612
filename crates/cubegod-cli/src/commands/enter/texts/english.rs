//! The texts of `enter` in English.

use super::super::line::{Expected, Notation, Unexpected};
use super::super::message::{Illegal, Message};
use super::{MAX_CHANGES, array_place, digit};
use cubegod::formats::counted;
use cubegod::view::Question;
use cubegod::{Color, Face, Facelet, Size};

const COLORS: &str = "0 or o orange, 1 or b blue, 2 or r red, 3 or g green, 4 or y yellow, 5 or w white";

pub(super) fn render(message: &Message) -> String {
    match message {
        Message::Welcome => format!(
            "{COLORS}, ? if unknown\n\
             every face row by row from the left, as you look at it: up with the back above it, down with the front \
             above it; `help` lists corrections"
        ),
        Message::Help(size) => help(*size),
        Message::AskSize => "which cube, 2x2 or 3x3?>".into(),
        Message::NoSize => "expected 2 for a 2x2 or 3 for a 3x3, or q to quit".into(),
        Message::AskFace(face, size) => {
            format!("{}, row by row ({} stickers)>", name(*face), size.face_stickers())
        }
        Message::AskRest(face, numbers) => {
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            let stickers = if numbers.len() == 1 { "sticker" } else { "stickers" };
            format!("{}, {} more ({stickers} {})>", name(*face), numbers.len(), numbers.join(" "))
        }
        Message::AskSticker(sticker, size) => format!("sticker {}>", place(*sticker, *size)),
        Message::AskCorrection => "correction>".into(),
        Message::AskEnd { may_be_partial: true } => "`done`, or a correction>".into(),
        Message::AskEnd { may_be_partial: false } => "one more sticker, as in `F2=g`>".into(),
        Message::NotDone => "the cube is illegal: correct it, or type `fix`".into(),
        Message::NothingKnown => "nothing is known yet: type some stickers first, or `quit`".into(),
        Message::TooManyLines(lines) => {
            format!("{lines} lines in a row changed nothing; the rest is ignored")
        }
        Message::Unexpected(unexpected) => rejection(unexpected),
        Message::TooMany { found, expected, face } => format!(
            "{}, {} too many: {} expected on {}; this line was ignored",
            counted(*found, "sticker"),
            found - expected,
            if *expected == 1 { "1 is".into() } else { format!("{expected} are") },
            name(*face)
        ),
        Message::NothingOpen => {
            "no sticker is expected; correct one as in `F2=g`, or type a face again with `face front`".into()
        }
        Message::EmptyLine => "nothing was typed; try `help`".into(),
        Message::NothingToUndo => "there is nothing to undo".into(),
        Message::NothingToFix => "there is nothing to fix: the stickers are consistent".into(),
        Message::Illegal(illegal_cube) => flaws(illegal_cube),
        Message::OneFits => {
            "only one cube fits, shown in the net (+ marks deduced stickers): press Enter to accept it".into()
        }
        Message::Fits(count) => format!("{count} legal cubes fit so far"),
        Message::Undecided { fits, question, notation, size, may_be_partial } => format!(
            "{fits} legal cubes fit{}{}",
            match question {
                Some(question) => look_at(question, *notation, *size),
                None => "; no other sticker would help".into(),
            },
            if *may_be_partial { "; `done` ends with ? for unknown stickers" } else { "" }
        ),
        Message::SeveralFit(fits) => {
            format!("{fits} legal cubes fit; a lesson needs one: type more stickers")
        }
        Message::EndsUnknown { unknown, fits } => {
            format!("{fits} legal cubes fit; {} written as ?", are(*unknown, "sticker"))
        }
        Message::IsLegal => "this is a legal cube".into(),
        Message::LongLine(most) => {
            format!("the line is longer than {most} bytes; expected some stickers; the line was ignored")
        }
        Message::NotText { position, byte } => {
            format!("byte {position} of the line, 0x{byte:02x}, is not UTF-8; the line was ignored")
        }
        Message::CannotRead(reason) => format!("cannot read standard input: {reason}"),
        Message::CannotWrite { reason, cube } => {
            format!(
                "the cube cannot be written in this layout: {reason}; in the usual layout it is\n  {cube}"
            )
        }
        Message::Ended { command: None, .. } => "no cube was written; nothing was typed".into(),
        Message::Ended { command: Some(command), one_fits } => format!(
            "no cube was written{}; to continue:\n  {command}",
            if *one_fits { " (only one cube fits already: Enter accepts it)" } else { "" }
        ),
        Message::LongBeginning { found, size } => format!(
            "{found} stickers are too many; expected at most the {} of a {size} cube: front, right, back, left, \
             up and down",
            size.sticker_count()
        ),
    }
}

fn help(size: Size) -> String {
    let last = size.face_stickers();
    format!(
        "\
stickers      {COLORS}; ? if unknown; any number per line, with or without blanks and commas
F2=g          sticker 2 of front is green: faces F R B L U D, stickers 1 to {last}
cube[0][1]=3  the same in the array: faces 0 front, 1 right, 2 back, 3 left, 4 up, 5 down, stickers 0 to {}
0,1=3         the same, shorter
undo          undo the last line
face right    type a face again
fix           apply the smallest repair of an illegal cube
show          show the net: . not typed yet, ! wrong, + deduced from the others
done          end now, with ? for unknown stickers
quit or q     end, and print the command that continues later",
        last - 1
    )
}

fn name(face: Face) -> &'static str {
    match face {
        Face::U => "up",
        Face::R => "right",
        Face::F => "front",
        Face::D => "down",
        Face::L => "left",
        Face::B => "back",
    }
}

fn are(count: usize, what: &str) -> String {
    format!("{} {}", counted(count, what), if count == 1 { "is" } else { "are" })
}

fn place(sticker: usize, size: Size) -> String {
    format!("{}, {}", Facelet::of_index(size, sticker), array_place(sticker, size))
}

fn look_at(question: &Question, notation: Notation, size: Size) -> String {
    format!("; look at sticker {}", question.describe(size, &|color| color_name(color, notation)))
}

fn rejection(unexpected: &Unexpected) -> String {
    let Unexpected { found, column, expected } = unexpected;
    let expected = match expected {
        Expected::StickerOrCommand => {
            format!("expected {COLORS} or ?, a correction as in `F2=g`, or a command (see `help`)")
        }
        Expected::Sticker => format!("expected {COLORS} or ?"),
        Expected::StickerOrOpen => format!("expected {COLORS}, ? if unknown or . if not typed yet"),
        Expected::Place => "expected the place of a sticker, such as F2, 0,1 or cube[0][1]".into(),
        Expected::Face => "expected one face: front, right, back, left, up or down".into(),
        Expected::FaceNumber => {
            "expected a face from 0 to 5: 0 front, 1 right, 2 back, 3 left, 4 up, 5 down".into()
        }
        Expected::ArrayNumber(most) => format!("expected the number of a sticker from 0 to {most}"),
        Expected::StickerNumber(most) => format!("expected the number of a sticker from 1 to {most}"),
        Expected::Character(character) => format!("expected `{character}`"),
    };
    match found {
        Some(found) => format!("`{found}` at column {column}: {expected}; nothing was changed"),
        None => {
            format!("nothing at column {column}: {expected}; nothing was changed")
        }
    }
}

fn flaws(illegal_cube: &Illegal) -> String {
    let Illegal { illegal, repair, notation } = illegal_cube;
    let size = illegal.size;
    let color = |color: Color| color_name(color, *notation);
    let mut lines = vec!["no legal cube has these stickers:".to_owned()];
    lines.extend(illegal.flaws.iter().map(|flaw| format!("  {}", flaw.describe(size, &color))));
    let pieces: Vec<String> = repair.pieces.iter().map(ToString::to_string).collect();
    let pieces = if pieces.is_empty() { String::new() } else { format!(" ({})", pieces.join(", ")) };
    lines.push(format!("smallest repair (type `fix`){pieces}:"));
    for change in repair.changes.iter().take(MAX_CHANGES) {
        let place = place(change.sticker, size);
        lines.push(format!("  {place}: {} → {}", color(change.from), color(change.to)));
    }
    if repair.changes.len() > MAX_CHANGES {
        lines.push(format!("  … and {} more", repair.changes.len() - MAX_CHANGES));
    }
    if repair.alternatives > 1 {
        lines.push(format!("one of {} repairs of this size", repair.alternatives));
    }
    lines.join("\n")
}

/// Returns the name of a colour, with its digit where the user types digits.
fn color_name(color: Color, notation: Notation) -> String {
    match notation {
        Notation::Letter => color.name().to_owned(),
        Notation::Digit => format!("{}({})", color.name(), digit(color)),
    }
}
