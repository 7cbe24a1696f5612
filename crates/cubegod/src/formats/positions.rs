//! Finding several positions in one text, such as the log of a game.

use super::{Format, blocks, engine, terminal};
use std::collections::BTreeSet;
use std::ops::Range;

/// The lines of a text that describe one position.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Position<'a> {
    /// The layout of the lines.
    pub format: Format,
    /// The number of lines above them.
    pub lines_above: usize,
    /// The lines.
    pub text: &'a str,
}

/// Returns all positions of a text in order: the lines from `BEGIN` to `END`, and runs of blocks `Face U:`.
///
/// Other lines are skipped. A new position begins with a block after other lines, or with a repeated face.
///
/// # Examples
///
/// ```
/// use cubegod::formats::{Format, positions};
///
/// let log = "hello\nBEGIN\nU a b c d\nEND\nR U\nBEGIN\nF a b c d\nEND\n";
/// let found = positions(log);
/// assert_eq!((found[1].format, found[1].lines_above), (Format::Engine, 5));
/// assert_eq!(found[1].text, "BEGIN\nF a b c d\nEND\n");
/// ```
pub fn positions(text: &str) -> Vec<Position<'_>> {
    let mut found: Vec<Found> = Vec::new();
    // Whether the last position may continue.
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
                Some(last) if last.continues_with(face) => last.extend_to(end),
                _ => found.push(Found::new(Format::Blocks, number, start..end)),
            }
            if let Some(last) = found.last_mut() {
                last.faces.extend(face.chars());
            }
            is_open = true;
        } else if let Some(last) = last {
            match last.format {
                Format::Engine => {
                    last.extend_to(end);
                    is_open = !engine::is_end(line);
                }
                // A malformed row or border stays part of the block, so that `blocks::read` reports the error.
                _ if blocks::is_part(line) || line.starts_with(['+', '|']) => last.extend_to(end),
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

/// The part of a position found so far.
struct Found {
    format: Format,
    lines_above: usize,
    range: Range<usize>,
    /// The faces of the blocks so far. A set, because a text can name any number of faces that do not exist.
    faces: BTreeSet<char>,
}

impl Found {
    fn new(format: Format, lines_above: usize, range: Range<usize>) -> Found {
        Found { format, lines_above, range, faces: BTreeSet::new() }
    }

    fn extend_to(&mut self, end: usize) {
        self.range.end = end;
    }

    fn continues_with(&self, face: &str) -> bool {
        self.format == Format::Blocks && !face.chars().any(|face| self.faces.contains(&face))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn block(face: char) -> String {
        format!("Face {face}:\n+-----+\n| a b |\n| c d |\n+-----+\n")
    }

    /// Returns the first line of each position, with its faces or its layout.
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
    fn blocks_are_one_position_until_a_face_repeats_or_other_text_follows() {
        let [u, l, r] = ['U', 'L', 'R'].map(block);
        assert_eq!(found(&format!("{u}{l}\n\n{r}")), expected(&[(1, "ULR")]));
        assert_eq!(found(&format!("hello\n{u}{l}{u}{r}")), expected(&[(2, "UL"), (12, "UR")]));
        // The end of one round and the beginning of the next.
        let parts = format!("{l}{r}Enter your solution:\r\n> R U\r\nFace the music\r\n{u}{l}");
        assert_eq!(found(&parts), expected(&[(1, "LR"), (14, "UL")]));
    }

    #[test]
    fn a_malformed_block_stays_in_its_position() {
        let [u, l] = ['U', 'L'].map(block);
        let broken = u.replacen("+-----+", "+-- --+", 1);
        assert_eq!(found(&format!("{broken}{l}")), expected(&[(1, "UL")]));
    }

    #[test]
    fn engine_requests_are_found_among_replies_and_blocks() {
        let request = "BEGIN\nU a b c d\nEND\n";
        let text = format!("ready\n{request}R U\n{request}{}BEGIN\nU a", block('U'));
        assert_eq!(
            found(&text),
            expected(&[(2, "engine: 3"), (6, "engine: 3"), (9, "U"), (14, "engine: 2")])
        );
    }

    #[test]
    fn text_without_a_marker_has_no_positions() {
        assert_eq!(found("UUUURRRRFFFFDDDDLLLLBBBB\nEND\n| a b |\nFace to face"), []);
    }
}
