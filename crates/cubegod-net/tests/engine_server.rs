//! The engine on sockets: many clients, limits, and disconnects.
#![allow(clippy::unwrap_used, reason = "a panic fails the test")]

mod common;

use common::ENGINE;
use cubegod::solve::optimal::{OptimalTable, TableSpec};
use cubegod_net::engine::{Engine, EngineOptions, EngineServer, ListenOptions};
use cubegod_net::{CancellationToken, ConnectionOptions, WorkOptions, block_on};
use cubegod_service::{OptimalTables, RequestError, Solvers, solve};
use std::net::SocketAddr;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, LazyLock, Mutex};
use std::time::Duration;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::time::timeout;

const SOLVED: &str = "BEGIN\nU U U U U\nD D D D D\nF F F F F\nB B B B B\nL L L L L\nEND\n";

/// A million moves.
const BOMB: &str = "(RUFLDB)166666\n";

/// A guard against hangs: longer than any test takes.
const LONG: Duration = Duration::from_secs(60);

/// A table for proofs without bounds, after waiting for a permission.
struct Boundless(Mutex<Option<Receiver<()>>>);

impl OptimalTables for Boundless {
    fn get(&self, smallest: TableSpec) -> Result<Arc<OptimalTable>, RequestError> {
        if let Some(permission) = &*self.0.lock().unwrap() {
            let _ = permission.recv();
        }
        let table = OptimalTable::new(smallest, vec![0_u8; smallest.bytes()]);
        table.map(Arc::new).ok_or(RequestError::TableNotReady)
    }
}

/// Returns an engine that proves solutions of the 3x3 with such a table.
fn proving(permission: Option<Receiver<()>>) -> Arc<Engine> {
    let tables = Arc::new(Boundless(Mutex::new(permission)));
    let solvers = Solvers::with_small_tables().with_optimal_tables(tables);
    let solve = solve::Options { exact: true, method: solve::Method::Optimal, ..solve::Options::default() };
    let options = EngineOptions { solve, ..EngineOptions::default() };
    Arc::new(Engine::new(Box::leak(Box::new(solvers)), options))
}

/// An engine whose search of the superflip ends by cancellation only.
static SEARCHING: LazyLock<Arc<Engine>> = LazyLock::new(|| {
    let engine = proving(None);
    // The first proof makes the table.
    engine.answer("R U").unwrap();
    engine
});

/// A server that is stopped when it is dropped.
struct Server {
    server: EngineServer,
    address: SocketAddr,
    stop: CancellationToken,
}

impl Server {
    async fn start(engine: &Arc<Engine>, options: ListenOptions) -> Server {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let stop = CancellationToken::new();
        let server = EngineServer::new(Arc::clone(engine), options);
        tokio::spawn(server.clone().serve_tcp(listener, stop.clone()));
        Server { server, address, stop }
    }

    async fn connect(&self) -> BufReader<TcpStream> {
        self.connect_from("127.0.0.1").await
    }

    /// Connects from a loopback address.
    async fn connect_from(&self, client: &str) -> BufReader<TcpStream> {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(format!("{client}:0").parse().unwrap()).unwrap();
        BufReader::new(socket.connect(self.address).await.unwrap())
    }

    /// Returns a metric, summed over its labels.
    fn metric(&self, name: &str) -> u64 {
        let text = self.server.metrics();
        let is_it = |line: &&str| line.strip_prefix(name).is_some_and(|rest| rest.starts_with([' ', '{']));
        text.lines().filter(is_it).map(|line| line.rsplit(' ').next().unwrap().parse::<u64>().unwrap()).sum()
    }

