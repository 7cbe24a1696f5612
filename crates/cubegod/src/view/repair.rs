//! The smallest repair: the fewest stickers to change so that a real cube fits.

use super::arrangements::{Arrangements, Best, Kind};
use super::completions::painted;
use crate::color::Color;
use crate::cube::{Corner, Edge, Frame, centre, corner_fits, edge_fits};
use crate::geometry::{Face, Size};
use crate::stickers::Stickers;

/// The fewest changes that make a real cube fit.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Repair {
    /// The stickers to change; empty when nothing is wrong.
    pub changes: Vec<StickerChange>,
    /// What the changes amount to on a cube in the hand, when that can be told: pieces to twist, flip or swap.
    pub pieces: Vec<PieceChange>,
    /// How many repairs are as small as this one, itself included.
    pub alternatives: u128,
    /// A real cube as it is after the repair.
    pub repaired: Stickers<Color>,
}

/// One sticker to change.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct StickerChange {
    /// Which.
    pub sticker: usize,
    /// What it is now.
    pub from: Color,
    /// What it has to be.
    pub to: Color,
}

/// Something to do to a piece of a real cube.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum PieceChange {
    /// Twist the corner at this place clockwise.
    TwistClockwise(Corner),
    /// Twist the corner at this place counter-clockwise.
    TwistCounterclockwise(Corner),
    /// Flip the edge at this place.
    Flip(Edge),
    /// Swap the corners at these places.
    SwapCorners(Corner, Corner),
    /// Swap the edges at these places.
    SwapEdges(Edge, Edge),
}

impl std::fmt::Display for PieceChange {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            PieceChange::TwistClockwise(place) => write!(f, "twist the corner at {place} clockwise"),
            PieceChange::TwistCounterclockwise(place) => {
                write!(f, "twist the corner at {place} counter-clockwise")
            }
            PieceChange::Flip(place) => write!(f, "flip the edge at {place}"),
            PieceChange::SwapCorners(a, b) => write!(f, "swap the corners at {a} and {b}"),
            PieceChange::SwapEdges(a, b) => write!(f, "swap the edges at {a} and {b}"),
        }
    }
}

/// What the stickers contradict, for one way the centres may lie.
struct Prices<'a> {
    stickers: &'a Stickers<Option<Color>>,
    frame: Frame,
}

impl Prices<'_> {
    fn differs(&self, sticker: usize, face: Face) -> u16 {
        u16::from(self.stickers.facelets()[sticker].is_some_and(|color| self.frame.face(color) != face))
    }

    fn corner(&self, place: usize, code: u8) -> u16 {
        let facelets = Corner::ALL[place].facelets(self.stickers.size());
        let faces = Corner::ALL[code as usize & 7].faces();
        (0..3)
            .map(|sticker| self.differs(facelets[(sticker + (code as usize >> 3)) % 3], faces[sticker]))
            .sum()
    }

    fn edge(&self, place: usize, code: u8) -> u16 {
        let facelets = Edge::ALL[place].facelets();
        let faces = Edge::ALL[code as usize & 15].faces();
        (0..2).map(|sticker| self.differs(facelets[sticker ^ (code as usize >> 4)], faces[sticker])).sum()
    }

    fn has_edges(&self) -> bool {
        self.stickers.size() == Size::THREE
    }

    fn centres(&self) -> u16 {
        let centres = if self.has_edges() { &Face::ALL[..] } else { &[] };
        centres.iter().map(|&face| self.differs(centre(face), face)).sum()
    }

    /// No repair changes fewer stickers: every place with the piece that suits it best, used elsewhere or not.
    fn least(&self) -> u16 {
        let corners =
            (0..Corner::COUNT).map(|place| Kind::CORNERS.codes().map(|code| self.corner(place, code)).min());
        let edges = (0..if self.has_edges() { Edge::COUNT } else { 0 })
            .map(|place| Kind::EDGES.codes().map(|code| self.edge(place, code)).min());
        self.centres() + corners.chain(edges).flatten().sum::<u16>()
    }
}

/// A quick measure of how far stickers are from a real cube: no repair changes fewer.
pub(super) fn least_changes(stickers: &Stickers<Option<Color>>) -> usize {
    let least = frames_to_repair(stickers).into_iter().map(|frame| Prices { stickers, frame }.least()).min();
    least.unwrap_or(0).into()
}

/// The ways in which the centres may lie after a repair.
fn frames_to_repair(stickers: &Stickers<Option<Color>>) -> Vec<Frame> {
    let fitting = Frame::all_fitting(stickers);
    if fitting.is_empty() { Frame::rotations().collect() } else { fitting }
}

/// The best repair for one way the centres may lie.
struct FrameRepair {
    frame: Frame,
    centre_price: u16,
    corners: Arrangements,
    edges: Option<Arrangements>,
}

impl FrameRepair {
    fn new(prices: &Prices<'_>) -> FrameRepair {
        let edges = || Arrangements::priced(Kind::EDGES, |place, code| prices.edge(place, code));
        FrameRepair {
            frame: prices.frame,
            centre_price: prices.centres(),
            corners: Arrangements::priced(Kind::CORNERS, |place, code| prices.corner(place, code)),
            edges: prices.has_edges().then(edges),
        }
    }

