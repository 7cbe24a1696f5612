//! Shortens sequences of quarter turns by three rules, each repeated until it changes nothing.

use super::QuarterTurn;
use cubegod::geometry::Symmetry;
use cubegod::moves::Layers;
use cubegod::{Cancellation, Cancelled};

/// A word of a sequence: a turn, or something else that the rules leave where it is.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Token {
    /// A quarter turn.
    Turn(QuarterTurn),
    /// An unknown word, by its index in the caller's list. No rule applies to it.
    Unknown(usize),
}

impl From<QuarterTurn> for Token {
    fn from(turn: QuarterTurn) -> Token {
        Token::Turn(turn)
    }
}

impl From<Token> for Option<QuarterTurn> {
    fn from(token: Token) -> Option<QuarterTurn> {
        match token {
            Token::Turn(turn) => Some(turn),
            Token::Unknown(_) => None,
        }
    }
}

/// An element of a sequence that can be shortened: a [`QuarterTurn`] or a [`Token`].
pub trait Element: Copy + From<QuarterTurn> + Into<Option<QuarterTurn>> {}

impl<T: Copy + From<QuarterTurn> + Into<Option<QuarterTurn>>> Element for T {}

/// Applies all three rules: rotations, three equal turns, turns that undo each other.
pub fn shorten<T: Element>(turns: &mut Vec<T>) {
    let never = Cancellation::never();
    let rules = [without_rotations, without_triples, without_undone];
    // Work that is never cancelled does not fail.
    let _ = rules.iter().try_for_each(|rule| rule(turns, never));
}

/// Drops rotations of the whole cube that are undone later, and renames the turns between them.
///
/// # Errors
///
/// The token was cancelled, and not all of them are dropped. Long sequences take minutes.
pub fn without_rotations<T: Element>(turns: &mut Vec<T>, token: &Cancellation) -> Result<(), Cancelled> {
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        let mut first = 0;
        while first < turns.len() {
            token.check()?;
            if let Some(rotation) = turns[first].into().filter(|turn| turn.is_rotation())
                && let Some(last) = turns.iter().rposition(|&turn| turn.into() == Some(rotation.inverse()))
                && last > first
            {
                let between: Vec<T> =
                    turns[first + 1..last].iter().map(|&turn| renamed(rotation, turn)).collect();
                turns.splice(first..=last, between);
                has_changed = true;
            }
            first += 1;
        }
    }
    Ok(())
}

/// Replaces three equal turns in a row by the inverse turn.
///
/// # Errors
///
/// The token was cancelled, and not all of them are replaced.
pub fn without_triples<T: Element>(turns: &mut Vec<T>, token: &Cancellation) -> Result<(), Cancelled> {
    while replace_runs(turns, 3, token, |run| {
        let turn: QuarterTurn = run[0].into()?;
        run[1..].iter().all(|&other| other.into() == Some(turn)).then(|| [T::from(turn.inverse())])
    })? {}
    Ok(())
}

/// Drops adjacent turns that undo each other.
///
/// # Errors
///
/// The token was cancelled, and not all of them are dropped.
pub fn without_undone<T: Element>(turns: &mut Vec<T>, token: &Cancellation) -> Result<(), Cancelled> {
    while replace_runs(turns, 2, token, |run| {
        let turn: QuarterTurn = run[0].into()?;
        (run[1].into() == Some(turn.inverse())).then_some(None::<T>)
    })? {}
    Ok(())
}

/// Replaces every run of a length for which there is a replacement, and returns whether there was one.
fn replace_runs<T: Element, I: IntoIterator<Item = T>>(
    turns: &mut Vec<T>,
    length: usize,
    token: &Cancellation,
    replacement: impl Fn(&[T]) -> Option<I>,
) -> Result<bool, Cancelled> {
    let (mut has_changed, mut place) = (false, 0);
    while let Some(run) = turns.get(place..place + length) {
        token.check()?;
        match replacement(run) {
            Some(found) => {
                turns.splice(place..place + length, found);
                has_changed = true;
            }
            None => place += 1,
        }
    }
    Ok(has_changed)
}

/// Renames a turn made after a rotation to the same turn made before it.
fn renamed<T: Element>(rotation: QuarterTurn, element: T) -> T {
    let (Some(turn), Layers::Rotation(axis)) = (element.into(), rotation.to_move().layers) else {
        return element;
    };
    let back = Symmetry::rotation(axis, rotation.to_move().turns.quarters()).inverse();
    let named = QuarterTurn::of_move(turn.to_move().conjugated_by(back)).next();
    named.map_or(element, T::from)
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
    fn the_three_rules_shorten_sequences() {
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

    #[test]
    fn unknown_words_stay_where_they_are() {
        let words = "_ X R U _ Xi _ _ _ R Ri _ F F F".split(' ').enumerate();
        let mut tokens: Vec<Token> = words
            .map(|(index, word)| QuarterTurn::from_name(word).map_or(Token::Unknown(index), Token::Turn))
            .collect();
        shorten(&mut tokens);
        let turn = |name: &str| Token::Turn(QuarterTurn::from_name(name).unwrap());
        let unknown = Token::Unknown;
        let expected = [
            unknown(0),
            turn("R"),
            turn("F"),
            unknown(4),
            unknown(6),
            unknown(7),
            unknown(8),
            unknown(11),
            turn("Fi"),
        ];
        assert_eq!(tokens, expected);
    }

    proptest! {
        #[test]
        fn a_shortened_sequence_has_the_same_effect(turns in prop::collection::vec(0..24usize, 0..60)) {
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
