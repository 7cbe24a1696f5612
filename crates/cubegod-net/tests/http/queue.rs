//! Too much at once.

use super::common::*;
use axum::http::header;
use cubegod_net::http::HttpOptions;
use serde_json::json;
use std::time::{Duration, Instant};

fn options() -> HttpOptions {
    HttpOptions { threads: 1, queue: 2, queue_of_one: 2, ..HttpOptions::default() }
}

fn long() -> String {
    json!({"cube": "superflip", "budget": "1h"}).to_string()
}

/// Returns a metric of the server.
async fn metric(router: &axum::Router, name: &str) -> u64 {
    let request = axum::http::Request::get("/metrics").body(axum::body::Body::empty()).unwrap();
    let text = send_to(router, request).await.text().to_owned();
    let line = text.lines().find(|line| line.starts_with(name)).unwrap();
    line.rsplit(' ').next().unwrap().parse().unwrap()
}

/// Waits until a number is this one.
async fn until(router: &axum::Router, name: &str, expected: u64) {
    let start = Instant::now();
    while metric(router, name).await != expected {
        assert!(start.elapsed() < Duration::from_secs(20), "{name} is not {expected}");
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
}

fn start(router: &axum::Router) -> tokio::task::JoinHandle<Answer> {
    let router = router.clone();
    tokio::spawn(async move { send_to(&router, asking("solve", long())).await })
}

#[test]
fn who_comes_too_late_is_told_to_come_back() {
    let told = |options: HttpOptions| {
        cubegod_net::block_on(async {
            let router = fresh(options);
            let running = start(&router);
            until(&router, "cubegod_work_running", 1).await;
            let waiting = [start(&router), start(&router)];
            until(&router, "cubegod_work_waiting", 2).await;
            let refused = send_to(&router, asking("check", json!({"cube": SOLVED2}).to_string())).await;
            running.abort();
            waiting.iter().for_each(|waiting| waiting.abort());
            until(&router, "cubegod_work_running", 0).await;
            until(&router, "cubegod_work_waiting", 0).await;
            // And then there is room again.
            assert_eq!(
                send_to(&router, asking("check", json!({"cube": SOLVED2}).to_string())).await.status,
                200
            );
            refused
        })
        .unwrap()
    };
    let refused = told(options());
    assert_eq!(refused.problem(), (429, "too-many-requests".into()));
    assert_eq!(refused.header(header::RETRY_AFTER), "1");
    let refused = told(HttpOptions { queue_of_one: 10, ..options() });
    assert_eq!(refused.problem(), (503, "busy".into()));
    assert_eq!(refused.header(header::RETRY_AFTER), "1");
}

#[test]
fn a_request_that_is_dropped_stops_its_search() {
    cubegod_net::block_on(async {
        let router = fresh(options());
        let running = start(&router);
        until(&router, "cubegod_work_running", 1).await;
        running.abort();
        // The search would go on for half a minute otherwise.
        until(&router, "cubegod_work_running", 0).await;
    })
    .unwrap();
}

#[test]
fn a_solver_does_not_run_on_an_asynchronous_thread() {
    // There is one such thread here: work on it blocks all other requests.
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let router = fresh(HttpOptions { threads: 1, ..HttpOptions::default() });
        let running = start(&router);
        until(&router, "cubegod_work_running", 1).await;
        let asked = Instant::now();
        let request = axum::http::Request::get("/healthz").body(axum::body::Body::empty()).unwrap();
        assert_eq!(send_to(&router, request).await.status, 200);
        assert!(asked.elapsed() < Duration::from_secs(10), "{:?}", asked.elapsed());
        assert!(!running.is_finished());
        running.abort();
        until(&router, "cubegod_work_running", 0).await;
    });
}

#[test]
fn who_waits_is_answered_or_told_why_not_in_time() {
    cubegod_net::block_on(async {
        let start_of_test = Instant::now();
        let router = fresh(HttpOptions { time_limit: Duration::from_millis(200), ..options() });
        let first = start(&router);
        until(&router, "cubegod_work_running", 1).await;
        let second = send_to(&router, asking("solve", long())).await;
        assert!([200, 503].contains(&second.status.as_u16()), "{}", second.text());
        assert_eq!(first.await.unwrap().status, 200);
        assert!(start_of_test.elapsed() < Duration::from_secs(20));
    })
    .unwrap();
}
