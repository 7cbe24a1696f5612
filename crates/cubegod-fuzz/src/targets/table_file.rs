//! Table files: a file that is accepted has exactly the contents that were written.
//!
//! The first byte selects raw bytes as the file, or a valid file with changed bytes: the second byte is the length of its
//! contents, and groups of four are an offset (three bytes) and a byte to add there.

use crate::assert_text;
use crate::files::FOLDER;
use cubegod_cache::{Cache, OpenError, TableId};
use std::fs;
use std::ops::ControlFlow;

const TABLE: TableId = TableId { name: "fuzz", version: 1 };

pub(crate) fn run(data: &[u8]) {
    let Some((&first, rest)) = data.split_first() else { return };
    let cache = Cache::at(&FOLDER);
    let path = cache.path(TABLE.name);
    if first % 2 == 0 {
        fs::write(&path, rest).expect("the temporary folder is writable");
        match cache.open(TABLE) {
            Ok(table) => assert!(rest.ends_with(table.contents())),
            Err(error) => check_error(&error),
        }
        return;
    }
    let Some((&length, changes)) = rest.split_first() else { return };
    let contents: Vec<u8> = (0..=length).map(|byte| byte.wrapping_mul(first)).collect();
    let lock = cache.try_lock(TABLE).expect("no other process uses the folder");
    lock.write(&contents, &|| ControlFlow::Continue(())).expect("the temporary folder is writable");
    drop(lock);
    let mut file = fs::read(&path).expect("the table was written");
    let original = file.clone();
    for change in changes.chunks_exact(4) {
        let offset = u32::from_le_bytes([change[0], change[1], change[2], 0]) as usize % file.len();
        file[offset] = file[offset].wrapping_add(change[3]);
    }
    fs::write(&path, &file).expect("the temporary folder is writable");
    match cache.open(TABLE) {
        Ok(table) => {
            assert_eq!(table.contents(), contents);
            assert_eq!(file, original, "a changed byte went unnoticed");
        }
        Err(error) => check_error(&error),
    }
}

fn check_error(error: &OpenError) {
    match error {
        OpenError::Faulty(fault) => assert_text(&fault.to_string()),
        OpenError::Unreadable(error) => assert_text(&error.to_string()),
        OpenError::NoMemory { .. } => {}
        OpenError::NotBuilt => panic!("there is a file"),
    }
}
