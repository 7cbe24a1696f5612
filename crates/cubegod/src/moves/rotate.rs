//! `Rotate(direction, step)`: the turns of a pocket cube stored as an array `cube[6][4]`.
//!
//! The direction is the layer: 0 up, 1 down, 2 left, 3 right. The step is the number of clockwise quarter turns, 1 to 3, as
//! seen from that side. So the calls are the turns of U, D, L and R. They are also written `上顺1`, `下顺2`, `左顺3`. The array
//! itself is the layout [`digits`](crate::formats::digits).
//!
//! ```
//! use cubegod::Alg;
//! use cubegod::moves::rotate;
//!
//! let calls = rotate::read("Rotate(0,1)Rotate(2,3)").unwrap();
//! assert_eq!(calls, rotate::read("0,1 2,3").unwrap());
//! assert_eq!(calls, rotate::read("上顺1，左顺3").unwrap());
//! assert_eq!(calls.into_iter().collect::<Alg>().to_string(), "U L'");
//! ```

use super::notation::excerpt;
use super::{Alg, FaceTurn, Turns};
use crate::geometry::Face;
use crate::text::TextPosition;
use std::fmt;

/// The layer that a call turns.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Direction {
    /// Direction 0.
    Up,
    /// Direction 1.
    Down,
    /// Direction 2.
    Left,
    /// Direction 3.
    Right,
}

impl Direction {
    /// All directions in the order of their numbers.
    pub const ALL: [Direction; 4] = [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

    /// Returns the number of the direction.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the face of the layer.
    pub const fn face(self) -> Face {
        match self {
            Direction::Up => Face::U,
            Direction::Down => Face::D,
            Direction::Left => Face::L,
            Direction::Right => Face::R,
        }
    }
}

/// One call `Rotate(direction, step)`.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Rotate {
    /// The layer.
    pub direction: Direction,
    /// The angle, clockwise as seen from its side.
    pub step: Turns,
}

impl From<Rotate> for FaceTurn {
    fn from(call: Rotate) -> FaceTurn {
        FaceTurn::new(call.direction.face(), call.step)
    }
}

/// Fails for turns of F and B, which have no direction number.
impl TryFrom<FaceTurn> for Rotate {
    type Error = FaceTurn;

    fn try_from(turn: FaceTurn) -> Result<Rotate, FaceTurn> {
        let direction = Direction::ALL.into_iter().find(|direction| direction.face() == turn.face());
        direction.map(|direction| Rotate { direction, step: turn.turns() }).ok_or(turn)
    }
}

impl FromIterator<Rotate> for Alg {
    fn from_iter<I: IntoIterator<Item = Rotate>>(calls: I) -> Alg {
        calls.into_iter().map(FaceTurn::from).collect()
    }
}

/// Formats the call as `Rotate(0,1)`.
impl fmt::Display for Rotate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Rotate({},{})", self.direction.index(), self.step.quarters())
    }
}

/// The error for a text that is not a sequence of calls.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum RotateError {
    /// A word that is not `Rotate`.
    #[error("unknown word `{found}` at {at}; expected `Rotate(0,1)`, a pair such as `0,1`, or `左顺1`")]
    UnknownWord {
        /// The word, shortened.
        found: String,
        /// The position of the word.
        at: TextPosition,
    },
    /// A direction other than 0 to 3.
    #[error("`{found}` at {at} is no direction; expected 0 up, 1 down, 2 left or 3 right")]
    NoDirection {
        /// The text where the direction is expected.
        found: String,
        /// The position of the text.
        at: TextPosition,
    },
    /// A step other than 1 to 3.
    #[error("`{found}` at {at} is no step; expected 1, 2 or 3 quarter turns clockwise")]
    NoStep {
        /// The text where the step is expected.
        found: String,
        /// The position of the text.
        at: TextPosition,
    },
    /// An unexpected character within a pair.
    #[error("unexpected `{found}` at {at}; expected {expected}")]
    Unexpected {
        /// The character.
        found: String,
        /// A description of what was expected.
        expected: &'static str,
        /// The position of the character.
        at: TextPosition,
    },
    /// A text that ends within a pair.
    #[error("the text ends at {at}; expected {expected}")]
    Incomplete {
        /// A description of what was expected.
        expected: &'static str,
        /// The position of the end.
        at: TextPosition,
    },
}

impl RotateError {
    /// Returns the position of the error.
    pub const fn position(&self) -> TextPosition {
        match self {
            RotateError::UnknownWord { at, .. }
            | RotateError::NoDirection { at, .. }
            | RotateError::NoStep { at, .. }
            | RotateError::Unexpected { at, .. }
            | RotateError::Incomplete { at, .. } => *at,
        }
    }

    /// Returns the line of the text with a `^` under the position of the error.
    pub fn caret(&self, text: &str) -> String {
        self.position().caret(text)
    }
}

/// The blanks between the parts of a move in Chinese.
const BLANKS: [char; 3] = [' ', '\u{a0}', '\u{3000}'];

