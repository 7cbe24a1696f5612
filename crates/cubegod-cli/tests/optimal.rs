//! `cubegod solve --method optimal`
//!
//! Every process builds the smallest table first: many cubes share one.

#![allow(clippy::unwrap_used, reason = "outside of a test function clippy does not see that this is a test")]

mod common;
use common::*;
use cubegod::{Alg, Metric};
use insta::assert_snapshot;
use serde_json::{Value, json};

const OPTIMAL: [&str; 3] = ["solve", "--method", "optimal"];

/// Scrambles and their optimal lengths.
const SCRAMBLES: [(&str, usize); 6] =
    [("R U2 F' D L B2", 6), ("R", 1), ("R L' U2", 3), ("R R", 1), ("F R' U B2 D' L F", 7), ("R U F", 3)];

fn optimal(arguments: &[&str]) -> Run {
    cubegod(&[&OPTIMAL, arguments].concat())
}

fn is_solved_by(cube: &str, solution: &Value) -> bool {
    cubegod(&["apply", "--json", cube, solution.as_str().unwrap()]).objects()[0]["solved"] == true
}

#[test]
fn many_cubes_are_answered_in_order() {
    let input: String = SCRAMBLES.iter().map(|(scramble, _)| format!("{scramble}\n")).collect();
    let run = cubegod_reading(input, &[&OPTIMAL[..], &["--json", "-"]].concat());
    let answers = run.objects();
    assert_eq!((run.code, answers.len()), (0, SCRAMBLES.len()));
    for (answer, (scramble, length)) in answers.iter().zip(SCRAMBLES) {
        assert!(is_solved_by(scramble, &answer["solution"]), "{answer}");
        assert_eq!((&answer["length"], &answer["metric"]), (&json!(length), &json!("htm")), "{answer}");
        assert_eq!((&answer["method"], &answer["optimal"]), (&json!("optimal"), &json!(true)), "{answer}");
        assert_eq!((&answer["table"], answer.get("at_least")), (&json!("29 MB in memory"), None), "{answer}");
        assert!(answer["depths"].is_array(), "{answer}");
    }
}

#[test]
fn an_unfinished_proof_reports_the_best_solution_and_the_lower_bound() {
    let run = optimal(&["--budget", "0", "superflip"]);
    assert_eq!(run.code, 0, "{run:?}");
    let moves = run.stdout.split_whitespace().count();
    let words =
        run.stderr.strip_prefix(&format!("cubegod: stopped: {moves} moves known, at least ")).unwrap();
    let at_least: usize = words.strip_suffix(" needed\n").unwrap().parse().unwrap();
    assert!((20..=30).contains(&moves) && (1..20).contains(&at_least), "{run:?}");
    let run = optimal(&["--budget", "0", "--at-most", "19", "--json", "superflip"]);
    let answer = &run.objects()[0];
    assert_eq!((run.code, &answer["optimal"], &answer["too_long"]), (1, &json!(false), &json!(true)));
    assert_eq!(answer["at_least"], json!(at_least));
    let run = optimal(&["--budget", "0", "--distance", "superflip"]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""));
    assert!(run.stderr.contains(" moves known, at least "), "{run:?}");
}

/// Interrupts a run after some seconds.
#[cfg(unix)]
fn interrupted(arguments: &[&str], seconds: u64) -> Run {
    let child = plain()
        .args(OPTIMAL)
        .args(arguments)
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_secs(seconds));
    let process = rustix::process::Pid::from_child(&child);
    rustix::process::kill_process(process, rustix::process::Signal::INT).unwrap();
    let run = Run::from(child.wait_with_output().unwrap());
    assert_eq!(run.code, 130, "{run:?}");
    run
}

