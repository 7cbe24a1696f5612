//! Journals of tables that are built in parts: only parts whose checksums are right count as complete.
//!
//! The first byte selects the size of the parts and raw bytes as the journal, or a valid journal with changed bytes, of which groups
//! of two are an offset and a byte to add there.

use crate::files::FOLDER;
use cubegod_cache::{Cache, TableId};
use std::fs;

const TABLE: TableId = TableId { name: "journal", version: 1 };

/// The length of the table.
const LENGTH: usize = 100;

pub(crate) fn run(data: &[u8]) {
    let Some((&first, changes)) = data.split_first() else { return };
    let part_size = 1 + usize::from(first / 2);
    let contents: Vec<u8> = (0..LENGTH as u8).map(|byte| byte.wrapping_mul(first)).collect();
    let cache = Cache::at(&FOLDER);
    let lock = cache.try_lock(TABLE).expect("no other process uses the folder");
    let journal = FOLDER.join("journal.journal");
    let _ = fs::remove_file(&journal);
    let mut parts = lock.parts(LENGTH, part_size).expect("the temporary folder is writable");
    for part in contents.chunks(part_size) {
        parts.add(part).expect("the temporary folder is writable");
    }
    drop(parts);
    let mut written = fs::read(&journal).expect("there is a journal");
    let original = written.clone();
    if first % 2 == 0 {
        written = changes.to_vec();
    } else {
        for change in changes.chunks_exact(2) {
            let offset = usize::from(change[0]) % written.len();
            written[offset] = written[offset].wrapping_add(change[1]);
        }
    }
    fs::write(&journal, &written).expect("the temporary folder is writable");
    let mut parts = lock.parts(LENGTH, part_size).expect("the temporary folder is writable");
    let done = parts.done();
    assert!(done <= parts.count());
    if done > 0 {
        let title = original.iter().position(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        assert_eq!(written[..title + 4 * done], original[..title + 4 * done]);
    }
    for part in contents.chunks(part_size).skip(done) {
        parts.add(part).expect("the temporary folder is writable");
    }
    parts.finish().expect("the temporary folder is writable");
    assert_eq!(cache.open(TABLE).expect("it is complete").contents(), contents);
}
