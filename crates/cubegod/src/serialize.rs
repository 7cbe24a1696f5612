//! Serialization of types that have a text form, as that text.

use crate::any_cube::Cube;
use crate::color::Color;
use crate::geometry::Face;
use crate::moves::{Alg, Move};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt::Display;

/// Serializes types as their `Display`, and deserializes them by a function from text.
macro_rules! as_text {
    ($($type:ty: $from_text:expr;)*) => {$(
        impl Serialize for $type {
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> Deserialize<'de> for $type {
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<$type, D::Error> {
                deserialize(deserializer, $from_text)
            }
        }
    )*};
}

as_text! {
    Cube: |text| text.parse().map_err(text_of::<crate::any_cube::CubeError>);
    Alg: |text| text.parse().map_err(text_of::<crate::moves::AlgError>);
    Move: |text| text.parse().map_err(text_of::<crate::moves::AlgError>);
    Face: |text| only_character(text).and_then(Face::from_letter).ok_or_else(|| not_a(text, "face", "U R F D L B"));
    Color: |text| {
        let names = "white, red, green, yellow, orange, blue";
        Color::ALL.into_iter().find(|color| color.name() == text).ok_or_else(|| not_a(text, "colour", names))
    };
}

fn deserialize<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    from_text: impl Fn(&str) -> Result<T, String>,
) -> Result<T, D::Error> {
    from_text(&String::deserialize(deserializer)?).map_err(D::Error::custom)
}

fn text_of<E: Display>(error: E) -> String {
    error.to_string()
}

fn only_character(text: &str) -> Option<char> {
    let mut characters = text.chars();
    characters.next().filter(|_| characters.next().is_none())
}

fn not_a(text: &str, what: &str, expected: &str) -> String {
    let shown: String = text.chars().take(20).collect();
    format!("`{shown}` is not a {what}; expected one of {expected}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Size;
    use crate::scramble::generator;
    use serde::de::DeserializeOwned;
    use std::fmt::Debug;

    fn round_trip<T: Serialize + DeserializeOwned + PartialEq + Debug + Display>(value: &T) {
        let text = serde_json::to_string(value).unwrap();
        assert_eq!(text, serde_json::to_string(&value.to_string()).unwrap());
        assert_eq!(serde_json::from_str::<T>(&text).unwrap(), *value);
    }

    #[test]
    fn values_are_serialized_as_their_text() {
        let alg: Alg = "R U2 F' Rw M x 2-3R".parse().unwrap();
        alg.iter().for_each(|one| round_trip(&one));
        round_trip(&alg);
        Face::ALL.iter().for_each(round_trip);
        Color::ALL.iter().for_each(round_trip);
        for size in [Size::TWO, Size::THREE] {
            let cube = Cube::random(size, &mut generator(1)).unwrap();
            round_trip(&cube);
            round_trip(&cube.apply(&"x y".parse().unwrap()).unwrap());
        }
    }

    #[test]
    fn invalid_texts_are_errors_with_the_reason() {
        let error = |text: &str| {
            [
                serde_json::from_str::<Move>(text).unwrap_err().to_string(),
                serde_json::from_str::<Face>(text).unwrap_err().to_string(),
                serde_json::from_str::<Color>(text).unwrap_err().to_string(),
            ]
        };
        let [one, face, color] = error("\"R U R\"");
        assert!(one.starts_with("3 moves from column 1 on; expected exactly one"), "{one}");
        assert!(face.starts_with("`R U R` is not a face"), "{face}");
        assert!(color.starts_with("`R U R` is not a colour"), "{color}");
        let cube = serde_json::from_str::<Cube>("\"UUUUUUUU????????????????\"").unwrap_err().to_string();
        assert!(cube.starts_with("not a legal cube: 8 stickers are white"), "{cube}");
        assert!(error("7").iter().all(|message| message.contains("expected a string")), "{:?}", error("7"));
    }
}
