//! Requests to solve a cube, with small tables and a bounded search.

use crate::requests::{SOLVERS, check_request, to_json};
use cubegod_service::solve::{self, SolveContext};

pub(crate) fn run(data: &[u8]) {
    check_request(data, |request: &solve::Request, cancellation, style| {
        let request = solve::Request { budget: None, ..request.clone() };
        let context = SolveContext { cancellation, ..SolveContext::default() };
        to_json(&solve::respond(&request, &SOLVERS, &context, style)?)
    })
}
