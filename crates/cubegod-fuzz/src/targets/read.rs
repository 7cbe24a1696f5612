//! Reading a cube from any text: the layout and the colours are detected, and the resulting view is checked.
//!
//! The first byte selects the options.

use crate::{assert_short_line, check_view, text};
use cubegod::formats::Format;
use cubegod::{ReadOptions, Size, View, read};

pub(crate) fn run(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else { return };
    let Some(text) = text(rest) else { return };
    let sizes = [None, Some(2), Some(3), Some(4), Some(5)];
    let size = sizes[usize::from(first / 16) % sizes.len()].and_then(|layers| Size::new(layers).ok());
    let options = ReadOptions::new().format(Format::ALL.get(usize::from(first % 16)).copied()).size(size);

    let reading = match read(text, &options) {
        Ok(reading) => reading,
        Err(error) => return assert_short_line(&error.to_string()),
    };
    if let Some(note) = &reading.note {
        assert_short_line(&note.to_string());
    }
    // Written in the same alphabet, the stickers must read back unchanged.
    let again = ReadOptions::new().format(Format::Facelets).size(reading.stickers.size());
    let written =
        Format::Facelets.write(&reading.alphabet.write(&reading.stickers)).expect("facelets hold all");
    let second = read(&written, &again).expect("what was read is read again");
    assert_eq!((&second.stickers, second.alphabet), (&reading.stickers, reading.alphabet), "{written}");
    if let Ok(view) = View::new(reading.stickers) {
        check_view(&view);
    }
}
