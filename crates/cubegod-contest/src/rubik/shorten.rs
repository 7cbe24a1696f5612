//! Sequences of quarter turns, shortened by three plain rules; each is repeated until it finds nothing more.

use super::QuarterTurn;
use cubegod::geometry::Symmetry;
use cubegod::moves::Layers;

/// All three rules: rotations, three equal turns, turns that undo each other.
pub fn shorten(turns: &mut Vec<QuarterTurn>) {
    without_rotations(turns);
    without_triples(turns);
    without_undone(turns);
}

/// Drops rotations of the whole cube that are taken back later: what is between them is renamed.
pub fn without_rotations(turns: &mut Vec<QuarterTurn>) {
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        let mut first = 0;
        while first < turns.len() {
            let rotation = turns[first];
            let last = turns.iter().rposition(|&turn| turn == rotation.inverse());
            if rotation.is_rotation()
                && let Some(last) = last.filter(|&last| last > first)
            {
                let between: Vec<QuarterTurn> =
                    turns[first + 1..last].iter().map(|&turn| seen_before(rotation, turn)).collect();
                turns.splice(first..=last, between);
                has_changed = true;
            }
            first += 1;
        }
    }
}

/// Writes three equal turns in a row as one the other way round.
pub fn without_triples(turns: &mut Vec<QuarterTurn>) {
    while replace_runs(turns, 3, |run| (run[0] == run[1] && run[1] == run[2]).then(|| [run[0].inverse()])) {}
}

/// Drops pairs of neighbours that undo each other.
pub fn without_undone(turns: &mut Vec<QuarterTurn>) {
    while replace_runs(turns, 2, |run| (run[0] == run[1].inverse()).then_some(None::<QuarterTurn>)) {}
}

/// Goes through all runs of a length and puts what is found instead, if anything; whether that was so.
fn replace_runs<I: IntoIterator<Item = QuarterTurn>>(
    turns: &mut Vec<QuarterTurn>,
    length: usize,
    instead: impl Fn(&[QuarterTurn]) -> Option<I>,
) -> bool {
    let (mut has_changed, mut place) = (false, 0);
    while let Some(run) = turns.get(place..place + length) {
        match instead(run) {
            Some(found) => {
                turns.splice(place..place + length, found);
                has_changed = true;
            }
            None => place += 1,
        }
    }
    has_changed
}

/// A turn made after a rotation, as it would be called before it.
fn seen_before(rotation: QuarterTurn, turn: QuarterTurn) -> QuarterTurn {
    let Layers::Rotation(axis) = rotation.to_move().layers else { return turn };
    let back = Symmetry::rotation(axis, rotation.to_move().turns.quarters()).inverse();
    QuarterTurn::of_move(turn.to_move().conjugated_by(back)).next().unwrap_or(turn)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn shortened(text: &str) -> String {
        let mut turns: Vec<_> =
            text.split_whitespace().map(|name| QuarterTurn::from_name(name).unwrap()).collect();
        shorten(&mut turns);
        turns.iter().map(|turn| turn.name()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_three_rules_do_what_they_say() {
        for (text, expected) in [
            ("Z U L D Zi", "L D R"),
            ("X E S Y Z Xi", "Si E Z Yi"),
            ("R R Ri Ri", ""),
            ("R R R", "Ri"),
            ("R R R R R R R R R", "R"),
            ("Y F Y B Yi Yi", "R F"),
            ("L R Li", "L R Li"),
        ] {
            assert_eq!(shortened(text), expected, "{text}");
        }
    }

    proptest! {
        #[test]
        fn what_is_shortened_does_the_same(turns in prop::collection::vec(0..24usize, 0..60)) {
            let mut turns: Vec<QuarterTurn> = turns.into_iter().map(|i| QuarterTurn::ALL[i]).collect();
            let effect = |turns: &[QuarterTurn]| {
                let mut stickers: [u8; 54] = std::array::from_fn(|i| i as u8);
                turns.iter().for_each(|turn| turn.turn(&mut stickers));
                stickers
            };
            let (before, length) = (effect(&turns), turns.len());
            shorten(&mut turns);
            prop_assert_eq!(effect(&turns), before);
            prop_assert!(turns.len() <= length);
        }
    }
}
