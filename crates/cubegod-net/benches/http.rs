//! Throughput and latency of HTTP requests over loopback, with a built-in load generator.
//!
//! `cargo bench -p cubegod-net --bench http`

#![allow(clippy::unwrap_used, reason = "a benchmark that cannot run should fail")]

use cubegod_net::http::{App, HttpOptions, serve};
use cubegod_net::{CancellationToken, bind_tcp, block_on};
use cubegod_service::Solvers;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

/// The number of concurrent clients, each with its own persistent connection.
const CLIENTS: usize = 16;

/// How long each kind of request is measured.
const TIME: Duration = Duration::from_secs(3);

/// Cubes far from solved, so that no search is fast by chance.
const CUBES: [&str; 4] = [
    "R U2 F' D L B2 U' R2 F D' L2 B",
    "F2 L' D B R' U2 F' L2 U B' D2 R",
    "D' B2 L U' F2 R B D2 L' F U R2",
    "L2 F D' R2 B U' L' D F2 R' U B2",
];

fn main() {
    // `cargo test --benches` only needs to build it.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    block_on(async {
        let listener = bind_tcp("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let solvers = Solvers::with_small_tables();
        solvers.prepare();
        let stop = CancellationToken::new();
        let state = Arc::new(App::new(Arc::new(solvers), HttpOptions::default()));
        let server = tokio::spawn(serve(listener, state, stop.clone()));
        println!("{CLIENTS} clients, {TIME:?} each, small tables");
        for (name, fields) in [
            ("2x2, the fewest moves", r#""puzzle":"2x2""#),
            ("3x3, 21 moves or fewer", r#""max_length":21,"budget":"1s""#),
        ] {
            measure(name, &address, fields).await;
        }
        stop.cancel();
        server.await.unwrap();
    })
    .unwrap();
}

async fn measure(name: &str, address: &str, fields: &str) {
    let start = Instant::now();
    let clients: Vec<_> = (0..CLIENTS)
        .map(|number| tokio::spawn(request_until_done(address.to_owned(), fields.to_owned(), number)))
        .collect();
    let mut times = Vec::new();
    for client in clients {
        times.extend(client.await.unwrap());
    }
    let rate = times.len() as f64 / start.elapsed().as_secs_f64();
    times.sort();
    let part = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
    println!("{name:<24} {rate:>9.0} requests per second, median {:.2?}, p99 {:.2?}", part(0.5), part(0.99));
}

/// Sends requests until the time is up; returns the time of each.
async fn request_until_done(address: String, fields: String, number: usize) -> Vec<Duration> {
    let mut stream = BufReader::new(TcpStream::connect(&address).await.unwrap());
    stream.get_ref().set_nodelay(true).unwrap();
    let requests = CUBES.map(|cube| {
        let body = format!(r#"{{"cube":"{cube}",{fields}}}"#);
        let length = body.len();
        format!("POST /api/v1/solve HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {length}\r\n\r\n{body}")
    });
    let (start, mut times) = (Instant::now(), Vec::new());
    while start.elapsed() < TIME {
        let sent = Instant::now();
        stream.write_all(requests[(number + times.len()) % CUBES.len()].as_bytes()).await.unwrap();
        read_answer(&mut stream).await;
        times.push(sent.elapsed());
    }
    times
}

async fn read_answer(stream: &mut BufReader<TcpStream>) {
    let mut head = Vec::with_capacity(1024);
    while !head.ends_with(b"\r\n\r\n") {
        head.push(stream.read_u8().await.unwrap());
    }
    let head = String::from_utf8(head).unwrap();
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
    let mut body = vec![0; length.parse().unwrap()];
    stream.read_exact(&mut body).await.unwrap();
}
