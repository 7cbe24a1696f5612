//! The two-phase tables: large ones as soon as they are available, small ones until then.

use super::build::{Shutdown, TableBuild};
use crate::cli::TablesChoice;
use crate::output::print_message;
use cubegod::solve::two_phase::{LargeTables, SmallTables, Tables};
use cubegod_cache::{
    BuildLock, Cache, LockError, NO_CACHE_FOLDER, OpenError, TWO_PHASE_LARGE as TABLE, threads,
};
use cubegod_service::TwoPhaseTables;
use std::sync::{Arc, Mutex, Once, OnceLock, PoisonError};

/// How to get large tables.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum LoadPolicy {
    /// Use small tables only.
    SmallOnly,
    /// Load cached tables.
    Load,
    /// Build them in the background if they are not cached, and use small ones meanwhile.
    Build,
    /// Build them if they are not cached, and wait for that.
    Wait,
}

/// Small or large tables, shared by all threads. Nothing is loaded or built before the first cube.
#[derive(Debug)]
pub(crate) struct TwoPhase {
    policy: LoadPolicy,
    quiet: bool,
    started: Once,
    small: OnceLock<Tables<'static>>,
    /// Set when they are available, which may be in the middle of a run.
    large: Arc<OnceLock<Tables<'static>>>,
    /// A background build whose table is cached when it is done.
    build: Mutex<Option<TableBuild>>,
    shutdown: Arc<Shutdown>,
}

impl TwoPhase {
    /// Returns the tables that were chosen; without notes if `quiet`.
    pub(crate) fn new(choice: TablesChoice, quiet: bool) -> TwoPhase {
        let policy = match choice {
            TablesChoice::Small => LoadPolicy::SmallOnly,
            TablesChoice::Auto => LoadPolicy::Build,
            TablesChoice::Large => LoadPolicy::Wait,
        };
        TwoPhase::with_policy(policy, quiet)
    }

    /// Returns large tables if they are cached and `CUBEGOD_TABLES` is not `small`, else small ones.
    pub(crate) fn from_environment(quiet: bool) -> TwoPhase {
        let is_small = std::env::var_os("CUBEGOD_TABLES").is_some_and(|choice| choice == "small");
        TwoPhase::with_policy(if is_small { LoadPolicy::SmallOnly } else { LoadPolicy::Load }, quiet)
    }

    fn with_policy(policy: LoadPolicy, quiet: bool) -> TwoPhase {
        TwoPhase {
            policy,
            quiet,
            started: Once::new(),
            small: OnceLock::new(),
            large: Arc::default(),
            build: Mutex::new(None),
            shutdown: Arc::default(),
        }
    }

