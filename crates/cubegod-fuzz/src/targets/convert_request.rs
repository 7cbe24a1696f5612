//! Requests to convert a cube.

use crate::requests::{SOLVERS, check_request, to_json};
use cubegod_service::convert;

pub(crate) fn run(data: &[u8]) {
    check_request(data, |request: &convert::Request, cancellation, style| {
        to_json(&convert::respond(request, &SOLVERS, cancellation, style)?)
    })
}
