//! The fuzz targets: each takes arbitrary bytes, and panics if a law that holds for every input does not hold.
//!
//! `fuzz/` runs them with libFuzzer (`make fuzz`); the tests of this crate run them with the inputs in `fuzz/seeds`.
#![forbid(unsafe_code)]
#![allow(clippy::expect_used, reason = "a law that does not hold is a panic")]

mod files;
mod requests;
mod targets;

/// A fuzz target.
#[derive(Copy, Clone, Debug)]
pub struct Target {
    /// Its name, which ends with `_request` or `_file` unless it reads text.
    pub name: &'static str,
    run: fn(&[u8]),
}

impl Target {
    /// Runs the target with an input.
    ///
    /// # Panics
    ///
    /// Panics if a law does not hold.
    pub fn run(&self, data: &[u8]) {
        (self.run)(data);
    }
}

/// Lists the targets of these modules.
macro_rules! list {
    ($($name:ident)+) => {
        &[$(Target { name: stringify!($name), run: targets::$name::run }),+]
    };
}

/// All targets, by name.
pub const TARGETS: &[Target] = list! {
    alg
    answer
    apply_request
    blocks
    certificate
    check_request
    complete_request
    contest
    convert_request
    csv_file
    data
    digits
    engine
    escapes
    facelets
    forwarded_for
    from_facelets
    game
    journal_file
    json_lines_file
    judge
    kpattern
    manifest_file
    net
    optimal_request
    parquet_file
    pattern
    picture_query
    proxy_header
    read
    records
    reid
    rotate
    scramble_request
    session
    solve_request
    table_file
    teach_request
    text_file
    view
};

/// Returns the target of a name.
pub fn target(name: &str) -> Option<Target> {
    TARGETS.iter().find(|target| target.name == name).copied()
}

/// Runs the target of a name with an input.
///
/// # Panics
///
/// Panics if there is no such target, or a law does not hold.
pub fn run(name: &str, data: &[u8]) {
    target(name).expect("the binaries have the names of targets").run(data);
}

use cubegod::formats::Format;
use cubegod::{Alg, Color, FaceTurn, Size, Stickers, Symmetry, View};

/// The maximum length of a text in bytes; longer texts take more time and find nothing new.
pub(crate) const MAX_BYTES: usize = 4096;

/// The maximum number of moves that are checked; a few bytes can expand to a million.
pub(crate) const MAX_CHECKED_MOVES: usize = 2000;

/// Runs a future whose streams are in memory.
pub(crate) fn block_on<T>(future: impl Future<Output = T>) -> T {
    thread_local! {
        static RUNTIME: tokio::runtime::Runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .expect("the runtime starts");
    }
    RUNTIME.with(|runtime| runtime.block_on(future))
}

/// Returns the bytes as text, or `None` if they are too many or not UTF-8.
pub(crate) fn text(data: &[u8]) -> Option<&str> {
    std::str::from_utf8(data).ok().filter(|text| text.len() <= MAX_BYTES)
}

/// Checks that stickers read in a layout survive writing and reading, and that an error is one short line with a
/// position inside the text.
pub(crate) fn check_round_trip(format: Format, text: &str) {
    match format.read(text) {
        Ok(stickers) => {
            let written = format.write(&stickers).expect("what was read can be written");
            assert_eq!(format.read(&written).as_ref(), Ok(&stickers), "written: {written:?}");
            assert_eq!(format.write(&stickers).as_ref(), Ok(&written));
        }
        Err(error) => {
            assert_short_line(&error.to_string());
            if let Some(line) = error.line() {
                assert!((1..=text.lines().count() + 1).contains(&line), "line {line}: {error}");
            }
            assert_ne!(error.column(), Some(0), "{error}");
        }
    }
}

/// Asserts that a message is one short line, whatever part of the input it quotes.
pub(crate) fn assert_short_line(message: &str) {
    assert!(!message.is_empty() && message.len() < 1000, "{message:?}");
    assert!(!message.contains(char::is_control), "{message:?}");
}

/// Asserts that a message is text of a few lines, whatever part of the input it quotes.
pub(crate) fn assert_text(message: &str) {
    assert!(!message.is_empty() && message.len() < 20_000, "{message:?}");
    assert!(!message.contains(|c: char| c.is_control() && c != '\n'), "{message:?}");
}

/// Checks that the completions, the repair and the flaws of a view agree.
pub(crate) fn check_view(view: &View) {
    let completions = view.completions();
    let count = completions.count();
    assert_eq!(view.is_legal(), count > 0);
    assert_eq!(completions.get(count), None);
    for rank in [0, count / 2, count.saturating_sub(1)] {
        match completions.get(rank) {
            Some(cube) => assert!(is_legal(&cube) && differences(view, &cube).is_empty()),
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
    assert!(is_legal(&repair.repaired), "{:?}", repair.repaired);
    let changed: Vec<usize> = repair.changes.iter().map(|change| change.sticker).collect();
    assert_eq!(differences(view, &repair.repaired), changed);
    if count == 0 {
        let illegal = view.complete().expect_err("nothing fits");
        assert!(!illegal.flaws.is_empty());
        for flaw in &illegal.flaws {
            assert_short_line(&flaw.describe(illegal.size, &|color| color.name().to_owned()));
        }
    }
}

/// Returns the known stickers of a view that differ from a cube.
fn differences(view: &View, cube: &Stickers<Color>) -> Vec<usize> {
    let both = view.stickers().facelets().iter().zip(cube.facelets()).enumerate();
    both.filter(|(_, (seen, color))| seen.is_some_and(|seen| seen != **color))
        .map(|(index, _)| index)
        .collect()
}

fn is_legal(cube: &Stickers<Color>) -> bool {
    View::new(cube.map(|&color| Some(color))).is_ok_and(|view| view.is_legal())
}

/// Returns a scrambled cube with some stickers changed, so that the fuzzer need not find a legal one by chance. The first
/// byte gives the number of turns, which follow, and the orientation; the rest are pairs of a sticker and its colour.
pub(crate) fn damaged_cube(size: Size, data: &[u8]) -> Stickers<Option<Color>> {
    let (&first, rest) = data.split_first().unwrap_or((&0, &[]));
    let (turns, changes) = rest.split_at(rest.len().min(usize::from(first % 16)));
    let turns: Alg = turns.iter().map(|&byte| FaceTurn::ALL[usize::from(byte) % FaceTurn::COUNT]).collect();
    let rotation = Symmetry::ROTATIONS[usize::from(first / 16)];
    let mut cube = Stickers::solved(size).transformed_by(rotation);
    cube.apply(&turns).expect("every cube has the face turns");
    let mut seen = cube.map(|&color| Some(color));
    for change in changes.chunks_exact(2) {
        let sticker = usize::from(change[0]) % size.sticker_count();
        seen.facelets_mut()[sticker] = Color::ALL.get(usize::from(change[1]) % 7).copied();
    }
    seen
}
