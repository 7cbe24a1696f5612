//! Games over real sockets: the text of the server, its verdicts, its cubes.

use crate::common::{Server, long_limits, read_to_end, read_to_prompt};
use crate::engine::ENGINE;
use cubegod::Size;
use cubegod_net::CancellationToken;
use cubegod_net::block_on;
use cubegod_net::challenge::{Event, Outcome, PlayFailure, ServeOptions, serve_player};
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};

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
        assert!(matches!(&events[101], Event::GameEnded { rounds: 100, flag: true, .. }));
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
fn each_player_number_has_its_own_cubes_of_a_seed() {
    let first_cube = |player| {
        block_on(async move {
            let options = ServeOptions { seed: Some(7), player, rounds: 1, ..long_limits() };
            let (client, server) = tokio::io::duplex(64 * 1024);
            let (reader, writer) = tokio::io::split(server);
            let (mut input, mut output) = tokio::io::split(client);
            output.write_all(b"?\n").await.unwrap();
            serve_player(
                reader,
                writer,
                &options,
                &(Arc::new(|_: &Event| {}) as _),
                &CancellationToken::new(),
            )
            .await
            .unwrap();
            let mut text = String::new();
            input.read_to_string(&mut text).await.unwrap();
            text
        })
        .unwrap()
    };
    assert_eq!(first_cube(1), first_cube(1));
    assert_ne!(first_cube(1), first_cube(2));
    // The numbers are those of the players of a server on TCP.
    let second_on_tcp = block_on(async {
        let server = Server::start(ServeOptions { seed: Some(7), rounds: 1, ..long_limits() }).await;
        server.answered_with("?\n").await;
        let mut stream = server.connect().await;
        let text = read_to_prompt(&mut stream).await;
        stream.write_all(b"?\n").await.unwrap();
        text + &read_to_end(&mut stream).await
    });
    assert_eq!(first_cube(2), second_on_tcp.unwrap());
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
fn a_3x3_is_played() {
    block_on(async {
        let options = ServeOptions { puzzle: Size::THREE, hidden_faces: 0, rounds: 10, ..long_limits() };
        let server = Server::start(options).await;
        assert_eq!(server.play(&ENGINE).await.0.unwrap().rounds, 10);
    })
    .unwrap();
}