/// Reads a move in Chinese at the start of a text, and returns it with its length in bytes: `左顺1`, `左顺 1`, `左层顺时针3`,
/// `左逆` (one quarter turn). The number counts quarter turns, 1 to 3.
pub(super) fn chinese_turn(text: &str) -> Option<(FaceTurn, usize)> {
    let mut characters = text.chars();
    let face = chinese_face(characters.next()?)?;
    let rest = characters.as_str();
    let rest = rest.strip_prefix(['层', '面']).unwrap_or(rest).trim_start_matches(BLANKS);
    let (rest, is_clockwise) = match rest.strip_prefix('顺') {
        Some(rest) => (rest, true),
        None => (rest.strip_prefix('逆')?, false),
    };
    let rest = rest.strip_prefix("时针").unwrap_or(rest);
    let digits = rest.trim_start_matches(BLANKS);
    let (quarters, rest) = match digits.chars().next() {
        Some(digit @ '1'..='3') => (i64::from(digit as u8 - b'0'), &digits[1..]),
        Some('0'..='9') => return None,
        _ => (1, rest),
    };
    let turns = Turns::from_quarters(if is_clockwise { quarters } else { -quarters })?;
    Some((FaceTurn::new(face, turns), text.len() - rest.len()))
}

/// Returns the face with this name in Chinese.
pub(super) fn chinese_face(name: char) -> Option<Face> {
    Some(match name {
        '上' | '顶' => Face::U,
        '下' | '底' => Face::D,
        '左' => Face::L,
        '右' => Face::R,
        '前' => Face::F,
        '后' => Face::B,
        _ => return None,
    })
}

/// Reads `Rotate(0,1)` at the start of a text, and returns its move with its length in bytes.
pub(super) fn call(text: &str) -> Option<(FaceTurn, usize)> {
    let name = text.get(.."rotate".len())?;
    if !name.eq_ignore_ascii_case("rotate") {
        return None;
    }
    let mut reader = Reader { text, at: 0 };
    reader.call().ok().map(|call| (call.into(), reader.at))
}

/// Reads any number of calls `Rotate(0,1)`, `(0,1)`, `0,1` or `上顺1`, optionally separated by blanks, commas or semicolons.
/// Full-width brackets and commas are read too.
///
/// # Errors
///
/// Fails at the first text that is not a call.
pub fn read(text: &str) -> Result<Vec<Rotate>, RotateError> {
    let mut reader = Reader { text, at: 0 };
    let mut calls = Vec::new();
    loop {
        reader.skip(|character| {
            is_blank(character) || is_comma(character) || matches!(character, ';' | '；' | '、')
        });
        if reader.rest().is_empty() {
            return Ok(calls);
        }
        calls.push(reader.call()?);
    }
}

/// The parser state: a text and the byte offset to read next.
struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Returns the position of a byte offset. It takes time linear in the length of the text, so it is computed for errors only.
    fn position(&self, at: usize) -> TextPosition {
        TextPosition::of_offset(self.text, at).without_only_line(self.text)
    }

    /// Skips all characters that match, and returns them.
    fn skip(&mut self, matches: impl Fn(char) -> bool) -> &'a str {
        let rest = self.rest();
        let end = rest.find(|character| !matches(character)).unwrap_or(rest.len());
        self.at += end;
        &rest[..end]
    }

    /// Skips blanks, and one character if it matches; returns whether it does.
    fn take(&mut self, matches: impl Fn(char) -> bool) -> bool {
        self.skip(is_blank);
        let first = self.rest().chars().next().filter(|&character| matches(character));
        self.at += first.map_or(0, char::len_utf8);
        first.is_some()
    }

    fn call(&mut self) -> Result<Rotate, RotateError> {
        let start = self.at;
        if let Some((turn, length)) = chinese_turn(self.rest())
            && let Ok(call) = Rotate::try_from(turn)
        {
            self.at += length;
            return Ok(call);
        }
        let word = self.skip(char::is_alphabetic);
        if !word.is_empty() && !word.eq_ignore_ascii_case("rotate") {
            return Err(RotateError::UnknownWord { found: excerpt(word), at: self.position(start) });
        }
        let is_open = self.take(|character| matches!(character, '(' | '（'));
        if !word.is_empty() && !is_open {
            return Err(self.unexpected("`(` after `Rotate`"));
        }
        let (found, at) = self.number("a direction: 0 up, 1 down, 2 left or 3 right")?;
        let number = found.parse::<usize>().ok();
        let direction = number.and_then(|number| Direction::ALL.get(number).copied());
        let direction = direction
            .ok_or_else(|| RotateError::NoDirection { found: excerpt(found), at: self.position(at) })?;
        if !self.take(is_comma) {
            return Err(self.unexpected("`,` and a step after the direction"));
        }
        let (found, at) = self.number("a step: 1, 2 or 3 quarter turns")?;
        let step = match found.parse::<u8>() {
            Ok(quarters @ 1..=3) => Turns::from_quarters(quarters.into()),
            _ => None,
        };
        let step =
            step.ok_or_else(|| RotateError::NoStep { found: excerpt(found), at: self.position(at) })?;
        if is_open && !self.take(|character| matches!(character, ')' | '）')) {
            return Err(self.unexpected("`)` after the step"));
        }
        Ok(Rotate { direction, step })
    }

    /// Reads the text where a number is expected, and its byte offset.
    fn number(&mut self, expected: &'static str) -> Result<(&'a str, usize), RotateError> {
        self.skip(is_blank);
        let at = self.at;
        match self.skip(|character| character.is_alphanumeric() || character == '-') {
            "" => Err(self.unexpected(expected)),
            found => Ok((found, at)),
        }
    }

    fn unexpected(&self, expected: &'static str) -> RotateError {
        let at = self.position(self.at);
        match self.rest().chars().next() {
            Some(found) => {
                RotateError::Unexpected { found: excerpt(found.encode_utf8(&mut [0; 4])), expected, at }
            }
            None => RotateError::Incomplete { expected, at },
        }
    }
}

