//! The unfolded cube as text, for terminals.

use super::palette::{self, Palette, Rgb};
use super::{Cell, Mark, layout};
use crate::color::Color;
use crate::stickers::Stickers;
use std::fmt::Write;

/// The number of colours of a terminal.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
#[non_exhaustive]
pub enum ColorDepth {
    /// No colours: plain text, for files and pipes.
    #[default]
    None,
    /// 256 colours, which nearly every terminal supports.
    Ansi256,
    /// Any colour (24 bits).
    TrueColor,
}

/// Options for a net as text. The default is plain text, since the library does not detect the terminal.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
#[non_exhaustive]
pub struct AnsiOptions {
    /// The number of colours of the terminal.
    pub depth: ColorDepth,
    /// The colours of the stickers.
    pub palette: Palette,
}

impl AnsiOptions {
    /// Returns the default options.
    pub fn new() -> AnsiOptions {
        AnsiOptions::default()
    }

    /// Sets the number of colours of the terminal.
    #[must_use]
    pub fn depth(self, depth: ColorDepth) -> AnsiOptions {
        AnsiOptions { depth, ..self }
    }

    /// Sets the colours of the stickers.
    #[must_use]
    pub fn palette(self, palette: Palette) -> AnsiOptions {
        AnsiOptions { palette, ..self }
    }
}

/// Writes the unfolded cube as text: U above F, D below it, the sides in a row from L to B.
///
/// A sticker is two columns wide: its label, or else the letter of its colour (`?` if unknown), then `!`, `+` or `*` for the
/// marks [`Mark::Wrong`], [`Mark::Certain`] and [`Mark::Subject`]. Without marks, plain text has one blank between letters and
/// two between faces. Colours are added to the plain text. Every line ends with a line feed and resets the colours.
///
/// # Examples
///
/// ```
/// use cubegod::render::ansi::{self, AnsiOptions, ColorDepth};
/// use cubegod::render::Cell;
/// use cubegod::{Size, Stickers};
///
/// let cells = Stickers::<Cell>::from(&Stickers::solved(Size::THREE));
/// let plain = ansi::net(&cells, &AnsiOptions::new());
/// assert_eq!(plain.lines().next(), Some("       W W W"));
/// assert_eq!(plain.lines().nth(3), Some("O O O  G G G  R R R  B B B"));
///
/// let colorful = ansi::net(&cells, &AnsiOptions::new().depth(ColorDepth::TrueColor));
/// assert!(colorful.contains("\x1b[0;48;2;250;250;248;38;2;0;0;0mW W W "));
/// ```
pub fn net(cells: &Stickers<Cell>, options: &AnsiOptions) -> String {
    let mut lines = Lines { options, text: String::new(), style: None };
    for faces in &layout::CROSS {
        for row in 0..cells.size().layers() {
            for (column, face) in layout::without_trailing_blanks(faces).iter().enumerate() {
                if column > 0 {
                    lines.blank(1);
                }
                match face {
                    Some(face) => cells.row(*face, row).iter().for_each(|&cell| lines.sticker(cell)),
                    None => lines.blank(2 * cells.size().layers()),
                }
            }
            lines.end();
        }
    }
    lines.text
}

/// The text so far, and the style that is active at its end.
struct Lines<'a> {
    options: &'a AnsiOptions,
    text: String,
    style: Option<Style>,
}

/// The colour and mark that determine the style of a sticker.
type Style = (Option<Color>, Option<Mark>);

