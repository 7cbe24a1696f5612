//! Requests for the completions of a cube.
#![no_main]

use cubegod_fuzz::requests::{check_request, to_json};
use cubegod_service::complete;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| check_request(data, |request: &complete::Request, cancellation, style| {
    complete::respond(request, cancellation, style, |response| to_json(response))?
}));
