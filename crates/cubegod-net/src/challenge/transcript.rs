//! The transcript of a game.

/// The lines of a game in both directions; only the end is kept if it exceeds the limit.
#[derive(Clone, Debug)]
pub(super) struct Transcript {
    limit: usize,
    text: String,
}

/// The marks at the start of an answer line.
pub(super) const ANSWER_MARKS: [char; 2] = ['»', '>'];

impl Transcript {
    pub(super) fn new(limit: usize) -> Transcript {
        Transcript { limit, text: String::new() }
    }

    /// Adds a line of the server.
    pub(super) fn push_line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
        // Cutting only at twice the limit makes the amortized cost constant per byte.
        if self.text.len() > self.limit.saturating_mul(2) {
            self.cut();
        }
    }

    /// Adds an answer of the player.
    pub(super) fn push_answer(&mut self, answer: &str) {
        self.push_line(format!("{} {answer}", ANSWER_MARKS[0]).trim_end());
    }

    /// Returns the text, no longer than the limit.
    pub(super) fn into_text(mut self) -> String {
        self.cut();
        self.text
    }

    fn cut(&mut self) {
        if self.text.len() > self.limit {
            let start = self.text.ceil_char_boundary(self.text.len() - self.limit);
            self.text.drain(..start);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_largest_limit_works() {
        let mut transcript = Transcript::new(usize::MAX);
        transcript.push_line("all");
        assert_eq!(transcript.into_text(), "all\n");
    }

    #[test]
    fn the_end_is_kept() {
        let mut transcript = Transcript::new(10);
        for number in 0..1000 {
            transcript.push_line(&format!("é{number}"));
            assert!(transcript.text.len() <= 20);
        }
        transcript.push_answer("R U");
        assert_eq!(transcript.into_text(), "99\n» R U\n");
    }
}
