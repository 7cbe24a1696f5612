//! How the tables of the optimal solver are built and told of in Python.

use crate::tables::{self, Choice};
use cubegod_cache::{Cache, Table};
use cubegod_service::{OptimalTableStore, TableBuilder};

pub(super) struct Builder;

/// As chosen.
pub(super) fn optimal(choice: Choice) -> OptimalTableStore<Builder> {
    OptimalTableStore::new(Builder, choice == Choice::Small)
}

impl TableBuilder for Builder {
    fn tell(&self, _text: &str) {}

    fn complain(&self, text: &str) {
        // Where warnings are errors, another table will do.
        let _ = tables::warn(text);
    }

    fn how_to_build(&self, table: &Table) -> String {
        format!("cubegod.build_tables({:?})", table.name())
    }

    fn build(&self, table: &'static Table, cache: Cache) -> Result<(), String> {
        tables::build_in(cache, table).map_err(|error| tables::message(&error))
    }
}
