//! An editable line.

use cubegod_teach::text::columns;

/// The longest line.
const MAX_CHARACTERS: usize = 500;

/// Text with a cursor.
#[derive(Clone, Debug, Default)]
pub(super) struct TypedLine {
    characters: Vec<char>,
    /// The number of characters before the cursor.
    cursor: usize,
}

impl TypedLine {
    pub(super) fn text(&self) -> String {
        self.characters.iter().collect()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.characters.is_empty()
    }

    /// Returns the column of the cursor.
    pub(super) fn column(&self) -> usize {
        columns(&self.characters[..self.cursor].iter().collect::<String>())
    }

    pub(super) fn insert(&mut self, character: char) {
        if !character.is_control() && self.characters.len() < MAX_CHARACTERS {
            self.characters.insert(self.cursor, character);
            self.cursor += 1;
        }
    }

    pub(super) fn delete_before(&mut self) {
        if self.cursor > 0 {
            self.cursor -= 1;
            self.characters.remove(self.cursor);
        }
    }

    pub(super) fn delete_after(&mut self) {
        if self.cursor < self.characters.len() {
            self.characters.remove(self.cursor);
        }
    }

    pub(super) fn go_left(&mut self) {
        self.cursor = self.cursor.saturating_sub(1);
    }

    pub(super) fn go_right(&mut self) {
        self.cursor = (self.cursor + 1).min(self.characters.len());
    }

    pub(super) fn go_to_begin(&mut self) {
        self.cursor = 0;
    }

    pub(super) fn go_to_end(&mut self) {
        self.cursor = self.characters.len();
    }
}