impl Lines<'_> {
    fn sticker(&mut self, cell: Cell) {
        self.switch_to(Some((cell.color, cell.mark)));
        let character = cell.drawn_label().unwrap_or(cell.letter());
        self.text.push(character);
        // A character that is two columns wide leaves no room for the mark; the style still shows it.
        if !is_wide(character) {
            self.text.push(match cell.mark {
                None => ' ',
                Some(Mark::Wrong) => '!',
                Some(Mark::Certain) => '+',
                Some(Mark::Subject) => '*',
            });
        }
    }

    fn blank(&mut self, columns: usize) {
        self.switch_to(None);
        self.text.extend(std::iter::repeat_n(' ', columns));
    }

    fn end(&mut self) {
        self.switch_to(None);
        // In colour the last blank is half of a sticker; in plain text it is trailing white space.
        if self.options.depth == ColorDepth::None {
            self.text.truncate(self.text.trim_end_matches(' ').len());
        }
        self.text.push('\n');
    }

    /// Switches to a style. The sequence begins with a reset (`0`), so that nothing of the previous style remains.
    fn switch_to(&mut self, style: Option<Style>) {
        if style == self.style || self.options.depth == ColorDepth::None {
            return;
        }
        let (separator, parameters) = match style {
            Some(style) => (";", parameters(style, self.options)),
            None => ("", String::new()),
        };
        // Writing to a string cannot fail.
        let _ = write!(self.text, "\x1b[0{separator}{parameters}m");
        self.style = style;
    }
}

/// Returns the parameters of the escape sequence for a sticker; nothing in plain text.
fn parameters((color, mark): Style, options: &AnsiOptions) -> String {
    let background = options.palette.rgb(color);
    let colors = match options.depth {
        ColorDepth::None => return String::new(),
        ColorDepth::TrueColor => {
            let ([r, g, b], [ink_r, ink_g, ink_b]) = (background, palette::ink(background));
            format!("48;2;{r};{g};{b};38;2;{ink_r};{ink_g};{ink_b}")
        }
        ColorDepth::Ansi256 => {
            let (number, shown) = nearest_of_256(background);
            let (ink, _) = nearest_of_256(palette::ink(shown));
            format!("48;5;{number};38;5;{ink}")
        }
    };
    match mark {
        None => colors,
        Some(Mark::Wrong) => format!("{colors};1;4"),
        Some(Mark::Certain | Mark::Subject) => format!("{colors};1"),
    }
}

/// Returns the nearest of the 256 colours that do not depend on the terminal's theme (the 6×6×6 cube from 16 on and the grays
/// from 232 on), and its RGB value.
fn nearest_of_256(rgb: Rgb) -> (u8, Rgb) {
    const STEPS: [u8; 6] = [0, 95, 135, 175, 215, 255];
    let distance =
        |other: Rgb| -> u32 { rgb.iter().zip(other).map(|(&a, b)| u32::from(a.abs_diff(b)).pow(2)).sum() };
    let nearest_step = |channel: u8| (0..6).min_by_key(|&i| STEPS[i].abs_diff(channel)).unwrap_or(0);
    let [r, g, b] = rgb.map(nearest_step);
    let colored = ((16 + 36 * r + 6 * g + b) as u8, [STEPS[r], STEPS[g], STEPS[b]]);
    let grays = (0..24).map(|i| (232 + i, [8 + 10 * i; 3]));
    grays.fold(colored, |best, gray| if distance(gray.1) < distance(best.1) { gray } else { best })
}

/// Returns the number of terminal columns of a printable character.
pub const fn width(character: char) -> usize {
    match is_wide(character) {
        true => 2,
        false => 1,
    }
}

