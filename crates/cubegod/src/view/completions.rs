//! The legal cubes that fit a view: counted exactly and fetched by rank.

use super::arrangements::{Arrangements, Kind};
use crate::cancellation::{Cancellation, Cancelled, uncancelled};
use crate::color::Color;
use crate::cube::{Corner, Corners, Cube2, Cube3, Edge, Edges, Frame, centre, corner_fits, edge_fits};
use crate::geometry::{Face, Size};
use crate::stickers::Stickers;

/// All legal cubes that fit a view.
#[derive(Clone, Debug)]
pub struct Completions {
    size: Size,
    /// The completions for each frame of the centres; the 2x2 has one frame.
    frames: Vec<FrameCompletions>,
}

/// The legal cubes for one frame of the centres.
#[derive(Clone, Debug)]
struct FrameCompletions {
    frame: Frame,
    corners: Arrangements,
    /// `None` on the 2x2, where any parity is allowed.
    edges: Option<Arrangements>,
}

impl FrameCompletions {
    fn new(stickers: &Stickers<Option<Color>>, frame: Frame) -> FrameCompletions {
        let size = stickers.size();
        let seen = |i: usize| frame.code(stickers.facelets()[i]);
        let corner_sets = Corner::ALL.map(|place| corner_fits(place.facelets(size).map(seen)));
        let corners = Arrangements::fitting(Kind::CORNERS, &corner_sets);
        let edges = (size == Size::THREE).then(|| {
            let edge_sets = Edge::ALL.map(|place| edge_fits(place.facelets().map(seen)));
            Arrangements::fitting(Kind::EDGES, &edge_sets)
        });
        FrameCompletions { frame, corners, edges }
    }

    /// Returns the numbers of arrangements of the corners and of the edges with this parity.
    fn counts(&self, odd: bool) -> (u128, u128) {
        let edges = self.edges.as_ref().map_or(1, |edges| edges.best(odd).count.into());
        (self.corners.best(odd).count.into(), edges)
    }

    fn count(&self) -> u128 {
        [false, true].map(|odd| self.counts(odd)).iter().map(|(corners, edges)| corners * edges).sum()
    }

    fn get(&self, mut rank: u128) -> Stickers<Color> {
        let mut odd = false;
        let (mut corner_count, mut edge_count) = self.counts(odd);
        if rank >= corner_count * edge_count {
            rank -= corner_count * edge_count;
            odd = true;
            (corner_count, edge_count) = self.counts(odd);
        }
        debug_assert!(rank < corner_count * edge_count);
        // Both quotients are below 64-bit numbers.
        let corners = self.corners.get(odd, (rank / edge_count) as u64);
        let edges = self.edges.as_ref().map(|edges| edges.get(odd, (rank % edge_count) as u64));
        painted(&self.frame, corners, edges)
    }
}

/// Returns the stickers of a legal cube from the codes of its pieces, in the colours of its centres.
pub(super) fn painted(frame: &Frame, corners: [u8; 8], edges: Option<[u8; 12]>) -> Stickers<Color> {
    let corners = Corners::from_codes(corners);
    let stickers = match edges {
        None => Cube2::new(corners).expect("arrangements have a total twist of 0").stickers(),
        Some(edges) => Cube3::new(corners, Edges::from_codes(edges))
            .expect("arrangements have equal parities and no flip")
            .stickers(),
    };
    stickers.map(|color| frame.color(color.home()))
}

impl Completions {
    /// Returns the completions unless the work is cancelled: 24 frames with 54 unknown stickers take a tenth of a second.
    pub(super) fn of(
        stickers: &Stickers<Option<Color>>,
        cancellation: &Cancellation,
    ) -> Result<Completions, Cancelled> {
        let mut frames = Vec::new();
        for frame in Frame::all_fitting(stickers) {
            cancellation.check()?;
            frames.push(FrameCompletions::new(stickers, frame));
        }
        Ok(Completions { size: stickers.size(), frames })
    }

