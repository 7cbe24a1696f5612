//! Reads certificates strictly, and checks everything that takes no search.

use super::{Certificate, CertificateError, CertificateFormat, CertifiedTable};
use crate::cube::ReadCube;
use crate::error::RequestError;
use cubegod::formats::Format;
use cubegod::solve::optimal::TableSpec;
use cubegod::solve::{GODS_NUMBER, GODS_NUMBER_QTM};
use cubegod::view::UnsupportedSize;
use cubegod::{Alg, Cube, Cube3, Face, FaceTurn, Metric, ReadOptions, Size};
use serde::Deserialize;
use serde::de::IgnoredAny;

/// The most bytes of a certificate; the longest have about two thousand.
pub const MAX_BYTES: usize = 1 << 16;

/// A certificate whose solution solves its cube. Whether the solution is optimal is not checked.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct VerifiedCertificate {
    /// The cube.
    pub cube: Cube3,
    /// Face turns that solve it.
    pub solution: Alg,
    /// The length of the solution.
    pub length: usize,
    /// The metric: HTM or QTM.
    pub metric: Metric,
    /// Whether it was found with a table, by another search than the one that verifies certificates.
    pub is_by_table: bool,
}

/// The fields that are checked first: another version may have other fields.
#[derive(Deserialize)]
#[serde(expecting = "an object")]
struct Header {
    format: Option<serde_json::Value>,
    version: Option<serde_json::Value>,
    #[serde(flatten)]
    _others: IgnoredAny,
}

impl Certificate {
    /// Reads a certificate.
    ///
    /// # Errors
    ///
    /// The text is not a certificate of this version.
    pub fn read(text: &[u8]) -> Result<Certificate, RequestError> {
        if text.len() > MAX_BYTES {
            return Err(CertificateError::TooLong { max: MAX_BYTES }.into());
        }
        let header: Header = serde_json::from_slice(text).map_err(|error| malformed(&error))?;
        let expected = serde_json::json!(CertificateFormat::Certificate);
        if header.format.as_ref() != Some(&expected) {
            let found = header.format.map(|format| format.to_string());
            return Err(CertificateError::Format { found, expected: expected.to_string() }.into());
        }
        if header.version != Some(Certificate::VERSION.into()) {
            let found = header.version.map(|version| version.to_string());
            return Err(CertificateError::Version { found, expected: Certificate::VERSION }.into());
        }
        Ok(serde_json::from_slice(text).map_err(|error| malformed(&error))?)
    }

    /// Checks that the solution solves the cube and that all fields agree.
    ///
    /// # Errors
    ///
    /// Returns the first fault.
    pub fn validate(&self) -> Result<VerifiedCertificate, RequestError> {
        let metric = self.metric;
        let max = if metric == Metric::Qtm { GODS_NUMBER_QTM } else { GODS_NUMBER };
        if self.length > max {
            return Err(CertificateError::Length { found: self.length, max, metric }.into());
        }
        let cube = cube(&self.cube)?;
        let solution = solution(&self.solution)?;
        let solves = cube.apply(&solution).is_ok_and(|end| end.is_solved());
        if !solves {
            return Err(CertificateError::NotSolved.into());
        }
        let length = solution.length(metric);
        if length != self.length {
            return Err(CertificateError::OtherLength { length, field: self.length, metric }.into());
        }
        self.check_search()?;
        Ok(VerifiedCertificate { cube, solution, length, metric, is_by_table: self.table.is_some() })
    }

    /// Checks that the table and the depths are possible.
    fn check_search(&self) -> Result<(), CertificateError> {
        if let Some(table) = &self.table {
            check_table(table, self.metric)?;
        }
        // All solutions of a cube have the same parity in quarter turns.
        let step = if self.metric == Metric::Qtm { 2 } else { 1 };
        let moves: Vec<usize> = self.depths.iter().map(|depth| depth.moves).collect();
        let is_complete = moves
            .iter()
            .rev()
            .enumerate()
            .all(|(number, &moves)| moves.checked_add(step * (number + 1)) == Some(self.length));
        if is_complete {
            return Ok(());
        }
        Err(CertificateError::Depths {
            found: moves.iter().copied().take(MAX_SHOWN).collect(),
            has_more: moves.len() > MAX_SHOWN,
            step,
            length: self.length,
        })
    }
}

