//! Requests to apply moves to a cube.

use crate::requests::{check_request, to_json};
use cubegod_service::apply;

pub(crate) fn run(data: &[u8]) {
    check_request(data, |request: &apply::Request, cancellation, style| {
        to_json(&apply::respond(request, cancellation, style)?)
    })
}
