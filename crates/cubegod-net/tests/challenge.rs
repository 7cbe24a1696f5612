//! The challenge over real sockets: the server, the player, and hostile players.
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod common;

use common::ENGINE;
use cubegod::Size;
use cubegod_net::challenge::{
    Event, GameWon, Opponent, Outcome, PlayError, PlayFailure, PlayOptions, RoundPlayed, ServeOptions, play,
    play_over, serve, serve_player,
};
use cubegod_net::engine::{Engine, SolverContext};
use cubegod_net::{CancellationToken, bind_tcp, block_on};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;

/// A server on its own port, with all its events.
struct Server {
    address: SocketAddr,
    stop: CancellationToken,
    events: Arc<Mutex<Vec<Event>>>,
    task: JoinHandle<()>,
}

/// Returns options whose limits do not depend on the speed of the machine.
fn long_limits() -> ServeOptions {
    let flag = "flag{test}".into();
    ServeOptions { time_limit: Duration::from_secs(60), flag, seed: Some(1), ..Default::default() }
}

impl Server {
    async fn start(options: ServeOptions) -> Server {
        let listener = bind_tcp("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let stop = CancellationToken::new();
        let events = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&events);
        let task = tokio::spawn({
            let stop = stop.clone();
            async move {
                let log = Arc::new(move |event: &Event| log.lock().unwrap().push(event.clone()));
                serve(listener, options, log, stop).await.unwrap();
            }
        });
        Server { address, stop, events, task }
    }

    async fn connect(&self) -> BufReader<TcpStream> {
        BufReader::new(TcpStream::connect(self.address).await.unwrap())
    }

    async fn play(&self, engine: &Engine) -> (Result<GameWon, PlayError>, Vec<RoundPlayed>) {
        let opponent = Opponent::Address(self.address.to_string());
        let mut played = Vec::new();
        let mut on_round = |round: &RoundPlayed| played.push(round.clone());
        let result = play(&opponent, engine, &PlayOptions::default(), &mut on_round).await;
        (result, played)
    }

    /// Answers the first cube with one line and returns the server's output after it.
    async fn answered_with(&self, answer: &str) -> String {
        let mut stream = self.connect().await;
        read_to_prompt(&mut stream).await;
        stream.write_all(answer.as_bytes()).await.unwrap();
        read_to_end(&mut stream).await
    }

    /// Stops the server and returns it when all events are logged.
    async fn stopped(mut self) -> Server {
        self.stop.cancel();
        (&mut self.task).await.unwrap();
        self
    }

    fn reasons(&self) -> Vec<String> {
        let reason = |event: &Event| match event {
            Event::Round { outcome: Outcome::Rejected { reason }, .. } => Some(reason.clone()),
            _ => None,
        };
        self.events.lock().unwrap().iter().filter_map(reason).collect()
    }
}

async fn read_to_prompt(stream: &mut BufReader<TcpStream>) -> String {
    let mut text = String::new();
    while !text.ends_with("Enter your solution:\n") {
        assert_ne!(stream.read_line(&mut text).await.unwrap(), 0, "{text}");
    }
    text
}

async fn read_to_end(stream: &mut BufReader<TcpStream>) -> String {
    let mut text = String::new();
    stream.read_to_string(&mut text).await.unwrap();
    text
}

#[test]
fn a_hundred_rounds_are_won_and_the_flag_is_received() {
    block_on(async {
        let server = Server::start(long_limits()).await;
        let (result, played) = server.play(&ENGINE).await;
        let won = result.unwrap();
        assert_eq!((won.rounds, won.final_output.as_str()), (100, "flag{test}"));
        assert_eq!(played.len(), 100);
        assert!(played.iter().all(|round| round.accepted && round.moves <= 11 && round.rounds == Some(100)));
        server.stop.cancel();
        server.task.await.unwrap();
        let events = server.events.lock().unwrap();
        assert!(matches!(&events[0], Event::Connected { connection: 1, .. }));
        for (index, event) in events[1..101].iter().enumerate() {
            let Event::Round { connection: 1, round, outcome: Outcome::Accepted, moves, .. } = event else {
                panic!("{event:?}");
            };
            assert_eq!((*round, *moves), (index + 1, Some(played[index].moves)));
        }
        assert!(matches!(&events[101], Event::Disconnected { rounds: 100, flag: true, .. }));
    })
    .unwrap();
}

