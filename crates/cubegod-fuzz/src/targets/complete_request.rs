//! Requests for the completions of a cube.

use crate::requests::{check_request, to_json};
use cubegod_service::complete;

pub(crate) fn run(data: &[u8]) {
    check_request(data, |request: &complete::Request, cancellation, style| {
        complete::respond(request, cancellation, style, |response| to_json(response))?
    })
}
