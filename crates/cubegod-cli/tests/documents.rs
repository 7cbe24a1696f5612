//! Examples in README and the guide have the output that the binary prints.

#![allow(clippy::unwrap_used, reason = "outside of a test function clippy does not see that this is a test")]

mod common;
use common::*;
use std::path::Path;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// A command of a document and the output that the document shows; a line `…` stands for any lines.
struct Example {
    command: String,
    answer: Vec<String>,
}

/// Returns the examples of a document, except for blocks below a remark that says what they depend on.
fn examples(document: &str) -> Vec<Example> {
    let text = std::fs::read_to_string(Path::new(ROOT).join(document)).unwrap();
    let mut examples: Vec<Example> = Vec::new();
    let (mut is_inside, mut is_skipped, mut continues) = (false, false, false);
    for line in text.lines() {
        match line {
            "```console" => is_inside = true,
            "```" => (is_inside, is_skipped) = (false, false),
            _ if line.starts_with("<!-- depends on ") => is_skipped = true,
            _ if !is_inside || is_skipped => {}
            _ if continues => {
                continues = line.ends_with('\\');
                examples.last_mut().unwrap().command += &format!("\n{line}");
            }
            _ => match line.strip_prefix("$ ") {
                Some(command) => {
                    continues = command.ends_with('\\');
                    examples.push(Example { command: command.to_owned(), answer: Vec::new() });
                }
                None => examples.last_mut().expect("a command comes first").answer.push(line.to_owned()),
            },
        }
    }
    examples
}

fn answers(command: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_BIN_EXE_cubegod")).parent().unwrap();
    let path = std::env::var("PATH").unwrap_or_default();
    let mut shell = std::process::Command::new("sh");
    shell.args(["-c", &format!("({command}\n) 2>&1")]).current_dir(ROOT);
    shell.env("PATH", format!("{}:{path}", folder.display()));
    shell.env("CUBEGOD_CACHE", CACHE).env("CUBEGOD_TABLES", "small").env_remove("CLICOLOR_FORCE");
    shell.env_remove("LC_ALL").env_remove("LC_MESSAGES").env_remove("LANG");
    let output = shell.output().unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

fn is_as_shown(shown: &[String], actual: &[String]) -> bool {
    match shown.split_first() {
        None => actual.is_empty(),
        Some((line, rest)) if line == "…" || line == "  …" => {
            (0..=actual.len()).any(|skipped| is_as_shown(rest, &actual[skipped..]))
        }
        Some((line, rest)) => actual.first() == Some(line) && is_as_shown(rest, &actual[1..]),
    }
}

#[test]
fn every_example_has_the_output_that_is_shown() {
    for (document, least) in [("README.md", 6), ("README.zh.md", 4), ("docs/guide.md", 15)] {
        let examples = examples(document);
        assert!(examples.len() >= least, "{document} has {} examples", examples.len());
        for Example { command, answer } in examples {
            let actual = answers(&command);
            assert!(is_as_shown(&answer, &actual), "{document}: {command}\n{}", actual.join("\n"));
        }
    }
}
