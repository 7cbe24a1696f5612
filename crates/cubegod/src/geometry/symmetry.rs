//! The 48 symmetries of the cube: 24 rotations and their mirror images.

use super::{Axis, Face, Size, StickerPosition, Vector};

/// A symmetry of the cube, as the images of the three axes.
///
/// # Examples
///
/// ```
/// use cubegod::{Axis, Face, Symmetry};
///
/// let y = Symmetry::rotation(Axis::Y, 1);
/// assert_eq!((y.face(Face::F), y.face(Face::U)), (Face::L, Face::U));
/// assert_eq!(y.compose(y.inverse()), Symmetry::IDENTITY);
/// assert_eq!(Symmetry::ALL.iter().filter(|symmetry| symmetry.is_reflection()).count(), 24);
/// ```
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Symmetry {
    images: [Vector; 3],
}

impl Symmetry {
    /// The identity.
    pub const IDENTITY: Symmetry =
        Symmetry { images: [Axis::X.direction(), Axis::Y.direction(), Axis::Z.direction()] };

    /// The reflection that swaps left and right.
    pub const MIRROR_LEFT_RIGHT: Symmetry =
        Symmetry { images: [Vector::new(-1, 0, 0), Axis::Y.direction(), Axis::Z.direction()] };

    /// The 24 rotations, the identity first.
    pub const ROTATIONS: [Symmetry; 24] = Symmetry::rotations();

    /// All 48 symmetries: the rotations, then each rotation followed by the left-right reflection.
    pub const ALL: [Symmetry; 48] = {
        let mut all = [Symmetry::IDENTITY; 48];
        let mut i = 0;
        while i < 24 {
            all[i] = Symmetry::ROTATIONS[i];
            all[24 + i] = Symmetry::ROTATIONS[i].compose(Symmetry::MIRROR_LEFT_RIGHT);
            i += 1;
        }
        all
    };

    const fn rotations() -> [Symmetry; 24] {
        let mut all = [Symmetry::IDENTITY; 24];
        let mut count = 0;
        let mut up = 0;
        while up < 6 {
            let mut front = 0;
            while front < 6 {
                let (new_up, new_front) = (Face::ALL[up], Face::ALL[front]);
                if new_up as u8 % 3 != new_front as u8 % 3 {
                    all[count] = match Symmetry::rotation_to_up_front(new_up, new_front) {
                        Some(rotation) => rotation,
                        None => panic!("faces of different axes are at right angles"),
                    };
                    count += 1;
                }
                front += 1;
            }
            up += 1;
        }
        // Move the identity, the pair (U, F), to the front.
        let mut i = 0;
        while !all[i].is(Symmetry::IDENTITY) {
            i += 1;
        }
        while i > 0 {
            all[i] = all[i - 1];
            i -= 1;
        }
        all[0] = Symmetry::IDENTITY;
        all
    }

    const fn is(self, other: Symmetry) -> bool {
        self.images[0].is(other.images[0])
            && self.images[1].is(other.images[1])
            && self.images[2].is(other.images[2])
    }

    /// Returns the rotation that brings face U to `up` and face F to `front`; `None` if the two are on one axis.
    pub const fn rotation_to_up_front(up: Face, front: Face) -> Option<Symmetry> {
        let (y, z) = (up.normal(), front.normal());
        if y.dot(z) != 0 {
            return None;
        }
        // x = y × z keeps the handedness.
        let x = Vector::new(y.y * z.z - y.z * z.y, y.z * z.x - y.x * z.z, y.x * z.y - y.y * z.x);
        Some(Symmetry { images: [x, y, z] })
    }

    /// Returns the rotation about an axis, clockwise as seen from its positive end.
    pub const fn rotation(axis: Axis, quarters: u8) -> Symmetry {
        Symmetry {
            images: [
                Axis::X.direction().rotated(axis, quarters),
                Axis::Y.direction().rotated(axis, quarters),
                Axis::Z.direction().rotated(axis, quarters),
            ],
        }
    }

    /// Returns the image of a vector.
    pub const fn apply(self, vector: Vector) -> Vector {
        self.images[0]
            .times(vector.x)
            .plus(self.images[1].times(vector.y))
            .plus(self.images[2].times(vector.z))
    }

    /// Returns the image of a face.
    pub const fn face(self, face: Face) -> Face {
        match Face::from_normal(self.apply(face.normal())) {
            Some(image) => image,
            None => panic!("a symmetry maps axes onto axes"),
        }
    }

    /// Returns the image of a sticker index.
    ///
    /// # Panics
    ///
    /// Panics if the cube has no such sticker.
    pub const fn sticker(self, size: Size, index: usize) -> usize {
        let sticker = StickerPosition::of_index(size, index);
        StickerPosition { cubie: self.apply(sticker.cubie), normal: self.apply(sticker.normal) }.index(size)
    }

    /// Returns the product: this symmetry, then `next`.
    pub const fn compose(self, next: Symmetry) -> Symmetry {
        Symmetry {
            images: [next.apply(self.images[0]), next.apply(self.images[1]), next.apply(self.images[2])],
        }
    }

    /// Returns the inverse, which is the transposed matrix.
    pub const fn inverse(self) -> Symmetry {
        let [a, b, c] = self.images;
        Symmetry {
            images: [Vector::new(a.x, b.x, c.x), Vector::new(a.y, b.y, c.y), Vector::new(a.z, b.z, c.z)],
        }
    }

    /// Whether this is a reflection rather than a rotation.
    pub const fn is_reflection(self) -> bool {
        let [a, b, c] = self.images;
        let determinant =
            a.x * (b.y * c.z - b.z * c.y) - a.y * (b.x * c.z - b.z * c.x) + a.z * (b.x * c.y - b.y * c.x);
        determinant < 0
    }

    /// Returns the index in [`Symmetry::ALL`].
    pub fn index(self) -> usize {
        Symmetry::ALL.iter().position(|other| *other == self).expect("ALL holds every symmetry")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn there_are_24_rotations_and_24_reflections_and_they_form_a_group() {
        let all: HashSet<Symmetry> = Symmetry::ALL.into_iter().collect();
        assert_eq!(all.len(), 48);
        assert_eq!(Symmetry::ALL.iter().filter(|s| s.is_reflection()).count(), 24);
        assert_eq!(Symmetry::ALL[0], Symmetry::IDENTITY);
        for a in Symmetry::ALL {
            assert_eq!(a.compose(a.inverse()), Symmetry::IDENTITY);
            for b in Symmetry::ALL {
                assert!(all.contains(&a.compose(b)));
            }
        }
    }

    #[test]
    fn a_rotation_brings_up_and_front_to_the_given_faces() {
        let tipped = Symmetry::rotation_to_up_front(Face::F, Face::D).unwrap();
        assert_eq!(tipped.face(Face::U), Face::F);
        assert_eq!(tipped.face(Face::F), Face::D);
        assert_eq!(tipped.face(Face::R), Face::R);
        assert_eq!(tipped, Symmetry::rotation(Axis::X, 3));
        assert!(Symmetry::rotation_to_up_front(Face::U, Face::D).is_none());
    }
}
