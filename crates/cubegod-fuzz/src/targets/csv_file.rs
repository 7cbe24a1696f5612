//! Batches of cubes in a file of CSV.

use cubegod_columns::files::Kind;
use crate::files::check_batch;

pub(crate) fn run(data: &[u8]) {
    check_batch(Kind::Csv, data)
}
