//! `net`: a net drawn over 3N lines: U, then L F R B side by side, then D.
//!
//! Cells are letters (with or without blanks between them), emoji, or a terminal's coloured blanks.

use super::LayoutError;
use super::terminal::{self, Glyph, Paint, Palette};
use super::text::{self, UNKNOWN};
use crate::geometry::{Face, Size};
use crate::stickers::Stickers;

/// The faces of the middle rows.
const MIDDLE: [Face; 4] = [Face::L, Face::F, Face::R, Face::B];

/// The largest net.
const MOST_LINES: usize = 3 * Size::MAX.layers();
const MOST_CELLS: usize = 4 * Size::MAX.layers();

/// Reads a net by counting the stickers of each line; indents, blanks, blank lines and escape sequences are ignored.
///
/// # Errors
///
/// Fails if the lines do not have the numbers of stickers of a net.
pub fn read(text: &str) -> Result<Stickers<char>, LayoutError> {
    if is_painted(text) { read_painted(text) } else { read_letters(text, text::sticker) }
}

/// Reads the characters of a net literally, for labels that are not colours: `.` stays `.`.
///
/// # Errors
///
/// As for [`read`].
pub fn labels(text: &str) -> Result<Stickers<char>, LayoutError> {
    read_letters(text, |character| character)
}

/// Writes the contest's net: one blank between stickers, the upper and lower face indented.
pub fn write(stickers: &Stickers<char>) -> String {
    draw(stickers, text::written, " ", " ")
}

/// Writes the net with the rows of each face together and a blank between faces, as the Python package prints it.
pub fn write_compact(stickers: &Stickers<char>) -> String {
    draw(stickers, text::written, "", " ")
}

/// Writes labels so: every character as itself, but blanks and what can't be seen as a sign for it.
pub fn write_labels(stickers: &Stickers<char>) -> String {
    draw(stickers, text::seen_label, "", " ")
}

fn draw(
    stickers: &Stickers<char>,
    written: fn(char) -> char,
    between_stickers: &str,
    between_faces: &str,
) -> String {
    let layers = stickers.size().layers();
    let row = |face: Face, row: usize| {
        let cells = stickers.row(face, row).iter().map(|&contents| written(contents).to_string());
        cells.collect::<Vec<_>>().join(between_stickers)
    };
    let indent = " ".repeat(layers + (layers - 1) * between_stickers.len() + between_faces.len());
    let alone =
        |face: Face| (0..layers).map(|number| format!("{indent}{}", row(face, number))).collect::<Vec<_>>();
    let mut lines = alone(Face::U);
    lines.extend((0..layers).map(|number| MIDDLE.map(|face| row(face, number)).join(between_faces)));
    lines.extend(alone(Face::D));
    lines.join("\n")
}

/// The indices of the stickers in the order in which a net is read, line by line.
pub(crate) fn reading_order(size: Size) -> impl Iterator<Item = usize> {
    let layers = size.layers();
    let row = move |face: Face, row: usize| {
        (0..layers).map(move |column| face.index() * size.face_stickers() + row * layers + column)
    };
    let alone = move |face: Face| (0..layers).flat_map(move |number| row(face, number));
    let middle =
        (0..layers).flat_map(move |number| MIDDLE.into_iter().flat_map(move |face| row(face, number)));
    alone(Face::U).chain(middle).chain(alone(Face::D))
}

/// Stickers whose contents were put down in a net's reading order, each brought to its own place.
pub(super) fn from_reading_order(read: &Stickers<char>) -> Stickers<char> {
    let mut stickers = read.clone();
    for (index, &contents) in reading_order(read.size()).zip(read.facelets()) {
        stickers.cells_mut()[index] = contents;
    }
    stickers
}

/// A line with stickers on it.
struct Line {
    /// Its number in the text.
    number: usize,
    /// How many stickers it has.
    found: usize,
    /// Their contents, as far as the largest net has them.
    cells: Vec<char>,
}

/// The lines with stickers: all are counted, those that a net can have are kept.
#[derive(Default)]
struct Lines {
    found: usize,
    kept: Vec<Line>,
}

