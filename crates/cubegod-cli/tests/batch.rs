//! `cubegod batch` with text, CSV and JSON lines, which every build has.

#![allow(clippy::unwrap_used, reason = "outside of a test function clippy does not see that this is a test")]

mod common;
use common::*;
use cubegod_columns::{BatchOptions, OptionUse};
use cubegod_service::OptionId;
use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

fn batch(source: &Path, target: &Path, more: &[&str]) -> Run {
    cubegod(&[&["batch", source.to_str().unwrap(), target.to_str().unwrap()], more].concat())
}

fn parts(target: &Path) -> PathBuf {
    PathBuf::from(format!("{}.parts", target.display()))
}

/// A net over several lines, two cubes of one line, a blank line, and a line that is not a cube.
const CUBES: &str = "R U F\n\n  WW\n  WW\nOOGGRRBB\nOOGGRRBB\n  YY\n  YY\nno cube\n[R, U]\n";

#[test]
fn a_text_file_gives_one_line_per_cube() {
    let folder = folder();
    let [source, target] = ["in.txt", "out.txt"].map(|name| folder.path().join(name));
    fs::write(&source, CUBES).unwrap();
    let run = batch(&source, &target, &[]);
    assert_eq!((run.code, run.stdout.as_str()), (1, ""), "{}", run.stderr);
    assert!(run.stderr.contains("4 rows in `") && run.stderr.ends_with("; 1 row has an error\n"), "{run:?}");
    let text = fs::read_to_string(&target).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines[0], lines[1], lines[3]), ("F' U' R'", "", "U R U' R'"));
    assert!(lines[2].starts_with("error: ") && lines.len() == 4, "{text}");
    assert!(!parts(&target).exists());
}

#[test]
fn text_csv_and_json_lines_are_converted_into_each_other() {
    let folder = folder();
    let place = |name: &str| folder.path().join(name);
    fs::write(place("in.txt"), "R U F\n[R, U]\n").unwrap();
    fs::write(place("in.csv"), "id,cube\n1,R U F\n2,\"[R, U]\"\n").unwrap();
    fs::write(place("in.jsonl"), "{\"cube\": \"R U F\", \"n\": 1.50}\n{\"cube\":\"[R, U]\",\"m\":[1, 2]}\n")
        .unwrap();
    for (source, target, expected) in [
        ("in.txt", "out.txt", "F' U' R'\nU R U' R'\n"),
        ("in.txt", "out.csv", "cube,solution,length,error\nR U F,F' U' R',3,\n\"[R, U]\",U R U' R',4,\n"),
        (
            "in.txt",
            "out.jsonl",
            "{\"cube\":\"R U F\",\"solution\":\"F' U' R'\",\"length\":3,\"error\":null}\n\
             {\"cube\":\"[R, U]\",\"solution\":\"U R U' R'\",\"length\":4,\"error\":null}\n",
        ),
        ("in.csv", "out.txt", "F' U' R'\nU R U' R'\n"),
        (
            "in.csv",
            "out.csv",
            "id,cube,solution,length,error\n1,R U F,F' U' R',3,\n2,\"[R, U]\",U R U' R',4,\n",
        ),
        (
            "in.csv",
            "out.jsonl",
            "{\"id\":\"1\",\"cube\":\"R U F\",\"solution\":\"F' U' R'\",\"length\":3,\"error\":null}\n\
             {\"id\":\"2\",\"cube\":\"[R, U]\",\"solution\":\"U R U' R'\",\"length\":4,\"error\":null}\n",
        ),
        ("in.jsonl", "out.txt", "F' U' R'\nU R U' R'\n"),
        (
            "in.jsonl",
            "out.csv",
            "cube,n,m,solution,length,error\nR U F,1.50,,F' U' R',3,\n\"[R, U]\",,\"[1, 2]\",U R U' R',4,\n",
        ),
        (
            "in.jsonl",
            "out.ndjson",
            "{\"cube\": \"R U F\", \"n\": 1.50,\"solution\":\"F' U' R'\",\"length\":3,\"error\":null}\n\
             {\"cube\":\"[R, U]\",\"m\":[1, 2],\"solution\":\"U R U' R'\",\"length\":4,\"error\":null}\n",
        ),
    ] {
        let run = batch(&place(source), &place(target), &["--overwrite"]);
        assert_eq!(run.code, 0, "{source} {target}: {}", run.stderr);
        assert_eq!(fs::read_to_string(place(target)).unwrap(), expected, "{source} {target}");
    }
}

