//! `cubegod engine` and `cubegod challenge`

#![allow(clippy::unwrap_used, reason = "outside of a test function clippy does not see that this is a test")]

mod common;
use common::*;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};
use std::time::Duration;

/// A server process, killed when it is dropped.
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
    let mut server = Server::start(&["challenge", "serve", "--flag", "flag{turned}", "--time-limit", "60s"]);
    let transcript = concat!(env!("CARGO_TARGET_TMPDIR"), "/game.txt");
    let run = cubegod(&["challenge", "play", "--transcript", transcript, &server.address]);
    assert_eq!((run.code, run.stdout.as_str()), (0, "flag{turned}\n"), "{}", run.stderr);
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
    assert!(line.starts_with("{\"event\":\"came\""), "{line}");
}

#[test]
fn a_game_that_is_rejected_ends_with_the_transcript() {
    // Nobody solves most cubes in one move.
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
    // A link, so that a mistake replaces the link and not the device.
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
    for event in ["came", "round", "round", "went"] {
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

#[test]
fn the_engine_answers_every_block_with_one_line() {
    let block = "BEGIN\nU U U U U\nR R R R R\nF F F F F\nD D D D D\nL L L L L\nEND\n";
    let run = cubegod_reading(format!("{block}{SOLVED2}\nnonsense\n{block}"), &["engine"]);
    assert_eq!((run.code, run.lines().len()), (0, 4));
    assert_eq!((run.lines()[0], run.lines()[1], run.lines()[3]), ("", "", ""));
    assert!(run.lines()[2].starts_with("ERROR unreadable: "));
}

#[test]
fn the_engine_takes_the_options_of_solve() {
    let reply = |arguments: &[&str], cube: &str| {
        let run = cubegod_reading(format!("{cube}\n"), &[&["engine"], arguments].concat());
        assert_eq!((run.lines().len(), run.code), (1, 0), "{run:?}");
        run.lines()[0].to_owned()
    };
    assert_eq!(reply(&["--puzzle", "2x2", "--faces", "LUF"], "L U"), "U' L'");
    assert!(reply(&["--puzzle", "2x2", "--faces", "RUF"], "L").starts_with("ERROR unsolved: "));
    assert_eq!(reply(&["--max-length", "3"], "R U F"), "F' U' R'");
    let longer = reply(&["--max-length", "2", "--budget", "10ms"], "R U F");
    assert!(
        longer.starts_with("ERROR unsolved: no solution of at most 2 moves was found; the best is "),
        "{longer}"
    );
    assert!(!reply(&["--budget", "10ms"], "R U F D").contains("ERROR"));
    assert!(reply(&["--method", "CFOP"], "R U F D").split(' ').count() > 20);
    assert!(!reply(&["--method", "three-step", "--puzzle", "2x2"], "R U F").contains("ERROR"));
    assert!(reply(&["--method", "three-step"], "R U").starts_with("ERROR unsupported: "));
    let run = cubegod(&["engine", "--method", "layers", "--budget", "1s"]);
    assert!(run.code == 2 && run.stderr.contains("--budget does not go with --method layers"), "{run:?}");
}

#[test]
fn the_engine_limits_connections_and_time() {
    let server = Server::start(&[
        "engine",
        "--connections-per-address",
        "1",
        "--method",
        "optimal",
        "--time-limit",
        "1s",
    ]);
    let mut stream = BufReader::new(TcpStream::connect(&server.address).unwrap());
    // A proof of 20 moves takes much longer with small tables.
    stream.get_mut().write_all(b"superflip\n").unwrap();
    let mut answer = String::new();
    stream.read_line(&mut answer).unwrap();
    assert_eq!(answer, "ERROR timeout: no answer was found in 1s, the time limit\n");
    let mut rejected = String::new();
    TcpStream::connect(&server.address).unwrap().read_to_string(&mut rejected).unwrap();
    assert!(
        rejected.starts_with("ERROR busy: 127.0.0.1 has the maximum number of connections (1)"),
        "{rejected}"
    );
}

#[test]
fn options_of_sockets_need_a_socket_and_valid_values() {
    for (arguments, expected) in [
        (&["--connections", "5"][..], "--connections is for sockets; add --listen or --unix"),
        (&["--trusted-proxy", "::1"], "--trusted-proxy is for sockets"),
        (&["--time-limit", "1s"], "--listen"),
        (&["--listen", "127.0.0.1:0", "--trusted-proxy", "x"], "--trusted-proxy: `x` is not an address"),
        (&["--listen", "127.0.0.1:0", "--unix", "a"], "--unix"),
    ] {
        let run = cubegod(&[&["engine"], arguments].concat());
        assert!(run.code == 2 && run.stderr.contains(expected), "{arguments:?}: {}", run.stderr);
    }
}

#[test]
fn an_engine_beyond_loopback_prints_a_note() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_cubegod"))
        .args(["engine", "--listen", "0.0.0.0:0"])
        .env("CUBEGOD_CACHE", CACHE)
        .env("CUBEGOD_TABLES", "small")
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let note =
        lines.map_while(Result::ok).find(|line| line.contains("note: other machines can reach this address"));
    child.kill().unwrap();
    child.wait().unwrap();
    assert!(note.is_some());
}

#[test]
fn the_engine_listens() {
    let server = Server::start(&["engine", "--puzzle", "2x2"]);
    let mut stream = TcpStream::connect(&server.address).unwrap();
    stream.write_all(b"R U\n").unwrap();
    let mut answer = String::new();
    BufReader::new(stream).read_line(&mut answer).unwrap();
    assert_eq!(answer, "U' R'\n");
}

/// Whether there is a Python; where there is none that is said, except that in continuous integration, which sets `CI`,
/// there has to be one.
fn has_python() -> bool {
    let found = Command::new("python3").arg("--version").output().is_ok_and(|output| output.status.success());
    if !found {
        assert!(std::env::var_os("CI").is_none(), "there is no python3 to talk to");
        eprintln!("skipped: there is no python3 to talk to");
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
        format!("'{binary}' challenge serve --stdio --quiet --time-limit 60s --flag 'flag{{turned}}'");
    for (server, flag) in [(server_in_python, "flag{python_agrees}\n"), (own_server, "flag{turned}\n")] {
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
fn what_makes_no_game_is_said() {
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
        (&["challenge", "play", "--exec", "true", "--patience", "500000000000years"], 1, "closed"),
        (&["challenge", "judge", "no/such/file"], 1, "cannot read the file `no/such/file`"),
    ] {
        let run = cubegod(arguments);
        assert_eq!(run.code, code, "{arguments:?}: {}", run.stderr);
        assert!(run.stderr.contains(message), "{}", run.stderr);
    }
    let empty = cubegod_reading("", &["challenge", "judge", "-"]);
    assert_eq!(empty.code, 1);
}
