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

    /// Replaces `auto` by `small` if the variable `CUBEGOD_TABLES` says so.
    #[cfg(feature = "files")]
    pub fn or_environment(self) -> TablesChoice {
        let is_small = || std::env::var_os("CUBEGOD_TABLES").is_some_and(|choice| choice == "small");
        if self == TablesChoice::Auto && is_small() { TablesChoice::Small } else { self }
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
