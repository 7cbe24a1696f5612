//! The RGB values of the six colours.

use crate::color::Color;

/// Red, green and blue in sRGB.
pub type Rgb = [u8; 3];

pub(super) const BLACK: Rgb = [0; 3];
pub(super) const WHITE: Rgb = [255; 3];

/// The RGB value of each colour of a cube.
///
/// # Examples
///
/// ```
/// use cubegod::{Color, render::Palette};
///
/// let [red, green, blue] = Palette::STANDARD.rgb(Some(Color::Red));
/// assert!(red > green && red > blue);
/// assert_eq!(Palette::STANDARD.rgb(None), Palette::STANDARD.unknown);
/// ```
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Palette {
    /// The colours in the order of [`Color::ALL`].
    pub colors: [Rgb; 6],
    /// The colour of an unknown sticker.
    pub unknown: Rgb,
}

impl Palette {
    /// The colours of the usual stickers.
    pub const STANDARD: Palette = Palette {
        colors: [
            [0xfa, 0xfa, 0xf8],
            [0xc8, 0x10, 0x2e],
            [0x12, 0xa6, 0x52],
            [0xff, 0xd2, 0x1f],
            [0xff, 0x7a, 0x1a],
            [0x0b, 0x5f, 0xd6],
        ],
        unknown: [0x8a, 0x8e, 0x97],
    };

    /// Colour-blind-safe colours.
    ///
    /// They differ in lightness as well as in hue: white, yellow, orange and bluish green are light, red and blue much darker,
    /// as in the Okabe–Ito palette. They maximize the smallest distance of two colours under protanopia, deuteranopia and
    /// tritanopia while keeping the colour names; tests check the distances.
    pub const COLORBLIND: Palette = Palette {
        colors: [
            [0xf7, 0xfb, 0xff],
            [0x9c, 0x10, 0x18],
            [0x14, 0xb0, 0x7a],
            [0xff, 0xdc, 0x0a],
            [0xe5, 0x84, 0x25],
            [0x1f, 0x4f, 0xae],
        ],
        unknown: [0x6a, 0x6e, 0x77],
    };

    /// Returns the RGB value of a colour, or of an unknown sticker.
    pub const fn rgb(&self, color: Option<Color>) -> Rgb {
        match color {
            Some(color) => self.colors[color.index()],
            None => self.unknown,
        }
    }
}

/// Returns [`Palette::STANDARD`].
impl Default for Palette {
    fn default() -> Palette {
        Palette::STANDARD
    }
}

/// Returns black or white, whichever has the higher contrast on this background. It is at least 4.58, since the product of
/// both contrasts is 21.
pub(super) fn ink(background: Rgb) -> Rgb {
    if contrast(BLACK, background) >= contrast(WHITE, background) { BLACK } else { WHITE }
}

/// Returns the contrast ratio of WCAG 2: from 1 for the same lightness to 21 for black on white.
pub(super) fn contrast(one: Rgb, other: Rgb) -> f64 {
    let (one, other) = (luminance(one), luminance(other));
    (one.max(other) + 0.05) / (one.min(other) + 0.05)
}

/// Returns the relative luminance of a colour: 0 for black, 1 for white.
fn luminance(rgb: Rgb) -> f64 {
    let [red, green, blue] = rgb.map(linear);
    0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/// Converts an sRGB channel to linear light.
fn linear(channel: u8) -> f64 {
    let value = f64::from(channel) / 255.0;
    if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}

#[cfg(test)]
mod tests {
    use super::*;

    type Matrix = [[f64; 3]; 3];

    const NORMAL: Matrix = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];

    /// Simulations of dichromacy in linear RGB (Machado, Oliveira and Fernandes 2009, severity 1).
    const PROTANOPIA: Matrix =
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]];
    const DEUTERANOPIA: Matrix =
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]];
    const TRITANOPIA: Matrix =
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]];

    /// The conversion from linear RGB to XYZ (sRGB, D65).
    const XYZ: Matrix = [[0.4125, 0.3576, 0.1804], [0.2127, 0.7152, 0.0722], [0.0193, 0.1192, 0.9503]];

    fn times(matrix: &Matrix, vector: [f64; 3]) -> [f64; 3] {
        matrix.map(|row| row.iter().zip(vector).map(|(a, b)| a * b).sum())
    }

    fn lab_as_seen_with(vision: &Matrix, rgb: Rgb) -> [f64; 3] {
        let seen = times(vision, rgb.map(linear)).map(|value| value.clamp(0.0, 1.0));
        let [x, y, z] = times(&XYZ, seen);
        let [x, y, z] = [x / 0.9505, y, z / 1.089]
            .map(|value| if value > 0.008856 { value.cbrt() } else { 7.787 * value + 16.0 / 116.0 });
        [116.0 * y - 16.0, 500.0 * (x - y), 200.0 * (y - z)]
    }

    /// Returns the smallest distance (CIE 1976) of two colours.
    fn nearest_pair(palette: &Palette, vision: &Matrix) -> f64 {
        let all: Vec<[f64; 3]> = palette
            .colors
            .iter()
            .chain([&palette.unknown])
            .map(|&rgb| lab_as_seen_with(vision, rgb))
            .collect();
        let mut nearest = f64::INFINITY;
        for (i, one) in all.iter().enumerate() {
            for other in &all[i + 1..] {
                let square: f64 = one.iter().zip(other).map(|(a, b)| (a - b).powi(2)).sum();
                nearest = nearest.min(square.sqrt());
            }
        }
        nearest
    }

    // A distance of 2 is just noticeable side by side; 20 is obvious.
    #[test]
    fn the_colorblind_palette_is_distinct_for_every_kind_of_vision() {
        for vision in [&NORMAL, &PROTANOPIA, &DEUTERANOPIA, &TRITANOPIA] {
            let nearest = nearest_pair(&Palette::COLORBLIND, vision);
            assert!(nearest > 22.0, "{nearest}");
        }
    }

    #[test]
    fn the_standard_palette_is_distinct_for_normal_vision_only() {
        assert!(nearest_pair(&Palette::STANDARD, &NORMAL) > 35.0);
        assert!(nearest_pair(&Palette::STANDARD, &DEUTERANOPIA) < 20.0);
    }

    #[test]
    fn letters_can_be_read_on_every_background() {
        for palette in [Palette::STANDARD, Palette::COLORBLIND] {
            for background in palette.colors.into_iter().chain([palette.unknown]) {
                assert!(contrast(ink(background), background) >= 4.5, "{background:?}");
            }
        }
        for gray in 0..=255 {
            assert!(contrast(ink([gray; 3]), [gray; 3]) >= 4.5);
        }
    }

    #[test]
    fn contrast_runs_from_1_to_21() {
        assert!((contrast(BLACK, WHITE) - 21.0).abs() < 1e-9);
        assert!((contrast(WHITE, WHITE) - 1.0).abs() < 1e-9);
    }
}
