//! Vector drawings: the unfolded cube and the cube in perspective.
//!
//! The drawings are self-contained: no scripts, no references, no identifiers that could clash on one page. Labels of
//! printable ASCII are drawn as strokes of a built-in alphabet, so they need no font and follow the perspective. Any other
//! character is written as text, for which the viewer needs a font.

mod alphabet;
mod canvas;
mod iso;
mod net;
mod path;

pub use iso::iso;
pub use net::net;

use super::palette::{Palette, Rgb};
use super::{Cell, Mark};
use crate::geometry::Facelet;
use crate::stickers::Stickers;
use std::fmt::Write;

/// Options for a drawing.
///
/// # Examples
///
/// ```
/// use cubegod::render::{Cell, Palette, svg};
/// use cubegod::{Size, Stickers};
///
/// let cells = Stickers::<Cell>::from(&Stickers::solved(Size::THREE)).map(|cell| cell.lettered());
/// let options = svg::SvgOptions::new().width(800).palette(Palette::COLORBLIND);
/// let drawing = svg::net(&cells, &options);
/// assert!(drawing.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"800\" "));
/// ```
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct SvgOptions {
    /// The width in pixels; the height follows from it.
    pub width: u32,
    /// The colours of the stickers.
    pub palette: Palette,
    /// The background colour; transparent if `None`.
    pub background: Option<Rgb>,
    /// Whether the labels of the stickers are drawn.
    pub labels: bool,
    /// Whether [`iso()`] also draws the other three faces, as a second cube seen from the opposite corner. That halves the size of
    /// the first one.
    pub back: bool,
    /// The title for screen readers; by default the size of the cube. A description of the stickers is always added.
    pub title: Option<String>,
}

/// Returns options for 480 pixels, the standard colours, no background, labels, and no back view.
impl Default for SvgOptions {
    fn default() -> SvgOptions {
        SvgOptions {
            width: 480,
            palette: Palette::STANDARD,
            background: None,
            labels: true,
            back: false,
            title: None,
        }
    }
}

impl SvgOptions {
    /// Returns the default options.
    pub fn new() -> SvgOptions {
        SvgOptions::default()
    }

    /// Sets the width in pixels.
    #[must_use]
    pub fn width(self, width: u32) -> SvgOptions {
        SvgOptions { width, ..self }
    }

    /// Sets the colours of the stickers.
    #[must_use]
    pub fn palette(self, palette: Palette) -> SvgOptions {
        SvgOptions { palette, ..self }
    }

    /// Sets the background colour; `None` is transparent.
    #[must_use]
    pub fn background(self, background: impl Into<Option<Rgb>>) -> SvgOptions {
        SvgOptions { background: background.into(), ..self }
    }

    /// Draws the labels of the stickers or omits them.
    #[must_use]
    pub fn labels(self, labels: bool) -> SvgOptions {
        SvgOptions { labels, ..self }
    }

    /// Draws the back view or omits it.
    #[must_use]
    pub fn back(self, back: bool) -> SvgOptions {
        SvgOptions { back, ..self }
    }

    /// Sets the title for screen readers.
    #[must_use]
    pub fn title(self, title: impl Into<String>) -> SvgOptions {
        SvgOptions { title: Some(title.into()), ..self }
    }
}

/// Writes the document around the shapes of a drawing that is `width` × `height` in its own units.
fn document(cells: &Stickers<Cell>, options: &SvgOptions, [width, height]: [f64; 2], shapes: &str) -> String {
    let title = options.title.clone().unwrap_or_else(|| format!("{} cube", cells.size()));
    let pixels = f64::from(options.width);
    let pixel_height = path::number(pixels * height / width);
    let [width, height] = [width, height].map(path::number);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{pixel_height}\" \
         viewBox=\"0 0 {width} {height}\" role=\"img\"><title>{}</title><desc>{}</desc>",
        options.width,
        escaped(&title),
        escaped(&description(cells)),
    );
    if let Some(background) = options.background {
        // Writing to a string cannot fail.
        let _ = write!(text, "<path fill=\"{}\" d=\"M0 0H{width}V{height}H0Z\"/>", hex(background));
    }
    text + shapes + "</svg>"
}

