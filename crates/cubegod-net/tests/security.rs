//! The limits in SECURITY.md are those of the code.
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

use cubegod::Size;
use cubegod_net::challenge::{PlayOptions, ServeOptions};
use cubegod_net::engine::{EngineOptions, ListenOptions};
use cubegod_net::http::HttpOptions;
use cubegod_net::{ConnectionOptions, WorkOptions};
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
    let challenge = ServeOptions::default();
    let moves = ServeOptions { puzzle: Size::THREE, ..ServeOptions::default() }.moves();
    // Without `..`, so that a new limit needs a row.
    let HttpOptions {
        work: http_work,
        connections: http_connections,
        body_limit,
        body_time,
        head_time,
        unread_time,
        memory,
        grace: http_grace,
        allow_origins: _,
        allowed_hosts: _,
    } = HttpOptions::default();
    let ListenOptions { work, connections, idle_limit, grace } = ListenOptions::default();
    let mut shared = Vec::new();
    for (server, work, connections) in [("serve", http_work, http_connections), ("engine", work, connections)]
    {
        let WorkOptions {
            threads: _,
            queue,
            queue_per_address,
            searches_per_address: _,
            contended_limit,
            time_limit,
        } = work;
        let ConnectionOptions { total, per_address, per_network, trusted_proxies: _ } = connections;
        let of_address = match server {
            "serve" => "connections per address, and requests in progress per client of a trusted proxy",
            _ => "connections per address",
        };
        shared.extend([
            (server, "connections", total.to_string()),
            (server, of_address, per_address.to_string()),
            (server, "connections per /48 network of IPv6", per_network.to_string()),
            (server, "time of a request, waiting included", seconds(time_limit)),
            (server, "time of a long search while others wait for its thread", seconds(contended_limit)),
            (server, "searches that wait", queue.to_string()),
            (server, "searches that wait, per address", queue_per_address.to_string()),
        ]);
    }
    let own = [
        ("challenge serve", "players", challenge.players.to_string()),
        ("challenge serve", "players per address", challenge.players_per_address().to_string()),
        ("challenge serve", "time for an answer", seconds(challenge.time_limit)),
        ("challenge serve", "moves of an answer (2x2, 3x3)", format!("{}, {moves}", challenge.moves())),
        ("challenge serve", "an answer", kibibytes(challenge.line_limit)),
        ("challenge serve", "time in which what was sent must be read", seconds(challenge.write_limit)),
        ("engine", "a line, and a block", kibibytes(EngineOptions::default().length_limit)),
        ("engine", "silence, and time in which a reply must be read", seconds(idle_limit)),
        ("engine", "time for answers after a stop", seconds(grace)),
        ("serve", "body of a request", kibibytes(body_limit)),
        ("serve", "time for a body to arrive", seconds(body_time)),
        ("serve", "time for a head to arrive, and between two requests", seconds(head_time)),
        (
            "serve",
            "time in which a response must be read, and 1 s more for each 64 KiB of it",
            seconds(unread_time),
        ),
        (
            "serve",
            "large bodies and unread large responses, of which an address may hold an eighth of what others leave",
            format!("{} MiB", memory >> 20),
        ),
        ("serve", "time for answers after a stop", seconds(http_grace)),
    ];
    for (server, limit, expected) in shared.into_iter().chain(own) {
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
