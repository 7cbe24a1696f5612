//! The tables for the 3x3: the best that there are at the moment.

use super::building::{Building, CleanEnd};
use crate::cli::TablesChoice;
use crate::output::say;
use cubegod::solve::two_phase::{LargeTables, SmallTables, Tables};
use cubegod_cache::{
    BuildLock, Cache, LockError, NO_CACHE_FOLDER, OpenError, TWO_PHASE_LARGE as TABLE, threads,
};
use cubegod_service::TwoPhaseTables;
use std::sync::{Arc, Mutex, Once, OnceLock, PoisonError};

/// What may be done to get large tables.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Effort {
    /// Nothing.
    None,
    /// Taking kept ones.
    Load,
    /// Also building them, while small ones do.
    Build,
    /// Also waiting until they are built.
    Wait,
}

/// Small tables or large ones, shared by all who solve.
///
/// Nothing is done before the first cube comes.
#[derive(Debug)]
pub(crate) struct TwoPhase {
    effort: Effort,
    quiet: bool,
    begun: Once,
    small: OnceLock<Tables<'static>>,
    /// Filled when they are there, which may be in the middle of a run.
    large: Arc<OnceLock<Tables<'static>>>,
    /// A build whose table is to be kept.
    building: Mutex<Option<Building>>,
    end: Arc<CleanEnd>,
}

impl TwoPhase {
    /// As chosen; without notes if `quiet`.
    pub(crate) fn new(choice: TablesChoice, quiet: bool) -> TwoPhase {
        let effort = match choice {
            TablesChoice::Small => Effort::None,
            TablesChoice::Auto => Effort::Build,
            TablesChoice::Large => Effort::Wait,
        };
        TwoPhase::with_effort(effort, quiet)
    }

    /// The large ones if they are kept, unless `CUBEGOD_TABLES` rules them out; nothing is built but small ones.
    pub(crate) fn as_kept(quiet: bool) -> TwoPhase {
        let is_small = std::env::var_os("CUBEGOD_TABLES").is_some_and(|choice| choice == "small");
        TwoPhase::with_effort(if is_small { Effort::None } else { Effort::Load }, quiet)
    }

    fn with_effort(effort: Effort, quiet: bool) -> TwoPhase {
        TwoPhase {
            effort,
            quiet,
            begun: Once::new(),
            small: OnceLock::new(),
            large: Arc::default(),
            building: Mutex::new(None),
            end: Arc::default(),
        }
    }

    /// As [`TwoPhaseTables`] says.
    pub(crate) fn get(&self) -> &Tables<'static> {
        self.begun.call_once(|| self.begin());
        self.large.get().unwrap_or_else(|| self.small())
    }

    /// Before the first cube, what it would have to wait for.
    pub(crate) fn prepare(&self) {
        if self.effort == Effort::Wait {
            self.get();
        }
    }

    /// When all is answered: waits for a build whose table is to be kept, so that it is really built only once.
    pub(crate) fn finish(&self) {
        if let Some(building) = self.take_building() {
            self.end.watch_for_interrupts();
            self.wait(building);
        }
    }

    /// Ends without waiting; nothing is written any more.
    pub(crate) fn leave(&self) {
        match self.take_building() {
            Some(building) if building.is_over() => self.wait(building),
            _ => self.end.begin(),
        }
    }

    fn take_building(&self) -> Option<Building> {
        self.building.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    fn small(&self) -> &Tables<'static> {
        self.small.get_or_init(|| Tables::Small(SmallTables::build()))
    }

    /// Loads the large tables, or begins to build them, as far as wanted.
    fn begin(&self) {
        if self.effort == Effort::None {
            return;
        }
        let cache = Cache::for_user();
        match cache.as_ref().map_or(Err(OpenError::NotBuilt), |cache| load(cache, &self.large)) {
            Ok(()) => return,
            Err(absence) => self.complain(&absence),
        }
        if self.effort == Effort::Load {
            return;
        }
        if self.effort == Effort::Build {
            // An answer comes first.
            self.small();
        }
        match self.lock(cache.as_ref()) {
            Ok(lock) => self.build(Some(lock)),
            Err(LockError::Busy) => self.take_from_others(cache),
            Err(LockError::Unwritable(why)) => {
                self.note(&TABLE.not_cached_message(&why));
                self.build(None);
            }
        }
    }

    fn complain(&self, absence: &OpenError) {
        let remedy = match self.effort {
            Effort::None | Effort::Load => "`cubegod tables build` builds it again",
            Effort::Build | Effort::Wait => "it is built again",
        };
        if let Some(complaint) = TABLE.open_error_message(absence) {
            self.note(&format!("{complaint}; {remedy}"));
        }
    }

    /// The right to build and keep the table, and room for it.
    fn lock(&self, cache: Option<&Cache>) -> Result<BuildLock, LockError> {
        let cache = cache.ok_or_else(|| LockError::Unwritable(NO_CACHE_FOLDER.into()))?;
        let lock = match cache.try_lock(TABLE.id) {
            Err(LockError::Busy) if self.effort == Effort::Wait => {
                self.note(&TABLE.busy_message());
                cache.lock(TABLE.id)
            }
            lock => lock,
        }?;
        lock.check_space(TABLE.size).map_err(LockError::Unwritable)?;
        Ok(lock)
    }

    /// Builds the tables on a thread of their own, and keeps them if there is a lock.
    fn build(&self, lock: Option<BuildLock>) {
        let is_kept = lock.is_some();
        let large = Arc::clone(&self.large);
        let building = Building::start(TABLE.name(), &self.end, move |site| {
            // Somebody else may have been at it until a moment ago.
            if lock.as_ref().is_some_and(|lock| load(lock.cache(), &large).is_ok()) {
                return Ok(());
            }
            let tables = LargeTables::build(threads(), &|progress| site.set_progress(progress));
            let contents = lock.as_ref().map(|_| tables.to_bytes());
            // Nobody else fills it.
            let _ = large.set(Tables::Large(tables));
            lock.zip(contents).map_or(Ok(()), |(lock, contents)| site.keep(&lock, &contents))
        });
        if self.effort == Effort::Wait {
            self.wait(building);
        } else if is_kept {
            *self.building.lock().unwrap_or_else(PoisonError::into_inner) = Some(building);
        }
    }

    /// Takes the tables when the process that is building them has kept them; nobody waits for that at the end.
    fn take_from_others(&self, cache: Option<Cache>) {
        let large = Arc::clone(&self.large);
        std::thread::spawn(move || {
            if let Some(cache) = cache {
                // Where there are none in the end, the small ones do.
                let _ = cache.lock(TABLE.id);
                let _ = load(&cache, &large);
            }
        });
    }

    fn wait(&self, building: Building) {
        if let Err(why) = building.wait(self.quiet) {
            self.note(&TABLE.not_cached_message(&why));
        }
    }

    fn note(&self, text: &str) {
        if !self.quiet {
            say(&format!("note: {text}"));
        }
    }
}

impl TwoPhaseTables for TwoPhase {
    fn get(&self) -> &Tables<'static> {
        TwoPhase::get(self)
    }
}

/// However the command ends, nothing is left half-written.
impl Drop for TwoPhase {
    fn drop(&mut self) {
        self.leave();
    }
}

/// Puts the kept tables to where they are used from; they stay in memory until the process ends.
fn load(cache: &Cache, large: &OnceLock<Tables<'static>>) -> Result<(), OpenError> {
    let tables = TABLE.open(cache, |kept| LargeTables::from_bytes(kept.leak()))?;
    // Where they are there already, they are the same.
    let _ = large.set(Tables::Large(tables));
    Ok(())
}
