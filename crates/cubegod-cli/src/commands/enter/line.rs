//! Parses a typed line.

use cubegod::formats::digits;
use cubegod::{Color, Face, Facelet, Size};

/// The most characters of a line that a message quotes.
const QUOTED: usize = 24;

/// A command or stickers.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Line {
    /// An empty line.
    Empty,
    /// Stickers in the order of the questions.
    Stickers(Vec<TypedSticker>),
    /// Stickers by their places.
    Corrections(Vec<(usize, Option<Color>)>),
    /// Take back the last line.
    Undo,
    /// Ask for a face again.
    Face(Face),
    /// Show the net.
    Show,
    /// List what can be typed.
    Help,
    /// Make the smallest repair.
    Fix,
    /// End with the known stickers.
    Done,
    /// End without a cube.
    Quit,
}

/// A typed sticker.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) struct TypedSticker {
    /// The colour; `None` if unknown.
    pub(super) color: Option<Color>,
    /// How the colour was typed.
    pub(super) notation: Option<Notation>,
}

/// How colours are typed.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) enum Notation {
    /// As digits of the array.
    Digit,
    /// As letters or words.
    Letter,
}

/// What is wrong with a line.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Unexpected {
    /// The text, shortened; `None` at the end of the line.
    pub(super) found: Option<String>,
    /// The column, in characters from 1.
    pub(super) column: usize,
    pub(super) expected: Expected,
}

/// What was expected.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(super) enum Expected {
    /// A sticker or a command.
    StickerOrCommand,
    /// A sticker.
    Sticker,
    /// A sticker, or `.` for one not asked for yet.
    StickerOrOpen,
    /// The place of a sticker.
    Place,
    /// A face by its name, its letter or its number.
    Face,
    /// The number of a face in the array.
    FaceNumber,
    /// The number of a sticker on its face in the array: from 0 to this.
    ArrayNumber(usize),
    /// The number of a sticker on its face: from 1 to this.
    StickerNumber(usize),
    /// This character.
    Character(char),
}

impl Line {
    /// Parses a line.
    pub(super) fn read(text: &str, size: Size) -> Result<Line, Unexpected> {
        let characters: Vec<char> = text.chars().map(narrow).collect();
        if characters.contains(&'=') {
            return corrections(&characters, size).map(Line::Corrections);
        }
        let words: String = characters.iter().collect();
        let words = words.trim().to_lowercase();
        Ok(match words.as_str() {
            "" => Line::Empty,
            "undo" | "撤销" | "撤消" => Line::Undo,
            "show" | "显示" => Line::Show,
            "help" | "帮助" => Line::Help,
            "fix" | "修复" => Line::Fix,
            "done" | "完成" => Line::Done,
            "quit" | "q" | "exit" | "退出" => Line::Quit,
            _ if is_face_again(&words) => Line::Face(face_again(&characters)?),
            _ => Line::Stickers(stickers(&characters)?),
        })
    }
}

/// Parses `--begin-with`: stickers in the order of the questions, `None` for one not asked for yet.
pub(super) fn beginning(text: &str) -> Result<Vec<Option<TypedSticker>>, Unexpected> {
    let characters: Vec<char> = text.chars().map(narrow).collect();
    let typed = characters.iter().enumerate().filter(|(_, character)| !is_separator(**character));
    typed
        .map(|(index, &character)| match character {
            '.' => Ok(None),
            _ => typed_sticker(character)
                .map(Some)
                .ok_or_else(|| unexpected(&characters, index, 1, Expected::StickerOrOpen)),
        })
        .collect()
}

/// Converts full-width characters, as Chinese keyboards have them, to ASCII.
fn narrow(character: char) -> char {
    match character {
        '\u{ff01}'..='\u{ff5e}' => char::from_u32(u32::from(character) - 0xfee0).unwrap_or(character),
        '、' => ',',
        other => other,
    }
}

/// Whether a character separates stickers.
fn is_separator(character: char) -> bool {
    character.is_whitespace() || matches!(character, ',' | ';' | '{' | '}')
}

fn stickers(characters: &[char]) -> Result<Vec<TypedSticker>, Unexpected> {
    let typed = characters.iter().enumerate().filter(|(_, character)| !is_separator(**character));
    typed
        .map(|(index, &character)| {
            typed_sticker(character)
                .ok_or_else(|| unexpected(characters, index, 1, Expected::StickerOrCommand))
        })
        .collect()
}

