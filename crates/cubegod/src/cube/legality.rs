//! The legality check: whether stickers form a reachable cube, and all flaws if not.

use super::frame::{Frame, centre};
use super::recognize::{CodeSet, UNKNOWN, corner_fits, edge_fits, recognize2, recognize3};
use super::{Corner, Corners, Cube2, Cube3, Edge, Edges};
use crate::color::Color;
use crate::geometry::{Face, Facelet, Size};
use crate::stickers::Stickers;
use std::fmt;

/// A reason why stickers do not form a reachable cube.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum Flaw {
    /// A colour occurs too often or (when no sticker is unknown) too rarely.
    ColorCount {
        /// The colour.
        color: Color,
        /// The number of stickers with it.
        found: usize,
        /// The number of stickers that should have it.
        expected: usize,
    },
    /// Two or more centres have the same colour.
    DoubledCentre {
        /// The colour.
        color: Color,
        /// The faces whose centres have it.
        faces: Vec<Face>,
    },
    /// The known centres fit no orientation of the standard colour scheme.
    Centres,
    /// No corner has these colours in this order.
    ImpossibleCorner {
        /// The place.
        place: Corner,
        /// The colours there, clockwise.
        colors: [Option<Color>; 3],
    },
    /// No edge has these two colours.
    ImpossibleEdge {
        /// The place.
        place: Edge,
        /// The colours there.
        colors: [Option<Color>; 2],
    },
    /// One corner piece occurs in several places.
    DoubledCorner {
        /// The colours of the piece, clockwise.
        colors: [Color; 3],
        /// The places that show it.
        places: Vec<Corner>,
    },
    /// One edge piece occurs in several places.
    DoubledEdge {
        /// The colours of the piece.
        colors: [Color; 2],
        /// The places that show it.
        places: Vec<Edge>,
    },
    /// A corner piece is missing.
    MissingCorner {
        /// The colours of the piece, clockwise.
        colors: [Color; 3],
    },
    /// An edge piece is missing.
    MissingEdge {
        /// The colours of the piece.
        colors: [Color; 2],
    },
    /// The edges' flips do not cancel out: an odd number of them is flipped.
    Flip,
    /// The corners' twists do not cancel out.
    Twist {
        /// The sum of the twists in clockwise thirds: 1 or 2.
        thirds: u8,
    },
    /// Two pieces would have to be swapped: the permutations of corners and edges differ in parity.
    Parity,
    /// There is no other flaw, but no colouring of the unknown stickers makes a reachable cube.
    NoCompletion,
}

impl Flaw {
    /// Returns the error number of Kociemba's programs: 1 colour counts, 2 edges, 3 flip, 4 corners, 5 twist,
    /// 6 parity; `None` for flaws without a number there.
    pub fn kociemba_number(&self) -> Option<u8> {
        match self {
            Flaw::ColorCount { .. } => Some(1),
            Flaw::ImpossibleEdge { .. } | Flaw::DoubledEdge { .. } | Flaw::MissingEdge { .. } => Some(2),
            Flaw::Flip => Some(3),
            Flaw::ImpossibleCorner { .. } | Flaw::DoubledCorner { .. } | Flaw::MissingCorner { .. } => {
                Some(4)
            }
            Flaw::Twist { .. } => Some(5),
            Flaw::Parity => Some(6),
            Flaw::DoubledCentre { .. } | Flaw::Centres | Flaw::NoCompletion => None,
        }
    }

