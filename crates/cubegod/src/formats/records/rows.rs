//! Recognizes the rows of a cube drawn over several lines by the number of stickers in each.

use super::shape;
use crate::Size;
use crate::text::is_skipped;

/// The possible rows of a drawing so far.
pub(super) struct Rows {
    /// The number of stickers of each row.
    widths: Vec<usize>,
    /// Whether the first row could also be moves.
    maybe_moves: bool,
    /// Whether the first row could be padded with marks of unknown stickers, as in many emoji nets.
    maybe_padded: bool,
    /// Whether the rows could be facelets, row by row or face by face.
    maybe_facelets: bool,
}

impl Rows {
    /// Starts with a line that can be the first row.
    pub(super) fn new(first: &str, maybe_moves: bool) -> Rows {
        Rows {
            widths: vec![cells(first)],
            maybe_moves,
            maybe_padded: first.chars().any(|c| !c.is_whitespace() && !c.is_alphanumeric()),
            // Moves have blanks between them; reading them as facelets would delay their record.
            maybe_facelets: !maybe_moves || first.split_whitespace().count() == 1,
        }
    }

    /// Adds a line if it can be the next row; returns whether it can.
    pub(super) fn add(&mut self, line: &str) -> bool {
        self.widths.push(cells(line));
        let can_follow = !shape::begins_record(line)
            && (self.begins_net()
                || self.begins_facelets()
                || (self.is_clearly_net() && !shape::ends_block(line)));
        if !can_follow {
            self.widths.pop();
        }
        can_follow
    }

    /// Whether these are all rows of a net.
    pub(super) fn is_whole_net(&self) -> bool {
        self.sizes().any(|layers| self.widths.len() == 3 * layers && self.is_net(layers, &self.widths))
    }

    /// Whether the rows are one record when no other row follows; `is_cut_off` allows an incomplete net.
    pub(super) fn are_one(&self, is_cut_off: bool) -> bool {
        let is_cube = || Size::from_sticker_count(self.widths.iter().sum()).is_some();
        self.is_whole_net()
            || self.is_clearly_net()
            || (self.begins_facelets() && is_cube())
            || (is_cut_off && self.begins_net())
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
        self.sizes().any(|layers| {
            // Rows that could also be moves need more evidence.
            let clear_rows = if self.maybe_moves { layers + 2 } else { layers };
            let is_about_four_faces = |width: &usize| (3 * layers..=5 * layers).contains(width);
            self.widths.len() <= 3 * layers
                && self.widths.get(..clear_rows).is_some_and(|rows| self.is_net(layers, rows))
                && self.widths.get(layers).is_some_and(is_about_four_faces)
        })
    }

    fn begins_facelets(&self) -> bool {
        let first = self.widths[0];
        self.maybe_facelets
            && self.widths.len() <= 6 * first
            && self.widths.iter().all(|&width| width == first)
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
    fn added(lines: &str, maybe_moves: bool) -> (usize, bool) {
        let mut lines = lines.split('/');
        let mut rows = Rows::new(lines.next().unwrap(), maybe_moves);
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
            for maybe_moves in [true, false] {
                assert_eq!(added(&format!("{net}/UU"), maybe_moves), (6, true), "{net}");
            }
        }
        let three = "OOO/OOO/OOO/YYY WWW GGG BBB/YYY WWW GGG BBB/YYY WWW GGG BBB/RRR/RRR/RRR/RRR";
        assert_eq!(added(three, false), (9, true));
    }

    #[test]
    fn a_line_that_cannot_be_a_row_is_not_added() {
        assert_eq!(added("R U/hello world/F", true), (1, false));
        assert_eq!(added("R U/F D/L B/R U", true), (2, false));
        assert_eq!(added("R U/F'/L B", true), (1, false));
        assert_eq!(added("garbage/R U", false), (1, false));
        assert_eq!(added("hi/ho/R U F", false), (2, false));
    }

    #[test]
    fn facelets_over_several_lines_are_one_record_only_when_complete() {
        let rows = ["UU/UU", "RR/RR", "FF/FF", "DD/DD", "LL/LL", "BB/BB"].join("/");
        assert_eq!(added(&format!("{rows}/UU"), true), (12, true));
        assert_eq!(added("UUUU/RRRR/FFFF/DDDD/LLLL/BBBB", true), (6, true));
        assert_eq!(added("UUUU/RRRR/FFFF/DDDD/LLLL", true), (5, false));
    }

    #[test]
    fn a_net_with_a_wrong_row_is_one_record_if_it_is_clearly_a_net() {
        assert_eq!(added("WW/WW/OOGGRRB/OOGGRRBB/YY/YY/WW", false), (6, true));
        assert_eq!(added("UU/UU/LLFFRRBB/LLFFRRBB/D/DD", true), (6, true));
        assert_eq!(added("R U/R U/L F R B L F R/R U", true), (2, false));
    }
}
