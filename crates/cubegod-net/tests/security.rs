//! The limits in SECURITY.md are those of the code.
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use cubegod::Size;
use cubegod_net::WorkOptions;
use cubegod_net::challenge::{PlayOptions, ServeOptions};
use cubegod_net::engine::{EngineOptions, ListenOptions};
use cubegod_net::http::HttpOptions;
use std::collections::BTreeMap;
use std::time::Duration;

/// Returns the defaults in the table of limits, by server and limit.
fn documented() -> BTreeMap<(String, String), String> {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../SECURITY.md")).unwrap();
    let rows = text.lines().skip_while(|line| *line != "| server | limit | default | option |").skip(2);
    let cells = rows.take_while(|line| line.starts_with('|')).map(|line| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        ((cells[1].replace('`', ""), cells[2].to_owned()), cells[3].to_owned())
    });
    cells.collect()
}

fn seconds(time: Duration) -> String {
    format!("{} s", time.as_secs_f64())
}

fn kibibytes(bytes: usize) -> String {
    format!("{} KiB", bytes / 1024)
}

#[test]
fn the_limits_in_the_document_are_the_defaults_of_the_code() {
    let documented = documented();
    let (challenge, http) = (ServeOptions::default(), HttpOptions::default());
    let moves = ServeOptions { puzzle: Size::THREE, ..ServeOptions::default() }.moves();
    let listen = ListenOptions::default();
    for (server, limit, expected) in [
        ("challenge serve", "players", challenge.players.to_string()),
        ("challenge serve", "players per address", challenge.players_per_address().to_string()),
        ("challenge serve", "time for an answer", seconds(challenge.time_limit)),
        ("challenge serve", "moves of an answer (2x2, 3x3)", format!("{}, {moves}", challenge.moves())),
        ("challenge serve", "an answer", kibibytes(challenge.line_limit)),
        ("challenge serve", "time in which what was sent must be read", seconds(challenge.write_limit)),
        ("engine", "connections", listen.connections.total.to_string()),
        ("engine", "connections per address", listen.connections.per_address.to_string()),
        ("engine", "time of a request, waiting included", seconds(listen.work.time_limit)),
        ("engine", "searches that wait", listen.work.queue.to_string()),
        ("engine", "searches that wait, per address", listen.work.queue_per_address.to_string()),
        ("serve", "connections", http.connections.total.to_string()),
        ("serve", "connections per address", http.connections.per_address.to_string()),
        ("serve", "time of a request, waiting included", seconds(http.work.time_limit)),
        ("serve", "searches that wait", http.work.queue.to_string()),
        ("serve", "searches that wait, per address", http.work.queue_per_address.to_string()),
        ("engine", "a line, and a block", kibibytes(EngineOptions::default().length_limit)),
        ("engine", "silence, and time in which a reply must be read", seconds(listen.idle_limit)),
        ("serve", "body of a request", kibibytes(http.body_limit)),
        ("serve", "time for a body to arrive", seconds(http.body_time)),
        ("serve", "time for a head to arrive, and between two requests", seconds(http.head_time)),
        ("serve", "time in which a response must be read", seconds(http.unread_time)),
    ] {
        let found = documented.get(&(server.to_owned(), limit.to_owned()));
        assert_eq!(found, Some(&expected), "{server}: {limit}");
    }
}

#[test]
fn one_address_runs_half_of_the_long_searches() {
    let work = WorkOptions::default();
    assert_eq!(work.searches_per_address, work.threads.div_ceil(2));
    for server in ["serve", "engine"] {
        let limit = "long searches that run, per address".to_owned();
        assert_eq!(documented()[&(server.to_owned(), limit)], "half of the threads");
    }
}

#[test]
fn the_limits_of_a_player_are_the_defaults_of_the_code() {
    let text = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../SECURITY.md")).unwrap();
    let play = PlayOptions::default();
    let row = format!(
        "| {} MiB and {} minutes (`--round-timeout`), 10,000 rounds (`--max-rounds`) |",
        play.round_bytes >> 20,
        play.round_limit.as_secs() / 60
    );
    assert_eq!(play.rounds, 10_000);
    assert!(text.contains(&row), "{row}");
}
