//! Requests for a random cube. A request without a seed gets a fixed one.

use crate::requests::{SOLVERS, check_request, to_json};
use cubegod_service::scramble;

pub(crate) fn run(data: &[u8]) {
    check_request(data, |request: &scramble::Request, cancellation, _| {
        let request = scramble::Request { seed: Some(request.seed.unwrap_or(0)), ..request.clone() };
        to_json(&scramble::respond(&request, &SOLVERS, cancellation)?)
    })
}
