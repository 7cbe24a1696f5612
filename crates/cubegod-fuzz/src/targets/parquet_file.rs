//! Batches of cubes in a file of Parquet.

use crate::files::check_batch;
use cubegod_columns::files::Kind;

pub(crate) fn run(data: &[u8]) {
    check_batch(Kind::Parquet, data)
}
