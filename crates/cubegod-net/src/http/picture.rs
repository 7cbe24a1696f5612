//! Pictures of cubes, with the parameters of VisualCube where it has them.

use super::Shared;
use super::body::Client;
use super::error::HttpError;
use super::language::Style;
use super::openapi::ErrorResponses;
use crate::work::{Attempt, Lane, WorkError};
use axum::extract::State;
use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequestParts, Query};
use axum::http::header;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use cubegod::formats::Format;
use cubegod::render::svg::{self, SvgOptions};
use cubegod::render::{Cell, Palette, Rgb, png as raster};
use cubegod::{Cancellation, Color, ReadOptions, Size, Stickers};
use cubegod_service::apply::read_alg;
use cubegod_service::{MessageStyle, OptionId, ReadCube, RequestError, Solvers, Spelling};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use tokio::time::timeout;

/// The allowed widths of a picture, in pixels.
const WIDTHS: RangeInclusive<u32> = 1..=2048;

/// The maximum number of layers.
const MAX_LAYERS: usize = 7;

/// The cube, and how to draw it.
#[derive(Clone, Debug, Default, Deserialize, utoipa::IntoParams)]
#[into_params(parameter_in = Query)]
#[serde(deny_unknown_fields, default)]
pub(super) struct PictureQuery {
    /// The cube, in any layout; without it and `fd`, a solved one.
    cube: Option<String>,
    /// The number of layers, 2 to 7; without it, that of `cube` or `fd`, or 3.
    #[param(value_type = Option<u32>, minimum = 2, maximum = 7)]
    pzl: Option<String>,
    /// Moves to apply.
    alg: Option<String>,
    /// Moves that solve the drawn cube; not with `alg`.
    case: Option<String>,
    /// Facelets in the order U R F D L B, in face letters of either case; `n`, `o`, `t` and `?` are unknown. Not with `cube`.
    fd: Option<String>,
    /// The width in pixels; without it, 128.
    #[param(value_type = Option<u32>, minimum = 1, maximum = 2048)]
    size: Option<String>,
    /// `iso`, in three dimensions, or `net`, unfolded; without it, `iso`. `plan` and `trans` are not supported.
    #[param(pattern = "^(iso|net)$")]
    view: Option<String>,
    /// The background colour: a name such as `white`, a number such as `f80` or `ff8800`, or `t` for none; without it, none.
    bg: Option<String>,
    /// Whether to write the letters of the colours on the stickers.
    #[serde(deserialize_with = "flag")]
    letters: bool,
    /// `standard` or `colorblind`; without it, `standard`.
    #[param(pattern = "^(standard|colorblind)$")]
    palette: Option<String>,
}

/// A valid query.
pub(super) struct ValidQuery(PictureQuery);

impl<S: Send + Sync> FromRequestParts<S> for ValidQuery {
    type Rejection = HttpError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<ValidQuery, HttpError> {
        let query = Query::<PictureQuery>::from_request_parts(parts, state).await;
        query.map(|Query(query)| ValidQuery(query)).map_err(|rejection: QueryRejection| {
            // The status already says what the text before the cause says.
            let text = rejection.body_text();
            let cause = text.rsplit_once("query string: ").map_or(text.as_str(), |(_, cause)| cause);
            HttpError::usage(format!("the query is invalid: {cause}"))
        })
    }
}

/// Draw a cube as SVG.
#[utoipa::path(
    get,
    path = "/api/v1/render.svg",
    tag = "pictures",
    params(PictureQuery),
    responses((status = 200, description = "A drawing.", body = String, content_type = "image/svg+xml"), ErrorResponses)
)]
pub(super) async fn svg(app: Shared, client: Client, style: Style, query: ValidQuery) -> Response {
    draw(app, client, style, query, "image/svg+xml", |drawing, _| Ok(drawing.into_bytes())).await
}

/// Draw a cube as PNG.
#[utoipa::path(
    get,
    path = "/api/v1/render.png",
    tag = "pictures",
    params(PictureQuery),
    responses((status = 200, description = "A picture.", body = Vec<u8>, content_type = "image/png"), ErrorResponses)
)]
pub(super) async fn png(app: Shared, client: Client, style: Style, query: ValidQuery) -> Response {
    draw(app, client, style, query, "image/png", |drawing, width| {
        raster::from_svg(&drawing, width).map_err(|error| RequestError::usage(error.to_string()))
    })
    .await
}

