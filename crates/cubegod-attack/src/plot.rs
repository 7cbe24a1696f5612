//! Draws the samples of a soak.

use crate::soak::Sample;
use crate::target::ServerKind;
use plotters::coord::Shift;
use plotters::prelude::*;
use std::error::Error;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The size of the picture in pixels.
const SIZE: (u32, u32) = (900, 780);

/// The font of all texts.
const FONT: &str = "sans-serif";

/// Returns an SVG with memory, descriptors and the 99th percentile of each server over time.
///
/// # Errors
///
/// Fails if there are no samples, or if the picture cannot be drawn.
pub fn plot(samples: &[Sample]) -> Result<String, Box<dyn Error + Send + Sync>> {
    if samples.is_empty() {
        return Err("no samples to plot; let the soak run longer than one window".into());
    }
    let mut svg = String::new();
    draw(samples, &mut svg).map_err(|error| error.to_string())?;
    Ok(svg)
}

fn draw(samples: &[Sample], svg: &mut String) -> Result<(), Box<dyn Error>> {
    let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    root.fill(&WHITE)?;
    let panels = root.split_evenly((3, 1));
    let panel = |index: usize, title: &str, value: &dyn Fn(&Sample) -> Option<f64>| match panels.get(index) {
        Some(area) => draw_panel(area, title, samples, value),
        None => Ok(()),
    };
    panel(0, "memory (RSS), MiB", &|sample| Some(sample.figures.rss_kib as f64 / 1024.0))?;
    panel(1, "open descriptors", &|sample| Some(sample.figures.descriptors as f64))?;
    panel(2, "99th percentile of honest clients, ms", &|sample| sample.honest.p99_ms)?;
    root.present()?;
    drop(panels);
    Ok(())
}

fn draw_panel(
    area: &Area<'_>,
    title: &str,
    samples: &[Sample],
    value: &dyn Fn(&Sample) -> Option<f64>,
) -> Result<(), Box<dyn Error>> {
    let minutes = samples.iter().map(|sample| sample.seconds / 60.0).fold(0.0, f64::max);
    let highest = samples.iter().filter_map(value).fold(0.0, f64::max);
    let mut chart = ChartBuilder::on(area)
        .caption(title, (FONT, 16))
        .margin(8)
        .x_label_area_size(32)
        .y_label_area_size(60)
        .build_cartesian_2d(0.0..minutes.max(0.1), 0.0..(highest * 1.1).max(1.0))?;
    chart.configure_mesh().x_desc("minutes").y_labels(5).label_style((FONT, 12)).draw()?;
    for (kind, color) in
        ServerKind::ALL.into_iter().zip([RGBColor(0, 81, 186), RGBColor(0, 158, 96), RGBColor(196, 30, 58)])
    {
        let points = samples.iter().filter(|sample| sample.server == kind);
        let points: Vec<(f64, f64)> =
            points.filter_map(|sample| Some((sample.seconds / 60.0, value(sample)?))).collect();
        if points.is_empty() {
            continue;
        }
        chart
            .draw_series(LineSeries::new(points, color.stroke_width(2)))?
            .label(kind.name())
            .legend(move |(x, y)| PathElement::new(vec![(x, y), (x + 16, y)], color.stroke_width(2)));
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::LowerRight)
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK.mix(0.3))
        .label_font((FONT, 12))
        .draw()?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::Figures;
    use crate::report::HonestReport;

    #[test]
    fn each_server_has_a_line_in_each_panel() {
        let sample = |server, seconds, p99| {
            let honest = HonestReport { p99_ms: p99, ..HonestReport::default() };
            Sample {
                seconds,
                server,
                figures: Figures { rss_kib: 50_000, descriptors: 40 },
                honest,
                is_running: true,
            }
        };
        let samples = [
            sample(ServerKind::Engine, 10.0, Some(1.5)),
            sample(ServerKind::Engine, 20.0, Some(2.5)),
            sample(ServerKind::Http, 10.0, None),
            sample(ServerKind::Http, 20.0, Some(2.0)),
        ];
        let svg = plot(&samples).unwrap();
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
        let named = |name: &str| svg.matches(&format!("\n{name}\n")).count();
        assert_eq!((named("engine"), named("http"), named("challenge")), (3, 3, 0), "{svg}");
        assert!(plot(&[]).is_err());
    }
}
