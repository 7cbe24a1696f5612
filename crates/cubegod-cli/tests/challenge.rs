//! `cubegod challenge`

#![allow(clippy::unwrap_used, reason = "outside of a test function clippy does not see that this is a test")]

mod common;
use common::*;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

/// A server of this binary that is stopped with the test.
struct Server {
    child: Child,
    /// Standard output, where the log goes.
    log: BufReader<ChildStdout>,
    address: String,
}

impl Server {
    fn start(arguments: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cubegod"))
            .args(arguments)
            .args(["--listen", "127.0.0.1:0"])
            .env("CUBEGOD_CACHE", CACHE)
            .env("CUBEGOD_TABLES", "small")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let log = BufReader::new(child.stdout.take().unwrap());
        let mut line = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split(" at ").nth(1).and_then(|rest| rest.split([';', '\n']).next());
        Server { address: address.expect(&line).to_owned(), child, log }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_hundred_rounds_are_played_for_the_flag_and_judged_right() {
    let mut server = Server::start(&["challenge", "serve", "--flag", "flag{solved}", "--time-limit", "60s"]);
    let transcript = concat!(env!("CARGO_TARGET_TMPDIR"), "/game.txt");
    let run = cubegod(&["challenge", "play", "--transcript", transcript, &server.address]);
    assert_eq!((run.code, run.stdout.as_str()), (0, "flag{solved}\n"), "{}", run.stderr);
    assert!(run.stderr.starts_with("cubegod: 100 rounds in "));
    let judged = cubegod(&["challenge", "judge", transcript]);
    assert_eq!(
        (judged.code, *judged.lines().last().unwrap()),
        (0, "100 of 100 answers were certainly right")
    );
    let first = cubegod(&["challenge", "judge", "--json", transcript]).objects()[0].clone();
    assert_eq!((&first["round"], &first["right"]), (&1.into(), &true.into()));
    let mut line = String::new();
    server.log.read_line(&mut line).unwrap();
    assert!(line.starts_with("{\"event\":\"connected\""), "{line}");
}

#[test]
fn a_game_that_is_rejected_ends_with_the_transcript() {
    // Most cubes need more than one move.
    let server = Server::start(&["challenge", "serve", "--move-limit", "1", "--seed", "1"]);
    let run = cubegod(&["challenge", "play", &server.address]);
    assert_eq!(run.code, 1);
    assert!(run.stdout.contains("=== Round 1/100 ===") && run.stdout.contains("[-]"), "{}", run.stdout);
    assert!(run.stderr.contains("the answer of round 1 was rejected"), "{}", run.stderr);
}

#[cfg(unix)]
#[test]
fn a_transcript_that_cannot_be_written_does_not_lose_the_flag() {
    let server = Server::start(&[
        "challenge",
        "serve",
        "--flag",
        "flag{kept}",
        "--rounds",
        "2",
        "--time-limit",
        "60s",
    ]);
    // Through a link, so that a defect would replace the link and not the device.
    let folder = folder();
    let full = folder.path().join("full");
    std::os::unix::fs::symlink("/dev/full", &full).unwrap();
    let full = full.to_str().unwrap();
    let run = cubegod(&["challenge", "play", "--transcript", full, &server.address]);
    assert_eq!(run.stdout, "flag{kept}\n");
    assert!(run.code != 0 && run.stderr.contains(full), "{}", run.stderr);
}

#[test]
fn the_log_of_a_challenge_is_json_lines_on_standard_output() {
    let mut server = Server::start(&["challenge", "serve", "--rounds", "2", "--time-limit", "60s"]);
    cubegod(&["challenge", "play", &server.address]);
    for event in ["connected", "round", "round", "game-ended"] {
        let mut line = String::new();
        server.log.read_line(&mut line).unwrap();
        let object: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert_eq!(object["event"], event);
    }
}

#[test]
fn other_prompts_are_answered_by_an_expression() {
    let faces = "URFDL"
        .chars()
        .map(|face| format!("Face {face}:\n+-----+\n| {face} {face} |\n| {face} {face} |\n+-----+\n"));
    let faces: String = faces.collect();
    let game =
        format!("printf '{}Your move? '; read answer; echo 'flag{{other}}'", faces.replace('\n', "\\n"));
    let silent = cubegod(&["challenge", "play", "--timeout", "300ms", "--exec", &game]);
    assert_eq!(silent.code, 1);
    let expected = "face blocks were shown; waited for a line with `Enter your solution`; --prompt REGEX answers other prompts";
    assert!(silent.stderr.contains(expected), "{}", silent.stderr);
    let won = cubegod(&["challenge", "play", "--prompt", "(?i)your move", "--exec", &game]);
    assert_eq!((won.code, won.stdout.as_str()), (0, "flag{other}\n"), "{}", won.stderr);
    let wrong = cubegod(&["challenge", "play", "--prompt", "(", "--exec", &game]);
    assert!(wrong.code == 2 && wrong.stderr.contains("not a regular expression"), "{}", wrong.stderr);
}

#[test]
fn one_player_is_served_on_standard_input() {
    let run = cubegod_reading("Q\n", &["challenge", "serve", "--stdio", "-q", "--time-limit", "60s"]);
    assert!(run.stdout.contains("get the flag!\n=== Round 1/100 ===\n"), "{}", run.stdout);
    assert!(run.stdout.contains("[-]"), "{}", run.stdout);
}

/// Returns whether Python is installed. Without it these tests are skipped, except in continuous integration (`CI` is set),
/// where they fail.
fn has_python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        assert!(std::env::var_os("CI").is_none(), "python3 is not installed");
        eprintln!("skipped: python3 is not installed");
    }
    found
}

