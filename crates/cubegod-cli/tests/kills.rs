//! `cubegod tables build`, killed at random moments, on a full disk, and in folders that vanish or cannot be written.
//!
//! `make kills` kills more often, and builds larger tables too.
#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "outside of a test function clippy does not see that this is a test")]

mod common;
#[cfg(target_os = "linux")]
use common::disk::{Disk, with_disks};
use common::*;
use cubegod::scramble::generator;
use rand::RngExt;
use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const POCKET: &str = "pocket-half-turns";
/// Built in parts.
const OPTIMAL: &str = "optimal-256m";

fn build(cache: &Path, table: &str) -> Command {
    let mut command = plain();
    command.args(["tables", "build", table]).env("CUBEGOD_CACHE", cache).stdin(Stdio::null());
    command
}

fn start(mut command: Command) -> Child {
    command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn finished(child: Child) -> Run {
    child.wait_with_output().unwrap().into()
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).into_iter().flatten();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Kills builds at random moments. After every `each` kills the next build runs to its end: the table must have the same
/// bytes as one of an undisturbed build, and no other files may be left.
fn kill_builds(table: &str, kills: usize, each: usize, seed: u64) {
    let reference = folder();
    let begin = Instant::now();
    assert_eq!(finished(start(build(reference.path(), table))).code, 0);
    let duration = begin.elapsed();
    let path = |folder: &Path| folder.join(format!("{table}.table"));
    let expected = fs::read(path(reference.path())).unwrap();

    let folder = folder();
    let mut random = generator(seed);
    let mut killed = 0;
    for count in 1..=kills {
        let mut child = start(build(folder.path(), table));
        // Some builds end before that, as they continue another one.
        std::thread::sleep(duration.mul_f64(random.random_range(0.0..1.1)));
        child.kill().unwrap();
        killed += usize::from(child.wait().unwrap().signal().is_some());
        if path(folder.path()).exists() {
            assert!(
                fs::read(path(folder.path())).unwrap() == expected,
                "kill {count} leaves a part of a table"
            );
        }
        if count % each == 0 {
            let run = finished(start(build(folder.path(), table)));
            assert_eq!((run.code, run.stderr.as_str()), (0, ""), "after kill {count}");
            assert!(fs::read(path(folder.path())).unwrap() == expected, "after kill {count}");
            assert_eq!(names(folder.path()), [format!("{table}.lock"), format!("{table}.table")]);
            let mut clear = plain();
            clear.args(["tables", "clear", table]).env("CUBEGOD_CACHE", folder.path());
            assert_eq!(finished(start(clear)).code, 0);
            assert_eq!(names(folder.path()), [""; 0]);
        }
    }
    eprintln!("{table}: {killed} of {kills} builds were killed before their end");
}

#[test]
fn a_build_that_was_killed_is_repeated_with_the_same_result() {
    kill_builds(POCKET, requested_kills().unwrap_or(FEW_KILLS), 1, 1);
}

#[test]
fn a_build_in_parts_that_was_killed_is_continued_with_the_same_result() {
    match requested_kills() {
        // The last build must run to its end.
        Some(kills) => kill_builds(OPTIMAL, kills.next_multiple_of(5), 5, 2),
        None => eprintln!("skipped: takes minutes; `make kills` runs it"),
    }
}

#[test]
fn a_build_that_was_killed_after_it_wrote_the_table_leaves_nothing_for_the_next_one() {
    let folder = folder();
    assert_eq!(finished(start(build(folder.path(), POCKET))).code, 0);
    let expected = names(folder.path());
    for name in ["pocket-half-turns.journal", "pocket-half-turns.parts", ".cubegod-pocket-half-turns-aB12cd"]
    {
        fs::write(folder.path().join(name), "left over").unwrap();
    }
    let run = finished(start(build(folder.path(), POCKET)));
    assert_eq!((run.code, run.stdout.as_str()), (0, "pocket-half-turns: ready, 3.7 MB\n"));
    assert_eq!(names(folder.path()), expected);
}

#[test]
fn two_builds_at_once_leave_one_whole_table() {
    let folder = folder();
    let children = [0, 1].map(|_| start(build(folder.path(), POCKET)));
    for run in children.map(finished) {
        assert_eq!(run.code, 0, "{}", run.stderr);
    }
    assert_eq!(names(folder.path()), ["pocket-half-turns.lock", "pocket-half-turns.table"]);
    let again = finished(start(build(folder.path(), POCKET)));
    assert_eq!(again.stdout, "pocket-half-turns: ready, 3.7 MB\n");
}

#[test]
fn a_build_whose_folder_vanishes_ends_and_the_next_one_succeeds() {
    let above = folder();
    let cache = above.path().join("cache");
    let mut random = generator(3);
    for _ in 0..FEW_KILLS {
        let child = start(build(&cache, POCKET));
        wait_until(|| cache.join("pocket-half-turns.lock").exists());
        std::thread::sleep(Duration::from_millis(random.random_range(0..100)));
        // New files can appear while this runs.
        while fs::remove_dir_all(&cache).is_err() && cache.exists() {}
        let run = finished(child);
        match run.code {
            0 => {}
            code => {
                assert_eq!(code, 1, "{}", run.stderr);
                assert!(run.stderr.contains("could not cache table pocket-half-turns"), "{}", run.stderr);
            }
        }
        let again = finished(start(build(&cache, POCKET)));
        assert_eq!((again.code, again.stderr.as_str()), (0, ""));
        assert_eq!(names(&cache), ["pocket-half-turns.lock", "pocket-half-turns.table"]);
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_leaves_nothing_but_the_lock() {
    with_disks("a_full_disk_is_reported_and_leaves_nothing_but_the_lock", || {
        let folder = folder();
        let disk = Disk::mount(folder.path().join("disk"), "1m");
        for table in [POCKET, OPTIMAL] {
            let run = finished(start(build(disk.path(), table)));
            assert_eq!(run.code, 1, "{table}");
            assert!(
                run.stderr.contains(": No space left on device; set CUBEGOD_CACHE to a "),
                "{}",
                run.stderr
            );
        }
        assert_eq!(names(disk.path()), ["optimal-256m.lock", "pocket-half-turns.lock"]);
        disk.remount("size=10m");
        let again = finished(start(build(disk.path(), POCKET)));
        assert_eq!(again.code, 0, "{}", again.stderr);
    });
}

#[test]
fn a_folder_that_cannot_be_written_is_reported_and_left_as_it_is() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).unwrap();
    let Some(command) = without_rights(build(folder.path(), POCKET)) else { return };
    let run = finished(start(command));
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.contains("could not cache table pocket-half-turns"), "{}", run.stderr);
    assert!(
        run.stderr.contains("Permission denied; set CUBEGOD_CACHE to a writable folder"),
        "{}",
        run.stderr
    );
    assert_eq!(names(folder.path()), [""; 0]);
}