/// Returns the sticker of a character.
fn typed_sticker(character: char) -> Option<TypedSticker> {
    if matches!(character, '?' | '*') {
        return Some(TypedSticker { color: None, notation: None });
    }
    let known = |color, notation| Some(TypedSticker { color: Some(color), notation: Some(notation) });
    if let Some(number) = character.to_digit(10) {
        return known(*digits::COLORS.get(number as usize)?, Notation::Digit);
    }
    let color = match character {
        '橙' => Color::Orange,
        '蓝' | '藍' => Color::Blue,
        '红' | '紅' => Color::Red,
        '绿' | '綠' => Color::Green,
        '黄' | '黃' => Color::Yellow,
        '白' => Color::White,
        letter => Color::from_letter(letter.to_ascii_uppercase())?,
    };
    known(color, Notation::Letter)
}

/// The commands to type a face again; its name follows, in Chinese without a blank.
const FACE_AGAIN: [&str; 2] = ["face", "重填"];

fn is_face_again(words: &str) -> bool {
    let first = words.split_whitespace().next();
    first == Some(FACE_AGAIN[0]) || words.starts_with(FACE_AGAIN[1])
}

fn face_again(characters: &[char]) -> Result<Face, Unexpected> {
    let mut cursor = Cursor { characters, next: 0 };
    cursor.skip_blanks();
    let is_english = cursor.peek().is_some_and(|first| first.is_ascii());
    cursor.next += FACE_AGAIN[usize::from(!is_english)].chars().count();
    cursor.skip_blanks();
    let start = cursor.next;
    let name: String = cursor.take_while(|character| !character.is_whitespace()).collect();
    let number = name.parse::<usize>().ok().and_then(|number| digits::FACES.get(number).copied());
    let face = face_named(&name).or(number);
    cursor.skip_blanks();
    match face {
        Some(face) if cursor.peek().is_none() => Ok(face),
        Some(_) => Err(unexpected(characters, cursor.next, usize::MAX, Expected::Face)),
        None => Err(unexpected(characters, start, name.chars().count(), Expected::Face)),
    }
}

/// Returns the face of a letter or a name, in either language.
fn face_named(name: &str) -> Option<Face> {
    Some(match name.to_lowercase().trim_end_matches('面') {
        "f" | "front" | "前" => Face::F,
        "r" | "right" | "右" => Face::R,
        "b" | "back" | "后" | "後" => Face::B,
        "l" | "left" | "左" => Face::L,
        "u" | "up" | "上" | "顶" => Face::U,
        "d" | "down" | "下" | "底" => Face::D,
        _ => return None,
    })
}

/// `cube[1][2]=3`, `1,2=3`, `F2=g`: one or several.
fn corrections(characters: &[char], size: Size) -> Result<Vec<(usize, Option<Color>)>, Unexpected> {
    let mut cursor = Cursor { characters, next: 0 };
    let mut list = Vec::new();
    loop {
        cursor.take_while(is_separator).for_each(drop);
        if cursor.peek().is_none() && !list.is_empty() {
            return Ok(list);
        }
        let sticker = cursor.place(size)?;
        cursor.expect('=')?;
        let color =
            cursor.peek().and_then(typed_sticker).ok_or_else(|| cursor.unexpected(1, Expected::Sticker))?;
        cursor.next += 1;
        list.push((sticker, color.color));
    }
}

/// Returns the error about some characters of a line, from `index` on.
fn unexpected(characters: &[char], index: usize, length: usize, expected: Expected) -> Unexpected {
    let rest = &characters[index.min(characters.len())..];
    let found = &rest[..length.clamp(1, QUOTED).min(rest.len())];
    let found = (!found.is_empty()).then(|| found.iter().copied().map(visible).collect());
    Unexpected { found, column: index + 1, expected }
}

/// Escapes control characters.
fn visible(character: char) -> String {
    match character {
        '\'' | '"' | '\\' => character.to_string(),
        _ => character.escape_debug().collect(),
    }
}

/// A position in a line.
struct Cursor<'a> {
    characters: &'a [char],
    next: usize,
}