#[test]
fn the_option_kind_overrides_the_names_of_files() {
    let folder = folder();
    let [source, target] = ["cubes", "answers"].map(|name| folder.path().join(name));
    fs::write(&source, "cube\nR\n").unwrap();
    let run = batch(&source, &target, &[]);
    assert!(run.code == 2 && run.stderr.contains("cannot tell the kind of"), "{}", run.stderr);
    assert_eq!(batch(&source, &target, &["--kind", "csv"]).code, 0);
    assert_eq!(fs::read_to_string(&target).unwrap(), "cube,solution,length,error\nR,R',1,\n");
    let run = batch(&source, &folder.path().join("out.jsonl"), &["--kind", "text"]);
    assert_eq!(run.code, 1, "{}", run.stderr);
    assert_eq!(fs::read_to_string(folder.path().join("out.jsonl")).unwrap().lines().count(), 2);
}

#[test]
fn options_of_the_solver_are_used() {
    let folder = folder();
    let [source, target] = ["in.txt", "out.txt"].map(|name| folder.path().join(name));
    fs::write(&source, "R U F\n").unwrap();
    for (more, expected) in [
        (&["--target", "R U"][..], "F'\n"),
        (&["--puzzle", "2x2", "--exact"], "F' U' R'\n"),
        (&["--puzzle", "2x2", "--metric", "qtm"], "F' U' R'\n"),
        (&["--max-length", "2"], "error: there is no solution of at most 2 moves; the best is F' U' R'\n"),
        (&["--method", "optimal"], "F' U' R'\n"),
    ] {
        batch(&source, &target, &[more, &["--overwrite"]].concat());
        assert_eq!(fs::read_to_string(&target).unwrap(), expected, "{more:?}");
    }
    batch(&source, &target, &["--overwrite", "--nodes", "1000"]);
    assert_eq!(fs::read_to_string(&target).unwrap(), "F' U' R'\n");
    batch(&source, &target, &["--overwrite", "--method", "layers"]);
    assert!(fs::read_to_string(&target).unwrap().split_whitespace().count() > 3);
    fs::write(&source, "L B D\n").unwrap();
    batch(&source, &target, &["--overwrite", "--puzzle", "2x2", "--faces", "URF"]);
    let solution = fs::read_to_string(&target).unwrap();
    assert!(!solution.contains(['L', 'B', 'D']) && solution.split_whitespace().count() == 3, "{solution}");
}

#[test]
fn a_binary_file_is_one_error() {
    let folder = folder();
    let [source, target] = ["in.txt", "out.txt"].map(|name| folder.path().join(name));
    fs::write(&source, b"\xff\xfe\xfd\n".repeat(1000)).unwrap();
    let run = batch(&source, &target, &[]);
    assert!(run.stderr.contains("20 lines in a row are not text"), "{}", run.stderr);
    assert_eq!((run.code, target.exists(), parts(&target).exists()), (1, false, false));
}

#[cfg(not(feature = "parquet"))]
#[test]
fn a_build_without_parquet_names_the_command_that_builds_one() {
    let folder = folder();
    let source = folder.path().join("in.txt");
    fs::write(&source, "R\n").unwrap();
    let run = batch(&source, &folder.path().join("out.parquet"), &[]);
    assert_eq!(run.code, 2);
    let command = "`cargo install --locked --path crates/cubegod-cli --features parquet`";
    assert!(run.stderr.contains(command), "{}", run.stderr);
}

