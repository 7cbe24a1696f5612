//! Requests to check a cube.

use crate::requests::{SOLVERS, check_request, to_json};
use cubegod_service::check;

pub(crate) fn run(data: &[u8]) {
    check_request(data, |request: &check::Request, cancellation, style| {
        to_json(&check::respond(request, &SOLVERS, cancellation, style)?)
    })
}
