//! `patterns`: well-known patterns, as a list or in detail.

use crate::cli::PatternsArguments;
use crate::cubes::face_letters;
use crate::error::Stop;
use crate::output::Output;
use cubegod::patterns::Pattern;
use cubegod::render::Cell;
use cubegod::render::ansi;
use cubegod::{Stickers, render::Palette};
use serde::Serialize;

/// The JSON of a pattern.
#[derive(Serialize)]
struct Answer {
    name: &'static str,
    other_names: &'static [&'static str],
    description: &'static str,
    puzzle: String,
    moves: &'static str,
    length: usize,
    /// Whether the moves are proven to be the fewest.
    proven_shortest: bool,
    order: usize,
    symmetries: usize,
    cube: String,
}

impl Answer {
    fn new(pattern: &Pattern) -> Answer {
        Answer {
            name: pattern.name,
            other_names: pattern.other_names,
            description: pattern.description,
            puzzle: pattern.size.to_string(),
            moves: pattern.moves,
            length: pattern.length(),
            proven_shortest: pattern.is_shortest,
            order: pattern.order(),
            symmetries: pattern.symmetries(),
            cube: face_letters(&pattern.stickers().map(|&color| Some(color))),
        }
    }
}

pub(crate) fn run(arguments: &PatternsArguments) -> Result<u8, Stop> {
    let mut output = Output::new(&arguments.output);
    let chosen = &arguments.patterns;
    match (output.is_json(), chosen.is_empty()) {
        (true, true) => Pattern::ALL.iter().try_for_each(|pattern| output.object(&Answer::new(pattern)))?,
        (true, false) => chosen.iter().try_for_each(|pattern| output.object(&Answer::new(pattern)))?,
        (false, true) => list(&mut output)?,
        (false, false) => chosen.iter().try_for_each(|pattern| show(pattern, &mut output))?,
    }
    output.finish()
}

/// Prints one line per pattern.
fn list(output: &mut Output) -> Result<(), Stop> {
    let width = |text: fn(&Pattern) -> &'static str| {
        Pattern::ALL.iter().map(|pattern| text(pattern).len()).max().unwrap_or(0)
    };
    let (names, moves) = (width(|pattern| pattern.name), width(|pattern| pattern.moves));
    Pattern::ALL.iter().try_for_each(|pattern| {
        let Pattern { name, moves: made_by, description, .. } = pattern;
        output.line(&format!("{name:names$}  {:>2}  {made_by:moves$}  {description}", pattern.length()))
    })
}

/// Prints all details of a pattern.
fn show(pattern: &Pattern, output: &mut Output) -> Result<(), Stop> {
    let Answer { name, other_names, description, moves, length, order, symmetries, .. } =
        Answer::new(pattern);
    let fewest = if pattern.is_shortest { ", the fewest" } else { "" };
    let mut lines = vec![format!("{name} ({}): {description}", pattern.size)];
    if !other_names.is_empty() {
        lines.push(format!("also       {}", other_names.join(", ")));
    }
    lines.push(format!("moves      {moves} ({length}{fewest})"));
    lines.push(format!("order      {order}: doing it {order} times restores the cube"));
    lines.push(format!("symmetry   {symmetries} of 48"));
    let net = ansi::net(
        &Stickers::<Cell>::from(&pattern.stickers().map(|&color| Some(color))),
        &output.ansi_with(Palette::default()),
    );
    output.block(&format!("{}\n\n{net}", lines.join("\n")))
}
