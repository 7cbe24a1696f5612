//! Requests to convert a cube.
#![no_main]

use cubegod_fuzz::requests::{SOLVERS, check_request, to_json};
use cubegod_service::convert;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| check_request(data, |request: &convert::Request, cancellation, style| {
    to_json(&convert::respond(request, &SOLVERS, cancellation, style)?)
}));
