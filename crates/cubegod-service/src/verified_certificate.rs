//! What a certificate claims: read strictly, and checked as far as that takes no search.

use crate::certificate::{Certificate, CertifiedTable, Mark};
use crate::cube::Cube;
use crate::error::{ErrorKind, RequestError};
use cubegod::formats::Format;
use cubegod::solve::optimal::TableSpec;
use cubegod::solve::{GODS_NUMBER, GODS_NUMBER_QTM};
use cubegod::{Alg, Cube3, Face, FaceTurn, Metric, ReadOptions, Size};
use serde::Deserialize;
use serde::de::IgnoredAny;

/// No certificate is longer: one of the longest claims has about two thousand bytes.
pub const MOST_BYTES: usize = 1 << 16;

/// A cube, and a solution of it that is said to be a shortest one. That it is a solution is certain.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct VerifiedCertificate {
    /// The cube.
    pub cube: Cube3,
    /// Face turns that solve it.
    pub solution: Alg,
    /// How many moves they are.
    pub length: usize,
    /// HTM or QTM.
    pub metric: Metric,
    /// Whether it was found with a table, by another search than the one that claims are proven with.
    pub is_by_table: bool,
}

/// What is looked at first: others may have other fields.
#[derive(Deserialize)]
#[serde(expecting = "an object")]
struct Label {
    format: Option<serde_json::Value>,
    version: Option<serde_json::Value>,
    #[serde(flatten)]
    _others: IgnoredAny,
}

impl Certificate {
    /// Reads the text of one.
    pub fn read(text: &[u8]) -> Result<Certificate, RequestError> {
        if text.len() > MOST_BYTES {
            let kibibytes = MOST_BYTES >> 10;
            return Err(RequestError::unreadable(format!(
                "longer than {kibibytes} KiB; expected a certificate, which is much shorter"
            )));
        }
        let label: Label = serde_json::from_slice(text).map_err(|error| malformed(&error))?;
        let mark = serde_json::json!(Mark::Certificate);
        if label.format.as_ref() != Some(&mark) {
            let found = label.format.map_or("nothing".to_owned(), |format| format!("`{format}`"));
            return Err(RequestError::unreadable(format!(
                "`format` is {found}; expected `{mark}`, as `solve --method optimal --certificate` writes it"
            )));
        }
        if label.version != Some(Certificate::VERSION.into()) {
            let found = label.version.map_or("nothing".to_owned(), |version| format!("`{version}`"));
            return Err(RequestError::unreadable(format!(
                "`version` is {found}; expected {}; another version of cubegod may know it",
                Certificate::VERSION
            )));
        }
        serde_json::from_slice(text).map_err(|error| malformed(&error))
    }

    /// What it claims; what is wrong with it, if anything is.
    pub fn validate(&self) -> Result<VerifiedCertificate, RequestError> {
        let metric = self.metric;
        let most = if metric == Metric::Qtm { GODS_NUMBER_QTM } else { GODS_NUMBER };
        if self.length > most {
            return Err(RequestError::unreadable(format!(
                "`length` is {}; expected {most} at most ({}), which is enough for every cube",
                self.length,
                metric.name()
            )));
        }
        let cube = cube(&self.cube)?;
        let solution = solution(&self.solution)?;
        let solves = cube.apply(&solution).is_ok_and(|end| end.is_solved());
        if !solves {
            return Err(bad_solution("it does not solve the cube".into()));
        }
        let length = solution.length(metric);
        if length != self.length {
            let (name, said) = (metric.name(), self.length);
            return Err(bad_solution(format!("it has {length} moves ({name}), but `length` is {said}")));
        }
        self.check_search()?;
        Ok(VerifiedCertificate { cube, solution, length, metric, is_by_table: self.table.is_some() })
    }

    /// Whether there can be such a table, and such a search.
    fn check_search(&self) -> Result<(), RequestError> {
        if let Some(table) = &self.table {
            check_table(table, self.metric)?;
        }
        // Quarter turns of all solutions of a cube are even in number, or odd.
        let step = if self.metric == Metric::Qtm { 2 } else { 1 };
        let moves: Vec<usize> = self.depths.iter().map(|depth| depth.moves).collect();
        let is_whole = moves
            .iter()
            .rev()
            .enumerate()
            .all(|(number, &moves)| moves.checked_add(step * (number + 1)) == Some(self.length));
        if !is_whole {
            let found: Vec<String> = moves.iter().take(MOST_TOLD).map(ToString::to_string).collect();
            let more = if moves.len() > MOST_TOLD { ", …" } else { "" };
            return Err(RequestError::unreadable(format!(
                "`depths` has entries for {}{more} moves; expected each {}number up to the last below {}, in order",
                found.join(", "),
                if step == 2 { "second " } else { "" },
                self.length
            )));
        }
        Ok(())
    }
}

