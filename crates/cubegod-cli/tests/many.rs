//! `cubegod solve` with many cubes: in order, on any number of threads, and interrupted.

#![allow(clippy::unwrap_used, reason = "outside of a test function clippy does not see that this is a test")]

mod common;
use common::*;
use cubegod::{Alg, Cube2, Cube3};
use serde_json::Value;
use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdout, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};

/// A 3x3 that is solved quickly.
const EASY3: &str = "UUFUUFUUFRRRRRRRRRFFDFFDFFDDDBDDBDDBLLLLLLLLLUBBUBBUBB";

/// Returns cubes of both sizes with invalid lines between them.
fn mixed() -> Vec<String> {
    let (small, large) = (cubes2(1, 200), cubes3(2, 12));
    let mut lines = Vec::new();
    for (number, cube) in small.into_iter().enumerate() {
        lines.push(cube);
        match number % 10 {
            1 => lines.extend(large.get(number / 10).cloned()),
            4 => lines.push("no cube at all".into()),
            5 => lines.push(ILLEGAL2.into()),
            7 => lines.push("UUUU????FFFF????????????".into()),
            8 => lines.push("R U Q".into()),
            9 => lines.push(EASY3.into()),
            _ => {}
        }
    }
    lines
}

fn text(lines: &[String]) -> String {
    lines.iter().map(|line| line.clone() + "\n").collect()
}

/// Removes the times, which change from run to run.
fn without_times(mut objects: Vec<Value>) -> Vec<Value> {
    for object in &mut objects {
        object.as_object_mut().unwrap().remove("seconds");
    }
    objects
}

fn objects(text: &str) -> Vec<Value> {
    without_times(text.lines().map(|line| serde_json::from_str(line).unwrap()).collect())
}

fn is_solved(object: &Value) -> bool {
    let cube = object["cube"].as_str().unwrap().as_bytes();
    let solution: Alg = object["solution"].as_str().unwrap().parse().unwrap();
    match cube.len() {
        24 => Cube2::from_facelets(cube).unwrap().apply(&solution).unwrap().is_solved(),
        _ => Cube3::from_facelets(cube).unwrap().apply(&solution).unwrap().is_solved(),
    }
}

#[test]
fn answers_are_in_order_and_the_same_on_any_number_of_threads() {
    let lines = mixed();
    let run = |threads: &str| {
        let arguments = ["solve", "--json", "--max-length", "21", "--threads", threads, "-"];
        let run = cubegod_reading(text(&lines), &arguments);
        assert_eq!((run.code, run.stderr.as_str()), (1, ""));
        without_times(run.objects())
    };
    let one = run("1");
    assert_eq!(one.len(), lines.len());
    for (number, (line, object)) in lines.iter().zip(&one).enumerate() {
        if object["error"].is_null() {
            assert_eq!(object["cube"], line.as_str());
            assert!(is_solved(object) && object["length"].as_u64().unwrap() <= 21);
        } else {
            assert_eq!(object["error"]["line"], number + 1, "{line}");
        }
    }
    assert_eq!(one.iter().filter(|object| !object["error"].is_null()).count(), 4 * 20);
    for threads in ["2", "7"] {
        assert_eq!(run(threads), one, "{threads} threads");
    }
}

#[test]
fn answers_and_errors_are_in_the_order_of_the_cubes() {
    let folder = folder();
    let input = folder.path().join("cubes.txt");
    fs::write(&input, text(&mixed())).unwrap();
    let run = |threads: &str| {
        // Both go into one file, as on a terminal.
        let path = folder.path().join(threads);
        let output = File::create(&path).unwrap();
        let mut child = plain()
            .args(["solve", "--max-length", "21", "--threads", threads, "-"])
            .stdin(File::open(&input).unwrap())
            .stdout(output.try_clone().unwrap())
            .stderr(output)
            .spawn()
            .unwrap();
        assert_eq!(exit_code(&mut child), Some(1));
        fs::read_to_string(path).unwrap()
    };
    let one = run("1");
    assert_eq!(one.matches("not a legal 2x2x2 cube").count(), 20);
    assert_eq!(one.matches("24 legal cubes fit").count(), 20);
    let complaints: Vec<usize> = one
        .lines()
        .filter_map(|line| line.strip_prefix("cubegod: line ").or(line.strip_prefix("line ")))
        .map(|rest| rest.split(':').next().unwrap().parse().unwrap())
        .collect();
    assert_eq!(complaints.len(), 80);
    assert!(complaints.is_sorted());
    for threads in ["2", "7"] {
        assert_eq!(run(threads), one, "{threads} threads");
    }
}

#[test]
fn all_completions_are_solved_in_order() {
    let views = ["UUUU????FFFF????????????", SOLVED2, "UUUU????????????????????", "no cube", EASY3];
    let input = views.map(|view| view.to_owned() + "\n").concat();
    let run = |threads: &str| {
        let run = cubegod_reading(input.clone(), &["solve", "--each", "--threads", threads, "-"]);
        assert_eq!(run.code, 1);
        run.stdout
    };
    let one = run("1");
    // Several completions are printed before their solutions; a single one is not.
    assert_eq!(one.lines().filter(|line| line.contains('\t')).count(), one.lines().count() - 2);
    assert!(one.lines().count() > 10_000, "more than is kept in memory at once: {}", one.lines().count());
    for threads in ["2", "7"] {
        assert!(run(threads) == one, "{threads} threads");
    }
}

