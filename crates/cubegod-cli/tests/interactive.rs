//! `cubegod teach --interactive`, on a pseudo-terminal and where there is none.
#![allow(clippy::unwrap_used, reason = "outside of a test function clippy does not see that this is a test")]

mod common;
use common::*;

#[test]
fn without_a_terminal_it_says_so() {
    for arguments in [&["teach", "--interactive", SOLVED2][..], &["teach", "--interactive"]] {
        let run = cubegod(arguments);
        assert_eq!((run.stdout.as_str(), run.code), ("", 2));
        assert!(
            run.stderr.starts_with(
                "cubegod: --interactive needs a terminal; leave it out to get the lesson as text\n"
            ),
            "{}",
            run.stderr
        );
    }
}

#[cfg(unix)]
mod on_a_terminal {
    use super::CACHE;
    use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
    use rustix::termios::{Termios, Winsize, tcgetattr, tcsetwinsize};
    use std::fs::{File, OpenOptions};
    use std::io::{Read, Write};
    use std::process::{Child, Command};
    use std::sync::{Arc, Mutex};
    use std::time::{Duration, Instant};

    /// Nothing takes this long.
    const PATIENCE: Duration = Duration::from_secs(60);

    /// A program on a terminal of its own, and everything that it wrote there.
    struct Session {
        child: Child,
        keyboard: File,
        terminal: File,
        before: Termios,
        written: Arc<Mutex<Vec<u8>>>,
        /// How much of it was looked at.
        read: usize,
    }

    impl Session {
        fn new(arguments: &[&str]) -> Session {
            let keyboard = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
            grantpt(&keyboard).unwrap();
            unlockpt(&keyboard).unwrap();
            let name = ptsname(&keyboard, Vec::new()).unwrap().into_string().unwrap();
            let terminal = OpenOptions::new().read(true).write(true).open(name).unwrap();
            let keyboard = File::from(keyboard);
            tcsetwinsize(&terminal, size(80, 24)).unwrap();
            let before = tcgetattr(&terminal).unwrap();
            let child = Command::new(env!("CARGO_BIN_EXE_cubegod"))
                .args(arguments)
                .env("CUBEGOD_CACHE", CACHE)
                .env("CUBEGOD_TABLES", "small")
                .env("TERM", "xterm-256color")
                .env_remove("NO_COLOR")
                .stdin(terminal.try_clone().unwrap())
                .stdout(terminal.try_clone().unwrap())
                .stderr(terminal.try_clone().unwrap())
                .spawn()
                .unwrap();
            let written = Arc::new(Mutex::new(Vec::new()));
            let (mut reader, kept) = (keyboard.try_clone().unwrap(), Arc::clone(&written));
            std::thread::spawn(move || {
                let mut buffer = [0; 4096];
                while let Ok(count @ 1..) = reader.read(&mut buffer) {
                    kept.lock().unwrap().extend_from_slice(&buffer[..count]);
                }
            });
            Session { child, keyboard, terminal, before, written, read: 0 }
        }

        fn press(&mut self, keys: &str) {
            self.keyboard.write_all(keys.as_bytes()).unwrap();
        }

        /// Waits until this is written, after what was waited for last. Blanks may be left out where the screen has some
        /// already, but not in bold text.
        fn expect(&mut self, text: &str) {
            let start = Instant::now();
            loop {
                let written = self.written.lock().unwrap().clone();
                let new = &written[self.read..];
                if let Some(at) = new.windows(text.len()).position(|window| window == text.as_bytes()) {
                    self.read += at + text.len();
                    return;
                }
                let told = String::from_utf8_lossy(new).replace('\x1b', "ESC");
                assert!(start.elapsed() < PATIENCE, "expected {text}, found {told}");
                std::thread::sleep(Duration::from_millis(10));
            }
        }

        fn send(&self, signal: &str) {
            let sent = Command::new("kill").args([signal, &self.child.id().to_string()]).status();
            assert!(sent.unwrap().success());
        }

        fn resize(&self, width: u16, height: u16) {
            tcsetwinsize(&self.terminal, size(width, height)).unwrap();
            // It is not the terminal that controls the process, so the system does not tell it.
            self.send("-WINCH");
        }

        /// It has ended so, and the terminal is as it was.
        fn ended(&mut self, code: i32) {
            let start = Instant::now();
            let status = loop {
                match self.child.try_wait().unwrap() {
                    Some(status) => break status,
                    None => assert!(start.elapsed() < PATIENCE, "it does not end"),
                }
                std::thread::sleep(Duration::from_millis(10));
            };
            assert_eq!(status.code(), Some(code));
            let after = tcgetattr(&self.terminal).unwrap();
            assert_eq!(after.local_modes, self.before.local_modes);
            assert_eq!(after.input_modes, self.before.input_modes);
            assert_eq!(after.output_modes, self.before.output_modes);
        }
    }

    impl Drop for Session {
        fn drop(&mut self) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }

    fn size(width: u16, height: u16) -> Winsize {
        Winsize { ws_col: width, ws_row: height, ws_xpixel: 0, ws_ypixel: 0 }
    }

    /// Leaves the second screen.
    const LEFT: &str = "\x1b[?1049l";

    #[test]
    fn keys_lead_through_a_lesson_and_the_terminal_is_as_before() {
        let mut session = Session::new(&["teach", "--interactive", "--puzzle", "2x2", "R U2 F' L2 B U'"]);
        session.expect("\x1b[?1049h");
        session.expect("Stage");
        session.press("\x1b[C");
        session.press("t");
        session.expect("moves>");
        session.press("R R'\r");
        session.resize(40, 10);
        session.expect("40x10");
        // Everything is there again.
        session.resize(80, 24);
        session.expect("Stage");
        session.expect("R': ");
        session.expect("moves>");
        session.press("\x03");
        session.expect(LEFT);
        session.ended(0);
    }

    #[test]
    fn a_request_to_terminate_gives_the_terminal_back() {
        let mut session = Session::new(&["teach", "--interactive", "R U F"]);
        session.expect("Stage");
        session.send("-TERM");
        session.expect(LEFT);
        session.ended(143);
    }

    #[test]
    fn without_a_cube_it_asks_for_one_first() {
        for (size, faces, title) in [
            ("2x2", "0325\n0415\n0403\n1525\n2134\n3241\n", "three steps"),
            ("3", "ggyggyggy\nrrrrrrrrr\nwbbwbbwbb\nooooooooo\nwwgwwgwwg\nyybyybyyb\n", "layer by layer"),
        ] {
            let mut session = Session::new(&["teach", "--interactive"]);
            session.expect("2x2 or 3x3?>");
            session.press("5\n");
            session.expect("expected 2 for a 2x2 or 3 for a 3x3");
            session.press(&format!("{size}\n"));
            session.expect("front, row by row");
            session.press(faces);
            session.expect("this is a real cube");
            session.expect(title);
            session.press("q");
            session.expect(LEFT);
            session.ended(0);
        }
    }

    #[test]
    fn an_entry_that_is_ended_tells_how_to_go_on_with_the_lesson() {
        let mut session = Session::new(&["teach", "--interactive", "--puzzle", "2x2"]);
        session.expect("front, row by row");
        session.press("0325\ndone\n");
        session.expect("a lesson is about one");
        session.press("quit\n");
        session.expect("cubegod teach --interactive --lang en \"$(cubegod enter --begin-with \"OGRW\")\"");
        session.ended(1);
    }
}
