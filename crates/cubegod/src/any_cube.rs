//! A legal cube of any supported size.

mod centres;
#[cfg(test)]
mod tests;

pub use centres::Centres;

use crate::alphabet::Alphabet;
use crate::color::Color;
use crate::cube::{Cube2, Cube3, IllegalCube, cube3_of};
use crate::geometry::{Face, Size};
use crate::moves::{Alg, FaceTurn, NoSuchLayer};
use crate::reading::{ReadError, ReadOptions, read};
use crate::solve::SolveError;
use crate::stickers::Stickers;
use crate::view::{UnsupportedSize, View, recognize_pocket};
use rand::Rng;
use std::fmt;
use std::str::FromStr;

/// A reachable cube of any size that can be solved, in a given orientation.
///
/// Converts from text in any layout ([`str::parse`]), from stickers, and from the piece states [`Cube2`] and [`Cube3`];
/// [`Cube::stickers`] returns the stickers it was made from.
///
/// # Examples
///
/// ```
/// use cubegod::{Cube, Size};
///
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let cube = Cube::solved(Size::THREE)?.apply(&"R U R' U'".parse()?)?;
/// assert_eq!(cube.to_string(), "UULUUFUUFRRUBRRURRFFDFFUFFFDDRDDDDDDBLLLLLLLLBRRBBBBBB");
/// assert_eq!(cube.to_string().parse::<Cube>()?, cube);
///
/// // Hidden stickers are allowed as long as one cube fits.
/// let pocket: Cube = "DBFRDULUUFFBLDDBLRBU????".parse()?;
/// assert_eq!(pocket.to_string(), "DBFRDULUUFFBLDDBLRBURFLR");
/// # Ok(())
/// # }
/// ```
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
#[non_exhaustive]
pub enum Cube {
    /// A 2x2.
    Two(Cube2),
    /// A 3x3: its pieces, named by the centres, and the colours of the centres.
    Three(Cube3, Centres),
}

