//! The mapping from characters to colours in a description of a cube.
//!
//! Face letters (`U R F D L B`) and colour letters (`W R G Y O B`) are recognized; any other six characters are mapped
//! to colours by the centres on the 3x3 and by the corners on the 2x2.

use crate::color::Color;
use crate::cube::{Corner, Frame};
use crate::geometry::{Face, Facelet, Size};
use crate::stickers::Stickers;
use crate::text::{self, UNKNOWN};
use crate::view::View;
use std::collections::BTreeMap;

/// The kind of characters in an [`Alphabet`].
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum Letters {
    /// Face letters of the solved cube with white up and green in front: `U R F D L B`.
    Faces,
    /// Colour letters: `W R G Y O B`.
    Colors,
    /// Any other six characters.
    Own,
}

/// One character for each colour.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Alphabet {
    letters: Letters,
    characters: [char; 6],
}

/// The error for stickers whose characters can't be mapped to colours.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum AlphabetError {
    /// More than six different characters.
    #[error(
        "{} different characters ({}); a cube has six colours. The rarest is `{rarest}`, first at sticker {place}",
        found.len(), list(found)
    )]
    TooMany {
        /// The different characters.
        found: Vec<char>,
        /// The character that occurs least often.
        rarest: char,
        /// The first sticker with the rarest character.
        place: Facelet,
    },
    /// Characters that are neither face nor colour letters, with too few known stickers to map them.
    #[error(
        "the characters {} could mean any colours, and too few stickers are known to tell; write face letters \
         (U R F D L B) or colour letters (W R G Y O B)",
        list(found)
    )]
    Ambiguous {
        /// The different characters.
        found: Vec<char>,
    },
    /// Centres that share a character.
    #[error("two centres are `{character}` ({first} and {second}); each face has its own colour")]
    SameCentre {
        /// The character.
        character: char,
        /// The first of the two faces.
        first: Face,
        /// The second of the two faces.
        second: Face,
    },
    /// A character that is on no centre.
    #[error("`{character}` at sticker {place} is on no centre, so its face is unknown")]
    NoCentre {
        /// The character.
        character: char,
        /// The first sticker with it.
        place: Facelet,
    },
}

fn list(characters: &[char]) -> String {
    let shown: Vec<String> = characters.iter().take(12).map(|c| format!("`{}`", c.escape_debug())).collect();
    let more = if characters.len() > 12 { " …" } else { "" };
    format!("{}{more}", shown.join(" "))
}

impl Alphabet {
    /// The face letters `U R F D L B`.
    pub const FACES: Alphabet =
        Alphabet { letters: Letters::Faces, characters: ['U', 'R', 'F', 'D', 'L', 'B'] };

    /// The colour letters `W R G Y O B`.
    pub const COLORS: Alphabet =
        Alphabet { letters: Letters::Colors, characters: ['W', 'R', 'G', 'Y', 'O', 'B'] };

    /// Returns the kind of its characters.
    pub fn letters(&self) -> Letters {
        self.letters
    }

    /// Returns the character of a colour, or [`UNKNOWN`].
    pub fn character(&self, color: Option<Color>) -> char {
        color.map_or(UNKNOWN, |color| self.characters[color.index()])
    }

    /// Returns the name of a colour for messages: its English name, or its character in other alphabets.
    pub fn name(&self, color: Color) -> String {
        match self.letters {
            Letters::Colors => color.name().to_owned(),
            Letters::Faces | Letters::Own => self.characters[color.index()].to_string(),
        }
    }

    /// Writes stickers in this alphabet.
    pub fn write(&self, stickers: &Stickers<Option<Color>>) -> Stickers<char> {
        stickers.map(|&color| self.character(color))
    }

    fn read(&self, stickers: &Stickers<char>) -> Stickers<Option<Color>> {
        stickers.map(|character| {
            Color::ALL.into_iter().find(|color| self.characters[color.index()] == *character)
        })
    }

