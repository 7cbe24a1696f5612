//! Sets of faces, such as those a robot can turn.

use crate::geometry::Face;
use std::fmt;
use std::str::FromStr;

/// A set of faces.
///
/// # Examples
///
/// ```
/// use cubegod::geometry::Face;
/// use cubegod::moves::FaceSet;
///
/// let faces: FaceSet = "fur".parse()?;
/// assert_eq!((faces.to_string(), faces.len()), ("URF".to_owned(), 3));
/// assert!(faces.contains(Face::F) && faces.covers_all_axes());
/// # Ok::<(), cubegod::moves::FaceSetError>(())
/// ```
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct FaceSet(u8);

/// The error for a text that is not a set of faces.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum FaceSetError {
    /// A character that is not a face.
    #[error("`{0}` is not a face; expected letters of U R F D L B, such as `URF`")]
    NotAFace(char),
    /// An empty set.
    #[error("no face given; expected letters of U R F D L B, such as `URF`")]
    Empty,
}

impl FaceSet {
    /// All six faces.
    pub const ALL: FaceSet = FaceSet(0b11_1111);

    /// Whether the set contains a face.
    pub const fn contains(self, face: Face) -> bool {
        self.0 >> face as u8 & 1 == 1
    }

    /// Whether the set contains all faces of another set.
    pub const fn contains_all(self, other: FaceSet) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns the faces in order.
    pub fn iter(self) -> impl Iterator<Item = Face> {
        Face::ALL.into_iter().filter(move |&face| self.contains(face))
    }

    /// Whether the set has a face on each of the three axes.
    pub fn covers_all_axes(self) -> bool {
        [Face::U, Face::R, Face::F].iter().all(|&face| self.contains(face) || self.contains(face.opposite()))
    }

    /// Returns the number of faces.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl FromIterator<Face> for FaceSet {
    fn from_iter<I: IntoIterator<Item = Face>>(faces: I) -> FaceSet {
        FaceSet(faces.into_iter().fold(0, |set, face| set | 1 << face as u8))
    }
}

/// Reads letters in any order, such as `RUF`, and skips commas and blanks.
impl FromStr for FaceSet {
    type Err = FaceSetError;

    fn from_str(text: &str) -> Result<FaceSet, FaceSetError> {
        let letters = text.chars().filter(|c| !c.is_whitespace() && *c != ',');
        let faces = letters.map(|letter| {
            Face::from_letter(letter.to_ascii_uppercase()).ok_or(FaceSetError::NotAFace(letter))
        });
        let set: FaceSet = faces.collect::<Result<_, _>>()?;
        if set.is_empty() { Err(FaceSetError::Empty) } else { Ok(set) }
    }
}

impl fmt::Display for FaceSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter().try_for_each(|face| write!(f, "{face}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_in_any_order_and_case_make_a_set() {
        let set: FaceSet = "f,Ru".parse().unwrap();
        assert_eq!(set.to_string(), "URF");
        assert_eq!(set.len(), 3);
        assert!(FaceSet::ALL.contains_all(set) && !set.contains(Face::B));
        assert_eq!("".parse::<FaceSet>(), Err(FaceSetError::Empty));
        assert_eq!("UX".parse::<FaceSet>(), Err(FaceSetError::NotAFace('X')));
    }
}
