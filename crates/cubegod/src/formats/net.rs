//! `net`: a net drawn over 3N lines: U, then L F R B side by side, then D.
//!
//! Stickers are letters (with or without blanks between them), emoji, or blanks with a background colour of the terminal.

use super::LayoutError;
use super::terminal::{self, Glyph, Paint, Palette};
use crate::geometry::{Face, Size};
use crate::stickers::Stickers;
use crate::text::{self, UNKNOWN};

/// The faces of the middle rows.
const MIDDLE: [Face; 4] = [Face::L, Face::F, Face::R, Face::B];

/// The number of lines of the largest net.
const MAX_LINES: usize = 3 * Size::MAX.layers();
/// The number of stickers in a line of the largest net.
const MAX_LINE_STICKERS: usize = 4 * Size::MAX.layers();

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
/// Fails as [`read`] does.
pub fn labels(text: &str) -> Result<Stickers<char>, LayoutError> {
    read_letters(text, |character| character)
}

/// Writes a net with one blank between stickers and faces.
pub fn write(stickers: &Stickers<char>) -> String {
    draw(stickers, text::written, " ", " ")
}

/// Writes the net with the rows of each face together and a blank between faces, as the Python package prints it.
pub fn write_compact(stickers: &Stickers<char>) -> String {
    draw(stickers, text::written, "", " ")
}

/// Writes a compact net of labels, blanks and invisible characters as visible symbols.
pub fn write_labels(stickers: &Stickers<char>) -> String {
    draw(stickers, text::visible_label, "", " ")
}

fn draw(
    stickers: &Stickers<char>,
    written: fn(char) -> char,
    between_stickers: &str,
    between_faces: &str,
) -> String {
    let layers = stickers.size().layers();
    let row = |face: Face, row: usize| {
        let labels = stickers.row(face, row).iter().map(|&contents| written(contents).to_string());
        labels.collect::<Vec<_>>().join(between_stickers)
    };
    let indent = " ".repeat(layers + (layers - 1) * between_stickers.len() + between_faces.len());
    let alone =
        |face: Face| (0..layers).map(|number| format!("{indent}{}", row(face, number))).collect::<Vec<_>>();
    let mut lines = alone(Face::U);
    lines.extend((0..layers).map(|number| MIDDLE.map(|face| row(face, number)).join(between_faces)));
    lines.extend(alone(Face::D));
    lines.join("\n")
}

/// Returns the indices of the stickers in the order in which a net is read, line by line.
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

/// Reorders stickers from a net's reading order to facelet order.
pub(super) fn from_reading_order(read: &Stickers<char>) -> Stickers<char> {
    let mut stickers = read.clone();
    for (index, &contents) in reading_order(read.size()).zip(read.facelets()) {
        stickers.facelets_mut()[index] = contents;
    }
    stickers
}

/// A line with stickers.
struct Line {
    /// The line number in the text.
    number: usize,
    /// The number of stickers.
    found: usize,
    /// The stickers, up to the number in the largest net.
    stickers: Vec<char>,
}

/// The lines with stickers; all are counted, but only those of the largest net are stored.
#[derive(Default)]
struct Lines {
    found: usize,
    kept: Vec<Line>,
}

impl Lines {
    fn put(&mut self, number: usize, contents: char) {
        if self.kept.last().is_none_or(|line| line.number != number) {
            self.found += 1;
            if self.found > MAX_LINES {
                return;
            }
            self.kept.push(Line { number, found: 0, stickers: Vec::new() });
        }
        if let Some(line) = self.kept.last_mut() {
            line.found += 1;
            if line.found <= MAX_LINE_STICKERS {
                line.stickers.push(contents);
            }
        }
    }

