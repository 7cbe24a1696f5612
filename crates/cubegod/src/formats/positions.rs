//! Several positions in one text, such as the output of a game or of the engine.

use super::{Format, blocks, engine, terminal};
use std::ops::Range;

/// The lines of a text that describe one position.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Position<'a> {
    /// The layout they are in.
    pub format: Format,
    /// How many lines stand above them.
    pub lines_above: usize,
    /// These lines.
    pub text: &'a str,
}

/// All positions of a text, in its order: what stands between `BEGIN` and `END`, and blocks `Face U:` that follow each other.
///
/// Other lines are skipped. Blocks are of another position where other lines stand between them, or where a face occurs
/// again.
pub fn positions(text: &str) -> Vec<Position<'_>> {
    let mut found: Vec<Found> = Vec::new();
    // Whether the last one found may go on.
    let mut is_open = false;
    let mut end = 0;
    for (number, line) in text.split_inclusive('\n').enumerate() {
        let start = end;
        end += line.len();
        let line = terminal::without_escapes(line.trim());
        let line = line.trim();
        let last = found.last_mut().filter(|_| is_open);
        if engine::is_begin(line) {
            found.push(Found::new(Format::Engine, number, start..end));
            is_open = true;
        } else if let Some(face) = blocks::face_name(line) {
            match last {
                Some(last) if last.goes_on_with(face) => last.take(end),
                _ => found.push(Found::new(Format::Blocks, number, start..end)),
            }
            if let Some(last) = found.last_mut() {
                last.faces.push_str(face);
            }
            is_open = true;
        } else if let Some(last) = last {
            match last.format {
                Format::Engine => {
                    last.take(end);
                    is_open = !engine::is_end(line);
                }
                // What was to be a part of a box is no other line: the reader of the box reports the error.
                _ if blocks::is_part(line) || line.starts_with(['+', '|']) => last.take(end),
                _ => is_open = line.is_empty(),
            }
        }
    }
    let position = |found: Found| Position {
        format: found.format,
        lines_above: found.lines_above,
        text: &text[found.range],
    };
    found.into_iter().map(position).collect()
}

/// A position as far as it was seen.
struct Found {
    format: Format,
    lines_above: usize,
    range: Range<usize>,
    /// The faces whose blocks were seen.
    faces: String,
}

impl Found {
    fn new(format: Format, lines_above: usize, range: Range<usize>) -> Found {
        Found { format, lines_above, range, faces: String::new() }
    }

    fn take(&mut self, end: usize) {
        self.range.end = end;
    }

    fn goes_on_with(&self, face: &str) -> bool {
        self.format == Format::Blocks && !self.faces.contains(face)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(face: char) -> String {
        format!("Face {face}:\n+-----+\n| a b |\n| c d |\n+-----+\n")
    }

    /// Where each position begins, and its faces or its layout.
    fn found(text: &str) -> Vec<(usize, String)> {
        let heads = |text: &str| -> String { text.lines().filter_map(blocks::face_name).collect() };
        let found = positions(text).into_iter().map(|position| {
            let what = match position.format {
                Format::Blocks => heads(position.text),
                format => format!("{format}: {}", position.text.lines().count()),
            };
            (position.lines_above + 1, what)
        });
        found.collect()
    }

    fn expected(positions: &[(usize, &str)]) -> Vec<(usize, String)> {
        positions.iter().map(|&(line, what)| (line, what.to_owned())).collect()
    }

    #[test]
    fn blocks_are_of_one_position_until_a_face_comes_again_or_something_else_is_said() {
        let [u, l, r] = ['U', 'L', 'R'].map(block);
        assert_eq!(found(&format!("{u}{l}\n\n{r}")), expected(&[(1, "ULR")]));
        assert_eq!(found(&format!("hello\n{u}{l}{u}{r}")), expected(&[(2, "UL"), (12, "UR")]));
        // The end of one round and the beginning of the next.
        let parts = format!("{l}{r}Enter your solution:\r\n> R U\r\nFace the music\r\n{u}{l}");
        assert_eq!(found(&parts), expected(&[(1, "LR"), (14, "UL")]));
    }

    #[test]
    fn a_box_that_is_broken_stays_in_its_position() {
        let [u, l] = ['U', 'L'].map(block);
        let broken = u.replacen("+-----+", "+-- --+", 1);
        assert_eq!(found(&format!("{broken}{l}")), expected(&[(1, "UL")]));
    }

    #[test]
    fn requests_to_the_engine_are_found_among_answers_and_blocks() {
        let request = "BEGIN\nU a b c d\nEND\n";
        let text = format!("ready\n{request}R U\n{request}{}BEGIN\nU a", block('U'));
        assert_eq!(
            found(&text),
            expected(&[(2, "engine: 3"), (6, "engine: 3"), (9, "U"), (14, "engine: 2")])
        );
    }

    #[test]
    fn text_without_a_mark_has_no_positions() {
        assert_eq!(found("UUUURRRRFFFFDDDDLLLLBBBB\nEND\n| a b |\nFace to face"), []);
    }
}
