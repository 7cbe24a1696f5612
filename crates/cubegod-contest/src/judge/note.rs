//! Characters on a net that are probably mistakes: look-alikes, and more than six.
//!
//! The judge accepts any characters, so these are notes and not errors.

use super::STICKERS;
use std::fmt;

/// The colours of a cube.
const COLORS: usize = 6;

/// An observation about the characters of a net that can be judged all the same.
#[derive(Clone, Debug, Eq, PartialEq, Hash)]
pub enum Note {
    /// Different characters that look alike, such as the letter O and the digit 0.
    LookAlike(Vec<char>),
    /// More than six different characters: such a cube is never solved.
    TooManyCharacters(usize),
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Note::LookAlike(characters) => {
                for (index, &character) in characters.iter().enumerate() {
                    let separator = match index {
                        0 => "",
                        _ if index + 1 == characters.len() => " and ",
                        _ => ", ",
                    };
                    write!(f, "{separator}`{}` (U+{:04X})", character.escape_debug(), u32::from(character))?;
                }
                f.write_str(" look alike but are different characters")
            }
            Note::TooManyCharacters(count) => {
                write!(f, "the net has {count} different characters; a cube has {COLORS} colours")
            }
        }
    }
}

/// ASCII characters that look alike.
const ASCII_GROUPS: [&str; 13] =
    ["0Oo", "1Il|", "2Zz", "5Ss", "8B", "Cc", "Kk", "Pp", "Uu", "Vv", "Ww", "Xx", "`'"];

/// Letters of other scripts, each with the ASCII letter that looks like it.
const OTHER_SCRIPTS: [(&str, &str); 4] = [
    ("АВЕЅІЈКМНОРСТУХ", "ABESIJKMHOPCTYX"), // Cyrillic capitals
    ("асеоркхуіјѕ", "aceopkxyijs"),         // Cyrillic small letters
    ("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "ABEZHIKMNOPTYX"),   // Greek capitals
    ("ονκ", "ovk"),                         // Greek small letters
];

/// The groups as sets of ASCII characters, a bit each.
const GROUP_SETS: [u128; ASCII_GROUPS.len()] = {
    let mut sets = [0; ASCII_GROUPS.len()];
    let mut group = 0;
    while group < sets.len() {
        let bytes = ASCII_GROUPS[group].as_bytes();
        let mut index = 0;
        while index < bytes.len() {
            sets[group] |= 1 << bytes[index];
            index += 1;
        }
        group += 1;
    }
    sets
};

/// Returns the notes about the bytes of a net in which every byte from 128 on stands for one of `others`.
pub(super) fn notes(bytes: &[u8; STICKERS], others: &[char]) -> Vec<Note> {
    let set = ascii_set(bytes);
    let is_plain = others.is_empty() && set.count_ones() as usize <= COLORS;
    if is_plain && GROUP_SETS.iter().all(|group| (set & group).count_ones() < 2) {
        return Vec::new();
    }
    let ascii = (0..128u8).filter(|byte| set >> byte & 1 == 1).map(char::from);
    let characters: Vec<char> = ascii.chain(others.iter().copied()).collect();
    let mut notes = Vec::new();
    let mut groups: Vec<(char, Vec<char>)> = Vec::new();
    for &character in &characters {
        let skeleton = skeleton(character);
        match groups.iter_mut().find(|(known, _)| *known == skeleton) {
            Some((_, group)) => group.push(character),
            None => groups.push((skeleton, vec![character])),
        }
    }
    notes.extend(
        groups.into_iter().map(|(_, group)| group).filter(|group| group.len() > 1).map(Note::LookAlike),
    );
    if characters.len() > COLORS {
        notes.push(Note::TooManyCharacters(characters.len()));
    }
    notes
}

/// Returns the ASCII characters among some bytes, a bit each. Two words: shifting a `u128` takes three times as long.
fn ascii_set(bytes: &[u8; STICKERS]) -> u128 {
    let (mut low, mut high) = (0u64, 0u64);
    for &byte in bytes {
        let bit = u64::from(byte < 128) << (byte & 63);
        let is_high = 0u64.wrapping_sub(u64::from(byte >> 6 & 1));
        low |= bit & !is_high;
        high |= bit & is_high;
    }
    u128::from(high) << 64 | u128::from(low)
}

/// Returns a character that stands for all that look alike.
fn skeleton(character: char) -> char {
    let ascii = match character {
        // Fullwidth forms repeat ASCII.
        '\u{ff01}'..='\u{ff5e}' => char::from((u32::from(character) - 0xfee0) as u8),
        _ => OTHER_SCRIPTS
            .iter()
            .flat_map(|(others, ascii)| others.chars().zip(ascii.chars()))
            .find_map(|(other, ascii)| (other == character).then_some(ascii))
            .unwrap_or(character),
    };
    let group = ASCII_GROUPS.iter().find(|group| group.contains(ascii));
    group.and_then(|group| group.chars().next()).unwrap_or(ascii)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_letter_of_another_script_has_its_look_alike() {
        for (others, ascii) in OTHER_SCRIPTS {
            assert_eq!(others.chars().count(), ascii.len());
            assert!(ascii.is_ascii() && !others.chars().any(|other| other.is_ascii()));
        }
        assert_eq!(skeleton('О'), skeleton('0'));
        assert_eq!(skeleton('Ｗ'), skeleton('w'));
        assert_ne!(skeleton('B'), skeleton('b'));
    }
}
