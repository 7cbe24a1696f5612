//! Optimal crosses, by a table of the distance of every arrangement of the four edges.

use crate::methods::hold::CROSS;
use cubegod::cube::Cube3;
use cubegod::moves::FaceTurn;

/// Twelve places and two orientations.
const STATES: usize = 24;

/// The entry of an impossible arrangement: two edges at one place.
const IMPOSSIBLE: u8 = u8::MAX;

/// The distance of every arrangement of the four edges from the solved cross.
#[derive(Debug)]
pub(super) struct CrossTable {
    /// By the states of the four edges, the first one most significant.
    distances: Vec<u8>,
    /// The state after each turn.
    moves: [[u8; STATES]; FaceTurn::COUNT],
}

/// The states of the four edges.
type States = [u8; 4];

impl CrossTable {
    /// Builds the table by breadth-first search from the solved cross.
    pub(super) fn new() -> CrossTable {
        let moves = FaceTurn::ALL.map(|turn| {
            let inverse_effect = Cube3::SOLVED.apply_turn(turn.inverse());
            std::array::from_fn(|state| {
                let (place, flip) = (state % 12, (state / 12) as u8);
                number(inverse_effect.edges().codes()[place] ^ flip << 4)
            })
        });
        let mut table = CrossTable { distances: vec![IMPOSSIBLE; STATES.pow(4)], moves };
        let home = CROSS.map(|edge| edge.index() as u8);
        table.distances[index(home)] = 0;
        let mut layer = vec![home];
        for distance in 1.. {
            let mut next = Vec::new();
            for &states in &layer {
                for turn in FaceTurn::ALL {
                    let turned = table.turned(states, turn);
                    let entry = &mut table.distances[index(turned)];
                    if *entry == IMPOSSIBLE {
                        *entry = distance;
                        next.push(turned);
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            layer = next;
        }
        table
    }

    /// Returns at most this many optimal crosses, for the inverse of a cube.
    pub(super) fn shortest(&self, inverse: &Cube3, max: usize) -> Vec<Vec<FaceTurn>> {
        let edges = inverse.edges().codes();
        let mut found = Vec::with_capacity(max);
        let states = CROSS.map(|edge| number(edges[edge.index()]));
        self.collect(states, &mut Vec::with_capacity(8), max, &mut found);
        found
    }

    fn collect(&self, states: States, turns: &mut Vec<FaceTurn>, max: usize, found: &mut Vec<Vec<FaceTurn>>) {
        let distance = self.distances[index(states)];
        if distance == 0 {
            return found.push(turns.clone());
        }
        for turn in FaceTurn::ALL {
            let turned = self.turned(states, turn);
            if self.distances[index(turned)] < distance
                && turns.last().is_none_or(|&last| turn.may_follow(last))
            {
                turns.push(turn);
                self.collect(turned, turns, max, found);
                turns.pop();
                if found.len() == max {
                    return;
                }
            }
        }
    }

    fn turned(&self, states: States, turn: FaceTurn) -> States {
        let moves = &self.moves[turn.index()];
        states.map(|state| moves[usize::from(state)])
    }
}

/// Returns the state of an edge from its byte in the inverse of the cube.
fn number(code: u8) -> u8 {
    (code & 15) + 12 * (code >> 4)
}

fn index(states: States) -> usize {
    states.iter().fold(0, |index, &state| index * STATES + usize::from(state))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The counts are the published ones for a cross of one colour.
    #[test]
    fn cross_distances_have_the_published_counts() {
        let table = CrossTable::new();
        let mut counts = [0; 9];
        let is_real = |distance: &&u8| **distance != IMPOSSIBLE;
        table.distances.iter().filter(is_real).for_each(|&distance| counts[usize::from(distance)] += 1);
        assert_eq!(counts, [1, 15, 158, 1394, 9809, 46_381, 97_254, 34_966, 102]);
        assert_eq!(counts.iter().sum::<usize>(), 12 * 11 * 10 * 9 * 16);
    }
}
