//! `engine`: lines `X a b c d` between `BEGIN` and `END`, one per face; faces may be missing.

use super::LayoutError;
use super::faces::{self, Faces};
use crate::geometry::Face;
use crate::stickers::Stickers;
use crate::text;

/// Reads the faces in any order, each row by row; missing faces are unknown.
///
/// # Errors
///
/// Fails if `BEGIN` or `END` is missing, a face occurs twice or has the wrong number of stickers.
pub fn read(text: &str) -> Result<Stickers<char>, LayoutError> {
    gather(text, text::sticker)
}

/// Reads the characters literally, for labels that are not colours: `.` stays `.`.
///
/// # Errors
///
/// Fails as [`read`] does.
pub fn labels(text: &str) -> Result<Stickers<char>, LayoutError> {
    gather(text, |character| character)
}

fn gather(text: &str, contents: fn(char) -> char) -> Result<Stickers<char>, LayoutError> {
    let mut faces = Faces::default();
    let mut lines = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line.trim()))
        .filter(|(_, line)| !line.is_empty());
    match lines.next() {
        Some((_, line)) if is_begin(line) => {}
        first => {
            let (line, found) = first.unwrap_or((1, ""));
            return Err(LayoutError::NoBegin { line, found: text::quote(found) });
        }
    }
    let mut last = 1;
    for (line, text) in lines.by_ref() {
        last = line;
        if is_end(text) {
            if let Some((line, found)) = lines.next() {
                return Err(LayoutError::AfterEnd { line, found: text::quote(found) });
            }
            return faces.stickers().ok_or(LayoutError::NoFaces { line });
        }
        let (name, stickers) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let face = faces.expect(name, line)?;
        let stickers = stickers.chars().filter(|&character| !text::is_skipped(character));
        faces.add(face, line, stickers, contents)?;
    }
    Err(LayoutError::NoEnd { line: last })
}

/// Writes the faces with a known sticker.
pub fn write(stickers: &Stickers<char>) -> String {
    draw(stickers, faces::shown(stickers, Face::ALL), text::written)
}

/// Writes the labels of all faces, blanks and invisible characters as visible symbols.
pub fn write_labels(stickers: &Stickers<char>) -> String {
    draw(stickers, Face::ALL.into_iter(), text::visible_label)
}

fn draw(stickers: &Stickers<char>, faces: impl Iterator<Item = Face>, written: fn(char) -> char) -> String {
    let mut lines = vec![String::from("BEGIN")];
    for face in faces {
        let mut line = face.to_string();
        line.extend(stickers.face(face).iter().flat_map(|&contents| [' ', written(contents)]));
        lines.push(line);
    }
    lines.push(String::from("END"));
    lines.join("\n")
}

/// Whether a request begins with this line.
pub(super) fn is_begin(line: &str) -> bool {
    line == "BEGIN"
}

/// Whether a request ends with this line.
pub(super) fn is_end(line: &str) -> bool {
    line == "END"
}

/// Whether a text begins with `BEGIN`.
pub(super) fn is_marked(text: &str) -> bool {
    text.split_whitespace().next() == Some("BEGIN")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::facelets;
    use crate::geometry::Size;

    fn message(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn faces_are_read_in_any_order_and_missing_ones_are_unknown() {
        let stickers = read("BEGIN\r\nF a b c d\r\n\r\nU e f * h\r\nEND\r\n").unwrap();
        assert_eq!(facelets::write(&stickers), "ef?h????abcd????????????");
        assert_eq!(write(&stickers), "BEGIN\nU e f ? h\nF a b c d\nEND");
        assert_eq!(read("BEGIN\nU 1 2 3 4 5 6 7 8 9\nEND").unwrap().size(), Size::THREE);
    }

    #[test]
    fn errors_in_a_request_have_their_line() {
        assert_eq!(message("U a b c d"), "line 1 reads `U a b c d`; expected `BEGIN` before the faces");
        assert_eq!(message(""), "line 1 reads ``; expected `BEGIN` before the faces");
        assert_eq!(
            message("BEGIN\nU a b c d\n"),
            "the request ends in line 2 without `END`; expected it on a line of its own"
        );
        assert_eq!(message("BEGIN\nEND\nU"), "line 3 reads `U` after `END`; expected one position at a time");
        assert_eq!(
            message("BEGIN\n\nEND"),
            "`END` in line 3 follows `BEGIN` without a face; expected lines such as `U a b c d`"
        );
        assert_eq!(
            message("BEGIN\nX a b c d\nEND"),
            "`X` in line 2 is not a face; expected one of U R F D L B"
        );
        assert_eq!(
            message("BEGIN\nU a b c d\nF a b c d\nU a b c d\nEND"),
            "face U occurs twice, in line 2 and in line 4; expected each face once"
        );
        assert_eq!(
            message("BEGIN\nU a b c\nEND"),
            "face U in line 2 has 3 stickers; expected 4 on a 2x2, 9 on a 3x3, N² on others"
        );
        assert_eq!(
            message("BEGIN\nU a b c d\nF a b c d e f g h i\nEND"),
            "face F in line 3 is 3x3 but face U in line 2 is 2x2; expected faces of one size"
        );
        assert_eq!(
            message("BEGIN\nU a \u{0} c d\nEND"),
            "face U in line 2 carries `\\u{0}`; expected printable characters, or `?` for unknown stickers"
        );
    }
}
