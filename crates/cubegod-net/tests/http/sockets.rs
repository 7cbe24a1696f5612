//! Real sockets: clients that are slow, many, or gone.

use super::common::*;
use cubegod_net::http::{HttpOptions, serve};
use cubegod_net::{CancellationToken, bind_tcp, block_on};
use serde_json::{Value, json};
use std::future::Future;
use std::time::{Duration, Instant};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;

/// Longer than anything here takes.
const LONG: Duration = Duration::from_secs(60);

/// Runs a server for as long as a test takes.
fn with_server<F: Future<Output = ()>>(options: HttpOptions, test: impl FnOnce(String) -> F) {
    block_on(async {
        let listener = bind_tcp("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let stop = CancellationToken::new();
        let server = tokio::spawn(serve(listener, state(options), stop.clone()));
        timeout(LONG, test(address)).await.unwrap();
        stop.cancel();
        timeout(LONG, server).await.unwrap().unwrap();
    })
    .unwrap();
}

async fn connected(address: &str) -> TcpStream {
    TcpStream::connect(address).await.unwrap()
}

/// The bytes of a request.
fn request(verb: &str, body: &Value) -> String {
    let body = body.to_string();
    format!(
        "POST /api/v1/{verb} HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// The status and the body of the next answer.
async fn answer(stream: &mut TcpStream) -> (u16, String) {
    let mut text = String::new();
    while !text.ends_with("\r\n\r\n") {
        text.push(char::from(stream.read_u8().await.unwrap()));
    }
    let length = text.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
    let mut body = vec![0; length.parse().unwrap()];
    stream.read_exact(&mut body).await.unwrap();
    let status = text.split(' ').nth(1).unwrap().parse().unwrap();
    (status, String::from_utf8(body).unwrap())
}

/// Whether the other side closes, after whatever it still has to say.
async fn is_closed(stream: &mut TcpStream) -> bool {
    let mut rest = Vec::new();
    timeout(LONG, stream.read_to_end(&mut rest)).await.is_ok()
}

async fn metric(address: &str, name: &str) -> u64 {
    let mut stream = connected(address).await;
    stream.write_all(b"GET /metrics HTTP/1.1\r\nHost: test\r\n\r\n").await.unwrap();
    let (_, text) = answer(&mut stream).await;
    let line = text.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    line.rsplit(' ').next().unwrap().parse().unwrap()
}

async fn until(address: &str, name: &str, expected: u64) {
    while metric(address, name).await != expected {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[test]
fn one_connection_asks_many_times() {
    with_server(HttpOptions::default(), async |address| {
        let mut stream = connected(&address).await;
        for number in 1..=20 {
            let asked = json!({"cube": SOLVED2, "alg": format!("R{}", number % 3 + 1)});
            stream.write_all(request("apply", &asked).as_bytes()).await.unwrap();
            let (status, body) = answer(&mut stream).await;
            assert_eq!(status, 200, "{body}");
        }
        // All at once.
        let asked = request("check", &json!({"cube": SOLVED2})).repeat(5);
        stream.write_all(asked.as_bytes()).await.unwrap();
        for _ in 0..5 {
            assert_eq!(answer(&mut stream).await.0, 200);
        }
    });
}

#[test]
fn heads_and_silence_have_their_time() {
    let options = HttpOptions { head_time: Duration::from_millis(200), ..HttpOptions::default() };
    with_server(options, async |address| {
        let mut silent = connected(&address).await;
        let mut slow = connected(&address).await;
        slow.write_all(b"POST /api/v1/solve HTTP/1.1\r\nHo").await.unwrap();
        let mut idle = connected(&address).await;
        idle.write_all(request("check", &json!({"cube": SOLVED2})).as_bytes()).await.unwrap();
        assert_eq!(answer(&mut idle).await.0, 200);
        for stream in [&mut silent, &mut slow, &mut idle] {
            assert!(is_closed(stream).await);
        }
    });
}

#[test]
fn bodies_have_their_time_and_are_told_so() {
    let options = HttpOptions { body_time: Duration::from_millis(200), ..HttpOptions::default() };
    with_server(options, async |address| {
        let mut slow = connected(&address).await;
        let whole = request("solve", &json!({"cube": SOLVED2}));
        slow.write_all(&whole.as_bytes()[..whole.len() - 3]).await.unwrap();
        let (status, body) = answer(&mut slow).await;
        assert_eq!(status, 408, "{body}");
        assert!(body.contains("\"too-slow\""), "{body}");
    });
}

#[test]
fn bodies_that_say_that_they_are_too_long_are_not_waited_for() {
    let options = HttpOptions { body_time: LONG, ..HttpOptions::default() };
    with_server(options, async |address| {
        let mut stream = connected(&address).await;
        let head = "POST /api/v1/check HTTP/1.1\r\nHost: test\r\nContent-Type: application/json\r\n\
                    Content-Length: 99999999999\r\n\r\n";
        stream.write_all(head.as_bytes()).await.unwrap();
        assert_eq!(timeout(LONG / 4, answer(&mut stream)).await.unwrap().0, 413);
    });
}

#[test]
fn what_is_no_request_is_turned_away() {
    with_server(HttpOptions::default(), async |address| {
        for bad in ["hello\r\n\r\n".to_owned(), format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(100_000))] {
            let mut stream = connected(&address).await;
            stream.write_all(bad.as_bytes()).await.unwrap();
            let mut text = Vec::new();
            let _ = stream.read_to_end(&mut text).await;
            let text = String::from_utf8_lossy(&text);
            assert!(text.is_empty() || text.starts_with("HTTP/1.1 4"), "{text}");
        }
    });
}

#[test]
fn a_thousand_slow_clients_do_not_stop_a_fast_one() {
    with_server(HttpOptions::default(), async |address| {
        let mut slow = Vec::new();
        for number in 0..1000 {
            let mut stream = connected(&address).await;
            // A half of them stops in the head, the others in the body.
            let whole = request("solve", &json!({"cube": SOLVED2}));
            let part = if number % 2 == 0 { 30 } else { whole.len() - 5 };
            stream.write_all(&whole.as_bytes()[..part]).await.unwrap();
            slow.push(stream);
        }
        until(&address, "cubegod_connections", 1001).await;
        let start = Instant::now();
        let mut fast = connected(&address).await;
        for _ in 0..50 {
            fast.write_all(request("solve", &json!({"cube": "R U F", "puzzle": "2x2"})).as_bytes())
                .await
                .unwrap();
            assert_eq!(answer(&mut fast).await.0, 200);
        }
        assert!(start.elapsed() < Duration::from_secs(5), "{:?}", start.elapsed());
    });
}

#[test]
fn a_client_that_goes_away_stops_its_search() {
    with_server(HttpOptions { threads: 1, ..HttpOptions::default() }, async |address| {
        let asked = request("solve", &json!({"cube": "superflip", "budget": "1h"}));
        for accept in ["", "Accept: text/event-stream\r\n"] {
            let mut stream = connected(&address).await;
            stream
                .write_all(asked.replace("Host: test\r\n", &format!("Host: test\r\n{accept}")).as_bytes())
                .await
                .unwrap();
            until(&address, "cubegod_work_running", 1).await;
            drop(stream);
            let start = Instant::now();
            until(&address, "cubegod_work_running", 0).await;
            assert!(start.elapsed() < Duration::from_secs(10));
        }
    });
}

#[test]
fn no_more_than_so_many_are_let_in() {
    let options = HttpOptions { connections: 2, head_time: Duration::from_secs(1), ..HttpOptions::default() };
    with_server(options, async |address| {
        let _silent = [connected(&address).await, connected(&address).await];
        // It waits outside until one of the others has been silent for too long.
        let start = Instant::now();
        let mut third = connected(&address).await;
        third.write_all(request("check", &json!({"cube": SOLVED2})).as_bytes()).await.unwrap();
        assert_eq!(answer(&mut third).await.0, 200);
        assert!(start.elapsed() >= Duration::from_millis(500), "{:?}", start.elapsed());
    });
}

#[test]
fn who_does_not_read_is_given_up() {
    let options = HttpOptions { unread_time: Duration::from_millis(200), ..HttpOptions::default() };
    with_server(options, async |address| {
        let mut stream = connected(&address).await;
        let asked = request("complete", &json!({"cube": "?".repeat(54), "list": 10_000}));
        // More than the system buffers for a client that does not read.
        for _ in 0..100 {
            if stream.write_all(asked.as_bytes()).await.is_err() {
                break;
            }
        }
        until(&address, "cubegod_connections", 1).await;
    });
}

#[test]
fn a_stop_lets_an_answer_out_and_ends() {
    block_on(async {
        let listener = bind_tcp("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let stop = CancellationToken::new();
        let server = tokio::spawn(serve(listener, state(HttpOptions::default()), stop.clone()));
        let _idle = connected(&address).await;
        let mut busy = connected(&address).await;
        let asked = json!({"cube": "superflip", "budget": "300ms"});
        busy.write_all(request("solve", &asked).as_bytes()).await.unwrap();
        until(&address, "cubegod_work_running", 1).await;
        stop.cancel();
        assert_eq!(answer(&mut busy).await.0, 200);
        timeout(LONG, server).await.unwrap().unwrap();
        assert!(TcpStream::connect(&address).await.is_err());
    })
    .unwrap();
}

#[test]
fn a_stop_ends_a_long_search_with_what_it_found() {
    block_on(async {
        let listener = bind_tcp("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let stop = CancellationToken::new();
        let options = HttpOptions { threads: 1, grace: Duration::from_secs(10), ..HttpOptions::default() };
        let server = tokio::spawn(serve(listener, state(options), stop.clone()));
        let asked = request("solve", &json!({"cube": "superflip", "budget": "1h"}));
        let mut streamed = connected(&address).await;
        let accept = "Host: test\r\nAccept: text/event-stream\r\n";
        streamed.write_all(asked.replace("Host: test\r\n", accept).as_bytes()).await.unwrap();
        until(&address, "cubegod_work_running", 1).await;
        let mut waiting = connected(&address).await;
        waiting.write_all(asked.as_bytes()).await.unwrap();
        until(&address, "cubegod_work_waiting", 1).await;
        let mut events = String::new();
        while !events.contains("event: solution") {
            let mut bytes = [0; 4096];
            let length = streamed.read(&mut bytes).await.unwrap();
            assert!(length > 0, "{events}");
            events += std::str::from_utf8(&bytes[..length]).unwrap();
        }
        stop.cancel();
        let start = Instant::now();
        streamed.read_to_string(&mut events).await.unwrap();
        assert!(events.contains("event: answer"), "{events}");
        // One that found nothing says why.
        let (status, told) = answer(&mut waiting).await;
        assert_eq!(status, 503, "{told}");
        assert!(told.contains("\"stopping\""), "{told}");
        timeout(LONG, server).await.unwrap().unwrap();
        // The search would have gone on for half a minute.
        assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    })
    .unwrap();
}
