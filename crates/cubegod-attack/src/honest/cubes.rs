//! Random cubes, and whether an answer solves them.

use cubegod::scramble::generator;
use cubegod::{Alg, Color, Cube2, Cube3, Stickers};
use rand::Rng;

/// A random cube, as a request and for the check of its answer.
pub(super) struct Question {
    pub(super) text: String,
    stickers: Stickers<Color>,
}

/// The questions of a client: two 2x2 for each 3x3.
pub(super) struct Questions<R> {
    random: R,
    count: u64,
}

/// Returns the questions of the client of this number.
pub(super) fn questions(client: usize) -> Questions<impl Rng> {
    Questions { random: generator(client as u64), count: client as u64 }
}

impl<R: Rng> Questions<R> {
    pub(super) fn next(&mut self) -> Question {
        self.count += 1;
        match self.count % 3 {
            0 => self.next_large(),
            _ => Question::new(Cube2::random(&mut self.random).stickers()),
        }
    }

    /// Returns a question about a 3x3.
    pub(super) fn next_large(&mut self) -> Question {
        Question::new(Cube3::random(&mut self.random).stickers())
    }
}

impl Question {
    fn new(stickers: Stickers<Color>) -> Question {
        let text = stickers.facelets().iter().map(|color| color.home().letter()).collect();
        Question { text, stickers }
    }

    /// Returns whether these moves solve the cube.
    pub(super) fn is_solved_by(&self, answer: &str) -> bool {
        let Ok(alg) = answer.parse::<Alg>() else { return false };
        let mut stickers = self.stickers.clone();
        stickers.apply(&alg).is_ok() && stickers.is_uniform()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cubegod::Solver;

    #[test]
    fn only_a_solution_is_right() {
        let mut questions = questions(1);
        let solver = Solver::new();
        let mut sizes = [0, 0];
        for _ in 0..6 {
            let question = questions.next();
            sizes[usize::from(question.text.len() == 54)] += 1;
            let answer = solver.solve(&question.text.parse().unwrap()).unwrap().to_string();
            assert!(question.is_solved_by(&answer), "{}: {answer}", question.text);
            assert!(!question.is_solved_by(&format!("{answer} R")));
            assert!(!question.is_solved_by("ERROR busy: later"));
        }
        assert_eq!(sizes, [4, 2]);
    }
}