    /// Returns a stable identifier for JSON and other machine-readable output.
    pub fn kind(&self) -> &'static str {
        match self {
            Flaw::ColorCount { .. } => "color-count",
            Flaw::DoubledCentre { .. } => "doubled-centre",
            Flaw::Centres => "centres",
            Flaw::ImpossibleCorner { .. } => "impossible-corner",
            Flaw::ImpossibleEdge { .. } => "impossible-edge",
            Flaw::DoubledCorner { .. } => "doubled-corner",
            Flaw::DoubledEdge { .. } => "doubled-edge",
            Flaw::MissingCorner { .. } => "missing-corner",
            Flaw::MissingEdge { .. } => "missing-edge",
            Flaw::Flip => "flip",
            Flaw::Twist { .. } => "twist",
            Flaw::Parity => "parity",
            Flaw::NoCompletion => "no-completion",
        }
    }

    /// Returns the indices of the stickers concerned; empty for a flaw of the cube as a whole.
    pub fn stickers(&self, size: Size) -> Vec<usize> {
        let corner = |place: &Corner| place.facelets(size);
        match self {
            Flaw::ImpossibleCorner { place, .. } => corner(place).to_vec(),
            Flaw::ImpossibleEdge { place, .. } => place.facelets().to_vec(),
            Flaw::DoubledCorner { places, .. } => places.iter().flat_map(corner).collect(),
            Flaw::DoubledEdge { places, .. } => places.iter().flat_map(|place| place.facelets()).collect(),
            Flaw::DoubledCentre { faces, .. } => faces.iter().map(|&face| centre(face)).collect(),
            Flaw::Centres => Face::ALL.map(centre).to_vec(),
            Flaw::ColorCount { .. }
            | Flaw::MissingCorner { .. }
            | Flaw::MissingEdge { .. }
            | Flaw::Flip
            | Flaw::Twist { .. }
            | Flaw::Parity
            | Flaw::NoCompletion => Vec::new(),
        }
    }

    /// Describes the flaw in a sentence, with colour names from `name`.
    pub fn describe(&self, size: Size, name: &dyn Fn(Color) -> String) -> String {
        let piece = |colors: &[Color]| list(colors.iter().map(|&color| name(color)), "-");
        let seen = |colors: &[Option<Color>]| list(colors.iter().map(|c| c.map_or("?".into(), name)), "-");
        let at =
            |stickers: &[usize]| list(stickers.iter().map(|&i| Facelet::of_index(size, i).to_string()), " ");
        match self {
            Flaw::ColorCount { color, found, expected } => {
                format!("{found} stickers are {}; expected {expected}", name(*color))
            }
            Flaw::DoubledCentre { color, faces } => {
                format!(
                    "the centres of {} are {} {}",
                    list(faces.iter().map(Face::to_string), " "),
                    if faces.len() == 2 { "both" } else { "all" },
                    name(*color)
                )
            }
            Flaw::Centres => "the centres are not where this cube's colours have them".into(),
            Flaw::ImpossibleCorner { place, colors } => format!(
                "no corner is {}: stickers {} (place {place}){}",
                seen(colors),
                at(&place.facelets(size)),
                corner_reason(colors)
            ),
            Flaw::ImpossibleEdge { place, colors } => format!(
                "no edge is {}: stickers {} (place {place}){}",
                seen(colors),
                at(&place.facelets()),
                if colors[0] == colors[1] { ", one colour twice" } else { ", opposite colours" }
            ),
            Flaw::DoubledCorner { colors, places } => format!(
                "the corner {} occurs {} times: at {}",
                piece(colors),
                places.len(),
                list(places.iter().map(Corner::to_string), ", ")
            ),
            Flaw::DoubledEdge { colors, places } => format!(
                "the edge {} occurs {} times: at {}",
                piece(colors),
                places.len(),
                list(places.iter().map(Edge::to_string), ", ")
            ),
            Flaw::MissingCorner { colors } => format!("the corner {} is missing", piece(colors)),
            Flaw::MissingEdge { colors } => format!("the edge {} is missing", piece(colors)),
            Flaw::Flip => "an edge is flipped: the flips of all edges must add up to an even number".into(),
            Flaw::Twist { thirds } => format!(
                "a corner is twisted: all twists together are {} too much",
                if *thirds == 1 {
                    "a third of a turn clockwise"
                } else {
                    "a third of a turn counter-clockwise"
                }
            ),
            Flaw::Parity => "two pieces are swapped: corners and edges differ in parity".into(),
            Flaw::NoCompletion => "no colouring of the unknown stickers makes a legal cube".into(),
        }
    }
}

fn corner_reason(colors: &[Option<Color>; 3]) -> &'static str {
    let [a, b, c] = *colors;
    let same = |x: Option<Color>, y: Option<Color>| x.is_some() && x == y;
    let opposite = |x: Option<Color>, y: Option<Color>| matches!((x, y), (Some(x), Some(y)) if x.home().opposite() == y.home());
    if same(a, b) || same(b, c) || same(a, c) {
        ", one colour twice"
    } else if opposite(a, b) || opposite(b, c) || opposite(a, c) {
        ", opposite colours"
    } else {
        ", the mirror image of a legal corner"
    }
}

fn list(items: impl Iterator<Item = String>, between: &str) -> String {
    items.collect::<Vec<_>>().join(between)
}

/// The error for stickers that are not a reachable cube, with all their flaws.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub struct IllegalCube {
    /// The size of the cube.
    pub size: Size,
    /// All flaws; never empty.
    pub flaws: Vec<Flaw>,
}