    /// Returns the best tables available now.
    pub(crate) fn get(&self) -> &Tables<'static> {
        self.started.call_once(|| self.start());
        self.large.get().unwrap_or_else(|| self.small())
    }

    /// Loads or builds what the first cube would wait for.
    pub(crate) fn prepare(&self) {
        if self.policy == LoadPolicy::Wait {
            self.get();
        }
    }

    /// Waits for a background build when all is answered, so that the table is cached.
    pub(crate) fn finish(&self) {
        if let Some(build) = self.take_build() {
            self.shutdown.watch_for_interrupts();
            self.wait(build);
        }
    }

    /// Ends without waiting; nothing is written from now on.
    pub(crate) fn leave(&self) {
        match self.take_build() {
            Some(build) if build.is_finished() => self.wait(build),
            _ => self.shutdown.begin(),
        }
    }

    fn take_build(&self) -> Option<TableBuild> {
        self.build.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn small(&self) -> &Tables<'static> {
        self.small.get_or_init(|| Tables::Small(SmallTables::build()))
    }

    /// Loads the large tables or starts to build them, as the policy allows.
    fn start(&self) {
        if self.policy == LoadPolicy::SmallOnly {
            return;
        }
        let cache = Cache::for_user();
        match cache.as_ref().map_or(Err(OpenError::NotBuilt), |cache| load(cache, &self.large)) {
            Ok(()) => return,
            Err(error) => self.report(&error),
        }
        if self.policy == LoadPolicy::Load {
            return;
        }
        if self.policy == LoadPolicy::Build {
            // The first answer does not wait.
            self.small();
        }
        match self.lock(cache.as_ref()) {
            Ok(lock) => self.build(Some(lock)),
            Err(LockError::Busy) => self.load_from_other_process(cache),
            Err(LockError::Unwritable(why)) => {
                self.note(&TABLE.not_cached_message(&why));
                self.build(None);
            }
        }
    }

    fn report(&self, error: &OpenError) {
        let remedy = match self.policy {
            LoadPolicy::SmallOnly | LoadPolicy::Load => "run `cubegod tables build` to build it again",
            LoadPolicy::Build | LoadPolicy::Wait => "it is built again",
        };
        if let Some(message) = TABLE.open_error_message(error) {
            self.note(&format!("{message}; {remedy}"));
        }
    }

    /// Locks the table for building, and checks the free space.
    fn lock(&self, cache: Option<&Cache>) -> Result<BuildLock, LockError> {
        let cache = cache.ok_or_else(|| LockError::Unwritable(NO_CACHE_FOLDER.into()))?;
        let lock = match cache.try_lock(TABLE.id) {
            Err(LockError::Busy) if self.policy == LoadPolicy::Wait => {
                self.note(&TABLE.busy_message());
                cache.lock(TABLE.id)
            }
            lock => lock,
        }?;
        lock.check_space(TABLE.size).map_err(LockError::Unwritable)?;
        Ok(lock)
    }

    /// Builds the tables on a thread of their own, and caches them if there is a lock.
    fn build(&self, lock: Option<BuildLock>) {
        let is_cached = lock.is_some();
        let large = Arc::clone(&self.large);
        let build = TableBuild::start(TABLE.name(), &self.shutdown, move |context| {
            // Another process may have built them meanwhile.
            if lock.as_ref().is_some_and(|lock| load(lock.cache(), &large).is_ok()) {
                return Ok(());
            }
            let tables = LargeTables::build(threads(), &|progress| context.set_progress(progress));
            let contents = lock.as_ref().map(|_| tables.to_bytes());
            // Only this thread sets it.
            let _ = large.set(Tables::Large(tables));
            lock.zip(contents).map_or(Ok(()), |(lock, contents)| context.write(&lock, &contents))
        });
        if self.policy == LoadPolicy::Wait {
            self.wait(build);
        } else if is_cached {
            *self.build.lock().unwrap_or_else(PoisonError::into_inner) = Some(build);
        }
    }

    /// Loads the tables when the process that is building them has cached them. The command does not wait for that.
    fn load_from_other_process(&self, cache: Option<Cache>) {
        let large = Arc::clone(&self.large);
        std::thread::spawn(move || {
            if let Some(cache) = cache {
                // If that fails, the small tables are used.
                let _ = cache.lock(TABLE.id);
                let _ = load(&cache, &large);
            }
        });
    }

    fn wait(&self, build: TableBuild) {
        if let Err(why) = build.wait(self.quiet) {
            self.note(&TABLE.not_cached_message(&why));
        }
    }

    fn note(&self, text: &str) {
        if !self.quiet {
            print_message(&format!("note: {text}"));
        }
    }
}

impl TwoPhaseTables for TwoPhase {
    fn get(&self) -> &Tables<'static> {
        TwoPhase::get(self)
    }
}

/// Leaves no partly written file, however the command ends.
impl Drop for TwoPhase {
    fn drop(&mut self) {
        self.leave();
    }
}

/// Loads cached tables; they stay in memory until the process ends.
fn load(cache: &Cache, large: &OnceLock<Tables<'static>>) -> Result<(), OpenError> {
    let tables = TABLE.open(cache, |cached| LargeTables::from_bytes(cached.leak()))?;
    // If they are set already, they are the same.
    let _ = large.set(Tables::Large(tables));
    Ok(())
}
