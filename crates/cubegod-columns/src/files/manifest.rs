//! Records what the parts in a folder depend on.

use super::fingerprint::Fingerprint;
use super::kind::Kind;
use crate::options::BatchOptions;
use serde::{Deserialize, Serialize};

/// The version of the folder; raised when parts of an older program are of no use.
const FORMAT_VERSION: &str = "4";

/// Everything that a part depends on.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(super) struct Manifest {
    pub(super) source: Fingerprint,
    /// Names and values, in a fixed order.
    settings: Vec<(String, String)>,
}

impl Manifest {
    pub(super) fn new(
        source: Fingerprint,
        from: Kind,
        to: Kind,
        options: &BatchOptions,
        tables: &str,
    ) -> Manifest {
        let mut settings = vec![
            ("format", FORMAT_VERSION.to_owned()),
            ("version", env!("CARGO_PKG_VERSION").to_owned()),
            ("input", from.name().to_owned()),
            ("output", to.name().to_owned()),
            ("tables", tables.to_owned()),
        ];
        settings.extend(options.settings());
        let settings = settings.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
        Manifest { source, settings }
    }

    /// Returns what is different now from when the parts were written.
    pub(super) fn difference(&self, now: &Manifest) -> Option<String> {
        if self.source != now.source {
            return Some("the input was changed since".into());
        }
        let other = |name: &str| now.settings.iter().find(|(other, _)| other == name).map(|(_, value)| value);
        let different = self.settings.iter().find_map(|(name, value)| {
            let now = other(name)?;
            (value != now).then(|| format!("{name} was {value} and is now {now}"))
        });
        different.or_else(|| (self != now).then(|| "another version wrote them".into()))
    }
}