async fn draw(
    State(app): Shared,
    client: Client,
    Style(style): Style,
    ValidQuery(query): ValidQuery,
    kind: &'static str,
    finish: impl Fn(String, u32) -> Result<Vec<u8>, RequestError> + Send + Sync + 'static,
) -> Response {
    // The parameters are not those of other requests.
    let spelling = Spelling::JSON.without(&[OptionId::From, OptionId::Puzzle, OptionId::Any, OptionId::Each]);
    let style = MessageStyle { spelling, ..style };
    // Rasterizing a large picture cannot be cancelled, and takes up to 16 MiB.
    let is_large = kind == "image/png"
        && query.size.as_deref().and_then(|size| size.parse().ok()).is_some_and(|size: u32| size > 512);
    let lane = if is_large { Lane::Medium } else { Lane::Quick };
    let mut _large = None;
    if is_large {
        let limit = app.options.work.time_limit;
        match timeout(limit, app.large_pictures.acquire()).await {
            Ok(permit) => _large = permit.ok(),
            Err(_) => return HttpError::from(WorkError::NotBegun(limit)).into_response(),
        }
    }
    let work = move |_: &Solvers, attempt: &Attempt| {
        let (drawing, width) = query.drawing(&attempt.cancellation)?;
        finish(drawing, width)
    };
    match app.run_to_body(&client, lane, style, work).await {
        Ok(picture) => {
            // The same query always gives the same picture.
            let headers = [(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, "public, max-age=86400")];
            (headers, picture).into_response()
        }
        Err(error) => error.into_response(),
    }
}

/// Draws the picture of a query.
#[cfg(feature = "fuzzing")]
pub(crate) fn draw_query(query: &str) -> Result<String, String> {
    let uri = format!("/?{query}").parse().map_err(|error: axum::http::uri::InvalidUri| error.to_string())?;
    let Query(query) = Query::<PictureQuery>::try_from_uri(&uri).map_err(|error| error.body_text())?;
    let drawing = query.drawing(Cancellation::never());
    drawing.map(|(drawing, _)| drawing).map_err(|error| error.to_string())
}

impl PictureQuery {
    /// Returns the drawing and its width.
    fn drawing(&self, cancellation: &Cancellation) -> Result<(String, u32), RequestError> {
        let width = self.size.as_deref().map_or(Ok(128), |text| whole_number("size", text, WIDTHS))?;
        let palette = match self.palette.as_deref() {
            None | Some("standard") => Palette::STANDARD,
            Some("colorblind") => Palette::COLORBLIND,
            Some(other) => {
                return Err(RequestError::usage(format!(
                    "palette is `{}`; expected `standard` or `colorblind`",
                    short(other)
                )));
            }
        };
        let background = self.bg.as_deref().map_or(Ok(None), background).map_err(RequestError::usage)?;
        let options = SvgOptions::new().width(width).palette(palette).background(background);
        let mut cells = Stickers::<Cell>::from(&self.stickers(cancellation)?);
        if self.letters {
            cells = cells.map(|cell| cell.lettered());
        }
        let drawing = match self.view.as_deref() {
            None | Some("iso") => svg::iso(&cells, &options),
            Some("net") => svg::net(&cells, &options),
            Some(other) => {
                return Err(RequestError::usage(format!(
                    "view is `{}`, which is not supported; expected `iso` or `net`",
                    short(other)
                )));
            }
        };
        Ok((drawing, width))
    }

    fn stickers(&self, cancellation: &Cancellation) -> Result<Stickers<Option<Color>>, RequestError> {
        let size = match self.pzl.as_deref() {
            None => None,
            // Each of these numbers is a size.
            Some(text) => Size::new(whole_number("pzl", text, 2..=MAX_LAYERS)?).ok(),
        };
        let mut stickers = match (&self.cube, &self.fd) {
            (Some(_), Some(_)) => {
                return Err(RequestError::usage("cube cannot be combined with fd; leave one of them out"));
            }
            (Some(text), None) => {
                ReadCube::read_with(text, &ReadOptions::new().size(size), cancellation)?.reading.stickers
            }
            (None, Some(text)) => {
                let options = ReadOptions::new().format(Format::Facelets).size(size);
                ReadCube::read_with(&facelets(text), &options, cancellation)?.reading.stickers
            }
            (None, None) => Stickers::solved(size.unwrap_or(Size::THREE)).map(|&color| Some(color)),
        };
        if stickers.size().layers() > MAX_LAYERS {
            return Err(RequestError::usage(format!(
                "a cube of {} layers is too large for a picture; expected {MAX_LAYERS} at most",
                stickers.size().layers()
            )));
        }
        match (&self.alg, &self.case) {
            (Some(_), Some(_)) => {
                return Err(RequestError::usage("alg cannot be combined with case; leave one of them out"));
            }
            (Some(alg), None) => stickers.apply_with(&read_alg(alg, cancellation)?, cancellation)??,
            (None, Some(case)) => {
                stickers.apply_with(&read_alg(case, cancellation)?.inverse(), cancellation)??
            }
            (None, None) => {}
        }
        Ok(stickers)
    }
}

