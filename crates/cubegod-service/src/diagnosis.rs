//! What is wrong with a cube that is no real one, and the smallest repair: for people and for machines.

use crate::option::{MessageStyle, OptionId};
use cubegod::alphabet::Alphabet;
use cubegod::formats::facelets;
use cubegod::geometry::Facelet;
use cubegod::render::ansi::{self, AnsiOptions};
use cubegod::render::{Cell, Mark};
use cubegod::view::{Repair, View};
use cubegod::{Color, IllegalCube, Reading, Size, Stickers};
use cubegod_teach::Language;
use serde::Serialize;
use std::fmt::Write;

/// As many changed stickers are told to people; so many more wrong ones are no slip of the pen.
const MOST_CHANGES: usize = 12;

/// All flaws of a cube.
#[derive(Debug)]
pub struct Diagnosis {
    reading: Reading,
    illegal: IllegalCube,
    repair: Repair,
}

impl Diagnosis {
    /// What is wrong with a cube that was read.
    pub fn new(reading: &Reading, view: &View, illegal: IllegalCube) -> Diagnosis {
        Diagnosis { reading: reading.clone(), illegal, repair: view.repair() }
    }

    /// Returns all flaws in one line.
    pub fn message(&self, _language: Language) -> String {
        self.illegal.describe(&|color| self.reading.alphabet.name(color))
    }

    /// The cube with everything that is wrong marked, the flaws, and the smallest repair.
    pub fn report(&self, options: &AnsiOptions, style: MessageStyle) -> String {
        let size = self.reading.stickers.size();
        let mut text = format!("not a real {size} cube (read as {})\n\n", self.reading.format);
        text += &ansi::net(&self.marked(), options);
        text.push('\n');
        for flaw in self.flaws(style.language) {
            // Writing to a string cannot fail.
            let _ = match flaw.kociemba {
                Some(number) => writeln!(text, "{} [{number}]", flaw.message),
                None => writeln!(text, "{}", flaw.message),
            };
        }
        text.push_str("\nsmallest repair");
        let pieces: Vec<String> = self.repair.pieces.iter().map(ToString::to_string).collect();
        let _ = match pieces.is_empty() {
            true => writeln!(text, ":"),
            false => writeln!(text, ": {}", pieces.join(", ")),
        };
        for change in self.repair.changes.iter().take(MOST_CHANGES) {
            let name = |color: Color| self.reading.alphabet.name(color);
            let place = Facelet::of_index(size, change.sticker);
            let _ = writeln!(text, "  {place}: {} → {}", name(change.from), name(change.to));
        }
        if self.repair.changes.len() > MOST_CHANGES {
            let more = self.repair.changes.len() - MOST_CHANGES;
            let _ = match style.spelling.option(OptionId::Json) {
                Some(json) => writeln!(text, "  … and {more} more (see {json})"),
                None => writeln!(text, "  … and {more} more"),
            };
        }
        if self.repair.alternatives > 1 {
            let _ =
                writeln!(text, "{} repairs are equally small; this is one of them", self.repair.alternatives);
        }
        text
    }

    fn marked(&self) -> Stickers<Cell> {
        // With the writer's own characters, which are those that the flaws are told in.
        let alphabet = self.reading.alphabet;
        let mut cells =
            self.reading.stickers.map(|&color| Cell::from(color).labelled(alphabet.character(color)));
        let size = cells.size();
        let flawed = self.illegal.flaws.iter().flat_map(|flaw| flaw.stickers(size));
        for sticker in flawed.chain(self.repair.changes.iter().map(|change| change.sticker)) {
            let cell = &mut cells.cells_mut()[sticker];
            *cell = cell.marked(Mark::Wrong);
        }
        cells
    }

    fn flaws(&self, _language: Language) -> impl Iterator<Item = FlawFields> {
        let size = self.illegal.size;
        self.illegal.flaws.iter().map(move |flaw| FlawFields {
            kind: flaw.kind(),
            kociemba: flaw.kociemba_number(),
            message: flaw.describe(size, &|color| self.reading.alphabet.name(color)),
            stickers: names(size, flaw.stickers(size)),
        })
    }
}

fn names(size: Size, stickers: Vec<usize>) -> Vec<String> {
    stickers.into_iter().map(|sticker| Facelet::of_index(size, sticker).to_string()).collect()
}

/// Something that keeps stickers from being a real cube, for machines.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FlawFields {
    /// Which flaw it is.
    pub kind: &'static str,
    /// Its number in Kociemba's programs.
    pub kociemba: Option<u8>,
    /// In a sentence.
    pub message: String,
    /// The stickers that it is about, such as `U3`.
    pub stickers: Vec<String>,
}

/// The smallest repair, for machines.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RepairFields {
    /// What is to be changed.
    pub stickers: Vec<ChangeFields>,
    /// Which pieces these are.
    pub pieces: Vec<String>,
    /// How many repairs are equally small.
    pub alternatives: u128,
    /// The repaired cube, in face letters.
    pub cube: String,
}

/// A sticker that is changed, in face letters.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChangeFields {
    /// Which one.
    pub sticker: String,
    /// What it is.
    pub from: char,
    /// What it should be.
    pub to: char,
}

/// A diagnosis as programs get it, in face letters.
#[derive(Debug, Serialize)]
pub struct DiagnosisFields {
    /// Everything that keeps the stickers from being a reachable cube.
    pub flaws: Vec<FlawFields>,
    /// The smallest repair.
    pub repair: RepairFields,
}

impl Diagnosis {
    /// Returns the diagnosis as programs get it.
    pub fn to_fields(&self, language: Language) -> DiagnosisFields {
        let size = self.illegal.size;
        let letter = |color: Color| Alphabet::FACES.character(Some(color));
        let repair = RepairFields {
            stickers: self
                .repair
                .changes
                .iter()
                .map(|change| ChangeFields {
                    sticker: Facelet::of_index(size, change.sticker).to_string(),
                    from: letter(change.from),
                    to: letter(change.to),
                })
                .collect(),
            pieces: self.repair.pieces.iter().map(ToString::to_string).collect(),
            alternatives: self.repair.alternatives,
            cube: facelets::write(&self.repair.repaired.map(|&color| letter(color))),
        };
        DiagnosisFields { flaws: self.flaws(language).collect(), repair }
    }
}
