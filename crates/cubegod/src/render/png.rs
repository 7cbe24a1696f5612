//! Conversion of drawings to PNG.

use resvg::{tiny_skia, usvg};

/// The largest width and height in pixels; such a picture takes 64 MiB of memory.
pub const MAX_SIDE: u32 = 4096;

/// The error of a conversion to PNG.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum RenderError {
    /// The picture would be empty or too large.
    #[error("a picture of {width}×{height} pixels is out of range; expected 1 to {MAX_SIDE} each way")]
    Size {
        /// The width in pixels.
        width: u32,
        /// The height in pixels, computed from the width.
        height: u32,
    },
    /// The drawing is not SVG.
    #[error("the drawing is not SVG: {reason}")]
    Svg {
        /// The reason given by the parser.
        reason: String,
    },
    /// The drawing has a label that needs a font.
    #[error(
        "a PNG cannot show `{label}`; expected labels of printable ASCII, or write an SVG, which shows any character"
    )]
    Text {
        /// The first such label.
        label: String,
    },
    /// The pixels could not be encoded.
    #[error("the picture could not be encoded: {reason}")]
    Encoding {
        /// The reason given by the encoder.
        reason: String,
    },
}

/// Converts a drawing of [`svg`](super::svg) to a PNG of this width; the height follows from the drawing.
///
/// Reads neither files nor fonts, so text and linked pictures are not drawn. Labels of printable ASCII are strokes and look the
/// same everywhere; a drawing with other labels is an error.
///
/// # Errors
///
/// Fails if the SVG can't be read, is too large, or has a label that can't be drawn.
///
/// # Examples
///
/// ```
/// use cubegod::render::{Cell, png, svg};
/// use cubegod::{Size, Stickers};
///
/// let cells = Stickers::<Cell>::from(&Stickers::solved(Size::THREE));
/// let picture = png::from_svg(&svg::iso(&cells, &svg::SvgOptions::default()), 256)?;
/// assert!(picture.starts_with(b"\x89PNG"));
/// # Ok::<(), png::RenderError>(())
/// ```
pub fn from_svg(svg: &str, width: u32) -> Result<Vec<u8>, RenderError> {
    let mut options = usvg::Options::default();
    options.image_href_resolver.resolve_string = Box::new(|_, _| None);
    let tree = usvg::Tree::from_str(svg, &options)
        .map_err(|error| RenderError::Svg { reason: error.to_string() })?;
    if let Some((_, text)) = svg.split_once("<text") {
        // The label is between the tags.
        let label = text.split(['>', '<']).nth(1).unwrap_or_default().to_owned();
        return Err(RenderError::Text { label });
    }

    let scale = width as f32 / tree.size().width();
    // Casting saturates, so that an absurd height stays out of range.
    let height = (tree.size().height() * scale).round() as u32;
    let in_range = 1..=MAX_SIDE;
    if !in_range.contains(&width) || !in_range.contains(&height) {
        return Err(RenderError::Size { width, height });
    }
    let mut pixels = tiny_skia::Pixmap::new(width, height).ok_or(RenderError::Size { width, height })?;
    resvg::render(&tree, tiny_skia::Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| RenderError::Encoding { reason: error.to_string() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::render::palette::Palette;
    use crate::render::svg::{SvgOptions, iso, net};
    use crate::render::{Cell, examples};

    fn pixels(png: &[u8]) -> tiny_skia::Pixmap {
        tiny_skia::Pixmap::decode_png(png).unwrap()
    }

    #[test]
    fn a_png_has_its_signature_and_the_requested_size() {
        for layers in 2..=4 {
            let png = from_svg(&net(&examples::solved(layers), &SvgOptions::default()), 300).unwrap();
            assert!(png.starts_with(b"\x89PNG\r\n\x1a\n"));
            assert_eq!(&png[12..16], b"IHDR");
            assert_eq!(png[16..20], 300_u32.to_be_bytes());
            let height = u32::from_be_bytes(png[20..24].try_into().unwrap());
            assert!((220..=230).contains(&height), "{height}");
        }
    }

    #[test]
    fn the_middle_of_each_face_has_its_color_and_the_corner_is_clear() {
        let picture = pixels(&from_svg(&net(&examples::solved(3), &SvgOptions::default()), 400).unwrap());
        let at = |x, y| {
            let pixel = picture.pixel(x, y).unwrap().demultiply();
            ([pixel.red(), pixel.green(), pixel.blue()], pixel.alpha())
        };
        for (place, [x, y]) in
            [[150, 50], [250, 150], [150, 150], [150, 250], [50, 150], [350, 150]].into_iter().enumerate()
        {
            assert_eq!(at(x, y), (Palette::STANDARD.colors[place], 255));
        }
        assert_eq!(at(0, 0).1, 0);
    }

    #[test]
    fn letters_need_no_font() {
        let cells = examples::solved(2);
        let drawn = |cells| from_svg(&iso(&cells, &SvgOptions::default()), 100).unwrap();
        assert_ne!(drawn(cells.map(|cell| cell.lettered())), drawn(cells));
    }

    #[test]
    fn a_drawing_with_text_is_an_error_with_the_label() {
        let cells = examples::solved(2).map(|cell: &Cell| cell.labelled('é'));
        assert_eq!(
            from_svg(&net(&cells, &SvgOptions::default()), 100),
            Err(RenderError::Text { label: "é".into() })
        );
    }

    #[test]
    fn sizes_out_of_range_are_errors() {
        let drawing = net(&examples::solved(2), &SvgOptions::default());
        for width in [0, MAX_SIDE + 1, u32::MAX] {
            assert!(matches!(from_svg(&drawing, width), Err(RenderError::Size { .. })), "{width}");
        }
        let tower = r#"<svg xmlns="http://www.w3.org/2000/svg" width="1" height="9999"/>"#;
        assert_eq!(from_svg(tower, 10), Err(RenderError::Size { width: 10, height: 99990 }));
    }

    #[test]
    fn invalid_svg_is_an_error() {
        let error = from_svg("<svg", 100).unwrap_err();
        assert!(error.to_string().starts_with("the drawing is not SVG: "), "{error}");
    }

    #[test]
    fn linked_pictures_are_not_read_from_files() {
        let file = std::env::temp_dir().join(format!("cubegod-linked-{}.svg", std::process::id()));
        let red = "<path fill=\"red\" d=\"M0 0H9V9H0Z\"/>";
        let framed = |inside: &str| {
            format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\">{inside}</svg>")
        };
        std::fs::write(&file, framed(red)).unwrap();
        let link = framed(&format!("<image width=\"9\" height=\"9\" href=\"{}\"/>", file.display()));
        let picture = from_svg(&link, 9);
        std::fs::remove_file(&file).unwrap();
        assert!(pixels(&picture.unwrap()).data().iter().all(|&byte| byte == 0));
    }
}