    fn stickers(&self) -> Result<Stickers<char>, LayoutError> {
        let widths: Vec<usize> = self.kept.iter().map(|line| line.found).collect();
        let size = match parts(&widths) {
            // The other lines could have the number of a smaller net.
            Some([up, middle, _]) if up + middle > widths[0] && self.found < 3 * widths[0] => {
                return Err(LayoutError::NetLines { found: self.found, size: Size::new(widths[0]).ok() });
            }
            _ => net_size(self.found)?,
        };
        let layers = size.layers();
        let mut stickers = Vec::with_capacity(size.sticker_count());
        for (index, line) in self.kept.iter().enumerate() {
            let (faces, expected) = match index / layers {
                0 => ("U", layers),
                1 => ("L F R B", 4 * layers),
                _ => ("D", layers),
            };
            if line.found == expected {
                stickers.extend(&line.stickers);
            } else if let Some(window) = without_padding(line, layers).filter(|_| faces.len() == 1) {
                stickers.extend(window);
            } else {
                return Err(LayoutError::NetLine { line: line.number, found: line.found, expected, faces });
            }
        }
        let read = Stickers::new(size, stickers)
            .map_err(|_| LayoutError::NetLines { found: self.found, size: None })?;
        Ok(from_reading_order(&read))
    }
}

/// Returns the numbers of rows of U, of L F R B and of D, if rows with so many stickers are those of a net, some of which may be
/// missing, but not the whole face U.
pub(super) fn parts(widths: &[usize]) -> Option<[usize; 3]> {
    let layers = *widths.first()?;
    let mut rest = widths;
    let parts = [layers, 4 * layers, layers].map(|width| {
        let rows = rest.iter().take(layers).take_while(|&&other| other == width).count();
        rest = &rest[rows..];
        rows
    });
    (rest.is_empty() && (parts[1] > 0 || parts[2] == 0)).then_some(parts)
}

/// Returns the size of a net with this many lines.
fn net_size(lines: usize) -> Result<Size, LayoutError> {
    match Size::new(lines / 3) {
        Ok(size) if lines.is_multiple_of(3) => Ok(size),
        _ => Err(LayoutError::NetLines { found: lines, size: None }),
    }
}

