//! Requests to check a cube.
#![no_main]

use cubegod_fuzz::requests::{SOLVERS, check_request, to_json};
use cubegod_service::check;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| check_request(data, |request: &check::Request, cancellation, style| {
    to_json(&check::respond(request, &SOLVERS, cancellation, style)?)
}));
