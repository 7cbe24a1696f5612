//! Starts a server of the real binary.

use crate::limits::set_usual_limits;
use crate::process::Figures;
use crate::target::{ServerKind, Target, TargetError};
use std::ffi::OsString;
use std::io::{self, BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

/// How long a server may take to print its address: it may build tables before.
const START_LIMIT: Duration = Duration::from_secs(300);

/// The maximum number of lines before the address.
const LINES_BEFORE_ADDRESS: usize = 100;

/// How to start a server.
#[derive(Clone, Debug)]
pub struct Launch {
    binary: PathBuf,
    kind: ServerKind,
    arguments: Vec<OsString>,
    environment: Vec<(OsString, OsString)>,
}

/// A running server. One that was started here is killed when it is dropped.
#[derive(Debug)]
pub struct Server {
    target: Target,
    process: Process,
}

#[derive(Debug)]
enum Process {
    Child(Child),
    /// A process that was started elsewhere, by its id if that is known.
    Other(Option<u32>),
}

/// The error for a server that did not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The binary cannot be run.
    #[error("cannot run `{}`: {error}; --binary names another one", path.display())]
    Run {
        /// The binary.
        path: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// The server printed no address.
    #[error("the server printed no address but: {output}")]
    NoAddress {
        /// What it printed.
        output: String,
    },
    /// The server listens at an address that is not attacked.
    #[error(transparent)]
    Target(#[from] TargetError),
}

impl Launch {
    /// Returns how to start a server of this kind with default options, but short games, on a free port of 127.0.0.1.
    pub fn new(binary: &Path, kind: ServerKind) -> Launch {
        let arguments: &[&str] = match kind {
            ServerKind::Engine => &["engine"],
            // Short games, so that players come and go.
            ServerKind::Challenge => &["challenge", "serve", "--rounds", "10"],
            ServerKind::Http => &["serve"],
        };
        let arguments = arguments.iter().chain(&["--listen", "127.0.0.1:0"]).map(OsString::from).collect();
        Launch { binary: binary.to_owned(), kind, arguments, environment: Vec::new() }
    }

    /// Adds arguments of the server.
    pub fn with_arguments<S: Into<OsString>>(mut self, arguments: impl IntoIterator<Item = S>) -> Launch {
        self.arguments.extend(arguments.into_iter().map(Into::into));
        self
    }

    /// Adds a variable to the environment of the server.
    pub fn with_variable(mut self, name: impl Into<OsString>, value: impl Into<OsString>) -> Launch {
        self.environment.push((name.into(), value.into()));
        self
    }

    /// Starts the server and waits until it listens.
    ///
    /// # Errors
    ///
    /// Fails if the binary cannot be run or prints no loopback address.
    pub fn start(&self) -> Result<Server, StartError> {
        let mut command = Command::new(&self.binary);
        command.args(&self.arguments).envs(self.environment.iter().map(|(name, value)| (name, value)));
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::piped());
        let spawned = command.spawn();
        let mut child = spawned.map_err(|error| StartError::Run { path: self.binary.clone(), error })?;
        set_usual_limits(child.id());
        let address = match child.stderr.take() {
            Some(stderr) => address_in(stderr),
            None => Err(StartError::NoAddress { output: String::new() }),
        };
        let target = address.and_then(|address| Ok(Target::new(self.kind, address)?));
        match target {
            Ok(target) => Ok(Server { target, process: Process::Child(child) }),
            Err(error) => {
                let _ = child.kill();
                let _ = child.wait();
                Err(error)
            }
        }
    }
}

impl Server {
    /// Returns the address to attack.
    pub fn target(&self) -> Target {
        self.target
    }

    /// Returns a server that already runs. Without the id of its process there are no figures of it.
    pub fn running(target: Target, pid: Option<u32>) -> Server {
        Server { target, process: Process::Other(pid) }
    }

    /// Returns the id of the process, if it is known.
    pub fn pid(&self) -> Option<u32> {
        match &self.process {
            Process::Child(child) => Some(child.id()),
            Process::Other(pid) => *pid,
        }
    }

    /// Returns memory and descriptors, while the server runs.
    pub fn figures(&self) -> Option<Figures> {
        Figures::of(self.pid()?)
    }

    /// Returns whether the server still runs, as far as that is known.
    pub fn is_running(&mut self) -> bool {
        match &mut self.process {
            Process::Child(child) => matches!(child.try_wait(), Ok(None)),
            Process::Other(Some(pid)) => Figures::of(*pid).is_some(),
            Process::Other(None) => true,
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Process::Child(child) = &mut self.process {
            let _ = child.kill();
            let _ = child.wait();
        }
    }
}

/// Returns the address in the first line that has one. Reads and discards the lines after it, so that the server never
/// waits for a reader.
fn address_in(stderr: impl io::Read + Send + 'static) -> Result<SocketAddr, StartError> {
    let (send, received) = mpsc::channel();
    thread::spawn(move || {
        let mut lines = BufReader::new(stderr).lines().map_while(Result::ok);
        let mut output = String::new();
        for line in lines.by_ref().take(LINES_BEFORE_ADDRESS) {
            if let Some(address) = address_in_line(&line) {
                let _ = send.send(Ok(address));
                break;
            }
            output.push_str(&line);
            output.push('\n');
        }
        let _ = send.send(Err(StartError::NoAddress { output }));
        lines.for_each(drop);
    });
    let nothing = |_| Err(StartError::NoAddress { output: format!("nothing for {START_LIMIT:?}") });
    received.recv_timeout(START_LIMIT).unwrap_or_else(nothing)
}

/// Returns the address in a line such as `cubegod: serving at http://127.0.0.1:8080/; Ctrl-C ends`.
fn address_in_line(line: &str) -> Option<SocketAddr> {
    let (_, place) = line.split_once(" at ")?;
    let place = place.strip_prefix("http://").unwrap_or(place);
    place.split(['/', ';', ' ']).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_is_read_from_the_line_of_each_server() {
        for line in [
            "cubegod: listening at 127.0.0.1:7777",
            "cubegod: serving at 127.0.0.1:7777; Ctrl-C ends",
            "cubegod: serving at http://127.0.0.1:7777/; Ctrl-C ends",
        ] {
            assert_eq!(address_in_line(line), Some("127.0.0.1:7777".parse().unwrap()));
        }
        assert_eq!(address_in_line("cubegod: note: building tables at once"), None);
    }

    #[test]
    fn a_program_without_an_address_is_an_error() {
        let error = Launch::new(Path::new("/no/such/program"), ServerKind::Engine).start().unwrap_err();
        assert!(error.to_string().starts_with("cannot run `/no/such/program`: "), "{error}");
        let error = address_in(&b"one\ntwo\n"[..]).unwrap_err();
        assert_eq!(error.to_string(), "the server printed no address but: one\ntwo\n");
    }
}