#[test]
fn a_client_in_python_gets_the_flag_with_this_engine() {
    if !has_python() {
        return;
    }
    let scripts = concat!(env!("CARGO_MANIFEST_DIR"), "/../cubegod-net/tests/python");
    let binary = env!("CARGO_BIN_EXE_cubegod");
    let server_in_python = format!("python3 '{scripts}/app.py' --seconds 20");
    let own_server =
        format!("'{binary}' challenge serve --stdio --quiet --time-limit 60s --flag 'flag{{solved}}'");
    for (server, flag) in [(server_in_python, "flag{python_agrees}\n"), (own_server, "flag{solved}\n")] {
        let output = Command::new("python3")
            .args([&format!("{scripts}/client.py"), &format!("'{binary}' engine"), &server])
            .env("CUBEGOD_CACHE", CACHE)
            .env("CUBEGOD_TABLES", "small")
            .output()
            .unwrap();
        assert_eq!(String::from_utf8_lossy(&output.stdout), flag, "{output:?}");
        assert!(output.status.success(), "{output:?}");
    }
}

#[cfg(unix)]
#[test]
fn the_first_interrupt_lets_the_round_end_and_the_second_does_not() {
    let interrupt = |server: &Server| {
        let pid = server.child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    };
    let begin = || {
        let server = Server::start(&["challenge", "serve", "--time-limit", "1h", "--scramble", "0"]);
        let mut stream = BufReader::new(TcpStream::connect(&server.address).unwrap());
        let mut line = String::new();
        while line != "Enter your solution:\n" {
            line.clear();
            assert_ne!(stream.read_line(&mut line).unwrap(), 0);
        }
        (server, stream)
    };
    let (mut server, mut stream) = begin();
    interrupt(&server);
    std::thread::sleep(Duration::from_millis(500));
    stream.get_mut().write_all(b"\n").unwrap();
    let mut rest = String::new();
    stream.read_to_string(&mut rest).unwrap();
    assert!(rest.starts_with("[+] ") && rest.contains("The server is stopping"), "{rest}");
    assert_eq!(server.child.wait().unwrap().code(), Some(0));

    let (mut server, _stream) = begin();
    while server.child.try_wait().unwrap().is_none() {
        interrupt(&server);
        std::thread::sleep(Duration::from_millis(300));
    }
    assert_eq!(server.child.wait().unwrap().code(), Some(130));
}

