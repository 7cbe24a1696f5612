//! `cubegod tables`, and what the other commands do with tables that are there, missing or broken.

#![allow(clippy::unwrap_used, reason = "outside of a test function clippy does not see that this is a test")]

mod common;
use common::*;
use insta::assert_snapshot;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::LazyLock;

const LARGE: &str = "two-phase-large";
const SCRAMBLE: &str = "R U2 F' L D B2 R' U F L2 D' B";
/// Where the contents of a table file begin.
const HEADER: usize = 4096;

/// The binary with a cache folder, and without a choice of tables.
fn with_cache(cache: &Path) -> assert_cmd::Command {
    let mut command = command();
    command.env("CUBEGOD_CACHE", cache).env_remove("CUBEGOD_TABLES");
    command
}

fn run(cache: &Path, arguments: &[&str]) -> Run {
    with_cache(cache).args(arguments).output().unwrap().into()
}

/// Starts it in the background.
fn start(cache: &Path, arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_cubegod"))
        .args(arguments)
        .env("CUBEGOD_CACHE", cache)
        .env_remove("CUBEGOD_TABLES")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

fn table(cache: &Path, name: &str) -> PathBuf {
    cache.join(format!("{name}.table"))
}

fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .into_iter()
        .flatten()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Returns the output without what differs from run to run.
fn steady(run: &Run, cache: &Path) -> String {
    let text = run.all().replace(cache.to_str().unwrap(), "FOLDER");
    let mut parts = text.split("built in ");
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| {
        format!("{text}built in TIME{}", part.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.'))
    })
}

/// Holds the lock of a process that builds the large tables.
fn lock(cache: &Path) -> File {
    fs::create_dir_all(cache).unwrap();
    let file = File::create(cache.join(format!("{LARGE}.lock"))).unwrap();
    file.lock().unwrap();
    file
}

/// A folder with all tables, and the answers of the process that built the large ones.
struct Built {
    folder: PathBuf,
    answers: Vec<serde_json::Value>,
}

/// Shared by all tests that do not change it; built once per run.
static BUILT: LazyLock<Built> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("all-tables");
    let _ = fs::remove_dir_all(&folder);
    let answers = answers(&folder);
    assert_eq!(run(&folder, &["tables", "build", "pocket-half-turns", "pocket-quarter-turns"]).code, 0);
    Built { folder, answers }
});

/// Solutions of some random cubes, found with the large tables of a folder; they are built if they are missing.
fn answers(cache: &Path) -> Vec<serde_json::Value> {
    let cubes = cubegod(&["scramble", "--to", "facelets", "-n", "30", "--seed", "1"]).stdout;
    let arguments = ["solve", "--tables", "large", "--max-length", "20", "--json", "-"];
    let run: Run = with_cache(cache).args(arguments).write_stdin(cubes).output().unwrap().into();
    assert_eq!((run.code, run.stderr.as_str()), (0, ""));
    run.objects().iter().map(|object| object["solution"].clone()).collect()
}

/// A folder with a copy of the large tables.
fn copy_of_large() -> tempfile::TempDir {
    let folder = folder();
    fs::copy(table(&BUILT.folder, LARGE), table(folder.path(), LARGE)).unwrap();
    folder
}

#[test]
fn cached_tables_give_the_same_answers_as_new_ones() {
    assert_eq!(BUILT.answers.len(), 30);
    assert_eq!(answers(&BUILT.folder), BUILT.answers);
    let verified = run(&BUILT.folder, &["tables", "verify"]);
    assert_eq!((verified.code, verified.lines().len()), (0, 3));
    assert!(verified.lines().iter().all(|line| line.ends_with(": ready")), "{}", verified.stdout);
    let bytes =
        |cache: &Path| run(cache, &["tables", "list", "--json"]).objects()[2]["bytes"].as_f64().unwrap();
    let (real, listed) = (bytes(&BUILT.folder), bytes(folder().path()));
    assert!(
        (0.95..1.05).contains(&(real / listed)),
        "{listed} bytes are listed before it is built, {real} after"
    );
}

