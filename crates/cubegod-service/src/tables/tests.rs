#![allow(clippy::unwrap_used, reason = "outside of a test function clippy does not see that this is a test")]

use super::*;
use cubegod::Metric;
use cubegod_cache::{Cache, Damage, OpenError, POCKET_HALF_TURNS, TWO_PHASE_LARGE, TableFault};
use std::fs;
use std::sync::{Mutex, PoisonError};

/// Records messages, and builds nothing in the background.
#[derive(Default)]
struct Recorder {
    cache: Option<Cache>,
    memory: Option<u64>,
    messages: Mutex<Vec<TableMessage>>,
}

impl TableBuilder for Recorder {
    fn cache(&self) -> Option<Cache> {
        self.cache.clone()
    }

    fn available_memory(&self) -> Option<u64> {
        self.memory
    }

    fn show(&self, message: &TableMessage) {
        self.messages.lock().unwrap_or_else(PoisonError::into_inner).push(message.clone());
    }

    fn build_command(&self, table: &'static str) -> String {
        format!("build {table}")
    }

    fn start(&self, _: TableBuild) {}
}

impl Recorder {
    fn at(folder: &tempfile::TempDir) -> Recorder {
        Recorder { cache: Some(Cache::at(folder.path())), ..Recorder::default() }
    }

    fn take_messages(&self) -> Vec<TableMessage> {
        std::mem::take(&mut self.messages.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

fn unusable(table: &'static str, damage: Damage, remedy: Remedy) -> TableMessage {
    let error = OpenError::Faulty(TableFault::Damaged(damage));
    TableMessage::Unusable { table, error, remedy }
}

fn is_small(tables: &Tables<'_>) -> bool {
    matches!(tables, Tables::Small(_))
}

#[test]
fn an_unusable_file_is_reported_once_and_read_again_on_request() {
    let folder = tempfile::tempdir().unwrap();
    let store = TwoPhaseTableStore::new(Recorder::at(&folder), TablesChoice::Auto).without_building();
    assert!(is_small(store.get()));
    assert_eq!(store.builder().take_messages(), [], "a table that is not built is no error");
    let (name, path) = (TWO_PHASE_LARGE.name(), folder.path().join("two-phase-large.table"));
    fs::write(path, "").unwrap();
    let message = unusable(name, Damage::Empty, Remedy::Command("build two-phase-large".into()));
    for _ in 0..2 {
        assert!(is_small(store.get()) && is_small(store.with_choice(TablesChoice::Small).get()));
        assert_eq!(store.builder().take_messages(), std::slice::from_ref(&message));
        assert!(is_small(store.get()));
        assert_eq!(store.builder().take_messages(), []);
        store.retry();
    }
    assert!(!store.has_large());
}

#[test]
fn without_a_cache_large_tables_are_built_in_memory_with_a_message() {
    let store = TwoPhaseTableStore::new(Recorder::default(), TablesChoice::Auto);
    assert!(is_small(store.get()), "the builder of this test builds nothing");
    let error = NotCached::NoFolder;
    let message = TableMessage::NotCached { table: TWO_PHASE_LARGE.name(), error };
    assert_eq!(store.builder().take_messages(), [message]);
}

#[test]
fn small_tables_need_no_cache() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("two-phase-large.table"), "").unwrap();
    let store = TwoPhaseTableStore::new(Recorder::at(&folder), TablesChoice::Small);
    store.prepare();
    assert!(is_small(store.get()));
    assert_eq!(store.builder().take_messages(), []);
}

#[test]
fn a_pocket_table_is_cached_and_a_damaged_one_is_built_again() {
    let folder = tempfile::tempdir().unwrap();
    let builder = Recorder::at(&folder);
    let table = |metric| pocket_table(metric, &builder).entries().to_vec();
    let expected = table(Metric::Htm);
    assert_eq!((expected.clone(), builder.take_messages()), (table(Metric::Stm), vec![]));
    let path = folder.path().join("pocket-half-turns.table");
    let written = fs::read(&path).unwrap();
    fs::write(&path, "x").unwrap();
    assert!(table(Metric::Htm) == expected);
    let message = unusable(POCKET_HALF_TURNS.name(), Damage::NotATable, Remedy::Rebuilt);
    assert_eq!(builder.take_messages(), [message]);
    assert!(fs::read(&path).unwrap() == written);
    let nowhere = Recorder::default();
    assert!(pocket_table(Metric::Htm, &nowhere).entries() == expected);
    let (table, error) = (POCKET_HALF_TURNS.name(), NotCached::NoFolder);
    assert_eq!(nowhere.take_messages(), [TableMessage::NotCached { table, error }]);
}

#[test]
fn proofs_use_the_smallest_table_of_all_where_no_cached_one_fits_into_memory() {
    let folder = tempfile::tempdir().unwrap();
    let builder = Arc::new(Recorder { memory: Some(300 << 20), ..Recorder::at(&folder) });
    let smallest = TableSpec::smallest(Metric::Htm).unwrap();
    let (table, _) = cubegod_cache::optimal_tables(Metric::Htm).next().unwrap();
    let too_large = TableMessage::TooLarge { table: table.name(), bytes: table.size, available: 300 << 20 };
    for is_cached in [false, true] {
        if is_cached {
            fs::write(folder.path().join("optimal-256m.table"), "not read").unwrap();
        }
        let store = OptimalTableStore::new(Arc::clone(&builder), TablesChoice::Auto);
        assert_eq!(store.get(smallest).unwrap().spec(), smallest);
        assert_eq!(builder.take_messages(), std::slice::from_ref(&too_large));
    }
}

#[test]
fn choices_have_names_that_are_read_in_any_case() {
    for choice in TablesChoice::ALL {
        assert_eq!(choice.name().to_uppercase().parse(), Ok(choice));
    }
    let or_named = |choice: TablesChoice, name| choice.or_named(name).name();
    assert_eq!(or_named(TablesChoice::Auto, Some("Small")), "small");
    assert_eq!(or_named(TablesChoice::Auto, Some("large")), "large");
    assert_eq!(or_named(TablesChoice::Large, Some("small")), "large");
    for name in [None, Some("huge")] {
        assert_eq!(or_named(TablesChoice::Auto, name), "auto");
    }
    let error = "huge".parse::<TablesChoice>().unwrap_err().to_string();
    assert_eq!(error, "unknown tables `huge`; expected auto, small or large");
    assert_eq!(
        TablesChoice::ALL.map(TablesChoice::fixed).map(TablesChoice::name),
        ["large", "small", "large"]
    );
}
