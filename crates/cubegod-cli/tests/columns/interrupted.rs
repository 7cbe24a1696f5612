//! Runs that are interrupted and resumed.

use super::*;

/// A 3x3 whose solution of fourteen moves is found soon. The proof that it is a shortest one takes about two seconds, so the
/// answer does not depend on the clock.
const SLOW: &str = "R U F2 D L' B2 U' R2 F D' L2 B R' U2";

/// Returns 128 rows that are solved at once, and two that take long.
fn slow_cubes() -> Vec<Option<String>> {
    cubes2(8, 128).into_iter().chain([SLOW.to_owned(), SLOW.to_owned()]).map(Some).collect()
}

/// Solved rows are kept soon.
const SLOWLY: [&str; 4] = ["--budget", "20s", "--keep-every", "100ms"];

/// Starts a run and waits until some rows are kept; how many depends on the machine.
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

/// Returns the number of rows in the parts.
fn kept(target: &Path) -> usize {
    let Ok(entries) = fs::read_dir(parts(target)) else { return 0 };
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let parts = names.filter(|name| name.starts_with("part-"));
    parts.map(|name| name.split('-').nth(2).unwrap().parse::<usize>().unwrap()).sum()
}

/// Returns the time when each part was written.
fn times(target: &Path) -> Vec<(String, SystemTime)> {
    let folder = parts(target);
    let part_names = names(&folder).into_iter().filter(|name| name.starts_with("part-"));
    part_names
        .map(|name| (name.clone(), fs::metadata(folder.join(name)).unwrap().modified().unwrap()))
        .collect()
}

#[test]
fn a_killed_run_is_resumed_and_no_row_is_solved_again() {
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
        // As if it was killed while it wrote a file.
        let half = parts(&target).join(".cubegod-abcdef");
        fs::write(&half, "half").unwrap();
        let mut second = started(&source, &target);
        // Parts are removed when the run ends; until then they do not change.
        let start = Instant::now();
        while second.try_wait().unwrap().is_none() {
            assert!(start.elapsed() < TIMEOUT, "the run does not end");
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
        assert_eq!(fs::read(&target).unwrap(), fs::read(&other).unwrap());
        check_rows(&read_rows(&target), &cubes);
    }
}

#[test]
fn parts_of_another_command_are_refused() {
    let folder = folder();
    let (source, target) = (folder.path().join("in.csv"), folder.path().join("out.csv"));
    write_source(&source, &slow_cubes());
    let mut child = started(&source, &target);
    child.kill().unwrap();
    child.wait().unwrap();
    let before = times(&target);
    let run = solve(&source, &target, &["--budget", "3s"]);
    assert!(run.stderr.contains("budget was 20s and is now 3s"), "{}", run.stderr);
    assert_eq!((run.code, times(&target)), (2, before));
    fs::write(parts(&target).join("manifest.json"), "{").unwrap();
    let run = solve(&source, &target, &SLOWLY);
    assert!(run.code == 2 && run.stderr.contains("their manifest is damaged"), "{}", run.stderr);
    let run = solve(&source, &target, &["--restart"]);
    assert_eq!((run.code, parts(&target).exists()), (0, false), "{}", run.stderr);
    assert!(!run.stderr.contains("earlier run"), "{}", run.stderr);
    check_rows(&read_rows(&target), &slow_cubes());
}

#[test]
fn an_output_is_written_by_one_run_at_a_time() {
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
fn a_damaged_part_is_named_and_solved_again_once_it_is_removed() {
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
