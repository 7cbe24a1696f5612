//! The choice of the unknown sticker to look at next.

use super::View;
use crate::color::Color;
use crate::geometry::{Facelet, Size};
use crate::stickers::Stickers;

/// A sticker to look at, and the number of cubes that remain for each answer.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Question {
    /// The index of the sticker.
    pub sticker: usize,
    /// The possible colours of the sticker, each with the number of cubes that then remain.
    pub answers: Vec<(Color, u128)>,
}

impl Question {
    /// Returns the unknown sticker, among those that `may_ask` accepts, whose colour leaves the fewest cubes on average; `None` if
    /// all of them are certain. The tally is that of the completions.
    pub(super) fn best(
        view: &View,
        tally: &Stickers<[u128; 6]>,
        may_ask: impl Fn(usize) -> bool,
    ) -> Option<Question> {
        let unknown = (0..view.stickers().facelets().len())
            .filter(|&sticker| view.stickers().facelets()[sticker].is_none() && may_ask(sticker));
        let questions = unknown.map(|sticker| {
            let counts = tally.facelets()[sticker];
            let answers = Color::ALL.into_iter().zip(counts).filter(|(_, count)| *count > 0).collect();
            Question { sticker, answers }
        });
        questions
            .filter(|question| question.answers.len() > 1)
            .min_by(|a, b| a.remaining().total_cmp(&b.remaining()))
    }

    /// Describes the question as `U3: red leaves 2, blue leaves 1`, with colour names from `name`.
    pub fn describe(&self, size: Size, name: &dyn Fn(Color) -> String) -> String {
        let answers: Vec<String> =
            self.answers.iter().map(|&(color, count)| format!("{} leaves {count}", name(color))).collect();
        format!("{}: {}", Facelet::of_index(size, self.sticker), answers.join(", "))
    }

    /// Returns the number of cubes that remain on average, if all that fit are equally likely.
    pub fn remaining(&self) -> f64 {
        let total: u128 = self.answers.iter().map(|(_, count)| count).sum();
        self.answers.iter().map(|&(_, count)| count as f64 * (count as f64 / total as f64)).sum()
    }
}
