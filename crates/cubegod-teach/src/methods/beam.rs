//! Beam search: of the partial solutions with the same number of choices, only the cheapest few are extended.

use cubegod::cube::Cube3;

/// The width of the beam: more candidates take longer and gain little.
const WIDTH: usize = 6;

/// A partial solution.
pub(super) trait Candidate {
    /// Returns the cube or its inverse: of two candidates with the same one, the cheaper is kept.
    fn cube(&self) -> &Cube3;
}

/// The choices that lead to a candidate: the number of the last one, from 1; 0 for none.
#[derive(Copy, Clone, Default)]
pub(super) struct Path(u32);

/// The state of a search; `N` is the choice that extends a candidate.
pub(super) struct Beam<C, N> {
    /// The choices of all candidates so far, each with those before it.
    nodes: Vec<(N, Path)>,
    /// The next candidates, the cheapest first.
    next: Vec<Offer<C, N>>,
}

struct Offer<C, N> {
    cost: u16,
    candidate: C,
    before: Path,
    choice: Option<N>,
}

impl<C: Candidate, N: Copy> Beam<C, N> {
    pub(super) fn new() -> Beam<C, N> {
        Beam { nodes: Vec::with_capacity(256), next: Vec::with_capacity(WIDTH + 1) }
    }

    /// Offers a candidate for the next round, which is made only if it is cheap enough. It extends the one at `before`,
    /// or is that one if there is no choice.
    #[inline]
    pub(super) fn offer(
        &mut self,
        cost: u16,
        before: Path,
        choice: Option<N>,
        candidate: impl FnOnce() -> C,
    ) {
        if self.next.len() == WIDTH && self.next[WIDTH - 1].cost <= cost {
            return;
        }
        let candidate = candidate();
        if let Some(same) = self.next.iter().position(|other| other.candidate.cube() == candidate.cube()) {
            if self.next[same].cost <= cost {
                return;
            }
            self.next.remove(same);
        }
        let at = self.next.partition_point(|other| other.cost <= cost);
        self.next.insert(at, Offer { cost, candidate, before, choice });
        self.next.truncate(WIDTH);
    }

    /// Replaces the candidates by those of the next round, the cheapest first.
    pub(super) fn take_next(&mut self, candidates: &mut Vec<(C, Path)>) {
        candidates.clear();
        for Offer { candidate, before, choice, .. } in self.next.drain(..) {
            let path = choice.map_or(before, |choice| {
                self.nodes.push((choice, before));
                Path(self.nodes.len() as u32)
            });
            candidates.push((candidate, path));
        }
    }

    /// Returns the choices of a path in order.
    pub(super) fn choices(&self, mut path: Path) -> Vec<N> {
        let mut choices = Vec::new();
        while let Some(index) = path.0.checked_sub(1) {
            let (choice, before) = self.nodes[index as usize];
            choices.push(choice);
            path = before;
        }
        choices.reverse();
        choices
    }
}
