//! The tables of the solvers: each is there once a process, from the first time it is needed.
//!
//! Kept tables are taken from the files of the command line. Nothing is written unless somebody asks for it.

use crate::error::{Problem, usage};
use crate::signals::wait_for;
use cubegod::moves::Ends;
use cubegod::solve::SolveError;
use cubegod::solve::pocket::PocketTable;
use cubegod::solve::two_phase::{LargeTables, SmallTables, Tables, TwoPhaseSolver};
use cubegod::{Alg, Color, Cube2, Metric, Size, Stickers};
use cubegod_cache::{
    ADVICE, Absence, Cache, Flaw, NO_FOLDER, NotNow, POCKET_HALF_TURNS, POCKET_QUARTER_TURNS, TABLES,
    TWO_PHASE_LARGE, Table, threads,
};
use cubegod_teach::methods::cfop::CfopSolver;
use cubegod_teach::methods::layers::LayersSolver;
use pyo3::exceptions::PyRuntimeWarning;
use pyo3::prelude::*;
use std::ffi::CString;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};

/// The most turns of a 3x3 that is written as moves: few, and found in a few milliseconds.
const MOST_MOVES: usize = 21;

static HALF_TURNS: OnceLock<PocketTable> = OnceLock::new();
static QUARTER_TURNS: OnceLock<PocketTable> = OnceLock::new();
static SMALL: OnceLock<Tables<'static>> = OnceLock::new();
static LARGE: OnceLock<Tables<'static>> = OnceLock::new();
static LAYERS: OnceLock<LayersSolver> = OnceLock::new();
static CFOP: OnceLock<CfopSolver> = OnceLock::new();

/// Set once a file was found to be of no use: it is not looked at again.
static IS_FLAWED: AtomicBool = AtomicBool::new(false);

/// Which tables the 3x3 is solved with.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Choice {
    /// The large ones if they are kept.
    Auto,
    Small,
    /// The large ones, built and kept if they are not there.
    Large,
}

impl FromStr for Choice {
    type Err = String;

    fn from_str(name: &str) -> Result<Choice, String> {
        match name {
            "auto" => Ok(Choice::Auto),
            "small" => Ok(Choice::Small),
            "large" => Ok(Choice::Large),
            other => Err(format!("unknown tables `{other}`; expected auto, small or large")),
        }
    }
}

/// The solver layer by layer.
pub(crate) fn layers() -> &'static LayersSolver {
    LAYERS.get_or_init(LayersSolver::new)
}

/// The solver by cross, pairs and last layer.
pub(crate) fn cfop() -> &'static CfopSolver {
    CFOP.get_or_init(CfopSolver::new)
}

/// The pocket table for a metric; other metrics than the quarter-turn metric count as half turns.
pub(crate) fn pocket(metric: Metric) -> &'static PocketTable {
    let quarter_turns = metric == Metric::Qtm;
    let (place, table) = match quarter_turns {
        true => (&QUARTER_TURNS, &POCKET_QUARTER_TURNS),
        false => (&HALF_TURNS, &POCKET_HALF_TURNS),
    };
    place.get_or_init(|| {
        let kept = Cache::of_user().and_then(|cache| {
            let make = |kept: cubegod_cache::Kept| {
                PocketTable::from_entries(quarter_turns, kept.contents().to_vec())
            };
            table.open(&cache, make).ok()
        });
        kept.unwrap_or_else(|| {
            if quarter_turns { PocketTable::quarter_turns() } else { PocketTable::half_turns() }
        })
    })
}

fn small() -> &'static Tables<'static> {
    SMALL.get_or_init(|| Tables::Small(SmallTables::build()))
}

/// The tables of the 3x3. Called without the interpreter.
pub(crate) fn two_phase(choice: Choice) -> PyResult<&'static Tables<'static>> {
    if choice == Choice::Small {
        return Ok(small());
    }
    if let Some(large) = LARGE.get() {
        return Ok(large);
    }
    if choice == Choice::Large {
        build(&TWO_PHASE_LARGE)?;
        return load().map_err(|absence| not_loaded(&absence));
    }
    if is_small_by_environment() || IS_FLAWED.load(Ordering::Relaxed) {
        return Ok(small());
    }
    match load() {
        Ok(large) => Ok(large),
        Err(Absence::NotBuilt) => Ok(small()),
        Err(absence) => {
            IS_FLAWED.store(true, Ordering::Relaxed);
            if let Some(complaint) = TWO_PHASE_LARGE.complaint(&absence) {
                warn(&format!("{complaint}; cubegod.build_tables() builds it again"))?;
            }
            Ok(small())
        }
    }
}

/// The tables of the 3x3 for cubes whose answers must not depend on what happens to be kept: the large ones, built and kept if
/// they are not there, or built in memory alone where they can't be kept. Called without the interpreter.
pub(crate) fn two_phase_for_columns(choice: Choice) -> &'static Tables<'static> {
    if choice == Choice::Small {
        return small();
    }
    // Whoever else needs them waits here, so that they are built once.
    static BUILDING: Mutex<()> = Mutex::new(());
    let _building = BUILDING.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(large) = LARGE.get() {
        return large;
    }
    let loaded = load().or_else(|_| {
        build(&TWO_PHASE_LARGE)?;
        load().map_err(|absence| not_loaded(&absence))
    });
    loaded.unwrap_or_else(|error| {
        // Where warnings are errors, the answers are still right.
        let _ = warn(&format!("{}; it is built in memory", message(&error)));
        LARGE.get_or_init(|| Tables::Large(LargeTables::build(threads(), &|_| ())))
    })
}

