//! Files that are not text: one error instead of one for each line.

use crate::message::CommandMessage;

/// Classifies the first bytes of a file: returns the error if they are not text. A few invalid bytes are errors of their lines.
pub(super) fn detect(start: &[u8]) -> Option<CommandMessage> {
    let zeros = |offset: usize| start.iter().skip(offset).step_by(2).filter(|&&byte| byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    let has_order_mark = start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff");
    if has_order_mark || (start.len() > 8 && even.min(odd) == 0 && even.max(odd) * 4 > start.len()) {
        return Some(CommandMessage::Utf16);
    }
    let is_bad = count_invalid_bytes(start) * 10 > start.len();
    (is_bad && (start.contains(&0) || !has_good_line(start))).then_some(CommandMessage::Binary)
}

/// Returns whether a line has no invalid bytes and is too long to be a coincidence.
fn has_good_line(bytes: &[u8]) -> bool {
    bytes.split(|&byte| byte == b'\n').any(|line| line.len() >= 8 && count_invalid_bytes(line) == 0)
}

/// Returns the number of bytes that are not UTF-8 or are control characters that do not occur in text.
fn count_invalid_bytes(bytes: &[u8]) -> usize {
    let is_bad =
        |character: &char| character.is_control() && !character.is_whitespace() && *character != '\u{1b}';
    let chunks = bytes.utf8_chunks();
    chunks.map(|chunk| chunk.invalid().len() + chunk.valid().chars().filter(is_bad).count()).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_pictures_and_utf_16_are_not_text() {
        for bytes in [
            &b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0>\0\x01\0\0\0"[..],
            b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0",
        ] {
            assert!(matches!(detect(bytes), Some(CommandMessage::Binary)), "{bytes:?}");
        }
        for bytes in [&b"\xff\xfeR\0 \0U\0"[..], b"R\0 \0U\0\n\0F\0\n\0", b"\0R\0 \0U\0\n\0F\0\n"] {
            assert!(matches!(detect(bytes), Some(CommandMessage::Utf16)), "{bytes:?}");
        }
    }

    #[test]
    fn text_with_a_few_invalid_bytes_is_text() {
        let line = b"UUUURRRRFFFFDDDDLLLLBBB\0\n";
        assert!(detect(line).is_none());
        assert!(detect("⬜🟥 左顺1\n\x1b[31mR\x1b[0m\t\r\n".as_bytes()).is_none());
        let mixed = [b"\xff\n".repeat(19), b"UUUURRRRFFFFDDDDLLLLBBBB\n".to_vec()].concat();
        assert!(detect(&mixed).is_none());
        assert!(detect(b"").is_none());
        assert!(detect(b"R U F \xff R U F R U F\n").is_none());
    }
}
