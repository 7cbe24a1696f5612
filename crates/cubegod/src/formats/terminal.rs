//! Parsing of terminal output: characters with their colours, without escape sequences.

use crate::color::Color;
use crate::text::{TextPosition, UNKNOWN};
use std::borrow::Cow;

/// A colour in an escape sequence.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(super) enum Paint {
    /// One of the 16 named colours: black red green yellow blue magenta cyan white, then the bright eight.
    Named(u8),
    /// Red, green and blue.
    Rgb(u8, u8, u8),
}

const YELLOW: u8 = 3;
const MAGENTA: u8 = 5;
const BRIGHT: u8 = 8;

/// A character on the screen.
pub(super) struct Glyph {
    /// The position in the text, including escape sequences.
    pub(super) position: TextPosition,
    pub(super) character: char,
    /// The foreground colour; `None` is the terminal's default.
    pub(super) foreground: Option<Paint>,
    /// The background colour; `None` is the terminal's default.
    pub(super) background: Option<Paint>,
}

/// Returns all characters except line ends, as a terminal would show them.
pub(super) fn glyphs(text: &str) -> impl Iterator<Item = Glyph> {
    let mut rest = text;
    let mut position = TextPosition::new(1, 1);
    let mut style = Style::default();
    std::iter::from_fn(move || {
        loop {
            let character = rest.chars().next()?;
            if is_escape(character) {
                let (sequence, after) = rest.split_at(escape_length(rest));
                style.apply(sequence);
                position.column += sequence.chars().count();
                rest = after;
                continue;
            }
            rest = &rest[character.len_utf8()..];
            let here = position;
            position.column += 1;
            match character {
                '\n' => position = TextPosition::new(here.line + 1, 1),
                '\r' => {}
                _ => {
                    let (foreground, background) = if style.is_reversed {
                        (style.background, style.foreground)
                    } else {
                        (style.foreground, style.background)
                    };
                    return Some(Glyph { position: here, character, foreground, background });
                }
            }
        }
    })
}

/// Removes the escape sequences of a line.
pub(super) fn without_escapes(line: &str) -> Cow<'_, str> {
    if !line.contains(is_escape) {
        return Cow::Borrowed(line);
    }
    Cow::Owned(glyphs(line).map(|glyph| glyph.character).collect())
}

/// Whether an escape sequence begins with this character.
pub(super) fn is_escape(character: char) -> bool {
    matches!(character, '\u{1b}' | '\u{9b}')
}

/// Returns the length in bytes of the escape sequence at the start of the text, up to where it is incomplete.
fn escape_length(text: &str) -> usize {
    let mut characters = text.char_indices().peekable();
    let Some((_, first)) = characters.next() else { return 0 };
    let kind = if first == '\u{9b}' { '[' } else { characters.peek().map_or(' ', |&(_, kind)| kind) };
    if first != '\u{9b}' && matches!(kind, ' '..='~') {
        characters.next();
    }
    match kind {
        // Parameters, then one letter.
        '[' => {
            while characters.next_if(|(_, c)| matches!(c, ' '..='?')).is_some() {}
            characters.next_if(|(_, c)| matches!(c, '@'..='~'));
        }
        // An operating system command (a title, a link), ended by a bell or by ESC \.
        ']' | 'P' | 'X' | '^' | '_' => {
            while characters.next_if(|&(_, c)| !matches!(c, '\n' | '\u{7}' | '\u{1b}')).is_some() {}
            match characters.peek() {
                Some((_, '\u{7}')) => {
                    characters.next();
                }
                Some(&(offset, _)) if text[offset..].starts_with("\u{1b}\\") => {
                    characters.next();
                    characters.next();
                }
                _ => {}
            }
        }
        ' '..='/' => {
            while characters.next_if(|(_, c)| matches!(c, ' '..='/')).is_some() {}
            characters.next_if(|(_, c)| matches!(c, '0'..='~'));
        }
        _ => {}
    }
    characters.peek().map_or(text.len(), |&(offset, _)| offset)
}

/// The colours of the next character.
#[derive(Default)]
struct Style {
    foreground: Option<Paint>,
    background: Option<Paint>,
    is_reversed: bool,
}

