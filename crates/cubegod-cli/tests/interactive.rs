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
    const TIMEOUT: Duration = Duration::from_secs(60);

    /// A program on a terminal of its own, and everything that it wrote there.
    struct Session {
        child: Child,
        keyboard: File,
        terminal: File,
        before: Termios,
        written: Arc<Mutex<Vec<u8>>>,
        /// How much of it was looked at by [`Session::expect`].
        read: usize,
        /// What a person sees, and how much of what was written it shows.
        screen: vt100::Parser,
        shown: usize,
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
            // It has 24 rows and 80 columns too.
            let screen = vt100::Parser::default();
            Session { child, keyboard, terminal, before, written, read: 0, screen, shown: 0 }
        }

        fn press(&mut self, keys: &str) {
            self.keyboard.write_all(keys.as_bytes()).unwrap();
        }

        /// Waits until a row of the screen has this. Only what differs from the screen before is ever written, so that what
        /// is written need not have it.
        fn see(&mut self, text: &str) {
            let start = Instant::now();
            loop {
                let written = self.written.lock().unwrap().clone();
                self.screen.process(&written[self.shown..]);
                self.shown = written.len();
                let screen = self.screen.screen().contents();
                if screen.contains(text) {
                    return;
                }
                assert!(start.elapsed() < TIMEOUT, "expected to see {text}, saw\n{screen}");
                std::thread::sleep(Duration::from_millis(10));
            }
        }

        /// Waits until this is written, after what was waited for last: a command to the terminal, or text without a screen.
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
                assert!(start.elapsed() < TIMEOUT, "expected {text}, found {told}");
                std::thread::sleep(Duration::from_millis(10));
            }
        }

        fn send(&self, signal: &str) {
            let sent = Command::new("kill").args([signal, &self.child.id().to_string()]).status();
            assert!(sent.unwrap().success());
        }

        fn resize(&mut self, width: u16, height: u16) {
            self.screen.screen_mut().set_size(height.try_into().unwrap(), width.try_into().unwrap());
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
                    None => assert!(start.elapsed() < TIMEOUT, "it does not end"),
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

    /// Pasted text is told from keys, or not any more.
    const PASTED_AS_TEXT: &str = "\x1b[?2004h";
    const PASTED_AS_KEYS: &str = "\x1b[?2004l";

    #[test]
    fn keys_lead_through_a_lesson_and_the_terminal_is_as_before() {
        let mut session = Session::new(&["teach", "--interactive", "--puzzle", "2x2", "R U2 F' L2 B U'"]);
        session.expect("\x1b[?1049h");
        session.see("Stage");
        session.press("\x1b[C");
        session.press("t");
        session.see("moves>");
        session.press("R R'\r");
        session.resize(40, 10);
        session.see("40x10");
        // Everything is there again.
        session.resize(80, 24);
        session.see("Stage");
        session.see("R': ");
        session.see("moves>");
        session.press("\x03");
        session.expect(PASTED_AS_KEYS);
        session.expect(LEFT);
        session.ended(130);
    }

    #[test]
    fn signals_give_the_terminal_back() {
        for (signal, code) in [("-TERM", 143), ("-INT", 130), ("-HUP", 129), ("-QUIT", 131)] {
            let mut session = Session::new(&["teach", "--interactive", "R U F"]);
            session.see("Stage");
            // Half of an arrow key keeps it waiting for the rest.
            session.press("\x1b[");
            session.send(signal);
            session.expect(PASTED_AS_KEYS);
            session.expect(LEFT);
            session.ended(code);
        }
    }

    #[test]
    fn a_burst_of_keys_is_read_to_its_end() {
        let mut session = Session::new(&["teach", "--interactive", "R U F"]);
        session.see("Stage");
        session.press(&format!("{}\x03", "w".repeat(2048)));
        session.expect(LEFT);
        session.ended(130);
    }

    #[test]
    fn pasted_text_and_late_bytes_do_not_leave() {
        let mut session = Session::new(&["teach", "--interactive", "R U F"]);
        session.expect(PASTED_AS_TEXT);
        session.see("Stage");
        session.press("\x1b[200~qqq\x1b[201~");
        session.press("\x1b");
        session.see("Press Esc again");
        session.press("[C");
        session.press("t");
        session.see("moves>");
        session.press("\x1b");
        session.see("? help");
        session.press("q");
        session.expect(LEFT);
        session.ended(0);
    }

    #[test]
    fn nothing_is_written_while_nothing_happens() {
        let mut session = Session::new(&["teach", "--interactive", "R U F"]);
        session.see("Stage");
        session.see("q quit");
        std::thread::sleep(Duration::from_millis(500));
        let written = session.written.lock().unwrap().len();
        std::thread::sleep(Duration::from_millis(500));
        assert_eq!(session.written.lock().unwrap().len(), written);
    }

    #[test]
    fn a_new_lesson_is_made_of_the_cube_as_it_is() {
        let mut session = Session::new(&["teach", "--interactive", "--puzzle", "2x2", "R U2 F' L2 B U'"]);
        session.see("Stage");
        session.press("t");
        session.see("moves>");
        session.press("R2 U' F\r");
        session.see("Ctrl-Z");
        session.press("\x12");
        session.see("A new lesson, from the current cube.");
        session.press("\x03");
        session.ended(130);
    }

    #[test]
    fn the_method_tells_the_size_and_the_lesson_can_be_come_back_to() {
        let mut session = Session::new(&[
            "teach",
            "-i",
            "--method",
            "cfop",
            "--palette",
            "colorblind",
            "--metric",
            "qtm",
            "--lang",
            "zh",
        ]);
        session.expect("9 个贴纸");
        session.press("ggyggyggy\nrrrrrrrrr\nwbbwbbwbb\nooooooooo\nwwgwwgwwg\nyybyybyyb\n");
        session.expect(PASTED_AS_TEXT);
        session.press("q");
        session.expect(LEFT);
        session.expect(
            "cubegod teach --interactive --method cfop --lang zh --palette colorblind --metric qtm 'UUFUUFUUF",
        );
        session.ended(0);
        let mut session = Session::new(&["teach", "-i", "--method", "three-step", "--puzzle", "3x3"]);
        session.expect("--method is for 2x2x2 cubes, but --puzzle is 3x3x3");
        session.ended(2);
    }

    #[test]
    fn the_question_for_the_size_can_be_left() {
        for word in ["q", "quit"] {
            let mut session = Session::new(&["teach", "--interactive"]);
            session.expect("2x2 or 3x3?>");
            session.press(&format!("{word}\n"));
            session.expect("nothing was typed");
            session.ended(1);
        }
    }

    #[test]
    fn what_is_said_while_a_cube_is_typed_fits_the_terminal() {
        let mut session = Session::new(&["teach", "--interactive", "--puzzle", "2x2"]);
        session.expect("front, row by row");
        session.press("help\n");
        session.expect("continues later");
        session.press("quit\n");
        session.ended(1);
        let written = String::from_utf8(session.written.lock().unwrap().clone()).unwrap();
        let widest = written.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(widest <= 80, "{written}");
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
            session.expect("this is a legal cube");
            session.see(title);
            session.press("q");
            session.expect(LEFT);
            session.expect("to return to this lesson:");
            session.expect("cubegod teach --interactive '");
            session.ended(0);
        }
    }

    #[test]
    fn an_entry_that_is_ended_tells_how_to_go_on_with_the_lesson() {
        let mut session = Session::new(&["teach", "--interactive", "--puzzle", "2x2"]);
        session.expect("front, row by row");
        session.press("0325\ndone\n");
        session.expect("a lesson needs one");
        session.press("quit\n");
        session.expect("cubegod teach --interactive \"$(cubegod enter --begin-with \"OGRW\")\"");
        session.ended(1);
    }
}
