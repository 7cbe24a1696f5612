//! The smallest repair: the fewest stickers to change so that a legal cube fits.

use super::arrangements::{Arrangements, Best, Kind, WEIGHT_OF_COST};
use super::completions::painted;
use crate::color::Color;
use crate::cube::{Corner, Edge, Frame, UNKNOWN, centre, corner_fits, edge_fits};
use crate::geometry::{Face, Size};
use crate::stickers::Stickers;

/// The fewest changes after which a legal cube fits; [`View::repair`](super::View::repair) computes them.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
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
#[non_exhaustive]
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

/// The costs of all pieces at all places, for one frame of the centres: the number of known stickers they contradict.
struct Costs {
    frame: Frame,
    centres: u16,
    corners: [[u8; 32]; Corner::COUNT],
    /// `None` on the 2x2.
    edges: Option<[[u8; 32]; Edge::COUNT]>,
}

impl Costs {
    fn new(stickers: &Stickers<Option<Color>>, frame: Frame) -> Costs {
        let size = stickers.size();
        let seen: Vec<u8> = stickers.facelets().iter().map(|&seen| frame.code(seen)).collect();
        let differs =
            |sticker: usize, face: Face| u8::from(seen[sticker] != UNKNOWN && seen[sticker] != face as u8);
        let corners = Corner::ALL.map(|place| {
            let facelets = place.facelets(size);
            costs(Kind::CORNERS, |piece, twist| {
                let faces = Corner::ALL[piece].faces();
                (0..3).map(|sticker| differs(facelets[(sticker + twist) % 3], faces[sticker])).sum()
            })
        });
        let edges = || {
            Edge::ALL.map(|place| {
                let facelets = place.facelets();
                costs(Kind::EDGES, |piece, flip| {
                    let faces = Edge::ALL[piece].faces();
                    (0..2).map(|sticker| differs(facelets[sticker ^ flip], faces[sticker])).sum()
                })
            })
        };
        if size == Size::TWO {
            return Costs { frame, centres: 0, corners, edges: None };
        }
        let centres = Face::ALL.iter().map(|&face| u16::from(differs(centre(face), face))).sum();
        Costs { frame, centres, corners, edges: Some(edges()) }
    }

    /// Returns a lower bound of the cost: that of the best piece at each place, even if it is used several times.
    fn least(&self) -> u16 {
        let least =
            |kind: Kind, costs: &[u8; 32]| kind.codes().map(|code| u16::from(costs[code as usize])).min();
        let corners = self.corners.iter().filter_map(|costs| least(Kind::CORNERS, costs));
        let edges = self.edges.iter().flatten().filter_map(|costs| least(Kind::EDGES, costs));
        self.centres + corners.chain(edges).sum::<u16>()
    }
}

/// Returns the costs of all codes of one kind at one place, given `cost(piece, orientation)`.
fn costs(kind: Kind, cost: impl Fn(usize, usize) -> u8) -> [u8; 32] {
    let mut costs = [0; 32];
    kind.codes().for_each(|code| costs[code as usize] = cost(kind.piece(code), kind.orientation(code)));
    costs
}

/// Returns a lower bound of the number of stickers that a repair changes.
pub(super) fn least_changes(stickers: &Stickers<Option<Color>>) -> usize {
    let least = frames_to_repair(stickers).into_iter().map(|frame| Costs::new(stickers, frame).least()).min();
    least.unwrap_or(0).into()
}

/// Returns the possible frames of the centres after a repair: those that fit the centres, in any colour scheme, and all
/// orientations of the standard scheme, because centres may be wrong too.
fn frames_to_repair(stickers: &Stickers<Option<Color>>) -> Vec<Frame> {
    let mut frames = Frame::all_fitting(stickers);
    if stickers.size() == Size::THREE {
        let others: Vec<Frame> = Frame::rotations().filter(|frame| !frames.contains(frame)).collect();
        frames.extend(others);
    }
    frames
}

/// The best repairs for one frame of the centres.
struct FrameRepair {
    frame: Frame,
    centre_cost: u16,
    corners: Arrangements,
    edges: Option<Arrangements>,
}

impl FrameRepair {
    fn new(costs: &Costs) -> FrameRepair {
        let arrangements = |kind: Kind, costs: &[[u8; 32]]| {
            Arrangements::weighted(kind, |place, code| {
                WEIGHT_OF_COST[usize::from(costs[place][code as usize])]
            })
        };
        FrameRepair {
            frame: costs.frame,
            centre_cost: costs.centres,
            corners: arrangements(Kind::CORNERS, &costs.corners),
            edges: costs.edges.as_ref().map(|costs| arrangements(Kind::EDGES, costs)),
        }
    }

    /// Returns the minimum cost and the number of repairs with it, for this parity of the pieces.
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
        let mut frames: Vec<Costs> =
            frames_to_repair(stickers).into_iter().map(|frame| Costs::new(stickers, frame)).collect();
        frames.sort_by_cached_key(Costs::least);
        let mut lowest = u16::MAX;
        let mut alternatives = 0;
        let mut chosen = None;
        for costs in &frames {
            if costs.least() > lowest {
                break;
            }
            let repair = FrameRepair::new(costs);
            for odd in [false, true] {
                let (cost, count) = repair.best(odd);
                if cost < lowest {
                    (lowest, alternatives, chosen) = (cost, 0, Some((repair.first(odd), costs.frame)));
                }
                if cost == lowest {
                    alternatives += count;
                }
            }
        }
        let (repaired, frame) = chosen.expect("there is at least one frame");
        let changes = stickers.facelets().iter().zip(repaired.facelets()).enumerate();
        let changes = changes
            .filter_map(|(sticker, (&seen, &to))| {
                Some(StickerChange { sticker, from: seen.filter(|&from| from != to)?, to })
            })
            .collect();
        let pieces = piece_changes(stickers, &repaired, frame);
        Repair { changes, pieces, alternatives, repaired }
    }

    /// Whether no change is needed.
    pub fn is_empty(&self) -> bool {
        self.changes.is_empty()
    }
}

/// Returns the changes as changes of pieces; empty if a centre changes, or if some place shows no existing piece, so that a sticker
/// must be wrong.
fn piece_changes(
    before: &Stickers<Option<Color>>,
    after: &Stickers<Color>,
    frame: Frame,
) -> Vec<PieceChange> {
    let size = before.size();
    if size == Size::THREE && Face::ALL.iter().any(|&face| differs_at(before, after, centre(face))) {
        return Vec::new();
    }
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

fn differs_at(before: &Stickers<Option<Color>>, after: &Stickers<Color>, sticker: usize) -> bool {
    before.facelets()[sticker].is_some_and(|seen| seen != after.facelets()[sticker])
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
