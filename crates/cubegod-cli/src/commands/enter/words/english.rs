//! Everything that `enter` says, in English.

use super::super::line::{Expected, Unexpected};
use super::super::remark::{Impossible, Remark};
use super::{MOST_CHANGES, array_place};
use cubegod::view::Question;
use cubegod::{Color, Face, Facelet, Size};

const COLORS: &str = "0 or o orange, 1 or b blue, 2 or r red, 3 or g green, 4 or y yellow, 5 or w white";

pub(super) fn spoken(remark: &Remark) -> String {
    match remark {
        Remark::Welcome => format!(
            "{COLORS}, ? if you don't know\n\
             every face row by row from the left, as you look at it: up with the back above it, down with the front \
             above it; `help` tells how to correct one"
        ),
        Remark::Help(size) => help(*size),
        Remark::AskSize => "which cube, 2x2 or 3x3?>".into(),
        Remark::NoSize => "expected 2 for a 2x2 or 3 for a 3x3, or q to leave".into(),
        Remark::AskFace(face, size) => {
            format!("{}, row by row ({} stickers)>", name(*face), size.face_stickers())
        }
        Remark::AskRest(face, numbers) => {
            let numbers: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            let stickers = if numbers.len() == 1 { "sticker" } else { "stickers" };
            format!("{}, {} more ({stickers} {})>", name(*face), numbers.len(), numbers.join(" "))
        }
        Remark::AskSticker(sticker, size) => format!("sticker {}>", place(*sticker, *size)),
        Remark::AskCorrection => "correction>".into(),
        Remark::AskEnd { may_be_partial: true } => "`done`, or a correction>".into(),
        Remark::AskEnd { may_be_partial: false } => "a sticker after all, as in `F2=g`>".into(),
        Remark::NotDone => "this can't be the end, because it is no cube: correct it or type `fix`".into(),
        Remark::NothingKnown => "nothing is known yet: type some stickers first, or `quit`".into(),
        Remark::GaveUp(lines) => format!("{lines} lines in a row changed nothing; the rest is not read"),
        Remark::Unexpected(unexpected) => refusal(unexpected),
        Remark::TooMany { found, wanted, face } => format!(
            "{}, {} too many: {} wanted on {}; nothing of this line was taken",
            counted(*found, "sticker"),
            found - wanted,
            if *wanted == 1 { "1 is".into() } else { format!("{wanted} are") },
            name(*face)
        ),
        Remark::NothingOpen => {
            "no sticker is asked for; change one as in `F2=g`, or `face front` asks for a face again".into()
        }
        Remark::EmptyLine => "nothing was typed; `help` tells what can be".into(),
        Remark::NothingToUndo => "there is no line to take back".into(),
        Remark::NothingToFix => "there is nothing to fix: a real cube fits".into(),
        Remark::Impossible(impossible) => flaws(impossible),
        Remark::OneFits => {
            "only one real cube fits; the net shows it, with + where you typed nothing: an empty line takes it".into()
        }
        Remark::Fits(count) => format!("{count} real cubes fit so far"),
        Remark::Undecided { fits, question, size, may_be_partial } => format!(
            "{fits} real cubes fit{}{}",
            match question {
                Some(question) => look_at(question, *size),
                None => "; there is nothing more to ask for".into(),
            },
            if *may_be_partial { "; `done` ends with ? for what is not known" } else { "" }
        ),
        Remark::NotWhole(fits) => format!("{fits} real cubes fit; a lesson is about one: tell more stickers"),
        Remark::EndsUnknown { unknown, fits } => {
            format!("{fits} real cubes fit; {} written as ?", are(*unknown, "sticker"))
        }
        Remark::Real => "this is a real cube".into(),
        Remark::LongLine(most) => {
            format!("the line is longer than {most} bytes; expected some stickers; nothing of it was taken")
        }
        Remark::NotText { place, byte } => format!(
            "byte {place} of the line, 0x{byte:02x}, is not UTF-8; expected text; nothing of the line was taken"
        ),
        Remark::CannotRead(reason) => format!("cannot read standard input: {reason}"),
        Remark::CannotWrite { reason, cube } => {
            format!("the cube is entered but can't be written so: {reason}; in the usual layout it is\n  {cube}")
        }
        Remark::Parting { command: None, .. } => "no cube was written; nothing was entered".into(),
        Remark::Parting { command: Some(command), one_fits } => format!(
            "no cube was written{}; this goes on from here:\n  {command}",
            if *one_fits { " (only one fits already: an empty line would take it)" } else { "" }
        ),
        Remark::LongBeginning { found, size } => format!(
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
stickers      {COLORS}; ? if you don't know; as many on a line as you like, with or without blanks and commas
F2=g          sticker 2 of front is green: faces F R B L U D, stickers 1 to {last}
cube[0][1]=3  the same in the array: faces 0 front, 1 right, 2 back, 3 left, 4 up, 5 down, stickers 0 to {}
0,1=3         the same, shorter
undo          take back the last line
face right    ask for a face again
fix           make the smallest repair of a cube that can't be
show          show the net: . not asked yet, ! can't be so, + follows from the others
done          end now, with ? for what is not known
quit or q     end, and tell the command that goes on later",
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

fn counted(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn are(count: usize, what: &str) -> String {
    format!("{} {}", counted(count, what), if count == 1 { "is" } else { "are" })
}

fn place(sticker: usize, size: Size) -> String {
    format!("{}, {}", Facelet::of_index(size, sticker), array_place(sticker, size))
}

fn look_at(question: &Question, size: Size) -> String {
    format!("; look at sticker {}", question.describe(size, &|color| color.name().to_owned()))
}

fn refusal(unexpected: &Unexpected) -> String {
    let Unexpected { found, column, expected } = unexpected;
    let expected = match expected {
        Expected::StickerOrWord => {
            format!("expected {COLORS} or ?, a correction as in `F2=g`, or a word that `help` tells")
        }
        Expected::Sticker => format!("expected {COLORS} or ?"),
        Expected::StickerOrOpen => format!("expected {COLORS}, ? if not known or . if not asked yet"),
        Expected::Place => "expected the place of a sticker, such as F2, 0,1 or cube[0][1]".into(),
        Expected::Face => "expected one face: front, right, back, left, up or down".into(),
        Expected::FaceNumber => {
            "expected a face from 0 to 5: 0 front, 1 right, 2 back, 3 left, 4 up, 5 down".into()
        }
        Expected::CellNumber(most) => format!("expected the number of a sticker from 0 to {most}"),
        Expected::StickerNumber(most) => format!("expected the number of a sticker from 1 to {most}"),
        Expected::Character(character) => format!("expected `{character}`"),
    };
    match found {
        Some(found) => format!("`{found}` at column {column}: {expected}; nothing of this text was taken"),
        None => {
            format!("nothing at column {column}: {expected}; nothing of this text was taken")
        }
    }
}

fn flaws(impossible: &Impossible) -> String {
    let Impossible { illegal, repair } = impossible;
    let size = illegal.size;
    let color = |color: Color| color.name().to_owned();
    let mut lines = vec!["no real cube looks like this:".to_owned()];
    lines.extend(illegal.flaws.iter().map(|flaw| format!("  {}", flaw.describe(size, &color))));
    let pieces: Vec<String> = repair.pieces.iter().map(ToString::to_string).collect();
    let pieces = if pieces.is_empty() { String::new() } else { format!(" ({})", pieces.join(", ")) };
    lines.push(format!("smallest repair, which `fix` makes{pieces}:"));
    for change in repair.changes.iter().take(MOST_CHANGES) {
        let place = place(change.sticker, size);
        lines.push(format!("  {place}: {} → {}", change.from, change.to));
    }
    if repair.changes.len() > MOST_CHANGES {
        lines.push(format!("  … and {} more", repair.changes.len() - MOST_CHANGES));
    }
    if repair.alternatives > 1 {
        lines.push(format!("{} repairs are equally small; this is one of them", repair.alternatives));
    }
    lines.join("\n")
}
