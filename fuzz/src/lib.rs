//! What the targets share: laws that hold for whatever was read.
#![forbid(unsafe_code)]

use cubegod::formats::Format;
use cubegod::{Alg, Color, FaceTurn, Size, Stickers, Symmetry, View};

/// The most bytes of a text; more of it finds nothing new and takes longer.
pub const MOST_BYTES: usize = 4096;

/// The most moves that are looked into; a few bytes can be written out to a million.
pub const MOST_MOVES: usize = 2000;

/// The text of some bytes; none when they are too many or no text.
pub fn text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok().filter(|text| text.len() <= MOST_BYTES)
}

/// What is read in a layout is written in it and read again as the same; what is refused is refused in one short line
/// that tells a place inside the text.
pub fn reads_what_it_writes(format: Format, text: &str) {
    match format.read(text) {
        Ok(stickers) => {
            let written = format.write(&stickers).expect("what was read can be written");
            assert_eq!(format.read(&written).as_ref(), Ok(&stickers), "written: {written:?}");
            assert_eq!(format.write(&stickers).as_ref(), Ok(&written));
        }
        Err(error) => {
            is_one_short_line(&error.to_string());
            if let Some(line) = error.line() {
                assert!((1..=text.lines().count() + 1).contains(&line), "line {line}: {error}");
            }
            assert_ne!(error.column(), Some(0), "{error}");
        }
    }
}

/// A message fits on a line, whatever it repeats of the input.
pub fn is_one_short_line(message: &str) {
    assert!(!message.is_empty() && message.len() < 1000, "{message:?}");
    assert!(!message.contains(char::is_control), "{message:?}");
}

/// Every question about a view has an answer, and the answers agree.
pub fn answers_agree(view: &View) {
    let completions = view.completions();
    let count = completions.count();
    assert_eq!(view.is_real(), count > 0);
    assert_eq!(completions.get(count), None);
    for rank in [0, count / 2, count.saturating_sub(1)] {
        match completions.get(rank) {
            Some(cube) => assert!(is_real(&cube) && differences(view, &cube).is_empty()),
            None => assert_eq!(count, 0),
        }
    }
    if count == 1 {
        let only = completions.get(0).map(|cube| cube.map(|&color| Some(color)));
        assert_eq!(only, Some(completions.certain()));
        assert_eq!(view.next_question(&completions), None);
    }

    let repair = view.repair();
    assert_eq!(repair.is_empty(), count > 0);
    assert!(repair.alternatives > 0);
    assert!(is_real(&repair.repaired), "{:?}", repair.repaired);
    let changed: Vec<usize> = repair.changes.iter().map(|change| change.sticker).collect();
    assert_eq!(differences(view, &repair.repaired), changed);
    if count == 0 {
        let illegal = view.complete().expect_err("nothing fits");
        assert!(!illegal.flaws.is_empty());
        for flaw in &illegal.flaws {
            is_one_short_line(&flaw.describe(illegal.size, &|color| color.name().to_owned()));
        }
    }
}

/// The known stickers of a view that a cube shows otherwise.
fn differences(view: &View, cube: &Stickers<Color>) -> Vec<usize> {
    let both = view.stickers().facelets().iter().zip(cube.facelets()).enumerate();
    both.filter(|(_, (seen, color))| seen.is_some_and(|seen| seen != **color))
        .map(|(index, _)| index)
        .collect()
}

fn is_real(cube: &Stickers<Color>) -> bool {
    View::new(cube.map(|&color| Some(color))).is_ok_and(|view| view.is_real())
}

/// A cube made by turns and then spoilt, so that the fuzzer need not find a real one by chance: the first byte says how
/// many of the next are turns and how the cube is held, the rest come in pairs of a sticker and what it shows.
pub fn spoilt_cube(size: Size, data: &[u8]) -> Stickers<Option<Color>> {
    let (&first, rest) = data.split_first().unwrap_or((&0, &[]));
    let (turns, changes) = rest.split_at(rest.len().min(usize::from(first % 16)));
    let turns: Alg = turns.iter().map(|&byte| FaceTurn::ALL[usize::from(byte) % FaceTurn::COUNT]).collect();
    let rotation = Symmetry::ROTATIONS[usize::from(first / 16)];
    let mut cube = Stickers::solved(size).transformed_by(rotation);
    cube.apply(&turns).expect("every cube has the face turns");
    let mut seen = cube.map(|&color| Some(color));
    for change in changes.chunks_exact(2) {
        let sticker = usize::from(change[0]) % size.sticker_count();
        seen.cells_mut()[sticker] = Color::ALL.get(usize::from(change[1]) % 7).copied();
    }
    seen
}
