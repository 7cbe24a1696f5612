//! `cubegod teach --interactive`, on a pseudo-terminal and where there is none.
#![allow(clippy::unwrap_used, reason = "outside of a test function clippy does not see that this is a test")]

mod common;
use common::*;

#[test]
fn a_missing_terminal_is_an_error() {
    for arguments in [&["teach", "--interactive", SOLVED2][..], &["teach", "--interactive"]] {
        let run = cubegod(arguments);
        assert_eq!((run.stdout.as_str(), run.code), ("", 2));
        assert!(
            run.stderr.starts_with("cubegod: --interactive needs a terminal; leave it out to get text\n"),
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

    /// A guard against hangs.
    const TIMEOUT: Duration = Duration::from_secs(60);

    /// A program on its own pseudo-terminal, and everything that it wrote there.
    struct Session {
        child: Child,
        keyboard: File,
        terminal: File,
        before: Termios,
        written: Arc<Mutex<Vec<u8>>>,
        /// How much of it [`Session::expect`] has searched.
        read: usize,
        /// The screen, and how much of the output it shows.
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
            // The pseudo-terminal has 24 rows and 80 columns too.
            let screen = vt100::Parser::default();
            Session { child, keyboard, terminal, before, written, read: 0, screen, shown: 0 }
        }

        fn press(&mut self, keys: &str) {
            self.keyboard.write_all(keys.as_bytes()).unwrap();
        }

        /// Waits until a row of the screen contains a text. The output itself has only the differences from the screen before.
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

        /// Waits until a text is written after the last expected one: a command to the terminal, or text without a screen.
        fn expect(&mut self, text: &str) {
            let start = Instant::now();
            loop {
                let written = self.written.lock().unwrap().clone();
                let new = &written[self.read..];
                if let Some(at) = new.windows(text.len()).position(|window| window == text.as_bytes()) {
                    self.read += at + text.len();
                    return;
                }
                let output = String::from_utf8_lossy(new).replace('\x1b', "ESC");
                assert!(start.elapsed() < TIMEOUT, "expected {text}, found {output}");
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
            // The terminal does not control the process, so the system sends no signal.
            self.send("-WINCH");
        }

        /// Checks the exit code and that the terminal is restored.
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

    /// Leaves the alternate screen.
    const LEAVE_SCREEN: &str = "\x1b[?1049l";

    /// Turns the distinction of pasted text on and off.
    const PASTED_AS_TEXT: &str = "\x1b[?2004h";
    const PASTED_AS_KEYS: &str = "\x1b[?2004l";

    #[test]
    fn keys_go_through_a_lesson_and_the_terminal_is_restored() {
        let mut session = Session::new(&["teach", "--interactive", "--puzzle", "2x2", "R U2 F' L2 B U'"]);
        session.expect("\x1b[?1049h");
        session.see("Stage");
        session.press("\x1b[C");
        session.press("t");
        session.see("moves>");
        session.press("R R'\r");
        session.resize(40, 10);
        session.see("40x10");
        // The first screen is back.
        session.resize(80, 24);
        session.see("Stage");
        session.see("R': ");
        session.see("moves>");
        session.press("\x03");
        session.expect(PASTED_AS_KEYS);
        session.expect(LEAVE_SCREEN);
        session.ended(130);
    }

    #[test]
    fn signals_restore_the_terminal() {
        for (signal, code) in [("-TERM", 143), ("-INT", 130), ("-HUP", 129), ("-QUIT", 131)] {
            let mut session = Session::new(&["teach", "--interactive", "R U F"]);
            session.see("Stage");
            // The program waits for the rest of an arrow key.
            session.press("\x1b[");
            session.send(signal);
            session.expect(PASTED_AS_KEYS);
            session.expect(LEAVE_SCREEN);
            session.ended(code);
        }
    }

    #[test]
    fn a_burst_of_keys_is_read_completely() {
        let mut session = Session::new(&["teach", "--interactive", "R U F"]);
        session.see("Stage");
        session.press(&format!("{}\x03", "w".repeat(2048)));
        session.expect(LEAVE_SCREEN);
        session.ended(130);
    }

    #[test]
    fn pasted_text_and_late_bytes_do_not_quit() {
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
        session.expect(LEAVE_SCREEN);
        session.ended(0);
    }

    #[test]
    fn nothing_is_written_without_events() {
        let mut session = Session::new(&["teach", "--interactive", "R U F"]);
        session.see("Stage");
        session.see("q quit");
        std::thread::sleep(Duration::from_millis(500));
        let written = session.written.lock().unwrap().len();
        std::thread::sleep(Duration::from_millis(500));
        assert_eq!(session.written.lock().unwrap().len(), written);
    }

    #[test]
    fn a_new_lesson_starts_from_the_current_cube() {
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
    fn the_method_determines_the_size_and_a_command_returns_to_the_lesson() {
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
        session.expect(LEAVE_SCREEN);
        session.expect(
            "cubegod teach --interactive --method cfop --lang zh --palette colorblind --metric qtm 'UUFUUFUUF",
        );
        session.ended(0);
        let mut session = Session::new(&["teach", "-i", "--method", "three-step", "--puzzle", "3x3"]);
        session.expect("--method is for 2x2x2 cubes, but --puzzle is 3x3x3");
        session.ended(2);
    }

    #[test]
    fn the_question_for_the_size_can_be_quit() {
        for word in ["q", "quit"] {
            let mut session = Session::new(&["teach", "--interactive"]);
            session.expect("2x2 or 3x3?>");
            session.press(&format!("{word}\n"));
            session.expect("nothing was typed");
            session.ended(1);
        }
    }

    #[test]
    fn messages_while_a_cube_is_typed_fit_the_terminal() {
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
    fn a_cube_is_asked_for_if_none_is_given() {
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
            session.expect(LEAVE_SCREEN);
            session.expect("to return to this lesson:");
            session.expect("cubegod teach --interactive '");
            session.ended(0);
        }
    }

    #[test]
    fn an_entry_that_ends_early_prints_a_command_that_continues_with_the_lesson() {
        let mut session = Session::new(&["teach", "--interactive", "--puzzle", "2x2"]);
        session.expect("front, row by row");
        session.press("0325\ndone\n");
        session.expect("a lesson needs one");
        session.press("quit\n");
        session.expect("cubegod teach --interactive \"$(cubegod enter --begin-with \"OGRW\")\"");
        session.ended(1);
    }
}
