//! Algorithms: writing and reading returns the same one, and simplifying keeps its effect.

use crate::{MAX_CHECKED_MOVES, assert_short_line, text};
use cubegod::moves::{MAX_MOVES, Metric};
use cubegod::{Alg, Size, Stickers};

pub(crate) fn run(data: &[u8]) {
    let Some(text) = text(data) else { return };
    let alg: Alg = match text.parse() {
        Ok(alg) => alg,
        Err(error) => return assert_short_line(&error.to_string()),
    };
    assert!(alg.len() <= MAX_MOVES);
    if alg.len() > MAX_CHECKED_MOVES {
        return;
    }
    let written = alg.to_string();
    assert_eq!(written.parse().as_ref(), Ok(&alg), "{written}");
    for size in [Size::TWO, Size::THREE, Size::new(5).expect("there is a 5x5")] {
        let simplified = alg.simplified(size);
        assert_eq!(simplified.to_string().parse().as_ref(), Ok(&simplified));
        let Ok(permutation) = alg.permutation(size) else { continue };
        assert_eq!(simplified.permutation(size).as_ref(), Ok(&permutation), "{written} as {simplified}");
        for metric in [Metric::Htm, Metric::Qtm] {
            assert!(simplified.length(metric) <= alg.length(metric), "{written} as {simplified}");
        }

        let labels = Stickers::from_fn(size, |index| index);
        let (turns, rotation) = alg.in_face_turns(size);
        let mut turned = labels.clone();
        turned.apply(&turns).expect("outer blocks are on every cube");
        assert_eq!(turned.transformed_by(rotation).facelets(), permutation, "{written} as {turns}");
        turned = labels.clone();
        turned.apply(&alg.compose(&alg.inverse())).expect("the moves are on this cube");
        assert_eq!(turned, labels);
    }
}