#[test]
fn impossible_options_and_missing_servers_are_errors() {
    for (arguments, code, message) in [
        (&["challenge", "serve", "--hidden", "4"][..], 2, "expected 0 to 3"),
        (&["challenge", "serve", "--players", "0"], 2, "expected at least 1"),
        (&["challenge", "serve", "--time-limit", "2days"], 2, "expected at most 86400, which is a day"),
        (&["challenge", "serve", "--puzzle", "4x4"], 2, "expected 2x2 or 3x3"),
        (&["challenge", "serve", "--scramble", "many"], 2, "expected a number of moves such as 300"),
        (&["challenge", "serve", "--flag-file", "no/such/file"], 1, "cannot read the file `no/such/file`"),
        (&["challenge", "serve", "--listen", "nowhere"], 1, "cannot listen at nowhere"),
        (&["challenge", "play"], 2, "HOST:PORT"),
        (&["challenge", "play", "127.0.0.1:1"], 1, "cannot connect to 127.0.0.1:1"),
        (&["challenge", "play", "--exec", "true"], 1, "closed"),
        (&["challenge", "play", "--exec", "true", "--timeout", "500000000000years"], 1, "closed"),
        (&["challenge", "judge", "no/such/file"], 1, "cannot read the file `no/such/file`"),
    ] {
        let run = cubegod(arguments);
        assert_eq!(run.code, code, "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.contains(message), "{}", run.stderr);
    }
    let empty = cubegod_reading("", &["challenge", "judge", "-"]);
    assert_eq!(empty.code, 1);
}

#[test]
fn on_standard_input_a_seed_alone_gets_a_note_and_a_player_number_other_cubes() {
    let serve = |more: &[&str]| {
        let arguments =
            ["challenge", "serve", "--stdio", "--seed", "7", "--rounds", "1", "--time-limit", "60s"];
        cubegod_reading("?\n", &[&arguments, more].concat())
    };
    let note = "cubegod: note: every run with this seed serves the same cubes; --player N serves those of another player\n";
    let alone = serve(&[]);
    assert!(alone.stderr.starts_with(note), "{}", alone.stderr);
    let [first, second] = ["1", "2"].map(|player| serve(&["--player", player]));
    assert!(!first.stderr.contains("note:"), "{}", first.stderr);
    assert_eq!(alone.stdout, first.stdout);
    assert_ne!(first.stdout, second.stdout);
    assert!(second.stderr.contains("\"connection\":2"), "{}", second.stderr);
    assert!(serve(&["--quiet"]).stderr.is_empty());
    // Without --stdio the server numbers its players itself; without a seed there is nothing to choose.
    assert_eq!(cubegod(&["challenge", "serve", "--seed", "7", "--player", "2"]).code, 2);
    assert_eq!(cubegod(&["challenge", "serve", "--stdio", "--player", "2"]).code, 2);
    let zero = serve(&["--player", "0"]);
    assert!(zero.code == 2 && zero.stderr.contains("there is no player 0"), "{}", zero.stderr);
}

#[test]
fn an_address_that_other_machines_can_reach_gets_a_note() {
    let notes = |address: &str| {
        let mut child = plain()
            .args(["challenge", "serve", "--listen", address])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let mut next = || lines.next().map(Result::unwrap);
        let first = next().unwrap();
        assert!(first.starts_with("cubegod: serving at "), "{first}");
        if address == "127.0.0.1:0" {
            child.kill().unwrap();
        }
        let second = next();
        let _ = child.kill();
        child.wait().unwrap();
        second
    };
    assert_eq!(
        notes("0.0.0.0:0").as_deref(),
        Some("cubegod: note: other machines can reach this address and play")
    );
    assert_eq!(notes("127.0.0.1:0"), None);
}

#[test]
fn a_server_that_never_stops_sending_ends_the_game() {
    let play = |command: &str, more: &[&str]| {
        let run = cubegod(&[&["challenge", "play", "--exec", command][..], more].concat());
        assert_eq!(run.code, 1, "{}", run.stderr);
        run.stderr
    };
    let flood = play("yes", &[]);
    assert!(
        flood.contains("the server sent more than 1048576 bytes in round 1; waited for face blocks"),
        "{flood}"
    );
    assert!(flood.contains("--prompt REGEX answers other prompts"), "{flood}");
    let drip = play("while sleep 0.05; do echo; done", &["--round-timeout", "400ms"]);
    assert!(drip.contains("the server sent output for 0.4 seconds in round 1"), "{drip}");
    assert!(drip.contains("--round-timeout TIME allows more time"), "{drip}");
}

#[test]
fn a_game_with_more_rounds_than_allowed_ends() {
    let server = Server::start(&["challenge", "serve", "--rounds", "5", "--time-limit", "60s"]);
    let run = cubegod(&["challenge", "play", "--max-rounds", "3", &server.address]);
    assert_eq!(run.code, 1);
    assert!(
        run.stderr.contains("the game has more than 3 rounds; --max-rounds N plays more"),
        "{}",
        run.stderr
    );
    assert_eq!(cubegod(&["challenge", "play", "--max-rounds", "5", &server.address]).code, 0);
}

#[test]
fn players_of_one_address_have_a_limit_of_their_own() {
    let server = Server::start(&["challenge", "serve", "--players", "100", "--players-per-address", "1"]);
    let mut first = BufReader::new(TcpStream::connect(&server.address).unwrap());
    first.read_line(&mut String::new()).unwrap();
    let mut second = TcpStream::connect(&server.address).unwrap();
    let mut text = String::new();
    second.read_to_string(&mut text).unwrap();
    assert_eq!(text, "[-] All 1 places for your address are in use; try again later.\n");
}
