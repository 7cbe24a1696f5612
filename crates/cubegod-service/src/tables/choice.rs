//! The choice of tables.

use std::fmt;
use std::str::FromStr;

/// Which tables the 3x3 is solved with.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub enum TablesChoice {
    /// Large tables if they are cached, else small ones.
    #[default]
    Auto,
    /// Small tables.
    Small,
    /// Large tables; built and cached if they are not.
    Large,
}

impl TablesChoice {
    /// Every choice.
    pub const ALL: [TablesChoice; 3] = [TablesChoice::Auto, TablesChoice::Small, TablesChoice::Large];

    /// Returns the name.
    pub const fn name(self) -> &'static str {
        match self {
            TablesChoice::Auto => "auto",
            TablesChoice::Small => "small",
            TablesChoice::Large => "large",
        }
    }

    /// Replaces `auto` for answers that must not depend on what is cached.
    pub const fn fixed(self) -> TablesChoice {
        match self {
            TablesChoice::Auto => TablesChoice::Large,
            choice => choice,
        }
    }

    /// Replaces `auto` by the choice in the variable `CUBEGOD_TABLES`, if it has one.
    #[cfg(feature = "files")]
    pub fn or_environment(self) -> TablesChoice {
        self.or_named(std::env::var("CUBEGOD_TABLES").ok().as_deref())
    }

    /// Replaces `auto` by the choice of this name.
    #[cfg(feature = "files")]
    pub(super) fn or_named(self, name: Option<&str>) -> TablesChoice {
        let named = name.filter(|_| self == TablesChoice::Auto).and_then(|name| name.parse().ok());
        named.unwrap_or(self)
    }
}

/// Reads a name in any case.
impl FromStr for TablesChoice {
    type Err = UnknownTables;

    fn from_str(name: &str) -> Result<TablesChoice, UnknownTables> {
        let is_named = |choice: &TablesChoice| choice.name().eq_ignore_ascii_case(name);
        TablesChoice::ALL
            .into_iter()
            .find(is_named)
            .ok_or_else(|| UnknownTables(name.chars().take(100).collect()))
    }
}

/// A name that no choice of tables has.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct UnknownTables(String);

impl fmt::Display for UnknownTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown tables `{}`; expected auto, small or large", self.0)
    }
}

impl std::error::Error for UnknownTables {}