fn is_blank(character: char) -> bool {
    character.is_whitespace() || character == '\u{feff}'
}

fn is_comma(character: char) -> bool {
    matches!(character, ',' | '，')
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn moves(text: &str) -> String {
        read(text).unwrap().into_iter().collect::<Alg>().to_string()
    }

    fn message(text: &str) -> String {
        read(text).unwrap_err().to_string()
    }

    #[test]
    fn pairs_and_calls_are_read_with_or_without_blanks() {
        for text in [
            "0,1 1,2 2,3 3,1",
            "Rotate(0,1)Rotate(1,2)Rotate(2,3)Rotate(3,1)",
            " rotate ( 0 , 1 ) ;\n(1,2);\tROTATE(2,3)\r\n3 ,1; ",
            "(0,1),(1,2),(2,3),(3,1)",
            "Rotate（0，1）Rotate（1，2）；Rotate（2，3） 3，1",
            "上顺1下顺2左顺3右顺1",
            "上顺 1，下顺 2、左逆；右层顺时针1",
            "上顺1 1,2 Rotate(2,3) 右顺",
        ] {
            assert_eq!(moves(text), "U D2 L' R", "{text}");
        }
        assert_eq!(read(" \n"), Ok(Vec::new()));
    }

    #[test]
    fn invalid_calls_are_errors_with_the_reason() {
        for (text, expected) in [
            ("0,1 4,1", "`4` at column 5 is no direction; expected 0 up, 1 down, 2 left or 3 right"),
            ("-1,1", "`-1` at column 1 is no direction; expected 0 up, 1 down, 2 left or 3 right"),
            (
                "前顺1",
                "unknown word `前顺` at column 1; expected `Rotate(0,1)`, a pair such as `0,1`, or `左顺1`",
            ),
            ("0,0", "`0` at column 3 is no step; expected 1, 2 or 3 quarter turns clockwise"),
            ("0,1\n2,12", "`12` at line 2, column 3 is no step; expected 1, 2 or 3 quarter turns clockwise"),
            ("U,1", "unknown word `U` at column 1; expected `Rotate(0,1)`, a pair such as `0,1`, or `左顺1`"),
            ("Rotate 0,1", "unexpected `0` at column 8; expected `(` after `Rotate`"),
            ("Rotate(", "the text ends at column 8; expected a direction: 0 up, 1 down, 2 left or 3 right"),
            ("0 1", "unexpected `1` at column 3; expected `,` and a step after the direction"),
            ("0", "the text ends at column 2; expected `,` and a step after the direction"),
            ("0,", "the text ends at column 3; expected a step: 1, 2 or 3 quarter turns"),
            ("Rotate(0,1", "the text ends at column 11; expected `)` after the step"),
            ("(0,1 1,2)", "unexpected `1` at column 6; expected `)` after the step"),
            ("+", "unexpected `+` at column 1; expected a direction: 0 up, 1 down, 2 left or 3 right"),
        ] {
            assert_eq!(message(text), expected);
        }
        assert_eq!(read("0,1 4,1").unwrap_err().caret("0,1 4,1"), "0,1 4,1\n    ^");
    }

    #[test]
    fn turns_of_u_d_l_and_r_are_calls() {
        let calls: Vec<Rotate> =
            FaceTurn::ALL.into_iter().filter_map(|turn| Rotate::try_from(turn).ok()).collect();
        assert_eq!(calls.len(), 12);
        for call in calls {
            assert_eq!(read(&call.to_string()), Ok(vec![call]));
            assert_eq!(Rotate::try_from(FaceTurn::from(call)), Ok(call));
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_fails_with_a_position(text in "[ -~0-3,()Rotate\n（，é]{0,40}") {
            if let Err(error) = read(&text) {
                prop_assert!(error.to_string().contains("column"));
                prop_assert!(error.caret(&text).ends_with('^'));
            }
        }
    }
}
