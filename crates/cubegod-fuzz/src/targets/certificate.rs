//! Certificates of optimal solutions: a certificate that is read survives writing, and a valid one solves its cube.

use crate::{MAX_BYTES, assert_text};
use cubegod_service::Certificate;

pub(crate) fn run(data: &[u8]) {
    if data.len() > MAX_BYTES {
        return;
    }
    let certificate = match Certificate::read(data) {
        Ok(certificate) => certificate,
        Err(error) => return assert_text(&error.to_string()),
    };
    let written = serde_json::to_vec(&certificate).expect("certificates have a JSON form");
    assert_eq!(Certificate::read(&written).ok().as_ref(), Some(&certificate));
    match certificate.validate() {
        Ok(valid) => {
            assert_eq!(valid.solution.length(valid.metric), valid.length);
            assert!(valid.cube.apply(&valid.solution).expect("face turns").is_solved());
        }
        Err(error) => assert_text(&error.to_string()),
    }
}
