//! Drawing of stickers with their labels and marks.

use super::path::{Path, Point, number};
use super::{SvgOptions, alphabet, escaped, hex};
use crate::render::palette::{BLACK, Rgb, WHITE, ink};
use crate::render::{Cell, Mark};
use std::fmt::Write;

/// The radius of a sticker's corners, relative to half its side.
const CORNER: f64 = 0.3;

// Labels and marks are drawn on a square from −10 to 10, which is then mapped to the sticker, so that letters follow the
// perspective.
const SIGN_HALF: f64 = 10.0;
const LETTER_HEIGHT: f64 = 9.2;
/// The height of a letter inside a ring.
const SMALL_LETTER_HEIGHT: f64 = 7.2;
const STROKE: f64 = 1.35;

/// The shapes of a drawing. Labels and marks come after all stickers, so that their common attributes are written once.
pub(super) struct Canvas<'a> {
    options: &'a SvgOptions,
    shapes: String,
    /// The labels and marks.
    signs: String,
}

impl<'a> Canvas<'a> {
    pub(super) fn new(options: &'a SvgOptions) -> Canvas<'a> {
        Canvas { options, shapes: String::new(), signs: String::new() }
    }

    /// Fills a path with a colour at this brightness.
    pub(super) fn fill(&mut self, color: Rgb, brightness: f64, data: &str) {
        // Writing to a string cannot fail.
        let _ = write!(self.shapes, "<path fill=\"{}\" d=\"{data}\"/>", hex(lit(color, brightness)));
    }

    /// Draws a sticker; `map` maps the square from (−1, −1) to (1, 1) to the sticker.
    pub(super) fn sticker(&mut self, cell: Cell, brightness: f64, map: impl Fn(Point) -> Point) {
        let color = self.options.palette.rgb(cell.color);
        let mut outline = Path::new(&map);
        outline.rounded_square(1.0, CORNER);
        self.fill(color, brightness, &outline.finish());

        let mut signs = String::new();
        if self.options.labels
            && let Some(label) = cell.drawn_label()
        {
            // The ink depends on the colour and not on its brightness, so that it is the same on every face.
            let height = if cell.mark == Some(Mark::Wrong) { SMALL_LETTER_HEIGHT } else { LETTER_HEIGHT };
            signs.push_str(&drawn_letter(label, height, ink(color)));
        }
        if let Some(mark) = cell.mark {
            signs.push_str(&drawn_mark(mark));
        }
        if !signs.is_empty() {
            let _ = write!(self.signs, "<g transform=\"matrix({})\">{signs}</g>", matrix(map));
        }
    }

    pub(super) fn finish(self) -> String {
        let mut text = self.shapes;
        if !self.signs.is_empty() {
            let _ = write!(
                text,
                "<g fill=\"none\" stroke-width=\"{STROKE}\" stroke-linecap=\"round\" stroke-linejoin=\"round\">{}</g>",
                self.signs
            );
        }
        text
    }
}

fn drawn_letter(label: char, height: f64, ink: Rgb) -> String {
    match alphabet::strokes(label) {
        Some(strokes) => {
            let mut path = Path::new(|[x, y]: Point| [x * height, y * height]);
            for (command, points) in strokes {
                path.command(command, &points);
            }
            format!("<path stroke=\"{}\" d=\"{}\"/>", hex(ink), path.finish())
        }
        None => format!(
            "<text y=\".36em\" font-family=\"sans-serif\" font-size=\"{}\" text-anchor=\"middle\" fill=\"{}\">{}</text>",
            number(1.3 * height),
            hex(ink),
            escaped(label.encode_utf8(&mut [0; 4])),
        ),
    }
}

/// Draws a mark. Marks differ in shape and are black with a white outline, so that they are visible on every colour.
fn drawn_mark(mark: Mark) -> String {
    let (black, white) = (hex(BLACK), hex(WHITE));
    match mark {
        Mark::Wrong => format!(
            "<circle r=\"7.5\" stroke=\"{white}\" stroke-width=\"2.7\"/><circle r=\"7.5\" stroke=\"{black}\"/>"
        ),
        Mark::Certain => {
            format!("<circle cx=\"6.6\" cy=\"-6.6\" r=\"1.9\" fill=\"{black}\" stroke=\"{white}\"/>")
        }
        Mark::Subject => {
            let frame = "d=\"M-7.4 -7.4H7.4V7.4H-7.4Z\"";
            format!(
                "<path {frame} stroke=\"{white}\" stroke-width=\"3.4\"/><path {frame} stroke=\"{black}\" stroke-width=\"1.6\"/>"
            )
        }
    }
}

/// Returns the SVG matrix that maps the square of labels and marks to a sticker. It ignores the perspective within one sticker,
/// which is not noticeable.
fn matrix(map: impl Fn(Point) -> Point) -> String {
    let [x, y] = map([0.0, 0.0]);
    let slope = |from: Point, to: Point| [0, 1].map(|i| (to[i] - from[i]) / (2.0 * SIGN_HALF));
    let [right_x, right_y] = slope(map([-1.0, 0.0]), map([1.0, 0.0]));
    let [down_x, down_y] = slope(map([0.0, -1.0]), map([0.0, 1.0]));
    [right_x, right_y, down_x, down_y, x, y].map(number).join(" ")
}

fn lit(color: Rgb, brightness: f64) -> Rgb {
    color.map(|channel| (f64::from(channel) * brightness).round().min(255.0) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::palette::{Palette, contrast};

    fn drawn(cell: Cell) -> String {
        let options = SvgOptions::default();
        let mut canvas = Canvas::new(&options);
        canvas.sticker(cell, 1.0, |[x, y]| [10.0 * x, 10.0 * y]);
        canvas.finish()
    }

    #[test]
    fn ascii_is_drawn_as_strokes_and_other_characters_as_text() {
        assert!(!drawn(Cell::UNKNOWN.labelled('<')).contains("<text"));
        assert!(drawn(Cell::UNKNOWN.labelled('é')).contains(">é</text>"));
        assert!(drawn(Cell::UNKNOWN.labelled('\u{ffff}')).contains(">\u{fffd}</text>"));
    }

    #[test]
    fn marks_are_black_and_white_and_differ() {
        let marks = [Mark::Wrong, Mark::Certain, Mark::Subject];
        let drawings = marks.map(|mark| drawn(Cell::UNKNOWN.marked(mark)));
        for drawing in &drawings {
            assert!(drawing.contains("#ffffff") && drawing.contains("#000000"));
            assert_eq!(drawings.iter().filter(|other| *other == drawing).count(), 1);
        }
    }

    #[test]
    fn labels_and_marks_are_mapped_to_the_sticker() {
        assert_eq!(matrix(|[x, y]| [50.0 + 20.0 * x - 5.0 * y, 7.0 + 30.0 * y]), "2 0 -0.5 3 50 7");
    }

    #[test]
    fn letters_are_legible_at_every_brightness() {
        for palette in [Palette::STANDARD, Palette::COLORBLIND] {
            for color in palette.colors.into_iter().chain([palette.unknown]) {
                for brightness in crate::render::svg::iso::BRIGHTNESS {
                    assert!(contrast(ink(color), lit(color, brightness)) >= 4.5, "{color:?} {brightness}");
                }
            }
        }
    }
}
