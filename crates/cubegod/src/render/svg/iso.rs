//! The cube in perspective.

use super::canvas::Canvas;
use super::path::{Path, Point};
use super::{SvgOptions, document};
use crate::geometry::{Face, Size, StickerPosition, Vector};
use crate::render::Cell;
use crate::render::palette::Rgb;
use crate::stickers::Stickers;

/// A point in space; the cube reaches from −1 to 1 along each axis.
type Vec3 = [f64; 3];

/// The colour of the body in full light.
const BODY: Rgb = [0x2a, 0x2d, 0x35];
/// The edges of the body between its faces.
const BODY_EDGE: Rgb = [0x0d, 0x0e, 0x12];

/// Half the side of a sticker, relative to half the side of a cubie.
const STICKER_HALF: f64 = 0.87;
/// Half the side of a face of the body; the rest is its edge.
const FACE_HALF: f64 = 0.985;
/// Half the side of all stickers of a face together, so that outer stickers do not touch the edges of the body.
const STICKERS_HALF: f64 = 0.98;
const FACE_CORNER: f64 = 0.06;
/// The radius of the corners of the outline.
const OUTLINE_CORNER: f64 = 7.0;

/// The direction of the camera in degrees: to the right of F and above, so that F is the largest face and U and R are legible.
const YAW: f64 = 40.0;
const PITCH: f64 = 31.0;
/// The distance of the camera: a weak perspective.
const DISTANCE: f64 = 9.0;
/// The scale of the drawing: half the cube's edge.
const SCALE: f64 = 100.0;
const MARGIN: f64 = 6.0;
/// The gap between the front view and the back view.
const BETWEEN: f64 = 26.0;

/// The direction of the light in camera coordinates (right, up, towards the camera), so that both views are lit alike.
const LIGHT: Vec3 = [-0.42, 0.78, 0.46];
/// The brightness of a face turned away from the light.
const SHADE: f64 = 0.88;
/// The change of brightness across the cube, along the direction of the light.
const FADE: f64 = 0.03;
/// The minimum and maximum brightness of a square of the surface.
#[cfg(test)]
pub(super) const BRIGHTNESS: [f64; 2] = [0.835, 1.04];

/// Draws the cube in perspective with U, F and R visible; with [`SvgOptions::back`] also from the opposite corner, with D, B
/// and L visible.
///
/// # Examples
///
/// ```
/// use cubegod::render::{Cell, svg};
/// use cubegod::{Size, Stickers};
///
/// let cells = Stickers::<Cell>::from(&Stickers::solved(Size::THREE));
/// let front = svg::iso(&cells, &svg::SvgOptions::new());
/// let both = svg::iso(&cells, &svg::SvgOptions::new().back(true).width(960));
/// assert!(both.len() > front.len());
/// ```
pub fn iso(cells: &Stickers<Cell>, options: &SvgOptions) -> String {
    let mut canvas = Canvas::new(options);
    let front = Camera::new(YAW, PITCH);
    let back = Camera::new(YAW + 180.0, -PITCH);
    let cameras = if options.back { vec![front, back] } else { vec![front] };

    let (mut left, mut height) = (MARGIN, 0.0_f64);
    for camera in cameras {
        let [outline_left, outline_top, right, bottom] = bounds(&camera.outline());
        draw_cube(&mut canvas, cells, &camera.moved([left - outline_left, MARGIN - outline_top]));
        left += right - outline_left + BETWEEN;
        height = height.max(bottom - outline_top + 2.0 * MARGIN);
    }
    let width = left - BETWEEN + MARGIN;
    document(cells, options, [width, height], &canvas.finish())
}

fn draw_cube(canvas: &mut Canvas<'_>, cells: &Stickers<Cell>, camera: &Camera) {
    let mut outline = Path::new(|point| point);
    outline.rounded_polygon(&camera.outline(), OUTLINE_CORNER);
    canvas.fill(BODY_EDGE, 1.0, &outline.finish());

    let size = cells.size();
    for face in Face::ALL.into_iter().filter(|&face| camera.sees(face)) {
        let square = Square { middle: vec3(face.normal()), face, half: 1.0 };
        let mut body = Path::new(|point| camera.project(square.at(point)));
        body.rounded_square(FACE_HALF, FACE_CORNER);
        canvas.fill(BODY, camera.brightness(square), &body.finish());

        let first = face.index() * size.face_stickers();
        for (index, &cell) in cells.face(face).iter().enumerate() {
            let square = Square::of_sticker(size, first + index);
            canvas.sticker(cell, camera.brightness(square), |point| camera.project(square.at(point)));
        }
    }
}

