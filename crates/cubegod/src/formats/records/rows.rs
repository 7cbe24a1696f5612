//! Recognizes the rows of a cube drawn over several lines by the number of stickers in each.

use super::shape;
use crate::formats::net;
use crate::text::is_skipped;
use crate::{Color, Size};
use std::collections::HashMap;

/// The possible rows of a drawing so far.
pub(super) struct Rows {
    /// The number of stickers of each row.
    widths: Vec<usize>,
    /// Whether each row could also be moves.
    maybe_moves: Vec<bool>,
    /// How often each character occurs.
    characters: HashMap<char, usize>,
    /// Whether the first row could be padded with marks of unknown stickers, as in many emoji nets.
    maybe_padded: bool,
    /// Whether the rows could be facelets, row by row or face by face.
    maybe_facelets: bool,
}

impl Rows {
    /// Starts with a line that can be the first row.
    pub(super) fn new(first: &str) -> Rows {
        let mut rows = Rows {
            widths: Vec::new(),
            maybe_moves: Vec::new(),
            characters: HashMap::new(),
            maybe_padded: first.chars().any(|c| !c.is_whitespace() && !c.is_alphanumeric()),
            maybe_facelets: true,
        };
        rows.push(first);
        // Moves have blanks between them; reading them as facelets would delay their record.
        rows.maybe_facelets = !rows.maybe_moves[0] || first.split_whitespace().count() == 1;
        rows
    }

    fn push(&mut self, line: &str) {
        self.widths.push(cells(line));
        self.maybe_moves.push(shape::is_moves(line));
        for character in line.chars().filter(|&character| !is_skipped(character)) {
            *self.characters.entry(character).or_insert(0) += 1;
        }
    }

    fn pop(&mut self, line: &str) {
        self.widths.pop();
        self.maybe_moves.pop();
        for character in line.chars() {
            self.characters.entry(character).and_modify(|count| *count -= 1);
        }
    }

    /// Adds a line if it can be the next row; returns whether it can.
    pub(super) fn add(&mut self, line: &str) -> bool {
        if shape::begins_record(line) {
            return false;
        }
        self.push(line);
        let can_follow = self.begins_net()
            || self.begins_facelets()
            || self.parts().is_some()
            || (self.is_clearly_net() && !shape::ends_block(line));
        if !can_follow {
            self.pop(line);
        }
        can_follow
    }

    /// Whether these are all rows of a net, or those of a net with missing rows up to its last one.
    pub(super) fn is_complete(&self) -> bool {
        let has_end = |parts: [usize; 3]| parts[2] == self.widths[0];
        self.is_whole_net() || (self.is_incomplete_net(2) && self.parts().is_some_and(has_end))
    }

    /// Whether the rows are one record when no other row follows; `is_cut_off` allows a net without its last rows.
    pub(super) fn are_one(&self, is_cut_off: bool) -> bool {
        self.is_whole_net()
            || self.is_clearly_net()
            || self.is_incomplete_net(if is_cut_off { 1 } else { 2 })
            || self.are_facelets()
            || (is_cut_off && self.begins_net() && self.are_surely_stickers())
    }

    /// Returns how many of the rows below the first, which are no drawing together, are lines of moves: those that are moves, up
    /// to the rows which may be the first ones of a net that goes on below.
    pub(super) fn single_lines(&self) -> usize {
        let below = self.widths.len() - 1;
        let others = below.saturating_sub(self.widths[0] - 1);
        self.maybe_moves[1..=others].iter().take_while(|&&maybe_moves| maybe_moves).count()
    }

    fn is_whole_net(&self) -> bool {
        self.sizes().any(|layers| self.widths.len() == 3 * layers && self.is_net(layers, &self.widths))
    }

    /// Returns the sizes of a net with such a first row.
    fn sizes(&self) -> impl Iterator<Item = usize> + use<> {
        let first = self.widths[0];
        let max_padded = if self.maybe_padded { first / 2 } else { 0 };
        (2..=max_padded).filter(move |layers| first <= 4 * layers).chain([first])
    }

    fn begins_net(&self) -> bool {
        self.sizes().any(|layers| self.is_net(layers, &self.widths))
    }

    /// Whether these are the first rows of a net, each with the right number of stickers.
    fn is_net(&self, layers: usize, widths: &[usize]) -> bool {
        widths.iter().enumerate().all(|(row, &width)| match row / layers {
            0 | 2 => width == self.widths[0],
            1 => width == 4 * layers,
            _ => false,
        })
    }

    /// Whether so many rows fit a net that a row of the wrong length is an error in it and not a new record.
    fn is_clearly_net(&self) -> bool {
        let maybe_moves = |row: usize| self.maybe_moves.get(row) == Some(&true);
        self.may_be_stickers()
            && self.sizes().any(|layers| {
                // Rows that could also be moves need more evidence: a row of four faces, and one that is about as long.
                let needs_more = maybe_moves(0) || maybe_moves(layers);
                let clear_rows = layers + usize::from(needs_more);
                let is_about_four_faces = |width: &usize| (3 * layers..=5 * layers).contains(width);
                self.widths.len() <= 3 * layers
                    && self.widths.get(..clear_rows).is_some_and(|rows| self.is_net(layers, rows))
                    && self.widths.get(clear_rows).is_some_and(is_about_four_faces)
            })
    }

    /// Returns the numbers of rows of U, of L F R B and of D, if these are rows of a net some of which may be missing.
    fn parts(&self) -> Option<[usize; 3]> {
        net::parts(&self.widths)
    }