/// Returns the stickers of U or D in a line padded with unknown squares, as in many emoji nets.
fn without_padding(line: &Line, layers: usize) -> Option<&[char]> {
    let window = line.stickers.get(layers..2 * layers)?;
    let is_padding = |stickers: &[char]| stickers.iter().all(|&contents| contents == UNKNOWN);
    let is_padded = line.found <= 4 * layers
        && is_padding(&line.stickers[..layers])
        && is_padding(&line.stickers[2 * layers..]);
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

/// Whether the stickers are coloured areas: only blanks, solid shapes and marks of unknown stickers.
fn is_painted(text: &str) -> bool {
    let mut is_coloured = false;
    for glyph in terminal::glyphs(text) {
        let is_blank = text::is_skipped(glyph.character);
        if !is_blank && !is_solid(glyph.character) && !text::is_unknown_mark(glyph.character) {
            return false;
        }
        is_coloured |= if is_blank {
            glyph.background.is_some()
        } else {
            is_solid(glyph.character) && glyph.foreground.is_some()
        };
    }
    is_coloured
}

/// Whether a character is a solid shape, which shows the foreground colour.
fn is_solid(character: char) -> bool {
    matches!(character, '█' | '▇' | '▆' | '■' | '◼' | '●' | '⬤')
}

/// Returns the colour of a terminal column, if it belongs to a sticker.
fn patch(glyph: &Glyph) -> Option<Paint> {
    const BLACK: Paint = Paint::Named(0);
    if text::is_unknown_mark(glyph.character) {
        Some(BLACK)
    } else if is_solid(glyph.character) {
        glyph.foreground.or(glyph.background)
    } else if glyph.character.is_whitespace() {
        glyph.background
    } else {
        None
    }
}

fn read_painted(text: &str) -> Result<Stickers<char>, LayoutError> {
    let patches =
        || terminal::glyphs(text).filter_map(|glyph| patch(&glyph).map(|paint| (glyph.position, paint)));
    // Count the lines first: they give the size, and the size gives the width of a sticker.
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

    /// A net with blanks between stickers.
    const SPACED: &str = "      Y B B
      O G B
      G R B
W W B R Y Y R G G O O O
R O O G B R G R O Y W W
Y G Y O R G W B G O Y W
      B B R
      W Y Y
      R W W";

    /// A net as printed by the Python package.
    const COMPACT: &str = "    {LO
    LS_
    SLW
CS_ A?R EBL E}R
AOP GNK KØG FEP
__U RSA AUI UO_
    PLL
    DOE
    XB_";

    /// Draws each sticker as `patch` in its background colour, with `between` after it.
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
            let stickers = line.trim_start().split(' ').map(|sticker| {
                format!("\u{1b}[{}m{patch}\u{1b}[0m{between}", paint(sticker.chars().next().unwrap_or('?')))
            });
            " ".repeat(line.len() - line.trim_start().len()) + &stickers.collect::<String>()
        };
        write(stickers).lines().map(line).collect::<Vec<_>>().join("\r\n")
    }

    #[test]
    fn a_spaced_net_is_written_as_it_was_read() {
        let stickers = read(SPACED).unwrap();
        assert_eq!(facelets::write(&stickers), "YBBOGBGRBRGGGROWBGRYYGBRORGBBRWYYRWWWWBROOYGYOOOYWWOYW");
        assert_eq!(write(&stickers), SPACED);
    }

    #[test]
    fn indents_tabs_line_ends_and_blank_lines_are_ignored() {
        let stickers = read(SPACED);
        for text in [
            SPACED.replace('\n', "\r\n"),
            SPACED.replace("      ", "\t\t\t").replace(' ', "\t"),
            SPACED.replace(' ', ""),
            format!("\n{}\n\n", SPACED.replace('\n', "\n  \n")),
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
    fn letters_take_precedence_over_their_colours() {
        let text = SPACED.replace('Y', "\u{1b}[41mY\u{1b}[0m").replace('B', "\u{1b}[38;5;21m B \u{1b}[m");
        assert_eq!(read(&text), read(SPACED));
    }

    #[test]
    fn coloured_blanks_of_any_width_are_read() {
        let mut stickers = read(SPACED).unwrap();
        stickers.facelets_mut()[7] = '?';
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
    fn solid_shapes_show_the_foreground_colour() {
        let stickers = read(SPACED).unwrap();
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
    fn errors_in_a_net_have_their_line() {
        assert_eq!(
            message(&SPACED.replace("W W B R", "W W R")),
            "line 4 of the net has 11 stickers; expected 12 (L F R B)"
        );
        assert_eq!(
            message(&SPACED.replace("  B B R", "  B B R R")),
            "line 7 of the net has 4 stickers; expected 3 (D)"
        );
        assert_eq!(
            message(&SPACED.replace("      B B R", "      B B").replace("      R W W", "")),
            "the net has 8 lines with stickers; expected 6 for a 2x2, 9 for a 3x3, 3N for others"
        );
        for lines in [
            SPACED.lines().take(6).collect::<Vec<_>>(),
            SPACED.lines().skip(1).collect(),
            SPACED.lines().take(3).chain(SPACED.lines().skip(4)).collect(),
        ] {
            assert_eq!(
                message(&lines.join("\n")),
                format!(
                    "the net has {} lines with stickers; expected 9 for a 3x3, as its rows have 3 and 12",
                    lines.len()
                )
            );
        }
        assert_eq!(
            message(""),
            "the net has no lines with stickers; expected 6 for a 2x2, 9 for a 3x3, 3N for others"
        );
        assert_eq!(
            message(&SPACED.replace("G R B", "G R \u{7}")),
            "`\\u{7}` at line 3, column 11 is no sticker; expected a printable character, or `?` for an unknown one"
        );
    }

    #[test]
    fn errors_in_a_coloured_net_have_their_position() {
        let text = painted(&read(SPACED).unwrap(), "  ", "");
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