/// Checks that there can be such a table for the metric of a certificate.
fn check_table(table: &CertifiedTable, metric: Metric) -> Result<(), CertificateError> {
    if TableSpec::of_size(table.metric, table.bytes).is_none() {
        return Err(CertificateError::TableBytes { found: table.bytes });
    }
    let is_checksum = |text: &str| text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_checksum(&table.checksum) {
        return Err(CertificateError::Checksum);
    }
    match table.metric == metric {
        true => Ok(()),
        false => Err(CertificateError::TableMetric { expected: metric }),
    }
}

/// Six faces of nine stickers.
const STICKERS: usize = 54;

/// The most numbers that an error lists.
const MAX_SHOWN: usize = 30;

/// Returns the error about text that is not a certificate, with its position.
fn malformed(error: &serde_json::Error) -> CertificateError {
    let (line, column) = (error.line(), error.column());
    let message = error.to_string();
    let position = format!(" at line {line} column {column}");
    match message.strip_suffix(&position).unwrap_or(&message) {
        "trailing characters" => CertificateError::Trailing { line, column },
        cause => CertificateError::Malformed { cause: cause.to_owned(), line, column },
    }
}

fn cube(text: &str) -> Result<Cube3, RequestError> {
    let found = text.chars().count();
    if found != STICKERS {
        return Err(CertificateError::StickerCount { found, expected: STICKERS }.into());
    }
    let is_letter =
        |character: char| Face::from_letter(character).is_some() && character.is_ascii_uppercase();
    if let Some((index, found)) = text.chars().enumerate().find(|&(_, character)| !is_letter(character)) {
        return Err(CertificateError::Sticker { number: index + 1, found }.into());
    }
    for (face, letters) in Face::ALL.into_iter().zip(text.as_bytes().chunks(9)) {
        let found = char::from(letters[4]);
        if found != face.letter() {
            return Err(CertificateError::Centre { face, found }.into());
        }
    }
    if let Some(cube) = Cube3::from_facelets(text.as_bytes()) {
        return Ok(cube);
    }
    let options = ReadOptions::new().format(Format::Facelets).size(Size::THREE);
    // The general reader lists every flaw.
    match ReadCube::read(text, &options)?.only()? {
        Cube::Three(cube, _) => Ok(cube),
        other => Err(UnsupportedSize::new(other.size()).into()),
    }
}

