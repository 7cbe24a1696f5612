//! Runs that are ended, and taken up again.

use super::*;

/// A 3x3 whose fourteen moves are found soon, and then proven to be the fewest, which takes some two seconds: the answer does
/// not depend on the clock.
const SLOW: &str = "R U F2 D L' B2 U' R2 F D' L2 B R' U2";

/// 128 rows that are done at once, and two that take long.
fn slow_cubes() -> Vec<Option<String>> {
    cubes2(8, 128).into_iter().chain([SLOW.to_owned(), SLOW.to_owned()]).map(Some).collect()
}

/// What is done is soon kept.
const SLOWLY: [&str; 4] = ["--budget", "20s", "--keep-every", "100ms"];

/// Starts a run and waits until something is kept. How much it is depends on the machine.
fn started(source: &Path, target: &Path) -> Child {
    let child = plain()
        .args(["batch", source.to_str().unwrap(), target.to_str().unwrap()])
        .args(SLOWLY)
        .stdin(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_until(|| kept(target) > 0);
    child
}

/// How many rows are kept, as the names of the parts tell.
fn kept(target: &Path) -> usize {
    let Ok(entries) = fs::read_dir(parts(target)) else { return 0 };
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let parts = names.filter(|name| name.starts_with("part-"));
    parts.map(|name| name.split('-').nth(2).unwrap().parse::<usize>().unwrap()).sum()
}

/// When each part was written.
fn times(target: &Path) -> Vec<(String, SystemTime)> {
    let folder = parts(target);
    let part_names = names(&folder).into_iter().filter(|name| name.starts_with("part-"));
    part_names
        .map(|name| (name.clone(), fs::metadata(folder.join(name)).unwrap().modified().unwrap()))
        .collect()
}

#[test]
fn a_run_that_was_killed_is_taken_up_and_nothing_is_solved_again() {
    let folder = folder();
    let cubes = slow_cubes();
    for (from, to) in [("parquet", "parquet"), ("jsonl", "csv")] {
        let source = folder.path().join(format!("in.{from}"));
        write_source(&source, &cubes);
        let (target, other) =
            (folder.path().join(format!("out.{to}")), folder.path().join(format!("whole.{to}")));
        let mut child = started(&source, &target);
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(!target.exists());
        let (before, rows) = (times(&target), kept(&target));
        assert!((1..130).contains(&rows), "{rows}");
        // What a process leaves that is killed while it writes.
        let half = parts(&target).join(".cubegod-abcdef");
        fs::write(&half, "half").unwrap();
        let mut second = started(&source, &target);
        // Parts go when the run ends; until then they stay as they are.
        let start = Instant::now();
        while second.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < AGES, "it does not end");
            for (name, time) in &before {
                let now = fs::metadata(parts(&target).join(name)).and_then(|part| part.modified());
                assert!(now.is_err() || now.is_ok_and(|now| now == *time), "{name} is written again");
            }
            std::thread::sleep(Duration::from_millis(2));
        }
        assert!(!half.exists());
        assert_eq!(exit_code(&mut second), Some(0));
        let mut stderr = String::new();
        second.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        assert!(stderr.starts_with("cubegod: 130 rows in `"), "{stderr}");
        assert!(stderr.contains(&format!(", {rows} of them from an earlier run, ")), "{stderr}");
        assert!(!parts(&target).exists());
        assert_eq!(solve(&source, &other, &SLOWLY).code, 0);
        assert_eq!(read_rows(&target), read_rows(&other), "as if nothing had happened");
        // A single part of Parquet is copied, several are written anew: the bytes tell how many there were.
        if to == "csv" {
            assert_eq!(fs::read(&target).unwrap(), fs::read(&other).unwrap());
        }
        check_rows(&read_rows(&target), &cubes);
    }
}

#[test]
fn parts_of_another_command_are_not_mixed_with_these() {
    let folder = folder();
    let (source, target) = (folder.path().join("in.csv"), folder.path().join("out.csv"));
    write_source(&source, &slow_cubes());
    let mut child = started(&source, &target);
    child.kill().unwrap();
    child.wait().unwrap();
    let before = times(&target);
    for (more, message) in [
        (&["--budget", "3s"][..], "budget was 20s and is now 3s"),
        (&["--budget", "20s", "--metric", "qtm"], "metric was htm and is now qtm"),
        (&["--budget", "20s", "--puzzle", "2x2"], "puzzle was default and is now 2x2x2"),
        (&["--budget", "20s", "--tables", "large"], "tables was small and is now large"),
    ] {
        let run = solve(&source, &target, more);
        assert!(run.stderr.contains(message), "{}", run.stderr);
        assert!(run.stderr.contains("use --restart to delete them and start over"), "{}", run.stderr);
        assert_eq!((run.code, times(&target)), (2, before.clone()));
    }
    fs::write(parts(&target).join("manifest.json"), "{").unwrap();
    let run = solve(&source, &target, &SLOWLY);
    assert!(run.code == 2 && run.stderr.contains("their manifest is damaged"), "{}", run.stderr);
    let run = solve(&source, &target, &["--restart"]);
    assert_eq!((run.code, parts(&target).exists()), (0, false), "{}", run.stderr);
    assert!(!run.stderr.contains("earlier run"), "{}", run.stderr);
    check_rows(&read_rows(&target), &slow_cubes());
}

