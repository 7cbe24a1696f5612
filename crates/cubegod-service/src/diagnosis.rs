//! The flaws of an illegal cube, and the smallest repair: as text and for programs.

use crate::messages;
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
use std::sync::OnceLock;

/// The number of changed stickers that a report shows: with more, the cube was hardly written down with a few mistakes.
const MAX_CHANGES: usize = 12;

/// All flaws of an illegal cube.
#[derive(Debug)]
pub struct Diagnosis {
    reading: Reading,
    view: View,
    illegal: IllegalCube,
    /// Computed when it is first shown: it takes much longer than everything else, and batches never show it.
    repair: OnceLock<Repair>,
}

impl Diagnosis {
    /// Returns the diagnosis of a cube that was read.
    pub fn new(reading: &Reading, view: &View, illegal: IllegalCube) -> Diagnosis {
        Diagnosis { reading: reading.clone(), view: view.clone(), illegal, repair: OnceLock::new() }
    }

    /// Returns the smallest repair.
    pub fn repair(&self) -> &Repair {
        self.repair.get_or_init(|| self.view.repair())
    }

    /// Returns all flaws in one line.
    pub fn message(&self, language: Language) -> String {
        let flaws: Vec<String> = self.flaws(language).map(|flaw| flaw.message).collect();
        match language {
            Language::English => format!("not a legal cube: {}", flaws.join("; ")),
            Language::Chinese => format!("不是合法的魔方：{}", flaws.join("；")),
        }
    }

    /// Returns the cube with everything that is wrong marked, the flaws, and the smallest repair.
    pub fn report(&self, options: &AnsiOptions, style: MessageStyle) -> String {
        let (size, format) = (self.reading.stickers.size(), self.reading.format);
        let is_chinese = style.language == Language::Chinese;
        let mut lines = vec![match is_chinese {
            true => format!("不是合法的 {size} 魔方（按 {format} 读取）\n"),
            false => format!("not a legal {size} cube (read as {format})\n"),
        }];
        lines.push(ansi::net(&self.marked(), options));
        lines.extend(self.flaws(style.language).map(|flaw| match flaw.kociemba {
            Some(number) => format!("{} [{number}]", flaw.message),
            None => flaw.message,
        }));
        let piece_change = |change| messages::piece_change_text(change, style.language);
        let pieces: Vec<String> = self.repair().pieces.iter().map(piece_change).collect();
        let pieces = if pieces.is_empty() { String::new() } else { format!(" {}", pieces.join(", ")) };
        lines.push(if is_chinese {
            format!("\n最小改动：{pieces}")
        } else {
            format!("\nsmallest repair:{pieces}")
        });
        for change in self.repair().changes.iter().take(MAX_CHANGES) {
            let name = |color: Color| self.color_name(color, style.language);
            let place = Facelet::of_index(size, change.sticker);
            lines.push(format!("  {place}: {} → {}", name(change.from), name(change.to)));
        }
        if let Some(more @ 1..) = self.repair().changes.len().checked_sub(MAX_CHANGES) {
            let json = style.spelling.option(OptionId::Json);
            lines.push(match (is_chinese, json) {
                (true, Some(json)) => format!("  ……还有 {more} 处（见 {json}）"),
                (true, None) => format!("  ……还有 {more} 处"),
                (false, Some(json)) => format!("  … and {more} more (see {json})"),
                (false, None) => format!("  … and {more} more"),
            });
        }
        match self.repair().alternatives {
            0 | 1 => {}
            // With unknown stickers this counts cubes, not changes.
            _ if self.reading.stickers.facelets().contains(&None) => {}
            count if is_chinese => lines.push(format!("共有 {count} 种同样小的改动，这是其中一种")),
            count => lines.push(format!("{count} repairs are equally small; this is one of them")),
        }
        lines.join("\n") + "\n"
    }

    fn marked(&self) -> Stickers<Cell> {
        // In the characters of the input, which the flaws use too.
        let alphabet = self.reading.alphabet;
        let mut cells =
            self.reading.stickers.map(|&color| Cell::from(color).labelled(alphabet.character(color)));
        let size = cells.size();
        let flawed = self.illegal.flaws.iter().flat_map(|flaw| flaw.stickers(size));
        for sticker in flawed.chain(self.repair().changes.iter().map(|change| change.sticker)) {
            let cell = &mut cells.facelets_mut()[sticker];
            *cell = cell.marked(Mark::Wrong);
        }
        cells
    }

    fn color_name(&self, color: Color, language: Language) -> String {
        messages::color_name(&self.reading.alphabet, color, language)
    }

    fn flaws(&self, language: Language) -> impl Iterator<Item = FlawFields> {
        let size = self.illegal.size;
        self.illegal.flaws.iter().map(move |flaw| FlawFields {
            kind: flaw.kind(),
            kociemba: flaw.kociemba_number(),
            message: messages::flaw_text(flaw, size, &|color| self.color_name(color, language), language),
            stickers: names(size, flaw.stickers(size)),
        })
    }
}

