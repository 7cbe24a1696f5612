//! `blocks`: each face in a box under its name; faces may be missing.
//!
//! ```text
//! Face U:
//! +-----+
//! | a b |
//! | c d |
//! +-----+
//! ```

use super::LayoutError;
use super::faces::{self, Faces};
use super::{terminal, text};
use crate::geometry::{Face, Size};
use crate::stickers::Stickers;

/// The order in which the faces are written.
const ORDER: [Face; 6] = [Face::U, Face::D, Face::F, Face::B, Face::L, Face::R];

/// Reads the face blocks of one position in any order; text around them is skipped, missing faces are unknown.
///
/// # Errors
///
/// Fails if there is no block, a block is broken or one face occurs twice.
pub fn read(text: &str) -> Result<Stickers<char>, LayoutError> {
    gather(text, text::sticker)
}

/// Reads the characters of the blocks literally, for labels that are not colours: `.` stays `.`.
///
/// # Errors
///
/// Fails as [`read`] does.
pub fn labels(text: &str) -> Result<Stickers<char>, LayoutError> {
    gather(text, |character| character)
}

fn gather(text: &str, contents: fn(char) -> char) -> Result<Stickers<char>, LayoutError> {
    let mut faces = Faces::default();
    let mut lines =
        text.lines().enumerate().map(|(index, line)| (index + 1, terminal::without_escapes(line.trim())));
    while let Some((line, heading)) = lines.next() {
        let Some(name) = face_name(&heading) else { continue };
        let face = faces.expect(name, line)?;
        let unclosed = LayoutError::UnclosedBlock { face, line };
        match lines.next() {
            Some((_, border)) if is_border(&border) => {}
            Some((line, found)) => {
                let found = text::quote(&found);
                return Err(LayoutError::BlockBorder { face, line, found });
            }
            None => return Err(unclosed),
        }
        let mut face_stickers = Vec::new();
        let (mut rows, mut columns) = (0, 0);
        loop {
            let Some((line, row)) = lines.next() else { return Err(unclosed) };
            if is_border(&row) {
                break;
            }
            let Some(inside) = row.trim().strip_prefix('|').and_then(|row| row.strip_suffix('|')) else {
                return Err(LayoutError::BlockRow { face, line, found: text::quote(&row) });
            };
            let stickers = inside.chars().filter(|&character| !text::is_skipped(character));
            let found = stickers.clone().count();
            if rows == 0 {
                columns = found;
            }
            if found != columns || found > Size::MAX.layers() {
                return Err(LayoutError::BlockRowLength { face, line, found, columns });
            }
            rows += 1;
            if rows <= columns {
                face_stickers.extend(stickers);
            }
        }
        if rows != columns {
            return Err(LayoutError::BlockRows { face, line, rows, columns });
        }
        faces.add(face, line, face_stickers.iter().copied(), contents)?;
    }
    faces.stickers().ok_or(LayoutError::NoBlocks)
}

/// Writes the blocks of all faces with a known sticker, in the order U D F B L R.
pub fn write(stickers: &Stickers<char>) -> String {
    draw(stickers, faces::shown(stickers, ORDER), text::written)
}

/// Writes the labels of all faces, blanks and invisible characters as visible symbols.
pub fn write_labels(stickers: &Stickers<char>) -> String {
    draw(stickers, ORDER.into_iter(), text::visible_label)
}

fn draw(stickers: &Stickers<char>, faces: impl Iterator<Item = Face>, written: fn(char) -> char) -> String {
    let layers = stickers.size().layers();
    let border = format!("+{}+", "-".repeat(2 * layers + 1));
    let mut lines = Vec::new();
    for face in faces {
        lines.push(format!("Face {face}:"));
        lines.push(border.clone());
        for row in 0..layers {
            let row: String =
                stickers.row(face, row).iter().flat_map(|&contents| [' ', written(contents)]).collect();
            lines.push(format!("|{row} |"));
        }
        lines.push(border.clone());
    }
    lines.join("\n")
}

/// Whether a text has the heading of a block.
pub(super) fn is_marked(text: &str) -> bool {
    text.contains("Face ") && text.lines().any(|line| face_name(&terminal::without_escapes(line)).is_some())
}

/// Returns the `X` of a line `Face X:`; other lines that begin with this word are prose.
pub fn face_name(line: &str) -> Option<&str> {
    let name = line.trim().strip_prefix("Face ")?.strip_suffix(':')?.trim();
    (name.chars().count() == 1).then_some(name)
}

