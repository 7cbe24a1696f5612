//! The `cubegod` command line.
fn main() {}
