//! Runs that are killed at random moments and resumed. `make kills` kills more often.

use super::*;
use rand::RngExt;

/// The answers do not depend on the clock; rows are kept as often as possible.
const OPTIONS: [&str; 6] = ["--nodes", "20000", "--threads", "2", "--keep-every", "100ms"];

/// More rows than one chunk has: mostly fast ones, some that take longer, and some errors.
fn cubes(seed: u64) -> Vec<Option<String>> {
    let mut cubes: Vec<Option<String>> = cubes2(seed, 70_000).into_iter().map(Some).collect();
    for (number, cube) in cubes3(seed, 140).into_iter().enumerate() {
        cubes[number * 500] = Some(cube);
    }
    for place in (250..cubes.len()).step_by(5_000) {
        cubes[place] = Some("no cube".into());
        cubes[place + 1] = Some(ILLEGAL2.into());
    }
    cubes
}

fn write_input(path: &Path, cubes: &[Option<String>]) {
    match path.extension().is_some_and(|end| end == "txt") {
        true => fs::write(path, cubes.iter().flatten().map(|cube| format!("{cube}\n")).collect::<String>())
            .unwrap(),
        false => write_source(path, cubes),
    }
}

/// Kills runs from one kind of file to another at random moments, and resumes them until the last one is complete.
fn kill_and_resume(from: &str, to: &str, seed: u64) {
    let folder = folder();
    let place = |name: &str| folder.path().join(name);
    let (source, target) = (place(&format!("in.{from}")), place(&format!("out.{to}")));
    write_input(&source, &cubes(seed));
    let whole = place(&format!("whole.{to}"));
    let start = Instant::now();
    let run = solve(&source, &whole, &OPTIONS);
    let took = start.elapsed();
    assert_eq!(run.code, 1, "some rows have errors: {}", run.stderr);
    let whole_bytes = fs::read(&whole).unwrap();
    let mut random = generator(seed);
    let mut kills = 0;
    while kills < requested_kills().unwrap_or(FEW_KILLS) {
        let moment = took.mul_f64(random.random_range(0.0..1.0));
        let mut child = plain()
            .args(["batch", source.to_str().unwrap(), target.to_str().unwrap()])
            .args(OPTIONS)
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        std::thread::sleep(moment);
        child.kill().unwrap();
        let code = child.wait().unwrap().code();
        if target.exists() {
            assert_eq!(fs::read(&target).unwrap(), whole_bytes, "{from} to {to}, seed {seed}, kill {kills}");
        }
        match code {
            // Killed by the signal.
            None => kills += 1,
            // It was complete before.
            Some(code) => {
                assert_eq!(code, 1, "{from} to {to}, seed {seed}, kill {kills}");
                fs::remove_file(&target).unwrap();
            }
        }
    }
    let run = solve(&source, &target, &OPTIONS);
    assert_eq!(run.code, 1, "{from} to {to}, seed {seed}: {}", run.stderr);
    assert!(run.stderr.contains("70000 rows in `"), "{}", run.stderr);
    assert_eq!(fs::read(&target).unwrap(), whole_bytes, "{from} to {to}, seed {seed}");
    let expected = [format!("in.{from}"), format!("out.{to}"), format!("whole.{to}")];
    assert_eq!(names(folder.path()), expected, "nothing else is left");
}

#[test]
fn text_is_complete_after_kills() {
    kill_and_resume("txt", "txt", 1);
}

#[test]
fn csv_is_complete_after_kills() {
    kill_and_resume("csv", "csv", 2);
}

#[test]
fn json_lines_are_complete_after_kills() {
    kill_and_resume("jsonl", "jsonl", 3);
}

#[test]
fn parquet_is_complete_after_kills() {
    kill_and_resume("parquet", "parquet", 4);
}
