//! What a column of JSON lines holds, and the type that keeps every value of it as it is.

use super::numbers::Numbers;
use crate::files::source::json_lines::for_each_field;
use arrow_schema::{DataType, Field, Fields};
use serde_json::value::RawValue;

/// Values deeper than this become text.
const DEEPEST: usize = 32;

/// Objects with more fields become text: they are dictionaries, and their fields no columns.
const MOST_FIELDS: usize = 1000;

/// What values have in common.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    /// All are null.
    Nothing,
    Truth,
    Number(Numbers),
    /// Texts, and whatever else has no parts: that becomes text as it is written.
    Text,
    List(Box<Shape>),
    Object(Vec<(String, Shape)>),
    /// Values of which no type holds all: those with parts become text as they are written.
    Written,
}

impl Shape {
    /// That of one value.
    pub(super) fn of(value: &str) -> Shape {
        Shape::at(value, 0)
    }

    fn at(value: &str, depth: usize) -> Shape {
        match value.as_bytes().first() {
            Some(b'n') => Shape::Nothing,
            Some(b't' | b'f') => Shape::Truth,
            Some(b'"') => Shape::Text,
            Some(b'[' | b'{') if depth == DEEPEST => Shape::Written,
            Some(b'[') => match serde_json::from_str::<Vec<&RawValue>>(value) {
                Ok(values) => {
                    let shapes = values.into_iter().map(|value| Shape::at(value.get(), depth + 1));
                    Shape::list(shapes.fold(Shape::Nothing, Shape::and))
                }
                Err(_) => Shape::Written,
            },
            Some(b'{') => {
                let mut fields: Vec<(String, Shape)> = Vec::new();
                let result = for_each_field(value, |name, value| {
                    let is_twice = fields.iter().any(|(other, _)| *other == name);
                    if is_twice || fields.len() == MOST_FIELDS {
                        return Err("no columns".into());
                    }
                    fields.push((name, Shape::at(value, depth + 1)));
                    Ok(())
                });
                if result.is_ok() { Shape::object(fields) } else { Shape::Written }
            }
            _ => Shape::Number(Numbers::of(value)),
        }
    }

    /// What is written as a whole is written with all around it.
    fn list(values: Shape) -> Shape {
        if values == Shape::Written { Shape::Written } else { Shape::List(Box::new(values)) }
    }

    fn object(fields: Vec<(String, Shape)>) -> Shape {
        let is_written =
            fields.len() > MOST_FIELDS || fields.iter().any(|(_, shape)| *shape == Shape::Written);
        if is_written { Shape::Written } else { Shape::Object(fields) }
    }

    /// Whether its values have parts.
    fn has_parts(&self) -> bool {
        matches!(self, Shape::List(_) | Shape::Object(_) | Shape::Written)
    }

    /// That of these and of others.
    pub(super) fn and(self, other: Shape) -> Shape {
        match (self, other) {
            (Shape::Nothing, shape) | (shape, Shape::Nothing) => shape,
            (Shape::Truth, Shape::Truth) => Shape::Truth,
            (Shape::Number(one), Shape::Number(other)) => Shape::Number(one.and(other)),
            (Shape::List(one), Shape::List(other)) => Shape::list(one.and(*other)),
            (Shape::Object(mut fields), Shape::Object(others)) => {
                for (place, (name, shape)) in others.into_iter().enumerate() {
                    // Most objects have their fields in the same order.
                    let is_here = fields.get(place).is_some_and(|(other, _)| *other == name);
                    let found = if is_here {
                        Some(place)
                    } else {
                        fields.iter().position(|(other, _)| *other == name)
                    };
                    match found {
                        Some(place) => {
                            let (_, known) = &mut fields[place];
                            *known = std::mem::replace(known, Shape::Nothing).and(shape);
                        }
                        None => fields.push((name, shape)),
                    }
                }
                Shape::object(fields)
            }
            (one, other) if one.has_parts() || other.has_parts() => Shape::Written,
            _ => Shape::Text,
        }
    }

