//! Measures rows per second from Parquet to Parquet, on one thread and on two.
//!
//! `cargo bench -p cubegod-columns --bench columns`, with other numbers of rows: `-- 100000 20000`.

#![allow(clippy::unwrap_used, reason = "a benchmark may end at the first error")]

use arrow_array::{ArrayRef, RecordBatch, StringArray};
use cubegod::scramble::generator;
use cubegod::solve::two_phase::{LargeTables, Tables};
use cubegod::{Cancellation, Color, Cube2, Cube3, Stickers};
use cubegod_columns::files::{Job, run};
use cubegod_columns::{BatchOptions, RowSolver};
use cubegod_service::{Solvers, Spelling, TwoPhaseTables};
use parquet::arrow::ArrowWriter;
use std::fs::File;
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Large tables, built in memory.
#[derive(Default)]
struct Large(OnceLock<Tables<'static>>);

impl TwoPhaseTables for Large {
    fn get(&self) -> &Tables<'static> {
        self.0.get_or_init(|| Tables::Large(LargeTables::build(2, &|_| {})))
    }
}

fn main() {
    let counts: Vec<usize> = std::env::args().skip(1).filter_map(|argument| argument.parse().ok()).collect();
    let (pocket, large) = (*counts.first().unwrap_or(&2_000_000), *counts.get(1).unwrap_or(&200_000));
    let solvers = Solvers::new(Arc::new(Large::default()));
    solvers.prepare();
    let folder = tempfile::tempdir().unwrap();
    let mut random = generator(1);
    let measure = |name: &str, count: usize, draw: &mut dyn FnMut() -> Stickers<Color>| {
        let source = folder.path().join("cubes.parquet");
        let cubes = StringArray::from_iter_values((0..count).map(|_| letters(&draw())));
        write(&source, cubes);
        for threads in [1, 2] {
            let (wall, cpu) = solve(&solvers, &source, threads);
            let rate = |time: Duration| count as f64 / time.as_secs_f64();
            println!(
                "| {name} | {threads} | {count} | {:.2} s | {:.2} s | {:.0} | {:.0} |",
                wall.as_secs_f64(),
                cpu.as_secs_f64(),
                rate(wall),
                rate(cpu)
            );
        }
    };
    println!("| what | threads | rows | wall | CPU | rows per second | rows per CPU second |");
    println!("|---|---|---|---|---|---|---|");
    let mut random3 = generator(2);
    measure("2x2, the fewest moves", pocket, &mut || Cube2::random(&mut random).stickers());
    measure("3x3, 21 moves or fewer", large, &mut || Cube3::random(&mut random3).stickers());
}

fn letters(stickers: &Stickers<Color>) -> String {
    stickers.facelets().iter().map(|color| color.home().letter()).collect()
}

fn write(path: &Path, cubes: StringArray) {
    let batch = RecordBatch::try_from_iter([("cube", Arc::new(cubes) as ArrayRef)]).unwrap();
    let mut writer = ArrowWriter::try_new(File::create(path).unwrap(), batch.schema(), None).unwrap();
    writer.write(&batch).unwrap();
    writer.close().unwrap();
}

/// Returns the wall time and the CPU time.
fn solve(solvers: &Solvers, source: &Path, threads: usize) -> (Duration, Duration) {
    let solver = RowSolver::new(solvers, BatchOptions::default(), Spelling::NEUTRAL).unwrap();
    let job = Job {
        source: source.to_owned(),
        target: source.with_file_name("solved.parquet"),
        kind: None,
        threads,
        tables: "large".into(),
        keep_every: Duration::from_secs(20),
        overwrite: true,
        restart: true,
    };
    let (start, cpu) = (Instant::now(), cpu_time());
    let summary = run(&job, &solver, &Cancellation::new(), &|_| {}).unwrap();
    assert_eq!(summary.errors, 0);
    (start.elapsed(), cpu_time() - cpu)
}

/// Returns the CPU time of this process; zero if the system does not report it.
fn cpu_time() -> Duration {
    let text = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name before it may have blanks; user and system time are the 14th and 15th fields, in hundredths of a second.
    let fields = text.rsplit(')').next().unwrap_or_default().split_whitespace().skip(11).take(2);
    Duration::from_millis(fields.filter_map(|ticks| ticks.parse::<u64>().ok()).sum::<u64>() * 10)
}
