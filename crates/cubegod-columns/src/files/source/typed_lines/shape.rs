//! The shape of the values of a column of JSON lines, and the type that holds all of them unchanged.

use super::numbers::Numbers;
use crate::error::InputFault;
use crate::files::source::json_lines::for_each_field;
use arrow_schema::{DataType, Field, Fields};
use serde_json::value::RawValue;

/// Values nested deeper than this become text.
const MAX_DEPTH: usize = 32;

/// Objects with more fields become text: they are dictionaries, not records.
const MAX_FIELDS: usize = 1000;

/// The shape of some values.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Shape {
    /// Only null.
    Null,
    Bool,
    Number(Numbers),
    /// Strings, possibly with other values that are not nested, which become text as they are written.
    Text,
    List(Box<Shape>),
    Object(Vec<(String, Shape)>),
    /// Values that no type holds all of; nested ones become text as they are written.
    AsWritten,
}

impl Shape {
    /// Returns the shape of a value.
    pub(super) fn of(value: &str) -> Shape {
        Shape::at(value, 0)
    }

    fn at(value: &str, depth: usize) -> Shape {
        match value.as_bytes().first() {
            Some(b'n') => Shape::Null,
            Some(b't' | b'f') => Shape::Bool,
            Some(b'"') => Shape::Text,
            Some(b'[' | b'{') if depth == MAX_DEPTH => Shape::AsWritten,
            Some(b'[') => match serde_json::from_str::<Vec<&RawValue>>(value) {
                Ok(values) => {
                    let shapes = values.into_iter().map(|value| Shape::at(value.get(), depth + 1));
                    Shape::list(shapes.fold(Shape::Null, Shape::merge))
                }
                Err(_) => Shape::AsWritten,
            },
            Some(b'{') => {
                let mut fields: Vec<(String, Shape)> = Vec::new();
                let result = for_each_field(value, |name, value| {
                    let is_twice = fields.iter().any(|(other, _)| *other == name);
                    if is_twice || fields.len() == MAX_FIELDS {
                        return Err(InputFault::Other("no columns".into()));
                    }
                    fields.push((name, Shape::at(value, depth + 1)));
                    Ok(())
                });
                if result.is_ok() { Shape::object(fields) } else { Shape::AsWritten }
            }
            _ => Shape::Number(Numbers::of(value)),
        }
    }

    /// Returns the shape of a list. If its values become text, the whole list does.
    fn list(values: Shape) -> Shape {
        if values == Shape::AsWritten { Shape::AsWritten } else { Shape::List(Box::new(values)) }
    }

    fn object(fields: Vec<(String, Shape)>) -> Shape {
        let is_text = fields.len() > MAX_FIELDS || fields.iter().any(|(_, shape)| *shape == Shape::AsWritten);
        if is_text { Shape::AsWritten } else { Shape::Object(fields) }
    }

    /// Returns whether its values are nested.
    fn is_nested(&self) -> bool {
        matches!(self, Shape::List(_) | Shape::Object(_) | Shape::AsWritten)
    }

    /// Returns the shape of the values of both.
    pub(super) fn merge(self, other: Shape) -> Shape {
        match (self, other) {
            (Shape::Null, shape) | (shape, Shape::Null) => shape,
            (Shape::Bool, Shape::Bool) => Shape::Bool,
            (Shape::Number(one), Shape::Number(other)) => Shape::Number(one.merge(other)),
            (Shape::List(one), Shape::List(other)) => Shape::list(one.merge(*other)),
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
                            *known = std::mem::replace(known, Shape::Null).merge(shape);
                        }
                        None => fields.push((name, shape)),
                    }
                }
                Shape::object(fields)
            }
            (one, other) if one.is_nested() || other.is_nested() => Shape::AsWritten,
            _ => Shape::Text,
        }
    }

    /// Returns the shape of the same values as text.
    pub(super) fn into_text(self) -> Shape {
        if self.is_nested() { Shape::AsWritten } else { Shape::Text }
    }

    /// Returns the type that holds the values; none if they become text as they are written.
    pub(super) fn data_type(&self) -> Option<DataType> {
        Some(match self {
            Shape::Null => DataType::Null,
            Shape::Bool => DataType::Boolean,
            Shape::Number(numbers) => numbers.data_type(),
            Shape::Text => DataType::Utf8,
            Shape::List(values) => DataType::List(Field::new_list_field(values.data_type()?, true).into()),
            // Parquet has no objects without fields.
            Shape::Object(fields) if fields.is_empty() => return None,
            Shape::Object(fields) => {
                let field =
                    |(name, shape): &(String, Shape)| Some(Field::new(name, shape.data_type()?, true));
                DataType::Struct(fields.iter().map(field).collect::<Option<Fields>>()?)
            }
            Shape::AsWritten => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(values: &[&str]) -> Shape {
        values.iter().map(|value| Shape::of(value)).fold(Shape::Null, Shape::merge)
    }

    fn type_of(values: &[&str]) -> String {
        shape(values).data_type().map_or("as written".into(), |data_type| data_type.to_string())
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
    fn values_of_several_types_that_are_not_nested_become_text() {
        for odd in ["1", "2.5", "true", "123456789012345678901234567890"] {
            assert_eq!(shape(&[r#""a""#, odd]), Shape::Text);
            assert_eq!(shape(&[odd, "null", r#""a""#]), Shape::Text);
        }
        assert_eq!(shape(&["1", "true"]), Shape::Text);
        assert_eq!(type_of(&[r#"["a"]"#, "[1]"]), type_of(&[r#"["a"]"#]));
    }

    #[test]
    fn nested_values_that_no_type_holds_become_text_as_written() {
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
            assert_eq!(type_of(values), "as written", "{values:?}");
        }
        assert_eq!(type_of(&["{}", r#"{"a":1}"#]), type_of(&[r#"{"a":1}"#]));
        let deep = |depth: usize| format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
        assert_ne!(type_of(&[&deep(MAX_DEPTH)]), "as written");
        assert_eq!(type_of(&[&deep(MAX_DEPTH + 1)]), "as written");
        assert_eq!(type_of(&[&deep(100_000)]), "as written");
        let wide = |from: usize| {
            let fields: Vec<String> = (from..from + MAX_FIELDS).map(|name| format!("\"{name}\":1")).collect();
            format!("{{{}}}", fields.join(","))
        };
        assert_ne!(type_of(&[&wide(0)]), "as written");
        assert_eq!(type_of(&[&wide(0), &wide(1)]), "as written");
    }

    #[test]
    fn cubes_are_always_text() {
        assert_eq!(shape(&["1", "2"]).into_text(), Shape::Text);
        assert_eq!(shape(&["null"]).into_text(), Shape::Text);
        assert_eq!(shape(&["[1]"]).into_text(), Shape::AsWritten);
    }
}
