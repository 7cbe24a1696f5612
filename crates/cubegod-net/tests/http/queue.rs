//! More work than the server can do at once.

use super::common::*;
use axum::body::Body;
use axum::http::{Request, header};
use cubegod::solve::optimal::{OptimalTable, TableSpec};
use cubegod::{ReadOptions, View, read};
use cubegod_net::http::{App, HttpOptions, app};
use cubegod_net::{WorkOptions, with_background_tables};
use cubegod_service::{OptimalTables, RequestError, Solvers};
use serde_json::json;
use std::sync::mpsc::{Receiver, channel};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// One thread for each lane.
fn options() -> HttpOptions {
    let work = WorkOptions { queue: 2, queue_per_address: 2, ..WorkOptions::default() }.with_threads(1);
    HttpOptions { work, ..HttpOptions::default() }
}

/// A search that ends at the time limit only.
fn long() -> String {
    json!({"cube": "superflip", "budget": "1h"}).to_string()
}

async fn metric(router: &axum::Router, name: &str) -> u64 {
    let request = Request::get("/metrics").body(Body::empty()).unwrap();
    metric_in(send_to(router, request).await.text(), name)
}

/// Waits until a metric has a value.
async fn until(router: &axum::Router, name: &str, expected: u64) {
    let start = Instant::now();
    while metric(router, name).await != expected {
        assert!(start.elapsed() < Duration::from_secs(300), "{name} is not {expected}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

fn start(router: &axum::Router) -> tokio::task::JoinHandle<Answer> {
    let router = router.clone();
    tokio::spawn(async move { send_to(&router, asking("solve", long())).await })
}

#[test]
fn searches_beyond_the_queue_are_rejected_until_there_is_room() {
    let rejected = |options: HttpOptions| {
        cubegod_net::block_on(async {
            let router = fresh(options);
            let running = start(&router);
            until(&router, "cubegod_work_running", 1).await;
            let waiting = [start(&router), start(&router)];
            until(&router, "cubegod_work_waiting", 2).await;
            let rejected = send_to(&router, asking("solve", long())).await;
            assert_eq!(metric(&router, "cubegod_work_rejected_total").await, 1);
            running.abort();
            waiting.iter().for_each(|waiting| waiting.abort());
            until(&router, "cubegod_work_running", 0).await;
            until(&router, "cubegod_work_waiting", 0).await;
            assert_eq!(metric(&router, "cubegod_work_cancelled_total").await, 3);
            let search = json!({"cube": "R U F", "nodes": 1}).to_string();
            assert_eq!(send_to(&router, asking("solve", search)).await.status, 200);
            rejected
        })
        .unwrap()
    };
    let error = rejected(options());
    assert_eq!(error.problem(), (429, "too-many-requests".into()));
    assert_eq!(error.header(header::RETRY_AFTER), "1");
    let work = WorkOptions { queue_per_address: 10, ..options().work };
    let error = rejected(HttpOptions { work, ..options() });
    assert_eq!(error.problem(), (503, "busy".into()));
    assert_eq!(error.header(header::RETRY_AFTER), "1");
}

#[test]
fn pocket_cubes_are_solved_while_optimal_searches_use_every_thread_for_them() {
    cubegod_net::block_on(async {
        let router = fresh(options());
        let search = json!({"cube": "superflip", "method": "optimal", "budget": "1h"}).to_string();
        let searches = [(); 2].map(|()| {
            let (router, search) = (router.clone(), search.clone());
            tokio::spawn(async move { send_to(&router, asking("solve", search)).await })
        });
        until(&router, "cubegod_work_running{lane=\"long\"}", 1).await;
        until(&router, "cubegod_work_waiting{lane=\"long\"}", 1).await;
        for cube in ["R U2 F'", "UUUURRRRFFFFDDDDLLLLBBBB"].into_iter().cycle().take(50) {
            let pocket = json!({"cube": cube, "puzzle": "2x2"}).to_string();
            assert_eq!(send_to(&router, asking("solve", pocket)).await.status, 200);
        }
        assert_eq!(metric(&router, "cubegod_work_running{lane=\"long\"}").await, 1);
        assert_eq!(metric(&router, "cubegod_work_cancelled_total").await, 0);
        searches.iter().for_each(|search| search.abort());
    })
    .unwrap();
}

#[test]
fn a_dropped_request_cancels_its_search() {
    cubegod_net::block_on(async {
        let router = fresh(options());
        let running = start(&router);
        until(&router, "cubegod_work_running", 1).await;
        running.abort();
        // Otherwise the search would go on for half a minute.
        until(&router, "cubegod_work_running", 0).await;
    })
    .unwrap();
}

#[test]
fn a_million_moves_on_a_large_cube_end_when_the_request_is_dropped() {
    cubegod_net::block_on(async {
        let router = fresh(options());
        let moves = json!({"cube": "(RUFLDB)166666", "puzzle": "32x32x32", "to": "facelets"}).to_string();
        let running = {
            let router = router.clone();
            tokio::spawn(async move { send_to(&router, asking("convert", moves)).await })
        };
        until(&router, "cubegod_work_running{lane=\"long\"}", 1).await;
        running.abort();
        until(&router, "cubegod_work_running", 0).await;
        assert_eq!(metric(&router, "cubegod_work_cancelled_total{reason=\"client\"}").await, 1);
    })
    .unwrap();
}

#[test]
fn a_solver_does_not_run_on_an_asynchronous_thread() {
    // The only asynchronous thread; work on it would block all other requests.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let router = fresh(options());
        let running = start(&router);
        until(&router, "cubegod_work_running", 1).await;
        let request = Request::get("/healthz").body(Body::empty()).unwrap();
        assert_eq!(send_to(&router, request).await.status, 200);
        assert!(!running.is_finished());
        running.abort();
        until(&router, "cubegod_work_running", 0).await;
    });
}

/// Returns the time that a processor has spent on this thread.
#[cfg(target_os = "linux")]
fn thread_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
}