    /// Infers which character stands for which colour, and returns the stickers as colours.
    ///
    /// # Errors
    ///
    /// Fails if there are more than six different characters, or if the mapping is ambiguous.
    ///
    /// # Examples
    ///
    /// ```
    /// use cubegod::alphabet::Alphabet;
    /// use cubegod::formats::facelets;
    /// use cubegod::{Color, Face};
    ///
    /// let text = "aaaaaaaaabbbbbbbbbcccccccccdddddddddeeeeeeeeefffffffff";
    /// let (colors, alphabet) = Alphabet::infer(&facelets::read(text)?)?;
    /// assert_eq!(colors.face(Face::F)[0], Some(Color::Green));
    /// assert_eq!(alphabet.character(Some(Color::Green)), 'c');
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn infer(stickers: &Stickers<char>) -> Result<(Stickers<Option<Color>>, Alphabet), AlphabetError> {
        let stickers = &normalized(stickers);
        let found = characters(stickers);
        let all_in = |alphabet: Alphabet| found.iter().all(|c| alphabet.characters.contains(c));
        if all_in(Alphabet::FACES) {
            return Ok((Alphabet::FACES.read(stickers), Alphabet::FACES));
        }
        if all_in(Alphabet::COLORS) {
            let usual = Alphabet::COLORS.read(stickers);
            // Some pocket cubes have another colour scheme. Checked only when all stickers are known, so that a misread
            // sticker is not taken for another scheme.
            let all_known = !stickers.facelets().contains(&UNKNOWN);
            if stickers.size() == Size::TWO
                && all_known
                && count_completions(&usual) == 0
                && let Some(own) = by_corners(stickers, &found)
            {
                return Ok(own);
            }
            return Ok((usual, Alphabet::COLORS));
        }
        if found.len() > 6 {
            return Err(too_many(stickers, found));
        }
        let own = match stickers.size() {
            Size::TWO => by_corners(stickers, &found).ok_or(AlphabetError::Ambiguous { found })?,
            size if size.layers() % 2 == 1 => by_centres(stickers)?,
            _ => in_order(stickers, &found),
        };
        Ok(own)
    }
}

/// Returns characters with the meaning that they have in every layout, and face or colour letters in upper case.
fn normalized(stickers: &Stickers<char>) -> Stickers<char> {
    let plain = stickers.map(|&character| text::sticker(character));
    let capitals = plain.map(char::to_ascii_uppercase);
    let known = |alphabet: Alphabet| characters(&capitals).iter().all(|c| alphabet.characters.contains(c));
    if known(Alphabet::FACES) || known(Alphabet::COLORS) { capitals } else { plain }
}

