//! A short attack on each kind of server. `make attack` runs the long one.
//!
//! It asserts that honest clients lose nothing, that their answers are right, and that descriptors are closed afterwards. It
//! asserts nothing about time.
#![cfg(target_os = "linux")]
#![allow(clippy::unwrap_used, reason = "outside of a test function clippy does not see that this is a test")]

mod common;

use common::{CACHE, TIMEOUT};
use cubegod_attack::{Launch, Load, Scenario, ServerKind, Thresholds, attack};
use std::path::Path;
use std::time::Duration;

/// A load that a busy machine can bear in a test, with time limits that only guard against hangs.
const LOAD: Load = Load {
    honest: 20,
    hostile: 5,
    warm_up: Duration::ZERO,
    duration: Duration::from_millis(400),
    interval: Duration::from_millis(100),
    answer_timeout: TIMEOUT,
    recovery_limit: TIMEOUT,
    awaits_memory: false,
};

/// Runs every scenario against one server.
fn nothing_is_lost(kind: ServerKind, arguments: &[&str]) {
    let launch = Launch::new(Path::new(env!("CARGO_BIN_EXE_cubegod")), kind)
        .with_arguments(arguments)
        .with_variable("CUBEGOD_CACHE", CACHE)
        .with_variable("CUBEGOD_TABLES", "small");
    let mut server = launch.start().unwrap();
    // The first requests open what stays open, such as tables.
    attack(&mut server, &[Scenario::None], &LOAD).unwrap();
    for scenario in Scenario::ALL.into_iter().filter(|scenario| scenario.applies_to(kind)) {
        let report = attack(&mut server, &[scenario], &LOAD).unwrap();
        let violations = report.violations(&Thresholds { p99_ms: None, memory: false });
        assert!(violations.is_empty(), "{violations:?}: {report:#?}");
    }
}

#[test]
fn an_attacked_engine_loses_no_request() {
    nothing_is_lost(ServerKind::Engine, &[]);
}

#[test]
fn an_attacked_challenge_loses_no_round() {
    nothing_is_lost(ServerKind::Challenge, &["--time-limit", "100s"]);
}

#[test]
fn an_attacked_http_server_loses_no_request() {
    nothing_is_lost(ServerKind::Http, &[]);
}