fn whole_number<T: FromStr + PartialOrd + fmt::Display>(
    name: &str,
    text: &str,
    range: RangeInclusive<T>,
) -> Result<T, RequestError> {
    text.parse().ok().filter(|number| range.contains(number)).ok_or_else(|| {
        let (found, least, most) = (short(text), range.start(), range.end());
        RequestError::usage(format!("{name} is `{found}`; expected a whole number from {least} to {most}"))
    })
}

fn short(text: &str) -> String {
    text.chars().take(40).collect()
}

/// Translates the facelets of VisualCube: lower case, with three letters for stickers without a colour.
fn facelets(text: &str) -> String {
    let letter = |letter: char| match letter.to_ascii_lowercase() {
        'n' | 'o' | 't' => '?',
        _ => letter.to_ascii_uppercase(),
    };
    text.chars().map(letter).collect()
}

/// Reads a flag: true if it is present, unless its value is false.
fn flag<'de, D: Deserializer<'de>>(deserializer: D) -> Result<bool, D::Error> {
    let text = String::deserialize(deserializer)?;
    match text.as_str() {
        "" | "1" | "true" => Ok(true),
        "0" | "false" => Ok(false),
        other => Err(serde::de::Error::custom(format!(
            "letters is `{}`; expected `true` or `false`",
            short(other)
        ))),
    }
}

/// The colour names of VisualCube.
const NAMES: [(&str, Rgb); 15] = [
    ("black", [0, 0, 0]),
    ("dgrey", [64, 64, 64]),
    ("grey", [128, 128, 128]),
    ("gray", [128, 128, 128]),
    ("silver", [191, 191, 191]),
    ("white", [255, 255, 255]),
    ("yellow", [254, 254, 0]),
    ("red", [238, 0, 0]),
    ("orange", [255, 161, 0]),
    ("blue", [0, 0, 242]),
    ("green", [0, 216, 0]),
    ("purple", [163, 48, 255]),
    ("pink", [242, 148, 179]),
    ("n", [0, 0, 0]),
    ("w", [255, 255, 255]),
];

/// Reads a colour by name or number; none if it is transparent.
fn background(text: &str) -> Result<Option<Rgb>, String> {
    let name = text.trim_start_matches('#').to_ascii_lowercase();
    if matches!(name.as_str(), "t" | "transparent") {
        return Ok(None);
    }
    if let Some((_, color)) = NAMES.iter().find(|(known, _)| *known == name) {
        return Ok(Some(*color));
    }
    let digits: Option<Vec<u8>> =
        name.chars().map(|digit| digit.to_digit(16).map(|digit| digit as u8)).collect();
    match digits.as_deref() {
        Some(&[red, green, blue]) => Ok(Some([red * 17, green * 17, blue * 17])),
        Some(&[a, b, c, d, e, f]) => Ok(Some([a * 16 + b, c * 16 + d, e * 16 + f])),
        _ => Err(format!(
            "bg is `{}`; expected a name such as `white`, a number such as `f80` or `ff8800`, or `t` for none",
            short(text)
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_by_name_and_by_number() {
        assert_eq!(background("t"), Ok(None));
        assert_eq!(background("white"), Ok(Some([255; 3])));
        assert_eq!(background("F80"), Ok(Some([255, 136, 0])));
        assert_eq!(background("#ff8801"), Ok(Some([255, 136, 1])));
        for bad in ["", "ff", "#ff880", "mauve", "€€€"] {
            assert!(background(bad).unwrap_err().contains("expected a name"), "{bad}");
        }
    }

    #[test]
    fn facelets_of_visualcube_are_read() {
        assert_eq!(facelets("uuNrot?"), "UU?R???");
    }
}
