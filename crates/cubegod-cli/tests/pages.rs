//! `cubegod completions`, `cubegod man`, and the help.

mod common;
use common::*;
use insta::assert_snapshot;

const COMMANDS: [&str; 22] = [
    "batch",
    "show",
    "check",
    "convert",
    "apply",
    "rotate",
    "alg",
    "scramble",
    "enter",
    "complete",
    "solve",
    "verify",
    "teach",
    "search",
    "patterns",
    "judge",
    "engine",
    "serve",
    "challenge",
    "tables",
    "completions",
    "man",
];

#[test]
fn the_help_is_short() {
    assert_snapshot!(cubegod(&["--help"]).stdout);
}

#[test]
fn every_command_shows_examples_in_its_long_help() {
    for command in COMMANDS {
        let long = cubegod(&[command, "--help"]).stdout;
        assert!(long.contains("Examples:"), "{command}");
        assert!(long.matches(&format!("cubegod {command}")).count() >= 2, "{command}");
        assert!(!cubegod(&[command, "-h"]).stdout.contains("Examples:"), "{command}");
    }
    assert!(cubegod(&["convert", "--help"]).stdout.contains("  kpattern    the JSON of a cubing.js pattern"));
}

#[test]
fn the_option_version_prints_the_version() {
    assert_eq!(cubegod(&["--version"]).stdout, format!("cubegod {}\n", env!("CARGO_PKG_VERSION")));
}

#[test]
fn every_shell_gets_a_script() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let run = cubegod(&["completions", shell]);
        assert!(run.stdout.contains("--simplify") && run.code == 0, "{shell}");
    }
    assert_eq!(cubegod(&["completions", "tcsh"]).code, 2);
}

#[test]
fn every_page_that_a_page_refers_to_is_written() {
    let folder = folder();
    assert_eq!(cubegod(&["man", "--dir", folder.path().to_str().unwrap()]).code, 0);
    let mut names = 0;
    for entry in std::fs::read_dir(folder.path()).unwrap() {
        let page = std::fs::read_to_string(entry.unwrap().path()).unwrap().replace("\\-", "-");
        for name in page.lines().filter_map(|line| line.strip_suffix("(1)")) {
            assert!(folder.path().join(format!("{name}.1")).exists(), "{name}");
            names += 1;
        }
    }
    assert_eq!(names, COMMANDS.len() + 3 + 4, "those of `challenge` and `tables` too");
    assert!(!cubegod(&["man"]).stdout.contains("cubegod\\-help"));
}

#[test]
fn the_help_of_solve_names_the_size_that_an_option_is_for() {
    let help = cubegod(&["solve", "-h"]).stdout;
    for option in ["exact", "faces", "all", "count", "distance"] {
        let from_option = &help[help.find(&format!("--{option} ")).unwrap() + 2..];
        let text = from_option.split("  --").next().unwrap();
        assert!(text.contains("(2x2"), "{text}");
    }
}

#[test]
fn every_command_gets_a_manual_page() {
    assert!(cubegod(&["man"]).stdout.contains(".TH cubegod 1"));
    let folder = folder();
    let pages = folder.path().join("man1");
    assert_eq!(cubegod(&["man", "--dir", pages.to_str().unwrap()]).code, 0);
    for command in COMMANDS {
        let page = std::fs::read_to_string(pages.join(format!("cubegod-{command}.1"))).unwrap();
        assert!(page.contains(&format!(".TH cubegod-{command} 1")), "{page}");
        assert!(page.contains("\n.SH EXAMPLES\n.nf\n  cubegod "), "{command}");
        assert!(!page.contains("EXTRA"), "{command}");
    }
    assert!(pages.join("cubegod.1").exists());
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let run = cubegod(&["man", "--dir", file.join("x").to_str().unwrap()]);
    assert!(run.stderr.starts_with("cubegod: cannot create the folder `"), "{}", run.stderr);
    assert_eq!(run.code, 1);
}