#[cfg(target_os = "linux")]
#[test]
fn a_repair_is_not_computed_on_an_asynchronous_thread() {
    const REQUESTS: u32 = 50;
    // Every piece is wrong, which makes the repair expensive.
    let impossible = "U".repeat(9) + &"RF".repeat(22) + "B";
    let view = View::new(read(&impossible, &ReadOptions::default()).unwrap().stickers).unwrap();
    let start = thread_time();
    (0..REQUESTS).for_each(|_| drop(std::hint::black_box(view.repair())));
    let repairs = thread_time() - start;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let router = fresh(options());
        let body = json!({"cube": impossible}).to_string();
        let start = thread_time();
        for _ in 0..REQUESTS {
            assert_eq!(send_to(&router, asking("check", body.clone())).await.problem().0, 422);
        }
        let asynchronous = thread_time() - start;
        assert!(asynchronous < repairs / 2, "{asynchronous:?} of {repairs:?}");
    });
}

/// A source of tables for proofs that waits for a permission.
struct SlowTables(Mutex<Receiver<()>>);

impl OptimalTables for SlowTables {
    fn get(&self, smallest: TableSpec) -> Result<Arc<OptimalTable>, RequestError> {
        let _ = self.0.lock().unwrap().recv();
        // A table without bounds: it proves what takes few moves.
        let table = OptimalTable::new(smallest, vec![0_u8; smallest.bytes()]);
        table.map(Arc::new).ok_or(RequestError::TableNotReady)
    }
}

#[test]
fn a_request_waits_for_a_table_without_a_thread() {
    let (permit, receiver) = channel();
    let tables = Arc::new(SlowTables(Mutex::new(receiver)));
    let solvers = Solvers::with_small_tables().with_optimal_tables(tables);
    let router = app(Arc::new(App::new(Arc::new(with_background_tables(solvers)), options())));
    let proof = || asking("solve", json!({"cube": "R", "method": "optimal"}).to_string());
    cubegod_net::block_on(async {
        let rejected = send_to(&router, proof()).await;
        assert_eq!(rejected.problem(), (503, "not-ready".into()));
        assert_eq!(rejected.header(header::RETRY_AFTER), "10");
        let mut events = proof();
        events.headers_mut().insert(header::ACCEPT, "text/event-stream".parse().unwrap());
        assert_eq!(send_to(&router, events).await.problem(), (503, "not-ready".into()));
        // A thread counts its work as done just after the answer.
        until(&router, "cubegod_work_running", 0).await;
        // A pocket cube needs no such table.
        let pocket = json!({"cube": "R", "puzzle": "2x2", "method": "optimal"}).to_string();
        assert_eq!(send_to(&router, asking("solve", pocket)).await.status, 200);
        permit.send(()).unwrap();
        let mut answer = send_to(&router, proof()).await;
        while answer.status == 503 {
            answer = send_to(&router, proof()).await;
        }
        assert_eq!((answer.status.as_u16(), &answer.json()["length"]), (200, &json!(1)), "{}", answer.text());
    })
    .unwrap();
}

#[test]
fn a_waiting_request_is_answered_or_rejected_within_the_time_limit() {
    cubegod_net::block_on(async {
        let work = WorkOptions { time_limit: Duration::from_secs(2), ..options().work };
        let router = fresh(HttpOptions { work, ..options() });
        let first = start(&router);
        until(&router, "cubegod_work_running", 1).await;
        let second = send_to(&router, asking("solve", long())).await;
        assert!([200, 503].contains(&second.status.as_u16()), "{}", second.text());
        assert_eq!(first.await.unwrap().status, 200);
    })
    .unwrap();
}
