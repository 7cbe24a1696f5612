//! Which unknown sticker to look at next.

use super::{Completions, View};
use crate::color::Color;
use crate::geometry::{Facelet, Size};

/// A sticker to look at, and how many cubes would remain for each answer.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct Question {
    /// The sticker's index.
    pub sticker: usize,
    /// Each colour it may turn out to have, with the number of cubes that then remain.
    pub answers: Vec<(Color, u128)>,
}

impl Question {
    /// The unknown sticker, among those that may be asked for, whose colour leaves the fewest cubes on average; none when
    /// nothing is left to ask.
    pub(super) fn best(
        view: &View,
        completions: &Completions,
        may_ask: impl Fn(usize) -> bool,
    ) -> Option<Question> {
        let tally = completions.tally();
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

    /// `U3: red leaves 2, blue leaves 1`, with the colours called as `name` says.
    pub fn describe(&self, size: Size, name: &dyn Fn(Color) -> String) -> String {
        let answers: Vec<String> =
            self.answers.iter().map(|&(color, count)| format!("{} leaves {count}", name(color))).collect();
        format!("{}: {}", Facelet::of_index(size, self.sticker), answers.join(", "))
    }

    /// How many cubes remain on average, if every one that fits is equally likely.
    pub fn remaining(&self) -> f64 {
        let total: u128 = self.answers.iter().map(|(_, count)| count).sum();
        self.answers.iter().map(|&(_, count)| count as f64 * (count as f64 / total as f64)).sum()
    }
}
