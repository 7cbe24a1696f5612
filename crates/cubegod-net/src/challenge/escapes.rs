//! Removes from text what commands a terminal: escape sequences, control characters, changes of direction.

/// The state of a parser that removes escape sequences from bytes that arrive in chunks.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub(crate) enum Escapes {
    /// Outside of any sequence.
    #[default]
    Text,
    /// After ESC.
    Begun,
    /// Inside `ESC [ … letter`.
    Parameters,
    /// Inside a string such as `ESC ] …`, which a bell or `ESC \` ends.
    ControlString,
    /// After an ESC inside a string.
    ControlStringEnd,
    /// Inside a sequence such as `ESC ( B`.
    Intermediate,
}

impl Escapes {
    /// Returns the text of a complete line.
    pub(crate) fn strip(line: &[u8]) -> String {
        let mut escapes = Escapes::default();
        let text: Vec<u8> = line.iter().copied().filter(|&byte| escapes.is_text(byte)).collect();
        shown(&text)
    }

    /// Processes a byte and returns whether it is text rather than part of a sequence.
    pub(crate) fn is_text(&mut self, byte: u8) -> bool {
        use Escapes::*;
        const ESCAPE: u8 = 0x1b;
        let (next, is_text) = match (*self, byte) {
            // A line feed ends an incomplete sequence.
            (_, b'\n') => (Text, true),
            (Text, ESCAPE) => (Begun, false),
            (Text, _) => (Text, true),
            (Begun, b'[') => (Parameters, false),
            (Begun, b']' | b'P' | b'X' | b'^' | b'_') => (ControlString, false),
            (Begun | Intermediate, b' '..=b'/') => (Intermediate, false),
            (Parameters, b' '..=b'?') => (Parameters, false),
            (ControlString, ESCAPE) => (ControlStringEnd, false),
            (ControlString, 7) => (Text, false),
            (ControlString, _) => (ControlString, false),
            (_, ESCAPE) => (Begun, false),
            _ => (Text, false),
        };
        *self = next;
        is_text
    }
}

/// Decodes bytes and removes what commands a terminal, except line feeds and tabs.
pub(crate) fn shown(bytes: &[u8]) -> String {
    let is_shown = |&character: &char| matches!(character, '\n' | '\t') || !is_command(character);
    String::from_utf8_lossy(bytes).chars().filter(is_shown).collect()
}

/// Whether a character is a control character, or changes the direction of the text after it.
pub(super) fn is_command(character: char) -> bool {
    character.is_control() || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_are_removed() {
        for (raw, shown) in [
            ("\u{1b}[1;31mRed\u{1b}[0m", "Red"),
            ("\u{1b}[38;2;1;2;3mx\u{1b}[K", "x"),
            ("\u{1b}]0;title\u{7}a\u{1b}]8;;link\u{1b}\\b", "ab"),
            ("\u{1b}(Bplain \u{1b}7é", "plain é"),
            ("\u{1b}[\nnext", "\nnext"),
            ("\u{1b}\u{1b}[mtwice", "twice"),
            ("a\u{9b}31m\u{9d}0;title\u{9c}\u{7}\u{8}\r\u{7f}b\tc", "a31m0;titleb\tc"),
            ("R\u{202e}U\u{2066}F", "RUF"),
        ] {
            assert_eq!(Escapes::strip(raw.as_bytes()), shown);
        }
    }
}
