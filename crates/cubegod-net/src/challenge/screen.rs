//! The visible part of a round: the face blocks among all other lines.

use super::PROMPT;
use cubegod::formats::Format;
use cubegod::{ReadError, ReadOptions, Reading, read};

/// The face blocks shown since the last answer.
#[derive(Clone, Debug, Default)]
pub(super) struct Screen {
    /// The lines from the first block on; other lines are replaced with empty ones, to keep the line numbers.
    text: String,
    /// The names of the faces seen.
    faces: Vec<String>,
}

/// The maximum length in bytes, far more than the blocks of a 3x3; a longer text between two prompts is not a cube.
const MAX_BYTES: usize = 64 * 1024;

impl Screen {
    /// Adds a line. A repeated face starts another cube, as after an example in a banner.
    pub(super) fn push(&mut self, line: &str) {
        let line = line.trim();
        if let Some(name) = line.strip_prefix("Face ") {
            if self.faces.iter().any(|face| face == name) {
                self.clear();
            }
            self.faces.push(name.to_owned());
        }
        if self.faces.is_empty() {
            return;
        }
        if self.text.len() + line.len() >= MAX_BYTES {
            self.clear();
            return;
        }
        if line.starts_with(['F', '+', '|']) {
            self.text.push_str(line);
        }
        self.text.push('\n');
    }

    /// Removes all lines.
    pub(super) fn clear(&mut self) {
        self.text.clear();
        self.faces.clear();
    }

    /// Returns whether a face was shown.
    pub(super) fn has_faces(&self) -> bool {
        !self.faces.is_empty()
    }

    /// Reads the cube shown.
    pub(super) fn read(&self) -> Result<Reading, ReadError> {
        read(&self.text, &ReadOptions::new().format(Format::Blocks))
    }
}

/// Returns the numbers in a line such as `=== Round 3/100 ===`.
pub(super) fn round_heading(line: &str) -> Option<(usize, usize)> {
    let inside = line.trim().strip_prefix("===")?.strip_suffix("===")?;
    let (round, rounds) = inside.trim().strip_prefix("Round ")?.split_once('/')?;
    Some((round.trim().parse().ok()?, rounds.trim().parse().ok()?))
}

/// Returns the text after the prompt in a prompt line.
pub(super) fn after_prompt(line: &str) -> Option<&str> {
    line.split_once(PROMPT).map(|(_, rest)| rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn screen(text: &str) -> Screen {
        let mut screen = Screen::default();
        text.lines().for_each(|line| screen.push(line));
        screen
    }

    const BLOCK: &str = "Face U:\n+-----+\n| U U |\n| U U |\n+-----+\n";

    #[test]
    fn blocks_are_read_among_other_lines() {
        let shown = screen(&format!("hello\n{BLOCK}\n  well\n{}", BLOCK.replace("Face U", "Face D")));
        assert_eq!(shown.read().unwrap().stickers.facelets().iter().flatten().count(), 8);
        assert!(!screen("hello\n+--+").has_faces());
    }

    #[test]
    fn a_repeated_face_starts_another_cube() {
        let example = BLOCK.replace("U U", "D D");
        let shown = screen(&format!("For example:\n{example}Now:\n{BLOCK}"));
        assert_eq!(shown.read(), screen(BLOCK).read());
    }

    #[test]
    fn many_lines_take_bounded_memory() {
        let mut screen = screen(BLOCK);
        for _ in 0..100_000 {
            screen.push("| x x |");
            assert!(screen.text.len() <= MAX_BYTES);
        }
    }

    #[test]
    fn headings_are_numbers_between_equals_signs() {
        assert_eq!(round_heading("=== Round 3/100 ==="), Some((3, 100)));
        assert_eq!(round_heading(" ===Round 3 / 5=== "), Some((3, 5)));
        for line in ["Round 3/100", "=== Round x/100 ===", "=== Round 3 ===", "==="] {
            assert_eq!(round_heading(line), None);
        }
    }
}
