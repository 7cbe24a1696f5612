//! Every request ends at the first check after its cancellation.

use cubegod::Cancellation;
use cubegod_service::solve::SolveContext;
use cubegod_service::{
    ErrorKind, MessageStyle, RequestError, Solvers, apply, check, complete, convert, scramble, solve, teach,
};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A million moves.
const MANY_MOVES: &str = "(RUFLDB)166666";

/// Returns a token that is cancelled at the check of this number, and the number of checks so far.
fn cancelled_at(check: usize) -> (Cancellation, Arc<AtomicUsize>) {
    let checks = Arc::new(AtomicUsize::new(0));
    let counter = Arc::clone(&checks);
    (Cancellation::when(move || counter.fetch_add(1, Ordering::Relaxed) + 1 >= check), checks)
}

fn request<T: DeserializeOwned>(fields: Value) -> T {
    serde_json::from_value(fields).expect("the fields of a request")
}

/// Responds to a request of a command and returns the error.
fn error(command: &str, fields: Value, cancellation: &Cancellation) -> Option<RequestError> {
    let (solvers, style) = (Solvers::with_small_tables(), MessageStyle::NEUTRAL);
    match command {
        "apply" => apply::respond(&request(fields), cancellation, style).err(),
        "check" => check::respond(&request(fields), &solvers, cancellation, style).err(),
        "complete" => {
            let write = |response: &complete::Response<'_>| serde_json::to_vec(response).is_ok();
            complete::respond(&request(fields), cancellation, style, write).err()
        }
        "convert" => convert::respond(&request(fields), &solvers, cancellation, style).err(),
        "scramble" => scramble::respond(&request(fields), &solvers, cancellation).err(),
        "teach" => teach::respond(&request(fields), &solvers, cancellation, style).err(),
        "solve" => {
            let context = SolveContext { cancellation, ..SolveContext::default() };
            solve::respond(&request(fields), &solvers, &context, style).err()
        }
        other => panic!("no such command: {other}"),
    }
}

/// Checks that a request ends with an error of the kind `cancelled` at the check at which it is cancelled, whichever of the
/// first checks that is.
fn assert_is_cancelled_at(checks: usize, command: &str, fields: Value) {
    for check in 1..=checks {
        let (cancellation, counter) = cancelled_at(check);
        let error = error(command, fields.clone(), &cancellation);
        assert_eq!(
            error.map(|error| error.kind()),
            Some(ErrorKind::Cancelled),
            "{command} {fields}, {check}"
        );
        assert_eq!(counter.load(Ordering::Relaxed), check, "{command} {fields}");
    }
}

#[test]
fn reading_a_million_moves_is_cancelled() {
    for command in ["check", "complete", "teach", "solve"] {
        assert_is_cancelled_at(5, command, json!({"cube": MANY_MOVES}));
    }
    assert_is_cancelled_at(5, "convert", json!({"cube": MANY_MOVES, "puzzle": "32x32", "to": "facelets"}));
    assert_is_cancelled_at(5, "solve", json!({"cube": "R", "target": MANY_MOVES}));
}

#[test]
fn applying_many_moves_is_cancelled() {
    // As many as a request may have.
    let alg = "(RUFLDB)16666";
    let fields = json!({"cube": "R", "alg": alg, "puzzle": "32x32"});
    assert_is_cancelled_at(5, "apply", fields);
    let fields = json!({"cube": "R", "alg": alg, "puzzle": "2x2", "data": "0123456789".repeat(2) + "abcd"});
    assert_is_cancelled_at(5, "apply", fields);
    let fields = json!({"cube": "R", "alg": MANY_MOVES, "puzzle": "2x2"});
    let error = error("apply", fields, Cancellation::never()).map(|error| error.to_string());
    assert_eq!(error.as_deref(), Some("there are 999996 moves; expected 100000 at most"));
}

#[test]
fn completing_a_wholly_unknown_cube_is_cancelled() {
    let cube = "?".repeat(54);
    for command in ["check", "complete", "teach", "solve"] {
        assert_is_cancelled_at(5, command, json!({"cube": cube}));
    }
    assert_is_cancelled_at(5, "convert", json!({"cube": cube, "to": "moves"}));
}

#[test]
fn what_is_certain_of_a_wholly_unknown_cube_is_cancelled_until_the_end() {
    let cube = "?".repeat(54);
    // The centres have 24 orientations, each of which is counted first; a list has a check for each cube.
    for (command, fields, least) in [
        ("complete", json!({"cube": cube}), 48),
        ("complete", json!({"cube": cube, "list": 100}), 148),
        ("solve", json!({"cube": cube}), 48),
        ("teach", json!({"cube": cube}), 48),
    ] {
        let (cancellation, counter) = cancelled_at(usize::MAX);
        let _ = error(command, fields.clone(), &cancellation);
        let checks = counter.load(Ordering::Relaxed);
        assert!(checks >= least, "{command} {fields}: {checks}");
        for check in [checks / 2, checks * 3 / 4, checks] {
            let (cancellation, counter) = cancelled_at(check);
            let error = error(command, fields.clone(), &cancellation).map(|error| error.kind());
            assert_eq!(error, Some(ErrorKind::Cancelled), "{command} {fields}, {check}");
            // The writer of a list checks once, the request once more.
            assert!(counter.load(Ordering::Relaxed) <= check + 1, "{command} {fields}");
        }
    }
}

#[test]
fn a_request_that_is_cancelled_before_it_begins_has_no_response() {
    assert_is_cancelled_at(1, "scramble", json!({"puzzle": "2x2"}));
    assert_is_cancelled_at(1, "teach", json!({"cube": "R U F", "puzzle": "2x2"}));
    assert_is_cancelled_at(1, "solve", json!({"cube": "R U F"}));
    assert_is_cancelled_at(1, "solve", json!({"cube": "R U F", "puzzle": "2x2", "each": true}));
}