fn solution(text: &str) -> Result<Alg, RequestError> {
    let alg: Alg = text.parse().map_err(|error| {
        // Without a position: it would be one in the moves, not in the file.
        RequestError::moves(error, text, 0).about("`solution`")
    })?;
    match alg.iter().find(|&one| FaceTurn::try_from(one).is_err()) {
        Some(other) => Err(CertificateError::NotFaceTurn { found: other.to_string() }.into()),
        None => Ok(alg),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MessageStyle;
    use cubegod_teach::Language;
    use std::fmt::Write;

    /// A solution of `R U2 F'`.
    const GOOD: &str = r#"{
  "format": "cubegod certificate",
  "version": 2,
  "cube": "FUUFUULRRBLLDRRDRRBDDBFFUFFRLLDDBDDBRRULLULLFFFDUBBUBB",
  "metric": "htm",
  "length": 3,
  "solution": "F U2 R'",
  "table": {"bytes": 3762158400, "count": "half turns", "checksum": "0123abcd"},
  "depths": [{"moves": 1, "nodes": 1, "looks": 1}, {"moves": 2, "nodes": 19, "looks": 9}],
  "by": "cubegod 0.1.0"
}"#;

    fn verified(text: &str) -> Result<VerifiedCertificate, RequestError> {
        Certificate::read(text.as_bytes())?.validate()
    }

    fn with(part: &str, other: &str) -> String {
        assert!(GOOD.contains(part), "{part}");
        GOOD.replacen(part, other, 1)
    }

    #[test]
    fn a_valid_certificate_survives_reading_and_writing() {
        let read = verified(GOOD).unwrap();
        assert_eq!((read.length, read.solution.to_string().as_str()), (3, "F U2 R'"));
        let certificate = Certificate::read(GOOD.as_bytes()).unwrap();
        let written = serde_json::to_vec(&certificate).unwrap();
        assert_eq!(Certificate::read(&written).unwrap(), certificate);
    }

    #[test]
    fn depths_that_the_table_rules_out_may_be_left_out() {
        assert!(verified(&with(r#"{"moves": 1, "nodes": 1, "looks": 1}, "#, "")).is_ok());
        let none = &GOOD[GOOD.find("[{").unwrap()..=GOOD.find("}]").unwrap() + 1];
        assert!(verified(&with(none, "[]")).is_ok());
    }

    #[test]
    fn depths_in_quarter_turns_differ_by_two() {
        let quarter_turns = GOOD
            .replace("htm", "qtm")
            .replace("half turns", "quarter turns")
            .replace("\"length\": 3", "\"length\": 4");
        let depths = |moves: &str| {
            let end = quarter_turns.find("[{").unwrap();
            format!("{}{moves}, \"by\": \"me\"}}", &quarter_turns[..end])
        };
        let two = r#"{"moves": 2, "nodes": 1, "looks": 1}"#;
        assert_eq!(verified(&depths(&format!("[{two}]"))).unwrap().metric, Metric::Qtm);
        let one = r#"{"moves": 1, "nodes": 1, "looks": 1}"#;
        let three = r#"{"moves": 3, "nodes": 1, "looks": 1}"#;
        let problem = verified(&depths(&format!("[{one}, {three}]"))).unwrap_err();
        assert!(problem.to_string().contains("each second number"), "{problem}");
    }

    #[test]
    fn every_fault_of_a_certificate_is_named() {
        let stickers = "FUUFUULRRBLLDRRDRRBDDBFFUFFRLLDDBDDBRRULLULLFFFDUBBUBB";
        let cases = [
            ("nothing", String::new()),
            ("not JSON", "R U R'".to_owned()),
            ("cut off", GOOD[..GOOD.len() / 2].to_owned()),
            ("trailing characters", format!("{GOOD} {{}}")),
            ("another object", "{}".to_owned()),
            ("an array", "[1]".to_owned()),
            ("too long", " ".repeat(MAX_BYTES) + GOOD),
            ("another format", with("cubegod certificate", "flags")),
            ("another version", with("\"version\": 2", "\"version\": 3, \"more\": true")),
            ("a version of another type", with("\"version\": 2", "\"version\": \"2\"")),
            ("a field too many", with("\"metric\"", "\"more\": 1, \"metric\"")),
            ("a field twice", with("\"metric\"", "\"length\": 3, \"metric\"")),
            ("a field too few", with("  \"length\": 3,\n", "")),
            ("another metric", with("htm", "stm")),
            ("a negative length", with("\"length\": 3", "\"length\": -3")),
            ("a length with a fraction", with("\"length\": 3", "\"length\": 3.5")),
            ("a length beyond all cubes", with("\"length\": 3", "\"length\": 21")),
            ("another length", with("\"length\": 3", "\"length\": 4")),
            ("a short cube", with("FUUFUU", "FUUFU")),
            ("a cube with a strange letter", with("FUUFUU", "FUXFUU")),
            ("a cube with a letter of three bytes", with("FUUFUU", "FU\u{4e2d}FUU")),
            ("a cube in another orientation", with("FUUFUU", "FUUFRU")),
            ("an impossible cube", with(stickers, &stickers.replace("FUUFUU", "UFUFUU"))),
            ("an unknown move", with("F U2 R'", "F U2 X")),
            ("a slice move", with("F U2 R'", "F U2 M'")),
            ("a solution that does not solve the cube", with("F U2 R'", "F U2 R")),
            ("a size that no table has", with("\"bytes\": 3762158400", "\"bytes\": 3762158401")),
            ("an invalid checksum", with("0123abcd", "0123abcx")),
            ("a table for the other metric", with("half turns", "quarter turns")),
            ("an unknown metric of the table", with("half turns", "turns")),
            ("depths out of order", with("\"moves\": 1", "\"moves\": 2")),
            ("depths with a gap", with("\"moves\": 2", "\"moves\": 18446744073709551615")),
        ];
        let mut text = String::new();
        let chinese = MessageStyle { language: Language::Chinese, ..MessageStyle::NEUTRAL };
        for (name, certificate) in cases {
            let error = verified(&certificate).unwrap_err();
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name}\n  {:?}: {error}\n  {}", error.kind(), error.message(chinese));
        }
        insta::assert_snapshot!(text);
    }
}
