//! Solving one cube to another.

use crate::color::Color;
use crate::cube::{Cube2, Cube3, IllegalCube};
use crate::geometry::Face;
use crate::stickers::Stickers;

/// Returns the 2x2 whose solution turns these stickers into the target, or into the solved cube without a target.
///
/// # Errors
///
/// Returns the flaws of a cube that is not legal.
pub fn relative_to_2(
    stickers: &Stickers<Color>,
    target: Option<&Stickers<Color>>,
) -> Result<Cube2, IllegalCube> {
    let cube = Cube2::try_from(stickers)?;
    // Turns from the cube to the target solve the product of the target's inverse and the cube.
    Ok(match target {
        Some(target) => Cube2::try_from(target)?.inverse().compose(&cube),
        None => cube,
    })
}

/// Returns the 3x3 whose solution turns these stickers into the target, or into the solved cube without a target.
///
/// # Errors
///
/// Returns the flaws of a cube that is not legal.
pub fn relative_to_3(
    stickers: &Stickers<Color>,
    target: Option<&Stickers<Color>>,
) -> Result<Cube3, IllegalCube> {
    let cube = Cube3::try_from(stickers)?;
    Ok(match target {
        // Pieces are named relative to the centres, so rotate the target to the orientation of the cube.
        Some(target) => Cube3::try_from(&target.held_as(stickers))?.inverse().compose(&cube),
        None => cube,
    })
}

/// Returns the face with the white centre of a 3x3.
pub fn white_face(stickers: &Stickers<Color>) -> Face {
    let middle = stickers.size().face_stickers() / 2;
    let is_white = |face: &Face| stickers.face(*face)[middle] == Color::White;
    Face::ALL.into_iter().find(is_white).unwrap_or(Face::U)
}
