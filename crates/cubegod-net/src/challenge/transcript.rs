//! All that was said in a game, or the end of it.

/// What was said; of more than its limit only the end is kept.
#[derive(Clone, Debug)]
pub(super) struct Transcript {
    limit: usize,
    text: String,
}

/// What begins the line of a player's answer.
pub(super) const ANSWER_MARKS: [char; 2] = ['»', '>'];

impl Transcript {
    pub(super) fn new(limit: usize) -> Transcript {
        Transcript { limit, text: String::new() }
    }

    /// A line of the server's.
    pub(super) fn hear(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
        // Cutting at twice the limit, it costs no more than it keeps.
        if self.text.len() > self.limit.saturating_mul(2) {
            self.cut();
        }
    }

    /// The player's answer.
    pub(super) fn say(&mut self, answer: &str) {
        self.hear(format!("{} {answer}", ANSWER_MARKS[0]).trim_end());
    }

    /// The text, no longer than the limit.
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
    fn no_limit_is_too_large() {
        let mut transcript = Transcript::new(usize::MAX);
        transcript.hear("all");
        assert_eq!(transcript.into_text(), "all\n");
    }

    #[test]
    fn the_end_is_kept() {
        let mut transcript = Transcript::new(10);
        for number in 0..1000 {
            transcript.hear(&format!("é{number}"));
            assert!(transcript.text.len() <= 20);
        }
        transcript.say("R U");
        assert_eq!(transcript.into_text(), "99\n» R U\n");
    }
}