#[test]
fn an_invalid_number_of_threads_is_refused() {
    for threads in ["0", "1025", "many", "-1"] {
        let run = cubegod(&["solve", &format!("--threads={threads}"), SOLVED2]);
        assert!(run.stderr.contains("expected a whole number from 1 to 1024"), "{}", run.stderr);
        assert_eq!(run.code, 2);
    }
    assert_eq!(cubegod(&["solve", "--threads", "1024", SOLVED2, SOLVED3]).stdout, "\n\n");
}

// Running processes.

fn rest(mut reader: impl Read) -> String {
    let mut text = String::new();
    reader.read_to_string(&mut text).unwrap();
    text
}

/// The lines of a process, with a guard against hangs.
struct Answers {
    lines: Receiver<String>,
}

impl Answers {
    fn new(mut stdout: BufReader<ChildStdout>) -> Answers {
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            // The last line is empty.
            while sender.send(line(&mut stdout)).is_ok() {}
        });
        Answers { lines }
    }

    fn next(&self) -> String {
        self.lines.recv_timeout(TIMEOUT).expect("an answer")
    }

    fn rest(&self) -> String {
        std::iter::from_fn(|| Some(self.next()).filter(|line| !line.is_empty())).collect()
    }
}

/// Starts a process with open pipes for input and output.
fn started(arguments: &[&str]) -> (Child, BufReader<ChildStdout>) {
    let mut child = plain()
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let stdout = BufReader::new(child.stdout.take().unwrap());
    (child, stdout)
}

fn line(reader: &mut impl BufRead) -> String {
    let mut line = String::new();
    reader.read_line(&mut line).unwrap();
    line
}

#[test]
fn each_cube_is_answered_before_the_next_is_read() {
    for more in [&[][..], &["--threads", "1"]] {
        let (mut child, answers) = started(&[&["solve", "-"], more].concat());
        let (mut stdin, answers) = (child.stdin.take().unwrap(), Answers::new(answers));
        for _ in 0..3 {
            for (cube, answer) in [("R U2\n", "U2 R'\n"), (SOLVED2, "\n"), (EASY3, "L'\n"), ("y x\n", "\n")] {
                writeln!(stdin, "{cube}").unwrap();
                assert_eq!(answers.next().len(), answer.len(), "{cube}");
            }
        }
        drop(stdin);
        assert_eq!(exit_code(&mut child), Some(0));
    }
}

#[test]
fn an_argument_is_answered_before_standard_input_is_read() {
    let (mut child, answers) = started(&["solve", SOLVED2, "-"]);
    assert_eq!(Answers::new(answers).next(), "\n");
    drop(child.stdin.take());
    assert_eq!(exit_code(&mut child), Some(1), "standard input was empty");
}

#[test]
fn a_slow_cube_does_not_delay_the_answers_before_it() {
    let hard = &cubes3(6, 1)[0];
    for threads in ["1", "2"] {
        let (mut child, answers) =
            started(&["solve", "--max-length", "1", "--budget", "1h", "--threads", threads, "-"]);
        let (mut stdin, answers) = (child.stdin.take().unwrap(), Answers::new(answers));
        write!(stdin, "{SOLVED2}\nR\n\n{SOLVED2}\n{hard}\n{SOLVED2}\n").unwrap();
        assert_eq!([answers.next(), answers.next(), answers.next()].concat(), "\nR'\n\n");
        child.kill().unwrap();
        child.wait().unwrap();
    }
}

#[test]
fn a_closed_pipe_ends_all_threads_without_a_message() {
    let folder = folder();
    let many = folder.path().join("many");
    fs::write(&many, text(&cubes2(7, 50_000))).unwrap();
    let many = format!("@{}", many.display());
    let anything = "?".repeat(24);
    for arguments in [
        &["solve", "--threads", "2", many.as_str()][..],
        &["solve", "--threads", "7", "--json", many.as_str()],
        &["solve", "--each", anything.as_str()],
        &["solve", "--each", "--threads", "2", anything.as_str(), anything.as_str(), anything.as_str()],
    ] {
        let (mut child, mut answers) = started(arguments);
        assert!(line(&mut answers).ends_with('\n'));
        drop(answers);
        assert_eq!(exit_code(&mut child), Some(0), "{arguments:?}");
        assert_eq!(rest(child.stderr.take().unwrap()), "");
    }
}

#[cfg(unix)]
fn send(signal: &str, child: &Child) {
    assert!(Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap().success());
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_complete_lines_and_prints_their_number() {
    let easy = cubes2(8, 20);
    for (signal, code, threads) in [("-INT", 130, "1"), ("-TERM", 143, "2"), ("-INT", 130, "7")] {
        // No solution is this short: the search would run for an hour.
        let arguments = ["solve", "--json", "--max-length", "1", "--budget", "1h", "--threads", threads, "-"];
        let (mut child, answers) = started(&arguments);
        let (mut stdin, answers) = (child.stdin.take().unwrap(), Answers::new(answers));
        write!(stdin, "{}{}", text(&easy), text(&cubes3(9, 20))).unwrap();
        let mut read: String = (0..easy.len()).map(|_| answers.next()).collect();
        send(signal, &child);
        // Standard input stays open, and the process does not wait for it.
        assert_eq!(exit_code(&mut child), Some(code));
        read += &answers.rest();
        assert!(read.ends_with('\n'));
        let objects = objects(&read);
        assert!(objects.iter().zip(&easy).all(|(object, cube)| object["cube"] == cube.as_str()));
        let note = format!("cubegod: stopped after {} cubes\n", objects.len());
        assert_eq!(rest(child.stderr.take().unwrap()), note);
        drop(stdin);
    }
}
