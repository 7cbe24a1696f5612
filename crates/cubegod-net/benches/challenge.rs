//! Rounds per second over loopback: one server, and 1, 100 and 1,000 players at once, all in this process.
//!
//! The answer time is the one that the server compares with its limit: from sending the prompt to receiving the answer.

use cubegod_net::challenge::{Event, Log, Opponent, PlayOptions, ServeOptions, play, serve};
use cubegod_net::engine::Engine;
use cubegod_net::{CancellationToken, bind_tcp, block_on};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

fn main() {
    // `cargo test` runs benchmarks too, as a smoke test.
    let is_test = !std::env::args().any(|argument| argument == "--bench");
    let engine = Arc::new(Engine::with_small_tables());
    println!("{:>8} {:>8} {:>10} {:>10} {:>10}", "players", "rounds", "rounds/s", "p50 ms", "p99 ms");
    for (players, rounds) in [(1, 20_000), (100, 300), (1000, 100)] {
        let (players, rounds) = if is_test { (players.min(10), 3) } else { (players, rounds) };
        let measured = block_on(measure(Arc::clone(&engine), players, rounds)).expect("a runtime");
        let Measured { seconds, mut milliseconds } = measured;
        let total = milliseconds.len();
        milliseconds.sort_by(f64::total_cmp);
        let [middle, high] = [0.5, 0.99].map(|part| milliseconds[(part * (total - 1) as f64) as usize]);
        println!("{players:>8} {total:>8} {:>10.0} {middle:>10.3} {high:>10.3}", total as f64 / seconds);
    }
}

struct Measured {
    seconds: f64,
    /// The time of each answer.
    milliseconds: Vec<f64>,
}

async fn measure(engine: Arc<Engine>, players: usize, rounds: usize) -> Measured {
    let listener = bind_tcp("127.0.0.1:0").await.expect("a port");
    let address = listener.local_addr().expect("an address").to_string();
    let stop = CancellationToken::new();
    let times = Arc::new(Mutex::new(Vec::with_capacity(players * rounds)));
    let log: Log = {
        let times = Arc::clone(&times);
        Arc::new(move |event| {
            if let Event::Round { milliseconds, .. } = event {
                times.lock().expect("no thread panics").push(*milliseconds);
            }
        })
    };
    let options = ServeOptions {
        rounds,
        players,
        players_per_address: Some(players),
        time_limit: Duration::from_secs(60),
        seed: Some(1),
        ..Default::default()
    };
    let server = tokio::spawn(serve(listener, options, log, stop.clone()));
    let start = Instant::now();
    let games: Vec<_> = (0..players)
        .map(|_| {
            let (engine, opponent) = (Arc::clone(&engine), Opponent::Address(address.clone()));
            tokio::spawn(async move {
                play(&opponent, &engine, &PlayOptions::default(), &mut |_| {}).await.expect("a game won")
            })
        })
        .collect();
    for game in games {
        game.await.expect("a player");
    }
    let seconds = start.elapsed().as_secs_f64();
    stop.cancel();
    server.await.expect("a server").expect("good options");
    let milliseconds = std::mem::take(&mut *times.lock().expect("no thread panics"));
    Measured { seconds, milliseconds }
}