/// Whether a terminal gives the character two columns: East Asian scripts and emoji.
const fn is_wide(character: char) -> bool {
    matches!(character,
        '\u{1100}'..='\u{115f}' | '\u{2b1b}' | '\u{2b1c}' | '\u{2e80}'..='\u{303e}' | '\u{3041}'..='\u{a4cf}'
        | '\u{ac00}'..='\u{d7a3}' | '\u{f900}'..='\u{faff}' | '\u{fe30}'..='\u{fe6f}' | '\u{ff01}'..='\u{ff60}'
        | '\u{ffe0}'..='\u{ffe6}' | '\u{1f300}'..='\u{1faff}' | '\u{20000}'..='\u{3fffd}')
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::examples;
    use std::collections::HashSet;

    fn with(depth: ColorDepth) -> AnsiOptions {
        AnsiOptions::new().depth(depth)
    }

    /// Removes the escape sequences.
    fn without_escapes(text: &str) -> String {
        let mut parts = text.split("\x1b[");
        let first = parts.next().unwrap().to_owned();
        parts.fold(first, |seen, part| seen + part.split_once('m').unwrap().1)
    }

    /// Makes escape characters readable in a snapshot.
    fn spelled_out(text: &str) -> String {
        text.replace('\x1b', "ESC")
    }

    #[test]
    fn a_solved_cube_in_plain_text() {
        insta::assert_snapshot!(net(&examples::solved(3), &with(ColorDepth::None)));
    }

    #[test]
    fn a_turned_pocket_cube_in_plain_text() {
        insta::assert_snapshot!(net(&examples::turned_pocket_cube(), &with(ColorDepth::None)));
    }

    #[test]
    fn a_solved_cube_in_true_color() {
        insta::assert_snapshot!(spelled_out(&net(&examples::solved(3), &with(ColorDepth::TrueColor))));
    }

    #[test]
    fn a_turned_pocket_cube_in_256_colors() {
        insta::assert_snapshot!(spelled_out(&net(
            &examples::turned_pocket_cube(),
            &with(ColorDepth::Ansi256)
        )));
    }

    #[test]
    fn every_net_without_its_colors_is_the_plain_one() {
        for cells in (2..=32).map(examples::solved).chain([examples::turned_pocket_cube()]) {
            let plain = net(&cells, &with(ColorDepth::None));
            assert!(plain.lines().all(|line| line.trim_end() == line));
            assert_eq!(plain.lines().count(), 3 * cells.size().layers());
            for depth in [ColorDepth::Ansi256, ColorDepth::TrueColor] {
                let colorful = without_escapes(&net(&cells, &with(depth)));
                assert!(colorful.lines().map(str::trim_end).eq(plain.lines()));
            }
        }
    }

    #[test]
    fn colors_end_with_their_line() {
        for depth in [ColorDepth::Ansi256, ColorDepth::TrueColor] {
            let text = net(&examples::turned_pocket_cube(), &with(depth));
            assert!(text.lines().all(|line| line.ends_with("\x1b[0m")));
        }
    }

    #[test]
    fn labels_replace_letters_and_keep_the_grid() {
        let mut cells = examples::solved(2);
        for (i, label) in ['a', ' ', '日', '\u{1b}'].into_iter().enumerate() {
            cells.facelets_mut()[8 + i] = cells.facelets()[8 + i].labelled(label);
        }
        let plain = net(&cells, &with(ColorDepth::None));
        assert_eq!(plain.lines().nth(2), Some("O O  a ␣  R R  B B"));
        assert_eq!(plain.lines().nth(3), Some("O O  日\u{fffd}  R R  B B"));
        assert!(!plain.contains('\x1b'));
    }

    #[test]
    fn letters_can_be_read_and_colors_stay_apart_in_256_colors() {
        for palette in [Palette::STANDARD, Palette::COLORBLIND] {
            let shown = palette.colors.into_iter().chain([palette.unknown]).map(nearest_of_256);
            let shown: HashSet<(u8, Rgb)> = shown.collect();
            assert_eq!(shown.len(), 7);
            for (_, background) in shown {
                assert!(palette::contrast(palette::ink(background), background) >= 4.5);
            }
        }
    }

    #[test]
    fn the_nearest_color_of_one_that_exists_is_itself() {
        assert_eq!(nearest_of_256([255, 135, 0]), (208, [255, 135, 0]));
        assert_eq!(nearest_of_256([128; 3]), (244, [128; 3]));
        assert_eq!(nearest_of_256(palette::BLACK).0, 16);
        assert_eq!(nearest_of_256(palette::WHITE).0, 231);
    }
}