/// Starts a run that takes long, and kills it when a row is kept.
fn interrupt(source: &Path, target: &Path, more: &[&str]) {
    let mut child = plain()
        .args(["batch", source.to_str().unwrap(), target.to_str().unwrap(), "--keep-every", "100ms"])
        .args(more)
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let is_part = |entry: std::io::Result<fs::DirEntry>| {
        entry.unwrap().file_name().to_str().unwrap().starts_with("part-")
    };
    wait_until(|| fs::read_dir(parts(target)).is_ok_and(|mut entries| entries.any(is_part)));
    child.kill().unwrap();
    child.wait().unwrap();
}

/// A search of an hour for a solution of one move, which does not exist.
const ENDLESS: [&str; 4] = ["--max-length", "1", "--budget", "1h"];

/// What happens to an interrupted run if an option is added or changed.
enum Change {
    /// The resumed run is refused with this message.
    Refused { first: &'static [&'static str], second: &'static [&'static str], message: &'static str },
    /// The resumed run continues.
    Continued(&'static [&'static str]),
    /// The option is about the files, not about the answers.
    OfFiles,
    /// `batch` has no such option.
    Absent,
}

/// Returns the change that is tested for an option. Every option is listed, so that a new one needs a test here.
fn change_of(option: OptionId) -> Change {
    let refused = |second, message| Change::Refused { first: &ENDLESS, second, message };
    match option {
        OptionId::Method => refused(&["--method", "layers"], "method was fast and is now layers"),
        OptionId::Metric => refused(
            &["--max-length", "1", "--budget", "1h", "--metric", "qtm"],
            "metric was htm and is now qtm",
        ),
        OptionId::Exact => {
            refused(&["--max-length", "1", "--budget", "1h", "--exact"], "exact was false and is now true")
        }
        OptionId::Faces => refused(
            &["--max-length", "1", "--budget", "1h", "--faces", "URFDL"],
            "faces was URFDLB and is now URFDL",
        ),
        OptionId::Target => refused(
            &["--max-length", "1", "--budget", "1h", "--target", "superflip"],
            "target was solved and is now UB",
        ),
        OptionId::MaxLength => {
            refused(&["--max-length", "2", "--budget", "1h"], "max-length was 1 and is now 2")
        }
        OptionId::Budget => {
            refused(&["--max-length", "1", "--budget", "2h"], "budget was 3600s and is now 7200s")
        }
        OptionId::Nodes => Change::Refused {
            first: &["--max-length", "1", "--nodes", "1000000000000"],
            second: &["--max-length", "1", "--nodes", "1000000000001"],
            message: "nodes was 1000000000000 and is now 1000000000001",
        },
        OptionId::Any => {
            refused(&["--max-length", "1", "--budget", "1h", "--any"], "any was false and is now true")
        }
        OptionId::From => refused(
            &["--max-length", "1", "--budget", "1h", "--from", "facelets"],
            "from was default and is now facelets",
        ),
        OptionId::Puzzle => refused(
            &["--max-length", "1", "--budget", "1h", "--puzzle", "3x3"],
            "puzzle was default and is now 3x3x3",
        ),
        OptionId::Tables => refused(
            &["--max-length", "1", "--budget", "1h", "--tables", "large"],
            "tables was small and is now large",
        ),
        OptionId::Lang => Change::Continued(&["--lang", "zh"]),
        OptionId::Threads => Change::Continued(&["--threads", "3"]),
        OptionId::Json => Change::Continued(&["--json"]),
        OptionId::AtMost
        | OptionId::Solutions
        | OptionId::All
        | OptionId::Essential
        | OptionId::FewestQuarterTurns
        | OptionId::Count
        | OptionId::Distance
        | OptionId::Each
        | OptionId::Stages
        | OptionId::Data
        | OptionId::DataFrom
        | OptionId::Up
        | OptionId::Front
        | OptionId::AllOrientations
        | OptionId::Grep
        | OptionId::To
        | OptionId::Letters
        | OptionId::List
        | OptionId::Alg
        | OptionId::Seed
        | OptionId::NotFirst
        | OptionId::NotLast
        | OptionId::Certificate
        | OptionId::Interactive => Change::Absent,
        // With these, a run is another one or starts over; tests of their own show that.
        OptionId::Kind | OptionId::Restart => Change::OfFiles,
        OptionId::Overwrite => Change::Continued(&["--overwrite"]),
    }
}