impl Lines {
    fn put(&mut self, number: usize, contents: char) {
        if self.kept.last().is_none_or(|line| line.number != number) {
            self.found += 1;
            if self.found > MOST_LINES {
                return;
            }
            self.kept.push(Line { number, found: 0, cells: Vec::new() });
        }
        if let Some(line) = self.kept.last_mut() {
            line.found += 1;
            if line.found <= MOST_CELLS {
                line.cells.push(contents);
            }
        }
    }

    fn stickers(&self) -> Result<Stickers<char>, LayoutError> {
        let size = net_size(self.found)?;
        let layers = size.layers();
        let mut cells = Vec::with_capacity(size.sticker_count());
        for (index, line) in self.kept.iter().enumerate() {
            let (faces, expected) = match index / layers {
                0 => ("U", layers),
                1 => ("L F R B", 4 * layers),
                _ => ("D", layers),
            };
            if line.found == expected {
                cells.extend(&line.cells);
            } else if let Some(window) = without_padding(line, layers).filter(|_| faces.len() == 1) {
                cells.extend(window);
            } else {
                return Err(LayoutError::NetLine { line: line.number, found: line.found, expected, faces });
            }
        }
        let read = Stickers::new(size, cells).map_err(|_| LayoutError::NetLines { found: self.found })?;
        Ok(from_reading_order(&read))
    }
}

/// The size of a net with this many lines.
fn net_size(lines: usize) -> Result<Size, LayoutError> {
    match Size::new(lines / 3) {
        Ok(size) if lines.is_multiple_of(3) => Ok(size),
        _ => Err(LayoutError::NetLines { found: lines }),
    }
}

/// The stickers of U or D in a line that is filled up with unknown squares, as nets of emoji often are.
fn without_padding(line: &Line, layers: usize) -> Option<&[char]> {
    let window = line.cells.get(layers..2 * layers)?;
    let is_padding = |cells: &[char]| cells.iter().all(|&contents| contents == UNKNOWN);
    let is_padded = line.found <= 4 * layers
        && is_padding(&line.cells[..layers])
        && is_padding(&line.cells[2 * layers..]);
    is_padded.then_some(window)
}

fn read_letters(text: &str, contents: impl Fn(char) -> char) -> Result<Stickers<char>, LayoutError> {
    let mut lines = Lines::default();
    for glyph in terminal::glyphs(text).filter(|glyph| !text::is_skipped(glyph.character)) {
        if glyph.character.is_control() {
            let found = text::quote(glyph.character.encode_utf8(&mut [0; 4]));
            return Err(LayoutError::Unprintable { at: glyph.position, found });
        }
        lines.put(glyph.position.line, contents(glyph.character));
    }
    lines.stickers()
}

/// Whether the stickers are patches of colour: nothing but blanks, solid shapes and marks of unknown stickers.
fn is_painted(text: &str) -> bool {
    let mut is_coloured = false;
    for glyph in terminal::glyphs(text) {
        let is_blank = text::is_skipped(glyph.character);
        if !is_blank && !is_solid(glyph.character) && !text::is_unknown_mark(glyph.character) {
            return false;
        }
        is_coloured |=
            if is_blank { glyph.ground.is_some() } else { is_solid(glyph.character) && glyph.ink.is_some() };
    }
    is_coloured
}

/// Shapes whose colour is that of the character, not of what is behind it.
fn is_solid(character: char) -> bool {
    matches!(character, '█' | '▇' | '▆' | '■' | '◼' | '●' | '⬤')
}

/// The colour that a column of the screen shows, if it belongs to a sticker.
fn patch(glyph: &Glyph) -> Option<Paint> {
    const BLACK: Paint = Paint::Named(0);
    if text::is_unknown_mark(glyph.character) {
        Some(BLACK)
    } else if is_solid(glyph.character) {
        glyph.ink.or(glyph.ground)
    } else if glyph.character.is_whitespace() {
        glyph.ground
    } else {
        None
    }
}

