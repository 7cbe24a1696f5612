//! Requests for a lesson.
#![no_main]

use cubegod_fuzz::requests::{SOLVERS, check_request, to_json};
use cubegod_service::teach;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| check_request(data, |request: &teach::Request, cancellation, style| {
    to_json(&teach::respond(request, &SOLVERS, cancellation, style)?)
}));
