//! Requests for a lesson.

use crate::requests::{SOLVERS, check_request, to_json};
use cubegod_service::teach;

pub(crate) fn run(data: &[u8]) {
    check_request(data, |request: &teach::Request, cancellation, style| {
        to_json(&teach::respond(request, &SOLVERS, cancellation, style)?)
    })
}