impl Cursor<'_> {
    fn peek(&self) -> Option<char> {
        self.characters.get(self.next).copied()
    }

    /// Skips and returns the next characters that satisfy a predicate.
    fn take_while(&mut self, is_match: impl Fn(char) -> bool) -> impl Iterator<Item = char> {
        let rest = &self.characters[self.next..];
        let taken = &rest[..rest.iter().position(|&character| !is_match(character)).unwrap_or(rest.len())];
        self.next += taken.len();
        taken.iter().copied()
    }

    fn skip_blanks(&mut self) {
        self.take_while(char::is_whitespace).for_each(drop);
    }

    /// Skips this character and the blanks around it.
    fn expect(&mut self, character: char) -> Result<(), Unexpected> {
        self.skip_blanks();
        if self.peek() != Some(character) {
            return Err(self.unexpected(1, Expected::Character(character)));
        }
        self.next += 1;
        self.skip_blanks();
        Ok(())
    }

    /// Reads the place of a sticker, and returns its index.
    fn place(&mut self, size: Size) -> Result<usize, Unexpected> {
        let start = self.next;
        if self.peek().is_some_and(|first| first.is_ascii_digit()) {
            let face = self.face_number()?;
            self.expect(',')?;
            return self.cell(face, size);
        }
        let word: String = self.take_while(char::is_alphabetic).collect();
        if word.eq_ignore_ascii_case("cube") {
            self.expect('[')?;
            let face = self.face_number()?;
            self.expect(']')?;
            self.expect('[')?;
            let sticker = self.cell(face, size)?;
            self.expect(']')?;
            return Ok(sticker);
        }
        let Some(face) = face_named(&word) else {
            return Err(unexpected(self.characters, start, word.chars().count(), Expected::Place));
        };
        self.skip_blanks();
        let most = size.face_stickers();
        let number = self.number(1..=most, Expected::StickerNumber(most))?;
        Ok(Facelet { face, number: number as u16 }.index(size))
    }

    fn face_number(&mut self) -> Result<Face, Unexpected> {
        let number = self.number(0..=digits::FACES.len() - 1, Expected::FaceNumber)?;
        Ok(digits::FACES[number])
    }

    /// Reads the number of a sticker in the array, and returns the index of the sticker.
    fn cell(&mut self, face: Face, size: Size) -> Result<usize, Unexpected> {
        let most = size.face_stickers() - 1;
        let number = self.number(0..=most, Expected::ArrayNumber(most))?;
        Ok(face.index() * size.face_stickers() + number)
    }

    fn number(
        &mut self,
        range: std::ops::RangeInclusive<usize>,
        expected: Expected,
    ) -> Result<usize, Unexpected> {
        let start = self.next;
        let digits: String = self.take_while(|character| character.is_ascii_digit()).collect();
        let number = digits.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| unexpected(self.characters, start, digits.len(), expected))
    }

    fn unexpected(&self, length: usize, expected: Expected) -> Unexpected {
        unexpected(self.characters, self.next, length, expected)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colors(text: &str) -> String {
        match Line::read(text, Size::TWO) {
            Ok(Line::Stickers(stickers)) => {
                stickers.iter().map(|sticker| sticker.color.map_or('?', Color::letter)).collect()
            }
            other => panic!("{text}: {other:?}"),
        }
    }

    fn corrected(text: &str, size: Size) -> Vec<String> {
        match Line::read(text, size) {
            Ok(Line::Corrections(list)) => list
                .into_iter()
                .map(|(sticker, color)| {
                    format!("{}{}", Facelet::of_index(size, sticker), color.map_or('?', Color::letter))
                })
                .collect(),
            other => panic!("{text}: {other:?}"),
        }
    }

    fn rejected(text: &str) -> (Option<String>, usize, Expected) {
        let Unexpected { found, column, expected } = Line::read(text, Size::TWO).unwrap_err();
        (found, column, expected)
    }

    #[test]
    fn stickers_are_digits_or_letters_with_usual_separators() {
        for text in [
            "0123",
            " 0 1 2 3 ",
            "0,1,2,3",
            "{0,1,2,3},",
            "obrg",
            "O b R g",
            "0b2g",
            "橙蓝红绿",
            "０１，２、３",
        ] {
            assert_eq!(colors(text), "OBRG", "{text}");
        }
        assert_eq!(colors("45?*wy"), "YW??WY");
        assert_eq!(colors("?"), "?");
        assert_eq!(colors("？"), "?");
    }

    #[test]
    fn commands_are_read_in_both_languages_and_cases() {
        for (texts, line) in [
            (["undo", " UNDO ", "撤销"], Line::Undo),
            (["show", "Show", "显示"], Line::Show),
            (["help", "HELP", "帮助"], Line::Help),
            (["fix", "Fix\t", "修复"], Line::Fix),
            (["done", "DONE", "完成"], Line::Done),
            (["quit", "exit", "退出"], Line::Quit),
            (["q", "Q ", "ｑ"], Line::Quit),
            (["", " ", "\t\u{3000}"], Line::Empty),
            (["face right", "FACE  R ", "face 1"], Line::Face(Face::R)),
            (["face back", "重填后面", " 重填 后"], Line::Face(Face::B)),
        ] {
            for text in texts {
                assert_eq!(Line::read(text, Size::TWO), Ok(line.clone()), "{text}");
            }
        }
    }

    #[test]
    fn a_sticker_is_corrected_by_its_array_index_or_its_name() {
        for text in
            ["cube[1][2]=3", "cube[1][2] = 3;", "1,2=3", " 1 , 2 = g", "R3=g", "r3=G", "右3=绿", "right 3=3"]
        {
            assert_eq!(corrected(text, Size::TWO), ["R3G"], "{text}");
        }
        assert_eq!(corrected("F2=g cube[5][0]=?; 4,3=0,0,0=1", Size::TWO), ["F2G", "D1?", "U4O", "F1B"]);
        assert_eq!(corrected("5,8=w,B9=r", Size::THREE), ["D9W", "B9R"]);
    }

    #[test]
    fn errors_have_a_column() {
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(rejected("0 6"), (some("6"), 3, Expected::StickerOrCommand));
        assert_eq!(rejected("01x"), (some("x"), 3, Expected::StickerOrCommand));
        assert_eq!(rejected("0\u{1b}[2J"), (some("\\u{1b}"), 2, Expected::StickerOrCommand));
        assert_eq!(rejected("face"), (None, 5, Expected::Face));
        assert_eq!(rejected("face blue"), (some("blue"), 6, Expected::Face));
        assert_eq!(rejected("face up 1"), (some("1"), 9, Expected::Face));
        assert_eq!(rejected("face 6"), (some("6"), 6, Expected::Face));
        assert_eq!(rejected("="), (some("="), 1, Expected::Place));
        assert_eq!(rejected("X2=g"), (some("X"), 1, Expected::Place));
        assert_eq!(rejected("F0=g"), (some("0"), 2, Expected::StickerNumber(4)));
        assert_eq!(rejected("F=g"), (some("="), 2, Expected::StickerNumber(4)));
        assert_eq!(rejected("F99999999999999999999999999999=g").2, Expected::StickerNumber(4));
        assert_eq!(rejected("6,1=2"), (some("6"), 1, Expected::FaceNumber));
        assert_eq!(rejected("0,4=2"), (some("4"), 3, Expected::ArrayNumber(3)));
        assert_eq!(rejected("cube(1)=2"), (some("("), 5, Expected::Character('[')));
        assert_eq!(rejected("F2="), (None, 4, Expected::Sticker));
        assert_eq!(rejected("F2=7"), (some("7"), 4, Expected::Sticker));
        assert_eq!(rejected("F2=g F3"), (None, 8, Expected::Character('=')));
    }

    #[test]
    fn a_beginning_distinguishes_open_stickers_from_unknown_ones() {
        let read = beginning("{0?.1}, W.").unwrap();
        let letters: String = read
            .iter()
            .map(|state| state.map_or('.', |sticker| sticker.color.map_or('?', Color::letter)))
            .collect();
        assert_eq!(letters, "O?.BW.");
        assert_eq!(beginning("00x").unwrap_err().column, 3);
    }

    proptest::proptest! {
        #[test]
        fn any_line_is_read_or_rejected(text in "(?s).{0,40}", three in proptest::bool::ANY) {
            let _ = Line::read(&text, if three { Size::THREE } else { Size::TWO });
            let _ = beginning(&text);
        }

        #[test]
        fn any_line_of_usual_characters_is_read_or_rejected(text in "[ fF0-9,=cube\\[\\]?重填右面]{0,20}") {
            let _ = Line::read(&text, Size::THREE);
        }
    }
}
