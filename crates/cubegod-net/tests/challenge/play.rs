//! The player against scripted servers.

use crate::engine::ENGINE;
use cubegod_net::challenge::{
    GameWon, Opponent, PlayError, PlayFailure, PlayOptions, RoundPlayed, play, play_over,
};
use cubegod_net::{bind_tcp, block_on};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};

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
        assert!(reason.starts_with("unreadable: these characters do not show which way is up"), "{reason}");
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

/// Plays against a server that sends a text, and then one chunk again and again without an end.
async fn played_against_endless(
    before: &str,
    chunk: &'static str,
    pause: Duration,
    options: PlayOptions,
) -> Result<GameWon, PlayError> {
    let (server, client) = tokio::io::duplex(64 * 1024);
    let (reader, writer) = tokio::io::split(client);
    let (mut answers, mut sender) = tokio::io::split(server);
    tokio::spawn(async move { tokio::io::copy(&mut answers, &mut tokio::io::sink()).await });
    let before = before.to_owned();
    tokio::spawn(async move {
        sender.write_all(before.as_bytes()).await.unwrap();
        while sender.write_all(chunk.as_bytes()).await.is_ok() {
            tokio::time::sleep(pause).await;
        }
    });
    play_over(reader, writer, &ENGINE, &options, &mut |_| {}).await
}

#[test]
fn a_server_that_never_stops_sending_is_an_error() {
    block_on(async {
        let bytes = PlayOptions { round_bytes: 10_000, ..Default::default() };
        let time = PlayOptions { round_limit: Duration::from_millis(200), ..Default::default() };
        let (fast, slow) = (Duration::ZERO, Duration::from_millis(20));
        let faces = "waited for face blocks (`Face U:`) and then a line with `Enter your solution`";
        let shown = "face blocks were shown; waited for a line with `Enter your solution`";
        for (before, chunk, pause, options, expected) in [
            (
                "",
                "hello\n",
                fast,
                &bytes,
                format!("the server sent more than 10000 bytes in round 1; {faces}"),
            ),
            (
                "",
                "no line feed ",
                fast,
                &bytes,
                format!("the server sent more than 10000 bytes in round 1; {faces}"),
            ),
            ("", ".", slow, &time, format!("the server sent output for 0.2 seconds in round 1; {faces}")),
            (
                AFTER_U,
                "\n",
                slow,
                &time,
                format!("the server sent output for 0.2 seconds in round 1; {shown}"),
            ),
        ] {
            let error = played_against_endless(before, chunk, pause, options.clone()).await.unwrap_err();
            assert_eq!(error.to_string(), expected);
        }
    })
    .unwrap();
}

#[test]
fn the_flag_counts_even_if_the_server_never_stops_sending_after_it() {
    block_on(async {
        let before = format!("=== Round 1/1 ===\n{AFTER_U}Enter your solution:\n");
        let options = PlayOptions {
            silence_limit: Duration::from_millis(400),
            closing_limit: Duration::from_millis(200),
            ..Default::default()
        };
        let chunk = "[+] fine\nflag{x}\n";
        let won = played_against_endless(&before, chunk, Duration::from_millis(20), options).await.unwrap();
        assert_eq!(won.rounds, 1);
        assert!(won.final_output.contains("flag{x}"), "{}", won.final_output);
    })
    .unwrap();
}

#[test]
fn a_game_without_a_last_round_is_an_error() {
    block_on(async {
        let round = format!("{AFTER_U}Enter your solution:\n");
        let (server, client) = tokio::io::duplex(64 * 1024);
        let (reader, writer) = tokio::io::split(client);
        let rounds = tokio::spawn(async move {
            let mut server = BufReader::new(server);
            while server.write_all(round.as_bytes()).await.is_ok() {
                let mut answer = String::new();
                if server.read_line(&mut answer).await.is_err() {
                    break;
                }
            }
        });
        let options = PlayOptions { rounds: 25, ..Default::default() };
        let error = play_over(reader, writer, &ENGINE, &options, &mut |_| {}).await.unwrap_err();
        assert_eq!(error.to_string(), "the game has more than 25 rounds");
        assert_eq!(error.rounds, 24);
        rounds.await.unwrap();
    })
    .unwrap();
}