fn read_painted(text: &str) -> Result<Stickers<char>, LayoutError> {
    let patches =
        || terminal::glyphs(text).filter_map(|glyph| patch(&glyph).map(|paint| (glyph.position, paint)));
    // Unlike the columns of a line, which depend on how wide a sticker is drawn, the lines are counted first.
    let (mut lines, mut widest, mut width, mut last) = (0, 0, 0, 0);
    for (position, _) in patches() {
        if position.line != last {
            (lines, width, last) = (lines + 1, 0, position.line);
        }
        width += 1;
        widest = widest.max(width);
    }
    let across = 4 * net_size(lines)?.layers();
    if widest % across != 0 {
        return Err(LayoutError::NetColumns { found: widest, lines, across });
    }
    let sticker_width = widest / across;

    let palette = Palette::of(patches().map(|(_, paint)| paint));
    let mut stickers = Lines::default();
    let (mut line, mut columns, mut current) = (0, 0, UNKNOWN);
    for (position, paint) in patches() {
        let letter = palette.letter(paint);
        if position.line != line {
            if columns % sticker_width != 0 {
                return Err(LayoutError::NetPart { line, found: columns, sticker_width });
            }
            (line, columns) = (position.line, 0);
        }
        if columns % sticker_width == 0 {
            current = letter;
            stickers.put(line, letter);
        } else if letter != current {
            return Err(LayoutError::NetTwoColors { at: position, sticker_width });
        }
        columns += 1;
    }
    if columns % sticker_width != 0 {
        return Err(LayoutError::NetPart { line, found: columns, sticker_width });
    }
    stickers.stickers()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::{facelets, net_string};

    fn message(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    /// The contest's second sample cube.
    const CONTEST: &str = "      Y B B
      O G B
      G R B
W W B R Y Y R G G O O O
R O O G B R G R O Y W W
Y G Y O R G W B G O Y W
      B B R
      W Y Y
      R W W";

    /// How the Python package prints its labels.
    const COMPACT: &str = "    {LO
    LS_
    SLW
CS_ A?R EBL E}R
AOP GNK KØG FEP
__U RSA AUI UO_
    PLL
    DOE
    XB_";

    /// Each sticker as blanks on its colour, with the given blanks and something between stickers.
    fn painted(stickers: &Stickers<char>, patch: &str, between: &str) -> String {
        let paint = |letter: char| match letter {
            'W' => "107",
            'R' => "41",
            'G' => "48;5;34",
            'Y' => "48;2;255;213;0",
            'O' => "48;5;208",
            'B' => "44",
            _ => "100",
        };
        let line = |line: &str| {
            let cells = line.trim_start().split(' ').map(|cell| {
                format!("\u{1b}[{}m{patch}\u{1b}[0m{between}", paint(cell.chars().next().unwrap_or('?')))
            });
            " ".repeat(line.len() - line.trim_start().len()) + &cells.collect::<String>()
        };
        write(stickers).lines().map(line).collect::<Vec<_>>().join("\r\n")
    }

    #[test]
    fn the_contest_s_net_is_written_as_it_was_read() {
        let stickers = read(CONTEST).unwrap();
        assert_eq!(facelets::write(&stickers), "YBBOGBGRBRGGGROWBGRYYGBRORGBBRWYYRWWWWBROOYGYOOOYWWOYW");
        assert_eq!(write(&stickers), CONTEST);
    }

    #[test]
    fn indents_tabs_line_ends_and_blank_lines_are_free() {
        let stickers = read(CONTEST);
        for text in [
            CONTEST.replace('\n', "\r\n"),
            CONTEST.replace("      ", "\t\t\t").replace(' ', "\t"),
            CONTEST.replace(' ', ""),
            format!("\n{}\n\n", CONTEST.replace('\n', "\n  \n")),
        ] {
            assert_eq!(read(&text), stickers, "{text}");
        }
    }

    #[test]
    fn a_printed_cube_of_the_python_package_is_its_net_string() {
        let stickers = labels(COMPACT).unwrap();
        let flat = "{LOLS_SLWCS_A?REBLE}RAOPGNKKØGFEP__URSAAUIUO_PLLDOEXB_";
        assert_eq!(net_string::labels(flat), Ok(stickers.clone()));
        assert_eq!(write_compact(&stickers), COMPACT);
    }

    #[test]
    fn letters_count_more_than_their_colours() {
        let text = CONTEST.replace('Y', "\u{1b}[41mY\u{1b}[0m").replace('B', "\u{1b}[38;5;21m B \u{1b}[m");
        assert_eq!(read(&text), read(CONTEST));
    }

    #[test]
    fn coloured_blanks_are_read_whatever_their_width() {
        let mut stickers = read(CONTEST).unwrap();
        stickers.cells_mut()[7] = '?';
        for (patch, between) in [(" ", ""), ("  ", ""), ("   ", " "), ("  ", "\u{1b}[K")] {
            assert_eq!(
                read(&painted(&stickers, patch, between)),
                Ok(stickers.clone()),
                "{patch:?} {between:?}"
            );
        }
        let pocket = facelets::read("WWRYGGOO?BWWRRYYGGOOBBWB").unwrap();
        assert_eq!(read(&painted(&pocket, "  ", "")), Ok(pocket));
    }

    #[test]
    fn solid_shapes_show_the_colour_of_their_ink() {
        let stickers = read(CONTEST).unwrap();
        let text = painted(&stickers, "██", " ").replace("[4", "[3").replace("[107", "[97");
        assert_eq!(read(&text), Ok(stickers));
    }

    #[test]
    fn emoji_nets_are_read_with_and_without_padding() {
        let expected = facelets::read("WWRYGGOO?BWWRRYYGGOOBBWB").unwrap();
        let emoji: String = write_compact(&expected)
            .chars()
            .map(|c| match c {
                'W' => "⬜\u{fe0f}",
                'R' => "🟥",
                'G' => "🟩",
                'Y' => "🟨",
                'O' => "🟧",
                'B' => "🟦",
                '?' => "◻️",
                '\n' => "\n",
                _ => "  ",
            })
            .collect();
        assert_eq!(read(&emoji), Ok(expected.clone()));
        let padded = emoji.replace("      ", "⬛⬛");
        assert_eq!(read(&padded), Ok(expected));
    }

    #[test]
    fn what_is_wrong_with_a_net_is_said_with_its_line() {
        assert_eq!(
            message(&CONTEST.replace("W W B R", "W W R")),
            "line 4 of the net has 11 stickers; expected 12 (L F R B)"
        );
        assert_eq!(
            message(&CONTEST.replace("  B B R", "  B B R R")),
            "line 7 of the net has 4 stickers; expected 3 (D)"
        );
        assert_eq!(
            message(&CONTEST.replace("      R W W", "")),
            "the net has 8 lines with stickers; expected 6 for a 2x2, 9 for a 3x3, 3N for others"
        );
        assert_eq!(
            message(""),
            "the net has no lines with stickers; expected 6 for a 2x2, 9 for a 3x3, 3N for others"
        );
        assert_eq!(
            message(&CONTEST.replace("G R B", "G R \u{7}")),
            "`\\u{7}` at line 3, column 11 is no sticker; expected a printable character, or `?` for an unknown one"
        );
    }

    #[test]
    fn what_is_wrong_with_a_painted_net_is_said_with_its_place() {
        let text = painted(&read(CONTEST).unwrap(), "  ", "");
        let longer = |number: usize| {
            let mut lines: Vec<String> = text.lines().map(String::from).collect();
            lines[number - 1] += "\u{1b}[41m \u{1b}[m";
            lines.join("\n")
        };
        for number in [1, 9] {
            assert_eq!(
                message(&longer(number)),
                format!(
                    "line {number} of the net has 7 coloured columns; expected a multiple of 2, the width of a sticker"
                )
            );
        }
        assert_eq!(
            message(&longer(4)),
            "the widest line of the net has 25 coloured columns; expected a multiple of 12, as the net has 9 lines"
        );
        assert_eq!(
            message(&text.replacen("44m  ", "44m \u{1b}[41m ", 1)),
            "the colour changes inside a sticker at line 1, column 41; expected stickers of one colour, 2 columns wide"
        );
    }
}