#[test]
fn the_server_prints_exactly_the_text_of_the_challenge() {
    block_on(async {
        let server = Server::start(ServeOptions { rounds: 2, scramble: 0..=0, ..long_limits() }).await;
        let mut stream = server.connect().await;
        let first = read_to_prompt(&mut stream).await;
        let (banner, round) = first.split_once("get the flag!\n").unwrap();
        assert_eq!(banner.lines().count(), 3);
        let face =
            |face: char| format!("Face {face}:\n+-----+\n| {face} {face} |\n| {face} {face} |\n+-----+\n");
        let hidden = "UDFBLR".chars().find(|&name| !round.contains(&format!("Face {name}"))).unwrap();
        let faces: String = "UDFBLR".chars().filter(|&name| name != hidden).map(face).collect();
        let introduction = "A scrambled cube, 5 of its 6 faces shown:";
        assert_eq!(round, format!("=== Round 1/2 ===\n{introduction}\n{faces}Enter your solution:\n"));
        // A solved cube needs no moves.
        stream.write_all(b"\n").await.unwrap();
        let second = read_to_prompt(&mut stream).await;
        let mut lines = second.lines();
        assert!(lines.next().unwrap().starts_with("[+] Solved in 0 moves and "));
        assert_eq!((lines.next(), lines.next()), (Some(""), Some("=== Round 2/2 ===")));
        // The last line needs no line feed.
        stream.write_all(b"U D'").await.unwrap();
        stream.shutdown().await.unwrap();
        let last = read_to_end(&mut stream).await;
        assert!(
            last.starts_with("[+] Solved in 2 moves and ") && last.ends_with("\n\nflag{test}\n"),
            "{last}"
        );
    })
    .unwrap();
}

#[test]
fn a_wrong_answer_is_rejected_with_the_reason() {
    block_on(async {
        let server = Server::start(long_limits()).await;
        for (answer, expected) in [
            ("R U\n", "[-] The cube is not solved by these moves.\n"),
            ("\n", "[-] The cube is not solved by these moves.\n"),
            ("R U R U R U R U R U R U\n", "[-] Not accepted: 12 moves are too many; expected at most 11.\n"),
            (
                "R U3\n",
                "[-] Not accepted: `U3` at column 3 is not a move; expected a face U D F B L R, alone or with ' or 2.\n",
            ),
            (
                "\u{1b}[A\0\n",
                "[-] Not accepted: `\\u{1b}[A\\u{0}` at column 1 is not a move; expected a face U D F B L R, alone or with ' or 2.\n",
            ),
        ] {
            assert_eq!(server.answered_with(answer).await, expected);
        }
        let endless = server.answered_with(&"x".repeat(100_000)).await;
        assert_eq!(endless, "[-] The answer has more than 4096 bytes.\n");
        let server = server.stopped().await;
        assert_eq!(server.reasons().len(), 6);
    })
    .unwrap();
}

#[test]
fn a_late_answer_is_rejected() {
    block_on(async {
        let server =
            Server::start(ServeOptions { time_limit: Duration::from_millis(50), ..long_limits() }).await;
        let mut stream = server.connect().await;
        read_to_prompt(&mut stream).await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        let _ = stream.write_all(b"R U\n").await;
        assert_eq!(read_to_end(&mut stream).await, "[-] Time is up: no answer within 0.05 seconds.\n");
    })
    .unwrap();
}