#[test]
fn two_processes_at_once_answer_and_leave_one_complete_table() {
    let folder = folder();
    let cache = folder.path().join("below");
    fs::create_dir(&cache).unwrap();
    // What a process leaves that was killed while it wrote a table.
    fs::write(cache.join("two-phase-large.lock"), "").unwrap();
    fs::write(cache.join(".cubegod-two-phase-large-a1B2c3"), "half of a tab").unwrap();
    let children = [0, 1].map(|_| start(&cache, &["solve", "--max-length", "22", SCRAMBLE]));
    let runs = children.map(|child| Run::from(child.wait_with_output().unwrap()));
    for run in runs {
        assert_eq!((run.code, run.lines().len(), run.stderr.as_str()), (0, 1, ""));
        let made = cubegod(&["apply", "--to", "facelets", SCRAMBLE, run.lines()[0]]);
        assert_eq!(made.lines(), [SOLVED3]);
    }
    assert_eq!(names(&cache), ["two-phase-large.lock", "two-phase-large.table"]);
    assert_eq!(run(&cache, &["tables", "verify"]).lines()[2], "two-phase-large: ready");
    assert_eq!(run(&cache, &["solve", "R U"]).stdout, "U' R'\n");
}

#[test]
fn small_tables_are_used_while_another_process_builds_the_large_ones() {
    let folder = folder();
    let _lock = lock(folder.path());
    let arguments = ["solve", "--max-length", "22", "--json", SCRAMBLE];
    let solved = run(folder.path(), &arguments);
    assert_eq!((solved.code, solved.stderr.as_str()), (0, ""));
    let small: Run =
        with_cache(folder.path()).env("CUBEGOD_TABLES", "small").args(arguments).output().unwrap().into();
    assert_eq!(solved.objects()[0]["solution"], small.objects()[0]["solution"]);
    let engine: Run = with_cache(folder.path()).arg("engine").write_stdin("R U\n").output().unwrap().into();
    assert_eq!(engine.stdout, "U' R'\n");
    assert!(!table(folder.path(), LARGE).exists());
    let cleared = run(folder.path(), &["tables", "clear", LARGE]);
    assert_eq!(cleared.code, 1);
    assert!(cleared.stderr.contains("another process is building it"), "{}", cleared.stderr);
}

#[cfg(target_os = "linux")]
#[test]
fn tables_that_another_process_builds_meanwhile_are_loaded() {
    let folder = folder();
    let lock = lock(folder.path());
    let mut engine = start(folder.path(), &["engine"]);
    let mut output = BufReader::new(engine.stdout.take().unwrap());
    let mut input = engine.stdin.take().unwrap();
    let mut solve = || {
        input.write_all(b"R U\n").unwrap();
        let mut answer = String::new();
        output.read_line(&mut answer).unwrap();
        answer
    };
    assert_eq!(solve(), "U' R'\n");
    let status = format!("/proc/{}/status", engine.id());
    let memory = || -> u64 {
        let text = fs::read_to_string(&status).unwrap();
        let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
        line.trim().trim_end_matches(" kB").parse().unwrap()
    };
    let before = memory();
    fs::copy(table(&BUILT.folder, LARGE), table(folder.path(), LARGE)).unwrap();
    drop(lock);
    wait_until(|| memory() > before + 100_000);
    assert_eq!(solve(), "U' R'\n");
    drop(input);
    assert!(engine.wait().unwrap().success());
}

