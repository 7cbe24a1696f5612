//! `cubegod engine`

#![allow(clippy::unwrap_used, reason = "outside of a test function clippy does not see that this is a test")]

mod common;
use common::*;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// A server process, killed when it is dropped.
struct Server {
    child: Child,
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
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stderr.take().unwrap()).read_line(&mut line).unwrap();
        let address = line.split(" at ").nth(1).and_then(|rest| rest.split([';', '\n']).next());
        Server { address: address.expect(&line).to_owned(), child }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_engine_answers_every_block_with_one_line() {
    let block = "BEGIN\nU U U U U\nR R R R R\nF F F F F\nD D D D D\nL L L L L\nEND\n";
    let run = cubegod_reading(format!("{block}{SOLVED2}\nnonsense\n{block}"), &["engine"]);
    // As everywhere, a cube that is not solved is in the exit code.
    assert_eq!((run.code, run.lines().len()), (1, 4));
    assert_eq!((run.lines()[0], run.lines()[1], run.lines()[3]), ("", "", ""));
    assert!(run.lines()[2].starts_with("ERROR unreadable: "));
}

#[test]
fn the_engine_takes_the_options_of_solve() {
    let reply = |arguments: &[&str], cube: &str| {
        let run = cubegod_reading(format!("{cube}\n"), &[&["engine"], arguments].concat());
        let reply = run.lines()[0].to_owned();
        assert_eq!((run.lines().len(), run.code), (1, reply.starts_with("ERROR").into()), "{run:?}");
        reply
    };
    assert_eq!(reply(&["--puzzle", "2x2", "--faces", "LUF"], "L U"), "U' L'");
    assert!(reply(&["--puzzle", "2x2", "--faces", "RUF"], "L").starts_with("ERROR unsolvable: "));
    assert_eq!(reply(&["--max-length", "3"], "R U F"), "F' U' R'");
    let longer = reply(&["--max-length", "2", "--budget", "10ms"], "R U F");
    assert!(
        longer.starts_with("ERROR unsolvable: ")
            && longer.contains("of at most 2 moves")
            && longer.contains("the best is"),
        "{longer}"
    );
    assert!(!reply(&["--budget", "10ms"], "R U F D").contains("ERROR"));
    assert!(reply(&["--method", "CFOP"], "R U F D").split(' ').count() > 20);
    assert!(!reply(&["--method", "three-step", "--puzzle", "2x2"], "R U F").contains("ERROR"));
    assert!(reply(&["--method", "three-step"], "R U").starts_with("ERROR unsupported: "));
    let run = cubegod(&["engine", "--method", "layers", "--budget", "1s"]);
    assert!(
        run.code == 2 && run.stderr.contains("--budget cannot be combined with --method layers"),
        "{run:?}"
    );
}

#[test]
fn the_engine_limits_connections_and_builds_no_table_for_a_request() {
    let server = Server::start(&["engine", "--connections-per-address", "1", "--method", "optimal"]);
    let mut stream = BufReader::new(TcpStream::connect(&server.address).unwrap());
    // Its table is built in the background.
    stream.get_mut().write_all(b"superflip\n").unwrap();
    let mut answer = String::new();
    stream.read_line(&mut answer).unwrap();
    assert!(
        answer.starts_with("ERROR not-ready: the table for optimal solutions is still being"),
        "{answer}"
    );
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