    fn best(&self, odd: bool) -> (u16, u128) {
        let none = Best { price: 0, ways: 1 };
        let (corners, edges) =
            (self.corners.best(odd), self.edges.as_ref().map_or(none, |edges| edges.best(odd)));
        (self.centre_price + corners.price + edges.price, u128::from(corners.ways) * u128::from(edges.ways))
    }

    fn first(&self, odd: bool) -> Stickers<Color> {
        painted(&self.frame, self.corners.get(odd, 0), self.edges.as_ref().map(|edges| edges.get(odd, 0)))
    }
}

impl Repair {
    pub(super) fn of(stickers: &Stickers<Option<Color>>) -> Repair {
        // The most promising ways first; those that can't be as good as what was found are not worked out.
        let mut frames: Vec<Prices<'_>> =
            frames_to_repair(stickers).into_iter().map(|frame| Prices { stickers, frame }).collect();
        frames.sort_by_cached_key(Prices::least);
        let mut repairs: Vec<FrameRepair> = Vec::new();
        let mut lowest = u16::MAX;
        for prices in frames.iter() {
            if prices.least() > lowest {
                break;
            }
            let repair = FrameRepair::new(prices);
            lowest = lowest.min(repair.best(false).0).min(repair.best(true).0);
            repairs.push(repair);
        }
        let tried = || repairs.iter().flat_map(|repair| [(repair, false), (repair, true)]);
        let price = |(repair, odd): &(&FrameRepair, bool)| repair.best(*odd).0;
        let (best, odd) = tried().min_by_key(price).expect("there is at least one frame");
        let alternatives =
            tried().filter(|one| price(one) == lowest).map(|(repair, odd)| repair.best(odd).1).sum();
        let repaired = best.first(odd);
        let changes = stickers.facelets().iter().zip(repaired.facelets()).enumerate();
        let changes = changes
            .filter_map(|(sticker, (&seen, &to))| {
                Some(StickerChange { sticker, from: seen.filter(|&from| from != to)?, to })
            })
            .collect();
        let pieces = piece_changes(stickers, &repaired, best.frame);
        Repair { changes, pieces, alternatives, repaired }
    }

    /// Whether nothing has to be changed.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }
}

/// The changes as things done to pieces; empty when some place shows no real piece, so that a sticker must be wrong.
fn piece_changes(
    before: &Stickers<Option<Color>>,
    after: &Stickers<Color>,
    frame: Frame,
) -> Vec<PieceChange> {
    let size = before.size();
    let single = |set: u32| set.is_power_of_two().then(|| set.trailing_zeros() as u8);
    let corner_codes = |seen: &dyn Fn(usize) -> Option<Color>| {
        Corner::ALL.map(|place| single(corner_fits(place.facelets(size).map(|i| frame.code(seen(i))))))
    };
    let edge_codes = |seen: &dyn Fn(usize) -> Option<Color>| {
        Edge::ALL.map(|place| single(edge_fits(place.facelets().map(|i| frame.code(seen(i))))))
    };
    let (seen_before, seen_after) = (|i: usize| before.facelets()[i], |i: usize| Some(after.facelets()[i]));
    let Some(mut changes) = changes_of_kind(
        &corner_codes(&seen_before),
        &corner_codes(&seen_after),
        7,
        |place, before, after| match (after >> 3) + 3 - (before >> 3) {
            1 | 4 => PieceChange::TwistClockwise(Corner::ALL[place]),
            _ => PieceChange::TwistCounterclockwise(Corner::ALL[place]),
        },
        |a, b| PieceChange::SwapCorners(Corner::ALL[a], Corner::ALL[b]),
    ) else {
        return Vec::new();
    };
    if size == Size::THREE {
        let Some(edge_changes) = changes_of_kind(
            &edge_codes(&seen_before),
            &edge_codes(&seen_after),
            15,
            |place, _, _| PieceChange::Flip(Edge::ALL[place]),
            |a, b| PieceChange::SwapEdges(Edge::ALL[a], Edge::ALL[b]),
        ) else {
            return Vec::new();
        };
        changes.extend(edge_changes);
    }
    changes
}

/// Turned and swapped pieces of one kind; none if the change is anything else.
fn changes_of_kind(
    before: &[Option<u8>],
    after: &[Option<u8>],
    piece_mask: u8,
    turn: impl Fn(usize, u8, u8) -> PieceChange,
    swap: impl Fn(usize, usize) -> PieceChange,
) -> Option<Vec<PieceChange>> {
    let mut changes = Vec::new();
    for place in 0..before.len() {
        let (old, new) = (before[place]?, after[place]?);
        if old == new {
            continue;
        }
        if old & piece_mask == new & piece_mask {
            changes.push(turn(place, old, new));
            continue;
        }
        // A clean swap: the other place has what belongs here, and the other way round.
        let other = (0..before.len())
            .find(|&other| before[other].is_some_and(|code| code & piece_mask == new & piece_mask))?;
        if after[other]? & piece_mask != old & piece_mask {
            return None;
        }
        if place < other {
            changes.push(swap(place, other));
        }
    }
    Some(changes)
}
