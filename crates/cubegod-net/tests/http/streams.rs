//! Server-sent events.

use super::common::*;
use axum::http::header;
use serde_json::{Value, json};

/// The events of a stream, each with its data.
fn events(body: &Value) -> Vec<(String, Value)> {
    let mut request = asking("solve", body.to_string());
    request.headers_mut().insert(header::ACCEPT, "text/event-stream".parse().unwrap());
    let answer = send(request);
    assert_eq!(answer.status, 200, "{}", answer.text());
    assert_eq!(answer.header(header::CONTENT_TYPE), "text/event-stream");
    let event = |block: &str| {
        let (name, data) = block.split_once('\n').unwrap();
        let data = data.strip_prefix("data: ").unwrap();
        (name.strip_prefix("event: ").unwrap().to_owned(), serde_json::from_str(data).unwrap())
    };
    answer.text().split_terminator("\n\n").map(event).collect()
}

#[test]
fn better_solutions_precede_the_answer() {
    let events = events(&json!({"cube": "superflip", "budget": "300ms"}));
    let (last, better) = events.split_last().unwrap();
    assert_eq!(last.0, "answer");
    assert!(!better.is_empty());
    let lengths: Vec<u64> = better.iter().map(|(_, data)| data["length"].as_u64().unwrap()).collect();
    assert!(lengths.is_sorted_by(|first, second| first > second), "{lengths:?}");
    assert!(better.iter().all(|(name, data)| name == "solution" && data["solution"].is_string()));
    assert_eq!(last.1["length"], *lengths.last().unwrap());
}

#[test]
fn a_proof_reports_its_progress() {
    let events = events(&json!({"cube": "superflip", "method": "optimal", "budget": "2s"}));
    let (last, before) = events.split_last().unwrap();
    assert_eq!((last.0.as_str(), &last.1["optimal"]), ("answer", &json!(false)));
    assert_eq!(before[0].0, "solution");
    let progress: Vec<&Value> =
        before.iter().filter(|(name, _)| name == "progress").map(|(_, data)| data).collect();
    let depths: Vec<u64> = progress.iter().map(|data| data["depth"].as_u64().unwrap()).collect();
    assert!(!depths.is_empty() && depths.is_sorted(), "{events:?}");
    assert!(last.1["at_least"].as_u64() >= depths.last().copied(), "{events:?}");
    let is_rounded = |fraction: f64| (fraction * 1e3 - (fraction * 1e3).round()).abs() < 1e-9;
    let is_fraction = |fraction: f64| (0.0..=1.0).contains(&fraction) && is_rounded(fraction);
    assert!(progress.iter().all(|data| is_fraction(data["fraction"].as_f64().unwrap())), "{events:?}");
}

#[test]
fn a_pocket_cube_has_one_event() {
    let events = events(&json!({"cube": "R U F", "puzzle": "2x2"}));
    assert_eq!((events.len(), events[0].0.as_str()), (1, "answer"));
    assert_eq!(events[0].1["length"], 3);
}

#[test]
fn errors_about_cubes_are_events() {
    let events = events(&json!({"cube": SPOILED2}));
    assert_eq!((events.len(), events[0].0.as_str()), (1, "error"));
    assert_eq!((&events[0].1["kind"], &events[0].1["status"]), (&json!("illegal-cube"), &json!(422)));
    let mut bad = asking("solve", "{");
    bad.headers_mut().insert(header::ACCEPT, "text/event-stream".parse().unwrap());
    // An invalid request has an ordinary response.
    assert_eq!(send(bad).problem(), (400, "usage".into()));
}
