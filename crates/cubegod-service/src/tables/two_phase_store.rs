//! The two-phase tables: large ones as soon as they are available, small ones until then.

use super::{
    NotCached, Remedy, SmallTwoPhaseTables, TableBuild, TableBuilder, TableMessage, TablesChoice,
    TwoPhaseTables,
};
use cubegod::parallel::available_threads;
use cubegod::solve::two_phase::{LargeTables, Tables};
use cubegod_cache::{BuildLock, Cache, LockError, OpenError, TWO_PHASE_LARGE as TABLE};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, Once, OnceLock, PoisonError};

/// Small or large tables, shared by all threads. Nothing is loaded or built before the first cube.
pub struct TwoPhaseTableStore<B> {
    builder: Arc<B>,
    choice: TablesChoice,
    builds_missing: bool,
    started: Once,
    loaded: Arc<Loaded>,
}

/// The tables in memory.
#[derive(Default)]
struct Loaded {
    small: SmallTwoPhaseTables,
    /// Set when they are available, which may be in the middle of a run.
    large: OnceLock<Tables<'static>>,
    /// Held while the file is read.
    reading: Mutex<()>,
    /// Whether the file was found to be unusable; then it is not read again.
    is_unusable: AtomicBool,
}

impl<B: TableBuilder> TwoPhaseTableStore<B> {
    /// Returns a store of these tables. With `auto`, the builder builds large tables in the background if they are not cached.
    pub fn new(builder: B, choice: TablesChoice) -> TwoPhaseTableStore<B> {
        TwoPhaseTableStore {
            builder: Arc::new(builder),
            choice,
            builds_missing: true,
            started: Once::new(),
            loaded: Arc::default(),
        }
    }

    /// With `auto`, uses large tables as soon as they are cached, but does not build them.
    pub fn without_building(self) -> TwoPhaseTableStore<B> {
        TwoPhaseTableStore { builds_missing: false, ..self }
    }

    /// Returns a store for another choice that shares the tables in memory.
    pub fn with_choice(&self, choice: TablesChoice) -> TwoPhaseTableStore<B> {
        TwoPhaseTableStore {
            builder: Arc::clone(&self.builder),
            choice,
            builds_missing: self.builds_missing,
            started: Once::new(),
            loaded: Arc::clone(&self.loaded),
        }
    }

    /// Returns the builder.
    pub fn builder(&self) -> &Arc<B> {
        &self.builder
    }

    /// Returns the choice.
    pub fn choice(&self) -> TablesChoice {
        self.choice
    }

    /// Loads or builds what the first cube would wait for.
    pub fn prepare(&self) {
        if self.choice == TablesChoice::Large {
            self.get();
        }
    }

    /// Returns whether the large tables are in memory.
    pub fn has_large(&self) -> bool {
        self.loaded.large.get().is_some()
    }

    /// Reads a file again that was found to be unusable.
    pub fn retry(&self) {
        self.loaded.is_unusable.store(false, Ordering::Relaxed);
    }

    /// Loads the large tables if they are cached; reports an unusable file once.
    fn load_if_cached(&self) {
        if self.loaded.is_unusable.load(Ordering::Relaxed) {
            return;
        }
        match self.builder.cache().map_or(Err(OpenError::NotBuilt), |cache| self.loaded.load(&cache)) {
            Ok(()) | Err(OpenError::NotBuilt) => {}
            Err(error) => {
                self.loaded.is_unusable.store(true, Ordering::Relaxed);
                self.show_unusable(error, Remedy::Command(self.builder.build_command(TABLE.name())));
            }
        }
    }

