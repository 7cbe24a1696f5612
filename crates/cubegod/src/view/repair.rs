//! The smallest repair: the fewest stickers to change so that a legal cube fits.

use super::arrangements::{Arrangements, Best, Kind};
use super::completions::painted;
use crate::color::Color;
use crate::cube::{Corner, Edge, Frame, centre, corner_fits, edge_fits};
use crate::geometry::{Face, Size};
use crate::stickers::Stickers;

/// The fewest changes after which a legal cube fits.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Repair {
    /// The stickers to change; empty if a legal cube fits.
    pub changes: Vec<StickerChange>,
    /// The same changes as twists, flips and swaps of pieces; empty if they cannot be expressed that way.
    pub pieces: Vec<PieceChange>,
    /// The number of repairs of this size, including this one.
    pub alternatives: u128,
    /// A legal cube after the repair.
    pub repaired: Stickers<Color>,
}

/// One sticker to change.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct StickerChange {
    /// The index of the sticker.
    pub sticker: usize,
    /// The current colour.
    pub from: Color,
    /// The new colour.
    pub to: Color,
}

/// A change to pieces of a physical cube.
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

/// The costs of pieces at places, for one frame of the centres: the number of known stickers they contradict.
struct Costs<'a> {
    stickers: &'a Stickers<Option<Color>>,
    frame: Frame,
}

impl Costs<'_> {
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

    /// Returns a lower bound of the cost: that of the best piece at each place, even if it is used several times.
    fn least(&self) -> u16 {
        let corners =
            (0..Corner::COUNT).map(|place| Kind::CORNERS.codes().map(|code| self.corner(place, code)).min());
        let edges = (0..if self.has_edges() { Edge::COUNT } else { 0 })
            .map(|place| Kind::EDGES.codes().map(|code| self.edge(place, code)).min());
        self.centres() + corners.chain(edges).flatten().sum::<u16>()
    }
}

/// Returns a lower bound of the number of stickers that a repair changes.
pub(super) fn least_changes(stickers: &Stickers<Option<Color>>) -> usize {
    let least = frames_to_repair(stickers).into_iter().map(|frame| Costs { stickers, frame }.least()).min();
    least.unwrap_or(0).into()
}

/// Returns the possible frames of the centres after a repair.
fn frames_to_repair(stickers: &Stickers<Option<Color>>) -> Vec<Frame> {
    let fitting = Frame::all_fitting(stickers);
    if fitting.is_empty() { Frame::rotations().collect() } else { fitting }
}

/// The best repair for one frame of the centres.
struct FrameRepair {
    frame: Frame,
    centre_cost: u16,
    corners: Arrangements,
    edges: Option<Arrangements>,
}

impl FrameRepair {
    fn new(costs: &Costs<'_>) -> FrameRepair {
        let edges = || Arrangements::with_costs(Kind::EDGES, |place, code| costs.edge(place, code));
        FrameRepair {
            frame: costs.frame,
            centre_cost: costs.centres(),
            corners: Arrangements::with_costs(Kind::CORNERS, |place, code| costs.corner(place, code)),
            edges: costs.has_edges().then(edges),
        }
    }

    fn best(&self, odd: bool) -> (u16, u128) {
        let none = Best { cost: 0, count: 1 };
        let (corners, edges) =
            (self.corners.best(odd), self.edges.as_ref().map_or(none, |edges| edges.best(odd)));
        (self.centre_cost + corners.cost + edges.cost, u128::from(corners.count) * u128::from(edges.count))
    }

    fn first(&self, odd: bool) -> Stickers<Color> {
        painted(&self.frame, self.corners.get(odd, 0), self.edges.as_ref().map(|edges| edges.get(odd, 0)))
    }
}

impl Repair {
    pub(super) fn of(stickers: &Stickers<Option<Color>>) -> Repair {
        // Frames with the smallest lower bounds first; stop when the bound exceeds the best cost.
        let mut frames: Vec<Costs<'_>> =
            frames_to_repair(stickers).into_iter().map(|frame| Costs { stickers, frame }).collect();
        frames.sort_by_cached_key(Costs::least);
        let mut repairs: Vec<FrameRepair> = Vec::new();
        let mut lowest = u16::MAX;
        for costs in frames.iter() {
            if costs.least() > lowest {
                break;
            }
            let repair = FrameRepair::new(costs);
            lowest = lowest.min(repair.best(false).0).min(repair.best(true).0);
            repairs.push(repair);
        }
        let tried = || repairs.iter().flat_map(|repair| [(repair, false), (repair, true)]);
        let cost = |(repair, odd): &(&FrameRepair, bool)| repair.best(*odd).0;
        let (best, odd) = tried().min_by_key(cost).expect("there is at least one frame");
        let alternatives =
            tried().filter(|one| cost(one) == lowest).map(|(repair, odd)| repair.best(odd).1).sum();
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

    /// Whether no change is needed.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }
}

/// Returns the changes as changes of pieces; empty if some place shows no existing piece, so that a sticker must be wrong.
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

/// Returns the turned and swapped pieces of one kind; `None` if there is any other change.
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
        // A swap: each place has the piece that belongs at the other.
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
