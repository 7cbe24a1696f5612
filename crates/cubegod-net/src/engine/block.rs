//! The lines between `BEGIN` and `END`.

use super::EngineError;
use cubegod::{Cube2, Face};

/// A block that is coming in, `BEGIN` included.
#[derive(Clone, Debug)]
pub(super) struct Block {
    limit: usize,
    text: Vec<u8>,
    /// How many lines came, `BEGIN` included.
    lines: usize,
    /// The line that made it too long.
    too_long: Option<usize>,
}

impl Block {
    pub(super) fn new(limit: usize) -> Block {
        let mut block = Block { limit, text: Vec::with_capacity(128), lines: 0, too_long: None };
        block.push(Some(b"BEGIN"));
        block
    }

    /// Takes a line; `None` is one that was too long to be kept.
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

    /// How many lines came so far, `BEGIN` included.
    pub(super) fn lines(&self) -> usize {
        self.lines
    }

    /// The text from `BEGIN` to `END`.
    pub(super) fn text(&self) -> Result<&str, EngineError> {
        if let Some(line) = self.too_long {
            let limit = self.limit;
            return Err(EngineError::TooLong(format!(
                "the block has more than {limit} bytes, from line {line} on; expected six lines such as `U a b c d`"
            )));
        }
        std::str::from_utf8(&self.text).map_err(|error| {
            let valid = &self.text[..error.valid_up_to()];
            let line = valid.iter().filter(|&&byte| byte == b'\n').count() + 1;
            not_utf8(&format!("line {line} of the block"))
        })
    }

    /// The cube of the usual block: five faces or six of four face letters each, with single spaces. All else, and all
    /// that is wrong, is left to the library's reading: 4.4 µs a block with the solution, against 1.3 µs here.
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
            let told = &mut facelets[face.index() * 4..][..4];
            if told != b"????" {
                return None;
            }
            told.copy_from_slice(&[first, second, third, fourth]);
        }
        None
    }
}

/// Bytes that are no text.
pub(super) fn not_utf8(place: &str) -> EngineError {
    EngineError::Unreadable(format!("{place} is not UTF-8; expected text"))
}
