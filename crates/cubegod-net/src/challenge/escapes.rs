//! Colours and other messages to a terminal, taken out of a stream.

/// Takes escape sequences out of bytes that come in pieces.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub(super) enum Escapes {
    /// Outside of any sequence.
    #[default]
    Text,
    /// After ESC.
    Begun,
    /// Inside `ESC [ … letter`.
    Parameters,
    /// Inside `ESC ] …`, which a bell or `ESC \` ends.
    Message,
    /// After an ESC inside a message.
    MessageEnding,
    /// Inside `ESC ( B` and the like.
    Intermediate,
}

impl Escapes {
    /// The text of a line that is there as a whole.
    pub(super) fn taken_out(line: &[u8]) -> String {
        let mut escapes = Escapes::default();
        let text: Vec<u8> = line.iter().copied().filter(|&byte| escapes.is_text(byte)).collect();
        String::from_utf8_lossy(&text).into_owned()
    }

    /// Whether a byte is text, and not part of a sequence.
    pub(super) fn is_text(&mut self, byte: u8) -> bool {
        use Escapes::*;
        const ESCAPE: u8 = 0x1b;
        let (next, is_text) = match (*self, byte) {
            // A line feed ends whatever was broken off.
            (_, b'\n') => (Text, true),
            (Text, ESCAPE) => (Begun, false),
            (Text, _) => (Text, true),
            (Begun, b'[') => (Parameters, false),
            (Begun, b']' | b'P' | b'X' | b'^' | b'_') => (Message, false),
            (Begun | Intermediate, b' '..=b'/') => (Intermediate, false),
            (Parameters, b' '..=b'?') => (Parameters, false),
            (Message, ESCAPE) => (MessageEnding, false),
            (Message, 7) => (Text, false),
            (Message, _) => (Message, false),
            (_, ESCAPE) => (Begun, false),
            _ => (Text, false),
        };
        *self = next;
        is_text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_not_show_is_taken_out() {
        for (raw, shown) in [
            ("\u{1b}[1;31mRed\u{1b}[0m", "Red"),
            ("\u{1b}[38;2;1;2;3mx\u{1b}[K", "x"),
            ("\u{1b}]0;title\u{7}a\u{1b}]8;;link\u{1b}\\b", "ab"),
            ("\u{1b}(Bplain \u{1b}7é", "plain é"),
            ("\u{1b}[\nnext", "\nnext"),
            ("\u{1b}\u{1b}[mtwice", "twice"),
        ] {
            assert_eq!(Escapes::taken_out(raw.as_bytes()), shown);
        }
    }
}