impl IllegalCube {
    /// Describes all flaws in one line, with colour names from `name`.
    pub fn describe(&self, name: &dyn Fn(Color) -> String) -> String {
        let flaws = self.flaws.iter().map(|flaw| flaw.describe(self.size, name));
        format!("not a legal cube: {}", list(flaws, "; "))
    }
}

impl fmt::Display for IllegalCube {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.describe(&|color| color.name().to_owned()))
    }
}

impl TryFrom<&Stickers<Color>> for Cube2 {
    type Error = IllegalCube;

    /// # Errors
    ///
    /// Returns all flaws of a cube that is not reachable.
    ///
    /// # Panics
    ///
    /// Panics if the size is not 2x2.
    fn try_from(stickers: &Stickers<Color>) -> Result<Cube2, IllegalCube> {
        assert_eq!(stickers.size(), Size::TWO, "a Cube2 is made from the stickers of a 2x2");
        let faces: [u8; 24] = std::array::from_fn(|i| stickers.facelets()[i] as u8);
        recognize2(&faces).ok_or_else(|| illegal(&stickers.map(|&color| Some(color))))
    }
}

/// Accepts any orientation: pieces are named relative to the centres.
impl TryFrom<&Stickers<Color>> for Cube3 {
    type Error = IllegalCube;

    /// # Errors
    ///
    /// Returns all flaws of a cube that is not reachable.
    ///
    /// # Panics
    ///
    /// Panics if the size is not 3x3.
    fn try_from(stickers: &Stickers<Color>) -> Result<Cube3, IllegalCube> {
        assert_eq!(stickers.size(), Size::THREE, "a Cube3 is made from the stickers of a 3x3");
        let facelets: [Color; 54] = std::array::from_fn(|i| stickers.facelets()[i]);
        cube3_of(&facelets).ok_or_else(|| illegal(&stickers.map(|&color| Some(color))))
    }
}

/// Returns the 3x3 with these stickers; `None` if they are not a reachable cube.
pub(crate) fn cube3_of(stickers: &[Color; 54]) -> Option<Cube3> {
    let mut frame = [UNKNOWN; 6];
    for face in Face::ALL {
        frame[stickers[centre(face)].index()] = face as u8;
    }
    let is_distinct = !frame.contains(&UNKNOWN);
    if is_distinct { recognize3(&stickers.map(|color| frame[color.index()])) } else { None }
}

fn illegal(stickers: &Stickers<Option<Color>>) -> IllegalCube {
    IllegalCube { size: stickers.size(), flaws: flaws(stickers) }
}

/// Returns the definite flaws in the stickers of a 2x2 or 3x3, all known or not. A partly unknown cube without flaws may
/// still have no completion.
///
/// # Examples
///
/// ```
/// use cubegod::cube::{Flaw, flaws};
/// use cubegod::{ReadOptions, read};
///
/// // One corner is twisted.
/// let twisted = "UUUFURRRFRFFDDDDLLLLBBBB";
/// let stickers = read(twisted, &ReadOptions::new())?.stickers;
/// assert_eq!(flaws(&stickers), [Flaw::Twist { thirds: 1 }]);
/// # Ok::<(), cubegod::ReadError>(())
/// ```
pub fn flaws(stickers: &Stickers<Option<Color>>) -> Vec<Flaw> {
    let mut flaws = count_flaws(stickers);
    match Frame::all_fitting(stickers)[..] {
        [] => flaws.extend(centre_flaws(stickers)),
        [frame] => flaws.extend(piece_flaws(stickers, frame)),
        // Too few centres are known to name the pieces.
        _ => {}
    }
    flaws
}

fn count_flaws(stickers: &Stickers<Option<Color>>) -> Vec<Flaw> {
    let expected = stickers.size().face_stickers();
    let all_known = stickers.facelets().iter().all(Option::is_some);
    let mut flaws = Vec::new();
    for color in Color::ALL {
        let found = stickers.facelets().iter().filter(|&&sticker| sticker == Some(color)).count();
        if found > expected || (all_known && found < expected) {
            flaws.push(Flaw::ColorCount { color, found, expected });
        }
    }
    flaws
}

fn centre_flaws(stickers: &Stickers<Option<Color>>) -> Vec<Flaw> {
    let mut flaws = Vec::new();
    for color in Color::ALL {
        let faces: Vec<Face> =
            Face::ALL.into_iter().filter(|&face| stickers.facelets()[centre(face)] == Some(color)).collect();
        if faces.len() > 1 {
            flaws.push(Flaw::DoubledCentre { color, faces });
        }
    }
    if flaws.is_empty() {
        flaws.push(Flaw::Centres);
    }
    flaws
}