    /// Waits until a metric has a value.
    async fn until(&self, name: &str, expected: u64) {
        let wait = async {
            while self.metric(name) != expected {
                tokio::time::sleep(Duration::from_millis(2)).await;
            }
        };
        assert!(timeout(LONG, wait).await.is_ok(), "{name} is not {expected}: {}", self.server.metrics());
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// Sends a request and returns the next line.
async fn request(
    stream: &mut (impl tokio::io::AsyncBufRead + tokio::io::AsyncWrite + Unpin),
    text: &str,
) -> String {
    stream.write_all(text.as_bytes()).await.unwrap();
    let mut line = String::new();
    timeout(LONG, stream.read_line(&mut line)).await.unwrap().unwrap();
    line
}

fn test<F: Future<Output = ()>>(test: impl FnOnce() -> F) {
    block_on(async { timeout(3 * LONG, test()).await.unwrap() }).unwrap();
}

/// Options with one thread for each lane.
fn one_thread() -> ListenOptions {
    let default = ListenOptions::default();
    ListenOptions { work: default.work.with_threads(1), ..default }
}

#[test]
fn many_clients_are_served_beside_hostile_ones_and_the_stop_is_clean() {
    test(async || {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let stop = CancellationToken::new();
        let options = ListenOptions { grace: Duration::from_millis(50), ..Default::default() };
        let server =
            tokio::spawn(EngineServer::new(Arc::clone(&ENGINE), options).serve_tcp(listener, stop.clone()));
        let _silent = TcpStream::connect(address).await.unwrap();
        let endless = tokio::spawn(async move {
            let mut stream = TcpStream::connect(address).await.unwrap();
            while stream.write_all(&[b'x'; 4096]).await.is_ok() {}
        });
        let clients: Vec<_> = (0..50)
            .map(|_| {
                tokio::spawn(async move {
                    let mut stream = BufReader::new(TcpStream::connect(address).await.unwrap());
                    for _ in 0..20 {
                        assert_eq!(request(&mut stream, SOLVED).await, "\n");
                        assert!(request(&mut stream, "hello\n").await.starts_with("ERROR unreadable"));
                    }
                    // An unfinished block is answered when the client stops sending.
                    stream.write_all(b"BEGIN\n").await.unwrap();
                    stream.shutdown().await.unwrap();
                    let mut rest = String::new();
                    stream.read_to_string(&mut rest).await.unwrap();
                    assert!(rest.starts_with("ERROR unfinished") && rest.lines().count() == 1);
                })
            })
            .collect();
        for client in clients {
            client.await.unwrap();
        }
        stop.cancel();
        server.await.unwrap();
        endless.await.unwrap();
    });
}

#[test]
fn a_client_that_ends_its_input_gets_all_replies_in_order() {
    test(async || {
        let server = Server::start(&ENGINE, one_thread()).await;
        let mut stream = server.connect().await;
        let input = format!("{SOLVED}hello\nUUUURRRRFFFFDDDDLLLLBBBB\nR U\n").repeat(500);
        let (mut reader, mut writer) = stream.get_mut().split();
        let send = async {
            writer.write_all(input.as_bytes()).await.unwrap();
            writer.shutdown().await.unwrap();
        };
        let mut replies = String::new();
        let (_, received) = tokio::join!(send, reader.read_to_string(&mut replies));
        received.unwrap();
        let replies: Vec<&str> = replies.split_terminator('\n').collect();
        assert_eq!(replies.len(), 2000);
        for four in replies.chunks(4) {
            assert_eq!((four[0], four[2]), ("", ""));
            assert!(four[1].starts_with("ERROR unreadable") && four[3] == "U' R'");
        }
    });
}

#[test]
fn a_client_that_ends_its_input_gets_the_reply_to_a_long_search() {
    test(async || {
        // Many checks whether it disconnected.
        let solve = solve::Options { budget: Some(Duration::from_millis(500)), ..solve::Options::default() };
        let options = EngineOptions { solve, ..EngineOptions::default() };
        let engine = Arc::new(Engine::with_small_tables().with_options(options));
        let server = Server::start(&engine, one_thread()).await;
        let mut stream = server.connect().await;
        stream.write_all(b"superflip\nR U\n").await.unwrap();
        stream.shutdown().await.unwrap();
        let mut replies = String::new();
        stream.read_to_string(&mut replies).await.unwrap();
        let replies: Vec<&str> = replies.lines().collect();
        assert_eq!(replies.len(), 2);
        assert!(replies[0].split(' ').count() >= 20 && replies[1] == "U' R'", "{replies:?}");
    });
}

#[test]
fn a_reply_does_not_wait_for_the_requests_after_it() {
    test(async || {
        let server = Server::start(&SEARCHING, one_thread()).await;
        let mut stream = server.connect().await;
        // The second request is a search; the first is answered by the table, the third with an error.
        for first in [SOLVED, "hello\n"] {
            let reply = request(&mut stream, &format!("{first}superflip\n")).await;
            assert!(reply == "\n" || reply.starts_with("ERROR unreadable"), "{reply}");
            server.until("cubegod_work_running", 1).await;
            stream = server.connect().await;
            server.until("cubegod_work_running", 0).await;
        }
    });
}

#[test]
fn a_search_ends_when_its_client_disconnects() {
    test(async || {
        let server = Server::start(&SEARCHING, one_thread()).await;
        let mut stream = server.connect().await;
        stream.write_all(b"superflip\n").await.unwrap();
        server.until("cubegod_work_running{lane=\"long\"}", 1).await;
        // A reset, as by a client that is killed with unread replies.
        stream.get_ref().set_zero_linger().unwrap();
        drop(stream);
        server.until("cubegod_work_running", 0).await;
        server.until("cubegod_connections", 0).await;
        assert_eq!(server.metric("cubegod_work_cancelled_total{reason=\"client\"}"), 1);
    });
}

#[test]
fn a_request_that_exceeds_the_time_limit_is_an_error_and_the_next_one_is_answered() {
    test(async || {
        let mut options = one_thread();
        // Much longer than the slices of the first two lanes.
        options.work.time_limit = Duration::from_secs(5);
        let server = Server::start(&SEARCHING, options).await;
        let mut stream = server.connect().await;
        let expected = "ERROR timeout: no answer was found in 5s, the time limit\n";
        assert_eq!(request(&mut stream, &format!("superflip\n{SOLVED}")).await, expected);
        assert_eq!(request(&mut stream, "").await, "\n");
        // The search began in each lane.
        assert_eq!(server.metric("cubegod_work_cancelled_total{reason=\"slice\"}"), 2);
    });
}

#[test]
fn a_request_that_ignores_its_cancellation_is_an_error_and_closes_its_connection_only() {
    test(async || {
        let (release, wait) = channel();
        let engine = proving(Some(wait));
        let mut options = one_thread();
        options.work.time_limit = Duration::from_millis(50);
        let server = Server::start(&engine, options).await;
        let mut stream = server.connect().await;
        let expected = "ERROR timeout: no answer was found in 50ms, the time limit\n";
        assert_eq!(request(&mut stream, &format!("superflip\n{SOLVED}")).await, expected);
        assert_eq!(stream.read(&mut [0]).await.unwrap(), 0);
        let mut other = server.connect().await;
        assert_eq!(request(&mut other, SOLVED).await, "\n");
        drop(release);
        server.until("cubegod_work_running", 0).await;
    });
}

#[test]
fn searches_beyond_the_queue_are_busy_and_pocket_cubes_are_answered_meanwhile() {
    test(async || {
        let mut options = one_thread();
        options.work = WorkOptions { queue: 2, queue_per_address: 1, time_limit: LONG, ..options.work };
        let server = Server::start(&SEARCHING, options).await;
        let mut searches = Vec::new();
        for (client, waiting) in [("127.0.0.2", 0), ("127.0.0.2", 1), ("127.0.0.3", 2)] {
            let mut stream = server.connect_from(client).await;
            stream.write_all(b"superflip\n").await.unwrap();
            server.until("cubegod_work_waiting{lane=\"long\"}", waiting).await;
            server.until("cubegod_work_running{lane=\"long\"}", 1).await;
            searches.push(stream);
        }
        let mut same = server.connect_from("127.0.0.2").await;
        let expected =
            "ERROR busy: 127.0.0.2 has the maximum number of waiting searches (1); try again later\n";
        assert_eq!(request(&mut same, "superflip\n").await, expected);
        let mut other = server.connect_from("127.0.0.4").await;
        let expected = "ERROR busy: all solvers are busy, and the queue of 2 is full; try again later\n";
        assert_eq!(request(&mut other, "superflip\n").await, expected);
        for _ in 0..50 {
            assert_eq!(request(&mut other, SOLVED).await, "\n");
            assert!(request(&mut other, "hello\n").await.starts_with("ERROR unreadable"));
        }
        assert_eq!(server.metric("cubegod_work_rejected_total"), 2);
    });
}

/// A client floods the server with expensive lines and disconnects; others are answered meanwhile, and the work ends.
fn flood_does_not_delay_others(line: &str) {
    test(async || {
        let server = Server::start(&ENGINE, one_thread()).await;
        let flood = line.repeat(4_500_000 / line.len());
        let mut attacker = server.connect_from("127.0.0.2").await;
        let (reader, mut writer) = attacker.get_mut().split();
        let attack = async {
            // The server stops reading while it works, so that this never ends.
            let _ = writer.write_all(flood.as_bytes()).await;
            std::future::pending::<()>().await;
        };
        let others = async {
            // Wait until the server works on the flood.
            let _ = reader.readable().await;
            for _ in 0..20 {
                let mut honest = server.connect().await;
                assert_eq!(request(&mut honest, SOLVED).await, "\n");
                assert!(request(&mut honest, "hello\n").await.starts_with("ERROR unreadable"));
            }
        };
        tokio::select! {
            () = attack => {}
            () = others => {}
        }
        attacker.get_ref().set_zero_linger().unwrap();
        drop(attacker);
        server.until("cubegod_connections", 0).await;
        server.until("cubegod_work_running", 0).await;
        server.until("cubegod_work_waiting", 0).await;
    });
}

#[test]
fn a_flood_of_a_million_moves_per_line_does_not_delay_others() {
    flood_does_not_delay_others(BOMB);
}

#[test]
fn a_flood_of_unknown_stickers_does_not_delay_others() {
    flood_does_not_delay_others(&format!("{}\n", "?".repeat(54)));
}

#[test]
fn a_flood_of_left_out_faces_does_not_delay_others() {
    flood_does_not_delay_others("BEGIN\nU U U U U U U U U U\nEND\n");
}

#[test]
fn a_thousand_idle_connections_of_one_address_do_not_lock_others_out() {
    assert_eq!(ListenOptions::default().connections.total, 1024);
    assert_eq!(ListenOptions::default().connections.per_address, 256);
    test(async || {
        let server = Server::start(&ENGINE, ListenOptions::default()).await;
        let mut idle = Vec::new();
        for _ in 0..1024 {
            idle.push(server.connect_from("127.0.0.2").await);
        }
        let mut other = server.connect().await;
        assert_eq!(request(&mut other, SOLVED).await, "\n");
        let mut reply = String::new();
        idle[300].read_to_string(&mut reply).await.unwrap();
        let expected =
            "ERROR busy: 127.0.0.2 has the maximum number of connections (256); close some of them\n";
        assert_eq!(reply, expected);
        // The address can use the connections that it has.
        assert_eq!(request(&mut idle[0], SOLVED).await, "\n");
    });
}

#[test]
fn idle_connections_of_many_addresses_give_way_to_a_new_one() {
    test(async || {
        let connections = ConnectionOptions { per_address: 2, ..ConnectionOptions::new(4) };
        let server = Server::start(&ENGINE, ListenOptions { connections, ..Default::default() }).await;
        let mut idle = Vec::new();
        for client in ["127.0.0.2", "127.0.0.2", "127.0.0.3", "127.0.0.3"] {
            idle.push(server.connect_from(client).await);
        }
        let mut new = server.connect().await;
        assert_eq!(request(&mut new, SOLVED).await, "\n");
        let mut reply = String::new();
        idle[0].read_to_string(&mut reply).await.unwrap();
        assert_eq!(reply, "ERROR busy: this idle connection was closed for another client; connect again\n");
        assert_eq!(request(&mut idle[1], SOLVED).await, "\n");
        assert_eq!(server.metric("cubegod_connections_evicted_total"), 1);
    });
}

#[test]
fn a_client_beyond_the_quota_gets_busy_even_if_it_sends_first_and_is_served_when_there_is_room() {
    test(async || {
        let connections = ConnectionOptions { per_address: 2, ..ConnectionOptions::new(9) };
        let server = Server::start(&ENGINE, ListenOptions { connections, ..Default::default() }).await;
        let mut inside = [(); 2].map(|()| None);
        for place in &mut inside {
            let mut stream = server.connect().await;
            assert_eq!(request(&mut stream, SOLVED).await, "\n");
            *place = Some(stream);
        }
        for input in [SOLVED.to_owned(), String::new(), SOLVED.repeat(100)] {
            let mut outside = TcpStream::connect(server.address).await.unwrap();
            outside.write_all(input.as_bytes()).await.unwrap();
            let mut reply = String::new();
            outside.read_to_string(&mut reply).await.unwrap();
            assert!(
                reply.starts_with("ERROR busy: 127.0.0.1 has the maximum number of connections (2)"),
                "{reply}"
            );
        }
        assert_eq!(request(inside[0].as_mut().unwrap(), SOLVED).await, "\n");
        inside[1] = None;
        server.until("cubegod_connections", 1).await;
        let mut stream = server.connect().await;
        assert_eq!(request(&mut stream, SOLVED).await, "\n");
    });
}

#[test]
fn an_idle_client_is_disconnected_and_the_longest_limits_work() {
    assert_eq!(ListenOptions::default().idle_limit, Duration::from_secs(600));
    test(async || {
        let idle_limit = Duration::from_millis(50);
        let server = Server::start(&ENGINE, ListenOptions { idle_limit, ..Default::default() }).await;
        let mut silent = server.connect().await;
        assert_eq!(silent.read(&mut [0]).await.unwrap(), 0);
        let (idle_limit, grace) = (Duration::MAX, Duration::MAX);
        let work = WorkOptions { time_limit: Duration::MAX, ..WorkOptions::default() };
        let options = ListenOptions { idle_limit, grace, work, ..Default::default() };
        let server = Server::start(&ENGINE, options).await;
        let mut stream = server.connect().await;
        assert_eq!(request(&mut stream, SOLVED).await, "\n");
        assert!(request(&mut stream, "hello\n").await.starts_with("ERROR unreadable"));
    });
}

#[test]
fn a_trusted_proxy_names_its_clients_and_each_has_a_quota() {
    test(async || {
        let mut connections = ConnectionOptions { per_address: 1, ..ConnectionOptions::new(9) };
        connections.trusted_proxies.add("127.0.0.9").unwrap();
        let server = Server::start(&ENGINE, ListenOptions { connections, ..Default::default() }).await;
        let mut clients = Vec::new();
        for client in ["192.0.2.1", "192.0.2.2"] {
            let mut stream = server.connect_from("127.0.0.9").await;
            let text = format!("PROXY TCP4 {client} 127.0.0.1 4711 7777\r\n{SOLVED}");
            assert_eq!(request(&mut stream, &text).await, "\n");
            clients.push(stream);
        }
        let mut second = server.connect_from("127.0.0.9").await;
        let reply = request(&mut second, "PROXY TCP4 192.0.2.1 127.0.0.1 4712 7777\r\n").await;
        assert!(
            reply.starts_with("ERROR busy: 192.0.2.1 has the maximum number of connections (1)"),
            "{reply}"
        );
        // A connection of a proxy needs the header, and one of another address must not have it.
        let mut bare = server.connect_from("127.0.0.9").await;
        let reply = request(&mut bare, SOLVED).await;
        assert!(reply.starts_with("ERROR unreadable: the connection does not begin with a PROXY"), "{reply}");
        let mut direct = server.connect().await;
        let reply = request(&mut direct, "PROXY TCP4 192.0.2.3 127.0.0.1 4711 7777\r\n").await;
        assert!(reply.starts_with("ERROR unreadable"), "{reply}");
    });
}

#[cfg(unix)]
#[test]
fn a_unix_socket_is_served_and_a_stale_one_is_replaced() {
    use cubegod_net::engine::bind_unix;
    use tokio::net::UnixStream;

    let path = std::env::temp_dir().join(format!("cubegod-engine-{}.sock", std::process::id()));
    test(async || {
        drop(std::os::unix::net::UnixListener::bind(&path).unwrap());
        let listener = bind_unix(&path).unwrap();
        assert_eq!(bind_unix(&path).unwrap_err().kind(), std::io::ErrorKind::AddrInUse);
        let (stop, address) = (CancellationToken::new(), "127.0.0.1:1".parse().unwrap());
        let server = EngineServer::new(Arc::clone(&SEARCHING), one_thread());
        let serving = tokio::spawn(server.clone().serve_unix(listener, stop.clone()));
        let server = Server { server, address, stop };
        let mut stream = BufReader::new(UnixStream::connect(&path).await.unwrap());
        assert_eq!(request(&mut stream, SOLVED).await, "\n");
        // A search ends when the client closes the socket.
        stream.write_all(b"superflip\n").await.unwrap();
        server.until("cubegod_work_running{lane=\"long\"}", 1).await;
        drop(stream);
        server.until("cubegod_work_running", 0).await;
        server.stop.cancel();
        serving.await.unwrap();
    });
    std::fs::remove_file(&path).unwrap();
}