/// What an exception says.
pub(crate) fn message(error: &PyErr) -> String {
    Python::attach(|py| error.value(py).to_string())
}

/// Whether large tables are ruled out for the whole process.
pub(crate) fn is_small_by_environment() -> bool {
    std::env::var_os("CUBEGOD_TABLES").is_some_and(|choice| choice == "small")
}

/// The kept tables, in memory until the process ends.
fn load() -> Result<&'static Tables<'static>, Absence> {
    let cache = Cache::of_user().ok_or(Absence::NotBuilt)?;
    let tables = TWO_PHASE_LARGE.open(&cache, |kept| LargeTables::from_bytes(kept.leak()))?;
    Ok(LARGE.get_or_init(|| Tables::Large(tables)))
}

fn not_loaded(absence: &Absence) -> PyErr {
    let complaint = TWO_PHASE_LARGE.complaint(absence);
    Problem::io(complaint.unwrap_or_else(|| format!("the table {} is gone again", TWO_PHASE_LARGE.name())))
}

pub(crate) fn warn(message: &str) -> PyResult<()> {
    let Ok(message) = CString::new(message) else { return Ok(()) };
    Python::attach(|py| PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &message, 2))
}

/// Builds and keeps a table, unless it is there; waits for another process that is at it.
pub(crate) fn build(table: &'static Table) -> PyResult<()> {
    let cache = Cache::of_user().ok_or_else(|| Problem::io(format!("{NO_FOLDER}; {ADVICE}")))?;
    build_in(cache, table)
}

/// The same, in this folder.
pub(crate) fn build_in(cache: Cache, table: &'static Table) -> PyResult<()> {
    if state(table, &cache) == "ready" {
        return Ok(());
    }
    let built = wait_for(move || {
        let claim = cache.claim_in_turn(table.label).map_err(|not_now| match not_now {
            NotNow::Busy => "another process is building it".to_owned(),
            NotNow::Unwritable(why) => why,
        })?;
        // Somebody else may have been at it until a moment ago.
        if state(table, &cache) == "ready" {
            return Ok(());
        }
        table.build(&claim, &|_| (), |contents| claim.keep(contents, &|| ControlFlow::Continue(())))
    })?;
    IS_FLAWED.store(false, Ordering::Relaxed);
    let name = table.name();
    built.map_err(|why| Problem::io(format!("the table {name} is not kept: {why}; {ADVICE}")))
}

/// Whether a table can be used, after reading the whole file.
fn state(table: &Table, cache: &Cache) -> &'static str {
    match table.open(cache, |kept| (table.fits)(kept.contents()).then_some(())) {
        Ok(()) => "ready",
        Err(Absence::NotBuilt) => "not built",
        Err(Absence::Flawed(Flaw::OtherVersion)) => "of another version",
        Err(Absence::Flawed(Flaw::Damaged(_))) => "damaged",
        Err(Absence::Unreadable(_)) => "unreadable",
    }
}

/// Moves with such ends that make a real cube from a solved one. Called without the interpreter.
pub(crate) fn moves_making(stickers: &Stickers<Color>, ends: Ends) -> PyResult<Alg> {
    if stickers.size() == Size::TWO {
        let cube = Cube2::try_from(stickers).map_err(|_| Problem::from(SolveError::NoMoves))?;
        return Ok(pocket(Metric::Htm).moves_making(&cube, ends));
    }
    let solver = TwoPhaseSolver::new(two_phase(Choice::Auto)?);
    let moves = solver.moves_making(stickers, MOST_MOVES, ends);
    Ok(moves.ok_or(Problem::from(SolveError::NoMoves))?)
}

/// Name, purpose, state, bytes and path of a table.
type TableFields = (&'static str, &'static str, &'static str, u64, String);

/// What is known of every table.
#[pyfunction]
pub(crate) fn table_states(py: Python<'_>) -> PyResult<Vec<TableFields>> {
    py.detach(|| {
        let cache = Cache::of_user().ok_or_else(|| Problem::io(format!("{NO_FOLDER}; {ADVICE}")))?;
        let path = |table: &Table| cache.path(table.name()).display().to_string();
        let fields =
            |table: &Table| (table.name(), table.purpose, state(table, &cache), table.size, path(table));
        Ok(TABLES.iter().map(fields).collect())
    })
}

/// Builds and keeps the tables of these names; those for everybody without any.
#[pyfunction]
pub(crate) fn build_tables(py: Python<'_>, names: Vec<String>) -> PyResult<()> {
    let is_known = |name: &&String| !TABLES.iter().any(|table| table.name() == *name);
    if let Some(name) = names.iter().find(is_known) {
        let known: Vec<&str> = TABLES.iter().map(Table::name).collect();
        return Err(usage(format!("unknown table `{name}`; expected {}", known.join(", "))));
    }
    let is_wanted = |table: &&'static Table| match names.is_empty() {
        true => table.is_usual,
        false => names.iter().any(|name| name == table.name()),
    };
    py.detach(|| TABLES.iter().filter(is_wanted).try_for_each(build))
}

/// As many threads as there are processors for this process.
pub(crate) fn all_threads() -> usize {
    threads()
}