    /// Returns whether there is a completion, unless the work is cancelled; usually the first frame has one.
    pub(super) fn any(
        stickers: &Stickers<Option<Color>>,
        cancellation: &Cancellation,
    ) -> Result<bool, Cancelled> {
        for frame in Frame::all_fitting(stickers) {
            cancellation.check()?;
            if FrameCompletions::new(stickers, frame).count() > 0 {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the exact number of completions.
    pub fn count(&self) -> u128 {
        self.frames.iter().map(FrameCompletions::count).sum()
    }

    /// Returns the completion with a rank in a fixed order; `None` from [`Completions::count`] on.
    pub fn get(&self, mut rank: u128) -> Option<Stickers<Color>> {
        for frame in &self.frames {
            let count = frame.count();
            if rank < count {
                return Some(frame.get(rank));
            }
            rank -= count;
        }
        None
    }

    /// Returns an iterator over all completions.
    pub fn iter(&self) -> impl Iterator<Item = Stickers<Color>> {
        let mut rank = 0;
        std::iter::from_fn(move || {
            let next = self.get(rank)?;
            rank += 1;
            Some(next)
        })
    }

    /// Returns, for each sticker, the number of completions with each colour there (in the order of [`Color::ALL`]).
    pub fn tally(&self) -> Stickers<[u128; 6]> {
        uncancelled(|token| self.tally_with(token))
    }

    /// Returns the result of [`Completions::tally`] unless the work is cancelled: with every sticker of a 3x3 unknown it takes as
    /// long as counting.
    ///
    /// # Errors
    ///
    /// Fails if the token is cancelled first.
    pub fn tally_with(&self, cancellation: &Cancellation) -> Result<Stickers<[u128; 6]>, Cancelled> {
        let mut tally = Stickers::from_fn(self.size, |_| [0; 6]);
        for frame in &self.frames {
            cancellation.check()?;
            frame.add_to(tally.facelets_mut(), self.size);
        }
        Ok(tally)
    }

    /// Returns the stickers that have the same colour in every completion.
    pub fn certain(&self) -> Stickers<Option<Color>> {
        uncancelled(|token| self.certain_with(token))
    }

    /// Returns the result of [`Completions::certain`] unless the work is cancelled.
    ///
    /// # Errors
    ///
    /// Fails if the token is cancelled first.
    pub fn certain_with(&self, cancellation: &Cancellation) -> Result<Stickers<Option<Color>>, Cancelled> {
        let tally = self.tally_with(cancellation)?;
        Ok(tally.map(|counts| {
            let mut shown = Color::ALL.into_iter().filter(|color| counts[color.index()] > 0);
            shown.next().filter(|_| shown.next().is_none())
        }))
    }
}

impl FrameCompletions {
    fn add_to(&self, tally: &mut [[u128; 6]], size: Size) {
        let totals = [false, true].map(|odd| self.counts(odd));
        for (place, codes) in Corner::ALL.into_iter().zip(self.corners.tally()) {
            for (code, counts) in codes.iter().enumerate().filter(|(_, counts)| **counts != [0, 0]) {
                let count = u128::from(counts[0]) * totals[0].1 + u128::from(counts[1]) * totals[1].1;
                for (sticker, face) in Corner::ALL[code & 7].faces().into_iter().enumerate() {
                    let facelet = place.facelets(size)[(sticker + (code >> 3)) % 3];
                    tally[facelet][self.frame.color(face).index()] += count;
                }
            }
        }
        let Some(edges) = &self.edges else { return };
        for (place, codes) in Edge::ALL.into_iter().zip(edges.tally()) {
            for (code, counts) in codes.iter().enumerate().filter(|(_, counts)| **counts != [0, 0]) {
                let count = u128::from(counts[0]) * totals[0].0 + u128::from(counts[1]) * totals[1].0;
                for (sticker, face) in Edge::ALL[code & 15].faces().into_iter().enumerate() {
                    tally[place.facelets()[sticker ^ (code >> 4)]][self.frame.color(face).index()] += count;
                }
            }
        }
        let total = self.count();
        for face in Face::ALL {
            tally[centre(face)][self.frame.color(face).index()] += total;
        }
    }
}
