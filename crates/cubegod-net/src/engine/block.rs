//! The lines between `BEGIN` and `END`.

use super::{EngineError, EngineErrorKind};
use cubegod::{Cube2, Face};

/// A block being received, including `BEGIN`.
#[derive(Clone, Debug)]
pub(super) struct Block {
    limit: usize,
    text: Vec<u8>,
    /// The number of lines received, including `BEGIN`.
    lines: usize,
    /// The first line that exceeded the limit.
    too_long: Option<usize>,
}

impl Block {
    pub(super) fn new(limit: usize) -> Block {
        let mut block = Block { limit, text: Vec::with_capacity(128), lines: 0, too_long: None };
        block.push(Some(b"BEGIN"));
        block
    }

    /// Adds a line; `None` stands for a line that was too long.
    pub(super) fn push(&mut self, line: Option<&[u8]>) {
        self.lines += 1;
        match line {
            Some(line) if self.text.len() + line.len() < self.limit => {
                self.text.extend_from_slice(line);
                self.text.push(b'\n');
            }
            _ => {
                self.too_long.get_or_insert(self.lines);
            }
        }
    }

    /// Returns the number of lines received, including `BEGIN`.
    pub(super) fn lines(&self) -> usize {
        self.lines
    }

    /// Returns the text from `BEGIN` to `END`, or an error if it is too long or not UTF-8.
    pub(super) fn text(&self) -> Result<&str, EngineError> {
        if let Some(line) = self.too_long {
            let limit = self.limit;
            let message = format!(
                "the block has more than {limit} bytes, from line {line} on; expected six lines such as `U a b c d`"
            );
            return Err(EngineError::new(EngineErrorKind::TooLong, message));
        }
        std::str::from_utf8(&self.text).map_err(|error| {
            let valid = &self.text[..error.valid_up_to()];
            let line = valid.iter().filter(|&&byte| byte == b'\n').count() + 1;
            not_utf8(&format!("line {line} of the block"))
        })
    }

    /// Returns the cube of the most common block: five or six faces of four face letters each, with single spaces.
    /// Everything else, including errors, is left to the library's reader: 4.4 µs per block and solution, 1.3 µs here.
    pub(super) fn quick_cube(&self) -> Option<Cube2> {
        if self.too_long.is_some() {
            return None;
        }
        let mut facelets = [b'?'; 24];
        let lines = self.text.split(|&byte| byte == b'\n');
        for line in lines.skip(1).map(|line| line.trim_ascii()).filter(|line| !line.is_empty()) {
            let &[name, b' ', first, b' ', second, b' ', third, b' ', fourth] = line else {
                return if line == b"END" { Cube2::from_facelets(&facelets) } else { None };
            };
            let face = Face::from_letter(char::from(name))?;
            let stickers = &mut facelets[face.index() * 4..][..4];
            if stickers != b"????" {
                return None;
            }
            stickers.copy_from_slice(&[first, second, third, fourth]);
        }
        None
    }
}

/// Returns the error for bytes that are not UTF-8.
pub(super) fn not_utf8(place: &str) -> EngineError {
    EngineError::unreadable(format!("{place} is not UTF-8; expected text"))
}