impl Style {
    /// Applies a sequence that sets colours; ignores others.
    fn apply(&mut self, sequence: &str) {
        let parameters = sequence.strip_prefix("\u{1b}[").or_else(|| sequence.strip_prefix('\u{9b}'));
        let Some(parameters) = parameters.and_then(|rest| rest.strip_suffix('m')) else { return };
        let mut parameters = parameters.split(';');
        while let Some(parameter) = parameters.next() {
            // An empty parameter means 0; others that are not numbers are ignored.
            let number = |text: &str| if text.is_empty() { Some(0) } else { text.parse::<u8>().ok() };
            let mut parts = parameter.split(':');
            let code = parts.next().and_then(number).unwrap_or(u8::MAX);
            match code {
                0 => *self = Style::default(),
                7 => self.is_reversed = true,
                27 => self.is_reversed = false,
                30..=37 => self.foreground = Some(Paint::Named(code - 30)),
                40..=47 => self.background = Some(Paint::Named(code - 40)),
                90..=97 => self.foreground = Some(Paint::Named(code - 90 + BRIGHT)),
                100..=107 => self.background = Some(Paint::Named(code - 100 + BRIGHT)),
                39 => self.foreground = None,
                49 => self.background = None,
                38 | 48 => {
                    let paint = if parameter.contains(':') {
                        // `48:2::r:g:b` has a colour space (usually empty) that `48:2:r:g:b` omits.
                        let has_space = parameter.matches(':').count() > 4;
                        extended_color(
                            parts.enumerate().filter(|(i, _)| !(has_space && *i == 1)).map(|(_, part)| part),
                        )
                    } else {
                        extended_color(parameters.by_ref())
                    };
                    let side = if code == 38 { &mut self.foreground } else { &mut self.background };
                    *side = paint.or(*side);
                }
                _ => {}
            }
        }
    }
}

/// Parses the colour that follows 38 or 48: `5;n` or `2;r;g;b`.
fn extended_color<'a>(mut parts: impl Iterator<Item = &'a str>) -> Option<Paint> {
    let mut next =
        || parts.next().and_then(|part| if part.is_empty() { Some(0) } else { part.parse::<u8>().ok() });
    match next()? {
        2 => Some(Paint::Rgb(next()?, next()?, next()?)),
        5 => Some(match next()? {
            named @ 0..=15 => Paint::Named(named),
            // The 6×6×6 colour cube: a level is 0, or from 95 in steps of 40.
            cube @ 16..=231 => {
                let level = |step: u8| if step == 0 { 0 } else { 55 + 40 * step };
                let place = cube - 16;
                Paint::Rgb(level(place / 36), level(place / 6 % 6), level(place % 6))
            }
            grey => {
                let level = 8 + 10 * (grey - 232);
                Paint::Rgb(level, level, level)
            }
        }),
        _ => None,
    }
}

/// The colours of one drawing, some of which can only be identified relative to the others.
pub(super) struct Palette {
    /// The lightest grey; clearly darker greys are unknown stickers, not white.
    lightest: u8,
    /// Whether both yellows occur; then the dark one (brown on many screens) is orange.
    has_both_yellows: bool,
}

impl Palette {
    /// Collects the palette of these colours.
    pub(super) fn of(paints: impl Iterator<Item = Paint>) -> Palette {
        let mut lightest = 0;
        let mut yellows = [false; 2];
        for paint in paints {
            match paint {
                Paint::Named(YELLOW) => yellows[0] = true,
                Paint::Named(named) if named == YELLOW + BRIGHT => yellows[1] = true,
                _ => {}
            }
            if let Shade::Grey(level) = shade(paint) {
                lightest = lightest.max(level);
            }
        }
        Palette { lightest, has_both_yellows: yellows == [true; 2] }
    }

    /// Returns the letter of the nearest cube colour; unknown for black and grey.
    pub(super) fn letter(&self, paint: Paint) -> char {
        match paint {
            Paint::Named(YELLOW) if self.has_both_yellows => return Color::Orange.letter(),
            // The eight terminal colours have no orange; magenta replaces it.
            Paint::Named(named) if named % BRIGHT == MAGENTA => return Color::Orange.letter(),
            _ => {}
        }
        match shade(paint) {
            Shade::Grey(level) if level < 160 || u32::from(level) * 5 < u32::from(self.lightest) * 4 => {
                UNKNOWN
            }
            Shade::Grey(_) => Color::White.letter(),
            // The limits are halfway between the usual hues of cube colours.
            Shade::Hue(0..15 | 285..) => Color::Red.letter(),
            Shade::Hue(15..46) => Color::Orange.letter(),
            Shade::Hue(46..78) => Color::Yellow.letter(),
            Shade::Hue(78..175) => Color::Green.letter(),
            Shade::Hue(175..285) => Color::Blue.letter(),
        }
    }
}

