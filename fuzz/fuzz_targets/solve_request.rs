//! Requests to solve a cube, with small tables and a bounded search.
#![no_main]

use cubegod_fuzz::requests::{SOLVERS, check_request, to_json, with_bounded_search};
use cubegod_service::solve;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| check_request(data, |request: &solve::Request, style| {
    let request = solve::Request { budget: None, ..request.clone() };
    with_bounded_search(|context| to_json(&solve::respond(&request, &SOLVERS, context, style)?))
}));
