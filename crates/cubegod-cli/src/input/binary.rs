//! Files that are not text: one error instead of one for each line.

use cubegod_service::InputError;

/// Returns the error for a file with these first bytes; none for text. A few invalid bytes in a text are errors of their lines.
pub(super) fn detect(start: &[u8]) -> Option<InputError> {
    // UTF-16 has a byte order mark or a zero in every other byte.
    let zeros = |offset: usize| start.iter().skip(offset).step_by(2).filter(|&&byte| byte == 0).count();
    let (even, odd) = (zeros(0), zeros(1));
    let has_order_mark = start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff");
    if has_order_mark || (start.len() > 8 && even.min(odd) == 0 && even.max(odd) * 4 > start.len()) {
        return Some(InputError::Utf16);
    }
    if is_gbk(start) {
        return Some(InputError::Gbk);
    }
    // The last character may be cut off.
    let start = match std::str::from_utf8(start) {
        Err(error) if error.error_len().is_none() => &start[..error.valid_up_to()],
        _ => start,
    };
    // Programs, pictures, compressed files.
    let is_bad = count_invalid_bytes(start) * 10 > start.len();
    (is_bad && (start.contains(&0) || !has_good_line(start))).then_some(InputError::Binary)
}

/// Returns whether all bytes beyond ASCII are Chinese characters in GBK, and some of them are no UTF-8. The last character may be
/// cut off.
fn is_gbk(start: &[u8]) -> bool {
    let mut rest = start;
    let mut characters = 0;
    while let [first, after @ ..] = rest {
        rest = match (first, after) {
            (0..0x20, _) if !first.is_ascii_whitespace() => return false,
            (0..0x80, _) => after,
            // The common characters, all of which have two bytes in these ranges.
            (0xa1..=0xf7, [0xa1..=0xfe, after @ ..]) => {
                characters += 1;
                after
            }
            (0xa1..=0xf7, []) => after,
            _ => return false,
        };
    }
    characters >= 2 && std::str::from_utf8(start).is_err_and(|error| error.error_len().is_some())
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
        assert_eq!(
            detect(b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0\x03\0>\0\x01\0\0\0"),
            Some(InputError::Binary)
        );
        assert_eq!(detect(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x01\0"), Some(InputError::Binary));
        assert_eq!(detect(b"\xff\xfeR\0 \0U\0"), Some(InputError::Utf16));
        assert_eq!(detect(b"R\0 \0U\0\n\0F\0\n\0"), Some(InputError::Utf16));
        assert_eq!(detect(b"\0R\0 \0U\0\n\0F\0\n"), Some(InputError::Utf16));
    }

    #[test]
    fn chinese_text_in_gbk_is_named() {
        // 左顺1 上逆2
        let moves = b"\xd7\xf3\xcb\xb31 \xc9\xcf\xc4\xe62\r\n";
        assert_eq!(detect(moves), Some(InputError::Gbk));
        assert_eq!(detect(&moves[..moves.len() - 4]), Some(InputError::Gbk));
        assert_eq!(detect("左顺1 上逆2\n".as_bytes()), None);
        assert_eq!(detect(&"左顺1".as_bytes()[..4]), None);
    }

    #[test]
    fn text_with_a_few_invalid_bytes_is_text() {
        let line = b"UUUURRRRFFFFDDDDLLLLBBB\0\n";
        assert_eq!(detect(line), None);
        assert_eq!(detect("⬜🟥 左顺1\n\x1b[31mR\x1b[0m\t\r\n".as_bytes()), None);
        let mixed = [b"\xff\n".repeat(19), b"UUUURRRRFFFFDDDDLLLLBBBB\n".to_vec()].concat();
        assert_eq!(detect(&mixed), None);
        assert_eq!(detect(b""), None);
        assert_eq!(detect(b"R U F \xff R U F R U F\n"), None);
    }
}