/// A square on the surface of the cube.
#[derive(Copy, Clone)]
struct Square {
    middle: Vec3,
    face: Face,
    half: f64,
}

impl Square {
    fn of_sticker(size: Size, index: usize) -> Square {
        let sticker = StickerPosition::of_index(size, index);
        let face = Face::ALL[index / size.face_stickers()];
        // Cubies are two steps wide, so the distance from the middle to the surface is N steps.
        let step = STICKERS_HALF / size.layers() as f64;
        let above = vec3(sticker.normal);
        let across = vec3(sticker.cubie.plus(sticker.normal.times(1 - size.layers() as i8)));
        let middle = std::array::from_fn(|i| above[i] + step * across[i]);
        Square { middle, face, half: step * STICKER_HALF }
    }

    /// Returns the point at these coordinates, from −1 to 1 to the right and down.
    fn at(self, [right, down]: Point) -> Vec3 {
        let (rightward, downward) = (vec3(self.face.rightward()), vec3(self.face.downward()));
        std::array::from_fn(|i| self.middle[i] + self.half * (right * rightward[i] + down * downward[i]))
    }
}

/// A camera that points at the middle of the cube.
struct Camera {
    right: Vec3,
    up: Vec3,
    /// The direction from the cube to the camera.
    towards: Vec3,
    /// The position of the middle of the cube in the drawing.
    middle: Point,
}

impl Camera {
    /// Creates a camera in the direction of F, rotated by degrees to the right and up.
    fn new(yaw: f64, pitch: f64) -> Camera {
        let ((sin_yaw, cos_yaw), (sin_pitch, cos_pitch)) =
            (yaw.to_radians().sin_cos(), pitch.to_radians().sin_cos());
        Camera {
            right: [cos_yaw, 0.0, -sin_yaw],
            up: [-sin_yaw * sin_pitch, cos_pitch, -cos_yaw * sin_pitch],
            towards: [sin_yaw * cos_pitch, sin_pitch, cos_yaw * cos_pitch],
            middle: [0.0, 0.0],
        }
    }

    fn moved(self, by: Point) -> Camera {
        Camera { middle: [self.middle[0] + by[0], self.middle[1] + by[1]], ..self }
    }

    fn project(&self, point: Vec3) -> Point {
        let scale = SCALE * DISTANCE / (DISTANCE - dot(point, self.towards));
        [self.middle[0] + scale * dot(point, self.right), self.middle[1] - scale * dot(point, self.up)]
    }

    /// Whether a face is visible: the camera is above its plane, which has distance 1 from the middle.
    fn sees(&self, face: Face) -> bool {
        DISTANCE * dot(vec3(face.normal()), self.towards) > 1.0
    }

    /// Returns the brightness of a square of the surface: 1 in the middle of a face turned to the light.
    fn brightness(&self, square: Square) -> f64 {
        let light: Vec3 = std::array::from_fn(|i| {
            LIGHT[0] * self.right[i] + LIGHT[1] * self.up[i] + LIGHT[2] * self.towards[i]
        });
        let facing = dot(vec3(square.face.normal()), light).max(0.0);
        SHADE + (1.0 - SHADE) * facing + FADE * dot(square.middle, light)
    }

    /// Returns the outline of the cube, clockwise: the corners of the visible faces, except the one they share.
    fn outline(&self) -> Vec<Point> {
        let corners = (0..8).map(|bits| [0, 1, 2].map(|axis| if bits >> axis & 1 == 1 { 1.0 } else { -1.0 }));
        let mut points: Vec<Point> = corners
            .filter(|corner| {
                let seen = Face::ALL
                    .iter()
                    .filter(|&&face| self.sees(face) && dot(vec3(face.normal()), *corner) > 0.0);
                matches!(seen.count(), 1 | 2)
            })
            .map(|corner| self.project(corner))
            .collect();
        let [x, y] = self.middle;
        points.sort_by(|a, b| (a[1] - y).atan2(a[0] - x).total_cmp(&(b[1] - y).atan2(b[0] - x)));
        points
    }
}

fn vec3(vector: Vector) -> Vec3 {
    [vector.x, vector.y, vector.z].map(f64::from)
}

