//! Manifests of interrupted batches: a run refuses them, or continues with all rows.
//!
//! The first byte selects raw bytes as the manifest, or a valid one with changed bytes: groups of three are an offset (two bytes)
//! and a byte to add there.

use crate::MAX_BYTES;
use crate::files::{check_manifest, manifest};

pub(crate) fn run(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else { return };
    if data.len() > MAX_BYTES {
        return;
    }
    if first % 2 == 0 {
        return check_manifest(rest);
    }
    let mut changed = manifest().to_vec();
    for change in rest.chunks_exact(3) {
        let offset = usize::from(u16::from_le_bytes([change[0], change[1]])) % changed.len();
        changed[offset] = changed[offset].wrapping_add(change[2]);
    }
    check_manifest(&changed);
}
