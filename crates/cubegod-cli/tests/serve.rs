//! `cubegod serve`

#![allow(clippy::unwrap_used, reason = "outside of a test function clippy does not see that this is a test")]

mod common;
use common::*;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};

/// A server process, killed when it is dropped.
struct Server {
    child: Child,
    log: BufReader<std::process::ChildStderr>,
    address: String,
}

impl Server {
    fn start(arguments: &[&str]) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cubegod"))
            .arg("serve")
            .args(arguments)
            .env("CUBEGOD_CACHE", CACHE)
            .env("CUBEGOD_TABLES", "small")
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut log = BufReader::new(child.stderr.take().unwrap());
        let mut line = String::new();
        log.read_line(&mut line).unwrap();
        let address =
            line.strip_prefix("cubegod: serving at http://").and_then(|rest| rest.split('/').next());
        Server { address: address.expect(&line).to_owned(), child, log }
    }

    /// Sends a request and returns the body of the response.
    fn send(&self, request: &str) -> String {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        let mut text = String::new();
        stream.read_to_string(&mut text).unwrap();
        text.split_once("\r\n\r\n").expect(&text).1.to_owned()
    }

    fn ask(&self, verb: &str, fields: &Value) -> String {
        let body = fields.to_string();
        let length = body.len();
        self.send(&format!(
            "POST /api/v1/{verb} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n\
             Content-Length: {length}\r\n\r\n{body}"
        ))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Removes the time that the answer took.
fn timeless(answer: &str) -> String {
    match answer.split_once("\"seconds\":") {
        Some((before, after)) => {
            let after = after.trim_start_matches(|character| !matches!(character, ',' | '}'));
            format!("{before}\"seconds\":{after}")
        }
        None => answer.to_owned(),
    }
}

#[test]
fn answers_are_those_of_the_command_line() {
    let server = Server::start(&["--listen", "127.0.0.1:0"]);
    let some = "UUUU????FFFF????????????";
    let data = "abcdefghijklmnopqrstuvwx";
    let asked: &[(&[&str], Value)] = &[
        (&["check", "superflip"], json!({"cube": "superflip"})),
        (&["check", "R U"], json!({"cube": "R U"})),
        (&["complete", some, "--list", "3"], json!({"cube": some, "list": 3})),
        (&["complete", some, "--count"], json!({"cube": some, "count": true})),
        (&["convert", "R U F", "--to", "net"], json!({"cube": "R U F", "to": "net"})),
        (&["convert", "R U F", "--to", "moves"], json!({"cube": "R U F", "to": "moves"})),
        (&["apply", SOLVED2, "R U", "--data", data], json!({"cube": SOLVED2, "alg": "R U", "data": data})),
        (&["apply", SOLVED2, "R U", "--to", "net"], json!({"cube": SOLVED2, "alg": "R U", "to": "net"})),
        (&["scramble", "--seed", "5"], json!({"seed": 5})),
        (&["scramble", "--seed", "5", "--puzzle", "2x2"], json!({"seed": 5, "puzzle": "2x2"})),
        (
            &["solve", "R U F", "--puzzle", "2x2", "--all"],
            json!({"cube": "R U F", "puzzle": "2x2", "all": true}),
        ),
        (&["solve", "R U2 F' D L B2"], json!({"cube": "R U2 F' D L B2"})),
        (&["solve", some, "--any"], json!({"cube": some, "any": true})),
        (&["solve", "R U F", "--max-length", "2"], json!({"cube": "R U F", "max_length": 2})),
        (&["solve", "R U F", "--method", "cfop"], json!({"cube": "R U F", "method": "cfop"})),
        (&["teach", "R U F", "--lang", "zh"], json!({"cube": "R U F", "lang": "zh"})),
        (&["teach", "R U F", "--puzzle", "2x2"], json!({"cube": "R U F", "puzzle": "2x2"})),
    ];
    for (arguments, fields) in asked {
        let run = cubegod(&[arguments, ["--json"].as_slice()].concat());
        // Byte for byte, so the order of the fields is the same.
        let expected = timeless(run.stdout.trim_end());
        assert_eq!(timeless(&server.ask(arguments[0], fields)), expected, "{arguments:?}");
    }
}

#[test]
fn errors_are_those_of_the_command_line() {
    let server = Server::start(&["--listen", "127.0.0.1:0"]);
    let some = "UUUU????FFFF????????????";
    for (arguments, fields) in [
        (["check", ILLEGAL2].as_slice(), json!({"cube": ILLEGAL2})),
        (&["solve", some], json!({"cube": some})),
        (&["convert", SOLVED3, "--to", "digits"], json!({"cube": SOLVED3, "to": "digits"})),
        (&["check", "this is no cube"], json!({"cube": "this is no cube"})),
    ] {
        let mut expected = cubegod(&[arguments, &["--json"]].concat()).objects().remove(0)["error"].take();
        let mut problem: Value = serde_json::from_str(&server.ask(arguments[0], &fields)).unwrap();
        let (expected, problem) = (expected.as_object_mut().unwrap(), problem.as_object_mut().unwrap());
        // Both name the same options, each in its own spelling.
        let spelled =
            |message: Option<Value>| message.unwrap().to_string().replace("--", "").replace('`', "");
        assert_eq!(spelled(problem.remove("detail")), spelled(expected.remove("message")));
        for name in ["type", "title", "status"] {
            assert!(problem.remove(name).is_some());
        }
        // An argument has no lines, the text of a request has.
        problem.remove("line");
        assert_eq!(problem, expected, "{arguments:?}");
    }
}

#[test]
fn the_page_is_served_or_says_how_to_build_it() {
    let mut server = Server::start(&["--listen", "127.0.0.1:0"]);
    let page = server.send("GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
    assert!(page.contains("<title>cubegod</title>"), "{page}");
    if page.contains("was not built") {
        assert!(page.contains("npm ci &amp;&amp; npm run build"), "{page}");
        let mut line = String::new();
        server.log.read_line(&mut line).unwrap();
        assert!(line.contains("run `npm ci && npm run build` in web/"), "{line}");
    }
}

#[test]
fn a_foreign_host_is_rejected_unless_it_is_allowed() {
    let get = |host: &str| format!("GET /healthz HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n");
    let server = Server::start(&["--listen", "127.0.0.1:0", "--allow-host", "cubes.example"]);
    assert_eq!(server.send(&get(&server.address)), "ok\n");
    assert_eq!(server.send(&get("cubes.example")), "ok\n");
    assert!(server.send(&get("other.example")).contains("unknown-host"));
}

#[test]
fn connections_of_one_address_are_limited() {
    let server = Server::start(&["--listen", "127.0.0.1:0", "--connections-per-address", "1"]);
    let _first = TcpStream::connect(&server.address).unwrap();
    let body = server.send("");
    assert!(body.contains("127.0.0.1 has the maximum number of connections (1)"), "{body}");
}

#[test]
fn an_address_beyond_loopback_prints_a_note() {
    let mut server = Server::start(&["--listen", "0.0.0.0:0"]);
    let mut line = String::new();
    server.log.read_line(&mut line).unwrap();
    assert!(line.contains("note: other machines can reach this address"), "{line}");
}

#[test]
fn invalid_options_are_errors() {
    let run = cubegod(&["serve", "--listen", "127.0.0.1:0", "--allow-origin", "example.org"]);
    assert_eq!(run.code, 2);
    assert!(run.stderr.contains("--allow-origin: `example.org` is not an origin"), "{}", run.stderr);
    let run = cubegod(&["serve", "--listen", "nowhere"]);
    assert_eq!(run.code, 1);
    assert!(run.stderr.contains("cannot listen at nowhere"), "{}", run.stderr);
    assert_eq!(cubegod(&["serve", "--threads", "0"]).code, 2);
    for (option, value, expected) in [
        ("--trusted-proxy", "proxy.example", "--trusted-proxy: `proxy.example` is not an address"),
        ("--allow-host", "example.org:80", "--allow-host: `example.org:80` is not a host name"),
    ] {
        let run = cubegod(&["serve", "--listen", "127.0.0.1:0", option, value]);
        assert!(run.code == 2 && run.stderr.contains(expected), "{}", run.stderr);
    }
}

#[cfg(unix)]
#[test]
fn a_signal_ends_it() {
    let mut server = Server::start(&["--listen", "127.0.0.1:0"]);
    let id = rustix::process::Pid::from_child(&server.child);
    rustix::process::kill_process(id, rustix::process::Signal::TERM).unwrap();
    assert!(server.child.wait().unwrap().success());
}
