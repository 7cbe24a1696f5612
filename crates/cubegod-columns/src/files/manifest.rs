//! Records what the parts in a folder depend on.

use super::fingerprint::Fingerprint;
use super::kind::Kind;
use crate::error::Difference;
use crate::options::BatchOptions;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The version of the folder; raised when parts of an older program are of no use.
const FORMAT_VERSION: &str = "5";

/// Everything that a part depends on.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(super) struct Manifest {
    pub(super) source: Fingerprint,
    /// Names and values, in a fixed order.
    settings: Vec<(String, String)>,
    /// The table of proofs, once a row needed one.
    pub(super) proof_table: Option<String>,
    /// The output, once it is complete.
    pub(super) output: Option<Output>,
}

/// A complete output.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(super) struct Output {
    pub(super) file: Fingerprint,
    pub(super) rows: u64,
    pub(super) errors: u64,
}

impl Manifest {
    pub(super) fn new(
        source: Fingerprint,
        from: Kind,
        to: Kind,
        options: &BatchOptions,
        tables: &str,
    ) -> Manifest {
        let mut settings = [
            ("format", FORMAT_VERSION.to_owned()),
            ("version", env!("CARGO_PKG_VERSION").to_owned()),
            ("input", from.name().to_owned()),
            ("output", to.name().to_owned()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .to_vec();
        settings.extend(options.settings(tables));
        Manifest { source, settings, proof_table: None, output: None }
    }

    /// Returns the first difference to the manifest of another run that would make its parts useless for this one.
    pub(super) fn difference(&self, now: &Manifest) -> Option<Difference> {
        if self.source != now.source {
            return Some(Difference::Input);
        }
        let other = |name: &str| now.settings.iter().find(|(other, _)| other == name).map(|(_, value)| value);
        let different = self.settings.iter().find_map(|(name, value)| {
            let now = other(name)?;
            (value != now).then(|| Difference::Setting {
                name: name.clone(),
                before: value.clone(),
                now: now.clone(),
            })
        });
        different.or_else(|| (self.settings != now.settings).then_some(Difference::Version))
    }

    /// Returns the complete output if it is the file at this path.
    pub(super) fn output_at(&self, target: &Path) -> Option<&Output> {
        self.output.as_ref().filter(|output| Fingerprint::of(target).is_ok_and(|file| file == output.file))
    }

    /// Returns the difference to a run whose table of proofs is this one.
    pub(super) fn table_difference(&self, now: &str) -> Option<Difference> {
        let before = self.proof_table.as_deref().filter(|before| *before != now)?;
        Some(Difference::ProofTable { before: before.into(), now: now.into() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    fn manifest() -> Manifest {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("in.csv");
        fs::write(&path, "cube").unwrap();
        let source = Fingerprint::of(&path).unwrap();
        Manifest::new(source, Kind::Csv, Kind::Csv, &BatchOptions::default(), "small")
    }

    #[test]
    fn every_changed_setting_is_a_difference() {
        let now = manifest();
        assert_eq!(now.difference(&now), None);
        for place in 0..now.settings.len() {
            let mut before = now.clone();
            let (name, value) = &mut before.settings[place];
            let name = name.clone();
            let now_value = std::mem::replace(value, "other".into());
            let expected = Difference::Setting { name, before: "other".into(), now: now_value };
            assert_eq!(before.difference(&now), Some(expected));
        }
    }

    #[test]
    fn settings_of_another_version_are_a_difference() {
        let now = manifest();
        for missing in 0..now.settings.len() {
            let mut before = now.clone();
            before.settings.remove(missing);
            assert_eq!(before.difference(&now), Some(Difference::Version));
        }
        let mut before = now.clone();
        before.settings.push(("new".into(), "value".into()));
        assert_eq!(before.difference(&now), Some(Difference::Version));
    }

    #[test]
    fn the_versions_of_the_program_and_of_the_folder_are_recorded() {
        let manifest = manifest();
        for (name, value) in [("format", FORMAT_VERSION), ("version", env!("CARGO_PKG_VERSION"))] {
            assert!(manifest.settings.contains(&(name.into(), value.into())), "{name}");
        }
    }

    #[test]
    fn another_table_of_proofs_is_a_difference() {
        let mut manifest = manifest();
        assert_eq!(manifest.table_difference("optimal-1g"), None);
        manifest.proof_table = Some("optimal-4g".into());
        assert_eq!(manifest.table_difference("optimal-4g"), None);
        let expected = Difference::ProofTable { before: "optimal-4g".into(), now: "optimal-1g".into() };
        assert_eq!(manifest.table_difference("optimal-1g"), Some(expected));
    }
}
