//! Pictures.

use crate::edge_error::{EdgeError, Noun};
use crate::error::exception;
use crate::known::known;
use crate::view::View;
use cubegod::render::svg::{self, SvgOptions};
use cubegod::render::{Cell, Palette, png};
use cubegod::{Color, Stickers};
use cubegod_service::{ErrorKind, RequestError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// The stickers to draw.
pub(crate) struct Picture {
    cells: Stickers<Cell>,
}

impl Picture {
    pub(crate) fn of(stickers: &Stickers<Option<Color>>) -> Picture {
        Picture { cells: Stickers::<Cell>::from(stickers) }
    }

    fn given(cube: &Bound<'_, PyAny>) -> PyResult<Picture> {
        match cube.cast::<View>() {
            Ok(view) => Ok(view.get().picture()),
            Err(_) => Ok(Picture::of(&known(cube)?.cube.reading.stickers)),
        }
    }
}

/// Draws the unfolded cube.
pub(crate) fn net_svg(picture: &Picture) -> String {
    svg::net(&picture.cells, &SvgOptions::default())
}

#[pyfunction]
#[pyo3(signature = (cube, view="net", *, back=false, letters=false, palette="standard", width=480))]
pub(crate) fn render_svg(
    cube: &Bound<'_, PyAny>,
    view: &str,
    back: bool,
    letters: bool,
    palette: &str,
    width: u32,
) -> PyResult<String> {
    let Picture { mut cells } = Picture::given(cube)?;
    if letters {
        cells = cells.map(|cell| cell.lettered());
    }
    let palette = match palette {
        "standard" => Palette::STANDARD,
        "colorblind" => Palette::COLORBLIND,
        other => return Err(EdgeError::unknown_name(Noun::Palette, other, "standard or colorblind").into()),
    };
    if !(1..=png::MAX_SIDE).contains(&width) {
        return Err(EdgeError::PictureWidth { width }.into());
    }
    let options = SvgOptions::new().width(width).palette(palette).back(back);
    match view {
        "net" if back => Err(EdgeError::BackOfNet.into()),
        "net" => Ok(svg::net(&cells, &options)),
        "iso" => Ok(svg::iso(&cells, &options)),
        other => Err(EdgeError::unknown_name(Noun::View, other, "net or iso").into()),
    }
}

#[pyfunction]
#[pyo3(signature = (cube, view="net", *, back=false, letters=false, palette="standard", width=480))]
pub(crate) fn render_png<'py>(
    py: Python<'py>,
    cube: &Bound<'py, PyAny>,
    view: &str,
    back: bool,
    letters: bool,
    palette: &str,
    width: u32,
) -> PyResult<Bound<'py, PyBytes>> {
    let drawing = render_svg(cube, view, back, letters, palette, width)?;
    let picture = py.detach(|| png::from_svg(&drawing, width));
    let picture = picture.map_err(|error| {
        exception(RequestError::new(ErrorKind::Unwritable, EdgeError::Picture { reason: error.to_string() }))
    })?;
    Ok(PyBytes::new(py, &picture))
}
