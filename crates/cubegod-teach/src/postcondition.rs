//! What is true after a step, checked on the stickers.

use super::pieces::{self, faces};
use crate::methods::hold::Piece;
use cubegod::color::Color;
use cubegod::cube::Corner;
use cubegod::geometry::{Face, Size};
use cubegod::stickers::Stickers;

/// What is true after a step. "First" is the layer at the bottom, "last" the layer on top.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Postcondition {
    /// The first sticker of the corner is at the anchor of the pocket cube.
    Anchored,
    /// The pieces are in the top layer.
    OnTop,
    /// The pieces are solved.
    Home,
    /// The four edges of the first layer are solved.
    CrossDone,
    /// The first layer is done.
    FirstLayerDone,
    /// The first two layers are done.
    TwoLayersDone,
    /// One more algorithm finishes the stage.
    OneMore,
    /// The first two layers are done and the top edges have the last colour up.
    LastEdgesUp,
    /// The first two layers and the top edges are solved.
    LastEdgesHome,
    /// Besides, the top corners are in their places in any orientation.
    LastCornersPlaced,
    /// The layers below are done and the top has one colour.
    TopOfOneColor,
    /// Every face has one colour.
    Solved,
}

impl Postcondition {
    /// Returns whether this holds for a cube with the first layer at the bottom; `places` are the places of the step's
    /// pieces.
    ///
    /// [`Postcondition::OneMore`] is about the next step; of the stickers it states only that the layers below are done.
    pub fn holds(self, now: &Stickers<Color>, places: &[Piece]) -> bool {
        let solved = SolvedColors::new(now);
        let is_home = |place: Piece| solved.is_home(place);
        let is_edge = |place: &Piece| matches!(place, Piece::Edge(_));
        let is_in = |place: &Piece, face: Face| faces(place).contains(&face);
        let all = |filter: &dyn Fn(&Piece) -> bool, condition: &dyn Fn(Piece) -> bool| {
            solved.places().filter(filter).all(condition)
        };
        let are_two_layers_done = || all(&|place| !is_in(place, Face::U), &is_home);
        let are_last_edges_home = || all(&|place| is_in(place, Face::U) && is_edge(place), &is_home);
        match self {
            Postcondition::Anchored => places == [Piece::Corner(Corner::DLF)] && solved.colors.is_some(),
            Postcondition::OnTop => places.iter().all(|place| is_in(place, Face::U)),
            Postcondition::Home => places.iter().all(|&place| is_home(place)),
            Postcondition::CrossDone => all(&|place| is_in(place, Face::D) && is_edge(place), &is_home),
            Postcondition::FirstLayerDone => all(&|place| is_in(place, Face::D), &is_home),
            Postcondition::TwoLayersDone | Postcondition::OneMore => are_two_layers_done(),
            Postcondition::LastEdgesUp => {
                are_two_layers_done()
                    && all(&|place| is_in(place, Face::U) && is_edge(place), &|place| solved.is_up(place))
            }
            Postcondition::LastEdgesHome => are_two_layers_done() && are_last_edges_home(),
            Postcondition::LastCornersPlaced => {
                are_two_layers_done()
                    && are_last_edges_home()
                    && all(&|place| is_in(place, Face::U), &|place| solved.is_placed(place))
            }
            Postcondition::TopOfOneColor => {
                are_two_layers_done() && all(&|place| is_in(place, Face::U), &|place| solved.is_up(place))
            }
            Postcondition::Solved => now.is_uniform(),
        }
    }
}

/// Stickers with the solved colour of each face.
struct SolvedColors<'a> {
    stickers: &'a Stickers<Color>,
    /// From the centres, or on a 2x2 from the corner at the anchor; none if that corner is not placed.
    colors: Option<[Color; 6]>,
}

impl SolvedColors<'_> {
    fn new(stickers: &Stickers<Color>) -> SolvedColors<'_> {
        let size = stickers.size();
        let centre = |face: Face| stickers.face(face)[size.face_stickers() / 2];
        let colors = match size {
            Size::TWO => colors_by_anchor(stickers),
            _ => Some(Face::ALL.map(centre)),
        };
        SolvedColors { stickers, colors }
    }

    fn places(&self) -> impl Iterator<Item = Piece> + use<> {
        super::lesson::places(self.stickers.size()).iter()
    }

    fn colors_at(&self, place: Piece) -> impl Iterator<Item = (Face, Color)> {
        let indices = pieces::stickers(self.stickers.size(), place);
        faces_of(place).zip(indices.iter().map(|&index| self.stickers.facelets()[index]))
    }

    fn is_home(&self, place: Piece) -> bool {
        let colors = self.colors;
        self.colors_at(place).all(|(face, seen)| colors.is_some_and(|colors| colors[face.index()] == seen))
    }

    /// Returns whether the top sticker of a place has the colour of the top.
    fn is_up(&self, place: Piece) -> bool {
        let mut above = self.colors_at(place).filter(|(face, _)| *face == Face::U);
        above.all(|(face, seen)| self.colors.is_some_and(|colors| colors[face.index()] == seen))
    }

    /// Returns whether a place has its own colours in any order.
    fn is_placed(&self, place: Piece) -> bool {
        let Some(colors) = self.colors else { return false };
        faces_of(place).all(|face| self.colors_at(place).any(|(_, seen)| seen == colors[face.index()]))
    }
}

fn faces_of(place: Piece) -> impl Iterator<Item = Face> {
    faces(&place).iter().copied()
}

/// Returns the solved colour of each face of a 2x2, from the corner at the anchor; none if its white sticker is not there.
fn colors_by_anchor(stickers: &Stickers<Color>) -> Option<[Color; 6]> {
    let opposite = |color: Color| Color::of_face(color.home().opposite());
    let [below, left, front] =
        Corner::FACELETS_2[Corner::DLF.index()].map(|index| stickers.facelets()[index]);
    let [up, right, back] = [below, left, front].map(opposite);
    (below == Color::White).then_some([up, right, front, below, left, back])
}