/// The error for input that does not describe exactly one legal cube.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CubeError {
    /// Text that does not describe a cube.
    #[error(transparent)]
    Unreadable(#[from] ReadError),
    /// A size that can be turned and drawn, but not solved.
    #[error(transparent)]
    UnsupportedSize(#[from] UnsupportedSize),
    /// Stickers of no reachable cube, with every flaw.
    #[error(transparent)]
    Illegal(#[from] IllegalCube),
    /// Hidden stickers that several cubes fit.
    #[error("{count} cubes fit these stickers; expected exactly one, so more stickers must be known")]
    Ambiguous {
        /// The number of cubes that fit.
        count: u128,
    },
}

impl Cube {
    /// Returns the solved cube of a size, white up, green in front.
    ///
    /// # Errors
    ///
    /// The size is not supported.
    pub fn solved(size: Size) -> Result<Cube, UnsupportedSize> {
        match size {
            Size::TWO => Ok(Cube2::SOLVED.into()),
            Size::THREE => Ok(Cube3::SOLVED.into()),
            size => Err(UnsupportedSize::new(size)),
        }
    }

    /// Draws a cube of a size, each state with the same probability.
    ///
    /// # Errors
    ///
    /// The size is not supported.
    pub fn random(size: Size, random: &mut impl Rng) -> Result<Cube, UnsupportedSize> {
        match size {
            Size::TWO => Ok(Cube2::random(random).into()),
            Size::THREE => Ok(Cube3::random(random).into()),
            size => Err(UnsupportedSize::new(size)),
        }
    }

    /// Returns the size.
    pub fn size(&self) -> Size {
        match self {
            Cube::Two(_) => Size::TWO,
            Cube::Three(..) => Size::THREE,
        }
    }

    /// Whether every face has one colour, in any orientation.
    pub fn is_solved(&self) -> bool {
        match self {
            Cube::Two(cube) => cube.is_solved(),
            Cube::Three(cube, _) => cube.is_solved(),
        }
    }

    /// Returns the cube after a sequence of moves. Rotations, slices and wide turns move the centres too.
    ///
    /// # Errors
    ///
    /// The cube does not have a layer that the moves turn.
    pub fn apply(&self, alg: &Alg) -> Result<Cube, NoSuchLayer> {
        match *self {
            Cube::Two(cube) => cube.apply(alg).map(Cube::Two),
            Cube::Three(cube, centres) => {
                let turned = alg.iter().try_fold(cube, |cube, one| {
                    FaceTurn::try_from(one).ok().map(|turn| cube.apply_turn(turn))
                });
                if let Some(turned) = turned {
                    return Ok(Cube::Three(turned, centres));
                }
                let mut stickers = self.stickers();
                stickers.apply(alg)?;
                Ok(recognize(&stickers).expect("moves keep a cube legal"))
            }
        }
    }

    /// Returns the group inverse: the inverse moves applied to a solved cube in the same orientation.
    pub fn inverse(&self) -> Cube {
        match *self {
            Cube::Two(cube) => Cube::Two(cube.inverse()),
            Cube::Three(cube, centres) => Cube::Three(cube.inverse(), centres),
        }
    }

    /// Returns the cube whose solutions turn this cube into the target.
    ///
    /// A 3x3 target may be held in another orientation than the cube. Two 3x3 whose centres differ by more than a rotation are
    /// compared face by face.
    ///
    /// # Errors
    ///
    /// [`SolveError::OtherSize`] when the target has another size.
    pub fn relative_to(&self, target: &Cube) -> Result<Cube, SolveError> {
        match (*self, *target) {
            (Cube::Two(cube), Cube::Two(target)) => Ok(Cube::Two(target.inverse().compose(&cube))),
            (Cube::Three(cube, centres), Cube::Three(target, target_centres)) => {
                let target = match target_centres.rotation_to(centres) {
                    Some(rotation) => target.conjugated_by(rotation),
                    None => target,
                };
                Ok(Cube::Three(target.inverse().compose(&cube), centres))
            }
            (cube, target) => Err(SolveError::OtherSize { cube: cube.size(), target: target.size() }),
        }
    }

    /// Returns the colour of each sticker.
    pub fn stickers(&self) -> Stickers<Color> {
        match self {
            Cube::Two(cube) => cube.stickers(),
            Cube::Three(cube, Centres::STANDARD) => cube.stickers(),
            Cube::Three(cube, centres) => cube.stickers().map(|color| centres.color(color.home())),
        }
    }
}

/// Returns the cube with these stickers, if they are legal.
fn recognize(stickers: &Stickers<Color>) -> Option<Cube> {
    match stickers.size() {
        Size::TWO => Cube2::try_from(stickers).ok().map(Cube::Two),
        Size::THREE => {
            let facelets: &[Color; 54] = stickers.facelets().try_into().ok()?;
            Some(Cube::Three(cube3_of(facelets)?, Centres::of(facelets)))
        }
        _ => None,
    }
}

impl From<Cube2> for Cube {
    fn from(cube: Cube2) -> Cube {
        Cube::Two(cube)
    }
}

/// Holds the cube white up, green in front.
impl From<Cube3> for Cube {
    fn from(cube: Cube3) -> Cube {
        Cube::Three(cube, Centres::STANDARD)
    }
}

impl TryFrom<&Stickers<Color>> for Cube {
    type Error = CubeError;

    /// # Errors
    ///
    /// The stickers are not those of a 2x2 or 3x3 that can be reached by turning.
    fn try_from(stickers: &Stickers<Color>) -> Result<Cube, CubeError> {
        match recognize(stickers) {
            Some(cube) => Ok(cube),
            None => Cube::try_from(&View::new(stickers.map(|&color| Some(color)))?),
        }
    }
}

impl TryFrom<&Stickers<Option<Color>>> for Cube {
    type Error = CubeError;

    /// # Errors
    ///
    /// The size is not supported, or not exactly one cube fits the stickers.
    fn try_from(stickers: &Stickers<Option<Color>>) -> Result<Cube, CubeError> {
        Cube::try_from(&View::new(stickers.clone())?)
    }
}

impl TryFrom<&View> for Cube {
    type Error = CubeError;

    /// # Errors
    ///
    /// Not exactly one cube fits the view.
    fn try_from(view: &View) -> Result<Cube, CubeError> {
        if let Some(cube) = view.recognize() {
            return Ok(cube);
        }
        let completions = view.complete()?;
        match (completions.count(), completions.get(0)) {
            (1, Some(stickers)) => {
                Ok(recognize(&stickers).expect("a completion is legal and of a supported size"))
            }
            (count, _) => Err(CubeError::Ambiguous { count }),
        }
    }
}

/// Returns the cube of a view that can be recognized without a search.
pub(crate) fn recognize_view(facelets: &[Option<Color>]) -> Option<Cube> {
    if let Ok(pocket) = facelets.try_into() {
        return recognize_pocket(pocket).map(Cube::Two);
    }
    let facelets: &[Option<Color>; 54] = facelets.try_into().ok()?;
    if facelets.contains(&None) {
        return None;
    }
    let colors = facelets.map(|color| color.unwrap_or(Color::White));
    Some(Cube::Three(cube3_of(&colors)?, Centres::of(&colors)))
}

/// Reads a 2x2 or 3x3 in any layout; see [`read`]. Moves are done on a solved 3x3.
///
/// A 2x2 in six characters other than the usual letters has no known orientation: it is held so that the corner at DBL is solved.
impl FromStr for Cube {
    type Err = CubeError;

    fn from_str(text: &str) -> Result<Cube, CubeError> {
        if let Some(cube) = parse_facelets(text.as_bytes()) {
            return Ok(cube);
        }
        Cube::try_from(&read(text, &ReadOptions::default())?.stickers)
    }
}

/// Parses a complete facelet string in face letters, the most common input, without trying other layouts.
fn parse_facelets(text: &[u8]) -> Option<Cube> {
    let color = |letter: u8| Face::from_letter(letter.into()).map(Color::of_face);
    match text.len() {
        24 if !text.contains(&b'?') => Cube2::from_facelets(text).map(Cube::Two),
        54 => {
            let cube = Cube3::from_facelets(text)?;
            // `read` handles other characters and decides between face and colour letters.
            let mut centres = [Color::White; 6];
            for (centre, face) in centres.iter_mut().zip(Face::ALL) {
                *centre = color(text[crate::cube::centre(face)])?;
            }
            Some(Cube::Three(cube, Centres::new(centres)?))
        }
        _ => None,
    }
}

/// Writes the facelet string in face letters; [`Cube::from_str`] reads it back.
impl fmt::Display for Cube {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let facelets = self.stickers();
        let text: String =
            facelets.facelets().iter().map(|&color| Alphabet::FACES.character(Some(color))).collect();
        f.pad(&text)
    }
}
