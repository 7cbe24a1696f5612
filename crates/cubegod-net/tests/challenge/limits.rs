//! The limits of the server, the player and the log.

use crate::common::{Server, long_limits, read_to_end, read_to_prompt};
use crate::engine::ENGINE;
use cubegod_net::challenge::{
    Event, Log, Opponent, Outcome, PlayError, PlayFailure, PlayOptions, PlayerLimit, ServeOptions, play,
    serve, serve_player,
};
use cubegod_net::{CancellationToken, bind_tcp, block_on};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader, DuplexStream};
use tokio::net::TcpStream;
use tokio::task::JoinHandle;

#[test]
fn a_hundred_players_win_beside_hostile_ones() {
    block_on(async {
        let options = ServeOptions { rounds: 20, players_per_address: Some(200), ..long_limits() };
        let server = Server::start(options).await;
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

/// Serves one player over a connection with a buffer of a hundred bytes, while `client` uses the other end, and returns
/// the events.
async fn served<F: Future<Output = ()> + Send + 'static>(
    options: ServeOptions,
    client: impl FnOnce(DuplexStream) -> F,
) -> Vec<Event> {
    let (player, server) = tokio::io::duplex(100);
    let client = tokio::spawn(client(player));
    let (reader, writer) = tokio::io::split(server);
    let events = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&events);
    let log: Log = Arc::new(move |event| log.lock().unwrap().push(event.clone()));
    serve_player(reader, writer, &options, &log, &CancellationToken::new()).await.unwrap();
    client.abort();
    std::mem::take(&mut *events.lock().unwrap())
}

fn outcome_of_round_1(events: &[Event]) -> &Outcome {
    match &events[1] {
        Event::Round { round: 1, outcome, .. } => outcome,
        event => panic!("{event:?}"),
    }
}

#[test]
fn a_player_that_never_reads_is_disconnected() {
    block_on(async {
        let options = ServeOptions { write_limit: Duration::from_millis(50), ..long_limits() };
        let events = served(options, async |_unread| std::future::pending().await).await;
        assert_eq!(outcome_of_round_1(&events), &Outcome::Disconnected);
    })
    .unwrap();
}

#[test]
fn a_player_that_reads_byte_by_byte_has_no_more_time() {
    block_on(async {
        let options = ServeOptions { write_limit: Duration::from_millis(300), ..long_limits() };
        let events = served(options, async |mut player| {
            let mut byte = [0];
            while player.read_exact(&mut byte).await.is_ok() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        })
        .await;
        assert_eq!(outcome_of_round_1(&events), &Outcome::Disconnected);
    })
    .unwrap();
}

#[test]
fn a_player_that_writes_byte_by_byte_has_no_more_time() {
    block_on(async {
        let options = ServeOptions { time_limit: Duration::from_millis(300), ..long_limits() };
        let events = served(options, async |player| {
            let (mut reader, mut writer) = tokio::io::split(player);
            tokio::spawn(async move { tokio::io::copy(&mut reader, &mut tokio::io::sink()).await });
            while writer.write_all(b"R").await.is_ok() {
                tokio::time::sleep(Duration::from_millis(10)).await;
            }
        })
        .await;
        let reason = "Time is up: no answer within 0.3 seconds.".to_owned();
        assert_eq!(outcome_of_round_1(&events), &Outcome::Rejected { reason });
    })
    .unwrap();
}

#[test]
fn a_player_beyond_the_limit_is_rejected() {
    block_on(async {
        let options = ServeOptions { players: 2, players_per_address: Some(2), ..long_limits() };
        let server = Server::start(options).await;
        let mut players = [server.connect().await, server.connect_from("127.0.0.2").await];
        for stream in &mut players {
            read_to_prompt(stream).await;
        }
        let mut third = server.connect().await;
        let expected = "[-] All 2 places are in use; try again later.\n";
        assert_eq!(read_to_end(&mut third).await, expected);
        let (result, _) = server.play(&ENGINE).await;
        let Err(PlayError { failure: PlayFailure::Closed { rounds: 0, last_line, .. }, .. }) = result else {
            panic!("{result:?}");
        };
        assert_eq!(last_line, expected.trim());
    })
    .unwrap();
}

#[test]
fn one_address_cannot_take_all_places() {
    block_on(async {
        let server = Server::start(ServeOptions { players: 20, ..long_limits() }).await;
        let mut players = Vec::new();
        for _ in 0..2 {
            let mut stream = server.connect().await;
            read_to_prompt(&mut stream).await;
            players.push(stream);
        }
        let expected = "[-] All 2 places for your address are in use; try again later.\n";
        assert_eq!(read_to_end(&mut server.connect().await).await, expected);
        let mut other = server.connect_from("127.0.0.2").await;
        read_to_prompt(&mut other).await;
        // A player that leaves makes room for another.
        drop(players);
        let mut next = server.connect().await;
        let mut text = String::new();
        while next.read_line(&mut text).await.unwrap() > 0 {
            if text.ends_with("Enter your solution:\n") {
                break;
            }
            if text.contains("[-]") {
                tokio::time::sleep(Duration::from_millis(10)).await;
                (next, text) = (server.connect().await, String::new());
            }
        }
        assert!(text.contains("=== Round 1/"), "{text}");
        drop((other, next));
        let server = server.stopped().await;
        let is_limit =
            |event: &Event| matches!(event, Event::Full { limit: PlayerLimit::PlayersPerAddress, .. });
        assert!(server.events.lock().unwrap().iter().any(is_limit));
    })
    .unwrap();
}

#[test]
fn many_rejected_connections_are_few_events() {
    block_on(async {
        let server = Server::start(ServeOptions { players: 2, ..long_limits() }).await;
        let mut first = server.connect().await;
        read_to_prompt(&mut first).await;
        for _ in 0..200 {
            assert!(read_to_end(&mut server.connect().await).await.starts_with("[-] All 1 places for your"));
        }
        drop(first);
        let server = server.stopped().await;
        let events = server.events.lock().unwrap();
        let rejected = events.iter().filter_map(|event| match event {
            Event::Full { limit: PlayerLimit::PlayersPerAddress, connections, .. } => Some(*connections),
            _ => None,
        });
        let rejected: Vec<u64> = rejected.collect();
        assert_eq!(rejected.iter().sum::<u64>(), 200);
        assert!(rejected.len() < 100, "{rejected:?}");
    })
    .unwrap();
}

#[test]
fn a_trusted_proxy_names_the_players() {
    block_on(async {
        let mut options = ServeOptions { players: 10, scramble: 0..=0, rounds: 1, ..long_limits() };
        options.trusted_proxies.add("127.0.0.9").unwrap();
        let server = Server::start(options).await;
        let header = |player: &str| format!("PROXY TCP4 {player} 127.0.0.1 4711 9999\r\n");
        let mut players = Vec::new();
        for player in ["192.0.2.1", "192.0.2.2"] {
            let mut stream = server.connect_from("127.0.0.9").await;
            stream.write_all(header(player).as_bytes()).await.unwrap();
            read_to_prompt(&mut stream).await;
            players.push(stream);
        }
        // An answer may follow the header at once.
        let mut third = server.connect_from("127.0.0.9").await;
        third.write_all(format!("{}\n", header("192.0.2.3")).as_bytes()).await.unwrap();
        assert!(read_to_end(&mut third).await.ends_with("flag{test}\n"));
        let mut second = server.connect_from("127.0.0.9").await;
        second.write_all(header("192.0.2.1").as_bytes()).await.unwrap();
        let expected = "[-] All 1 places for your address are in use; try again later.\n";
        assert_eq!(read_to_end(&mut second).await, expected);
        let mut bare = server.connect_from("127.0.0.9").await;
        bare.write_all(b"R U\n").await.unwrap();
        assert!(read_to_end(&mut bare).await.starts_with("[-] the connection does not begin with a PROXY"));
        drop(players);
        let server = server.stopped().await;
        let events = server.events.lock().unwrap();
        let full = Event::Full {
            peer: "127.0.0.9".into(),
            limit: PlayerLimit::PlayersPerAddress,
            connections: 1,
        };
        assert!(events.contains(&full), "{events:?}");
        let named = |number: u64, name: &str| {
            let is_it = |event: &Event| {
                matches!(event, Event::Connected { connection, peer } if *connection == number && peer == name)
            };
            events.iter().any(is_it)
        };
        assert!(named(1, "192.0.2.1") && named(3, "192.0.2.3"), "{events:?}");
    })
    .unwrap();
}

#[test]
fn a_rejected_player_that_has_already_sent_something_reads_the_reason() {
    block_on(async {
        let listener = bind_tcp("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let connect = || async { BufReader::new(TcpStream::connect(address).await.unwrap()) };
        let (mut first, mut second) = (connect().await, connect().await);
        second.write_all(b"R U F\n").await.unwrap();
        // Connections are accepted only now, so the input of the second is there before its rejection.
        let _server = Server::start_on(listener, ServeOptions { players: 1, ..long_limits() });
        read_to_prompt(&mut first).await;
        assert!(read_to_end(&mut second).await.starts_with("[-] All 1 places"));
    })
    .unwrap();
}

#[test]
fn a_player_whose_game_is_over_keeps_no_place() {
    block_on(async {
        let server = Server::start(ServeOptions { players: 1, ..long_limits() }).await;
        let (games, mut rejected) = (20, 0);
        let mut ended = Vec::new();
        for _ in 0..games {
            let stream = loop {
                let mut stream = server.connect().await;
                let mut line = String::new();
                stream.read_line(&mut line).await.unwrap();
                if !line.starts_with("[-]") {
                    break stream;
                }
                rejected += 1;
                tokio::time::sleep(Duration::from_millis(25)).await;
            };
            let mut stream = stream;
            stream.write_all(b"?\n").await.unwrap();
            assert!(read_to_end(&mut stream).await.contains("[-] Not accepted"));
            // The connection stays open on this side, so the server reads from it for half a second before it closes it.
            ended.push(stream);
        }
        // Half a second would be 20 rejections for each game.
        assert!(rejected < 10 * games, "{rejected}");
    })
    .unwrap();
}

#[test]
fn rejected_connections_that_stay_open_delay_no_player() {
    block_on(async {
        let options = ServeOptions { players: 4, rounds: 5, ..long_limits() };
        let server = Server::start(options).await;
        let mut first = server.connect().await;
        read_to_prompt(&mut first).await;
        let mut open = Vec::new();
        for _ in 0..600 {
            open.push(server.connect().await);
        }
        // More connections are being rejected than the server keeps at once; a player from another address plays on.
        let mut other = server.connect_from("127.0.0.2").await;
        read_to_prompt(&mut other).await;
        drop((open, first));
    })
    .unwrap();
}

#[test]
fn a_stop_lets_the_running_round_end_and_no_other_begin() {
    block_on(async {
        // The grace period is zero; the round has the time of its own limits.
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
        let invalid = serve(listener, options, Arc::new(|_| {}), CancellationToken::new()).await;
        assert!(invalid.unwrap_err().to_string().contains("at most 86400"));
        let [time_limit, write_limit, grace] = [ServeOptions::LONGEST_TIME, Duration::MAX, Duration::MAX];
        let server =
            Server::start(ServeOptions { rounds: 3, time_limit, write_limit, grace, ..long_limits() }).await;
        for long in [Duration::MAX, Duration::from_secs(u64::MAX / 2), Duration::from_secs(1 << 60)] {
            let options = PlayOptions {
                connect_limit: long,
                silence_limit: long,
                closing_limit: long,
                round_limit: long,
                round_bytes: usize::MAX,
                rounds: usize::MAX,
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
    let log: Log = Arc::new(move |event| {
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
