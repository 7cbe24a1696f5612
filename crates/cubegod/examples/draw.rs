//! Draws a cube: SVG to standard output, text to standard error.

use cubegod::render::ansi::{self, AnsiOptions};
use cubegod::render::svg::{self, SvgOptions};
use cubegod::render::{Cell, Palette};
use cubegod::{Cube, Size, Stickers};
use std::error::Error;

pub(crate) fn main() -> Result<(), Box<dyn Error>> {
    let cube = Cube::solved(Size::THREE)?.apply(&"R U R' U'".parse()?)?;
    let cells = Stickers::<Cell>::from(&cube.stickers());

    let net = ansi::net(&cells, &AnsiOptions::default());
    eprintln!("{net}");
    assert_eq!(net.lines().count(), 9);

    let options = SvgOptions::new().width(640).palette(Palette::COLORBLIND);
    let drawing = svg::iso(&cells.map(|cell| cell.lettered()), &options);
    println!("{drawing}");
    assert!(drawing.starts_with("<svg ") && drawing.contains("width=\"640\""));
    Ok(())
}