#[cfg(unix)]
#[test]
fn a_process_that_is_killed_while_building_leaves_no_damaged_table_and_no_lock() {
    for (signal, code) in [("-KILL", None), ("-INT", Some(130)), ("-TERM", Some(143))] {
        let folder = folder();
        let mut child = start(folder.path(), &["solve", SCRAMBLE]);
        let mut answer = String::new();
        BufReader::new(child.stdout.take().unwrap()).read_line(&mut answer).unwrap();
        // The process builds the table now, or has built it on a very fast machine.
        assert!(folder.path().join("two-phase-large.lock").exists());
        let pid = child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
        let status = child.wait().unwrap();
        assert!(answer.split_whitespace().count() >= 8, "{answer}");
        if !table(folder.path(), LARGE).exists() {
            assert!(!status.success());
        }
        // The process may have ended before it handled signals.
        if let Some(found) = status.code().filter(|&found| found != 0) {
            assert_eq!(Some(found), code, "{signal}");
        }
        assert_eq!(run(folder.path(), &["tables", "verify"]).code, 0);
        assert_eq!(run(folder.path(), &["tables", "clear"]).code, 0);
        assert_eq!(names(folder.path()), [""; 0]);
    }
}

#[test]
fn a_process_survives_the_truncation_of_the_tables_that_it_uses() {
    let folder = copy_of_large();
    let pocket = table(folder.path(), "pocket-half-turns");
    fs::copy(table(&BUILT.folder, "pocket-half-turns"), &pocket).unwrap();
    let mut engine = start(folder.path(), &["engine", "--max-length", "20"]);
    let mut output = BufReader::new(engine.stdout.take().unwrap());
    let mut input = engine.stdin.take().unwrap();
    let cubes: Vec<String> = cubes2(5, 30).into_iter().chain(cubes3(5, 30)).collect();
    let mut solve_all = || {
        let mut solve = |cube: &String| {
            writeln!(input, "{cube}").unwrap();
            let mut line = String::new();
            output.read_line(&mut line).unwrap();
            line
        };
        cubes.iter().map(&mut solve).collect::<Vec<String>>()
    };
    let before = solve_all();
    for length in [100_000, 0] {
        for path in [&pocket, &table(folder.path(), LARGE)] {
            File::options().write(true).open(path).unwrap().set_len(length).unwrap();
        }
        assert_eq!(solve_all(), before);
    }
    drop(input);
    assert_eq!(engine.wait().unwrap().code(), Some(0));
    assert!(before.iter().all(|line| line.split_whitespace().count() > 3), "{before:?}");
}

#[cfg(unix)]
#[test]
fn pipes_and_links_in_the_cache_folder_are_reported_and_left_alone() {
    use std::os::unix::fs::{FileTypeExt, symlink};
    for (name, arguments) in [
        ("pocket-half-turns.table", &["solve", "--puzzle", "2x2", "R U"][..]),
        ("pocket-half-turns.lock", &["solve", "--puzzle", "2x2", "R U"]),
        ("two-phase-large.table", &["solve", "R U"]),
        ("two-phase-large.lock", &["solve", "R U"]),
    ] {
        let folder = folder();
        let (path, foreign) = (folder.path().join(name), folder.path().join("foreign"));
        let check = |what: &str| {
            let mut command = with_cache(folder.path());
            let run: Run = command.args(arguments).timeout(TIMEOUT).output().unwrap().into();
            assert_eq!((run.code, run.stdout.as_str()), (0, "U' R'\n"), "{name}: {}", run.stderr);
            let words = format!("{name}`: it is {what}, not a regular file (remove it)");
            assert!(run.stderr.contains(&words), "{}", run.stderr);
        };
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        check("a named pipe");
        assert!(fs::symlink_metadata(&path).unwrap().file_type().is_fifo());
        fs::remove_file(&path).unwrap();
        symlink(&foreign, &path).unwrap();
        check("a symbolic link");
        assert!(!foreign.exists());
        fs::write(&foreign, "foreign").unwrap();
        check("a symbolic link");
        assert_eq!(fs::read_to_string(&foreign).unwrap(), "foreign");
        assert_eq!(run(folder.path(), &["tables", "verify"]).code, i32::from(name.ends_with(".table")));
    }
}

#[test]
fn small_tables_need_no_folder() {
    let folder = folder();
    let cache = folder.path().join("none");
    for arguments in [
        &["solve", "--tables", "small", "--max-length", "22", SCRAMBLE][..],
        &["scramble", "--seed", "1"],
        &["convert", "--to", "moves", SOLVED3],
        &["tables", "list"],
        &["tables", "verify"],
        &["tables", "clear"],
    ] {
        let run = run(&cache, arguments);
        assert_eq!((run.code, run.stderr.as_str()), (0, ""), "{arguments:?}");
    }
    assert!(!cache.exists());
}