#[test]
fn a_run_with_another_option_is_refused() {
    let folder = folder();
    let source = folder.path().join("in.csv");
    let hard = &cubes3(6, 1)[0];
    fs::write(&source, format!("cube,other\nR,R\n{hard},R\n")).unwrap();
    // An interrupted run for each list of first options.
    let mut interrupted: Vec<(&[&str], PathBuf)> = Vec::new();
    for option in OptionId::ALL {
        let Change::Refused { first, second, message } = change_of(option) else { continue };
        let known = interrupted.iter().find(|(options, _)| *options == first);
        let target = known.map(|(_, target)| target.clone()).unwrap_or_else(|| {
            let target = folder.path().join(format!("out{}.csv", interrupted.len()));
            interrupt(&source, &target, first);
            interrupted.push((first, target.clone()));
            target
        });
        let run = batch(&source, &target, second);
        assert!(run.stderr.contains(message), "{option:?}: {}", run.stderr);
        assert!(run.stderr.contains("use --restart to delete them and start over"), "{}", run.stderr);
        assert_eq!((run.code, target.exists()), (2, false));
    }
    let target = &interrupted[0].1;
    let run = batch(&source, target, &[&ENDLESS[..], &["--column", "other"]].concat());
    assert!(run.stderr.contains("column was cube and is now other"), "{}", run.stderr);
    let run = batch(&source, target, &["--restart", "--max-length", "21"]);
    assert_eq!((run.code, parts(target).exists()), (0, false), "{}", run.stderr);
}

#[test]
fn a_run_of_another_version_is_refused() {
    let folder = folder();
    let [source, target] = ["in.csv", "out.csv"].map(|name| folder.path().join(name));
    fs::write(&source, format!("cube\nR\n{}\n", cubes3(6, 1)[0])).unwrap();
    interrupt(&source, &target, &ENDLESS);
    let path = parts(&target).join("manifest.json");
    let manifest = fs::read_to_string(&path).unwrap();
    let change = |name: &str| {
        let mut fields: Value = serde_json::from_str(&manifest).unwrap();
        let settings = fields["settings"].as_array_mut().unwrap();
        let setting = settings.iter_mut().find(|setting| setting[0] == name).unwrap();
        setting[1] = "0.0.1".into();
        fs::write(&path, fields.to_string()).unwrap();
        batch(&source, &target, &ENDLESS)
    };
    for (name, now) in [("version", env!("CARGO_PKG_VERSION")), ("format", "")] {
        let run = change(name);
        assert!(run.stderr.contains(&format!("{name} was 0.0.1 and is now {now}")), "{}", run.stderr);
        assert_eq!((run.code, target.exists()), (2, false));
    }
}

#[test]
fn options_that_answers_do_not_depend_on_may_change() {
    let folder = folder();
    let [source, target, whole] = ["in.txt", "out.txt", "whole.txt"].map(|name| folder.path().join(name));
    let cubes = cubes3(12, 8).join("\n");
    fs::write(&source, format!("R\nno cube\n{cubes}\n")).unwrap();
    let options = ["--max-length", "1", "--nodes", "1000000"];
    batch(&source, &whole, &options);
    for option in OptionId::ALL {
        let Change::Continued(more) = change_of(option) else { continue };
        interrupt(&source, &target, &options);
        let run = batch(&source, &target, &[&options, more].concat());
        assert_eq!(run.code, 1, "{option:?}: {}", run.stderr);
        let is_continued =
            ["of them from an earlier run", "来自以前的运行"].iter().any(|words| run.stderr.contains(words))
                || run.objects().first().is_some_and(|summary| summary["rows_before"].as_u64() > Some(0));
        assert!(is_continued, "{option:?}: {run:?}");
        assert_eq!(fs::read(&target).unwrap(), fs::read(&whole).unwrap(), "{option:?}");
        fs::remove_file(&target).unwrap();
    }
}

