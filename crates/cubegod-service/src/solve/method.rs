//! Solving methods.

use crate::error::RequestError;
use crate::option::{OptionId, Setting};
use cubegod::Size;
use serde::Deserialize;
use std::fmt;
use std::str::FromStr;

/// A solving method.
#[derive(Copy, Clone, Debug, Default, Deserialize, Eq, PartialEq)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", try_from = "String")]
pub enum Method {
    /// Short solutions by computer search.
    #[default]
    Fast,
    /// Shortest solutions, proven; the 2x2 is always solved this way.
    Optimal,
    /// Layer by layer, as beginners do it (3x3).
    Layers,
    /// As speedcubers do it: cross, pairs, last layer (3x3).
    Cfop,
    /// In three steps, as beginners do it (2x2).
    ThreeStep,
}

/// Reads a name in any case.
impl FromStr for Method {
    type Err = UnknownMethod;

    fn from_str(name: &str) -> Result<Method, UnknownMethod> {
        let matches = |method: &Method| method.name().eq_ignore_ascii_case(name);
        Method::ALL.into_iter().find(matches).ok_or_else(|| UnknownMethod(name.chars().take(100).collect()))
    }
}

impl TryFrom<String> for Method {
    type Error = UnknownMethod;

    fn try_from(name: String) -> Result<Method, UnknownMethod> {
        name.parse()
    }
}

/// A name that no method has.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct UnknownMethod(String);

impl fmt::Display for UnknownMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Method::ALL.map(Method::name).join(", ");
        write!(f, "unknown method `{}`; expected one of {names}", self.0)
    }
}

impl std::error::Error for UnknownMethod {}

impl Method {
    /// Every method.
    pub const ALL: [Method; 5] =
        [Method::Fast, Method::Optimal, Method::Layers, Method::Cfop, Method::ThreeStep];

    /// Human methods.
    pub const HUMAN: [Method; 3] = [Method::Layers, Method::Cfop, Method::ThreeStep];

    /// Returns the setting that chooses it.
    pub fn setting(self) -> Setting {
        OptionId::Method.with(self.name())
    }

    /// Returns the name. Responses of `fast`, and of `optimal` for the 2x2, name the solver instead.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Fast => "fast",
            Method::Optimal => "optimal",
            Method::Layers => "layers",
            Method::Cfop => "cfop",
            Method::ThreeStep => "three-step",
        }
    }

    /// Returns the size that the method is for; nothing if it is for every size.
    pub const fn size(self) -> Option<Size> {
        match self {
            Method::Fast | Method::Optimal => None,
            Method::Layers | Method::Cfop => Some(Size::THREE),
            Method::ThreeStep => Some(Size::TWO),
        }
    }

    /// Checks that the method is for cubes of this size.
    ///
    /// # Errors
    ///
    /// It is for another size.
    pub fn check_size(self, size: Size) -> Result<(), RequestError> {
        match self.size() {
            Some(required) if required != size => {
                Err(RequestError::only_for_size(self.setting(), required, size))
            }
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn methods_have_names_that_are_read_in_any_case() {
        for method in Method::ALL {
            assert_eq!(method.name().to_uppercase().parse(), Ok(method));
        }
        let error = "magic".parse::<Method>().unwrap_err().to_string();
        assert_eq!(error, "unknown method `magic`; expected one of fast, optimal, layers, cfop, three-step");
    }
}