    /// Loads the large tables, or builds them.
    fn load_or_build(&self) {
        let cache = self.builder.cache();
        match cache.as_ref().map_or(Err(OpenError::NotBuilt), |cache| self.loaded.load(cache)) {
            Ok(()) => return,
            Err(OpenError::NotBuilt) => {}
            Err(error) => self.show_unusable(error, Remedy::Rebuilt),
        }
        if self.choice == TablesChoice::Auto {
            // The first answer does not wait.
            self.loaded.small.get();
        }
        let Some(cache) = cache else {
            self.show_not_cached(NotCached::NoFolder);
            return self.build(None);
        };
        match self.lock(&cache) {
            Ok(lock) => self.build(Some(lock)),
            Err(LockError::Busy) => self.load_from_other_process(cache),
            Err(LockError::Unwritable(error)) => {
                self.show_not_cached(NotCached::File(error));
                self.build(None);
            }
        }
    }

    /// Locks the table for building, and checks the free space.
    fn lock(&self, cache: &Cache) -> Result<BuildLock, LockError> {
        let lock = match cache.try_lock(TABLE.id) {
            Err(LockError::Busy) if self.choice == TablesChoice::Large => {
                self.builder.show(&TableMessage::Waiting { table: TABLE.name() });
                cache.lock(TABLE.id).map_err(LockError::Unwritable)?
            }
            lock => lock?,
        };
        lock.check_space(TABLE.size).map_err(LockError::Unwritable)?;
        Ok(lock)
    }

    /// Builds the tables, and caches them if there is a lock.
    fn build(&self, lock: Option<BuildLock>) {
        let is_cached = lock.is_some();
        let loaded = Arc::clone(&self.loaded);
        let build = TableBuild::with(TABLE.name(), is_cached, move |observer| {
            // Another process may have built them meanwhile.
            if lock.as_ref().is_some_and(|lock| loaded.load(lock.cache()).is_ok()) {
                return Ok(false);
            }
            let tables = LargeTables::build(available_threads(), &|fraction| observer.progress(fraction));
            let contents = lock.as_ref().map(|_| tables.to_bytes());
            // If they are set already, they are the same.
            let _ = loaded.large.set(Tables::Large(tables));
            if let Some((lock, contents)) = lock.zip(contents) {
                observer.write(&lock, &contents)?;
            }
            Ok(true)
        });
        if self.choice == TablesChoice::Auto {
            self.builder.start(build);
        } else if let Err(error) = self.builder.run(build) {
            self.show_not_cached(error);
        }
    }

    /// Loads the tables when the process that is building them has cached them. Answers do not wait for that.
    fn load_from_other_process(&self, cache: Cache) {
        let loaded = Arc::clone(&self.loaded);
        std::thread::spawn(move || {
            // If that fails, the small tables are used.
            let _ = cache.lock(TABLE.id);
            let _ = loaded.load(&cache);
        });
    }

    fn show_unusable(&self, error: OpenError, remedy: Remedy) {
        self.builder.show(&TableMessage::Unusable { table: TABLE.name(), error, remedy });
    }

    fn show_not_cached(&self, error: NotCached) {
        self.builder.show(&TableMessage::NotCached { table: TABLE.name(), error });
    }
}

impl<B: TableBuilder> TwoPhaseTables for TwoPhaseTableStore<B> {
    fn get(&self) -> &Tables<'static> {
        if self.choice != TablesChoice::Small && self.loaded.large.get().is_none() {
            match self.choice == TablesChoice::Auto && !self.builds_missing {
                true => self.load_if_cached(),
                false => self.started.call_once(|| self.load_or_build()),
            }
        }
        let large = self.loaded.large.get().filter(|_| self.choice != TablesChoice::Small);
        large.unwrap_or_else(|| self.loaded.small.get())
    }
}

impl Loaded {
    /// Loads cached tables; they stay in memory until the process ends.
    fn load(&self, cache: &Cache) -> Result<(), OpenError> {
        // One thread reads the file; others wait for it instead of reading a copy each.
        let _reading = self.reading.lock().unwrap_or_else(PoisonError::into_inner);
        if self.large.get().is_some() {
            return Ok(());
        }
        let tables = TABLE.open(cache, |cached| LargeTables::from_bytes(cached.leak()))?;
        // If they are set already, they are the same.
        let _ = self.large.set(Tables::Large(tables));
        Ok(())
    }
}