#[test]
fn a_hundred_players_win_beside_hostile_ones() {
    block_on(async {
        let server = Server::start(ServeOptions { rounds: 20, ..long_limits() }).await;
        let mut hostile = Vec::new();
        for kind in 0..40 {
            let mut stream = server.connect().await.into_inner();
            hostile.push(tokio::spawn(async move {
                match kind % 4 {
                    // Sends nothing and reads nothing.
                    0 => std::future::pending().await,
                    // A line without an end.
                    1 => while stream.write_all(&[b'R'; 4096]).await.is_ok() {},
                    // Garbage.
                    2 => while stream.write_all(b"\xff\0\n\x1b[31m").await.is_ok() {},
                    // Disconnects at once.
                    _ => {}
                }
            }));
        }
        let server = Arc::new(server);
        let players: Vec<_> = (0..100)
            .map(|_| {
                let server = Arc::clone(&server);
                tokio::spawn(async move { server.play(&ENGINE).await.0.unwrap() })
            })
            .collect();
        for player in players {
            assert_eq!(player.await.unwrap().final_output, "flag{test}");
        }
        hostile.iter().for_each(JoinHandle::abort);
    })
    .unwrap();
}

#[test]
fn a_player_that_never_reads_is_disconnected() {
    // The buffer of the connection has a hundred bytes, and the player leaves it full.
    block_on(async {
        let options = ServeOptions { write_limit: Duration::from_millis(50), ..long_limits() };
        let (_player, server) = tokio::io::duplex(100);
        let (reader, writer) = tokio::io::split(server);
        let events = Arc::new(Mutex::new(Vec::new()));
        let log = Arc::clone(&events);
        let log: cubegod_net::challenge::Log = Arc::new(move |event| log.lock().unwrap().push(event.clone()));
        serve_player(reader, writer, &options, &log, &CancellationToken::new()).await.unwrap();
        let events = events.lock().unwrap();
        assert!(
            matches!(&events[1], Event::Round { round: 1, outcome: Outcome::Disconnected, .. }),
            "{events:?}"
        );
    })
    .unwrap();
}

#[test]
fn a_player_beyond_the_limit_is_rejected() {
    block_on(async {
        let server = Server::start(ServeOptions { players: 2, ..long_limits() }).await;
        let mut inside = [server.connect().await, server.connect().await];
        for stream in &mut inside {
            read_to_prompt(stream).await;
        }
        let mut outside = server.connect().await;
        let expected = "[-] All 2 places are in use; try again later.\n";
        assert_eq!(read_to_end(&mut outside).await, expected);
        let (result, _) = server.play(&ENGINE).await;
        let Err(PlayError { failure: PlayFailure::Closed { rounds: 0, last_line, .. }, .. }) = result else {
            panic!("{result:?}");
        };
        assert_eq!(last_line, expected.trim());
    })
    .unwrap();
}