#[test]
fn damage_anywhere_in_the_large_tables_is_detected() {
    let folder = copy_of_large();
    let path = table(folder.path(), LARGE);
    let whole = fs::read(&path).unwrap();
    let damage = |place: usize| {
        let mut bytes = whole.clone();
        bytes[place] ^= 4;
        fs::write(&path, bytes).unwrap();
    };
    for place in [0, 20, 70, HEADER + whole.len() / 2, whole.len() - 1, HEADER] {
        damage(place);
        let verified = run(folder.path(), &["tables", "verify"]);
        assert_eq!(verified.code, 1, "byte {place}");
        assert!(verified.lines()[2].starts_with("two-phase-large: damaged: "), "{}", verified.stdout);
    }
    assert_snapshot!(
        "verify_of_a_damaged_table",
        steady(&run(folder.path(), &["tables", "verify"]), folder.path())
    );
    assert_snapshot!(
        "list_of_a_damaged_table",
        steady(&run(folder.path(), &["tables", "list"]), folder.path())
    );
    // Commands that do not build name the one that does.
    let scramble = run(folder.path(), &["scramble", "--seed", "1"]);
    assert_eq!((scramble.code, scramble.lines().len()), (0, 1));
    assert!(
        scramble.stderr.contains("`cubegod tables build two-phase-large` builds it again"),
        "{}",
        scramble.stderr
    );
    assert_eq!(run(folder.path(), &["scramble", "--quiet"]).stderr, "");
    let small = with_cache(folder.path()).env("CUBEGOD_TABLES", "small").arg("scramble").output().unwrap();
    assert!(small.stderr.is_empty(), "small tables are built without reading the large ones");
    let _lock = lock(folder.path());
    let solved = run(folder.path(), &["solve", "R U"]);
    assert_eq!(solved.stdout, "U' R'\n");
    assert!(
        solved.stderr.contains("the table two-phase-large is damaged (somewhere in bytes "),
        "{}",
        solved.stderr
    );
    assert!(solved.stderr.ends_with("; it is built again\n"), "{}", solved.stderr);
    fs::write(&path, &whole[..whole.len() - 1]).unwrap();
    let cut = run(folder.path(), &["tables", "list", "--json"]).objects()[2].clone();
    assert_eq!((&cut["state"], &cut["name"]), (&"damaged".into(), &LARGE.into()));
    fs::write(&path, &whole).unwrap();
    assert_eq!(run(folder.path(), &["solve", "R U"]).stderr, "");
}

#[test]
fn damaged_pocket_tables_are_built_again_with_a_note() {
    let folder = folder();
    let solve = || run(folder.path(), &["solve", "--puzzle", "2x2", "R U"]);
    let first = solve();
    assert_eq!((first.stdout.as_str(), first.stderr.as_str()), ("U' R'\n", ""));
    let path = table(folder.path(), "pocket-half-turns");
    let whole = fs::read(&path).unwrap();
    let quarter_turns = fs::read(table(&BUILT.folder, "pocket-quarter-turns")).unwrap();
    let older = [b"cubegod\n", &1u32.to_le_bytes()[..], &whole[HEADER - 4..]].concat();
    for (bytes, what) in [
        (&whole[..whole.len() / 2], "damaged (it has "),
        (&whole[..100], "damaged (it is truncated"),
        (b"", "damaged (it is empty)"),
        (b"no table", "damaged (it is not a table file)"),
        (&quarter_turns, "damaged (it is the table pocket-quarter-turns)"),
        (&older, "of another version"),
    ] {
        fs::write(&path, bytes).unwrap();
        let again = solve();
        assert_eq!(again.stdout, first.stdout);
        assert!(again.stderr.contains(&format!("the table pocket-half-turns is {what}")), "{}", again.stderr);
        assert!(again.stderr.ends_with("; it is built again\n"), "{}", again.stderr);
        assert!(fs::read(&path).unwrap() == whole, "{what}");
        assert_eq!(solve().stderr, "");
    }
}

