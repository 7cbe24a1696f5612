//! Batches of cubes in a file of text.
#![no_main]

use cubegod_columns::files::Kind;
use cubegod_fuzz::files::check_batch;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| check_batch(Kind::Text, data));