/// Returns the different known characters, in order of their code points.
fn characters(stickers: &Stickers<char>) -> Vec<char> {
    let mut found: Vec<char> = stickers.facelets().iter().copied().filter(|&c| c != UNKNOWN).collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn first_place(stickers: &Stickers<char>, character: char) -> Facelet {
    let index = stickers.facelets().iter().position(|&c| c == character).unwrap_or_default();
    Facelet::of_index(stickers.size(), index)
}

fn too_many(stickers: &Stickers<char>, found: Vec<char>) -> AlphabetError {
    let mut counts = BTreeMap::new();
    stickers.facelets().iter().for_each(|&c| *counts.entry(c).or_insert(0) += 1);
    let rarest = found.iter().copied().min_by_key(|c| counts[c]).unwrap_or(UNKNOWN);
    AlphabetError::TooMany { place: first_place(stickers, rarest), rarest, found }
}

fn count_completions(stickers: &Stickers<Option<Color>>) -> u128 {
    View::new(stickers.clone()).map_or(0, |view| view.completions().count())
}

/// Maps characters by the centres; one unknown centre gets the remaining character.
fn by_centres(stickers: &Stickers<char>) -> Result<(Stickers<Option<Color>>, Alphabet), AlphabetError> {
    let middle = stickers.size().face_stickers() / 2;
    let mut centres = Face::ALL.map(|face| stickers.face(face)[middle]);
    let found = characters(stickers);
    let open: Vec<usize> = (0..6).filter(|&i| centres[i] == UNKNOWN).collect();
    let left: Vec<char> = found.iter().copied().filter(|c| !centres.contains(c)).collect();
    match (&open[..], &left[..]) {
        ([], []) => {}
        ([face], [character]) => centres[*face] = *character,
        // No sticker shows the sixth colour; any unused character works.
        ([face], []) => centres[*face] = unused_character(&found),
        ([], [character, ..]) => {
            return Err(AlphabetError::NoCentre {
                character: *character,
                place: first_place(stickers, *character),
            });
        }
        _ => return Err(AlphabetError::Ambiguous { found }),
    }
    for first in 0..6 {
        for second in first + 1..6 {
            if centres[first] == centres[second] {
                return Err(AlphabetError::SameCentre {
                    character: centres[first],
                    first: Face::ALL[first],
                    second: Face::ALL[second],
                });
            }
        }
    }
    let alphabet = Alphabet { letters: Letters::Own, characters: centres };
    Ok((alphabet.read(stickers), alphabet))
}

fn unused_character(found: &[char]) -> char {
    ('A'..='Z').find(|c| !found.contains(c)).unwrap_or('_')
}

/// Maps characters to colours in order of appearance, for larger cubes without centres.
fn in_order(stickers: &Stickers<char>, found: &[char]) -> (Stickers<Option<Color>>, Alphabet) {
    let mut order = found.to_vec();
    order.sort_by_key(|&c| stickers.facelets().iter().position(|&other| other == c));
    while order.len() < 6 {
        order.push(unused_character(&order));
    }
    let characters = std::array::from_fn(|i| order[i]);
    let alphabet = Alphabet { letters: Letters::Own, characters };
    (alphabet.read(stickers), alphabet)
}

/// Returns the only colour scheme in which the stickers of a pocket cube are legal; `None` if several or none fit.
///
/// The scheme leaves the orientation open; the corner at DBL is taken to be solved.
fn by_corners(stickers: &Stickers<char>, found: &[char]) -> Option<(Stickers<Option<Color>>, Alphabet)> {
    let mut six = found.to_vec();
    if six.len() == 5 {
        six.push(unused_character(found));
    }
    let six: [char; 6] = six.try_into().ok()?;
    let mut fitting = schemes(six).filter_map(|alphabet| {
        let completions = View::new(alphabet.read(stickers)).ok()?.completions();
        completions.get(0).map(|first| (alphabet, first))
    });
    let (alphabet, completed) = fitting.next()?;
    if fitting.next().is_some() {
        return None;
    }
    // Rotate the scheme so that the corner at DBL is solved: its colours become those of D, B and L.
    let corner = Corner::DBL.facelets(Size::TWO).map(|i| completed.facelets()[i]);
    let held = Frame::rotations().find(|frame| {
        corner.iter().zip(Corner::DBL.faces()).all(|(&color, face)| frame.face(color) == face)
    })?;
    let mut characters = ['\0'; 6];
    for color in Color::ALL {
        characters[held.face(color).index()] = alphabet.characters[color.index()];
    }
    let alphabet = Alphabet { letters: Letters::Own, characters };
    Some((alphabet.read(stickers), alphabet))
}

/// Returns the 30 assignments of six characters to the faces, up to rotation.
fn schemes(six: [char; 6]) -> impl Iterator<Item = Alphabet> {
    // The first character is up; one of five is opposite; the other four have six cyclic orders.
    (1..6).flat_map(move |below| {
        let ring: Vec<char> = (1..6).filter(|&i| i != below).map(|i| six[i]).collect();
        [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]].into_iter().map(
            move |[right, back, left]| {
                let characters = [six[0], ring[right], ring[0], six[below], ring[left], ring[back]];
                Alphabet { letters: Letters::Own, characters }
            },
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cube::{Cube2, Cube3};
    use crate::geometry::Symmetry;
    use crate::scramble::generator;

    fn own(characters: &str) -> Alphabet {
        let characters: Vec<char> = characters.chars().collect();
        Alphabet { letters: Letters::Own, characters: characters.try_into().unwrap() }
    }

    fn known(stickers: &Stickers<Color>) -> Stickers<Option<Color>> {
        stickers.map(|&color| Some(color))
    }

    fn hide(stickers: &Stickers<char>, face: Face) -> Stickers<char> {
        let size = stickers.size();
        Stickers::from_fn(size, |i| {
            if Facelet::of_index(size, i).face == face { UNKNOWN } else { stickers.facelets()[i] }
        })
    }

    #[test]
    fn face_letters_colour_letters_and_squares_are_recognized_in_either_case() {
        let cube = known(&Cube3::random(&mut generator(1)).stickers());
        for alphabet in [Alphabet::FACES, Alphabet::COLORS] {
            assert_eq!(Alphabet::infer(&alphabet.write(&cube)), Ok((cube.clone(), alphabet)));
            let lower = alphabet.write(&cube).map(char::to_ascii_lowercase);
            assert_eq!(Alphabet::infer(&lower), Ok((cube.clone(), alphabet)));
        }
        for symbols in ["⬜🟥🟩🟨🟧🟦", "⚪🔴🟢🟡🟠🔵"] {
            assert_eq!(Alphabet::infer(&own(symbols).write(&cube)), Ok((cube.clone(), Alphabet::COLORS)));
        }
    }

    #[test]
    fn marks_of_unknown_stickers_are_those_of_every_layout() {
        let text = Alphabet::FACES.write(&known(&Stickers::solved(Size::TWO)));
        for mark in ['?', '*', '.', '◻', '⬛', '❓'] {
            let (stickers, alphabet) =
                Alphabet::infer(&hide(&text, Face::R).map(|&c| if c == UNKNOWN { mark } else { c })).unwrap();
            assert_eq!(alphabet, Alphabet::FACES, "{mark}");
            assert_eq!(stickers.face(Face::R), [None; 4], "{mark}");
        }
    }

    #[test]
    fn centres_map_any_six_characters() {
        let cube = known(&Cube3::random(&mut generator(2)).stickers());
        let alphabet = own("1aß%_x");
        let text = alphabet.write(&cube);
        assert_eq!(Alphabet::infer(&text), Ok((cube, alphabet)));
        let (_, read) = Alphabet::infer(&hide(&text, Face::L)).unwrap();
        assert_eq!(read, alphabet);
    }

    #[test]
    fn corners_map_any_six_characters_even_with_a_face_hidden() {
        let mut random = generator(3);
        for _ in 0..100 {
            let cube = Cube2::random(&mut random);
            let text = own("123456").write(&known(&cube.stickers()));
            for text in [text.clone(), hide(&text, Face::R)] {
                let (stickers, alphabet) = Alphabet::infer(&text).unwrap();
                assert_eq!(alphabet.write(&stickers), text);
                let read = View::new(stickers).unwrap().completions();
                assert_eq!(read.count(), 1);
                // The same cube, held so that DBL is solved.
                let read = Cube2::try_from(&read.get(0).unwrap()).unwrap();
                assert_eq!(read.corners().piece(Corner::DBL), Corner::DBL);
                assert_eq!(read.corners().twist(Corner::DBL), 0);
                let same = Symmetry::ROTATIONS.iter().any(|&r| {
                    Cube2::solved_held(r).compose(&read) == cube
                        || Cube2::solved_held(r).inverse().compose(&read) == cube
                });
                assert!(same);
            }
        }
    }

    #[test]
    fn a_pocket_cube_with_another_colour_scheme_is_read_by_its_corners() {
        // White opposite blue.
        let other = Alphabet { letters: Letters::Own, characters: ['W', 'R', 'G', 'B', 'O', 'Y'] };
        let text = other.write(&known(&Cube2::random(&mut generator(4)).stickers()));
        let (stickers, alphabet) = Alphabet::infer(&text).unwrap();
        assert_eq!(alphabet.letters(), Letters::Own);
        assert_eq!(count_completions(&stickers), 1);
    }

    #[test]
    fn there_are_thirty_schemes_and_no_rotation_relates_two() {
        let mut seen = std::collections::HashSet::new();
        for alphabet in schemes(['a', 'b', 'c', 'd', 'e', 'f']) {
            for frame in Frame::rotations() {
                assert!(seen.insert(Color::ALL.map(|color| alphabet.characters[frame.face(color).index()])));
            }
        }
        assert_eq!(seen.len(), 720);
    }

    #[test]
    fn ambiguous_characters_are_errors_with_the_reason() {
        let solved = known(&Stickers::solved(Size::THREE));
        let mut text = own("abcdef").write(&solved);
        text.facelets_mut()[10] = 'z';
        let message = Alphabet::infer(&text).unwrap_err().to_string();
        assert_eq!(
            message,
            "7 different characters (`a` `b` `c` `d` `e` `f` `z`); a cube has six colours. The rarest is `z`, first at \
             sticker R2"
        );
        let mut text = own("abcdef").write(&solved);
        text.facelets_mut()[4] = 'b';
        let message = Alphabet::infer(&text).unwrap_err().to_string();
        assert_eq!(message, "`a` at sticker U1 is on no centre, so its face is unknown");
        let text = Stickers::from_fn(Size::TWO, |i| if i < 4 { 'x' } else { '?' });
        assert!(
            Alphabet::infer(&text).unwrap_err().to_string().starts_with("the characters `x` could mean any")
        );
    }
}