    /// Whether a net, some rows of which may be missing, has so many rows of U and L F R B beyond the number in a face that
    /// they are not lines of moves.
    fn is_incomplete_net(&self, rows: usize) -> bool {
        let is_net = |[up, middle, _]: [usize; 3]| middle > 0 && up + middle >= self.widths[0] + rows;
        self.may_be_stickers() && self.parts().is_some_and(is_net)
    }

    fn begins_facelets(&self) -> bool {
        let first = self.widths[0];
        self.maybe_facelets
            && self.widths.len() <= 6 * first
            && self.widths.iter().all(|&width| width == first)
    }

    /// Whether these are all rows of facelets. Rows that could be moves are facelets if no more than one sticker would have to
    /// change for a cube to have them.
    fn are_facelets(&self) -> bool {
        let stickers = self.widths.iter().sum::<usize>();
        let too_many = || self.counts().iter().map(|count| count.saturating_sub(stickers / 6)).sum::<usize>();
        self.begins_facelets()
            && Size::from_sticker_count(stickers).is_some()
            && (!self.maybe_moves.contains(&true) || self.strange() + too_many() <= 1)
    }

    /// Whether rows that could be moves have the characters of a cube, one of which may be misread.
    fn may_be_stickers(&self) -> bool {
        !self.maybe_moves.contains(&true) || self.strange() <= 1
    }

    /// Whether the rows are stickers and not lines of moves, some of them with errors: none could be moves, or they have colour
    /// letters that are no moves.
    fn are_surely_stickers(&self) -> bool {
        let mut known =
            self.characters.keys().filter(|&&c| self.characters[&c] > 0 && !shape::is_unknown_mark(c));
        !self.maybe_moves.contains(&true)
            || (self.maybe_moves.contains(&false) && known.all(|&c| Color::from_letter(c).is_some()))
    }

    /// Returns how often the known characters occur, the most frequent first.
    fn counts(&self) -> Vec<usize> {
        let known = self.characters.iter().filter(|&(&c, _)| !shape::is_unknown_mark(c));
        let mut counts: Vec<usize> = known.map(|(_, &count)| count).collect();
        counts.sort_unstable_by(|a, b| b.cmp(a));
        counts
    }

    /// Returns the number of stickers with other characters than the six most frequent ones.
    fn strange(&self) -> usize {
        self.counts().iter().skip(6).sum()
    }
}

/// Counts the stickers of a line: all characters except blanks and those without width, such as variation selectors.
pub(super) fn cells(line: &str) -> usize {
    line.chars().filter(|&character| !is_skipped(character)).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns how many lines are added, and whether they are one record.
    fn added(lines: &str) -> (usize, bool) {
        let mut lines = lines.split('/');
        let mut rows = Rows::new(lines.next().unwrap());
        let more = lines.take_while(|line| rows.add(line)).count();
        (1 + more, rows.are_one(false))
    }

    #[test]
    fn a_net_ends_with_its_last_row() {
        for net in [
            "UU/UU/LLFFRRBB/LLFFRRBB/DD/DD",
            "  U U/  U U/L L F F R R B B/L L F F R R B B/  D D/  D D",
            "⬜⬜/⬜⬜/🟧🟧🟩🟩🟥🟥🟦🟦/🟧🟧🟩🟩🟥🟥🟦🟦/🟨🟨/🟨🟨",
            "⬛️⬛️⬜⬜/⬛️⬛️⬜⬜/🟧🟧🟩🟩🟥🟥🟦🟦/🟧🟧🟩🟩🟥🟥🟦🟦/⬛️⬛️🟨🟨/⬛️⬛️🟨🟨",
        ] {
            assert_eq!(added(&format!("{net}/UU")), (6, true), "{net}");
        }
        let three = "OOO/OOO/OOO/YYY WWW GGG BBB/YYY WWW GGG BBB/YYY WWW GGG BBB/RRR/RRR/RRR/RRR";
        assert_eq!(added(three), (9, true));
    }

    #[test]
    fn a_line_that_cannot_be_a_row_is_not_added() {
        assert_eq!(added("R U/hello world/F"), (1, false));
        assert_eq!(added("R U/F D/L B/R U"), (2, false));
        assert_eq!(added("R U/F'/L B"), (1, false));
        assert_eq!(added("garbage/R U"), (1, false));
        assert_eq!(added("hi/ho/R U F"), (2, false));
    }

    #[test]
    fn facelets_over_several_lines_are_one_record_only_when_complete() {
        let rows = ["UU/UU", "RR/RR", "FF/FF", "DD/DD", "LL/LL", "BB/BB"].join("/");
        assert_eq!(added(&format!("{rows}/UU")), (12, true));
        assert_eq!(added("UUUU/RRRR/FFFF/DDDD/LLLL/BBBB"), (6, true));
        assert_eq!(added("UUUU/RRRR/FFFF/DDDD/LLLL"), (5, false));
    }

    #[test]
    fn a_net_with_a_wrong_row_is_one_record_if_it_is_clearly_a_net() {
        assert_eq!(added("WW/WW/OOGGRRB/OOGGRRBB/YY/YY/WW"), (6, true));
        assert_eq!(added("UU/UU/LLFFRRBB/LLFFRRBB/D/DD"), (6, true));
        assert_eq!(added("UU/UU/LLFFRRBB/LLFFRRB/DD/DD"), (6, true));
        assert_eq!(added("R U/R U/L F R B L F R/R U"), (2, false));
    }
}