/// Whether a line is a border or a row of some block.
pub(super) fn is_part(line: &str) -> bool {
    line.starts_with('|') || is_border(line)
}

fn is_border(line: &str) -> bool {
    let inside = line.trim().strip_prefix('+').and_then(|line| line.strip_suffix('+'));
    inside.is_some_and(|dashes| !dashes.is_empty() && dashes.bytes().all(|byte| byte == b'-'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::facelets;

    const FIVE_FACES: &str = "\
=== Round 1/100 ===
Face the music: five faces follow
Face U:
+-----+
| U R |
| F D |
+-----+
Face L:
+-----+
| L L |
| B . |
+-----+
Enter your solution:";

    fn message(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn blocks_are_found_in_any_order_among_other_lines() {
        let stickers = read(FIVE_FACES).unwrap();
        assert_eq!(facelets::write(&stickers), "URFD????????????LLB?????");
        assert_eq!(read(&FIVE_FACES.replace('\n', "\r\n")), Ok(stickers.clone()));
        let coloured = FIVE_FACES.replace("Face", "\u{1b}[1mFace").replace("L L", "\u{1b}[33mL\u{1b}[0m L");
        assert_eq!(read(&coloured), Ok(stickers));
    }

    #[test]
    fn only_known_faces_are_written_in_the_fixed_order() {
        let stickers = facelets::read("URFDRRRR????????LLB?BBBB").unwrap();
        let headings: Vec<String> =
            write(&stickers).lines().filter(|line| line.starts_with("Face")).map(String::from).collect();
        assert_eq!(headings, ["Face U:", "Face B:", "Face L:", "Face R:"]);
        assert_eq!(read(&write(&stickers)), Ok(stickers));
    }

    #[test]
    fn the_number_of_rows_determines_the_size() {
        let stickers = read("Face D:\n+-------+\n| a b c |\n| d e f |\n| g h i |\n+-------+").unwrap();
        assert_eq!(stickers.size(), Size::THREE);
        assert_eq!(stickers.row(Face::D, 1), ['d', 'e', 'f']);
        assert_eq!(write(&stickers).lines().nth(1), Some("+-------+"));
    }

    #[test]
    fn a_cube_without_known_stickers_keeps_its_size() {
        let stickers = Stickers::from_fn(Size::THREE, |_| '?');
        assert_eq!(read(&write(&stickers)), Ok(stickers));
    }

    #[test]
    fn errors_in_a_block_have_its_line() {
        let block = "Face U:\n+-----+\n| a b |\n| c d |\n+-----+\n";
        assert_eq!(
            message(&format!("{block}\n{block}")),
            "face U occurs twice, in line 1 and in line 7; expected each face once"
        );
        assert_eq!(
            message(&block.replace('U', "Q")),
            "`Q` in line 1 is not a face; expected one of U R F D L B"
        );
        assert_eq!(
            message(&block.replacen("+-----+", "here:", 1)),
            "line 2 reads `here:`; expected the upper border `+-----+` of face U"
        );
        assert_eq!(
            message(&block.replace("| c d |", "c d")),
            "line 4 reads `c d`; expected a row `| a b |` or the lower border `+-----+` of face U"
        );
        assert_eq!(
            message(&block.replace("| c d |", "| c d e |")),
            "line 4 has 3 stickers; expected 2, as in the first row of face U"
        );
        assert_eq!(
            message(&block.replace("| c d |\n", "")),
            "face U in line 1 has 1 row of 2 stickers; expected as many rows as columns"
        );
        assert_eq!(
            message("Face U:\n+-----+\n| a b |"),
            "face U in line 1 is cut off; expected rows `| a b |` between two borders `+-----+`"
        );
        assert_eq!(
            message("Face U:\n+-+\n| a |\n+-+"),
            "face U in line 1 has 1 sticker; expected 4 on a 2x2, 9 on a 3x3, N² on others"
        );
        assert_eq!(
            message(&format!("{block}Face R:\n+-------+\n| a b c |\n| a b c |\n| a b c |\n+-------+")),
            "face R in line 6 is 3x3 but face U in line 1 is 2x2; expected faces of one size"
        );
        assert_eq!(
            message("nothing"),
            "no face blocks found; expected `Face U:` above a box of rows `| a b |`"
        );
        let wide = format!("Face U:\n+-+\n|{}|\n+-+", "x".repeat(40));
        assert_eq!(message(&wide), "line 3 has 40 stickers; expected at most 32 in a row of face U");
    }
}
