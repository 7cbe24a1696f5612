//! Lookup of patterns by name, with suggestions for unknown names.

use super::Pattern;
use crate::formats::quote;
use crate::geometry::Size;

/// The longest text that gets a suggestion, in letters.
const LONGEST: usize = 64;

/// The shortest text that gets a suggestion, in letters.
const SHORTEST_BEGINNING: usize = 4;

/// The error for a name that is not a pattern.
#[derive(Clone, Debug, Eq, PartialEq, thiserror::Error)]
#[error("no pattern is named `{found}`; {}", advice(*suggestion))]
pub struct UnknownPattern {
    /// The name, shortened.
    pub found: String,
    /// The most similar name, if there is one.
    pub suggestion: Option<&'static str>,
}

fn advice(suggestion: Option<&str>) -> String {
    match suggestion {
        Some(name) => format!("did you mean `{name}`?"),
        None => "expected a name such as `superflip` or `cube-in-cube`".into(),
    }
}

impl Pattern {
    /// Returns the pattern with this name. Case, blanks, hyphens, underscores and apostrophes do not matter.
    pub fn find(text: &str) -> Option<&'static Pattern> {
        Pattern::find_of_size(text, None)
    }

    /// Returns the pattern with this name, preferring one of this size: there is a `checkerboard` of the 2x2 too.
    pub fn find_of_size(text: &str, size: Option<Size>) -> Option<&'static Pattern> {
        let of_name = || {
            Pattern::ALL.iter().filter(|pattern| pattern.names().any(|name| letters(name).eq(letters(text))))
        };
        of_name().find(|pattern| Some(pattern.size) == size).or_else(|| of_name().next())
    }

    /// Returns the pattern of this name.
    ///
    /// # Errors
    ///
    /// Fails if there is none; the error suggests the most similar name.
    pub fn named(text: &str) -> Result<&'static Pattern, UnknownPattern> {
        Pattern::named_of_size(text, None)
    }

    /// Returns the pattern of this name, preferring one of this size.
    ///
    /// # Errors
    ///
    /// Fails if there is none; the error suggests the most similar name.
    pub fn named_of_size(text: &str, size: Option<Size>) -> Result<&'static Pattern, UnknownPattern> {
        Pattern::find_of_size(text, size)
            .ok_or_else(|| UnknownPattern { found: quote(text.trim()), suggestion: nearest(text) })
    }

    /// Returns its name and its other names.
    pub fn names(&self) -> impl Iterator<Item = &'static str> + use<> {
        [self.name].into_iter().chain(self.other_names.iter().copied())
    }
}

/// Returns the letters of a name that are compared, in lower case.
fn letters(text: &str) -> impl Iterator<Item = char> {
    let is_ignored =
        |character: &char| character.is_whitespace() || matches!(character, '-' | '_' | '\'' | '’');
    text.chars().filter(move |character| !is_ignored(character)).flat_map(char::to_lowercase)
}

/// Returns the name with the smallest edit distance, or else the shortest one with this beginning.
fn nearest(text: &str) -> Option<&'static str> {
    let typed: Vec<char> = letters(text).take(LONGEST + 1).collect();
    if typed.len() < SHORTEST_BEGINNING || typed.len() > LONGEST {
        return None;
    }
    let names = || {
        let all = Pattern::ALL.iter().flat_map(|pattern| pattern.names());
        all.map(|name| (name, letters(name).collect::<Vec<char>>()))
    };
    let max_distance = 1 + typed.len() / 6;
    let near = names()
        .map(|(name, spelled)| (edit_distance(&typed, &spelled), name))
        .filter(|&(distance, _)| distance <= max_distance)
        .min_by_key(|&(distance, _)| distance);
    let begun = || {
        names().filter(|(_, spelled)| spelled.starts_with(&typed)).min_by_key(|(_, spelled)| spelled.len())
    };
    near.map(|(_, name)| name).or_else(|| begun().map(|(name, _)| name))
}

/// Returns the Levenshtein distance of two words.
fn edit_distance(from: &[char], to: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in to.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = (diagonal + usize::from(a != b)).min(above + 1).min(row[j] + 1);
            diagonal = above;
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suggested(text: &str) -> Option<&'static str> {
        Pattern::named(text).unwrap_err().suggestion
    }

    #[test]
    fn a_name_is_found_in_any_spelling() {
        for text in ["cube-in-cube", "Cube in Cube", "CUBE_IN_CUBE", " cubeincube\n", "cube in a cube"] {
            assert_eq!(Pattern::find(text).map(|pattern| pattern.name), Some("cube-in-cube"), "{text}");
        }
        for text in ["plummers cross", "Plummer's Cross", "Plummer’s cross"] {
            assert_eq!(Pattern::find(text).map(|pattern| pattern.name), Some("plummers-cross"), "{text}");
        }
        assert_eq!(Pattern::find(""), None);
        assert_eq!(Pattern::find("cube"), None);
    }

    #[test]
    fn a_size_chooses_among_patterns_of_one_name() {
        let of_size = |text, size| Pattern::find_of_size(text, size).map(|pattern| pattern.name);
        assert_eq!(of_size("cube in cube", None), Some("cube-in-cube"));
        assert_eq!(of_size("cube in cube", Some(Size::TWO)), Some("pocket-cube-in-cube"));
        assert_eq!(of_size("superflip", Some(Size::TWO)), Some("superflip"));
    }

    #[test]
    fn a_near_miss_gets_a_suggestion_and_anything_else_does_not() {
        assert_eq!(
            Pattern::named("superflop").unwrap_err().to_string(),
            "no pattern is named `superflop`; did you mean `superflip`?"
        );
        assert_eq!(suggested("anacoda"), Some("anaconda"));
        assert_eq!(suggested("Checker"), Some("checkerboard"));
        assert_eq!(suggested("six spotz"), Some("six-spots"));
        for text in ["", "hello", "R U R' U'", "this is no cube", &"superflip".repeat(1000)] {
            assert_eq!(suggested(text), None, "{text}");
        }
        assert_eq!(
            Pattern::named("hello").unwrap_err().to_string(),
            "no pattern is named `hello`; expected a name such as `superflip` or `cube-in-cube`"
        );
    }

    #[test]
    fn edit_distances_match_known_values() {
        let count = |from: &str, to: &str| {
            edit_distance(&from.chars().collect::<Vec<_>>(), &to.chars().collect::<Vec<_>>())
        };
        assert_eq!(count("kitten", "sitting"), 3);
        assert_eq!((count("", "abc"), count("abc", ""), count("abc", "abc")), (3, 3, 0));
    }
}