/// Describes the stickers: each face as a row of letters, then the places of the marked ones.
fn description(cells: &Stickers<Cell>) -> String {
    let size = cells.size();
    let mut text = String::from("Stickers, face by face:");
    for (index, cell) in cells.facelets().iter().enumerate() {
        if index % size.face_stickers() == 0 {
            let separator = if index == 0 { "" } else { "," };
            let _ = write!(text, "{separator} {} ", Facelet::of_index(size, index).face);
        }
        text.push(cell.letter());
    }
    for (mark, name) in [(Mark::Wrong, "Wrong"), (Mark::Certain, "Certain"), (Mark::Subject, "Marked")] {
        let marked = cells.facelets().iter().enumerate().filter(|(_, cell)| cell.mark == Some(mark));
        let places: Vec<String> =
            marked.map(|(index, _)| Facelet::of_index(size, index).to_string()).collect();
        if !places.is_empty() {
            let _ = write!(text, ". {name}: {}", places.join(" "));
        }
    }
    text
}

/// Returns the text with the special characters of XML escaped and those that XML does not allow replaced.
pub fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            '"' => safe.push_str("&quot;"),
            '\t' | '\n' | '\r' => safe.push(' '),
            '\0'..'\u{20}' | '\u{fffe}' | '\u{ffff}' => safe.push(char::REPLACEMENT_CHARACTER),
            _ => safe.push(character),
        }
    }
    safe
}

/// Formats a colour as `#c8102e`.
fn hex([red, green, blue]: Rgb) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::examples;

    #[test]
    fn the_description_lists_the_stickers_and_the_marks() {
        assert_eq!(
            description(&examples::turned_pocket_cube()),
            "Stickers, face by face: U W?GG, R WBWR, F RRGY, D YBYB, L GYOO, B OOWB. Wrong: R3. Certain: F2"
        );
    }

    #[test]
    fn titles_are_escaped() {
        let options = SvgOptions::new().title("</title><script>&\"\u{1b}");
        let drawing = net(&examples::solved(2), &options);
        assert!(drawing.contains("<title>&lt;/title&gt;&lt;script&gt;&amp;&quot;\u{fffd}</title>"));
    }

    #[test]
    fn a_background_covers_the_whole_drawing() {
        let options = SvgOptions::new().background([1, 2, 255]);
        for drawing in [net(&examples::solved(2), &options), iso(&examples::solved(2), &options)] {
            let (_, view_box) = drawing.split_once("viewBox=\"0 0 ").unwrap();
            let (width, rest) = view_box.split_once(' ').unwrap();
            let (height, _) = rest.split_once('"').unwrap();
            let cover = format!("<path fill=\"#0102ff\" d=\"M0 0H{width}V{height}H0Z\"/>");
            assert!(drawing.contains(&cover), "{drawing}");
        }
    }

    #[cfg(feature = "png")]
    #[test]
    fn every_drawing_is_valid_xml_without_references() {
        use resvg::usvg;
        for layers in 2..=7 {
            let cells = examples::solved(layers).map(|cell| cell.lettered().marked(Mark::Wrong));
            for back in [false, true] {
                let options = SvgOptions::new().back(back);
                for drawing in [net(&cells, &options), iso(&cells, &options)] {
                    let tree = usvg::Tree::from_str(&drawing, &usvg::Options::default()).unwrap();
                    assert_eq!(tree.size().width(), 480.0);
                    for forbidden in ["href", "url(", "<script", " id=", "NaN", "inf"] {
                        assert!(!drawing.contains(forbidden), "{forbidden}");
                    }
                }
            }
        }
    }

    #[test]
    fn the_largest_cube_can_be_drawn() {
        let cells = examples::solved(32);
        let options = SvgOptions::new().back(true);
        let stickers = |drawing: String| drawing.matches("<path").count();
        assert!(stickers(net(&cells, &options)) > 6 * 32 * 32);
        assert!(stickers(iso(&cells, &options)) > 6 * 32 * 32);
    }

    #[test]
    fn labels_can_be_omitted() {
        let bare = examples::solved(3);
        let lettered = bare.map(|cell| cell.lettered());
        let options = SvgOptions::new().labels(false);
        assert_eq!(net(&bare, &options), net(&lettered, &options));
        assert_eq!(iso(&bare, &options), iso(&lettered, &options));
        assert_ne!(net(&bare, &options), net(&lettered, &SvgOptions::new()));
    }
}
