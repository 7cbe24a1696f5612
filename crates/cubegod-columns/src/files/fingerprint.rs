//! Detects whether the input was changed.

use serde::{Deserialize, Serialize};
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;
use std::time::UNIX_EPOCH;

/// The bytes at either end that are checked: the end of a Parquet file describes the rest.
const END: u64 = 1 << 16;

/// Identifies the contents of a file.
#[derive(Clone, Debug, Deserialize, Eq, PartialEq, Serialize)]
pub(super) struct Fingerprint {
    bytes: u64,
    /// Nanoseconds since 1970, as text because JSON has no such numbers; empty where the system has none.
    modified: String,
    /// Of its first and its last bytes.
    checksum: u32,
}

impl Fingerprint {
    pub(super) fn of(path: &Path) -> io::Result<Fingerprint> {
        Fingerprint::of_file(&mut File::open(path)?)
    }

    pub(super) fn of_file(file: &mut File) -> io::Result<Fingerprint> {
        let metadata = file.metadata()?;
        let bytes = metadata.len();
        let modified = metadata.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        let mut ends = Vec::new();
        file.rewind()?;
        file.by_ref().take(END).read_to_end(&mut ends)?;
        file.seek(SeekFrom::Start(bytes.saturating_sub(END)))?;
        file.take(END).read_to_end(&mut ends)?;
        Ok(Fingerprint {
            bytes,
            modified: modified.map(|time| time.as_nanos().to_string()).unwrap_or_default(),
            checksum: crc32fast::hash(&ends),
        })
    }
}