/// Whether there can be such a table for such a search.
fn check_table(table: &CertifiedTable, metric: Metric) -> Result<(), RequestError> {
    if TableSpec::of_size(table.metric, table.bytes).is_none() {
        return Err(RequestError::unreadable(format!(
            "`bytes` of the table is {}; expected a size that a table can have",
            table.bytes
        )));
    }
    let is_checksum = |text: &str| text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
    if !is_checksum(&table.checksum) {
        return Err(RequestError::unreadable(
            "`checksum` of the table: expected eight digits to the base of sixteen",
        ));
    }
    if table.metric != metric {
        return Err(RequestError::unreadable(format!(
            "`count` of the table is not what `metric` counts; expected `{}`",
            if metric == Metric::Qtm { "quarter turns" } else { "half turns" }
        )));
    }
    Ok(())
}

/// Six faces of nine stickers.
const STICKERS: usize = 54;

/// The most numbers that an error lists.
const MOST_TOLD: usize = 30;

/// Text that is no certificate, with the place.
fn malformed(error: &serde_json::Error) -> RequestError {
    let (line, column) = (error.line(), error.column());
    let message = error.to_string();
    let place = format!(" at line {line} column {column}");
    let message = match message.strip_suffix(&place).unwrap_or(&message) {
        "trailing characters" => format!(
            "something follows the certificate (line {line}, column {column}); expected one certificate, and nothing else"
        ),
        cause => format!("no certificate: {cause} (line {line}, column {column})"),
    };
    RequestError::Edge {
        kind: ErrorKind::Unreadable,
        message,
        line: (line > 0).then_some(line),
        column: (column > 0).then_some(column),
    }
}

fn cube(text: &str) -> Result<Cube3, RequestError> {
    let count = text.chars().count();
    if count != STICKERS {
        return Err(RequestError::unreadable(format!(
            "`cube` has {count} characters; expected {STICKERS} face letters"
        )));
    }
    let is_letter =
        |character: char| Face::from_letter(character).is_some() && character.is_ascii_uppercase();
    if let Some((place, found)) = text.chars().enumerate().find(|&(_, character)| !is_letter(character)) {
        return Err(RequestError::unreadable(format!(
            "character {} of `cube` is {found:?}; expected one of U R F D L B",
            place + 1
        )));
    }
    for (face, letters) in Face::ALL.into_iter().zip(text.as_bytes().chunks(9)) {
        let (centre, expected) = (char::from(letters[4]), face.letter());
        if centre != expected {
            return Err(RequestError::unreadable(format!(
                "`cube` has {centre} in the centre of {expected}; expected it held with its centres in their usual places"
            )));
        }
    }
    if let Some(cube) = Cube3::from_facelets(text.as_bytes()) {
        return Ok(cube);
    }
    let options = ReadOptions { format: Some(Format::Facelets), size: Some(Size::THREE) };
    // The general reader says what is wrong with it.
    let stickers = Cube::read(text, &options)?.only()?.stickers();
    Ok(Cube3::try_from(&stickers)?)
}

fn solution(text: &str) -> Result<Alg, RequestError> {
    let alg: Alg = text.parse().map_err(|error| {
        // An error about a part has no place: it would be one in the moves, not in the file.
        RequestError::moves(error, text, 0).about("`solution`")
    })?;
    match alg.iter().find(|&one| FaceTurn::try_from(one).is_err()) {
        Some(other) => Err(bad_solution(format!("it has the move `{other}`; expected turns of faces alone"))),
        None => Ok(alg),
    }
}