#[test]
fn a_target_is_written_by_one_run_at_a_time() {
    let folder = folder();
    let (source, target) = (folder.path().join("in.csv"), folder.path().join("out.csv"));
    write_source(&source, &slow_cubes());
    let mut first = started(&source, &target);
    for more in [&SLOWLY[..], &["--restart"]] {
        let second = solve(&source, &target, more);
        assert!(
            second.stderr.contains("out.csv`: another run is writing it; wait until it ends"),
            "{}",
            second.stderr
        );
        assert_eq!(second.code, 1);
    }
    assert_eq!(exit_code(&mut first), Some(0));
    check_rows(&read_rows(&target), &slow_cubes());
}

#[cfg(unix)]
#[test]
fn signals_end_a_run_cleanly() {
    use rustix::process::{Pid, Signal, kill_process};
    let folder = folder();
    let source = folder.path().join("in.jsonl");
    write_source(&source, &slow_cubes());
    for (signal, code) in [(Signal::INT, 130), (Signal::TERM, 143)] {
        let target = folder.path().join(format!("{code}.parquet"));
        let mut child = started(&source, &target);
        kill_process(Pid::from_child(&child), signal).unwrap();
        assert_eq!(exit_code(&mut child), Some(code));
        let mut stderr = String::new();
        child.stderr.take().unwrap().read_to_string(&mut stderr).unwrap();
        let rows = match kept(&target) {
            1 => "1 row".to_owned(),
            rows => format!("{rows} rows"),
        };
        assert_eq!(stderr, format!("cubegod: stopped after {rows}; the same command continues from there\n"));
        assert!(!target.exists());
        let others = names(&parts(&target)).into_iter().filter(|name| !name.starts_with("part-"));
        assert_eq!(others.collect::<Vec<_>>(), ["lock", "manifest.json"]);
        let run = solve(&source, &target, &SLOWLY);
        assert_eq!(run.code, 0, "{}", run.stderr);
        check_rows(&read_rows(&target), &slow_cubes());
    }
}

#[test]
fn a_damaged_part_is_named_and_solved_again_when_it_is_gone() {
    let folder = folder();
    let (source, target) = (folder.path().join("in.parquet"), folder.path().join("out.parquet"));
    write_source(&source, &slow_cubes());
    let mut child = started(&source, &target);
    child.kill().unwrap();
    child.wait().unwrap();
    let before = times(&target);
    let (name, _) = &before[before.len() / 2];
    let part = parts(&target).join(name);
    fs::write(&part, "damaged").unwrap();
    let run = solve(&source, &target, &SLOWLY);
    assert!(run.stderr.contains(&format!("{name}`: it is a damaged part: ")), "{}", run.stderr);
    assert_eq!((run.code, target.exists()), (1, false));
    fs::remove_file(&part).unwrap();
    assert_eq!(solve(&source, &target, &SLOWLY).code, 0);
    check_rows(&read_rows(&target), &slow_cubes());
}

// Outputs that cannot be written.

#[test]
fn a_folder_that_is_not_there_or_can_not_be_written_is_named() {
    let folder = folder();
    let source = folder.path().join("in.csv");
    fs::write(&source, "cube\nR\n").unwrap();
    let run = solve(&source, &folder.path().join("missing/out.csv"), &[]);
    assert!(run.stderr.contains("cannot create the folder `"), "{}", run.stderr);
    assert!(run.stderr.contains("out.csv.parts`: No such file or directory"), "{}", run.stderr);
    assert!(
        run.stderr.contains("; create the folder of the output, or name another output\n"),
        "{}",
        run.stderr
    );
    assert_eq!(run.code, 1);
    if cfg!(target_os = "linux") {
        // Nobody writes there, not even root.
        let run = solve(&source, Path::new("/proc/out.csv"), &[]);
        assert!(
            run.code == 1 && run.stderr.contains("cannot create the folder `/proc/out.csv.parts`"),
            "{}",
            run.stderr
        );
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_and_leaves_no_half_file() {
    let folder = folder();
    let disk = folder.path().join("disk");
    fs::create_dir(&disk).unwrap();
    let mounted = Command::new("mount")
        .args(["-t", "tmpfs", "-o", "size=6m", "tmpfs", disk.to_str().unwrap()])
        .stderr(Stdio::null())
        .status();
    if !mounted.is_ok_and(|status| status.success()) {
        eprintln!("skipped: a small disk cannot be mounted here");
        return;
    }
    let source = folder.path().join("in.csv");
    // There is room for what is solved, but not for both that and the whole.
    let cubes: Vec<Option<String>> = cubes2(9, 70_000).into_iter().map(Some).collect();
    write_source(&source, &cubes);
    let target = disk.join("out.csv");
    let run = solve(&source, &target, &[]);
    let left = names(&disk);
    let in_parts = names(&parts(&target));
    let unmounted = Command::new("umount").arg(&disk).status().unwrap();
    assert!(unmounted.success());
    assert!(run.stderr.contains("No space left on device"), "{}", run.stderr);
    assert!(run.stderr.contains("cannot write the file `"), "{}", run.stderr);
    assert!(run.stderr.contains("the same command continues from there"), "{}", run.stderr);
    assert_eq!((run.code, left), (1, vec!["out.csv.parts".to_owned()]));
    assert!(in_parts.iter().all(|name| !name.starts_with('.')), "{in_parts:?}");
}