fn dot(a: Vec3, b: Vec3) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// Returns the bounding box of points: left, top, right, bottom.
fn bounds(points: &[Point]) -> [f64; 4] {
    points.iter().fold(
        [f64::INFINITY, f64::INFINITY, f64::NEG_INFINITY, f64::NEG_INFINITY],
        |[left, top, right, bottom], &[x, y]| [left.min(x), top.min(y), right.max(x), bottom.max(y)],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Facelet;
    use crate::render::examples;

    const CORNERS: [Point; 4] = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];

    fn cameras() -> [Camera; 2] {
        [Camera::new(YAW, PITCH), Camera::new(YAW + 180.0, -PITCH)]
    }

    fn seen_stickers(camera: &Camera, size: Size) -> Vec<[Point; 4]> {
        (0..size.sticker_count())
            .map(|index| Square::of_sticker(size, index))
            .filter(|square| camera.sees(square.face))
            .map(|square| CORNERS.map(|corner| camera.project(square.at(corner))))
            .collect()
    }

    /// Whether two convex polygons are disjoint: a side of one separates them.
    fn are_apart(one: &[Point; 4], other: &[Point; 4]) -> bool {
        let separates = |sides: &[Point; 4], far: &[Point; 4]| {
            (0..4).any(|i| {
                let ([x, y], [to_x, to_y]) = (sides[i], sides[(i + 1) % 4]);
                far.iter().all(|[a, b]| (to_x - x) * (b - y) - (to_y - y) * (a - x) < 0.0)
            })
        };
        separates(one, other) || separates(other, one)
    }

    #[test]
    fn a_turned_pocket_cube_from_both_sides() {
        let cells = examples::turned_pocket_cube().map(|cell| cell.lettered());
        let drawing = iso(&cells, &SvgOptions::new().back(true));
        insta::assert_snapshot!(examples::one_shape_per_line(&drawing));
    }

    #[test]
    fn the_front_shows_u_r_f_and_the_back_d_l_b() {
        let [front, back] = cameras();
        for face in Face::ALL {
            assert_eq!(front.sees(face), face.is_positive());
            assert_eq!(back.sees(face), !face.is_positive());
        }
    }

    #[test]
    fn no_two_stickers_overlap() {
        for layers in 2..=7 {
            for camera in cameras() {
                let stickers = seen_stickers(&camera, Size::new(layers).unwrap());
                assert_eq!(stickers.len(), 3 * layers * layers);
                for (i, one) in stickers.iter().enumerate() {
                    assert!(stickers[i + 1..].iter().all(|other| are_apart(one, other)));
                }
            }
        }
    }

    #[test]
    fn a_sticker_overlaps_itself() {
        let stickers = seen_stickers(&cameras()[0], Size::TWO);
        assert!(!are_apart(&stickers[0], &stickers[0]));
    }

    #[test]
    fn stickers_lie_within_the_outline_and_keep_their_winding() {
        for camera in cameras() {
            let outline = camera.outline();
            assert_eq!(outline.len(), 6);
            for sticker in seen_stickers(&camera, Size::THREE) {
                for (i, &[x, y]) in outline.iter().enumerate() {
                    let [to_x, to_y] = outline[(i + 1) % 6];
                    let is_inside = |&[a, b]: &Point| (to_x - x) * (b - y) - (to_y - y) * (a - x) > 0.0;
                    assert!(sticker.iter().all(is_inside));
                }
                let [[x, y], [x1, y1], [x2, y2], _] = sticker;
                // Rightward then downward turns clockwise: a face seen from behind would turn the other way.
                assert!((x1 - x) * (y2 - y1) - (y1 - y) * (x2 - x1) > 0.0);
            }
        }
    }

    #[test]
    fn u_is_above_f_and_f_is_left_of_r() {
        let [front, _] = cameras();
        let middle = |face, number| {
            let index = Facelet { face, number }.index(Size::THREE);
            front.project(Square::of_sticker(Size::THREE, index).middle)
        };
        for number in 1..=9 {
            for other in 1..=9 {
                if (number - 1) % 3 == (other - 1) % 3 {
                    assert!(middle(Face::U, number)[1] < middle(Face::F, other)[1]);
                }
                assert!(middle(Face::F, number)[0] < middle(Face::R, other)[0]);
            }
        }
    }

    #[test]
    fn u_is_lighter_than_f_and_f_than_r_and_none_is_dark() {
        for camera in cameras() {
            for index in 0..Size::MAX.sticker_count() {
                let square = Square::of_sticker(Size::MAX, index);
                if camera.sees(square.face) {
                    let light = camera.brightness(square);
                    assert!((BRIGHTNESS[0]..=BRIGHTNESS[1]).contains(&light), "{light}");
                }
            }
        }
        let of =
            |face: Face| cameras()[0].brightness(Square { middle: vec3(face.normal()), face, half: 1.0 });
        assert!(of(Face::U) > of(Face::F) && of(Face::F) > of(Face::R));
    }
}
