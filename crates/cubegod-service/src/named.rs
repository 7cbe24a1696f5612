//! Values that are given by name.

use cubegod::formats::Format;
use cubegod::moves::FaceSet;
use cubegod::{Metric, Size};
use cubegod_teach::{Language, Method};
use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::marker::PhantomData;
use std::str::FromStr;

/// A value of the library that a request gives by its name.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Named<T>(pub T);

/// A layout by its name. (The API description has no generic types.)
pub type FormatName = Named<Format>;
/// A size by its name.
pub type SizeName = Named<Size>;
/// A metric by its name.
pub type MetricName = Named<Metric>;
/// A language by its code.
pub type LanguageName = Named<Language>;
/// A method that is taught, by its name.
pub type TaughtMethodName = Named<Method>;
/// Faces by their letters.
pub type FacesName = Named<FaceSet>;

impl<'de, T: FromStr<Err: fmt::Display>> Deserialize<'de> for Named<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Named<T>, D::Error> {
        deserializer.deserialize_any(NameVisitor(PhantomData))
    }
}

struct NameVisitor<T>(PhantomData<T>);

impl<T: FromStr<Err: fmt::Display>> Visitor<'_> for NameVisitor<T> {
    type Value = Named<T>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a name")
    }

    /// Reads a number as its digits, because `2` is a name of the 2x2.
    fn visit_u64<E: Error>(self, number: u64) -> Result<Named<T>, E> {
        self.visit_str(&number.to_string())
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<Named<T>, E> {
        text.parse().map(Named).map_err(E::custom)
    }
}

/// Schemas of the names.
#[cfg(feature = "openapi")]
mod openapi {
    use super::{FaceSet, Format, Language, Method, Metric, Named, Size};
    use utoipa::openapi::schema::{Schema, Type};
    use utoipa::openapi::{ObjectBuilder, RefOr};
    use utoipa::{PartialSchema, ToSchema};

    fn text(description: &str) -> ObjectBuilder {
        ObjectBuilder::new().schema_type(Type::String).description(Some(description))
    }

    macro_rules! schema {
        ($type:ty, $name:literal, $schema:expr) => {
            impl PartialSchema for Named<$type> {
                fn schema() -> RefOr<Schema> {
                    $schema.into()
                }
            }

            impl ToSchema for Named<$type> {
                fn name() -> std::borrow::Cow<'static, str> {
                    $name.into()
                }
            }
        };
    }

    schema!(
        Format,
        "Layout",
        text("A layout of cubes.").enum_values(Some(Format::ALL.map(|format| format.name())))
    );
    schema!(
        Metric,
        "Metric",
        text("What counts as a move.").enum_values(Some(Metric::ALL.map(|metric| metric.name())))
    );
    schema!(
        Language,
        "Language",
        text("A language, by its code.").enum_values(Some(Language::ALL.map(|language| language.code())))
    );
    schema!(
        Method,
        "TaughtMethod",
        text("A method that is taught: three-step for a 2x2, layers or CFOP for a 3x3.")
            .enum_values(Some(Method::ALL.map(|method| method.name())))
    );
    schema!(
        Size,
        "Size",
        text("A size, such as `2x2` or `3x3`.")
            .pattern(Some("^[1-9][0-9]?([xX][1-9][0-9]?){0,2}$"))
            .examples(["2x2", "3x3"])
    );
    schema!(
        FaceSet,
        "Faces",
        text("Letters of faces, such as `URF`.")
            .pattern(Some("^[URFDLBurfdlb, ]*[URFDLBurfdlb][URFDLBurfdlb, ]*$"))
    );
}