fn names(size: Size, stickers: Vec<usize>) -> Vec<String> {
    stickers.into_iter().map(|sticker| Facelet::of_index(size, sticker).to_string()).collect()
}

/// A flaw that makes a cube illegal, for programs.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FlawFields {
    /// The kind of the flaw.
    pub kind: &'static str,
    /// The number of the error in Kociemba's programs.
    pub kociemba: Option<u8>,
    /// A sentence about the flaw.
    pub message: String,
    /// The stickers concerned, such as `U3`.
    pub stickers: Vec<String>,
}

/// The smallest repair, for programs.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RepairFields {
    /// The stickers to change.
    pub stickers: Vec<ChangeFields>,
    /// The same changes as twists, flips and swaps of pieces.
    pub pieces: Vec<String>,
    /// The number of cubes that equally small repairs lead to. If all stickers are known, that is the number of repairs.
    pub alternatives: u128,
    /// The repaired cube, in face letters.
    pub cube: String,
}

/// A sticker to change, in face letters.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChangeFields {
    /// The name of the sticker.
    pub sticker: String,
    /// The current colour.
    pub from: char,
    /// The new colour.
    pub to: char,
}

/// A diagnosis for programs, in face letters.
#[derive(Debug, Serialize)]
pub struct DiagnosisFields {
    /// Every flaw.
    pub flaws: Vec<FlawFields>,
    /// The smallest repair.
    pub repair: RepairFields,
}

impl Diagnosis {
    /// Returns the diagnosis for programs.
    pub fn to_fields(&self, language: Language) -> DiagnosisFields {
        DiagnosisFields { flaws: self.flaw_fields(language), repair: self.repair_fields() }
    }

    /// Returns every flaw for programs.
    pub fn flaw_fields(&self, language: Language) -> Vec<FlawFields> {
        self.flaws(language).collect()
    }

    /// Returns the smallest repair for programs, computed when it is first used.
    pub fn repair_fields(&self) -> RepairFields {
        let size = self.illegal.size;
        let letter = |color: Color| Alphabet::FACES.character(Some(color));
        let repair = self.repair();
        let changes = repair.changes.iter().map(|change| ChangeFields {
            sticker: Facelet::of_index(size, change.sticker).to_string(),
            from: letter(change.from),
            to: letter(change.to),
        });
        RepairFields {
            stickers: changes.collect(),
            pieces: repair.pieces.iter().map(ToString::to_string).collect(),
            alternatives: repair.alternatives,
            cube: facelets::write(&repair.repaired.map(|&color| letter(color))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::{Options, Session, SolveContext};
    use crate::{RequestError, Solvers};
    use cubegod::ReadOptions;

    /// Returns the error about a cube as a batch gets it.
    fn batch_error(text: &str) -> RequestError {
        let solvers = Solvers::with_small_tables();
        let session = Session::new(&solvers, Options::default());
        let (read, context) = (ReadOptions::default(), SolveContext::default());
        session.solve_text(text, &read, &context, &mut Vec::new()).unwrap_err()
    }

    #[test]
    fn a_repair_is_computed_only_when_it_is_shown() {
        let impossible = [
            "UUUURRRRFFFFDDDDLLLLBBBU",
            "UUUUUUUUURRRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBU",
            "RUUUUUUUUURRRRRRRRFFFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB",
        ];
        for text in impossible {
            let error = batch_error(text);
            let diagnosis = error.diagnosis().unwrap();
            for language in [Language::English, Language::Chinese] {
                assert!(!error.message(MessageStyle { language, ..MessageStyle::NEUTRAL }).is_empty());
            }
            assert_eq!(error.detail(MessageStyle::NEUTRAL), None);
            assert_eq!(diagnosis.repair.get(), None, "{text}");
            let fields = serde_json::to_value(error.to_fields(MessageStyle::NEUTRAL, None, None)).unwrap();
            let changes = fields["repair"]["stickers"].as_array().unwrap();
            assert_eq!(changes.len(), diagnosis.repair.get().unwrap().changes.len(), "{text}");
        }
    }

    #[test]
    fn a_report_is_written_in_its_language() {
        let error = batch_error("UUURFRRRFUFFDDDDLLLLBBBB");
        let report = |language| {
            let style = MessageStyle { language, ..MessageStyle::NEUTRAL };
            error.diagnosis().unwrap().report(&AnsiOptions::default(), style)
        };
        assert!(
            report(Language::Chinese).contains("最小改动： 把 URF 处的角块"),
            "{}",
            report(Language::Chinese)
        );
        let english = report(Language::English);
        assert!(english.is_ascii() || !english.contains('块'), "{english}");
    }
}