#[test]
fn a_stop_lets_the_running_round_end_and_no_other_begin() {
    block_on(async {
        // Even without a grace period.
        let options = ServeOptions { scramble: 0..=0, grace: Duration::ZERO, ..long_limits() };
        let server = Server::start(options).await;
        let mut stream = server.connect().await;
        read_to_prompt(&mut stream).await;
        server.stop.cancel();
        // The server stops accepting connections once it has noticed the stop.
        while TcpStream::connect(server.address).await.is_ok() {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
        stream.write_all(b"\n").await.unwrap();
        let rest = read_to_end(&mut stream).await;
        assert!(rest.starts_with("[+] "), "{rest}");
        assert!(rest.ends_with("\n\n[-] The server is stopping; try again later.\n"), "{rest}");
        drop(stream);
        server.task.await.unwrap();
    })
    .unwrap();
}

#[test]
fn a_stop_does_not_wait_forever() {
    block_on(async {
        let short = Duration::from_millis(50);
        let options = ServeOptions { time_limit: short, write_limit: short, grace: short, ..long_limits() };
        let server = Server::start(options).await;
        let mut stream = server.connect().await;
        read_to_prompt(&mut stream).await;
        server.stopped().await;
    })
    .unwrap();
}

#[test]
fn the_longest_limits_work() {
    block_on(async {
        let listener = bind_tcp("127.0.0.1:0").await.unwrap();
        let options = ServeOptions { time_limit: Duration::from_secs(u64::MAX), ..long_limits() };
        let refused = serve(listener, options, Arc::new(|_| {}), CancellationToken::new()).await;
        assert!(refused.unwrap_err().to_string().contains("at most 86400"));
        let [time_limit, write_limit, grace] = [ServeOptions::LONGEST_TIME, Duration::MAX, Duration::MAX];
        let server =
            Server::start(ServeOptions { rounds: 3, time_limit, write_limit, grace, ..long_limits() }).await;
        for forever in [Duration::MAX, Duration::from_secs(u64::MAX / 2), Duration::from_secs(1 << 60)] {
            let options = PlayOptions {
                connect_limit: forever,
                silence_limit: forever,
                closing_limit: forever,
                transcript_limit: usize::MAX,
                ..PlayOptions::default()
            };
            let opponent = Opponent::Address(server.address.to_string());
            assert_eq!(play(&opponent, &ENGINE, &options, &mut |_| {}).await.unwrap().rounds, 3);
        }
        server.stopped().await;
    })
    .unwrap();
}

#[test]
fn a_blocked_log_delays_no_player() {
    let (release, stuck) = std::sync::mpsc::channel::<()>();
    let (stuck, events) = (Mutex::new(stuck), Arc::new(Mutex::new(Vec::new())));
    let seen = Arc::clone(&events);
    let log: cubegod_net::challenge::Log = Arc::new(move |event| {
        let _ = stuck.lock().unwrap().recv();
        seen.lock().unwrap().push(event.clone());
    });
    block_on(async {
        let listener = bind_tcp("127.0.0.1:0").await.unwrap();
        let opponent = Opponent::Address(listener.local_addr().unwrap().to_string());
        let stop = CancellationToken::new();
        let server =
            tokio::spawn(serve(listener, ServeOptions { rounds: 5, ..long_limits() }, log, stop.clone()));
        for _ in 0..4 {
            play(&opponent, &ENGINE, &PlayOptions::default(), &mut |_| {}).await.unwrap();
        }
        assert!(events.lock().unwrap().is_empty());
        drop(release);
        stop.cancel();
        server.await.unwrap().unwrap();
        assert_eq!(events.lock().unwrap().len(), 4 * 7);
    })
    .unwrap();
}

#[test]
fn the_same_seed_and_order_of_players_give_the_same_cubes() {
    let cubes = |seed| {
        block_on(async move {
            let server = Server::start(ServeOptions { seed, rounds: 3, ..long_limits() }).await;
            let mut texts = Vec::new();
            for _ in 0..2 {
                let transcript = server.play(&ENGINE).await.0.unwrap().transcript;
                texts.push(transcript.lines().filter(|line| !line.starts_with("[+]")).collect::<String>());
            }
            texts
        })
        .unwrap()
    };
    let first = cubes(Some(7));
    assert_eq!(first, cubes(Some(7)));
    assert_ne!(first, cubes(Some(8)));
    assert_ne!(first[0], first[1]);
    assert_ne!(cubes(None), cubes(None));
}

#[test]
fn with_several_hidden_faces_the_player_guesses_and_reports_it() {
    block_on(async {
        let server = Server::start(ServeOptions { hidden_faces: 3, ..long_limits() }).await;
        let (result, played) = server.play(&ENGINE).await;
        // Guesses may win some rounds, but not a hundred.
        let error = result.unwrap_err();
        assert!(matches!(&error.failure, PlayFailure::Rejected { reason, .. } if reason.starts_with("[-] ")));
        assert_eq!(error.rounds + 1, played.len());
        let last = played.last().unwrap();
        assert!(!last.accepted && last.guessed_of.is_some_and(|count| count > 1));
        assert!(error.transcript.ends_with("[-] The cube is not solved by these moves.\n"));
    })
    .unwrap();
}

#[test]
fn a_3x3_is_played_with_the_given_solver() {
    // The scrambles are one move long, so trying all moves is sufficient.
    let one_move = |_: &cubegod::Reading, stickers: &cubegod::Stickers<cubegod::Color>, _: &SolverContext| {
        let cube = cubegod::Cube3::try_from(stickers).unwrap();
        let turn = cubegod::FaceTurn::ALL.into_iter().find(|&turn| cube.apply_turn(turn).is_solved());
        turn.map(|turn| [turn].into_iter().collect())
            .ok_or_else(|| cubegod_net::engine::EngineError::Unsolved("not one move".into()))
    };
    block_on(async {
        let options = ServeOptions { puzzle: Size::THREE, scramble: 1..=1, rounds: 10, ..long_limits() };
        let server = Server::start(options).await;
        let engine = Engine::new().with_solver(Box::new(one_move));
        assert_eq!(server.play(&engine).await.0.unwrap().rounds, 10);
        let error = server.play(&ENGINE).await.0.unwrap_err();
        assert!(error.to_string().starts_with("cannot answer the cube of round 1: unsupported: "), "{error}");
    })
    .unwrap();
}

/// Plays against a script: the server sends each text after it has received an answer to the text before. Returns the
/// result, all answers, and all rounds.
async fn scripted(texts: &[&str]) -> (Result<GameWon, PlayError>, Vec<String>, Vec<RoundPlayed>) {
    let (server, client) = tokio::io::duplex(64 * 1024);
    let (reader, writer) = tokio::io::split(client);
    let texts: Vec<String> = texts.iter().map(|&text| text.to_owned()).collect();
    let script = tokio::spawn(async move {
        let mut server = BufReader::new(server);
        let mut answers = Vec::new();
        for (number, text) in texts.iter().enumerate() {
            if number > 0 {
                let mut answer = String::new();
                server.read_line(&mut answer).await.unwrap();
                answers.push(answer);
            }
            // Small chunks check that the player does not depend on their boundaries.
            for chunk in text.as_bytes().chunks(7) {
                // A player that stops does not wait for the rest.
                if server.write_all(chunk).await.is_err() {
                    return answers;
                }
            }
        }
        answers
    });
    let mut played = Vec::new();
    let mut on_round = |round: &RoundPlayed| played.push(round.clone());
    let options = PlayOptions { silence_limit: Duration::from_secs(5), ..Default::default() };
    let result = play_over(reader, writer, &ENGINE, &options, &mut on_round).await;
    (result, script.await.unwrap(), played)
}

/// The solved cube after U, five faces of it; solved by `U'`.
const AFTER_U: &str = "\
Face U:\n+-----+\n| U U |\n| U U |\n+-----+\nFace D:\n+-----+\n| D D |\n| D D |\n+-----+\n\
Face F:\n+-----+\n| R R |\n| F F |\n+-----+\nFace B:\n+-----+\n| L L |\n| B B |\n+-----+\n\
Face L:\n+-----+\n| F F |\n| L L |\n+-----+\n";

#[test]
fn banners_colours_examples_and_prompts_without_a_line_feed_are_handled() {
    block_on(async {
        let colored = AFTER_U.replace("Face", "\u{1b}[1;34mFace").replace("R R", "\u{1b}[31mR\u{1b}[0m R");
        let first = format!(
            "Enter your solution below each cube.\nFor example:\n{}\n[-] is bad\n=== Round 1/3 ===\n{colored}Enter your solution:\n> ",
            AFTER_U.replace("F F", "B B")
        );
        let second = format!("[+] fine\r\n\r\n=== Round 2/3 ===\r\nhm\r\n{}", AFTER_U.replace('\n', "\r\n"));
        let (result, answers, played) = scripted(&[
            &first,
            &format!("{second}Enter your solution: "),
            &format!("\u{1b}[32m[+]\u{1b}[0m fine\n\n=== Round 3/3 ===\n{AFTER_U}\nEnter your solution (11 moves) > "),
            "[+] fine\n\nwell done\nflag{x}",
        ])
        .await;
        let won = result.unwrap();
        assert_eq!((won.rounds, won.final_output.as_str()), (3, "well done\nflag{x}"));
        assert_eq!(answers, ["U'\n", "U'\n", "U'\n"]);
        assert!(played.iter().all(|round| round.accepted && round.moves == 1));
    })
    .unwrap();
}

#[test]
fn a_server_that_prompts_first_or_prints_no_marks_is_played_too() {
    block_on(async {
        let prompts_first = format!("=== Round 1/1 ===\nEnter your solution of this cube\n{AFTER_U}\n");
        let (result, answers, _) = scripted(&[&prompts_first, "bravo\n"]).await;
        assert_eq!((result.unwrap().final_output.as_str(), answers.len()), ("bravo", 1));
        let plain = format!("{AFTER_U}Enter your solution: ");
        let (result, answers, played) = scripted(&[&plain, &plain, "bravo\n"]).await;
        assert_eq!((result.unwrap().rounds, answers.len(), played.len()), (2, 2, 2));
    })
    .unwrap();
}

#[test]
fn a_solved_cube_is_answered_with_an_empty_line() {
    block_on(async {
        let solved = AFTER_U.replace("R R", "F F").replace("| L L |\n| B", "| B B |\n| B");
        let solved = solved.replace("Face L:\n+-----+\n| F F |", "Face L:\n+-----+\n| L L |");
        let text = format!("=== Round 1/1 ===\n{solved}Enter your solution:\n");
        let (result, answers, _) = scripted(&[&text, "[+]\n\nflag"]).await;
        assert_eq!((result.unwrap().final_output.as_str(), answers), ("flag", vec!["\n".to_owned()]));
    })
    .unwrap();
}

#[test]
fn a_game_that_is_lost_or_interrupted_is_an_error_with_its_transcript() {
    block_on(async {
        let round = format!("=== Round 1/2 ===\n{AFTER_U}Enter your solution:\n");
        let (result, _, played) = scripted(&[&round, "[-] I do not like it\nreally\n"]).await;
        let error = result.unwrap_err();
        assert_eq!(error.to_string(), "the answer of round 1 was rejected: [-] I do not like it");
        assert_eq!(error.transcript, format!("{round}» U'\n[-] I do not like it\nreally\n"));
        assert!(!played[0].accepted);
        let (result, ..) = scripted(&[&round, "[+] good\n"]).await;
        assert!(matches!(result.unwrap_err().failure, PlayFailure::Closed { rounds: 1, .. }));
        let damaged = round.replace("R R", "R Q");
        let (result, ..) = scripted(&[&damaged, ""]).await;
        assert!(matches!(result.unwrap_err().failure, PlayFailure::Unanswered { round: 1, .. }));
    })
    .unwrap();
}

#[test]
fn letters_that_do_not_fix_the_orientation_are_not_answered() {
    block_on(async {
        let faces = AFTER_U.replace("| U U |", "| Q Q |");
        let round = format!("=== Round 1/2 ===\n{faces}Enter your solution:\n");
        let (result, ..) = scripted(&[&round, ""]).await;
        let PlayFailure::Unanswered { round: 1, reason } = result.unwrap_err().failure else { panic!() };
        assert!(reason.starts_with("unreadable: letters other than those of faces or colours"), "{reason}");
    })
    .unwrap();
}

#[test]
fn a_server_that_never_reads_is_an_error() {
    block_on(async {
        // A connection with a buffer of one byte, on which the server only sends.
        let (server, client) = tokio::io::duplex(1);
        let (reader, writer) = tokio::io::split(client);
        let (_unread, mut sender) = tokio::io::split(server);
        let sent = format!("=== Round 1/1 ===\n{AFTER_U}Enter your solution");
        let sending = tokio::spawn(async move { sender.write_all(sent.as_bytes()).await.map(|()| sender) });
        let options = PlayOptions { silence_limit: Duration::from_millis(300), ..Default::default() };
        let error = play_over(reader, writer, &ENGINE, &options, &mut |_| {}).await.unwrap_err();
        assert_eq!(error.to_string(), "the answer of round 1 was left unread for 0.3 seconds");
        assert!(error.transcript.ends_with("» U'\n"), "{}", error.transcript);
        sending.await.unwrap().unwrap();
    })
    .unwrap();
}

#[test]
fn a_silent_server_and_an_unreachable_one_are_errors() {
    block_on(async {
        let listener = bind_tcp("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let options = PlayOptions { silence_limit: Duration::from_millis(50), ..Default::default() };
        let opponent = Opponent::Address(address.clone());
        let error = play(&opponent, &ENGINE, &options, &mut |_| {}).await.unwrap_err();
        assert_eq!(
            error.to_string(),
            "the server was silent for 0.05 seconds after 0 rounds; \
             waited for face blocks (`Face U:`) and then a line with `Enter your solution`"
        );
        drop(listener);
        let error = play(&opponent, &ENGINE, &options, &mut |_| {}).await.unwrap_err();
        assert!(error.to_string().starts_with(&format!("cannot connect to {address}: ")), "{error}");
    })
    .unwrap();
}