#[test]
fn options_that_would_change_the_columns_are_unknown() {
    for option in OptionId::ALL {
        let is_absent = matches!(change_of(option), Change::Absent);
        // The two lists agree.
        let option_use = BatchOptions::default().use_of(option, "small");
        assert_eq!(is_absent, option_use == OptionUse::Absent, "{option:?}: {option_use:?}");
        let is_recorded = matches!(option_use, OptionUse::Recorded(_));
        assert_eq!(matches!(change_of(option), Change::Refused { .. }), is_recorded, "{option:?}");
        if is_absent {
            let name = format!("--{}", option.name().replace('_', "-"));
            let run = cubegod(&["batch", "in.txt", "out.txt", &name, "1"]);
            assert!(run.stderr.contains(&format!("unexpected argument '{name}'")), "{}", run.stderr);
            assert_eq!(run.code, 2);
        }
    }
}

#[test]
fn any_solves_one_of_several_cubes() {
    let folder = folder();
    let [source, target] = ["in.csv", "out.csv"].map(|name| folder.path().join(name));
    fs::write(&source, "cube\nUUUU????FFFF????????????\nR U F\nUUUURRRRFFFFDDDDLLLLBBBU\n").unwrap();
    let solved = |more: &[&str]| {
        let run = batch(&source, &target, &[more, &["--overwrite"]].concat());
        assert_eq!(run.code, 1, "{}", run.stderr);
        let text = fs::read_to_string(&target).unwrap();
        text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>()
    };
    let (without, with) = (solved(&[]), solved(&["--any"]));
    assert!(without[0].contains(",,,\"24 legal cubes fit"), "{without:?}");
    let single = cubegod(&["solve", "--any", "UUUU????FFFF????????????"]);
    assert!(with[0].starts_with(&format!("UUUU????FFFF????????????,{},", single.lines()[0])), "{with:?}");
    assert_eq!((&with[1], &with[2]), (&without[1], &without[2]));
}

#[test]
fn a_run_with_another_input_or_kind_is_refused() {
    let folder = folder();
    let [source, target] = ["cubes", "answers"].map(|name| folder.path().join(name));
    let hard = &cubes3(6, 1)[0];
    fs::write(&source, format!("cube\nR\n{hard}\n")).unwrap();
    interrupt(&source, &target, &[&ENDLESS[..], &["--kind", "csv"]].concat());
    let run = batch(&source, &target, &[&ENDLESS[..], &["--kind", "text"]].concat());
    assert!(run.code == 2 && run.stderr.contains("input was csv and is now text"), "{}", run.stderr);
    fs::write(&source, "cube\nR\nU\n").unwrap();
    let run = batch(&source, &target, &[&ENDLESS[..], &["--kind", "csv"]].concat());
    assert!(run.code == 2 && run.stderr.contains("the input was changed since"), "{}", run.stderr);
}

#[test]
fn a_text_file_is_continued_where_it_was_interrupted() {
    let folder = folder();
    let [source, target] = ["in.txt", "out.txt"].map(|name| folder.path().join(name));
    // A proof takes a while, and its answer does not depend on time.
    let slow = "R U F2 D L' B2 U' R2 F D' L2 B R' U2";
    fs::write(&source, format!("R U\nno cube\n{slow}\nF\n")).unwrap();
    let options = ["--budget", "20s", "--threads", "1"];
    interrupt(&source, &target, &options);
    let run = batch(&source, &target, &options);
    assert!(run.code == 1 && run.stderr.contains(" of them from an earlier run, "), "{}", run.stderr);
    let text = fs::read_to_string(&target).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!((lines.len(), lines[0], lines[3]), (4, "U' R'", "F'"));
    assert!(lines[1].starts_with("error: ") && lines[2].split(' ').count() == 14, "{text}");
}