    /// That of the same values where none but text will do.
    pub(super) fn into_text(self) -> Shape {
        if self.has_parts() { Shape::Written } else { Shape::Text }
    }

    /// The type that holds them; none where they become text as they are written.
    pub(super) fn data_type(&self) -> Option<DataType> {
        Some(match self {
            Shape::Nothing => DataType::Null,
            Shape::Truth => DataType::Boolean,
            Shape::Number(numbers) => numbers.data_type(),
            Shape::Text => DataType::Utf8,
            Shape::List(values) => DataType::List(Field::new_list_field(values.data_type()?, true).into()),
            // Parquet knows none without fields.
            Shape::Object(fields) if fields.is_empty() => return None,
            Shape::Object(fields) => {
                let field =
                    |(name, shape): &(String, Shape)| Some(Field::new(name, shape.data_type()?, true));
                DataType::Struct(fields.iter().map(field).collect::<Option<Fields>>()?)
            }
            Shape::Written => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(values: &[&str]) -> Shape {
        values.iter().map(|value| Shape::of(value)).fold(Shape::Nothing, Shape::and)
    }

    fn type_of(values: &[&str]) -> String {
        shape(values).data_type().map_or("written".into(), |data_type| data_type.to_string())
    }

    #[test]
    fn values_of_one_kind_have_its_type() {
        assert_eq!(type_of(&["null", "null"]), "Null");
        assert_eq!(type_of(&["true", "null", "false"]), "Boolean");
        assert_eq!(type_of(&["1", "null", "-2"]), "Int64");
        assert_eq!(type_of(&["1", "2.5"]), "Float64");
        assert_eq!(type_of(&[r#""a""#, "null"]), "Utf8");
        assert_eq!(type_of(&["[1]", "[]", "[null, 2]"]), type_of(&["[1]"]));
        assert_eq!(type_of(&[r#"{"b":1}"#, r#"{"a":"x"}"#]), type_of(&[r#"{"b":1,"a":"x"}"#]));
    }

    #[test]
    fn what_has_no_parts_goes_together_as_text() {
        for odd in ["1", "2.5", "true", "123456789012345678901234567890"] {
            assert_eq!(shape(&[r#""a""#, odd]), Shape::Text);
            assert_eq!(shape(&[odd, "null", r#""a""#]), Shape::Text);
        }
        assert_eq!(shape(&["1", "true"]), Shape::Text);
        assert_eq!(type_of(&[r#"["a"]"#, "[1]"]), type_of(&[r#"["a"]"#]));
    }

    #[test]
    fn what_no_type_holds_is_written() {
        for values in [
            &["1", "[1]"][..],
            &[r#""a""#, r#"{"a":1}"#],
            &["[1]", r#"{"a":1}"#],
            &[r#"{"a":[1]}"#, r#"{"a":1}"#],
            &[r#"{"a":1,"a":2}"#],
            &["[[1],2]"],
            &["{}"],
            &[r#"{"a":[{}]}"#],
        ] {
            assert_eq!(type_of(values), "written", "{values:?}");
        }
        assert_eq!(type_of(&["{}", r#"{"a":1}"#]), type_of(&[r#"{"a":1}"#]));
        let deep = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
        assert_ne!(type_of(&[&deep(DEEPEST)]), "written");
        assert_eq!(type_of(&[&deep(DEEPEST + 1)]), "written");
        assert_eq!(type_of(&[&deep(100_000)]), "written");
        let wide = |from: usize| {
            let fields: Vec<String> =
                (from..from + MOST_FIELDS).map(|name| format!("\"{name}\":1")).collect();
            format!("{{{}}}", fields.join(","))
        };
        assert_ne!(type_of(&[&wide(0)]), "written");
        assert_eq!(type_of(&[&wide(0), &wide(1)]), "written");
    }

    #[test]
    fn cubes_are_always_text() {
        assert_eq!(shape(&["1", "2"]).into_text(), Shape::Text);
        assert_eq!(shape(&["null"]).into_text(), Shape::Text);
        assert_eq!(shape(&["[1]"]).into_text(), Shape::Written);
    }
}