enum Shade {
    /// A grey level from 0 (black) to 255 (white).
    Grey(u8),
    /// A hue in degrees: red 0, yellow 60, green 120, blue 240.
    Hue(u16),
}

fn shade(paint: Paint) -> Shade {
    let (red, green, blue) = match paint {
        Paint::Rgb(red, green, blue) => (red, green, blue),
        Paint::Named(named) => {
            // Three bits, red the lowest; bright black and bright white are exceptions.
            let level = |bit: u8| if named >> bit & 1 == 1 { 229 } else { 0 };
            match named {
                8 => (127, 127, 127),
                15 => (255, 255, 255),
                _ => (level(0), level(1), level(2)),
            }
        }
    };
    let (max, min) = (red.max(green).max(blue), red.min(green).min(blue));
    let spread = max - min;
    if max < 50 || u32::from(spread) * 5 < u32::from(max) {
        return Shade::Grey(max);
    }
    let step = |high: u8, low: u8| (i32::from(high) - i32::from(low)) * 60 / i32::from(spread);
    let degrees = if max == red {
        step(green, blue)
    } else if max == green {
        120 + step(blue, red)
    } else {
        240 + step(red, green)
    };
    Shade::Hue(degrees.rem_euclid(360) as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn letters(sequences: &[&str]) -> String {
        let text: String = sequences.iter().map(|sequence| format!("\u{1b}[{sequence}m ")).collect();
        let paints: Vec<Paint> = glyphs(&text).filter_map(|glyph| glyph.background).collect();
        let palette = Palette::of(paints.iter().copied());
        paints.iter().map(|&paint| palette.letter(paint)).collect()
    }

    #[test]
    fn every_colour_sequence_has_its_letter() {
        assert_eq!(letters(&["47", "41", "42", "43", "45", "44"]), "WRGYOB");
        assert_eq!(letters(&["107", "101", "102", "103", "105", "104"]), "WRGYOB");
        assert_eq!(letters(&["48;5;15", "48;5;196", "48;5;34", "48;5;226", "48;5;208", "48;5;21"]), "WRGYOB");
        assert_eq!(
            letters(&[
                "48;2;255;255;255",
                "48;2;183;18;52",
                "48;2;0;155;72",
                "48;2;255;213;0",
                "48;2;255;88;0",
                "48;2;0;70;173"
            ]),
            "WRGYOB"
        );
        assert_eq!(letters(&["48:2::255:128:0", "48:2:0:0:255", "48:5:9", "1;30;42"]), "OBRG");
        assert_eq!(letters(&["7;31", "27;44"]), "RB");
    }

    #[test]
    fn black_and_grey_are_unknown() {
        assert_eq!(letters(&["40", "100", "48;5;240", "48;2;9;9;12"]), "????");
        assert_eq!(letters(&["48;5;250"]), "W");
        assert_eq!(letters(&["48;5;250", "48;5;15"]), "?W");
    }

    #[test]
    fn dark_yellow_beside_bright_yellow_is_orange() {
        assert_eq!(letters(&["43", "103"]), "OY");
    }

    #[test]
    fn escape_sequences_are_removed_even_when_incomplete() {
        for text in [
            "\u{1b}[2Ka\u{1b}[1;1Hb",
            "\u{9b}31ma\u{1b}(Bb",
            "\u{1b}]0;title\u{7}a\u{1b}]8;;x\u{1b}\\b",
            "ab\u{1b}",
        ] {
            assert_eq!(without_escapes(text), "ab", "{text:?}");
        }
        for text in
            ["\u{1b}[", "\u{1b}]never ended", "\u{1b}[38;5m", "\u{1b}[48;2;1m", "\u{1b}[999;;:m", "\u{1b}é"]
        {
            let _ = glyphs(text).count();
        }
        assert_eq!(without_escapes("\u{1b}]never ended\nnext"), "next");
        assert_eq!(without_escapes("\u{1b}]never ended\u{1b}[1mnext"), "next");
    }
}