fn bad_solution(what: String) -> RequestError {
    RequestError::new(ErrorKind::BadMoves, format!("`solution`: {what}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fmt::Write;

    /// `R U2 F'` undone, with a search of its own.
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

    fn claim(text: &str) -> Result<VerifiedCertificate, RequestError> {
        Certificate::read(text.as_bytes())?.validate()
    }

    fn with(part: &str, other: &str) -> String {
        assert!(GOOD.contains(part), "{part}");
        GOOD.replacen(part, other, 1)
    }

    #[test]
    fn a_good_certificate_is_read_and_written_as_it_was() {
        let read = claim(GOOD).unwrap();
        assert_eq!((read.length, read.solution.to_string().as_str()), (3, "F U2 R'"));
        let certificate = Certificate::read(GOOD.as_bytes()).unwrap();
        let written = serde_json::to_vec(&certificate).unwrap();
        assert_eq!(Certificate::read(&written).unwrap(), certificate);
    }

    #[test]
    fn what_was_not_looked_at_because_a_table_said_so_is_left_out() {
        assert!(claim(&with(r#"{"moves": 1, "nodes": 1, "looks": 1}, "#, "")).is_ok());
        let none = &GOOD[GOOD.find("[{").unwrap()..=GOOD.find("}]").unwrap() + 1];
        assert!(claim(&with(none, "[]")).is_ok());
    }

    #[test]
    fn quarter_turns_are_looked_at_by_twos() {
        let quarter_turns = GOOD
            .replace("htm", "qtm")
            .replace("half turns", "quarter turns")
            .replace("\"length\": 3", "\"length\": 4");
        let depths = |moves: &str| {
            let end = quarter_turns.find("[{").unwrap();
            format!("{}{moves}, \"by\": \"me\"}}", &quarter_turns[..end])
        };
        let two = r#"{"moves": 2, "nodes": 1, "looks": 1}"#;
        assert_eq!(claim(&depths(&format!("[{two}]"))).unwrap().metric, Metric::Qtm);
        let one = r#"{"moves": 1, "nodes": 1, "looks": 1}"#;
        let three = r#"{"moves": 3, "nodes": 1, "looks": 1}"#;
        let problem = claim(&depths(&format!("[{one}, {three}]"))).unwrap_err();
        assert!(problem.to_string().contains("each second number"), "{problem}");
    }

    #[test]
    fn whatever_is_wrong_is_told() {
        let stickers = "FUUFUULRRBLLDRRDRRBDDBFFUFFRLLDDBDDBRRULLULLFFFDUBBUBB";
        let cases = [
            ("nothing", String::new()),
            ("no JSON", "R U R'".to_owned()),
            ("cut off", GOOD[..GOOD.len() / 2].to_owned()),
            ("more behind it", format!("{GOOD} {{}}")),
            ("another object", "{}".to_owned()),
            ("an array", "[1]".to_owned()),
            ("too long", " ".repeat(MOST_BYTES) + GOOD),
            ("another format", with("cubegod certificate", "flags")),
            ("another version", with("\"version\": 2", "\"version\": 3, \"more\": true")),
            ("a version that is none", with("\"version\": 2", "\"version\": \"2\"")),
            ("a field too many", with("\"metric\"", "\"more\": 1, \"metric\"")),
            ("a field twice", with("\"metric\"", "\"length\": 3, \"metric\"")),
            ("a field too few", with("  \"length\": 3,\n", "")),
            ("another metric", with("htm", "stm")),
            ("a negative length", with("\"length\": 3", "\"length\": -3")),
            ("a length that is none", with("\"length\": 3", "\"length\": 3.5")),
            ("a length beyond all cubes", with("\"length\": 3", "\"length\": 21")),
            ("another length", with("\"length\": 3", "\"length\": 4")),
            ("a short cube", with("FUUFUU", "FUUFU")),
            ("a cube with a strange letter", with("FUUFUU", "FUXFUU")),
            ("a cube with a letter of three bytes", with("FUUFUU", "FU\u{4e2d}FUU")),
            ("a cube held otherwise", with("FUUFUU", "FUUFRU")),
            ("an impossible cube", with(stickers, &stickers.replace("FUUFUU", "UFUFUU"))),
            ("moves that are none", with("F U2 R'", "F U2 X")),
            ("moves that are no turns of faces", with("F U2 R'", "F U2 M'")),
            ("moves that do not solve", with("F U2 R'", "F U2 R")),
            ("a size of no table", with("\"bytes\": 3762158400", "\"bytes\": 3762158401")),
            ("a checksum that is none", with("0123abcd", "0123abcx")),
            ("a table for something else", with("half turns", "quarter turns")),
            ("a table for nothing", with("half turns", "turns")),
            ("depths out of order", with("\"moves\": 1", "\"moves\": 2")),
            ("depths with a gap", with("\"moves\": 2", "\"moves\": 18446744073709551615")),
        ];
        let mut text = String::new();
        for (name, certificate) in cases {
            let problem = claim(&certificate).unwrap_err();
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{name}\n  {:?}: {problem}", problem.kind());
        }
        insta::assert_snapshot!(text);
    }
}