#[test]
fn a_folder_that_cannot_be_created_is_reported_with_advice() {
    let folder = folder();
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    for cache in [file.clone(), file.join("below")] {
        for (arguments, name) in [
            (&["solve", "--puzzle", "2x2", "R U"][..], "pocket-half-turns"),
            (&["solve", "R U"], "two-phase-large"),
        ] {
            let run = run(&cache, arguments);
            assert_eq!((run.code, run.stdout.as_str()), (0, "U' R'\n"));
            let start = format!("cubegod: note: could not cache table {name}: cannot create the folder");
            assert!(run.stderr.starts_with(&start), "{}", run.stderr);
            assert!(run.stderr.ends_with("; set CUBEGOD_CACHE to a writable folder\n"), "{}", run.stderr);
        }
        assert_eq!(run(&cache, &["solve", "--quiet", "R U"]).stderr, "");
        let build = run(&cache, &["tables", "build", "pocket-half-turns"]);
        assert!(build.code == 1 && build.stderr.contains("set CUBEGOD_CACHE to"), "{}", build.stderr);
        let build = run(&cache, &["tables", "build", "--json", "pocket-half-turns"]);
        assert_eq!((build.code, &build.objects()[0]["error"]["kind"]), (1, &"io".into()));
        assert_eq!(run(&cache, &["tables", "verify"]).code, 0, "no table is damaged");
    }
    let mut nowhere = command();
    for name in ["CUBEGOD_CACHE", "CUBEGOD_TABLES", "XDG_CACHE_HOME", "HOME"] {
        nowhere.env_remove(name);
    }
    let run: Run = nowhere.args(["tables", "list"]).output().unwrap().into();
    assert!(run.code == 1 && run.stderr.contains("there is no home folder"), "{}", run.stderr);
}

#[cfg(unix)]
#[test]
fn commands_work_with_a_read_only_folder() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    let set_mode = |mode| fs::set_permissions(folder.path(), fs::Permissions::from_mode(mode)).unwrap();
    // As a user that owns neither the folder nor its files, if root runs the tests.
    let run = |arguments: &[&str]| {
        let mut command = plain();
        command.args(arguments).env("CUBEGOD_CACHE", folder.path()).env_remove("CUBEGOD_TABLES");
        without_rights(command).map(|mut command| Run::from(command.output().unwrap()))
    };
    set_mode(0o555);
    for arguments in [&["solve", "--puzzle", "2x2", "R U"][..], &["solve", "R U"]] {
        let Some(run) = run(arguments) else { return };
        assert_eq!((run.code, run.stdout.as_str()), (0, "U' R'\n"));
        assert!(
            run.stderr.contains("Permission denied; set CUBEGOD_CACHE to a writable folder"),
            "{}",
            run.stderr
        );
    }
    let clear = run(&["tables", "clear"]).unwrap();
    assert_eq!(clear.code, 0, "there is nothing to remove");
    set_mode(0o755);
    fs::write(table(folder.path(), LARGE), "").unwrap();
    set_mode(0o555);
    let clear = run(&["tables", "clear"]).unwrap();
    assert!(clear.code == 1 && clear.stderr.contains("could not remove table "), "{}", clear.stderr);
    set_mode(0o755);
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_detected_before_a_table_is_built() {
    let folder = folder();
    let script = "trap '' XFSZ; ulimit -f 1000; exec \"$0\" \"$@\"";
    for arguments in [&["solve", "--puzzle", "2x2", "R U"][..], &["solve", "R U"]] {
        let output = Command::new("sh")
            .args(["-c", script, env!("CARGO_BIN_EXE_cubegod")])
            .args(arguments)
            .env("CUBEGOD_CACHE", folder.path())
            .env_remove("CUBEGOD_TABLES")
            .output()
            .unwrap();
        let run = Run::from(output);
        assert_eq!((run.code, run.stdout.as_str()), (0, "U' R'\n"));
        assert!(run.stderr.contains(".table`: File too large; set CUBEGOD_CACHE to"), "{}", run.stderr);
    }
    assert_eq!(names(folder.path()), ["pocket-half-turns.lock", "two-phase-large.lock"]);
}

