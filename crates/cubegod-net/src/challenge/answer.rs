//! Reads a player's answer: a limited number of the 18 face turns.

use super::escapes::is_command;
use cubegod::{FaceTurn, Move};

/// The error for an answer that cannot be applied to the cube.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
pub enum BadAnswer {
    /// A word is not a face turn.
    #[error("`{found}` at column {column} is not a move; expected a face U D F B L R, alone or with ' or 2")]
    InvalidMove {
        /// The word, shortened, with control characters escaped.
        found: String,
        /// The column of its first character, from 1.
        column: usize,
    },
    /// The answer has more moves than the round allows.
    #[error("{found} moves are too many; expected at most {limit}")]
    TooManyMoves {
        /// The number of moves.
        found: usize,
        /// The maximum.
        limit: usize,
    },
}

/// Reads face turns separated by white space.
pub(crate) fn read_answer(text: &str, limit: usize) -> Result<Vec<FaceTurn>, BadAnswer> {
    let mut turns = Vec::new();
    for word in text.split_whitespace() {
        let Some(turn) = face_turn(word) else {
            // Words are slices of the text, so their addresses give their offsets.
            let before = &text[..word.as_ptr() as usize - text.as_ptr() as usize];
            return Err(BadAnswer::InvalidMove {
                found: shortened(word),
                column: before.chars().count() + 1,
            });
        };
        turns.push(turn);
    }
    match turns.len() {
        found if found > limit => Err(BadAnswer::TooManyMoves { found, limit }),
        _ => Ok(turns),
    }
}

/// Reads one of the 18 turns in its canonical spelling; the challenge accepts none of the library's other spellings.
fn face_turn(word: &str) -> Option<FaceTurn> {
    if word.len() > 2 {
        return None;
    }
    let turn = FaceTurn::try_from(word.parse::<Move>().ok()?).ok()?;
    (turn.to_string() == word).then_some(turn)
}

fn shortened(word: &str) -> String {
    const LIMIT: usize = 24;
    let mut text = String::new();
    for character in word.chars().take(LIMIT) {
        if is_command(character) {
            text.extend(character.escape_unicode());
        } else {
            text.push(character);
        }
    }
    if word.chars().nth(LIMIT).is_some() {
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_the_eighteen_face_turns_are_moves() {
        let all: Vec<String> = FaceTurn::ALL.iter().map(FaceTurn::to_string).collect();
        assert_eq!(read_answer(&all.join(" "), 18), Ok(FaceTurn::ALL.to_vec()));
        assert_eq!(read_answer("  R\tU2 \r", 11).unwrap().len(), 2);
        assert_eq!(read_answer("", 11), Ok(vec![]));
        for word in
            ["R3", "R1", "R0", "Ri", "r", "Rw", "x", "M", "R2'", "RU", "(R)", "R’", "u", "é", ".", "//"]
        {
            let answer = format!("U {word} F");
            let error = BadAnswer::InvalidMove { found: word.into(), column: 3 };
            assert_eq!(read_answer(&answer, 11), Err(error));
        }
    }

    #[test]
    fn errors_give_the_column_and_are_short() {
        assert_eq!(
            read_answer("R é\u{7}\u{202e} U", 11).unwrap_err().to_string(),
            "`é\\u{7}\\u{202e}` at column 3 is not a move; expected a face U D F B L R, alone or with ' or 2"
        );
        assert_eq!(
            read_answer("R U R", 2).unwrap_err().to_string(),
            "3 moves are too many; expected at most 2"
        );
        assert!(read_answer(&"x".repeat(4000), 2).unwrap_err().to_string().len() < 120);
    }
}
