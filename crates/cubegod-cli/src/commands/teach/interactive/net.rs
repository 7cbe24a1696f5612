//! The net as styled text.

use cubegod::Stickers;
use cubegod::render::Cell;
use cubegod::render::ansi::{self, AnsiOptions};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

/// Returns the lines of a net.
pub(super) fn lines(cells: &Stickers<Cell>, options: &AnsiOptions) -> Vec<Line<'static>> {
    let text = ansi::net(cells, options);
    text.lines().map(styled).collect()
}

/// Returns the columns and lines of a net: four faces side by side, two columns per sticker and one between faces.
pub(super) fn dimensions(layers: usize) -> (u16, u16) {
    (8 * layers as u16 + 3, 3 * layers as u16)
}

/// Converts text with escape sequences to styled spans.
fn styled(text: &str) -> Line<'static> {
    let mut parts = text.split("\x1b[");
    let first = parts.next().unwrap_or_default();
    let mut spans = vec![Span::raw(first.to_owned())];
    for part in parts {
        let (parameters, text) = part.split_once('m').unwrap_or(("", part));
        spans.push(Span::styled(text.to_owned(), style(parameters)));
    }
    spans.retain(|span| !span.content.is_empty());
    Line::from(spans)
}

/// Returns the style of an escape sequence; each one resets the style before.
fn style(parameters: &str) -> Style {
    let mut numbers = parameters.split(';').filter_map(|number| number.parse::<u8>().ok());
    let mut style = Style::new();
    while let Some(number) = numbers.next() {
        style = match number {
            1 => style.add_modifier(Modifier::BOLD),
            4 => style.add_modifier(Modifier::UNDERLINED),
            38 => color(&mut numbers).map_or(style, |color| style.fg(color)),
            48 => color(&mut numbers).map_or(style, |color| style.bg(color)),
            _ => style,
        };
    }
    style
}

/// `5;N` or `2;R;G;B`.
fn color(numbers: &mut impl Iterator<Item = u8>) -> Option<Color> {
    match numbers.next()? {
        5 => Some(Color::Indexed(numbers.next()?)),
        2 => Some(Color::Rgb(numbers.next()?, numbers.next()?, numbers.next()?)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubegod::render::ansi::ColorDepth;
    use cubegod::{Color as Sticker, Size};

    #[test]
    fn a_net_has_its_colours_and_its_letters() {
        let cells = Stickers::<Cell>::from(&Stickers::solved(Size::TWO));
        let plain: Vec<String> =
            lines(&cells, &AnsiOptions::default()).iter().map(ToString::to_string).collect();
        assert_eq!(plain[2], "O O  G G  R R  B B");
        for depth in [ColorDepth::Ansi256, ColorDepth::TrueColor] {
            let colorful = lines(&cells, &AnsiOptions::new().depth(depth));
            let text: Vec<String> =
                colorful.iter().map(|line| line.to_string().trim_end().to_owned()).collect();
            assert_eq!(text, plain);
            assert!(colorful.iter().all(|line| line.width() <= dimensions(2).0.into()));
            let backgrounds: Vec<Option<Color>> =
                colorful[2].spans.iter().filter_map(|span| span.style.bg.map(Some)).collect();
            assert_eq!(backgrounds.len(), 4, "{:?}", Sticker::ALL);
        }
    }
}