#[cfg(unix)]
#[test]
fn an_interrupt_prints_the_best_solution_and_the_lower_bound() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (proof, list) = (path("proof.json"), format!("@{}", path("list.txt")));
    std::fs::write(&list[1..], "superflip\n").unwrap();
    for cube in ["superflip", &list] {
        // On a busy machine the interrupt may come before the table is built; then there is no solution.
        let mut runs =
            [2, 8, 32, 128].iter().map(|&seconds| interrupted(&["--certificate", &proof, cube], seconds));
        let run = runs.find(|run| !run.stdout.is_empty()).expect("a solution is found by then");
        assert_eq!(run.stdout.lines().count(), 1, "{run:?}");
        assert!(is_solved_by("superflip", &run.stdout.trim().into()), "{run:?}");
        assert!(
            run.stderr.contains("stopped: ") && run.stderr.contains(" moves known, at least "),
            "{run:?}"
        );
        assert!(run.stderr.contains("nothing is proven"), "{run:?}");
        assert!(!std::fs::exists(&proof).unwrap(), "{run:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn an_idle_thread_takes_tasks_of_another_cube() {
    // With the smallest table, its proof takes many minutes.
    let hard = cubes3(7, 1).remove(0);
    let mut child = plain()
        .args(OPTIMAL)
        .args(["--threads", "2", SOLVED3, &hard])
        .stdout(std::process::Stdio::null())
        .stderr(std::process::Stdio::null())
        .spawn()
        .unwrap();
    let tasks = format!("/proc/{}/task", child.id());
    let extra_workers = || {
        let tasks = std::fs::read_dir(&tasks).into_iter().flatten().flatten();
        let names = tasks.filter_map(|task| std::fs::read_to_string(task.path().join("comm")).ok());
        names.filter(|name| name.trim() == "extra worker").count()
    };
    wait_until(|| extra_workers() > 0);
    // The other thread has the cube; an extra worker that ends may overlap with the next one.
    let count = |_| {
        std::thread::sleep(std::time::Duration::from_millis(5));
        extra_workers()
    };
    let overlaps = (0..100).map(count).filter(|&count| count > 1).count();
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(overlaps < 50, "{overlaps}");
}

#[test]
fn the_option_at_most_reports_whether_there_is_a_solution() {
    let run = cubegod_reading("R U F\nR U F D\n", &[&OPTIMAL[..], &["--at-most", "3", "-"]].concat());
    assert_snapshot!(run.all());
}

#[test]
fn all_shortest_solutions_are_listed_and_counted() {
    // Opposite faces are turned in one order only.
    let run = cubegod_reading("R2 L2 U2 D2\nR L\n", &[&OPTIMAL[..], &["--all", "--json", "-"]].concat());
    let answers = run.objects();
    let all = answers[0]["solutions"].as_array().unwrap();
    assert!(all.len() > 1 && all.iter().all(|one| is_solved_by("R2 L2 U2 D2", one)), "{run:?}");
    assert_eq!(answers[1]["solutions"], json!(["R' L'"]));
    let essential =
        optimal(&["--count", "--essential", "R2 L2 U2 D2"]).stdout.trim().parse::<usize>().unwrap();
    assert!((1..all.len()).contains(&essential), "{essential} of {}", all.len());
}

#[test]
fn an_old_certificate_is_not_mistaken_for_one_of_this_run() {
    let folder = folder();
    let path = folder.path().join("proof.json");
    let file = path.to_str().unwrap();
    let run = optimal(&["--budget", "0", "--certificate", file, "superflip"]);
    let message = format!("nothing is proven: the certificate `{file}` was not written\n");
    assert!(run.stderr.ends_with(&message) && run.code == 1, "{run:?}");
    std::fs::write(&path, "old").unwrap();
    let run = optimal(&["--budget", "0", "--certificate", file, "superflip"]);
    let message = format!("the certificate was not written; `{file}` is from an earlier run\n");
    assert!(run.stderr.ends_with(&format!("nothing is proven: {message}")) && run.code == 1, "{run:?}");
    // Invalid moves, and a size without certificates.
    for cube in ["R U Q", SOLVED2] {
        let run = optimal(&["--certificate", file, cube]);
        assert!(run.stderr.ends_with(&message) && run.code == 1 && run.stdout.is_empty(), "{run:?}");
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
}

#[test]
fn an_impossible_certificate_is_refused_before_anything_is_solved() {
    let folder = folder();
    let run = optimal(&["--certificate", folder.path().join("proof.json").to_str().unwrap(), SOLVED2]);
    let message = "cubegod: --certificate works for 3x3x3 cubes only; leave it out for a 2x2x2\n";
    assert_eq!((run.code, run.stdout.as_str(), run.stderr.as_str()), (1, "", message));
    let place = folder.path().to_str().unwrap();
    let run = optimal(&["--certificate", place, "superflip"]);
    let message = format!("cannot write the file `{place}`: it is a folder; name a file");
    assert!(run.code == 2 && run.stderr.contains(&message), "{run:?}");
}

#[test]
fn a_certificate_is_written_for_one_cube() {
    let folder = folder();
    let path = folder.path().join("proof.json");
    let file = path.to_str().unwrap();
    let run = optimal(&["--certificate", file, "--metric", "qtm", "R2 U", "--target", "F"]);
    assert_eq!(run.code, 0, "{run:?}");
    let certificate: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
    assert_eq!(certificate["format"], "cubegod certificate");
    assert_eq!((&certificate["version"], &certificate["metric"]), (&json!(2), &json!("qtm")));
    assert_eq!((&certificate["length"], &certificate["solution"]), (&json!(4), &json!(run.stdout.trim())));
    assert_eq!(
        (&certificate["table"]["bytes"], &certificate["table"]["count"]),
        (&json!(29_424_096), &json!("quarter turns"))
    );
    assert_eq!(certificate["table"]["checksum"].as_str().unwrap().len(), 8);
    // The solution of a certificate solves its cube.
    let solved = cubegod(&["apply", certificate["cube"].as_str().unwrap(), run.stdout.trim()]);
    assert_eq!(solved.stdout.trim(), SOLVED3);
    let several = cubegod_reading("R U\nF\n", &[&OPTIMAL[..], &["--certificate", file, "-"]].concat());
    assert!(several.code == 2 && several.stderr.contains("--certificate is for one cube"), "{several:?}");
}

#[test]
fn pocket_cubes_are_solved_with_the_pocket_table() {
    let pocket = |arguments: &[&str]| optimal(&[arguments, &["--puzzle", "2x2", "R U2 F'"]].concat());
    let fast = cubegod(&["solve", "--puzzle", "2x2", "R U2 F'"]);
    assert_eq!(pocket(&[]).stdout, fast.stdout);
    assert_eq!(pocket(&["--exact", "--faces", "RUF", "--at-most", "3"]).code, 0);
    let run = pocket(&["--at-most", "2"]);
    assert_eq!((run.code, run.stderr.as_str()), (1, "cubegod: no solution within 2 moves (proven)\n"));
    let run = pocket(&["--all", "--essential"]);
    assert!(run.code == 1 && run.stderr.contains("--essential works for 3x3x3 cubes only"), "{run:?}");
    let listed = |fewest: &[&str]| {
        let run = optimal(&[&["--puzzle", "2x2", "--all"], fewest, &["U2 F2 R U' F U L' F U' R2"]].concat());
        run.lines().into_iter().map(str::to_owned).collect::<Vec<String>>()
    };
    let (all, fewest) = (listed(&[]), listed(&["--fewest-quarter-turns"]));
    let quarter_turns = |moves: &String| moves.parse::<Alg>().unwrap().length(Metric::Qtm);
    let least = all.iter().map(quarter_turns).min();
    let expected: Vec<String> = all.iter().filter(|one| Some(quarter_turns(one)) == least).cloned().collect();
    assert!(fewest == expected && fewest.len() < all.len(), "{fewest:?} of {all:?}");
}

#[test]
fn options_that_exclude_each_other_are_refused_before_any_table_is_built() {
    let message: Vec<String> = [
        &["--max-length", "20"][..],
        &["--solutions", "2"],
        &["--stages"],
        &["--essential"],
        &["--fewest-quarter-turns", "--distance"],
        &["--faces", "RUF"],
        &["--exact"],
        &["--metric", "stm"],
    ]
    .map(|arguments| optimal(&[arguments, &["R U F"]].concat()).stderr)
    .into();
    assert_snapshot!(message.join("").replace("\n\nFor more information, try `cubegod help`.", ""));
    for arguments in [
        &["--at-most", "3"][..],
        &["--all", "--essential"],
        &["--fewest-quarter-turns"],
        &["--certificate", "nowhere.json"],
        &["--all"],
    ] {
        let run = cubegod(&[&["solve"], arguments, &["R U F"]].concat());
        assert!(
            run.code > 0 && run.stderr.contains("needs --method optimal; add it, or leave out"),
            "{run:?}"
        );
    }
    let nowhere = optimal(&["--certificate", "no/such/folder/proof.json", "R U F"]);
    assert!(
        nowhere.code == 2 && nowhere.stderr.contains("the folder `no/such/folder` does not exist; create it"),
        "{nowhere:?}"
    );
    let layers = cubegod(&["solve", "--method", "layers", "--at-most", "3", "R"]);
    assert!(layers.code == 2 && layers.stderr.contains("--at-most needs --method optimal"), "{layers:?}");
}
