//! Real sockets: clients that are slow, many, or disconnected.

use super::common::*;
use cubegod_net::http::{HttpOptions, serve};
use cubegod_net::{CancellationToken, ConnectionOptions, WorkOptions, bind_tcp, block_on};
use serde_json::{Value, json};
use std::future::Future;
use std::time::Duration;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
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
        "POST /api/v1/{verb} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

/// Returns the status and the body of the next response.
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

/// Whether the server closes the connection.
async fn is_closed(stream: &mut TcpStream) -> bool {
    let mut rest = Vec::new();
    timeout(LONG, stream.read_to_end(&mut rest)).await.is_ok()
}

async fn metric(address: &str, name: &str) -> u64 {
    let mut stream = connected(address).await;
    stream.write_all(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n").await.unwrap();
    let (_, text) = answer(&mut stream).await;
    metric_in(&text, name)
}

async fn until(address: &str, name: &str, expected: u64) {
    while metric(address, name).await != expected {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

#[test]
fn a_connection_serves_many_requests() {
    with_server(HttpOptions::default(), async |address| {
        let mut stream = connected(&address).await;
        for number in 1..=20 {
            let body = json!({"cube": SOLVED2, "alg": format!("R{}", number % 3 + 1)});
            stream.write_all(request("apply", &body).as_bytes()).await.unwrap();
            let (status, body) = answer(&mut stream).await;
            assert_eq!(status, 200, "{body}");
        }
        // All at once.
        let request_text = request("check", &json!({"cube": SOLVED2})).repeat(5);
        stream.write_all(request_text.as_bytes()).await.unwrap();
        for _ in 0..5 {
            assert_eq!(answer(&mut stream).await.0, 200);
        }
    });
}

#[test]
fn heads_and_idle_connections_have_a_time_limit() {
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
fn a_slow_body_is_an_error() {
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
fn a_body_with_an_excessive_length_is_rejected_before_it_arrives() {
    let options = HttpOptions { body_time: LONG, ..HttpOptions::default() };
    with_server(options, async |address| {
        let mut stream = connected(&address).await;
        let head = "POST /api/v1/check HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n\
                    Content-Length: 99999999999\r\n\r\n";
        stream.write_all(head.as_bytes()).await.unwrap();
        assert_eq!(timeout(LONG / 4, answer(&mut stream)).await.unwrap().0, 413);
    });
}

#[test]
fn invalid_requests_are_rejected() {
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
    let options = HttpOptions { head_time: LONG, body_time: LONG, ..HttpOptions::default() };
    with_server(options, async |address| {
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
        let mut fast = connected(&address).await;
        for _ in 0..50 {
            fast.write_all(request("solve", &json!({"cube": "R U F", "puzzle": "2x2"})).as_bytes())
                .await
                .unwrap();
            assert_eq!(answer(&mut fast).await.0, 200);
        }
    });
}

#[test]
fn a_disconnect_cancels_the_search() {
    with_server(one_thread(), async |address| {
        let request_text = request("solve", &json!({"cube": "superflip", "budget": "1h"}));
        for accept in ["", "Accept: text/event-stream\r\n"] {
            let mut stream = connected(&address).await;
            stream
                .write_all(
                    request_text
                        .replace("Host: localhost\r\n", &format!("Host: localhost\r\n{accept}"))
                        .as_bytes(),
                )
                .await
                .unwrap();
            until(&address, "cubegod_work_running", 1).await;
            drop(stream);
            until(&address, "cubegod_work_running", 0).await;
        }
    });
}

#[test]
fn a_disconnect_behind_another_request_cancels_the_search() {
    with_server(one_thread(), async |address| {
        let search = request("solve", &json!({"cube": "superflip", "budget": "1h"}));
        let events =
            search.replace("Host: localhost\r\n", "Host: localhost\r\nAccept: text/event-stream\r\n");
        for first in [&search, &events] {
            let mut stream = connected(&address).await;
            stream.write_all(format!("{first}{search}").as_bytes()).await.unwrap();
            until(&address, "cubegod_work_running", 1).await;
            let before = metric(&address, "cubegod_work_cancelled_total{reason=\"client\"}").await;
            drop(stream);
            until(&address, "cubegod_connections", 1).await;
            assert!(metric(&address, "cubegod_work_cancelled_total{reason=\"client\"}").await > before);
        }
    });
}

/// One thread for each lane.
fn one_thread() -> HttpOptions {
    HttpOptions { work: WorkOptions::default().with_threads(1), ..HttpOptions::default() }
}

/// Connects from another loopback address.
async fn connected_from(client: &str, address: &str) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(format!("{client}:0").parse().unwrap()).unwrap();
    socket.connect(address.parse().unwrap()).await.unwrap()
}

#[test]
fn idle_connections_of_one_address_beyond_its_quota_are_rejected_and_others_are_served() {
    let connections = ConnectionOptions { per_address: 4, ..ConnectionOptions::new(64) };
    with_server(HttpOptions { connections, ..HttpOptions::default() }, async |address| {
        let mut idle = Vec::new();
        for _ in 0..100 {
            idle.push(connected_from("127.0.0.2", &address).await);
        }
        let (status, body) = answer(&mut idle[50]).await;
        assert_eq!(status, 503, "{body}");
        assert!(body.contains("127.0.0.2 has the maximum number of connections (4)"), "{body}");
        // The connections of that address stay open during this, as the head of a request may take 15 seconds.
        let mut other = connected(&address).await;
        other.write_all(request("check", &json!({"cube": SOLVED2})).as_bytes()).await.unwrap();
        assert_eq!(answer(&mut other).await.0, 200);
        assert_eq!(metric(&address, "cubegod_connections_rejected_total{reason=\"address\"}").await, 96);
    });
}

#[test]
fn at_the_total_the_oldest_idle_connection_gives_way_to_a_new_address() {
    let connections = ConnectionOptions { per_address: 3, ..ConnectionOptions::new(4) };
    with_server(HttpOptions { connections, ..HttpOptions::default() }, async |address| {
        let mut idle = Vec::new();
        for client in ["127.0.0.2", "127.0.0.2", "127.0.0.3", "127.0.0.3"] {
            idle.push(connected_from(client, &address).await);
        }
        let mut new = connected(&address).await;
        new.write_all(request("check", &json!({"cube": SOLVED2})).as_bytes()).await.unwrap();
        assert_eq!(answer(&mut new).await.0, 200);
        assert!(is_closed(&mut idle[0]).await);
        // The others are still served.
        idle[1].write_all(request("check", &json!({"cube": SOLVED2})).as_bytes()).await.unwrap();
        assert_eq!(answer(&mut idle[1]).await.0, 200);
    });
}

#[test]
fn clients_behind_a_trusted_proxy_have_quotas_of_their_own() {
    let mut options = one_thread();
    options.work.queue_per_address = 1;
    options.connections.trusted_proxies.add("127.0.0.0/8").unwrap();
    with_server(options, async |address| {
        let search = request("solve", &json!({"cube": "superflip", "budget": "1h"}));
        let search_of = |client: &str| {
            search.replace("Host:", &format!("X-Forwarded-For: 203.0.113.9, {client}\r\nHost:"))
        };
        let mut searches = Vec::new();
        for (client, waiting) in [("192.0.2.1", 0), ("192.0.2.1", 1), ("192.0.2.2", 2)] {
            let mut stream = connected(&address).await;
            stream.write_all(search_of(client).as_bytes()).await.unwrap();
            searches.push(stream);
            until(&address, "cubegod_work_running", 1).await;
            until(&address, "cubegod_work_waiting", waiting).await;
        }
        let mut stream = connected(&address).await;
        stream.write_all(search_of("192.0.2.1").as_bytes()).await.unwrap();
        let (status, body) = answer(&mut stream).await;
        assert_eq!(status, 429, "{body}");
        assert!(body.contains("192.0.2.1 has the maximum number of waiting searches (1)"), "{body}");
    });
}

#[test]
fn a_client_of_a_trusted_proxy_has_a_quota_of_requests_in_progress() {
    let mut options = HttpOptions { body_time: LONG, ..HttpOptions::default() };
    options.connections.per_address = 2;
    options.connections.trusted_proxies.add("127.0.0.0/8").unwrap();
    with_server(options, async |address| {
        let request = request("check", &json!({"cube": SOLVED2}));
        let of = |client: &str| request.replace("Host:", &format!("X-Forwarded-For: {client}\r\nHost:"));
        // Requests whose bodies do not end are in progress.
        let mut unfinished = Vec::new();
        for _ in 0..2 {
            let mut stream = connected(&address).await;
            let text = of("192.0.2.1").replace("Host:", "Expect: 100-continue\r\nHost:");
            stream.write_all(&text.as_bytes()[..text.len() - 1]).await.unwrap();
            // The server waits for the body.
            let mut status = [0; "HTTP/1.1 100 Continue\r\n\r\n".len()];
            stream.read_exact(&mut status).await.unwrap();
            assert!(status.starts_with(b"HTTP/1.1 100"));
            unfinished.push(stream);
        }
        let mut stream = connected(&address).await;
        stream.write_all(of("192.0.2.1").as_bytes()).await.unwrap();
        let (status, body) = answer(&mut stream).await;
        assert_eq!(status, 429, "{body}");
        assert!(body.contains("192.0.2.1 has the maximum number of requests in progress (2)"), "{body}");
        let mut other = connected(&address).await;
        other.write_all(of("192.0.2.2").as_bytes()).await.unwrap();
        assert_eq!(answer(&mut other).await.0, 200);
        unfinished[0].write_all(b"}").await.unwrap();
        assert_eq!(answer(&mut unfinished[0]).await.0, 200);
        let mut again = connected(&address).await;
        again.write_all(of("192.0.2.1").as_bytes()).await.unwrap();
        assert_eq!(answer(&mut again).await.0, 200);
    });
}

#[test]
fn only_known_hosts_are_answered() {
    let mut options = HttpOptions::default();
    options.allowed_hosts.add("cubes.example.org").unwrap();
    with_server(options, async |address| {
        let port = address.rsplit(':').next().unwrap();
        for (host, expected) in [
            (address.clone(), 200),
            (format!("localhost:{port}"), 200),
            (format!("[::1]:{port}"), 200),
            ("Cubes.Example.org".into(), 200),
            (format!("attacker.example:{port}"), 421),
            ("192.0.2.1".into(), 200),
            ("a b".into(), 421),
        ] {
            let mut stream = connected(&address).await;
            let text = request("check", &json!({"cube": SOLVED2}))
                .replace("Host: localhost", &format!("Host: {host}"));
            stream.write_all(text.as_bytes()).await.unwrap();
            let (status, body) = answer(&mut stream).await;
            assert_eq!(status, expected, "{host}: {body}");
            assert_eq!(status == 421, body.contains("\"unknown-host\"") && !body.contains("--"), "{body}");
        }
    });
}

#[test]
fn a_client_that_does_not_read_is_disconnected() {
    let options = HttpOptions { unread_time: Duration::from_millis(200), ..HttpOptions::default() };
    with_server(options, async |address| {
        let mut stream = connected(&address).await;
        let request_text = request("complete", &json!({"cube": "?".repeat(54), "list": 10_000}));
        // More than the system buffers for a client that does not read.
        for _ in 0..100 {
            if stream.write_all(request_text.as_bytes()).await.is_err() {
                break;
            }
        }
        until(&address, "cubegod_connections", 1).await;
    });
}

#[test]
fn an_address_holds_a_bounded_amount_of_unread_responses_and_others_are_served() {
    // An eighth of it is room for three of these responses.
    let options = HttpOptions { memory: 14 << 20, ..HttpOptions::default() };
    with_server(options, async |address| {
        let list = request("complete", &json!({"cube": "?".repeat(54), "list": 10_000}));
        let unread = async |client: &str| {
            let socket = TcpSocket::new_v4().unwrap();
            socket.set_recv_buffer_size(4096).unwrap();
            socket.bind(format!("{client}:0").parse().unwrap()).unwrap();
            let mut stream = socket.connect(address.parse().unwrap()).await.unwrap();
            stream.write_all(list.as_bytes()).await.unwrap();
            // The head shows that the response was computed.
            let mut status = [0; 12];
            stream.read_exact(&mut status).await.unwrap();
            (stream, String::from_utf8(status.to_vec()).unwrap())
        };
        let mut streams = Vec::new();
        for _ in 0..3 {
            let (stream, status) = unread("127.0.0.2").await;
            assert_eq!(status, "HTTP/1.1 200");
            streams.push(stream);
        }
        let mut rejected = unread("127.0.0.2").await;
        assert_eq!(rejected.1, "HTTP/1.1 503");
        let mut body = String::new();
        while !body.ends_with('}') {
            body.push(char::from(rejected.0.read_u8().await.unwrap()));
        }
        assert!(body.contains("127.0.0.2 has ") && body.contains("unread responses"), "{body}");
        // A short response needs no memory, and another address has some of its own.
        let mut short = connected_from("127.0.0.2", &address).await;
        short.write_all(request("check", &json!({"cube": SOLVED2})).as_bytes()).await.unwrap();
        assert_eq!(answer(&mut short).await.0, 200);
        assert_eq!(unread("127.0.0.3").await.1, "HTTP/1.1 200");
        assert!(metric(&address, "cubegod_held_bytes").await > 1 << 20);
        // A response that was read is not held.
        drop(streams.split_off(1));
        let mut rest = vec![0; 560_000];
        streams[0].read_exact(&mut rest).await.unwrap();
        until(&address, "cubegod_held_bytes", 0).await;
        assert_eq!(unread("127.0.0.2").await.1, "HTTP/1.1 200");
    });
}

#[test]
fn large_bodies_are_held_until_they_are_answered() {
    // An eighth of it is less than two of these bodies.
    let options = HttpOptions { memory: 2 << 20, body_time: LONG, ..HttpOptions::default() };
    with_server(options, async |address| {
        let large = request("check", &json!({"cube": " ".repeat(200_000)}));
        let mut slow = connected(&address).await;
        slow.write_all(&large.as_bytes()[..100_000]).await.unwrap();
        until(&address, "cubegod_held_bytes", 200_000 + json!({"cube": ""}).to_string().len() as u64).await;
        let mut second = connected(&address).await;
        second.write_all(large.as_bytes()).await.unwrap();
        let (status, body) = answer(&mut second).await;
        assert_eq!(status, 503, "{body}");
        slow.write_all(&large.as_bytes()[100_000..]).await.unwrap();
        assert_eq!(answer(&mut slow).await.0, 400);
        until(&address, "cubegod_held_bytes", 0).await;
    });
}

#[test]
fn a_stop_waits_for_a_response() {
    block_on(async {
        let listener = bind_tcp("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let stop = CancellationToken::new();
        let options = HttpOptions { grace: LONG, ..HttpOptions::default() };
        let server = tokio::spawn(serve(listener, state(options), stop.clone()));
        let _idle = connected(&address).await;
        let mut busy = connected(&address).await;
        let body = json!({"cube": "superflip", "budget": "300ms"});
        busy.write_all(request("solve", &body).as_bytes()).await.unwrap();
        until(&address, "cubegod_work_running", 1).await;
        stop.cancel();
        assert_eq!(answer(&mut busy).await.0, 200);
        timeout(LONG, server).await.unwrap().unwrap();
        assert!(TcpStream::connect(&address).await.is_err());
    })
    .unwrap();
}

#[test]
fn a_stop_ends_a_long_search_with_its_best_solution() {
    block_on(async {
        let listener = bind_tcp("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap().to_string();
        let stop = CancellationToken::new();
        let mut options = HttpOptions { grace: Duration::from_secs(10), ..one_thread() };
        // Only the stop ends the search.
        options.work.time_limit = 10 * LONG;
        let server = tokio::spawn(serve(listener, state(options), stop.clone()));
        let request_text = request("solve", &json!({"cube": "superflip", "budget": "1h"}));
        let mut streamed = connected(&address).await;
        let accept = "Host: localhost\r\nAccept: text/event-stream\r\n";
        streamed.write_all(request_text.replace("Host: localhost\r\n", accept).as_bytes()).await.unwrap();
        until(&address, "cubegod_work_running", 1).await;
        let mut waiting = connected(&address).await;
        waiting.write_all(request_text.as_bytes()).await.unwrap();
        until(&address, "cubegod_work_waiting", 1).await;
        let mut events = String::new();
        while !events.contains("event: solution") {
            let mut bytes = [0; 4096];
            let length = streamed.read(&mut bytes).await.unwrap();
            assert!(length > 0, "{events}");
            events += std::str::from_utf8(&bytes[..length]).unwrap();
        }
        stop.cancel();
        timeout(LONG, streamed.read_to_string(&mut events)).await.unwrap().unwrap();
        assert!(events.contains("event: answer"), "{events}");
        // The waiting request has no solution.
        let (status, body) = answer(&mut waiting).await;
        assert_eq!(status, 503, "{body}");
        assert!(body.contains("\"stopping\""), "{body}");
        timeout(LONG, server).await.unwrap().unwrap();
    })
    .unwrap();
}