#[test]
fn tables_are_listed_built_verified_and_cleared() {
    let folder = folder();
    let cache = folder.path();
    let output_of = |arguments: &[&str]| steady(&run(cache, &[&["tables"], arguments].concat()), cache);
    assert_snapshot!("list_before_anything_is_built", output_of(&["list"]));
    assert_snapshot!("build", output_of(&["build", "pocket-quarter-turns", "pocket-half-turns"]));
    assert_snapshot!("build_of_what_is_ready", output_of(&["build", "pocket-half-turns"]));
    assert_snapshot!("list_of_two_tables", output_of(&["list"]));
    assert_snapshot!("list_for_machines", output_of(&["list", "--json"]));
    assert_snapshot!("verify_of_two_tables", output_of(&["verify"]));
    fs::write(cache.join("mine.txt"), "not a table").unwrap();
    fs::write(cache.join(".cubegod-pocket-half-turns-Ab1234"), [0; 1_000_000]).unwrap();
    assert_snapshot!("clear_of_one_table", output_of(&["clear", "pocket-half-turns"]));
    assert_snapshot!("clear", output_of(&["clear", "--json"]));
    assert_eq!(names(cache), ["mine.txt"]);
    assert_snapshot!("clear_of_nothing", output_of(&["clear"]));
    assert_eq!(run(cache, &["tables", "verify", LARGE]).stdout, "two-phase-large: not built\n");
}

#[test]
fn unknown_tables_are_refused_with_a_list() {
    for command in ["build", "verify", "clear"] {
        let run = cubegod(&["tables", command, "pocket"]);
        assert_eq!(run.code, 2);
        for name in ["pocket-half-turns", "pocket-quarter-turns", LARGE] {
            assert!(run.stderr.contains(name), "{}", run.stderr);
        }
    }
    for command in [&["solve", SOLVED3][..], &["engine"], &["challenge", "play", "127.0.0.1:1"]] {
        let run = cubegod(&[command, &["--tables", "huge"]].concat());
        assert!(run.code == 2 && run.stderr.contains("auto, small, large"), "{}", run.stderr);
    }
    for (choice, code) in [("huge", 2), ("small", 0), ("", 0)] {
        let folder = folder();
        let mut command = with_cache(folder.path());
        let output = command.env("CUBEGOD_TABLES", choice).args(["check", SOLVED3]).output().unwrap();
        assert_eq!(output.status.code(), Some(0), "commands without tables ignore the choice");
        let mut command = with_cache(folder.path());
        let output = command.env("CUBEGOD_TABLES", choice).args(["solve", SOLVED2]).output().unwrap();
        assert_eq!(output.status.code(), Some(code), "{choice:?}");
    }
}

#[test]
fn every_command_that_solves_uses_cached_tables() {
    let cache = &BUILT.folder;
    let before = names(cache);
    assert_eq!(run(cache, &["solve", "--tables", "large", "R U"]).stdout, "U' R'\n");
    for choice in ["auto", "large"] {
        let arguments = ["engine", "--tables", choice];
        let engine: Run = with_cache(cache).args(arguments).write_stdin("R U\n").output().unwrap().into();
        assert_eq!((engine.stdout.as_str(), engine.stderr.as_str()), ("U' R'\n", ""));
    }
    assert_eq!(run(cache, &["convert", "--to", "moves", "--from", "moves", "R U"]).stdout, "R U\n");
    let scramble = run(cache, &["scramble", "--seed", "3"]);
    let made = run(cache, &["convert", "--to", "facelets", scramble.lines()[0]]).stdout;
    assert_eq!(made, run(cache, &["scramble", "--seed", "3", "--to", "facelets"]).stdout);
    assert_eq!(names(cache), before);
}
