//! Requests to apply moves to a cube.
#![no_main]

use cubegod_fuzz::requests::{check_request, to_json};
use cubegod_service::apply;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| check_request(data, |request: &apply::Request, cancellation, style| {
    to_json(&apply::respond(request, cancellation, style)?)
}));