fn piece_flaws(stickers: &Stickers<Option<Color>>, frame: Frame) -> Vec<Flaw> {
    let size = stickers.size();
    let seen = |i: usize| stickers.facelets()[i];
    let corner_sets = Corner::ALL.map(|place| corner_fits(place.facelets(size).map(|i| frame.code(seen(i)))));
    let found = FoundPieces::new(&corner_sets, Corner::COUNT, 7);
    let mut flaws = Vec::new();
    let colors = |piece: usize| Corner::ALL[piece].faces().map(|face| frame.color(face));
    flaws.extend(found.impossible.iter().map(|&place| Flaw::ImpossibleCorner {
        place: Corner::ALL[place],
        colors: Corner::ALL[place].facelets(size).map(seen),
    }));
    flaws.extend(found.doubled.iter().map(|(piece, places)| Flaw::DoubledCorner {
        colors: colors(*piece),
        places: places.iter().map(|&place| Corner::ALL[place]).collect(),
    }));
    flaws.extend(found.missing.iter().map(|&piece| Flaw::MissingCorner { colors: colors(piece) }));
    let corners =
        found.all_known.then(|| Corners::from_codes(corner_sets.map(|set| set.trailing_zeros() as u8)));

    let mut edges = None;
    if size == Size::THREE {
        let edge_sets = Edge::ALL.map(|place| edge_fits(place.facelets().map(|i| frame.code(seen(i)))));
        let found = FoundPieces::new(&edge_sets, Edge::COUNT, 15);
        let colors = |piece: usize| Edge::ALL[piece].faces().map(|face| frame.color(face));
        flaws.extend(found.impossible.iter().map(|&place| Flaw::ImpossibleEdge {
            place: Edge::ALL[place],
            colors: Edge::ALL[place].facelets().map(seen),
        }));
        flaws.extend(found.doubled.iter().map(|(piece, places)| Flaw::DoubledEdge {
            colors: colors(*piece),
            places: places.iter().map(|&place| Edge::ALL[place]).collect(),
        }));
        flaws.extend(found.missing.iter().map(|&piece| Flaw::MissingEdge { colors: colors(piece) }));
        edges = found.all_known.then(|| Edges::from_codes(edge_sets.map(|set| set.trailing_zeros() as u8)));
    }
    if edges.is_some_and(|edges| edges.total_flip() != 0) {
        flaws.push(Flaw::Flip);
    }
    if let Some(thirds) = corners.map(|corners| corners.total_twist()).filter(|&thirds| thirds != 0) {
        flaws.push(Flaw::Twist { thirds });
    }
    if let (Some(corners), Some(edges)) = (corners, edges)
        && corners.is_odd() != edges.is_odd()
    {
        flaws.push(Flaw::Parity);
    }
    flaws
}

/// The pieces of one kind that the stickers show.
struct FoundPieces {
    /// Places where no piece fits.
    impossible: Vec<usize>,
    /// Pieces that several places show, with those places.
    doubled: Vec<(usize, Vec<usize>)>,
    /// Pieces that fit nowhere.
    missing: Vec<usize>,
    /// Whether every place shows one piece and all are different.
    all_known: bool,
}

impl FoundPieces {
    /// Evaluates the codes that fit each place; `piece_mask` extracts the piece from a code.
    fn new(sets: &[CodeSet], count: usize, piece_mask: u32) -> FoundPieces {
        let single =
            |set: CodeSet| set.is_power_of_two().then(|| (set.trailing_zeros() & piece_mask) as usize);
        let fits = |set: CodeSet, piece: usize| {
            (0..32).any(|code| set >> code & 1 == 1 && (code & piece_mask) as usize == piece)
        };
        let doubled: Vec<(usize, Vec<usize>)> = (0..count)
            .map(|piece| {
                (
                    piece,
                    (0..sets.len()).filter(|&place| single(sets[place]) == Some(piece)).collect::<Vec<_>>(),
                )
            })
            .filter(|(_, places)| places.len() > 1)
            .collect();
        FoundPieces {
            impossible: (0..sets.len()).filter(|&place| sets[place] == 0).collect(),
            missing: (0..count).filter(|&piece| !sets.iter().any(|&set| fits(set, piece))).collect(),
            all_known: doubled.is_empty() && sets.iter().all(|&set| single(set).is_some()),
            doubled,
        }
    }
}
