//! SVG path data: numbers and polygons with rounded corners.

/// A point of a drawing: x to the right, y down.
pub(super) type Point = [f64; 2];

/// A path builder. It maps every point, so that a shape drawn on a flat square lies on the face of a cube.
pub(super) struct Path<M> {
    map: M,
    data: String,
}

impl<M: Fn(Point) -> Point> Path<M> {
    pub(super) fn new(map: M) -> Path<M> {
        Path { map, data: String::new() }
    }

    /// Adds an SVG command with its points.
    pub(super) fn command(&mut self, letter: char, points: &[Point]) {
        self.data.push(letter);
        for (i, coordinate) in points.iter().flat_map(|&point| (self.map)(point)).enumerate() {
            let number = number(coordinate);
            // A minus sign also separates numbers.
            if i > 0 && !number.starts_with('-') {
                self.data.push(' ');
            }
            self.data.push_str(&number);
        }
    }

    /// Adds a polygon with rounded corners.
    pub(super) fn rounded_polygon(&mut self, corners: &[Point], radius: f64) {
        let count = corners.len();
        for (i, &corner) in corners.iter().enumerate() {
            let before = towards(corner, corners[(i + count - 1) % count], radius);
            let after = towards(corner, corners[(i + 1) % count], radius);
            self.command(if i == 0 { 'M' } else { 'L' }, &[before]);
            self.command('Q', &[corner, after]);
        }
        self.command('Z', &[]);
    }

    /// Adds a square about the origin with rounded corners.
    pub(super) fn rounded_square(&mut self, half: f64, radius: f64) {
        self.rounded_polygon(&[[-half, -half], [half, -half], [half, half], [-half, half]], radius);
    }

    pub(super) fn finish(self) -> String {
        self.data
    }
}

/// Returns the point at this distance from one point towards another.
fn towards(from: Point, to: Point, length: f64) -> Point {
    let part = length / (to[0] - from[0]).hypot(to[1] - from[1]);
    [from[0] + part * (to[0] - from[0]), from[1] + part * (to[1] - from[1])]
}

/// Formats a number with at most two decimals, as short as possible.
pub(super) fn number(value: f64) -> String {
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    match text.strip_prefix('-') {
        Some("0") | None => text.trim_start_matches('-').to_owned(),
        Some(_) => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        for (value, text) in
            [(0.0, "0"), (-0.001, "0"), (1.5, "1.5"), (-2.0, "-2"), (100.0, "100"), (0.126, "0.13")]
        {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn corners_are_rounded_within_the_polygon() {
        let mut path = Path::new(|point| point);
        path.rounded_square(2.0, 1.0);
        assert_eq!(path.finish(), "M-2-1Q-2-2-1-2L1-2Q2-2 2-1L2 1Q2 2 1 2L-1 2Q-2 2-2 1Z");
    }
}
