//! Batches of cubes in a file of text.

use cubegod_columns::files::Kind;
use crate::files::check_batch;

pub(crate) fn run(data: &[u8]) {
    check_batch(Kind::Text, data)
}
